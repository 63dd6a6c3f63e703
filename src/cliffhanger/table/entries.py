"""The entries of a table, and its log: what is new in memory, what is older read from the store when it is wanted."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple, overload

from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.record.replay import PLAYED

PAGE, PAGES = 200, 4  # entries that are read at once, and pages that are kept


class Entries:
    """The entries of a record by their place: entry n stands at n - 1. Those up to `base` are read by pages.

    `read` gives the entries between two numbers, both included; `numbered` the number that an id has among them, or 0.
    """

    def __init__(
        self,
        base: int = 0,
        read: Callable[[int, int], tuple[Entry, ...]] | None = None,
        numbered: Callable[[str], int] | None = None,
    ) -> None:
        self.base = base
        self._read, self._numbered = read, numbered
        self._new: list[Entry] = []
        self._ids: dict[str, int] = {}
        self._pages: dict[int, tuple[Entry, ...]] = {}
        self._most = PAGES

    def __len__(self) -> int:
        return self.base + len(self._new)

    def __getitem__(self, at: int) -> Entry:
        return self._new[at - self.base] if at >= self.base else self._page(at // PAGE)[at % PAGE]

    def append(self, entry: Entry) -> None:
        """Take the next entry."""
        self._ids[entry.id] = entry.n
        self._new.append(entry)

    def forget(self, n: int) -> None:
        """Let go of everything after entry n: it was never kept."""
        for entry in self._new[n - self.base :]:
            del self._ids[entry.id]
        del self._new[n - self.base :]

    def since(self, n: int) -> tuple[Entry, ...]:
        """The entries after entry n, which are all in memory."""
        return tuple(self._new[n - self.base :])

    def until(self, n: int) -> tuple[Entry, ...]:
        """The entries up to entry n, whatever has to be read for it."""
        old = self._read(1, min(self.base, n)) if self._read and self.base else ()
        return (*old, *self._new[: max(0, n - self.base)])

    def known(self, id: str) -> tuple[Entry, ...]:
        """The entries an input brought, with the faces that answered it; empty if its id was never put."""
        at = self._ids.get(id) or (self._numbered(id) if self._numbered and self.base else 0)
        if not at:
            return ()
        end = at
        while end < len(self) and self[end].id.startswith(f"{id}+"):
            end += 1
        return tuple(self[n] for n in range(at - 1, end))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within this, every page that is read stays: for an undo, which looks at what it undoes again and again."""
        self._most = 1 << 30
        try:
            yield
        finally:
            self._most = PAGES
            self._let_go()

    def _page(self, number: int) -> tuple[Entry, ...]:
        found = self._pages.get(number)
        if found is None:
            assert self._read is not None, "what is not in memory can be read"
            found = self._read(number * PAGE + 1, min((number + 1) * PAGE, self.base))
            self._pages[number] = found
            self._let_go()
        return found

    def _let_go(self) -> None:
        for number in list(self._pages)[: max(0, len(self._pages) - self._most)]:
            self._pages.pop(number, None)


class _Unread(NamedTuple):
    """What of a log nobody has looked at: up to entry `n`, on the line of play whose newest played entry is `line`."""

    n: int
    line: int


NOTHING = _Unread(0, 0)


class _Link:
    """The newest entry of a log, and what lies below it."""

    __slots__ = ("below", "entry")

    def __init__(self, entry: Entry, below: "_Link | _Unread | None") -> None:
        self.entry, self.below = entry, below


class Log(Sequence[Entry]):
    """The current line of play and what is beside it, without what was taken back.

    It is linked from the newest entry down: logs share what they have in common, and the older part is looked up when
    somebody reads so far. `last` gives the newest played entry on the line that led to an entry.
    """

    def __init__(self, entries: Entries, last: Callable[[int], int], top: _Link | _Unread | None = None) -> None:
        self._entries, self._last = entries, last
        n = len(entries)
        self._top = top or _Unread(n, last(n))

    def followed_by(self, batch: tuple[Entry, ...]) -> "Log":
        """The log with these entries after it."""
        top: _Link | _Unread | None = self._top
        for entry in batch:
            top = _Link(entry, top)
        return Log(self._entries, self._last, top)

    def without(self, gone: tuple[int, ...], back: tuple[int, ...]) -> "Log":
        """The log after an undo that takes these played entries out of the line of play, and brings those back.

        It costs what it undoes: everything below the oldest of them is shared.
        """
        first = min((*gone[:1], *back[:1]))
        stay, top = [self._entries[n - 1] for n in reversed(back)], self._resolved(self._top)
        while top is not None and top.entry.n >= first:
            if not isinstance(top.entry.input, PLAYED):
                stay.append(top.entry)
            top.below = self._resolved(top.below)
            top = top.below
        return Log(self._entries, self._last, top or NOTHING).followed_by(tuple(sorted(stay, key=_number)))

    def __reversed__(self) -> Iterator[Entry]:
        top = self._resolved(self._top)
        self._top = top or NOTHING
        while top is not None:
            yield top.entry
            top.below = self._resolved(top.below)
            top = top.below

    def __iter__(self) -> Iterator[Entry]:
        newest_first, top = list[Entry](), self._resolved(self._top)
        while top is not None:
            newest_first.append(top.entry)
            top = self._resolved(top.below)  # not kept: who reads all of it reads it once
        return reversed(newest_first)

    def __len__(self) -> int:
        return sum(1 for _ in iter(self))

    def __bool__(self) -> bool:
        return next(reversed(self), None) is not None

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, at: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(at, int) and at < 0:
            for entry in islice(reversed(self), -at - 1, None):
                return entry
            raise IndexError(at)
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # like any sequence that is equal to another kind

    def _resolved(self, part: "_Link | _Unread | None") -> _Link | None:
        """The next link; it is looked for where nobody has read yet."""
        if not isinstance(part, _Unread):
            return part
        n, line = part
        while n:
            entry = self._entries[n - 1]
            if n == line:
                return _Link(entry, _Unread(n - 1, self._last(n - 1)))
            if not isinstance(entry.input, PLAYED):
                return _Link(entry, _Unread(n - 1, line))
            n -= 1
        return None


def _number(entry: Entry) -> int:
    return entry.n
