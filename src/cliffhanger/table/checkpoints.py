"""Checkpoints: how a table stood after some entry, so that what came before need not be replayed. The record is the truth.

A checkpoint that is damaged, that belongs to another record or to other rules, or that is newer than the record counts as
none. It may be deleted at any time: what it would have told is replayed.
"""

import zlib
from collections import deque
from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.record.format import digest, encode
from cliffhanger.kernel.record.replay import Point
from cliffhanger.table.ledger import Books
from cliffhanger.table.ports import Checkpoint, CheckpointWriter

FORMAT = 3
LARGEST = 16_000_000  # bytes of a checkpoint when it is unpacked
SPACING = 0.01  # seconds of rules from one checkpoint to the next, so that little has to be replayed


class _Stored(Struct, frozen=True):
    """The body of a checkpoint: `header` and `line` are the digests of the table's first line and of entry `n`'s."""

    n: int
    header: str
    line: str
    state: msgspec.Raw
    last: int
    rolls: tuple[tuple[str, str, int], ...]
    books: Books


class Standing(NamedTuple):
    """How a table stands after entry `n`, whose line has the digest `line`."""

    n: int
    line: str
    point: Point[Any]
    books: Books


_stored = msgspec.json.Decoder(_Stored)


@remembered(lambda game: (game.id, game.version, id(game.State)), hold=True)
def rules_of(game: Game[Any]) -> str:
    """What a checkpoint depends on: its own format, the game's version, and of what its state is made."""
    schema = sha256(encode(msgspec.json.schema(game.State))).hexdigest()
    return f"{FORMAT} {game.id} {game.version} {schema[:32]}"


@remembered(lambda game: id(game.State), hold=True)
def _states(game: Game[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game.State)


def packed(header: bytes, standing: Standing) -> bytes:
    """The bytes of a checkpoint. The header has most of what is in a state: with it they are few."""
    point = standing.point
    rolls = tuple((*kind, count) for kind, count in point.rolls.items())
    state = msgspec.Raw(encode(point.state))
    whole = encode(_Stored(standing.n, digest(header), standing.line, state, point.last, rolls, standing.books))
    small = zlib.compressobj(1, zdict=header)
    return sha256(whole).digest() + small.compress(whole) + small.flush()


def unpacked(game: Game[Any], header: bytes, body: bytes) -> Standing | None:
    """What a checkpoint tells of the table with this header; None if it does not belong to it or is damaged."""
    try:
        large = zlib.decompressobj(zdict=header)
        whole = large.decompress(body[32:], LARGEST)
        if not large.eof or sha256(whole).digest() != body[:32]:
            return None
        stored = _stored.decode(whole)
        if stored.header != digest(header):
            return None
        rolls = {(purpose, seat): count for purpose, seat, count in stored.rolls}
        point = Point(_states(game).decode(stored.state), stored.last, rolls)
    except (zlib.error, msgspec.DecodeError, ValueError, RecursionError):
        return None
    return Standing(stored.n, stored.line, point, stored.books)


class CheckpointSchedule:
    """When a table's next checkpoint is due, by what the rules have cost since the last one. It does nothing without a writer."""

    def __init__(self, writer: CheckpointWriter | None, table: str, game: Game[Any], header: bytes) -> None:
        self.writer, self.table, self.game, self.header = writer, table, game, header
        self._spent = 0.0
        self._due: deque[Standing] = deque()

    def seconds(self) -> float:
        """The processor seconds of the host so far."""
        return self.writer.seconds() if self.writer else 0.0

    def spent_since(self, began: float, standing: Callable[[], Standing]) -> None:
        """Count what an input or its replay has cost; where a replay since the last checkpoint would be felt, one is due."""
        self._spent += self.seconds() - began
        if self.writer and self._spent >= SPACING:
            self._spent = 0.0
            self._due.append(standing())

    def keep(self, n: int) -> None:
        """Hand out the checkpoints that are due, as far as entries are kept: up to entry n."""
        while self.writer and self._due and self._due[0].n <= n:
            standing = self._due.popleft()
            body = packed(self.header, standing)
            self.writer.keep(Checkpoint(self.table, standing.n, rules_of(self.game), body))

    def forget(self, n: int) -> None:
        """Entries after entry n were never kept."""
        while self._due and self._due[-1].n > n:
            self._due.pop()
