"""The card of an evening, to be sent: a film's poster, an episode's title card, a comic's cover or a book's plate.

Four layouts and a plain one, each of the same few words; whoever wants one says its kind, its colours and its face. Words
that find no room are shortened. Sizes are millimetres.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cliffhanger.cards import svg
from cliffhanger.cards.art import CREAM, HEIGHT, INK, WIDTH, Palette, landscape, mixed, motifs_painted
from cliffhanger.cards.drawing import Group, Mark, Shape, Words, circle, line, parsed, rays, rect
from cliffhanger.cards.faces import BODY, BOLD, ITALIC, display, drawable, width
from cliffhanger.cards.scenery import BLACK, ENGINE, engine, people, screen, starburst
from cliffhanger.cards.setting import ended, fitted, shortened, wrapped

TALL, WIDE = (120.0, 174.0), (190.0, 100.0)
"""Width and height of the upright layouts and of those that lie."""
LEADING = 1.3


class Poster(NamedTuple):
    """What stands on a card. `names` are those who played, `cast` whom they played, each with its player; `odds` and `feat`
    are the roll of the night ("1 in 9", and its headline).

    `place` is what a small picture shows, 116 by 68 and in its colours; without one, and where a picture is large, it is made of
    the words of the title and the `story`. On a cover `where` it was counts as much as the title.
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
    where: str = ""
    story: str = ""
    place: tuple[Mark, ...] = ()
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
        *_before_the_moon(p, night, low),
    ]
    marks: list[Mark] = [Group(tuple(words), (0, low))]
    marks += _credits(p, 60, high - (24.5 if p.odds else 14.5), 98, mixed(c.pale, "#000000", 0.18))
    marks += _night_strip(p, 10, high - 18.5, wide - 20, c.glow, c.pale)
    return [
        Shape(rect(0, 0, wide, high), "#fff7e6"),
        Group((*sky, *_spread(_first(p.names, 4), 12, 15.5, wide - 24, p.face, c.pale), *marks), clip=inner),
        Shape(inner, line=INK, width=0.6),
    ]


def _before_the_moon(p: Poster, night: str, low: float) -> list[Mark]:
    """Where a film is and who dares: on the engine of a train that comes, else before what its story speaks of most."""
    c, grow = p.colours, 1 + low / 90
    ground = Shape(rect(0, 96 + low, TALL[0], 80), BLACK)
    if "train" in landscape(p.title, p.story):
        drawn = engine(60, 97 + low, grow, night=night, glow=c.glow, pale=c.pale, red=c.mid)
        riders = people(_others(p), 60, 98 + low - ENGINE * grow, 19 * grow, BLACK, 50 * grow, close=True)
        return [ground, *riders, *drawn]
    daring = people(_others(p), 60, 99 + low, 25 + low / 3, BLACK, 92, edge=c.pale)
    return [*_scenery(p, 60, 97 + low, 1.1 + low / 90), ground, *daring]


def _guide(p: Poster) -> list[Mark]:
    """An episode: dusk over hills, the title in the sky, its place on a screen in the field, and those who look at it."""
    wide, high = WIDE
    c = p.colours
    dark = mixed(c.deep, "#000000", 0.45)
    dusk = [mixed(c.deep, c.glow, share) for share in (0.0, 0.1, 0.2, 0.32, 0.46, 0.6)]
    marks: list[Mark] = [Shape(rect(0, 13 * n, wide, high), each) for n, each in enumerate(dusk)]
    marks += [
        Shape(circle(128, 80, 30), mixed(dusk[4], c.glow, 0.35)),
        Shape(circle(128, 80, 20), mixed(c.glow, "#ffffff", 0.35)),
        Shape(parsed("M-2 84C40 70 80 80 112 76C150 70 170 84 192 78V102H-2Z"), mixed(c.deep, c.glow, 0.14)),
        *(screen(p.place, 116, 34 if p.odds else 20, 66, dark) if p.place else _scenery(p, 150, 87, 0.62)),
        Shape(parsed("M-2 89C50 83 90 90 130 87C160 85 180 90 192 88V102H-2Z"), dark),
        *people(_others(p), 100 if p.place else 112, 90.5, 17, dark, 40),
    ]
    marks += [fitted(p.above, BOLD, (4.2, 3.4), 10, 14, 120, c.pale)] if p.above else []
    y, title = _title(p, 10, 19, 118, (17, 14.5, 12, 10, 8), c.pale, middle=False, most=2)
    marks += title
    marks += _block(p.line, BODY, 4, 10, y + 7, 96, c.pale, 3, middle=False)
    marks.append(fitted(_listed(p.names, 8), BOLD, (4, 3.4), 10, 95.5, 110, c.pale))
    if p.odds:
        marks += _plate(p, wide - 8, 8, c.pale, mixed(c.deep, "#000000", 0.35), c.glow)
    return marks


