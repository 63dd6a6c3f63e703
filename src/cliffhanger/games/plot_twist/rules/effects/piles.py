"""Words for hands and piles: draw, discard, nullify; and the cards that have to be thrown away."""

from collections.abc import Iterator
from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.rules import facts, roster, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.state import GM, Discard, Ids, Resolve, Table
from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.frames import pop, push, tell, top
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick


def draw(s: Table, f: Resolve, e: effects.Draw, who: Ids) -> Table:
    """The seat of each draws, never beyond 3 in hand.  [PT-DECK-01]"""
    for seat in dict.fromkeys(facts.seat_of(s, each) or GM for each in who):
        s = verbs.due(s, seat, roster.hand(s, seat).due + facts.amount(s, e.count, f.ctx))
    return s


def discard(s: Table, f: Resolve, e: effects.Discard, who: Ids) -> Table:
    """Cards of a hand are thrown away; nobody picks among cards they do not see, so then it is by chance."""
    for seat in dict.fromkeys(facts.seat_of(s, each) or GM for each in who):
        count = min(len(roster.hand(s, seat).hand), max(0, facts.amount(s, e.count, f.ctx)))
        blind = e.pick == "random" or (e.pick == "owner" and seat != f.ctx.seat)
        if count and e.zone == "combat_hand":
            s = push(s, Discard(seat, count, "" if blind else seat, phase="random" if blind else "pick"))
    return s


def drawing(s: Table, f: Discard) -> Draw:
    """Chance picks, and everybody sees it."""
    return Draw(f"{f.number}.discard", "", "discard", roster.hand(s, f.seat).hand, f.count)


def settle(s: Table, f: Discard, found: Ids) -> Table:
    """These cards are gone."""
    return verbs.discard(pop(s), f.seat, found)


def throws_away(s: Table, cards: str | Ids) -> Table:
    """Whoever holds the cards has picked."""
    return settle(s, top(s), (cards,) if isinstance(cards, str) else cards)


AWAY = Kind("discard", "Throw away", throws_away, rule="PT-DECK-03", group="Card", first=True)


def offers(s: Table, f: Discard) -> Iterator[Offer]:
    """Which cards are thrown away."""
    if f.phase == "pick":
        items = tuple(Item(each, name_of(s, each), on=each) for each in roster.hand(s, f.seat).hand)
        yield AWAY.open(f.chooser, f"{f.number}", (Pick("cards", "Which", items, f.count, f.count),))


def nullify(s: Table, f: Resolve, e: effects.Nullify, _who: Ids) -> Table:
    """This card stays in play with a blank text.  [PT-NUL-01]"""
    if e.what != "card" or not any(each.id == f.ctx.card for each in s.lying):
        return s
    s = tell(s, "nullified", name_of(s, f.ctx.card), "PT-NUL-01")
    return verbs.nullify(s, f.ctx.card)


WORDS: dict[type, Any] = {effects.Draw: draw, effects.Discard: discard, effects.Nullify: nullify}
