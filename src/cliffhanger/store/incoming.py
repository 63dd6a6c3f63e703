"""Tables that are handed to a running server: files in a folder beside its own, into which its owner alone can write.

The lock keeps a second process out of a SQLite file, and so the server itself keeps what somebody brings. A file is there
whole or not at all, it is answered by a file of the same name, and whoever may write into that folder may as well write to
the tables: nothing is open to a network. A file holds the table's secrets in its first line, then its record, a line each.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from stat import S_ISDIR, S_ISREG
from time import monotonic, sleep, time

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.record.format import BYTES
from cliffhanger.store.copies import LEFT, owned, to_disk
from cliffhanger.table.ports import Kept, Line, Store, Taken, Unkept, Unsure
from cliffhanger.table.restore import arriving
from cliffhanger.table.secrets import unsealed

FOLDER = "incoming"
ASKED, UNDER_WAY, ANSWER, DRAFT = ".table", ".taken", ".answer", ".draft"
SECRETS = 1_000_000  # bytes that the first line may have at the most
LOOK = 0.05  # seconds between two looks for an answer


def hand_over(tables: Path, table: Kept, lines: tuple[Line, ...], patience: float = 30.0) -> None:
    """Have the server that has this file of tables open keep another one, and wait for its answer, so many seconds.

    Raises Unkept with what the server says, or that it does not answer; Unsure where it has begun and then does not.
    """
    folder, name = tables.parent / FOLDER, token_hex(8)
    asked, answer = folder / f"{name}{ASKED}", folder / f"{name}{ANSWER}"
    try:
        _written(asked, b"\n".join([table.secrets, table.header, *(line.body for line in lines)]))
    except FileNotFoundError:
        raise Unkept(f"Another Cliffhanger serves {tables}, and takes in no table meanwhile. Stop it first.") from None
    except PermissionError:
        raise Unkept(f"Only the owner of {folder} hands a table to the running server: do it as that user.") from None
    except OSError as error:
        raise Unkept(f"{folder}: {error.strerror}. Nothing was imported.") from None
    said = _waited_for(answer, patience)
    if said is None:
        with suppress(FileNotFoundError):
            asked.unlink()
            raise Unkept(
                "The server that has these tables open does not answer. Nothing was imported; look after it first."
            )
        said = _waited_for(answer, patience)
    if said is None:
        raise Unsure(
            "The server has begun to take it in and does not answer. `cliffhanger tables` tells whether it is there."
        )
    if said:
        raise Unkept(said)


def ready(folder: Path) -> str:
    """Make the folder, open to its owner alone; why that cannot be done, in a sentence, or ""."""
    try:
        folder.mkdir(0o700, exist_ok=True)
        found = folder.lstat()
        if not S_ISDIR(found.st_mode) or (hasattr(os, "geteuid") and found.st_uid != os.geteuid()):
            return f"{folder} is not this server's own folder: nothing is taken in from it."
        folder.chmod(0o700)
    except OSError as error:
        return f"{folder}: {error.strerror}. No table is taken in while this server runs."
    return ""


def taken_in(folder: Path, store: Store) -> list[tuple[str, str]]:
    """Keep what lies in the folder, and answer; the name of each table ("" if it cannot be read), and why it was refused or "".

    What a server left under way that was killed is done again: it is kept once. Raises OSError where the folder fails.
    """
    _sweep(folder)
    found = []
    for asked in _asked(folder):
        under_way = asked.with_suffix(UNDER_WAY)
        asked.rename(under_way)
        name, why = _kept(under_way, store)
        _written(asked.with_suffix(ANSWER), why.encode(errors="replace"))
        under_way.unlink()
        found.append((name, why))
    return found


def _asked(folder: Path) -> Iterator[Path]:
    for end in (UNDER_WAY, ASKED):
        yield from sorted(folder.glob(f"[!.]*{end}"))


def _kept(file: Path, store: Store) -> tuple[str, str]:
    name = ""
    try:
        secrets, *found = _read(file).split(b"\n")
        table, lines = arriving(found, unsealed(secrets))
        name = table.table
        try:
            store.create(table, lines)
        except Taken:
            if not _is_there(store, table, lines):
                raise
    except (Unreadable, Taken, Unkept) as why:
        return name, str(why)
    except OSError as error:
        return name, f"{file.name} cannot be read: {error.strerror}."
    return name, ""


def _read(file: Path) -> bytes:
    """All of a file that its owner has put there; nothing else that may lie under such a name is opened for long."""
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as opened:
        about = os.fstat(handle)
        if not S_ISREG(about.st_mode) or about.st_size > BYTES + SECRETS:
            raise Unreadable("That is larger than a record can be, or no file.")
        return opened.read()


def _is_there(store: Store, table: Kept, lines: tuple[Line, ...]) -> bool:
    """Whether a store has just this table, as after a server was killed before it could answer."""
    there = store.find(table.table)
    same = there is not None and (there.header, there.secrets) == (table.header, table.secrets)
    return same and tuple(store.read(table.table)) == lines


def _written(path: Path, data: bytes) -> None:
    """Write a new file, there whole or not at all, readable for its owner alone."""
    draft = path.with_name(f".{path.name}{DRAFT}")
    draft.unlink(missing_ok=True)  # of a server that was killed
    owned(draft)
    try:
        draft.write_bytes(data)
        to_disk(draft)
        draft.rename(path)
    finally:
        draft.unlink(missing_ok=True)


def _waited_for(answer: Path, patience: float) -> str | None:
    until = monotonic() + patience
    while monotonic() < until:
        with suppress(FileNotFoundError):
            said = answer.read_text(encoding="utf-8", errors="replace")
            answer.unlink()
            return said
        sleep(LOOK)
    return None


def _sweep(folder: Path) -> None:
    """Delete what nobody came back for: answers and drafts of more than an hour ago."""
    for each in folder.iterdir():
        if each.suffix in (ANSWER, DRAFT):
            with suppress(OSError):
                if time() - each.lstat().st_mtime > LEFT:
                    each.unlink()
