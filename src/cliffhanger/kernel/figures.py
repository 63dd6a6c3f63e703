"""Figures beside options: what each means, and how to tell from the rules what came of an act.

A figure says nothing of dice: the rules are walked from what a seat may see (`odds.worth`), and the figure tells at
every position whether what it counts has come about. Options name figures by id, because options are data.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer, awaited
from cliffhanger.kernel.params import first

Policy = Callable[[Any, tuple[Offer, ...]], Act | None]
"""What people answer in a state, given the offers that are open; None where it has no answer."""
Way = tuple[Act, Policy]
"""An act that is walked from, and how people answer after it."""
Asked = tuple[str, Mapping[str, int | str]]
"""The name of an odds question of the game, and its parameters."""


def take(offer: Offer, **choice: Any) -> Act:
    """Take an offer as it lies there, but for what is given."""
    return Act(offer.seat, offer.window, offer.key, first(offer.params) | choice)


def take_first(_s: Any, offers: tuple[Offer, ...]) -> Act | None:  # noqa: ANN401
    """Whoever the table waits for takes the option marked `first` as it lies there; without one, the first there is."""
    waited = awaited(offers)
    found = next((each for each in waited if each.option.first), next(iter(waited), None))
    return None if found is None else take(found)


class Figure(Struct, frozen=True):
    """An exact figure that may stand beside an option: a chance, or a mean.

    `words` say what it is of ("you hit"). `came(before, act, now)` is asked first of every position after the act:
    True or False for a chance, a whole number for a mean, None while that is open; with `parts`, which of them it is
    (0 is the first). `parts` are outcomes in words, from good to bad, one of which always comes about; the figure is
    the chance of the first. `policy` is what people do until then. `same` says which positions share one future (by
    default, those equal but for their numbering), `fold` which faces of a roll come to the same for this figure.

    `ways(before, act)` is for a figure of more than the act beside it: the best of these ways is what it is of.
    `closed(before, act)` names a question of the game that answers instead, only where a walk would take too long; None
    where this act has no figure. A law of `testing.figure_laws` holds every closed form to the walk. `came`, `fold`,
    `ways` and `policy` may raise OutOfRange where there is no figure.

    A figure that rests on a condition in its words is not `alone`: it may not stand without them beside figures of other
    options. A `step` ("one more point") is a condition that is close at hand: the figure says what the first one beside
    the same option would become by it, and whoever sees the one is shown the other.
    """

    id: str
    words: str
    came: Callable[[Any, Act, Any], int | None]
    policy: Policy = take_first
    same: Callable[[Any], Hashable] | None = None
    fold: Callable[[Any, Roll], Fold] | None = None
    ways: Callable[[Any, Act], Iterable[Way]] | None = None
    parts: tuple[str, ...] = ()
    closed: Callable[[Any, Act], Asked | None] | None = None
    unit: Literal["chance", "mean"] = "chance"
    alone: bool = True
    step: str = ""
