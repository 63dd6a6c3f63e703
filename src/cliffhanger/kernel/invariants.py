"""What cannot be, whoever says so: numbers out of their range, references to nobody, two rows of one id.

A state's types say it (`msgspec.Meta`, and `Ref` for the id of a row); a game's own `invariant_error` says what concerns
several fields at once. Each type is walked once, when the first of its values is checked.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import inf
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct

from cliffhanger.kernel.files.declaration import Ref, fields
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.rulings import NO_WORDS, expected, said_of

S = TypeVar("S", bound=Procedural)
Enclosing = tuple[Any, ...]
"""The Structs around a value, the outermost first; while types are walked, their types."""
Wrong = Sequence[tuple[tuple[object, ...], str]]
"""What is wrong: the way there, by names of fields and the rows between them, and what is expected."""
Check = Callable[[Any, Enclosing], Wrong]
NOTHING: Wrong = ()


def invariant_error(game: Game[S], s: S) -> str:
    """What is impossible about a state, by its types or else by the game; empty if nothing is."""
    return next(type_errors(game.State, s, game.words), "") or game.invariant_error(s)


def type_errors(kind: Hashable, s: object, words: Mapping[str, str] = NO_WORDS) -> Iterator[str]:
    """All that the types of a state say of its values, in sentences: ids first, for a lost id loses what refers to it."""
    check = _check(kind, ())
    found = check(s, ()) if check else NOTHING
    for path, wanted in sorted(found, key=lambda each: each[0][-1] != "id"):
        yield f"{said_of(path, words)} has to be {wanted}."


@cache
def _check(kind: Any, enclosing: Enclosing, optional: bool = False) -> Check | None:  # noqa: ANN401
    """How values of a type are checked, within Structs of these types; None if there is nothing to check."""
    marks: tuple[Any, ...] = ()
    if get_origin(kind) is Annotated:
        kind, *rest = get_args(kind)
        marks = tuple(rest)
    ref = next((mark for mark in marks if isinstance(mark, Ref)), None)
    many = get_origin(kind) is tuple and get_args(kind)[-1] is ...
    checks = [_within(mark) for mark in marks if isinstance(mark, Meta) and expected(mark)]
    if ref and not many:
        checks += filter(None, [_refers(ref, enclosing, optional)])
    if many:
        item = get_args(kind)[0]
        checks += filter(None, [_rows(Annotated[item, ref] if ref else item, enclosing)])
    elif get_origin(kind) in (Union, UnionType):
        checks += filter(None, [_one_of(get_args(kind), enclosing)])
    elif isinstance(kind, type) and issubclass(kind, Struct):
        checks += filter(None, [_fields(kind, enclosing)])
    if len(checks) < 2:
        return checks[0] if checks else None
    return lambda value, scopes: [wrong for check in checks for wrong in check(value, scopes)]


def _within(meta: Meta) -> Check:
    low, high = (-inf if meta.ge is None else meta.ge), (inf if meta.le is None else meta.le)
    least, most = meta.min_length or 0, inf if meta.max_length is None else meta.max_length
    wrong = (((), expected(meta)),)

    def check(value: Any, _: Enclosing) -> Wrong:  # noqa: ANN401
        sound = least <= len(value) <= most if isinstance(value, str | tuple) else low <= value <= high
        return NOTHING if sound else wrong

    return check


def _refers(ref: Ref, enclosing: Enclosing, optional: bool) -> Check | None:
    """The value is the id of a row there; what has no such rows around it is left unchecked."""
    first = ref.field.partition(".")[0]
    holds = [any(p.name == first and p.inner for p in fields(kind)) for kind in enclosing]
    if not any(holds):
        return None
    at = len(holds) - 1 - holds[::-1].index(True)
    rows, having, wrong = attrgetter(ref.field), ref.having, (((), ref.what),)

    def check(value: str, scopes: Enclosing) -> Wrong:
        if optional and not value:
            return NOTHING
        for row in rows(scopes[at]):
            if row.id == value:
                return NOTHING if not having or getattr(row, having) else wrong
        return wrong

    return check


def _rows(item: Any, enclosing: Enclosing) -> Check | None:  # noqa: ANN401
    each = _check(item, enclosing)
    named = isinstance(item, type) and issubclass(item, Struct) and "id" in item.__struct_fields__

    def check(rows: tuple[Any, ...], scopes: Enclosing) -> Wrong:
        wrong = _ids(rows) if named else NOTHING
        if each is None:
            return wrong
        inner = [
            ((row, *path) if isinstance(row, Struct) else path, wanted)
            for row in rows
            for path, wanted in each(row, scopes)
        ]
        return [*wrong, *inner] if wrong else inner

    return check if named or each else None


def _ids(rows: tuple[Any, ...]) -> Wrong:
    """Rows are found by their ids, in paths of ids: see `rulings.py`."""
    ids = [row.id for row in rows]
    if len({*ids}) == len(ids) and all(ids) and "/" not in "".join(ids):
        return NOTHING
    odd = [((row, "id"), "a name without a slash") for row in rows if not row.id or "/" in row.id]
    return odd or [((rows[0], "id"), "one of its own: each line stands there once")]


def _one_of(kinds: tuple[Any, ...], enclosing: Enclosing) -> Check | None:
    checks = {kind: found for kind in kinds if isinstance(kind, type) and (found := _check(kind, enclosing))}

    def check(value: Any, scopes: Enclosing) -> Wrong:  # noqa: ANN401
        found = checks.get(type(value))
        return found(value, scopes) if found else NOTHING

    return check if checks else None


def _fields(kind: type[Struct], enclosing: Enclosing) -> Check | None:
    if kind in enclosing:
        return _later(kind)
    if enclosing and kind.__struct_config__.cache_hash and not _reaches_out(kind):
        return _remembered(_check(kind, ()))
    rows = [(p.name, _check(p.kind, (*enclosing, kind), p.default == "")) for p in fields(kind)]
    checks = [(name, found) for name, found in rows if found]

    def check(value: Any, scopes: Enclosing) -> Wrong:  # noqa: ANN401
        here = (*scopes, value)
        return [((name, *path), wanted) for name, found in checks for path, wanted in found(getattr(value, name), here)]

    return check if checks else None


def _later(kind: type[Struct]) -> Check:
    """What holds others of its own kind: their checks are made when one is met."""

    def check(value: Any, scopes: Enclosing) -> Wrong:  # noqa: ANN401
        found = _check(kind, ())
        return found(value, scopes) if found else NOTHING

    return check


def _remembered(check: Check | None) -> Check | None:
    """A sheet is the same from state to state, and what is wrong with it depends on nothing else."""
    if check is None:
        return None
    found = lru_cache(maxsize=1024)(lambda value: check(value, ()))
    return lambda value, _: found(value)


def _reaches_out(kind: type[Struct], enclosing: Enclosing = ()) -> bool:
    """Whether something within may refer to rows outside of it."""
    if kind in enclosing:
        return False
    inside = (*enclosing, kind)
    rows = {p.name for each in inside for p in fields(each) if p.inner}
    return any(
        ((ref := p.mark(Ref)) and ref.field.partition(".")[0] not in rows)
        or get_origin(p.base) in (Union, UnionType)
        or (p.inner and _reaches_out(p.inner, inside))
        for p in fields(kind)
    )
