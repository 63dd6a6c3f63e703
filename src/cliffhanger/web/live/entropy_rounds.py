"""Entropy rounds on the server: ask the players' open pages for their words, and put what came into the table.

A round is due at the start and after a seat changed hands. It is held when a page of a seat says hello, as soon as it could
count and whoever sat down has a page open, or has had the time for it. Who does not answer in time is left out, and no roll
waits for any of it.

Where pages of a table are open at several nodes, each asks its own and whispers what they say; one of them, the same to
all, puts it into the table. That the hashes are in the record is the sign for all to ask for the words.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Protocol

from cliffhanger.kernel.inputs import Word
from cliffhanger.table.entropy import Round
from cliffhanger.table.ledger import Ledger
from cliffhanger.web.live import protocol
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.limits import Stopping


class Rounds(Protocol):
    """What a round has to know of its table."""

    @property
    def ledger(self) -> Ledger:
        """Who speaks, and which round is under way."""

    @property
    def mark(self) -> str:
        """The mark of the newest entry that is shown."""

    def words(self) -> Round:
        """The table's next round."""


class Elsewhere:
    """What other nodes say of a round; here that there are none."""

    def leads(self, own: frozenset[str]) -> bool:  # noqa: ARG002
        """Whether this node, with pages of its `own` seats open, is the one that puts rounds into the table."""
        return True

    def seats(self) -> frozenset[str]:
        """The seats whose pages are open at other nodes."""
        return frozenset()

    def hashes(self, number: int) -> Mapping[str, str]:  # noqa: ARG002
        """What pages at other nodes have hidden in a round, by seat."""
        return {}

    def words(self, number: int) -> Mapping[str, str]:  # noqa: ARG002
        """What pages at other nodes have shown in a round, by seat."""
        return {}

    def tell(self) -> None:
        """There is more to be said to other nodes."""


