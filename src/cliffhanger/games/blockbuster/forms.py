"""The files of this game as people write them, and what is checked in them. `casting.py` makes sheets of them.

A character keeps its numbers under `[sheet]` and its words under `[words]`; a film file names its cast and may bring
it along under `[[cast]]`.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, field

from cliffhanger.games.blockbuster.sheets import StrainType, Use
from cliffhanger.kernel.files.names import Found, Line, Name, Says, misnamed, one_of
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import Written
from cliffhanger.kernel.game import Form

Score = Annotated[int, Meta(ge=0, le=12)]
Strain = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]?)[VP]$", description="a number and V or P, such as 6V")]

TAKEN = ("director", "watch")  # seats that every table has
DERIVED = ("defense", "vigor", "potency")


class SkillFile(Written, frozen=True):
    """A skill that is not physical: talk, thought and nerve still work with your hands tied."""

    rating: Score
    physical: Annotated[bool, Meta(title="Takes a body that is free to move")] = True


class PowerFile(Written, frozen=True):
    """A power or an item: its pair by name, what it is for, and what using it costs."""

    strain: Strain = "0V"
    skill: str = ""
    attribute: str = ""
    uses: Annotated[tuple[Use, ...], Meta(max_length=8, title="What it is used for")] = ()
    range: Annotated[Literal["set", "scene"], Meta(title="How far it reaches")] = "set"
    ongoing: Annotated[bool, Meta(title="Its damage goes on, turn after turn")] = False
    resist: Annotated[Literal["", "V", "P"], Meta(title="What shakes it off: Vigor or Potency")] = ""
    against: Annotated[Literal["defense", "vigor", "potency"], Meta(title="What is rolled against it")] = "defense"
    damage: Annotated[StrainType, Meta(title="What it hurts: Vigor or Potency")] = "V"
    damage_bonus: Annotated[Score, Meta(title="Damage beyond the margin")] = 0
    targets: Annotated[int, Meta(ge=1, le=6, title="How many it hits at once")] = 1
    physical: Annotated[bool, Meta(title="Takes a body that is free to move")] = True
    active: Annotated[bool, Meta(title="Switched on when the scene opens")] = False


class SheetFile(Written, frozen=True):
    """The numbers of a character. A limit of 0 is the rating itself: Vigor for `limit_v`, Potency for `limit_p`."""

    defense: Score
    vigor: Score
    potency: Score
    attributes: Annotated[dict[Name, Score], Meta(min_length=1, max_length=20)]
    skills: Annotated[dict[Name, Score | SkillFile], Meta(min_length=1, max_length=30)]
    protection: Score = 0
    limit_v: Annotated[int, Meta(ge=0, le=40, title="Out at this much damage to Vigor (0: as much as Vigor)")] = 0
    limit_p: Annotated[int, Meta(ge=0, le=40, title="Out at this much damage to Potency (0: as much as Potency)")] = 0
    powers: Annotated[dict[Name, PowerFile], Meta(max_length=12)] = field(default_factory=dict)
    gear: Annotated[dict[Name, PowerFile], Meta(max_length=12)] = field(default_factory=dict)


class WordsFile(Written, frozen=True):
    """The words of a character; `powers` says a line about each power or item."""

    tagline: Annotated[Line, Meta(title="In a few words")] = ""
    who: Annotated[Says, Meta(title="Who they are")] = ""
    goals: Annotated[tuple[Line, ...], Meta(max_length=6, title="What they are after")] = ()
    powers: Annotated[dict[Name, Says], Meta(title="A line about each power or item")] = field(default_factory=dict)


NO_WORDS = WordsFile()


class CharacterFile(Written, frozen=True):
    """One character: a lead, who takes a seat, or an opponent of the Director's."""

    name: Name
    sheet: SheetFile
    words: WordsFile = NO_WORDS
    side: Literal["lead", "opponent"] = "lead"


class ImpedimentFile(Written, frozen=True):
    """What hinders actions in a Set, by how many dice; with a tag it hinders only what the tag names."""

    text: Line
    penalty: Annotated[int, Meta(ge=1, le=6)]
    tag: Annotated[str, Meta(max_length=40)] = ""


class SetFile(Written, frozen=True):
    """One location."""

    name: Name
    says: Says = ""
    impediments: Annotated[tuple[ImpedimentFile, ...], Meta(max_length=6)] = ()


class TaskFile(Written, frozen=True):
    """A task for more than one action: 3, 6, 9, 12 or 15 successes in all are the usual sizes."""

    name: Name
    required: Annotated[int, Meta(ge=1, le=40)]
    says: Says = ""


class SceneFile(Written, frozen=True):
    """A scene the Director may open: its Sets and opponents by name."""

    name: Name
    sets: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)]
    says: Says = ""
    opponents: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    tasks: Annotated[tuple[TaskFile, ...], Meta(max_length=6)] = ()


class FilmWordsFile(Written, frozen=True):
    """What the film is, in a sentence, and how it should feel."""

    logline: Says = ""
    tone: Annotated[tuple[Line, ...], Meta(max_length=6)] = ()


class FilmFile(Written, frozen=True):
    """A film: who is in it, where, and in which scenes. `cast` holds characters that have no file of their own."""

    title: Name
    leads: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=12)]
    sets: Annotated[tuple[SetFile, ...], Meta(min_length=1, max_length=20)]
    scenes: Annotated[tuple[SceneFile, ...], Meta(min_length=1, max_length=20)]
    opponents: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    words: FilmWordsFile = FilmWordsFile()
    cast: Annotated[tuple[CharacterFile, ...], Meta(max_length=32)] = ()


