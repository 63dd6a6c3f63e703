"""The files of this game as people write them, and what is checked in them. `casting.py` makes sheets of them.

A character keeps its numbers under `[sheet]` and its words under `[words]`; a setting lists its skills, names its cast
and may bring it along under `[[cast]]`.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from cliffhanger.games.untold.sheets import REALMS
from cliffhanger.kernel.files.names import Found, Line, Name, Says, misnamed, one_of
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import Written
from cliffhanger.kernel.game import Form

BroadRank = Annotated[int, Meta(ge=0, le=6, description="a broad rank from 0 to 6")]
SubRank = Annotated[int, Meta(ge=1, le=12, description="a sub-skill rank from 1 to 12")]
Nature = Annotated[int, Meta(ge=0, le=12)]
Level = Annotated[int, Meta(ge=1, le=12)]
TAKEN = ("gm", "watch")  # seats that every table has


class BroadFile(Written, frozen=True):
    """A broad skill: its own rank, the sub-skills trained under it, and a Second Nature other than a third.  [UN-SKL-06]"""

    rank: BroadRank = 0
    subs: Annotated[dict[Name, SubRank], Meta(max_length=12)] = field(default_factory=dict)
    second_nature: Annotated[dict[Name, Nature], Meta(max_length=13)] = field(default_factory=dict)


class SheetFile(Written, frozen=True):
    """The numbers of a character: broad skills of body and mind, techniques by sub-skill, the moral code."""

    body: Annotated[dict[Name, BroadRank | BroadFile], Meta(max_length=16)] = field(default_factory=dict)
    mind: Annotated[dict[Name, BroadRank | BroadFile], Meta(max_length=16)] = field(default_factory=dict)
    strengths: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    weaknesses: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()
    techniques: Annotated[
        dict[Name, Name], Meta(max_length=12, title="Techniques, and the sub-skill each helps in")
    ] = field(default_factory=dict)
    moral_code: Annotated[dict[Name, Level], Meta(max_length=8)] = field(default_factory=dict)


class WordsFile(Written, frozen=True):
    """The words of a character; `traits` says a line about a strength, a weakness or a technique."""

    tagline: Annotated[Line, Meta(title="In a few words")] = ""
    who: Annotated[Says, Meta(title="Who they are")] = ""
    goals: Annotated[tuple[Line, ...], Meta(max_length=6, title="What they are after")] = ()
    traits: Annotated[dict[Name, Line], Meta(title="A line about each strength, weakness or technique")] = field(
        default_factory=dict
    )


NO_WORDS = WordsFile()


class CharacterFile(Written, frozen=True):
    """One character: a hero, who takes a seat, or an adversary of the Game Master's."""

    name: Name
    sheet: SheetFile
    words: WordsFile = NO_WORDS
    side: Literal["hero", "adversary"] = "hero"


class SkillFile(Written, frozen=True):
    """A broad skill of a setting. What the rules name and what the setting adds stand apart."""

    subs: Annotated[tuple[Name, ...], Meta(max_length=12, title="Sub-skills that the text names")] = ()
    our_subs: Annotated[tuple[Name, ...], Meta(max_length=12, title="Sub-skills of our own")] = ()
    ours: Annotated[bool, Meta(title="A skill of our own, that the text does not name")] = True
    special: Annotated[bool, Meta(title="Beyond the sixteen, such as a magic")] = False


class SceneFile(Written, frozen=True):
    """A scene the Game Master may open."""

    name: Name
    says: Says = ""
    adversaries: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()


class SettingWordsFile(Written, frozen=True):
    """What the setting is, in a few sentences, and how it should feel."""

    premise: Says = ""
    tone: Annotated[tuple[Line, ...], Meta(max_length=6)] = ()


class SettingFile(Written, frozen=True):
    """A setting: its skills, who is in it, and its scenes. `cast` holds characters that have no file of their own."""

    title: Name
    body: Annotated[dict[Name, SkillFile], Meta(min_length=1, max_length=16)]
    mind: Annotated[dict[Name, SkillFile], Meta(min_length=1, max_length=16)]
    heroes: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=12)]
    scenes: Annotated[tuple[SceneFile, ...], Meta(min_length=1, max_length=20)]
    adversaries: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    words: SettingWordsFile = SettingWordsFile()
    cast: Annotated[tuple[CharacterFile, ...], Meta(max_length=32)] = ()


def broads(sheet: SheetFile) -> Iterator[tuple[Literal["body", "mind"], str, BroadFile]]:
    """All broad skills of a sheet, as (realm, name, skill)."""
    for realm in REALMS:
        for name, row in getattr(sheet, realm).items():
            yield realm, name, row if isinstance(row, BroadFile) else BroadFile(row)


