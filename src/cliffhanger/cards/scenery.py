"""What stands on the card of an evening: silhouettes of its people, an engine that comes out of the night, a screen in a field."""

import math
from collections.abc import Sequence

from cliffhanger.cards.art import HEIGHT, WIDTH, mixed, seed
from cliffhanger.cards.drawing import Group, Mark, Shape, circle, line, parsed, polygon, rect

FIGURES = 6
"""So many people stand on it; more are named."""
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
BLACK = "#0f080b"


def people(
    names: Sequence[str],
    middle: float,
    foot: float,
    tall: float,
    ink: str,
    room: float,
    *,
    edge: str = "",
    close: bool = False,
) -> list[Mark]:
    """Silhouettes side by side, one for each name up to six; with an `edge` of its colour around them.

    They are as `tall` as the `room` beside one another lets them be or, `close`, as tall as they are and shoulder to shoulder.
    """
    shown = names[:FIGURES]
    count = max(1, len(shown))
    scale = tall / 17 if close else min(tall / 17, room / (11 * count))
    step = min(12.0, room / scale / count)
    marks: list[Mark] = []
    for nth, name in enumerate(shown):
        at = seed(name)
        x = middle + scale * step * (nth - (len(shown) - 1) / 2)
        grow = scale * (1 - 0.12 * (at % 3) / 2)
        parts = (COATS[at // 3 % len(COATS)], HATS[at // 9 % len(HATS)])
        shapes = (circle(0, -11, 2.4), *(parsed(d) for d in parts if d))
        around = [Shape(each, line=edge, width=0.9) for each in shapes if edge]
        marks.append(Group((*around, *(Shape(each, ink) for each in shapes)), (x, foot), grow))
    return marks


ENGINE = 44.0
"""How high the engine is, from its beam to the top of its boiler."""


def engine(middle: float, foot: float, scale: float, *, night: str, glow: str, pale: str, red: str) -> list[Mark]:
    """A train from before, its lamp lit: mountains behind it, its boiler, its buffers on a beam, the rails below."""
    far, near = mixed(night, red, 0.35), mixed(night, "#000000", 0.35)
    brass = mixed(BLACK, glow, 0.65)
    halo = [Shape(circle(0, -21, 21 - 1.5 * n), mixed(BLACK, glow, 0.08 + 0.1 * n)) for n in range(1, 9)]
    rivets = [
        Shape(circle(16.2 * math.cos(turn), -21 + 16.2 * math.sin(turn), 0.8), brass)
        for turn in (math.pi * n / 4 for n in range(8))
    ]
    ties = [Shape(line(x, 4, x * 1.45, 22), line=mixed(BLACK, pale, 0.3), width=0.8) for x in (-15, -9, -3, 3, 9, 15)]
    marks: list[Mark] = [
        Shape(parsed("M-70 0V-26L-54 -40L-44 -29L-31 -46L-20 -30L-8 -40L8 -30L22 -49L36 -30L46 -42L70 -24V0z"), far),
        *(
            Shape(parsed(d), mixed(pale, far, 0.25))
            for d in ("M-31 -46L-36 -39L-32 -40.5L-29 -38L-26 -40z", "M22 -49L16.5 -41L20.5 -42.5L23 -40L27.5 -42z")
        ),
        Shape(parsed("M-70 4V-10Q-50 -16 -30 -12L30 -11Q52 -16 70 -9V4z"), near),
        Shape(
            parsed(
                "M10 -40C20 -48 16 -56 28 -60C36 -64 34 -72 44 -74L52 -70C44 -62 40 -58 30 -56C20 -52 20 -42 14 -38z"
            ),
            mixed(night, pale, 0.3),
        ),
        Shape(parsed("M-22 2V-21C-22 -36 -13 -44 0 -44C13 -44 22 -36 22 -21V2z"), BLACK, brass, 0.5),
        *halo,
        Shape(circle(0, -21, 17.6), line=brass, width=1.4),
        Shape(circle(0, -21, 13.4), line=mixed(BLACK, glow, 0.8), width=0.6),
        *rivets,
        Shape(circle(0, -21, 6.8), "#fffdf0", brass, 1.2),
        *ties,
        Shape(rect(-24, -3.4, 48, 4), red),
        *(Shape(circle(x, -1.4, 3), mixed(pale, BLACK, 0.2)) for x in (-19.6, 19.6)),
        Shape(parsed("M-20 .6H20L29 19H-29z"), mixed(BLACK, pale, 0.08)),
        *(
            Shape(line(x, 1.4, x * 1.4, 18), line=mixed(BLACK, pale, 0.34), width=0.7)
            for x in (-16, -10, -4, 4, 10, 16)
        ),
    ]
    return [Group(tuple(marks), (middle, foot), scale)]


def screen(place: Sequence[Mark], x: float, y: float, wide: float, ink: str) -> list[Mark]:
    """A place as it is seen on a screen in a field, which stands on two posts; `wide` millimetres across."""
    scale = wide / WIDTH
    high = HEIGHT * scale
    posts = [Shape(rect(x + wide * at - 1, y + high, 2, 30), ink) for at in (0.14, 0.86)]
    braces = [
        Shape(line(x + wide * at, y + high, x + wide * (1 - at), y + high + 26), line=ink, width=0.7)
        for at in (0.16, 0.84)
    ]
    return [
        *posts,
        *braces,
        Shape(rect(x - 2.4, y - 2.4, wide + 4.8, high + 4.8, 1), ink),
        Group(tuple(place), (x, y), scale, clip=rect(0, 0, WIDTH, HEIGHT)),
    ]


def burst(x: float, y: float, far: float, near: float, points: int) -> list[tuple[float, float]]:
    """The corners of a star with so many points."""
    turn = math.pi / points
    return [
        (x + r * math.cos(turn * n), y + r * math.sin(turn * n))
        for n in range(2 * points)
        for r in ((near, far)[n % 2],)
    ]


def starburst(x: float, y: float, far: float, near: float, points: int, fill: str, ink: str) -> Shape:
    """A star as a comic has them around what is loud."""
    return Shape(polygon(*burst(x, y, far, near, points)), fill, ink, 0.9)
