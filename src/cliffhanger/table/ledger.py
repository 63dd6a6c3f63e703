"""What the table itself remembers beside the game: who sits where, words, pauses. It is a fold of the entries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, structs

from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Close, Faces, Pause, Rekey, Sit, Word
from cliffhanger.kernel.record.format import OWN_WORDS, SETTLED_WORDS, Entry, Header
from cliffhanger.table.entries import Entries
from cliffhanger.table.snapshot import Sitter
from cliffhanger.table.words import PERSON, Chairs, Rule, SettledWords, Words
from cliffhanger.table.words_before import LastWords, OwnWords


class Mixed(NamedTuple):
    """The rolls of one kind, from the `first` to the `last` by number, that were first made with the same words."""

    first: int
    last: int
    mix: str


Used = Mapping[str, Mapping[str, tuple[Mixed, ...]]]


class Books(Struct, frozen=True, kw_only=True):
    """All that is remembered. `used` has, by purpose and seat, the words that each roll was first made with.

    `key_hash` is the hash of the dice key in force; "" in books of before it could change.
    """

    seats: tuple[Sitter, ...]
    paused: bool = False
    x: bool = False
    closed: bool = False
    round: int = 0
    under_way: Word | None = None
    words: Words = Words()
    used: Used = {}
    key_hash: str = ""


class Ledger(Books, frozen=True, kw_only=True):
    """The books of a table after one of its `entries`; the next entry makes the next ledger.

    `runs` are the roles that run the table: who sits there speaks no word. `format` is that of the record, which stands
    in its first line and says by which rule words go into the dice.
    """

    table: str
    entries: Entries
    runs: frozenset[str]
    format: int

    @classmethod
    def opened(cls, header: Header, entries: Entries) -> "Ledger":
        """The ledger before the first entry."""
        seats = tuple(Sitter(each.id, each.role, each.name) for each in header.setup.seats)
        return cls.taken_up(header, Books(seats=seats), entries)

    @classmethod
    def taken_up(cls, header: Header, books: Books, entries: Entries) -> "Ledger":
        """The ledger as its books were left."""
        runs, kept = frozenset(header.runs), {name: getattr(books, name) for name in Books.__struct_fields__}
        kept["key_hash"] = books.key_hash or header.key_hash
        return cls(table=header.table, entries=entries, runs=runs, format=header.cliffhanger, **kept)

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
                return self._sat(sit)
            case Word() as word:
                if word.commits or self.under_way is None:
                    return self._with(round=word.round, under_way=word, words=self._rule.hidden(self.words, word))
                words = self._rule.shown(self.words, self.table, self._chairs, self.under_way, word)
                return self._with(under_way=None, words=words)
            case Pause(on=on, x=x):
                return self._with(paused=on, x=on and (x or self.x))
            case Rekey(key_hash=new):  # words that were known before the key was chosen count for nothing under it
                return self._with(key_hash=new, under_way=None, words=Words(), used={})
            case Close():
                return self._with(closed=True)
        return self

    def _with(self, **changes: Any) -> "Ledger":
        return structs.replace(self, **changes)

    def _sat(self, sit: Sit) -> "Ledger":
        chair = self.sitter(sit.seat)
        if chair is None:
            return self
        seats = tuple(
            structs.replace(each, name=sit.name, holder=sit.holder) if each is chair else each for each in self.seats
        )
        words = self._rule.sat(self.words, sit, chair.holder, speaks=chair.role not in self.runs)
        return self._with(seats=seats, words=words)

    @property
    def _rule(self) -> Rule:
        if self.format >= SETTLED_WORDS:
            return SettledWords()
        return OwnWords() if self.format >= OWN_WORDS else LastWords()

    @property
    def _chairs(self) -> Chairs:
        people = frozenset(each.id for each in self.seats if each.holder == PERSON)
        return Chairs(people, self.speakers)

    @property
    def speakers(self) -> frozenset[str]:
        """The seats that speak words: people sit there, and none of them runs the table."""
        return frozenset(each.id for each in self.seats if each.holder == PERSON and each.role not in self.runs)

    @property
    def words_due(self) -> bool:
        """Whether a round of words may be held."""
        return self._rule.due(self.words, self._chairs)

    @property
    def wordless(self) -> frozenset[str]:
        """The players for whom a round is held."""
        return self._rule.waits_for(self.words, self._chairs)

    def counts(self, seats: frozenset[str]) -> bool:
        """Whether a round would change anything to which these seats hide a word."""
        return self._rule.counts(self.words, self._chairs, seats & self.speakers)

    def words_for(self, purpose: str, seat: str, nth: int) -> str:
        """The words that go into a roll: those of its seat, or of all that have none, or those it was first made with."""
        runs = self.used.get(purpose, {}).get(seat, ())
        own = self.words.spoke.get(seat, self.words.mix)
        return next((run.mix for run in runs if run.first <= nth <= run.last), own)

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
