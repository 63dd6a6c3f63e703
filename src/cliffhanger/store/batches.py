"""One thread that writes in batches: what waits when a commit ends goes into the next one, so nothing waits for a clock."""

import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Generic, Protocol, TypeVar

from cliffhanger.table.ports import Unkept

BATCH = 256
CLOSED = "The store is closed."
log = logging.getLogger(__name__)


class Work(Protocol):
    """One thing to write, all or nothing, and who is told: None when it is durable, else the error."""

    @property
    def done(self) -> Callable[[Exception | None], None]:
        """Called with the answer, from the writer's thread."""
        ...


J = TypeVar("J", bound=Work)


class Batches(ABC, Generic[J]):
    """Takes jobs from any thread; a thread of its own writes them in order, up to 256 at once, and tells who waits."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[J | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self.sizes: Counter[int] = Counter()  # how many batches had so many jobs
        self._thread = Thread(target=self._work, name="cliffhanger-store", daemon=True)
        self._thread.start()

    def submit(self, job: J) -> None:
        """Hand in a job; its `done` is called from the writer's thread."""
        with self._door:
            if not self._closed:
                self._jobs.put(job)
                return
        job.done(Unkept(CLOSED))

    def close(self, within: float | None = None) -> bool:
        """Write what waits, then stop; False where that takes more than so many seconds, and goes on."""
        with self._door:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join(within)
        if self._thread.is_alive():
            return False
        self._let_go()
        return True

    @abstractmethod
    def _batch(self, jobs: list[J]) -> list[Exception | None]:
        """Write these jobs, each all or nothing; what became of each. It raises nothing."""

    @abstractmethod
    def _let_go(self) -> None:
        """Let go of the connection."""

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
            self.sizes[len(jobs)] += 1
            for job, error in zip(jobs, self._batch(jobs), strict=True):
                try:
                    job.done(error)
                except Exception:
                    log.exception("what follows a commit failed")
            if last:
                return
