"""Sheet routes: one to print, of somebody at a table; the maker, where a file of a game is written and checked; its reference.

A stranger's text is read in a worker process that is killed when it takes too long.
"""

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.kernel.files.reader import read_form
from cliffhanger.kernel.game import WATCH, Form, Game
from cliffhanger.kernel.translation import speaking
from cliffhanger.web.http import responses
from cliffhanger.web.http.forms import Form as Posted
from cliffhanger.web.http.forms import fields
from cliffhanger.web.http.requests import find_table, registry_of
from cliffhanger.web.live.figure_service import Games
from cliffhanger.web.live.inputs import overran
from cliffhanger.web.page import primer, reference, sheet
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import Overrun


async def paper(request: Request) -> Response:
    """The sheet of a seat, as everybody may know it, for a page of paper."""
    live_table = await find_table(request)
    if isinstance(live_table, Response):
        return live_table
    table, seat = live_table.table, request.path_params["id"]
    sitter = next((each for each in table.shown.seats if each.id == seat), None)
    if sitter is None:
        return responses.not_found()
    panels = table.game.panels(table.view(WATCH), seat)
    body = sheet.paper(
        sitter.title,
        panels,
        above=table.game.title,
        table=table.policy.title,
        who=sitter.name if sitter.holder == "person" else "",
        back=f"/t/{table.id}",
        beside=sheet.reminders(table.game, table.header.house),
    )
    return responses.html_page(body, sitter.title, game=table.game)


async def maker(request: Request) -> Response:
    """The maker, with an example that reads well."""
    found = form_of(request)
    return (
        found
        if isinstance(found, Response)
        else responses.html_page(sheet.maker(*found), found[1].title, game=found[0])
    )


async def check(request: Request) -> Response:
    """What is wrong with a file, all of it."""
    found = form_of(request)
    if isinstance(found, Response):
        return found
    registry, (game, form) = registry_of(request), found
    posted = fields(await request.form())
    try:
        wrong, _text, body = await registry.workers.strangers.run(
            registry.limits.sheet, checked, registry.games, game.id, form.name, posted, None
        )
    except Overrun as over:
        return responses.refusal_page(_("This file cannot be read"), overran(over), status=422)
    return responses.html_page(body, form.title, game=game, status=422 if wrong else 200)


def checked(
    games: Games, game: str, form: str, posted: Posted, own: sheet.Own | None, language: str = ""
) -> tuple[bool, str, Markup]:
    """Read a file that was posted, wherever this runs: whether anything is wrong, its text, and the page that says so.

    `own` is the seat it is for, if any; `language` is that of its table.
    """
    played = games(game)
    kind = _named(played, form)
    assert kind is not None
    text = sheet.text_of(played, kind, posted)
    read = read_form(kind, kind.name, text)
    faults = read if isinstance(read, list) else []
    value = None if isinstance(read, list) else read
    with speaking(language):
        page = sheet.maker(played, kind, text, faults, checked=not (own and own.fresh), own=own, read=value)
    return bool(faults), text, page


async def told(request: Request) -> Response:
    """How files of a form are written."""
    found = form_of(request)
    if isinstance(found, Response):
        return found
    game, form = found
    if form.reference is None:
        return responses.not_found()
    read = await asyncio.to_thread(reference.read, form.reference)
    return responses.html_page(reference.page(game, form, read), read.title, game=game, style=reference.STYLE)


async def introduced(request: Request) -> Response:
    """The primer of a game, and its words."""
    try:
        game = registry_of(request).games(request.path_params["game"])
    except LookupError:
        return responses.not_found()
    if not game.primer:
        return responses.not_found()
    return responses.html_page(primer.page(game), game.title, game=game)


def form_of(request: Request) -> tuple[Game[Any], Form] | Response:
    """The game and the form that an address names."""
    try:
        game = registry_of(request).games(request.path_params["game"])
    except LookupError:
        return responses.not_found()
    form = _named(game, request.path_params["form"])
    return (game, form) if form is not None else responses.not_found()


def _named(game: Game[Any], name: str) -> Form | None:
    return next((each for each in game.forms if each.name == name), None)


routes = [
    Route("/t/{table}/sheet/{id}", paper),
    Route("/g/{game}/reference/{form}", told),
    Route("/g/{game}/primer", introduced),
    *(Route(path, maker) for path in ("/sheet/{game}/{form}", "/g/{game}/sheet/{form}")),
    *(Route(path, check, methods=["POST"]) for path in ("/sheet/{game}/{form}", "/g/{game}/sheet/{form}")),
]
