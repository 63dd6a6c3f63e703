"""What is made of a whole table for whoever asks: its record, its story.

Making one plays or reads a whole evening, so it is made beside the loop, one at a time, and kept while nothing new
happens at its table: asked for a hundred times, it is made once.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from cliffhanger.web.live.live_table import Live

ROOM = 16_000_000  # characters or bytes kept of all tables together


class Copy(NamedTuple):
    """A copy, and the last entry it has."""

    n: int
    made: str | bytes


class Copies:
    """The newest copies of all tables, as many as there is room for."""

    def __init__(self, room: int = ROOM) -> None:
        self.room, self.taken = room, 0
        self.kept: OrderedDict[tuple[str, str], Copy] = OrderedDict()
        self.making = asyncio.Lock()

    async def of(self, live: Live, what: str, make: Callable[[], str | bytes]) -> str | bytes:
        """The copy of this name of a table as it is shown now; `make` makes it if it is not here."""
        key, n = (live.table.id, what), live.table.shown.n
        async with self.making:
            found = self.kept.get(key)
            if found is not None and found.n >= n:
                self.kept.move_to_end(key)
                return found.made
            made = await asyncio.to_thread(make)
            self._keep(key, Copy(n, made))
            return made

    def _keep(self, key: tuple[str, str], copy: Copy) -> None:
        if old := self.kept.pop(key, None):
            self.taken -= len(old.made)
        self.kept[key] = copy
        self.taken += len(copy.made)
        while self.taken > self.room:
            _, gone = self.kept.popitem(last=False)
            self.taken -= len(gone.made)
