"""WebSocket of a page: the hello, a task that reads frames, a task that sends the newest view when it can be taken."""

import asyncio
import logging
from time import perf_counter

import msgspec
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from cliffhanger.kernel.errors import Refusal, Unreadable
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.translation import SPOKEN
from cliffhanger.table.ports import Unkept
from cliffhanger.web.http.middleware import store_away, unavailable
from cliffhanger.web.http.requests import too_many_secrets, wrong_secret
from cliffhanger.web.live import protocol, screens
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.inputs import input_id, read_input
from cliffhanger.web.live.limits import network_of
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.registry import Registry, TableUnavailable
from cliffhanger.web.live.results import RESTARTING, PutResult
from cliffhanger.web.page import assets
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import ASKED_BY

log = logging.getLogger(__name__)
LATE = 2.0  # seconds without an answer, after which a page is told that it waits for one
OTHER_VERSION = 4409  # the code that closes a page which has outlived its server; the reason is the version to fetch


async def page_socket(ws: WebSocket) -> None:
    """`/t/<table>/ws`: one open page, from its hello to its end."""
    registry: Registry = ws.app.state.registry
    headers = ws.headers
    if not registry.origin_policy.allows_socket(ws.url.scheme, headers.get("host", ""), headers.get("origin")):
        await ws.send_denial_response(PlainTextResponse("This page comes from another site.", 403))
        return
    ASKED_BY.set(network_of(ws.client.host if ws.client else ""))
    await ws.accept()
    try:
        entered = await _hello(ws, registry)
        if entered is not None:
            await _talk(ws, *entered)
    except WebSocketDisconnect:
        pass


async def _hello(ws: WebSocket, registry: Registry) -> tuple[LiveTable, Connection] | None:
    address = ws.client.host if ws.client else ""
    try:
        text = await asyncio.wait_for(_received(ws), registry.limits.hello)
        hello = protocol.read(text)
    except TimeoutError:
        await ws.close(1008, "Say which seat you are within ten seconds.")
        return None
    except Unreadable as odd:
        await ws.close(1008, _reason(str(odd)))
        return None
    if not isinstance(hello, protocol.Hello):
        await ws.close(1008, "Say which seat you are first.")
        return None
    try:
        live_table = await registry.admit(ws.path_params["table"], hello.seat, hello.secret, address)
    except TableUnavailable:
        await ws.close(4404, unavailable())
        return None
    except Unkept as why:
        log.warning("a page waits for the store: %s", why)
        await ws.close(1013, _reason(store_away()))
        return None
    if live_table is None:
        if registry.wrong_secrets.full(address):
            registry.meters.limits["wrong_secrets"] += 1
            await ws.close(4429, too_many_secrets())
            return None
        if hello.secret:
            registry.wrong_secrets.add(address)
        await ws.close(4401, wrong_secret())
        return None
    if hello.version not in ("", assets.version()):
        await ws.close(OTHER_VERSION, assets.version())
        return None
    SPOKEN.set(live_table.table.policy.language)
    audience = live_table.audience
    screen = screens.asked([hello.screen.lstrip("?")], hello.seat)
    if full := audience.full(hello.seat, screen, address):
        registry.meters.limits["pages"] += 1
        await ws.close(1013, _reason(full))
        return None
    limit, origin = audience.send_limit(hello.seat), ws.headers.get("origin", "")
    return live_table, Connection(hello.seat, limit, origin, screen, address)


async def _talk(ws: WebSocket, live_table: LiveTable, connection: Connection) -> None:
    live_table.enter(connection)
    sender = asyncio.create_task(_send(ws, live_table, connection))
    try:
        while True:
            await _listen(ws, live_table, connection, sender)
    finally:
        live_table.leave(connection)
        sender.cancel()


