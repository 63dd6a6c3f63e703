"""Characters and what a film is made of: as the rules read them, and, by their annotations, as people write them.

All of it is frozen and hashable: a state refers to a sheet and never changes it. A character keeps its numbers under
`[sheet]` and its words under `[words]`. A number may grow beyond what a file takes, by a ruling.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.kernel.files.bundle import example, misnamed_people
from cliffhanger.kernel.files.declaration import Flatten, InFile, Keyed, Listed, Ref, Row, SideTable, SlugOf
from cliffhanger.kernel.files.looks import Look, Weather
from cliffhanger.kernel.files.names import Found, Line, Name, Says, misnamed, slug, up_to
from cliffhanger.kernel.files.people import AT_TOP, IN_WORDS, Described, OfSide
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.game import Form

StrainType = Literal["V", "P"]
TAXED = {"V": "Vigor", "P": "Potency"}
"""The attribute that strain and damage of each type go to."""
Use = Literal["attack", "check", "setup", "task", "oppose", "convince", "restrain", "defend"]
TAKEN = ("director", "watch")  # seats that every table has
DERIVED = ("defense", "vigor", "potency")

Score = Annotated[int, Meta(ge=0, le=12)]
Number = Annotated[int, Meta(ge=0, le=99), InFile(Score)]
Rated = Annotated[int, Meta(ge=0, le=30), InFile(Score)]
Strain = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]?)[VP]$", description="a number and V or P, such as 6V")]
EACH_ONCE = Meta(max_length=60, description="at most 60 lines, each of them once")
SOME_ONCE = Meta(min_length=1, max_length=60, description="1 to 60 lines, each of them once")


USES = Meta(max_length=8, title="What it is used for")


class Rating(Row, frozen=True, gc=False, cache_hash=True):
    """An attribute: the dice it adds to a skill. `uses` are the actions that it comes to mind first for."""

    rating: Rated
    uses: Annotated[tuple[Use, ...], USES] = ()


class Skill(Row, frozen=True, gc=False, cache_hash=True):
    """A skill: the dice it adds to an attribute; one that is not physical is open to a character who is held.

    `uses` are the actions that it comes to mind first for: it lies chosen there. What fits is for people to say.
    """

    rating: Rated
    physical: Annotated[bool, Meta(title="Takes a body that is free to move")] = True
    uses: Annotated[tuple[Use, ...], USES] = ()


class Power(Row, frozen=True, gc=False, cache_hash=True):
    """A power, or an item of gear: what it is for, and what using it costs.

    `skill` and `attribute` are its pair; empty leaves that half open. `strain` taxes Vigor (V) or Potency (P). `resist`
    is what may stand in for Defense against its ongoing damage, `against` what meets its attack, `damage` the counter it
    hurts. `active` says that it is worn or switched on from the start.
    """

    strain: Annotated[
        int,
        Meta(ge=0, le=99),
        InFile(
            Strain,
            read=lambda text, _: int(text[:-1]),
            write=lambda power: f"{power.strain}{power.strain_type}",
            default="0V",
        ),
    ] = 0
    strain_type: Annotated[StrainType, InFile(key="strain", read=lambda text, _: text[-1], default="0V")] = "V"
    skill: Annotated[str, Ref("skills", "a skill of the sheet")] = ""
    attribute: Annotated[str, Ref("attributes", "an attribute of the sheet")] = ""
    uses: Annotated[tuple[Use, ...], USES] = ()
    range: Annotated[Literal["set", "scene"], Meta(title="How far it reaches")] = "set"
    ongoing: Annotated[bool, Meta(title="Its damage goes on, turn after turn")] = False
    resist: Annotated[Literal["", "V", "P"], Meta(title="What shakes it off: Vigor or Potency")] = ""
    against: Annotated[Literal["defense", "vigor", "potency"], Meta(title="What is rolled against it")] = "defense"
    damage: Annotated[StrainType, Meta(title="What it hurts: Vigor or Potency")] = "V"
    damage_bonus: Annotated[
        int, Meta(ge=0, le=99), InFile(Annotated[Score, Meta(title="Damage beyond the margin")])
    ] = 0
    targets: Annotated[
        int, Meta(ge=1, le=20), InFile(Annotated[int, Meta(ge=1, le=6, title="How many it hits at once")])
    ] = 1
    physical: Annotated[bool, Meta(title="Takes a body that is free to move")] = True
    active: Annotated[bool, Meta(title="Switched on when the scene opens")] = False
    gear: bool = False
    says: str = ""


def _limit(of: str, name: str) -> InFile:
    """In a file 0, or nothing, means the rating itself."""
    return InFile(
        Annotated[int, Meta(ge=0, le=40, title=f"Out at this much damage to {name} (0: as much as {name})")],
        read=lambda n, sheet: n or max(1, sheet[of]),
        write=lambda sheet: 0 if (n := getattr(sheet, f"limit_{of[0]}")) == max(1, getattr(sheet, of)) else n,
        default=0,
    )


LIMIT = Meta(ge=1, le=99, description="a limit from 1 to 99")


class Sheet(Described, frozen=True, gc=False, cache_hash=True):
    """A character as brought to the table; `limit_v` and `limit_p` are the damage that takes it out."""

    name: Annotated[
        str, Meta(min_length=1, max_length=120, description="a name of 1 to 120 characters"), InFile(Name), AT_TOP
    ]
    attributes: Annotated[tuple[Rating, ...], SOME_ONCE, Keyed("rating", least=1, most=20)]
    skills: Annotated[tuple[Skill, ...], SOME_ONCE, Keyed("rating", least=1, most=30)]
    defense: Number
    vigor: Number
    potency: Number
    protection: Annotated[int, Meta(ge=0, le=99), InFile(Score, default=0)]
    limit_v: Annotated[int, LIMIT, _limit("vigor", "Vigor")]
    limit_p: Annotated[int, LIMIT, _limit("potency", "Potency")]
    powers: Annotated[
        tuple[Power, ...],
        EACH_ONCE,
        Keyed(most=12, split="gear", into=((False, "powers"), (True, "gear"))),
        SideTable(
            ("words", "powers"), "says", Says, "a power or an item of the sheet", "A line about each power or item"
        ),
    ] = ()


class Character(OfSide, frozen=True):
    """One character: a lead, who takes a seat, or an opponent of the Director's."""

    sheet: Annotated[Sheet, Flatten(("sheet",))]
    side: Literal["lead", "opponent"] = "lead"


