"""Health for whoever asks, and what is for whoever keeps the server alone, on a port of its own.

That port is answered by another loop in another thread: it says so when the loop of the tables is stuck.
"""

import asyncio
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from cliffhanger.web.http import metrics, static_files
from cliffhanger.web.http.middleware import SecurityMiddleware, http_error_response
from cliffhanger.web.http.requests import registry_of
from cliffhanger.web.http.responses import html_page
from cliffhanger.web.http.standing import standing
from cliffhanger.web.live.limits import OriginPolicy
from cliffhanger.web.live.meters import Meters
from cliffhanger.web.live.readiness import Readiness
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.page import keeper as drawn


async def healthz(request: Request) -> PlainTextResponse:
    """Alive: answered as soon as the server can serve; 503, and why, where nothing can be kept until somebody looks after it."""
    fault = await registry_of(request).fault()
    return PlainTextResponse(fault or "ok", 503 if fault else 200)


async def readyz(request: Request) -> PlainTextResponse:
    """Ready: whether people are to be sent here just now; 503, and why, while they are not."""
    readiness: Readiness = request.app.state.readiness
    why = await readiness.why_not()
    return PlainTextResponse(why or "ok", 503 if why else 200)


health_routes: list[BaseRoute] = [Route("/healthz", healthz), Route("/readyz", readyz)]


async def metrics_of(request: Request) -> Response:
    """Metrics for Prometheus; 501 where its library is not installed."""
    collectors = request.app.state.collectors
    if collectors is None:
        return PlainTextResponse(metrics.NEEDED, 501)
    body, kind = await asyncio.to_thread(metrics.written, collectors)
    return Response(body, headers={"content-type": kind})


async def page(request: Request) -> Response:
    """How the server stands, for a person."""
    readiness: Readiness = request.app.state.readiness
    why_not = await readiness.why_not()
    now = await asyncio.to_thread(standing, readiness.registry, why_not, request.app.state.tables)
    return html_page(drawn.keeper(now), "This server", style=drawn.STYLE)


def keeper_app(registry: Registry, *, names: bool = True, tables: Path | None = None) -> Starlette:
    """The application of the keeper's port. With `names`, a request has to name this machine or an address of it.

    That keeps out a page of elsewhere whose domain was made to point here. `tables` is the file they are kept in.
    """
    built = Starlette(
        routes=[
            *health_routes,
            Route("/metrics", metrics_of),
            Route("/keeper", page),
            Route("/", page),
            *static_files.routes,
        ],
        middleware=[
            Middleware(
                SecurityMiddleware,
                origin_policy=OriginPolicy() if names else _AnyName(),
                most=registry.limits.body,
                opening=registry.limits.body,
                meters=Meters(),
            )
        ],
        exception_handlers={HTTPException: http_error_response},
    )
    built.state.registry, built.state.readiness = registry, Readiness(registry)
    built.state.tables = tables
    try:
        built.state.collectors = metrics.collected(registry)
    except ModuleNotFoundError:
        built.state.collectors = None
    return built


class _AnyName(OriginPolicy):
    """For a port that others are let in to on purpose: a service is asked by whatever name its network gives it."""

    def knows_host(self, host: str) -> bool:  # noqa: ARG002
        """Whether a Host header names this server: any does."""
        return True
