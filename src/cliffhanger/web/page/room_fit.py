"""How large the room's stage may be drawn: panels measured by what is in them, for a page that cannot measure itself.

All lengths are in rem of the room's sheet, where a screen of 16 to 9 is 80 wide and 45 high. They are upper bounds, so that
nothing is cut off; a test in a browser holds them to what is drawn. Headlines are measured by the widths of their own face,
all other words by the mean width of a letter.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from msgspec import structs

from cliffhanger.cards.faces import display, drawable
from cliffhanger.cards.faces import width as width_of
from cliffhanger.kernel.panels import Card, Coin, Counter, Die, Group, List, Panel, Pile, Row, Text, Track
from cliffhanger.web.page.skins import Skin

ZOOMS = (1.25, 1.1, 1.0, 0.85, 0.7, 0.56)
"""How much larger than the sheet has it the stage is drawn: the first of these at which all of it fits."""
WIDTH, HEIGHT = 56.5, 45.0  # of the stage, within its frame, and of the whole screen
WHOLE, READABLE = (
    3,
    4,
)  # so many of the zooms have dice as large as they should be, and are easily read by those who sit farthest
ROWS = (14, 9, 6, 4)  # of one list, that are shown at all
COLUMN = 3
"""Rows of one list that stand one below the other; more stand in two columns, more than eight in three."""
HEADLINES = (6.2, 4.7, 3.7, 2.9, 2.2, 1.6)
"""Sizes of a headline: the first of these that fits."""
LONG = (18, 34, 60, 100, 160)
"""Signs above which a headline is not larger than the next size, whatever the room."""
LETTER = 0.54  # how wide a letter is, of its height
SAFE = 1.06  # how much wider than its table says a headline may come out
DIE, HOLLOW, SMALL = (
    5.0,
    4.7,
    3.2,
)  # a die and the gap beside it: one that was thrown, that is in hand, and one in a line
ABOVE, BELOW = 1.5, 1.45  # sizes of the line over a headline and of the words under it
SMALLEST = 2.4  # and one in a line of three columns of them
NUMBER = 4.2  # how wide the number beside dice is
FACE, VALUE = 3.4, 3.0  # what stands before the name in a line, and behind its dice


class Moment(NamedTuple):
    """What the stage says: a line `above` the headline, the headline, what proves it, dice, and whatever panels are left.

    `beside` is how wide that is which stands beside it, `around` how high what its words are set in.
    """

    above: str = ""
    head: str = ""
    below: str = ""
    dice: Row | None = None
    rest: tuple[Panel, ...] = ()
    beside: float = 0.0
    around: float = 0.0


class Fit(NamedTuple):
    """Which of `ZOOMS` and of `HEADLINES` fit, and the moment and the panels below it as they are shown."""

    zoom: int
    head: int
    said: Moment
    more: tuple[Panel, ...]

    @property
    def is_large(self) -> bool:
        """Whether dice are as large as they should be on a wall."""
        return self.zoom < WHOLE


def fitted(moment: Moment, more: Sequence[Panel], height: float, skin: Skin, least: float = 0.0) -> Fit:
    """How a moment and `more` panels below it are drawn in a height; what stands beside the moment is `least` high.

    Dice stay large while the headline becomes smaller. Rather than be drawn too small to read, what is `more` is left out;
    where even the smallest is too large rows of lists are, then the rows of steps, then all words but the headline.
    """
    natural = sum(len(moment.head) > most for most in LONG)
    heads = range(natural, len(HEADLINES))
    large = (*product(heads, range(WHOLE)), *product(heads, range(WHOLE, READABLE)))
    small = tuple((head, zoom) for zoom, head in product(range(READABLE, len(ZOOMS)), heads))

    def found(said: Moment, below: Sequence[Panel], sizes: Iterable[tuple[int, int]]) -> Fit | None:
        fits = ((head, zoom) for head, zoom in sizes if _needs(said, below, zoom, head, skin, least) <= height)
        return next((Fit(zoom, head, said, tuple(below)) for head, zoom in fits), None)

    for rows in ROWS:
        said = moment._replace(rest=tuple(cut(each, rows) for each in moment.rest))
        for count in range(len(more), -1, -1):
            if fit := found(said, [cut(each, rows) for each in more[:count]], large):
                return fit
        if fit := found(said, (), small):
            return fit
    said = said._replace(rest=without_steps(said.rest))
    less = said._replace(below="", rest=tuple(map(bare, said.rest)))
    return found(said, (), small) or found(less, (), small) or Fit(len(ZOOMS) - 1, len(HEADLINES) - 1, less, ())


def _needs(moment: Moment, more: Sequence[Panel], zoom: int, head: int, skin: Skin, least: float) -> float:
    """How high all of it stands at a zoom, the air around it counted."""
    scale = ZOOMS[zoom]
    high = max(tell(moment, WIDTH / scale - moment.beside, HEADLINES[head], skin), least) + FRAME
    if more:
        high += needed(more, WIDTH / scale) + 0.8
    return high * scale


FRAME = 2.2  # what a stage has above and below


def tell(moment: Moment, width: float, size: float, skin: Skin) -> float:
    """How high a moment stands in a width, its headline in a size."""
    parts = [
        1.25 * ABOVE * lines(len(moment.above), ABOVE, width),
        1.07 * size * scale(skin) * headlines(moment.head, size, width, skin),
        1.35 * BELOW * lines(len(moment.below), BELOW, width),
        thrown(moment.dice, width) if moment.dice else 0.0,
        needed(moment.rest, width),
    ]
    parts = [each for each in parts if each]
    return sum(parts) + moment.around + 0.6 * max(0, len(parts) - 1)


def thrown(row: Row, width: float) -> float:
    """How high dice stand in a width, with the number beside them and the words below."""
    words = 1.6 * lines(len(row.text), 1.05, width) + (2.2 if row.tags else 0)
    fell = any((d.face if isinstance(d, Die) else d.side != "held") for d in row.dice)
    return _dice(row, width - (NUMBER if row.n is not None else 0), DIE if fell else HOLLOW) + words


def scale(skin: Skin) -> float:
    """How much larger than it says a headline is set, so that all faces look alike."""
    return float(dict(skin.tokens).get("display-scale", "1"))


def headlines(text: str, size: float, width: float, skin: Skin) -> int:
    """In how many lines a headline stands, by the widths of its face."""
    if not text:
        return 0
    said, wide = (text.upper(), 0.08) if skin.stage == "titlecard" else (text, dict(skin.tokens).get("display-track"))
    track = float(str(wide or 0).removesuffix("em") or 0)
    face, high = display(said, skin.face), size * scale(skin)

    def measured(part: str) -> float:
        return (width_of(drawable(part, face), face, high) + track * high * len(part)) * SAFE

    return sum(1 for _ in _wrapped(said, width, measured))


def _wrapped(text: str, width: float, measured: Callable[[str], float]) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and measured(longer) > width:
            yield line
            longer = word
        while measured(longer) > width and len(longer) > 1:  # a word that is wider than the line is broken
            part = max(1, int(len(longer) * width / measured(longer)))
            yield longer[:part]
            longer = longer[part:]
        line = longer
    if line:
        yield line


def without_steps(panels: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Panels without rows of steps: where there is no room, what has been settled goes before how far one is."""
    found = []
    for panel in panels:
        if isinstance(panel, Group):
            panel = structs.replace(panel, panels=without_steps(panel.panels))  # noqa: PLW2901
        if not (isinstance(panel, List) and panel.style == "steps"):
            found.append(panel)
    return tuple(found)


