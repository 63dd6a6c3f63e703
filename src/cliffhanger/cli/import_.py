"""`cliffhanger import`: keep a record from a file as a table of this machine."""

import re
from typing import Any

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import Unusable, bytes_of, game_here, plain, reading, record_file, told
from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.record.format import Record

ANYWAY = "Who sits at that table would play on with what somebody made up. To keep it nevertheless: --anyway."
NAMED = 5  # faults that are told before a record is kept; `verify` tells all
CLOSED = "So the table is kept to be read: no server can open it with the rules that are here."
KEYLESS = (
    "Its dice key is not in its record: when a server opens it, its dice fall by a new one from there on, which the record and "
    "`cliffhanger verify` name. With the key (`export --key` where it was, and `import --key` here) it goes on as before."
)


@click.command("import")
@record_file
@place_option
@click.option("--anyway", is_flag=True, help="Keep a record that is not sound, as `cliffhanger verify` tells.")
@click.option("--key", "key_file", type=click.File(), help="The dice key of an open table, as `export --key` wrote it.")
def command(file: Any, place: Place, key_file: Any, *, anyway: bool) -> None:  # noqa: ANN401  (open files)
    """Keep the record in FILE as a table, beside a running server or without one.

    It keeps its id. A record does not hold its seats' links, nor the dice key of an open table: everybody's seat is free
    when a server opens it, and whoever sits down gets a new link; without --key its dice fall by a new key from there on.
    """
    from cliffhanger.kernel.inputs import Close
    from cliffhanger.kernel.record.format import assembled, lines
    from cliffhanger.table.restore import arriving
    from cliffhanger.table.secrets import Secrets
    from cliffhanger.table.verify import verify
    from cliffhanger.web.live.links import new_secret

    with told():
        text = bytes_of(file)
        with reading(file):
            found = lines(text)
            record = assembled(found)
        header = record.header
        closed = next((each.input for each in record.entries if isinstance(each.input, Close)), None)
        key = closed.key if closed else _brought(key_file, record)
        game = game_here(header.game)
        table, body = arriving(found, Secrets(key, bench=new_secret()))
        shut = _opens(record, game, key)
        checked = verify(text, game, key=bytes.fromhex(key))
        if checked.faults and not anyway:
            raise Unusable(" ".join((checked.summary(), *checked.faults[:NAMED], ANYWAY)))
        handed = place.takes_in(table, body)
    by = ", by the server that runs there" if handed else ""
    click.echo(f"Table {header.table}: {len(body)} entries of {plain(header.game)} are kept in {place}{by}.")
    if game is not None and not (closed or shut):
        serve = "open" if handed else "`cliffhanger serve`, then open"
        click.echo(f"All its seats are free: {serve} /t/{header.table} and sit down.")
    if not (key or closed or shut):
        click.echo(KEYLESS)
    if game is None:
        click.echo(f"The game {plain(header.game)} is not here: the table can be read, and not opened.", err=True)
    elif game.version != header.version:
        for each in (*checked.notes, *([CLOSED] if shut else [])):
            click.echo(plain(each), err=True)


def _brought(file: Any, record: Record) -> str:  # noqa: ANN401  (an open file)
    """The key of an open table, in hex, from the file in which it was brought; "" where none was."""
    from cliffhanger.table.restore import key_of, promised
    from cliffhanger.table.secrets import Secrets

    if file is None:
        return ""
    try:
        said = file.read(1_000).strip()
    except UnicodeDecodeError:
        said = ""
    if not re.fullmatch("[0-9a-f]{64}", said):
        raise Unusable(f"{file.name} is no dice key: that is 64 digits from 0 to f, as `export --key` writes it.")
    if not key_of(Secrets(said), promised(record)):
        raise Unusable(f"{file.name} is not the dice key of table {record.header.table}.")
    return str(said)


def _opens(record: Record, game: Game[Any] | None, key: str) -> bool:
    """Refuse what no server could open: it would be a table that nobody can come to.

    What other rules than these once took is kept all the same, to be read; gives whether it is shut for that reason.
    """
    from cliffhanger.table.session import Table

    try:
        shown = bytes.fromhex(key)
        if game is not None:
            Table.load(game, record.header, record.entries, shown, record.tail)
    except Unreadable:
        if game is None or game.version == record.header.version:
            raise
        return True
    except ValueError:
        raise Unusable("The key shown at the close is not the one whose hash was promised in the record.") from None
    return False
