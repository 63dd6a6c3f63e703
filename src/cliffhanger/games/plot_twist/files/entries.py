"""Effects that hold others, and the entry of a list of effects: a table with one word, or `if` with `then`."""

import re
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.effects import Win
from cliffhanger.games.plot_twist.files.parts import Amount, Cond, Effect, Part, Some, Text, Until
from cliffhanger.games.plot_twist.files.words import SEATS, Target


class Delay(Effect, frozen=True, kw_only=True):
    """Effects that come later, to the Characters that they were made for."""

    SAYS = "[in {in_turns:Turn}][not {until}], {effects}"
    EXAMPLE = "{ in_turns = 2, effects = [{ question = { add = 1 } }] }"
    ONE_OF = ("in_turns", "until")
    in_turns: Some | None = None
    until: Until | None = None
    effects: "Effects"


class Option(Part, frozen=True, kw_only=True):
    """One of several effects to choose from."""

    label: Text | None = None
    effects: "Effects"


class Choose(Effect, frozen=True, kw_only=True):
    """Somebody picks one of the options: each an effect, or a list of them with a label."""

    SAYS = "chosen by {by}: {options}"
    EXAMPLE = '{ by = "gm", options = [{ end_combat = {} }, { label = "Talk", effects = [{ interview = {} }] }] }'
    CALLED: ClassVar = {"by": SEATS}
    by: words.Chooser = "owner"
    options: Annotated[tuple["Choice", ...], Meta(min_length=1, max_length=12)]


class Repeat(Effect, frozen=True, kw_only=True):
    """Effects that happen several times, at most 20."""

    SAYS = "{n:time}, {effects}"
    EXAMPLE = '{ n = "margin", effects = [{ gain = { counter = "energy", amount = 1 } }] }'
    n: Amount
    effects: "Effects"


class Roll(Effect, frozen=True, kw_only=True):
    """A roll: Fixed against a Difficulty, Opposing, Chosen (the number is x), or coins alone, which nobody wins."""

    SAYS = (
        "{by make} {system} of {pool}[ against {difficulty}][ against {vs} of {target}][, {every}]"
        "[accumulate:, until {accumulate} are won][, then {then}][, else {else}]"
    )
    EXAMPLE = (
        '{ system = "fixed", pool = "mind+hacking", difficulty = 2, then = [{ reveal = { what = "objective" } }] }'
    )
    CALLED: ClassVar = {
        "system": {
            "fixed": "a Fixed roll",
            "opposing": "an Opposing roll",
            "chosen": "a Chosen roll",
            "coins": "a coin throw",
        }
    }
    system: Literal["fixed", "opposing", "chosen", "coins"]
    pool: Annotated[Amount, "pool"]
    by: Target | None = None
    difficulty: Amount | None = None
    vs: words.Pool | None = None
    target: Target | None = None
    every: words.Trigger | None = None
    while_: Cond | None = None
    accumulate: Some = 1
    then: "Effects" = ()
    else_: "Effects" = ()


class If(Effect, frozen=True, kw_only=True):
    """One thing or another. Written without a table: `{ if = "margin >= 3", then = [...], else = [...] }`."""

    SAYS = "if {if}, {then}[, else {else}]"
    EXAMPLE = '"margin >= 3", then = [{ gain = { counter = "energy", amount = 1 } }]'
    then: "Effects"
    else_: "Effects" = ()


def _word(kind: type[Effect]) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def _kinds(kind: type[Effect]) -> list[type[Effect]]:
    return [each for inner in kind.__subclasses__() for each in (inner, *_kinds(inner))]


WORDS: dict[str, type[Effect]] = {
    _word(kind): kind for kind in sorted(_kinds(Effect), key=lambda kind: kind.__name__) if kind.SAYS
}
"""Every effect by its word."""
KEYS = {word: word if word == "win" else f"{word}_" for word in WORDS}
"""The field of an entry for each word."""


def _entry(name: str, doc: str, *more: tuple[str, Any, Any]) -> Any:  # noqa: ANN401
    """The Struct of an entry: it has a field for each word; two of them take no table."""
    plain: dict[str, Any] = {"win": words.Side, "if": Cond}
    fields: list[tuple[str, Any, Any]] = [
        (KEYS[word], plain.get(word, kind) | None, None) for word, kind in WORDS.items()
    ]
    fields += [(key, tuple["Entry", ...], ()) for key in ("then", "else_")]
    namespace = {"__doc__": doc}
    return msgspec.defstruct(name, [*fields, *more], bases=(Part,), frozen=True, module=__name__, namespace=namespace)


Entry: Any = _entry("Entry", "One effect: a word with its fields, or `if` with `then`.")
Effects = tuple[Entry, ...]
"""Effects as they are written; `effect_of` gives what an entry is."""
LABEL: tuple[tuple[str, Any, Any], ...] = (("label", Text | None, None), ("effects", Effects, ()))
Choice: Any = _entry("Choice", "One option: an effect, or effects with a label.", *LABEL)


def words_of(entry: Any) -> list[str]:  # noqa: ANN401
    """The words of an entry: one, if it is right."""
    return [word for word, key in KEYS.items() if getattr(entry, key) is not None]


def effect_of(entry: Any) -> Effect:  # noqa: ANN401
    """The effect that an entry with one word is; those within it stay entries."""
    word = words_of(entry)[0]
    if word == "if":
        return If(if_=entry.if_, then=entry.then, else_=entry.else_)
    found = getattr(entry, KEYS[word])
    return Win(side=found) if word == "win" else found
