"""Words for Characters: what lasts on them, what hurts and heals, counters, actions, statuses and Cover.

What lasts is put down as rows, and `facts.py` and `pools.py` read them when they count.
"""

from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.rules import facts, hurts, roster, throws, verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Attack, Hurt, Resolve, Table, Throw, Toss
from cliffhanger.kernel.effects.lasting import row
from cliffhanger.kernel.frames import tell, turn


def lasts(s: Table, f: Resolve, e: Any, who: Ids) -> Table:  # noqa: ANN401  (an effect that lasts)
    """It lasts for each of them, as long as it says."""
    for each in who:
        s = verbs.lasts(s, f.left[0], each, f.ctx, e.duration or "turn")
    return s


def cleave(s: Table, f: Resolve, _e: effects.Cleave, _who: Ids) -> Table:
    """A hit of the attack in hand takes more Mooks.  [PT-MOOK-02]"""
    attack: Attack | None = roster.frame(s, Attack)
    return verbs.lasts(s, f.left[0], attack.attacker, f.ctx, "attack") if attack else s


def damage(s: Table, f: Resolve, e: effects.Damage, who: Ids) -> Table:
    """Flat points, through Armor and Cover or past them; with a pool, coins fall once for all of them.  [PT-ARM-03, PT-RUL-82]"""
    pool = e.amount if e.pool is None and s.house.card_damage == "pool" else e.pool
    if pool is not None and who:
        s = turn(s, left=f.left, picked=who, answer=f.answer)
        side = Toss(f.ctx.me or who[0], on=("damage",), base=facts.amount(s, pool, f.ctx))
        return throws.begin(s, Throw((side,), "coins"))
    for each in reversed(who):
        s = inflict(s, f.ctx.doer, each, f.answer or e.type, facts.amount(s, e.amount or 0, f.ctx), e)
    return s


def inflict(s: Table, by: str, who: str, kind: Any, n: int, e: effects.Damage) -> Table:  # noqa: ANN401
    """So much damage of a card to one."""
    if roster.somebody(s, who) is None:
        return s
    does = hurts.cause if e.via == "cause" else hurts.begin
    return does(s, by, who, kind, n, e.form)


def heal(s: Table, f: Resolve, e: effects.Regenerate | effects.RemoveTrauma, who: Ids) -> Table:
    """Stress comes back, or Trauma becomes Stress.  [PT-RES-05, PT-STR-04]"""
    does = verbs.regenerate if isinstance(e, effects.Regenerate) else verbs.remove_trauma
    for each in who:
        s = does(s, each, f.answer or e.type, facts.amount(s, e.amount, f.ctx))
    return s


def prevent(s: Table, f: Resolve, e: effects.Prevent, _who: Ids) -> Table:
    """The damage in hand is less."""
    hurt: Hurt | None = roster.frame(s, Hurt)
    if hurt is None:
        return s
    less = hurt.amount if e.amount == "all" else facts.amount(s, e.amount, f.ctx)
    return roster.changed(s, Hurt, amount=max(0, hurt.amount - max(0, less)))


OF_CARDS = {"mark": "marks", "timing": "timing"}


def count(s: Table, f: Resolve, e: effects.Gain | effects.Lose | effects.Set, who: Ids) -> Table:
    """Counters more, fewer, or so many; marks and Timing counters are those of the card."""
    n = facts.amount(s, e.amount, f.ctx) * (-1 if isinstance(e, effects.Lose) else 1)
    if e.counter in OF_CARDS:
        lies, field = roster.lying(s, f.ctx.card), OF_CARDS[e.counter]
        now = getattr(lies, field) if lies and not isinstance(e, effects.Set) else 0
        return verbs.mark(s, lies.id, **{field: max(0, now + n)}) if lies else s
    does = verbs.set_counter if isinstance(e, effects.Set) else verbs.gain
    down = any(each.id == f.ctx.card and not each.up for each in s.lying)
    named = "" if down or not f.ctx.card else name_of(s, f.ctx.card)
    for each in who:
        s = does(s, each, e.counter, n, f.ctx.doer, card=named)
    return s


def transfer(s: Table, f: Resolve, e: effects.Transfer, who: Ids) -> Table:
    """Counters go from one to another, as many as there are."""
    giver, taker = facts.meant(s, e.from_, f.ctx, who), facts.meant(s, e.to, f.ctx, who)
    if not giver or not taker:
        return s
    n = min(facts.amount(s, e.amount, f.ctx), facts.counted(s, giver, e.counter) or 0)
    return verbs.gain(verbs.gain(s, giver, e.counter, -n, f.ctx.doer), taker, e.counter, n, f.ctx.doer)


def action(s: Table, f: Resolve, e: effects.GainAction | effects.LoseAction, who: Ids) -> Table:
    """Combat actions more, or fewer.  [PT-ACT-03]"""
    n = facts.amount(s, e.amount, f.ctx) * (1 if isinstance(e, effects.GainAction) else -1)
    for each in who:
        if roster.somebody(s, each):
            s = verbs.actions(s, each, e.kind, n)
    return s


def status(s: Table, f: Resolve, e: effects.Status, who: Ids) -> Table:
    """A status comes, or ends."""
    for each in reversed(who):
        if e.add:
            ends = row(s, f.left[0], each, f.ctx, e.duration) if e.duration else None
            s = hurts.status(s, f.ctx.doer, each, e.add, ends)
        elif e.remove and roster.somebody(s, each):
            s = verbs.remove_status(s, each, e.remove)
    return s


def cover(s: Table, f: Resolve, e: effects.Cover, who: Ids) -> Table:
    """Cover that stays until it is destroyed, or less of it; what lasts otherwise is a row.  [PT-ARM-02]"""
    if e.modify is not None or (e.add is not None and e.duration):
        return lasts(s, f, e, who)
    for each in who:
        if roster.somebody(s, each) is None:
            continue
        if e.add is not None:
            n = facts.amount(s, e.add, f.ctx)
            s = verbs.add_cover(tell(s, "cover", name_of(s, each), amount=n) if n > 0 else s, each, f.ctx.card, n)
        else:
            n = 999 if e.destroy == "all" else facts.amount(s, e.destroy or 0, f.ctx)
            s = verbs.destroy_cover(s, each, n)
    return s
