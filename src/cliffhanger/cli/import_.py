"""`cliffhanger import`: keep a record from a file as a table of this machine."""

from contextlib import closing
from typing import Any

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import Unusable, bytes_of, game_here, plain, reading, record_file, told
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.record.format import Record

CLOSED = "So the table is kept to be read: no server can open it with the rules that are here."


@click.command("import")
@record_file
@place_option
def command(file: Any, place: Place) -> None:  # noqa: ANN401  (an open file)
    """Keep the record in FILE as a table.

    It keeps its id. A record does not hold its seats' links, nor the dice key of an open table: everybody's seat is free
    when a server opens it, and whoever sits down gets a new link; it is played on with dice that people throw.
    """
    from cliffhanger.kernel.inputs import Close
    from cliffhanger.kernel.record.format import assembled, lines
    from cliffhanger.table.ports import Kept, Line
    from cliffhanger.table.secrets import Secrets, sealed
    from cliffhanger.table.verify import verify

    with told():
        text = bytes_of(file)
        with reading(file):
            found = lines(text)
            record = assembled(found)
        header = record.header
        if header.seat:
            raise Unusable(f"This is what {header.seat} took home of {header.table}. Import the whole record.")
        key = next((each.input.key for each in record.entries if isinstance(each.input, Close)), "")
        game = game_here(header.game)
        shut = _sound(record, game, key)
        rows = zip(record.entries, found[1:], strict=True)
        body = tuple(Line(header.table, entry.n, entry.id, line) for entry, line in rows)
        with closing(place.store()) as store:
            store.create(Kept(header.table, found[0], sealed(Secrets(key))), body)
    click.echo(f"Table {header.table}: {len(body)} entries of {plain(header.game)} are kept in {place}.")
    if game is not None and not (key or shut):
        click.echo(f"All its seats are free: `cliffhanger serve`, then open /t/{header.table} and sit down.")
    if game is None:
        click.echo(f"The game {plain(header.game)} is not here: the table can be read, and not opened.", err=True)
    elif game.version != header.version:
        for each in (*verify(text, game).notes, *([CLOSED] if shut else [])):
            click.echo(plain(each), err=True)


def _sound(record: Record, game: Game[Any] | None, key: str) -> bool:
    """Refuse what no server could open: it would be a table that nobody can come to.

    What other rules than these once took is kept all the same, to be read; gives whether it is shut for that reason.
    """
    from cliffhanger.table.session import ID, Table

    header = record.header
    if not ID.fullmatch(header.table):
        raise Unusable("Line 1: a table has an id of 1 to 64 letters and digits.")
    try:
        shown = bytes.fromhex(key)
        if game is not None:
            Table.load(game, header, record.entries, shown, record.tail)
    except Unreadable:
        if game is None or game.version == header.version:
            raise
        return True
    except ValueError:
        raise Unusable("The key shown at the close is not the one whose hash stands in line 1.") from None
    return False
