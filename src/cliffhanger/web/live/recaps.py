"""Recaps of tables: made once for each newest entry, the roll of the night in a worker process."""

import asyncio
import logging
from collections import OrderedDict
from typing import NamedTuple

from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.record.format import Entry, Header
from cliffhanger.table import table_events
from cliffhanger.table.highlight import Highlight, highlight
from cliffhanger.table.recap import Recap, gather, played
from cliffhanger.table.session import Table
from cliffhanger.web.live.figure_service import Games
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.making import Making
from cliffhanger.web.live.store_threads import StoreThreads
from cliffhanger.web.workers.pool import Busy, Overrun, Worker

log = logging.getLogger(__name__)
CAPACITY = 64
"""So many tables have their newest recap kept."""
LONGEST = 10_000
"""A record of more entries is not played again for a roll of the night."""


class Made(NamedTuple):
    """A recap, and the last entry it has."""

    n: int
    recap: Recap


class Recaps:
    """The newest recaps, as everybody may read them; those not asked for longest are dropped."""

    def __init__(
        self, games: Games, worker: Worker, limits: Limits, threads: StoreThreads, making: Making | None = None
    ) -> None:
        self.games, self.worker, self.limits, self.threads = games, worker, limits, threads
        self.cache: OrderedDict[str, Made] = OrderedDict()
        self.making = making or Making(limits)

    async def of(self, table: Table) -> Recap:
        """The recap of a table as it is shown now. One whose roll of the night takes too long to find has none.

        Raises TooMuch.
        """
        async with self.making.one_at_a_time(f"{table.id} recap"):
            n = table.shown.n
            found = self.cache.get(table.id)
            if found is None or found.n != n:
                async with self.making.place():
                    entries = await self.threads.run(table.kept)
                night = await self._night(table.header, entries)
                async with self.making.place():
                    found = Made(n, await asyncio.to_thread(gathered, table, entries, night))
            self.cache[table.id] = found
            self.cache.move_to_end(table.id)
            while len(self.cache) > CAPACITY:
                self.cache.popitem(last=False)
            return found.recap

    async def _night(self, header: Header, entries: tuple[Entry, ...]) -> Highlight | None:
        if len(entries) > LONGEST:
            return None
        try:
            return await self.worker.run(self.limits.odds, night_of, self.games, header, entries)
        except (Overrun, Busy):
            return None
        except Exception:  # a game that breaks on what it took once: the evening can be told all the same
            log.exception("the roll of the night of %s", header.game)
            return None


def night_of(games: Games, header: Header, entries: tuple[Entry, ...]) -> Highlight | None:
    """The roll of the night of a record, wherever this runs."""
    return highlight(games(header.game), header, entries)


def gathered(table: Table, entries: tuple[Entry, ...], night: Highlight | None) -> Recap:
    """The recap in the language of its table."""
    voice = table_events.voice(table.game, table.policy.language)
    if table.policy.language:
        entries = table_events.heard(voice, entries, WATCH, ())
    return gather(
        table.header,
        entries,
        table.game,
        voice=voice,
        night=night,
        people=played(table.game, table.view(WATCH), table.header.setup.seats),
        premise=table.game.premise(table.view(WATCH)),
        over=isinstance(table.shown.waiting, Over),
        ending=table.shown.ending,
    )
