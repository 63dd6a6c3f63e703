"""What offers ask for and cost, made of the things of this table: cards, Characters, words, prices."""

from collections.abc import Callable, Iterable, Mapping

from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.state import Table
from cliffhanger.kernel.params import Cost, Item, Pick

Shut = Callable[[str], str] | None
"""Says of a card or a Character why it cannot be picked now."""
Says = Callable[[Table, str], str]
"""Says in a few words what a card or a Character is."""


def no_words(_s: Table, _which: str) -> str:
    """Cards that are on the table already say themselves what they are."""
    return ""


def items(s: Table, found: Iterable[str], shut: Shut = None, says: Says = no_words) -> tuple[Item, ...]:
    """Cards or Characters that can be picked."""
    return tuple([Item(e, name_of(s, e), says=says(s, e), blocked=shut(e) if shut else "", on=e) for e in found])


def pick(
    s: Table,
    name: str,
    label: str,
    found: Iterable[str],
    least: int = 1,
    most: int = 1,
    shut: Shut = None,
    says: Says = no_words,
) -> tuple[Pick]:
    """Some of these cards or Characters."""
    return (Pick(name, label, items(s, found, shut, says), least, most),)


def word(name: str, found: Iterable[str], label: str = "Which") -> tuple[Pick]:
    """One of these words, as they are written for people."""
    return (Pick(name, label, tuple([Item(each, title(each)) for each in found])),)


def points(s: Table, name: str, label: str, each: Mapping[str, int], n: int) -> tuple[Pick]:
    """So many points, of which a Character has at most so many each: "ann/0", "ann/1"."""
    single = tuple(Item(f"{who}/{nth}", name_of(s, who)) for who, most in each.items() for nth in range(most))
    return (Pick(name, label, single, n, n),)


def costs(price: Mapping[str, int]) -> tuple[Cost, ...]:
    """A price as it stands on a button."""
    return tuple([Cost(n, title(counter)) for counter, n in price.items()])
