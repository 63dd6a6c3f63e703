"""Which setting is played: the one that comes with the game, or what people bring, made ready for so many players."""

from cliffhanger.games.untold.files.sheets import CHARACTER, HERE, SETTING, Character, Setting, SettingFile
from cliffhanger.games.untold.files.skills import Tree
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import Brought, File, Shelf
from cliffhanger.kernel.files.names import Found, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import faults
from cliffhanger.kernel.game import Seat

MASTER = Seat("gm", "gm", "Game Master")
OURS, OTHERS = ("hero", "heroes"), ("adversary", "adversaries")
"""The sides, one of each and all."""


def misfits(brought: Brought[Character, SettingFile], whole: File[SettingFile]) -> list[Fault]:
    """Skills out of place in the setting: on sheets that are brought, and of those whom a setting brings along or names."""
    found = [fault for each in brought.people for fault in misplaced(each, whole.value.tree)]
    return sorted(found + _strangers(brought, whole.value.tree))


SHELF: Shelf[Character, SettingFile, Setting] = Shelf(
    "untold", HERE, CHARACTER, SETTING, *OURS, *OTHERS, 5, Setting, MASTER, misfits=misfits
)
ready, together = SHELF.ready, SHELF.together


def misplaced(brought: File[Character], tree: Tree) -> list[Fault]:
    """A skill that the setting has elsewhere: every skill has one realm, a sub-skill one broad skill.  [UN-SKL-04]"""
    found = _elsewhere(brought.value, tree)
    return faults(brought.name, brought.text, found) if found else []


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
