"""`cliffhanger solo`: a whole scene in the terminal, against bots."""

from pathlib import Path

import click

BOTS = ("sharp", "simple")


@click.command("solo")
@click.argument("game")
@click.option("--seat", default="", help="The seat you take, by its id or name (else the first player's).")
@click.option("--players", type=click.IntRange(1, 99), help="How many play, you and bots.")
@click.option("--preset", default="", help="Play by this set of house rules.")
@click.option(
    "--file", "files", multiple=True, help="Bring this file, or a cast of the game by its name; may be repeated."
)
@click.option("--seed", default="", help="Play with the dice of this number, in hex, to see the same scene again.")
@click.option("--bots", type=click.Choice(BOTS), help="Bots that look ahead (where there are any), or simple ones.")
@click.option("--auto", type=click.IntRange(0), default=0, help="Leave your first decisions, so many, to a bot.")
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Write the table's record to this new file."
)
@click.option("--language", default="", help="Speak this language, such as de, where there is a translation.")
def command(
    *,
    game: str,
    seat: str,
    players: int | None,
    preset: str,
    files: tuple[str, ...],
    seed: str,
    bots: str | None,
    auto: int,
    save: Path | None,
    language: str,
) -> None:
    """Play a scene of GAME alone, against bots.

    Enter takes the marked option, so pressing it again and again plays a scene; ? lists what else can be typed.
    """
    from cliffhanger.cli._begin import begun
    from cliffhanger.cli._language import _
    from cliffhanger.cli._loop import Loop, Terminal
    from cliffhanger.cli._tables import told
    from cliffhanger.kernel.translation import speaking

    with speaking(language):
        if save and save.exists():
            raise click.ClickException(
                _("{file} is there already. Name another file, or move that one away.").format(file=save)
            )
        try:
            sitting = begun(game, seat, players, preset, seed, files, bots=bots or "")
        except ValueError as error:
            raise click.ClickException(str(error)) from None
        terminal = Terminal()
        chair = next(each for each in sitting.table.head.seats if each.id == sitting.seat)
        terminal.speak(
            _("{game}. You are {chair}. Type ? for help.").format(game=sitting.game.title, chair=chair.title)
        )
        Loop(sitting, terminal, auto).play()
        if save:
            with told(), save.open("xb") as file:
                file.write(sitting.record())
            terminal.speak(_("The record of this table is in {file}.").format(file=save))
