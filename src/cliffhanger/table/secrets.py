"""Secrets of a table: its dice key, and for each seat the hash of the link that opens it.

Links carry 128 random bits; only their SHA-256 is kept, so that a copy of the database opens no seat. Randomness
comes from the host.
"""

from hashlib import sha256
from hmac import compare_digest

import msgspec
from msgspec import Struct, structs

from cliffhanger.kernel.errors import Unreadable

TOKEN_BYTES = 16
NOBODY = "0" * 64


class Secrets(Struct, frozen=True):
    """What is kept beside a record and never leaves the store: the key in hex, and seat (or `watch`) to hash.

    `bench` is the secret of those who watch, word for word, for their link is shown again and again; empty at a table of
    before, where it follows from the key. Those who watch do not stop a table that is `quiet`, and where they are `invited`
    they come by that link alone, not by the table's. `next_key` is the one that a table goes on with whose `key` is not here:
    it counts from the entry that says so.
    """

    key: str = ""
    seats: dict[str, str] = {}
    bench: str = ""
    quiet: bool = False
    invited: bool = False
    next_key: str = ""


def token(random: bytes) -> str:
    """The secret of a seat's link, from 16 fresh random bytes."""
    if len(random) != TOKEN_BYTES:
        raise ValueError(f"A seat's secret is made from {TOKEN_BYTES} random bytes.")
    return random.hex()


def mark(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def opened(secrets: Secrets, seat: str, secret: str) -> bool:
    """Whether a secret opens a seat; it takes as long for a seat that does not exist."""
    kept = secrets.seats.get(seat, NOBODY)
    return compare_digest(mark(secret), kept)


def issued(secrets: Secrets, seat: str, secret: str) -> Secrets:
    """The secrets after a seat got a new link; the old one opens nothing any more."""
    return structs.replace(secrets, seats={**secrets.seats, seat: mark(secret)})


def sealed(secrets: Secrets) -> bytes:
    """The bytes a store keeps."""
    return msgspec.json.encode(secrets)


def unsealed(data: bytes) -> Secrets:
    """Read what a store kept."""
    try:
        return msgspec.json.decode(data, type=Secrets)
    except (msgspec.DecodeError, ValueError):
        raise Unreadable("What the store kept of this table's secrets cannot be read.") from None
