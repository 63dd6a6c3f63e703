"""The first line of a table's record: how a new one is made, and what is read of any."""

from collections.abc import Mapping
from typing import Any

import msgspec

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import WATCH, Game, Setup
from cliffhanger.kernel.record.format import WIDTH, Header, Outset, encode
from cliffhanger.table import dice
from cliffhanger.table.house_rules import house_of
from cliffhanger.table.snapshot import TableOptions

SEAT = 80  # characters that a seat's id may have


def header_of(
    game: Game[Any],
    setup: Setup,
    *,
    table_id: str,
    key: bytes,
    at: str,
    options: TableOptions | None,
    files: Mapping[str, str] | None,
) -> Header:
    """What a table begins with, and the hash of its dice key; ValueError, in a sentence, where that is too much for a line."""
    header = Header(
        game=game.id,
        version=game.version,
        house=house_of(game, setup),
        setup=Outset(setup.seats, setup.content),
        files=dict(files or {}),
        table=table_id,
        key_hash=dice.key_hash(key),
        opened=at,
        options=msgspec.to_builtins(options or TableOptions()),
        runs=tuple(sorted(game.masters)),
    )
    if len(encode(header)) > WIDTH:
        raise ValueError("This is more than the first line of a record can hold: bring smaller files.")
    return header


def title_of(game: Game[Any], header: Header) -> str:
    """What a table is called: as whoever opened it said, else as the film, series or story in its files is, else as its game."""
    titles = (row.get("title") for row in header.setup.content.values() if isinstance(row, Mapping))
    named = next((title for title in titles if isinstance(title, str) and title), "")
    return str(header.options.get("title") or named or game.title)


def policy_of(header: Header) -> TableOptions:
    """How people run the table; Unreadable where that cannot be read, or the chairs cannot be told apart."""
    seats = [each.id for each in header.setup.seats]
    if not seats or len({*seats, WATCH}) <= len(seats) or not all(0 < len(each) <= SEAT for each in seats):
        raise Unreadable("Line 1: every seat has an id of its own.")
    try:
        return msgspec.convert(dict(header.options), TableOptions)
    except msgspec.ValidationError as odd:
        raise Unreadable(f"Line 1: the table's options cannot be read: {odd}.") from None
