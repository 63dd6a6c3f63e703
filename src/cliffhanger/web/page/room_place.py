"""The lower part of the room's screen: the place over the whole width with everybody in it, what is to be done there, who is there.

Of those who stand in the picture everything is said below their names; only people who are in no picture have a list. Lengths
are in rem of the room's sheet, as in `room_fit`, and upper bounds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from msgspec import structs

from cliffhanger.kernel.panels import Board, Cell, Coin, Counter, Die, Group, List, Panel, Token, Track
from cliffhanger.web.page import board, cast, room_fit
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.looks import look
from cliffhanger.web.page.panels import draw, several

WHOLE, NARROWEST = 77.0, 22.0  # widths: of what stands below the stage, and of what a list of places leaves of it
STRIP, EDGES = 3.0, 2.2  # heights: of what is to be done, in a row; and of what is around a list
TRACK = 2.2  # of one track in a column
TRACKS = 5  # of what everybody tries for, that are shown in a column
SIGN, BOXES, DIE, MORE = (
    0.62,
    13.0,
    2.6,
    7.0,
)  # widths in a row: of a sign of a name, of boxes, of a die, of the rest that is counted
CELLS = 9  # places in a list
WIDE = 78.0  # how wide a picture may stand
ZOOMS = (1.5, 1.3, 1.1, 1.0, 0.92, 0.85, 0.7)
"""How much larger than on a phone a picture is drawn: the first of these at which all of it stands in WIDE and TALLEST."""
SMALLEST = 4  # the zoom beyond which a picture makes no room for the stage
TALLEST, ABOVE_ALL = 17.2, 19.5  # how high a picture should stand, and how high it may where it is as small as it gets
BAY, TOKEN, BETWEEN = 6.9, 5.2, 5.8  # widths at zoom 1: of an empty place, of somebody in it, of what joins two places,
TIED = 4.0  # and of what is said between two people
GROUND, NAME, CAR = (
    1.1,
    1.6,
    1.4,
)  # heights at zoom 1: of the ground, of the name of a place, of what a car has beyond that,
INSIDE, EMPTY, UPPER = (
    7.7,
    6.3,
    5.6,
)  # of what is inside a place, where nobody is, and inside one that stands on another, at the least,
STANDING, HINDER = 5.4, 1.6  # of who stands there with their name, and of a line that says what is hard
LETTER, CAPITAL = 0.42, 0.6  # how wide a letter is of such a line, and of the name of a place
SIGNS, WRAPPED = 10, 0.95  # signs of a name in a line below a token, and how high each line more is
MOST_LINES = 4  # of a name
STEP, MOST_STEPS = 0.75, 8  # in so many rem what stands below names is measured, at zoom 1
STAIR = 3.7  # how much higher a place with steps is


class Place(NamedTuple):
    """What stands in the lower part: the place, people who are not in its picture, what everybody tries for; `zoom` of the picture.

    `zoom` is an index into ZOOMS, -1 where there is a list in place of a picture, or nothing.
    """

    board: Panel | None
    people: tuple[cast.Person, ...]
    everybody: Mapping[str, cast.Person]
    tracks: tuple[Panel, ...]
    zoom: int

    @property
    def pictured(self) -> bool:
        """Whether the place is a picture."""
        return self.zoom >= 0

    @property
    def smaller(self) -> "Place | None":
        """The same with its picture one size smaller; None where it is not to be smaller, or is none."""
        return self._replace(zoom=self.zoom + 1) if 0 <= self.zoom < SMALLEST else None

    @property
    def height(self) -> float:
        """How high all of it stands."""
        strip = STRIP if self.tracks and self.pictured else 0.0
        if self.pictured and isinstance(self.board, Board):
            high = _tall(self.board, self.everybody) * ZOOMS[self.zoom]
            rest = cast.height(self.people, WHOLE, beside=False) + EDGES if self.people else 0.0
            return high + strip + rest
        heights = [TRACK * (len(self.tracks[:TRACKS]) + 0.6) if self.tracks else 0.0]
        if self.people:
            heights.append(cast.height(self.people, self._width, beside=self.board is not None))
        if self.board:
            cells = _cells(self.board)
            heights.append((6.8 if cells < 4 else 5.9 if cells < 7 else 4.4) * -(-cells // 3))
        return max(heights) + EDGES if any(heights) else 0.0

    @property
    def _width(self) -> float:
        """How wide the people stand, by what stands beside them."""
        if self.board:
            return NARROWEST
        return WHOLE / 2 - 1 if self.tracks else WHOLE


def place(found: Sequence[Panel], side: Sequence[Panel], people: Mapping[str, cast.Person]) -> Place:
    """What is shown of a place (the first of those that were `found`), of what is on the `side`, and of people."""
    where = found[0] if found else None
    tracks = tuple(_of_all(side))
    if isinstance(where, Board):
        there = {token.name for token in where.tokens}
        joining = {tie.track.id for tie in where.ties if tie.track}
        rest = tuple(each for each in tracks if not (isinstance(each, Track) and each.id in joining))
        others = tuple(each for each in people.values() if each.name not in there)
        if (zoom := _zoom(where, people, rest, others)) >= 0:
            return Place(where, others, people, rest, zoom)
    return Place(where, tuple(people.values()), people, tracks, -1)


def _zoom(
    where: Board, people: Mapping[str, cast.Person], tracks: Sequence[Panel], others: Sequence[cast.Person]
) -> int:
    """The first zoom at which a picture fits, -1 where it fits at none, or where many people stand outside of it."""
    wide, tall = _broad(where), _tall(where, people)
    room = TALLEST - (STRIP / 2 if tracks else 0.0)
    found = next((at for at, zoom in enumerate(ZOOMS) if wide * zoom <= WIDE and tall * zoom <= room), -1)
    if found < 0 and wide * ZOOMS[-1] <= WIDE and tall * ZOOMS[-1] <= ABOVE_ALL:
        found = len(ZOOMS) - 1
    return found if len(others) <= cast.ABREAST else -1


def _broad(where: Board) -> float:
    """How wide a picture is at zoom 1."""
    wide = [max(_wide(where, cell) for cell in stack) for stack in board.stacks(where.cells)]
    joined_by = sum(tie.track is not None for tie in where.ties if not _people(where).issuperset(tie.ends))
    return sum(wide) + BETWEEN * joined_by


def _wide(where: Board, cell: Cell) -> float:
    here = {token.id for token in _here(where, cell)}
    tied = sum(bool(tie.text) for tie in where.ties if here.issuperset(tie.ends))
    return max(BAY, TOKEN * len(here) + TIED * tied)


def _share(where: Board, stack: tuple[Cell, ...]) -> float:
    """How wide places that stand on one another are at zoom 1, with what is left over shared out as the sheet does."""
    grows = {
        each: max(2, min(5, max(len(_here(where, cell)) for cell in each)) + 1) for each in board.stacks(where.cells)
    }
    joined_by = sum(tie.track is not None for tie in where.ties if not _people(where).issuperset(tie.ends))
    share = (WIDE - BETWEEN * joined_by) * grows[stack] / sum(grows.values())
    return max(share, *(_wide(where, cell) for cell in stack))


def _tall(where: Board, people: Mapping[str, cast.Person]) -> float:
    """How high a picture is at zoom 1, with all that stands below names."""
    below = _steps(people[token.name] for token in where.tokens if token.name in people) * STEP
    below += WRAPPED * (_name_lines(where) - 1)
    high = (_stack(where, stack, below) for stack in board.stacks(where.cells))
    return GROUND + max(high, default=0.0)


def _stack(where: Board, stack: tuple[Cell, ...], below: float) -> float:
    wide = _share(where, stack)
    return sum(_high(cell, wide, below, bool(_here(where, cell)), alone=len(stack) == 1) for cell in stack)


def _name_lines(where: Board) -> int:
    """In how many lines the names below tokens stand, at the most."""
    names = board.short_names([token.name for token in where.tokens]).values()
    return min(MOST_LINES, max((cast.lines(name, SIGNS) for name in names), default=1))


def _high(cell: Cell, wide: float, below: float, here: bool, *, alone: bool) -> float:
    """How high a place stands, with what is `below` the names of those who are `here`; `alone`: nothing is on it or under it."""
    shown = look(cell)
    name = NAME * max(1, ceil(len(cell.name) * CAPITAL / (wide - 1.4)))
    said = HINDER * sum(max(1, ceil((len(each.text) + 4) * LETTER / (wide - 2.4))) for each in cell.hinders)
    below = below if here or alone else 0.0
    if shown.shape == "upper" and not alone:  # what it is called and what is hard there stand beside who is there
        return max(UPPER + below, name + said + 1.8)
    inside = max(INSIDE if here or alone else EMPTY, said + (STANDING if here else 2.5)) + below
    inside += STAIR if "steps" in shown.tiles and here else 0.0
    return name + inside + (CAR if shown.shape == "car" else 0.0)


def _here(where: Board, cell: Cell) -> list[Token]:
    return [token for token in where.tokens if token.cell == cell.id]


def _people(where: Board) -> set[str]:
    return {token.id for token in where.tokens}


def _steps(people: Iterable[cast.Person]) -> int:
    """How many steps high that is which stands below names, at the most."""
    return min(MOST_STEPS, ceil(max((cast.caption_height(each) for each in people), default=0.0) / STEP))


def drawn(shown: Place, aimed: str) -> Markup:
    """Draw it; `aimed` is the name of whoever somebody is aiming at, "" for nobody."""
    parts = []
    if shown.pictured and isinstance(shown.board, Board):
        parts += [_strip(shown.tracks), _picture(shown, shown.board, aimed)]
        parts.append(cast.drawn(shown.people, WHOLE, beside=False) if shown.people else NOTHING)
    else:
        parts.append(_list(shown.board) if shown.board else NOTHING)
        parts.append(_column(shown.tracks))
        parts.append(cast.drawn(shown.people, shown._width, beside=bool(shown.board)) if shown.people else NOTHING)
    if not any(parts):
        return NOTHING
    return Markup('<section class="room-place{kind}" aria-label="{label}">{parts}</section>').format(
        kind=" pictured" if shown.pictured else "", label=_("Where, and who is there"), parts=joined(parts)
    )


def _picture(shown: Place, where: Board, aimed: str) -> Markup:
    names = {token.name: token.id for token in where.tokens}
    steps = _steps(person for name, person in shown.everybody.items() if name in names)
    below = tuple(
        (names[name], cast.caption(person)) for name, person in shown.everybody.items() if name in names and steps
    )
    return Markup('<div class="room-board zoom-{zoom} below-{steps} names-{lines}">{picture}</div>').format(
        zoom=shown.zoom,
        steps=steps,
        lines=_name_lines(where),
        picture=board.on_a_wall(where, names.get(aimed, ""), below),
    )


def _list(where: Panel) -> Markup:
    listed = where.lists[0] if isinstance(where, Board) and where.lists else where
    listed = (
        structs.replace(listed, name="") if isinstance(listed, List) else listed
    )  # places say themselves what they are
    return Markup('<div class="room-board of-{cells}">{drawn}</div>').format(
        cells=min(_cells(where), CELLS), drawn=draw(room_fit.cut(listed, CELLS))
    )


def _cells(where: Panel) -> int:
    """How many places there are."""
    return len(where.cells) if isinstance(where, Board) else len(where.rows) if isinstance(where, List) else 0


# --- what everybody tries for -----------------------------------------------------------------------------------


def everywhere(panels: Iterable[Panel], wanted: Callable[[Panel], bool], *, folded: bool = False) -> Iterator[Panel]:
    """The panels that are wanted, wherever they stand; but in what is folded away only where that is said."""
    for panel in panels:
        if wanted(panel):
            yield panel
        if isinstance(panel, Group) and (folded or not panel.folded):
            yield from everywhere(panel.panels, wanted, folded=folded)


def _of_all(side: Sequence[Panel]) -> list[Panel]:
    """What everybody tries for, tracks first: tracks, numbers and dice, without the words about them."""
    found = list(everywhere(side, lambda panel: isinstance(panel, Track | Counter | Die | Coin)))
    tracks = [structs.replace(panel, note="") for panel in found if isinstance(panel, Track)]
    return [*tracks, *(panel for panel in found if not isinstance(panel, Track))]


def _strip(found: Sequence[Panel]) -> Markup:
    """In a row above the picture: as many as stand there with their whole names."""
    if not found:
        return NOTHING
    left, most = WHOLE - MORE, 0
    for panel in found:
        left -= len(panel.name) * SIGN + BOXES if isinstance(panel, Track | Counter) else DIE
        if left < 0 and most:
            break
        most += 1
    return Markup('<div class="room-strip">{tracks}{more}</div>').format(
        tracks=several(tuple(found[:most])), more=_more(len(found) - most)
    )


def _column(found: Sequence[Panel]) -> Markup:
    """Below one another, beside a list."""
    if not found:
        return NOTHING
    most = TRACKS if isinstance(found[0], Track) else 2 * TRACKS
    return Markup('<div class="room-tracks">{tracks}{more}</div>').format(
        tracks=several(tuple(found[:most])), more=_more(len(found) - most)
    )


def _more(left: int) -> Markup:
    if left <= 0:
        return NOTHING
    return Markup('<p class="soft">{more}</p>').format(
        more=ngettext("and {n} more", "and {n} more", left).format(n=left)
    )
