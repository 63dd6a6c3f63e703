"""Screens that a seat has beside its page: the room's own, for those who watch, and the way in while chairs fill.

Each is drawn from the view of its seat alone. A page names its screen in its address and in its hello.
"""

from collections.abc import Callable, Iterable

from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.option import Option
from cliffhanger.kernel.translation import speaking
from cliffhanger.table import table_events
from cliffhanger.table.entries import any_recent
from cliffhanger.table.session import Table
from cliffhanger.web.live.view_model import SharedView, open_to_all, shown_to
from cliffhanger.web.page import lobby, room, room_choice
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.view import Odds, WayIn

ROOM, LOBBY = "room", "lobby"
Figures = Callable[[tuple[Option, ...]], Odds]
"""The figures of options that are known to whoever looks at a screen."""
Draw = Callable[[Table, SharedView, str, WayIn, Figures], Markup]


def asked(names: Iterable[str], seat: str) -> str:
    """The screen that an address or a form names, as far as this seat has it; else none."""
    for name in names:
        if (name, seat == WATCH) in ((ROOM, True), (LOBBY, False)):
            return name
    return ""


def lobby_is_open(table: Table) -> bool:
    """Whether nobody has played yet: what bots do shuts no door while a chair is still empty."""
    shown = table.shown
    if shown.closed:
        return False
    people = {sitter.id for sitter in shown.seats if sitter.holder == "person"}
    waits = any(sitter.holder == "nobody" for sitter in shown.seats)
    return not any_recent(shown.log, lambda each: isinstance(each.input, Act) and (not waits or each.seat in people))


def found(table: Table, seat: str, screen: str) -> Draw | None:
    """What draws a screen of a seat; None where its page stands in that place."""
    known = asked((screen,), seat)
    if known == LOBBY:
        return _lobby if lobby_is_open(table) else None
    return _room if known else None


def _room(table: Table, shared: SharedView, seat: str, way_in: WayIn, figures: Figures) -> Markup:
    listener = Listener(seat, table_events.voice(table.game, table.policy.language))
    shown, waits = shown_to(table, shared, seat), lobby_is_open(table)
    known = () if waits else open_to_all(table)
    built = room_choice.lying(known, shown.drafts)
    watched = room.Watched(known, figures(built or room_choice.before(known)))
    with speaking(table.policy.language):
        return room.room(table.game, shared.about, shown, table.view(seat), listener, way_in, watched, waits=waits)


def _lobby(table: Table, shared: SharedView, seat: str, way_in: WayIn, _figures: Figures) -> Markup:
    with speaking(table.policy.language):
        return lobby.lobby(table.game, shared.about, table.shown.seats, table.view(WATCH), seat, way_in)
