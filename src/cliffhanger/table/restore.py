"""From a store to a table: read what was kept, with its chain checked, and take it up again."""

from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.record.format import Record, assembled, encode
from cliffhanger.table.ports import Kept, Reading
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


def taken_up(store: Reading, table: str, game: Game[Any]) -> Table:
    """A table as it was kept, ready to go on."""
    kept = store.find(table)
    record = record_of(store, table)
    key = bytes.fromhex(unsealed(kept.secrets).key) if kept else b""
    return Table.load(game, record.header, record.entries, key, record.tail)
