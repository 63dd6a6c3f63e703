"""Skills: a setting's, and those on a sheet. They are written by realm, and read as one list.

What is trained under a broad skill is written within it. `derived.py` says what follows from a rank.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from cliffhanger.kernel.files.declaration import InFile, Row, Written
from cliffhanger.kernel.files.names import Found, Name, misnamed, one_of, slug
from cliffhanger.kernel.files.positions import at

Realm = Literal["body", "mind"]
REALMS: tuple[Realm, Realm] = ("body", "mind")

BroadRank = Annotated[int, Meta(ge=0, le=6, description="a broad rank from 0 to 6")]
SubRank = Annotated[int, Meta(ge=1, le=12, description="a sub-skill rank from 1 to 12")]
Nature = Annotated[int, Meta(ge=0, le=12)]


class Skill(Row, frozen=True, gc=False, cache_hash=True):
    """A skill there is: a broad one, or a sub-skill under one broad skill. `ours`: the text does not name it.

    `special` marks a broad skill beyond the sixteen, such as a magic of the setting; it belongs to its realm all the
    same.
    """

    realm: Realm
    under: str = ""
    special: bool = False
    ours: bool = True


class Tree(Struct, frozen=True, gc=False, cache_hash=True):
    """All skills of a setting, each broad skill before its sub-skills."""

    rows: tuple[Skill, ...] = ()


class BroadInSetting(Written, frozen=True):
    """A broad skill of a setting. What the rules name and what the setting adds stand apart."""

    subs: Annotated[tuple[Name, ...], Meta(max_length=12, title="Sub-skills that the text names")] = ()
    our_subs: Annotated[tuple[Name, ...], Meta(max_length=12, title="Sub-skills of our own")] = ()
    ours: Annotated[bool, Meta(title="A skill of our own, that the text does not name")] = True
    special: Annotated[bool, Meta(title="Beyond the sixteen, such as a magic")] = False


class RealmsInSetting(Written, frozen=True):
    """The skills of a setting as they are written: broad ones by realm."""

    body: Annotated[dict[Name, BroadInSetting], Meta(min_length=1, max_length=16)]
    mind: Annotated[dict[Name, BroadInSetting], Meta(min_length=1, max_length=16)]


def tree_of(realms: RealmsInSetting, _: Mapping[str, Any]) -> Tree:
    """All skills of a setting: broad ones, each with what is under it.  [UN-SKL-03]"""
    rows: list[Skill] = []
    for realm in REALMS:
        for name, broad in getattr(realms, realm).items():
            rows.append(Skill(slug(name), name, realm, "", broad.special, broad.ours))
            for ours, subs in ((False, broad.subs), (True, broad.our_subs)):
                rows += [Skill(slug(sub), sub, realm, slug(name), broad.special, ours) for sub in subs]
    return Tree(tuple(rows))


def written_tree(tree: Tree) -> RealmsInSetting:
    """The skills of a setting as they are written."""
    found: dict[str, dict[str, BroadInSetting]] = {realm: {} for realm in REALMS}
    for row in tree.rows:
        if not row.under:
            under = [sub for sub in tree.rows if sub.under == row.id]
            named, ours = (tuple(sub.name for sub in under if sub.ours is own) for own in (False, True))
            found[row.realm][row.name] = BroadInSetting(named, ours, row.ours, row.special)
    return RealmsInSetting(**found)


def check_tree(realms: RealmsInSetting, path: str) -> Found:
    """A skill has one place, whatever it is called there."""
    rows = [(at(path, realm, name), name, row) for realm in REALMS for name, row in getattr(realms, realm).items()]
    keys = ("subs", "our_subs")
    subs = [(at(w, key, n), sub) for w, _, row in rows for key in keys for n, sub in enumerate(getattr(row, key))]
    return misnamed([*((where, name) for where, name, _ in rows), *subs])


class Learned(Row, frozen=True, gc=False, cache_hash=True):
    """A skill on a sheet: its own rank; `sn` is a Second Nature the Game Master has set, -1 the usual third."""

    realm: Realm
    under: str = ""
    rank: int = 0
    sn: Annotated[int, Meta(ge=-1, le=12, description="Second Nature from 0 to 12, or -1 for the usual third")] = -1


class Broad(Written, frozen=True):
    """A broad skill: its own rank, the sub-skills trained under it, and a Second Nature other than a third.  [UN-SKL-06]"""

    rank: BroadRank = 0
    subs: Annotated[dict[Name, SubRank], Meta(max_length=12)] = field(default_factory=dict)
    second_nature: Annotated[dict[Name, Nature], Meta(max_length=13)] = field(default_factory=dict)


class Realms(Written, frozen=True):
    """The skills of a character as they are written: broad ones by realm, or their ranks alone."""

    body: Annotated[dict[Name, BroadRank | Broad], Meta(max_length=16)] = field(default_factory=dict)
    mind: Annotated[dict[Name, BroadRank | Broad], Meta(max_length=16)] = field(default_factory=dict)


def broads(realms: Realms) -> Iterator[tuple[Realm, str, Broad]]:
    """All broad skills of a character, as (realm, name, skill)."""
    for realm in REALMS:
        for name, row in getattr(realms, realm).items():
            yield realm, name, row if isinstance(row, Broad) else Broad(row)


def skills_of(realms: Realms, _: Mapping[str, Any]) -> tuple[Learned, ...]:
    """The skills of a sheet; they stand in the order of their names, however they are written."""
    rows: list[Learned] = []
    for realm, name, broad in sorted(broads(realms), key=lambda row: (row[0], slug(row[1]))):
        nature, subs = broad.second_nature, sorted(broad.subs.items(), key=lambda row: slug(row[0]))
        rows.append(Learned(slug(name), name, realm, "", broad.rank, nature.get(name, -1)))
        rows += [Learned(slug(sub), sub, realm, slug(name), n, nature.get(sub, -1)) for sub, n in subs]
    return tuple(rows)


def written_skills(skills: tuple[Learned, ...]) -> Realms:
    """The skills of a sheet as they are written."""
    found: dict[str, dict[str, int | Broad]] = {realm: {} for realm in REALMS}
    for row in skills:
        if not row.under:
            subs = [sub for sub in skills if sub.under == row.id]
            nature = {each.name: each.sn for each in (row, *subs) if each.sn >= 0}
            broad = Broad(row.rank, {sub.name: sub.rank for sub in subs}, nature)
            found[row.realm][row.name] = broad if subs or nature else row.rank
    return Realms(**found)


def check_skills(realms: Realms, path: str) -> Found:
    """A skill stands once on a sheet, and a Second Nature beside its skill."""
    rows = [(at(path, realm, name), name, broad) for realm, name, broad in broads(realms)]
    found = [] if rows else [(path, "a skill at least, under body or mind")]
    subs = [(at(where, "subs", sub), sub) for where, _, broad in rows for sub in broad.subs]
    found += misnamed([*((where, name) for where, name, _ in rows), *subs])
    for where, name, broad in rows:
        known = [name, *broad.subs]
        strange = [each for each in broad.second_nature if each not in known]
        found += [(at(where, "second_nature", each), one_of(known, "this skill or one under it")) for each in strange]
    return found


TREE = InFile(RealmsInSetting, tree_of, lambda setting: written_tree(setting.tree), checks=check_tree)
SKILLS = InFile(Realms, skills_of, lambda sheet: written_skills(sheet.skills), checks=check_skills)
"""How a setting has its skills in a file, and how a sheet has."""
