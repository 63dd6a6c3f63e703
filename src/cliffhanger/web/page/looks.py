"""What a place looks like, in words of the kit: those that its game says, and for the rest those that its own words suggest.

A word of the lists below is looked for in the name of a place, then in what is said of it. Where none is found there is a
plain default. Nothing here knows a game: the lists are of English words for places.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from cliffhanger.kernel.panels import SHAPES, TILES, WALLS, WEATHERS, Cell

_WORD = re.compile(r"[^\W\d_]+")
OUTDOORS = frozenset(("rails", "water", "steps", "trees", "houses"))
"""What stands under the sky: of these two may be seen together, and a place that has one is open if nothing says otherwise."""


def _words(**lists: str) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((name, frozenset(words.split())) for name, words in lists.items())


SHAPED = _words(
    upper="roof rooftop deck gallery balcony bridge loft mast",
    car="car carriage wagon coach compartment caboose engine bus",
    open="""
        pier jetty quay road street alley lane square plaza market row ledge cliff hill yard field garden park forest wood
        woods beach shore coast harbour harbor lake river sea dam stair stairs steps ladder coupling buffers
        platform rooftops town city
    """,
)
TILED = _words(
    tables="dining diner restaurant cafe tavern inn bar saloon table ballroom linen supper kitchen",
    doors="sleeping sleeper corridor hallway hotel prison cell cells ward hospital door doors berth",
    levers="cab engine boiler machine works factory laboratory lab control controls pump substation dial reactor levers",
    crates="warehouse cargo baggage hold store depot cellar dock vault",
    planks="barn stable farm shed church chapel attic cabin pew pews hut mill",
    shelves="shop library bookshop archive newspaper study office bank bookshelves lamps school customs",
    steps="stair stairs steps ledge tower cliff ladder hill climb",
    rails="pier jetty quay platform coupling buffers deck rails bridge balcony",
    water="pier harbour harbor sea lake river shore coast beach tide foot dam lock waves reservoir",
    trees="forest wood woods park garden field road orchard grove farm trees",
    houses="street alley square plaza market row town city rooftops rooftop tram",
)
WALLED = _words(
    lit="dining diner lamp lamps restaurant ballroom engine cab tavern inn cafe theatre bar hall gym kitchen",
    dim="sleeping sleeper cellar corridor night crypt vault archive prison drowned underground boiler",
)
WEATHERED = _words(
    sleet="sleet rain snow storm hail wind ice icy spray",
    glass="glass crystal shards splinters broken",
    steam="steam fog smoke mist gas dust fumes",
    dark="dark darkness lights blackout night gloom blind",
    narrow="narrow room crowd crowded tight cramped packed",
)


class Look(NamedTuple):
    """How a place is drawn: its frame, what stands in it (at most two), how it is lit, what is in the air ("" for nothing).

    Of a place that is hindered by what no list knows the air is `hard`: a striped edge.
    """

    shape: str
    tiles: tuple[str, ...]
    wall: str
    weather: str


@lru_cache(2048)
def look(cell: Cell) -> Look:
    """How a place is drawn."""
    said = cell.look.split()
    shape = _said(said, SHAPES) or _first(SHAPED, cell.name)
    tiles = tuple(word for word in said if word in TILES)[:2] or _tiles(cell.name) or _tiles(cell.says)
    if not shape:
        shape = "open" if tiles and OUTDOORS.issuperset(tiles) else "room"
    outside = shape in ("open", "upper")
    if outside:
        tiles = tuple(tile for tile in tiles if tile in OUTDOORS or tile in said)
    wall = _said(said, WALLS) or _first(WALLED, cell.name, cell.says) or "plain"
    weather = _said(said, WEATHERS) or next(filter(None, (weather_of(each.text) for each in cell.hinders)), "")
    return Look(
        shape,
        tiles or (() if outside else ("flat",)),
        "" if outside else wall,
        weather or ("hard" if cell.hinders else ""),
    )


@lru_cache(2048)
def weather_of(words: str) -> str:
    """What something that hinders puts into the air; "" where no list knows it."""
    return _first(WEATHERED, words)


def _said(said: list[str], known: tuple[str, ...]) -> str:
    return next((word for word in said if word in known), "")


def _found(words: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(words)]


def _first(lists: tuple[tuple[str, frozenset[str]], ...], *texts: str) -> str:
    """The first list of which a text has a word; the first text counts before the next."""
    for text in texts:
        words = _found(text)
        if name := next((name for name, known in lists if not known.isdisjoint(words)), ""):
            return name
    return ""


def _tiles(text: str) -> tuple[str, ...]:
    """What a text has words for: one thing indoors, or up to two under the sky."""
    words = _found(text)
    tiles = [name for name, known in TILED if not known.isdisjoint(words)]
    outdoors = [tile for tile in tiles if tile in OUTDOORS]
    indoors = [tile for tile in tiles if tile not in OUTDOORS]
    return tuple(indoors[:1] or outdoors[:2])
