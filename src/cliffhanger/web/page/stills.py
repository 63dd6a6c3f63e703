"""A place as a still: the same kit that a table's picture of it is put together from, as one drawing.

A still has an address of its own, made of the words of its look (`tables-lit.svg`), so that a page of a recap fetches it like a
card's picture. On the card of an evening it stands in the card's own inks.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from typing import NamedTuple
from xml.etree import ElementTree

from cliffhanger.cards.art import HEIGHT, WIDTH, mixed
from cliffhanger.cards.drawing import Group, Mark, Path, Shape, circle, parsed, rect
from cliffhanger.kernel.panels import SHAPES, TILES, WALLS, WEATHERS, Cell
from cliffhanger.table.places import Place
from cliffhanger.web.page.looks import look

TALL = 122.0  # units of the kit from top to ground
SCALE = HEIGHT / TALL * 0.94  # what stands in a still is a little lower than it
GROUND = 6.0  # how high the ground is
SKIES = (
    ("#0d0d22", "#1b1b3b", "#33335f", "#4a3553"),
    ("#1d1640", "#4b2b60", "#84405f", "#cd624e"),
    ("#2a4a63", "#4a7384", "#87a5a0", "#e3c48f"),
)
"""What the sky may be, from above to below: night, dusk, a cold morning."""
WALLS_SEEN = {
    "lit": ("#ffd583", "#f2b366", "#e79a4b", "#bd6a33"),
    "dim": ("#7fa39a", "#628b84", "#47716f", "#2f5257"),
    "plain": ("#8b7a86", "#736573", "#5c505f", "#453a4c"),
}
FLOORS = {"lit": "#241216", "dim": "#14282e", "plain": "#1d1820"}
DARK, GLASS = "#0b0608", "#e8fbff"


class Still(NamedTuple):
    """What a still shows: words of the kit, and which of SKIES is over it."""

    shape: str
    tiles: tuple[str, ...]
    wall: str
    weather: str
    sky: int = 0

    @property
    def name(self) -> str:
        """The still in one word, for an address."""
        return "-".join(filter(None, (str(self.sky), self.shape, *self.tiles, self.wall, self.weather)))

    @property
    def is_outside(self) -> bool:
        """Whether one sees the sky."""
        return not self.wall


def still(place: Place | None, name: str, says: str, sky: int) -> Still:
    """What a place looks like; of one that nobody has described by the words of its `name` and of what is said there."""
    cell = Cell("still", place.name, " ".join(place.look), says=place.says) if place else Cell("still", name, says=says)
    shown = look(cell)
    weather = shown.weather if shown.weather != "hard" else ""
    return Still("open" if shown.shape == "upper" else shown.shape, shown.tiles, shown.wall, weather, sky % len(SKIES))


def called(name: str) -> Still | None:
    """The still of this name, if a place may look so."""
    sky, *words = name.split("-")
    known = (SHAPES, TILES, WALLS, WEATHERS)
    if not sky.isdecimal() or int(sky) >= len(SKIES) or len(words) > 6 or len({*words}) < len(words):
        return None
    if not all(any(word in row for row in known) for word in words):
        return None
    shape, tiles, wall, weather = (tuple(word for word in words if word in row) for row in known)
    if len(shape) != 1 or len(tiles) > 2 or len(wall) > 1 or len(weather) > 1:
        return None
    found = Still(shape[0], tiles, "".join(wall), "".join(weather), int(sky))
    return found if found.name == name else None


@cache
def version() -> str:
    """What changes when stills do."""
    return sha256(_kit().encode() + repr((SKIES, WALLS_SEEN, SCALE)).encode()).hexdigest()[:12]


@lru_cache(256)
def painted(shown: Still) -> Group:
    """A still, 116 by 68."""
    return Group((*behind(shown), *within(shown)), clip=rect(0, 0, WIDTH, HEIGHT))


def behind(shown: Still) -> tuple[Mark, ...]:
    """What is behind all that stands there: the sky with its hills, or a wall."""
    if not shown.is_outside:
        return tuple(_bands(WALLS_SEEN[shown.wall]))
    sky = SKIES[shown.sky]
    stars = (*_tiled("stars", 0.5, 0.0),) if shown.sky == 0 else ()
    light = Shape(circle(92, 16, 7), "#f6edcf" if shown.sky == 0 else mixed(sky[3], "#ffffff", 0.45))
    hills = _tiled("hills", 0.34, HEIGHT - GROUND - 150 * 0.34, night=mixed(sky[1], "#000000", 0.35))
    return (*_bands(sky), *stars, light, *hills)


def _bands(colours: tuple[str, ...]) -> Iterator[Shape]:
    """Colours below one another, each as high as the next."""
    return (Shape(rect(-1, at * 15 - 1, WIDTH + 2, 40), each) for at, each in enumerate(colours))


def within(shown: Still) -> tuple[Mark, ...]:
    """What stands in a place, the ground, and what is in the air."""
    foot = HEIGHT - GROUND
    floor = FLOORS.get(shown.wall, "#171013")
    marks: list[Mark] = []
    for tile in shown.tiles:
        marks += _tiled(tile, SCALE, foot - TALL * SCALE)
    marks.append(Shape(rect(-1, foot, WIDTH + 2, GROUND + 2), floor))
    marks.append(Shape(rect(-1, foot, WIDTH + 2, 0.9), mixed(floor, "#ffffff", 0.4)))
    if shown.shape == "car":
        marks.append(Shape(rect(-1, -1, WIDTH + 2, 7), "#57101f"))
        marks.append(Shape(rect(-1, 5, WIDTH + 2, 0.8), "#f4bb4e"))
        marks += [Shape(circle(x * 13 + 6, HEIGHT - 1.5, 2.8), DARK, "#a08a80", 0.8) for x in range(9)]
    if shown.weather == "dark":
        marks += [Shape(rect(x * 8, -1, 4, HEIGHT + 2), mixed(DARK, "#1d1820", 0.5)) for x in range(0, 16, 4)]
    elif shown.weather:
        marks += _tiled(shown.weather, SCALE, 0.0 if shown.weather == "sleet" else foot - TALL * SCALE)
    return tuple(marks)


def inked(marks: tuple[Mark, ...], inks: tuple[str, ...]) -> tuple[Mark, ...]:
    """The same in a few `inks`, from the darkest to the palest: each colour in the nearest of them by its light."""
    return tuple(_inked(mark, inks) for mark in marks)


def _inked(mark: Mark, inks: tuple[str, ...]) -> Mark:
    if isinstance(mark, Group):
        return mark._replace(marks=inked(mark.marks, inks))
    if isinstance(mark, Shape):
        return mark._replace(fill=_nearest(mark.fill, inks), line=_nearest(mark.line, inks))
    return mark


def _nearest(colour: str, inks: tuple[str, ...]) -> str:
    if not colour:
        return ""
    light = sum(share * int(colour[at : at + 2], 16) for at, share in ((1, 0.3), (3, 0.59), (5, 0.11))) / 255
    return inks[min(len(inks) - 1, int(light**0.8 * len(inks)))]


# --- the kit ----------------------------------------------------------------------------------------------------


def _tiled(name: str, scale: float, top: float, *, night: str = "") -> list[Mark]:
    """What stands beside itself from one edge to the other; with `night` the darkest of it in that colour."""
    wide, _high, shapes = kit()[name]
    if night:
        shapes = tuple(each._replace(fill=night, line="") if each.fill == "#1b1b3b" else each for each in shapes)
    count = int(WIDTH / (wide * scale)) + 1
    return [Group(shapes, (at * wide * scale, top), scale) for at in range(count)]


@cache
def kit() -> dict[str, tuple[float, float, tuple[Shape, ...]]]:
    """Each view of the kit: how wide and how high it is, and its shapes."""
    root = ElementTree.fromstring(_kit())  # noqa: S314  (our own file)
    found: dict[str, tuple[float, float, tuple[Shape, ...]]] = {}
    name = ""
    for element in root.iter():
        kind = element.tag.rpartition("}")[2]
        if kind == "view":
            name = element.attrib["id"]
            name = "" if name.startswith("sign-") else name
        elif kind == "svg" and name:
            found[name] = (float(element.attrib["width"]), float(element.attrib["height"]), tuple(_shapes(element, {})))
            name = ""
    return found


def _shapes(element: ElementTree.Element, given: dict[str, str]) -> list[Shape]:
    """The shapes within an element; what a group says of its colours holds for all in it."""
    found: list[Shape] = []
    for each in element:
        said = given | each.attrib
        if each.tag.endswith("}g"):
            found += _shapes(
                each, {key: said[key] for key in ("fill", "stroke", "stroke-width", "opacity") if key in said}
            )
            continue
        path = _path(each)
        fill, line = said.get("fill", "#000000"), said.get("stroke", "")
        pale = float(said.get("opacity", 1))
        found.append(
            Shape(path, _solid(fill, pale), _solid(line, pale), float(said.get("stroke-width", 1)) if line else 0.0)
        )
    return found


def _path(element: ElementTree.Element) -> Path:
    kind = element.tag.rpartition("}")[2]
    if kind == "circle":
        return circle(*(float(element.attrib[key]) for key in ("cx", "cy", "r")))
    if kind == "rect":
        return rect(*(float(element.get(key, 0)) for key in ("x", "y", "width", "height", "rx")))
    return parsed(element.attrib["d"])


def _solid(colour: str, pale: float) -> str:
    """A colour as it is seen where it is not quite opaque: on a ground of the kit's own middle tone."""
    if colour in ("", "none"):
        return ""
    sign = colour.removeprefix("#")
    full = "#" + ("".join(each * 2 for each in sign) if len(sign) == 3 else sign[:6])
    if len(sign) == 8:
        pale *= int(sign[6:], 16) / 255
    return full if pale >= 1 else mixed("#5c505f", full, pale)


def _kit() -> str:
    return resources.files("cliffhanger.web").joinpath("static", "place.svg").read_text("utf-8")
