"""Whether who put an entry into a record might, by the rights of the table (`permissions.py`) as it stood before."""

from typing import Any

import msgspec

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Close, Faces, Input, Pause, Rekey, Sit, Undo, Word
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.record.replay import Play
from cliffhanger.table import permissions
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.snapshot import TableOptions


class Rights:
    """The rights at one table. `notes` say what hangs on an agreement that is in no record."""

    def __init__(self, options: dict[str, str | bool | int]) -> None:
        self.options = options
        self.notes: list[str] = []

    def wrongful(self, play: Play[Any], ledger: Ledger, entry: Entry, before: str, *, keyless: bool = False) -> str:
        """Why whoever put this might not; empty where they might.

        `before` is the id of the entry before it. A table that was `keyless` had its dice typed in.
        """
        put, seat = entry.input, entry.seat
        if isinstance(put, Faces) and not put.typed:
            known = entry.id.startswith(f"{before.rpartition('+')[0] or before}+")
            return "" if seat == permissions.HOST and known else "the table's own dice answer what was put before them."
        if isinstance(put, Word):
            return "" if seat == permissions.HOST else f"{seat} puts words of others into the record."
        if seat == permissions.HOST and not _by_host(put):
            return f"nobody at the table did this: {put.__class__.__name__} of no seat."
        policy, waiting = msgspec.convert(self.options, TableOptions), play.game.waiting(play.now.state)
        room = permissions.Room(play.game, ledger, policy, waiting, policy.typed or keyless)
        refusal = permissions.barred(room, put, seat)
        if refusal is None and isinstance(put, Undo):
            refusal = self._unwound(room, play, put, entry)
        return f"{seat or 'the table'} may not do this. {refusal.why}" if refusal else ""

    def _unwound(self, room: permissions.Room, play: Play[Any], put: Undo, entry: Entry) -> Refusal | None:
        if not 0 <= put.to < entry.n:
            return None  # it is named as an undo to nowhere
        gone, back = play.undone(entry.n - 1, put.to)
        touched = tuple(n for n in gone + back if permissions.deed(room.ledger.entries[n - 1].input))
        refusal = permissions.unwinding(room, entry.seat, put.to, touched, gone)
        if refusal is None or refusal.why != permissions.SEEN:
            return refusal
        self.notes.append(
            f"Line {entry.n + 1}: {entry.seat} takes back what others have seen. "
            "The other side has to agree to that, and whether it did is in no record."
        )
        return None


def _by_host(put: Input) -> bool:
    """Whether the table itself may put this: who sits where, another key, the end, a pause whose asker is not named."""
    return isinstance(put, Sit | Rekey | Close) or (isinstance(put, Pause) and put.x)