def bare(panel: Panel) -> Panel:
    """A panel whose rows say no more than whose they are, with their dice: the last that gives way."""
    if isinstance(panel, Group):
        return structs.replace(panel, panels=tuple(map(bare, panel.panels)))
    if isinstance(panel, List):
        return structs.replace(panel, rows=tuple(structs.replace(row, text="", tags=()) for row in panel.rows))
    return panel


def cut(panel: Panel, rows: int) -> Panel:
    """A panel whose lists have so many rows at the most."""
    if isinstance(panel, Group):
        return structs.replace(panel, panels=tuple(cut(each, rows) for each in panel.panels))
    if isinstance(panel, List) and len(panel.rows) > rows:
        return structs.replace(panel, rows=panel.rows[:rows])
    return panel


def needed(panels: Iterable[Panel], width: float) -> float:
    """How high panels stand, one below the other."""
    heights = [_height(panel, width) for panel in panels]
    return sum(heights) + 0.8 * max(0, len(heights) - 1)


def _height(panel: Panel, width: float) -> float:
    if isinstance(panel, Group):
        return needed(panel.panels, width - 3.4) + (2.6 if panel.name else 0) + 3.0
    if isinstance(panel, Text):
        body = panel.beyond if panel.style == "result" else panel.body
        return 2.2 * lines(len(panel.head), 1.9, width) + 1.8 * lines(len(body), 1.3, width) + 0.5
    if isinstance(panel, List):
        return (1.8 if panel.name else 0) + _list(panel, width)
    if isinstance(panel, Track):
        return 2.8 + 1.8 * lines(len(panel.note), 1.3, width)
    return {Counter: 2.6, Die: DIE, Coin: DIE, Card: 24.0, Pile: 9.0}.get(type(panel), 9.0)


