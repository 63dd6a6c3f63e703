"""Entropy rounds on the server: ask the players' open pages for their words, and put what came into the table.

A round is due at the start and after a seat changed hands. It is held when a page of a seat says hello, as soon as it could
count and whoever sat down has a page open, or has had the time for it. Who does not answer in time is left out, and no roll
waits for any of it.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

from cliffhanger.kernel.inputs import Word
from cliffhanger.table.entropy import Round
from cliffhanger.web.live import protocol
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.limits import Stopping


class Words(Protocol):
    """What a round has to know of its table."""

    @property
    def speakers(self) -> frozenset[str]:
        """The seats that are asked for words."""

    @property
    def words_needed(self) -> int:
        """How many words a round needs to count; 0 where none would."""

    @property
    def words_due(self) -> bool:
        """Whether no round that counts was held since a seat changed hands."""

    @property
    def mark(self) -> str:
        """The mark of the newest entry that is shown."""

    def words(self) -> Round:
        """The table's next round."""


class EntropyRounds:
    """The entropy rounds of one table: at most one at a time.

    `connections` are the open pages as they come and go, `table` gives the table as it is now, `shown` the number of its
    newest entry, and `ask` puts a word into it and says whether it was taken. A page has `limit` seconds for each answer,
    and as long to open once its seat is taken.
    """

    def __init__(
        self,
        connections: Collection[Connection],
        table: Callable[[], Words],
        shown: Callable[[], int],
        ask: Callable[[Word], Awaitable[bool]],
        limit: float,
        *,
        due: bool,
    ) -> None:
        self.connections, self.table, self.shown, self.ask, self.limit = connections, table, shown, ask, limit
        self.due = due
        self.round = Round(0)
        self.hiding = False  # whether hashes are still taken: a page that opens now is asked as well
        self.asked: set[Connection] = set()
        self.committed: dict[str, Connection] = {}
        self.sat: dict[str, float] = {}  # who sat down and has no page yet, and until when they are waited for
        self.all_in = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def sits(self, seat: str) -> None:
        """Somebody has taken a seat: a round is due, and their page is waited for."""
        self.due = True
        self.sat[seat] = asyncio.get_running_loop().time() + self.limit

    def start(self, connection: Connection) -> None:
        """A page has opened: hold a round if one is due and could count; one that falls due meanwhile follows."""
        self.sat.pop(connection.seat, None)
        if self.hiding and connection.seat in self.table().speakers:
            self.asked.add(connection)
            self._send(connection, "commit")
        if self.due and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._hold_all_due())

    def commit(self, connection: Connection, number: int, hashed: str) -> None:
        """A page has hidden its word; of two pages of a seat the first one counts."""
        seat = connection.seat
        if number == self.round.number and connection in self.asked and self.round.commit(seat, hashed) is None:
            self.committed[seat] = connection
            if {each.seat for each in self.asked} == set(self.committed):
                self.all_in.set()

    def reveal(self, connection: Connection, number: int, word: str) -> None:
        """A page shows its word; one that does not fit its hash is none."""
        if number == self.round.number and self.committed.get(connection.seat) is connection:
            self.round.reveal(connection.seat, word)
            if self.round.complete:
                self.all_in.set()

    async def _hold_all_due(self) -> None:
        with contextlib.suppress(Stopping):
            while self.due and await self._all_here():
                self.due = False
                await self._hold()
                if (
                    not self.due and self.table().words_due
                ):  # nobody answered: the next page that opens has it tried again
                    self.due = True
                    return

    async def _all_here(self) -> bool:
        """Wait for the pages of those who sat down just now; gives whether those that are open could make a round count."""
        loop = asyncio.get_running_loop()
        while late := [until for until in self.sat.values() if until > loop.time()]:
            await asyncio.sleep(min(*late, loop.time() + 0.05) - loop.time())
        self.sat.clear()
        needed = self.table().words_needed
        return 0 < needed <= len({each.seat for each in self._speaking()})

    def _speaking(self) -> set[Connection]:
        seats = self.table().speakers
        return {each for each in self.connections if each.seat in seats}

    async def _hold(self) -> None:
        self.round, self.committed, self.asked = self.table().words(), {}, self._speaking()
        self.hiding = True
        await self._ask_pages("commit", self.asked)
        self.hiding = False
        if self.committed and await self.ask(self.round.hashes()):
            await self._ask_pages("reveal", set(self.committed.values()))
            await self.ask(self.round.words())

    async def _ask_pages(self, what: str, connections: set[Connection]) -> None:
        self.all_in.clear()
        for each in connections:
            self._send(each, what)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.all_in.wait(), self.limit)

    def _send(self, connection: Connection, what: str) -> None:
        mark = {"n": self.shown(), "mark": self.table().mark}
        connection.send(protocol.frame(word={"round": self.round.number, "ask": what, **mark}))
