"""Effects that hold others, and the entry of a list of effects: a table with one word, or `if` with `then`."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from cliffhanger.games.plot_twist.files import effects, words
from cliffhanger.games.plot_twist.files.parts import Effect, Until
from cliffhanger.kernel.files.bundle import example
from cliffhanger.kernel.files.language.entries import choice_type, entries_in, entry_type, words_among
from cliffhanger.kernel.files.language.parts import Amount, Cond, Part, Some, Text


class Delay(Effect, frozen=True, kw_only=True):
    """Effects that come later, to the Characters that they were made for."""

    SAYS = "[in {in_turns:Turn}][{until}], {effects}"
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

    SAYS = "{by}: {options}"
    CALLED: ClassVar = {"by": words.CHOICE}
    by: words.Chooser = "owner"
    options: Annotated[tuple["Choice", ...], Meta(min_length=1, max_length=12)]


class Repeat(Effect, frozen=True, kw_only=True):
    """Effects that happen several times, at most 20."""

    SAYS = "{n:time}: {effects}"
    n: Amount
    effects: "Effects"


class Roll(Effect, frozen=True, kw_only=True):
    """A roll: Fixed against a Difficulty, Opposing, Chosen (the number is x), or coins alone, which nobody wins."""

    SAYS = (
        "[system!coins:{by make} {system} of {pool}][system=coins:{by throw} {pool:coin}][ against {difficulty}]"
        "[ against {target's} {vs}][, {every}][accumulate:, until {accumulate} are won]"
        "[then&system!coins:, and on a win {then}][then&system=coins:, then {then}][, else {else}]"
    )
    CALLED: ClassVar = {"system": {"fixed": "a Fixed roll", "opposing": "an Opposing roll", "chosen": "a Chosen roll"}}
    WITH: ClassVar = {"vs": 'system = "opposing"', "difficulty": 'system = "fixed"', "target": 'system = "opposing"'}
    system: Literal["fixed", "opposing", "chosen", "coins"]
    pool: Annotated[Amount, "pool"]
    by: words.Target | None = None
    difficulty: Amount | None = None
    vs: words.Pool | None = None
    target: words.Target | None = None
    every: words.Trigger | None = None
    while_: Cond | None = None
    accumulate: Some = 1
    then: "Effects" = ()
    else_: "Effects" = ()


class If(Effect, frozen=True, kw_only=True):
    """One thing or another. Written without a table: `{ if = "margin >= 3", then = [...], else = [...] }`."""

    SAYS = "if {if}, {then}[, else {else}]"
    PLAIN = "if_"
    then: "Effects"
    else_: "Effects" = ()


WORDS = words_among(vars(effects), globals())
"""Every effect by its word."""
EXAMPLES = entries_in(example("cliffhanger.games.plot_twist.files", "effects"))
"""An entry that is right for each word, as it is written."""
Entry: Any = entry_type(WORDS, __name__)
Effects = tuple[Entry, ...]
"""Effects as they are written; `effect_of` gives what an entry is."""
Choice: Any = choice_type(WORDS, __name__)
