"""Tables in a schema of a PostgreSQL database, behind the same port as a file: many nodes read and write them at once."""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Event
from types import TracebackType
from typing import Any, Self, TypeVar

from asyncpg import Connection

from cliffhanger.store.following import refused
from cliffhanger.store.postgres.errors import AWAY, UNREAD, passes, told
from cliffhanger.store.postgres.link import Link, Patience, Pool
from cliffhanger.store.postgres.notices import Notices, serves
from cliffhanger.store.postgres.schema import migrate
from cliffhanger.store.postgres.session import Session
from cliffhanger.store.postgres.writing import INSERT, Append, Task, Writer
from cliffhanger.table.ports import HUSH, Checkpoint, Kept, Line, Taken, Unkept

log = logging.getLogger(__name__)
T = TypeVar("T")
PAGE, LAST = 500, 1 << 62
CLOSING = 3.0  # seconds that what waits has to be kept when the store is closed
READ = """
select n, id, body from entries where home = (select number from tables where id = $1) and n > $2 and n <= $3
order by n limit $4
"""
KNOWN = "select id, header, secrets, (select coalesce(max(n), 0) from entries where home = number) from tables"
NUMBER = "select n from entries where home = (select number from tables where id = $1) and id = $2"
IDS = "select id from entries where home = (select number from tables where id = $1) and n <= $2"
CHECKPOINT = """
select n, body from checkpoints where home = (select number from tables where id = $1) and rules = $2 and n <= $3
order by n desc limit 1
"""
KEEP_CHECKPOINT = """
with here as (select number from tables where id = $1),
gone as (
  delete from checkpoints where home = (select number from here)
  and not exists (select from checkpoints where home = (select number from here) and rules = $2)
)
insert into checkpoints (home, rules, n, body) select number, $2, $3, $4 from here
on conflict (home, rules, n) do update set body = excluded.body
"""
KEEP_SECRETS = """
update tables set secrets = $1 where id = $2 and ($3::bytea is null or secrets = $3) returning true
"""
NEWEST = """
select id, (select coalesce(max(n), 0) from entries where home = number) from tables where id = any($1::text[])
"""
WHISPER = """
insert into whispers (home, node, said) values ($1, $2, $3)
on conflict (home, node) do update set said = excluded.said, at = clock_timestamp()
"""
HUSHED = "delete from whispers where home = $1 and (node = $2 or at < clock_timestamp() - interval '1 hour')"
WHISPERS = """
select node, said from whispers
where home = $1 and node <> $2 and at > clock_timestamp() - make_interval(secs => $3)
"""
SETTINGS = ("server_version", "fsync", "full_page_writes", "synchronous_commit")
FACTS = """
select name, setting from pg_settings where name = any($1::text[])
union all select 'schema', number::text from schema_version
union all select 'size', pg_database_size(current_database())::text
"""
SERVERS = "select count(*) from pg_stat_activity where datname = current_database() and application_name = $1"
CREATE = "insert into tables (id, header, secrets) values ($1, $2, $3) on conflict do nothing returning number"


