"""What nodes tell each other of what they have kept: after a commit, outside of it, many tables in one notice."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex

import msgspec
from asyncpg import Connection
from msgspec import Struct

from cliffhanger.store.postgres.errors import told
from cliffhanger.store.postgres.link import Link

log = logging.getLogger(__name__)
PAYLOAD = 4_000  # bytes of one notice; PostgreSQL takes less than 8,000
QUIET = 10.0  # seconds after which a connection that has said nothing is asked whether it still stands
AGAIN = (0.1, 5.0)  # seconds before the first try after a loss, and the most before any later one
Heard = Callable[[str, int], None]


class Notice(Struct, frozen=True, array_like=True):
    """One notice: who sends it, and the newest entry of each table; 0 where its secrets were replaced, -1 for a whisper."""

    node: str
    news: list[tuple[str, int]]


_notice = msgspec.json.Decoder(Notice)


class Notices:
    """One connection that sends and hears notices. Where it fails, notices are late or lost: they are hints."""

    def __init__(self, link: Link) -> None:
        self._link, self.node = link, token_hex(8)
        self._entries: dict[str, int] = {}
        self._signs: set[tuple[str, int]] = set()  # tables with other secrets (0), or whispers (-1)
        self._heard: list[Heard] = []
        self._stir, self._hears, self._sent = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._over = False

    def tell(self, table: str, n: int) -> None:
        """Others are told soon that a table has entries up to `n`, or other secrets (0), or a whisper (-1)."""
        if n > 0:
            self._entries[table] = max(n, self._entries.get(table, 0))
        else:
            self._signs.add((table, n))
        self._wake()

    async def listen(self, heard: Heard) -> None:
        """Tell `heard` what others send from now on; it waits a moment for the database to listen."""
        self._heard.append(heard)
        self._wake()
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                await self._hears.wait()

    async def close(self) -> None:
        """Send what waits, if that is possible in a moment."""
        if self._task is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self._sent.wait()  # what is on its way just now is sent, too
        self._over = True
        while not self._task.done():  # a cancellation may come when what it cancels is over, and be lost
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=0.1)

    def _wake(self) -> None:
        self._sent.clear()
        self._stir.set()
        if self._task is None:
            self._task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        delay, lost = AGAIN[0], False
        while not self._over:
            db: Connection | None = None
            try:
                db = await self._link.connect("read-write")
                db.add_termination_listener(lambda _: self._stir.set())
                delay = AGAIN[0]
                await self._stand(db, lost=lost)
            except Exception as error:
                log.info("notices wait: %s", told(error))
            finally:
                self._hears.clear()
                if db is not None:
                    db.terminate()
            lost = True
            await asyncio.sleep(delay)
            delay = min(delay * 2, AGAIN[1])

    async def _stand(self, db: Connection, *, lost: bool) -> None:
        """Send and hear until the connection fails."""
        while not self._over:
            self._stir.clear()
            if self._heard and not self._hears.is_set():
                await db.execute("select set_config('application_name', $1, false)", serves(self._link.schema))
                await db.add_listener(self._link.schema, self._hear)
                self._hears.set()
                if lost:
                    self._pass("", 0)
            if self._entries or self._signs:
                await self._send(db)
            if not (self._entries or self._signs):  # nothing has come meanwhile
                self._sent.set()
            try:
                async with asyncio.timeout(QUIET):
                    await self._stir.wait()
            except TimeoutError:
                await db.execute("select 1", timeout=QUIET / 2)

    async def _send(self, db: Connection) -> None:
        entries, signs = self._entries, self._signs
        self._entries, self._signs = {}, set()
        try:
            notices = packed(self.node, [*entries.items(), *sorted(signs)])
            await db.execute("select pg_notify($1, said) from unnest($2::text[]) said", self._link.schema, notices)
        except BaseException:
            self._entries = {**entries, **self._entries}
            self._signs |= signs
            raise

    def _hear(self, _db: object, _pid: int, _channel: str, said: object) -> None:
        try:
            notice = _notice.decode(str(said))
        except msgspec.DecodeError:
            return
        if notice.node != self.node:
            for table, n in notice.news:
                self._pass(table, n)

    def _pass(self, table: str, n: int) -> None:
        for heard in self._heard:
            try:
                heard(table, n)
            except Exception:
                log.exception("what follows a notice failed")


def serves(schema: str) -> str:
    """What the connection calls itself by which a server of these tables hears notices: each has one all the time."""
    return f"cliffhanger {schema}"


def packed(node: str, news: list[tuple[str, int]]) -> list[str]:
    """As many notices as these news need, each far smaller than PostgreSQL takes."""
    notices, size = [Notice(node, [])], 0
    for each in news:
        size += len(msgspec.json.encode(each)) + 1
        if notices[-1].news and size > PAYLOAD:
            notices.append(Notice(node, []))
            size = len(msgspec.json.encode(each)) + 1
        notices[-1].news.append(each)
    return [msgspec.json.encode(each).decode() for each in notices if each.news]
