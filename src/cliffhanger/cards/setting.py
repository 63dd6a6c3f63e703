"""Setting text: lines that are no wider than their column, and words made smaller until they fit."""

from itertools import accumulate, takewhile

from cliffhanger.cards.drawing import Words
from cliffhanger.cards.faces import drawable, face, width

CUT = "…"
MOST_SIGNS, MOST_IN_LINE = 4000, 250
"""More than a card holds, and than one of its lines does, even of the narrowest signs: what is beyond is not looked at."""


def wrapped(text: str, name: str, size: float, column: float) -> list[str]:
    """The lines of a text; a word that is wider than the column is broken."""
    lines: list[str] = []
    for word in drawable(text, name)[:MOST_SIGNS].split(" "):
        rest = word
        if lines and width(f"{lines[-1]} {word}", name, size) <= column:
            lines[-1] += f" {word}"
            continue
        while width(rest, name, size) > column and len(rest) > 1:
            part = _longest(rest, name, size, column)
            lines.append(rest[:part])
            rest = rest[part:]
        lines.append(rest)
    return lines


def _longest(word: str, name: str, size: float, column: float) -> int:
    """How many signs of a word go into a column; one goes into any."""
    far = accumulate(width(sign, name, size) for sign in word)
    return max(1, sum(1 for _ in takewhile(lambda each: each <= column, far)))


def shortened(text: str, name: str, size: float, column: float) -> str:
    """As much of a line as goes into a column, with an ellipsis where that is not all of it."""
    said = drawable(text, name)
    return said if width(said, name, size) <= column else ended(said, name, size, column)


def ended(said: str, name: str, size: float, column: float) -> str:
    """A line that breaks off: with an ellipsis, and as much before it as goes into a column."""
    said = said[:MOST_IN_LINE]
    while said and width(said + CUT, name, size) > column:
        said = said[:-1]
    return said.rstrip(" .,;:") + CUT


def fitted(
    text: str, name: str, sizes: tuple[float, ...], x: float, y: float, column: float, fill: str, *, end: bool = False
) -> Words:
    """A line in the largest of these sizes in which it fits; shortened in the last one. `end`: it ends at `x`."""
    said = drawable(text, name)
    size = next((each for each in sizes if width(said, name, each) <= column), sizes[-1])
    said = shortened(said, name, size, column)
    return Words(said, x - (width(said, name, size) if end else 0), y, size, name, fill)


def middle(name: str, size: float) -> float:
    """How far below the middle of a row its baseline stands: half as far as a capital is high."""
    return face(name).capital / face(name).units * size / 2