async def _listen(ws: WebSocket, live_table: LiveTable, connection: Connection, sender: "asyncio.Task[None]") -> None:
    """Take one frame; a seat that sends too fast, a page that does not read its answers, is not read for a while.

    Raises WebSocketDisconnect; so it does of a page that was cut off before it had read them: nobody will send them to it.
    """
    text = await _received(ws)
    if not connection.send_limit.bucket.take():
        live_table.services.meters.limits["rate"] += 1
        await connection.send_limit.wait()
    while connection.backlogged:
        if sender.done():
            raise WebSocketDisconnect(1006)
        await asyncio.sleep(0.05)
    try:
        frame = protocol.read(text)
    except Unreadable as odd:
        if not (put := _named(text)):
            connection.close(1008, str(odd))
            return
        connection.send(protocol.refused(put, Refusal("", str(odd))))
        return
    await take(live_table, connection, frame)


async def take(live_table: LiveTable, connection: Connection, frame: protocol.Frame) -> None:
    """Do what a frame asks."""
    if isinstance(frame, protocol.Drafts):
        if connection.seat != WATCH:
            live_table.draft(connection.seat, frame)
    elif isinstance(frame, protocol.Commits):
        live_table.rounds.commit(connection, frame.round, frame.hash)
    elif isinstance(frame, protocol.Reveals):
        live_table.rounds.reveal(connection, frame.round, frame.word)
    elif isinstance(frame, protocol.Asks):
        live_table.audience.answer(connection, frame)
    elif isinstance(frame, protocol.Waives):
        connection.send(protocol.ack(frame.id, live_table.waive(connection.seat).n))
    elif isinstance(frame, protocol.Hastens) and connection.seat != WATCH:
        connection.send(protocol.ack(frame.id, live_table.hasten(connection.seat, far=frame.far).n))
    elif isinstance(frame, protocol.Benches) and connection.seat != WATCH:
        done = await live_table.set_bench(connection.seat, frame.to)
        said = protocol.ack(frame.id, done.n) if done.refusal is None else protocol.refused(frame.id, done.refusal)
        connection.send(said)
    elif not isinstance(frame, protocol.Hello):
        put = await read_input(live_table, connection.seat, frame)
        if isinstance(put, Refusal):
            connection.send(protocol.refused(frame.id, put))
            return
        await connection.send_limit.in_flight.acquire()
        id = frame.id
        late = live_table.services.after(LATE, lambda: connection.send(protocol.waits(id, _waits())))

        def tell(result: PutResult) -> None:
            late.cancel()
            connection.send_limit.in_flight.release()
            if result.refusal is not RESTARTING:
                refusal = result.refusal
                connection.send(protocol.ack(id, result.n) if refusal is None else protocol.refused(id, refusal))

        live_table.put(
            put, id=input_id(connection.seat, id), seat=connection.seat, seen=getattr(frame, "seen", 0), tell=tell
        )


def _waits() -> str:
    return _("This waits to be kept, and is done as soon as it can be. You need not do it again.")


async def _send(ws: WebSocket, live_table: LiveTable, connection: Connection) -> None:
    """Small frames first, then the newest view; a close when there is one."""
    meters = live_table.services.meters
    try:
        while True:
            await connection.wake.wait()
            connection.wake.clear()
            while connection.outbox:
                waiting, connection.outbox = connection.outbox, []
                for text in waiting:
                    meters.count_sent("frames", text)
                    await ws.send_text(text)
            if connection.end is not None:
                await ws.close(connection.end[0], _reason(connection.end[1]))
                return
            if connection.dirty:
                connection.dirty = False
                since, connection.since = connection.since, 0.0
                view = live_table.audience.frame(connection)
                if since:
                    meters.showing.add(perf_counter() - since)
                meters.count_sent("views", view)
                await ws.send_text(view)
    except WebSocketDisconnect:
        pass
    except Exception:
        log.exception("a page could not be served")
        await ws.close(1011, "Something went wrong on the server.")


async def _received(ws: WebSocket) -> str | bytes:
    message = await ws.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes", b"")


def _named(text: str | bytes) -> str:
    """The id of an input that cannot be read otherwise, so that its page stops sending it."""
    try:
        found = msgspec.json.decode(text, type=dict[str, msgspec.Raw]).get("id")
        return msgspec.json.decode(found, type=protocol.Id) if found is not None else ""
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def _reason(text: str) -> str:
    """A sentence that fits into a close frame: 123 bytes."""
    return text.encode()[:123].decode(errors="ignore")