def lines(signs: int, size: float, width: float) -> int:
    """In how many lines so many signs stand."""
    return ceil(signs * size * LETTER / max(width, 1.0))


def _dice(row: Row, width: float, size: float = DIE) -> float:
    return size * ceil(len(row.dice) / max(1, (width + 0.6) // size)) + 0.6 if row.dice else 0


def _list(each: List, width: float) -> float:
    rows = each.rows
    if not rows:
        return 2.0
    if each.style == "sides":
        return _sides(rows, width)
    if each.style == "ladder":
        inner = (width - 8.4) / 2
        heights = [
            _dice(row, inner, DIE if any(isinstance(die, Die) and die.face for die in row.dice) else HOLLOW)
            + 1.5 * lines(len(row.text), 1.05, inner)
            + (2.8 * lines(sum(len(tag) + 4 for tag in row.tags), 1.0, inner))
            for row in rows
        ]
        return sum(max(4.6, each) for each in heights) + 1.8
    if each.style == "stats":
        return 4.4 * ceil(len(rows) / max(1, width // 4.6))
    if each.style == "steps":
        return 2.6 * lines(sum(len(row.name) + len(row.text) + 5 for row in rows), 1.0, width)
    if each.style == "places":
        return 5.0 * len(rows)
    if len(rows) > COLUMN and any(row.dice or row.text or row.tags or row.marks for row in rows):
        across = 2 if len(rows) <= 8 else 3
        die = SMALL if across == 2 else SMALLEST
        heights = sorted((_line(row, width / across - 3.0, die) for row in rows), reverse=True)
        return 0.6 + sum(heights[: ceil(len(rows) / across)])
    return 0.6 + sum(_line(row, width) for row in rows)


def _sides(rows: Sequence[Row], width: float) -> float:
    """Sides of a roll, as many in a row as find room there."""
    high, left, tallest = 0.0, 0.0, 0.0
    for row in rows:
        wide = min(width, max(len(row.name) * 0.6, len(row.dice) * DIE + 1.0) + NUMBER + 2.0)
        tall = 2.0 + thrown(row, wide - 2.0) + (1.7 * len(row.tracks))
        if wide > left:
            high, left, tallest = high + tallest, width, 0.0
        left, tallest = left - wide, max(tallest, tall)
    return high + tallest + 0.4


def _line(row: Row, width: float, die: float = SMALL) -> float:
    """A row of lines: its words at the left, its dice, pills and numbers in what they leave at the right."""
    signs = len(row.name) + len(row.text) + len(row.was)
    value = VALUE if row.value or row.n is not None else 0.0
    name = max(0.45 * width - FACE, width - len(row.dice) * die - FACE - value, 2.0)
    dice = max(0, _dice(row, max(0.55 * width - value, width - signs * LETTER * 1.25 - FACE - value), die) - 0.6)
    edge = dice + 2.0 * lines(sum(len(tag) + 4 for tag in row.tags), 1.0, 0.45 * width)
    return max(2.4, 1.7 * lines(signs, 1.25, name), edge) + 1.2
