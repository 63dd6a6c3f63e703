"""Drawings: shapes, words and groups of them, in millimetres from the upper left corner. SVG and PDF are written from these."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Segment = tuple[str, tuple[float, ...]]
"""A step of a path: M and L with a point, C with two handles and a point, Z to close."""
Path = tuple[Segment, ...]

ROUND = 0.5522847498  # how far the handles of a quarter circle stand out, by its radius
_TOKENS = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}


class Shape(NamedTuple):
    """A path with the colours of its inside and of its line; an empty colour draws nothing."""

    path: Path
    fill: str = ""
    line: str = ""
    width: float = 0.0


class Words(NamedTuple):
    """A line of text: where its baseline begins, its size and its face (`faces.py`), which has all of its signs."""

    text: str
    x: float
    y: float
    size: float
    face: str
    fill: str


class Group(NamedTuple):
    """Marks that belong together: first clipped, then scaled, then moved.

    One with a `label`, which says in words what is seen, is the side of a card: neither clipped nor scaled nor moved itself.
    """

    marks: "tuple[Shape | Words | Group, ...]"
    move: tuple[float, float] = (0.0, 0.0)
    scale: float = 1.0
    clip: Path = ()
    label: str = ""


Mark = Shape | Words | Group


def rect(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Path:
    """A rectangle, its corners rounded."""
    right, bottom = x + width, y + height
    if not radius:
        return (("M", (x, y)), ("L", (right, y)), ("L", (right, bottom)), ("L", (x, bottom)), ("Z", ()))
    r, k = radius, radius * (1 - ROUND)
    return (
        ("M", (x + r, y)),
        ("L", (right - r, y)),
        ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)),
        ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)),
        ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def circle(x: float, y: float, radius: float) -> Path:
    """A circle."""
    return rect(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def polygon(*points: tuple[float, float]) -> Path:
    """A closed path from point to point."""
    first, *others = points
    return (("M", first), *(("L", point) for point in others), ("Z", ()))


def line(x: float, y: float, to_x: float, to_y: float) -> Path:
    """A straight line."""
    return (("M", (x, y)), ("L", (to_x, to_y)))


def rays(x: float, y: float, radius: float, number: int) -> Path:
    """Wedges around a point, as wide as the gaps between them."""
    turn = math.pi / number
    at = [(x + radius * math.cos(turn * n), y + radius * math.sin(turn * n)) for n in range(2 * number)]
    return tuple(step for n in range(number) for step in polygon((x, y), at[2 * n], at[2 * n + 1]))


def parsed(d: str) -> Path:
    """The path that the `d` of an SVG path means. It may hold all commands but arcs."""
    return tuple(_absolute(_commands(d)))


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its own numbers, those that repeat it spelled out."""
    command, given = "", list[float]()
    for letter, number in _TOKENS.findall(d):
        if letter:
            command, given = letter, []
            if letter in "Zz":
                yield letter, []
        else:
            given.append(float(number))
            if len(given) == _NUMBERS[command.upper()]:
                yield command, given
                command, given = {"M": "L", "m": "l"}.get(command, command), []


def _absolute(commands: Iterator[tuple[str, list[float]]]) -> Iterator[Segment]:
    """The same in absolute points and cubic curves alone."""
    x = y = start_x = start_y = handle_x = handle_y = 0.0
    before = ""
    for letter, given in commands:
        kind = letter.upper()
        dx, dy = (x, y) if letter.islower() else (0.0, 0.0)
        points = [n + (dy if nth % 2 else dx) for nth, n in enumerate(given)]
        if kind == "Z":
            x, y = start_x, start_y
            yield "Z", ()
        elif kind in "MLHV":
            x, y = {"H": [*points, y], "V": [x, *(n + dy for n in given)]}.get(kind, points)
            if kind == "M":
                start_x, start_y = x, y
            yield ("M" if kind == "M" else "L"), (x, y)
        else:
            smooth = (
                (2 * x - handle_x, 2 * y - handle_y) if before in {"CS": "CS", "QT": "QT"}[_family(kind)] else (x, y)
            )
            if kind in "ST":
                points = [*smooth, *points]
            handle_x, handle_y = points[-4:-2]
            if kind in "QT":
                qx, qy, to_x, to_y = points
                points = [x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, to_x + (qx - to_x) * 2 / 3]
                points += [to_y + (qy - to_y) * 2 / 3, to_x, to_y]
            yield "C", tuple(points)
            x, y = points[-2:]
        before = kind


def _family(kind: str) -> str:
    return "CS" if kind in "CS" else "QT"


def words_in(marks: Sequence[Mark]) -> Iterator[Words]:
    """All words of a drawing."""
    for mark in marks:
        if isinstance(mark, Words):
            yield mark
        elif isinstance(mark, Group):
            yield from words_in(mark.marks)
