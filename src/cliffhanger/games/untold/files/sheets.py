"""Characters and what a setting is made of: as the rules read them, and, by their annotations, as people write them.

All of it is frozen and hashable: a state refers to a sheet and never changes it; what follows from one stands in
`derived.py`. A character keeps its numbers under `[sheet]` and its words under `[words]`. Skills are written by realm,
what is trained under a broad one within it; the rules read them in one list.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from cliffhanger.kernel.files.bundle import example
from cliffhanger.kernel.files.declaration import (
    Figure,
    InFile,
    Keyed,
    Laid,
    Listed,
    Ref,
    Row,
    Said,
    SlugOf,
    Under,
    Written,
)
from cliffhanger.kernel.files.names import Found, Line, Name, Says, misnamed, one_of, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.game import Form

Realm = Literal["body", "mind"]
REALMS: tuple[Realm, Realm] = ("body", "mind")
TAKEN = ("gm", "watch")  # seats that every table has

BroadRank = Annotated[int, Meta(ge=0, le=6, description="a broad rank from 0 to 6")]
SubRank = Annotated[int, Meta(ge=1, le=12, description="a sub-skill rank from 1 to 12")]
Nature = Annotated[int, Meta(ge=0, le=12)]
Level = Annotated[int, Meta(ge=0, le=12), InFile(Annotated[int, Meta(ge=1, le=12)])]
Lines = tuple[Line, ...]


# --- skills ---------------------------------------------------------------------------------------------------


class Skill(Row, frozen=True, cache_hash=True):
    """A skill there is: a broad one, or a sub-skill under one broad skill. `ours`: the text does not name it.

    `special` marks a broad skill beyond the sixteen, such as a magic of the setting; it belongs to its realm all the
    same.
    """

    realm: Realm
    under: str = ""
    special: bool = False
    ours: bool = True


class Tree(Struct, frozen=True, cache_hash=True):
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


def written_tree(setting: "SettingFile") -> RealmsInSetting:
    """The skills of a setting as they are written."""
    rows = setting.tree.rows

    def subs(broad: Skill, ours: bool) -> tuple[str, ...]:
        return tuple(sub.name for sub in rows if sub.under == broad.id and sub.ours is ours)

    return RealmsInSetting(
        *(
            {
                row.name: BroadInSetting(subs(row, ours=False), subs(row, ours=True), row.ours, row.special)
                for row in rows
                if row.realm == realm and not row.under
            }
            for realm in REALMS
        )
    )


def check_tree(realms: RealmsInSetting, path: str) -> Found:
    """A skill has one place, whatever it is called there."""
    rows = [(at(path, realm, name), name, row) for realm in REALMS for name, row in getattr(realms, realm).items()]
    subs = [
        (at(w, key, n), sub)
        for w, _, row in rows
        for key in ("subs", "our_subs")
        for n, sub in enumerate(getattr(row, key))
    ]
    return misnamed([*((where, name) for where, name, _ in rows), *subs])


class Learned(Row, frozen=True, cache_hash=True):
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


def written_skills(sheet: "Sheet") -> Realms:
    """The skills of a sheet as they are written."""
    found: dict[str, dict[str, int | Broad]] = {realm: {} for realm in REALMS}
    for row in sheet.skills:
        if not row.under:
            subs = [sub for sub in sheet.skills if sub.under == row.id]
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


# --- characters -----------------------------------------------------------------------------------------------

TRAITS = Said(
    ("words", "traits"), "says", Line, "a strength, a weakness or a technique",
    "A line about each strength, weakness or technique",
)  # fmt: skip


class Trait(Row, frozen=True, cache_hash=True):
    """A strength or a weakness."""

    says: str = ""


class Technique(Row, frozen=True, cache_hash=True):
    """Something practised: it helps in one sub-skill, and there alone."""

    skill: Annotated[str, Ref("skills", "a sub-skill of the sheet", having="under")]
    says: str = ""


class Moral(Row, frozen=True, cache_hash=True):
    """One aspect of a Moral Code, and how deep it goes."""

    level: Level


class Sheet(Row, frozen=True, cache_hash=True):
    """A character as brought to the table: skills, strengths, weaknesses, goals, a moral code.  [UN-COR-03]"""

    name: Annotated[str, InFile(Name), Under()]
    skills: Annotated[
        tuple[Learned, ...], Figure("rank"), Laid(), InFile(Realms, skills_of, written_skills, checks=check_skills)
    ]
    strengths: Annotated[tuple[Trait, ...], Listed(most=12), TRAITS] = ()
    weaknesses: Annotated[tuple[Trait, ...], Listed(most=12), TRAITS] = ()
    techniques: Annotated[
        tuple[Technique, ...],
        Keyed("skill", most=12, title="Techniques, and the sub-skill each helps in"),
        TRAITS,
    ] = ()
    moral_code: Annotated[tuple[Moral, ...], Keyed("level", most=8)] = ()
    tagline: Annotated[str, Under(("words",)), InFile(Annotated[Line, Meta(title="In a few words")])] = ""
    goals: Annotated[
        tuple[str, ...], Under(("words",)), InFile(Annotated[Lines, Meta(max_length=6, title="What they are after")])
    ] = ()
    who: Annotated[str, Under(("words",)), InFile(Annotated[Says, Meta(title="Who they are")])] = ""


class Character(Struct, frozen=True):
    """One character: a hero, who takes a seat, or an adversary of the Game Master's."""

    sheet: Annotated[Sheet, Laid(("sheet",))]
    side: Literal["hero", "adversary"] = "hero"

    @property
    def name(self) -> str:
        """What they are called."""
        return self.sheet.name


