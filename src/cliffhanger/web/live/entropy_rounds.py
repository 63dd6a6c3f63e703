"""Entropy rounds on the server: ask the open pages for their words, wait a second, and put what came into the table.

A round is due at the start and after a seat was taken; it is held when a page of a seat says hello. Who does not
answer in time is left out, and no roll waits for any of it.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection

from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Word
from cliffhanger.table.entropy import Round
from cliffhanger.web.live import protocol
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.limits import Stopping


class EntropyRounds:
    """The entropy rounds of one table: at most one at a time.

    `connections` are the open pages as they come and go, `new_round` gives the table's next round, and `ask` puts a
    word into the table and says whether it was taken. A page has `limit` seconds for each answer.
    """

    def __init__(
        self,
        connections: Collection[Connection],
        new_round: Callable[[], Round],
        ask: Callable[[Word], Awaitable[bool]],
        limit: float,
        *,
        due: bool,
    ) -> None:
        self.connections, self.new_round, self.ask, self.limit = connections, new_round, ask, limit
        self.due = due
        self.round = Round(0)
        self.asked: set[Connection] = set()
        self.committed: dict[str, Connection] = {}
        self.all_in = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Hold a round if one is due; one that falls due meanwhile follows."""
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
            while self.due:
                self.due = False
                await self._hold()

    async def _hold(self) -> None:
        self.round, self.committed = self.new_round(), {}
        self.asked = {each for each in self.connections if each.seat != WATCH}
        await self._ask_pages("commit", self.asked)
        if self.committed and await self.ask(self.round.hashes()):
            await self._ask_pages("reveal", set(self.committed.values()))
            await self.ask(self.round.words())

    async def _ask_pages(self, what: str, connections: set[Connection]) -> None:
        self.all_in.clear()
        for each in connections:
            each.send(protocol.frame(word={"round": self.round.number, "ask": what}))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.all_in.wait(), self.limit)
