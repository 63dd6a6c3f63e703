"""Who waits while something long is made of a table for whoever asks: its record, its story.

It is made in a thread, so that the loop goes on: one at a time of each table, and a few at a time of all. An address has so
many seconds of it, and a slow trickle after them: whoever has a long table made anew after each entry keeps nobody else waiting.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from weakref import WeakValueDictionary

from cliffhanger.web.live.budgets import AddressBudgets
from cliffhanger.web.live.limits import Limits, TooMuch
from cliffhanger.web.workers.pool import ASKED_BY

AT_ONCE = 2  # threads that make something: they take turns with the loop


class Making:
    """The places in which something is made, and what each address has had made."""

    def __init__(self, limits: Limits) -> None:
        self.spent = AddressBudgets(limits.making_rate, limits.making)
        self._places = asyncio.Semaphore(AT_ONCE)
        self._tables: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def one_at_a_time(self, table: str) -> asyncio.Lock:
        """The lock of one table: who waits for it may find made what they ask for."""
        lock = self._tables.get(table)
        if lock is None:
            lock = self._tables[table] = asyncio.Lock()
        return lock

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place to make something in; its time is paid by whoever asks. Raises TooMuch."""
        budget = self.spent.of(ASKED_BY.get())
        if budget is not None and not budget.take(0):
            raise TooMuch
        async with self._places:
            began = perf_counter()
            try:
                yield
            finally:
                if budget is not None:
                    budget.left -= perf_counter() - began
