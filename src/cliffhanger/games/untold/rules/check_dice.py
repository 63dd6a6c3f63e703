"""The dice of a check: which roll is asked for, what its faces settle, and which faces are alike (the fold)."""

from bisect import insort
from collections.abc import Hashable
from typing import Literal

from cliffhanger.games.untold.rules.state import D12, SIDES, Check, Person, Table
from cliffhanger.games.untold.rules.tally import HIGHEST, minimum_roll, speakers
from cliffhanger.games.untold.rules.verbs import gain_hero_point, gain_villain_point, person
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import one, replace, tell, turn

Kind = Literal["ordinary", "boon", "pushed", "passed"]
Slot = tuple[Kind, bool]
TITLES = {"pool": "{who} rolls: {goal}", "boon": "{who} rolls a boon die", "push": "{who} pushes", "reroll": "Again"}
CASTS = {"pool": "UN-CHK-02", "boon": "UN-BON-02", "push": "UN-PSH-01", "reroll": "UN-HRO-04"}


def slots(s: Table, f: Check) -> tuple[Slot, ...]:
    """What each die in the air is: its kind, and whether it comes from a push. Like ones stand together."""
    if f.cast == "pool":
        passed: Kind = "passed" if s.house.passed_die == "boon_die" else "ordinary"
        return (("ordinary", False),) * f.count + ((passed, False),) * f.passed
    if f.cast == "push":
        return (("pushed", True),) * f.count
    lying = [one(f.dice, name) for name in f.again]
    return tuple(("boon" if f.cast == "boon" else die.kind, die.late) for die in lying)


def roll(s: Table, f: Check) -> Roll:
    """All dice have twelve sides, and a pool has no upper limit.  [UN-DIE-01]"""
    p = person(s, f.who)
    dice = (12,) * (f.count + f.passed if f.cast in ("pool", "push") else len(f.again))
    return Roll(f"{f.number}.{f.cast}", p.seat, f.cast, dice, TITLES[f.cast].format(who=p.name, goal=f.goal))


def fold(s: Table, f: Check) -> Fold:
    """Which faces come to the same: all that differ matter while anything may still touch them; else a face is a 1, a
    miss, a hit or a 12.
    """
    kinds, harsh = slots(s, f), s.house.pushed_boon_ones_snag
    classes = boon = tuple(range(13))
    if not _touchable(s, f):
        mr, miss = minimum_roll(s, f), 2
        classes = boon = (0, 1, *(mr if face >= mr else miss for face in range(2, 12)), 12)
        if mr > miss:  # else every face but the 1 is a hit, and a 1 that only fails is a class of its own
            boon = (0, miss, *classes[2:])

    def add(key: tuple[tuple[Slot, int], ...], _die: int, face: int) -> Hashable:
        slot = kinds[len(key)]
        harmless = slot[0] == "passed" or (slot[0] == "boon" and not (harsh and slot[1]))
        faces = list(key)
        insort(faces, (slot, (boon if harmless else classes)[face]))
        return tuple(faces)

    return (), add


def _touchable(s: Table, f: Check) -> bool:
    """Whether a face may count otherwise later: by a point that is there or that a boon die brings, or a Minimum Roll
    that columns move.
    """
    brought = person(s, f.who).kind == "pc" or s.house.adversary_boon_villain_point
    return brought or s.house.columns_debilitate or any(speakers(s, side) for side in SIDES)


def settle(s: Table, f: Check, faces: tuple[int, ...]) -> Table:
    """The dice have fallen: each 12 owes a boon die, and on a boon die it is worth a point.  [UN-BON-01, UN-PSH-03]"""
    kinds = slots(s, f)
    ordered = _in_order(kinds, faces)
    name, rule = person(s, f.who).name, CASTS[f.cast]
    s = tell(s, "rolled", name, rule, cast=f.cast, faces=list(faces), passed=f.passed)
    if f.cast == "reroll":
        again = dict(zip(f.again, ordered, strict=True))
        dice = tuple(replace(die, face=again[die.id], lift=0) if die.id in again else die for die in f.dice)
        fresh = tuple(die for die in dice if die.id in again)
    else:
        parents = f.again if f.cast == "boon" else ("",) * len(ordered)
        fresh = tuple(
            D12(f"d{len(f.dice) + at + 1}", kind, face, 0, parent, late)
            for at, ((kind, late), face, parent) in enumerate(zip(kinds, ordered, parents, strict=True))
        )
        dice = (*f.dice, *fresh)
    lucky = sum(die.face == HIGHEST and die.kind in ("boon", "passed") for die in fresh)
    for _ in range(lucky):
        s = _worth_a_point(s, person(s, f.who))
    won = f.won + (lucky if person(s, f.who).kind == "pc" else 0)
    owed = f.owed + tuple(die.id for die in fresh if die.face == HIGHEST)
    phase = "boons" if owed else "window"
    return turn(s, phase=phase, dice=dice, owed=owed, again=(), count=0, passed=0, rolled=True, won=won)


def _in_order(kinds: tuple[Slot, ...], faces: tuple[int, ...]) -> list[int]:
    """Dice that are alike lie in the order of their faces, so that equal rolls are equal positions."""
    fell: dict[Slot, list[int]] = {}
    for kind, face in sorted(zip(kinds, faces, strict=True)):
        fell.setdefault(kind, []).append(face)
    return [fell[kind].pop() for kind in kinds]


def _worth_a_point(s: Table, p: Person) -> Table:
    """A 12 on a boon die brings whoever rolled it a Hero Point; an adversary's brings none.  [UN-BON-03]"""
    if p.kind == "pc":
        return gain_hero_point(s, p.id, "a 12 on a boon die", "UN-BON-03")
    if s.house.adversary_boon_villain_point:
        return gain_villain_point(s, f"{p.name} rolls a 12 on a boon die", "UN-BON-03")
    return s
