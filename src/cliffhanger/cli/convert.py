"""`cliffhanger convert`: turn another program's file into one of a game here, or a file of yours into one of theirs."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import click

from cliffhanger.cli._tables import Unusable, given, plain, told
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Format, Game


@click.command("convert")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", required=True, metavar="NAME", help="The game that reads it, or the other program's format.")
@click.option("--each", multiple=True, metavar="KEY=CELL", help="What a card has where its row does not say.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file, which must be new.")
def command(file: Path, to: str, each: tuple[str, ...], out: Path | None) -> None:
    """Turn FILE into a file of another kind.

    --to smallville reads a character of the public Cortex schema (JSON) and writes a sheet (TOML); --to cortex goes
    the other way. --to plot_twist reads cards: a .csv or .tsv with a card a row, or an .xml of Cockatrice; `cliffhanger
    cards` writes both. Every fault is told by its path there, and exit code 1; what was left out is told as well.
    """
    from cliffhanger.kernel.files.foreign import MOST

    with told(), file.open("rb") as opened:
        data = opened.read(MOST + 1)  # no more than it takes to see that it is too much
    ending = file.suffix.casefold()
    if ending in ROWS and len(data) > MOST:
        raise Unusable(f"{file}: at most {MOST:,} bytes; split it into several files.")
    if each and ending not in ROWS:
        raise Unusable(f"--each is for rows of cards, in a file that ends in {', '.join(ROWS)}.")
    if ending in ROWS:
        made, left = _cards_in(file, data, to, each)
    else:
        made, left = _read_in(file, data, to) if ending == ".json" else (_written_out(file, data, to), [])
    for fault in left:
        click.echo(plain(fault), err=True)
    if out is None:
        click.echo(given(made.encode()), nl=False)
        return
    with told(), out.open("x", encoding="utf-8") as new:
        new.write(made)
    click.echo(f"{out}: {len(made.encode()):,} bytes.", err=True)


ROWS = (".csv", ".tsv", ".xml")
"""The endings of files in which other programs keep cards, one a row."""


def _faulty(found: list[Fault]) -> NoReturn:
    for fault in found:
        click.echo(plain(fault), err=True)
    raise SystemExit(1)


def _read_in(file: Path, data: bytes, to: str) -> tuple[str, list[Fault]]:
    """Another program's file, as one of a game here; and what was left out."""
    from cliffhanger.kernel.files.foreign import imported

    played = _game(to)
    if not played.formats:
        raise Unusable(f"{played.title} reads no other program's files.")
    found = imported(played.formats[0], str(file), data, played.id)
    if isinstance(found, list):
        _faulty(found)
    return found


def _cards_in(file: Path, data: bytes, to: str, each: tuple[str, ...]) -> tuple[str, list[Fault]]:
    """Cards that another program keeps, as a file of a game here; and what was left out."""
    from cliffhanger.cards import cockatrice, spreadsheet
    from cliffhanger.cards.rows import Record, keys, taken

    played = _game(to)
    form = next((form for form in played.forms if form.rows), None)
    if form is None:
        raise Unusable(f"{played.title} has no cards that stand in rows.")
    usual = dict(part.partition("=")[::2] for part in each)
    if strange := [key for key in usual if key not in keys(form).all]:
        raise Unusable(f"--each {strange[0]!r:.40}: a card has {', '.join(sorted(keys(form).all))}.")
    read = cockatrice.records if file.suffix.casefold() == ".xml" else spreadsheet.records
    rows: list[Record] = []
    wrong: list[Fault] = []
    for one in read(str(file), data):
        if isinstance(one, Fault):
            wrong.append(one)
        else:
            rows.append(one)
    found = wrong or taken(form, played.id, str(file), rows, usual)
    if isinstance(found, list):
        _faulty(found)
    return found


def _written_out(file: Path, data: bytes, to: str) -> str:
    """A file of a game here, as another program keeps it."""
    from cliffhanger.cli.check import check_text
    from cliffhanger.kernel.files.foreign import exported
    from cliffhanger.kernel.files.reader import decoded, head, parsed, read_form

    text = decoded(str(file), data)
    wrong = text if isinstance(text, list) else check_text(str(file), text)
    if wrong or isinstance(text, list):
        _faulty(wrong)
    said = parsed(str(file), text)
    assert isinstance(said, dict)
    game, form = head(said)
    format = _format(_game(game), to, form)
    return exported(format, read_form(format.form, str(file), text), datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))


def _format(played: Game[Any], to: str, form: str) -> Format:
    for each in played.formats:
        if (each.name, each.form.name) == (to, form):
            return each
    known = ", ".join(f"{each.name} ({each.form.name})" for each in played.formats) or "none"
    raise Unusable(f"{played.title} writes no {form} to {to!r:.40}. It knows: {known}.")


def _game(name: str) -> Game[Any]:
    from cliffhanger.games import game

    try:
        return game(name)
    except LookupError as unknown:
        raise Unusable(str(unknown.args[0])) from None
