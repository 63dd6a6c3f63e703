"""Derived ratings of a sheet: ranks in force, Second Nature, the four stores, their columns, and skills to pick from."""

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from cliffhanger.games.untold.files.sheets import Sheet
from cliffhanger.games.untold.files.skills import REALMS, Learned, Realm, Skill, Tree
from cliffhanger.games.untold.rules.house import House
from cliffhanger.kernel.params import Item
from cliffhanger.kernel.plurals import many

BROAD = "@broad"
"""What stands behind a sub-skill that is rolled as its broad skill."""
AspectId = Literal["endurance", "tenacity", "vitality", "sanity"]
FIRST: dict[Realm, AspectId] = {"body": "endurance", "mind": "tenacity"}
SECOND: dict[Realm, AspectId] = {"body": "vitality", "mind": "sanity"}
ASPECTS: tuple[AspectId, ...] = ("endurance", "tenacity", "vitality", "sanity")
WEARY, INJURED = ("Initial", "Fatigued", "Depleted"), ("Minor", "Serious", "Critical")
COLUMNS = {name: INJURED if name in SECOND.values() else WEARY for name in ASPECTS}
TIRED, HURT = ((0, 0), (1, 1), (1, 2)), ((1, 2), (2, 4), (2, 6))
ADDS = {name: HURT if name in SECOND.values() else TIRED for name in ASPECTS}
"""What each touched column adds, of the first level and of the second, to difficulty and initiative.  [UN-PEN-01, UN-PEN-02]"""
IMPOSSIBLE = 12
DIFFICULTIES = {
    0: ("NGL", "Negligible"),
    1: ("ESY", "Easy"),
    2: ("AVG", "Average"),
    3: ("HTN", "Heightened"),
    4: ("DEM", "Demanding"),
    5: ("CHA", "Challenging"),
    6: ("DAU", "Daunting"),
    7: ("FOR", "Formidable"),
    8: ("ARD", "Arduous"),
    9: ("EXT", "Extreme"),
    10: ("ABS", "Absurd"),
    IMPOSSIBLE: ("IMP", "Impossible"),
}
UNLEARNED = Learned("", "", "body")


class Rated(Struct, frozen=True, gc=False):
    """A skill as somebody would roll it: Skill Rank, Second Nature, and the dice a point of exertion is worth.

    That `ratio` is one die on a broad skill, two on a sub-skill.  [UN-EXR-02]
    `from_broad`: an untrained sub-skill, rolled as its broad skill in everything.
    """

    id: str
    name: str
    realm: Realm
    rank: int
    sn: int
    ratio: int
    under: str = ""
    from_broad: bool = False


class Derived(Struct, frozen=True, gc=False):
    """All that follows from a sheet under the rules of the house."""

    skills: dict[str, Rated]
    bases: dict[AspectId, int]
    devotion: int


def of_column(name: AspectId, column: int) -> dict[str, Any]:
    """What is told of a column that is touched: its store, its name, and what it adds."""
    harder, later = ADDS[name][column]
    return {"aspect": name.capitalize(), "column": COLUMNS[name][column], "harder": harder, "later": later}


def second_nature(rank: int, override: int = -1) -> int:
    """A third of the rank, rounded down, unless the Game Master has set another for this skill.  [UN-SN-01]"""
    return override if override >= 0 else rank // 3


