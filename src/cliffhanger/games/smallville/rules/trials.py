"""Tests: nobody opposes a Lead, and Trouble does. One round: Trouble rolls, then the Lead."""

from collections.abc import Iterator

from cliffhanger.games.smallville.rules import pools, verbs
from cliffhanger.games.smallville.rules.contests import ASIDE, YIELD
from cliffhanger.games.smallville.rules.state import Hurt, Pool, Shown, Table, Trial
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Offer
from cliffhanger.kernel.params import Text

GOAL = Text("goal", "What they try", 1, 160)


def call(s: Table, who: str, goal: str) -> Table:
    """The Watchtower calls a Test: it is uncertain, and nobody opposes it.  [SV-TEST-01, SV-ROLE-03]"""
    s = tell(s, "test", verbs.name_of(s, who), "SV-TEST-01", goal=goal)
    return push(replace(turn(s, passed=()), shown=None), Trial(who, goal))


def arrived(s: Table, f: Trial, rolled: Pool) -> Table:
    """Trouble has rolled, or the Lead: one round, and it is settled.  [SV-TEST-02, SV-TEST-03, SV-TEST-04]"""
    rungs = (*f.rungs, pools.as_side(rolled))
    if rolled.purpose == "trouble":
        return turn(s, phase="pending", total=rolled.total, rungs=rungs)
    name, margin = verbs.name_of(s, f.who), f.total - rolled.total
    made = margin < 0 or (margin == 0 and s.house.test_tie == "lead")
    told, rule = ("succeeds", "SV-TEST-02") if made else ("fails", "SV-TEST-04")
    s = tell(s, told, name, rule, total=rolled.total, beaten=f.total, goal=f.goal)
    s = turn(replace(s, shown=Shown(s.news[-1], rungs)), phase="close", rungs=rungs)
    if made:
        return s
    out = margin >= ASIDE and s.house.test_by5
    return push(s, Hurt("", f.who, pools.stress_pool(rungs[0].dice), may_out=out, may_late=s.house.test_give_in))


def drop(s: Table) -> Table:
    """The Lead does not even try.  [SV-CONTEST-07]"""
    s = pop(s)
    f: Trial = top(s)
    return turn(tell(s, "drops", verbs.name_of(s, f.who), "SV-CONTEST-07", goal=f.goal), phase="close")


def advance(s: Table, f: Trial) -> Table:
    """Trouble rolls, the Lead does, and it closes."""
    if f.phase == "trouble":
        return push(s, Pool("", f.who, "trouble", payee=f.who, box=False))
    if f.phase == "pending":
        return push(s, Pool(f.who, "", "test", box=False))
    return verbs.closing(s) if f.phase == "close" else s


DROP = YIELD("give_in", "Do not even try", drop, rule="SV-CONTEST-07", says="Nothing hurts.", figures=("loses",))


def giving_in(s: Table, f: Pool) -> Iterator[Offer]:
    """Beside the Lead's pool: let it be."""
    if f.purpose == "test" and pools.may_give_in(s, f):
        yield DROP.open(verbs.person(s, f.who).seat, str(f.number))
