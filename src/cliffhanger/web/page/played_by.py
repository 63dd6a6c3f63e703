"""Who plays whom: beside somebody of the game stands the name of the person on their chair."""

from collections.abc import Sequence

from msgspec import structs

from cliffhanger.kernel.panels import Group, Panel
from cliffhanger.table.snapshot import Sitter
from cliffhanger.web.page.capacity import SEATS
from cliffhanger.web.page.language import _, cached


def played_by(panels: tuple[Panel, ...], seats: Sequence[Sitter]) -> tuple[Panel, ...]:
    """The same panels, in which everybody's group says who plays them, where that is a person with a name of their own."""
    people = {
        sitter.in_play: sitter.name
        for sitter in seats
        if sitter.holder == "person" and sitter.name and sitter.name != sitter.in_play
    }
    return tuple([_noted(panel, people) for panel in panels]) if people else panels


def _noted(panel: Panel, people: dict[str, str]) -> Panel:
    if not isinstance(panel, Group) or panel.place != "side":
        return panel
    if panel.mark in people and not panel.note:
        return _with_name(panel, people[panel.mark])
    inner = tuple([_noted(each, people) for each in panel.panels])
    changed = any(now is not old for now, old in zip(inner, panel.panels, strict=True))
    return structs.replace(panel, panels=inner) if changed else panel


@cached(SEATS)
def _with_name(group: Group, player: str) -> Group:
    return structs.replace(group, note=_("played by {player}").format(player=player))
