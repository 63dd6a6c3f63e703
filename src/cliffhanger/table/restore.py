"""From a store to a table: read what was kept, and take it up again."""

from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.record.format import Record, assembled, decode_header, digest, encode
from cliffhanger.table.history import History, linked
from cliffhanger.table.ports import CheckpointWriter, Kept, Reading
from cliffhanger.table.secrets import Secrets, sealed, unsealed
from cliffhanger.table.session import Table


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
    key = bytes.fromhex(unsealed(kept.secrets).key)
    return Table.resume(history, header, linked(lines, history.n + 1), key, digest(lines[-1]), writer, waits=waits)
