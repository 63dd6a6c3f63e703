"""What routes ask of a request: where it comes from, which table it means, and whether its secret opens a seat."""

from starlette.requests import Request
from starlette.responses import Response

from cliffhanger.web.http import middleware, responses
from cliffhanger.web.live.limits import HERE
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.live.registry import Hub

WRONG = "This link does not open a seat here. Ask whoever runs the table for a new one."
KNOCKED = "Too many wrong links came from your address. Wait a minute, then try again."
STRAYED = "Too many names of tables that there are not came from your address. Wait a minute, then try again."
MANY = "Many tables were opened from your address. Play at one of them, or come back in an hour."


def hub_of(request: Request) -> Hub:
    """The hub behind the application."""
    hub: Hub = request.app.state.hub
    return hub


def origin(request: Request) -> str:
    """Our own origin, as this browser knows us."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def crowded(request: Request) -> bool:
    """Whether an address has opened as many tables as it may; this machine itself may open any number."""
    hub, where = hub_of(request), address(request)
    if where in HERE:
        return False
    if hub.opened.full(where):
        return True
    hub.opened.add(where)
    return False


async def known(request: Request) -> Live | Response:
    """The table that the address names; names that do not exist are counted."""
    hub, name, where = hub_of(request), request.path_params["table"], address(request)
    if hub.lost(name, where):
        return middleware.said(request.scope, 429, STRAYED)
    live = await hub.find(name)
    if live is None:
        hub.strayed.add(where)
        return responses.nothing()
    return live


async def entered(request: Request, seat: str, secret: str) -> Live | Response:
    """The table, if the secret opens the seat; else the same answer whatever is wrong, and the address is counted."""
    hub, where = hub_of(request), address(request)
    live = await hub.admit(request.path_params["table"], seat, secret, where)
    if live is not None:
        return live
    if hub.wrong.full(where):
        return middleware.said(request.scope, 429, KNOCKED)
    if secret:
        hub.wrong.add(where)
    return middleware.said(request.scope, 403, WRONG)
