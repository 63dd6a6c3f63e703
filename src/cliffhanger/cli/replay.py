"""`cliffhanger replay`: tell a record as sentences, and play it again to check it."""

from typing import Any

import click

from cliffhanger.cli._tables import bytes_of, game_here, plain, reading, record_file, seat_known


@click.command("replay")
@record_file
@click.option("--seat", default="watch", help="Tell it as this seat read it.")
def command(file: Any, seat: str) -> None:  # noqa: ANN401  (an open file)
    """Tell the record in FILE as sentences, and play it again to check that the rules bring the same.

    What was played under another version of the rules is told as it was written, and each entry in which they differ is named.
    """
    from cliffhanger.kernel.events import sentence
    from cliffhanger.kernel.record.format import read, standing
    from cliffhanger.table.verify import verify

    data = bytes_of(file)
    with reading(file):
        record = read(data)
    header, entries = record.header, record.entries
    seat_known(seat, header)
    game = game_here(header.game)
    name = game.title if game else header.game
    click.echo(plain(f"{name}, table {header.table}, opened {header.opened}".rstrip(", ")))
    for entry in standing(entries):
        for event in entry.events:
            if event.text and event.heard_by(seat):
                click.echo(f"{entry.n:>6}  {plain(sentence(event))}")
    report = verify(data, game)
    for each in (*report.notes, *report.faults):
        click.echo(plain(each), err=True)
    if report.faults:
        raise click.ClickException("Played again, this record does not hold.")
    if report.replayed and not report.differ:
        click.echo(f"{len(entries)} entries, played again to the same sentences.")
    else:
        click.echo(f"{len(entries)} entries, read as they were written.")
