"""The lock on a file of tables: one server, or one command that writes, at a time."""

from contextlib import closing
from pathlib import Path

import apsw

from cliffhanger.store.copies import fresh
from cliffhanger.table.ports import Unkept


class Served(Unkept):
    """Another process has these tables open, and writes to them."""


def locked(path: Path) -> apsw.Connection:
    """Take the lock on a file of tables, until the connection is closed; raises Served where another process has it.

    It is a transaction held open on a file of its own: it ends with the process, however that ends, on any system. A file
    with several names would have several locks, and SQLite a log beside each of them: that raises Unkept.
    """
    if path.exists() and (names := path.stat().st_nlink) > 1:
        raise Unkept(
            f"{path} is a file with {names} names (hard links), and what is written under two of them is lost. Copy it, and "
            "serve the copy."
        )
    beside = _beside(path)
    fresh(beside)
    lock = apsw.Connection(str(beside))
    lock.set_busy_timeout(200)  # for whoever looks just now whether it is taken
    try:
        lock.pragma("journal_mode", "memory")
        lock.execute("begin exclusive")
    except apsw.BusyError:
        lock.close()
        raise Served(f"Another Cliffhanger serves {path}. Stop it first, or name another folder.") from None
    return lock


def served(path: Path) -> bool:
    """Whether another process has the lock on a file of tables."""
    lock = _beside(path)
    if not lock.exists():
        return False
    try:
        with closing(apsw.Connection(str(lock), flags=apsw.SQLITE_OPEN_READONLY)) as db:
            db.pragma("schema_version")
    except apsw.BusyError:
        return True
    return False


def _beside(path: Path) -> Path:
    """Where the lock lies: beside the file itself, not beside a link to it."""
    return Path(f"{path.resolve()}.lock")
