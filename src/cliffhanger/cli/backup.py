"""`cliffhanger backup`: write a checked copy of all tables, beside a running server or without one."""

from datetime import UTC, datetime
from pathlib import Path

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import told


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@place_option
def command(file: Path | None, place: Place) -> None:
    """Write all tables to a new FILE (else one with the date in its name, in the folder of the tables).

    `cliffhanger restore` brings it back, or one table of it. A database is copied by pg_dump.
    """
    target = file or place.data / f"tables-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
    with told():
        with place.reader() as reader:
            reader.backup(str(target))
        size = target.stat().st_size
    click.echo(f"{target}: {size:,} bytes, whole and checked. It holds the seats' marks and dice keys: keep it safe.")
