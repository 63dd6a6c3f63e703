"""Which film is on: the one that comes with the game, or what people bring, made ready for so many players."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import structs

from cliffhanger.games.blockbuster.files.sheets import CHARACTER, FILM, HERE, Character, Film, FilmFile, Story
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import Brought, Shelf
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.game import Seat, Setup

DIRECTOR = Seat("director", "director", "Director")
SHELF: Shelf[Character, FilmFile] = Shelf("blockbuster", HERE, CHARACTER, FILM, side="lead", players="leads", most=6)


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players, with the files they bring (name to text), or say what is wrong with them.

    A lead who is brought takes a seat before those of the film; an opponent joins the film's; a film takes the place
    of the packaged one.
    """
    brought = SHELF.brought(players, files)
    if isinstance(brought, list):
        return brought
    film = staged(brought)
    if isinstance(film, list):
        return film
    film = joined(film, brought)
    if wrong := SHELF.uneven(brought, len(film.leads), players):
        return wrong
    film = structs.replace(film, leads=film.leads[:players])
    seats = (DIRECTOR, *(Seat(lead.id, "player", lead.name) for lead in film.leads))
    return Setup(seats, content={"film": msgspec.json.decode(msgspec.json.encode(film))})


def staged(brought: Brought[Character, FilmFile]) -> Film | list[Fault]:
    """The film that is brought, or the packaged one, with its whole cast."""
    found = SHELF.staged(brought, "leads", "opponents")
    if isinstance(found, list):
        return found
    file, cast = found
    same = {name: getattr(file, name) for name in Story.__struct_fields__}
    leads, opponents = (tuple(cast[slug(name)].sheet for name in names) for names in (file.leads, file.opponents))
    return Film(**same, leads=leads, opponents=opponents)


def joined(film: Film, brought: Brought[Character, FilmFile]) -> Film:
    """The film with people who were brought: leads first in line, opponents last."""
    leads, opponents = (tuple(each.value.sheet for each in brought.on(side)) for side in ("lead", "opponent"))
    taken = {sheet.id for sheet in (*leads, *opponents)}
    kept = tuple(sheet for sheet in film.leads if sheet.id not in taken)
    foes = tuple(sheet for sheet in film.opponents if sheet.id not in {lead.id for lead in leads})
    known = {sheet.id for sheet in foes}
    return structs.replace(
        film,
        leads=leads + kept,
        opponents=foes + tuple(sheet for sheet in opponents if sheet.id not in known),
        scenes=tuple(
            structs.replace(scene, opponents=tuple(name for name in scene.opponents if name in known))
            for scene in film.scenes
        ),
    )


def content_of(setup: Setup) -> Film:
    """The film of a set-up."""
    film: Any = setup.content["film"]
    return msgspec.convert(film, Film)
