"""What the page of a seat has kept of an evening, and whether a record agrees with it.

A text, a line each, the oldest first, that the page "How the dice are checked" gives out, one for each time the page was loaded:

```
cliffhanger kept 2 TABLE LINK SEAT   what it is, and where it was kept; LINK is a hash of the link by which the seat was held
at N MARK                            the page was shown entry N; its mark is described in dice.py
word ROUND WORD                      the page hid this word (32 hex digits)
said ROUND                           and was shown the hashes, and said it
late ROUND                           though it was asked for it later than an honest server asks: it may have slept meanwhile
on                                   the page connected anew
open                                 it has been open for a while since then, and hears of every round from here on
```
A word counts as said after the last mark before it: the hashes have to stand in the record at that mark. `kept 1` had no
LINK, and all that a browser kept of a seat was one text.
"""

import hashlib
import hmac
import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct, field

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.record.format import digest
from cliffhanger.table.verify_shares import names
from cliffhanger.table.verify_words import Held, message, unhexed

NUMBER = re.compile(r"[0-9]{1,9}")
LARGEST = 4_000_000  # signs of one such text
NAMED = 12  # entries that a sentence lists
NONE = "This is not what a page keeps of a table: that begins with `cliffhanger kept 2`."


class Hid(Struct):
    """A word that was hidden, and which connection of the page it was, counted from 0."""

    word: str
    connection: int


class Kept(Struct):
    """What one page kept for one seat: `marks` in the order they were seen, `words` and `said` by round.

    `link` is empty where it was not kept. `said` gives the entry that was the newest when the word was said; `open` the
    stretches of entries, from one to another, during which the page was open all the time; `shown` for each connection the
    newest entry that was shown by it. `late` are rounds in which the page was asked late for its word, and `told` is the
    connection by which it said its word.
    """

    table: str
    seat: str
    link: str = ""
    marks: list[tuple[int, str]] = []
    words: dict[int, list[Hid]] = {}
    said: dict[int, int] = {}
    told: dict[int, int] = {}
    late: set[int] = set()
    open: list[tuple[int, int]] = []
    shown: list[int] = field(default_factory=lambda: [0])


def read(text: str) -> list[Kept]:
    """Read what a browser has kept, for one seat or several; Unreadable names the line that is none of its."""
    parts: list[list[str]] = []
    for line in filter(None, map(str.strip, text[:LARGEST].splitlines())):
        if line.startswith("cliffhanger ") or not parts:
            parts.append([])
        parts[-1].append(line)
    if len(text) > LARGEST or not parts:
        raise Unreadable(NONE)
    return [_part(lines) for lines in parts]


def _begun(line: str) -> Kept:
    match line.split(" "):  # a seat's name may have blanks in it
        case ["cliffhanger", "kept", "1", table, *seat] if seat:
            return Kept(table, " ".join(seat))
        case ["cliffhanger", "kept", "2", table, link, *seat] if seat:
            return Kept(table, " ".join(seat), link)
    raise Unreadable(NONE)


def _part(lines: list[str]) -> Kept:
    kept, was_open = _begun(lines[0]), False
    for number, line in enumerate(lines[1:], 2):
        match line.split():
            case ["at", n, mark] if NUMBER.fullmatch(n):
                kept.marks.append((int(n), mark))
                kept.shown[-1] = max(int(n), kept.shown[-1])
                if was_open:
                    kept.open[-1] = (kept.open[-1][0], max(int(n), kept.open[-1][1]))
            case ["word", of, word] if NUMBER.fullmatch(of):
                kept.words.setdefault(int(of), []).append(Hid(word, len(kept.shown) - 1))
            case ["said", of] if NUMBER.fullmatch(of) and kept.marks:
                kept.said.setdefault(int(of), kept.marks[-1][0])
                kept.told[int(of)] = len(kept.shown) - 1
            case ["late", of] if NUMBER.fullmatch(of):
                kept.late.add(int(of))
            case ["on"]:
                was_open = False
                kept.shown.append(0)
            case ["open"] if kept.marks:
                was_open = True
                kept.open.append((kept.marks[-1][0],) * 2)
            case _:
                raise Unreadable(f"Line {number} of what {kept.seat} kept cannot be read.")
    return kept


