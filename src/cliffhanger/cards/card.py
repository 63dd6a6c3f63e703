"""A card as a drawing, 63 by 88 mm: its front, made of the panel that the page draws too, and a back.

The drawing goes on for six millimetres beyond the cut on every side, for a sheet with bleed.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from cliffhanger.cards.art import CREAM, HEIGHT, INK, WIDTH, Palette, mixed, palette, picture, seed
from cliffhanger.cards.drawing import Group, Mark, Path, Shape, Words, circle, line, polygon, rays, rect
from cliffhanger.cards.faces import BODY, BOLD, ITALIC, display, drawable, numbers, width
from cliffhanger.cards.setting import ended, fitted, middle, shortened, wrapped
from cliffhanger.kernel.panels import Card

WIDE, HIGH, CORNER = 63.0, 88.0, 3.0
BLEED = 6.0
"""How far a drawing goes on beyond the cut."""
FRAME = 2.2  # mm from the cut to the frame: as much as a cut may be off without being seen
STROKE, THIN = 0.55, 0.3
INNER = WIDE - 2 * FRAME
TOP, FOOT = 8.0, 5.6  # the band, and the row of corners
YELLOW = "#ffdf63"
LEADING = 1.26
# From much room to little: how high the picture is, and how much smaller the text.
ROOM = (
    (33.0, 1.0),
    (29.0, 1.0),
    (25.0, 1.0),
    (25.0, 0.92),
    (21.0, 0.86),
    (17.0, 0.8),
    (13.0, 0.74),
    (9.0, 0.68),
    (9.0, 0.6),
)


class Style(NamedTuple):
    """How a paragraph is set: its face, its size in mm, and whether it stands in a box."""

    face: str
    size: float
    boxed: bool = False


KIND, NEED, TEXT, FLAVOUR = Style(BOLD, 2.85), Style(BOLD, 2.85, boxed=True), Style(BODY, 3.15), Style(ITALIC, 2.95)


class Front(NamedTuple):
    """A card's drawn front, and whether some of its text found no room: then it ends in an ellipsis."""

    drawing: Group
    cut: bool


def plain(card: Card) -> str:
    """All that a card says, for whoever does not see it."""
    kind = " · ".join(part for part in (card.what, card.persona) if part)
    parts = (card.name, card.letter, card.cost, kind, card.need, *card.text, card.flavour, *card.corners)
    return ". ".join(part.rstrip(".") for part in parts if part)


@lru_cache(64)
def front(card: Card, title_face: str = "house") -> Front:
    """Draw the front of a card; `title_face` sets its name and its numbers."""
    colours = palette(card.band)
    paragraphs = [
        (KIND, " · ".join(part for part in (card.what, card.persona) if part)),
        (NEED, card.need),
        *((TEXT, line) for text in card.text for line in text.splitlines()),
        (FLAVOUR, card.flavour),
    ]
    set_in = [(style, text) for style, text in paragraphs if drawable(text)]
    inside = HIGH - 2 * FRAME - TOP - (FOOT if card.corners else 0)
    tall, scale = next((room for room in ROOM if _height(set_in, room[1]) <= inside - room[0]), ROOM[-1])
    tall = tall if set_in else inside
    body, cut = _body(set_in, scale, TOP + tall, inside - tall)
    grow = max(INNER / WIDTH, tall / HEIGHT)
    art = Group(
        (Group((picture(card),), ((INNER - grow * WIDTH) / 2, TOP + (tall - grow * HEIGHT) / 2), grow),),
        clip=rect(0, TOP, INNER, tall),
    )
    framed = (
        Shape(rect(0, 0, INNER, HIGH - 2 * FRAME), CREAM),
        *_band(card, colours, title_face),
        art,
        Shape(line(0, TOP, INNER, TOP), line=INK, width=STROKE),
        Shape(line(0, TOP + tall, INNER, TOP + tall), line=INK, width=STROKE),
        *body,
        *(_foot(card, title_face) if card.corners else ()),
    )
    edge = rect(0, 0, INNER, HIGH - 2 * FRAME, 1.6)
    marks = (
        Shape(rect(-BLEED, -BLEED, WIDE + 2 * BLEED, HIGH + 2 * BLEED), CREAM),
        Group(framed, (FRAME, FRAME), clip=edge),
        Group((Shape(edge, line=INK, width=STROKE),), (FRAME, FRAME)),
    )
    return Front(Group(marks, label=plain(card)), cut)


