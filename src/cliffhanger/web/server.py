"""The server process: uvicorn driven so that a stop drains what is under way and ends well.

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
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from cliffhanger.web.live.limits import Crowd
from cliffhanger.web.live.protocol import FRAME
from cliffhanger.web.live.registry import Hub

SPARE = 100  # files that are left for everything but lines
GRACE = 3  # seconds for requests under way when the server stops


def address(line: "Wire | Line") -> str:
    """Where a line comes from."""
    return line.client[0] if line.client else ""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's sans-I/O WebSocket, which also lets go of a reader who has stopped reading.

    An ASGI application cannot do that: its own close frame would wait behind what is not being read.
    """

    stuck = 30.0
    last_wait = 10.0
    crowd = Crowd(0)
    timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The other side does not read; give it some time."""
        super().pause_writing()
        self.timer = self.loop.call_later(self.stuck, self.let_go)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def let_go(self) -> None:
        """Close with 1013 and, if even that is not read, cut."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(1013, "Too slow: nothing was read for a while.")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.timer = self.loop.call_later(self.last_wait, self.transport.abort)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone, one way or the other."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.crowd.goes(address(self))
        super().connection_lost(exc)


class Line(H11Protocol):
    """uvicorn's HTTP, which also hangs up on whoever does not come to the end of a request's first lines."""

    late = 10.0
    crowd = Crowd(0)
    waits: asyncio.TimerHandle | None = None
    here = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls."""
        super().connection_made(transport)
        self.waits = self.loop.call_later(self.late, self.hang_up)
        if not self.crowd.comes(address(self)):
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """They say something; what is begun has to come to its end in time."""
        super().data_received(data)
        if self.waits is None and self.conn.trailing_data[0]:
            self.waits = self.loop.call_later(self.late, self.hang_up)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on another protocol has the line."""
        self.at_ease()
        self.here = False
        super().handle_websocket_upgrade(event)

    def hang_up(self) -> None:
        """Close, unless a whole request has come by now."""
        self.waits = None
        if self.cycle is None or self.conn.trailing_data[0]:
            self.transport.close()

    def at_ease(self) -> None:
        """Wait for nothing any more."""
        if self.waits is not None:
            self.waits.cancel()
            self.waits = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone, one way or the other."""
        self.at_ease()
        if self.here:
            self.crowd.goes(address(self))
        super().connection_lost(exc)


class Server(uvicorn.Server):
    """Drains the hub before the sockets are closed, and ends with 0 when it was told to stop."""

    def __init__(self, config: uvicorn.Config, hub: Hub, ready: Callable[[], object] | None = None) -> None:
        super().__init__(config)
        self.hub, self.ready = hub, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell whoever waits for it; that may take its time, as a browser does."""
        await super().startup(sockets)
        if self.ready is not None:
            threading.Thread(target=self.ready, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop taking, keep what is put, close pages with 1012, then let uvicorn do the rest."""
        for server in self.servers:
            server.close()
        await self.hub.drain()
        await super().shutdown(sockets)

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


def calm() -> None:
    """Let the collector look seldom: a table's states share nearly everything and live long, and hold no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


class _NoTraces(logging.Filter):
    """Drops the trace that the WebSocket layer logs for text that is not UTF-8: it is a stranger's mistake."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "Invalid UTF-8" not in record.getMessage()


NO_TRACES = _NoTraces()


def room(most: int) -> int:
    """How many lines there is room for: files have to be opened too, or no table could be read."""
    if sys.platform == "win32":
        return most
    import resource

    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if files == resource.RLIM_INFINITY else min(most, max(files - SPARE, files // 2))


def configured(app: Starlette, hub: Hub, *, deflate: bool = False) -> uvicorn.Config:
    """The uvicorn configuration every server of ours runs with."""
    limits = hub.limits
    # Behind a proxy all lines come from one address, and who has how many is the proxy's business.
    crowd = Crowd(limits.all_lines if hub.gate.origins else limits.lines)
    wire = {"stuck": limits.stuck, "last_wait": min(10.0, limits.stuck), "crowd": crowd}
    log = logging.getLogger("uvicorn.error")
    log.setLevel(logging.WARNING)
    log.addFilter(NO_TRACES)
    return uvicorn.Config(
        app,
        loop="auto",
        http=type("Line", (Line,), {"late": limits.hello, "crowd": crowd}),
        ws=type("Wire", (Wire,), wire),
        limit_concurrency=room(limits.all_lines),
        ws_max_size=FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=deflate,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level=None,
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
    )


def run(
    hub: Hub,
    app: Starlette,
    listening: list[socket.socket],
    *,
    deflate: bool = False,
    ready: Callable[[], object] | None = None,
) -> None:
    """Serve on sockets that are bound already, until told to stop; `ready` is called once it answers."""
    server = Server(configured(app, hub, deflate=deflate), hub, ready)
    calm()
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
async def serving(hub: Hub, app: Starlette, **options: Any) -> AsyncIterator[int]:
    """Serve on a free port of this machine while the block runs; gives the port. For tests and other loops."""
    listening = bind("127.0.0.1", 0)
    server = Server(configured(app, hub, **options), hub)
    task = asyncio.create_task(server.serve([listening]))
    while not server.started:
        await asyncio.sleep(0.005)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        await task
