"""The card of an evening, to be sent: a film's poster, an episode's title card, a comic's cover or a book's plate.

Four layouts and a plain one, each of the same few words; whoever wants one says its kind, its colours and its face. Words
that find no room are shortened. Sizes are millimetres.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cliffhanger.cards import svg
from cliffhanger.cards.art import CREAM, HEIGHT, INK, WIDTH, Palette, landscape, mixed, motifs_painted, seed
from cliffhanger.cards.drawing import Group, Mark, Shape, Words, circle, line, parsed, polygon, rays, rect
from cliffhanger.cards.faces import BODY, BOLD, ITALIC, display, drawable, width
from cliffhanger.cards.setting import ended, fitted, shortened, wrapped

TALL, WIDE = (120.0, 174.0), (190.0, 100.0)
"""Width and height of the upright layouts and of those that lie."""
LEADING = 1.3
FIGURES = 6
"""So many people stand on it; more are named."""


class Poster(NamedTuple):
    """What stands on a card. `names` are those who played, `cast` whom they played, each with its player; `story` is what
    its picture is made of; `odds` and `feat` are the roll of the night ("1 in 9", and its headline).
    """

    kind: str
    title: str
    above: str = ""
    line: str = ""
    date: str = ""
    names: tuple[str, ...] = ()
    cast: tuple[tuple[str, str], ...] = ()
    scenes: tuple[str, ...] = ()
    odds: str = ""
    feat: str = ""
    label: str = ""
    story: str = ""
    face: str = "house"
    colours: Palette = Palette("#0a1d22", "#1f4a50", "#fdf6e6", "#f0bd55", "#12343b", CREAM)
    accent: str = "#79d0c5"


def document(poster: Poster) -> str:
    """The card as SVG that needs nothing else."""
    draw, (wide, high) = LAYOUTS.get(poster.kind, LAYOUTS["plain"])
    whole = Group(tuple(draw(poster)), clip=rect(0, 0, wide, high))
    said = ". ".join(filter(None, (poster.title, poster.line, poster.date)))
    return svg.document((whole,), wide, high, title=said)


def size(kind: str) -> tuple[int, int]:
    """Width and height of a kind of card, in pixels as large as browsers take them by themselves."""
    wide, high = LAYOUTS.get(kind, LAYOUTS["plain"])[1]
    return round(wide * 96 / 25.4), round(high * 96 / 25.4)


# --- the layouts ------------------------------------------------------------------------------------------------


def _poster(p: Poster) -> list[Mark]:
    """A film: names above, a moon, a place, those who dare, and the title below them."""
    wide, high = TALL
    c = p.colours
    night = mixed(c.deep, "#0d0d22", 0.7)
    inner = rect(6, 6, wide - 12, high - 12)
    y, words = _title(p, 60, 101.5, 98, (19, 16, 13, 11, 9, 7.5), c.pale, last=c.glow, most=3, room=33)
    words += _block(p.line, ITALIC, 3.6, 60, y + 6, 98, c.pale, 2)
    low = _left(words, high - (32 if p.odds else 22))  # what the words leave is the picture's
    sky: list[Mark] = [
        Shape(inner, night),
        Shape(rays(60, 60 + low / 2, 130, 13), mixed(night, c.mid, 0.35)),
        Shape(circle(60, 56 + low / 2, 33 + low / 4), mixed(night, c.pale, 0.25)),
        Shape(circle(60, 56 + low / 2, 27 + low / 4), mixed(c.pale, c.glow, 0.25)),
        *_scenery(p, wide / 2, 97 + low, 1.1 + low / 90),
        Shape(rect(0, 96 + low, wide, 80), "#0f080b"),
        *_people(p, wide / 2, 99 + low, 25 + low / 3, "#0f080b", 92, edge=c.pale),
    ]
    marks: list[Mark] = [Group(tuple(words), (0, low))]
    marks += _credits(p, 60, high - (24.5 if p.odds else 14.5), 98, mixed(c.pale, "#000000", 0.18))
    marks += _night_strip(p, 10, high - 18.5, wide - 20, c.glow, c.pale)
    return [
        Shape(rect(0, 0, wide, high), "#fff7e6"),
        Group((*sky, *_spread(_first(p.names, 4), 12, 15.5, wide - 24, p.face, c.pale), *marks), clip=inner),
        Shape(inner, line=INK, width=0.6),
    ]


def _guide(p: Poster) -> list[Mark]:
    """An episode: dusk over hills, the title in the sky, two who look at it."""
    wide, high = WIDE
    c = p.colours
    dusk = [mixed(c.deep, c.glow, share) for share in (0.0, 0.1, 0.2, 0.32, 0.46, 0.6)]
    marks: list[Mark] = [Shape(rect(0, 13 * n, wide, high), each) for n, each in enumerate(dusk)]
    marks += [
        Shape(circle(128, 80, 30), mixed(dusk[4], c.glow, 0.35)),
        Shape(circle(128, 80, 20), mixed(c.glow, "#ffffff", 0.35)),
        Shape(parsed("M-2 84C40 70 80 80 112 76C150 70 170 84 192 78V102H-2Z"), mixed(c.deep, c.glow, 0.14)),
        *_scenery(p, 150, 87, 0.62),
        Shape(parsed("M-2 89C50 83 90 90 130 87C160 85 180 90 192 88V102H-2Z"), mixed(c.deep, "#000000", 0.45)),
        *_people(p, 112, 90, 13, mixed(c.deep, "#000000", 0.45), 40),
    ]
    marks += [fitted(p.above, BOLD, (4.2, 3.4), 10, 14, 120, c.pale)] if p.above else []
    y, title = _title(p, 10, 19, 118, (17, 14.5, 12, 10, 8), c.pale, middle=False, most=2)
    marks += title
    marks += _block(p.line, BODY, 4, 10, y + 7, 96, c.pale, 3, middle=False)
    marks.append(fitted(_listed(p.names, 8), BOLD, (4, 3.4), 10, 95.5, 110, c.pale))
    if p.odds:
        marks += _plate(p, wide - 8, 8, c.pale, mixed(c.deep, "#000000", 0.35), c.glow)
    return marks


def _cover(p: Poster) -> list[Mark]:
    """A comic: the title on its band, a picture that fills the page, a burst with the roll, captions, and who is in it."""
    wide, high = TALL
    c, yellow, red = p.colours, "#ffd53d", "#d01c2c"
    ground = 148 if p.line else 161
    dots = tuple(
        s
        for y in range(16)
        for x in range(18)
        for s in circle(x * 7 + y % 2 * 3.5, 40 + y * 7, 0.28 * (11 - abs(y - 8)))
    )
    marks: list[Mark] = [
        Shape(rect(0, 0, wide, high), mixed(c.deep, "#3b8fd9", 0.6)),
        Shape(rays(60, 96, 150, 15), mixed(c.deep, "#7fb9ee", 0.75)),
        Shape(dots, mixed(c.deep, "#3b8fd9", 0.4)),
        *_scenery(p, wide / 2, ground - 8, 1.3),
        *_people(p, wide / 2, ground + 2, 46, INK, 104, edge=CREAM),
        Shape(rect(-1, ground, wide + 2, 40), INK),
    ]
    y, title = _title(p, 60, 6, 108, (30, 25, 21, 17, 13, 10), red, most=2, face="comic")
    band = max(32.0, y + 6)
    marks += [Shape(rect(-2, -2, wide + 4, band + 2), yellow, INK, 1), *title]
    marks += [Shape(rect(5, band + 4, 25, 15), CREAM, INK, 0.7)]
    marks += [
        fitted(p.above.upper(), BOLD, (3, 2.4, 1.9), 7, band + 9.5, 21, INK),
        fitted(p.date, BODY, (3.4, 2.8), 7, band + 15.5, 21, INK),
    ]
    if p.odds:
        at = (wide - 25, band + 24)
        burst = tuple(_burst(*at, 21, 15, 14))
        marks += [
            Shape(polygon(*burst), red, INK, 0.9),
            *_block(
                p.odds, display(p.odds, "comic"), 8.4 if len(p.odds) < 9 else 5.4, at[0], at[1] + 3.5, 32, CREAM, 1
            ),
        ]
        marks += _block(p.label, BOLD, 2.7, at[0], at[1] - 10.5, 18, CREAM, 2)
    marks += _caption(p.line, 6, 150.5, wide - 12, yellow)
    marks += _block(
        _listed(tuple(name for name, _ in p.cast[1:] or p.cast), 6),
        display("A", "comic"),
        5.6,
        60,
        high - 4.5,
        110,
        CREAM,
        1,
    )
    return [*marks, Shape(rect(0.5, 0.5, wide - 1, high - 1), line=INK, width=1.6)]


def _plate(p: Poster, right: float, top: float, ink: str, ground: str, glow: str) -> list[Mark]:
    """The roll of the night in a plate at the upper right."""
    head = shortened(p.label, BOLD, 3, 46)
    return [
        Shape(rect(right - 52, top, 52, 22, 1), ground),
        Words(head, right - 49, top + 5, 3, BOLD, ink),
        fitted(p.odds, display(p.odds, "poster"), (8, 6.5), right - 49, top + 13.5, 46, glow),
        fitted(p.feat, BODY, (3, 2.6), right - 49, top + 18.7, 46, ink),
    ]


def _book(p: Poster) -> list[Mark]:
    """A book: two rules around the page, an engraving in its own ink, the title under it."""
    wide, high = TALL
    paper, ink = p.colours.pale, p.colours.deep
    inks = Palette(mixed(paper, ink, 0.16), mixed(paper, ink, 0.5), paper, mixed(paper, ink, 0.3), ink, paper)
    shown = p._replace(colours=inks)
    window = (*circle(60, 68, 33),)
    y, words = _title(p, 60, 110, 92, (15, 13, 11, 9, 7.5), ink, room=25)
    words += _block(p.line, ITALIC, 3.6, 60, y + 7, 88, ink, 2)
    low = _left(words, high - (33 if p.odds else 23))  # what the words leave is the picture's
    grown = 1 + min(low, 18) / 66
    marks: list[Mark] = [
        Shape(rect(0, 0, wide, high), paper),
        Shape(rect(5, 5, wide - 10, high - 10), line=ink, width=0.9),
        Shape(rect(7, 7, wide - 14, high - 14), line=ink, width=0.35),
        *_block(p.above, display(p.above, p.face), 5, 60, 19, 90, ink, 1),
        Shape(line(44, 24, 76, 24), line=ink, width=0.35),
        Group(
            (
                Shape(rect(20, 30, 80, 80), inks.deep),
                Shape(tuple(s for n in range(26) for s in rect(20, 34 + n * 2.6, 80, 0.28)), mixed(paper, ink, 0.4)),
                Shape(circle(60, 60, 17), paper),
                *_scenery(shown, 60, 92, 0.8),
                *_people(p, 60, 97, 14, ink, 46),
                Shape(rect(20, 96, 80, 10), ink),
            ),
            (60 - 60 * grown, 35 - 35 * grown),
            grown,
            clip=window,
        ),
        Shape((*circle(60, 35 + 33 * grown, 33 * grown),), line=ink, width=1),
        Group(tuple(words), (0, low)),
        *_credits(p, 60, high - (26 if p.odds else 16), 92, ink),
    ]
    return marks + _night_strip(p, 12, high - 20, wide - 24, ink, ink)


def _plain(p: Poster) -> list[Mark]:
    """The house's own: a picture to the right, the words to the left."""
    wide, high = WIDE
    c = p.colours
    marks: list[Mark] = [
        Shape(rect(0, 0, wide, high), c.deep),
        Group(
            (Shape(rays(140, 60, 120, 12), mixed(c.deep, c.mid, 0.5)), *_scenery(p, 140, 88, 0.86)),
            clip=rect(96, 0, 100, 100),
        ),
        Shape(rect(0, 87.5, wide, 20), mixed(c.deep, "#000000", 0.4)),
        *_people(p, 142, 89, 15, mixed(c.deep, "#000000", 0.4), 70),
    ]
    y, title = _title(p, 10, 20, 92, (15, 13, 11, 9, 7.5), c.pale, middle=False)
    marks += [fitted(p.above, BOLD, (4, 3.4), 10, 15, 90, c.glow), *title]
    marks += _block(p.line, BODY, 4, 10, y + 7, 84, c.pale, 3, middle=False)
    marks.append(fitted(_listed(p.names, 8), BOLD, (4, 3.4), 10, 96, 170, c.pale))
    return marks + (_plate(p, wide - 8, 8, c.pale, mixed(c.deep, "#000000", 0.35), c.glow) if p.odds else [])


