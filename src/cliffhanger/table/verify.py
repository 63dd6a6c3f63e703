"""Checks a record against itself: its chain, its words, its undos, and every face, from the key shown at the close.

This is a second reading of the rules in `dice.py` and `entropy.py`, written from their description and sharing no line
with them, so that a slip in the one is seen by the other. With the game at hand it also plays the record again:
what was rolled must be what the rules asked for, what was told what they tell, and who did it who might. A record that was
played under another version of the rules is played by those that are here: where they differ is noted, and no fault of the
record. What one record cannot show, a branch that was dropped or a word that was left out, what players kept can (`kept.py`).
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from msgspec import Struct, structs

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.events import Event, told
from cliffhanger.kernel.game import Game, Waiting
from cliffhanger.kernel.inputs import Close, Faces, Rekey, Sit, Undo, Word
from cliffhanger.kernel.invariants import invariant_error
from cliffhanger.kernel.record.format import OWN_WORDS, Entry, Header, Record, broken, encode, lines, read
from cliffhanger.kernel.record.replay import PLAYED, Play
from cliffhanger.table import kept as keeping
from cliffhanger.table import permissions
from cliffhanger.table.entries import Entries
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.table_events import By, Change, all_told, sentences
from cliffhanger.table.verify_before import rounds_of
from cliffhanger.table.verify_rights import Rights
from cliffhanger.table.verify_words import message

Verdict = Literal["equal", "different", "typed", "withheld", "unchecked"]
MOST_DICE, LARGEST = 1_000, 1 << 32
NAMED = 12  # entries in which other rules differ: so many are named one by one


class Checked(Struct, frozen=True):
    """One roll or draw: what the record says, what the key gives, and the verdict."""

    n: int
    seat: str
    purpose: str
    said: tuple[int | str, ...]
    due: tuple[int | str, ...] = ()
    verdict: Verdict = "unchecked"


class Report(Struct, frozen=True):
    """What a check found. `faults` say what is wrong, `notes` what could not be checked and why.

    `replayed` says that the rules on this machine played it to its end; `differ` are the numbers of the entries of which
    they make something else than the version that it was played under. `alone` are the rolls without anybody's word,
    and `doubts` what only players can tell of the dice, and whether what they kept agrees; `clauses` say the gravest of it in a
    few words, for the verdict. `unshown` are rolls whose key was never shown though the table is closed, as that of a table
    that went on elsewhere.
    """

    table: str
    closed: bool
    rolls: tuple[Checked, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    replayed: bool = False
    differ: tuple[int, ...] = ()
    alone: int = 0
    doubts: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    unshown: int = 0

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong, and every key was shown by which that can be told."""
        return self.closed and not self.faults and not self.unshown

    def summary(self) -> str:
        """The whole of it in a sentence or two."""
        if self.faults:
            return f"This record is not sound: {len(self.faults)} thing{'s' if len(self.faults) > 1 else ''} wrong."
        if not self.closed:
            return "This table is open: its dice cannot be checked before it closes and shows its key."
        count = {kind: sum(each.verdict == kind for each in self.rolls) for kind in ("equal", "typed")}
        rest = len(self.rolls) - count["equal"] - count["typed"]
        parts = [f"{count['equal']} of {len(self.rolls)} rolls are what the key and the words give"]
        parts += [f"{count['typed']} were typed from real dice"] if count["typed"] else []
        parts += [f"{self.alone} of them rest on the key's promise alone"] if self.alone else []
        parts += self.clauses
        parts += [f"{rest} could not be checked"] if rest else []
        parts += [f"the rules here make something else of {counted(len(self.differ))}"] if self.differ else []
        if self.unshown:
            missing = f"the key of {self.unshown} of its rolls was never shown"
            return f"Nothing is wrong with this record, as far as it can be checked: {missing}; {', '.join(parts)}."
        return f"This record is sound: {', '.join(parts)}."


