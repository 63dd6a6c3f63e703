"""`cliffhanger move`: carry tables from a folder to a database, or back."""

from contextlib import closing

import click

from cliffhanger.cli._places import Place, place
from cliffhanger.cli._tables import plain, told
from cliffhanger.table.ports import Store


@click.command("move")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--table", default="", help="Only this table.")
def command(source: str, target: str, table: str) -> None:
    """Carry all tables FROM one place TO another, byte for byte: records, links of seats and dice keys.

    A place is a folder of tables, the address of a PostgreSQL database, or env:NAME for an address in the variable
    NAME, where no list of processes shows its password. Stop the servers of both first: while one runs nothing is
    carried. What is there already and equal is left as it is, so that a move that was cut off is simply run again;
    another table of the same name is never written over. FROM keeps all its tables.
    """
    left, right = place(source), place(target)
    if (left.address, left.file.resolve()) == (right.address, right.file.resolve()):
        raise click.UsageError("FROM and TO are the same place.")
    with told():
        with left.reader() as reader:
            names = [table] if table else [each.table for each in reversed(reader.tables())]
        carried, failed = _moved(left, right, names)
    if failed:
        raise click.ClickException(f"{failed} of {len(names)} tables could not be carried.")
    there = len(names) - carried
    also = f", {there} {'was' if there == 1 else 'were'} there already" if there else ""
    click.echo(f"{carried} {'table' if carried == 1 else 'tables'} carried to {right}{also}; {left} is as it was.")


def _moved(source: Place, target: Place, names: list[str]) -> tuple[int, int]:
    """Carry these tables and tell each; how many were, and how many could not be."""
    from cliffhanger.store.moving import carry
    from cliffhanger.table.ports import Taken, Unkept

    carried = failed = 0
    # The source is opened as a server would open it: of a folder nobody plays there meanwhile, of a database we look.
    with closing(source.store()) as mine, closing(target.store()) as theirs:
        for place, store in ((source, mine), (target, theirs)):
            if served := _served(place, store):
                raise click.ClickException(f"{served} Stop all servers of both places first.")
        for at, name in enumerate(names, 1):
            try:
                count = carry(mine, theirs, name)
            except (Taken, Unkept) as why:
                failed += 1
                click.echo(plain(f"{at} of {len(names)}: table {name} was not carried. {why}"), err=True)
                continue
            carried += count is not None
            said = "all there already" if count is None else f"{count} entries carried"
            click.echo(plain(f"{at} of {len(names)}: table {name}, {said}."))
        if served := _served(source, mine):
            raise click.ClickException(f"{served} What is played there is not carried: stop it, then run this again.")
    return carried, failed


def _served(place: Place, store: Store) -> str:
    """That servers have the tables of a place open, in a sentence; empty where none has."""
    count = store.servers()
    return f"{count} {'server has' if count == 1 else 'servers have'} the tables of {place} open." if count else ""
