"""Connection: one open page without its transport, with a flag that it has to be drawn and small frames to be sent.

A page that does not read costs nothing: its view is drawn when the socket can take it, from what is newest then, and
told as what is new beside what it was sent last.
"""

import asyncio

from cliffhanger.web.live.limits import SendLimit
from cliffhanger.web.live.wire import Wire

BACKLOG = 64  # small frames waiting to be sent, beyond which nothing more is read from a page


class Connection:
    """An open page of a seat. The transport waits on `wake`, sends `outbox`, then draws if `dirty`."""

    __slots__ = ("address", "dirty", "end", "origin", "outbox", "screen", "seat", "send_limit", "since", "wake", "wire")

    def __init__(self, seat: str, send_limit: SendLimit, origin: str = "", screen: str = "", address: str = "") -> None:
        self.seat, self.send_limit, self.origin, self.screen = seat, send_limit, origin, screen
        self.address = address
        self.wake, self.wire = asyncio.Event(), Wire()
        self.dirty = True
        self.since = 0.0  # when the oldest input was put that its next view is to show, by the clock of meters; 0: none
        self.outbox: list[str] = []
        self.end: tuple[int, str] | None = None
        self.wake.set()

    def mark_dirty(self) -> None:
        """Have the page drawn again."""
        self.dirty = True
        self.wake.set()

    def send(self, frame: str) -> None:
        """Send a small frame soon."""
        self.outbox.append(frame)
        self.wake.set()

    def close(self, code: int, why: str) -> None:
        """End the page; the first reason counts."""
        self.end = self.end or (code, why)
        self.wake.set()

    @property
    def backlogged(self) -> bool:
        """Whether it has stopped reading what it is sent."""
        return len(self.outbox) >= BACKLOG
