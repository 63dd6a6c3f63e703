"""Checks a record against itself: its chain, its words, its undos, and every face, from the key shown at the close.

This is a second reading of the rules in `dice.py` and `words.py`, written from their description and sharing no line
with them, so that a slip in the one is seen by the other. With the game at hand it also plays the record again:
what was rolled must be what the rules asked for, and what was told what they tell. A record that was played under
another version of the rules is played by those that are here: where they differ is noted, and no fault of the record.
"""

import hashlib
import hmac
from typing import Any, Literal

from msgspec import Struct, structs

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import Game, Waiting
from cliffhanger.kernel.inputs import Close, Faces, Undo, Word
from cliffhanger.kernel.invariants import invariant_error
from cliffhanger.kernel.record.format import Entry, Header, Record, broken, encode, lines, read
from cliffhanger.kernel.record.replay import Play
from cliffhanger.table.table_events import Change, sentences

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
    they make something else than the version that it was played under.
    """

    table: str
    closed: bool
    rolls: tuple[Checked, ...] = ()
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    replayed: bool = False
    differ: tuple[int, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether everything that can be checked was checked, and nothing is wrong."""
        return self.closed and not self.faults

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
        parts += [f"{rest} could not be checked"] if rest else []
        parts += [f"the rules here make something else of {counted(len(self.differ))}"] if self.differ else []
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


def verify(data: bytes, game: Game[Any] | None = None) -> Report:
    """Check a record; a file that is no record at all comes back as one fault."""
    try:
        record = read(data, chained=False)
        wrong = broken(lines(data), record.entries)
    except Unreadable as error:
        return Report("", closed=False, faults=(str(error),))
    check = _Check(record, game)
    check.faults += [f"Line {n}: the line before it was changed, or this one does not belong here." for n in wrong]
    for entry in record.entries:
        check.entry(entry)
    return check.report()


