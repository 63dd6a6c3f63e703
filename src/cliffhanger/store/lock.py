"""The lock on a file of tables: one server, or one command that writes, at a time."""

from contextlib import closing
from pathlib import Path

import apsw

from cliffhanger.store.copies import fresh
from cliffhanger.table.ports import Unkept

ASIDE = ".replaced-"
"""What the name goes on with under which a restore puts aside what was there; then comes when."""


class Served(Unkept):
    """Another process has these tables open, and writes to them."""


def locked(path: Path) -> apsw.Connection:
    """Take the lock on a file of tables, until the connection is closed; raises Served where another process has it.

    It is a transaction held open on a file of its own: it ends with the process, however that ends, on any system. A file
    with several names would have several locks, and SQLite a log beside each of them: that raises Unkept.
    """
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
    try:
        _has_one_name(path.resolve())
    except BaseException:
        lock.close()
        raise
    return lock


def _has_one_name(path: Path) -> None:
    """Raise Unkept where a file has two names; one that a restore gave it which was stopped half way is taken back."""
    if not path.exists() or path.stat().st_nlink == 1:
        return
    beside = [each for each in path.parent.iterdir() if each.name.startswith(f"{path.name}{ASIDE}")]
    for name in [each for each in beside if each.samefile(path)]:
        _taken_back(path, name)
    if (names := path.stat().st_nlink) > 1:
        raise Unkept(
            f"{path} is a file with {names} names (hard links), and what is written under two of them is lost. Copy it, and "
            "serve the copy."
        )


def _taken_back(path: Path, name: Path) -> None:
    log, kept = Path(f"{path}-wal"), Path(f"{name}-wal")
    if kept.exists():
        if log.exists() or not kept.stat().st_size:  # the same log, or what is in it stands in the file by now
            kept.unlink()
        else:
            kept.replace(log)
    name.unlink()


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
