"""Whether lines follow what a table has: the one check that every store makes before it keeps them."""

import msgspec
from msgspec import Struct

from cliffhanger.kernel.record.format import digest
from cliffhanger.table.ports import Line, Taken


class _Linked(Struct, frozen=True):
    """What a store reads of a line: which one stands before it."""

    prev: str


_linked = msgspec.json.Decoder(_Linked)


def follows(body: bytes, tail: bytes) -> bool:
    """Whether a line says that it stands after `tail`, the line or header before it. Raises what is no line at all."""
    return _linked.decode(body).prev == digest(tail)


def refused(lines: tuple[Line, ...], newest: int, tail: bytes) -> Taken | None:
    """Why these lines do not follow entry `newest` of their table, which is `tail`; None if they do."""
    table, first = lines[0].table, lines[0]
    if [line.n for line in lines] != list(range(newest + 1, newest + 1 + len(lines))):
        return Taken(f"Table {table} has {newest} entries by now, and entry {first.n} does not follow.")
    if not follows(first.body, tail):
        return Taken(f"Table {table} has another entry {newest} than the one that entry {first.n} follows.")
    return None