LAYOUTS: dict[str, tuple[Callable[[Poster], list[Mark]], tuple[float, float]]] = {
    "poster": (_poster, TALL),
    "guide": (_guide, WIDE),
    "cover": (_cover, TALL),
    "book": (_book, TALL),
    "plain": (_plain, WIDE),
}

# --- what they are made of --------------------------------------------------------------------------------------


def _scenery(p: Poster, middle: float, foot: float, scale: float) -> list[Mark]:
    """What the story speaks of most, standing on a line; the sky is the layout's own."""
    chosen = tuple(word for word in landscape(f"{p.title} {p.story}") if word != "night")
    drawn = Group(motifs_painted(chosen, p.colours), (middle - scale * WIDTH / 2, foot - scale * HEIGHT), scale)
    return [drawn]


HATS = (
    "M-2.2 -13.6h4.4v-3.4h-4.4z M-3.4 -13.6h6.8v1h-6.8z",  # a top hat
    "M-2.6 -12.6C-2.6 -16 2.6 -16 2.6 -12.6L4.6 -12.2V-11.7H-2.6z",  # a cap
    "M-2.6 -13.6C-3.4 -9 -3.4 -8 -2.8 -7.4L2.8 -7.4C3.4 -8 3.4 -9 2.6 -13.6z",  # long hair
    "M-3.2 -12.4L0 -17.4L3.2 -12.4z",  # a hood
    "",
)
COATS = (
    "M-3.4 0L-3.2 -6C-3 -9.6 3 -9.6 3.2 -6L3.4 0z",
    "M-5 0L-2.8 -6.6C-2.4 -9.8 2.4 -9.8 2.8 -6.6L5 0z",
    "M-2.8 0L-3.6 -7C-3 -9.6 3 -9.6 3.6 -7L2.8 0H.6L0 -3.4L-.6 0z",
)


