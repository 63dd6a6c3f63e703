"""Worker process with a limit of CPU and memory for odds and untrusted files; killed when it overruns.

The process is started when it is first needed, and ends by itself when its parent is gone, however that went.
"""

import asyncio
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextvars import ContextVar
from multiprocessing import get_context, parent_process
from typing import NamedTuple, TypeVar, TypeVarTuple

from pebble import ProcessExpired, ProcessPool

if sys.platform != "win32":
    import resource

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

START_TIMEOUT = 60.0  # seconds that a new process may take until it can work, on a busy machine too
CLOCK_FACTOR = 6  # times its CPU limit that a task may last by the clock, where others use the processor too
CPU_LIMIT_EXIT = 0 if sys.platform == "win32" else -signal.SIGPROF  # exit code of a process that the timer ended
MEMORY = 512 << 20  # bytes that a process may hold, where the system counts them; with all games loaded it holds 50 MB
MEMORY_EXIT = 77  # exit code of a process that would have held more
QUEUE = 16  # tasks that wait for one process


class Overrun(Exception):
    """The task took longer than it may, or more `memory`."""

    def __init__(self, *, memory: bool = False) -> None:
        super().__init__()
        self.memory = memory


class Busy(Exception):
    """So much waits for this process that nothing more is taken."""


ASKED_BY: ContextVar[str] = ContextVar("asked_by", default="")
"""Who asks: the network that a request comes from. Those who ask take turns."""


class Turns:
    """Whose turn it is, one at a time: `most` may wait, and those of one who asks wait behind one another, not before others.

    Where all places are taken, whoever has most of them gives up the newest to one who has fewer.
    """

    def __init__(self, most: int) -> None:
        self.most, self.taken = most, False
        self.lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def begin(self) -> None:
        """Wait for a turn; raises Busy."""
        if not self.taken:
            self.taken = True
            return
        by = ASKED_BY.get()
        if sum(map(len, self.lines.values())) >= self.most:
            longest = max(self.lines.values(), key=len, default=deque[asyncio.Future[None]]())
            if len(longest) <= len(self.lines.get(by, ())) + 1:
                raise Busy
            longest.pop().set_exception(Busy())
        turn = asyncio.get_running_loop().create_future()
        self.lines.setdefault(by, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it came at the same moment
                self.end()
            elif turn in self.lines.get(by, ()):
                self.lines[by].remove(turn)
            raise

    def end(self) -> None:
        """The turn is over: on goes whoever has waited longest since their last."""
        while self.lines:
            by = next(iter(self.lines))
            line = self.lines.pop(by)
            turn = line.popleft() if line else None
            if line:
                self.lines[by] = line
            if turn is not None and not turn.done():
                turn.set_result(None)
                return
        self.taken = False


class Worker:
    """Runs functions in a process of their own, one after the other, by turns of those who ask.

    `executor` replaces the process: for tests, and for games that cannot be imported by name. `queue` tasks may wait.
    """

    def __init__(self, executor: Executor | None = None, queue: int = QUEUE) -> None:
        self._executor = executor
        self._pool: ProcessPool | None = None
        self._turns = Turns(queue)
        self.overruns = self.refusals = 0  # tasks that took too much, and those that there was no room for

    async def run(self, limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Do the work elsewhere, one after the other; raises Busy.

        Overrun when it takes more than `limit` seconds of the processor from its own beginning, or many times as long
        by the clock, or more memory than a process may hold; the process that held it is gone.
        """
        try:
            await self._turns.begin()
        except Busy:
            self.refusals += 1
            raise
        try:
            if self._executor is not None:
                return await self._run_in_executor(self._executor, limit, work, *args)
            return await self._run_in_process(limit, work, *args)
        except Overrun:
            self.overruns += 1
            raise
        finally:
            self._turns.end()

    @property
    def busy(self) -> bool:
        """Whether it works just now."""
        return self._turns.taken

    @property
    def waiting(self) -> int:
        """How many tasks wait for it."""
        return sum(map(len, list(self._turns.lines.values())))

    @staticmethod
    async def _run_in_executor(executor: Executor, limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(executor, work, *args), limit)
        except TimeoutError:
            raise Overrun from None

    async def _run_in_process(self, limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
        for _ in range(2):  # a process that died of something else is replaced once
            if self._pool is None or not self._pool.active:
                self._pool = ProcessPool(1, initializer=_prepare, context=get_context("spawn"))
            task = self._pool.schedule(_limited, (limit, work, *args), timeout=limit * CLOCK_FACTOR)
            try:
                return await asyncio.wait_for(asyncio.wrap_future(task), START_TIMEOUT + limit * CLOCK_FACTOR)
            except TimeoutError:
                break
            except ProcessExpired as error:
                if error.exitcode == MEMORY_EXIT:
                    raise Overrun(memory=True) from None
                if error.exitcode == CPU_LIMIT_EXIT:
                    break
            except BrokenProcessPool:
                continue
        raise Overrun

    def kill(self, *, wait: bool = False) -> None:
        """End the process now, with whatever it is doing; `wait` until nothing is left that could speak at the very end."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        pool.stop()  # type: ignore[no-untyped-call]
        if wait:
            pool.join()
        else:
            threading.Thread(target=pool.join, daemon=True).start()


class Workers(NamedTuple):
    """The worker processes of one server, by what is done in them: nobody's work waits behind that of a stranger."""

    figures: Worker
    """Odds of what stands on a page."""
    files: Worker
    """What somebody with a seat brings."""
    strangers: Worker
    """Odds and files of whoever comes along."""
    bots: Worker
    """Bots that look ahead."""

    @classmethod
    def create(cls, given: Worker | None = None) -> "Workers":
        """One worker each; or all of it done by one that is given."""
        return cls(*(given or Worker() for _ in cls._fields))


def _limited(limit: float, work: Callable[[*Ts], T], *args: *Ts) -> T:
    """In the worker process: do the work; the system ends the process once that took so many seconds of the processor."""
    if sys.platform == "win32":  # has no such timer: there the clock alone holds
        return work(*args)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        return work(*args)
    except MemoryError:
        os._exit(MEMORY_EXIT)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _prepare() -> None:
    """In the worker process: signals end it at once, memory is bounded, and no parent means no work."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the pool's own handler would wait for C code to return
    if sys.platform != "win32":
        signal.signal(signal.SIGPROF, signal.SIG_DFL)  # whatever the parent does with it, here it ends what overruns
        _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(
            resource.RLIMIT_DATA, (MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard), hard)
        )
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
