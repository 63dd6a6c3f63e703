"""What the table itself remembers beside the game: who sits where, words, pauses. It is a fold of the entries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, structs

from cliffhanger.kernel.game import WATCH, Seat
from cliffhanger.kernel.inputs import Close, Faces, Pause, Sit, Word
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.entries import Entries
from cliffhanger.table.entropy import mix
from cliffhanger.table.snapshot import Sitter


class Mixed(NamedTuple):
    """The rolls of one kind, from the `first` to the `last` by number, that were first made with the same words."""

    first: int
    last: int
    mix: str


Used = Mapping[str, Mapping[str, tuple[Mixed, ...]]]


class Books(Struct, frozen=True, kw_only=True):
    """All that is remembered. `used` has, by purpose and seat, the words that each roll was first made with."""

    seats: tuple[Sitter, ...]
    paused: bool = False
    x: bool = False
    closed: bool = False
    round: int = 0
    under_way: Word | None = None
    mix: str = ""
    words_due: bool = True
    used: Used = {}


class Ledger(Books, frozen=True, kw_only=True):
    """The books of a table after one of its `entries`; the next entry makes the next ledger."""

    table: str
    entries: Entries

    @classmethod
    def opened(cls, table: str, seats: tuple[Seat, ...], entries: Entries) -> "Ledger":
        """The ledger before the first entry."""
        return cls(table=table, entries=entries, seats=tuple(Sitter(each.id, each.role, each.name) for each in seats))

    @classmethod
    def taken_up(cls, table: str, books: Books, entries: Entries) -> "Ledger":
        """The ledger as its books were left."""
        return cls(table=table, entries=entries, **structs.asdict(books))

    def books(self) -> Books:
        """What a checkpoint keeps of it."""
        return Books(**{name: getattr(self, name) for name in Books.__struct_fields__})

    def after(self, entry: Entry) -> "Ledger":
        """The ledger after the next entry."""
        match entry.input:
            case Faces(purpose=purpose, seat=seat, nth=nth, mix=said, typed=False):
                by_seat = self.used.get(purpose, {})
                runs = _with(by_seat.get(seat, ()), nth, said)
                return self._with(used={**self.used, purpose: {**by_seat, seat: runs}})
            case Sit() as sit:
                seats = tuple(
                    structs.replace(each, name=sit.name, holder=sit.holder) if each.id == sit.seat else each
                    for each in self.seats
                )
                return self._with(seats=seats, words_due=self.words_due or sit.holder == "person")
            case Word() as word:
                due = self.words_due and not word.words
                if word.commits or self.under_way is None:
                    return self._with(round=word.round, under_way=word, words_due=due)
                return self._with(mix=mix(self.table, word), under_way=None, words_due=due)
            case Pause(on=on, x=x):
                return self._with(paused=on, x=on and (x or self.x))
            case Close():
                return self._with(closed=True)
        return self

    def _with(self, **changes: Any) -> "Ledger":
        return structs.replace(self, **changes)

    def words_for(self, purpose: str, seat: str, nth: int) -> str:
        """The words that go into a roll: the last finished round's, or those it had when it was first made."""
        runs = self.used.get(purpose, {}).get(seat, ())
        return next((run.mix for run in runs if run.first <= nth <= run.last), self.mix)

    def sitter(self, seat: str) -> Sitter | None:
        """Who sits on a chair."""
        return next((each for each in self.seats if each.id == seat), None)

    def called(self, seat: str) -> str:
        """How sentences name a seat."""
        found = self.sitter(seat)
        return found.called if found else "Somebody who watches" if seat == WATCH else "The table"


def _with(runs: tuple[Mixed, ...], nth: int, said: str) -> tuple[Mixed, ...]:
    """The runs with one more roll, unless it was made before: then it keeps the words it had."""
    if any(run.first <= nth <= run.last for run in runs):
        return runs
    if runs and runs[-1].last + 1 == nth and runs[-1].mix == said:
        return (*runs[:-1], Mixed(runs[-1].first, nth, said))
    return (*runs, Mixed(nth, nth, said))
