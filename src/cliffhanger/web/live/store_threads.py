"""Threads in which the store is asked, so that the loop never waits for it.

They are others than those of the rest of the server: while a database hangs, all of them may be waiting for it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

from cliffhanger.table.ports import Unkept

MOST = 16
P = ParamSpec("P")
T = TypeVar("T")


class StoreThreads:
    """Runs what waits for the store; any loop of the process may ask."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(MOST, thread_name_prefix="cliffhanger-asks")

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What this gives or raises, in another thread; Unkept once the server has stopped."""
        call = partial(copy_context().run, work, *args, **named)
        try:
            under_way = self._pool.submit(call)
        except RuntimeError:
            raise Unkept("This server has stopped.") from None
        return await asyncio.wrap_future(under_way)

    def close(self) -> None:
        """Take nothing new; what is under way ends by itself, at the latest when the store is closed."""
        self._pool.shutdown(wait=False, cancel_futures=True)
