"""Tally of a check: the difficulty in force, the Minimum Roll, Second Nature, and what the dice come to.

All of it is derived from the state each time it is asked, so a touched column moves the difficulty wherever it shows.
"""

from functools import lru_cache
from typing import NamedTuple

from cliffhanger.games.untold.files.sheets import Sheet
from cliffhanger.games.untold.files.skills import Tree
from cliffhanger.games.untold.rules.derived_ratings import FIRST, SECOND, AspectId, Rated, derived, penalty, touched
from cliffhanger.games.untold.rules.house import House
from cliffhanger.games.untold.rules.state import D12, GM, Aspect, Check, Effect, Person, Side, Table
from cliffhanger.games.untold.rules.verbs import known, person
from cliffhanger.kernel.plurals import many

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
    own = skills[f.skill]
    if not f.broad:
        return own
    broad = skills[own.under]
    return Rated(own.id, own.name, own.realm, broad.rank, broad.sn, 1, own.under, from_broad=True)


Store = tuple[AspectId, int, int]
"""A store of somebody's, its size, and what is gone from it."""


class Hindering(NamedTuple):
    """The stores whose columns hinder a check, what they add to its difficulty, and how many columns do."""

    stores: tuple[Store, ...]
    harder: int
    columns: int


def hindrance(s: Table, f: Check) -> int:
    """What touched columns add to the difficulty: all of them, on every check.  [UN-PEN-04]"""
    return _hindering(s, f).harder


def hindering_columns(s: Table, f: Check) -> int:
    """By how much those columns raise the Minimum Roll, where the house has it so: one for each that adds to the difficulty.

    A task of difficulty 0 is not made harder by tiredness, in this way either.
    """
    return _hindering(s, f).columns if s.house.columns_debilitate and f.base else 0


def elsewhere(s: Table, f: Check) -> int:
    """What the columns of the other realm add."""
    return _sum(_hindering(s, f).stores[2:]).harder


def _hindering(s: Table, f: Check) -> Hindering:
    """What hinders a check; where columns hinder from the next one on, what was spent on this one is left out."""
    p = person(s, f.who)
    first, second = (f.first, f.second) if s.house.penalty_timing == "next_check" else (0, 0)
    return _of_stores(p.aspects, p.sheet, s.tree, s.house, f.skill, first, second)


@lru_cache(maxsize=256)
def _of_stores(
    aspects: tuple[Aspect, ...], sheet: Sheet, tree: Tree, house: House, skill: str, first: int, second: int
) -> Hindering:
    """The two stores that pay for a skill come first, the shallower one before."""
    of = derived(sheet, tree, house)
    realm = of.skills[skill].realm
    own = {FIRST[realm]: first, SECOND[realm]: second}
    paying = [(row.id, of.bases[row.id], row.lost - own[row.id]) for row in aspects if row.id in own]
    others = [(row.id, of.bases[row.id], row.lost) for row in aspects if row.id not in own and row.lost]
    return _sum((*paying, *(others if house.penalty_scope != "matching_realm" else ())))


def _sum(stores: tuple[Store, ...]) -> Hindering:
    rows = [_of_store(*store) for store in stores]
    return Hindering(stores, sum([harder for harder, _ in rows]), sum([columns for _, columns in rows]))


@lru_cache(maxsize=1024)
def _of_store(name: AspectId, base: int, lost: int) -> tuple[int, int]:
    """What a store's columns add to the difficulty, and how many of them do."""
    marks = touched(base, lost)
    return penalty(name, base, lost)[0], marks if name in SECOND.values() else max(0, marks - 1)


def after_points(s: Table, f: Check, most: int) -> list[tuple[int, int]]:
    """The difficulty in force and the Minimum Roll after each number of further points of exertion, none to `most`."""
    if s.house.penalty_timing != "immediate" or f.base <= 0:
        return [(dl(s, f), minimum_roll(s, f))] * (most + 1)
    (first, base, lost), (second, deep, deep_lost), *others = _hindering(s, f).stores
    rest, shallow, found = _sum(tuple(others)), max(0, base - lost), []
    task, roll, debilitates = f.base + f.moved + rest.harder, NINE + moved_roll(s, f), s.house.columns_debilitate
    for points in range(most + 1):
        drawn = points if points < shallow else shallow
        harder, columns = _of_store(first, base, lost + drawn)
        deeper, more = _of_store(second, deep, deep_lost + points - drawn)
        now = roll + rest.columns + columns + more if debilitates else roll
        found.append((max(0, task + harder + deeper), _clamped(now)))
    return found


def dl(s: Table, f: Check) -> int:
    """The difficulty in force: the task's, what points made of it, and what hinders; never below 0.  [UN-DL-02]

    A task of difficulty 0 is not made harder by tiredness.
    """
    return max(0, f.base + f.moved + (_hindering(s, f).harder if f.base > 0 else 0))


