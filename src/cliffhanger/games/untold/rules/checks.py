"""Check procedure, from the declaration to the outcome: difficulty, pool, boon dice, push, and how it ends.

In this order: the Game Master's word; the pool; boon dice; after the roll; what happens by itself.
"""

from typing import Any, Literal

from cliffhanger.games.untold.rules import tally, verbs
from cliffhanger.games.untold.rules.derived_ratings import dl_name
from cliffhanger.games.untold.rules.state import SIDES, Check, NoteKind, Outcome, Scene, Table
from cliffhanger.kernel.frames import Passing, amend, pop, push, tell, top, turn

NO_DEVOTION = "@none"
RULES: dict[str, str] = {"auto": "UN-SN-02", "success": "UN-DL-02", "mixed": "UN-MIX-01", "failure": "UN-DL-02"}


def declare(
    s: Table, who: str, skill: str, goal: str, tie: tuple[str, ...] = (), relies: tuple[str, ...] = ()
) -> Table:
    """Every action is linked to one skill: somebody says which, and what it is for.  [UN-SKL-01, UN-CHK-01]"""
    name, broad, _ = skill.partition("@")
    s = verbs.acts(s, who)
    scene: Scene = top(s)
    s = amend(s, checks=scene.checks + 1)
    f = Check(who, name, goal, broad=bool(broad), tie=tie[0] if tie else "", relies=relies)
    s = tell(s, "declares", verbs.person(s, who).name, "UN-SKL-01", goal=goal, skill=tally.rated(s, f).name)
    return push(s, f)


def require(s: Table, base: int, mods: tuple[str, ...] = (), tie: tuple[str, ...] = ()) -> Table:
    """The Game Master says how hard it is, what helps and hinders, and what is at stake, if devotion is.  [UN-DL-01, UN-DEV-02]"""
    refused = tie == (NO_DEVOTION,)
    at_stake = tie[0] if tie and not refused else ""
    s = turn(s, phase="building", base=base, mods=mods, tie=at_stake, devoted=not refused)
    f = top(s)
    now = tally.dl(s, f)
    return tell(s, "difficulty", "Game Master", "UN-DL-01", dl=now, base=base, word=dl_name(now), goal=f.goal)


def other_skill(s: Table, skill: str) -> Table:
    """The Game Master links the action to another skill.  [UN-SKL-01]"""
    name, broad, _ = skill.partition("@")
    s = turn(s, skill=name, broad=bool(broad))
    return tell(s, "other_skill", "Game Master", "UN-SKL-01", skill=tally.rated(s, top(s)).name)


def refuse(s: Table, why: str) -> Table:
    """The Game Master does not take the check."""
    return pop(tell(s, "refused", "Game Master", "UN-DL-01", why=why, goal=top(s).goal))


def impossible(s: Table) -> Table:
    """The Game Master says that it cannot be done.  [UN-DL-04]"""
    return pop(tell(s, "impossible", "Game Master", "UN-DL-04", goal=top(s).goal))


def ask_again(s: Table) -> Table:
    """The Game Master takes the difficulty back, as long as nothing is spent; what was let stand was another task."""
    return turn(s, phase="declared", base=-1, anyway=False, speak=Passing(SIDES))


def call_off(s: Table) -> Table:
    """The Game Master closes a check; what was spent stays spent, and what the dice have brought is told all the same."""
    f: Check = top(s)
    s = tell(s, "called_off", "Game Master", whose=verbs.person(s, f.who).name, goal=f.goal)
    return pop(_owed(s, f) if f.rolled else s)


def throw(s: Table, exertion: int = 0, devotion: int = 0) -> Table:
    """The pool is rolled: the rank, what is spent for it, and what was passed on.  [UN-EXR-01, UN-CHK-02]"""
    f: Check = top(s)
    r = tally.rated(s, f)
    count = r.rank + r.ratio * exertion + tally.devotion_ratio(f) * devotion
    passed = len(verbs.person(s, f.who).held)
    s = verbs.end_rest(verbs.take_held(s, f.who), f.who)
    first = second = 0
    if exertion:
        s, first, second = verbs.exert(s, f.who, r.realm, exertion)
    if devotion:
        s = verbs.devote(s, f.who, devotion)
    return turn(s, phase="roll", cast="pool", count=count, passed=passed, first=first, second=second, devotion=devotion)


def withdraw(s: Table) -> Table:
    """Second thoughts, before anything is spent."""
    f: Check = top(s)
    return pop(tell(s, "withdraws", verbs.person(s, f.who).name, goal=f.goal))


def roll_anyway(s: Table) -> Table:
    """It would succeed by itself; it is rolled for the boons."""
    return turn(s, phase="building", anyway=True)


def roll_boons(s: Table, dice: int = 1) -> Table:
    """A 12 earns a die: rolled at once into this check, and again for each further 12.  [UN-BON-02]"""
    f: Check = top(s)
    late = {die.id for die in f.dice if die.late}
    order = sorted(f.owed[:dice], key=lambda name: name in late)
    return turn(s, phase="roll", cast="boon", again=tuple(order), owed=f.owed[dice:])


def pass_boon(s: Table, to: str) -> Table:
    """Or it goes to a fellow, for what they do next.  [UN-BON-02]"""
    return _boons_left(verbs.hand_on(s, top(s).who, to), 1)


