"""Which film is on: the one that comes with the game, or what people bring, made ready for so many players."""

from collections.abc import Mapping
from typing import Any

import msgspec

from cliffhanger.games.blockbuster.files.sheets import CHARACTER, FILM, HERE, Character, Film, FilmFile, Story
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import Shelf
from cliffhanger.kernel.game import Seat, Setup

DIRECTOR = Seat("director", "director", "Director")
SHELF: Shelf[Character, FilmFile] = Shelf(
    "blockbuster", HERE, CHARACTER, FILM, "lead", "leads", other="opponent", others="opponents", most=6
)


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players, with the files they bring (name to text), or say what is wrong with them.

    A lead who is brought takes a seat before those of the film; an opponent joins the film's; a film takes the place
    of the packaged one.
    """
    found = SHELF.opened(players, files)
    if isinstance(found, list):
        return found
    brought, file, leads, opponents = found
    same = {name: getattr(file, name) for name in Story.__struct_fields__}
    return SHELF.seated(Film(**same, leads=leads, opponents=opponents), brought, players, DIRECTOR)


def content_of(setup: Setup) -> Film:
    """The film of a set-up."""
    film: Any = setup.content["film"]
    return msgspec.convert(film, Film)
