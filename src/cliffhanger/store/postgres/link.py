"""Connections to one database: how they are made, how long is waited for it, and a few that are kept for reading."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import uniform
from time import monotonic
from typing import Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import asyncpg
from asyncpg import Connection

from cliffhanger.store.postgres.errors import NO_ADDRESS, passes
from cliffhanger.store.postgres.schema import checked
from cliffhanger.table.ports import Unkept

SCHEMA = "cliffhanger"
CONNECT, COMMAND = 5.0, 15.0  # seconds
PATIENCE = 8.0  # seconds that a database which is away is waited for
MOST = 4  # connections that read at once
SETTINGS = {
    "application_name": "cliffhanger",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


class Link:
    """Makes connections to a database. The address, with what it tells of hosts and passwords, stays in here."""

    def __init__(self, address: str) -> None:
        self._address, self.schema = divided(address)

    async def connect(self, use: Literal["any", "read-write"]) -> Connection:
        """A connection that finds the tables without naming their schema."""
        try:
            return await asyncpg.connect(
                self._address,
                timeout=CONNECT,
                command_timeout=COMMAND,
                target_session_attrs=use,
                server_settings={**SETTINGS, "search_path": self.schema},
            )
        except ValueError:
            raise Unkept(NO_ADDRESS) from None


def divided(address: str) -> tuple[str, str]:
    """An address as the driver takes it, and the schema that its `?schema=` names; raises Unkept if it is none."""
    try:
        parts = urlsplit(address)
        query = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    except ValueError:
        raise Unkept(NO_ADDRESS) from None
    if parts.scheme not in {"postgresql", "postgres"}:
        raise Unkept(NO_ADDRESS)
    schema = query.pop("schema", SCHEMA)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,50}", schema) or schema.startswith("pg_"):
        raise Unkept("The name of a schema is up to 51 small letters, digits and _, and begins with a letter.")
    return urlunsplit(parts._replace(query=urlencode(query))), schema


class Patience:
    """How long a database is waited for: some seconds from the first failure on, counted for all who wait.

    Whoever comes after that is answered by a single try, until one goes well.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = PATIENCE if seconds is None else seconds
        self._since: float | None = None

    def well(self) -> None:
        """Something went well."""
        self._since = None

    async def again(self) -> bool:
        """Wait a little longer each time; False when it has been long enough."""
        now = monotonic()
        self._since = now if self._since is None else self._since
        passed = now - self._since
        if passed >= self.seconds:
            return False
        await asyncio.sleep(uniform(0.5, 1) * min(1.0, 0.04 + passed / 2))
        return True


class Pool:
    """A few connections for reading; one that failed is let go of, with all that were idle meanwhile."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._idle: list[Connection] = []
        self._room = asyncio.Semaphore(MOST)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """A connection for a moment; a new one is asked first whether there are tables that it can read."""
        async with self._room:
            db: Connection | None = None
            while self._idle and (db is None or db.is_closed()):
                db = self._idle.pop()
            try:
                if db is None or db.is_closed():
                    db = await self._link.connect("any")
                    await checked(db, self._link.schema)
                yield db
            except BaseException as error:
                if db is not None:
                    db.terminate()
                if passes(error):
                    self.let_go()
                raise
            self._idle.append(db)

    def let_go(self) -> None:
        """Let go of what is idle."""
        while self._idle:
            self._idle.pop().terminate()
