"""The room's screen: one picture for everybody, read from across the room and touched by nobody.

It shows what those who watch may see: whose turn it is, the newest result with its dice, what is being chosen, the place and
who is there, and the way in for whoever comes late. There is no log and no reader: everybody is called by name. What has no
room is left out and counted, for nobody scrolls a screen on a wall.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import structs

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.panels import Board, Coin, Counter, Die, Group, List, Panel, Text, Track
from cliffhanger.table.snapshot import Snapshot
from cliffhanger.web.page import away, board, cast, drafts, lobby, room_fit, room_told, taking_back
from cliffhanger.web.page.emblems import mark, parts_told_apart
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.log import aloud, deeds
from cliffhanger.web.page.looks import look
from cliffhanger.web.page.panels import draw, several
from cliffhanger.web.page.render import called, headline, named, offered, waited_for
from cliffhanger.web.page.silhouettes import faces
from cliffhanger.web.page.view import TableMeta, WayIn

ABREAST = 7  # turns in one row
ONE_ROW, TWO_ROWS = 7.0, 7.4  # heights in rem, as `room_fit` has them: of the order of turns,
TRACK, CHAIRS = 2.2, 10.5  # of one track, of a row of chairs,
PICTURE, HIGH = 13.5, 16.0  # of a picture, of one where a place stands on another,
EDGES = 2.2  # and of what is around them
WHOLE, NARROWEST = 77.0, 22.0  # widths in rem: of what stands below the stage, and of what a picture leaves of it
CELLS, NARROW = 9, 4  # places in a list, and too many for a picture that has other things beside it
TRACKS = 5  # of what everybody tries for, that are shown


def room(
    game: Game[Any],
    meta: TableMeta,
    snapshot: Snapshot,
    view: Any,  # noqa: ANN401
    listener: Listener,
    way_in: WayIn,
    *,
    waits: bool = False,
) -> Markup:
    """All that stands inside `<div id="page">` of the room's screen; while it `waits` for people, chairs stand in place."""
    panels = [listener.panel(panel) for panel in game.panels(view, WATCH) if _is_seen(panel)]
    names = called(snapshot.seats)
    asked = waited_for(snapshot.waiting)
    begun = named(snapshot.drafts, names) if snapshot.drafts else snapshot.drafts
    head, ask = headline(snapshot, asked, names, "", frozenset(key[0] for key in begun))
    order = next(_all(panels, lambda panel: isinstance(panel, List) and panel.style == "order"), None)
    boards = [*_all(panels, _is_board, folded=True), *_all(panels, _is_places)][:1]
    rest = _without(panels, (order, *boards))
    people = cast.people(rest)
    stage = [panel for panel in rest if _place(panel) == "stage"] + [panel for panel in rest if _place(panel) == "main"]
    side = [panel for panel in rest if _place(panel) == "side" and not cast.is_of_people(panel)]
    seen = drafts.others(offered(snapshot.waiting), drafts=begun, names=names, own="", master=False, base="")
    over = isinstance(snapshot.waiting, Over) or snapshot.closed
    story = deeds(snapshot.log)
    back = taking_back.taken(story, listener)
    past = NOTHING if waits or snapshot.paused else room_told.before(story, listener, _heads(stage))
    who = () if snapshot.paused or over else tuple(dict.fromkeys((*asked, *_roller(snapshot))))
    strip = order if isinstance(order, List) and order.rows and not over else None  # at the end nobody is next
    tall = CHAIRS * -(-len(snapshot.seats) // ABREAST) if waits else _height(boards, side, list(people.values()))
    top, shown, now, place = parts_told_apart(
        _top(meta.title, strip),
        _stage(stage, room_fit.HEIGHT - (TWO_ROWS if strip and len(strip.rows) > ABREAST else ONE_ROW) - tall - EDGES),
        _now(
            tuple(names.get(seat, seat) for seat in who),
            head,
            ask,
            taking_back.moment(back) + away.line(meta, snapshot.seats, WATCH) + seen,
        ),
        _chairs(game, meta, snapshot) if waits else _place_and_people(boards, side, people),
        faces=meta.faces | faces(panels),
    )
    return Markup(
        '<main class="tv{waits}" data-said="{said}"{halted}>{top}<section class="room-stage" aria-label="{stage}">{shown}{past}'
        '</section><aside class="room-now" aria-label="{waiting}">{now}{way}</aside>{place}</main>'
    ).format(
        said=aloud(story, listener, f"{head}. {ask}", up=False),
        halted=Markup(" data-halted") if snapshot.paused and not over else NOTHING,
        waits=" waits" if waits else "",
        top=top,
        stage=_("What the dice said"),
        shown=shown,
        past=past,
        waiting=_("What is waited for"),
        now=now,
        way=_way(way_in, over=over, waits=waits, late=any(sitter.holder != "person" for sitter in snapshot.seats)),
        place=place,
    )


# --- what there is --------------------------------------------------------------------------------------------


def _is_seen(panel: Panel) -> bool:
    return _place(panel) not in ("paper", "own", "hand", "behind")


def _place(panel: Panel) -> str:
    return panel.place if isinstance(panel, Group) else "main"


def _all(panels: Iterable[Panel], wanted: Callable[[Panel], bool], *, folded: bool = False) -> Iterator[Panel]:
    """The panels that are wanted, wherever they stand; but in what is folded away only where that is said."""
    for panel in panels:
        if wanted(panel):
            yield panel
        if isinstance(panel, Group) and (folded or not panel.folded):
            yield from _all(panel.panels, wanted, folded=folded)


def _is_board(panel: Panel) -> bool:
    return isinstance(panel, Board) and bool(panel.cells)


def _is_places(panel: Panel) -> bool:
    return isinstance(panel, List) and panel.style == "places"


def _without(panels: Iterable[Panel], gone: Sequence[Panel | None]) -> list[Panel]:
    """The panels without those that stand elsewhere; a group of which nothing is left goes too."""
    left: list[Panel] = []
    for panel in panels:
        if any(panel is each for each in gone):
            continue
        if isinstance(panel, Group) and panel.panels:
            inner = tuple(_without(panel.panels, gone))
            if not inner:
                continue
            panel = structs.replace(panel, panels=inner) if len(inner) < len(panel.panels) else panel  # noqa: PLW2901
        left.append(panel)
    return left


def _roller(snapshot: Snapshot) -> tuple[str, ...]:
    return (snapshot.waiting.seat,) if isinstance(snapshot.waiting, Roll) and snapshot.waiting.seat else ()


# --- the four regions -----------------------------------------------------------------------------------------


def _top(title: str, order: List | None) -> Markup:
    """The order of turns as a strip, with what the table is called; the name alone where nobody is in turn."""
    strip = Markup("")
    if order is not None:
        rows = 1 if len(order.rows) <= ABREAST else 2
        strip = Markup('<div class="room-order" data-rows="{rows}">{strip}</div>').format(rows=rows, strip=draw(order))
    return Markup('<header class="room-top{alone}"><h1>{title}</h1>{strip}</header>').format(
        alone="" if strip else " alone", title=title, strip=strip
    )


def _stage(panels: Sequence[Panel], height: float) -> Markup:
    """What is being settled, as large as it may stand."""
    open_ = [panel for panel in panels if not (isinstance(panel, Group) and panel.folded)]
    zoom, shown = room_fit.fitted(open_, height)
    texts = _all(shown, lambda panel: isinstance(panel, Text))
    head = next((panel.head for panel in texts if isinstance(panel, Text)), "")
    return Markup('<div class="room-fit fit-{zoom} head-{long}">{parts}</div>').format(
        zoom=zoom, long=sum(len(head) > most for most in room_fit.LONG), parts=several(shown)
    )


def _heads(panels: Iterable[Panel]) -> Iterator[str]:
    """What stands on the stage in words."""
    for panel in _all(panels, lambda panel: isinstance(panel, Text)):
        if isinstance(panel, Text):
            yield from (panel.head, panel.body, panel.beyond)


def _now(who: tuple[str, ...], head: str, ask: str, seen: Markup) -> Markup:
    """Who is asked, for what, and what they are about to do, as far as everybody may see it."""
    marks = joined(mark(name) for name in who[:ABREAST])
    asked = Markup("<p>{ask}</p>").format(ask=ask) if ask else ""
    return Markup('<div class="room-ask"><p class="faces-of">{faces}</p><h2>{head}</h2>{asked}{seen}</div>').format(
        faces=marks, head=head, asked=asked, seen=seen
    )


def _height(boards: Sequence[Panel], side: Sequence[Panel], people: Sequence[cast.Person]) -> float:
    """How high the place and the people stand, in rem."""
    heights = [_tracks_height(side)]
    if people:
        heights.append(cast.height(people, _width(boards, side), beside=bool(boards)))
    if _is_pictured(boards, side, people):
        return (
            max(
                HIGH if _is_high(boards[0]) else PICTURE,
                sum(heights) if _stacks(boards, side, people) else max(heights),
            )
            + EDGES
        )
    if boards:
        cells = _cells(boards[0])
        heights.append((6.8 if cells < 4 else 5.9 if cells < 7 else 4.4) * -(-cells // 3))
    return max(heights) + EDGES if any(heights) else 0


def _width(boards: Sequence[Panel], side: Sequence[Panel]) -> float:
    """How wide the people stand, by what stands beside them."""
    tracks = bool(_of_all(side))
    if boards:
        return NARROWEST
    return WHOLE / 2 - 1 if tracks else WHOLE


def _tracks_height(side: Sequence[Panel]) -> float:
    return TRACK * (len(_of_all(side)[:TRACKS]) + 0.6) if _of_all(side) else 0


def _stacks(boards: Sequence[Panel], side: Sequence[Panel], people: Sequence[cast.Person]) -> bool:
    """Whether a picture has all the width but one column, in which the rest stands one below the other."""
    rest = _tracks_height(side) + cast.height(people, NARROWEST, beside=True)
    return bool(boards) and isinstance(boards[0], Board) and 0 < rest <= PICTURE + 2.5


def _is_pictured(boards: Sequence[Panel], side: Sequence[Panel], people: Sequence[cast.Person]) -> bool:
    """Whether there is a picture, and width enough for all of it; else the place is shown as its list."""
    return (
        bool(boards) and isinstance(boards[0], Board) and (_stacks(boards, side, people) or _cells(boards[0]) < NARROW)
    )


def _is_high(place: Panel) -> bool:
    """Whether a place stands on another in the picture."""
    return isinstance(place, Board) and any(look(cell).shape == "upper" for cell in place.cells)


def _listed(place: Panel) -> Panel:
    return place.lists[0] if isinstance(place, Board) else place


def _cells(place: Panel) -> int:
    """How many places there are."""
    return len(place.cells) if isinstance(place, Board) else len(place.rows) if isinstance(place, List) else 0


def _chairs(game: Game[Any], meta: TableMeta, snapshot: Snapshot) -> Markup:
    chairs = lobby.chairs(game, meta, snapshot.seats, WATCH, "")
    return Markup('<section class="room-place" aria-label="{label}">{chairs}</section>').format(
        label=_("Where, and who is there"), chairs=chairs
    )


def _place_and_people(boards: Sequence[Panel], side: Sequence[Panel], people: Mapping[str, cast.Person]) -> Markup:
    """The place as a picture, or as its list; beside it what else everybody has, and who is there."""
    parts = []
    if boards:
        pictured = _is_pictured(boards, side, list(people.values()))
        drawn = board.picture(boards, "") if pictured else draw(room_fit.cut(_listed(boards[0]), CELLS))
        high = " high" if pictured and _is_high(boards[0]) else ""
        place = Markup('<div class="room-board of-{cells}{high}">{drawn}</div>')
        parts.append(place.format(high=high, cells=min(_cells(boards[0]), CELLS), drawn=drawn))
    if tracks := _tracks(side):
        parts.append(tracks)
    if people:
        parts.append(cast.drawn(list(people.values()), _width(boards, side), beside=bool(boards)))
    if not parts:
        return NOTHING
    stacked = " stacked" if _stacks(boards, side, list(people.values())) else ""
    return Markup('<section class="room-place{stacked}" aria-label="{label}">{parts}</section>').format(
        stacked=stacked, label=_("Where, and who is there"), parts=joined(parts)
    )


def _of_all(side: Sequence[Panel]) -> list[Panel]:
    """What everybody tries for, tracks first: tracks, numbers and dice, without the words about them."""
    found = list(_all(side, lambda panel: isinstance(panel, Track | Counter | Die | Coin)))
    tracks = [structs.replace(panel, note="") for panel in found if isinstance(panel, Track)]
    return [*tracks, *(panel for panel in found if not isinstance(panel, Track))]


def _tracks(side: Sequence[Panel]) -> Markup:
    found = _of_all(side)
    if not found:
        return NOTHING
    most = TRACKS if isinstance(found[0], Track) else 2 * TRACKS
    left = len(found) - most
    more = Markup('<p class="soft">{more}</p>').format(more=_more(left)) if left > 0 else ""
    return Markup('<div class="room-tracks">{tracks}{more}</div>').format(
        tracks=several(tuple(found[:most])), more=more
    )


def _more(left: int) -> str:
    return ngettext("and {n} more", "and {n} more", left).format(n=left)


def _way(way_in: WayIn, *, over: bool, waits: bool, late: bool) -> Markup:
    """The way in for all while the table `waits` for people, then for whoever comes late, or only looks on."""
    to_a_chair = _("Sit down") if waits else _("Late? Sit down.")
    words = joined(Markup("<span>{word}</span> ").format(word=word) for word in way_in.words)
    return Markup(
        '<p class="room-way"><span class="square" role="img" aria-label="{label}">{qr}</span><span class="said">{late}'
        "<b>{words}</b><small>{host}</small></span></p>"
    ).format(
        label=_("QR code: the way to this table"),
        qr=way_in.qr,
        late=_("Look back at it.") if over else to_a_chair if late else _("Look on."),
        words=words,
        host=way_in.host,
    )
