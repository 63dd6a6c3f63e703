"""Copies of a database file: whole, checked, and there only when they are."""

import os
import re
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from stat import S_ISREG
from time import time

import apsw

from cliffhanger.store.writer import told
from cliffhanger.table.ports import Unkept

LEFT = 3_600.0
"""Seconds after which a draft that nobody writes to is nobody's."""
DRAFT = re.compile(r"\..+\.[0-9a-f]+\.draft|\.tables-[0-9]{8}-[0-9]{6}\.db\.[0-9]+")
"""The names of drafts, and of those that older versions made."""


def copied(db: apsw.Connection, target: Path, *, replaces: bool = False) -> None:
    """Write a consistent copy of what `db` reads to a new file; raises Unkept, and leaves nothing half done.

    With `replaces` it takes the place of what lies there, in one moment.
    """
    if target.exists() and not replaces:
        raise Unkept(f"{target} is there already. Name a new file.")
    swept(target.parent)
    draft = target.with_name(f".{target.name}.{token_hex(8)}.draft")
    try:
        owned(draft)
    except OSError as error:
        raise told(apsw.CantOpenError()) from error
    try:
        db.execute("vacuum into ?", (str(draft),))
        with closing(apsw.Connection(str(draft), flags=apsw.SQLITE_OPEN_READONLY)) as copy:
            if (found := copy.pragma("integrity_check")) != "ok":
                raise Unkept(f"The copy is not whole, and was thrown away: {found!s:.200}")
        _to_disk(draft)
        draft.replace(target)
        _to_disk(target.parent)
    except (apsw.Error, OSError) as error:
        raise told(error) from error
    finally:
        draft.unlink(missing_ok=True)


def swept(folder: Path) -> None:
    """Delete drafts of ours that nothing has been written to for an hour: a copy that was killed leaves one."""
    for each in folder.glob(".*"):
        if not DRAFT.fullmatch(each.name):
            continue
        with suppress(OSError):
            found = each.lstat()
            own = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
            if own and S_ISREG(found.st_mode) and time() - found.st_mtime > LEFT:
                each.unlink()


def owned(path: Path) -> None:
    """Make a new file that nobody else can read; FileExistsError where something lies there: it may be another's."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def fresh(path: Path) -> None:
    """Make a file, if it is not there, that nobody else can read: what is kept holds the keys of dice yet to fall."""
    # One that is there is never opened here: to close it would let go of the locks that SQLite has on it.
    with suppress(FileExistsError):
        owned(path)


def _to_disk(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
