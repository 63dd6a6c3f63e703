"""What a seat may read of a record: the same projection for the log on a page and for the file it takes home.

A seat reads whole what its own view tells: its own acts, open rolls, acts whose option it could derive from its own
view, rulings on what it sees. Of the rest it reads that it happened, and the sentences told to it. The lines of a
seat's export name one another anew: with the true hashes, a hidden card could be found by trying them all.
"""

from typing import Any

from msgspec import structs

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act, Faces, Input, Ruling
from cliffhanger.kernel.record.format import Entry, Header, Outset, chained, replay, write
from cliffhanger.kernel.record.replay import Play
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import Snapshot
from cliffhanger.table.table_events import Change, derivable, shows


def log_for(snapshot: Snapshot, seat: str) -> tuple[Entry, ...]:
    """The log as one seat may read it. Of what others chose only the sentences are shown."""
    return tuple(_reduced(entry, seat, _unseen(entry.input, seat)) for entry in snapshot.log)


def _unseen(put: Input, seat: str) -> Input:
    match put:
        case Act() if put.seat != seat:
            return Act(put.seat, put.window, "", shaped_by=put.shaped_by)
        case Faces() if not put.dice and put.seat not in ("", seat):  # a draw open to all names no seat
            return structs.replace(put, values=())
        case Ruling():
            return structs.replace(put, path=(), value=None)
    return put


def _reduced(entry: Entry, seat: str, put: Input) -> Entry:
    events = tuple(each for each in entry.events if each.heard_by(seat))
    return structs.replace(entry, input=put, events=events, prev="")


def export(table: Table, seat: str | None = None) -> bytes:
    """A table's record, as far as it is kept: whole for whoever owns the data, or what one seat may know of it."""
    entries = table.kept()
    if seat is None:
        return write(table.header, entries)
    return seat_record(table.game, table.header, entries, seat)


def seat_record(game: Game[Any], header: Header, entries: tuple[Entry, ...], seat: str) -> bytes:
    """The record one seat takes home. Of the files nothing goes along: names tell, and a digest lets content be guessed at."""
    play = replay(game, header, entries)
    open_to = structs.replace(header, setup=Outset(header.setup.seats), files={}, seat=seat)
    shown = tuple(_reduced(entry, seat, _seen(play, entry, seat)) for entry in entries)
    return write(open_to, chained(open_to, shown))


def _seen(play: Play[Any], entry: Entry, seat: str) -> Input:
    put = entry.input
    before, after = play.points[entry.n - 1].state, play.points[entry.n].state
    if isinstance(put, Act) and derivable(play.game, before, put, seat):
        return put
    if isinstance(put, Ruling) and shows(play.game, put, Change(before, after), seat):
        return put
    return _unseen(put, seat)
