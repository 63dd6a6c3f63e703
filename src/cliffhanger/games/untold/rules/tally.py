"""Tally of a check: the difficulty in force, the Minimum Roll, Second Nature, and what the dice come to.

All of it is derived from the state each time it is asked, so a touched column moves the difficulty wherever it shows.
"""

from typing import NamedTuple

from cliffhanger.games.untold.rules.derived_ratings import FIRST, SECOND, AspectId, Rated, penalty, touched
from cliffhanger.games.untold.rules.state import D12, GM, Check, Person, Side, Table
from cliffhanger.games.untold.rules.verbs import known, person

NINE = 9
LEAST, HIGHEST = 2, 12


class Tally(NamedTuple):
    """What the dice of a check come to."""

    successes: int
    ones: int
    snags: int
    boons: int
    net: int


def rated(s: Table, f: Check) -> Rated:
    """The skill of a check as it is rolled: its own, or its broad one in its place.  [UN-SKL-05]"""
    skills = known(s, person(s, f.who)).skills
    return _as_broad(skills[f.skill], skills[skills[f.skill].under]) if f.broad else skills[f.skill]


def _as_broad(own: Rated, broad: Rated) -> Rated:
    return Rated(own.id, own.name, own.realm, broad.rank, broad.sn, 1, own.under, from_broad=True)


Store = tuple[AspectId, int, int]
"""A store of somebody's, its size, and what is gone from it."""


def hindrance(s: Table, f: Check) -> int:
    """What touched columns add to the difficulty: all of them, on every check.  [UN-PEN-04]"""
    return sum([penalty(*store)[0] for store in _stores(s, f) if store[2] > 0])


def hindering_columns(s: Table, f: Check) -> int:
    """By how much those columns raise the Minimum Roll, where the house has it so: one for each that adds to the difficulty.

    A task of difficulty 0 is not made harder by tiredness, in this way either.
    """
    if not s.house.columns_debilitate or not f.base:
        return 0
    return sum(_hindering(*store) for store in _stores(s, f))


def _hindering(name: AspectId, base: int, lost: int) -> int:
    marks = touched(base, lost)
    return marks if name in SECOND.values() else max(0, marks - 1)


def _stores(s: Table, f: Check) -> tuple[Store, ...]:
    """The stores whose columns hinder this check; the two that pay for it come first, the shallower one before.

    Where columns hinder from the next check on, what was spent on this one is left out.
    """
    p, house = person(s, f.who), s.house
    known_ = known(s, p)
    realm = known_.skills[f.skill].realm
    first, second, later = FIRST[realm], SECOND[realm], house.penalty_timing == "next_check"
    paying: list[Store] = []
    others: list[Store] = []
    for row in p.aspects:
        name, lost = row.id, row.spent + row.damaged
        if name in (first, second):
            own = (f.first if name == first else f.second) if later else 0
            paying.append((name, known_.bases[name], lost - own))
        elif lost and house.penalty_scope != "matching_realm":
            others.append((name, known_.bases[name], lost))
    return (*paying, *others)


def elsewhere(s: Table, f: Check) -> int:
    """What the columns of the other realm add."""
    return sum(penalty(*store)[0] for store in _stores(s, f)[2:])


def after_points(s: Table, f: Check, most: int) -> list[tuple[int, int]]:
    """The difficulty in force and the Minimum Roll after each number of further points of exertion, none to `most`."""
    (first, base, lost), (second, deep, deep_lost), *others = _stores(s, f)
    here = max(0, base - next(a.lost for a in person(s, f.who).aspects if a.id == first))
    at_once = s.house.penalty_timing == "immediate"
    moved, found = moved_roll(s, f), []
    for points in range(most + 1):
        drawn = min(points, here) if at_once else 0
        deeper = points - drawn if at_once else 0
        stores = ((first, base, lost + drawn), (second, deep, deep_lost + deeper), *others)
        hinders = sum(penalty(*store)[0] for store in stores) if f.base > 0 else 0
        columns = sum(_hindering(*store) for store in stores) if s.house.columns_debilitate and f.base else 0
        found.append((max(0, f.base + f.moved + hinders), _clamped(NINE + moved + columns)))
    return found


def dl(s: Table, f: Check) -> int:
    """The difficulty in force: the task's, what points made of it, and what hinders; never below 0.  [UN-DL-02]

    A task of difficulty 0 is not made harder by tiredness.
    """
    hinders = hindrance(s, f) if f.base > 0 else 0
    return max(0, f.base + f.moved + hinders)