@lru_cache(64)
def back(title: str = "", title_face: str = "house") -> Group:
    """The back of a card, the same for all of a game, with its title on a disc."""
    words = drawable(title, BOLD)
    whole = rect(-BLEED, -BLEED, WIDE + 2 * BLEED, HIGH + 2 * BLEED)
    marks: list[Mark] = [
        Shape(whole, "#0a5fae"),
        Group((Shape(rays(WIDE / 2, HIGH / 2, 80, 20), "#3b8fd9"),), clip=whole),
        Shape(rect(FRAME + 1.5, FRAME + 1.5, INNER - 3, HIGH - 2 * FRAME - 3, 1.6), "", CREAM, 0.8),
    ]
    if words:
        marks += [
            Shape(circle(WIDE / 2, HIGH / 2, 17), YELLOW, INK, 0.9),
            Shape(circle(WIDE / 2, HIGH / 2, 15.2), "", INK, THIN),
            *_centred(words, display(words, title_face), HIGH / 2, 26.0),
        ]
    return Group(tuple(marks), label=words)


def _centred(text: str, name: str, y: float, column: float) -> list[Words]:
    """A title in the middle, in one to three lines, as large as goes into the disc."""
    for size in (7.5, 6.5, 5.5, 4.5, 3.8, 3.2):
        lines = wrapped(text, name, size, column)
        whole = all(width(word, name, size) <= column for word in drawable(text, name).split())
        if whole and len(lines) * size * 1.05 <= column * 0.8:
            break
    lines = lines[:5]
    top = y - (len(lines) - 1) * size * 1.05 / 2 + middle(name, size)
    return [
        Words(said, WIDE / 2 - width(said, name, size) / 2, top + nth * size * 1.05, size, name, INK)
        for nth, said in enumerate(lines)
    ]


def _band(card: Card, colours: Palette, title_face: str) -> list[Mark]:
    """The band: its colour and pattern, the letter in a ring, the name, and the cost."""
    x, half = 1.4, TOP / 2
    marks: list[Mark] = [
        Shape(rect(0, 0, INNER, TOP), colours.band),
        Group((_pattern(card.band, colours),), clip=rect(0, 0, INNER, TOP)),
    ]
    if letter := drawable(card.letter, BOLD)[:2]:
        size = 3.4 if len(letter) == 1 else 2.5
        marks += [
            Shape(circle(x + 2.7, half, 2.7), CREAM, INK, 0.45),
            Words(letter, x + 2.7 - width(letter, BOLD, size) / 2, half + middle(BOLD, size), size, BOLD, INK),
        ]
        x += 6.6
    right = INNER - 1.4
    if card.cost:
        name = numbers(card.cost, title_face)
        said = fitted(card.cost, name, (3.3, 2.8, 2.4), 0, half, INNER * 0.32, INK if colours.words == CREAM else CREAM)
        wide = width(said.text, name, said.size)
        marks += [
            Shape(rect(right - wide - 2.2, half - 2.3, wide + 2.2, 4.6), colours.words),
            said._replace(x=right - wide - 1.1, y=half + middle(name, said.size)),
        ]
        right -= wide + 3.4
    return [*marks, *_name(card.name, display(card.name, title_face), x, right - x, colours.words)]


def _name(text: str, face: str, x: float, column: float, fill: str) -> list[Words]:
    """The name in one line, in two small ones where it is long, and cut where that is too little."""
    said = drawable(text, face)
    for size in (4.9, 4.5, 4.1, 3.7, 3.4):
        if width(said, face, size) <= column:
            return [Words(said, x, TOP / 2 + middle(face, size), size, face, fill)]
    for size in (3.2, 2.9, 2.6):
        lines = wrapped(text, face, size, column)
        if len(lines) <= 2:
            break
    if len(lines) > 2:
        lines[1:] = [shortened(" ".join(lines[1:]), face, size, column)]
    return [
        Words(line, x, TOP / 2 + middle(face, size) + (nth - 0.5) * size * 1.12, size, face, fill)
        for nth, line in enumerate(lines)
    ]


def _height(paragraphs: list[tuple[Style, str]], scale: float) -> float:
    """How high these paragraphs are, with the room around them."""
    return 1.4 + sum(_paragraph_height(style, len(_lines(style, text, scale)), scale) for style, text in paragraphs)