class Whole(Struct):
    """What a record says of itself: its lines, its rounds, and the key once it is shown.

    `sits` are the entries by which a seat changed hands, `left` those among them by which somebody lost theirs.
    `projected`: it is what one seat took home, and its lines are others than those of the whole record. `keyed` is the entry
    from which that key counts: marks of before it hang on another one, which is not shown. `keys` are all entries by
    which another one was chosen.
    """

    table: str
    lines: Sequence[bytes]
    rounds: Sequence[Held]
    sits: Sequence[tuple[int, str]]
    left: Sequence[tuple[int, str]]
    key: bytes | None
    projected: bool = False
    keyed: int = 0
    keys: Sequence[int] = ()


class Differences(NamedTuple):
    """How a record differs from what players kept: what is wrong, and what could not be checked, or agrees, a sentence each.

    `clauses` say the gravest of the second in a few words, for the verdict.
    """

    faults: list[str]
    notes: list[str]
    clauses: list[str]


def differences(whole: Whole, kept: Sequence[Kept]) -> Differences:
    """Hold a record against what players kept."""
    faults: list[str] = []
    notes: list[str] = []
    missing: set[str] = set()
    own = [each for each in kept if each.table == whole.table]
    faults += [f"What {each.seat} kept is of table {each.table}, not of this one." for each in kept if each not in own]
    for each in own:
        wrong = _rewritten(whole, each)
        said, unsure = _words(whole, each, [other for other in own if other.seat == each.seat])
        faults += wrong + said
        notes += unsure
        missing |= {each.seat} if unsure else set()
        if whole.projected:
            notes.append(f"What {each.seat} kept of entries can be checked by the whole record alone, not by a seat's.")
        elif whole.key is None:
            notes.append(f"What {each.seat} kept of entries can be checked once the dice key is shown.")
        elif not wrong and not said and (marks := [n for n, _ in each.marks if n >= whole.keyed]):
            told = f"{len(marks)} times up to entry {max(marks)}"
            notes.append(
                f"The page of {each.seat} saw this very record: {told}, and said {len(each.said)} of its words."
            )
    faults += _driven_out(whole, own)
    clauses = [f"it lacks words that the page of {names(sorted(missing))} hid"] if missing else []
    return Differences(list(dict.fromkeys(faults)), list(dict.fromkeys(notes)), clauses)


def _driven_out(whole: Whole, kept: Sequence[Kept]) -> list[str]:
    """Whether a seat was given away in the record while its player held it, or the dice key changed.

    A link that is taken away opens nothing; and where a table goes on by another key, nobody has a link of before.
    """
    held: dict[tuple[str, str], list[int]] = {}
    for each in kept:
        if each.link:
            held.setdefault((each.seat, each.link), []).extend(n for n, _ in each.marks)
    found = []
    for (seat, _), shown in held.items():
        if any(min(shown, default=n) < n < max(shown, default=n) for n in whole.keys):
            found.append(
                f"The dice key was changed while the page of {seat} went on by one and the same link: "
                "who has the key of a table has no need of another."
            )
        lost = [n for n, who in whole.left if who == seat and min(shown, default=n) < n < max(shown, default=n)]
        if lost:
            where = names([str(n) for n in lost[:NAMED]] + (["later ones"] if len(lost) > NAMED else []))
            found.append(
                f"The seat of {seat} was taken from its player and given back in the record ({where}), while their page went on "
                "by one and the same link: so its dice were drawn anew."
            )
    return found


def _rewritten(whole: Whole, kept: Kept) -> list[str]:
    """Whether the record is the one that the page was shown, as far as it was."""
    if whole.key is None or whole.projected:
        return []
    last, good = len(whole.lines) - 1, 0
    for n, mark in kept.marks:
        if n < whole.keyed:
            continue
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


def _words(whole: Whole, kept: Kept, browsers: Sequence[Kept]) -> tuple[list[str], list[str]]:
    """Whether the rounds are those that the page took part in, and what is unsure; `browsers` is all that was kept for its seat."""
    seat, wrong, unsure = kept.seat, list[str](), list[str]()
    rounds = {held.number: held for held in whole.rounds}
    for number in sorted(kept.words.keys() - rounds.keys()):
        none = f"The page of {seat} hid a word in round {number}, and the record has no such round"
        if number in kept.said:
            wrong.append(f"{none}: it was dropped.")
        else:
            unsure.append(f"{none}: it was given up before anybody was asked to show a word.")
    for number, held in rounds.items():
        if number in kept.words or _sat_there(whole, kept, held):
            wrong += filter(None, [_round(kept, held, browsers)])
            unsure += filter(None, [_left_out(kept, held), _cut_off(kept, held), _lost(kept, held)])
    return wrong, unsure


