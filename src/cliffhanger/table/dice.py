"""The table's dice: faces from a key nobody sees until the table closes, recomputable from then on.

```
block  = HMAC-SHA256(key, packed("cliffhanger die 1", table, mix, purpose, seat, nth, number, attempt))
face   = first 8 bytes as a whole number, modulo the size, plus 1; a number in the last, uneven stretch is not used
         and the next attempt is made, so that every face is exactly as likely as every other
packed = each part as UTF-8 (numbers in decimal), each with its length in four bytes, big end first, before it
```
`nth` counts the faces with the same purpose and seat that stand before on this line of play, and `number` the dice
of one roll, both from 0: taking a roll back and making it again gives the same faces. Cards are drawn one by one from
the sorted list of what is left, under the name "cliffhanger card 1", by the face of a die of that size.

A mark is the first half of HMAC-SHA256(key, packed("cliffhanger mark 1", table, n, digest)): pages keep it for the entry
that they were shown last. It binds the whole record up to there, and tells nothing of it before the key is known: the
digest of the line itself would let a hidden card be found by trying them all.
"""

import hmac
from hashlib import sha256

from cliffhanger.kernel.chance import Draw, Roll

KEY_BYTES = 32
DIE, CARD, MARK = "cliffhanger die 1", "cliffhanger card 1", "cliffhanger mark 1"


def packed(*parts: str | int) -> bytes:
    """Join parts so that no two lists of parts give the same bytes."""
    rows = [str(part).encode() for part in parts]
    return b"".join(len(row).to_bytes(4, "big") + row for row in rows)


def key_hash(key: bytes) -> str:
    """What stands in the header before anybody has said a word."""
    return sha256(key).hexdigest()


def mark(key: bytes, table: str, n: int, digest: str) -> str:
    """The mark (32 hex digits) of the entry `n` whose line has this digest; of the header where n is 0."""
    return _block(key, packed(MARK, table, n, digest))[:16].hex()


def _block(key: bytes, place: bytes) -> bytes:
    # `hmac.digest` lets go of the interpreter each time, and a busy server would wait at every die to get it back
    return hmac.new(key, place, "sha256").digest()


def face(key: bytes, size: int, *place: str | int) -> int:
    """One face of a die of `size`, from 1; `place` says which die it is."""
    fair = (1 << 64) - (1 << 64) % size
    attempt = 0
    while True:
        drawn = int.from_bytes(_block(key, packed(*place, attempt))[:8], "big")
        if drawn < fair:
            return drawn % size + 1
        attempt += 1


def thrown(key: bytes, table: str, mix: str, roll: Roll, nth: int) -> tuple[int, ...]:
    """The faces of a roll."""
    place = (DIE, table, mix, roll.purpose, roll.seat, nth)
    return tuple(face(key, size, *place, number) for number, size in enumerate(roll.dice))


def drawn(key: bytes, table: str, mix: str, draw: Draw, nth: int) -> tuple[str, ...]:
    """The cards of a draw."""
    place = (CARD, table, mix, draw.purpose, draw.seat, nth)
    left = sorted(draw.cards)
    return tuple(left.pop(face(key, len(left), *place, number) - 1) for number in range(draw.count))
