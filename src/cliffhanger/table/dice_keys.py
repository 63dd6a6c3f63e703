"""The dice keys that a table's host has: which one counts, and what falls by it."""

from collections.abc import Mapping

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Faces, Rekey
from cliffhanger.table import dice
from cliffhanger.table.ledger import Ledger
from cliffhanger.table.normalize import answered

NOT_HERE = Refusal(
    "", "The dice key of this table is not here.", "Whoever runs the server reads in its log why there is no new one."
)
IS_HERE = Refusal("", "The table goes on with the dice key that is here.")


class DiceKeys:
    """Keys by their hashes. The one counts whose hash stands in the record last; it may not be among them."""

    def __init__(self, *keys: bytes) -> None:
        self._keys = {dice.key_hash(key): key for key in keys if key}

    def learn(self, key: bytes) -> None:
        """Know another key; it counts once an entry says that the table goes on with it."""
        self._keys[dice.key_hash(key)] = key

    def of(self, ledger: Ledger) -> bytes:
        """The key that counts by now; b"" where it is not here."""
        return self._keys.get(ledger.key_hash, b"")

    def barred(self, put: Rekey, ledger: Ledger) -> Refusal | None:
        """Why a table does not go on with another key: that is for one whose own is not here, and with a key that is."""
        return IS_HERE if self.of(ledger) or put.key_hash not in self._keys else None

    def faces(
        self, asked: Roll | Draw, table: str, ledger: Ledger, rolls: Mapping[tuple[str, str], int]
    ) -> Faces | Refusal:
        """The table's own answer to a roll or a draw; a refusal where the key is not here."""
        key = self.of(ledger)
        if not key:
            return NOT_HERE
        nth = rolls.get((asked.purpose, asked.seat), 0)
        return answered(asked, table, ledger.words_for(asked.purpose, asked.seat, nth), nth, key)

    def mark(self, ledger: Ledger, table: str, n: int, tail: str) -> str:
        """The mark of an entry, for pages to keep; "" where the key is not here."""
        key = self.of(ledger)
        return dice.mark(key, table, n, tail) if key else ""
