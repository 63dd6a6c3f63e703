"""Carries tables from one store to another, byte for byte; what was cut off goes on where it was."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from threading import Event

import msgspec

from cliffhanger.store.following import follows
from cliffhanger.table.ports import Kept, Line, Reading, Store, Taken, Unkept

CHUNK = 500  # entries that are kept in one commit


def carry(source: Reading, target: Store, table: str) -> int | None:
    """Carry a table with its header, secrets and entries; how many entries were carried now. Checkpoints are made anew.

    None where all of it was there already.

    Raises Taken if the target has another table of that name, or one that has gone on; LookupError if there is none
    to carry; Unkept if it was damaged, or one of the two fails: then it can be done again, and goes on.
    """
    kept = source.find(table)
    if kept is None:
        raise LookupError(f"There is no table {table}.")
    there = target.find(table)
    new = there is None
    if there is None:
        target.create(Kept(table, kept.header, kept.secrets))
        there = Kept(table, kept.header, kept.secrets)
    elif (kept.header, kept.secrets) != (there.header, there.secrets):
        raise Taken(f"There is another table {table} already.")
    lines = _whole(source, kept)
    for line in target.read(table, 0, there.entries):
        if line != next(lines, None):
            raise Taken(f"There is a table {table} already, and it has gone on by itself.")
    while chunk := tuple(islice(lines, CHUNK)):
        _keep(target, chunk)
    return kept.entries - there.entries if new or kept.entries > there.entries else None


def _whole(source: Reading, kept: Kept) -> Iterator[Line]:
    """The lines of a table, as long as each follows the one before it."""
    tail = kept.header
    for line in source.read(kept.table, 0, kept.entries):
        with suppress(msgspec.DecodeError):
            if follows(line.body, tail):
                tail = line.body
                yield line
                continue
        raise Unkept(f"Entry {line.n} does not follow the one before it: one of them was changed since it was kept.")


def _keep(target: Store, lines: tuple[Line, ...]) -> None:
    over, errors = Event(), list[Exception]()

    def done(error: Exception | None) -> None:
        if error:
            errors.append(error)
        over.set()

    target.append(lines, done)
    over.wait()
    if errors:
        raise errors[0]
