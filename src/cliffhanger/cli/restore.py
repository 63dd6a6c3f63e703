"""`cliffhanger restore`: bring back all tables from a copy, or one of them."""

from contextlib import closing
from pathlib import Path

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import Unusable, plain, told


@click.command("restore")
@click.argument("copy", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@place_option
@click.option("--table", default="", help="Only this table, with its dice key and the links of its seats.")
@click.option("--replace", is_flag=True, help="With --table: put it in the place of the one that is there.")
def command(copy: Path, place: Place, table: str, *, replace: bool) -> None:
    """Put the tables of COPY, which `cliffhanger backup` wrote, in the place of those that are there.

    Stop the server first. The copy is checked, with the whole chain of every table, before anything is changed. What was
    there is put aside as tables.db.replaced-WHEN, and never deleted.

    With --table one table alone is brought back, into a folder or a database, beside a running server or without one. One
    that is there already stays, unless --replace says so, and the server is stopped: then all tables are copied aside first.
    """
    if replace and not table:
        raise click.UsageError("--replace goes with --table: all tables are replaced as it is.")
    if place.address and not table:
        raise Unusable(
            "A database is brought back by pg_restore, from what pg_dump wrote. --table brings one table into it."
        )
    if place.address and replace:
        raise Unusable(
            "In a database no table is put in the place of another. Bring it into a folder, and open it there."
        )
    with told():
        if table:
            click.echo(plain(_one(copy, place, table, replace=replace)))
            return
        from cliffhanger.store.restoring import restored

        done = restored(copy, place.file)
    click.echo(f"{place}: {done.tables} {'table' if done.tables == 1 else 'tables'} as in {copy}, every chain checked.")
    if done.aside:
        click.echo(f"What was there is put aside, whole: {done.aside}")
    only = [f"{done.later} later entries of {done.gone_on} tables"] if done.gone_on else []
    only += [f"{done.missing} whole tables"] if done.missing else []
    if only:
        click.echo(f"Only there: {', '.join(only)}.")


def _one(copy: Path, place: Place, name: str, *, replace: bool) -> str:
    """Bring back one table; what came of it, in a sentence."""
    from cliffhanger.store.sqlite import Reader
    from cliffhanger.table.ports import Taken
    from cliffhanger.table.restore import arriving, lines_of
    from cliffhanger.table.secrets import unsealed

    with Reader(copy) as reader:
        found = lines_of(reader, name)
        kept = reader.find(name)
    assert kept is not None
    table, lines = arriving(found, unsealed(kept.secrets))
    entries = f"{len(lines)} entries as in {copy}, its dice key and its links"
    if replace:
        from cliffhanger.store.restoring import aside
        from cliffhanger.store.sqlite import SqliteStore

        with closing(SqliteStore(place.file)) as store:
            put = aside(place.file)
            store.backup(str(put))
            store.replace(table, lines)
        return f"Table {name}: {entries}. All tables as they were are in {put}."
    try:
        handed = place.takes_in(table, lines)
    except Taken as why:
        raise Taken(f"{why} It stays as it is; with --replace the copy's takes its place.") from None
    return f"Table {name}: {entries}{', taken in by the server that runs there' if handed else ''}."
