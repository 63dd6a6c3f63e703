"""A campaign is a chain of tables: the file from which the next one opens."""

from cliffhanger.games.untold.files.sheets import SETTING, Character, SettingFile
from cliffhanger.games.untold.rules.state import Table
from cliffhanger.kernel.files.reader import write_form
from cliffhanger.kernel.game import Setup


def cast(setup: Setup, s: Table) -> str:
    """The setting with everybody's sheet as it is by now; wounds, boons and points stay with their table."""
    tone = tuple(setup.content["setting"].get("tone", ()))
    heroes, others = (tuple(p for p in s.cast if p.kind == kind) for kind in ("pc", "adversary"))
    people = (*(Character(p.sheet, "hero") for p in heroes), *(Character(p.sheet, "adversary") for p in others))
    ours, theirs = (tuple(p.sheet.name for p in side) for side in (heroes, others))
    return write_form(SETTING, SettingFile(s.title, s.tree, ours, s.cards, theirs, s.premise, tone, people), "untold")
