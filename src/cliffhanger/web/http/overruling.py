"""What whoever runs a table can overrule: asked for by the form when somebody is about to name a value, or read alone."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.web.http import responses
from cliffhanger.web.http.requests import entered
from cliffhanger.web.http.seat import COOKIE
from cliffhanger.web.live import view_model
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.page import overruling

LONGEST = 200  # signs of a name that are looked for


async def overrulable(request: Request) -> Response:
    """The values that this seat may overrule, as far as it knows them, or those that `q` names; others have none."""
    seat = request.path_params["seat"]
    bearer = request.headers.get("authorization", "").partition(" ")[2]
    live = await entered(request, seat, request.cookies.get(COOKIE) or bearer)
    if not isinstance(live, Live):
        return live
    if not live.master(seat):
        return responses.nothing()
    game, asked = live.table.game, request.query_params.get("q", "")[:LONGEST]
    rows = overruling.found(live.table.view(seat), game.words, asked)
    meta = view_model.meta(live, seat, "")
    return responses.leaf(overruling.page(meta, seat, rows, asked), meta.title, game=game)


routes = [Route("/t/{table}/seat/{seat}/values", overrulable)]