YELLOW, RED = "#ffd53d", "#d01c2c"


def _cover(p: Poster) -> list[Mark]:
    """A comic: the title on its band, a place that fills the page, a burst with the roll, captions, and who is in it."""
    wide, high = TALL
    ground = 148 if p.line else 158
    y, title = _title(p, 60, 6, 108, (30, 25, 21, 17, 13, 10), RED, most=2, face="comic")
    band = max(32.0, y + 6)
    foot = _listed(tuple(_others(p)), 6)
    return [
        *_splash(p, ground),
        *people(_others(p), wide / 2, ground + 2, 46, INK, 104, edge=CREAM),
        Shape(rect(-1, ground, wide + 2, 40), INK),
        Shape(rect(-2, -2, wide + 4, band + 2), YELLOW, INK, 1),
        *_shadow(title),
        *title,
        *_corner(p, band),
        *_loud(p, wide - 25, band + 24),
        *_caption(p.line, 6, 150.5, wide - 12, YELLOW),
        *_block(foot, display("A", "comic"), 5.6, 60, high - 4.5, 110, CREAM, 1),
        Shape(rect(0.5, 0.5, wide - 1, high - 1), line=INK, width=1.6),
    ]


def _splash(p: Poster, ground: float) -> list[Mark]:
    """Behind everybody: rays and dots, and the place."""
    c = p.colours
    dots = tuple(
        step
        for y in range(16)
        for x in range(18)
        for step in circle(x * 7 + y % 2 * 3.5, 40 + y * 7, 0.28 * (11 - abs(y - 8)))
    )
    return [
        Shape(rect(0, 0, *TALL), mixed(c.deep, "#3b8fd9", 0.6)),
        Shape(rays(60, 96, 150, 15), mixed(c.deep, "#7fb9ee", 0.75)),
        Shape(dots, mixed(c.deep, "#3b8fd9", 0.4)),
        *_scenery(p._replace(title=f"{p.title} {p.where}"), 60, ground - 8, 1.3),
    ]


def _shadow(title: Sequence[Mark]) -> list[Mark]:
    """The same words in ink, a little lower: what is printed twice stands out."""
    return [each._replace(x=each.x + 0.7, y=each.y + 0.8, fill=INK) for each in title if isinstance(each, Words)]


def _corner(p: Poster, band: float) -> list[Mark]:
    """The box in the corner: which series it is, and of when; nothing where neither is known."""
    rows = [p.above.upper()] if p.above else []
    rows += [p.date] if p.date else []
    if not rows:
        return []
    top = band + 4
    words = [
        fitted(row, BOLD, (3, 2.4, 1.9), 7, top + 5.4 + 5 * nth, 21, INK if row != p.date else RED)
        for nth, row in enumerate(rows)
    ]
    return [Shape(rect(5, top, 25, 3.6 + 5 * len(rows)), CREAM, INK, 0.7), *words]


def _loud(p: Poster, x: float, y: float) -> list[Mark]:
    """The roll of the night in a burst."""
    if not p.odds:
        return []
    size = 8.4 if len(p.odds) < 9 else 5.4
    return [
        starburst(x, y, 21, 15, 14, RED, INK),
        *_block(p.label, BOLD, 2.7, x, y - 5.6, 20, CREAM, 2),
        *_block(p.odds, display(p.odds, "comic"), size, x, y + 7.2, 32, YELLOW, 1),
    ]


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
                *([Group(p.place, (60 - 0.97 * WIDTH / 2, 33), 0.97)] if p.place else _scenery(shown, 60, 92, 0.8)),
                *people(_others(p), 60, 97, 14, ink, 46, edge=paper),
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
        *people(_others(p), 142, 89, 15, mixed(c.deep, "#000000", 0.4), 70),
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
    chosen = tuple(word for word in landscape(p.title, p.story) if word != "night")
    drawn = Group(motifs_painted(chosen, p.colours), (middle - scale * WIDTH / 2, foot - scale * HEIGHT), scale)
    return [drawn]


def _others(p: Poster) -> list[str]:
    """Those who stand on a card, by name: all of the cast but whoever runs the game, who is the first of them."""
    return [name for name, _ in p.cast[1:] or p.cast]


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
    rows = [row.removesuffix(" ·") for row in rows]  # what parts two names parts nothing at the end of a line
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
    rows = [row.removesuffix(" ·") for row in rows]  # what parts two names parts nothing at the end of a line
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


def _first(names: tuple[str, ...], most: int) -> tuple[str, ...]:
    return names if len(names) <= most else (*names[: most - 1], f"+ {len(names) - most + 1}")


def _listed(names: tuple[str, ...], most: int) -> str:
    return " · ".join(_first(names, most))