class _Check:
    """Walks a record once, entry by entry."""

    def __init__(self, record: Record, game: Game[Any] | None) -> None:
        self.header: Header = record.header
        self.rolls: list[Checked] = []
        self.faults: list[str] = []
        self.notes: list[str] = []
        self.differ: dict[int, str] = {}
        self.ended = False
        self.key = self._shown(record.entries)
        self.game, self.play = game, self._begun(game)
        self.counts: list[dict[tuple[str, str], int]] = [{}]
        self.first: dict[tuple[str, str, int], str] = {}
        self.round, self.hashes, self.mix = 0, dict[str, str](), ""

    def _shown(self, entries: tuple[Entry, ...]) -> bytes | None:
        shown = next((e.input.key for e in entries if isinstance(e.input, Close)), None)
        if shown is None:
            return None
        try:
            key = bytes.fromhex(shown)
        except ValueError:
            key = b""
        if hashlib.sha256(key).hexdigest() != self.header.key_hash:
            self.faults.append("The key shown at the close is not the one whose hash stands in line 1.")
        return key

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
        named = [f"Line {n + 1}: {why}" for n, why in self.differ.items()]
        if len(named) > NAMED:
            named[NAMED:] = [f"They differ in {counted(len(named) - NAMED)} more."]
        if named and self.play is None:
            named.append("What comes after that was not played again.")
        return Report(
            self.header.table,
            self.key is not None,
            tuple(self.rolls),
            tuple(self.faults),
            (*self.notes, *named),
            self.play is not None,
            tuple(self.differ),
        )

    def entry(self, entry: Entry) -> None:
        """Check one entry, and go on as if it were right."""
        if self.ended:
            self.faults.append(f"Line {entry.n + 1}: nothing comes after the close.")
        counts = self.counts[-1]
        match entry.input:
            case Faces() as faces:
                counts = self._rolled(entry, faces, counts)
            case Undo(to=to) if not 0 <= to < entry.n:
                self.faults.append(f"Line {entry.n + 1}: goes back to entry {to}, which is not there.")
            case Undo(to=to):
                counts = self.counts[to]
            case Word() as word:
                self._worded(entry, word)
            case Close():
                self.ended = True
        self.counts.append(counts)
        if self.play:
            self._played(self.play, entry)

    def _rolled(self, entry: Entry, faces: Faces, counts: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
        kind = (faces.purpose, faces.seat)
        nth = counts.get(kind, 0)
        row = Checked(entry.n, faces.seat, faces.purpose, faces.values)
        where = f"Line {entry.n + 1}: the roll of {faces.seat or 'the table'} for {faces.purpose!r}"
        if faces.typed:
            row = structs.replace(row, verdict="typed")
        else:
            if faces.nth != nth:
                self.faults.append(f"{where} calls itself number {faces.nth} of its kind; {nth} went before it.")
            mix = self.first.setdefault((*kind, nth), self.mix)
            if faces.mix != mix:
                self.faults.append(f"{where} uses other words than those in force.")
            if not faces.values:
                row = structs.replace(row, verdict="withheld")
            elif self.key is not None:
                row = self._compared(row, faces, nth, mix)
            if row.verdict == "different" and not faces.dice and self.play and otherwise(self.header, self.play.game):
                row = structs.replace(row, due=(), verdict="unchecked")
                self._unlike(self.play.game, entry.n, "the rules draw from other cards, so that these are not checked.")
            if row.verdict == "different":
                self.faults.append(f"{where} says {_list(row.said)}; the key gives {_list(row.due)}.")
        self.rolls.append(row)
        return {**counts, kind: nth + 1}

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

    def _worded(self, entry: Entry, word: Word) -> None:
        line = entry.n + 1
        if word.commits or (not word.words and word.round != self.round):
            if word.words or word.round != self.round + 1:
                self.faults.append(f"Line {line}: round {self.round + 1} of words begins with its hashes.")
            if len({said for _, said in word.commits}) < len(word.commits):
                self.faults.append(f"Line {line}: two pages hide the same word.")
            self.round, self.hashes = word.round, dict(word.commits)
            return
        for who, said in word.words:
            if self.hashes.pop(who, "") != hashlib.sha256(_bytes(said)).hexdigest():
                self.faults.append(f"Line {line}: the word of {who} is not the one it hid.")
        if word.round != self.round:
            self.faults.append(f"Line {line}: words of round {word.round} while round {self.round} is under way.")
        flat = [part for who_and_word in sorted(word.words) for part in who_and_word]
        self.mix = hashlib.sha256(_message("cliffhanger words 1", self.header.table, word.round, *flat)).hexdigest()

    def _played(self, play: Play[Any], entry: Entry) -> None:
        try:
            if isinstance(entry.input, Faces):
                self._asked(play, entry.input, entry.n)
            found = play.again(entry.input)
            if not isinstance(found, tuple):
                self._unlike(play.game, entry.n, f"the rules refuse it: {found}")
                self.play = None
                return
            point, events = found
            seats = tuple(seat.id for seat in self.header.setup.seats)
            told = sentences(play.game, entry.input, Change(play.now.state, point.state, seats), events)
        except Exception as error:
            self._unlike(play.game, entry.n, f"the rules break on it: {error!r:.200}")
            self.play = None
            return
        if told and encode(entry.events[-len(told) :]) != encode(told):
            self._unlike(play.game, entry.n, "what was told is not what the rules tell.")
        play.keep(point)

    def _asked(self, play: Play[Any], faces: Faces, n: int) -> None:
        asked = play.game.waiting(play.now.state)
        if isinstance(asked, Roll | Draw):
            dice = asked.dice if isinstance(asked, Roll) else ()
            if (asked.purpose, asked.seat, dice) != (faces.purpose, faces.seat, faces.dice):
                self._unlike(play.game, n, "the rules asked for another roll than this one.")


def _message(*parts: str | int) -> bytes:
    out = bytearray()
    for part in parts:
        text = str(part).encode("utf-8")
        out += bytes((len(text) >> 24 & 255, len(text) >> 16 & 255, len(text) >> 8 & 255, len(text) & 255)) + text
    return bytes(out)


def _pick(key: bytes, size: int, *place: str | int) -> int:
    whole = (2**64 // size) * size
    tries = 0
    while True:
        block = hmac.new(key, _message(*place, tries), hashlib.sha256).hexdigest()
        number = int(block[:16], 16)
        if number < whole:
            return number % size
        tries += 1


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _list(values: tuple[int | str, ...]) -> str:
    return " ".join(map(str, values)) or "nothing"
