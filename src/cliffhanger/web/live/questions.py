"""Questions: what has to be heard of the store before an input can be answered. They are asked in other threads.

Those of one table are asked one after the other. While the store is away whoever asks waits: nothing is refused for
want of an answer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Generic, NamedTuple, TypeVar

from cliffhanger.table.ports import Unkept

log = logging.getLogger(__name__)
AGAIN = 5.0  # seconds between two tries, at the most
T = TypeVar("T")


class Answer(NamedTuple, Generic[T]):
    """What the store said, and whether it was `late`: it was away when it was asked first."""

    said: T
    late: bool


class Questions:
    """The questions of one table; `run` runs one in a thread."""

    def __init__(self, table: str, run: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        self.table, self.run = table, run
        self.open = 0
        """How many are asked, or wait to be."""
        self._asking = asyncio.Lock()

    async def ask(self, question: Callable[[], T]) -> Answer[T]:
        """What the store says to this, however long that takes; raises what it raises, but for Unkept."""
        self.open += 1
        try:
            async with self._asking:
                return await self._answer(question)
        finally:
            self.open -= 1

    async def _answer(self, question: Callable[[], T]) -> Answer[T]:
        tries = 0
        while True:
            try:
                return Answer(await self.run(question), late=tries > 0)
            except Unkept as why:
                if not tries:
                    log.info("table %s: an input waits for the store: %s", self.table, why)
            tries += 1
            await asyncio.sleep(min(0.1 * 2**tries, AGAIN))
