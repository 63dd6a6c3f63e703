"""Sheets to print: cards side by side on A4 or US Letter, with bleed, marks to cut along, and backs that fall on their fronts.

Bleed is how far the colour of a card goes on beyond each cut, so two neighbours stand twice as far apart. Nine cards go on a
page without bleed, and on A4 with 3 mm; with more, as many as fit, upright or across.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cliffhanger.cards.card import HIGH, WIDE
from cliffhanger.cards.drawing import Group, Mark, Shape, line, rect

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm, upright."""
BLEEDS = (0, 3, 6)
MARGIN = 4.2  # mm of paper beside a card: nearer to the edge many printers do not print
OFF, LONG, THIN, HALO = 1.0, 5.0, 0.12, 0.7
"""A mark to cut along begins so far from the card, is so long at most, and so wide; white beside it, for dark bleed."""


class Layout(NamedTuple):
    """Where cards lie on a page: its size, how many columns and rows, and the cut corner of the first card."""

    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    bleed: float

    @property
    def number(self) -> int:
        """How many cards go on a page."""
        return self.columns * self.rows

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a card, where it is cut."""
        return self.left + column * (WIDE + 2 * self.bleed), self.top + row * (HIGH + 2 * self.bleed)


class Page(NamedTuple):
    """One page: its size in mm, what is drawn on it, how many cards those are, and whether they are seen from behind."""

    width: float
    height: float
    marks: tuple[Mark, ...]
    cards: int
    backs: bool = False


def layout(paper: str, bleed: float = 0) -> Layout:
    """The layout with the most cards on this paper; where that is a draw, upright."""
    width, height = PAPERS[paper]
    return max((_centred(width, height, bleed), _centred(height, width, bleed)), key=lambda each: each.number)


def _centred(width: float, height: float, bleed: float) -> Layout:
    columns, rows = _fits(width, WIDE, bleed), _fits(height, HIGH, bleed)
    left = (width - columns * WIDE - (columns - 1) * 2 * bleed) / 2
    top = (height - rows * HIGH - (rows - 1) * 2 * bleed) / 2
    return Layout(width, height, columns, rows, left, top, bleed)


def _fits(length: float, side: float, bleed: float) -> int:
    """How many cards go side by side. The bleed at the outside may run off the page; the cards may not."""
    return int((length - 2 * MARGIN + 2 * bleed) / (side + 2 * bleed))


def pages(fronts: Sequence[Group], lies: Layout, backs: Sequence[Group] = ()) -> list[Page]:
    """Pages of cards; with the backs of these cards, each is followed by the page that is printed behind it."""
    found = []
    for first in range(0, len(fronts), lies.number):
        here = slice(first, first + lies.number)
        found.append(_page(fronts[here], lies, mirrored=False))
        if backs:
            found.append(_page(backs[here], lies, mirrored=True))
    return found


def _page(drawings: Sequence[Group], lies: Layout, *, mirrored: bool) -> Page:
    """One page; where the sheet has been turned over around its upright middle, its first card lies at the right."""
    bleed = lies.bleed
    edge = rect(-bleed, -bleed, WIDE + 2 * bleed, HIGH + 2 * bleed)
    marks: list[Mark] = []
    for nth, drawing in enumerate(drawings):
        row, column = divmod(nth, lies.columns)
        column = lies.columns - 1 - column if mirrored else column
        marks.append(Group((drawing,), lies.corner(column, row), clip=edge))
    cuts = tuple(_cuts(lies))
    marks += [Shape(cut, line="#ffffff", width=HALO) for cut in cuts if bleed]
    marks += [Shape(cut, line="#000000", width=THIN) for cut in cuts]
    return Page(lies.width, lies.height, tuple(marks), len(drawings), mirrored)


def _cuts(lies: Layout) -> Iterator[tuple[tuple[str, tuple[float, ...]], ...]]:
    """The marks of all cuts: on the line of each, outside of the cards."""
    across = [(lies.corner(column, 0)[0], WIDE) for column in range(lies.columns)]
    down = [(lies.corner(0, row)[1], HIGH) for row in range(lies.rows)]
    for x in _ends(across):
        yield from (line(x, start, x, end) for start, end in _gaps(down, lies.height))
    for y in _ends(down):
        yield from (line(start, y, end, y) for start, end in _gaps(across, lies.width))


def _ends(sides: list[tuple[float, float]]) -> list[float]:
    """Where a row of cards is cut; neighbours without bleed share a cut."""
    return sorted({round(end, 6) for start, side in sides for end in (start, start + side)})


def _gaps(sides: list[tuple[float, float]], length: float) -> Iterator[tuple[float, float]]:
    """Where marks may stand: before the first card, between two, and behind the last."""
    first, last = sides[0][0], sides[-1][0] + sides[-1][1]
    yield max(0.5, first - OFF - LONG), first - OFF
    for (start, side), (following, _) in pairwise(sides):
        if following - start - side > 2 * OFF:
            yield start + side + OFF, following - OFF
    yield last + OFF, min(length - 0.5, last + OFF + LONG)
