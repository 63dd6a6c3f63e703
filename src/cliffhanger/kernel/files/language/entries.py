"""Lists of effects as they are written: each entry is a table with one word, or `if` with `then` and `else`.

effects = [{ gain = { counter = "energy", amount = 1 } }, { if = "margin >= 3", then = [{ win = "heroes" }] }]
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from cliffhanger.kernel.files.language.parts import Part, Text, Word

BESIDE = ("then", "else_")
"""The fields of `if` that stand beside it in its entry."""
NO_KEYS: dict[str, str] = {}


def words_among(*modules: Mapping[str, Any]) -> dict[str, type[Word]]:
    """All words among what these modules hold, in the order of their names: `GainAction` is `gain_action`."""
    found = {each.__name__: each for held in modules for each in held.values() if _is_word(each)}
    return {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(): found[name] for name in sorted(found)}


def _is_word(held: Any) -> bool:  # noqa: ANN401
    return isinstance(held, type) and issubclass(held, Word) and bool(held.SAYS)


def entries_in(text: str) -> dict[str, str]:
    """The entries of a text, each as it is written, by their words; each stands on a line of its own, which is indented."""
    rows = [line.strip().removesuffix(",") for line in text.splitlines() if line.startswith(" ")]
    return {row.removeprefix("{ ").partition(" = ")[0]: row for row in rows}


def entry_type(words: dict[str, type[Word]], module: str) -> Any:  # noqa: ANN401
    """The Struct of an entry, which its module calls `Entry`: it has a field for each word."""
    return _entry("Entry", "One effect: a word with its fields, or `if` with `then`.", words, module)


def choice_type(words: dict[str, type[Word]], module: str) -> Any:  # noqa: ANN401
    """The Struct of an option: an entry, or entries with a label."""
    more = [("label", Text | None, None), ("effects", tuple["Entry", ...], ())]  # type: ignore[name-defined]  # noqa: F821
    return _entry("Choice", "One option: an effect, or effects with a label.", words, module, more)


def _entry(name: str, doc: str, words: dict[str, type[Word]], module: str, more: Any = ()) -> Any:  # noqa: ANN401
    fields: list[tuple[str, Any, Any]] = [(f"{word}_", _written(kind) | None, None) for word, kind in words.items()]
    fields += [(key, tuple["Entry", ...], ()) for key in BESIDE]  # type: ignore[name-defined]  # noqa: F821
    own = {"__doc__": doc, "KINDS": words, "KEYS": {word: f"{word}_" for word in words}}
    return msgspec.defstruct(name, [*fields, *more], bases=(Part,), frozen=True, module=module, namespace=own)


def _written(kind: type[Word]) -> Any:  # noqa: ANN401
    """What stands after a word: its table, or the value of its one field."""
    return next(
        (
            each.__annotations__[kind.PLAIN]
            for each in kind.__mro__
            if kind.PLAIN in vars(each).get("__annotations__", ())
        ),
        kind,
    )


def words_of(entry: Any) -> list[str]:  # noqa: ANN401
    """The words of an entry: one, if it is right."""
    return [word for word, key in getattr(entry, "KEYS", NO_KEYS).items() if getattr(entry, key) is not None]


def effect_of(entry: Any) -> Any:  # noqa: ANN401
    """The effect that an entry with one word is; those within it stay entries."""
    word = words_of(entry)[0]
    kind, found = entry.KINDS[word], getattr(entry, entry.KEYS[word])
    if not kind.PLAIN:
        return found
    beside = {key: getattr(entry, key) for key in BESIDE if key in kind.__struct_fields__}
    return kind(**{kind.PLAIN: found}, **beside)