class Impediment(Struct, frozen=True, gc=False, cache_hash=True):
    """A condition of one Set: `penalty` fewer dice on actions there, or only on those its tag names.

    `look` is the weather it brings into the picture of the Set, where its text does not say it.
    """

    id: Annotated[str, SlugOf("text")]
    text: Annotated[str, InFile(Line)]
    penalty: Annotated[int, Meta(ge=0, le=30), InFile(Annotated[int, Meta(ge=1, le=6)])]
    tag: Annotated[str, InFile(Annotated[str, Meta(max_length=40)], read=lambda tag, _: slug(tag))] = ""
    look: Weather = ""


class Place(Row, frozen=True, gc=False, cache_hash=True):
    """A Set: one location within a scene. `look` is how it is drawn, where its name does not say it."""

    says: Annotated[str, InFile(Says)] = ""
    impediments: Annotated[tuple[Impediment, ...], Listed(most=6)] = ()
    look: Look = ()


class TaskCard(Struct, frozen=True, gc=False, cache_hash=True):
    """An extended check a scene holds ready: 3, 6, 9, 12 or 15 successes in all are the usual sizes.

    `between` are the two Sets that it parts or joins: in the picture it stands there.
    """

    name: Name
    required: Annotated[int, Meta(ge=1, le=40)]
    says: Says = ""
    between: Annotated[tuple[str, ...], Ref("sets", "a Set of this film"), InFile(up_to(2, Name))] = ()


