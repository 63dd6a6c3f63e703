"""Rounds of words, as the server holds them: it asks the open pages, waits a second, and puts what came.

A round is due at the start and after a seat was taken; it is held when a page of a seat says hello. Who does not
answer in time is left out, and no roll waits for any of it.
"""

import asyncio
import contextlib
from secrets import token_hex
from typing import TYPE_CHECKING

from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Sit, Word
from cliffhanger.table.entropy import Round
from cliffhanger.table.session import Table
from cliffhanger.web.live import protocol
from cliffhanger.web.live.connection import Page
from cliffhanger.web.live.limits import Stopping

if TYPE_CHECKING:
    from cliffhanger.web.live.live_table import Live


class Rounds:
    """The rounds of one live table: at most one at a time."""

    def __init__(self, live: "Live", limit: float) -> None:
        self.live, self.limit = live, limit
        self.due = _due(live.table)
        self.round = Round(0)
        self.asked: set[Page] = set()
        self.hid: dict[str, Page] = {}
        self.all_in = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Hold a round if one is due; one that falls due meanwhile follows."""
        if self.due and (self.task is None or self.task.done()):
            self.task = asyncio.create_task(self._all_due())

    def commit(self, page: Page, number: int, hashed: str) -> None:
        """A page has hidden its word; of two pages of a seat the first one counts."""
        if number == self.round.number and page in self.asked and self.round.commit(page.seat, hashed) is None:
            self.hid[page.seat] = page
            if {each.seat for each in self.asked} == set(self.hid):
                self.all_in.set()

    def reveal(self, page: Page, number: int, word: str) -> None:
        """A page shows its word; one that does not fit its hash is none."""
        if number == self.round.number and self.hid.get(page.seat) is page:
            self.round.reveal(page.seat, word)
            if self.round.complete:
                self.all_in.set()

    async def _all_due(self) -> None:
        with contextlib.suppress(Stopping):
            while self.due:
                self.due = False
                await self._hold()

    async def _hold(self) -> None:
        self.round, self.hid = self.live.table.words(), {}
        self.asked = {page for page in self.live.pages if page.seat != WATCH}
        await self._ask("commit", self.asked)
        if not self.hid:
            return
        told = await self.live.ask(self.round.hashes(), id=token_hex(16), seat="")
        if told.refusal is None:
            await self._ask("reveal", set(self.hid.values()))
            await self.live.ask(self.round.words(), id=token_hex(16), seat="")

    async def _ask(self, what: str, pages: set[Page]) -> None:
        self.all_in.clear()
        for page in pages:
            page.say(protocol.frame(word={"round": self.round.number, "ask": what}))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.all_in.wait(), self.limit)


def _due(table: Table) -> bool:
    """Whether a round is due: none was finished since the last person sat down."""
    for entry in reversed(table.shown.log):
        if isinstance(entry.input, Word) and entry.input.words:
            return False
        if isinstance(entry.input, Sit) and entry.input.holder == "person":
            return True
    return True
