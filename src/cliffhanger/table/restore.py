"""From a store to a table: read what was kept, and take it up again."""

from collections.abc import Sequence
from typing import Any

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Rekey
from cliffhanger.kernel.record.format import Record, assembled, decode_header, digest, encode
from cliffhanger.table.dice import key_hash
from cliffhanger.table.history import History, linked
from cliffhanger.table.ports import CheckpointWriter, Kept, Line, Reading
from cliffhanger.table.secrets import Secrets, sealed, unsealed
from cliffhanger.table.session import ID, Table


def lines_of(store: Reading, table: str) -> list[bytes]:
    """The lines of a table's record as they were kept; a LookupError says that there is no such table."""
    kept = store.find(table)
    if kept is None:
        raise LookupError(f"There is no table {table}.")
    return [kept.header, *(line.body for line in store.read(table))]


def record_of(store: Reading, table: str) -> Record:
    """A table's record; Unreadable names the line where it was changed or damaged since it was kept."""
    return assembled(lines_of(store, table))


def opened(table: Table, key: bytes, seats: dict[str, str]) -> Kept:
    """What a store keeps of a new table: `seats` gives each seat (and `watch`) the mark of its link."""
    return Kept(table.id, encode(table.header), sealed(Secrets(key.hex(), seats)))


def key_of(secrets: Secrets, due: str) -> str:
    """The dice key (hex) whose hash is `due`; "" where it is not among the secrets."""
    return next((key for key in (secrets.key, secrets.next_key) if key and key_hash(bytes.fromhex(key)) == due), "")


def arriving(found: Sequence[bytes], secrets: Secrets) -> tuple[Kept, tuple[Line, ...]]:
    """What a store is to keep of a table that comes from elsewhere, by the lines of its whole record.

    Raises Unreadable where they are none, or their chain is broken, or nobody could come to it.
    """
    record = assembled(list(found))
    name = record.header.table
    if not ID.fullmatch(name):
        raise Unreadable("Line 1: a table has an id of 1 to 64 letters and digits.")
    if record.header.seat:
        raise Unreadable(f"This is what {record.header.seat} took home of {name}. Import the whole record.")
    rows = zip(record.entries, found[1:], strict=True)
    return Kept(name, found[0], sealed(secrets)), tuple(Line(name, entry.n, entry.id, line) for entry, line in rows)


def promised(record: Record) -> str:
    """The hash of the dice key that counts at the end of a record."""
    hashes = [each.input.key_hash for each in record.entries if isinstance(each.input, Rekey)]
    return hashes[-1] if hashes else record.header.key_hash


def history_of(store: Reading, kept: Kept, game: Game[Any]) -> History:
    """What the store has of a table up to its newest checkpoint that fits."""
    return History(store, kept.table, game, kept.header)


def taken_up(store: Reading, table: str, game: Game[Any], writer: CheckpointWriter | None = None) -> Table:
    """A table as it was kept, ready to go on: from its newest checkpoint, else from its whole record.

    With a `writer` it writes checkpoints, where they were missing and as it goes on. What is read of the record is
    checked, entry by entry; what lies before the checkpoint is read, and checked, when somebody wants it.
    """
    kept = store.find(table)
    if kept is None:
        raise LookupError(f"There is no table {table}.")
    return resumed(history_of(store, kept, game), kept, writer)


def resumed(history: History, kept: Kept, writer: CheckpointWriter | None = None, *, waits: bool = True) -> Table:
    """The table of a history, ready to go on; without `waits` one that never waits for the store (see `Table.resume`)."""
    header, lines = decode_header(kept.header), history.lines_after()
    secrets, entries, tail = unsealed(kept.secrets), linked(lines, history.n + 1), digest(lines[-1])
    key, next_key = bytes.fromhex(secrets.key), bytes.fromhex(secrets.next_key)
    return Table.resume(history, header, entries, key, tail, writer, next_key, waits=waits)
