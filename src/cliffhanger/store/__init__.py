"""Where tables are kept: one port, one shared contract suite."""

from cliffhanger.store.sqlite import Reader, SqliteStore

__all__ = ["Reader", "SqliteStore"]
