"""What routes ask of a request: where it comes from, which table it means, and whether its secret opens a seat."""

from starlette.requests import Request
from starlette.responses import Response

from cliffhanger.web import leaves, shield
from cliffhanger.web.hub import Hub
from cliffhanger.web.live import Live

WRONG = "This link does not open a seat here. Ask whoever runs the table for a new one."
KNOCKED = "Too many wrong links came from your address. Wait a minute, then try again."
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
    if where in ("127.0.0.1", "::1"):
        return False
    if hub.opened.full(where):
        return True
    hub.opened.add(where)
    return False


async def known(request: Request) -> Live | Response:
    """The table that the address names; names that do not exist are counted like wrong secrets."""
    hub = hub_of(request)
    if hub.wrong.full(address(request)):
        return shield.said(request.scope, 429, KNOCKED)
    live = await hub.find(request.path_params["table"])
    if live is None:
        hub.wrong.add(address(request))
        return leaves.nothing()
    return live


async def entered(request: Request, seat: str, secret: str) -> Live | Response:
    """The table, if the secret opens the seat; else the same answer whatever is wrong, and the address is counted."""
    hub = hub_of(request)
    if hub.wrong.full(address(request)):
        return shield.said(request.scope, 429, KNOCKED)
    live = await hub.admit(request.path_params["table"], seat, secret)
    if live is None:
        if secret:
            hub.wrong.add(address(request))
        return shield.said(request.scope, 403, WRONG)
    return live
