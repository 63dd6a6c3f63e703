"""Zones: the piles that cards lie in, and which of their faces a seat has seen.

What a seat has looked at it knows as long as the card lies there; what was seen on top of a deck is drawn next.
"""

from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.roster import hand
from cliffhanger.games.plot_twist.rules.state import Table
from cliffhanger.games.plot_twist.rules.stock import Known
from cliffhanger.kernel.frames import change, replace

PILES: dict[str, str] = {"combat_deck": "deck", "combat_hand": "hand", "discards": "thrown", "plot_hand": "plot"}
"""The piles of a seat, by the words of cards."""


def pile(s: Table, seat: str, zone: str) -> Ids:
    """The cards of a pile of a seat, by the word for its zone."""
    found: Ids = getattr(hand(s, seat), PILES[zone])
    return found


def in_a_pile(s: Table, instance: str) -> bool:
    """Whether a card lies in a pile of anybody, in the Twists Deck, or face-down."""
    held = any(instance in getattr(h, field) for h in s.hands for field in PILES.values())
    return held or instance in s.twists or any(each.id == instance and not each.up for each in s.lying)


def knows(s: Table, seat: str, found: Ids) -> Table:
    """A seat sees hidden cards, and knows them as long as they lie where they are."""
    new = tuple(Known(seat, each) for each in found if Known(seat, each) not in s.known)
    return replace(s, known=(*s.known, *new)) if new else s


def forgets(s: Table, found: Ids) -> Table:
    """Cards are somewhere else, where nobody can tell which they are."""
    left = tuple([each for each in s.known if each.card not in found])
    return replace(s, known=left) if len(left) < len(s.known) else s


def tops(s: Table, seat: str, found: Ids) -> Table:
    """These cards lie on top of a deck, below those that do so already."""
    return replace(s, hands=change(s.hands, seat, top=(*hand(s, seat).top, *found)))


def shuffled(s: Table, seat: str, zone: str) -> Table:
    """Nobody knows any more what lies on top."""
    if zone == "twists":
        return replace(forgets(s, s.top), top=(), below=())
    return replace(forgets(s, hand(s, seat).top), hands=change(s.hands, seat, top=()))


def in_the_middle(s: Table) -> Ids:
    """The Twists of the deck between those on top and those below that somebody has seen: of these chance picks."""
    seen = s.top + s.below
    return tuple([each for each in s.twists if each not in seen]) if seen else s.twists


def without_twists(s: Table, found: Ids) -> Table:
    """Cards are gone from the Twists Deck."""
    s, gone = forgets(s, found), frozenset(found)
    piles = {pile: held for pile in ("twists", "top", "below") if not gone.isdisjoint(held := getattr(s, pile))}
    return replace(s, **{pile: tuple([each for each in held if each not in gone]) for pile, held in piles.items()})
