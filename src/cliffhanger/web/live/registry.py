"""Registry of all live tables of this process, without any transport: pages come in as connections.

Tables are read from the store when somebody asks for them, and let go of when nobody does.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_bytes
from time import monotonic, perf_counter, thread_time
from typing import Any

from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.inputs import Act, Rekey, Sit
from cliffhanger.kernel.record.format import decode_header, encode
from cliffhanger.table.bots import BotTurn, answer
from cliffhanger.table.dice import KEY_BYTES, key_hash
from cliffhanger.table.ports import CheckpointWriter, Clock, Kept, Line, Store, Taken, Unkept
from cliffhanger.table.restore import history_of, lines_of, resumed
from cliffhanger.table.secrets import Secrets, opened, sealed, unsealed
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import Pace, TableOptions
from cliffhanger.table.verify import verify
from cliffhanger.web.live import links
from cliffhanger.web.live.budgets import AddressBudgets
from cliffhanger.web.live.exports import Exports
from cliffhanger.web.live.figure_service import FigureService, Games
from cliffhanger.web.live.inputs import read_in_worker
from cliffhanger.web.live.limits import Limits, OriginPolicy, SlidingWindowCounter, Stopping, is_loopback, network_of
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.making import Making
from cliffhanger.web.live.meters import BEAT
from cliffhanger.web.live.qr_codes import QrCodes
from cliffhanger.web.live.recaps import Recaps
from cliffhanger.web.live.services import Appended, Services
from cliffhanger.web.live.store_threads import StoreThreads
from cliffhanger.web.live.table_names import fresh_name
from cliffhanger.web.live.taking_in import take_in
from cliffhanger.web.workers.pool import Worker, Workers

log = logging.getLogger(__name__)
COMING = 2.0  # seconds that somebody who comes waits, at the most, for what other nodes have kept
SEATING = 10.0  # seconds from the entry that says who sits down to the link of that seat, at the most
_ABOUT = {-1: "whispers", 0: "secrets"}  # what a notice is about by its number; else entries
SWEEP = 60.0  # seconds between looks for tables that nobody uses


def thought_out(games: Games, game: str, turn: BotTurn) -> Act:
    """What a bot does that looks ahead, wherever this runs."""
    return answer(games(game), turn, perf_counter)


def _lockouts(live_table: LiveTable) -> list[str]:
    """The seats of people whom no link lets in."""
    shown, opened = live_table.table.shown, live_table.secrets.now.seats
    people = [each.id for each in shown.seats if each.holder == "person"]
    return [] if shown.closed else [seat for seat in people if seat not in opened]


class TableUnavailable(Exception):
    """A table that is kept and cannot be opened: its record does not fit what is on this machine."""


class SystemClock:
    """The time of this machine."""

    def now(self) -> str:
        """UTC, ISO 8601, to the second."""
        return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Registry:
    """The live tables of one process, over one store."""

    def __init__(
        self,
        store: Store,
        games: Games,
        *,
        limits: Limits | None = None,
        origin_policy: OriginPolicy | None = None,
        worker: Worker | None = None,
        clock: Clock | None = None,
        home: str = "",
        names: Iterable[str] = (),
        pace: Pace = "reading",
        threads: StoreThreads | None = None,
        incoming: Path | None = None,
    ) -> None:
        self.pace = pace  # of tables that people open, and do not say otherwise
        self.store, self.games, self.home = store, games, home
        self.names = tuple(names)
        self.incoming = incoming  # the folder in which tables are handed to this server; None: it takes none in
        self.limits = limits or Limits()
        self.origin_policy = origin_policy or OriginPolicy()
        self.workers = Workers.create(worker)
        self.threads = threads or StoreThreads()
        self.making = Making(self.limits)
        self.exports = Exports(self.threads, making=self.making)
        self.recaps = Recaps(games, self.workers.strangers, self.limits, self.threads, self.making)
        self._checkpoints = CheckpointWriter(thread_time, store.keep_checkpoint)
        self.services = Services(
            clock=clock or SystemClock(),
            limits=self.limits,
            figures=FigureService(games, self.workers.figures, self.limits),
            qr_codes=QrCodes(),
            append=self._append,
            reread=self._reread,
            read_after=self._read_after,
            change_secrets=self._change_secrets,
            read_secrets=self._read_secrets,
            ask_store=self.threads.run,
            number_of=store.number_of,
            fault=self.fault,
            later=self.later,
            read_file=self._read_file,
            think=self._think,
            reachable=self.reachable,
            whispers=self._whispers,
            whisper=store.whisper,
            shared=store.shared,
            node=store.node,
            budgets=AddressBudgets(self.limits.address_rate, self.limits.address_bytes),
        )
        self.meters = self.services.meters
        self.wrong_secrets, self.unknown_tables = (
            SlidingWindowCounter(self.limits.wrong, self.limits.wrong_per) for _ in range(2)
        )
        self.sits = AddressBudgets(self.limits.sit_rate, self.limits.sits)
        self.tables_opened = SlidingWindowCounter(self.limits.opened, self.limits.opened_per)
        self.tables: dict[str, LiveTable] = {}
        self.reading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._answers: deque[tuple[str, Appended, Exception | None]] = deque()
        self._woken = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._looker: asyncio.Task[None] | None = None
        self._pulse: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin, on the loop that runs now."""
        log.info("serving: the store is %s", "shared with other servers" if self.store.shared else "this server's own")
        self._loop = asyncio.get_running_loop()
        self._sweeper = asyncio.create_task(self._sweep())
        self._pulse = asyncio.create_task(self._beats())
        if self.incoming is not None:
            self.later(take_in(self.incoming, self.store, self.threads))
        if self.store.shared:
            await self.threads.run(self.store.listen, self._hears)
            self._looker = asyncio.create_task(self._look_around())

    async def drain(self) -> None:
        """Take nothing new; wait until what is put is kept and answered; then close all pages with 1012."""
        log.info("stopping: %d tables are open", len(self.tables))
        self.services.closing = True
        for _ in range(200):
            if not any(live_table.owes for live_table in self.tables.values()):
                break
            await asyncio.sleep(0.01)
        for live_table in self.tables.values():
            live_table.audience.disconnect_all()
        for _ in range(50):
            if not any(live_table.audience.connections for live_table in self.tables.values()):
                break
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Let go of everything but the store."""
        self.services.closing = True
        for task in (self._sweeper, self._looker, self._pulse, *self._tasks):
            if task is not None:
                task.cancel()
        self.threads.close()
        for worker in self.workers:
            worker.kill(wait=True)

    async def find(self, name: str) -> LiveTable | None:
        """The live table of this name; it is read from the store if it has to be. Raises TableUnavailable."""
        if (live_table := self.tables.get(name)) is not None:
            live_table.last_used = monotonic()
            if self.store.shared:
                await live_table.catch_up(COMING)  # whoever comes may have been at another node a moment ago
            return live_table
        if name not in self.reading:
            self.reading[name] = asyncio.create_task(self._read(name))
        try:
            return await asyncio.shield(self.reading[name])
        finally:
            self.reading.pop(name, None)

    async def _read(self, name: str) -> LiveTable | None:
        try:
            found = await self.threads.run(self._load, name)
        except (ValueError, LookupError) as error:
            log.error("table %s cannot be opened: %s", name, error)
            raise TableUnavailable from None
        if found is None:
            return None
        table, secrets = found
        for sitter in table.shown.seats:
            if sitter.holder != "person":  # freed by an entry, and the server was stopped before it kept the rest
                secrets = links.revoked(secrets, sitter.id)
        live_table = self.tables.setdefault(name, LiveTable(table, secrets, self.services))
        log.info("table %s: read from the store, %d entries", name, table.shown.n)
        await self._rekey(live_table)
        if self.store.shared and _lockouts(live_table):
            self.later(self._free_soon(live_table))
        else:
            await self._free(live_table)
        return live_table

    async def _rekey(self, live_table: LiveTable) -> None:
        """Let a table go on whose dice key is not here, as one that was imported: by a new key, which its record promises."""
        if live_table.table.shown.closed or not live_table.table.keyless:
            return
        new = token_bytes(KEY_BYTES).hex()
        why: object
        try:
            # Kept before the record promises it: whoever is stopped in between goes on with the same key.
            await live_table.secrets.change(lambda secrets: links.with_next_key(secrets, new))
            key = bytes.fromhex(live_table.secrets.now.next_key)
            live_table.table.keys.learn(key)
            why = (await live_table.ask_as_host(Rekey(key_hash(key)))).refusal
        except (Unkept, Stopping) as error:
            why = error
        if why:
            log.error("table %s: it has no dice key, and no new one was made: %s", live_table.table.id, why)

    async def _free(self, live_table: LiveTable) -> None:
        """Free the seats of people whom no link lets in: they were imported with a record, and sit down again."""
        for seat in _lockouts(live_table):
            with suppress(Stopping):
                await live_table.ask_as_host(Sit(seat, "", "nobody"))

    async def _free_soon(self, live_table: LiveTable) -> None:
        """The same, where another node may be giving such a link just now: it has the time for it."""
        await asyncio.sleep(SEATING)
        with suppress(Unkept):
            await live_table.secrets.refresh()
            await live_table.catch_up()
            await self._free(live_table)

    def _load(self, name: str) -> tuple[Table, Secrets] | None:
        kept = self.store.find(name)
        if kept is None:
            return None
        header = decode_header(kept.header)
        game = self.games(header.game)
        history = history_of(self.store, kept, game)
        if game.version != header.version and not history.n:  # these rules have not played it yet
            for said in verify(b"\n".join(lines_of(self.store, name)), game).notes:
                log.warning("table %s: %s", name, said)
        return resumed(history, kept, self._checkpoints, waits=False), links.watched(unsealed(kept.secrets))

    async def admit(self, name: str, seat: str, secret: str, address: str = "") -> LiveTable | None:
        """The table, if this secret opens that seat of it; None says no more than that it does not.

        A wrong secret is the same work whether the table is open, kept or not there: its time tells nobody which. An
        address that has tried too many comes in where a table is open, and nothing is looked up for it.
        """
        live_table = self.tables.get(name)
        if live_table is None and self.wrong_secrets.full(address):
            return None
        fits = live_table is not None and opened(live_table.secrets.now, seat, secret)
        if not fits and not self.wrong_secrets.full(address):
            fits = opened(await self.threads.run(self._kept_secrets, name), seat, secret)
        if not fits:
            return None
        live_table = await self.find(name)
        if live_table is None:
            return None
        if not opened(live_table.secrets.now, seat, secret):
            if not self.store.shared:
                return None
            await live_table.secrets.refresh()  # the link may have been given by another node
            if not opened(live_table.secrets.now, seat, secret):
                return None
        live_table.guests.add(network_of(address))
        return live_table

    def _kept_secrets(self, name: str) -> Secrets:
        """The secrets of a table as the store has them; those of nobody where there is none, or they cannot be read."""
        kept = self.store.find(name)
        try:
            return links.watched(unsealed(kept.secrets)) if kept else Secrets()
        except ValueError as error:
            log.error("table %s cannot be opened: %s", name, error)
            return Secrets()

    def too_many_unknown(self, name: str, address: str) -> bool:
        """Whether this address has named too many tables that there are not; where it has been a guest, it may come."""
        live_table = self.tables.get(name)
        return self.unknown_tables.full(address) and not (
            live_table is not None and network_of(address) in live_table.guests
        )

    async def create(
        self, game: Game[Any], setup: Setup, options: TableOptions, files: Mapping[str, str] | None = None
    ) -> LiveTable:
        """Open a new table; it is kept before this answers. `files`: the SHA-256 of each that was brought, by name."""
        secrets = links.new_secrets()
        dice = bytes.fromhex(secrets.key)
        while True:
            name = fresh_name()
            table = Table.open(
                game,
                setup,
                table_id=name,
                key=dice,
                options=options,
                at=self.services.clock.now(),
                files=files,
                writer=self._checkpoints,
            )
            try:
                await self.threads.run(self.store.create, Kept(name, encode(table.header), sealed(secrets)))
            except Taken:
                continue
            self.tables[name] = live_table = LiveTable(table, secrets, self.services)
            log.info("table %s: opened, a game of %s", name, game.id)
            return live_table

    async def _reread(self, name: str) -> tuple[Table, Secrets] | None:
        return await self.threads.run(self._load, name)

    async def _read_file(self, game: str, form: str, name: str, text: str) -> Any:  # noqa: ANN401
        return await self.workers.files.run(self.limits.sheet, read_in_worker, self.games, game, form, name, text)

    async def _think(self, game: str, turn: BotTurn) -> Act:
        return await self.workers.bots.run(self.limits.thought, thought_out, self.games, game, turn)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something soon, and hold on to it until it is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Unkept):
            log.warning("a background task could not reach the store: %s", error)
        elif error is not None:
            log.error("a background task failed", exc_info=error)

    def reachable(self, origin: str) -> str:
        """The origin under which others reach this server, as far as it is known to somebody at `origin`."""
        return self.home if self.home and (not origin or is_loopback(origin)) else origin

    async def fault(self) -> str:
        """Why nothing can be kept until somebody looks after it, in a sentence; empty while it can. Any loop may ask."""
        return await asyncio.to_thread(self.store.fault)  # not among those who wait for the store: this is quick

    async def _read_after(self, name: str, n: int) -> Sequence[Line]:
        return await self.threads.run(lambda: list(self.store.read(name, n)))

    async def _whispers(self, name: str) -> Mapping[str, bytes]:
        return await self.threads.run(self.store.whispers, name)

    async def _read_secrets(self, name: str) -> Secrets:
        return await self.threads.run(lambda: unsealed(self._found(name).secrets))

    async def _change_secrets(self, name: str, change: Callable[[Secrets], Secrets]) -> Secrets:
        return await self.threads.run(self._changed, name, change)

    def _changed(self, name: str, change: Callable[[Secrets], Secrets]) -> Secrets:
        """Change a table's secrets from what the store has; where another node changes them too, both changes count."""
        while True:
            was = self._found(name).secrets
            changed = change(unsealed(was))
            with suppress(Taken):
                self.store.keep_secrets(name, sealed(changed), was)
                return changed

    def _found(self, name: str) -> Kept:
        if (kept := self.store.find(name)) is None:
            raise Unkept(f"There is no table {name}.")
        return kept

    def _append(self, lines: tuple[Line, ...], appended: Appended) -> None:
        """Hand entries to the store; its answer comes back on the loop, many at a time."""

        def done(error: Exception | None) -> None:
            self._answers.append((lines[0].table, appended, error))
            if not self._woken and self._loop is not None:
                self._woken = True
                with suppress(RuntimeError):  # the loop is closed: nobody waits for the answer any more
                    self._loop.call_soon_threadsafe(self._deliver)

        self.store.append(lines, done)

    def _deliver(self) -> None:
        self._woken = False
        while self._answers:
            name, appended, error = self._answers.popleft()
            try:
                appended(error)
            except Exception:
                log.exception("table %s: the store's answer could not be taken in", name)

    def _hears(self, name: str, n: int) -> None:
        """Another node has news, says the store, from a thread of its own."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: this server has stopped
                self._loop.call_soon_threadsafe(self._follow, name, n)

    def _follow(self, name: str, n: int) -> None:
        if self.services.closing:
            return
        self.meters.heard["anything" if not name else _ABOUT.get(n, "entries")] += 1
        if not name:
            self.later(self._look_at_all())
        elif (live_table := self.tables.get(name)) is None:
            if (reading := self.reading.get(name)) is not None and not reading.done():
                self.later(self._follow_once_read(reading, name, n))
        elif n < 0:
            self.later(live_table.whispers.hear())
        elif n == 0:
            self.later(live_table.secrets.refresh())
        elif n > live_table.table.shown.n:
            self.later(live_table.catch_up())

    async def _follow_once_read(self, reading: Awaitable[LiveTable | None], name: str, n: int) -> None:
        """News of a table that is being read: what was read may be older."""
        with suppress(TableUnavailable):
            if await asyncio.shield(reading) is not None:
                self._follow(name, n)

    async def _look_around(self) -> None:
        """A notice may be lost with the node that was to send it: look now and then what other nodes have kept."""
        while True:
            await asyncio.sleep(self.limits.look)
            await self._look_at_all()

    async def _beats(self) -> None:
        """Say twice a second that the loop comes round: what holds it up is late by as much."""
        while True:
            self.meters.beat()
            await asyncio.sleep(BEAT)

    async def _look_at_all(self) -> None:
        self.meters.looks["all tables"] += 1
        try:
            newest = await self.threads.run(self.store.newest, list(self.tables))
        except Unkept as why:
            log.info("other nodes: %s", why)
            return
        for name, n in newest.items():
            if (live_table := self.tables.get(name)) is not None:
                if n > live_table.table.shown.n:
                    self.later(live_table.catch_up())
                if live_table.audience.connections:
                    live_table.whispers.still_here()
                    self.later(live_table.whispers.hear())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.limits.idle))
            for name in [name for name, live_table in self.tables.items() if live_table.idle]:
                del self.tables[name]
                log.info("table %s: let go, for nobody uses it", name)
