"""Brings a database file to the newest schema, or says in a sentence why not."""

from pathlib import Path

import apsw

from cliffhanger.store.copies import copied
from cliffhanger.store.migrations import numbered
from cliffhanger.table.ports import Unkept

APPLICATION = 0x436C6966
"""Marks a file as ours: "Clif"."""


def steps() -> dict[int, str]:
    """The SQL of each version, by its number."""
    return numbered("sqlite")


def ours(db: apsw.Connection, path: Path) -> None:
    """Refuse another program's file, and one from a newer Cliffhanger, before anything in it is touched."""
    version, mark = db.pragma("user_version"), db.pragma("application_id")
    if (version and mark != APPLICATION) or (not version and db.pragma("schema_version")):
        raise Unkept(f"{path} is a database of another program. Name another folder for the tables.")
    if version > max(steps()):
        raise Unkept(f"{path} was written by a newer Cliffhanger (schema {version}). Bring this one up to date.")


def migrate(db: apsw.Connection, path: Path) -> None:
    """Take every step that is missing, in one transaction; a file with anything in it is copied beside itself first.

    The copy is whole, checked and on the disk before anything is changed; where it cannot be made, Unkept is raised.
    """
    version, newest = db.pragma("user_version"), max(steps())
    if version == newest:
        return
    if version:
        copied(db, path.with_name(f"{path.name}.before-{newest}"), replaces=True)
    with db:
        for number, sql in steps().items():
            if number > version:
                db.execute(sql)
        db.pragma("user_version", newest)
        db.pragma("application_id", APPLICATION)
