"""Characters and what a setting is made of: as the rules read them, and, by their annotations, as people write them.

All of it is frozen and hashable: a state refers to a sheet and never changes it; what follows from one stands in
`derived.py`. A character keeps its numbers under `[sheet]` and its words under `[words]`. First characters, then settings.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.games.untold.files.skills import SKILLS, TREE, Learned, Tree
from cliffhanger.kernel.files.bundle import example, misnamed_people
from cliffhanger.kernel.files.declaration import Figure, Flatten, InFile, Keyed, Listed, Ref, Row, SideTable, SlugOf
from cliffhanger.kernel.files.looks import Look
from cliffhanger.kernel.files.names import Found, Line, Name, Says, misnamed, up_to
from cliffhanger.kernel.files.people import AT_TOP, IN_WORDS, Described, OfSide
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.game import Form

TAKEN = ("gm", "watch")  # seats that every table has

Level = Annotated[int, Meta(ge=0, le=12), InFile(Annotated[int, Meta(ge=1, le=12)])]


TRAITS = SideTable(
    ("words", "traits"),
    "says",
    Line,
    "a strength, a weakness or a technique",
    "A line about each strength, weakness or technique",
)


class Trait(Row, frozen=True, gc=False, cache_hash=True):
    """A strength or a weakness."""

    says: str = ""


class Technique(Row, frozen=True, gc=False, cache_hash=True):
    """Something practised: it helps in one sub-skill, and there alone."""

    skill: Annotated[str, Ref("skills", "a sub-skill of the sheet", having="under")]
    says: str = ""


class Moral(Row, frozen=True, gc=False, cache_hash=True):
    """One aspect of a Moral Code, and how deep it goes."""

    level: Level


class Sheet(Described, frozen=True, gc=False, cache_hash=True):
    """A character as brought to the table: skills, strengths, weaknesses, goals, a moral code.  [UN-COR-03]"""

    name: Annotated[str, InFile(Name), AT_TOP]
    skills: Annotated[tuple[Learned, ...], Figure("rank"), Flatten(), SKILLS]
    strengths: Annotated[tuple[Trait, ...], Listed(most=12), TRAITS] = ()
    weaknesses: Annotated[tuple[Trait, ...], Listed(most=12), TRAITS] = ()
    techniques: Annotated[
        tuple[Technique, ...], Keyed("skill", most=12, title="Techniques, and the sub-skill each helps in"), TRAITS
    ] = ()
    moral_code: Annotated[tuple[Moral, ...], Keyed("level", most=8)] = ()


class Character(OfSide, frozen=True):
    """One character: a hero, who takes a seat, or an adversary of the Game Master's."""

    sheet: Annotated[Sheet, Flatten(("sheet",))]
    side: Literal["hero", "adversary"] = "hero"


def check_character(character: Character, path: str = "") -> Found:
    """A name that is free, and practised things with names of their own."""
    sheet, here = character.sheet, at(path, "sheet")
    kinds = ("techniques", "moral_code")
    return misnamed([(at(path, "name"), sheet.name)], TAKEN) + misnamed(
        (at(here, kind, row.name), row.name) for kind in kinds for row in getattr(sheet, kind)
    )


class SceneCard(Row, frozen=True, gc=False, cache_hash=True):
    """A scene the Game Master may open, and the adversaries in it; where it is, and how that is drawn."""

    says: Annotated[str, InFile(Says)] = ""
    adversaries: Annotated[
        tuple[str, ...], Ref("adversaries", "an adversary of this setting"), InFile(up_to(12, Name))
    ] = ()
    goals: Annotated[tuple[str, ...], InFile(up_to(12, Line))] = ()
    place: Annotated[str, InFile(Line)] = ""
    look: Look = ()


class SettingFile(Struct, frozen=True):
    """A setting as it is written: its skills, its people by name, its scenes. `cast` holds those without a file of their own."""

    title: Name
    tree: Annotated[Tree, Flatten(), TREE]
    heroes: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=12)]
    scenes: Annotated[tuple[SceneCard, ...], Listed(least=1, most=20)]
    adversaries: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    premise: Annotated[Says, IN_WORDS] = ""
    tone: Annotated[tuple[Line, ...], IN_WORDS, Meta(max_length=6)] = ()
    cast: Annotated[tuple[Character, ...], Listed(most=32)] = ()


class Setting(Struct, frozen=True, gc=False, cache_hash=True):
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
    return misnamed_people(setting, ("heroes", "adversaries"), TAKEN, check_character, path)


HERE = "cliffhanger.games.untold.files"
CHARACTER = Form("character", "A character of Untold", Character, check_character, example(HERE, "character"))
SETTING = Form("setting", "A setting of Untold", SettingFile, check_setting, example(HERE, "setting"))
FORMS = (CHARACTER, SETTING)
