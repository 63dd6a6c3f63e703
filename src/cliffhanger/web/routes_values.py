"""What whoever runs a table can overrule: asked for by the form when somebody is about to name a value, or read alone."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.web import drawing, leaves
from cliffhanger.web.live import Live
from cliffhanger.web.page import values
from cliffhanger.web.requests import entered
from cliffhanger.web.routes_seat import COOKIE

LONGEST = 200  # signs of a name that are looked for


async def overrulable(request: Request) -> Response:
    """The values that this seat may overrule, as far as it knows them, or those that `q` names; others have none."""
    seat = request.path_params["seat"]
    bearer = request.headers.get("authorization", "").partition(" ")[2]
    live = await entered(request, seat, request.cookies.get(COOKIE) or bearer)
    if not isinstance(live, Live):
        return live
    if not live.master(seat):
        return leaves.nothing()
    game, asked = live.table.game, request.query_params.get("q", "")[:LONGEST]
    rows = values.found(live.table.view(seat), game.words, asked)
    meta = drawing.meta(live, seat, "")
    return leaves.leaf(values.page(meta, seat, rows, asked), meta.title, game=game)


routes = [Route("/t/{table}/seat/{seat}/values", overrulable)]
