"""What the table itself remembers beside the game: who sits where, words, pauses, ids. It is a fold of the entries."""

from collections.abc import Iterable

from msgspec import structs

from cliffhanger.kernel.game import WATCH, Seat
from cliffhanger.kernel.inputs import Close, Faces, Pause, Sit, Word
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.entropy import mix
from cliffhanger.table.snapshot import Sitter


class Ledger:
    """Takes entries one by one, in order; to go back, make a new one and let it take fewer."""

    def __init__(self, table: str, seats: tuple[Seat, ...], entries: Iterable[Entry] = ()) -> None:
        self.table = table
        self.entries: list[Entry] = []
        self.seats = tuple(Sitter(each.id, each.role, each.name) for each in seats)
        self.paused = self.x = self.closed = False
        self.round = 0
        self.under_way: Word | None = None
        self.mix = ""
        self._at: dict[str, int] = {}
        self._used: dict[tuple[str, str, int], str] = {}
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> None:
        """Remember an entry."""
        self.entries.append(entry)
        self._at[entry.id] = entry.n
        match entry.input:
            case Faces(purpose=purpose, seat=seat, nth=nth, mix=said, typed=False):
                self._used.setdefault((purpose, seat, nth), said)
            case Sit() as sit:
                self.seats = tuple(
                    structs.replace(each, name=sit.name, holder=sit.holder) if each.id == sit.seat else each
                    for each in self.seats
                )
            case Word() as word if word.commits or self.under_way is None:
                self.round, self.under_way = word.round, word
            case Word() as word:
                self.mix, self.under_way = mix(self.table, word), None
            case Pause(on=on, x=x):
                self.paused, self.x = on, on and (x or self.x)
            case Close():
                self.closed = True

    def known(self, id: str) -> tuple[Entry, ...]:
        """The entries an input brought, with the faces that answered it; empty if its id was never put."""
        at = self._at.get(id)
        if at is None:
            return ()
        end = at
        while end < len(self.entries) and self.entries[end].id.startswith(f"{id}+"):
            end += 1
        return tuple(self.entries[at - 1 : end])

    def words_for(self, purpose: str, seat: str, nth: int) -> str:
        """The words that go into a roll: the last finished round's, or those it had when it was first made."""
        return self._used.get((purpose, seat, nth), self.mix)

    def sitter(self, seat: str) -> Sitter | None:
        """Who sits on a chair."""
        return next((each for each in self.seats if each.id == seat), None)

    def called(self, seat: str) -> str:
        """How sentences name a seat."""
        found = self.sitter(seat)
        return found.called if found else "Somebody who watches" if seat == WATCH else "The table"
