"""Looks a file of tables over, beside a server or without one: the file itself, its folder, and the copies in it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import time

import apsw

from cliffhanger.store.copies import copies_in, rescued_alone, worry
from cliffhanger.store.incoming import ASKED, FOLDER, UNDER_WAY
from cliffhanger.store.lock import served
from cliffhanger.store.schema import ours, steps
from cliffhanger.store.sqlite import opened, sound
from cliffhanger.table.checkup import Finding, Level
from cliffhanger.table.ports import Unkept

ROOM, LEAST = 200_000_000, 20_000_000  # bytes free: less than that is a warning, less than this a fault
LOG = 100_000_000  # bytes of a log that is not brought into its file
BESIDE = ("", "-wal", "-shm", ".lock")
STUCK = 60.0  # seconds that a table which was handed over may lie there


def of_file(file: Path) -> Iterator[Finding]:
    """What is to be said of a file of tables, and of all that lies around it; not of what is in its tables."""
    yield _program()
    yield from _owners(file)
    yield _room(file)
    yield from _database(file)
    yield from _handed_over(file.parent / FOLDER)
    yield from _copies(file)


def of_no_file(file: Path) -> Finding | None:
    """What is to be said where there is no file: None, or that it has gone."""
    if served(file):
        says = f"{file} has gone under a server that has it open. Stop that: what it still has it leaves beside it."
        return Finding("fault", "file", says)
    return Finding("fault", "file", says) if (says := rescued_alone(file)) else None


def _program() -> Finding:
    version = apsw.sqlite_lib_version()
    try:
        sound()
    except Unkept as why:
        return Finding("fault", "SQLite", str(why))
    return Finding(
        "well", "SQLite", f"Version {version}; each commit of a server waits for the disk (synchronous=full)."
    )


def _owners(file: Path) -> Iterator[Finding]:
    """Whether one user alone reads and writes it all, and the same one."""
    if not hasattr(os, "geteuid"):
        return
    folder = file.parent
    own = folder.stat()
    there = [each for each in (Path(f"{file}{end}") for end in BESIDE) if each.exists()]
    there += [folder / each.name for each in copies_in(folder)]
    other = [each.name for each in there if each.stat().st_uid != own.st_uid]
    if other:
        says = f"{', '.join(other)} belong to another user than the folder: a server of its owner cannot use them."
        yield Finding("fault", "owner", says)
    open_to = [each.name for each in there if each.stat().st_mode & 0o077]
    if open_to:
        says = f"Others can read {', '.join(open_to)}, where dice keys are: chmod 600."
        yield Finding("warning", "modes", says)
    if own.st_mode & 0o022:
        yield Finding("warning", "modes", f"Others may write into {folder}, and so replace what is there: chmod 700.")
    if not (other or open_to or own.st_mode & 0o022):
        yield Finding("well", "files", "One user owns all of it, and nobody else reads it.")


def _room(file: Path) -> Finding:
    free, size = shutil.disk_usage(file.parent).free, sum(_size(Path(f"{file}{end}")) for end in BESIDE)
    level: Level = "fault" if free < LEAST else "warning" if free < max(ROOM, 2 * size) else "well"
    rest = "" if level == "well" else " A copy, and every act, needs room: make some."
    return Finding(level, "disk", f"{_megabytes(free)} MB are free, and the tables take {_megabytes(size)} MB.{rest}")


def _database(file: Path) -> Iterator[Finding]:
    """The file as SQLite sees it."""
    try:
        with closing(opened(file)) as db:
            ours(db, file)
            version, newest, mode = db.pragma("user_version"), max(steps()), db.pragma("journal_mode")
            whole = db.pragma("integrity_check")
            lost = db.execute("pragma foreign_key_check").fetchall()
    except Unkept as error:
        yield Finding("fault", "file", str(error))
        return
    except apsw.Error as error:
        yield Finding(
            "fault", "file", f"It cannot be read: {error}. `cliffhanger restore` brings all back from a copy."
        )
        return
    where = (
        f"A server has it open (journal_mode {mode})."
        if served(file)
        else f"No server has it open (journal_mode {mode})."
    )
    yield Finding("well", "file", f"{file.name}, schema {version}. {where}")
    if version < newest:
        says = f"Its schema is {version}, and the next server brings it to {newest}; it copies it beside itself first."
        yield Finding("warning", "schema", says)
    if whole != "ok" or lost:
        why = f"{whole!s:.200}" if whole != "ok" else f"{len(lost)} rows belong to no table"
        yield Finding("fault", "integrity", f"It is damaged: {why}. `cliffhanger restore` brings all back from a copy.")
    else:
        yield Finding("well", "integrity", "SQLite finds nothing damaged.")
    if (size := _size(Path(f"{file}-wal"))) > LOG:
        says = f"Its log has {_megabytes(size)} MB, which are not brought into the file: look what holds it open."
        yield Finding("warning", "log", says)


def _handed_over(folder: Path) -> Iterator[Finding]:
    """Tables that were handed to a server which has not taken them in."""
    waiting = [each for end in (ASKED, UNDER_WAY) for each in folder.glob(f"*{end}")]
    if old := [each for each in waiting if time() - each.stat().st_mtime > STUCK]:
        yield Finding("warning", FOLDER, f"{len(old)} tables lie there that no server has taken in.")


def _copies(file: Path) -> Iterator[Finding]:
    found = copies_in(file.parent)
    for says in (worries := worry(file, found)):
        yield Finding("warning", "copies", says)
    if found and not worries:
        yield Finding("well", "copies", f"{len(found)} lie beside it, the newest: {found[0].name}, {found[0].what}.")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f}" if size >= 10_000_000 else f"{size / 1e6:,.1f}"
