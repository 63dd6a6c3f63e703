"""A ruling is a typed patch: a path of names and ids, and a value that the state's own types must accept."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, structs

from cliffhanger.kernel.errors import Refusal

S = TypeVar("S")
KEPT = frozenset({"stack", "serial", "news"})
SIGNS = str.maketrans({"_": " ", "-": " ", ":": ", "})
"""What stands between the parts of an id, as people write it."""
NO_WORDS: Mapping[str, str] = {}
EXPECTED = re.compile(r"Expected `(\w+)[^`]*`(?:, got .*)?(.*)")
KINDS = {"bool": "yes or no", "int": "a whole number", "float": "a number", "str": "words", "array": "a list"}


def patched(
    kind: type[S],
    s: S,
    path: tuple[str, ...],
    value: object,
    words: Mapping[str, str] = NO_WORDS,
    fixed: frozenset[str] = frozenset(),
) -> S | Refusal:
    """Set one value in a state. Paths go by field name and row id, never by position; procedures are out of reach."""
    if not path or path[0] in KEPT:
        return Refusal("", "A ruling names a value of the table.", "A procedure is ended, not edited.")
    if path[0] in fixed:
        return Refusal("", "That was brought to the table, and stays as it was written.", "Rule on what came of it.")
    tree = _with(msgspec.to_builtins(s), path, 0, value)
    if isinstance(tree, Refusal):
        return tree
    try:
        return msgspec.convert(tree, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        what = _sentence(named(s, path, words))
        if wanted := _bounds(kind, path):
            return Refusal("", f"{what} has to be {wanted}, not {_shown(value)}.")
        return Refusal("", f"{what} cannot be {_shown(value)}.", f"Wanted: {_wanted(error)}.")


class Value(NamedTuple):
    """A value that a ruling can reach: its path, the names along it for people, and what it is now.

    `named` says that the way begins at something with a name of its own: a person, a place, a task.
    """

    path: tuple[str, ...]
    words: tuple[str, ...]
    now: Any
    named: bool


def values(s: object, words: Mapping[str, str] = NO_WORDS, fixed: frozenset[str] = frozenset()) -> Iterator[Value]:
    """All plain values in a state that a ruling can reach, in the state's own order.

    `words` are a game's own for its fields, by the field's name, and `fixed` the fields no ruling sets: see `Game`.
    """
    tree: dict[str, Any] = msgspec.to_builtins(s)
    for name, node in tree.items():
        if name not in KEPT and name not in fixed:
            yield from _within(node, _Way().by(name, words), words)


def named(s: object, path: tuple[str, ...], words: Mapping[str, str] = NO_WORDS) -> tuple[str, ...]:
    """The names along a path that leads to something, for people; the same that `values` gives."""
    node: Any = msgspec.to_builtins(s)
    way = _Way()
    for name in path:
        if isinstance(node, dict):
            node, way = node[name], way.by(name, words)
        else:
            node = next(row for row in node if isinstance(row, dict) and row.get("id") == name)
            way = way.to(node)
    return way.said


def said_of(path: tuple[object, ...], words: Mapping[str, str] = NO_WORDS) -> str:
    """A way through a state for people: its fields by name, and the rows between them; those without an id are passed."""
    way = _Way()
    for each in path:
        if isinstance(each, str):
            way = way.by(each, words)
        elif hasattr(each, "id"):
            way = way.to({name: getattr(each, name, None) for name in ("id", "name", "text")})
    return _sentence(way.said)


def _sentence(said: tuple[str, ...]) -> str:
    line = ", ".join(said)
    return f"{line[:1].upper()}{line[1:]}"


def expected(meta: Meta) -> str:
    """What the annotation of a type asks for, in words; "" if it has no bounds."""
    bounds: Any = meta  # whole numbers stay whole, though msgspec's types call them float
    plain, sized = (bounds.ge, bounds.le), (bounds.min_length, bounds.max_length)
    if plain == sized == (None, None):
        return ""
    return meta.description or (_range(*plain) if plain != (None, None) else f"{_range(*sized)} characters or lines")


def _range(least: object, most: object) -> str:
    if least is not None and most is not None:
        return f"from {least:,} to {most:,}"
    return f"at least {least:,}" if least is not None else f"at most {most:,}"


class _Way(NamedTuple):
    """How far a path has come, and what it passed: a word for each field, a name for each row."""

    path: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    named: bool = False

    def by(self, field: str, words: Mapping[str, str]) -> "_Way":
        """Go on to a field."""
        return _Way((*self.path, field), (*self.words, words.get(field, _plain(field))), self.named)

    def to(self, row: dict[str, Any]) -> "_Way":
        """Go on to a row: what has a name needs no word for the heap it lies in."""
        key = str(row["id"])
        name = str(row.get("name") or row.get("text") or _plain(key).title())
        return _Way((*self.path, key), (*self.words[:-1], name), self.named or len(self.path) == 1)

    @property
    def said(self) -> tuple[str, ...]:
        """The words without those that go without saying; something is said of the end in any case."""
        said = tuple(filter(None, self.words))
        return said if self.words[-1:] != ("",) else (*said, _plain(self.path[-1]))


def _within(node: Any, way: _Way, words: Mapping[str, str]) -> Iterator[Value]:  # noqa: ANN401
    if isinstance(node, dict):
        for name, inner in node.items():
            if name != "id":
                yield from _within(inner, way.by(str(name), words), words)
    elif isinstance(node, list | tuple):
        for row in node:
            if isinstance(row, dict) and "id" in row:
                yield from _within(row, way.to(row), words)
    else:
        yield Value(way.path, way.said, node, way.named)


def _plain(name: str) -> str:
    return name.translate(SIGNS)


def _with(node: Any, path: tuple[str, ...], at: int, value: object) -> Any:  # noqa: ANN401  (plain JSON values)
    """Give the same tree with the value put where the path leads, or say where the path is lost."""
    if at == len(path):
        return value
    name = path[at]
    if isinstance(node, dict):
        if name not in node:
            return _lost(path, at, sorted(map(str, node)))
        inner = _with(node[name], path, at + 1, value)
        return inner if isinstance(inner, Refusal) else node | {name: inner}
    rows = node if isinstance(node, list | tuple) else ()
    named = [row.get("id") if isinstance(row, dict) else None for row in rows]
    if name not in named:
        return _lost(path, at, [each for each in named if each])
    place = named.index(name)
    inner = _with(rows[place], path, at + 1, value)
    return inner if isinstance(inner, Refusal) else [*rows[:place], inner, *rows[place + 1 :]]


def _bounds(kind: Any, path: tuple[str, ...]) -> str:  # noqa: ANN401
    """What the type at the end of a path asks for beside its kind."""
    for name in path:
        inner = get_args(kind)[0] if get_origin(kind) is Annotated else kind
        some = [each for each in (inner, *get_args(inner)) if isinstance(each, type) and issubclass(each, Struct)]
        if get_origin(inner) is tuple:
            kind = get_args(inner)[0]
        elif some:
            kind = next(each.type for each in structs.fields(some[0]) if each.name == name)
        else:
            return ""
    metas = [mark for mark in get_args(kind) if isinstance(mark, Meta)]
    return next(filter(None, map(expected, metas)), "")


def _wanted(error: Exception) -> str:
    """What a state's own types say of a value they do not take."""
    said = str(error).partition(" - at `")[0]
    found = EXPECTED.fullmatch(said)
    return KINDS.get(found[1], found[1]) + found[2] if found else f"{said[:1].lower()}{said[1:]}"


def _shown(value: object) -> str:
    try:
        return f"{value!r:.80}"
    except (ValueError, RecursionError):  # a number of thousands of digits, a list nested as deep
        return "that"


def _lost(path: tuple[str, ...], at: int, known: list[str]) -> Refusal:
    there = f"There are: {', '.join(known[:12])}." if known else ""
    return Refusal("", f"There is no {path[at]!r} in {' '.join(path[:at]) or 'the table'}.", there)
