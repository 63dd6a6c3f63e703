"""`cliffhanger export`: write a table's record, whole, as one seat may know it, or as a page to read; or its cast."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cliffhanger.cli._places import Place, place_option
from cliffhanger.cli._tables import Unusable, game_here, given, plain, seat_known, told
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.record.format import Record

if TYPE_CHECKING:
    from cliffhanger.table.secrets import Secrets


@click.command("export")
@click.argument("table")
@place_option
@click.option("--seat", default="", help="Only what this seat may know (`watch`: what everybody may).")
@click.option("--recap", is_flag=True, help="Write the story in Markdown instead of the record.")
@click.option(
    "--card", is_flag=True, help="Write the card of the evening, to send: SVG, or PNG where --out ends in .png."
)
@click.option(
    "--cast", type=click.Path(dir_okay=False, path_type=Path), help="Write a file to open the next table from."
)
@click.option(
    "--key",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the dice key of an open table to this new file, for `import --key`; with --out, beside the record.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file, which must be new.")
def command(
    table: str,
    place: Place,
    seat: str,
    *,
    recap: bool,
    card: bool,
    cast: Path | None,
    key: Path | None,
    out: Path | None,
) -> None:
    """Write the record of TABLE.

    A whole record holds everything but the dice key, which stands in it only once the table is closed. With --cast
    it writes everybody's sheet as it stands into one new file: bring that to a new table to go on with the season.
    With --key it writes the key of an open table, so that it goes on elsewhere with the same dice: whoever has that knows
    every face that will fall.
    """
    if key and (seat or recap or card or cast):
        raise click.UsageError("--key goes alone or with --out: it belongs to the whole record.")
    if cast and (seat or recap or card or out):
        raise click.UsageError("--cast goes alone: it writes everybody's sheet, and to the file that it names.")
    if card and (seat or recap):
        raise click.UsageError("--card goes alone or with --out: it shows what everybody may know.")
    from cliffhanger.kernel.record.format import assembled
    from cliffhanger.table.restore import lines_of
    from cliffhanger.table.secrets import Secrets, unsealed

    with told():
        with place.reader() as reader:
            found = lines_of(reader, table)
            secrets = unsealed(kept.secrets) if key and (kept := reader.find(table)) else Secrets()
        record = assembled(found)
        game = game_here(record.header.game)
        if key:
            _write_key(record, secrets, key)
            if out is None:
                return
        if cast:
            _write(cast, cast_of(record, game).encode())
            return
        if card:
            _give(card_of(record, game, png=out is not None and out.suffix == ".png"), out)
            return
        if seat:
            seat_known(seat, record.header)
        if recap:
            from cliffhanger.kernel.game import WATCH
            from cliffhanger.table.recap_markdown import recap as retold

            text = retold(record.header, record.entries, game, seat or WATCH).encode()
        elif seat:
            from cliffhanger.table.projection import seat_record

            if game is None:
                raise Unusable(f"What a seat may know is told by the game {record.header.game}, which is not here.")
            text = seat_record(game, record.header, record.entries, seat)
        else:
            text = b"".join(line + b"\n" for line in found)
        _give(text, out)


def card_of(record: Record, game: Game[Any] | None, *, png: bool = False) -> bytes:
    """The card of a record, in the skin of its game where that is here."""
    from cliffhanger.cards.png import picture
    from cliffhanger.table.recap_markdown import retold
    from cliffhanger.web.page.recap import CARD_PIXELS
    from cliffhanger.web.page.recap_card import card
    from cliffhanger.web.page.skins import Skin, skin

    svg = card(retold(record.header, record.entries, game), skin(game) if game else Skin(record.header.game))
    drawn = picture(svg, CARD_PIXELS) if png else svg.encode()
    if drawn is None:
        raise Unusable("Nothing is installed here that makes PNG: pip install cliffhanger[pictures], or take the SVG.")
    return drawn


def _give(text: bytes, out: Path | None) -> None:
    if out is None:
        click.echo(given(text), nl=False)
    else:
        _write(out, text)


def cast_of(record: Record, game: Game[Any] | None) -> str:
    """The text of the file that goes on from a record; what a table would refuse in it is told, to be mended by hand."""
    from cliffhanger.cli.check import check_text
    from cliffhanger.kernel.record.format import replay

    header = record.header
    if game is None:
        raise Unusable(f"Sheets are told by the game {plain(header.game)}, which is not here.")
    if game.cast is None:
        raise Unusable(f"{game.title} has no file that people go on from: begin its next table afresh.")
    text = game.cast(header.begins(game), replay(game, header, record.entries).now.state)
    for fault in check_text("--cast", text):
        click.echo(f"To mend before a table opens from it: {plain(fault)}", err=True)
    return text


def _write_key(record: Record, secrets: "Secrets", out: Path) -> None:
    """Write the dice key of an open table to a new file that nobody else can read."""
    from cliffhanger.kernel.inputs import Close
    from cliffhanger.store.copies import owned
    from cliffhanger.table.restore import key_of, promised

    if any(isinstance(each.input, Close) for each in record.entries):
        raise Unusable(f"Table {record.header.table} is closed: its key stands at the end of its record.")
    key = key_of(secrets, promised(record))
    if not key:
        raise Unusable(
            f"The dice key of table {record.header.table} is not here: it gets a new one when a server opens it."
        )
    owned(out)
    out.write_text(f"{key}\n", encoding="ascii")
    click.echo(f"{out}: the dice key. Whoever has it knows every face that will fall.", err=True)


def _write(out: Path, text: bytes) -> None:
    with out.open("xb") as file:
        file.write(text)
    click.echo(f"{out}: {len(text):,} bytes.", err=True)
