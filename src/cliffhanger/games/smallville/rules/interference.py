"""Interference: a third one steps between. A Result above the one that stands stops the Contest, unless both want on."""

from collections.abc import Iterator
from functools import lru_cache, partial

from cliffhanger.games.smallville.rules import pools, verbs
from cliffhanger.games.smallville.rules.state import Contest, Hurt, Interference, Pool, Side, Table
from cliffhanger.kernel.frames import beneath, cut, pop, push, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item


def step_in(s: Table, who: str, against: str) -> Table:
    """A third one pays a point and rolls.  [SV-INTERFERE-01]"""
    c = verbs.contest(s)
    assert c
    s = verbs.pay(s, who, _payee(s, c, who), 1, "stepping in", "SV-INTERFERE-01")
    s = tell(s, "steps_in", verbs.name_of(s, who), "SV-INTERFERE-01", foe=verbs.name_of(s, against))
    s = push(s, Interference(who, against))
    return push(s, Pool(who, against, "interfere", payee=against))


def _payee(s: Table, c: Contest, who: str) -> str:
    """A Lead pays the Watchtower; for a Feature the Watchtower pays the acting Lead, or else the other one."""
    if verbs.person(s, who).kind == "lead":
        return ""
    return next((side.who for side in c.sides if verbs.person(s, side.who).kind == "lead"), "")


def arrived(s: Table, f: Interference, rolled: Pool) -> Table:
    """Above what stands, it stops the Contest; else it is ignored.  [SV-INTERFERE-03, SV-INTERFERE-04]"""
    c = verbs.contest(s)
    assert c
    if f.phase == "again":
        return turn(s, again=(*f.again, pools.as_side(rolled)))
    name, foe = verbs.name_of(s, f.who), verbs.name_of(s, c.sides[0].who)
    if rolled.total > c.sides[0].total:
        s = tell(s, "stops", name, "SV-INTERFERE-04", total=rolled.total, beaten=c.sides[0].total, foe=foe)
        return turn(s, phase="stopped", sides=(*c.sides, pools.as_side(rolled)))
    s = tell(s, "ignored", name, "SV-INTERFERE-03", total=rolled.total, beaten=c.sides[0].total)
    return beneath(pop(s), 2, tried=(*c.tried, f.who))


def goes_on(s: Table) -> Table:
    """One of the two wants on; when both do, each pays a point to whoever stepped in.  [SV-INTERFERE-05]"""
    f: Interference = top(s)
    who = f.sides[len(f.agreed)].who
    s = turn(tell(s, "wants_on", verbs.name_of(s, who), "SV-INTERFERE-05"), agreed=(*f.agreed, who))
    if not f.agreed:
        return s
    for side in f.sides[:2]:
        s = verbs.pay(s, side.who, f.who, 1, "going on", "SV-INTERFERE-05")
    return turn(s, phase="again")


def leaves_it(s: Table) -> Table:
    """One of the two leaves it: it is over, and nobody has got anything.  [SV-INTERFERE-04]"""
    f: Interference = top(s)
    who = f.sides[len(f.agreed)].who
    return close(tell(s, "leaves_it", verbs.name_of(s, who), "SV-INTERFERE-04"))


def close(s: Table) -> Table:
    """The Contest closes without an aim."""
    return turn(cut(s, 3), phase="close")


def advance(s: Table, f: Interference) -> Table:
    """All three roll again, one after the other; then whoever may hurt somebody does.  [SV-INTERFERE-05, SV-INTERFERE-06]"""
    if f.phase == "again" and len(f.again) < len(f.sides):
        side = f.sides[len(f.again)]
        against = (f.sides[1].who, f.sides[0].who, f.against)[len(f.again)]
        return pools.begin(s, Pool(side.who, against, "again", payee=against), side)
    if f.phase == "again":
        return turn(s, phase="hurt")
    if f.phase != "hurt":
        return s
    pairs = _pairs(s, f)
    if f.hurts >= len(pairs):
        return close(s)
    by, target = pairs[f.hurts]
    s = turn(s, hurts=f.hurts + 1)
    if any(verbs.person(s, side.who).stressed_out for side in (by, target)):
        return s  # whoever is out by now neither rolls nor is hurt  [SV-STRESS-09]
    return push(s, Hurt(by.who, target.who, pools.stress_pool(by.dice), may_skip=True))


def _pairs(s: Table, f: Interference) -> list[tuple[Side, Side]]:
    """Who may hurt whom: the higher one the other, and who beats the third that one.  [SV-INTERFERE-06, SV-INTERFERE-07]"""
    acts, answers, third = f.again
    found = []
    if acts.total != answers.total or s.house.restart_tie == "actor":
        found.append((answers, acts) if answers.total > acts.total else (acts, answers))
    return found + [(side, third) for side in (acts, answers) if side.total > third.total]


STEP_IN = partial(Kind, rule="SV-INTERFERE-01", group="Lean in", verb="interfere", figures=("stops",))
STOPPED = partial(Kind, group="Stopped")
AGAIN = "All three roll again; nobody gets their aim."
GO_ON = STOPPED("go_on", "Go on all the same", goes_on, rule="SV-INTERFERE-05", says=AGAIN)
LEAVE = STOPPED("leave_it", "Leave it", leaves_it, rule="SV-INTERFERE-04", first=True)


def beside(s: Table, f: Pool) -> Iterator[Offer]:
    """Beside the pool of an answer, until a die falls: step between.  [SV-INTERFERE-02]"""
    c = s.stack[2] if len(s.stack) == 4 else None
    if not isinstance(c, Contest) or f.phase != "build" or f.purpose != "react" or f.begun or f.aided:
        return
    if not c.swaps and s.house.interfere_timing == "after_swap":
        return
    says, busy = f"{c.sides[0].total} stands: roll more, and the Contest stops.", verbs.inside(s) + c.tried
    for p in s.cast:
        if verbs.able(p) and p.id not in busy:
            steps, payee = "Step in" if verbs.alone(s, p) else f"{p.name} steps in", _payee(s, c, p.id)
            for side in c.sides:
                kind, to = _against(p.id, side.who, steps, verbs.name_of(s, side.who)), verbs.payee_name(s, payee)
                yield pools.for_a_point(kind, p, str(f.number), (), to, reaction=True, says=says)


@lru_cache(maxsize=256)
def _against(who: str, against: str, steps: str, foe: str) -> Kind:
    do, tool = partial(step_in, who=who, against=against), Item(against, foe)
    return STEP_IN(f"interfere.{who}.{against}", f"{steps}, against {foe}", do, tool=tool)


def offers(s: Table, f: Interference) -> Iterator[Offer]:
    """Whether the two go on: first whoever acts, then the other."""
    p = verbs.person(s, f.sides[len(f.agreed)].who)
    stopped = f"{verbs.name_of(s, f.who)} has stopped it with {f.sides[2].total}."
    ask = verbs.to_player(s, p.id, f"{stopped} Do you go on?", f"{stopped} Does {p.name} go on?")
    figures = ("who_hurts",) if all(verbs.can_pay(verbs.person(s, side.who)) for side in f.sides[:2]) else ()
    yield pools.for_a_point(GO_ON, p, str(f.number), (), verbs.name_of(s, f.who), figures=figures, **ask)
    yield LEAVE.open(p.seat, str(f.number), **ask)
