"""The one record file, for export, replay, verify and tests: JSON Lines, a header and then one entry a line.

```
{"cliffhanger":4, "game", "version", "house", "setup", "files", "table", "key_hash", "opened", "options", "seat", "runs"}
{"n", "id", "seat", "at", "input":{"kind", ...}, "events", "prev"}
```
Numbers run from 1 without gaps; `prev` is the SHA-256 (hex) of the line before, without its newline. Events carry
their sentences, so a record reads on a machine that has never heard of its game.

Format 1 had one seat as an event's `only`, no `said` in an act, and "yes" or "no" for a house rule that is one or the
other. Such a record is read as if it had been written today; its own bytes, and so its chain, stay as they are.
Up to format 2 every roll used the last round of words, whoever had spoken in it, and in format 3 the last in which its own
seat spoke, with a new round when a seat was named anew; a table that began so goes on so.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game, Seat, Setup
from cliffhanger.kernel.house_rules import HouseValue
from cliffhanger.kernel.inputs import Input, Undo
from cliffhanger.kernel.invariants import invariant_error
from cliffhanger.kernel.record.replay import PLAYED, Play

FORMAT = 4
OWN_WORDS = 3  # the first format in which a roll uses a round in which its own seat spoke
SETTLED_WORDS = 4  # the first format in which no later round turns the dice of a seat that has spoken beside another
BYTES, WIDTH, ENTRIES = 64_000_000, 1_000_000, 100_000
S = TypeVar("S", bound=Procedural)
T = TypeVar("T")


class Outset(Struct, frozen=True):
    """What lay on the table at the start, beside the house rules: chairs, and the parsed content of files."""

    seats: tuple[Seat, ...]
    content: dict[str, Any] = {}


class Header(Struct, frozen=True, kw_only=True):
    """The first line: all that a table begins with, and the hash of its dice key.

    `files` gives the SHA-256 of each file that was brought; `options` are the table's own; `seat` is the seat that
    made this export, and empty in a whole record. `runs` are the roles that run the table: who sits there speaks no word
    that goes into the dice.
    """

    cliffhanger: int = FORMAT
    game: str
    version: str
    house: dict[str, HouseValue]
    setup: Outset
    files: dict[str, str] = {}
    table: str
    key_hash: str
    opened: str = ""
    options: dict[str, str | bool | int] = {}
    seat: str = ""
    runs: tuple[str, ...] = ()

    def begins(self, game: Game[Any]) -> Setup:
        """The set-up as a game takes it; yes and no of format 1 are what they mean."""
        known = {switch.name: switch for switch in game.switches}
        house = {n: value if n not in known else known[n].read(value) or value for n, value in self.house.items()}
        return Setup(self.setup.seats, house, self.setup.content)


class Entry(Struct, frozen=True):
    """One line of a record: an input, who put it and when, and what came of it in words."""

    n: int
    id: str
    seat: str
    at: str
    input: Input
    events: tuple[Event, ...]
    prev: str


class Record(Struct, frozen=True):
    """A record as read; `tail` is the SHA-256 of its last line, which the next entry will name."""

    header: Header
    entries: tuple[Entry, ...]
    tail: str


_FORMAT_1 = re.compile(rb'"only":"')
_headers = msgspec.json.Decoder(Header)
_entries = msgspec.json.Decoder(Entry)
encode = msgspec.json.Encoder().encode


def digest(line: bytes) -> str:
    """What the next line says of this one."""
    return sha256(line).hexdigest()


def decode_header(line: bytes) -> Header:
    """Read the first line of a record; Unreadable if it is none, or of a format that came later."""
    header = _decoded(_headers, line, 1, "the header of a Cliffhanger record")
    if not 1 <= header.cliffhanger <= FORMAT:
        raise Unreadable(
            f"Line 1: format {header.cliffhanger} was written by another Cliffhanger; this one reads 1 to {FORMAT}."
        )
    return header


def decode_entry(line: bytes, n: int) -> Entry:
    """Read entry `n` (from 1), which stands on line n + 1; Unreadable if it is none, or another."""
    entry = _decoded(_entries, _heard_by_one(line) if _FORMAT_1.search(line) else line, n + 1, "an entry of a record")
    if entry.n != n:
        raise Unreadable(f"Line {n + 1}: entry {n} belongs here, and this says it is entry {entry.n}.")
    return entry


def _heard_by_one(line: bytes) -> bytes:
    """The line of an entry of format 1, with the seats that may read each event as they are written today."""
    try:
        tree = msgspec.json.decode(line)
        for event in tree["events"]:
            if isinstance(event.get("only"), str):
                event["only"] = [event["only"]] if event["only"] else []
        return encode(tree)
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError, RecursionError):
        return line  # no entry of any format: the decoder says why


def _decoded(decoder: msgspec.json.Decoder[T], line: bytes, number: int, what: str) -> T:
    if len(line) > WIDTH:
        raise Unreadable(f"Line {number}: {len(line):,} bytes; a line has at most {WIDTH:,}.")
    try:
        return decoder.decode(line)
    except RecursionError:
        raise Unreadable(f"Line {number}: nested too deeply to be {what}.") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise Unreadable(f"Line {number} is not {what}: {error}.") from None


def lines(data: bytes) -> list[bytes]:
    """The lines of a record, not yet read; Unreadable if it is empty, or larger than `BYTES` and `ENTRIES` allow."""
    if len(data) > BYTES:
        raise Unreadable(f"This is {len(data):,} bytes; a record has at most {BYTES:,}.")
    if not data.strip():
        raise Unreadable("Line 1: the file is empty, and a record begins with its header.")
    found = data.removesuffix(b"\n").split(b"\n")
    if len(found) > ENTRIES + 1:
        raise Unreadable(f"Line {ENTRIES + 2:,}: a record has at most {ENTRIES:,} entries.")
    return found


def broken(found: list[bytes], entries: tuple[Entry, ...]) -> list[int]:
    """The numbers of the lines that do not follow from the line before them."""
    return [n + 1 for n, entry in enumerate(entries, 1) if entry.prev != digest(found[n - 1])]


def read(data: bytes, *, chained: bool = True) -> Record:
    """Read a record; with `chained`, a line that does not follow from the one before it is refused by its number."""
    return assembled(lines(data), chained=chained)


def assembled(found: list[bytes], *, chained: bool = True) -> Record:
    """Read a record from its lines, as a store keeps them; Unreadable if one of them is, or the chain is broken."""
    header = decode_header(found[0])
    entries = tuple(decode_entry(line, n) for n, line in enumerate(found[1:], 1))
    if chained and (wrong := broken(found, entries)):
        raise Unreadable(f"Line {wrong[0]}: the line before it was changed, or this one does not belong here.")
    return Record(header, entries, digest(found[-1]))


def write(header: Header, entries: tuple[Entry, ...]) -> bytes:
    """The bytes of a record, with the entries as they are."""
    return b"".join(encode(each) + b"\n" for each in (header, *entries))


def chained(header: Header, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The same entries, each naming the line before it."""
    tail, linked = digest(encode(header)), []
    for entry in entries:
        linked.append(msgspec.structs.replace(entry, prev=tail))
        tail = digest(encode(linked[-1]))
    return tuple(linked)