def counted(entries: int) -> str:
    """So many entries, in words."""
    return f"{entries} entries" if entries > 1 else "1 entry"


def otherwise(header: Header, game: Game[Any]) -> str:
    """That a record was played under other rules than those here, and what that means; empty where it was not."""
    if game.version == header.version:
        return ""
    return (
        f"Played under version {header.version} of the rules of {game.title}, and played again by version {game.version}, "
        "which is here: where the two differ, the entry is named."
    )


def verify(data: bytes, game: Game[Any] | None = None, kept: Sequence[str] = (), key: bytes = b"") -> Report:
    """Check a record, and whether it is the one of which players kept this; a file that is no record is one fault.

    With its `key` the dice of a table that is still open are checked too.
    """
    try:
        record = read(data, chained=False)
        wrong = broken(lines(data), record.entries)
    except Unreadable as error:
        return Report("", closed=False, faults=(str(error),))
    check = _Check(record, game, key)
    check.faults += [f"Line {n}: the line before it was changed, or this one does not belong here." for n in wrong]
    for entry in record.entries:
        check.entry(entry)
    check.rounds.end()
    check.compare(lines(data), kept)
    return check.report()


class _Played(NamedTuple):
    """A played entry and the one below it on its line of play."""

    entry: Entry
    below: "_Played | None"


