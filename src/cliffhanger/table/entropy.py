"""Rounds of words: what people mix into the dice, so that whoever knows the key cannot have chosen the faces.

First every page says the SHA-256 of 16 random bytes; then all say the bytes. Who does not answer stays in the record with
the hash alone, and that goes into the mix in place of the word. Which round a roll uses, and when there is one, is said in
`words.py`.
"""

import re
from collections.abc import Collection
from hashlib import sha256

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Word
from cliffhanger.table.dice import packed

WORD, HASH = re.compile("[0-9a-f]{32}"), re.compile("[0-9a-f]{64}")
MOST = 64


def hidden(word: str) -> str:
    """The hash a page says first: SHA-256 (hex) of the word's 16 bytes; the word itself is written in hex."""
    return sha256(bytes.fromhex(word)).hexdigest()


def mix(table: str, said: Word, hidden: Word | None = None) -> str:
    """What a finished round adds to the dice; the order in which people answered does not matter.

    `hidden` is the entry with its hashes: who did not show their word is in the mix with the hash. Up to format 3 they
    were left out.
    """
    each = dict(hidden.commits if hidden else ()) | dict(said.words)
    parts = [part for who in sorted(each) for part in (who, each[who])]
    return sha256(packed("cliffhanger words 1", table, said.round, *parts)).hexdigest()


def unfit(put: Word, under_way: Word | None, rounds: int) -> str:
    """Why these words do not continue the rounds so far; empty when they do."""
    if put.commits and put.words:
        return "Hashes come first, words after all hashes."
    if len(put.commits) + len(put.words) > MOST:
        return f"At most {MOST} pages take part in a round of words."
    if under_way is None or put.commits:
        if put.words or put.round != rounds + 1:
            return f"Round {rounds + 1} of words begins with its hashes."
        return _uncommitted(put)
    if put.round != under_way.round:
        return f"Round {under_way.round} of words is under way."
    told = dict(under_way.commits)
    for who, word in put.words:
        if not WORD.fullmatch(word) or hidden(word) != told.pop(who, ""):
            return f"The word of {who} is not the one that was hidden."
    return ""


def _uncommitted(put: Word) -> str:
    hashes = [each for _, each in put.commits]
    if not all(HASH.fullmatch(each) for each in hashes):
        return "A hash is 64 characters from 0 to 9 and a to f."
    if len(set(hashes)) < len(hashes) or len(dict(put.commits)) < len(hashes):
        return "Every page hides a word of its own."
    return ""


class Round:
    """A round of words as a host collects it: hand `hashes` to the table, then `words`, each when its time is up."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._hashes: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._shown = False

    @classmethod
    def taken_up(cls, hashes: Word) -> "Round":
        """A round whose hashes stand in the record already: its words can still be said."""
        begun = cls(hashes.round)
        begun._hashes, begun._shown = dict(hashes.commits), True
        return begun

    def commit(self, who: str, hashed: str) -> Refusal | None:
        """A page says its hash."""
        if self._shown:
            return Refusal("", "The hashes of this round are shown already.", "The next round comes by itself.")
        if who in self._hashes:
            return Refusal("", "A page hides one word a round.")
        if why := _uncommitted(Word(self.number, (*self._hashes.items(), (who, hashed)))):
            return Refusal("", why)
        self._hashes[who] = hashed
        return None

    def forgets(self, who: str) -> None:
        """The page that said this hash is gone, and its seat may say another while hashes are taken."""
        if not self._shown:
            self._hashes.pop(who, None)

    def reveal(self, who: str, word: str) -> Refusal | None:
        """A page says its word."""
        if not self._shown:
            return Refusal("", "Words come after all hashes.", "Wait until the hashes are shown.")
        if not WORD.fullmatch(word) or hidden(word) != self._hashes.get(who):
            return Refusal(
                "", "That is not the word that was hidden.", "It can be left out; the round goes on without."
            )
        self._words[who] = word
        return None

    @property
    def complete(self) -> bool:
        """Whether every page that said a hash has said its word."""
        return self._shown and len(self._words) == len(self._hashes)

    def hashes(self, among: Collection[str] | None = None) -> Word:
        """Close the first half: what goes into the record now, where it is given of those who are `among` the speakers still."""
        self._hashes = {who: hashed for who, hashed in self._hashes.items() if among is None or who in among}
        self._shown = True
        return Word(self.number, commits=tuple(sorted(self._hashes.items())))

    def words(self) -> Word:
        """Close the second half: those who answered."""
        return Word(self.number, words=tuple(sorted(self._words.items())))