def initiative(s: Table, p: Person) -> int:
    """What touched columns do to initiative; lower is better, and the rest of it is the table's."""
    bases = known(s, p).bases
    return sum(penalty(row.id, bases[row.id], row.lost)[1] for row in p.aspects)


def covered(s: Table, f: Check) -> bool:
    """Second Nature as high as the difficulty makes the task Negligible: it succeeds unrolled.  [UN-SN-02, UN-DL-03]"""
    against = max(0, f.base + f.moved) if s.house.sn_compares == "base" else dl(s, f)
    return against <= rated(s, f).sn


def helps(s: Table, f: Check) -> tuple[tuple[str, str, int], ...]:
    """All that may help or hinder here: id, name, and by how much the Minimum Roll moves.  [UN-MR-04]

    A technique is listed for its own sub-skill alone.
    """
    p = person(s, f.who)
    rows = [(f"strength.{t.id}", t.name, -1) for t in p.sheet.strengths]
    if not f.broad:
        rows += [(f"technique.{t.id}", t.name, -1) for t in p.sheet.techniques if t.skill == f.skill]
    rows += [(f"weakness.{t.id}", t.name, 1) for t in p.sheet.weaknesses]
    rows += [(e.id, e.text, e.mr) for e in p.effects if e.skill in ("", f.skill, rated(s, f).under)]
    return tuple(rows)


def minimum_roll(s: Table, f: Check) -> int:
    """9, one less for each thing that helps, one more for each that hinders, within 2 and 12.  [UN-MR-01, UN-MR-03]"""
    return _clamped(NINE + moved_roll(s, f) + hindering_columns(s, f))


def moved_roll(s: Table, f: Check) -> int:
    """By how much all that is named moves the Minimum Roll.  [UN-MR-02]"""
    named = f.mods
    return sum(mr for name, _, mr in helps(s, f) if name in named) if named else 0


def _clamped(roll: int) -> int:
    return max(LEAST, min(HIGHEST, roll))


def succeeds(die: D12, mr: int) -> bool:
    """A face of the Minimum Roll or more is one success; a 12 always is, a 1 never.  [UN-DIE-02]"""
    face = die.face + die.lift
    return face == HIGHEST or mr <= face > 1


def snagging(dice: tuple[D12, ...], sn: int, pushed_boons: bool) -> int:
    """Each 1 on an ordinary die beyond Second Nature, and each on a pushed die, is a snag.  [UN-SNG-01, UN-PSH-02, UN-SN-03, UN-BON-04]

    A 1 on a boon die only fails, unless the house makes those of a push snag.
    """
    ordinary = pushed = 0
    for die in dice:
        if die.face == 1:
            if die.kind == "ordinary":
                ordinary += 1
            elif die.kind == "pushed" or (pushed_boons and die.late and die.kind == "boon"):
                pushed += 1
    return max(0, ordinary - sn) + pushed


def tally(s: Table, f: Check) -> Tally:
    """Count the dice: each snag takes a success away, automatic ones are added, and nothing is floored.  [UN-SNG-02]"""
    mr, sn = minimum_roll(s, f), rated(s, f).sn
    successes = boons = ones = 0
    for die in f.dice:
        if die.face == 1:
            ones += 1
        elif die.face == HIGHEST:
            boons += 1
        successes += succeeds(die, mr)  # what a shift lifts counts for success alone
    snags = snagging(f.dice, sn, s.house.pushed_boon_ones_snag)
    return Tally(successes, ones, snags, boons, successes - snags + f.automatic)


def ratio(s: Table, f: Check) -> int:
    """A point of exertion is worth one die on a broad skill, two on a sub-skill.  [UN-EXR-02]"""
    return rated(s, f).ratio


def devotion_ratio(f: Check) -> int:
    """A point of devotion is worth two dice where a moral aspect is at stake, else one.  [UN-DEV-02]"""
    return 2 if f.tie else 1


def holds_point(s: Table, side: Side) -> bool:
    """Whether anybody on a side has a point to spend."""
    if side == "villains":
        return s.villain_points > 0
    return any(p.hero_points > 0 for p in s.cast if p.kind == "pc")


def other(side: Side) -> Side:
    """The side across the table."""
    return "villains" if side == "heroes" else "heroes"


def speakers(s: Table, side: Side) -> tuple[str, ...]:
    """The seats of a side that hold a point."""
    if side == "villains":
        return (GM,) if s.villain_points > 0 else ()
    return tuple(p.seat for p in s.cast if p.kind == "pc" and p.hero_points > 0)
