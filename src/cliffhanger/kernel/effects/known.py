"""Who has seen what: hidden cards that a seat has looked at, and knows as long as they lie where they are."""

from typing import Protocol, TypeVar

from msgspec import Struct

from cliffhanger.kernel.effects.state import Ids
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
