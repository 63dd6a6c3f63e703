"""Looks one kept table over: its chain, its secrets, its seats, and whether playing it again gives what its checkpoint says."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, json

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Close, Sit
from cliffhanger.kernel.record.format import Record, assembled, begun, digest, replayed
from cliffhanger.table.checkpoints import Standing, rules_of, unpacked
from cliffhanger.table.entries import Entries
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.ports import Kept, Reading
from cliffhanger.table.restore import key_of, promised
from cliffhanger.table.secrets import Secrets, unsealed

Level = Literal["well", "warning", "fault"]
_IN_ORDER = json.Encoder(order="deterministic")


class Finding(Struct, frozen=True):
    """One thing that was looked at: how it is, what it is about, and a sentence."""

    level: Level
    about: str
    says: str


def of_table(store: Reading, kept: Kept, game: Game[Any] | None, *, replays: bool = True) -> Iterator[Finding]:
    """What is to be said of a table, nothing where all is well; `game` is its game where that is on this machine.

    With `replays` it is played again and held against its newest checkpoint. Beside a server it is read up to the entry that
    was its newest when it was found.
    """
    about = f"table {kept.table}"
    found = [kept.header, *(line.body for line in store.read(kept.table, 0, kept.entries))]
    try:
        record, secrets = assembled(found), unsealed(kept.secrets)
    except Unreadable as why:
        yield Finding("fault", about, f"It is damaged. {why} `cliffhanger restore --table` brings it back from a copy.")
        return
    if record.header.table != kept.table:
        yield Finding("fault", about, f"Its first line is that of another table, {record.header.table}.")
        return
    closed = any(isinstance(each.input, Close) for each in record.entries)
    for level, says in _of_secrets(record, secrets, closed=closed):
        yield Finding(level, about, says)
    if game is None:
        yield Finding("warning", about, f"The game {record.header.game} is not here: it can be read, and not opened.")
    elif replays:
        for level, says in _of_replay(store, kept, found, record, game):
            yield Finding(level, about, says)


def _of_secrets(record: Record, secrets: Secrets, *, closed: bool) -> Iterator[tuple[Level, str]]:
    if secrets.key and not key_of(secrets, promised(record)):
        yield "fault", "Its dice key is not the one that its record promises: no server can open it."
    elif not (closed or key_of(secrets, promised(record))):
        yield "warning", "Its dice key is not here: once a server opens it, its dice fall by a new one from there on."
    holders = {each.input.seat: each.input.holder for each in record.entries if isinstance(each.input, Sit)}
    without = [seat for seat, holder in holders.items() if holder == "person" and seat not in secrets.seats]
    if without and not closed:
        who = ", ".join(without)
        yield (
            "warning",
            f"No link opens the seat of {who}: the seat is free once a server opens it; `cliffhanger link` makes one before.",
        )


def _of_replay(
    store: Reading, kept: Kept, found: list[bytes], record: Record, game: Game[Any]
) -> Iterator[tuple[Level, str]]:
    """Play it again, and hold the newest checkpoint against that."""
    checkpoint = store.checkpoint(kept.table, rules_of(game), kept.entries)
    told = unpacked(game, kept.header, checkpoint.body) if checkpoint else None
    if checkpoint and (told is None or told.line != digest(found[checkpoint.n])):
        yield (
            "warning",
            f"Its checkpoint after entry {checkpoint.n} is damaged, and of no use: it opens from before that.",
        )
        told = None
    try:
        due = _replayed(record, game, told.n if told else 0)
    except Unreadable as why:
        if game.version == record.header.version:
            yield "fault", f"The rules do not take its record: {why} No server can open it."
        else:
            yield "warning", f"It was played under other rules, and those here stop: {why} It can be read."
        return
    if told and _bytes(record, told) != _bytes(record, due):
        yield (
            "fault",
            f"Its checkpoint after entry {told.n} is not what its record gives. The record counts: `cliffhanger move` carries "
            "the table to a new folder without checkpoints.",
        )


def _replayed(record: Record, game: Game[Any], at: int) -> Standing:
    """How the table stands after entry `at`, by its record; the whole of that is played. Raises Unreadable."""
    play, entries = begun(game, record.header), Entries()
    ledger = Ledger.opened(record.header, entries)
    standing = Standing(0, "", play.now, ledger.books())
    for entry in record.entries:
        replayed(play, entry)
        entries.append(entry)
        ledger = ledger.after(entry)
        if entry.n == at:
            standing = Standing(at, "", play.now, ledger.books())
    return standing


def _bytes(record: Record, of: Standing) -> tuple[bytes, ...]:
    """What two standings are told apart by; in which order a set or a dictionary was filled is no difference."""
    books = Ledger.taken_up(record.header, of.books, Entries()).books()
    rolls = sorted((*kind, count) for kind, count in of.point.rolls.items())
    return tuple(map(_IN_ORDER.encode, (of.point.state, of.point.last, rolls, books)))
