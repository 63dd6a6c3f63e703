"""A board without cells as a map: who or what stands on it, the ties between them, and the same in words below.

Nothing is placed by hand: whoever has ties of their own stands in a ring, what they are only tied to stands around it. One of
the ring is chosen (a radio, so without script), and has their dice and words shown; a die stands at the one who feels it. A
picture says nothing that the words do not, so a screen reader passes it over.
"""

import re
from collections.abc import Iterable, Mapping
from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

from cliffhanger.kernel.panels import Board, Coin, Die, List, Row, Tie, Token
from cliffhanger.web.page.board import short_names
from cliffhanger.web.page.dice import die
from cliffhanger.web.page.emblems import hue, mark
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _, cached
from cliffhanger.web.page.own_name import brief, label, person
from cliffhanger.web.page.rows import lines

RING, ROUND = 9, 14
"""More in the ring or around it than this, and lists say it better."""
WIDE = 380  # of the picture, in its own units: about a pixel each on a phone
MIDDLE = WIDE / 2, 200.0
EDGE = 50  # what an emblem and its name need above and below
NEAR, FAR = (106.0, 112.0), (156.0, 190.0)  # half axes of the ring, and of what stands around it
BIG, SMALL = 21, 15  # half of an emblem
SHORT, LINE = 10, 14  # letters of a name that stands in one line; from one line to the next
FELT = 0.36  # how far along a tie its die stands: clear of its own end, and of the die that comes the other way
SHAPES = ("disc", "box", "gap", "home")
Point = tuple[float, float]


class Map(NamedTuple):
    """What is where: people of the ring in their order, a point for everybody, the ties by whom they join."""

    ring: tuple[Token, ...]
    points: dict[str, Point]
    pairs: dict[tuple[str, str], tuple[Tie, ...]]


def drawable(board: Board) -> bool:
    """Whether a map says it well: there are ties, nobody is in a cell, and not too many have ties of their own."""
    ring = {tie.ends[0] for tie in board.ties}
    return not board.cells and 1 < len(ring) <= RING and len(board.tokens) - len(ring) <= ROUND


@cached(64)
def graph(board: Board) -> Markup:
    """A map of who is tied to whom, with the same in words."""
    found = laid_out(board)
    at = {token.id: nth for nth, token in enumerate(found.ring)}
    sides = list(dict.fromkeys(token.side for token in board.tokens))
    shapes = {token.id: SHAPES[min(sides.index(token.side), len(SHAPES) - 1)] for token in board.tokens}
    names = short_names([token.name for token in found.ring])
    place = ident("w", board.id)
    top = round(min(y for _x, y in found.points.values())) - EDGE
    high = round(max(y for _x, y in found.points.values())) + EDGE - top
    threads = joined(_thread(ends, ties, found.points, at) for ends, ties in found.pairs.items())
    people = joined(
        _node(token, names.get(token.name, ""), shapes[token.id], found.points[token.id], at) for token in board.tokens
    )
    dice = joined(_felt(tie, found.points, at) for ties in found.pairs.values() for tie in ties)
    return Markup(
        '<div class="web" id="{place}"><div class="chips" role="radiogroup" aria-label="{whose}">{choose}</div>'
        '<svg class="map" viewBox="0 {top} {wide} {high}" aria-hidden="true">{threads}{people}{dice}</svg>'
        '<p class="soft legend" aria-hidden="true">{legend}</p>{words}</div>'
    ).format(
        place=place,
        whose=_("Whose ties"),
        choose=joined(_choice(place, nth, token, names[token.name]) for nth, token in enumerate(found.ring)),
        wide=WIDE,
        top=top,
        high=high,
        threads=threads,
        people=people,
        dice=dice,
        legend=_legend(sides),
        words=joined(_words(board, nth, token) for nth, token in enumerate(found.ring)),
    )


