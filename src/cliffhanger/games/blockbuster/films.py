"""Which film is on: the one that comes with the game, or what people bring, made ready for so many players."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files as resources
from typing import Any

import msgspec
from msgspec import Struct, structs

from cliffhanger.games.blockbuster.casting import film_of, sheet_of
from cliffhanger.games.blockbuster.forms import CHARACTER, FILM, FORMS, CharacterFile, FilmFile
from cliffhanger.games.blockbuster.sheets import Film, Sheet, slug
from cliffhanger.kernel.content import faults, head, parsed, read_form
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.game import Seat, Setup
from cliffhanger.kernel.lines import at

MOST = 6
TABLE = "the table"
DIRECTOR = Seat("director", "director", "Director")


class Brought(Struct, frozen=True):
    """A file that was read: its name, its text (for the lines of later faults), and what it holds."""

    name: str
    text: str
    file: CharacterFile | FilmFile


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players, with the files they bring (name to text), or say what is wrong with them.

    A lead who is brought takes a seat before those of the film; an opponent joins the film's; a film takes the place
    of the packaged one.
    """
    if not 1 <= players <= MOST:
        return [Fault(TABLE, 0, "players", f"1 to {MOST} players, not {players}")]
    brought, wrong = read_all(files)
    films = [each for each in brought if isinstance(each.file, FilmFile)]
    wrong += [Fault(each.name, 0, "", f"one film only; {films[0].name} is one already") for each in films[1:]]
    if wrong:
        return sorted(wrong)
    film = staged(films[0] if films else packaged()["film.toml"], _people(brought))
    if isinstance(film, list):
        return film
    film = joined(film, [each.file for each in brought if isinstance(each.file, CharacterFile)])
    if why := _crowded(film, players, brought):
        return [why]
    film = structs.replace(film, leads=film.leads[:players])
    seats = (DIRECTOR, *(Seat(lead.id, "player", lead.name) for lead in film.leads))
    return Setup(seats, content={"film": msgspec.json.decode(msgspec.json.encode(film))})


def read_all(files: Mapping[str, str]) -> tuple[list[Brought], list[Fault]]:
    """Every file read by the form it names at its head, and all that is wrong with any."""
    found: list[Brought] = []
    wrong: list[Fault] = []
    for name, text in files.items():
        value = _read(name, text)
        if isinstance(value, list):
            wrong += value
        else:
            found.append(Brought(name, text, value))
    seen: dict[str, str] = {}
    for each in found:
        if isinstance(each.file, CharacterFile):
            if other := seen.get(slug(each.file.name)):
                wrong += faults(each.name, each.text, [("name", f"another name: {other} brings this character")])
            seen[slug(each.file.name)] = each.name
    return found, wrong


def _read(name: str, text: str) -> CharacterFile | FilmFile | list[Fault]:
    data = parsed(name, text)
    if isinstance(data, list):
        return data
    game, form = head(data)
    if game not in ("", "blockbuster"):
        return faults(name, text, [("game", '"blockbuster"')])
    for each in FORMS:
        if each.name == form:
            value: CharacterFile | FilmFile | list[Fault] = read_form(each, name, text)
            return value
    return faults(name, text, [("form", f'at the head of the file, form = "{CHARACTER.name}" or form = "{FILM.name}"')])


@cache
def packaged() -> dict[str, Brought]:
    """The files that come with the game, by name."""
    folder = resources("cliffhanger.games.blockbuster") / "content"
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    found, wrong = read_all(dict(sorted(texts.items())))
    assert not wrong, "\n".join(map(str, wrong))
    return {each.name: each for each in found}


@cache
def packaged_cast() -> dict[str, CharacterFile]:
    """The characters that come with the game, by id."""
    return _people(list(packaged().values()))


def _people(files: list[Brought]) -> dict[str, CharacterFile]:
    return {slug(each.file.name): each.file for each in files if isinstance(each.file, CharacterFile)}


def staged(film: Brought, brought: Mapping[str, CharacterFile]) -> Film | list[Fault]:
    """A film with its whole cast: each from a file brought, from the film's own, or from those of the game."""
    file = film.file
    assert isinstance(file, FilmFile)
    own = {slug(each.name): each for each in file.cast}
    sheets = {name: sheet_of(each) for name, each in (packaged_cast() | own | dict(brought)).items()}
    missing = [
        (at(side, nth), f"a character with a sheet; bring {name}'s, or put it under [[cast]]")
        for side, names in (("leads", file.leads), ("opponents", file.opponents))
        for nth, name in enumerate(names)
        if slug(name) not in sheets
    ]
    return faults(film.name, film.text, missing) if missing else film_of(file, sheets)


def joined(film: Film, brought: list[CharacterFile]) -> Film:
    """The film with people who were brought: leads first in line, opponents last."""
    leads = _sheets(brought, "lead")
    opponents = _sheets(brought, "opponent")
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


def _sheets(brought: list[CharacterFile], side: str) -> tuple[Sheet, ...]:
    return tuple(sheet_of(each) for each in brought if each.side == side)


def _crowded(film: Film, players: int, brought: list[Brought]) -> Fault | None:
    """More people than seats, or more seats than people."""
    ours = [each.name for each in brought if isinstance(each.file, CharacterFile) and each.file.side == "lead"]
    if len(ours) > players:
        return Fault(ours[players], 0, "", f"at most {players} leads: so many play, and {len(ours)} were brought")
    if len(film.leads) < players:
        return Fault(
            TABLE,
            0,
            "players",
            f"at most {len(film.leads)}: so many leads has this film; bring more of them to be more",
        )
    return None


def content_of(setup: Setup) -> Film:
    """The film of a set-up."""
    film: Any = setup.content["film"]
    return msgspec.convert(film, Film)
