"""What lies on the table: Characters, hands and what is built for them, cards in play, Bystanders."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.games.plot_twist.files import words
from cliffhanger.kernel.files.declaration import Ref

GM = "gm"
Ids = tuple[str, ...]
OfPeople = Annotated[str, Ref("people", "a Character of this table")]
OfSeats = Annotated[str, Ref("seats", "a seat at this table")]
Count = Annotated[int, Meta(ge=0, le=9_999)]
Side = words.Side
MOVES, ATTACKS = 2, 1
"""Combat actions of a Turn; there are never more.  [PT-ACT-03]"""
HAND = 3
"""Cards in a Combat Hand.  [PT-DECK-01]"""


class Cover(Struct, frozen=True, gc=False, cache_hash=True):
    """Cover of one source; it stays until it is destroyed.  [PT-ARM-02]"""

    source: str
    n: Count


class Person(Struct, frozen=True, gc=False, cache_hash=True):
    """A Character: counters, actions and statuses.

    `physical`, `mental` and `social` are the Stress that is left. `will` is the Belief of a Hero, the Hate of a Villain.
    Of this Turn are `spent` (Energy) and `quantity_spent`, `used` (Free actions and what may be done once), `against`
    (whom it has started a Combat with). `hides`: a Crossover Villain that lies face-down. `bonus` is Energy that does not
    count for the Turn, `perceived` and `hacked` are successes towards a look at the Objective.
    """

    id: str
    seat: OfSeats
    kind: words.Played
    physical: Count = 0
    mental: Count = 0
    social: Count = 0
    physical_trauma: Count = 0
    mental_trauma: Count = 0
    will: Count = 0
    energy: Count = 0
    spent: Count = 0
    bonus: Count = 0
    perceived: Count = 0
    hacked: Count = 0
    quantity: Count = 0
    quantity_spent: Count = 0
    moves: Annotated[int, Meta(ge=0, le=MOVES)] = MOVES
    attacks: Annotated[int, Meta(ge=0, le=ATTACKS)] = ATTACKS
    statuses: tuple[words.Status, ...] = ()
    cover: tuple[Cover, ...] = ()
    equipment: Ids = ()
    active: str = ""
    used: Ids = ()
    against: Ids = ()
    out: Literal["", "incapacitated", "surrendered"] = ""
    hides: bool = False


class Built(Struct, frozen=True, gc=False, cache_hash=True):
    """The piles that a seat has chosen so far, by card."""

    id: OfSeats
    plot: Ids = ()
    combat: Ids = ()
    twists: Ids = ()
    events: Ids = ()


class Hand(Struct, frozen=True, gc=False, cache_hash=True):
    """The cards of a seat; `due` are still to be drawn. All are sorted: a pile has no order that anybody knows.

    But for `top`: those of the deck that somebody has looked at, which are drawn next, in this order.
    """

    id: OfSeats
    deck: Ids = ()
    hand: Ids = ()
    thrown: Ids = ()
    plot: Ids = ()
    due: Count = 0
    top: Ids = ()


class Lying(Struct, frozen=True, gc=False, cache_hash=True):
    """A card in play: whose it is, on whom it lies, and until when, if it leaves by itself.

    Of its goal are `won` (rolls), `met` (its condition holds and has been heard) and `pledged` ("ann/belief/2").
    """

    id: str
    seat: str
    on: str = ""
    until: str = ""
    up: bool = True
    nullified: bool = False
    marks: Count = 0
    timing: Count = 0
    won: Count = 0
    met: bool = False
    pledged: Ids = ()


class Bystander(Struct, frozen=True, gc=False, cache_hash=True):
    """A Bystander, and the Location it is in.  [PT-PLOT-05]"""

    id: str
    place: str


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