def check_character(file: CharacterFile, path: str = "") -> Found:
    """What the types cannot say about a character."""
    sheet, here = file.sheet, at(path, "sheet")
    found = misnamed([(at(path, "name"), file.name)], TAKEN)
    pairs = [(at(here, kind, name), name) for kind in ("attributes", "skills") for name in getattr(sheet, kind)]
    found += misnamed(pairs, DERIVED)
    own = [(at(here, kind, name), name, power) for kind, name, power in powers(sheet)]
    found += misnamed([(where, name) for where, name, _ in own])
    for where, _, power in own:
        found += _check_power(sheet, where, power)
    known = {name for _, name, _ in own}
    for name in file.words.powers:
        if name not in known:
            found.append((at(path, "words", "powers", name), one_of(known, "a power or an item of the sheet")))
    return found


def _check_power(sheet: SheetFile, where: str, power: PowerFile) -> Found:
    found: Found = []
    if power.skill and power.skill not in sheet.skills:
        found.append((at(where, "skill"), one_of(sheet.skills, "a skill of the sheet")))
    if power.attribute and power.attribute not in sheet.attributes:
        found.append((at(where, "attribute"), one_of(sheet.attributes, "an attribute of the sheet")))
    if len(set(power.uses)) < len(power.uses):
        found.append((at(where, "uses"), "each use once"))
    if "attack" not in power.uses:
        only = [name for name in ("ongoing", "damage_bonus") if getattr(power, name)]
        only += ["targets"] if power.targets > 1 else []
        found += [(at(where, name), 'nothing here, or "attack" among its uses') for name in only]
    if power.resist and not power.ongoing:
        found.append((at(where, "resist"), "nothing here, or ongoing = true: it answers ongoing damage"))
    return found


def check_film(file: FilmFile, path: str = "") -> Found:
    """What the types cannot say about a film; whether its cast has sheets is seen when the table is made."""
    cast = [
        (at(path, side, nth), name) for side in ("leads", "opponents") for nth, name in enumerate(getattr(file, side))
    ]
    found = misnamed(cast, TAKEN)
    found += misnamed([(at(path, "cast", nth, "name"), each.name) for nth, each in enumerate(file.cast)])
    found += misnamed([(at(path, "sets", nth, "name"), each.name) for nth, each in enumerate(file.sets)])
    found += misnamed([(at(path, "scenes", nth, "name"), each.name) for nth, each in enumerate(file.scenes)])
    for nth, character in enumerate(file.cast):
        found += check_character(character, at(path, "cast", nth))
    for nth, place in enumerate(file.sets):
        found += misnamed(
            [(at(path, "sets", nth, "impediments", i, "text"), e.text) for i, e in enumerate(place.impediments)]
        )
    for nth, scene in enumerate(file.scenes):
        here = at(path, "scenes", nth)
        found += _known(at(here, "sets"), scene.sets, [place.name for place in file.sets], "a Set of this film")
        found += _known(at(here, "opponents"), scene.opponents, file.opponents, "an opponent of this film")
        found += misnamed([(at(here, "tasks", i, "name"), task.name) for i, task in enumerate(scene.tasks)])
    return found


def _known(where: str, names: tuple[str, ...], known: Iterable[str], what: str) -> Found:
    found = [(at(where, nth), one_of(known, what)) for nth, name in enumerate(names) if name not in known]
    return found + [(at(where, n), "each name once") for n, name in enumerate(names) if name in names[:n]]


def powers(sheet: SheetFile) -> list[tuple[str, str, PowerFile]]:
    """All powers and items of a sheet, as (table, name, power)."""
    return [(kind, name, power) for kind in ("powers", "gear") for name, power in getattr(sheet, kind).items()]


CHARACTER = Form(
    "character",
    "A character of Tabletop Blockbuster",
    CharacterFile,
    check_character,
    """\
game = "blockbuster"
form = "character"
name = "Odile Fenn"

[sheet]
defense = 4
vigor = 3
potency = 5

[sheet.attributes]
Agility = 3
Willpower = 4

[sheet.skills]
Climb = 4
"Fast Talk" = { rating = 5, physical = false }

[sheet.powers."Stage Whisper"]
strain = "6P"
skill = "Fast Talk"
attribute = "Willpower"
uses = ["convince", "attack"]
against = "potency"
damage = "P"
physical = false

[sheet.gear."Rope and hook"]
strain = "2V"
skill = "Climb"
uses = ["check", "task"]

[words]
tagline = "understudy to everyone"
who = "Knows every exit of every theatre in the capital, and most of the men watching them."
goals = ["Get the reel out of the country."]

[words.powers]
"Stage Whisper" = "Heard by one person, obeyed by most."
""",
)
FILM = Form(
    "film",
    "A film of Tabletop Blockbuster",
    FilmFile,
    check_film,
    """\
game = "blockbuster"
form = "film"
title = "The Last Reel"
leads = ["Odile Fenn"]
opponents = ["Usher"]

[words]
logline = "The only print is in the projector, and the police are in the stalls."
tone = ["Velvet, smoke, applause at the wrong moment."]

[[sets]]
name = "Balcony"
says = "Two hundred seats, one of them occupied."
impediments = [{ text = "The lights are out", penalty = 1, tag = "physical" }]

[[scenes]]
name = "Second act"
says = "Someone cuts the sound."
sets = ["Balcony"]
opponents = ["Usher"]
tasks = [{ name = "Unspool the print", required = 6, says = "It is long, and it burns." }]

[[cast]]
name = "Odile Fenn"

[cast.sheet]
defense = 4
vigor = 3
potency = 5
attributes = { Agility = 3 }
skills = { Climb = 4 }

[[cast]]
name = "Usher"
side = "opponent"

[cast.sheet]
defense = 2
vigor = 3
potency = 2
attributes = { Strength = 3 }
skills = { Shove = 2 }
""",
)
FORMS = (CHARACTER, FILM)
