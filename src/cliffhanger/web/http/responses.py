"""Responses: the HTML pages around a table, such as the front page, the seats, not found, and refusals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from starlette.responses import HTMLResponse

from cliffhanger.kernel.errors import Fault, Refusal
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.table.entries import any_recent
from cliffhanger.table.snapshot import Pace
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page import asked_back, door, files, join, render, running, skins
from cliffhanger.web.page.html import NOTHING, Markup
from cliffhanger.web.page.language import _

HEAD_ENDS = Markup("</head>")


def html_page(
    body: Markup,
    title: str,
    *,
    game: Game[Any] | None = None,
    status: int = 200,
    style: str = "",
    script: str = "",
    head: Markup = NOTHING,
) -> HTMLResponse:
    """A whole page around a body, in the skin of a game if there is one, with a sheet and a script of its own if it has some.

    `head` is what it says of itself to other programs.
    """
    skin = skins.skin(game) if game is not None else None
    page = render.document(body, title=title, skin=skin, scripts=False, style=style, own=script)
    return HTMLResponse(page.replace(HEAD_ENDS, head + HEAD_ENDS, 1) if head else page, status)


def front_page(games: Iterable[Game[Any]], pace: Pace = "reading", held: Sequence[door.HeldSeat] = ()) -> HTMLResponse:
    """The first screen; `pace` is how fast bots go where nobody chooses it, `held` the seats that lead back."""
    return html_page(door.door(games, pace, held), "Cliffhanger")


def not_found() -> HTMLResponse:
    """There is no such table, or no such page."""
    words = _("The link may have lost its end. Ask whoever runs the table to send it again.")
    return html_page(door.message(_("There is nothing here"), words), _("Nothing here"), status=404)


def refusal_page(head: str, why: Refusal, *, status: int = 409) -> HTMLResponse:
    """Something was not done, and why."""
    return html_page(door.message(head, str(why)), head, status=status)


def file_faults(game: Game[Any], faults: Sequence[Fault], posted: Mapping[str, Sequence[str]]) -> HTMLResponse:
    """Files that were brought are wrong: where, and the form again."""
    return html_page(files.mend(game, faults, posted), _("No table was opened"), game=game, status=422)


def seats_page(
    live_table: LiveTable,
    *,
    guest: str = "",
    chosen: str = "",
    name: str = "",
    why: Refusal | None = None,
    status: int = 409,
    held: Sequence[door.HeldSeat] = (),
    again: bool = False,
) -> HTMLResponse:
    """The seats of a table: who sits where, and which are free; first the one that this browser has `held`.

    The chair that was `chosen` is ticked, or one that no other `guest` is offered; where it is taken, that is said.
    So it is where none is free, but to a page that only looks `again`.
    """
    mine = next((each for each in held if each.table == live_table.table.id), None)
    meta, shown = live_table.audience.meta(WATCH, ""), live_table.table.shown
    game, view = live_table.table.game, live_table.table.view(WATCH)
    about = {each.id: join.tagline(game.panels(view, each.id), each.title) for each in shown.seats}
    begun = any_recent(shown.log, lambda entry: isinstance(entry.input, Act))
    story = join.so_far(game, shown.log) or game.tagline if begun else join.pitch(game, view)
    ticked = chosen if chosen == WATCH else live_table.held_out.to(guest, running.free(game, shown.seats), chosen)
    asked = live_table.audience.asked_back.by(guest)
    if asked in running.free(game, shown.seats):
        ticked = live_table.held_out.to(guest, [asked])
    gone = "" if mine and mine.seat == chosen else join.taken_meanwhile(shown.seats, chosen, ticked)
    if not (gone or ticked or mine or again):
        gone = _("Every chair is taken. Ask whoever opened the table.")
    heard = asked_back.heard(shown.seats, asked)
    body = join.join(
        game,
        meta,
        shown.seats,
        about=about,
        chosen=ticked,
        refused=(gone or str(why)) if why else "",
        note="" if why else heard or gone,
        story=story,
        name=name,
        mine=mine,
        watch=not live_table.audience.bench.invited,
    )
    return html_page(body, meta.title, game=game, status=status if why else 200, script="seats.js")


def refusal_note(why: Refusal) -> Markup:
    """What stands above a page whose form was refused."""
    return Markup('<p class="refused" role="alert">{why}</p>').format(why=why)
