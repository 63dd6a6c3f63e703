"""The rounds of words of a record, read a second time: who might speak, what counts, and which words each roll uses.

Like `verify.py` it is written from the description in `words.py` and `entropy.py` and shares no line with them. What all
formats have in common stands here, with the rule of format 4; the rules before it are in `verify_before.py`.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from cliffhanger.kernel.inputs import Sit, Word
from cliffhanger.kernel.record.format import Header
from cliffhanger.table.verify_shares import Shares, names, times

PERSON = "person"
WORD, HASH = re.compile("[0-9a-f]{32}"), re.compile("[0-9a-f]{64}")


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
    """Walks the rounds of a record by the rule of format 4.

    `faults` are what nobody honest writes, `notes` what nobody can tell from the record; `clauses` says the gravest of
    them in a few words each. `sits` are the entries by which a seat changed hands, `left` those among them by which
    somebody lost it.
    """

    def __init__(self, header: Header) -> None:
        self.table, self.format = header.table, header.cliffhanger
        self.players = {each.id for each in header.setup.seats if each.role not in header.runs}
        self.people: set[str] = set()
        self.held: list[Held] = []
        self.own: dict[str, str] = {}
        self.common = ""
        self.firm: set[str] = set()  # whose dice no round turns any more
        self.turned: set[str] = set()  # whose first word has turned the dice of seats without words
        self.still: set[str] = set()  # who hid a word in the round under way and sits there still
        self.sits: list[tuple[int, str]] = []
        self.left: list[tuple[int, str]] = []
        self.shares = Shares()
        self.keys: list[int] = []  # the entries by which another dice key was chosen
        self.lost: Counter[str] = Counter()  # words that were hidden and never shown, by seat
        self.faults: list[str] = []
        self.notes: list[str] = []

    def mix_for(self, seat: str) -> str:
        """The words that go into a roll of this seat that was never made before."""
        return self.own.get(seat, self.common)

    def rolled(self, seat: str, mix: str) -> None:
        """Dice fall with these words."""
        self.shares.rolled(seat, mix, self.people & self.players)

    def sat(self, n: int, sit: Sit) -> None:
        """Somebody takes a seat, leaves it, or is named anew."""
        before = sit.seat in self.people
        if not (before and sit.holder == PERSON):
            self.sits.append((n, sit.seat))
            self._changes_hands(sit.seat)
        if sit.holder == PERSON:
            self.people.add(sit.seat)
            if not before and sit.seat in self.players:
                self.shares.taken(sit.seat, n + 1)
        else:
            self.people.discard(sit.seat)
            if before:
                self.left.append((n, sit.seat))

    def rekeyed(self, n: int) -> None:
        """From entry n on another key counts: words of before it were known when it was chosen."""
        self.keys.append(n)
        self.common = ""
        for each in (self.own, self.firm, self.turned, self.still):
            each.clear()
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
        if len(hashes) < len(word.commits):
            self.faults.append(f"Line {line}: a seat hides two words.")
        for who in sorted(who for who, said in hashes.items() if not HASH.fullmatch(said)):
            self.faults.append(f"Line {line}: the hash of {who} is not written as a page writes it.")
        self._uncalled(line, word, might)
        self._missing()
        self.still = set(hashes)
        self.held.append(Held(word.round, n, might, hashes))

    def _uncalled(self, line: int, word: Word, might: frozenset[str]) -> None:
        """Name a round for which nobody asked, and those that speak in it or do not."""
        hashes = dict(word.commits)
        if not self._due():
            self.faults.append(
                f"Line {line}: round {word.round} of words is the host's own: no player sat there who needed words."
            )
        if not hashes or (self.held and not self.held[-1].done):
            self.faults.append(f"Line {line}: round {word.round} of words begins without hashes, or within another.")
        self._strangers(line, word.round, hashes, might)

    def _strangers(self, line: int, number: int, hashes: Mapping[str, str], might: frozenset[str]) -> None:
        for who in sorted(hashes.keys() - might):
            self.faults.append(
                f"Line {line}: {who} speaks a word in round {number}, and no player sits there: it is the host's own."
            )
        if away := sorted(might - hashes.keys()):
            self.notes.append(
                f"Line {line}: round {number} was held without {names(away)}, who sat at the table: "
                "their pages were not open, or were not asked."
            )

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
            elif not WORD.fullmatch(said):  # the same bytes, but other dice: its letters are in the mix
                self.faults.append(
                    f"Line {line}: the word of {who} is written otherwise than a page writes it, which turns its dice."
                )
        held.said, held.done = dict(word.words), n
        self._counted(held, word.round)

    # The rule

    def _changes_hands(self, seat: str) -> None:
        self.own.pop(seat, None)
        for each in (self.firm, self.turned, self.still):
            each.discard(seat)

    def _due(self) -> bool:
        here = self.people & self.players
        if len(self.people) < 2:
            return False
        return any(who not in self.firm for who in here) if len(here) > 1 else any(who not in self.own for who in here)

    def _counted(self, held: Held, number: int) -> None:
        if not held.said:
            return
        mix = self._mixed(number, {**held.hashes, **held.said})
        pair = len(held.hashes) > 1
        everybody = all(who in self.still for who in self.own)
        for who in held.said:
            if who in self.still and who not in (self.firm if pair else self.own):
                self._takes(who, mix)
                if pair:
                    self.firm.add(who)
        if everybody and self.still - self.turned:
            self.common, self.turned = mix, self.turned | self.still
        self.shares.mixed(mix, held.said)

    def _takes(self, who: str, mix: str) -> None:
        self.own[who] = mix
        self.shares.drawn(who)

    def _mixed(self, number: int, parts: Mapping[str, str]) -> str:
        flat = [part for who_and_word in sorted(parts.items()) for part in who_and_word]
        return hashlib.sha256(message("cliffhanger words 1", self.table, number, *flat)).hexdigest()

    # What is found

    def _missing(self) -> None:
        """Say of the last round who hid a word and never said it."""
        if self.held and (silent := sorted(self.held[-1].hashes.keys() - self.held[-1].said.keys())):
            held = self.held[-1]
            self.lost.update(silent)
            self.notes.append(
                f"Line {held.n + 1}: {names(silent)} hid a word in round {held.number}, and it is missing: "
                "what their pages kept tells whether it was dropped."
            )

    def end(self) -> None:
        """The record ends here."""
        self._missing()
        self.notes += self.shares.notes()

    def weakness(self) -> tuple[str, str]:
        """What an older rule left open, in a sentence, and in a few words for the verdict."""
        return "", ""

    def clauses(self) -> list[str]:
        """What the verdict itself says of the words."""
        missing = ", ".join(f"{who} {times(count)}" for who, count in sorted(self.lost.items()))
        found = [f"the dice key was changed {times(len(self.keys))}"] if self.keys else []
        return found + ([f"words that were hidden are missing ({missing})"] if missing else []) + self.shares.clauses()


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
