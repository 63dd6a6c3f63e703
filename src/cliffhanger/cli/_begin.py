"""Sets a table for one: finds the game, the chair, the house rules and the dice that were asked for."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Any

from msgspec import structs

from cliffhanger.cli._language import _
from cliffhanger.cli._sitting import Sitting
from cliffhanger.games import game as load
from cliffhanger.kernel.files.bundle import casts
from cliffhanger.kernel.files.reader import decoded
from cliffhanger.kernel.game import Game, Seat, Setup
from cliffhanger.kernel.house_rules import HouseValue

NO_FILES: Mapping[str, str] = {}
COMPANY = 2
"""You, and one at your side."""


def begun(
    name: str,
    seat: str,
    players: int | None,
    preset: str,
    seed: str,
    files: tuple[str, ...] = (),
    *,
    bots: str = "",
) -> Sitting:
    """A sitting as asked for, with these files. Raises ValueError, in a sentence with the way out.

    Bots look ahead, but simple ones; with a seed they take the time they take, so that they act the same again.
    """
    try:
        game = load(name)
    except LookupError as error:
        raise ValueError(str(error.args[0])) from None
    if bots == "sharp" and game.search is None:
        raise ValueError(_("The bots of {game} cannot look ahead.").format(game=game.title))
    setup = laid(game, players, preset, dict(brought(game, each) for each in files))
    key = dice_key(seed)
    return Sitting(
        game, setup, chair(game, setup.seats, seat).id, key, Random(key), sharp=bots != "simple", hurry=not seed
    )


def brought(game: Game[Any], name: str) -> tuple[str, str]:
    """A file by its path, or by the name of one that comes with the game: what it is called, and its text."""
    more, path = casts(game.package), Path(name)
    if name in more and not path.is_file():
        return f"{name}.toml", more[name].text
    try:
        found = decoded(path.name, path.read_bytes())
    except OSError as error:
        known = _("There are: {names}.").format(names=", ".join(more)) if more else ""
        raise ValueError(f"{name!s:.200}: {error.strerror or error}. {known}".strip()) from None
    if isinstance(found, list):
        raise ValueError("\n".join(map(str, found)))
    return path.name, found


def laid(game: Game[Any], players: int | None, preset: str, files: Mapping[str, str] = NO_FILES) -> Setup:
    """The set-up for so many players (else two, if the game takes two), with the house rules of a preset."""
    setup = game.ready(players or COMPANY, files)
    if isinstance(setup, list) and not players:
        setup = game.ready(1, files)
    if isinstance(setup, list):
        if files:
            raise ValueError("\n".join(map(str, setup)))
        raise ValueError(" ".join(_("Wanted: {expected}.").format(expected=fault.expected) for fault in setup))
    return structs.replace(setup, house=setup.house | house(game, preset))


def house(game: Game[Any], preset: str) -> dict[str, HouseValue]:
    """The house rules of a preset, by its id or title."""
    if not preset:
        return {}
    for each in game.presets:
        if preset.casefold() in (each.id.casefold(), each.title.casefold()):
            return each.house
    known = ", ".join(each.id for each in game.presets)
    there = _("There are: {names}.").format(names=known) if known else _("There are none.")
    raise ValueError(_("There is no preset {preset}.").format(preset=f"{preset!r:.40}") + f" {there}")


def chair(game: Game[Any], seats: tuple[Seat, ...], wanted: str) -> Seat:
    """The seat of this id or name; by default the first that does not run the world."""
    if not wanted:
        return next((each for each in seats if each.role not in game.masters), seats[0])
    for each in seats:
        if wanted.casefold() in (each.id.casefold(), each.name.casefold()):
            return each
    known = ", ".join(f"{each.id} ({each.name})" for each in seats)
    raise ValueError(_("There is no seat {seat}. There are: {names}.").format(seat=f"{wanted!r:.40}", names=known))


def dice_key(seed: str) -> bytes:
    """The key of the table's dice: fresh, or made from a seed so that the same scene can be seen again."""
    if not seed:
        return token_bytes(32)
    try:
        number = int(seed, 16)
    except ValueError:
        wrong = _("The seed is a number in hex, such as c0ffee, not {seed}.").format(seed=f"{seed!r:.40}")
        raise ValueError(wrong) from None
    return sha256(f"solo {number:x}".encode()).digest()
