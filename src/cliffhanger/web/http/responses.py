"""The pages around a table, as answers: the door, the seats, a sentence when there is nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starlette.responses import HTMLResponse

from cliffhanger.kernel.errors import Fault, Refusal
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.web.live import view_model
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.page import door, files, join, render, skins
from cliffhanger.web.page.html import esc


def leaf(body: str, title: str, *, game: Game[Any] | None = None, status: int = 200) -> HTMLResponse:
    """A whole page around a body, in the skin of a game if there is one."""
    skin = skins.skin(game) if game is not None else None
    return HTMLResponse(render.document(body, title=title, skin=skin, scripts=False), status)


def front(games: Iterable[Game[Any]]) -> HTMLResponse:
    """The first screen."""
    return leaf(door.door(games), "Cliffhanger")


def nothing() -> HTMLResponse:
    """There is no such table, or no such page."""
    words = "The link may have lost its end. Ask whoever runs the table to send it again."
    return leaf(door.message("There is nothing here", words), "Nothing here", status=404)


def sorry(head: str, why: Refusal, *, status: int = 409) -> HTMLResponse:
    """Something was not done, and why."""
    return leaf(door.message(head, str(why)), head, status=status)


def faulty(game: Game[Any], faults: Sequence[Fault], posted: Mapping[str, Sequence[str]]) -> HTMLResponse:
    """Files that were brought are wrong: where, and the form again."""
    return leaf(files.mend(game, faults, posted), "No table was opened", game=game, status=422)


def joining(live: Live, *, chosen: str = "", why: Refusal | None = None) -> HTMLResponse:
    """The seats of a table: who sits where, and which are free."""
    meta, shown = view_model.meta(live, WATCH, ""), live.table.shown
    game, view = live.table.game, live.table.view(WATCH)
    about = {each.id: join.tagline(game.panels(view, each.id), each.title) for each in shown.seats}
    begun = any(isinstance(entry.input, Act) for entry in shown.log)
    story = game.tagline if begun else join.pitch(game.panels(view, WATCH))
    refused = str(why) if why else ""
    body = join.join(game, meta, shown.seats, about=about, chosen=chosen, refused=refused, story=story)
    return leaf(body, meta.title, game=game, status=409 if why else 200)


def refused(why: Refusal) -> str:
    """What stands above a page whose form was refused."""
    return f'<p class="refused" role="alert">{esc(why)}</p>'
