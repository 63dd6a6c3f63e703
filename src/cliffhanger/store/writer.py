"""One thread that writes: whatever waits when a commit ends goes into the next one, so nothing waits for a clock."""

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Lock, Thread

import apsw
from msgspec import Struct

from cliffhanger.table.ports import Taken, Unkept

BATCH = 256
log = logging.getLogger(__name__)


class Job(Struct, frozen=True):
    """One thing to write, all or nothing, and who is told: None when it is on the disk, else the error."""

    run: Callable[[apsw.Connection], None]
    done: Callable[[Exception | None], None]


class Writer:
    """Owns the one writing connection. A connection that failed at the disk is not trusted again, but opened anew."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        self._connect = connect
        self._db: apsw.Connection | None = connect()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="cliffhanger-store", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Hand in a job; its `done` is called from the writer's thread."""
        with self._door:
            if not self._closed:
                self._jobs.put(job)
                return
        job.done(Unkept("The store is closed."))

    def close(self) -> None:
        """Write what waits, then stop."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()
        self._let_go()

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, last = [first], False
            while len(jobs) < BATCH and not last:
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
                if job is None:
                    last = True
                else:
                    jobs.append(job)
            for job, error in zip(jobs, self._batch(jobs), strict=True):
                try:
                    job.done(error)
                except Exception:
                    log.exception("what follows a commit failed")
            if last:
                return

    def _batch(self, jobs: list[Job]) -> list[Exception | None]:
        error = self._once(jobs)
        if error is None:
            return [None] * len(jobs)
        if len(jobs) == 1:
            return [error]
        return [self._once([job]) for job in jobs]

    def _once(self, jobs: list[Job]) -> Exception | None:
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
        return None

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
    """What a person hears of an error: Taken or Unkept."""
    match error:
        case Taken() | Unkept():
            return error
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
