"""Links of a table: the secrets that open its seats, and the one that opens the page of those who only watch."""

from functools import lru_cache
from hmac import digest
from secrets import token_bytes

from msgspec import structs

from cliffhanger.kernel.game import WATCH
from cliffhanger.table.secrets import TOKEN_BYTES, Secrets, issued, token


def new_secrets() -> Secrets:
    """Secrets of a new table: a dice key, and nobody has a seat yet."""
    return watched(Secrets(token_bytes(32).hex(), bench=new_secret()))


def watched(secrets: Secrets) -> Secrets:
    """The secrets with the link of those who watch: an imported table has none of its own."""
    return issued(secrets, WATCH, watch_secret(secrets))


def watch_secret(secrets: Secrets) -> str:
    """The secret of those who watch, for the master's page to show; at a table of before it follows from the dice key."""
    return secrets.bench or _of_key(secrets.key)


def sent_away(secrets: Secrets) -> Secrets:
    """The secrets after all who watch were sent away: only a new link lets anybody watch."""
    return watched(structs.replace(secrets, bench=new_secret(), invited=True))


@lru_cache(512)
def _of_key(key: str) -> str:
    return token(digest(bytes.fromhex(key), b"cliffhanger watch 1", "sha256")[:TOKEN_BYTES])


def new_secret() -> str:
    """What stands in a new link."""
    return token(token_bytes(TOKEN_BYTES))


def with_next_key(secrets: Secrets, key: str) -> Secrets:
    """The secrets of a table whose dice key is not here, with the one that it goes on with: `key`, unless it has one already."""
    if secrets.next_key:
        return secrets
    return watched(structs.replace(secrets, next_key=key, bench=secrets.bench or new_secret()))


def new_link(secrets: Secrets, seat: str) -> tuple[Secrets, str]:
    """The secrets with a new link for this seat (an old one opens it no more), and what stands in that link."""
    secret = new_secret()
    return issued(secrets, seat, secret), secret


def revoked(secrets: Secrets, seat: str, mark: str | None = None) -> Secrets:
    """The secrets with no link for this seat; with a `mark`, only if its link is the one that is kept as that."""
    if mark is not None and secrets.seats.get(seat) != mark:
        return secrets
    return structs.replace(secrets, seats={name: kept for name, kept in secrets.seats.items() if name != seat})
