"""Work beside the loop: odds and strangers' files, in a process of their own that is killed when it overruns.

The process is started when it is first needed, and ends by itself when its parent is gone, however that went.
"""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from math import inf
from multiprocessing import get_context, parent_process
from typing import NamedTuple, TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


START = 60.0  # seconds that a new process may take until it can work, on a busy machine too
PATIENCE = 6  # times its limit that a piece of work may last where others use the processor too
QUEUE = 16  # that wait for one process


class Overrun(Exception):
    """The work took longer than it may."""


class Busy(Exception):
    """So much waits for this process that nothing more is taken."""


class Aside:
    """Runs functions beside the loop. `executor` is for tests and for games that cannot be imported by name."""

    def __init__(self, executor: Executor | None = None, queue: int = QUEUE) -> None:
        self._given = executor
        self._pool: ProcessPoolExecutor | None = None
        self._turn, self._waiting, self._most = asyncio.Lock(), 0, queue

    async def run(self, limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Do the work elsewhere, one after the other; raises Busy.

        Overrun when it takes more than `limit` seconds of the processor from its own beginning, or many times as long
        by the clock, and the process that held it is gone.
        """
        if self._waiting > self._most:
            raise Busy
        self._waiting += 1
        try:
            async with self._turn:
                return await self._worked(limit, work, *args)
        finally:
            self._waiting -= 1

    async def _worked(self, limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            began = inf
            try:
                executor = await self._executor()
                began = loop.time()
                if executor is self._given:
                    return await asyncio.wait_for(loop.run_in_executor(executor, work, *args), limit)
                held = loop.run_in_executor(executor, _held, limit, work, *args)
                return await asyncio.wait_for(held, limit * PATIENCE)
            except asyncio.CancelledError:
                self.kill()  # nobody wants it any more, and the next has not to wait for it
                raise
            except TimeoutError:
                self.kill()
                break
            except BrokenProcessPool:
                self._pool = None
                if loop.time() - began >= limit:
                    break
        raise Overrun

    async def _executor(self) -> Executor:
        if self._given is not None:
            return self._given
        if self._pool is None:
            self._pool = pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
            await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, os.getpid), START)
        return self._pool

    def kill(self, *, wait: bool = False) -> None:
        """End the process now, with whatever it is doing; `wait` until nothing is left that could speak at the very end."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=wait, cancel_futures=True)


class Asides(NamedTuple):
    """The processes of one server, by what is done in them: nobody's work waits behind that of a stranger."""

    figures: Aside
    """Odds of what stands on a page."""
    files: Aside
    """What somebody with a seat brings."""
    strangers: Aside
    """Odds and files of whoever comes along."""

    @classmethod
    def begun(cls, given: Aside | None = None) -> "Asides":
        """One process each; or all of it done by one that is given."""
        return cls(*(given or Aside() for _ in cls._fields))


def _held(limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
    """In the new process: do the work; the system ends the process once that took so many seconds of the processor."""
    if sys.platform == "win32":  # has no such timer: there the clock alone holds
        return work(*args)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        return work(*args)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _begin() -> None:
    """In the new process: Ctrl-C is the parent's business, and no parent means no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # whatever the parent does with it, here it ends what overruns
    threading.Thread(target=_orphaned, daemon=True).start()


def _orphaned() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
