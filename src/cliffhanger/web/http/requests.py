"""Requests: the origin and address of a request, the table it names, and whether its secret opens a seat there."""

from starlette.requests import Request
from starlette.responses import Response

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.translation import SPOKEN
from cliffhanger.web.http import middleware, responses
from cliffhanger.web.live.limits import LOOPBACK, network_of
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.page.language import _


def wrong_secret() -> str:
    """What is said of a secret that opens no seat."""
    return _("This link does not open a seat here. Ask whoever runs the table for a new one.")


def too_many_secrets() -> str:
    """What is said to an address that has tried many of them."""
    return _("Too many wrong links came from your address. Wait a minute, then try again.")


def too_many_tables() -> str:
    """What is said to an address that has opened as many tables as it may."""
    return _("Many tables were opened from your address. Play at one of them, or come back in an hour.")


def registry_of(request: Request) -> Registry:
    """The registry behind the application."""
    registry: Registry = request.app.state.registry
    return registry


def origin(request: Request) -> str:
    """Our own origin, as this browser knows us."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def opened_too_many(request: Request) -> bool:
    """Whether an address has opened as many tables as it may; this machine itself may open any number."""
    registry, where = registry_of(request), address(request)
    if where in LOOPBACK:
        return False
    if registry.tables_opened.full(where):
        registry.meters.limits["tables_opened"] += 1
        return True
    registry.tables_opened.add(where)
    return False


def sits_too_often(request: Request) -> Refusal | None:
    """Why nobody may sit down, or ask for a seat back, from an address just now: each has all pages drawn again."""
    registry = registry_of(request)
    budget = registry.sits.of(network_of(address(request)))
    if budget is None or budget.take():
        return None
    registry.meters.limits["sits"] += 1
    return Refusal("", _("Many seats were taken or asked back from your address."), _("Wait a minute, then try again."))


async def find_table(request: Request) -> LiveTable | Response:
    """The table that the address names; names that do not exist are counted."""
    registry, name, where = registry_of(request), request.path_params["table"], address(request)
    if registry.too_many_unknown(name, where):
        registry.meters.limits["unknown_tables"] += 1
        return middleware.sentence_response(
            request.scope,
            429,
            _("Too many names of tables that there are not came from your address. Wait a minute, then try again."),
        )
    live_table = await registry.find(name)
    if live_table is None:
        registry.unknown_tables.add(where)
        return responses.not_found()
    return _spoken_at(live_table)


def _spoken_at(live_table: LiveTable) -> LiveTable:
    """From here on this request is answered in the language of its table."""
    SPOKEN.set(live_table.table.policy.language)
    return live_table


async def authorized_table(request: Request, seat: str, secret: str) -> LiveTable | Response:
    """The table, if the secret opens the seat; else the same answer whatever is wrong, and the address is counted."""
    registry, where = registry_of(request), address(request)
    live_table = await registry.admit(request.path_params["table"], seat, secret, where)
    if live_table is not None:
        return _spoken_at(live_table)
    if registry.wrong_secrets.full(where):
        registry.meters.limits["wrong_secrets"] += 1
        return middleware.sentence_response(request.scope, 429, too_many_secrets())
    if secret:
        registry.wrong_secrets.add(where)
    return middleware.sentence_response(request.scope, 403, wrong_secret())
