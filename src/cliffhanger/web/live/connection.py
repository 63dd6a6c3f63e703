"""One open page, without its transport: a slot that says only that something is new, and small frames in waiting.

A page that does not read costs nothing: its view is drawn when the socket can take it, from what is newest then.
"""

import asyncio

from cliffhanger.web.live.limits import Share

CROWDED = 64  # small frames in waiting beyond which nothing more is read from a page


class Page:
    """An open page of a seat. The transport waits on `wake`, sends `outbox`, then draws if `dirty`."""

    __slots__ = ("dirty", "end", "origin", "outbox", "seat", "share", "wake")

    def __init__(self, seat: str, share: Share, origin: str = "") -> None:
        self.seat, self.share, self.origin = seat, share, origin
        self.wake = asyncio.Event()
        self.dirty = True
        self.outbox: list[str] = []
        self.end: tuple[int, str] | None = None
        self.wake.set()

    def touch(self) -> None:
        """Something is new to be drawn."""
        self.dirty = True
        self.wake.set()

    def say(self, frame: str) -> None:
        """Send a small frame soon."""
        self.outbox.append(frame)
        self.wake.set()

    def close(self, code: int, why: str) -> None:
        """End the page; the first reason counts."""
        self.end = self.end or (code, why)
        self.wake.set()

    @property
    def crowded(self) -> bool:
        """Whether it has stopped reading what it is sent."""
        return len(self.outbox) >= CROWDED