class SceneCard(Row, frozen=True, gc=False, cache_hash=True, kw_only=True):
    """A scene the Director may open: its Sets, the opponents in it, and its tasks."""

    says: Annotated[str, InFile(Says)] = ""
    sets: Annotated[tuple[str, ...], Ref("sets", "a Set of this film"), InFile(up_to(8, Name, least=1))]
    opponents: Annotated[tuple[str, ...], Ref("opponents", "an opponent of this film"), InFile(up_to(12, Name))] = ()
    tasks: Annotated[tuple[TaskCard, ...], Listed(most=6)] = ()


class Story(Struct, frozen=True, gc=False, cache_hash=True):
    """A film but for its people: what it is in a sentence, how it should feel, where it goes."""

    id: Annotated[str, SlugOf("title")]
    title: Annotated[str, InFile(Name)]
    logline: Annotated[str, IN_WORDS, InFile(Says)] = ""
    tone_lines: Annotated[tuple[str, ...], IN_WORDS, InFile(up_to(6, Line), key="tone")] = ()
    sets: Annotated[tuple[Place, ...], Listed(least=1, most=20)] = ()
    scenes: Annotated[tuple[SceneCard, ...], Listed(least=1, most=20)] = ()


class FilmFile(Story, frozen=True, kw_only=True):
    """A film as it is written: it names its people. `cast` holds characters that have no file of their own."""

    leads: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=12)]
    opponents: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    cast: Annotated[tuple[Character, ...], Listed(most=32)] = ()


class Film(Story, frozen=True, gc=False, cache_hash=True):
    """Everything a table plays from: a film with the sheets of its people."""

    leads: tuple[Sheet, ...] = ()
    opponents: tuple[Sheet, ...] = ()


# --- what the types cannot say --------------------------------------------------------------------------------


def check_character(character: Character, path: str = "") -> Found:
    """Names that are not free, and powers that contradict themselves."""
    sheet, here = character.sheet, at(path, "sheet")
    found = misnamed([(at(path, "name"), sheet.name)], TAKEN)
    found += misnamed(
        [(at(here, kind, row.name), row.name) for kind in ("attributes", "skills") for row in getattr(sheet, kind)],
        DERIVED,
    )
    own = [(at(here, "gear" if power.gear else "powers", power.name), power) for power in sheet.powers]
    found += misnamed((where, power.name) for where, power in own)
    return found + [(at(where, key), expected) for where, power in own for key, expected in _contradictions(power)]


def _contradictions(power: Power) -> Iterator[tuple[str, str]]:
    if len(set(power.uses)) < len(power.uses):
        yield "uses", "each use once"
    if "attack" not in power.uses:
        odd = {"ongoing": power.ongoing, "damage_bonus": power.damage_bonus, "targets": power.targets > 1}
        yield from ((name, 'nothing here, or "attack" among its uses') for name, there in odd.items() if there)
    if power.resist and not power.ongoing:
        yield "resist", "nothing here, or ongoing = true: it answers ongoing damage"


def check_film(film: FilmFile, path: str = "") -> Found:
    """The same for a film; whether its cast has sheets is seen when the table is made."""
    found = misnamed_people(film, ("leads", "opponents"), TAKEN, check_character, path)
    for nth, scene in enumerate(film.scenes):
        for key, ids in (("sets", scene.sets), ("opponents", scene.opponents)):
            twice = [n for n, each in enumerate(ids) if each in ids[:n]]
            found += [(at(path, "scenes", nth, key, n), "each name once") for n in twice]
    return found


HERE = "cliffhanger.games.blockbuster.files"
CHARACTER = Form(
    "character", "A character of Tabletop Blockbuster", Character, check_character, example(HERE, "character")
)
FILM = Form("film", "A film of Tabletop Blockbuster", FilmFile, check_film, example(HERE, "film"))
FORMS = (CHARACTER, FILM)
