"""Words for attacks, rolls and copies; for Combats, for where all are, and how a Conflict and the game end."""

from typing import Any

from cliffhanger.games.plot_twist.files import effects, entries
from cliffhanger.games.plot_twist.files.amounts import holds
from cliffhanger.games.plot_twist.files.parts import Effect
from cliffhanger.games.plot_twist.files.words import PICKED
from cliffhanger.games.plot_twist.rules import (
    attacks,
    combats,
    facts,
    flights,
    interviews,
    roster,
    state,
    throws,
    verbs,
)
from cliffhanger.games.plot_twist.rules.book import card, effect, name_of, part
from cliffhanger.games.plot_twist.rules.effects.people import lasts
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.pools import roll_words
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, Context, Resolve, Table, Throw, Turns
from cliffhanger.kernel.effects.resolving import more
from cliffhanger.kernel.frames import push, replace, tell, turn

HEADS = 2


def distance(s: Table, f: Resolve, e: effects.Distance, _who: Ids) -> Table:
    """The Distance changes; nobody who cannot fly comes to Melee against a flier.  [PT-COMB-05, PT-STAT-06, PT-RUL-30]"""
    fight = roster.combat(s)
    to: Any = f.answer or e.to
    still = fight is None or fight.distance == to or not combats.may_set(s, f.ctx.me, to)
    return s if still else combats.brings(s, f.ctx.me, to)


def attack(s: Table, f: Resolve, e: effects.Attack, who: Ids) -> Table:
    """An attack beside those of the Attack step; all but its action holds. On several its coins fall once for all."""
    by, who = _doer(s, f, e, who)
    p = roster.somebody(s, by)
    if p is None or attacks.unable(s, by) or not (e.free or p.attacks):
        return s
    found = tuple(each for each in who if each != by and not attacks.barred(s, by, each, e.type))
    if not found:
        return s
    s = s if e.free else verbs.actions(s, by, "attack", -1)
    return attacks.begin(attacks.opens(s, by, e.type), by, found[0], e.type, others=found[1:])


def _doer(s: Table, f: Resolve, e: effects.Attack | effects.Initiate, who: Ids) -> tuple[str, Ids]:
    """Who does it, and to whom; those who were picked are the one or the other."""
    by = facts.roller(s, e.by or "self", f.ctx)
    return (by, who) if by or e.by not in PICKED else (facts.meant(s, e.by or "", f.ctx, who), facts.those(s, e, f.ctx))


def redirect(s: Table, f: Resolve, e: effects.Redirect, who: Ids) -> Table:
    """Another one defends and is hurt; those who fight stay the same."""
    to = facts.meant(s, e.to, f.ctx, who)
    hit: Attack | None = roster.frame(s, Attack)
    if hit is None or not roster.somebody(s, to) or to == hit.attacker:
        return s
    s = tell(s, "redirects", name_of(s, to), "", foe=name_of(s, hit.attacker))
    return roster.changed(s, Attack, defender=to)


def reroll(s: Table, f: Resolve, e: effects.Reroll, who: Ids) -> Table:
    """Coins of the roll in hand fall again."""
    throw: Throw | None = roster.frame(s, Throw)
    rollers = [side.who for side in throw.sides] if throw else []
    by = next((each for each in (*who, f.ctx.me) if each in rollers), rollers[0] if rollers else "")
    if throw is None or not by:
        return s
    at = rollers.index(by)
    side = throw.sides[at]
    lies = [face for face in side.faces if e.which == "all" or (face == HEADS) == (e.which == "heads")]
    n = len(lies) if e.count == "all" else min(len(lies), max(0, facts.amount(s, e.count, f.ctx)))
    kept = list(side.faces)
    for face in sorted(lies)[:n]:
        kept.remove(face)
    sides = tuple(replace(x, faces=tuple(kept), again=n) if k == at else x for k, x in enumerate(throw.sides))
    return roster.changed(s, Throw, sides=sides)


def roll(s: Table, f: Resolve, e: entries.Roll, who: Ids) -> Table:
    """A roll: when it has come to something, what it leads to takes its place.  [PT-ROLL-04, PT-ROLL-05, PT-ROLL-07]"""
    by = facts.roller(s, e.by or "self", f.ctx) or next(iter(who), "")
    if not roster.somebody(s, by) or (e.while_ and not holds(e.while_, facts.look(s, f.ctx))):
        return s
    planned = s.masterplan and card(s, f.ctx.card).kind == "objective"
    sides = [_side(s, f, by, e.pool, e.system, int(planned))]
    against = int(f.answer or 0) if e.system == "chosen" else facts.amount(s, e.difficulty or 0, f.ctx)
    if e.system == "opposing" and e.vs:
        other = facts.meant(s, e.target or "opponent", f.ctx, who)
        sides += [_side(s, f, other, e.vs, e.system)] if roster.somebody(s, other) else []
    s = turn(s, left=f.left, ctx=replace(f.ctx, x=against) if e.system == "chosen" else f.ctx)
    return throws.begin(s, Throw(tuple(sides), e.system, against=0 if e.system in ("opposing", "coins") else against))


