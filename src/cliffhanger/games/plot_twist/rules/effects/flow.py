"""Words for rolls, for copies, and for the end of the game."""

from cliffhanger.games.plot_twist.files import effects, entries
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.words import PICKED
from cliffhanger.games.plot_twist.rules import facts, pools, roster, throws, verbs
from cliffhanger.games.plot_twist.rules.book import card, effect, part
from cliffhanger.games.plot_twist.rules.effects.people import lasts
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Resolve, Table, Throw, Toss
from cliffhanger.kernel.effects.resolving import more
from cliffhanger.kernel.frames import replace, turn


def roll(s: Table, f: Resolve, e: entries.Roll, who: Ids) -> Table:
    """A roll: when it has come to something, what it leads to takes its place.  [PT-ROLL-04, PT-ROLL-05, PT-ROLL-07]"""
    by = facts.roller(s, e.by or "self", f.ctx) or next(iter(who), "")
    if not roster.somebody(s, by) or (e.while_ and not holds(e.while_, facts.look(s, f.ctx))):
        return s
    planned = s.masterplan and card(s, f.ctx.card).kind == "objective"
    sides = [_side(s, f, by, e.pool, e.system, int(planned))]
    against = int(f.said or 0) if e.system == "chosen" else facts.amount(s, e.difficulty or 0, f.ctx)
    if e.system == "opposing" and e.vs:
        other = facts.meant(s, e.target or "opponent", f.ctx, who)
        sides += [_side(s, f, other, e.vs, e.system)] if roster.somebody(s, other) else []
    s = turn(s, left=f.left, ctx=replace(f.ctx, x=against) if e.system == "chosen" else f.ctx)
    return throws.begin(s, Throw(tuple(sides), e.system, against=0 if e.system in ("opposing", "coins") else against))


def _side(s: Table, f: Resolve, who: str, pool: int | str, system: str, more: int = 0) -> Toss:
    """The pool of one side; the rolls of an Objective have a coin more once there is a Masterplan.  [PT-MAST-01, PT-RUL-49]"""
    if system == "coins":
        return Toss(who, on=("coins",), base=facts.amount(s, pool, f.ctx) + more)
    attribute, _, rank = str(pool).partition("+")
    return Toss(who, attribute, rank, pools.roll_words("check", rank), base=more)


def copy(s: Table, f: Resolve, e: effects.Copy, who: Ids) -> Table:
    """The opponent's last card is carried out, but for copies; or a Heroic or a Keyword is had as it is printed."""
    giver = facts.meant(s, e.from_, f.ctx, who)
    if e.what != "card":
        who = facts.those(s, e, f.ctx) if e.from_ in PICKED else who
        return lasts(s, replace(f, ctx=replace(f.ctx, whom=(giver,))), e, who) if roster.somebody(s, giver) else s
    fight, seat = roster.combat(s), facts.seat_of(s, giver)
    played = [each for each in fight.played if each.startswith(f"{seat}/")] if fight and giver else []
    last = played[-1].partition("/")[2] if played else ""
    paths = part(s, last, "effects") if last else ()
    return more(s, tuple(path for path in paths if not isinstance(effect(s, path), effects.Copy)))


def win(s: Table, _f: Resolve, e: effects.Win, _who: Ids) -> Table:
    """One side wins.  [PT-GOAL-04]"""
    return verbs.wins(s, e.side)


def surrender(s: Table, _f: Resolve, _e: effects.Surrender, who: Ids) -> Table:
    """A Villain leaves play for good.  [PT-RUL-77]"""
    for each in who:
        s = verbs.surrender(s, each) if roster.somebody(s, each) else s
    return s
