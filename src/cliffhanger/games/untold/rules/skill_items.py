"""Skills to pick from, for one character: by broad skill, the best of them first."""

from functools import lru_cache

from cliffhanger.games.untold.files.sheets import Sheet
from cliffhanger.games.untold.files.skills import Tree
from cliffhanger.games.untold.rules.checks import BROAD
from cliffhanger.games.untold.rules.derived_ratings import Rated, derived
from cliffhanger.games.untold.rules.house import House
from cliffhanger.kernel.params import Item


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
        says = f"rank {broad.rank}, a die a point"
        name = f"{r.name} as {broad.name}"
        found.append(Item(f"{r.id}{BROAD}", name, broad.rank, says=says, blocked=no, group=broad.name))
    return found


def _rank_words(r: Rated, broad: Rated) -> str:
    if r.from_broad:
        return f"untrained: {broad.name}"
    each = "two dice a point" if r.ratio == 2 else "a die a point"
    return each if r.rank else f"rank 0, {each}"
