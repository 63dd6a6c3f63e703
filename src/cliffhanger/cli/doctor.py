"""`cliffhanger doctor`: say how the tables are: their file or database, each of them, and the copies."""

import sys
from collections import Counter
from collections.abc import Iterator

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import game_here, plain, signs, told
from cliffhanger.table.checkup import Finding, of_table
from cliffhanger.table.ports import Kept, NoTables, Reading, Unkept


@click.command("doctor")
@place_option
@click.option("--table", default="", help="Of the tables, look at this one alone.")
@click.option("--quick", is_flag=True, help="Do not play the tables again: their chains are read all the same.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(place: Place, table: str, *, quick: bool, as_json: bool) -> None:
    """Say how the tables are, a sentence each, beside a running server or without one; it changes nothing.

    The file of a folder and who may read it, room on the disk, what SQLite finds; for a database what its commits promise;
    of each table the chain of its record, and whether playing it again gives what its checkpoint says; seats without a link;
    the copies and their age.

    Ends with 0 if all is well, 1 with warnings, 2 if something is damaged or cannot be used.
    """
    found = list[Finding]()
    with told():
        for finding in _findings(place, table, replays=not quick):
            found.append(finding)
            if not as_json:
                click.echo(f"{finding.level:<8} {plain(f'{finding.about}: {finding.says}')}")
    count = Counter[str](each.level for each in found)
    if as_json:
        from cliffhanger.kernel.record.format import encode

        state = "fault" if count["fault"] else "warning" if count["warning"] else "well"
        click.echo(signs(encode({"place": str(place), "state": state, "findings": found}).decode()))
    else:
        click.echo(_summary(count))
    if count["fault"] or count["warning"]:
        raise click.exceptions.Exit(2 if count["fault"] else 1)


def _summary(count: Counter[str]) -> str:
    many = [
        f"{count[level]} {level}{'s' if count[level] > 1 else ''}" for level in ("fault", "warning") if count[level]
    ]
    return f"{' and '.join(many)}." if many else "All is well."


def _findings(place: Place, table: str, *, replays: bool) -> Iterator[Finding]:
    if not place.address and not place.file.exists():
        from cliffhanger.store.checkup import of_no_file

        if gone := of_no_file(place.file):
            yield gone
            return
        if table:
            raise LookupError(f"There is no table {table}.")
        yield Finding("well", "place", f"No table is kept in {place} yet.")
        return
    with place.reader() as reader:
        yield from _of_place(place, reader)
        try:
            kept = reader.tables()
        except NoTables:
            kept = []
        except Unkept:
            return  # what there is to be said of it is said
        if table and table not in {each.table for each in kept}:
            raise LookupError(f"There is no table {table}.")
        yield from _of_tables(reader, [each for each in kept if table in ("", each.table)], replays=replays)


def _of_place(place: Place, reader: Reading) -> Iterator[Finding]:
    if place.address:
        from cliffhanger.store.postgres.checkup import of_database

        yield from of_database(reader)  # type: ignore[arg-type]
    else:
        from cliffhanger.store.checkup import of_file

        yield from of_file(place.file)


def _of_tables(reader: Reading, kept: list[Kept], *, replays: bool) -> Iterator[Finding]:
    """What is to be said of tables, and how many are well; how far it has come stands on a terminal."""
    well, said = 0, list[Finding]()
    with click.progressbar(kept, label="Tables", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for each in bar:
            try:
                found = list(of_table(reader, each, game_here(_game(each)), replays=replays))
            except Unkept as why:
                found = [Finding("fault", f"table {each.table}", str(why))]
            well += not found
            said += found
    yield from said  # after the bar: both would write into one line
    done = "their chains are whole" + (", and they were played again" if replays else "")
    yield Finding("well", "tables", f"{well} of {len(kept)} are well: {done}.")


def _game(kept: Kept) -> str:
    """The game that a table is of; "" where its first line cannot be read."""
    from cliffhanger.kernel.errors import Unreadable
    from cliffhanger.kernel.record.format import decode_header

    try:
        return decode_header(kept.header).game
    except Unreadable:
        return ""
