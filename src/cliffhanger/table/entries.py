"""The entries of a table, and its log: what is new in memory, what is older read from the store when it is wanted."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple, overload

from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.record.replay import PLAYED
from cliffhanger.table.at_hand import AtHand, Unread

PAGE = 200  # entries that are read at once
RECENT = 100
"""Of a log so many entries are always at hand, the newest."""


class Ids:
    """Which ids lines of the past may have: eight bytes of each, so that hardly any other id is looked up in vain."""

    def __init__(self, ids: Iterable[str] = ()) -> None:
        self._marks = array("q", sorted(map(_mark, ids)))

    def __contains__(self, id: str) -> bool:
        if not self._marks:
            return False
        mark = _mark(id)
        at = bisect_left(self._marks, mark)
        return at < len(self._marks) and self._marks[at] == mark


def _mark(id: str) -> int:
    return int.from_bytes(blake2b(id.encode(), digest_size=8).digest(), "big", signed=True)


class Entries:
    """The entries of a record by their place: entry n stands at n - 1. Those up to `base` are read by pages.

    `read` gives the entries between two numbers, both included; `numbered` the number that an id has among them, or 0,
    and `old` says which may have one. What is wanted and not `at_hand` is waited for, or raised as Unread.
    """

    def __init__(
        self,
        base: int = 0,
        read: Callable[[int, int], tuple[Entry, ...]] | None = None,
        numbered: Callable[[str], int] | None = None,
        old: Ids | None = None,
        at_hand: AtHand | None = None,
    ) -> None:
        self.base, self.at_hand = base, at_hand or AtHand()
        self._read, self._numbered, self._old = read, numbered, old or Ids()
        self._new: list[Entry] = []
        self._ids: dict[str, int] = {}

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
        """The entries up to entry n, whatever has to be read for it: where waiting is allowed."""
        old = self._read(1, min(self.base, n)) if self._read and self.base else ()
        return (*old, *self._new[: max(0, n - self.base)])

    def known(self, id: str) -> tuple[Entry, ...]:
        """The entries an input brought, with the faces that answered it; empty if its id was never put."""
        at = self._ids.get(id) or (self._number(id) if id in self._old else 0)
        if not at:
            return ()
        end = at
        while end < len(self) and self[end].id.startswith(f"{id}+"):
            end += 1
        return tuple(self[n] for n in range(at - 1, end))

    def has(self, id: str) -> bool:
        """Whether an input of this id is among those in memory."""
        return id in self._ids

    def may_have(self, id: str) -> bool:
        """Whether an input of this id may have been put; it is said of one that never was hardly ever."""
        return id in self._ids or id in self._old

    def _number(self, id: str) -> int:
        assert self._numbered is not None, "whoever knows old ids can look them up"
        return self.at_hand.wanted(self.at_hand.numbers, id, partial(self._numbered, id))

    def _page(self, number: int) -> tuple[Entry, ...]:
        return self.at_hand.wanted(self.at_hand.pages, number, partial(self._read_page, number))

    def _read_page(self, number: int) -> tuple[Entry, ...]:
        assert self._read is not None, "what is not in memory can be read"
        pages = self.at_hand.pages
        # Who may not wait comes again for each miss: each time as much again is read, so that going far back takes few.
        more = 0 if self.at_hand.waits else len(pages)
        first = max((at + 1 for at in range(number - more, number) if at in pages), default=max(0, number - more))
        found = self._read(first * PAGE + 1, min((number + 1) * PAGE, self.base))
        for at in range(first, number):
            pages[at] = found[(at - first) * PAGE : (at - first + 1) * PAGE]
        return found[(number - first) * PAGE :]


class _Below(NamedTuple):
    """What of a log nobody has looked at: up to entry `n`, on the line of play whose newest played entry is `line`."""

    n: int
    line: int


NOTHING = _Below(0, 0)


class _Link:
    """The newest entry of a log, and what lies below it."""

    __slots__ = ("below", "entry")

    def __init__(self, entry: Entry, below: "_Link | _Below | None") -> None:
        self.entry, self.below = entry, below


class Log(Sequence[Entry]):
    """The current line of play and what is beside it, without what was taken back.

    It is linked from the newest entry down: logs share what they have in common, and the older part is looked up when
    somebody reads so far. `last` gives the newest played entry on the line that led to an entry. Whoever reads it as a
    sequence waits for the store, and does so in a thread; on the loop of a server `recent` is read.
    """

    def __init__(self, entries: Entries, last: Callable[[int], int], top: _Link | _Below | None = None) -> None:
        self._entries, self._last = entries, last
        n = len(entries)
        self._top = top or _Below(n, last(n))

    def followed_by(self, batch: tuple[Entry, ...]) -> "Log":
        """The log with these entries after it."""
        top: _Link | _Below | None = self._top
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

    def recent(self) -> Iterator[Entry]:
        """The newest entries, newest first, as far as they are at hand: all of a log, or `RECENT` and more of a long one."""
        with suppress(Unread):
            yield from self.newest_first()

    def bring(self, count: int = RECENT) -> None:
        """Have so many of the newest entries at hand from now on. Raises Unread for what has to be read first."""
        for _ in islice(self.newest_first(), count):
            pass

    def newest_first(self) -> Iterator[Entry]:
        """All of it, newest first; raises Unread where it comes to what is not at hand."""
        return self._walk(self._resolved)

    def __reversed__(self) -> Iterator[Entry]:
        at_hand = self._entries.at_hand
        with at_hand.held():
            yield from self._walk(lambda part: at_hand.patiently(partial(self._resolved, part)))

    def _walk(self, resolved: "Callable[[_Link | _Below | None], _Link | None]") -> Iterator[Entry]:
        top = resolved(self._top)
        self._top = top or NOTHING
        while top is not None:
            yield top.entry
            top.below = resolved(top.below)
            top = top.below

    def __iter__(self) -> Iterator[Entry]:
        at_hand, newest_first = self._entries.at_hand, list[Entry]()
        with at_hand.held():
            top = at_hand.patiently(partial(self._resolved, self._top))
            while top is not None:
                newest_first.append(top.entry)
                # not kept: who reads all of it reads it once
                top = at_hand.patiently(partial(self._resolved, top.below))
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

    def _resolved(self, part: "_Link | _Below | None") -> _Link | None:
        """The next link; it is looked for where nobody has read yet."""
        if not isinstance(part, _Below):
            return part
        n, line = part
        while n:
            entry = self._entries[n - 1]
            if n == line:
                return _Link(entry, _Below(n - 1, self._last(n - 1)))
            if not isinstance(entry.input, PLAYED):
                return _Link(entry, _Below(n - 1, line))
            n -= 1
        return None


def recent(log: Sequence[Entry]) -> Iterator[Entry]:
    """The newest entries of a log, newest first, as far as they are at hand."""
    return log.recent() if isinstance(log, Log) else reversed(log)


def any_recent(
    log: Sequence[Entry], fits: Callable[[Entry], bool], until: Callable[[Entry], bool] = lambda _: False
) -> bool:
    """Whether a log has an entry that fits, after the newest one at which nobody looks further.

    A log so long that not all of it is at hand is taken to have one in its older part.
    """
    try:
        for entry in log.newest_first() if isinstance(log, Log) else reversed(log):
            if fits(entry):
                return True
            if until(entry):
                return False
    except Unread:
        return True
    return False


def _number(entry: Entry) -> int:
    return entry.n
