"""Tables in a PostgreSQL database, for several nodes at once."""

from cliffhanger.store.postgres.store import PostgresReader, PostgresStore

__all__ = ["PostgresReader", "PostgresStore"]
