"""Words for counters, actions, statuses and Cover."""

from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.rules import statuses, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.effects.lasting import lasts, row
from cliffhanger.games.plot_twist.rules.facts import amount, named
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.roster import somebody
from cliffhanger.games.plot_twist.rules.state import Resolve, Table
from cliffhanger.kernel.frames import tell

OF_CARDS = {"mark": "marks", "timing": "timing"}


def gain(s: Table, f: Resolve, e: effects.Gain | effects.Lose, who: Ids) -> Table:
    """Counters more, or fewer; marks and Timing counters are those of the card."""
    n = amount(s, e.amount, f.ctx) * (1 if isinstance(e, effects.Gain) else -1)
    if e.counter in OF_CARDS:
        return _card(s, f, e.counter, n, add=True)
    for each in who:
        s = verbs.gain(s, each, e.counter, n, f.ctx.doer)
    return s


def set_(s: Table, f: Resolve, e: effects.Set, who: Ids) -> Table:
    """Counters become so many."""
    n = amount(s, e.amount, f.ctx)
    if e.counter in OF_CARDS:
        return _card(s, f, e.counter, n, add=False)
    for each in who:
        s = verbs.set_counter(s, each, e.counter, n, f.ctx.doer)
    return s


def _card(s: Table, f: Resolve, counter: str, n: int, *, add: bool) -> Table:
    lies = next((each for each in s.lying if each.id == f.ctx.card), None)
    if lies is None:
        return s
    now = (lies.marks if counter == "mark" else lies.timing) if add else 0
    return verbs.mark(s, lies.id, **{OF_CARDS[counter]: max(0, now + n)})


def transfer(s: Table, f: Resolve, e: effects.Transfer, _who: Ids) -> Table:
    """Counters go from one to another, as many as there are."""
    n = amount(s, e.amount, f.ctx)
    for giver in named(s, e.from_, f.ctx)[:1]:
        for taker in named(s, e.to, f.ctx)[:1]:
            n = min(n, verbs.counted(s, giver, e.counter) or 0)
            s = verbs.gain(verbs.gain(s, giver, e.counter, -n, f.ctx.doer), taker, e.counter, n, f.ctx.doer)
    return s


def action(s: Table, f: Resolve, e: effects.GainAction | effects.LoseAction, who: Ids) -> Table:
    """Combat actions more, or fewer.  [PT-ACT-03]"""
    n = amount(s, e.amount, f.ctx) * (1 if isinstance(e, effects.GainAction) else -1)
    for each in who:
        if somebody(s, each):
            s = verbs.actions(s, each, e.kind, n)
    return s


def status(s: Table, f: Resolve, e: effects.Status, who: Ids) -> Table:
    """A status comes, or ends."""
    for each in reversed(who):
        if e.add:
            s = statuses.begin(s, f.ctx.doer, each, e.add, row(s, f, e, each) if e.duration else None)
        elif e.remove and somebody(s, each):
            s = verbs.remove_status(s, each, e.remove)
    return s


def cover(s: Table, f: Resolve, e: effects.Cover, who: Ids) -> Table:
    """Cover that stays until it is destroyed, or less of it; what lasts otherwise is a row.  [PT-ARM-02]"""
    if e.modify is not None or (e.add is not None and e.duration):
        return lasts(s, f, e, who)
    for each in who:
        if somebody(s, each) is None:
            continue
        if e.add is not None:
            n = amount(s, e.add, f.ctx)
            s = verbs.add_cover(tell(s, "cover", name_of(s, each), amount=n) if n > 0 else s, each, f.ctx.card, n)
        else:
            n = 999 if e.destroy == "all" else amount(s, e.destroy or 0, f.ctx)
            s = verbs.destroy_cover(s, each, n)
    return s


WORDS: dict[type, Any] = {
    effects.Gain: gain,
    effects.Lose: gain,
    effects.Set: set_,
    effects.Transfer: transfer,
    effects.GainAction: action,
    effects.LoseAction: action,
    effects.Status: status,
    effects.Cover: cover,
}
