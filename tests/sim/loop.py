"""An event loop whose clock jumps to the next timer: an hour of waiting takes no time, and nothing happens by chance.

Everything that runs belongs to a `Life`, the time of one process between its start and its death, which tasks and callbacks
inherit as a context. A life that has ended runs no line more: no `finally`, no farewell, as after kill -9.
"""

import asyncio
import selectors
from contextvars import ContextVar


class Life:
    """One process from its start to its end."""

    def __init__(self, name):
        self.name, self.alive = name, True


LIFE = ContextVar("life", default=None)


class Stuck(AssertionError):
    """Everybody waits, and nothing will ever happen again."""


class _NoFiles(selectors.BaseSelector):
    """Nothing is ever ready, so waiting ends at once: the loop goes to the next timer instead."""

    def __init__(self, loop_waits):
        self._waits = loop_waits
        self._map = {}

    def register(self, fileobj, events, data=None):
        key = selectors.SelectorKey(fileobj, 0, events, data)
        self._map[id(fileobj)] = key
        return key

    def unregister(self, fileobj):
        return self._map.pop(id(fileobj))

    def select(self, timeout=None):
        self._waits(timeout)
        return []

    def get_map(self):
        return self._map


class VirtualLoop(asyncio.SelectorEventLoop):
    """Runs until its work is done, without files, threads or waiting."""

    def __init__(self):
        self._now = 1_000.0
        self.steps = 0
        super().__init__(_NoFiles(self._pass))

    def time(self):
        """Seconds of this loop: they pass where everybody waits."""
        return self._now

    def _pass(self, timeout):
        if timeout is None:
            raise Stuck("Everybody waits, and nothing will ever happen again.")
        # A timer is due a moment before its time comes, as the loop of the library has it; never stand still before it.
        self._now += timeout

    def call_soon(self, callback, *args, context=None):
        if self.is_closed():  # what lay still when the world ended is cleared away
            return asyncio.Handle(callback, args, self, context)
        return super().call_soon(*self._while_alive(callback, args, context), context=context)

    def call_soon_threadsafe(self, callback, *args, context=None):
        return self.call_soon(callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        return super().call_at(when, *self._while_alive(callback, args, context), context=context)

    def _while_alive(self, callback, args, context):
        life = context.get(LIFE) if context is not None else LIFE.get()
        if life is None:
            return callback, *args
        return self._lives, life, callback, *args

    def _lives(self, life, callback, *args):
        if life.alive:
            self.steps += 1
            callback(*args)


async def inline(work, *args, **named):
    """In place of `asyncio.to_thread`: what waits for a disk or a database takes a moment, then happens at once, whole."""
    pause = PAUSE.get()
    await asyncio.sleep(pause())
    token = _BESIDE.set(True)
    try:
        result = work(*args, **named)
    finally:
        _BESIDE.reset(token)
    await asyncio.sleep(pause())
    return result


class InlineThreads:
    """The same in place of the threads that ask the store."""

    run = staticmethod(inline)

    def close(self):
        """There are none."""


def beside():
    """Whether what runs now would be in another thread than the loop."""
    return _BESIDE.get()


PAUSE = ContextVar("pause")
_BESIDE = ContextVar("beside", default=False)
