"""Writes to a SQLite file in batches, each in one transaction."""

import logging
from collections.abc import Callable

import apsw
from msgspec import Struct

from cliffhanger.store.batches import Batches
from cliffhanger.store.standing_file import GONE_MEANWHILE, VANISHED
from cliffhanger.table.ports import Taken, Unkept, Unsure

log = logging.getLogger(__name__)
UNSYNCED = (apsw.SQLITE_IOERR_FSYNC, apsw.SQLITE_IOERR_DIR_FSYNC)
"""It was written, and may not be on the disk: it is not there now, and would be after a crash."""


class Job(Struct, frozen=True):
    """One thing to write, all or nothing, and who is told: None when it is on the disk, else the error."""

    run: Callable[[apsw.Connection], None]
    done: Callable[[Exception | None], None]


class Writer(Batches[Job]):
    """Owns the one writing connection. A connection that failed at the disk is not trusted again, but opened anew.

    `vanished` says before each batch, and before it is answered for, whether its file is no longer where it was.
    """

    def __init__(self, connect: Callable[[], apsw.Connection], vanished: Callable[[], bool]) -> None:
        self._connect, self._vanished = connect, vanished
        self._db: apsw.Connection | None = connect()
        super().__init__()

    def _batch(self, jobs: list[Job]) -> list[Exception | None]:
        error = self._once(jobs)
        if error is None:
            return [None] * len(jobs)
        if len(jobs) == 1 or isinstance(error, Unsure):  # what may be kept is not tried again
            return [error] * len(jobs)
        return [self._once([job]) for job in jobs]

    def _once(self, jobs: list[Job]) -> Exception | None:
        if self._vanished():
            return Unkept(VANISHED)
        try:
            self._db = db = self._db or self._connect()
            db.execute("begin immediate")  # not `with db`: that waits for the disk and lets no other thread run
            for job in jobs:
                job.run(db)
            db.execute("commit")
        except Exception as error:
            if not isinstance(error, Taken | apsw.ConstraintError) or not self._taken_back():
                self._let_go()
            return told(error)
        # It stands in a file that may be gone for good, or be put back.
        return Unsure(GONE_MEANWHILE) if self._vanished() else None

    def _taken_back(self) -> bool:
        try:
            if self._db is not None:
                self._db.execute("rollback")
        except apsw.Error:
            return False
        return True

    def _let_go(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            try:
                db.close(True)  # noqa: FBT003  (takes no keyword)
            except apsw.Error:
                log.exception("the database did not close cleanly")


def told(error: Exception) -> Exception:
    """What a person hears of an error: Taken, Unkept or Unsure."""
    match error:
        case Taken() | Unkept():
            return error
        case apsw.IOError() if getattr(error, "extendedresult", 0) in UNSYNCED:
            return Unsure("The disk did not say whether that is on it. Look at the table, then go on.")
        case apsw.ConstraintError():
            return Taken("That entry is there already.")
        case apsw.FullError():
            return Unkept("The disk is full: nothing was kept. Make room, then do it again.")
        case apsw.BusyError() | apsw.LockedError():
            return Unkept("Another program holds the tables' file: nothing was kept. Close it, then do it again.")
        case apsw.ReadOnlyError() | apsw.CantOpenError() | apsw.PermissionsError():
            return Unkept("The tables' file cannot be written here: nothing was kept. Check the folder's permissions.")
        case apsw.CorruptError() | apsw.NotADBError():
            return Unkept("The tables' file is damaged: nothing was kept. Bring back the last backup.")
        case _:
            return Unkept(f"The store could not write: {error}. Nothing was kept.")
