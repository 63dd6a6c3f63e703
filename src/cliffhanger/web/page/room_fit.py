"""How large the room's stage may be drawn: panels measured by what is in them, for a page that cannot measure itself.

All lengths are in rem of the room's sheet, where a screen of 16 to 9 is 80 wide and 45 high. They are upper bounds by the
faces of all skins, so that nothing is cut off; a test in a browser holds them to what is drawn.
"""

from collections.abc import Iterable, Sequence
from math import ceil

from msgspec import structs

from cliffhanger.kernel.panels import Card, Coin, Counter, Die, Group, List, Panel, Pile, Row, Text, Track

ZOOMS = (1.6, 1.3, 1.0, 0.8, 0.62)
"""How much larger than the page's own the stage is drawn: the first of these at which all of it fits."""
WIDTH, HEIGHT = 51.0, 45.0  # of the stage, and of the whole screen
READABLE = 3  # so many of them are easily read by those who sit farthest
ROWS = (14, 9, 6, 4)  # of one list, that are shown at all
COLUMN = 4
"""Rows of one list that stand one below the other; more stand in two columns, twice as many and more in three."""
HEADLINES = (3.6, 2.7, 1.9)  # sizes of a headline, the shorter the larger
LONG = (24, 60)  # signs above which it is the next smaller size
LETTER, CAPITAL = 0.54, 0.66  # how wide they are, of their height; headlines of some skins are all capitals
DIE, SMALL = 4.0, 2.3  # a die and the gap beside it


def fitted(panels: Sequence[Panel], height: float) -> tuple[int, tuple[Panel, ...]]:
    """Which of `ZOOMS` fits panels into a height, and the panels that are shown.

    Rather than be drawn too small to read, the last are left out; the first stays, with fewer rows if it must.
    """
    for rows in ROWS:
        shown = tuple(cut(panel, rows) for panel in panels)
        for count in range(len(shown), 0, -1):
            for at, zoom in enumerate(ZOOMS if count == 1 else ZOOMS[:READABLE]):
                if needed(shown[:count], WIDTH / zoom) * zoom <= height:
                    return at, shown[:count]
    return len(ZOOMS) - 1, tuple(_without_steps(cut(panel, ROWS[-1])) for panel in panels[:1])


def _without_steps(panel: Panel) -> Panel:
    """A group without its rows of steps: where there is no room, what has been settled goes before how far one is."""
    if not isinstance(panel, Group):
        return panel
    return structs.replace(
        panel, panels=tuple(p for p in panel.panels if not (isinstance(p, List) and p.style == "steps"))
    )


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
        return needed(panel.panels, width - 3.4) + (2.6 if panel.name else 0) + 5.0
    if isinstance(panel, Text):
        return _text(panel, width)
    if isinstance(panel, List):
        return (1.8 if panel.name else 0) + _list(panel, width)
    return {Track: 2.8, Counter: 2.6, Die: DIE, Coin: DIE, Card: 24.0, Pile: 9.0}.get(type(panel), 9.0)


def _lines(signs: int, size: float, width: float, sign: float = LETTER) -> int:
    return ceil(signs * size * sign / max(width, 1.0))


def _text(text: Text, width: float) -> float:
    size = HEADLINES[sum(len(text.head) > most for most in LONG)]
    head = 1.12 * size * _lines(len(text.head), size, 0.92 * width, CAPITAL) if text.head else 0
    body = text.beyond if text.style == "result" else text.body
    return head + 1.8 * _lines(len(body), 1.3, width) + 0.5


def _dice(row: Row, width: float, size: float = DIE) -> float:
    return size * ceil(len(row.dice) * size / max(width, size)) + 1.0 if row.dice else 0


def _list(each: List, width: float) -> float:
    rows = each.rows
    if not rows:
        return 2.0
    if each.style == "sides":
        across = max(1, min(len(rows), int((width + 1.5) / 22.5)))
        inner = width / across - 4.5
        heights = [
            2.0 + _dice(row, inner) + 1.7 * _lines(len(row.text), 1.0, inner) + (2.2 if row.tags else 0) for row in rows
        ]
        return sum(max(heights[at : at + across]) + 0.5 for at in range(0, len(heights), across))
    if each.style == "ladder":
        inner = width - 5.5
        heights = [
            2.0 + _dice(row, inner) + 1.7 * _lines(len(row.text), 1.0, inner) + (2.2 if row.tags else 0) for row in rows
        ]
        return sum(max(5.0, each) for each in heights)
    if each.style == "stats":
        return 4.4 * ceil(len(rows) / max(1, width // 4.6))
    if each.style == "steps":
        return 2.6 * _lines(sum(len(row.name) + len(row.text) + 5 for row in rows), 1.0, width)
    if each.style == "places":
        return 5.0 * len(rows)
    if len(rows) > COLUMN and any(row.dice or row.text or row.tags or row.marks for row in rows):
        across = 2 if len(rows) <= 2 * COLUMN else 3
        heights = sorted((_line(row, width / across - 2.0) for row in rows), reverse=True)
        return sum(heights[: ceil(len(rows) / across)])
    return sum(_line(row, width) for row in rows)


def _line(row: Row, width: float) -> float:
    """A row of lines: its words at the left, its dice, pills and numbers in what they leave at the right."""
    signs = len(row.name) + len(row.text) + len(row.was)
    words = 1.6 * _lines(signs, 1.0, 0.45 * width)
    left = max(0.45 * width, width - signs * LETTER - 6.0)  # a face, a number and the gaps take some
    dice = max(0, _dice(row, left, SMALL) - 1.0)  # beside the words there is no air around them
    edge = dice + 2.0 * _lines(sum(len(tag) + 4 for tag in row.tags), 1.0, 0.45 * width)
    return max(1.6, words, edge) + 0.9
