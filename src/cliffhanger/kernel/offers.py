"""What may be done now. An offer is an option, which is data, and the function it does, which never leaves here.

Offers are derived from the state each time and stored nowhere. Legality is written in them and nowhere else:
the reason that greys an option out is the reason that refuses it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.option import NO_WORDS, Lazy, Offer, Option, Verb
from cliffhanger.kernel.params import Param, Pick, satisfiable

__all__ = [
    "NO_WORDS",
    "Kind",
    "Lazy",
    "No",
    "Offer",
    "Option",
    "Verb",
    "awaited",
    "beside",
    "bound",
    "find",
    "moved",
    "offer",
    "shared",
    "terms",
]


def offer(
    seat: str,
    window: int | str,
    key: str,
    label: Lazy[str],
    do: Callable[..., Any],
    /,
    *params: Param | Callable[[], tuple[Param, ...]],
    blocked: str = "",
    rank: int = 0,
    reaction: bool = False,
    of: Lazy[Mapping[str, Any]] = NO_WORDS,
    **words: Any,
) -> Offer:
    """Make an offer; one whose parameters nobody could fill blocks itself.

    `params` are parameters, or one function that gives them all when they are wanted. `words` are the other fields of
    an Option (`says`, `ask`, `group`, `cost`, `first`, ...), each a value or a function that gives it when somebody
    looks; `of` are those that all offers of a kind share, written once, or one function that gives them. A name that no
    Option has is a TypeError at the first look, and a law looks at every option.
    """
    asked: Any = params
    if params:
        if callable(params[0]):
            asked = params[0]
        elif not blocked:
            blocked = _unfillable(params)
    words["label"] = label
    return Offer(seat, str(window), key, do, asked, words, of, blocked, rank, reaction)


def shared(rule: str, group: str, says: str = "", **words: Any) -> dict[str, Any]:
    """The words that all offers of a kind share (`of`): the rule they rest on, the row they stand in, what they do."""
    return {"rule": rule, "group": group, "says": says, **words}


def _unfillable(params: Iterable[Any]) -> str:
    """Why nobody could fill these parameters; "" if somebody could."""
    for p in params:
        if not satisfiable(p):
            items = p.items if type(p) is Pick else ()
            if items and all(item.blocked for item in items):
                return items[0].blocked
            return f"{p.label or p.name}: there is nothing to choose."
    return ""


class No(NamedTuple):
    """Why an offer is closed, and what would help; `rule` where it is another than that of the offer."""

    why: str = ""
    instead: str = ""
    rule: str = ""


YES = No()


class Kind:
    """Offers of one kind: their key and label, what they do, their rank, and the words that all of them share.

    Called, it makes one of them: whose it is, where it is asked, what it asks for (parameters, or a function that gives
    them) and why it is closed, if it is; one that a `No` closes asks for nothing. The words of this one alone come
    last; they take the place of shared ones.
    """

    __slots__ = ("do", "key", "of", "rank")

    def __init__(self, key: str, label: str, do: Callable[..., Any], rank: int = 0, **of: Any) -> None:
        self.key, self.do, self.rank = key, do, rank
        self.of: Mapping[str, Any] = {"label": label, **of}

    def __call__(
        self,
        seat: str,
        window: int | str,
        asks: Lazy[tuple[Param, ...]] = (),
        blocked: str | No = "",
        /,
        *,
        key: str = "",
        do: Callable[..., Any] | None = None,
        rank: int | None = None,
        reaction: bool = False,
        **words: Any,
    ) -> Offer:
        """Make an offer of this kind; one whose parameters nobody could fill blocks itself."""
        if isinstance(blocked, No):
            words["instead"], why = blocked.instead, blocked.why
            if blocked.rule:
                words["rule"] = blocked.rule
            if why:
                asks = ()
        else:
            why = blocked
        if asks and not why and type(asks) is tuple:
            why = _unfillable(asks)
        if rank is None:
            rank = self.rank
        return Offer(seat, str(window), key or self.key, do or self.do, asks, words, self.of, why, rank, reaction)

    def bound(self, suffix: str = "", /, **known: Any) -> "Kind":
        """This kind for one of several: its deed knows something already, and a suffix comes after its key."""
        one = Kind(f"{self.key}.{suffix}" if suffix else self.key, "", partial(self.do, **known), self.rank)
        one.of = self.of
        return one

    def open(
        self,
        seat: str,
        window: str,
        asks: Lazy[tuple[Param, ...]] = (),
        rank: int | None = None,
        reaction: bool = False,
        /,
        **words: Any,
    ) -> Offer:
        """Make one that nothing closes and that can be answered whatever is there; a third of the time of a call."""
        if rank is None:
            rank = self.rank
        return Offer(seat, window, self.key, self.do, asks, words, self.of, "", rank, reaction)


def bound(do: Callable[..., Any], **known: Any) -> Callable[..., Any]:
    """Bind what an offer knows already, early, so that a loop cannot bind it late."""
    return partial(do, **known)


def beside(offer: Offer) -> Offer:
    """The same, open to somebody whom nobody waits for: a reaction."""
    return structs.replace(offer, reaction=True)


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
    words = msgspec.json.encode(structs.replace(option, params=()))
    return blake2b(words + _digest(option.params), digest_size=6).hexdigest()


@lru_cache(1024)
def _digest(params: tuple[Param, ...]) -> bytes:
    """A digest of what is asked for: the longest part of an option, and often asked of several seats, or again."""
    return blake2b(msgspec.json.encode(params), digest_size=16).digest()


def moved(option: Option) -> Refusal:
    """What is said when an option's terms are no longer those that were seen."""
    return Refusal(option.rule, f"{option.label}: the numbers have moved since you looked.", "Look again, then decide.")
