"""The rounds of words of a record, read a second time: who might speak, what counts, and which words each roll uses.

Like `verify.py` it is written from the description in `entropy.py` and shares no line with it.
"""

import hashlib
from collections.abc import Iterable, Mapping

from msgspec import Struct

from cliffhanger.kernel.inputs import Sit, Word
from cliffhanger.kernel.record.format import OWN_WORDS, Header

PERSON = "person"


class Held(Struct):
    """A round as it stands in the record: the entry with its hashes, who might speak, what each hid and what they said.

    `hashes` and `said` are by seat; `done` is the entry with the words, 0 while there is none.
    """

    number: int
    n: int
    might: frozenset[str]
    hashes: Mapping[str, str]
    said: Mapping[str, str] = {}
    done: int = 0


class Rounds:
    """Walks the rounds of a record; `faults` are what nobody honest writes, `notes` what nobody can tell from the record."""

    def __init__(self, header: Header) -> None:
        self.table, self.old = header.table, header.cliffhanger < OWN_WORDS
        self.players = {each.id for each in header.setup.seats if each.role not in header.runs}
        self.people: set[str] = set()
        self.due = True
        self.held: list[Held] = []
        self.own: dict[str, str] = {}
        self.common = ""
        self.silent: list[str] = []  # players whose dice were thrown with words of others alone
        self.faults: list[str] = []
        self.notes: list[str] = []

    def mix_for(self, seat: str) -> str:
        """The words that go into a roll of this seat that was never made before."""
        found = self.own.get(seat, self.common)
        if found and seat not in self.own and seat in self.people & self.players and seat not in self.silent:
            self.silent.append(seat)
        return found

    def sat(self, sit: Sit) -> None:
        """Somebody takes a seat or leaves it."""
        if sit.holder != PERSON:
            self.people.discard(sit.seat)
            self.own.pop(sit.seat, None)
            return
        self.people.add(sit.seat)
        self.due = self.due or self.old or sit.seat in self.players

    def rekeyed(self, n: int) -> None:
        """From entry n on another key counts: words of before it were known when it was chosen."""
        self.own.clear()
        self.common, self.due = "", True
        if self.held and not self.held[-1].done:
            self.held[-1].done = n

    def heard(self, n: int, word: Word) -> None:
        """The next entry of a round."""
        now = self.held[-1].number if self.held else 0
        if word.commits or (not word.words and word.round != now):
            self._begun(n, word, now + 1)
        else:
            self._finished(n, word, now)

    def _begun(self, n: int, word: Word, due: int) -> None:
        line, hashes, might = n + 1, dict(word.commits), frozenset(self.people & self.players)
        if word.words or word.round != due:
            self.faults.append(f"Line {line}: round {due} of words begins with its hashes.")
        if len({said for _, said in word.commits}) < len(word.commits):
            self.faults.append(f"Line {line}: two pages hide the same word.")
        if not self.old:
            if not self.due:
                self.faults.append(
                    f"Line {line}: round {word.round} of words is the host's own: no seat had changed hands since the last."
                )
            for who in sorted(hashes.keys() - might):
                self.faults.append(
                    f"Line {line}: {who} speaks a word in round {word.round}, and no player sits there: it is the host's own."
                )
            if away := sorted(might - hashes.keys()):
                self.notes.append(
                    f"Line {line}: round {word.round} was held without {_names(away)}, who sat at the table: "
                    "their pages were not open, or were not asked."
                )
        self._missing()
        self.held.append(Held(word.round, n, might, hashes))

    def _finished(self, n: int, word: Word, now: int) -> None:
        line = n + 1
        if word.round != now:
            self.faults.append(f"Line {line}: words of round {word.round} while round {now} is under way.")
        if not self.held or self.held[-1].done:
            self.faults.append(f"Line {line}: words for which nobody had said a hash.")
            return
        held = self.held[-1]
        for who, said in word.words:
            if hashlib.sha256(unhexed(said)).hexdigest() != held.hashes.get(who, ""):
                self.faults.append(f"Line {line}: the word of {who} is not the one it hid.")
        held.said, held.done = dict(word.words), n
        flat = [part for who_and_word in sorted(word.words) for part in who_and_word]
        self._counted(held, hashlib.sha256(message("cliffhanger words 1", self.table, word.round, *flat)).hexdigest())

    def _counted(self, held: Held, mix: str) -> None:
        if self.old:
            self.common = mix
            return
        players = self.people & self.players
        enough = len(held.said) > 1 or (len(held.said) == len(players) == 1 and len(self.people) > 1)
        if not enough:
            return
        self.due = False
        self.own.update(dict.fromkeys(held.said, mix))
        if all(who in held.said for who in self.own if who in players):
            self.common = mix

    def _missing(self) -> None:
        """Say of the last round who hid a word and never said it."""
        if self.held and (silent := sorted(self.held[-1].hashes.keys() - self.held[-1].said.keys())):
            held = self.held[-1]
            self.notes.append(
                f"Line {held.n + 1}: {_names(silent)} hid a word in round {held.number}, and it is missing: "
                "what their pages kept tells whether it was dropped."
            )

    def end(self) -> None:
        """The record ends here."""
        self._missing()
        if self.silent and not self.old:
            self.notes.append(
                f"{_names(self.silent)} threw dice with words of others alone: no word of theirs was in by then, "
                "for their pages were not open, or were not asked."
            )


def _names(who: Iterable[str]) -> str:
    *most, last = who
    return f"{', '.join(most)} and {last}" if most else last


def message(*parts: str | int) -> bytes:
    """What is hashed: each part as UTF-8 with its length in four bytes before it."""
    out = bytearray()
    for part in parts:
        text = str(part).encode("utf-8")
        out += bytes((len(text) >> 24 & 255, len(text) >> 16 & 255, len(text) >> 8 & 255, len(text) & 255)) + text
    return bytes(out)


def unhexed(text: str) -> bytes:
    """The bytes that hex digits stand for; nothing for what is no hex."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
