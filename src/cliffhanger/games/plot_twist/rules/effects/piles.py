"""Words for hands and piles: draw, discard, nullify."""

from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.rules import facts, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.state import GM, Ids, Resolve, Table
from cliffhanger.kernel.frames import tell


def draw(s: Table, f: Resolve, e: effects.Draw, who: Ids) -> Table:
    """The seat of each draws, never beyond 3 in hand.  [PT-DECK-01]"""
    for seat in dict.fromkeys(facts.seat_of(s, each) or GM for each in who):
        s = verbs.due(s, seat, facts.hand(s, seat).due + facts.amount(s, e.count, f.ctx))
    return s


def nullify(s: Table, f: Resolve, e: effects.Nullify, _who: Ids) -> Table:
    """This card stays in play with a blank text.  [PT-NUL-01]"""
    if e.what != "card" or not any(each.id == f.ctx.card for each in s.lying):
        return s
    s = tell(s, "nullified", name_of(s, f.ctx.card), "PT-NUL-01")
    return verbs.nullify(s, f.ctx.card)


WORDS: dict[type, Any] = {effects.Draw: draw, effects.Nullify: nullify}
