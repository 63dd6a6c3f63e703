"""The application: routes, and what stands around them. `app(store, games)` is all that a server needs."""

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute

from cliffhanger.web import (
    api,
    routes_door,
    routes_maker,
    routes_read,
    routes_seat,
    routes_sheet,
    routes_values,
    static,
)
from cliffhanger.web.hub import Hub
from cliffhanger.web.shield import Shield, told
from cliffhanger.web.sockets import page_socket


async def healthz(_request: Request) -> PlainTextResponse:
    """Answered as soon as the server can serve."""
    return PlainTextResponse("ok")


def routes() -> list[BaseRoute]:
    """Every address there is."""
    return [
        Route("/healthz", healthz),
        *static.routes,
        *routes_door.routes,
        *routes_maker.routes,
        *routes_seat.routes,
        *routes_read.routes,
        *routes_sheet.routes,
        *routes_values.routes,
        *api.routes,
        WebSocketRoute("/t/{table}/ws", page_socket),
    ]


def app(hub: Hub) -> Starlette:
    """The application over a hub; the hub starts and stops with it."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    built = Starlette(
        routes=routes(),
        middleware=[
            Middleware(Shield, gate=hub.gate, most=hub.limits.body, opening=hub.limits.opening),
            Middleware(GZipMiddleware, minimum_size=700, compresslevel=6),
        ],
        exception_handlers={HTTPException: told},
        lifespan=lifespan,
    )
    built.state.hub = hub
    return built
