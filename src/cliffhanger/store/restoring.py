"""Puts a copy of all tables in the place of their file: checked before, whole or not at all; what was there is put aside."""

import os
import shutil
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import apsw

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.store.copies import owned, to_disk
from cliffhanger.store.lock import ASIDE, locked
from cliffhanger.store.schema import ours
from cliffhanger.store.sqlite import Reader, opened
from cliffhanger.store.writer import told
from cliffhanger.table.ports import Unkept
from cliffhanger.table.restore import record_of
from cliffhanger.table.secrets import unsealed


class Restored(NamedTuple):
    """What came of it: how many tables there are now, where the file lies that was there (None: there was none).

    Of the tables that were there, how many entries have come since the copy at how many tables, and how many tables are
    not in the copy at all.
    """

    tables: int
    aside: Path | None
    later: int = 0
    gone_on: int = 0
    missing: int = 0


def restored(copy: Path, file: Path) -> Restored:
    """Put a copy in the place of a file of tables that no server has open. Raises Unkept; then nothing was changed.

    The copy itself stays as it is, and so does what was there, under a name that says when.
    """
    file = file.resolve()  # a link goes on leading there
    if not copy.is_file():
        raise Unkept(f"There is no copy at {copy}.")
    if file.exists() and copy.samefile(file):
        raise Unkept(f"{copy} is the tables' own file. Name a copy of it.")
    try:
        file.parent.mkdir(0o700, parents=True, exist_ok=True)
        with closing(locked(file)):
            return _restored(copy, file)
    except (apsw.Error, OSError) as error:
        raise told(error) from error


def aside(file: Path) -> Path:
    """The name under which what stands in a place now is put aside; raises Unkept where something lies there."""
    name = file.with_name(f"{file.name}{ASIDE}{datetime.now(UTC):%Y%m%d-%H%M%S}")
    if name.exists():
        raise Unkept(f"{name} is there already. Try again in a second.")
    return name


def _restored(copy: Path, file: Path) -> Restored:
    draft = file.with_name(f".{file.name}.{token_hex(8)}.draft")
    try:
        _whole(copy)
        Reader(copy).backup(str(draft))  # what is checked is what comes to stand there
        now = _checked(copy, draft)
        was = _entries(file)
        put = _put_aside(file)
        draft.replace(file)
        to_disk(file.parent)
    finally:
        draft.unlink(missing_ok=True)
    later = [n - now[name] for name, n in was.items() if name in now and n > now[name]]
    return Restored(len(now), put, sum(later), len(later), len(was.keys() - now.keys()))


def _whole(copy: Path) -> None:
    """Refuse what is no copy of ours, and one that is damaged."""
    try:
        with closing(opened(copy)) as db:
            ours(db, copy)
            if not db.table_exists(None, "tables"):
                raise Unkept(f"{copy} is no copy of tables. Nothing was changed.")
            found = db.pragma("integrity_check")
    except (apsw.NotADBError, apsw.CorruptError) as error:
        found = str(error)
    if found != "ok":
        raise Unkept(f"{copy} is damaged, or no copy of tables: {found!s:.200}. Nothing was changed.")


def _checked(copy: Path, draft: Path) -> dict[str, int]:
    """How many entries each table of a copy has, every chain of them read; raises Unkept for one that is damaged."""
    reader = Reader(draft)
    found = {}
    for kept in reader.tables():
        try:
            record_of(reader, kept.table)
            unsealed(kept.secrets)
        except Unreadable as why:
            rest = "Its other tables can be brought back one by one, with --table."
            raise Unkept(f"Table {kept.table} in {copy} is damaged. {why} Nothing was changed. {rest}") from None
        found[kept.table] = kept.entries
    if not found:
        raise Unkept(f"There is no table in {copy}. Nothing was changed.")
    return found


def _entries(file: Path) -> dict[str, int]:
    """How many entries each table has that stands there now, as far as that can be read."""
    with suppress(Unkept):
        return {kept.table: kept.entries for kept in Reader(file).tables()}
    return {}


def _put_aside(file: Path) -> Path | None:
    """Give what stands there a second name, with its log, and then bring the log into the file or away; gives that name.

    A log whose file has gone is put aside too, and no name is given: nothing whole is there.

    At every moment there is a whole file under the one name or the other.
    """
    wal, shm = Path(f"{file}-wal"), Path(f"{file}-shm")
    was = file.exists()
    put = aside(file) if was or wal.exists() else None
    kept = Path(f"{put}-wal")
    if put and was:
        _named_too(file, put)
    if put and wal.exists():
        _named_too(wal, kept)
    with suppress(apsw.Error), closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)) as db:
        db.pragma("schema_version")  # it opens the log when it first reads
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    wal.unlink(missing_ok=True)
    shm.unlink(missing_ok=True)
    if kept.exists() and not kept.stat().st_size:
        kept.unlink()
    return put if was else None


def _named_too(path: Path, name: Path) -> None:
    try:
        os.link(path, name)
    except OSError:  # not every file system can do that
        owned(name)
        shutil.copyfile(path, name)
        to_disk(name)