def _round(kept: Kept, held: Held, browsers: Sequence[Kept]) -> str:
    """What is wrong with a round by what a page kept of it; empty if nothing is."""
    seat, number, hashed = kept.seat, held.number, held.hashes.get(kept.seat)
    if hashed is None:
        open_then = any(since < held.n <= until for since, until in kept.open)
        if open_then and seat in held.might and number not in kept.words:
            return f"The page of {seat} was open and was not asked for a word in round {number}."
        return ""
    if not any(_hides(each, number, hashed) for each in browsers):
        return (
            f"The word of {seat} in round {number} is none that this browser hid: "
            f"it was made up, or {seat} had a page open elsewhere, whose words have to be brought as well."
        )
    said = number in kept.said and bool(_hides(kept, number, hashed))  # of two pages the word of one counts
    if said and seat not in held.said and not _lost(kept, held):
        return f"The page of {seat} said its word in round {number}, and the record leaves it out: it was dropped."
    if said and kept.said[number] < held.n:
        return f"The hashes of round {number} were written after the page of {seat} had said its word."
    if _unasked(kept, held) == "open":
        return f"The page of {seat} hid a word in round {number} and stayed open, and was not asked to show it."
    return ""


def _left_out(kept: Kept, held: Held) -> str:
    """That a page hid a word whose hash is not there; empty if it is. A page that slept hides its word too late."""
    if kept.seat in held.hashes or kept.seat not in held.might or held.number not in kept.words:
        return ""
    return (
        f"The page of {kept.seat} hid a word in round {held.number}, and its hash is missing: "
        "it was left out, or came too late."
    )


def _lost(kept: Kept, held: Held) -> str:
    """That a word which a page said may have been lost on its way, or have come too late; empty if it was not missing."""
    number, seat = held.number, kept.seat
    if seat in held.said or number not in kept.said or not held.done:
        return ""
    if not _hides(kept, number, held.hashes.get(seat, "")):
        return ""
    if number in kept.late:
        return (
            f"The page of {seat} was asked late for its word in round {number}, and the record leaves it out: "
            "the page had slept, or whoever asks so late drops a word."
        )
    if kept.shown[kept.told[number]] < held.done:
        return (
            f"The page of {seat} said its word in round {number} and was cut off, and the record leaves it out: "
            "it was lost on the way, or whoever cuts off a page drops its word."
        )
    return ""


def _cut_off(kept: Kept, held: Held) -> str:
    """That a page lost its connection between the two halves of a round; empty if it did not, or showed its word."""
    if _unasked(kept, held) != "cut off":
        return ""
    return (
        f"The page of {kept.seat} hid a word in round {held.number} and was cut off before it was asked to show it: "
        "whoever cuts off a page so leaves out its word."
    )


def _unasked(kept: Kept, held: Held) -> Literal["", "open", "cut off"]:
    """Whether a page was never asked to show the word that it hid, though it was open, or because it was cut off."""
    hid = _hides(kept, held.number, held.hashes.get(kept.seat, ""))
    if not kept.link or not hid or held.number in kept.said or kept.seat in held.said or not held.done:
        return ""
    return "open" if any(held.done <= kept.shown[each.connection] for each in hid) else "cut off"


def _hides(kept: Kept, number: int, hashed: str) -> list[Hid]:
    """The words with this hash that a page hid in a round."""
    return [each for each in kept.words.get(number, ()) if hashlib.sha256(unhexed(each.word)).hexdigest() == hashed]


def _sat_there(whole: Whole, kept: Kept, held: Held) -> bool:
    """Whether who kept this held the seat in a round: not before their page was open, nor after somebody else sat down."""
    if not kept.marks:
        return False
    first, last = kept.marks[0][0], max(n for n, _ in kept.marks)
    return held.n > first and not any(seat == kept.seat and last < n < held.n for n, seat in whole.sits)
