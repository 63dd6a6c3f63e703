"""`cliffhanger export`: write a table's record, whole, as one seat may know it, or as a page to read."""

from pathlib import Path

import click

from cliffhanger.cli._tables import FILE, Unusable, data_option, game_here, seat_known, told


@click.command("export")
@click.argument("table")
@data_option
@click.option("--seat", default="", help="Only what this seat may know (`watch`: what everybody may).")
@click.option("--recap", is_flag=True, help="Write the story in Markdown instead of the record.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file, which must be new.")
def command(table: str, data: Path, seat: str, *, recap: bool, out: Path | None) -> None:
    """Write the record of TABLE.

    A whole record holds everything but the dice key, which stands in it only once the table is closed.
    """
    from cliffhanger.kernel.record.format import assembled
    from cliffhanger.store.sqlite import Reader
    from cliffhanger.table.restore import lines_of

    with told():
        found = lines_of(Reader(data / FILE), table)
        record = assembled(found)
        game = game_here(record.header.game)
        if seat:
            seat_known(seat, record.header)
        if recap:
            from cliffhanger.kernel.game import WATCH
            from cliffhanger.table.recap import recap as retold

            text = retold(record.header, record.entries, game, seat or WATCH).encode()
        elif seat:
            from cliffhanger.table.projection import seat_record

            if game is None:
                raise Unusable(f"What a seat may know is told by the game {record.header.game}, which is not here.")
            text = seat_record(game, record.header, record.entries, seat)
        else:
            text = b"".join(line + b"\n" for line in found)
        if out is None:
            click.echo(text, nl=False)
            return
        with out.open("xb") as file:
            file.write(text)
    click.echo(f"{out}: {len(text):,} bytes.", err=True)
