"""What lies ready before a game, and what seats have seen of hidden cards."""

from msgspec import Struct

Ids = tuple[str, ...]


class Known(Struct, frozen=True, gc=False, cache_hash=True):
    """A card that a seat has seen where it lies hidden, as long as it lies there."""

    seat: str
    card: str


class Stock(Struct, frozen=True, gc=False, cache_hash=True):
    """A ready deck: each card as often as it is in there."""

    name: str
    kind: str
    cards: Ids


class Opening(Struct, frozen=True, gc=False, cache_hash=True):
    """What a table can open with: a set-up of a file, or what comes first where there is none."""

    id: str
    villain: str
    objective: str = ""
    location: str = ""
    heroes: Ids = ()
    mooks: Ids = ()
    equipment: Ids = ()
    events: Ids = ()
    twists: Ids = ()
    decks: Ids = ()