def check_character(file: CharacterFile, path: str = "") -> Found:
    """What the types cannot say about a character."""
    sheet, here = file.sheet, at(path, "sheet")
    found = misnamed([(at(path, "name"), file.name)], TAKEN)
    rows = [(at(here, realm, name), name, broad) for realm, name, broad in broads(sheet)]
    if not rows:
        found.append((here, "a skill at least, under body or mind"))
    names = [(where, name) for where, name, _ in rows]
    names += [(at(where, "subs", sub), sub) for where, _, broad in rows for sub in broad.subs]
    found += misnamed(names)
    for where, name, broad in rows:
        for each in broad.second_nature:
            if each != name and each not in broad.subs:
                found.append(
                    (at(where, "second_nature", each), one_of([name, *broad.subs], "this skill or one under it"))
                )
    subs = {sub for _, _, broad in rows for sub in broad.subs}
    for name, skill in sheet.techniques.items():
        if skill not in subs:
            found.append((at(here, "techniques", name), one_of(subs, "a sub-skill of the sheet")))
    for kind in ("strengths", "weaknesses"):
        found += misnamed([(at(here, kind, nth), name) for nth, name in enumerate(getattr(sheet, kind))])
    found += misnamed(
        [(at(here, kind, name), name) for kind in ("techniques", "moral_code") for name in getattr(sheet, kind)]
    )
    known = {*sheet.strengths, *sheet.weaknesses, *sheet.techniques}
    for name in file.words.traits:
        if name not in known:
            found.append((at(path, "words", "traits", name), one_of(known, "a strength, a weakness or a technique")))
    return found


def check_setting(file: SettingFile, path: str = "") -> Found:
    """What the types cannot say about a setting; whether its cast has sheets is seen when the table is made."""
    rows = [(at(path, realm, name), name, row) for realm in REALMS for name, row in getattr(file, realm).items()]
    names = [(where, name) for where, name, _ in rows]
    for where, _, row in rows:
        for kind in ("subs", "our_subs"):
            names += [(at(where, kind, nth), sub) for nth, sub in enumerate(getattr(row, kind))]
    found = misnamed(names)
    cast = [
        (at(path, side, nth), name)
        for side in ("heroes", "adversaries")
        for nth, name in enumerate(getattr(file, side))
    ]
    found += misnamed(cast, TAKEN)
    found += misnamed([(at(path, "cast", nth, "name"), each.name) for nth, each in enumerate(file.cast)])
    for nth, character in enumerate(file.cast):
        found += check_character(character, at(path, "cast", nth))
    found += misnamed([(at(path, "scenes", nth, "name"), each.name) for nth, each in enumerate(file.scenes)])
    for nth, scene in enumerate(file.scenes):
        for n, name in enumerate(scene.adversaries):
            if name not in file.adversaries:
                where = at(path, "scenes", nth, "adversaries", n)
                found.append((where, one_of(file.adversaries, "an adversary of this setting")))
    return found


CHARACTER = Form(
    "character",
    "A character of Untold",
    CharacterFile,
    check_character,
    """\
game = "untold"
form = "character"
name = "Wenna Thrale"

[sheet]
strengths = ["Never lost"]
weaknesses = ["Speaks her mind"]

[sheet.body]
Athletics = { rank = 2, subs = { Climbing = 5 } }
Seamanship = 3

[sheet.mind]
Cognition = 2
Persuasion = { rank = 1, subs = { Haggling = 4 }, second_nature = { Haggling = 2 } }

[sheet.techniques]
"Chimney climb" = "Climbing"

[sheet.moral_code]
"A debt is paid" = 3

[words]
tagline = "pilot without a boat"
who = "Sold the boat to keep a promise, and has walked the shore since."
goals = ["Have a deck underfoot again."]

[words.traits]
"Never lost" = "North is a place she can point to in her sleep."
""",
)
SETTING = Form(
    "setting",
    "A setting of Untold",
    SettingFile,
    check_setting,
    """\
game = "untold"
form = "setting"
title = "Two Harbours"
heroes = ["Wenna Thrale"]
adversaries = ["The Excise"]

[words]
premise = "One harbour pays duty. The other one is foggy."
tone = ["Tar, fog, small kindnesses."]

[body.Athletics]
ours = false
subs = ["Running", "Jumping"]
our_subs = ["Climbing"]

[body.Seamanship]

[mind.Cognition]
ours = false
subs = ["Deduction"]

[mind."Salt Magic"]
special = true

[[scenes]]
name = "A light where none should be"
says = "Somebody is landing barrels."
adversaries = ["The Excise"]

[[cast]]
name = "Wenna Thrale"

[cast.sheet.body]
Athletics = { rank = 2, subs = { Climbing = 5 } }

[[cast]]
name = "The Excise"
side = "adversary"

[cast.sheet.mind]
Cognition = 3
""",
)
FORMS = (CHARACTER, SETTING)
