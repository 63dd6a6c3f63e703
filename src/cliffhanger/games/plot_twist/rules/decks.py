"""Piles of cards: decks, hands and discards, and what goes from one to another. Nothing else replaces parts of them.

What a seat has looked at it knows as long as the card lies there; what was seen on top of a deck is drawn next.
"""

from typing import Any

from cliffhanger.games.plot_twist.rules.book import card, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, HAND, Ids, Lying
from cliffhanger.games.plot_twist.rules.roster import changed, combat, hand, seat_name
from cliffhanger.games.plot_twist.rules.state import Combat, Table
from cliffhanger.kernel.effects import known
from cliffhanger.kernel.frames import change, replace, tell

PILES: dict[str, str] = {"combat_deck": "deck", "combat_hand": "hand", "discards": "thrown", "plot_hand": "plot"}
"""The piles of a seat, by the words of cards."""
IN_HANDS = (*PILES.values(), "top")
knows, forgets = known.knows, known.forgets


def _pile(s: Table, seat: str, **changes: Any) -> Table:
    piles = {key: tuple(sorted(value)) if type(value) is tuple else value for key, value in changes.items()}
    return replace(s, hands=change(s.hands, seat, **piles))


def due(s: Table, seat: str, n: int) -> Table:
    """A seat is to draw, never beyond 3 in hand; a new Conflict alone draws nothing.  [PT-DECK-01, PT-RUL-62]"""
    h = hand(s, seat)
    return _pile(s, seat, due=max(0, min(n, HAND - len(h.hand))))


def drawn(s: Table, seat: str, found: Ids) -> Table:
    """Cards come into a hand."""
    h = hand(s, seat)
    s = tell(s, "draws", seat_name(s, seat), "PT-DECK-01", amount=len(found))
    if not set(found) <= set(h.top):
        s = forgets(s, found)
    top = tuple(each for each in h.top if each not in found)
    s = _pile(s, seat, deck=tuple(each for each in h.deck if each not in found), hand=(*h.hand, *found))
    return replace(s, hands=change(s.hands, seat, due=h.due - len(found), top=top))


def reshuffle(s: Table, seat: str) -> Table:
    """Where the deck is empty and a card is to be drawn, the discards are a new deck; with none the drawing stops.  [PT-RUL-40]"""
    h = hand(s, seat)
    if not h.thrown or s.house.deck_empty == "stop":
        return _pile(s, seat, due=0)
    s = tell(s, "reshuffles", seat_name(s, seat), "PT-RUL-40")
    return _pile(s, seat, deck=h.thrown, thrown=())


def leaves_hand(s: Table, seat: str, instance: str) -> Table:
    """A card is shown: it is in no pile until it is carried out, and one of those that were played in the Combat."""
    h, fight = hand(s, seat), combat(s)
    s = changed(s, Combat, played=(*fight.played, f"{seat}/{instance}")) if fight else s
    return _pile(forgets(s, (instance,)), seat, hand=tuple(each for each in h.hand if each != instance))


def leaves_plot(s: Table, seat: str, instance: str) -> Table:
    """A card of the Plot Hand is shown; it never comes back.  [PT-RUL-43]"""
    s = forgets(s, (instance,))
    return _pile(s, seat, plot=tuple(each for each in hand(s, seat).plot if each != instance))


def to_discards(s: Table, seat: str, *found: str) -> Table:
    """Cards that were in no pile go to the discards."""
    return _pile(s, seat, thrown=(*hand(s, seat).thrown, *found))


def discard(s: Table, seat: str, found: Ids) -> Table:
    """Cards go from a hand to the discards.  [PT-DECK-03]"""
    return moves_cards(s, seat, found, "combat_hand", "discards")


def moves_cards(s: Table, seat: str, found: Ids, source: str, to: str) -> Table:
    """Cards go from one zone to another; those that are thrown away are told, and only Combat cards ever come back."""
    if not found:
        return s
    if to == "discards":
        s = tell(s, "discards", seat_name(s, seat), "PT-DECK-03", cards=[name_of(s, each) for each in found])
    else:
        s = tell(s, "moves_cards", seat_name(s, seat), "", amount=len(found), what=source, to=to)
    s, gone = without_twists(s, found), frozenset(found)
    for h in s.hands:
        held = {field: pile for field in IN_HANDS if not gone.isdisjoint(pile := getattr(h, field))}
        left = {field: tuple([each for each in pile if each not in gone]) for field, pile in held.items()}
        s = replace(s, hands=change(s.hands, h.id, **left)) if left else s
    s = replace(s, lying=tuple(each for each in s.lying if each.up or each.id not in found))
    if to == "twists":
        return replace(s, twists=tuple(sorted((*s.twists, *found))))
    if to == "events":
        return replace(s, lying=(*s.lying, *(Lying(each, GM, up=False) for each in found)))
    if to == "discards":
        return to_discards(s, seat, *(each for each in found if card(s, each).kind == "combat"))
    return _pile(s, seat, **{PILES[to]: (*getattr(hand(s, seat), PILES[to]), *found)})


def pile(s: Table, seat: str, zone: str) -> Ids:
    """The cards of a pile of a seat, by the word for its zone."""
    found: Ids = getattr(hand(s, seat), PILES[zone])
    return found


def in_a_pile(s: Table, instance: str) -> bool:
    """Whether a card lies in a pile of anybody, in the Twists Deck, or face-down."""
    held = any(instance in getattr(h, field) for h in s.hands for field in PILES.values())
    return held or instance in s.twists or any(each.id == instance and not each.up for each in s.lying)


def held(s: Table, seat: str, kind: str) -> Ids:
    """The cards of a kind that a seat holds."""
    h = hand(s, seat)
    return tuple(each for each in (h.hand if kind == "combat" else h.plot) if card(s, each).kind == kind)


def face_down(s: Table, kind: str) -> Ids:
    """The cards of a kind that lie face-down."""
    return tuple(each.id for each in s.lying if not each.up and card(s, each.id).kind == kind)


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
