"""A place as a picture, from a board's data alone: cells side by side, people as tokens in them, what ties them between.

No coordinates: a cell is as wide as the people in it need, and what stands in it repeats as it grows. The lists of the
board remain on the page and say the same, so a screen reader passes the picture over. A token whose radio is on the page
is a label of it: to tap the token is to choose the target.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.panels import Board, Cell, Group, Hindrance, Panel, Tie, Token, Track
from cliffhanger.kernel.params import Pick
from cliffhanger.web.page.emblems import mark
from cliffhanger.web.page.html import NOTHING, Markup, ident, joined
from cliffhanger.web.page.language import _, cached
from cliffhanger.web.page.looks import look, weather_of
from cliffhanger.web.page.regions import Box, Region, box, whole

ABREAST = 3  # of more cells side by side than this, the reader's own comes first
LETTERS = 8  # a longer name is its first word, where that tells it from the others
PINS = 12  # of a longer track, so many pins stand for the whole
WIDEST, CROWD = 5, 9  # people abreast in a cell, and so many that it is wider still

STRIP = Markup('<div class="strip" aria-hidden="true">')


class Aim(NamedTuple):
    """The radio that a token is a label of ("": of none), and whether it lies chosen."""

    radio: str
    chosen: bool = False


Aims = tuple[tuple[str, Aim], ...]
Below = tuple[tuple[str, Markup], ...]
"""What stands below the names of tokens, by their ids."""


def picture(panels: Iterable[Panel], seat: str, options: Iterable[Option] = (), tray: Iterable[Region] = ()) -> Markup:
    """The place of a view as its seat sees it: the first board that has cells. Nothing where a game says nothing."""
    found = pictured(panels)
    return drawn(found, seat, options, tray).whole if found else NOTHING


def pictured(panels: Iterable[Panel]) -> Board | None:
    """The board of these panels that is drawn as a picture."""
    return next((each for each in _boards(panels) if each.cells), None)


class Picture(NamedTuple):
    """A board as a picture: how it begins, and side by side what stands in it. Most of that is the same for all readers."""

    begins: Markup
    parts: tuple[Markup, ...]

    def region(self, parts: Iterable[Region]) -> Box:
        """As it stands on a page, with its parts as they are there."""
        return box(self.begins, (box(STRIP, parts, "</div>"),), "</div>")

    @property
    def whole(self) -> Markup:
        """As one text."""
        return whole((self.region(self.parts),))


def drawn(board: Board, seat: str, options: Iterable[Option] = (), tray: Iterable[Region] = ()) -> Picture:
    """A board as a picture, as a seat sees it.

    `options` are those that stand in the `tray` of the page: where the move that lies open there asks for somebody in the
    picture, a tap on them chooses them.
    """
    people = {token.id for token in board.tokens}
    about = [option for option in options if not (option.standing or people.isdisjoint(_about(option)))]
    return _picture(board, _you(board, seat), targets(board, about, whole(tray)) if about else ())


def on_a_wall(board: Board, aimed: str, below: Below) -> Markup:
    """A board as a picture that nobody taps: `aimed` is the token that somebody is aiming at, "" for none."""
    return _picture(board, "", ((aimed, Aim("", chosen=True)),) if aimed else (), below).whole


@remembered(id, 4096, hold=True)
def _about(option: Option) -> frozenset[str]:
    """The tokens one of which an option asks for."""
    picks = [pick for pick in option.params if type(pick) is Pick and pick.one]
    return frozenset(item.on or item.id for pick in picks for item in pick.items)


def _you(board: Board, seat: str) -> str:
    """The token of whoever reads: of those in the picture the one that a seat plays, if it is no more than one."""
    mine = [token.id for token, _name in _named(board) if token.seat == seat] if seat else []
    return mine[0] if len(mine) == 1 else ""


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
def _picture(board: Board, you: str, aims: Aims, below: Below = ()) -> Picture:
    side_by_side, plain, aimed, more = stacks(board.cells), _cells(board), dict(aims), dict(below)
    named = _named(board)
    special = {token.cell for token, _name in named if token.id == you or token.id in aimed or token.id in more}
    mine = next((token.cell for token, _name in _named(board) if token.id == you), "")
    own = next((nth for nth, stack in enumerate(side_by_side) if any(cell.id == mine for cell in stack)), 0)
    if len(side_by_side) > ABREAST:
        side_by_side = (*side_by_side[own:], *side_by_side[:own])
    order = [[cell.id for cell in stack] for stack in side_by_side]
    joins = [(_follows(tie, order), tie.track) for tie in board.ties if tie.track]
    parts: list[Markup] = []
    for nth, stack in enumerate(side_by_side):
        most = max(len(plain[cell.id].here) for cell in stack)
        drawn = [
            plain[cell.id].as_seen(you, aimed, more) if cell.id in special else plain[cell.id].drawn for cell in stack
        ]
        parts.append(_bay(CROWD if most >= CROWD else min(most, WIDEST), tuple(reversed(drawn))))
        parts += [_between(track) for after, track in joins if after == nth]
    ride = any(look(cell).shape == "car" for cell in board.cells)
    begins = Markup('<div class="scenery{ride}" id="{id}" role="group" aria-label="{name}" tabindex="0">').format(
        ride=" rides" if ride else "",
        id=ident("b", board.id),
        name=_("{place}, as a picture").format(place=board.name),
    )
    return Picture(begins, tuple(parts))


def stacks(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
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


class _Seen(NamedTuple):
    """A token with what stands under it, whether it is the reader's, and what a tap on it chooses."""

    token: Token
    name: str
    you: bool
    aim: Aim | None
    below: Markup = NOTHING


