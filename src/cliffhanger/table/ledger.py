"""What the table itself remembers beside the game: who sits where, words, pauses. It is a fold of the entries."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import Struct, structs

from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Close, Faces, Pause, Rekey, Sit, Word
from cliffhanger.kernel.record.format import OWN_WORDS, Entry, Header
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
    """All that is remembered. `used` has, by purpose and seat, the words that each roll was first made with.

    `spoke` has for each seat what the last round that counts and in which it spoke adds to the dice; `mix` is what seats
    without a word of their own use: the last such round that left out nobody who had spoken before and still sits there.
    `key_hash` is the hash of the dice key in force; "" in books of before it could change.
    """

    seats: tuple[Sitter, ...]
    paused: bool = False
    x: bool = False
    closed: bool = False
    round: int = 0
    under_way: Word | None = None
    mix: str = ""
    spoke: Mapping[str, str] = {}
    words_due: bool = True
    used: Used = {}
    key_hash: str = ""


class Ledger(Books, frozen=True, kw_only=True):
    """The books of a table after one of its `entries`; the next entry makes the next ledger.

    `runs` are the roles that run the table: who sits there speaks no word. In `old` records everybody might.
    """

    table: str
    entries: Entries
    runs: frozenset[str]
    old: bool

    @classmethod
    def opened(cls, header: Header, entries: Entries) -> "Ledger":
        """The ledger before the first entry."""
        seats = tuple(Sitter(each.id, each.role, each.name) for each in header.setup.seats)
        return cls.taken_up(header, Books(seats=seats), entries)

    @classmethod
    def taken_up(cls, header: Header, books: Books, entries: Entries) -> "Ledger":
        """The ledger as its books were left."""
        old, kept = header.cliffhanger < OWN_WORDS, structs.asdict(books)
        kept["key_hash"] = books.key_hash or header.key_hash
        return cls(table=header.table, entries=entries, runs=frozenset(header.runs), old=old, **kept)

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
                spoke = self.spoke if sit.holder == "person" else {k: v for k, v in self.spoke.items() if k != sit.seat}
                new = sit.holder == "person" and (self.old or self._may_speak(sit.seat))
                return self._with(seats=seats, spoke=spoke, words_due=self.words_due or new)
            case Word() as word:
                if word.commits or self.under_way is None:
                    return self._with(round=word.round, under_way=word)
                return self._with(under_way=None, **self._mixed(word))
            case Pause(on=on, x=x):
                return self._with(paused=on, x=on and (x or self.x))
            case Rekey(key_hash=new):  # words that were known before the key was chosen count for nothing under it
                return self._with(key_hash=new, under_way=None, mix="", spoke={}, used={}, words_due=True)
            case Close():
                return self._with(closed=True)
        return self

    def _with(self, **changes: Any) -> "Ledger":
        return structs.replace(self, **changes)

    def _may_speak(self, seat: str) -> bool:
        """Whether a person on this chair would speak a word: it does not run the table."""
        return any(each.id == seat and each.role not in self.runs for each in self.seats)

    @property
    def speakers(self) -> frozenset[str]:
        """The seats that speak words: people sit there, and none of them runs the table."""
        return frozenset(each.id for each in self.seats if each.holder == "person" and each.role not in self.runs)

    @property
    def words_needed(self) -> int:
        """How many words a round needs to count: two, or that of the only player beside the person who runs the table.

        0 is none: whoever sits alone at a table has what the key promises, and no word makes that more.
        """
        people = sum(each.holder == "person" for each in self.seats)
        return min(2, len(self.speakers)) if people > 1 else 0

    def _mixed(self, word: Word) -> dict[str, Any]:
        """What a finished round changes."""
        new, said = mix(self.table, word), frozenset(who for who, _ in word.words)
        if self.old:
            return {"mix": new, "words_due": self.words_due and not said}
        if not self.words_needed or len(said) < self.words_needed:
            return {}
        spoke = {**self.spoke, **dict.fromkeys(said, new)}
        whole = said >= self.spoke.keys() & self.speakers
        return {"spoke": spoke, "words_due": False} | ({"mix": new} if whole else {})

    def words_for(self, purpose: str, seat: str, nth: int) -> str:
        """The words that go into a roll: those of the last round in which its seat spoke, or those it was first made with."""
        runs = self.used.get(purpose, {}).get(seat, ())
        return next((run.mix for run in runs if run.first <= nth <= run.last), self.spoke.get(seat, self.mix))

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