def laid_out(board: Board) -> Map:
    """Give everybody a place: those with ties of their own in a ring, the others around it near whom they are tied to."""
    pairs: dict[tuple[str, str], list[Tie]] = {}
    for tie in board.ties:
        first, second = sorted(tie.ends)
        pairs.setdefault((first, second), []).append(tie)
    tied = {tie.ends[0] for tie in board.ties}
    ring = tuple(token for token in board.tokens if token.id in tied)
    turns = {token.id: nth / len(ring) for nth, token in enumerate(ring)}
    around = sorted((t for t in board.tokens if t.id not in tied), key=lambda t: _lean(t.id, board.ties, turns))
    points = {name: _at(turn, NEAR) for name, turn in turns.items()}
    points |= {token.id: _at((nth + 0.5) / len(around), FAR) for nth, token in enumerate(around)}
    return Map(ring, points, {ends: tuple(ties) for ends, ties in pairs.items()})


def _lean(name: str, ties: Iterable[Tie], turns: Mapping[str, float]) -> float:
    """Which way most of those who are tied to it stand, as part of a turn."""
    away = [turns[tie.ends[0]] * 2 * pi for tie in ties if tie.ends[1] == name]
    x, y = sum(map(cos, away)), sum(map(sin, away))
    return atan2(y, x) / (2 * pi) % 1


def _at(turn: float, axes: Point) -> Point:
    """A point of an ellipse, a part of a turn from its top."""
    way = turn * 2 * pi
    return MIDDLE[0] + axes[0] * sin(way), MIDDLE[1] - axes[1] * cos(way)


def _whose(ends: Iterable[str], at: Mapping[str, int]) -> str:
    """The classes of whoever a part of the picture belongs to."""
    return "".join(f" of-{at[end]}" for end in ends if end in at)


def _thread(ends: tuple[str, str], ties: tuple[Tie, ...], points: Mapping[str, Point], at: Mapping[str, int]) -> Markup:
    """A line between two; jagged where what ties them has moved."""
    (ax, ay), (bx, by) = (points[end] for end in ends)
    line = Markup("M{ax} {ay}L{bx} {by}").format(ax=round(ax), ay=round(ay), bx=round(bx), by=round(by))
    moved = any(tie.was for tie in ties)
    if moved:
        far = hypot(bx - ax, by - ay) or 1.0
        side = -(by - ay) / far * 5, (bx - ax) / far * 5
        bends = [
            (ax + (bx - ax) * n / 8 + side[0] * (-1) ** n, ay + (by - ay) * n / 8 + side[1] * (-1) ** n)
            for n in range(2, 7)
        ]
        jags = joined(Markup("L{x} {y}").format(x=round(x), y=round(y)) for x, y in bends)
        line = Markup("M{ax} {ay}{jags}L{bx} {by}").format(
            ax=round(ax), ay=round(ay), jags=jags, bx=round(bx), by=round(by)
        )
    return Markup('<path class="tie{moved}{whose}" d="{line}"/>').format(
        moved=" moved" if moved else "", whose=_whose(ends, at), line=line
    )


def _node(token: Token, name: str, shape: str, point: Point, at: Mapping[str, int]) -> Markup:
    """Somebody or something: an emblem of a shape that says of which side, and the name below it."""
    half = BIG if token.id in at else SMALL
    x, y = round(point[0]), round(point[1])
    return Markup(
        '<g class="node {shape} h{hue}{whose}" transform="translate({x} {y})">{outline}{emblem}{name}</g>'
    ).format(
        shape=shape,
        hue=hue(token.name),
        whose=_whose((token.id,), at).replace("of-", "is-"),
        x=x,
        y=y,
        outline=_outline(shape, half),
        emblem=_emblem(token.name, half) if shape in SHAPES[:2] else "",
        name=_name(token, name, half, low=point[1] > MIDDLE[1]),
    )


def _name(token: Token, name: str, half: int, *, low: bool) -> Markup:
    """The short name of somebody in the ring; anybody else's, or a thing's, whole, in two lines where it is long."""
    below, above = half + 15, -half - 6
    if name:
        return label(token.name, name, below if low else above)
    rows = _halves(token.name)
    first = below if low else above - LINE * (len(rows) - 1)
    return joined(label(token.name, row, first + LINE * at) for at, row in enumerate(rows))


