"""Copies of a database file: whole, checked, and there only when they are."""

import os
from contextlib import closing, suppress
from pathlib import Path

import apsw

from cliffhanger.store.writer import told
from cliffhanger.table.ports import Unkept


def copied(db: apsw.Connection, target: Path) -> None:
    """Write a consistent copy of what `db` reads to a new file; raises Unkept, and leaves nothing half done."""
    if target.exists():
        raise Unkept(f"{target} is there already. Name a new file.")
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        fresh(draft)
        db.execute("vacuum into ?", (str(draft),))
        with closing(apsw.Connection(str(draft), flags=apsw.SQLITE_OPEN_READONLY)) as copy:
            if (found := copy.pragma("integrity_check")) != "ok":
                raise Unkept(f"The copy is not whole, and was thrown away: {found!s:.200}")
        _to_disk(draft)
        draft.rename(target)
        _to_disk(target.parent)
    except (apsw.Error, OSError) as error:
        raise told(error) from error
    finally:
        draft.unlink(missing_ok=True)


def fresh(path: Path) -> None:
    """Make a file, if it is not there, that nobody else can read: what is kept holds the keys of dice yet to fall."""
    # One that is there is never opened here: to close it would let go of the locks that SQLite has on it.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _to_disk(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
