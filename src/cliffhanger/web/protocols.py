"""What reads a connection: uvicorn's HTTP and WebSocket, with limits on what a stranger can make them do.

The loop of all tables reads each connection, so what comes in is read in small pieces, and is cut off where it costs work
without being a message: control frames, pieces of a message, chunks of a body. A message is paced by who takes it.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame

from cliffhanger.web.live.limits import ConnectionLimit, TokenBucket

PIECE = 1_024  # bytes of a WebSocket that are read before it is looked whether a message is among them
FRAMES, FRAME_RATE = 100, 5.0  # frames that are no message, which a connection may send at once and a second
CHUNKS = (
    2_000  # parts in which the body of a request may come: a browser sends one, in some hundred packets at the most
)


# What changes from view to view is short and much like what was sent before. The least effort packs it to a fifth, and a
# window of 8 kB holds the last few views; it costs 48 kB of memory a connection, where one of 32 kB costs 144.
PACKED = ServerPerMessageDeflateFactory(
    server_max_window_bits=13, client_max_window_bits=13, compress_settings={"level": 1, "memLevel": 5}
)


def address(connection: "WebSocketProtocol | HttpProtocol") -> str:
    """Where a connection comes from."""
    return connection.client[0] if connection.client else ""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's sans-I/O WebSocket, which also closes a connection whose reader has stopped reading.

    An ASGI application cannot do that: its own close frame would wait behind what is not being read.
    """

    stuck_timeout = 30.0
    close_timeout = 10.0
    connection_limit = ConnectionLimit(0)
    timer: asyncio.TimerHandle | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.unread = bytearray()
        self.spare = TokenBucket(FRAME_RATE, FRAMES)
        if self.conn.available_extensions:
            self.conn.available_extensions = [PACKED]

    def data_received(self, data: bytes) -> None:
        """Data came; what stands behind a message waits until that is taken."""
        self.unread += data
        self.read_on()

    def read_on(self) -> None:
        """Read what came, as far as the next message."""
        while self.unread and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self.unread[:PIECE])
            del self.unread[:PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:  # noqa: ANN401  (a message of ASGI)
        """The next message, after which what stands behind it is read."""
        message = await super().receive()
        self.read_on()
        return message

    async def send(self, message: Any) -> None:  # noqa: ANN401
        """Send a message; once it is the last, what the other side says to that is read.

        Raises ClientDisconnected for a page that was closed meanwhile, because it did not read or answered no ping.
        """
        if self.handshake_complete and self.close_sent:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # refused in full; else uvicorn writes an error for every stranger that is
        self.read_on()

    def spared(self, frame: Frame | None = None) -> bool:
        """Whether a frame may be read: a whole message may, while somebody takes it, and few others; else the connection is cut."""
        if frame is not None and frame.fin and not self.close_sent:
            return True
        if self.spare.take():
            return True
        if not self.transport.is_closing():
            self.connection_limit.flooded()
        self.unread.clear()
        self.transport.abort()
        return False

    def handle_text(self, event: Frame) -> None:
        """A message, or the beginning of one."""
        if self.spared(event):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """The same of bytes."""
        if self.spared(event):
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """More of a message."""
        if self.spared():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping; whoever sends many and reads no answer would fill memory with them."""
        if self.spared():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A ping was answered, or somebody says so."""
        if self.spared():
            super().handle_pong(event)

    def pause_writing(self) -> None:
        """The other side does not read; give it some time."""
        super().pause_writing()
        self.timer = self.loop.call_later(self.stuck_timeout, self.close_stuck)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def close_stuck(self) -> None:
        """Close with 1013 and, if even that is not read, cut."""
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_close(1013, "Too slow: nothing was read for a while.")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone, one way or the other."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        self.connection_limit.closed(address(self))
        super().connection_lost(exc)


class Parts(h11.Connection):
    """HTTP of one connection, which takes a body in so many parts at the most: each costs the same, however small it is."""

    left = CHUNKS

    def next_event(self) -> Any:  # noqa: ANN401  (one of several types of h11)
        """What comes next. Raises RemoteProtocolError."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.left = CHUNKS
        elif isinstance(event, h11.Data):
            self.left -= 1
            if self.left < 0:
                raise h11.RemoteProtocolError("A body in too many parts.")
        return event


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP, which also closes a connection that does not finish the headers of a request in time.

    One that has stopped reading an answer is cut.
    """

    header_timeout = 10.0
    stuck_timeout = 30.0
    stuck_timer: asyncio.TimerHandle | None = None
    connection_limit = ConnectionLimit(0)
    header_timer: asyncio.TimerHandle | None = None
    counted = True

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Parts(h11.SERVER)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A connection opens; one beyond the limit is cut."""
        super().connection_made(transport)
        self.header_timer = self.loop.call_later(self.header_timeout, self.hang_up)
        if not self.connection_limit.opened(address(self)):
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Data came; a request that is begun has to be complete in time."""
        super().data_received(data)
        if self.header_timer is None and self.conn.trailing_data[0]:
            self.header_timer = self.loop.call_later(self.header_timeout, self.hang_up)

    def pause_writing(self) -> None:
        """The other side does not read; give it some time."""
        super().pause_writing()
        self.stuck_timer = self.loop.call_later(self.stuck_timeout, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        self.stop_stuck_timer()

    def stop_stuck_timer(self) -> None:
        """Wait for nobody to read any more."""
        if self.stuck_timer is not None:
            self.stuck_timer.cancel()
            self.stuck_timer = None

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP: say so, unless another answer has begun, and close. Whoever waits for the rest hears it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the WebSocket protocol has the connection."""
        self.stop_timer()
        self.counted = False
        super().handle_websocket_upgrade(event)

    def hang_up(self) -> None:
        """Close, unless a whole request has come by now."""
        self.header_timer = None
        if self.cycle is None or self.conn.trailing_data[0]:
            self.transport.close()

    def stop_timer(self) -> None:
        """Wait for no request any more."""
        if self.header_timer is not None:
            self.header_timer.cancel()
            self.header_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Gone, one way or the other."""
        self.stop_timer()
        self.stop_stuck_timer()
        if self.counted:
            self.connection_limit.closed(address(self))
        super().connection_lost(exc)
