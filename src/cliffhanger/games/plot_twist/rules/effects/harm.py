"""Words that hurt and heal: damage, regenerate, remove_trauma, prevent."""

from typing import Any

from cliffhanger.games.plot_twist.files import effects
from cliffhanger.games.plot_twist.rules import hurts, roster, throws, verbs
from cliffhanger.games.plot_twist.rules.facts import amount
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Hurt, Resolve, Table, Throw, Toss
from cliffhanger.kernel.frames import turn


def damage(s: Table, f: Resolve, e: effects.Damage, who: Ids) -> Table:
    """Flat points, through Armor and Cover or past them; with a pool, coins fall once for all of them.  [PT-ARM-03, PT-RUL-82]"""
    pool = e.amount if e.pool is None and s.house.card_damage == "pool" else e.pool
    if pool is not None and who:
        s = turn(s, left=f.left, picked=who, said=f.said)
        side = Toss(f.ctx.me or who[0], on=("damage",), base=amount(s, pool, f.ctx))
        return throws.begin(s, Throw((side,), "coins"))
    for each in reversed(who):
        s = inflict(s, f.ctx.doer, each, f.said or e.type, amount(s, e.amount or 0, f.ctx), e)
    return s


def inflict(s: Table, by: str, who: str, kind: Any, n: int, e: effects.Damage) -> Table:  # noqa: ANN401
    """So much damage of a card to one."""
    if roster.somebody(s, who) is None:
        return s
    does = hurts.cause if e.via == "cause" else hurts.begin
    return does(s, by, who, kind, n, e.form)


def regenerate(s: Table, f: Resolve, e: effects.Regenerate, who: Ids) -> Table:
    """Stress comes back.  [PT-RES-05]"""
    for each in who:
        s = verbs.regenerate(s, each, f.said or e.type, amount(s, e.amount, f.ctx))
    return s


def remove_trauma(s: Table, f: Resolve, e: effects.RemoveTrauma, who: Ids) -> Table:
    """Trauma becomes Stress.  [PT-STR-04]"""
    for each in who:
        s = verbs.remove_trauma(s, each, f.said or e.type, amount(s, e.amount, f.ctx))
    return s


def prevent(s: Table, f: Resolve, e: effects.Prevent, _who: Ids) -> Table:
    """The damage in hand is less."""
    hurt: Hurt | None = roster.frame(s, Hurt)
    if hurt is None:
        return s
    less = hurt.amount if e.amount == "all" else amount(s, e.amount, f.ctx)
    return roster.changed(s, Hurt, amount=max(0, hurt.amount - max(0, less)))


WORDS: dict[type, Any] = {
    effects.Damage: damage,
    effects.Regenerate: regenerate,
    effects.RemoveTrauma: remove_trauma,
    effects.Prevent: prevent,
}