class _Check:
    """Walks a record once, entry by entry."""

    def __init__(self, record: Record, game: Game[Any] | None, key: bytes) -> None:
        self.header: Header = record.header
        self.rolls: list[Checked] = []
        self.faults: list[str] = []
        self.notes: list[str] = []
        self.doubts: list[str] = []
        self.clauses: list[str] = []
        self.regretted = 0  # rolls that were seen and taken back
        self.differ: dict[int, str] = {}
        self.ended = False
        self.closed, self.keyed, self.key = self._shown(record.entries)
        if key and not self.closed:
            self.key = key
        self.game, self.play = game, self._begun(game)
        self.counts: list[dict[tuple[str, str], int]] = [{}]
        self.first: dict[tuple[str, str, int], str] = {}
        self.rounds = rounds_of(record.header)
        self.line: list[_Played | None] = [None]
        self.ids: dict[str, int] = {}
        self.before = ""
        self.alone = 0
        self.entries = Entries()
        self.ledger = Ledger.opened(record.header, self.entries)
        self.unshown = 0
        self.typed = self.header.options.get("typed") is True
        self.rights = Rights(self.header.options)

    def _shown(self, entries: tuple[Entry, ...]) -> tuple[bool, int, bytes | None]:
        """Whether the table is closed, the key it shows (None: it shows none), and the entry from which that key counts."""
        shown = next((e.input.key for e in entries if isinstance(e.input, Close)), None)
        line, due = 1, self.header.key_hash
        for n, entry in enumerate(entries, 1):
            if isinstance(entry.input, Rekey):
                line, due = n + 1, entry.input.key_hash
        if shown == "":
            self.notes.append("No dice key was shown when this table was closed: what fell by it cannot be checked.")
        if not shown:
            return shown is not None, line - 1, None
        try:
            key = bytes.fromhex(shown)
        except ValueError:
            key = b""
        if hashlib.sha256(key).hexdigest() != due:
            self.faults.append(f"The key shown at the close is not the one whose hash stands in line {line}.")
        return True, line - 1, key

    def _begun(self, game: Game[Any] | None) -> Play[Any] | None:
        if self.header.seat:
            self.notes.append(f"This is what {self.header.seat} took home: what was hidden from it cannot be checked.")
        elif game is None:
            self.notes.append(f"The game {self.header.game} is not here: cards and what the rules asked are unchecked.")
        else:
            self.notes += filter(None, [otherwise(self.header, game)])
            try:
                play = Play(game, self.header.begins(game))
                why = invariant_error(game, play.now.state)
            except Exception as error:
                why = f"{error!r:.200}"
            if tuple(sorted(game.masters)) != self.header.runs and self.header.cliffhanger >= OWN_WORDS:
                self._unlike(game, 0, f"who runs the table is not who runs it in {game.title}.")
            if not why:
                return play
            self._unlike(game, 0, f"{game.title} cannot begin with this set-up: {why}")
        return None

    def _unlike(self, game: Game[Any], n: int, why: str) -> None:
        """The rules here do not bear entry n out: a fault, unless it was played under others."""
        if game.version == self.header.version:
            self.faults.append(f"Line {n + 1}: {why}")
        else:
            self.differ.setdefault(n, why)

    def report(self) -> Report:
        """All that was found."""
        self.faults += self.rounds.faults
        named = [f"Line {n + 1}: {why}" for n, why in self.differ.items()]
        if len(named) > NAMED:
            named[NAMED:] = [f"They differ in {counted(len(named) - NAMED)} more."]
        if named and self.play is None:
            named.append("What comes after that was not played again.")
        return Report(
            self.header.table,
            self.closed,
            tuple(self.rolls),
            tuple(self.faults),
            (*self.notes, *named),
            self.play is not None,
            tuple(self.differ),
            self.alone,
            (*self._promised(), *self.rounds.notes, *self.rights.notes, *self.doubts),
            tuple(filter(None, (self.rounds.weakness()[1], *self.rounds.clauses(), *self._regrets(), *self.clauses))),
            self.unshown,
        )

    def entry(self, entry: Entry) -> None:
        """Check one entry, and go on as if it were right."""
        if self.ended:
            self.faults.append(f"Line {entry.n + 1}: nothing comes after the close.")
        if (first := self.ids.setdefault(entry.id, entry.n)) != entry.n:
            self.faults.append(f"Line {entry.n + 1}: it has the id of line {first + 1}, and every input has its own.")
        counts, line = self.counts[-1], self.line[-1]
        match entry.input:
            case Faces() as faces:
                counts = self._rolled(entry, faces, counts)
            case Undo(to=to) if not 0 <= to < entry.n:
                self.faults.append(f"Line {entry.n + 1}: goes back to entry {to}, which is not there.")
            case Undo(to=to):
                counts, line = self.counts[to], self.line[to]
                self._taken_back(entry)
            case Word() as word:
                self.rounds.heard(entry.n, word)
            case Sit() as sit:
                self.rounds.sat(entry.n, sit)
            case Rekey():
                self._rekeyed(entry.n)
            case Close():
                self.ended = True
        self.counts.append(counts)
        self.line.append(_Played(entry, line) if isinstance(entry.input, PLAYED) else line)
        if self.play:
            self._played(self.play, entry)
        self.entries.append(entry)
        self.ledger = self.ledger.after(entry)
        self.before = entry.id

    def _rolled(self, entry: Entry, faces: Faces, counts: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
        kind = (faces.purpose, faces.seat)
        nth = counts.get(kind, 0)
        row = Checked(entry.n, faces.seat, faces.purpose, faces.values)
        where = f"Line {entry.n + 1}: the roll of {faces.seat or 'the table'} for {faces.purpose!r}"
        if faces.typed:
            row = structs.replace(row, verdict="typed")
            if not self.typed:
                said = self.faults if self._has_key(entry.n) else self.notes
                said.append(f"{where} was typed, and line 1 says that this table rolls by itself.")
        else:
            if faces.nth != nth:
                self.faults.append(f"{where} calls itself number {faces.nth} of its kind; {nth} went before it.")
            mix = self.first.setdefault((*kind, nth), self.rounds.mix_for(faces.seat))
            self.alone += not mix
            self.rounds.rolled(faces.seat, mix)
            if faces.mix != mix:
                self.faults.append(f"{where} uses other words than those in force.")
            if not faces.values:
                row = structs.replace(row, verdict="withheld")
            elif not self._has_key(entry.n):
                self.unshown += 1
            elif self.key is not None:
                row = self._compared(row, faces, nth, mix)
            if row.verdict == "different" and not faces.dice and self.play and otherwise(self.header, self.play.game):
                row = structs.replace(row, due=(), verdict="unchecked")
                self._unlike(self.play.game, entry.n, "the rules draw from other cards, so that these are not checked.")
            if row.verdict == "different":
                self.faults.append(f"{where} says {_list(row.said)}; the key gives {_list(row.due)}.")
        self.rolls.append(row)
        return {**counts, kind: nth + 1}

    def _has_key(self, n: int) -> bool:
        """Whether entry n hangs on the key that is shown, or will be where the table is open."""
        return n > self.keyed and (self.key is not None or not self.closed)

    def _rekeyed(self, n: int) -> None:
        self.rounds.rekeyed(n)
        self.first.clear()
        self.doubts.append(
            f"Line {n + 1}: from here on the dice fall by another key, which was chosen after all that stands before; the one of "
            "before is not shown. So it is where a table goes on elsewhere by its record alone."
        )

    def _compared(self, row: Checked, faces: Faces, nth: int, mix: str) -> Checked:
        key = self.key or b""
        place = (self.header.table, mix, faces.purpose, faces.seat, nth)
        due: tuple[int | str, ...]
        if faces.dice:
            if len(faces.dice) > MOST_DICE or not all(0 < size < LARGEST for size in faces.dice):
                self.faults.append(f"Line {row.n + 1}: there are no such dice.")
                return row
            due = tuple(_pick(key, size, "cliffhanger die 1", *place, at) + 1 for at, size in enumerate(faces.dice))
        else:
            asked = self._waiting(row.n)
            if not isinstance(asked, Draw):
                return row
            left, found = sorted(asked.cards), list[str]()
            for at in range(min(asked.count, len(left))):
                found.append(left.pop(_pick(key, len(left), "cliffhanger card 1", *place, at)))
            due = tuple(found)
        return structs.replace(row, due=due, verdict="equal" if due == faces.values else "different")

    def _waiting(self, n: int) -> Waiting:
        """What the rules wait for before entry n; nothing where they break on that, for then nothing is played on."""
        if self.play is None:
            return ()
        try:
            return self.play.game.waiting(self.play.now.state)
        except Exception as error:
            self._unlike(self.play.game, n, f"the rules break before it: {error!r:.200}")
            self.play = None
            return ()

    def _played(self, play: Play[Any], entry: Entry) -> None:
        try:
            if isinstance(entry.input, Faces):
                self._asked(play, entry.input, entry.n)
            if self._exact and (why := self._wrongful(play, entry)):
                self.faults.append(f"Line {entry.n + 1}: {why}")
            found = play.again(entry.input)
            if not isinstance(found, tuple):
                self._unlike(play.game, entry.n, f"the rules refuse it: {found}")
                self.play = None
                return
            point, events = found
            told = self._told(play, entry, point.state, events)
        except Exception as error:
            self._unlike(play.game, entry.n, f"the rules break on it: {error!r:.200}")
            self.play = None
            return
        said = entry.events if self._exact else entry.events[-len(told) :]
        if (told or self._exact) and encode(said) != encode(told):
            self._unlike(play.game, entry.n, "what was told is not what the rules tell.")
        play.keep(point)

    @property
    def _exact(self) -> bool:
        """Whether every sentence and every right is checked: older records were written under others."""
        return self.header.cliffhanger >= OWN_WORDS

    def _told(self, play: Play[Any], entry: Entry, after: Any, events: tuple[Event, ...]) -> tuple[Event, ...]:  # noqa: ANN401
        """All that is told of an entry; of an old one what the rules tell."""
        put, game = entry.input, play.game
        change = Change(play.now.state, after, tuple(seat.id for seat in self.header.setup.seats))
        if not self._exact:
            return sentences(game, put, change, events)
        first = tuple(told(each, game.say(each)) for each in play.opening) if entry.n == 1 else ()
        gone, back = play.undone(entry.n - 1, put.to) if isinstance(put, Undo) else ((), ())
        undone = self._deeds(gone), self._deeds(back)
        return first + all_told(game, put, change, events, By(entry.seat, self.ledger, undone))

    def _deeds(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(n for n in numbers if permissions.deed(self.entries[n - 1].input))

    def _wrongful(self, play: Play[Any], entry: Entry) -> str:
        keyless = not self._has_key(entry.n)
        return self.rights.wrongful(play, self.ledger, entry, self.before, keyless=keyless)

    def _taken_back(self, entry: Entry) -> None:
        """Name dice that were seen and taken back: whoever goes on otherwise until they fall well is seen by that."""
        assert isinstance(entry.input, Undo)
        now, then, gone = self.line[-1], self.line[entry.input.to], list[Faces]()
        while now is not then:
            if now and (then is None or now.entry.n > then.entry.n):
                gone += [now.entry.input] if isinstance(now.entry.input, Faces) and now.entry.input.dice else []
                now = now.below
            else:
                then = then and then.below
        self.regretted += len(gone)
        if gone:
            rolls = ", ".join(
                f"{each.seat or 'the table'} for {each.purpose!r} ({_list(each.values)})" for each in gone[::-1][:NAMED]
            )
            self.doubts.append(f"Line {entry.n + 1}: {entry.seat or 'nobody'} takes back dice that were seen: {rolls}.")

    def _regrets(self) -> list[str]:
        """What the verdict says of dice that were taken back: a table may agree on that, and a reader has to know."""
        if not self.regretted:
            return []
        return [f"{self.regretted} of them {'was' if self.regretted == 1 else 'were'} taken back after they were seen"]

    def _promised(self) -> list[str]:
        """What the dice rest on where no words of players go into them."""
        weak = list(filter(None, self.rounds.weakness()[:1]))
        if not self._exact or not self.alone:
            return weak
        mixed = any(row.verdict == "equal" for row in self.rolls) and len(self.rolls) > self.alone
        who = (
            "before words of two people were in"
            if mixed or len(self.rounds.people) > 1
            else "by somebody alone at the table"
        )
        return [
            *weak,
            f"{self.alone} of the {len(self.rolls)} rolls were made {who}: they rest on the key's promise alone, "
            "which is that it was chosen before the first act.",
        ]

    def compare(self, found: list[bytes], kept: Sequence[str]) -> None:
        """Hold the record against what players kept."""
        read = list[keeping.Kept]()
        for each in kept:
            try:
                read += keeping.read(each)
            except Unreadable as error:
                self.faults.append(str(error))
        head = self.header
        rounds, projected = self.rounds, bool(head.seat)
        whole = keeping.Whole(
            head.table, found, rounds.held, rounds.sits, rounds.left, self.key, projected, self.keyed, rounds.keys
        )
        apart = keeping.differences(whole, read)
        self.faults += apart.faults
        self.doubts += apart.notes
        self.clauses = apart.clauses

    def _asked(self, play: Play[Any], faces: Faces, n: int) -> None:
        asked = play.game.waiting(play.now.state)
        if isinstance(asked, Roll | Draw):
            dice = asked.dice if isinstance(asked, Roll) else ()
            if (asked.purpose, asked.seat, dice) != (faces.purpose, faces.seat, faces.dice):
                self._unlike(play.game, n, "the rules asked for another roll than this one.")


def _pick(key: bytes, size: int, *place: str | int) -> int:
    whole = (2**64 // size) * size
    tries = 0
    while True:
        block = hmac.new(key, message(*place, tries), hashlib.sha256).hexdigest()
        number = int(block[:16], 16)
        if number < whole:
            return number % size
        tries += 1


def _list(values: tuple[int | str, ...]) -> str:
    return " ".join(map(str, values)) or "nothing"