def check_character(character: Character, path: str = "") -> Found:
    """A name that is free, and practised things with names of their own."""
    sheet, here = character.sheet, at(path, "sheet")
    kinds = ("techniques", "moral_code")
    return misnamed([(at(path, "name"), sheet.name)], TAKEN) + misnamed(
        (at(here, kind, row.name), row.name) for kind in kinds for row in getattr(sheet, kind)
    )


# --- settings -------------------------------------------------------------------------------------------------


class SceneCard(Row, frozen=True, cache_hash=True):
    """A scene the Game Master may open, and the adversaries in it."""

    says: Annotated[str, InFile(Says)] = ""
    adversaries: Annotated[
        tuple[str, ...],
        Ref("adversaries", "an adversary of this setting"),
        InFile(Annotated[tuple[Name, ...], Meta(max_length=12)]),
    ] = ()


class SettingFile(Struct, frozen=True):
    """A setting as it is written: its skills, its people by name, its scenes. `cast` holds those without a file of their own."""

    title: Name
    tree: Annotated[Tree, Laid(), InFile(RealmsInSetting, tree_of, written_tree, checks=check_tree)]
    heroes: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=12)]
    scenes: Annotated[tuple[SceneCard, ...], Listed(least=1, most=20)]
    adversaries: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    premise: Annotated[Says, Under(("words",))] = ""
    tone: Annotated[tuple[Line, ...], Under(("words",)), Meta(max_length=6)] = ()
    cast: Annotated[tuple[Character, ...], Listed(most=32)] = ()


class Setting(Struct, frozen=True, cache_hash=True):
    """Everything a table plays from."""

    id: Annotated[str, SlugOf("title")]
    title: str
    premise: str
    tree: Tree
    heroes: tuple[Sheet, ...]
    adversaries: tuple[Sheet, ...]
    scenes: tuple[SceneCard, ...]
    tone: tuple[str, ...] = ()


def check_setting(setting: SettingFile, path: str = "") -> Found:
    """Names that are free; whether its cast has sheets is seen when the table is made."""
    sides = (("heroes", setting.heroes), ("adversaries", setting.adversaries))
    found = misnamed(((at(path, side, nth), name) for side, names in sides for nth, name in enumerate(names)), TAKEN)
    return found + [
        row for nth, each in enumerate(setting.cast) for row in check_character(each, at(path, "cast", nth))
    ]


HERE = "cliffhanger.games.untold.files"
CHARACTER = Form("character", "A character of Untold", Character, check_character, example(HERE, "character"))
SETTING = Form("setting", "A setting of Untold", SettingFile, check_setting, example(HERE, "setting"))
FORMS = (CHARACTER, SETTING)
