"""What lies before a live table in its store: older entries, and the points that an undo far back asks for."""

from collections.abc import Iterator
from copy import copy
from functools import partial
from typing import Any

from cliffhanger.kernel.errors import Refusal, Unreadable
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Input, Undo
from cliffhanger.kernel.record.format import Entry, decode_entry, decode_header, digest
from cliffhanger.kernel.record.replay import PLAYED, Point, after, begun, judged
from cliffhanger.table.at_hand import AtHand
from cliffhanger.table.checkpoints import Standing, rules_of, unpacked
from cliffhanger.table.entries import Entries, Ids
from cliffhanger.table.ports import Reading


class History:
    """The record of a table in a store, up to the newest checkpoint: entries, ids and points are read when wanted."""

    def __init__(self, store: Reading, table: str, game: Game[Any], header: bytes) -> None:
        self.store, self.table, self.game, self.header = store, table, game, header
        self.standing: Standing | None = next(self._checkpoints(1 << 62), None)
        # Nothing is asked for on each input that a look at these answers.
        self._old = Ids(store.ids(table, self.n) if self.n else ())
        self.entries = self._read_entries()

    def _read_entries(self) -> Entries:
        return Entries(self.n, self.read, self._number_of, self._old, AtHand())

    @property
    def n(self) -> int:
        """The number of the entry that the newest checkpoint was made after; 0 if there is none."""
        return self.standing.n if self.standing else 0

    def read(self, first: int, last: int) -> tuple[Entry, ...]:
        """The entries between two numbers, both included; raises Unreadable where their chain is broken."""
        lines = [line.body for line in self.store.read(self.table, max(0, first - 2), last)]
        if first == 1:
            lines.insert(0, self.header)
        if len(lines) != last - first + 2:
            raise Unreadable(f"Line {first + len(lines)}: entries are missing here.")
        return linked(lines, first)

    def lines_after(self) -> list[bytes]:
        """The lines from that of entry `n` on (that of the header where there is no checkpoint)."""
        lines = [line.body for line in self.store.read(self.table, max(0, self.n - 1))]
        return lines if self.n else [self.header, *lines]

    def input(self, n: int) -> Input:
        """The input of entry n."""
        return self.entries[n - 1].input

    def point(self, n: int) -> Point[Any]:
        """How things stood after entry n: replayed from the nearest checkpoint that lies on its line of play."""
        if self.standing and n == self.n:
            return self.standing.point
        at_hand = self.entries.at_hand
        return at_hand.wanted(at_hand.points, n, partial(self._waited_for, n))

    def _waited_for(self, n: int) -> Point[Any]:
        if self.entries.at_hand.waits:
            return self._played_to(n)
        aside = copy(self)  # what it reads on its way is at hand nowhere else
        aside.entries = self._read_entries()
        with aside.entries.at_hand.held():
            return aside._played_to(n)

    def _played_to(self, n: int) -> Point[Any]:
        line = list[int]()
        at = self._last(n)
        while at and (known := next(self._checkpoints(n), None)):
            while at > known.point.last:
                line.append(at)
                at = self._last(at - 1)
            if at == known.point.last:
                return self._replayed(known.point, line)
            n = at  # that checkpoint lies on a line that was left: look for one before this entry
        while at:
            line.append(at)
            at = self._last(at - 1)
        return self._replayed(begun(self.game, decode_header(self.header).begins(self.game))[0], line)

    def _replayed(self, point: Point[Any], line: list[int]) -> Point[Any]:
        for n in reversed(line):
            found = after(self.game, point, n, judged(self.input(n)))
            if isinstance(found, Refusal):
                raise Unreadable(f"Line {n + 1}: {self.game.title} does not take this entry: {found}")
            point = found[0]
        return point

    def _last(self, n: int) -> int:
        """The newest played entry on the line of play that led to entry n."""
        while n:
            put = self.input(n)
            if isinstance(put, PLAYED):
                return n
            n = put.to if isinstance(put, Undo) else n - 1
        return 0

    def _checkpoints(self, last: int) -> Iterator[Standing]:
        """The checkpoints that fit this record, newest first."""
        rules = rules_of(self.game)
        while found := self.store.checkpoint(self.table, rules, last):
            last = found.n - 1
            standing = unpacked(self.game, self.header, found.body)
            if standing and standing.n == found.n and self._line(found.n) == standing.line:
                yield standing

    def _line(self, n: int) -> str:
        return next((digest(line.body) for line in self.store.read(self.table, n - 1, n)), "")

    def _number_of(self, id: str) -> int:
        n = self.store.number_of(self.table, id)
        return n if n <= self.n else 0


def linked(lines: list[bytes], first: int) -> tuple[Entry, ...]:
    """The entries from number `first` on, of lines that begin with the one before; each has to follow from the last."""
    return linked_after(lines[1:], first, digest(lines[0])) if lines else ()


def linked_after(lines: list[bytes], first: int, tail: str) -> tuple[Entry, ...]:
    """The entries from number `first` on, after a line with the digest `tail`; each has to follow from the last."""
    found = list[Entry]()
    for n, line in enumerate(lines, first):
        entry = decode_entry(line, n)
        if entry.prev != tail:
            raise Unreadable(f"Line {n + 1}: the line before it was changed, or this one does not belong here.")
        found.append(entry)
        tail = digest(line)
    return tuple(found)
