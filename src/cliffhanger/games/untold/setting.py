"""Which setting is played: the one that comes with the game, or what people bring, made ready for so many players."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files as resources

import msgspec
from msgspec import Struct, structs

from cliffhanger.games.untold.casting import setting_of, sheet_of
from cliffhanger.games.untold.forms import CHARACTER, FORMS, SETTING, CharacterFile, SettingFile, broads
from cliffhanger.games.untold.sheets import Setting, Sheet, Tree, slug
from cliffhanger.kernel.content import faults, head, parsed, read_form
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Seat, Setup
from cliffhanger.kernel.lines import at

MOST = 5
TABLE = "the table"
MASTER = Seat("gm", "gm", "Game Master")


class Brought(Struct, frozen=True):
    """A file that was read: its name, its text (for the lines of later faults), and what it holds."""

    name: str
    text: str
    file: CharacterFile | SettingFile


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players, with the files they bring (name to text), or say what is wrong with them.

    A hero who is brought takes a seat before those of the setting; an adversary joins the setting's; a setting takes
    the place of the packaged one.
    """
    if not 1 <= players <= MOST:
        return [Fault(TABLE, 0, "players", f"1 to {MOST} players, not {players}")]
    brought, wrong = read_all(files)
    settings = [each for each in brought if isinstance(each.file, SettingFile)]
    wrong += [Fault(each.name, 0, "", f"one setting only; {settings[0].name} is one already") for each in settings[1:]]
    if wrong:
        return sorted(wrong)
    setting = staged(settings[0] if settings else packaged()["setting.toml"], _people(brought))
    if isinstance(setting, list):
        return setting
    wrong = [fault for each in brought for fault in _misplaced(each, setting.tree)]
    if wrong:
        return sorted(wrong)
    setting = joined(setting, [each.file for each in brought if isinstance(each.file, CharacterFile)])
    if why := _crowded(setting, players, brought):
        return [why]
    setting = structs.replace(setting, heroes=setting.heroes[:players])
    seats = (MASTER, *(Seat(hero.id, "player", hero.name) for hero in setting.heroes))
    return Setup(seats, content={"setting": msgspec.json.decode(msgspec.json.encode(setting))})


def read_all(files: Mapping[str, str]) -> tuple[list[Brought], list[Fault]]:
    """Every file read by the form it names at its head, and all that is wrong with any."""
    found: list[Brought] = []
    wrong: list[Fault] = []
    for name, text in files.items():
        value = _read(name, text)
        if isinstance(value, list):
            wrong += value
        else:
            found.append(Brought(name, text, value))
    seen: dict[str, str] = {}
    for each in found:
        if isinstance(each.file, CharacterFile):
            if other := seen.get(slug(each.file.name)):
                wrong += faults(each.name, each.text, [("name", f"another name: {other} brings this character")])
            seen[slug(each.file.name)] = each.name
    return found, wrong


def _read(name: str, text: str) -> CharacterFile | SettingFile | list[Fault]:
    data = parsed(name, text)
    if isinstance(data, list):
        return data
    game, form = head(data)
    if game not in ("", "untold"):
        return faults(name, text, [("game", '"untold"')])
    for each in FORMS:
        if each.name == form:
            value: CharacterFile | SettingFile | list[Fault] = read_form(each, name, text)
            return value
    said = f'at the head of the file, form = "{CHARACTER.name}" or form = "{SETTING.name}"'
    return faults(name, text, [("form", said)])


@cache
def packaged() -> dict[str, Brought]:
    """The files that come with the game, by name."""
    folder = resources("cliffhanger.games.untold") / "content"
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    found, wrong = read_all(dict(sorted(texts.items())))
    assert not wrong, "\n".join(map(str, wrong))
    return {each.name: each for each in found}


@cache
def packaged_cast() -> dict[str, CharacterFile]:
    """The characters that come with the game, by id."""
    return _people(list(packaged().values()))


def _people(files: list[Brought]) -> dict[str, CharacterFile]:
    return {slug(each.file.name): each.file for each in files if isinstance(each.file, CharacterFile)}


def staged(setting: Brought, brought: Mapping[str, CharacterFile]) -> Setting | list[Fault]:
    """A setting with its whole cast: each from a file brought, from the setting's own, or from those of the game."""
    file = setting.file
    assert isinstance(file, SettingFile)
    own = {slug(each.name): each for each in file.cast}
    sheets = {name: sheet_of(each) for name, each in (packaged_cast() | own | dict(brought)).items()}
    missing = [
        (at(side, nth), f"a character with a sheet; bring {name}'s, or put it under [[cast]]")
        for side, names in (("heroes", file.heroes), ("adversaries", file.adversaries))
        for nth, name in enumerate(names)
        if slug(name) not in sheets
    ]
    return faults(setting.name, setting.text, missing) if missing else setting_of(file, sheets)


def _misplaced(brought: Brought, tree: Tree) -> list[Fault]:
    """A skill that the setting has elsewhere: every skill has one realm, a sub-skill one broad skill.  [UN-SKL-04]"""
    if not isinstance(brought.file, CharacterFile):
        return []
    there = {row.id: row for row in tree.rows}
    names = {row.id: row.name for row in tree.rows}
    found: list[tuple[str, str]] = []
    for realm, name, broad in broads(brought.file.sheet):
        for sub, under in ((name, ""), *((sub, slug(name)) for sub in broad.subs)):
            row = there.get(slug(sub))
            if row and (row.realm, row.under) != (realm, under):
                where = at("sheet", realm, name, "subs", sub) if under else at("sheet", realm, name)
                place = f"under {names[row.under]}" if row.under else "as a broad skill"
                found.append((where, f"its place in this setting: {row.name} stands {place}, {row.realm}"))
    return faults(brought.name, brought.text, found) if found else []


def joined(setting: Setting, brought: list[CharacterFile]) -> Setting:
    """The setting with people who were brought: heroes first in line, adversaries last."""
    heroes, adversaries = _sheets(brought, "hero"), _sheets(brought, "adversary")
    taken = {sheet.id for sheet in (*heroes, *adversaries)}
    kept = tuple(sheet for sheet in setting.heroes if sheet.id not in taken)
    foes = tuple(sheet for sheet in setting.adversaries if sheet.id not in taken) + adversaries
    there = {sheet.id for sheet in foes}
    scenes = tuple(
        structs.replace(scene, adversaries=tuple(name for name in scene.adversaries if name in there))
        for scene in setting.scenes
    )
    return structs.replace(setting, heroes=heroes + kept, adversaries=foes, scenes=scenes)


def _sheets(brought: list[CharacterFile], side: str) -> tuple[Sheet, ...]:
    return tuple(sheet_of(each) for each in brought if each.side == side)


def _crowded(setting: Setting, players: int, brought: list[Brought]) -> Fault | None:
    """More people than seats, or more seats than people."""
    ours = [each.name for each in brought if isinstance(each.file, CharacterFile) and each.file.side == "hero"]
    if len(ours) > players:
        return Fault(ours[players], 0, "", f"at most {players} heroes: so many play, and {len(ours)} were brought")
    if len(setting.heroes) < players:
        said = f"at most {len(setting.heroes)}: so many heroes has this setting; bring more of them to be more"
        return Fault(TABLE, 0, "players", said)
    return None