def initiative(s: Table, p: Person) -> int:
    """What touched columns do to initiative; lower is better, and the rest of it is the table's."""
    bases = known(s, p).bases
    return sum(penalty(row.id, bases[row.id], row.lost)[1] for row in p.aspects)


def covered(s: Table, f: Check) -> bool:
    """Second Nature as high as the difficulty makes the task Negligible: it succeeds unrolled.  [UN-SN-02, UN-DL-03]"""
    against = max(0, f.base + f.moved) if s.house.sn_compares == "base" else dl(s, f)
    return against <= rated(s, f).sn


def helps(s: Table, f: Check) -> tuple[tuple[str, str, int], ...]:
    """All that may help or hinder here: id, name, and by how much the Minimum Roll moves.  [UN-MR-04]"""
    p = person(s, f.who)
    return _helps(p.sheet, p.effects, f.skill, known(s, p).skills[f.skill].under if p.effects else "", f.broad)


@lru_cache(maxsize=256)
def _helps(
    sheet: Sheet, effects: tuple[Effect, ...], skill: str, under: str, broad: bool
) -> tuple[tuple[str, str, int], ...]:
    """A technique is listed for its own sub-skill alone."""
    rows = [(f"strength.{t.id}", t.name, -1) for t in sheet.strengths]
    rows += [(f"technique.{t.id}", t.name, -1) for t in sheet.techniques if t.skill == skill and not broad]
    rows += [(f"weakness.{t.id}", t.name, 1) for t in sheet.weaknesses]
    return (*rows, *((e.id, e.text, e.mr) for e in effects if e.skill in ("", skill, under)))


def minimum_roll(s: Table, f: Check) -> int:
    """9, one less for each thing that helps, one more for each that hinders, within 2 and 12.  [UN-MR-01, UN-MR-03]"""
    return _clamped(NINE + moved_roll(s, f) + hindering_columns(s, f))


def moved_roll(s: Table, f: Check) -> int:
    """By how much all that is named moves the Minimum Roll.  [UN-MR-02]"""
    named = f.mods
    return sum([mr for name, _, mr in helps(s, f) if name in named]) if named else 0


def named(s: Table, f: Check) -> tuple[tuple[str, int], ...]:
    """What moves the Minimum Roll of a check, with by how much; what is named and moves nothing is left out."""
    return tuple([(text, mr) for name, text, mr in helps(s, f) if name in f.mods and mr]) if f.mods else ()


def _clamped(roll: int) -> int:
    return LEAST if roll < LEAST else HIGHEST if roll > HIGHEST else roll


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
    return _counted(f.dice, minimum_roll(s, f), rated(s, f).sn, s.house.pushed_boon_ones_snag, f.automatic)


@lru_cache(maxsize=128)
def _counted(dice: tuple[D12, ...], mr: int, sn: int, pushed_boons: bool, automatic: int) -> Tally:
    successes = sum([succeeds(die, mr) for die in dice])  # what a shift lifts counts for success alone
    faces, snags = [die.face for die in dice], snagging(dice, sn, pushed_boons)
    return Tally(successes, faces.count(1), snags, faces.count(HIGHEST), successes - snags + automatic)


def so_far(net: int, needed: int) -> str:
    """What the dice come to beside what is needed; more than that is no part of it."""
    return f"{net} of {needed}" if net <= needed else f"{many(net, 'success')}, {needed} needed"


def summed(count: Tally, automatic: int, covered: int) -> str:
    """How the dice come to what counts, and how many 1s Second Nature has `covered`; "" where nothing took or added any."""
    less = f", less {count.snags} for {'a 1' if count.snags == 1 else 'the 1s'}" if count.snags else ""
    more = f", {automatic:+d} by points" if automatic else ""
    ones = "the 1" if covered == 1 else "the 1s"
    covers = f"Second Nature covers {f'{covered} more' if count.snags else ones}" if covered else ""
    said = f"{count.successes}{less}{more}" if less or more else ""
    return f"{'; '.join(filter(None, (said, covers)))}." if said or covers else ""


def helper(s: Table, f: Check) -> str:
    """Whoever spent a point for somebody else's check last; "" where nobody did."""
    own = person(s, f.who)
    return next((x.who for x in reversed(f.spent) if x.side == own.side == "heroes" and x.who != own.name), "")


def devotion_ratio(f: Check) -> int:
    """A point of devotion is worth two dice where a moral aspect is at stake, else one.  [UN-DEV-02]"""
    return 2 if f.tie else 1


def other(side: Side) -> Side:
    """The side across the table."""
    return "villains" if side == "heroes" else "heroes"


def speakers(s: Table, side: Side) -> tuple[str, ...]:
    """The seats of a side that hold a point."""
    if side == "villains":
        return (GM,) if s.villain_points > 0 else ()
    return tuple([p.seat for p in s.cast if p.hero_points > 0 and p.kind == "pc"])
