"""Hidden cards: who has looked at which, and knows them as long as they lie there; and effects that would name them."""

from collections.abc import Callable, Set
from operator import is_
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from cliffhanger.kernel.effects.state import Ids, Moment, Playing, Resolve
from cliffhanger.kernel.frames import replace


class Known(Struct, frozen=True, gc=False, cache_hash=True):
    """A card that a seat has seen where it lies hidden, as long as it lies there."""

    seat: str
    card: str


class Hiding(Protocol):
    """A state in which cards lie hidden."""

    @property
    def known(self) -> tuple[Known, ...]:
        """What seats have seen of them."""


H = TypeVar("H", bound=Hiding)


def known(s: Hiding, seat: str) -> frozenset[str]:
    """The hidden cards that a seat has seen."""
    return frozenset([each.card for each in s.known if each.seat == seat])


def knows(s: H, seat: str, found: Ids) -> H:
    """A seat sees hidden cards, and knows them as long as they lie where they are."""
    new = tuple([each for card in found if (each := Known(seat, card)) not in s.known])
    return replace(s, known=(*s.known, *new)) if new else s


def forgets(s: H, found: Ids) -> H:
    """Cards are somewhere else, where nobody can tell which they are."""
    left = tuple([each for each in s.known if each.card not in found])
    return replace(s, known=left) if len(left) < len(s.known) else s


P = TypeVar("P", bound=Playing)


def unnamed(s: P, down: Set[str], hidden: Set[str], seen: Callable[[], Set[str]], back: str) -> P:
    """The state without what effects under way say of cards that lie face-down, for one who does not own those.

    Of what the cards `down` do nothing is there. Of `hidden` ones, and of those that were picked and are not `seen`, stands
    `back` instead. What needs no change stays the same object, and nobody asks what is `seen` where nothing was picked.
    """

    def tells(text: str) -> bool:
        """Whether a mark or a path names a card that lies face-down: "turn:blackout.gm-1#0"."""
        return text.rpartition(":")[2].partition("#")[0].partition("/")[0] in down

    def masked(held: Any) -> Any:  # noqa: ANN401  (a frame, or something that lasts or comes later)
        if isinstance(held, Resolve) and not hidden.isdisjoint(held.asks):
            held = replace(held, asks=tuple([back if each in hidden else each for each in held.asks]))
        if not hasattr(held, "ctx") or not held.ctx.cards or set(held.ctx.cards) <= (there := seen()):
            return held
        return replace(held, ctx=replace(held.ctx, cards=tuple([x if x in there else back for x in held.ctx.cards])))

    def left(rows: tuple[Any, ...]) -> tuple[Any, ...]:
        new = [masked(each) for each in rows if not (down and any(map(tells, _about(each))))]
        return rows if len(rows) == len(new) and all(map(is_, rows, new)) else tuple(new)

    if down:
        s = replace(s, **{marks: tuple([x for x in getattr(s, marks) if not tells(x)]) for marks in ("once", "chain")})
    return replace(s, stack=left(s.stack), lasting=left(s.lasting), delayed=left(s.delayed))


def _about(held: Any) -> Ids:  # noqa: ANN401  (a frame, or something that lasts or comes later)
    """The cards whose abilities it is about."""
    if isinstance(held, Moment):
        return tuple([each.card for each in held.due])
    return (held.ctx.card,) if hasattr(held, "ctx") else ()
