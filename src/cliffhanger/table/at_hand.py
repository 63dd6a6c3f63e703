"""What a live table has at hand of its past: it was read from the store, and is let go of when nobody needs it any more.

Who may wait reads what is missing there and then. The loop of a server may not: there it is raised as Unread, brought by
another thread, and then asked for again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from cliffhanger.kernel.record.format import Entry

PAGES = 4  # pages that stay at hand where they are read there and then
K = TypeVar("K")
V = TypeVar("V")


class Unread(Exception):
    """Something of the past is wanted that is not at hand.

    `read` brings it, in a thread that may wait for the store; it raises Unkept, or Unreadable where the record was
    changed. Then what wanted it is done again: it may want more.
    """

    def __init__(self, read: Callable[[], object]) -> None:
        super().__init__("This has to be read first.")
        self.read = read


class AtHand:
    """Pages of entries, numbers of ids and points of play that were read, by page, id and entry.

    With `waits` what is missing is read at once. Threads may read while the loop takes what is there.
    """

    def __init__(self) -> None:
        self.waits = True
        self.pages: dict[int, tuple[Entry, ...]] = {}
        self.numbers: dict[str, int] = {}
        self.points: dict[int, Any] = {}
        self._holders = set[object]()  # a set, for what is added to it at once in two threads is there

    def wanted(self, shelf: dict[K, V], what: K, read: Callable[[], V]) -> V:
        """What stands on a shelf, or what `read` brings. Raises Unread where nobody may wait for that."""
        found = shelf.get(what)
        if found is None:
            if not self.waits:
                raise Unread(lambda: shelf.__setitem__(what, read()))
            found = shelf[what] = read()
            self._let_go()
        return found

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within this all that is read stays: for an undo, which looks at what it undoes again and again."""
        holder = object()
        self._holders.add(holder)
        try:
            yield
        finally:
            self._holders.discard(holder)
            self._let_go()

    def wait_no_more(self) -> None:
        """From now on nothing waits: what only the opening of the table wanted is let go of."""
        self.waits = False
        self._let_go()

    def patiently(self, do: Callable[[], V]) -> V:
        """Do something that may want what is not at hand, and wait for it: not on the loop of a server."""
        with self.held():
            while True:
                try:
                    return do()
                except Unread as missing:
                    missing.read()

    def _let_go(self) -> None:
        if self._holders:
            return
        self.numbers.clear()
        self.points.clear()
        for number in list(self.pages)[: max(0, len(self.pages) - (PAGES if self.waits else 0))]:
            self.pages.pop(number, None)