def decline_boon(s: Table, dice: int = 1) -> Table:
    """Or nobody rolls it."""
    return _boons_left(tell(s, "declines_die", verbs.person(s, top(s).who).name, "UN-BON-02", dice=dice), dice)


def _boons_left(s: Table, gone: int) -> Table:
    owed = top(s).owed[gone:]
    return turn(s, phase="boons" if owed else "window", owed=owed)


def shove(s: Table, exertion: int) -> Table:
    """One late attempt after a miss: exertion buys dice that are added to the tally.  [UN-PSH-01]"""
    f: Check = top(s)
    r = tally.rated(s, f)
    s, first, second = verbs.exert(s, f.who, r.realm, exertion)
    s = tell(s, "pushes", verbs.person(s, f.who).name, "UN-PSH-01", dice=r.ratio * exertion)
    s = amend(s, pushed=True, first=f.first + first, second=f.second + second)
    return turn(s, phase="roll", cast="push", count=r.ratio * exertion)


def choose(s: Table, choice: str) -> Table:
    """The actor takes what there is; it is final when the other side lets it stand."""
    f: Check = top(s)
    speak = f.speak.passes(verbs.person(s, f.who).side)
    return turn(s, phase="closing", choice=choice, stood=so_far(s, f), speak=speak)


def confirm(s: Table, side: str) -> Table:
    """The other side has nothing to add; one who holds a point speaks for all of it."""
    return amend(s, speak=top(s).speak.passes(side))


def so_far(s: Table, f: Check) -> Literal["made", "one_short", "short"]:
    """How far a check has come: made, exactly one success short, or further."""
    short = tally.dl(s, f) - tally.tally(s, f).net
    return "made" if short <= 0 else "one_short" if short == 1 else "short"


def advance(s: Table, f: Check) -> Table:
    """Second Nature is tested anew whenever the difficulty moves; a choice that nobody contests is final."""
    if f.phase == "building" and not f.anyway and tally.covered(s, f):
        if s.house.roll_under_sn:
            return turn(s, phase="auto")
        return turn(s, phase="closing", choice="auto", speak=f.speak.passes(verbs.person(s, f.who).side))
    if f.phase == "auto" and not tally.covered(s, f):
        return turn(s, phase="building")
    if f.phase != "closing":
        return s
    if not (tally.covered(s, f) if f.choice == "auto" else so_far(s, f) == f.stood):
        # it no longer means what it meant, or another choice is open beside it, because numbers have moved
        phase = "window" if f.rolled else "building"
        return turn(s, phase=phase, choice="", stood="", speak=Passing(f.speak.order))
    other = tally.other(verbs.person(s, f.who).side)
    final = s.house.close_by == "actor" or f.speak.over or not tally.speakers(s, other)
    return finish(s, f) if final else s


def outcome(s: Table, f: Check) -> Outcome:
    """As many net successes as the difficulty accomplish it, fewer do not.  [UN-DL-02, UN-MIX-01]
    Exactly one short it may work, with a setback attached.
    """
    if f.choice in ("auto", "mixed"):
        return f.choice
    return "success" if so_far(s, f) == "made" else "failure"


def finish(s: Table, f: Check) -> Table:
    """The outcome: told, shown with its dice, and what it leaves to tell.  [UN-COR-04]"""
    s = verbs.end_rest(s, f.who)
    p, r, what, count = verbs.person(s, f.who), tally.rated(s, f), outcome(s, f), tally.tally(s, f)
    told: dict[str, Any] = {"goal": f.goal, "skill": r.name, "dl": tally.dl(s, f), "net": count.net}
    told |= {
        "successes": count.successes,
        "snags": count.snags,
        "boons": count.boons,
        "automatic": f.automatic,
        "won": f.won,
    }
    told["helper"] = tally.helper(s, f)
    s = _owed(verbs.show(s, what, p.name, RULES[what], f.dice, tally.minimum_roll(s, f), r.sn, **told), f)
    if what in ("auto", "success") or (what == "mixed" and s.house.mixed_counts_heroic):
        s = verbs.accomplished(s, p.id, f.goal)
    if s.house.passed_expiry == "next_action":
        s = verbs.take_held(s, p.id)  # a roll has taken them already
    s, scene = pop(s), s.stack[-2]
    if p.kind != "pc" or not isinstance(scene, Scene) or f.goal in scene.made:
        return s
    if what == "failure":
        return s if (p.id, f.goal) in scene.short else amend(s, short=(*scene.short, (p.id, f.goal)))
    return amend(s, made=(*scene.made, f.goal))


def notes(s: Table, f: Check) -> dict[NoteKind, int]:
    """The boons and snags that lie there to be told, and the setback of a mixed success.  [UN-BON-01, UN-SNG-02]"""
    count = tally.tally(s, f)
    found: dict[NoteKind, int] = {"boon": count.boons, "snag": count.snags, "setback": int(f.choice == "mixed")}
    return {kind: many for kind, many in found.items() if many}


def _owed(s: Table, f: Check) -> Table:
    for kind, many in notes(s, f).items():
        s = verbs.owe_tales(s, f.who, kind, f.goal, many, tuple(idea.text for idea in f.ideas if idea.kind == kind))
    return s
