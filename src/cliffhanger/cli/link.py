"""`cliffhanger link`: make a new link for a seat whose own was lost."""

from contextlib import closing

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import Unusable, plain, told
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.record.format import Record

ON_THE_PAGE = "While it runs, whoever runs the table can free the seat on their page: then it is taken anew."


@click.command("link")
@click.argument("table")
@click.argument("seat")
@place_option
@click.option("--origin", default="", help="The address that people use  [default: http://127.0.0.1:8000]")
def command(table: str, seat: str, place: Place, origin: str) -> None:
    """Make a new link for a SEAT of TABLE that somebody holds; the old one opens it no more.

    A free seat needs none: whoever takes it by the table's link is given one. The link of those who watch (`watch`)
    is only shown: whoever runs the table can renew it on their page.
    """
    from cliffhanger.cli.serve import PORT, addresses
    from cliffhanger.table.ports import Unkept
    from cliffhanger.table.restore import record_of
    from cliffhanger.table.secrets import sealed, unsealed
    from cliffhanger.web.live.links import new_link, watch_secret

    home = f"{origin.rstrip('/') or addresses('127.0.0.1', PORT)[0]}/t/{table}"

    with told():
        try:
            opened = closing(place.store())
        except Unkept as why:
            raise click.ClickException(plain(why if place.address else f"{why} {ON_THE_PAGE}")) from None
        with opened as store:
            record, kept = record_of(store, table), store.find(table)
            assert kept is not None
            secrets = unsealed(kept.secrets)
            if seat == WATCH:
                click.echo(f"{home}/watch#s={watch_secret(secrets)}")
                return
            found = held(record, seat)
            had = found in secrets.seats
            secrets, secret = new_link(secrets, found)
            store.keep_secrets(table, sealed(secrets))
    click.echo(f"{home}/seat/{found}#s={secret}")
    if had:
        click.echo("The link that this seat had opens it no more.", err=True)


def held(record: Record, seat: str) -> str:
    """The id of the seat that was named, by its id or by the name on the chair; somebody has to hold it."""
    from cliffhanger.kernel.inputs import Sit

    name, chairs = record.header.table, record.header.setup.seats
    found = next((each for each in chairs if seat.casefold() in (each.id.casefold(), each.name.casefold())), None)
    if found is None:
        known = ", ".join(each.id for each in chairs)
        raise Unusable(f"Table {name} has no seat {seat!r:.40}. It has: {known}; or {WATCH}.")
    sits = [each.input for each in record.entries if isinstance(each.input, Sit) and each.input.seat == found.id]
    if not sits or sits[-1].holder != "person":
        raise Unusable(f"Nobody holds the seat of {found.name}: whoever opens the table's own link may take it.")
    return found.id
