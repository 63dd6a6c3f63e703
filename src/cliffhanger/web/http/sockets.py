"""A page's socket: the hello, one task that reads, one that sends what is newest when the socket can take it."""

import asyncio
import logging

import msgspec
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from cliffhanger.kernel.errors import Refusal, Unreadable
from cliffhanger.kernel.game import WATCH
from cliffhanger.web.http.middleware import SHUT
from cliffhanger.web.http.requests import KNOCKED, WRONG
from cliffhanger.web.live import protocol
from cliffhanger.web.live.connection import Page
from cliffhanger.web.live.inputs import own_id
from cliffhanger.web.live.live_table import GOING, Live, Told
from cliffhanger.web.live.readings import put_for
from cliffhanger.web.live.registry import Hub, Shut

log = logging.getLogger(__name__)


async def page_socket(ws: WebSocket) -> None:
    """`/t/<table>/ws`: one open page, from its hello to its end."""
    hub: Hub = ws.app.state.hub
    headers = ws.headers
    if not hub.gate.socket(ws.url.scheme, headers.get("host", ""), headers.get("origin")):
        await ws.send_denial_response(PlainTextResponse("This page comes from another site.", 403))
        return
    await ws.accept()
    try:
        entered = await _hello(ws, hub)
        if entered is not None:
            await _talk(ws, *entered)
    except WebSocketDisconnect:
        pass


async def _hello(ws: WebSocket, hub: Hub) -> tuple[Live, Page] | None:
    address = ws.client.host if ws.client else ""
    try:
        text = await asyncio.wait_for(_received(ws), hub.limits.hello)
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
        live = await hub.admit(ws.path_params["table"], hello.seat, hello.secret, address)
    except Shut:
        await ws.close(4404, SHUT)
        return None
    if live is None:
        if hub.wrong.full(address):
            await ws.close(4429, KNOCKED)
            return None
        if hello.secret:
            hub.wrong.add(address)
        await ws.close(4401, WRONG)
        return None
    if live.full(hello.seat):
        await ws.close(1013, "This seat has as many open pages as it can take.")
        return None
    return live, Page(hello.seat, live.share(hello.seat), ws.headers.get("origin", ""))


async def _talk(ws: WebSocket, live: Live, page: Page) -> None:
    live.enter(page)
    sender = asyncio.create_task(_send(ws, live, page))
    try:
        while True:
            await _listen(ws, live, page)
    finally:
        live.leave(page)
        sender.cancel()


async def _listen(ws: WebSocket, live: Live, page: Page) -> None:
    """Take one frame; a seat that sends too fast, a page that does not read its answers, is not read for a while."""
    text = await _received(ws)
    if not page.share.bucket.take():
        await page.share.turn()
    while page.crowded:
        await asyncio.sleep(0.05)
    try:
        frame = protocol.read(text)
    except Unreadable as odd:
        if not (put := _named(text)):
            page.close(1008, str(odd))
            return
        page.say(protocol.refused(put, Refusal("", str(odd))))
        return
    await take(live, page, frame)


async def take(live: Live, page: Page, frame: protocol.Frame) -> None:
    """Do what a frame asks."""
    if isinstance(frame, protocol.Drafts):
        if page.seat != WATCH:
            live.draft(page.seat, frame)
    elif isinstance(frame, protocol.Commits):
        live.rounds.commit(page, frame.round, frame.hash)
    elif isinstance(frame, protocol.Reveals):
        live.rounds.reveal(page, frame.round, frame.word)
    elif isinstance(frame, protocol.Asks):
        live.answer(page, frame)
    elif not isinstance(frame, protocol.Hello):
        put = await put_for(live, frame, page.seat)
        if isinstance(put, Refusal):
            page.say(protocol.refused(frame.id, put))
            return
        await page.share.room.acquire()
        id = frame.id

        def tell(told: Told) -> None:
            page.share.room.release()
            if told.refusal is not GOING:
                page.say(protocol.ack(id, told.n) if told.refusal is None else protocol.refused(id, told.refusal))

        live.put(put, id=own_id(page.seat, id), seat=page.seat, seen=getattr(frame, "seen", 0), tell=tell)


async def _send(ws: WebSocket, live: Live, page: Page) -> None:
    """Small frames first, then the newest view; a close when there is one."""
    try:
        while True:
            await page.wake.wait()
            page.wake.clear()
            while page.outbox:
                waiting, page.outbox = page.outbox, []
                for text in waiting:
                    await ws.send_text(text)
            if page.end is not None:
                await ws.close(page.end[0], _reason(page.end[1]))
                return
            if page.dirty:
                page.dirty = False
                await ws.send_text(live.draw(page.seat, page.origin))
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
