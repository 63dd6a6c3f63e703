"""Which setting is played: the one that comes with the game, or what people bring, made ready for so many players."""

from collections.abc import Mapping

from msgspec import structs

from cliffhanger.games.untold.files.sheets import CHARACTER, HERE, SETTING, Character, Setting, SettingFile
from cliffhanger.games.untold.files.skills import Tree
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import Brought, File, Shelf
from cliffhanger.kernel.files.names import Found, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import faults
from cliffhanger.kernel.game import Seat, Setup

MASTER = Seat("gm", "gm", "Game Master")
SHELF: Shelf[Character, SettingFile] = Shelf(
    "untold", HERE, CHARACTER, SETTING, "hero", "heroes", other="adversary", others="adversaries", most=5
)


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players, with the files they bring (name to text), or say what is wrong with them.

    A hero who is brought takes a seat before those of the setting; an adversary joins the setting's; a setting takes
    the place of the packaged one.
    """
    found = SHELF.opened(players, files)
    if isinstance(found, list):
        return found
    brought, file, heroes, adversaries = found
    misfits = [fault for each in brought.people for fault in misplaced(each, file.tree)]
    if wrong := misfits or _strangers(brought, file.tree):
        return sorted(wrong)
    said = (slug(file.title), file.title, file.premise, file.tree)
    return SHELF.seated(Setting(*said, heroes, adversaries, file.scenes, file.tone), brought, players, MASTER)


def misplaced(brought: File[Character], tree: Tree) -> list[Fault]:
    """A skill that the setting has elsewhere: every skill has one realm, a sub-skill one broad skill.  [UN-SKL-04]"""
    found = _elsewhere(brought.value, tree)
    return faults(brought.name, brought.text, found) if found else []


def together(files: Mapping[str, str]) -> list[Fault]:
    """What a table would refuse in files that are each right: skills out of place in the setting among them, or else in
    the packaged one.
    """
    read = [found for name, text in files.items() if isinstance(found := SHELF.read({name: text}), Brought)]
    wholes = [each.whole for each in read if each.whole]
    people = tuple(file for each in read for file in each.people)
    own = [fault for whole in wholes for fault in _strangers(Brought(people, whole), whole.value.tree)]
    if len(wholes) > 1:  # nobody can tell which of them somebody is for
        return sorted(own)
    whole = wholes[0] if wholes else SHELF.packaged.whole
    assert whole is not None
    more = "" if wholes else f", in {whole.value.title}; for a setting of your own, name its file as well"
    found = [fault for each in people for fault in misplaced(each, whole.value.tree)]
    return sorted(own + [structs.replace(fault, expected=fault.expected + more) for fault in found])


def _elsewhere(file: Character, tree: Tree, path: str = "") -> Found:
    there, own = ({row.id: row for row in rows} for rows in (tree.rows, file.sheet.skills))
    found: Found = []
    for each in file.sheet.skills:
        row = there.get(each.id)
        if row and (row.realm, row.under) != (each.realm, each.under):
            within = (own[each.under].name, "subs", each.name) if each.under else (each.name,)
            place = f"under {there[row.under].name}" if row.under else "as a broad skill"
            said = f"its place in this setting: {row.name} stands {place}, {row.realm}"
            found.append((at(path, "sheet", each.realm, *within), said))
    return found


def _strangers(brought: Brought[Character, SettingFile], tree: Tree) -> list[Fault]:
    """The same for those that a setting brings along, and for people of the game that it names."""
    setting = brought.whole
    if setting is None:
        return []
    file, own = setting.value, {slug(each.name) for each in setting.value.cast}
    found = [row for nth, each in enumerate(file.cast) for row in _elsewhere(each, tree, at("cast", nth))]
    for side, names in (("heroes", file.heroes), ("adversaries", file.adversaries)):
        for nth, name in enumerate(names):
            packaged = None if slug(name) in own | brought.cast.keys() else SHELF.packaged.cast.get(slug(name))
            if packaged and (wrong := _elsewhere(packaged, tree)):
                found.append((at(side, nth), f"somebody whose sheet fits: {wrong[0][1]}"))
    return faults(setting.name, setting.text, found) if found else []
