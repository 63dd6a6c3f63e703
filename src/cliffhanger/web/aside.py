"""Work beside the loop: odds and strangers' files, in a process of their own that is killed when it overruns.

The process is started when it is first needed, and ends by itself when its parent is gone, however that went.
"""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import TypeVar, TypeVarTuple

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Overrun(Exception):
    """The work took longer than it may."""


class Aside:
    """Runs functions beside the loop. `executor` is for tests and for games that cannot be imported by name."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._given = executor
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Do the work elsewhere; Overrun after `limit` seconds, and the process that held it is gone."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                return await asyncio.wait_for(loop.run_in_executor(self._executor(), work, *args), limit)
            except TimeoutError:
                self.kill()
                raise Overrun from None
            except BrokenProcessPool:
                self._pool = None
        raise Overrun

    def _executor(self) -> Executor:
        if self._given is not None:
            return self._given
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, get_context("spawn"), _begin)
        return self._pool

    def kill(self) -> None:
        """End the process now, with whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _begin() -> None:
    """In the new process: Ctrl-C is the parent's business, and no parent means no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_orphaned, daemon=True).start()


def _orphaned() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