class PostgresReader:
    """Reads the tables of a database, beside servers or without one; it changes nothing.

    `address` is `postgresql://user@host/name`, with `?schema=` where it is not `cliffhanger`. A database that is
    away is waited for, `patience` seconds in all (8 if nothing is said).
    """

    shared = True

    def __init__(self, address: str, patience: float | None = None) -> None:
        self._link = Link(address)
        self._session = Session()
        self._pool, self._reading = Pool(self._link), Patience(patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def read(self, table: str, after: int = 0, last: int | None = None) -> Iterator[Line]:
        """The lines of a table with numbers beyond `after`, and up to `last` if it is given, in order."""
        while sayable(table):
            rows = self._ask(self._page(table, after, LAST if last is None else last))
            for n, id, body in rows:
                yield Line(table, n, id, body)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def find(self, table: str) -> Kept | None:
        """What is known of a table."""
        row = self._ask(lambda db: db.fetchrow(f"{KNOWN} where id = $1", table)) if sayable(table) else None
        return Kept(*row) if row else None

    def number_of(self, table: str, id: str) -> int:
        """The number of the line that has this id; 0 if there is none."""
        return (self._ask(lambda db: db.fetchval(NUMBER, table, id)) or 0) if sayable(table + id) else 0

    def ids(self, table: str, last: int) -> Iterator[str]:
        """The ids of the lines of a table up to number `last`, in any order."""
        if sayable(table):
            yield from (row[0] for row in self._ask(lambda db: db.fetch(IDS, table, last)))

    def checkpoint(self, table: str, rules: str, last: int) -> Checkpoint | None:
        """The newest checkpoint of a table under these rules that is not beyond entry `last`."""
        row = self._ask(lambda db: db.fetchrow(CHECKPOINT, table, rules, last))
        return Checkpoint(table, row[0], rules, row[1]) if row else None

    def tables(self) -> list[Kept]:
        """All tables, newest first."""
        return [Kept(*row) for row in self._ask(lambda db: db.fetch(f"{KNOWN} order by number desc"))]

    def backup(self, path: str) -> None:  # noqa: ARG002
        """Such a copy is made by PostgreSQL itself: raises Unkept with the sentence that says how."""
        raise Unkept(
            f"A PostgreSQL database is copied by its own program: pg_dump --format=custom --schema={self._link.schema}. "
            "To carry all tables to a file instead: cliffhanger move."
        )

    def facts(self) -> Mapping[str, str]:
        """What the database says of itself: `SETTINGS` by their names, `schema` (its version) and `size` (bytes)."""
        return dict(map(tuple, self._ask(lambda db: db.fetch(FACTS, list(SETTINGS)))))

    def close(self) -> None:
        """Let go of the database."""
        with suppress(Unkept):
            self._session.do(self._ended())
        self._session.close()

    async def _ended(self) -> None:
        self._pool.let_go()

    def _page(self, table: str, after: int, last: int) -> Callable[[Connection], Awaitable[list[Any]]]:
        return lambda db: db.fetch(READ, table, after, last, PAGE)

    def _ask(self, ask: Callable[[Connection], Awaitable[T]]) -> T:
        return self._session.do(self._asked(ask))

    async def _asked(self, ask: Callable[[Connection], Awaitable[T]]) -> T:
        while True:
            try:
                async with self._pool.connection() as db:
                    answer = await ask(db)
            except Exception as error:
                if not passes(error):
                    raise told(error) from None
                if not await self._reading.again():
                    raise Unkept(UNREAD) from None
            else:
                self._reading.well()
                return answer


class PostgresStore(PostgresReader):
    """The store of one node of several: all of them may write to any table."""

    def __init__(self, address: str, patience: float | None = None) -> None:
        super().__init__(address, patience)
        self._notices = Notices(self._link)
        try:
            self._session.do(self._migrated(Patience(patience)))
            self._writer = Writer(self._session, self._link, self._notices, Patience(patience))
        except BaseException:
            super().close()
            raise

    def create(self, table: Kept, lines: tuple[Line, ...] = ()) -> None:
        """Keep a new table, with the lines it has already; raises Taken or Unkept. Not to be called from a `done`."""

        async def begin(db: Connection, doubt: bool) -> None:
            async with db.transaction():
                number = await db.fetchval(CREATE, table.table, table.header, table.secrets)
                if number is None:
                    found = await db.fetchrow("select header, secrets from tables where id = $1", table.table)
                    if doubt and found and tuple(found) == (table.header, table.secrets):
                        return  # the try before this one was kept
                    raise Taken(f"There is a table {table.table} already.")
                if lines:
                    if why := refused(lines, 0, table.header):
                        raise why
                    rows = [(number, line.n, line.id, line.body) for line in lines]
                    await db.execute(INSERT, *zip(*rows, strict=True), timeout=60)

        self._now(begin)

    def append(self, lines: tuple[Line, ...], done: Callable[[Exception | None], None]) -> None:
        """Keep these lines of one table, all or none; `done` is called from the writer's thread."""
        self._writer.submit(Append(lines, done))

    def keep_secrets(self, table: str, secrets: bytes, was: bytes | None = None) -> None:
        """Replace a table's secrets, if they are what they `was`, and tell other nodes; raises Taken.

        Not to be called from a `done`.
        """

        async def change(db: Connection, doubt: bool) -> None:
            if not await db.fetchval(KEEP_SECRETS, secrets, table, was):
                found = await db.fetchval("select secrets from tables where id = $1", table)
                if found is None:
                    raise Unkept(f"There is no table {table}.")
                if not doubt or found != secrets:  # else the try before this one was kept
                    raise Taken(f"The secrets of table {table} have changed.")
            self._notices.tell(table, 0)

        self._now(change)

    def newest(self, tables: Sequence[str]) -> Mapping[str, int]:
        """The number of the newest entry of each of these tables that is there; 0 where it has none."""
        names = [name for name in tables if sayable(name)]
        return dict(map(tuple, self._ask(lambda db: db.fetch(NEWEST, names))))

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint soon, and let go of those under other rules. It may fail: nothing is lost but time."""

        async def keep(db: Connection, _doubt: bool) -> None:
            await db.execute(KEEP_CHECKPOINT, checkpoint.table, checkpoint.rules, checkpoint.n, checkpoint.body)

        def done(error: Exception | None) -> None:
            if error:
                log.warning("a checkpoint of table %s was not kept: %s", checkpoint.table, error)

        self._writer.submit(Task(keep, done))

    @property
    def node(self) -> str:
        """What this process is called among those that share the database."""
        return self._notices.node

    def whisper(self, table: str, said: bytes) -> None:
        """Tell other nodes how a table stands at this one beside its entries, in place of what was said before."""

        async def say(db: Connection, _doubt: bool) -> None:
            await (db.execute(WHISPER, table, self.node, said) if said else db.execute(HUSHED, table, self.node))
            self._notices.tell(table, -1)

        def done(error: Exception | None) -> None:
            if error:
                log.info("a whisper of table %s was lost: %s", table, error)

        self._writer.submit(Task(say, done))

    def whispers(self, table: str) -> Mapping[str, bytes]:
        """What other nodes whisper of a table, by what they are called."""
        return dict(map(tuple, self._ask(lambda db: db.fetch(WHISPERS, table, self.node, HUSH))))

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Call `heard` with what other nodes keep, as the port says: a hint, from the store's own thread."""
        self._session.do(self._notices.listen(heard))

    def servers(self) -> int:
        """How many servers have these tables open now, by the connections with which they hear notices."""
        return int(self._ask(lambda db: db.fetchval(SERVERS, serves(self._link.schema))))

    def fault(self) -> str:
        """Nothing that a database does is for ever: what it refuses now it may take in a moment."""
        return ""

    def batches(self) -> Mapping[int, int]:
        """How many batches held so many writes, by how many."""
        return self._writer.sizes

    def close(self) -> None:
        """Finish what is under way and let go of the database. One that does not answer is not waited for."""
        done = self._writer.close(CLOSING)
        if not done:
            log.warning("The database does not answer: what was on its way to it is given up, and may be kept.")
        super().close()
        if not done:
            self._writer.close()

    async def _ended(self) -> None:
        await self._notices.close()
        await super()._ended()

    async def _migrated(self, patience: Patience) -> None:
        while True:
            try:
                db = await self._link.connect("read-write")
                try:
                    return await migrate(db, self._link.schema)
                finally:
                    db.terminate()
            except Exception as error:
                if not passes(error) or not await patience.again():
                    why = told(error)
                    raise (Unkept(UNREAD) if str(why) == AWAY else why) from None  # there is nothing yet to be kept

    def _now(self, run: Callable[[Connection, bool], Awaitable[None]]) -> None:
        over, errors = Event(), list[Exception]()

        def done(error: Exception | None) -> None:
            if error:
                errors.append(error)
            over.set()

        self._writer.submit(Task(run, done))
        over.wait()
        if errors:
            raise errors[0]


def sayable(text: str) -> bool:
    """Whether a name can stand in a database at all: a NUL or half a sign in it is in none."""
    return text.isprintable()