def broad_rank(own: int, subs: tuple[int, ...], rounding: str) -> int:
    """A broad skill stands at its own rank, or at half its best sub-skill if that is more.  [UN-SKL-07]"""
    best = max(subs, default=0)
    return max(own, (best + 1) // 2 if rounding == "up" else best // 2)


def columns(base: int) -> tuple[int, int, int]:
    """A store falls into three columns: half of it, half of the rest, the rest; halves go up.  [UN-COL-02]"""
    first = (base + 1) // 2
    second = (base - first + 1) // 2
    return first, second, base - first - second


@lru_cache(maxsize=4096)
def touched(base: int, lost: int) -> int:
    """How many columns have lost a point: each counts from its first.  [UN-PEN-03]"""
    if lost <= 0:
        return 0
    first, second, third = columns(base)
    return 1 + (lost > first and second > 0) + (lost > first + second and third > 0)


@lru_cache(maxsize=4096)
def penalty(aspect: AspectId, base: int, lost: int) -> tuple[int, int]:
    """What the touched columns of one store add up to, for the difficulty and for initiative."""
    rows = ADDS[aspect][: touched(base, lost)]
    return sum(dl for dl, _ in rows), sum(ini for _, ini in rows)


def dl_name(dl: int) -> str:
    """The word for a difficulty; 11 has none.  [UN-DL-04]"""
    return DIFFICULTIES.get(min(dl, IMPOSSIBLE), (str(dl), str(dl)))[1]


def dl_short(dl: int) -> str:
    """The same in three letters."""
    return DIFFICULTIES.get(min(dl, IMPOSSIBLE), (str(dl), str(dl)))[0]


def dl_words(dl: int) -> str:
    """Both, where there is room."""
    return dl_name(dl) if dl_name(dl) == dl_short(dl) else f"{dl_short(dl)}, {dl_name(dl)}"


@lru_cache(maxsize=512)
def derived(sheet: Sheet, tree: Tree, house: House) -> Derived:
    """The ranks and stores of a sheet; the highest three of each realm make the stores.  [UN-COL-01, UN-SKL-02]

    No attribute stands behind a skill: these ranks are all there is.
    """
    known = {each.id: each for each in sheet.skills}
    rows: dict[str, Skill | Learned] = {each.id: each for each in tree.rows} | known
    skills: dict[str, Rated] = {}
    for each in rows.values():
        if not each.under:
            own = known.get(each.id, UNLEARNED)
            subs = tuple(row.rank for row in sheet.skills if row.under == each.id)
            rank = broad_rank(own.rank, subs, house.default_broad_rounding)
            skills[each.id] = Rated(each.id, each.name, each.realm, rank, second_nature(rank, own.sn), 1)
    skills |= {each.id: _sub(each, skills, known.get(each.id, UNLEARNED)) for each in rows.values() if each.under}
    bases: dict[AspectId, int] = {}
    for realm in REALMS:
        ranks, natures = _highest(skills, known, realm, house)
        six = {"six_plus_six_sn": 6 + sum(natures[:6]), "twice_three_sn": 2 * sum(natures[:3])}
        bases[FIRST[realm]] = six.get(house.exertion_formula, sum(ranks[:3]))
        bases[SECOND[realm]] = 3 + sum(natures[:3])
    return Derived(skills, bases, max((row.level for row in sheet.moral_code), default=0))


def _sub(each: Skill | Learned, broads: dict[str, Rated], own: Learned) -> Rated:
    """A sub-skill as it is rolled; one that was never trained is its broad skill.  [UN-SKL-08]"""
    broad = broads.get(each.under, Rated(each.under, each.name, each.realm, 0, 0, 1))
    under = each.under if each.under in broads else ""
    if own.rank:
        return Rated(each.id, each.name, each.realm, own.rank, second_nature(own.rank, own.sn), 2, under)
    return Rated(each.id, each.name, each.realm, broad.rank, broad.sn, 1, under, from_broad=bool(under))


def _highest(
    skills: dict[str, Rated], known: dict[str, Learned], realm: Realm, house: House
) -> tuple[list[int], list[int]]:
    """The ranks and Second Natures of one realm, highest first; what is rolled as another skill counts once."""
    ranks, natures = [], []
    for each in skills.values():
        if each.realm == realm and not each.from_broad:
            own = known.get(each.id, UNLEARNED)
            as_learned = not each.under and not house.count_default_broad
            ranks.append(own.rank if as_learned else each.rank)
            natures.append(second_nature(own.rank, own.sn) if as_learned else each.sn)
    return sorted(ranks, reverse=True), sorted(natures, reverse=True)


@lru_cache(maxsize=512)
def items_of(sheet: Sheet, tree: Tree, house: House) -> tuple[Item, ...]:
    """Every skill, under its broad one, what is trained before what is not; a sub-skill may stand in as its broad one.  [UN-SKL-04]"""
    skills = derived(sheet, tree, house).skills
    families: dict[str, list[Rated]] = {}
    for r in sorted(skills.values(), key=lambda r: (r.from_broad, -r.rank, bool(r.under), r.id)):
        families.setdefault(r.under or r.id, []).append(r)
    best = sorted(families, key=lambda broad: (-families[broad][0].rank, broad))
    return tuple(item for broad in best for r in families[broad] for item in _items(r, skills[broad], house))


def _items(r: Rated, broad: Rated, house: House) -> list[Item]:
    found = [Item(r.id, r.name, r.rank, says=_rank_words(r, broad), group=broad.name)]
    if r.under and not r.from_broad and broad.rank > r.rank:
        no = "" if house.broad_may_replace_sub else "At this table you roll the sub-skill you have. (R3)"
        says = f"rank {broad.rank}, a point buys 1 die"
        name = f"{r.name} as {broad.name}"
        found.append(Item(f"{r.id}{BROAD}", name, broad.rank, says=says, blocked=no, group=broad.name))
    return found


def _rank_words(r: Rated, broad: Rated) -> str:
    if r.from_broad:
        return f"untrained: {broad.name}"
    each = f"a point buys {many(r.ratio, 'die')}"
    return each if r.rank else f"rank 0, {each}"