def _side(s: Table, f: Resolve, who: str, pool: int | str, system: str, more: int = 0) -> state.Toss:
    """The pool of one side; the rolls of an Objective have a coin more once there is a Masterplan.  [PT-MAST-01, PT-RUL-49]"""
    if system == "coins":
        return state.Toss(who, on=("coins",), base=facts.amount(s, pool, f.ctx) + more)
    attribute, _, rank = str(pool).partition("+")
    return state.Toss(who, attribute, rank, roll_words("check", rank), base=more)


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


def initiate(s: Table, f: Resolve, e: effects.Initiate, who: Ids) -> Table:
    """A Combat starts, if none is under way; a free one needs no Attack action and is not counted.  [PT-COMB-01]"""
    doer, who = _doer(s, f, e, who)
    by = roster.somebody(s, doer)
    target = next((each for each in who if by and each != by.id and roster.here(s, each)), "")
    if by is None or not target or roster.combat(s) or not roster.in_play(by) or not (e.free or by.attacks):
        return s
    shut = facts.has_status(s, target, "hidden") or facts.forbidden(s, by.id, "initiate")
    if shut or not combats.may_fight(s, by.id, target):
        return s
    return push(
        s if e.free else verbs.starts_with(s, by.id, target),
        Combat(by.id, target, had=(facts.left(s, by.id), facts.left(s, target))),
    )


def end_combat(s: Table, _f: Resolve, _e: Effect, _who: Ids) -> Table:
    """The Combat goes to its end, and the attack in hand is dropped."""
    s = roster.changed(s, Attack, stopped=True)
    return roster.changed(s, Combat, ends=True)


def skip_step(s: Table, _f: Resolve, e: effects.SkipStep, _who: Ids) -> Table:
    """A step is left out; one under way is over."""
    fight = roster.combat(s)
    return roster.changed(s, Combat, left_out=(*fight.left_out, e.step)) if fight else s


def cancel(s: Table, _f: Resolve, _e: effects.Cancel, _who: Ids) -> Table:
    """What was played or declared last does not happen."""
    kinds = state.PlayCard | Attack | state.Hurt
    last = next((type(each) for each in reversed(s.stack) if isinstance(each, kinds)), None)
    return roster.changed(s, last, stopped=True) if last else s


def where_to(s: Table, ctx: Context) -> Ids:
    """The Locations to which all may move now: in the Combat phase, and never inside a Combat.  [PT-PLOT-03, PT-RUL-70]"""
    barred = facts.forbidden(s, ctx.me or s.main, "relocate")
    fought = not s.house.relocate_between_combats and any(p.against for p in s.people)
    if roster.combat(s) or roster.phase(s) != "combat" or fought or barred:
        return ()
    return tuple(each for each in interviews.places(s) if each != s.place)


def relocate(s: Table, f: Resolve, e: effects.Relocate, _who: Ids) -> Table:
    """All move to another Location, and Bystanders stay behind.  [PT-PLOT-03]"""
    named = f.ctx.name if e.to == "name" else e.to
    to = next((each for each in where_to(s, f.ctx) if each == f.answer or name_of(s, each) == named), "")
    if not to:
        return s
    s = tell(verbs.moves_to(s, to), "relocates", "", "PT-PLOT-03", to=name_of(s, to))
    return verbs.fire(s, "on_relocate")


def flee(s: Table, f: Resolve, e: effects.Flee, who: Ids) -> Table:
    """The Main Villain Flees as soon as nothing else is under way; with Hate left only if there is a Lair.  [PT-FLEE-02, PT-RUL-55]"""
    can = flights.lairs(s) or not (flights.in_lair(s) or roster.person(s, s.main).will)
    return roster.changed(end_combat(s, f, e, who), Turns, ends="flight") if can else s


def interview(s: Table, f: Resolve, e: effects.Interview, who: Ids) -> Table:
    """A Combat goes to its end, counters tick, and there is an Interview.  [PT-RUL-84, PT-CONF-01]"""
    return roster.changed(end_combat(s, f, e, who), Turns, ends="interview")


def question(s: Table, _f: Resolve, e: effects.Question, _who: Ids) -> Table:
    """The Reporter asks more in the next Interview, or in this one.  [PT-INT-01]"""
    return replace(s, questions=s.questions + e.add)


def win(s: Table, _f: Resolve, e: effects.Win, _who: Ids) -> Table:
    """One side wins.  [PT-GOAL-04]"""
    return verbs.wins(s, e.side)


def surrender(s: Table, _f: Resolve, _e: effects.Surrender, who: Ids) -> Table:
    """A Villain leaves play for good.  [PT-RUL-77]"""
    for each in who:
        s = verbs.surrender(s, each) if roster.somebody(s, each) else s
    return s
