"""`cliffhanger tables`: list the tables kept here, newest first."""

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import signs, told


@click.command("tables")
@place_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list.")
def command(place: Place, *, as_json: bool) -> None:
    """List the tables kept here, newest first: id, game, when it opened, how many entries, what it is called."""
    from cliffhanger.kernel.errors import Unreadable
    from cliffhanger.kernel.record.format import decode_header, encode
    from cliffhanger.table.normalize import STRANGE
    from cliffhanger.table.ports import NoTables

    with told():
        try:
            with place.reader() as reader:
                kept = reader.tables()
        except NoTables:
            kept = []
    rows = []
    for each in kept:
        try:
            header = decode_header(each.header)
            rest = {"game": header.game, "opened": header.opened, "title": str(header.options.get("title", ""))}
        except Unreadable:
            rest = {"game": "cannot be read", "opened": "", "title": ""}
        rows.append({"table": each.table, "entries": each.entries, **rest})
    if as_json:
        click.echo(signs(encode(rows).decode()))
    elif not rows:
        click.echo(f"No table is kept in {place} yet.")
    else:
        wide = max(len(each.table) for each in kept)
        for row in rows:
            entries = f"{row['entries']} entries"
            line = f"{row['table']:<{wide}} {row['game']:<16} {row['opened']:<20} {entries:>14}  {row['title']}"
            click.echo(STRANGE.sub(" ", line).rstrip())
