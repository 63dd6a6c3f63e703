"""What the page of a seat has kept of an evening, and whether a record agrees with it.

A text, a line each, the oldest first, that the page "How the dice are checked" gives out:

```
cliffhanger kept 1 TABLE SEAT    what it is, and where it was kept
at N MARK                        the page was shown entry N; its mark is described in dice.py
word ROUND WORD                  the page hid this word (32 hex digits)
said ROUND                       and was shown the hashes, and said it
on                               the page connected anew
open                             it has been open for a while since then, and hears of every round from here on
```
A word counts as said after the last mark before it: the hashes have to stand in the record at that mark.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence

from msgspec import Struct

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.record.format import digest
from cliffhanger.table.verify_words import Held, message, unhexed

NUMBER = re.compile(r"[0-9]{1,9}")
FIRST = ("cliffhanger", "kept", "1")
LARGEST = 4_000_000  # signs of one such text


class Kept(Struct):
    """What one browser kept for one seat: `marks` in the order they were seen, `words` and `said` by round.

    `said` gives the entry that was the newest when the word was said; `open` the stretches of entries, from one to
    another, during which the page was open all the time.
    """

    table: str
    seat: str
    marks: list[tuple[int, str]] = []
    words: dict[int, list[str]] = {}
    said: dict[int, int] = {}
    open: list[tuple[int, int]] = []


def read(text: str) -> list[Kept]:
    """Read what a browser has kept, for one seat or several; Unreadable names the line that is none of its."""
    parts: list[list[str]] = []
    for line in filter(None, map(str.strip, text[:LARGEST].splitlines())):
        if line.startswith(f"{FIRST[0]} ") or not parts:
            parts.append([])
        parts[-1].append(line)
    if len(text) > LARGEST or not parts:
        raise Unreadable("This is not what a page keeps of a table: that begins with `cliffhanger kept 1`.")
    return [_part(lines) for lines in parts]


def _part(lines: list[str]) -> Kept:
    first = lines[0].split(" ", 4)  # a seat's name may have blanks in it
    if tuple(first[:3]) != FIRST or len(first) != 5:
        raise Unreadable("This is not what a page keeps of a table: that begins with `cliffhanger kept 1`.")
    kept, was_open = Kept(first[3], first[4]), False
    for number, line in enumerate(lines[1:], 2):
        match line.split():
            case ["at", n, mark] if NUMBER.fullmatch(n):
                kept.marks.append((int(n), mark))
                if was_open:
                    kept.open[-1] = (kept.open[-1][0], max(int(n), kept.open[-1][1]))
            case ["word", of, word] if NUMBER.fullmatch(of):
                kept.words.setdefault(int(of), []).append(word)
            case ["said", of] if NUMBER.fullmatch(of) and kept.marks:
                kept.said[int(of)] = kept.marks[-1][0]
            case ["on"]:
                was_open = False
            case ["open"] if kept.marks:
                was_open = True
                kept.open.append((kept.marks[-1][0],) * 2)
            case _:
                raise Unreadable(f"Line {number} of what {kept.seat} kept cannot be read.")
    return kept


class Whole(Struct):
    """What a record says of itself: its lines, its rounds, who sat down where and at which entry; the key once it is shown.

    `projected`: it is what one seat took home, and its lines are others than those of the whole record.
    """

    table: str
    lines: Sequence[bytes]
    rounds: Sequence[Held]
    sits: Sequence[tuple[int, str]]
    key: bytes | None
    projected: bool = False


def differences(whole: Whole, kept: Sequence[Kept]) -> tuple[list[str], list[str]]:
    """What is wrong with a record by what players kept, and what could not be checked, or agrees; a sentence each."""
    faults: list[str] = []
    notes: list[str] = []
    own = [each for each in kept if each.table == whole.table]
    faults += [f"What {each.seat} kept is of table {each.table}, not of this one." for each in kept if each not in own]
    for each in own:
        wrong = _rewritten(whole, each)
        wrong += _words(whole, each, [other for other in own if other.seat == each.seat])
        faults += wrong
        if whole.projected:
            notes.append(f"What {each.seat} kept of entries can be checked by the whole record alone, not by a seat's.")
        elif whole.key is None:
            notes.append(f"What {each.seat} kept of entries can be checked when the table is closed.")
        elif not wrong and each.marks:
            told = f"{len(each.marks)} times up to entry {max(n for n, _ in each.marks)}"
            notes.append(
                f"The page of {each.seat} saw this very record: {told}, and said {len(each.said)} of its words."
            )
    return faults, notes


def _rewritten(whole: Whole, kept: Kept) -> list[str]:
    """Whether the record is the one that the page was shown, as far as it was."""
    if whole.key is None or whole.projected:
        return []
    last, good = len(whole.lines) - 1, 0
    for n, mark in kept.marks:
        if n > last:
            return [
                f"The page of {kept.seat} was shown entry {n}, and the record ends with entry {last}: a part was dropped."
            ]
        if not hmac.compare_digest(mark.encode(), _mark(whole, n).encode()):
            return [
                f"The page of {kept.seat} was shown another entry {n}: the record was rewritten after entry {good}, "
                "or a branch of it was dropped."
            ]
        good = max(good, n)
    return []


def _mark(whole: Whole, n: int) -> str:
    text = message("cliffhanger mark 1", whole.table, n, digest(whole.lines[n]))
    return hmac.new(whole.key or b"", text, hashlib.sha256).hexdigest()[:32]


def _words(whole: Whole, kept: Kept, browsers: Sequence[Kept]) -> list[str]:
    """Whether the rounds are those that the page took part in; `browsers` is all that was kept for its seat."""
    seat, wrong = kept.seat, list[str]()
    rounds = {held.number: held for held in whole.rounds}
    for number in sorted(kept.words.keys() - rounds.keys()):
        wrong.append(
            f"The page of {seat} hid a word in round {number}, and the record has no such round: it was dropped."
        )
    for number, held in rounds.items():
        if number not in kept.words and not _sat_there(whole, kept, held):
            continue
        hashed = held.hashes.get(seat)
        words = [word for each in browsers for word in each.words.get(number, ())]
        if hashed is None:
            if number in kept.words:
                wrong.append(
                    f"The page of {seat} hid a word in round {number}, and its hash is missing: it was left out, or came too late."
                )
            elif seat in held.might and any(since < held.n <= until for since, until in kept.open):
                wrong.append(f"The page of {seat} was open and was not asked for a word in round {number}.")
        elif hashed not in [hashlib.sha256(unhexed(word)).hexdigest() for word in words]:
            wrong.append(
                f"The word of {seat} in round {number} is none that this browser hid: "
                f"it was made up, or {seat} had a page open elsewhere, whose words have to be brought as well."
            )
        elif number in kept.said and seat not in held.said:
            wrong.append(
                f"The page of {seat} said its word in round {number}, and the record leaves it out: it was dropped."
            )
        elif number in kept.said and kept.said[number] < held.n:
            wrong.append(f"The hashes of round {number} were written after the page of {seat} had said its word.")
    return wrong


def _sat_there(whole: Whole, kept: Kept, held: Held) -> bool:
    """Whether who kept this held the seat in a round: not before their page was open, nor after somebody else sat down."""
    if not kept.marks:
        return False
    first, last = kept.marks[0][0], max(n for n, _ in kept.marks)
    return held.n > first and not any(seat == kept.seat and last < n < held.n for n, seat in whole.sits)
