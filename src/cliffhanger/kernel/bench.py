"""The bench: how what a file holds is tried in play, with it and with something plain in its place.

A game says in which position, and what is counted; who asks walks it for exact figures, tosses it once, or lets bots play
it out. Nothing here draws a number.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from cliffhanger.kernel.inputs import Act


class Choice(NamedTuple):
    """Somebody who may use what is tried, or may stand against it."""

    id: str
    name: str


class Position(NamedTuple):
    """A state to begin from, and the act by which what is tried is used there, if one act does it."""

    state: Any
    act: Act | None = None


class Bar(NamedTuple):
    """A figure of the game that is shown as a bar: in which words, and for a mean how much fills the bar.

    With `at_least` it is the chance of so much of what has a mean.
    """

    figure: str
    words: str
    full: int = 1
    at_least: int = 0


class Count(NamedTuple):
    """What is counted in a fight, from its first state and its last; with `share` it is 0 or 1, and told in per cent."""

    words: str
    of: Callable[[Any, Any], int]
    share: bool = False


class Trial(NamedTuple):
    """One thing in play, twice: with it, and `without`, where something plain is in its place.

    `once` is where it is used by one act, `fight` where bots begin to play; `bars` are figures of that act, `counts` what
    comes of a fight, which is at its end where `over` says so. `plain` are words for what stands in its place.
    """

    once: Position
    once_without: Position
    fight: Any
    fight_without: Any
    bars: tuple[Bar, ...]
    counts: tuple[Count, ...]
    over: Callable[[Any], bool]
    plain: str


class Bench(Struct, frozen=True):
    """How the cards of a form are tried, each by its number among those that the form draws.

    `users` gives who may use it, or says why nobody can; `foes` whom one of them may use it against. `stage` sets up the
    trial of one against another. `example` is the file that a bench begins with.
    """

    users: Callable[[Any, int], tuple[Choice, ...] | str]
    foes: Callable[[Any, int, str], tuple[Choice, ...]]
    stage: Callable[[Any, int, str, str], Trial]
    example: str
