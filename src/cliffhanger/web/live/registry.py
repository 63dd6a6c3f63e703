"""All tables that are live in this process, without any transport: pages come in as objects with a slot.

Tables are read from the store when somebody asks for them, and let go of when nobody does.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Iterable, Mapping
from datetime import UTC, datetime
from time import monotonic
from typing import Any

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.record.format import decode_header, encode
from cliffhanger.table.ports import Clock, Kept, Line, Store, Taken
from cliffhanger.table.restore import lines_of, taken_up
from cliffhanger.table.secrets import Secrets, opened, sealed, unsealed
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import TableOptions
from cliffhanger.table.verify import verify
from cliffhanger.web.live import links, view_model
from cliffhanger.web.live.exports import Copies
from cliffhanger.web.live.figure_service import Figures, Games
from cliffhanger.web.live.limits import Gate, Limits, Tally, near
from cliffhanger.web.live.live_table import Live
from cliffhanger.web.live.qr_codes import Squares
from cliffhanger.web.live.table_names import fresh_name
from cliffhanger.web.workers.pool import Aside, Asides

log = logging.getLogger(__name__)
SWEEP = 60.0  # seconds between looks for tables that nobody uses


class Shut(Exception):
    """A table that is kept and cannot be opened: its record does not fit what is on this machine."""


class SystemClock:
    """The time of this machine."""

    def now(self) -> str:
        """UTC, ISO 8601, to the second."""
        return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Hub:
    """The live tables of one process, over one store."""

    def __init__(
        self,
        store: Store,
        games: Games,
        *,
        limits: Limits | None = None,
        gate: Gate | None = None,
        aside: Aside | None = None,
        clock: Clock | None = None,
        home: str = "",
        names: Iterable[str] = (),
    ) -> None:
        self.store, self.games, self.home = store, games, home
        self.names = tuple(names)
        self.limits = limits or Limits()
        self.gate = gate or Gate()
        self.clock: Clock = clock or SystemClock()
        self.asides = Asides.begun(aside)
        self.squares, self.copies = Squares(), Copies()
        self.figures = Figures(games, self.asides.figures, self.limits)
        self.wrong, self.strayed = (Tally(self.limits.wrong, self.limits.wrong_per) for _ in range(2))
        self.opened = Tally(self.limits.opened, self.limits.opened_per)
        self.live: dict[str, Live] = {}
        self.reading: dict[str, asyncio.Task[Live | None]] = {}
        self.closing = False
        self._answers: deque[tuple[Live, Exception | None]] = deque()
        self._woken = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin, on the loop that runs now."""
        self._loop = asyncio.get_running_loop()
        self._sweeper = asyncio.create_task(self._sweep())

    async def drain(self) -> None:
        """Take nothing new; wait until what is put is kept and told; then close all pages with 1012."""
        self.closing = True
        for _ in range(200):
            if not any(live.busy for live in self.live.values()):
                break
            await asyncio.sleep(0.01)
        for live in self.live.values():
            for page in live.pages:
                page.close(1012, "The server restarts; this page comes back by itself.")
        for _ in range(50):
            if not any(live.pages for live in self.live.values()):
                break
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Let go of everything but the store."""
        self.closing = True
        if self._sweeper is not None:
            self._sweeper.cancel()
        for aside in self.asides:
            aside.kill(wait=True)

    async def find(self, name: str) -> Live | None:
        """The live table of this name; it is read from the store if it has to be. Raises Shut."""
        if (live := self.live.get(name)) is not None:
            live.used = monotonic()
            return live
        if name not in self.reading:
            self.reading[name] = asyncio.create_task(self._read(name))
        try:
            return await asyncio.shield(self.reading[name])
        finally:
            self.reading.pop(name, None)

    async def _read(self, name: str) -> Live | None:
        try:
            found = await asyncio.to_thread(self._load, name)
        except (ValueError, LookupError) as error:
            log.error("table %s cannot be opened: %s", name, error)
            raise Shut from None
        if found is None:
            return None
        table, secrets = found
        for sitter in table.shown.seats:
            if sitter.holder != "person":  # freed by an entry, and the server was stopped before it kept the rest
                secrets = links.revoked(secrets, sitter.id)
        return self.live.setdefault(name, Live(self, table, secrets))

    def _load(self, name: str) -> tuple[Table, Secrets] | None:
        kept = self.store.find(name)
        if kept is None:
            return None
        header = decode_header(kept.header)
        game = self.games(header.game)
        if game.version != header.version:
            for said in verify(b"\n".join(lines_of(self.store, name)), game).notes:
                log.warning("table %s: %s", name, said)
        return taken_up(self.store, name, game), unsealed(kept.secrets)

    async def admit(self, name: str, seat: str, secret: str, address: str = "") -> Live | None:
        """The table, if this secret opens that seat of it; None says no more than that it does not."""
        live = await self.find(name)
        if live is None or not opened(live.secrets, seat, secret):
            return None
        live.guests.add(near(address))
        return live

    def lost(self, name: str, address: str) -> bool:
        """Whether this address has named too many tables that there are not; where it has been a guest, it may come."""
        live = self.live.get(name)
        return self.strayed.full(address) and not (live is not None and near(address) in live.guests)

    async def create(
        self, game: Game[Any], setup: Setup, options: TableOptions, files: Mapping[str, str] | None = None
    ) -> Live:
        """Open a new table; it is kept before this answers. `files`: the SHA-256 of each that was brought, by name."""
        secrets = links.fresh()
        dice = bytes.fromhex(secrets.key)
        while True:
            name = fresh_name()
            table = Table.open(game, setup, table_id=name, key=dice, options=options, at=self.clock.now(), files=files)
            try:
                await asyncio.to_thread(self.store.create, Kept(name, encode(table.header), sealed(secrets)))
            except Taken:
                continue
            self.live[name] = live = Live(self, table, secrets)
            return live

    def reread(self, live: Live) -> None:
        """A table is not what the store has, or may not be: read it again, then put what waits for it."""

        async def again() -> None:
            secrets = live.secrets
            try:
                found = await asyncio.to_thread(self._load, live.table.id)
            except Exception:
                log.exception("table %s", live.table.id)
                found = None
            if found is None:
                live.failed(Refusal("", "The table could not be read again.", "Try again in a moment."))
            else:
                if live.secrets is secrets:  # a link that was given meanwhile is newer than what was read
                    live.secrets = found[1]
                live.reread(found[0])

        self.later(again())

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something soon, and hold on to it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("what was to be done later failed", exc_info=error)

    def reachable(self, origin: str) -> str:
        """The origin under which others reach this server, as far as it is known to somebody at `origin`."""
        return self.home if self.home and (not origin or view_model.loopback(origin)) else origin

    async def keep(self, live: Live) -> None:
        """Keep the secrets of a table as they are by now: whoever changed them has changed them already."""
        async with live.keeping:
            await asyncio.to_thread(self.store.keep_secrets, live.table.id, sealed(live.secrets))

    def append(self, live: Live, lines: tuple[Line, ...]) -> None:
        """Hand entries to the store; its answer comes back on the loop, many at a time."""

        def done(error: Exception | None) -> None:
            self._answers.append((live, error))
            if not self._woken and self._loop is not None:
                self._woken = True
                self._loop.call_soon_threadsafe(self._deal)

        self.store.append(lines, done)

    def _deal(self) -> None:
        self._woken = False
        while self._answers:
            live, error = self._answers.popleft()
            try:
                live.kept(error)
            except Exception:
                log.exception("table %s", live.table.id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.limits.idle))
            for name in [name for name, live in self.live.items() if live.idle]:
                del self.live[name]
