"""Overruling route: the values that whoever runs a table can set, as a page of its own and for the form's search."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.table.permissions import is_master
from cliffhanger.web.http import responses
from cliffhanger.web.http.requests import authorized_table
from cliffhanger.web.http.seat import COOKIE
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.page import overruling

LONGEST = 200  # signs of a name that are looked for


async def overrulable(request: Request) -> Response:
    """The values that this seat may overrule, as far as it knows them, or those that `q` names; others have none."""
    seat = request.path_params["seat"]
    bearer = request.headers.get("authorization", "").partition(" ")[2]
    live_table = await authorized_table(request, seat, request.cookies.get(COOKIE) or bearer)
    if not isinstance(live_table, LiveTable):
        return live_table
    if not is_master(live_table.table.game, live_table.table.shown.seats, seat):
        return responses.not_found()
    game, asked = live_table.table.game, request.query_params.get("q", "")[:LONGEST]
    rows = overruling.found(live_table.table.view(seat), game.words, asked, game.fixed)
    meta = live_table.audience.meta(seat, "")
    return responses.html_page(overruling.page(meta, seat, rows, asked), meta.title, game=game)


routes = [Route("/t/{table}/seat/{seat}/values", overrulable)]
