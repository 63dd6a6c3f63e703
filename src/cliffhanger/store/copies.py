"""Copies of a database file: whole, checked, and there only when they are."""

import os
import re
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from stat import S_ISREG
from time import time
from typing import NamedTuple

import apsw

from cliffhanger.store.writer import told
from cliffhanger.table.ports import Unkept

LEFT = 3_600.0
"""Seconds after which a draft that nobody writes to is nobody's."""
DRAFT = re.compile(r"\..+\.[0-9a-f]+\.draft|\.tables-[0-9]{8}-[0-9]{6}\.db\.[0-9]+")
"""The names of drafts, and of those that older versions made."""
KINDS = {
    "tables-*.db": "a copy",
    "tables.db.before-*": "as it was before a step of the schema",
    "tables.db.replaced-*": "as it was before something was brought back",
    "tables.db.rescued-*": "what a server still had of a file that vanished",
}
"""The files beside the tables that are copies of them, by their names."""
RESCUED = "rescued-"
OLD = 48 * 3_600.0
"""Seconds after which the newest copy of tables that have changed since is old."""


class Copy(NamedTuple):
    """A file beside the tables that holds them as they were: its name, what it is, and when it was written."""

    name: str
    what: str
    at: float


def copies_in(folder: Path) -> list[Copy]:
    """The copies of the tables that lie in their folder, the newest first; none where it cannot be read."""
    found = list[Copy]()
    with suppress(OSError):
        for pattern, what in KINDS.items():
            for path in folder.glob(pattern):
                if not path.name.endswith(("-wal", "-shm", "-journal")):
                    found.append(Copy(path.name, what, path.stat().st_mtime))
    return sorted(found, key=lambda each: each.at, reverse=True)


def rescued_alone(file: Path) -> str:
    """Why tables are not begun anew at a place, in a sentence: their file has gone, and what was rescued of it lies there.

    Empty where all is as it should be.
    """
    if file.exists():
        return ""
    found = [each.name for each in copies_in(file.parent) if each.name.startswith(f"{file.name}.{RESCUED}")]
    if not found:
        return ""
    return (
        f"{file} has gone, and {found[0]} beside it holds what a server still had of it. `cliffhanger restore` brings it back "
        "from there; where it is not wanted, take it elsewhere."
    )


def worry(file: Path, found: Sequence[Copy]) -> list[str]:
    """What whoever keeps these tables has to know of their copies, in sentences; none where all is well."""
    says = [
        f"{each.name} is {each.what}: look whether acts are in it that {file.name} has not, then take it elsewhere."
        for each in found
        if RESCUED in each.name
    ]
    own = [each.at for each in found if each.name.startswith("tables-")]
    changed = max((at for each in (file, Path(f"{file}-wal")) if (at := _changed(each))), default=0.0)
    if changed and not own:
        says.append("No copy of the tables lies beside them. `cliffhanger backup` writes one, also while people play.")
    elif own and own[0] < changed and time() - own[0] > OLD:
        days = int((time() - own[0]) / 86_400)
        says.append(
            f"The newest copy is {days} days old, and the tables have changed since. `cliffhanger backup` writes one."
        )
    return says


def _changed(path: Path) -> float:
    """When something was last written to a file; 0 where nothing is in it, as in a log that whoever reads has made."""
    try:
        found = path.stat()
    except OSError:
        return 0.0
    return found.st_mtime if found.st_size else 0.0


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
        to_disk(draft)
        draft.replace(target)
        to_disk(target.parent)
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
    """Make a new file that nobody else can read; FileExistsError where something lies there: it may be another's.

    Root makes it for whoever owns the folder: their server could not read it.
    """
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            folder = path.parent.stat()
            os.fchown(handle, folder.st_uid, folder.st_gid)
    finally:
        os.close(handle)


def fresh(path: Path) -> None:
    """Make a file, if it is not there, that nobody else can read: what is kept holds the keys of dice yet to fall."""
    # One that is there is never opened here: to close it would let go of the locks that SQLite has on it.
    with suppress(FileExistsError):
        owned(path)


def to_disk(path: Path) -> None:
    """Wait until a file, or which names a folder has, is on the disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
