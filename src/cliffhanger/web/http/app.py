"""Application: all routes and the middleware around them, over a registry of tables."""

import contextlib
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, WebSocketRoute

from cliffhanger.web.http import (
    api,
    bench,
    card_pictures,
    card_sheets,
    door,
    keeper,
    overruling,
    reading,
    seat,
    seat_maker,
    sheets,
    static_files,
)
from cliffhanger.web.http.middleware import SecurityMiddleware, http_error_response
from cliffhanger.web.http.sockets import page_socket
from cliffhanger.web.live.readiness import Readiness
from cliffhanger.web.live.registry import Registry


def routes() -> list[BaseRoute]:
    """Every address there is."""
    return [
        *keeper.health_routes,
        *static_files.routes,
        *door.routes,
        *seat_maker.routes,
        *seat.routes,
        *reading.routes,
        *sheets.routes,
        *card_sheets.routes,
        *bench.routes,
        *card_pictures.routes,
        *overruling.routes,
        *api.routes,
        WebSocketRoute("/t/{table}/ws", page_socket),
    ]


def app(registry: Registry) -> Starlette:
    """The application over a registry, which starts and stops with it."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await registry.start()
        try:
            yield
        finally:
            await registry.stop()

    built = Starlette(
        routes=routes(),
        middleware=[
            Middleware(
                SecurityMiddleware,
                origin_policy=registry.origin_policy,
                most=registry.limits.body,
                opening=registry.limits.opening,
                meters=registry.meters,
            ),
            Middleware(GZipMiddleware, minimum_size=700, compresslevel=6),
        ],
        exception_handlers={HTTPException: http_error_response},
        lifespan=lifespan,
    )
    built.state.registry, built.state.readiness = registry, Readiness(registry)
    return built