@lru_cache(512)
def _named(board: Board) -> tuple[tuple[Token, str], ...]:
    """Who is in the picture, with what stands under them."""
    cells = {cell.id for cell in board.cells}
    people = [token for token in board.tokens if token.cell in cells]
    names = short_names([token.name for token in people])
    return tuple((token, names[token.name]) for token in people)


class _Within(NamedTuple):
    """A cell of a board with who is in it and what ties them, and what is drawn of it for whoever has no part in that."""

    cell: Cell
    several: bool  # whether there are other cells
    here: tuple[_Seen, ...]
    ties: tuple[Tie, ...]
    drawn: Markup

    def as_seen(self, you: str, aims: dict[str, Aim], below: dict[str, Markup]) -> Markup:
        """The cell as whoever is there sees it, or may choose somebody in it, or with more said of people."""
        own = any(seen.token.id == you for seen in self.here)
        here = [
            _Seen(
                seen.token,
                _("You") if seen.token.id == you else seen.name,
                seen.token.id == you,
                aims.get(seen.token.id),
                below.get(seen.token.id, NOTHING),
            )
            for seen in self.here
        ]
        return _cell(self.cell, tuple(here), self.ties, own and self.several)


@cached(512)
def _cells(board: Board) -> dict[str, _Within]:
    """The cells of a board by their ids: the same for all readers."""
    here: dict[str, list[_Seen]] = {cell.id: [] for cell in board.cells}
    for token, name in _named(board):
        here[token.cell].append(_Seen(token, name, you=False, aim=None))
    known = {seen.token.id for seens in here.values() for seen in seens}
    between = [tie for tie in board.ties if known.issuperset(tie.ends)]
    found = {}
    for cell in board.cells:
        seens = tuple(here[cell.id])
        ids = {seen.token.id for seen in seens}
        ties = tuple([tie for tie in between if not ids.isdisjoint(tie.ends)])
        found[cell.id] = _Within(cell, len(board.cells) > 1, seens, ties, _cell(cell, seens, ties, own=False))
    return found


@lru_cache(2048)
def _bay(most: int, cells: tuple[Markup, ...]) -> Markup:
    return Markup('<div class="bay n{most}">{cells}</div>').format(most=most, cells=joined(cells))


@cached(2048)
def _cell(cell: Cell, here: tuple[_Seen, ...], ties: tuple[Tie, ...], own: bool) -> Markup:
    shown = look(cell)
    layers = (*shown.tiles, *([shown.weather] if shown.weather else []))
    return Markup(
        '<div class="cell {shape}{wall}{own}" id="cell-{id}"><b class="board">{name}</b><div class="inside">'
        '{art}{hinders}<ul class="people">{people}</ul></div></div>'
    ).format(
        shape=shown.shape,
        wall=f" {shown.wall}" if shown.wall else "",
        own=" own" if own else "",
        id=ident(cell.id),
        name=cell.name,
        art=joined(Markup('<i class="k k-{layer}"></i>').format(layer=layer) for layer in layers),
        hinders=joined(map(_hindrance, cell.hinders)),
        people=joined(_standing(here, ties)),
    )


def _standing(seen: tuple[_Seen, ...], ties: tuple[Tie, ...]) -> Iterator[Markup]:
    """Who is in a cell; two who are tied stand side by side, each of them with one other at most."""
    here = {each.token.id: each for each in seen}
    pairs: dict[str, Tie] = {}
    held: dict[str, tuple[Track, ...]] = {}
    for tie in ties:
        first, second = tie.ends
        if tie.track:
            held[second] = (*held.get(second, ()), tie.track)
        if first != second and here.keys() >= {first, second} and pairs.keys().isdisjoint(tie.ends):
            pairs |= {first: tie, second: tie}
    drawn = {name: _token(each, held.get(name, ())) for name, each in here.items()}
    for name in here:
        if name not in pairs:
            yield drawn[name]
        elif name == pairs[name].ends[0]:
            yield _knot(drawn[name], drawn[pairs[name].ends[1]], pairs[name])


def _knot(first: Markup, second: Markup, tie: Tie) -> Markup:
    """Two who are tied, with what ties them between: a chain for a grip, a line with its words for what is said."""
    words = NOTHING if tie.track else Markup("<span>{text}</span>").format(text=tie.text)
    return Markup('<li class="knot"><ul>{first}<li class="{kind}">{words}</li>{second}</ul></li>').format(
        first=first, kind="grip" if tie.track else "strand", words=words, second=second
    )


@cached(4096)
def _token(seen: _Seen, grips: tuple[Track, ...]) -> Markup:
    token, aim = seen.token, seen.aim
    kinds = (
        (" against", token.against),
        (" you", seen.you),
        (" now", token.state == "now"),
        (" done", token.state == "done"),
        (" aimed", aim is not None and aim.chosen),
    )
    inner = Markup('{ties}<span class="stand">{mark}</span><b class="nm{long}">{name}</b>').format(
        ties=joined(map(_grip, grips)),
        mark=mark(token.name),
        name=seen.name,
        long=" long" if len(seen.name) > LETTERS else "",
    )
    if aim and aim.radio:
        # Without words of its own: the radio has its name from the label in its form.
        inner += Markup('<label for="{radio}"></label>').format(radio=Markup(aim.radio))  # noqa: S704
    inner += seen.below
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


@cached(1024)
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
