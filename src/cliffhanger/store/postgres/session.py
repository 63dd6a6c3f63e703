"""A thread with an event loop of its own, so that whoever calls from another thread may wait for what runs there."""

import asyncio
import logging
from asyncio import AbstractEventLoop
from collections.abc import Coroutine
from concurrent.futures import CancelledError
from threading import Lock, Thread, get_ident
from typing import Any, TypeVar

from cliffhanger.store.batches import CLOSED
from cliffhanger.table.ports import Unkept

log = logging.getLogger(__name__)
T = TypeVar("T")


class Session:
    """Runs coroutines for other threads until it is closed; from then on whoever asks is told so."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.loop.set_exception_handler(_logged)
        self._door = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="cliffhanger-postgres", daemon=True)
        self._thread.start()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run this in the loop and wait for what it gives or raises. Not to be called from the loop's own thread."""
        if get_ident() == self._thread.ident:
            work.close()
            raise RuntimeError("whatever is called from the store's own loop may not call the store")
        with self._door:
            if self._closed:
                work.close()
                raise Unkept(CLOSED)
            under_way = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return under_way.result()
        except CancelledError:
            raise Unkept(CLOSED) from None

    def close(self) -> None:
        """Give up what still runs and end the thread."""
        with self._door:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(_given_up(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()


async def _given_up() -> None:
    while rest := asyncio.all_tasks() - {asyncio.current_task()}:
        for each in rest:
            each.cancel()
        await asyncio.wait(rest, timeout=0.1)


def _logged(_loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    # The words of the error stay out of the log: they may name the host, or whoever is let in there.
    log.warning("a task of the store failed (%s)", type(context.get("exception")).__name__)
