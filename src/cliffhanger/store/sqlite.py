"""Tables in one SQLite file: one writing connection in one thread; readers open read-only connections of their own."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from tempfile import mkdtemp
from threading import Event, Lock
from types import TracebackType
from typing import Any, Self

import apsw

from cliffhanger.store.copies import copied, fresh, rescued_alone
from cliffhanger.store.following import refused
from cliffhanger.store.lock import locked
from cliffhanger.store.schema import migrate, ours
from cliffhanger.store.standing_file import VANISHED, StandingFile
from cliffhanger.store.writer import Job, Writer
from cliffhanger.table.ports import Checkpoint, Kept, Line, NoTables, Taken, Unkept

log = logging.getLogger(__name__)
PAGE, LAST = 500, 1 << 62
TAIL = """
select
  number,
  (select coalesce(max(n), 0) from entries where home = number),
  coalesce((select body from entries where home = number order by n desc limit 1), header)
from tables where id = ?
"""
NUMBER = "select n from entries where home = (select number from tables where id = ?) and id = ?"
IDS = "select id from entries where home = (select number from tables where id = ?) and n <= ?"
KNOWN = "select id, header, secrets, (select coalesce(max(n), 0) from entries where home = number) from tables"


class Reader:
    """Reads a store's file, beside a server or without one; it changes nothing."""

    shared = False

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Nothing is held open between two questions."""

    def read(self, table: str, after: int = 0, last: int | None = None) -> Iterator[Line]:
        """The lines of a table with numbers beyond `after`, and up to `last` if it is given, in order."""
        with self._reading() as db:
            while True:
                rows: list[Any] = db.execute(
                    "select n, id, body from entries where home = (select number from tables where id = ?)"
                    " and n > ? and n <= ? order by n limit ?",
                    (table, after, LAST if last is None else last, PAGE),
                ).fetchall()
                for n, id, body in rows:
                    yield Line(table, n, id, body)
                if len(rows) < PAGE:
                    return
                after = rows[-1][0]

    def find(self, table: str) -> Kept | None:
        """What is known of a table."""
        with self._reading() as db:
            row = db.execute(f"{KNOWN} where id = ?", (table,)).fetchone()
        return Kept(*row) if row else None

    def number_of(self, table: str, id: str) -> int:
        """The number of the line that has this id; 0 if there is none."""
        with self._reading() as db:
            return int(db.execute(NUMBER, (table, id)).get or 0)

    def ids(self, table: str, last: int) -> Iterator[str]:
        """The ids of the lines of a table up to number `last`, in any order."""
        with self._reading() as db:
            yield from (row[0] for row in db.execute(IDS, (table, last)))

    def checkpoint(self, table: str, rules: str, last: int) -> Checkpoint | None:
        """The newest checkpoint of a table under these rules that is not beyond entry `last`."""
        with self._reading() as db:
            if not db.table_exists(None, "checkpoints"):  # a copy that an older server wrote
                return None
            row = db.execute(
                "select n, body from checkpoints where home = (select number from tables where id = ?)"
                " and rules = ? and n <= ? order by n desc limit 1",
                (table, rules, last),
            ).fetchone()
        return Checkpoint(table, row[0], rules, row[1]) if row else None

    def tables(self) -> list[Kept]:
        """All tables, newest first."""
        with self._reading() as db:
            return [Kept(*row) for row in db.execute(f"{KNOWN} order by number desc")]

    def backup(self, path: str) -> None:
        """Write a whole, consistent copy to a new file; it is there only when it is complete and checked."""
        with self._reading() as db:
            copied(db, Path(path))

    def _at(self) -> Path:
        """The file to be read."""
        return self.path

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        path = self._at()
        if not path.exists():
            if says := rescued_alone(path):
                raise Unkept(says)
            raise NoTables(f"There are no tables at {path}.")
        try:
            with closing(opened(path)) as db:
                yield db
        except apsw.Error as error:
            raise Unkept(f"{path} cannot be read: {error}.") from error


class SqliteStore(Reader):
    """The store of one server. A second one on the same file is refused in a sentence.

    Where its file vanishes while it is open, nothing is kept any more, what the server still has open is copied to a file
    beside it, and that is what is read from then on.
    """

    node = ""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        sound()
        try:
            self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
            self._lock = locked(self.path)
            try:
                if says := rescued_alone(self.path):  # a second history would begin
                    raise Unkept(says)
                self._standing: StandingFile | None = None
                self._rescued, self._rescuing = Path(), Lock()
                self._writer = Writer(self._connect, self._vanished)
                self._ids, self._spare = self._reader(), self._reader()
                self._standing = StandingFile(self.path)
            except BaseException:
                self._lock.close()
                raise
        except (apsw.Error, OSError) as error:
            raise Unkept(f"{self.path} cannot be opened: {error}.") from error

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def create(self, table: Kept, lines: tuple[Line, ...] = ()) -> None:
        """Keep a new table, with the lines it has already; raises Taken or Unkept. Not to be called from a `done`."""

        def begin(db: apsw.Connection) -> None:
            row = (table.table, table.header, table.secrets)
            if db.execute("select 1 from tables where id = ?", (table.table,)).fetchone():
                raise Taken(f"There is a table {table.table} already.")
            db.execute("insert into tables (id, header, secrets) values (?, ?, ?)", row)
            if lines:
                _appended(db, lines)

        self._now(begin)

    def replace(self, table: Kept, lines: tuple[Line, ...]) -> None:
        """Keep a table in the place of the one of that name, all or none; raises Unkept. Not for a table that is open."""

        def change(db: apsw.Connection) -> None:
            number = db.execute("select number from tables where id = ?", (table.table,)).get
            if number is None:
                raise Unkept(f"There is no table {table.table} to be replaced.")
            for each in ("checkpoints", "entries"):
                db.execute(f"delete from {each} where home = ?", (number,))  # noqa: S608  (no word of others)
            row = (table.header, table.secrets, number)
            db.execute("update tables set header = ?, secrets = ? where number = ?", row)
            if lines:
                _appended(db, lines)

        self._now(change)

    def number_of(self, table: str, id: str) -> int:
        """The number of the line that has this id; 0 if there is none. Asked for every input: it keeps a connection."""
        try:
            return int(self._ids.execute(NUMBER, (table, id)).get or 0)
        except apsw.Error as error:
            raise Unkept(f"{self.path} cannot be read: {error}.") from error

    def append(self, lines: tuple[Line, ...], done: Callable[[Exception | None], None]) -> None:
        """Keep these lines of one table, all or none; `done` is called from the writer's thread."""
        self._writer.submit(Job(lambda db: _appended(db, lines), done))

    def keep_secrets(self, table: str, secrets: bytes, was: bytes | None = None) -> None:
        """Replace a table's secrets, if they are what they `was`; raises Taken. Not to be called from a `done`."""

        def change(db: apsw.Connection) -> None:
            found = db.execute("select secrets from tables where id = ?", (table,)).fetchone()
            if found is None:
                raise Unkept(f"There is no table {table}.")
            if was is not None and found[0] != was:
                raise Taken(f"The secrets of table {table} have changed.")
            db.execute("update tables set secrets = ? where id = ?", (secrets, table))

        self._now(change)

    def newest(self, tables: Sequence[str]) -> Mapping[str, int]:
        """The number of the newest entry of each of these tables that is there; 0 where it has none."""
        return {name: kept.entries for name in tables if (kept := self.find(name))}

    def keep_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint soon, and let go of those under other rules. It may fail: nothing is lost but time."""

        def keep(db: apsw.Connection) -> None:
            number = db.execute("select number from tables where id = ?", (checkpoint.table,)).get
            if number is None:
                return
            row = (number, checkpoint.rules, checkpoint.n, checkpoint.body)
            if not db.execute("select 1 from checkpoints where home = ? and rules = ?", row[:2]).get:
                db.execute("delete from checkpoints where home = ?", row[:1])
            db.execute("insert or replace into checkpoints (home, rules, n, body) values (?, ?, ?, ?)", row)

        def done(error: Exception | None) -> None:
            if error:
                log.warning("a checkpoint of table %s was not kept: %s", checkpoint.table, error)

        self._writer.submit(Job(keep, done))

    def whisper(self, table: str, said: bytes) -> None:
        """There is nobody to be told."""

    def whispers(self, table: str) -> Mapping[str, bytes]:  # noqa: ARG002
        """Nobody whispers."""
        return {}

    def listen(self, heard: Callable[[str, int], None]) -> None:
        """Nobody else writes to the file of a server, so there is nothing to be heard."""

    def servers(self) -> int:
        """None: whoever has opened this keeps every server out."""
        return 0

    def fault(self) -> str:
        """Why nothing can be kept any more, in a sentence; empty while it can."""
        return "" if self._standing is None or self._standing.stands() else VANISHED

    def batches(self) -> Mapping[int, int]:
        """How many commits held so many writes, by how many."""
        return self._writer.sizes

    def close(self) -> None:
        """Finish what is under way and let go of the file."""
        self._at()  # what has vanished is copied while it can be read
        self._ids.close()
        self._spare.close()
        self._writer.close()  # last: who only reads could not bring the log into the file
        self._lock.close()

    def _now(self, run: Callable[[apsw.Connection], None]) -> None:
        over, errors = Event(), list[Exception]()

        def done(error: Exception | None) -> None:
            if error:
                errors.append(error)
            over.set()

        self._writer.submit(Job(run, done))
        over.wait()
        if errors:
            raise errors[0]

    def _reader(self) -> apsw.Connection:
        """A connection that reads, and has the database and its log open by now."""
        db = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)
        db.execute("select count(*) from tables").fetchall()
        return db

    def _vanished(self) -> bool:
        return self._at() != self.path

    def _at(self) -> Path:
        """The file itself or, where it has vanished, the copy of what is still open of it."""
        with self._rescuing:
            if self._standing is None or self._standing.stands():
                self._rescued = Path()
                return self.path
            if not self._rescued.name:
                self._rescued = self._rescue()
            return self._rescued

    def _rescue(self) -> Path:
        """Copy what is still open of a file that has vanished."""
        log.error("%s", VANISHED)
        name = f"{self.path.name}.rescued-{datetime.now(UTC):%Y%m%d-%H%M%S}-{token_hex(2)}"
        folder = self.path.parent if self.path.parent.is_dir() else Path(mkdtemp(prefix="cliffhanger-"))
        try:
            copied(self._spare, folder / name)
        except Unkept as why:
            log.error("What was kept in %s could not be copied: %s", self.path, why)
        else:
            log.error("All that was kept in %s stands in %s now: keep it.", self.path, folder / name)
        return folder / name

    def _connect(self) -> apsw.Connection:
        fresh(self.path)
        db = apsw.Connection(str(self.path))
        try:
            db.set_busy_timeout(5_000)
            db.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)  # else a column that is not there would be read as a text
            db.transaction_mode = "IMMEDIATE"
            ours(db, self.path)
            _own(self.path)
            db.pragma("journal_mode", "wal")
            db.pragma("synchronous", "full")
            db.pragma("fullfsync", 1)
            db.pragma("foreign_keys", 1)
            db.pragma("wal_autocheckpoint", 1_000)
            db.pragma("journal_size_limit", 16_000_000)
            migrate(db, self.path)
        except BaseException:
            db.close(True)  # noqa: FBT003  (takes no keyword)
            raise
        return db


def opened(path: Path) -> apsw.Connection:
    """A connection that reads; also where nothing can be written, if the database is whole without its log."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    db.set_busy_timeout(5_000)
    try:
        db.pragma("schema_version")
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        db.close()
        log_of = Path(f"{path}-wal")
        if log_of.exists() and log_of.stat().st_size:
            raise
        return apsw.Connection(
            f"{path.absolute().as_uri()}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        )
    except BaseException:
        db.close()
        raise
    return db


def _appended(db: apsw.Connection, lines: tuple[Line, ...]) -> None:
    table = lines[0].table
    known = db.execute(TAIL, (table,)).fetchone()
    if known is None:
        raise Unkept(f"There is no table {table}.")
    number, newest, tail = known
    if why := refused(lines, newest, tail):
        raise why
    db.executemany(
        "insert into entries (home, n, id, body) values (?, ?, ?, ?)",
        [(number, line.n, line.id, line.body) for line in lines],
    )


def _own(path: Path) -> None:
    """Let nobody else read a file and what SQLite keeps beside it; older servers left that open."""
    for each in (path, *(Path(f"{path}{end}") for end in ("-wal", "-shm", ".lock"))):
        if each.exists():
            each.chmod(0o600)


def sound() -> None:
    """Refuse a version of SQLite that can lose what was kept."""
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version < (3, 50, 7) or (3, 51) <= version < (3, 51, 3):
        raise Unkept(f"SQLite {apsw.sqlite_lib_version()} can lose data. Bring the package apsw up to date.")