def _halves(name: str) -> list[str]:
    """A name in one line, or in two as long as each other as may be."""
    plain = name[4:] if name.casefold().startswith("the ") else name
    words = plain.split(" ")
    if len(plain) <= SHORT or len(words) == 1:
        return [plain]
    ways = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return list(min(ways, key=lambda way: max(map(len, way))))


def _emblem(name: str, half: int) -> Markup:
    return Markup('<svg x="-{half}" y="-{half}" width="{size}" height="{size}">{mark}</svg>').format(
        half=half, size=2 * half, mark=mark(name)
    )


def _outline(shape: str, half: int) -> Markup:
    if shape == "disc":
        return Markup('<circle r="{half}"/>').format(half=half)
    if shape == "box":
        return Markup('<rect x="-{half}" y="-{half}" width="{size}" height="{size}" rx="4"/>').format(
            half=half, size=2 * half
        )
    if shape == "gap":
        return Markup('<circle class="open" r="{r}" stroke-dasharray="3 4"/>').format(r=half - 2)
    return Markup('<path class="open" d="M-12 12V-3L0 -13L12 -3V12Z"/>')


def _felt(tie: Tie, points: Mapping[str, Point], at: Mapping[str, int]) -> Markup:
    """The die of a tie, at the one who feels it; an arrow beside it where it has moved."""
    if not tie.dice:
        return Markup("")
    (ax, ay), (bx, by) = (points[end] for end in tie.ends)
    x, y = ax + (bx - ax) * FELT, ay + (by - ay) * FELT
    return Markup('<g class="felt{whose}" transform="translate({x} {y})"><circle r="14"/>{die}{arrow}</g>').format(
        whose=_whose(tie.ends, at), x=round(x), y=round(y), die=_die(tie.dice[0]), arrow=_arrow(tie)
    )


def _arrow(tie: Tie) -> Markup:
    """Up where a die was smaller, down where it was larger; nothing where nobody can tell."""
    size = re.search(r"\d+", tie.was)
    now = tie.dice[0]
    if size is None or not isinstance(now, Die) or int(size[0]) == now.size:
        return NOTHING
    if now.size < int(size[0]):
        return Markup('<path class="arrow" d="M13 -4l-7 -8h4v-8h6v8h4z"/>')
    return Markup('<path class="arrow up" d="M13 -22l7 8h-4v8h-6v-8h-4z"/>')


def _die(each: Die | Coin) -> Markup:
    return Markup('<svg x="-12" y="-12" width="24" height="24">{die}</svg>').format(die=die(each))


def _choice(place: Markup, nth: int, token: Token, name: str) -> Markup:
    return Markup(
        '<label class="chip"><input type="radio" name="{place}" id="{place}-{nth}" class="w{nth}"{on}>{mark}'
        "<span>{name}</span></label>"
    ).format(
        place=place, nth=nth, on=" checked" if nth == 0 else "", mark=mark(token.name), name=brief(token.name, name)
    )


def _legend(sides: list[str]) -> Markup:
    return joined(
        Markup('<span><svg viewBox="-24 -24 48 48" class="key {shape}">{outline}</svg>{side}</span>').format(
            shape=shape, outline=_outline(shape, BIG), side=side.capitalize()
        )
        for shape, side in zip(SHAPES, sides, strict=False)
        if side
    )


def _words(board: Board, nth: int, token: Token) -> Markup:
    """What ties somebody to the others, in words."""
    names = {each.id: each.name for each in board.tokens}
    rows = tuple(
        Row(names.get(tie.ends[1], tie.ends[1]), tie.text, dice=tie.dice, was=tie.was)
        for tie in board.ties
        if tie.ends[0] == token.id
    )
    return Markup('<div class="words-of of-{nth}"><h3 class="of-list">{mark}{name}</h3>{rows}</div>').format(
        nth=nth,
        mark=mark(token.name),
        name=person(token.name),
        rows=lines(List(f"{board.id}.ties.{nth}", rows), people=True),
    )
