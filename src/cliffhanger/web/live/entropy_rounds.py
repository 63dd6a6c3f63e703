"""Entropy rounds on the server: ask the players' open pages for their words, and put what came into the table.

A round is due while somebody who plays has no words of their own. It is held when a page of a seat says hello, as soon as it
would count and whoever sat down has a page open, or has had the time for it. Who does not answer in time is left out,
and no roll waits for any of it. Whoever was asked for a word often enough and never hid one is not waited for any more.

Where pages of a table are open at several nodes, each asks its own and whispers what they say; one of them, the same to
all, puts it into the table. That the hashes are in the record is the sign for all to ask for the words. A round whose node is
gone, or was started again, is finished by the next page that opens: what was hidden counts once.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Protocol

from cliffhanger.kernel.inputs import Word
from cliffhanger.table.entropy import Round
from cliffhanger.table.ledger import Ledger
from cliffhanger.web.live import protocol
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.limits import Stopping

ASKED = 3  # times that a seat is asked for a word and hides none, after which no round is held for its sake


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

    def holds(self, number: int) -> bool:  # noqa: ARG002
        """Whether another node holds this round just now."""
        return False

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
    ) -> None:
        self.connections, self.table, self.shown, self.ask, self.limit = connections, table, shown, ask, limit
        self.elsewhere = elsewhere
        self.round = Round(0)
        self.hiding = self.showing = (
            False  # whether hashes, or words, are still taken: a page that opens now is asked as well
        )
        self.anew = False  # whether somebody came too late for the round under way
        self.asked: set[Connection] = set()
        self.committed: dict[str, Connection] = {}
        self.hashes: dict[str, str] = {}  # what pages here have hidden in this round, by seat
        self.words: dict[str, str] = {}  # and what they have shown
        self.sat: dict[str, float] = {}  # who sat down and has no page yet, and until when they are waited for
        self.mute: Counter[str] = Counter()  # how often a seat was asked for a word and hid none
        self.stir = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def sits(self, seat: str) -> None:
        """Somebody has taken a seat: if a round is due for it, their page is waited for."""
        self.mute.pop(seat, None)
        if seat in self.table().ledger.wordless:
            self.anew = True
            self.sat[seat] = asyncio.get_running_loop().time() + self.limit

    def start(self, connection: Connection) -> None:
        """A page has opened: hold a round if one is due and would count; whoever comes too late for one has the next."""
        seat = connection.seat
        self.sat.pop(seat, None)
        if self.hiding and seat in self.table().ledger.speakers:
            self.asked.add(connection)
            self._send(connection, "commit")
        elif self.showing and seat in dict(self._hidden(self.round.number)).keys() - self.words.keys():
            self._send(connection, "reveal")  # it has lost its connection since it hid its word
        else:
            self.anew = True
        self._begin()

    def heard(self, *, round_elsewhere: bool) -> None:
        """Something has changed in the table or at other nodes, where a round may have begun."""
        self.stir.set()
        if round_elsewhere and self._own():
            self._begin()

    def commit(self, connection: Connection, number: int, hashed: str) -> None:
        """A page has hidden its word, or says with no hash that it hides none.

        Of two pages of a seat the first one counts while it is open: only an open page can show its word.
        """
        seat = connection.seat
        if number != self.round.number or connection not in self.asked:
            return
        if not hashed:
            self.asked.discard(connection)
            self.mute[seat] += 1
            self._said()
            return
        if self.hiding and self.committed.get(seat, connection) not in self.connections:
            self.round.forgets(seat)
        if self.round.commit(seat, hashed) is None:
            self.committed[seat], self.hashes[seat] = connection, hashed
            self._said()

    def reveal(self, connection: Connection, number: int, word: str) -> None:
        """A page shows its word; one that does not fit its hash is none."""
        if number == self.round.number:
            if self.round.reveal(connection.seat, word) is None:
                self.words[connection.seat] = word
            self._said()

    def _said(self) -> None:
        self.stir.set()
        self.elsewhere.tell()

    def _begin(self) -> None:
        ledger = self.table().ledger
        if (ledger.words_due or ledger.under_way) and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._hold_all_due())

    async def _hold_all_due(self) -> None:
        with contextlib.suppress(Stopping):
            await self._finish()
            self.anew = True
            while self.anew and await self._would_count():
                self.anew = False
                await self._hold()

    async def _would_count(self) -> bool:
        """Wait for pages that may come soon; gives whether a round with those that are open by then would count."""
        loop = asyncio.get_running_loop()
        soon = loop.time() + self.limit
        while (until := self._waits_until(soon)) > loop.time():
            await asyncio.sleep(min(until, loop.time() + 0.05) - loop.time())
        self.sat.clear()
        ledger = self.table().ledger
        return bool(self._own()) and ledger.under_way is None and ledger.counts(self._speaks())

    def _waits_until(self, soon: float) -> float:
        """Until when pages are waited for: of those who sat down just now, and `soon` of a second player; 0 where of nobody."""
        late = [until for seat, until in self.sat.items() if not self._here(seat)]
        if len(self._speaks()) == 1 < len(self.table().ledger.speakers):
            late.append(soon)
        return max(late, default=0.0)

    def _speaks(self) -> frozenset[str]:
        """The seats with an open page, anywhere, that may be expected to hide a word."""
        own = frozenset(seat for seat in self._own() if self.mute[seat] < ASKED)
        return own | (self.elsewhere.seats() & self.table().ledger.speakers)

    def _here(self, seat: str) -> bool:
        return seat in self.elsewhere.seats()

    def _own(self) -> frozenset[str]:
        """The seats that speak and have a page open here."""
        return frozenset(each.seat for each in self._speaking())

    def _speaking(self) -> set[Connection]:
        seats = self.table().ledger.speakers
        return {each for each in self.connections if each.seat in seats and each.end is None}

    async def _hold(self) -> None:
        self._takes_up(self.table().words())
        self.asked = self._speaking()
        number, own = self.round.number, self._own()
        self.hiding = True
        self._ask_pages("commit", self.asked)
        self.elsewhere.tell()
        await self._until(lambda: self._all_hidden(number) or self._under_way(number), self.limit)
        self.hiding = False
        self._count_mute()
        leads = self.elsewhere.leads(own)
        if not await self._put_hashes(number, leads=leads):
            leads = False
            if self.elsewhere.seats():
                await self._until(lambda: self._under_way(number), self.limit)
        if self._under_way(number):
            hidden = dict(self._hidden(number))
            pages = {page for seat, page in self.committed.items() if hidden.get(seat) == self.hashes[seat]}
            await self._show(number, pages)
            await self._close(number, leads=leads)

    async def _finish(self) -> None:
        """Finish the round whose hashes stand in the record, if nobody does: its pages may know their words still."""
        begun = self.table().ledger.under_way
        if begun is None:
            return
        said = self.words if self.round.number == begun.round else {}
        self._takes_up(Round.taken_up(begun))
        self.words = {seat: word for seat, word in said.items() if self.round.reveal(seat, word) is None}
        await self._show(begun.round, {each for each in self._speaking() if each.seat in dict(begun.commits)})
        await self._until(
            lambda: not (self._under_way(begun.round) and self.elsewhere.holds(begun.round)), 2 * self.limit
        )
        await self._close(begun.round, leads=self.elsewhere.leads(self._own()))

    def _takes_up(self, begun: Round) -> None:
        self.round = begun
        self.asked, self.committed, self.hashes, self.words = set(), {}, {}, {}

    async def _show(self, number: int, pages: set[Connection]) -> None:
        """Ask for the words of a round, until all are said, or it is over, or their time is."""
        self.showing = True
        self._ask_pages("reveal", pages)
        self.elsewhere.tell()
        await self._until(lambda: self._all_shown(number) or not self._under_way(number), self.limit)
        self.showing = False

    async def _close(self, number: int, *, leads: bool) -> None:
        """End a round that is under way still: who leads puts the words of all into the table."""
        if leads and self._under_way(number):
            for seat, word in self.elsewhere.words(number).items():
                self.round.reveal(seat, word)
            await self.ask(self.round.words())
        else:
            await self._until(lambda: not self._under_way(number), self.limit)

    def _count_mute(self) -> None:
        """Count who was asked for a word and hid none; who hid one is waited for again."""
        for seat in {each.seat for each in self.asked}:
            self.mute[seat] = 0 if seat in self.hashes else self.mute[seat] + 1

    async def _put_hashes(self, number: int, *, leads: bool) -> bool:
        """Take no more hashes; who leads puts them into the table. Gives whether that was done and they were taken."""
        for seat, hashed in self.elsewhere.hashes(number).items():
            self.round.commit(seat, hashed)
        hashes = self.round.hashes(self.table().ledger.speakers)
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
