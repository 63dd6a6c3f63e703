"""Words for hands and piles, and the cards that somebody has to pick for them."""

from collections.abc import Iterator
from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.collections import FITS
from cliffhanger.games.plot_twist.files.words import title
from cliffhanger.games.plot_twist.rules import choices, decks, facts, roster
from cliffhanger.games.plot_twist.rules.book import card, effect, name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, HAND, Ids
from cliffhanger.games.plot_twist.rules.state import Context, MoveCards, Resolve, Table
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.effects.known import known
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import ids


def draw(s: Table, f: Resolve, e: effects.Draw, who: Ids) -> Table:
    """The seat of each draws, never beyond 3 in hand.  [PT-DECK-01]"""
    for seat in _seats(s, who):
        s = decks.due(s, seat, roster.hand(s, seat).due + facts.amount(s, e.count, f.ctx))
    return s


def discard(s: Table, f: Resolve, e: effects.Discard, who: Ids) -> Table:
    """Cards of a hand are thrown away; nobody picks among cards they do not see, so then it is by chance."""
    for seat in _seats(s, who):
        s = _moves(s, f, e, seat, (e.zone, "discards"), _picker(s, e, seat, f))
    return s


def search(s: Table, f: Resolve, e: effects.Search, who: Ids) -> Table:
    """The owner of a pile looks through it and takes cards; it is not shuffled."""
    for seat in _seats(s, who):
        s = decks.knows(s, seat, pile(s, seat, e.zone, f.ctx)) if e.zone in OF_THE_TABLE else s
        s = _moves(s, f, e, seat, (e.zone, e.to), seat)
    return s


def move_card(s: Table, f: Resolve, e: effects.MoveCard, who: Ids) -> Table:
    """Cards go from one pile to another; from a deck the top ones, which is chance."""
    for seat in _seats(s, who):
        picker = "" if e.from_ in ("combat_deck", "twists") else _picker(s, e, seat, f)
        s = _moves(s, f, e, seat, (e.from_, e.to), picker)
    return s


def _picker(s: Table, e: effects.Discard | effects.MoveCard, seat: str, f: Resolve) -> str:
    """Who picks the cards: their holder, chance, or the owner of the effect, as far as they have seen them."""
    if e.pick != "owner" or seat == f.ctx.seat:
        return "" if e.pick == "random" else seat
    zone = e.zone if isinstance(e, effects.Discard) else e.from_
    return f.ctx.seat if known(s, f.ctx.seat) & set(pile(s, seat, zone, f.ctx)) else ""


def shuffle(s: Table, f: Resolve, e: effects.Shuffle, who: Ids) -> Table:
    """A pile is shuffled: what somebody has seen on top is anywhere in it."""
    for seat in _seats(s, who or ("",)):
        s = decks.shuffled(s, seat, e.zone)
    return tell(s, "shuffles", name_of(s, f.ctx.card))


def _seats(s: Table, who: Ids) -> Ids:
    return tuple(dict.fromkeys(facts.seat_of(s, each) or GM for each in who))


OF_THE_TABLE = ("twists", "events")
ANY = ("cards", "discards")
"""Zones that take cards of any kind."""


def pile(s: Table, seat: str, zone: str, ctx: Context) -> Ids:
    """The cards of a zone: a pile of a seat, the Twists Deck, the Events that lie face-down, or those picked before."""
    if zone == "cards":
        return tuple(each for each in ctx.cards if decks.in_a_pile(s, each))
    if zone == "events":
        return decks.face_down(s, "event")
    return s.twists if zone == "twists" else decks.pile(s, seat, zone)


def _moves(s: Table, f: Resolve, e: Any, seat: str, way: tuple[Any, Any], chooser: str) -> Table:  # noqa: ANN401
    """Cards are to be moved, as many as there are, and never more than 3 into a Combat Hand."""
    move = MoveCards(seat, 0, *way, f.left[0], f.ctx, chooser, phase="pick" if chooser else "random")
    count = min(len(among(s, move)), max(0, facts.amount(s, e.count, f.ctx)))
    if move.to == "combat_hand":
        count = min(count, HAND - len(roster.hand(s, seat).hand))
    return push(s, replace(move, count=count)) if count > 0 else s


def among(s: Table, f: MoveCards) -> Ids:
    """The cards that may be meant."""
    found = pile(s, f.seat, f.source, f.ctx)
    if f.to not in ANY:
        found = tuple(each for each in found if card(s, each).kind in FITS[ZONED[f.to]])
    if f.chooser not in ("", f.seat):
        seen = known(s, f.chooser)
        found = tuple([each for each in found if each in seen])
    if not f.effect:
        return found
    where = effect(s, f.effect).where
    every = where is None or facts.of_people(where)
    return tuple(each for each in found if every or holds(where, facts.look(s, f.ctx, each)))


ZONED = {"combat_deck": "combat", "combat_hand": "combat", "plot_hand": "plot", "twists": "twists", "events": "events"}


def advance(s: Table, f: MoveCards) -> Table:
    """Cards that were picked before go at once, what somebody has seen on top of a deck goes first; the rest is asked for."""
    if f.source == "cards":
        return settle(s, f, among(s, f)[: f.count])
    if f.phase == "random":
        tops = {"combat_deck": roster.hand(s, f.seat).top, "twists": s.top}.get(f.source, ())
        found = tuple(each for each in tops if each in among(s, f))[: f.count]
        return settle(s, f, found) if found else s
    if f.chooser != f.seat and len(seen := among(s, f)) < f.count:
        rest = replace(f, count=f.count - len(seen), chooser="", phase="random")
        return push(settle(s, replace(f, count=len(seen)), seen), rest)
    return s


def settle(s: Table, f: MoveCards, found: Ids) -> Table:
    """These cards go; if there are more to go, they are still asked for."""
    s = decks.moves_cards(s, f.seat, found, f.source, f.to)
    s = turn(s, count=f.count - len(found)) if len(found) < f.count else pop(s)
    return roster.changed(s, Resolve, ctx=replace(f.ctx, cards=found)) if f.effect else s


def drawing(s: Table, f: MoveCards) -> Draw:
    """Chance picks: whoever draws into a hand sees it, else everybody does."""
    seat, found = f.seat if f.to in ("combat_hand", "plot_hand") else "", among(s, f)
    found = tuple(each for each in found if each not in s.below) or found
    return Draw(f"{f.number}.move", seat, "move", found, min(f.count, len(found)))


def picked(s: Table, cards: str | Ids) -> Table:
    """Whoever chooses has picked."""
    return settle(s, top(s), ids(cards))


AWAY = Kind("cards", "These cards", picked, rule="PT-DECK-03", group="Card", first=True)


def offers(s: Table, f: MoveCards) -> Iterator[Offer]:
    """Which cards go."""
    if f.phase == "pick":
        asks = choices.pick(s, "cards", "Which", among(s, f), f.count, f.count)
        ask = f"{name_of(s, f.ctx.card)}: which cards go to {title(f.to)}?"
        yield AWAY.open(f.chooser, f"{f.number}", asks, ask=ask)