def _lines(style: Style, text: str, scale: float) -> list[str]:
    return wrapped(text, style.face, style.size * scale, INNER - (6.2 if style.boxed else 4.0))


def _paragraph_height(style: Style, lines: int, scale: float) -> float:
    return lines * style.size * scale * LEADING + (2.4 if style.boxed else 1.0) * scale


def _body(paragraphs: list[tuple[Style, str]], scale: float, top: float, room: float) -> tuple[list[Mark], bool]:
    """The paragraphs below one another, and whether some of it found no room: what is there then ends in an ellipsis."""
    boxes: list[Mark] = []
    lines: list[Words] = []
    y, bottom, cut = top + 0.9, top + room, False
    for style, text in paragraphs:
        size, pad, x = style.size * scale, 0.7 * scale if style.boxed else 0.0, 3.1 if style.boxed else 2.0
        step, every = size * LEADING, _lines(style, text, scale)
        here = every[: max(0, int((bottom - y - 2 * pad) / step))]
        first = y + pad + step / 2 + middle(style.face, size)
        lines += [Words(said, x, first + nth * step, size, style.face, INK) for nth, said in enumerate(here)]
        if pad and here:
            boxes.append(Shape(rect(2.0, y, INNER - 4.0, len(here) * step + 2 * pad), YELLOW, INK, THIN))
        if cut := len(here) < len(every):
            break
        y += _paragraph_height(style, len(here), scale)
    if cut and lines:
        last = lines[-1]
        lines[-1] = last._replace(text=ended(last.text, last.face, last.size, INNER - 2 * last.x))
    return [*boxes, *lines], cut


def _foot(card: Card, title_face: str) -> list[Mark]:
    """The corners: the last one large at the right, those before it small at the left."""
    top = HIGH - 2 * FRAME - FOOT
    *others, last = card.corners
    name, y = numbers(last, title_face), top + FOOT / 2
    number = fitted(last, name, (3.9, 3.4, 2.9, 2.5), INNER - 2, y, INNER * 0.6, INK, end=True)
    number = number._replace(y=y + middle(name, number.size))
    said = fitted(" · ".join(others), BODY, (2.5, 2.2, 1.9), 2.0, y, number.x - 3.6, INK)
    said = said._replace(y=y + middle(BODY, said.size))
    return [Shape(line(0, top, INNER, top), line=INK, width=THIN), *([said] if others else []), number]


def _pattern(band: str, colours: Palette) -> Shape:
    """The pattern of a band, so that colour alone says nothing; one that we have none for gets one by its name."""
    known = tuple(PATTERNS)
    path = PATTERNS[band if band in PATTERNS else known[seed(band) % len(known)] if band else "white"]
    shade = mixed(colours.band, colours.words, 0.14)
    return Shape(path, line=shade, width=0.6) if path is PATTERNS["golden"] else Shape(path, shade)


def _every(paths: Iterable[Path]) -> Path:
    return tuple(chain.from_iterable(paths))


def _slanted(lean: float, wide: float, step: float) -> Path:
    at = (n * step - TOP for n in range(int((INNER + 2 * TOP) / step) + 1))
    return _every(polygon((x, 0), (x + wide, 0), (x + wide + lean * TOP, TOP), (x + lean * TOP, TOP)) for x in at)


def _diamond(x: float, y: float) -> Path:
    return polygon((x - 0.7, y), (x, y - 0.7), (x + 0.7, y), (x, y + 0.7))


PATTERNS = {
    "white": _every(rect(x, 0, 0.4, TOP) for x in range(5, 60, 5)),
    "silver": _slanted(-1.0, 0.8, 2.4),
    "black": _every(_diamond(x * 3.2 + y % 2 * 1.6, y * 1.6 + 0.8) for y in range(5) for x in range(20)),
    "red": _slanted(1.0, 0.8, 3.0),
    "blue": _every(circle(x * 2.0 + y % 2, y * 1.6 + 0.8, 0.42) for y in range(5) for x in range(30)),
    "green": _every(rect(0, 0.9 + n * 1.5, INNER, 0.5) for n in range(6)),
    "golden": _every(circle(x * 10.0, TOP + 1.5, radius) for x in range(7) for radius in (8.3, 5.7, 3.1)),
}
