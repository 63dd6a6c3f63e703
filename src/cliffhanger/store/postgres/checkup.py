"""Looks a database of tables over: what it promises of a commit, and of which version its schema is."""

from collections.abc import Iterator

from cliffhanger.store.postgres.schema import steps
from cliffhanger.store.postgres.store import PostgresReader
from cliffhanger.table.checkup import Finding
from cliffhanger.table.ports import NoTables, Unkept


def of_database(reader: PostgresReader) -> Iterator[Finding]:
    """What is to be said of a database; not of what is in its tables."""
    try:
        told = reader.facts()
    except NoTables as why:
        yield Finding("well", "database", str(why))
        return
    except Unkept as why:
        yield Finding("fault", "database", str(why))
        return
    size = f"{int(told['size']) / 1e6:,.1f} MB"
    yield Finding("well", "database", f"PostgreSQL {told['server_version']}, {size} in all.")
    version, newest = int(told["schema"]), max(steps())
    yield Finding("well", "schema", f"Version {version}, the newest is {newest}.")
    if told["fsync"] == "off":
        yield Finding("fault", "fsync", "fsync is off: what was acknowledged is lost when the machine loses its power.")
    if told["full_page_writes"] == "off":
        yield Finding(
            "warning", "full_page_writes", "full_page_writes is off: a page that is half written cannot be mended."
        )
    if told["synchronous_commit"] == "off":
        says = "synchronous_commit is off for others; a server of ours asks for it on its own connection."
        yield Finding("warning", "synchronous_commit", says)
    if told["fsync"] == told["full_page_writes"] == "on" and told["synchronous_commit"] != "off":
        yield Finding("well", "durability", f"fsync is on, synchronous_commit is {told['synchronous_commit']}.")
    yield Finding("well", "copies", "They are made by pg_dump; whether they are cannot be seen from here.")