def _people(p: Poster, middle: float, foot: float, tall: float, ink: str, room: float, *, edge: str = "") -> list[Mark]:
    """Silhouettes side by side, one for each of the cast up to six, each by its name; with an `edge` of its colour around them."""
    names = [name for name, _ in (p.cast[1:] or p.cast)[:FIGURES]]
    scale = min(tall / 17, room / (11 * max(1, len(names))))
    step = min(12.0, room / scale / max(1, len(names)))
    marks: list[Mark] = []
    for nth, name in enumerate(names):
        at = seed(name)
        x = middle + scale * step * (nth - (len(names) - 1) / 2)
        grow = scale * (1 - 0.12 * (at % 3) / 2)
        parts = (COATS[at // 3 % len(COATS)], HATS[at // 9 % len(HATS)])
        shapes = (circle(0, -11, 2.4), *(parsed(d) for d in parts if d))
        around = [Shape(each, line=edge, width=0.9) for each in shapes if edge]
        marks.append(Group((*around, *(Shape(each, ink) for each in shapes)), (x, foot), grow))
    return marks


def _title(
    p: Poster,
    x: float,
    top: float,
    column: float,
    sizes: tuple[float, ...],
    fill: str,
    *,
    last: str = "",
    middle: bool = True,
    most: int = 3,
    room: float = 1e3,
    face: str = "",
) -> tuple[float, list[Mark]]:
    """The title in the largest size in which its words stand whole on so many lines; gives where it ends below.

    `room` is how high it may be, where that is less.
    """
    name = display(p.title, face or p.face)
    said = drawable(p.title if name in ("house", "book") else p.title.upper(), name)
    size = next((each for each in sizes if _fits(said, name, each, column, most, room)), sizes[-1])
    rows = wrapped(said, name, size, column)
    if len(rows) > most:
        rows = [*rows[: most - 1], ended(" ".join(rows[most - 1 :]), name, size, column)]
    marks: list[Mark] = []
    for nth, row in enumerate(rows):
        left = x - width(row, name, size) / 2 if middle else x
        marks.append(
            Words(row, left, top + size * (0.86 + 0.98 * nth), size, name, last if last and row is rows[-1] else fill)
        )
    return top + size * (0.86 + 0.98 * (len(rows) - 1)), marks


def _left(words: Sequence[Mark], foot: float) -> float:
    """How far words that are set may come down, so that the last of them stands at the `foot`."""
    return max(0.0, foot - max((each.y for each in words if isinstance(each, Words)), default=foot))


def _fits(said: str, name: str, size: float, column: float, most: int, room: float) -> bool:
    """Whether a title stands in this size: no word of it broken, and not too many lines."""
    rows = len(wrapped(said, name, size, column))
    return rows <= most and rows * size <= room and all(width(word, name, size) <= column for word in said.split(" "))


def _block(
    text: str, name: str, size: float, x: float, y: float, column: float, fill: str, most: int, *, middle: bool = True
) -> list[Mark]:
    """A few lines of text around `x`, or from it on; the last is shortened where there are more."""
    if not text:
        return []
    rows = wrapped(text, name, size, column)
    if len(rows) > most:
        rows = [*rows[: most - 1], ended(" ".join(rows[most - 1 :]), name, size, column)]
    left = [x - width(row, name, size) / 2 if middle else x for row in rows]
    return [
        Words(row, at, y + LEADING * size * nth, size, name, fill)
        for nth, (row, at) in enumerate(zip(rows, left, strict=True))
    ]


def _spread(names: tuple[str, ...], x: float, y: float, column: float, face: str, fill: str) -> list[Mark]:
    """Names in a row, as far apart as there is room."""
    room = column / max(1, len(names))
    marks: list[Mark] = []
    for nth, each in enumerate(names):
        said = each.upper()
        words = fitted(said, display(said, face), (6.4, 5.2, 4.2), 0, y, room - 3, fill)
        marks.append(words._replace(x=x + room * (nth + 0.5) - width(words.text, words.face, words.size) / 2))
    return marks


def _credits(p: Poster, x: float, y: float, column: float, fill: str) -> list[Mark]:
    """Who played whom, small and close, as posters have it."""
    rows = [f"{player} as {name}" if player else name for name, player in p.cast]
    return _block(" · ".join([*rows, p.date] if p.date else rows).upper(), BOLD, 2.5, x, y, column, fill, 2)


def _night_strip(p: Poster, x: float, y: float, wide: float, big: str, ink: str) -> list[Mark]:
    """The roll of the night along the foot."""
    if not p.odds:
        return []
    odds = fitted(p.odds, display(p.odds, "poster"), (8, 6.5), x + 2, y + 9, 40, big)
    beside = x + 6 + width(odds.text, odds.face, odds.size)
    return [
        Shape(line(x, y, x + wide, y), line=big, width=0.3),
        odds,
        fitted(p.label, BOLD, (2.8,), beside, y + 5, x + wide - beside, big),
        fitted(p.feat, BODY, (3.3, 2.9), beside, y + 9.4, x + wide - beside, ink),
    ]


def _caption(text: str, x: float, y: float, wide: float, ground: str) -> list[Mark]:
    """A caption box of a comic."""
    if not text:
        return []
    words = _block(text, ITALIC, 3.5, x + 3, y + 4.8, wide - 6, INK, 2, middle=False)
    return [Shape(rect(x, y, wide, 2.4 + 4.55 * len(words)), ground, INK, 0.6), *words]


def _burst(x: float, y: float, far: float, near: float, points: int) -> list[tuple[float, float]]:
    """The corners of a star with so many points."""
    turn = math.pi / points
    return [
        (x + r * math.cos(turn * n), y + r * math.sin(turn * n))
        for n in range(2 * points)
        for r in ((near, far)[n % 2],)
    ]


def _first(names: tuple[str, ...], most: int) -> tuple[str, ...]:
    return names if len(names) <= most else (*names[: most - 1], f"+ {len(names) - most + 1}")


def _listed(names: tuple[str, ...], most: int) -> str:
    return " · ".join(_first(names, most))