class EntropyRounds:
    """The entropy rounds of one table: at most one at a time.

    `connections` are the open pages as they come and go, `table` gives the table as it is now, `shown` the number of its
    newest entry, and `ask` puts a word into it and says whether it was taken. A page has `limit` seconds for each answer,
    and as long to open once its seat is taken.
    """

    def __init__(
        self,
        connections: Collection[Connection],
        table: Callable[[], Rounds],
        shown: Callable[[], int],
        ask: Callable[[Word], Awaitable[bool]],
        limit: float,
        elsewhere: Elsewhere,
        *,
        due: bool,
    ) -> None:
        self.connections, self.table, self.shown, self.ask, self.limit = connections, table, shown, ask, limit
        self.elsewhere, self.due = elsewhere, due
        self.round = Round(0)
        self.hiding = False  # whether hashes are still taken: a page that opens now is asked as well
        self.asked: set[Connection] = set()
        self.committed: dict[str, Connection] = {}
        self.hashes: dict[str, str] = {}  # what pages here have hidden in this round, by seat
        self.words: dict[str, str] = {}  # and what they have shown
        self.sat: dict[str, float] = {}  # who sat down and has no page yet, and until when they are waited for
        self.stir = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def sits(self, seat: str) -> None:
        """Somebody has taken a seat: a round is due, and their page is waited for."""
        self.due = True
        self.sat[seat] = asyncio.get_running_loop().time() + self.limit

    def start(self, connection: Connection) -> None:
        """A page has opened: hold a round if one is due and could count; one that falls due meanwhile follows."""
        self.sat.pop(connection.seat, None)
        if self.hiding and connection.seat in self.table().ledger.speakers:
            self.asked.add(connection)
            self._send(connection, "commit")
        self._begin()

    def heard(self, *, round_elsewhere: bool) -> None:
        """Something has changed in the table or at other nodes, where a round may have begun."""
        self.stir.set()
        if round_elsewhere and self._own():
            self._begin()

    def commit(self, connection: Connection, number: int, hashed: str) -> None:
        """A page has hidden its word; of two pages of a seat the first one counts."""
        seat = connection.seat
        if number == self.round.number and connection in self.asked and self.round.commit(seat, hashed) is None:
            self.committed[seat], self.hashes[seat] = connection, hashed
            self._said()

    def reveal(self, connection: Connection, number: int, word: str) -> None:
        """A page shows its word; one that does not fit its hash is none."""
        if number == self.round.number and self.committed.get(connection.seat) is connection:
            if self.round.reveal(connection.seat, word) is None:
                self.words[connection.seat] = word
            self._said()

    def _said(self) -> None:
        self.stir.set()
        self.elsewhere.tell()

    def _begin(self) -> None:
        if self.due and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._hold_all_due())

    async def _hold_all_due(self) -> None:
        with contextlib.suppress(Stopping):
            while self.due and await self._all_here():
                self.due = False
                await self._hold()
                if not self.due and self.table().ledger.words_due:
                    self.due = True  # nobody answered: the next page that opens has it tried again
                    return

    async def _all_here(self) -> bool:
        """Wait for the pages of those who sat down just now; gives whether those that are open could make a round count."""
        loop = asyncio.get_running_loop()
        while late := [until for seat, until in self.sat.items() if until > loop.time() and not self._here(seat)]:
            await asyncio.sleep(min(*late, loop.time() + 0.05) - loop.time())
        self.sat.clear()
        own, needed = self._own(), self.table().ledger.words_needed
        return 0 < needed <= len(own | (self.elsewhere.seats() & self.table().ledger.speakers)) and bool(own)

    def _here(self, seat: str) -> bool:
        return seat in self.elsewhere.seats()

    def _own(self) -> frozenset[str]:
        """The seats that speak and have a page open here."""
        return frozenset(each.seat for each in self._speaking())

    def _speaking(self) -> set[Connection]:
        seats = self.table().ledger.speakers
        return {each for each in self.connections if each.seat in seats}

    async def _hold(self) -> None:
        self.round, self.asked = self.table().words(), self._speaking()
        self.committed, self.hashes, self.words = {}, {}, {}
        number, own = self.round.number, self._own()
        self.hiding = True
        self._ask_pages("commit", self.asked)
        self.elsewhere.tell()
        await self._until(lambda: self._all_hidden(number) or self._under_way(number), self.limit)
        self.hiding = False
        leads = self.elsewhere.leads(own)
        if not await self._put_hashes(number, leads=leads):
            leads = False
            if self.elsewhere.seats():
                await self._until(lambda: self._under_way(number), self.limit)
        if not self._under_way(number):
            return
        hidden = dict(self._hidden(number))
        self._ask_pages(
            "reveal", {page for seat, page in self.committed.items() if hidden.get(seat) == self.hashes[seat]}
        )
        await self._until(lambda: self._all_shown(number) or not self._under_way(number), self.limit)
        if leads:
            for seat, word in self.elsewhere.words(number).items():
                self.round.reveal(seat, word)
            await self.ask(self.round.words())
        else:
            await self._until(lambda: not self._under_way(number), self.limit)

    async def _put_hashes(self, number: int, *, leads: bool) -> bool:
        """Take no more hashes; who leads puts them into the table. Gives whether that was done and they were taken."""
        for seat, hashed in self.elsewhere.hashes(number).items():
            if seat in self.table().ledger.speakers:
                self.round.commit(seat, hashed)
        hashes = self.round.hashes()
        return leads and bool(hashes.commits) and await self.ask(hashes)

    def _hidden(self, number: int) -> tuple[tuple[str, str], ...]:
        """The hashes of this round in the record; none, while it is not under way there."""
        under_way = self.table().ledger.under_way
        return under_way.commits if under_way and under_way.round == number else ()

    def _under_way(self, number: int) -> bool:
        return bool(self._hidden(number))

    def _all_hidden(self, number: int) -> bool:
        others = self.elsewhere.seats() & self.table().ledger.speakers
        return {each.seat for each in self.asked} | others == self.hashes.keys() | self.elsewhere.hashes(number).keys()

    def _all_shown(self, number: int) -> bool:
        return dict(self._hidden(number)).keys() == self.words.keys() | self.elsewhere.words(number).keys()

    async def _until(self, done: Callable[[], bool], seconds: float) -> None:
        """Wait until that is so, at the most so long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not done():
                    self.stir.clear()
                    await self.stir.wait()

    def _ask_pages(self, what: str, connections: set[Connection]) -> None:
        for each in connections:
            self._send(each, what)

    def _send(self, connection: Connection, what: str) -> None:
        mark = {"n": self.shown(), "mark": self.table().mark}
        connection.send(protocol.frame(word={"round": self.round.number, "ask": what, **mark}))
