"""Server process: uvicorn with a graceful shutdown, connection limits, and the protocols of `protocols.py`.

On SIGTERM or Ctrl-C: nothing new is taken, what is put is kept and acknowledged, sockets are closed with 1012, the
store is let go, and the process ends with 0.
"""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

import uvicorn
from starlette.applications import Starlette

from cliffhanger.web.live.limits import ConnectionLimit
from cliffhanger.web.live.protocol import FRAME
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.protocols import HttpProtocol, WebSocketProtocol
from cliffhanger.web.service_manager import give_signs_of_life, notify

SPARE = 100  # files that are left for everything but connections
BESIDE = 64  # connections to what is served beside the tables
GRACE = 3  # seconds for requests under way when the server stops


class Server(uvicorn.Server):
    """Drains the registry before the sockets are closed, and ends with 0 when it was told to stop."""

    def __init__(self, config: uvicorn.Config, registry: Registry, ready: Callable[[], object] | None = None) -> None:
        super().__init__(config)
        self.registry, self.ready = registry, ready
        self.alive: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell whoever waits for it; that may take its time, as a browser does."""
        await super().startup(sockets)
        notify("READY=1")
        self.alive = asyncio.create_task(give_signs_of_life())
        if self.ready is not None:
            threading.Thread(target=self.ready, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking, keep what is put, close pages with 1012, then let uvicorn do the rest."""
        notify("STOPPING=1")
        for server in self.servers:
            server.close()
        await self.registry.drain()
        await super().shutdown(sockets)
        if self.alive is not None:
            self.alive.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals as uvicorn does, but do not raise them again afterwards: a drained stop is no failure."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in before.items():
                signal.signal(sig, handler)


def tune_gc() -> None:
    """Have the garbage collector run seldom: a table's states share nearly everything and live long, and hold no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class _NoDecodeErrors(logging.Filter):
    """Drops the trace that the WebSocket layer logs for text that is not UTF-8: it is a stranger's mistake."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "Invalid UTF-8" not in record.getMessage()


NO_DECODE_ERRORS = _NoDecodeErrors()


def max_connections(most: int) -> int:
    """How many connections the process has files for: others have to be opened too, or no table could be read."""
    if sys.platform == "win32":
        return most
    import resource

    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if files == resource.RLIM_INFINITY else min(most, max(files - SPARE, files // 2))


def configured(
    app: Starlette, registry: Registry, *, deflate: bool = False, proxies: Sequence[str] = ()
) -> uvicorn.Config:
    """The uvicorn configuration every server of ours runs with.

    What comes through one of the `proxies`, addresses or networks, counts for the address that it forwards; what anybody else
    says of forwarded addresses counts for nothing.
    """
    limits = registry.limits
    # Behind a proxy all connections come from one address, and who has how many is the proxy's business.
    most = limits.all_connections if registry.origin_policy.origins or proxies else limits.connections
    limit = ConnectionLimit(most, registry.meters.limits)
    http = {"stuck_timeout": limits.stuck, "connection_limit": limit}
    wire = {**http, "close_timeout": min(10.0, limits.stuck)}
    log = logging.getLogger("uvicorn.error")
    log.setLevel(logging.WARNING)
    log.addFilter(NO_DECODE_ERRORS)
    return uvicorn.Config(
        app,
        loop="auto",
        http=type("LimitedHttp", (HttpProtocol,), {**http, "header_timeout": limits.hello}),
        ws=type("LimitedWebSocket", (WebSocketProtocol,), wire),
        limit_concurrency=max_connections(limits.all_connections),
        ws_max_size=FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=deflate,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        access_log=False,
        log_config=None,
        log_level=None,
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
    )


@contextlib.contextmanager
def beside(app: Starlette, listening: socket.socket) -> Iterator[None]:
    """Serve another application on a socket while the block runs, by a loop in a thread of its own.

    It answers also while the loop of the tables is stuck, and until that has stopped.
    """
    limit = ConnectionLimit(BESIDE)
    http = type("BesideHttp", (HttpProtocol,), {"header_timeout": 5.0, "connection_limit": limit})
    config = uvicorn.Config(
        app,
        http=http,
        ws="none",
        proxy_headers=False,
        limit_concurrency=BESIDE,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level=None,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), name="cliffhanger-keeper", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(GRACE)


def run(
    registry: Registry,
    app: Starlette,
    listening: list[socket.socket],
    *,
    deflate: bool = False,
    proxies: Sequence[str] = (),
    ready: Callable[[], object] | None = None,
    keeper: tuple[Starlette, socket.socket] | None = None,
) -> None:
    """Serve on sockets that are bound already, until told to stop; `ready` is called once it answers.

    `keeper` is another application and the socket on which it is served beside the tables.
    """
    server = Server(configured(app, registry, deflate=deflate, proxies=proxies), registry, ready)
    tune_gc()
    with beside(*keeper) if keeper else contextlib.nullcontext():
        server.run(listening)


def bind(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """A listening socket on this port or, with more `tries`, on one of the next; OSError when all are busy."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for at in range(tries):
        taken = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":  # elsewhere it would let two servers share a port
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((host, port + at if port else 0))
            taken.listen(2048)
        except OSError:
            taken.close()
            if at + 1 == tries:
                raise
        else:
            return taken
    raise AssertionError


@contextlib.asynccontextmanager
async def serving(registry: Registry, app: Starlette, **options: Any) -> AsyncIterator[int]:
    """Serve on a free port of this machine while the block runs; gives the port. For tests and other loops."""
    listening = bind("127.0.0.1", 0)
    server = Server(configured(app, registry, **options), registry)
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task
