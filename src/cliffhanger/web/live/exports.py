"""Exports of a whole table, cached: its record, its story.

Making one plays or reads a whole evening, so it is made in a thread, one at a time of a table, and kept while nothing new
happens there: asked for a hundred times, it is made once.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeVar, cast

from cliffhanger.table.session import Table
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.making import Making
from cliffhanger.web.live.store_threads import StoreThreads

Content = TypeVar("Content", bound=str | bytes)
CAPACITY = 16_000_000  # characters or bytes kept of all tables together


class Export(NamedTuple):
    """An export, and the last entry it has."""

    n: int
    content: str | bytes


class Exports:
    """A cache of the newest exports of all tables; those not asked for longest are dropped when there is no room."""

    def __init__(self, threads: StoreThreads, capacity: int = CAPACITY, making: Making | None = None) -> None:
        self.threads, self.capacity, self.size = threads, capacity, 0
        self.cache: OrderedDict[tuple[str, str], Export] = OrderedDict()
        self.making = making or Making(Limits())

    async def of(self, table: Table, what: str, make: Callable[[], Content]) -> Content:
        """The export of this name of a table as it is shown now; `make` makes it if it is not here. Raises TooMuch."""
        key, n = (table.id, what), table.shown.n
        async with self.making.one_at_a_time(table.id):
            found = self.cache.get(key)
            if found is not None and found.n >= n:
                self.cache.move_to_end(key)
                return cast(Content, found.content)
            async with self.making.place():
                content = await self.threads.run(make)
            self._keep(key, Export(n, content))
            return content

    def _keep(self, key: tuple[str, str], export: Export) -> None:
        if old := self.cache.pop(key, None):
            self.size -= len(old.content)
        self.cache[key] = export
        self.size += len(export.content)
        while self.size > self.capacity:
            _, gone = self.cache.popitem(last=False)
            self.size -= len(gone.content)
