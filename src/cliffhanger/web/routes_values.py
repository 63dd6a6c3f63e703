"""What whoever runs a table can overrule: asked for by the form when somebody is about to name a value, or read alone."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cliffhanger.web import drawing, leaves
from cliffhanger.web.live import Live
from cliffhanger.web.page import values
from cliffhanger.web.requests import entered
from cliffhanger.web.routes_seat import COOKIE


async def overrulable(request: Request) -> Response:
    """The values that this seat may overrule, as far as it knows them; nothing for seats that may not."""
    seat = request.path_params["seat"]
    bearer = request.headers.get("authorization", "").partition(" ")[2]
    live = await entered(request, seat, request.cookies.get(COOKIE) or bearer)
    if not isinstance(live, Live):
        return live
    if not live.master(seat):
        return leaves.nothing()
    meta = drawing.meta(live, seat, "")
    return leaves.leaf(values.page(meta, seat, live.table.view(seat)), meta.title, game=live.table.game)


routes = [Route("/t/{table}/seat/{seat}/values", overrulable)]
