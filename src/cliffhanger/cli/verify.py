"""`cliffhanger verify`: recompute every face of a record from the key shown when its table closed."""

from typing import Any

import click

from cliffhanger.cli._tables import Unusable, bytes_of, game_here, plain, reading, record_file

SAYS = {
    "typed": "typed from real dice",
    "withheld": "withheld",
    "unchecked": "not checked",
    "equal": "as the key gives",
}


@click.command("verify")
@record_file
@click.option("--quiet", is_flag=True, help="Only the verdict.")
@click.option(
    "--kept",
    type=click.File(encoding="utf-8"),
    multiple=True,
    help="What a player's browser kept (`-`: pasted); again for each.",
)
def command(file: Any, *, quiet: bool, kept: tuple[Any, ...]) -> None:  # noqa: ANN401  (open files)
    """Check the record in FILE: its chain, its words, its undos, and each roll against the dice key.

    What a browser kept, which the page “The dice” of a table gives out, shows words that were dropped or made up, and
    entries that were changed or left out.

    Rules of another version than it was played under may make something else of an entry: that is said, and no fault.

    Ends with 0 if it is sound, 1 if something is wrong, the table is still open, or the key of some dice was never shown, 2 if
    it is no record.
    """
    from cliffhanger.kernel.record.format import decode_header, lines
    from cliffhanger.table.verify import verify

    data = bytes_of(file)
    with reading(file):
        game = game_here(decode_header(lines(data)[0]).game)
    report = verify(data, game, [_text(each) for each in kept])
    if not quiet:
        for row in report.rolls:
            said = plain(" ".join(map(str, row.said))) or "-"
            verdict = SAYS.get(row.verdict) or f"the key gives {' '.join(map(str, row.due))}"
            click.echo(f"{row.n:>6}  {plain(row.seat):<12} {plain(row.purpose):<24} {said}: {verdict}")
        for each in (*report.notes, *report.doubts):
            click.echo(plain(each))
    for each in report.faults:
        click.echo(plain(each), err=True)
    click.echo(report.summary())
    if not report.sound:
        raise click.exceptions.Exit(1)


def _text(file: Any) -> str:  # noqa: ANN401  (an open file)
    """All of what somebody kept, or a refusal where it is no text."""
    try:
        return str(file.read())
    except UnicodeDecodeError:
        raise Unusable(f"{file.name} is no text that a page has kept.") from None
