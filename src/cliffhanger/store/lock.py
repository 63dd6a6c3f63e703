"""The lock on a file of tables: one server, or one command that writes, at a time."""

from pathlib import Path

import apsw

from cliffhanger.store.copies import fresh
from cliffhanger.table.ports import Unkept


class Served(Unkept):
    """Another process has these tables open, and writes to them."""


def locked(path: Path) -> apsw.Connection:
    """Take the lock on a file of tables, until the connection is closed; raises Served where another process has it.

    It is a transaction held open on a file of its own: it ends with the process, however that ends, on any system.
    """
    fresh(Path(f"{path}.lock"))
    lock = apsw.Connection(f"{path}.lock")
    try:
        lock.pragma("journal_mode", "memory")
        lock.execute("begin exclusive")
    except apsw.BusyError:
        lock.close()
        raise Served(f"Another Cliffhanger serves {path}. Stop it first, or name another folder.") from None
    return lock
