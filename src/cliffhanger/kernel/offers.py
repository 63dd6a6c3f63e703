"""What may be done now. An offer is an option, which is data, and the function it does, which never leaves here.

Offers are derived from the state each time and stored nowhere. Legality is written in them and nowhere else:
the reason that greys an option out is the reason that refuses it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import blake2b
from typing import Any, TypeAlias, TypeVar

import msgspec

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.option import Option, Verb
from cliffhanger.kernel.params import Param, satisfiable

__all__ = [
    "Later", "Lazy", "Offer", "Option", "Verb", "awaited", "bound", "find", "moved", "offer", "terms",
]  # fmt: skip
T = TypeVar("T")
Lazy: TypeAlias = T | Callable[[], T]
"""A value, or a function that makes it when somebody looks."""
NO_WORDS: Mapping[str, Any] = {}


class Offer:
    """An option and what it does. `do(state, **arguments)` gives the next state and checks nothing.

    What a look at the table needs is there at once: whose it is, which one, whether it is blocked, what it does. What
    it asks for and its words are made when somebody looks: where a seat has twenty options and takes one, the words of
    the other nineteen are never written.
    """

    __slots__ = ("_of", "_option", "_params", "_words", "blocked", "do", "key", "rank", "reaction", "seat", "window")

    def __init__(
        self,
        seat: str,
        window: str,
        key: str,
        do: Callable[..., Any],
        params: Lazy[tuple[Param, ...]] = (),
        words: Mapping[str, Any] = NO_WORDS,
        of: Mapping[str, Any] = NO_WORDS,
        *,
        blocked: str = "",
        rank: int = 0,
        reaction: bool = False,
    ) -> None:
        self.seat = seat
        self.window = window
        self.key = key
        self.do = do
        self.blocked = blocked
        self.rank = rank
        self.reaction = reaction
        self._params = params
        self._words = words
        self._of = of
        self._option: Option | None = None

    @classmethod
    def of(cls, option: Option, do: Callable[..., Any]) -> "Offer":
        """An offer of an option that is written out already."""
        made = cls(
            option.seat,
            option.window,
            option.key,
            do,
            option.params,
            blocked=option.blocked,
            rank=option.rank,
            reaction=option.reaction,
        )
        made._option = option
        return made

    @property
    def params(self) -> tuple[Param, ...]:
        """What has to be chosen to take it."""
        if callable(self._params):
            self._params = self._params()
        return self._params

    @property
    def option(self) -> Option:
        """What is offered, as data."""
        if self._option is None:
            said = {**self._of, **self._words}
            words = {name: value() if callable(value) else value for name, value in said.items()}
            self._option = Option(
                self.seat,
                self.window,
                self.key,
                params=self.params,
                blocked=self.blocked,
                rank=self.rank,
                reaction=self.reaction,
                **words,
            )
        return self._option


class Later(Offer):
    """An offer that `make` writes out, deed and all, when somebody looks at it."""

    __slots__ = ("_make",)

    def __init__(
        self,
        seat: str,
        window: str,
        key: str,
        blocked: str,
        make: Callable[[], Offer],
        rank: int = 0,
        *,
        reaction: bool = False,
    ) -> None:
        super().__init__(seat, window, key, self._does, self._asks, blocked=blocked, rank=rank, reaction=reaction)
        self._make: Callable[[], Offer] | Offer = make

    def _made(self) -> Offer:
        if not isinstance(self._make, Offer):
            self._make = self._make()
        return self._make

    def _does(self, s: Any, **choice: Any) -> Any:  # noqa: ANN401
        return self._made().do(s, **choice)

    def _asks(self) -> tuple[Param, ...]:
        return self._made().params

    @property
    def option(self) -> Option:
        """What is offered, as data."""
        return self._made().option


def offer(
    seat: str,
    window: int | str,
    key: str,
    label: Lazy[str],
    do: Callable[..., Any],
    *params: Param | Callable[[], tuple[Param, ...]],
    blocked: str = "",
    rank: int = 0,
    reaction: bool = False,
    of: Mapping[str, Any] = NO_WORDS,
    **words: Any,
) -> Offer:
    """Make an offer; one whose parameters nobody could fill blocks itself.

    `params` are parameters, or one function that gives them all when they are wanted. `words` are the other fields of
    an Option (`says`, `ask`, `group`, `cost`, `first`, ...), each a value or a function that gives it when somebody
    looks; `of` are those that never change, written once for all offers of a kind. A name that no Option has is a
    TypeError at the first look, and a law looks at every option.
    """
    asked: Any = params
    if params:
        if callable(params[0]):
            asked = params[0]
        elif not blocked:
            blocked = _unfillable(params)
    words["label"] = label
    return Offer(seat, str(window), key, do, asked, words, of, blocked=blocked, rank=rank, reaction=reaction)


def _unfillable(params: Iterable[Any]) -> str:
    """Why nobody could fill these parameters; "" if somebody could."""
    for p in params:
        if not satisfiable(p):
            return f"{p.label or p.name}: there is nothing to choose."
    return ""


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