def standing(entries: tuple[Entry, ...], line: Iterable[int] | None = None) -> tuple[Entry, ...]:
    """The current line of play and what is beside it: what was taken back is left out.

    `line` brings the numbers of the played entries, if the caller knows them already.
    """
    kept = set(_line(entries) if line is None else line)
    return tuple([e for e in entries if e.n in kept or not isinstance(e.input, PLAYED)])


def _line(entries: tuple[Entry, ...]) -> Iterator[int]:
    last, back = [0], {}
    for entry in entries:
        now = last[-1]
        if isinstance(entry.input, Undo):
            now = last[entry.input.to] if 0 <= entry.input.to < entry.n else 0
        elif isinstance(entry.input, PLAYED):
            back[entry.n] = now
            now = entry.n
        last.append(now)
    at = last[-1]
    while at:
        yield at
        at = back[at]


def replay(game: Game[S], header: Header, entries: tuple[Entry, ...]) -> Play[S]:
    """Play a record again: a state for each entry, undo and rulings included.

    Raises Unreadable where the rules on this machine do not take an entry: another version, or a record made up.
    """
    play = begun(game, header)
    for entry in entries:
        replayed(play, entry)
    return play


def begun(game: Game[S], header: Header) -> Play[S]:
    """A play at its start; raises Unreadable where the game cannot begin with what the header says."""
    try:
        play = Play(game, header.begins(game))
    except Exception as error:
        raise Unreadable(f"Line 1: {game.title} cannot begin with this set-up: {error!r:.200}") from error
    if why := invariant_error(game, play.now.state):
        raise Unreadable(f"Line 1: {game.title} cannot begin with this set-up: {why}")
    return play


def replayed(play: Play[Any], entry: Entry) -> None:
    """Play the next entry of a record; raises Unreadable where the rules on this machine do not take it."""
    try:
        found = play.again(entry.input)
    except Exception as error:
        raise Unreadable(f"Line {entry.n + 1}: the rules break on this entry: {error!r:.200}") from error
    if not isinstance(found, tuple):
        raise Unreadable(f"Line {entry.n + 1}: {play.game.title} {play.game.version} does not take this entry: {found}")
    play.keep(found[0])
