"""What may be done now. An offer is an option, which is data, and the function it does, which never leaves here.

Offers are derived from the state each time and stored nowhere. Legality is written in them and nowhere else:
the reason that greys an option out is the reason that refuses it.
"""

from collections.abc import Callable, Iterable
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import Choice, Param, satisfiable, total


class Ask(Struct, frozen=True, gc=False):
    """An odds question that goes with an option.

    `known` are its parameters as far as the view tells; `fills` adds to a parameter what the choice brings: the
    numbers on the picked items (`target.protection`: a further number of theirs), or the chosen number. `words` is
    what the figure means: "you make it"; with `flip` it is the chance that the question's event does not happen. One
    that rests on a condition in its words is not `alone`: it may not stand without them, beside figures of other options.
    """

    question: str
    known: tuple[tuple[str, int | str], ...] = ()
    fills: tuple[tuple[str, str], ...] = ()
    words: str = ""
    flip: bool = False
    alone: bool = True

    def given(self, params: tuple[Param, ...], choice: Choice) -> dict[str, int | str]:
        """The parameters of the question, once something is chosen."""
        found: dict[str, int | str] = dict(self.known)
        named = {p.name: p for p in params}
        for parameter, source in self.fills:
            name, _, which = source.partition(".")
            if name in named and name in choice:
                so_far = found.get(parameter, 0)
                found[parameter] = (so_far if isinstance(so_far, int) else 0) + total(named[name], choice[name], which)
        return found


class Option(Struct, frozen=True, gc=False, cache_hash=True):
    """One thing one seat may do now, as data: sent, drawn, listed, sampled, checked against.

    `ask` is what the window asks its seat ("Say what you do."); `group` the row it stands in; `rank` the order in
    which windows are taken one at a time (lower first); `first` marks the one next step; `standing` options are
    usable at any time and never waited for; a `reaction` belongs to what is under way, and nobody waits for it either;
    of a `private` one others see only that the seat is choosing. `figures` are the ids of figures of the game
    (`Game.figures`): what a choice here is worth. Options that name the same figure may be compared by it.
    """

    seat: str
    window: str
    key: str
    label: str
    params: tuple[Param, ...] = ()
    rule: str = ""
    blocked: str = ""
    instead: str = ""
    rank: int = 0
    ask: str = ""
    group: str = ""
    says: str = ""
    price: str = ""
    first: bool = False
    standing: bool = False
    private: bool = False
    figures: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    reaction: bool = False


class Offer:
    """An option and what it does. `do(state, **choice)` gives the next state and checks nothing.

    Whose it is, which one, its rank, whether it is blocked and a reaction can be asked without looking at the option.
    """

    __slots__ = ("_made", "_make", "blocked", "key", "rank", "reaction", "seat", "window")

    def __init__(self, option: Option, do: Callable[..., Any]) -> None:
        self.seat, self.window, self.key, self.blocked = option.seat, option.window, option.key, option.blocked
        self.rank, self.reaction = option.rank, option.reaction
        self._made: tuple[Option, Callable[..., Any]] | None = (option, do)
        self._make: Callable[[], Offer] | None = None

    def _both(self) -> tuple[Option, Callable[..., Any]]:
        if self._made is None:
            assert self._make is not None
            made = self._make()
            self._made = (made.option, made.do)
        return self._made

    @property
    def option(self) -> Option:
        """What is offered, as data."""
        return self._both()[0]

    @property
    def do(self) -> Callable[..., Any]:
        """What taking it does."""
        return self._both()[1]


class Later(Offer):
    """An offer whose option `make` writes out when somebody looks at it: the same in all that is known before.

    Where a seat has twenty options and takes one, the other nineteen need not be written.
    """

    __slots__ = ()

    def __init__(
        self, seat: str, window: str, key: str, blocked: str, make: Callable[[], Offer], rank: int = 0, *,
        reaction: bool = False,
    ) -> None:  # fmt: skip
        self.seat, self.window, self.key, self.blocked, self.rank = seat, window, key, blocked, rank
        self.reaction = reaction
        self._made, self._make = None, make


def offer(
    seat: str,
    window: int | str,
    key: str,
    label: str,
    do: Callable[..., Any],
    *params: Param,
    rule: str = "",
    blocked: str = "",
    instead: str = "",
    rank: int = 0,
    ask: str = "",
    group: str = "",
    says: str = "",
    price: str = "",
    first: bool = False,
    standing: bool = False,
    private: bool = False,
    reaction: bool = False,
    figures: tuple[str, ...] = (),
    asks: tuple[Ask, ...] = (),
) -> Offer:
    """Make an offer; one whose parameters nobody could fill blocks itself."""
    if not blocked and params:
        for p in params:
            if not satisfiable(p):
                blocked = f"{p.label or p.name}: there is nothing to choose."
                break
    option = Option(
        seat, str(window), key, label, params, rule, blocked, instead, rank, ask, group, says, price, first,
        standing, private, figures, asks, reaction,
    )  # fmt: skip
    return Offer(option, do)


def bound(do: Callable[..., Any], **known: Any) -> Callable[..., Any]:
    """Bind what an offer knows already, early, so that a loop cannot bind it late."""
    return partial(do, **known)


def awaited(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """What the table waits for: the open offers of the first rank. Reactions wait for nobody, and nobody for them."""
    open_ = [each for each in offers if not each.blocked and not each.reaction]
    first = min((each.rank for each in open_), default=0)
    return tuple(each for each in open_ if each.rank == first)


def find(offers: Iterable[Offer], act: Act) -> Offer | None:
    """The offer an act means, by seat, window and key."""
    for each in offers:
        if each.key == act.key and each.seat == act.seat and each.window == act.window:
            return each
    return None


def terms(option: Option) -> str:
    """A short digest of an option, to notice that it moved between the look and the tap."""
    return blake2b(msgspec.json.encode(option), digest_size=6).hexdigest()


def moved(option: Option) -> Refusal:
    """What is said when an option's terms are no longer those that were seen."""
    return Refusal(option.rule, f"{option.label}: the numbers have moved since you looked.", "Look again, then decide.")
