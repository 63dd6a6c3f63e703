"""`cliffhanger import`: keep a record from a file as a table of this machine."""

from pathlib import Path
from typing import Any

import click

from cliffhanger.cli._tables import FILE, Unusable, bytes_of, data_option, record_file, told


@click.command("import")
@record_file
@data_option
def command(file: Any, data: Path) -> None:  # noqa: ANN401  (an open file)
    """Keep the record in FILE as a table.

    It keeps its id. A record does not hold its seats' links, nor the dice key of an open table: links are made anew,
    and it can be played on with dice that people throw.
    """
    from cliffhanger.kernel.inputs import Close
    from cliffhanger.kernel.record import assembled, lines
    from cliffhanger.store.sqlite import SqliteStore
    from cliffhanger.table.ports import Kept, Line
    from cliffhanger.table.seats import Secrets, sealed

    with told():
        found = lines(bytes_of(file))
        record = assembled(found)
        header = record.header
        if header.seat:
            raise Unusable(f"This is what {header.seat} took home of table {header.table}. Import the whole record.")
        key = next((each.input.key for each in record.entries if isinstance(each.input, Close)), "")
        rows = zip(record.entries, found[1:], strict=True)
        body = tuple(Line(header.table, entry.n, entry.id, line) for entry, line in rows)
        with SqliteStore(data / FILE) as store:
            store.create(Kept(header.table, found[0], sealed(Secrets(key))), body)
    click.echo(f"Table {header.table}: {len(body)} entries of {header.game} are kept in {data}.")
