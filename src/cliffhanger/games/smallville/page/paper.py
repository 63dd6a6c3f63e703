"""A sheet that stands in a file: as it is shown while it is made, and on one page of paper."""

from cliffhanger.games.smallville.files.sheets import CHARACTER, Character
from cliffhanger.games.smallville.page.view import sheet_panel
from cliffhanger.games.smallville.rules.season import comes
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.panels import Panel


def draw(character: Character) -> tuple[Panel, ...]:
    """The sheet as it would come to a table."""
    return (sheet_panel(comes(character.sheet, "", character.side), folded=False),)


DRAWN = replace(CHARACTER, draw=draw)
"""The form of a character, with its picture."""
