"""A place as a picture, from a board's data alone: cells side by side, people as tokens in them, what ties them between.

No coordinates: a cell is as wide as the people in it need, and what stands in it repeats as it grows. The lists of the
board remain on the page and say the same, so a screen reader passes the picture over. A token whose radio is on the page
is a label of it: to tap the token is to choose the target.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Board, Cell, Group, Hindrance, Panel, Tie, Token, Track
from cliffhanger.kernel.params import Pick
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _, cached
from cliffhanger.web.page.looks import look, weather_of
from cliffhanger.web.page.regions import Region, whole

ABREAST = 3  # of more cells side by side than this, the reader's own comes first
LETTERS = 9  # a longer name is its first word, where that tells it from the others
PINS = 12  # of a longer track, so many pins stand for the whole
WIDEST, CROWD = 5, 9  # people abreast in a cell, and so many that it is wider still


class Aim(NamedTuple):
    """The radio that a token is a label of, and whether it lies chosen."""

    radio: str
    chosen: bool = False


Aims = tuple[tuple[str, Aim], ...]


def picture(panels: Iterable[Panel], seat: str, options: Iterable[Option] = (), tray: Iterable[Region] = ()) -> Markup:
    """The place of a view as its seat sees it: the first board that has cells. Nothing where a game says nothing.

    `options` are those that stand in the `tray` of the page: where the move that lies open there asks for somebody in the
    picture, a tap on them chooses them.
    """
    board = next((each for each in _boards(panels) if each.cells), None)
    return _picture(board, seat, targets(board, options, whole(tray))) if board else NOTHING


def _boards(panels: Iterable[Panel]) -> Iterator[Board]:
    for panel in panels:
        if isinstance(panel, Board):
            yield panel
        elif isinstance(panel, Group) and panel.place != "paper":
            yield from _boards(panel.panels)


def radio(option: Option, pick: Pick, item: str) -> Markup:
    """The id that the page gives the radio of an item of an option."""
    place = ident(option.seat, option.window)
    return Markup("f-{place}-{key}-{item}").format(place=place, key=ident(option.key), item=ident(pick.name, item))


def targets(board: Board, options: Iterable[Option], tray: Markup) -> Aims:
    """The radios that lie open in a tray, by the token each is about (an item's `on`, else its own id).

    Where two ask about the same one, the first counts. An item that cannot be picked has no radio.
    """
    people = {token.id for token in board.tokens}
    found: dict[str, Aim] = {}
    for option in options:
        asked = [(pick, item) for pick in option.params if type(pick) is Pick and pick.one for item in pick.items]
        asked = [(pick, item) for pick, item in asked if (item.on or item.id) in people]
        if not asked or option.standing or not _lies_open(option, tray):
            continue
        for pick, item in asked:
            name = radio(option, pick, item.id)
            if (ticked := _ticked(tray, name)) is not None:
                found.setdefault(item.on or item.id, Aim(name, ticked))
    return tuple(sorted(found.items()))


def _lies_open(option: Option, tray: Markup) -> bool:
    """Whether an option's form is seen: the tile of its verb and its chip are ticked, where there are such."""
    place, key = ident(option.seat, option.window), ident(option.key)
    if option.verb and _ticked(tray, f"v-{place}-{ident(option.verb)}") is False:
        return False
    ticked = _ticked(tray, f"o-{place}-{key}")
    return f' id="f-{place}-{key}"' in tray if ticked is None else ticked


def _ticked(tray: Markup, name: str) -> bool | None:
    """Whether what has this id is ticked; None if there is no such thing."""
    at = tray.find(f' id="{name}"')
    if at < 0:
        return None
    words = tray[at : tray.index(">", at)]
    return " checked" in words or " data-lies" in words  # what is open before anybody has chosen


# --- the picture --------------------------------------------------------------------------------------------


@cached(1024)
def _picture(board: Board, seat: str, aims: Aims) -> Markup:
    drawn = _Drawing(board, seat, dict(aims))
    stacks = _stacks(board.cells)
    own = next((nth for nth, stack in enumerate(stacks) if any(drawn.own(cell) for cell in stack)), 0)
    if len(stacks) > ABREAST:
        stacks, own = (*stacks[own:], *stacks[:own]), 0
    order = [[cell.id for cell in stack] for stack in stacks]
    parts: list[Markup] = []
    for nth, stack in enumerate(stacks):
        parts.append(drawn.stack(stack))
        parts += [_between(tie.track) for tie in board.ties if tie.track and _follows(tie, order) == nth]
    ride = any(look(cell).shape == "car" for cell in board.cells)
    return Markup(
        '<div class="scenery{ride}" id="{id}" role="group" aria-label="{name}" tabindex="0">'
        '<div class="strip" aria-hidden="true">{parts}</div></div>'
    ).format(
        ride=" rides" if ride else "",
        id=ident("b", board.id),
        name=_("{place}, as a picture").format(place=board.name),
        parts=joined(parts),
    )


def _stacks(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """Cells side by side; one that is `upper` stands on the cell before it."""
    found: list[tuple[Cell, ...]] = []
    for cell in cells:
        if found and look(cell).shape == "upper" and look(found[-1][0]).shape != "upper":
            found[-1] = (*found[-1], cell)
        else:
            found.append((cell,))
    return tuple(found)


def _follows(tie: Tie, order: list[list[str]]) -> int:
    """After which of the cells side by side a tie of two cells stands; -1 if it is none."""
    at = [nth for end in tie.ends for nth, stack in enumerate(order) if end in stack]
    if len(at) < len(tie.ends):
        return -1
    first, last = sorted(at)
    return first if last - first <= 1 else last - 1


class _Drawing:
    """A board with whoever reads it, and what a tap on its tokens chooses."""

    def __init__(self, board: Board, seat: str, aims: dict[str, Aim]) -> None:
        self.aims, self.several = aims, len(board.cells) > 1
        cells = {cell.id for cell in board.cells}
        self.people = [token for token in board.tokens if token.cell in cells]
        self.names = short_names([token.name for token in self.people])
        people = {token.id for token in self.people}
        mine = [token.id for token in self.people if seat and token.seat == seat]
        self.you = mine[0] if len(mine) == 1 else ""
        self.ties = [tie for tie in board.ties if people.issuperset(tie.ends)]

    def here(self, cell: Cell) -> list[Token]:
        """Who is in a cell."""
        return [token for token in self.people if token.cell == cell.id]

    def standing(self, cell: Cell) -> Iterator[Markup]:
        """Who is in a cell; two who are tied stand side by side, each of them with one other at most."""
        here = {token.id: token for token in self.here(cell)}
        pairs: dict[str, Tie] = {}
        for tie in self.ties:
            first, second = tie.ends
            if first != second and here.keys() >= {first, second} and pairs.keys().isdisjoint(tie.ends):
                pairs |= {first: tie, second: tie}
        for name, token in here.items():
            if name not in pairs:
                yield self.token(token)
            elif name == pairs[name].ends[0]:
                yield self.knot(token, here[pairs[name].ends[1]], pairs[name])

    def knot(self, first: Token, second: Token, tie: Tie) -> Markup:
        """Two who are tied, with what ties them between: a chain for a grip, a line with its words for what is said."""
        words = NOTHING if tie.track else Markup("<span>{text}</span>").format(text=tie.text)
        return Markup('<li class="knot"><ul>{first}<li class="{kind}">{words}</li>{second}</ul></li>').format(
            first=self.token(first), kind="grip" if tie.track else "strand", words=words, second=self.token(second)
        )

    def own(self, cell: Cell) -> bool:
        """Whether the reader is there: whoever plays one of those who are, and no more."""
        return any(token.id == self.you for token in self.people if token.cell == cell.id)

    def stack(self, stack: tuple[Cell, ...]) -> Markup:
        """Cells one above the other, as wide as the fullest of them needs."""
        most = max(len(self.here(cell)) for cell in stack)
        cells = joined(map(self.cell, reversed(stack)))
        return Markup('<div class="bay n{most}">{cells}</div>').format(
            most=CROWD if most >= CROWD else min(most, WIDEST), cells=cells
        )

    def cell(self, cell: Cell) -> Markup:
        shown = look(cell)
        layers = (*shown.tiles, *([shown.weather] if shown.weather else []))
        return Markup(
            '<div class="cell {shape}{wall}{own}" id="cell-{id}"><b class="board">{name}</b><div class="inside">'
            '{art}{hinders}<ul class="people">{people}</ul></div></div>'
        ).format(
            shape=shown.shape,
            wall=f" {shown.wall}" if shown.wall else "",
            own=" own" if self.several and self.own(cell) else "",
            id=ident(cell.id),
            name=cell.name,
            art=joined(Markup('<i class="k k-{layer}"></i>').format(layer=layer) for layer in layers),
            hinders=joined(map(_hindrance, cell.hinders)),
            people=joined(self.standing(cell)),
        )

    def token(self, token: Token) -> Markup:
        aim, mine = self.aims.get(token.id), token.id == self.you
        kinds = (
            (" against", token.against),
            (" you", mine),
            (" now", token.state == "now"),
            (" done", token.state == "done"),
            (" aimed", aim is not None and aim.chosen),
        )
        inner = Markup('{ties}<span class="stand">{mark}</span><b class="nm">{name}</b>').format(
            ties=joined(_grip(tie.track) for tie in self.ties if tie.track and tie.ends[-1] == token.id),
            mark=mark(token.name),
            name=_("You") if mine else self.names[token.name],
        )
        if aim:
            # Without words of its own: the radio has its name from the label in its form.
            inner += Markup('<label for="{radio}"></label>').format(radio=Markup(aim.radio))  # noqa: S704
        return Markup('<li class="token{kinds}" id="token-{id}">{inner}</li>').format(
            kinds="".join(kind for kind, true in kinds if true), id=ident(token.id), inner=inner
        )


def _hindrance(each: Hindrance) -> Markup:
    number = Markup(" <b>&minus;{n}</b>").format(n=each.n) if each.n else ""
    return Markup('<p class="hinder s-{sign}"><span>{text}</span>{number}</p>').format(
        sign=weather_of(each.text) or "hard", text=each.text, number=number
    )


def _grip(track: Track) -> Markup:
    """What has hold of somebody: a ring that closes as its track fills, and how far that is."""
    return Markup(
        '<svg class="ring" viewBox="0 0 60 60"><circle cx="30" cy="30" r="27"/><circle class="on" cx="30" cy="30" r="27" '
        'pathLength="{size}" stroke-dasharray="{filled} {size}"/></svg><span class="held">{of}</span>'
    ).format(size=max(track.size, 1), filled=track.filled, of=_of(track))


def _between(track: Track) -> Markup:
    """What joins two cells: a pin for each box, broken from the top as the track fills."""
    count = min(track.size, PINS)
    broken = track.filled * count // max(track.size, 1)
    pins = Markup('<i class="off"></i>') * broken + Markup("<i></i>") * (count - broken)
    return Markup('<div class="between"><p class="work"><b>{of}</b> {name}</p><p class="pins">{pins}</p></div>').format(
        of=_of(track), name=track.name, pins=pins
    )


def _of(track: Track) -> str:
    return _("{filled} of {size}").format(filled=track.filled, size=track.size)


def short_names(names: list[str]) -> dict[str, str]:
    """What stands under each token: a short name whole, of a long one its first word, if that is nobody else's."""
    plain = {name: name[4:] if name.casefold().startswith("the ") else name for name in names}
    brief = {name: said if len(said) <= LETTERS else said.split(" ")[0] for name, said in plain.items()}
    return {name: said if list(brief.values()).count(said) == 1 else plain[name] for name, said in brief.items()}
