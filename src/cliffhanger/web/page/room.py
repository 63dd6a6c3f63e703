"""The room's screen: one picture for everybody, read from across the room and touched by nobody.

It shows what those who watch may see: whose turn it is, the newest result with its dice, what is being chosen, the place and
who is there, and the way in for whoever comes late. There is no log and no reader: everybody is called by name. What has no
room is left out and counted, for nobody scrolls a screen on a wall.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import structs

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.panels import Board, Card, Coin, Counter, Die, Group, List, Panel, Text, Track
from cliffhanger.table.snapshot import Snapshot
from cliffhanger.web.page import cast, drafts
from cliffhanger.web.page.emblems import mark, parts_told_apart
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _, ngettext
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.log import aloud, deeds
from cliffhanger.web.page.panels import draw, several
from cliffhanger.web.page.render import called, headline, named, offered, waited_for
from cliffhanger.web.page.view import TableMeta, WayIn

FITS = (10, 15, 22)  # lines of the stage at full size, and at two smaller ones; what has more is drawn smallest
ROWS, MOST = 14, 34  # rows of one list, and lines of the stage, that are shown at all
SIGNS = 46  # signs in a line of the stage
ABREAST = 7  # turns in one row
LONG = (24, 60)  # signs of a headline that stands largest, and large


def room(
    game: Game[Any],
    meta: TableMeta,
    snapshot: Snapshot,
    view: Any,  # noqa: ANN401
    listener: Listener,
    way_in: WayIn,
) -> Markup:
    """All that stands inside `<div id="page">` of the room's screen."""
    panels = [listener.panel(panel) for panel in game.panels(view, WATCH) if _is_seen(panel)]
    names = called(snapshot.seats)
    asked = waited_for(snapshot.waiting)
    begun = named(snapshot.drafts, names) if snapshot.drafts else snapshot.drafts
    head, ask = headline(snapshot, asked, names, "", frozenset(key[0] for key in begun))
    order = next(_all(panels, lambda panel: isinstance(panel, List) and panel.style == "order"), None)
    boards = [panel for panel in _all(panels, _is_place) if isinstance(panel, Board | List)][:1]
    rest = _without(panels, (order, *boards))
    people = cast.people(rest)
    stage = [panel for panel in rest if _place(panel) == "stage"] + [panel for panel in rest if _place(panel) == "main"]
    side = [panel for panel in rest if _place(panel) == "side" and not cast.is_of_people(panel)]
    seen = drafts.others(offered(snapshot.waiting), drafts=begun, names=names, own="", master=False, base="")
    over = isinstance(snapshot.waiting, Over) or snapshot.closed
    who = () if snapshot.paused or over else tuple(dict.fromkeys((*asked, *_roller(snapshot))))
    top, shown, now, place = parts_told_apart(
        _top(meta.title, order if isinstance(order, List) else None),
        _stage(stage),
        _now(tuple(names.get(seat, seat) for seat in who), head, ask, seen),
        _place_and_people(boards, side, people),
    )
    return Markup(
        '<main class="room" data-said="{said}"{halted}>{top}<section class="room-stage" aria-label="{stage}">{shown}</section>'
        '<aside class="room-now" aria-label="{waiting}">{now}{way}</aside>{place}</main>'
    ).format(
        said=aloud(deeds(snapshot.log), listener, f"{head}. {ask}", up=False),
        halted=Markup(" data-halted") if snapshot.paused and not over else NOTHING,
        top=top,
        stage=_("What the dice said"),
        shown=shown,
        waiting=_("What is waited for"),
        now=now,
        way=_way(way_in, over=over, late=any(sitter.holder != "person" for sitter in snapshot.seats)),
        place=place,
    )


# --- what there is --------------------------------------------------------------------------------------------


def _is_seen(panel: Panel) -> bool:
    return _place(panel) not in ("paper", "own", "hand", "behind")


def _place(panel: Panel) -> str:
    return panel.place if isinstance(panel, Group) else "main"


def _all(panels: Iterable[Panel], wanted: Any) -> Iterator[Panel]:  # noqa: ANN401  (a test of a panel)
    """The panels that are wanted, wherever they stand, but in what is folded away."""
    for panel in panels:
        if wanted(panel):
            yield panel
        if isinstance(panel, Group) and not panel.folded:
            yield from _all(panel.panels, wanted)


def _is_place(panel: Panel) -> bool:
    return bool(isinstance(panel, Board) and panel.cells) or (isinstance(panel, List) and panel.style == "places")


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
    if order is not None and order.rows:
        rows = 1 if len(order.rows) <= ABREAST else 2
        strip = Markup('<div class="room-order" data-rows="{rows}">{strip}</div>').format(rows=rows, strip=draw(order))
    return Markup('<header class="room-top{alone}"><h1>{title}</h1>{strip}</header>').format(
        alone="" if strip else " alone", title=title, strip=strip
    )


def _stage(panels: Sequence[Panel]) -> Markup:
    """What is being settled, as large as it may stand."""
    shown: list[Panel] = []
    lines = 0
    for panel in panels:
        if isinstance(panel, Group) and panel.folded:
            continue
        cut = _cut(panel)
        need = _lines(cut)
        if shown and lines + need > MOST:
            break
        lines += need
        shown.append(cut)
    head = next(
        (panel.head for panel in _all(shown, lambda panel: isinstance(panel, Text)) if isinstance(panel, Text)), ""
    )
    return Markup('<div class="room-fit fit-{fit} head-{long}">{parts}</div>').format(
        fit=sum(lines > most for most in FITS), long=sum(len(head) > most for most in LONG), parts=several(tuple(shown))
    )


def _cut(panel: Panel) -> Panel:
    """A panel whose lists are no longer than a wall has room for."""
    if isinstance(panel, Group):
        return structs.replace(panel, panels=tuple(map(_cut, panel.panels)))
    if isinstance(panel, List) and len(panel.rows) > ROWS:
        return structs.replace(panel, rows=panel.rows[:ROWS])
    return panel


def _lines(panel: Panel) -> int:
    """About how many lines a panel takes."""
    if isinstance(panel, Group):
        return sum(map(_lines, panel.panels)) + (1 if panel.name else 0)
    if isinstance(panel, Text):
        return 2 + 2 * (len(panel.head) // 30) + -(-len(panel.beyond) // SIGNS)
    if isinstance(panel, List):
        of_row = {"sides": 4, "ladder": 4, "stats": 1, "steps": 1}.get(panel.style, 1)
        each = [of_row + len(row.text) // SIGNS + len(row.dice) // 14 for row in panel.rows]
        return (sum(each) + 1) // 2 if panel.style in ("sides", "stats", "steps") and len(each) > 1 else sum(each)
    if isinstance(panel, Card):
        return 6
    return 2 if isinstance(panel, Track | Die | Coin | Counter) else 3


def _now(who: tuple[str, ...], head: str, ask: str, seen: Markup) -> Markup:
    """Who is asked, for what, and what they are about to do, as far as everybody may see it."""
    faces = joined(mark(name) for name in who[:ABREAST])
    asked = Markup("<p>{ask}</p>").format(ask=ask) if ask else ""
    return Markup('<div class="room-ask"><p class="faces-of">{faces}</p><h2>{head}</h2>{asked}{seen}</div>').format(
        faces=faces, head=head, asked=asked, seen=seen
    )


def _place_and_people(boards: Sequence[Panel], side: Sequence[Panel], people: Mapping[str, cast.Person]) -> Markup:
    """The place as a picture, or as its list; beside it what else everybody has, and who is there."""
    parts = []
    if boards:
        cells = len(
            boards[0].cells if isinstance(boards[0], Board) else boards[0].rows if isinstance(boards[0], List) else ()
        )
        picture = Markup('<div class="room-board of-{cells}">{board}</div>')
        parts.append(picture.format(cells=min(cells, 9), board=draw(boards[0])))
    if tracks := _tracks(side):
        parts.append(tracks)
    if people:
        parts.append(cast.drawn(list(people.values()), beside=bool(boards)))
    if not parts:
        return NOTHING
    return Markup('<section class="room-place" aria-label="{label}">{parts}</section>').format(
        label=_("Where, and who is there"), parts=joined(parts)
    )


def _tracks(side: Sequence[Panel], most: int = 5) -> Markup:
    """What everybody tries for: tracks, numbers and dice, without the words about them."""
    found = list(_all(side, lambda panel: isinstance(panel, Track | Counter | Die | Coin)))
    found = list(
        chain((panel for panel in found if isinstance(panel, Track)), (p for p in found if not isinstance(p, Track)))
    )
    if not found:
        return NOTHING
    shown = tuple(structs.replace(panel, note="") if isinstance(panel, Track) else panel for panel in found)
    few = tuple(panel for panel in shown if isinstance(panel, Track))[:most]
    rest = tuple(panel for panel in shown if not isinstance(panel, Track))[: max(0, 10 - 2 * len(few))]
    left = len(shown) - len(few) - len(rest)
    more = Markup('<p class="soft">{more}</p>').format(more=_more(left)) if left else ""
    return Markup('<div class="room-tracks">{tracks}{more}</div>').format(tracks=several((*few, *rest)), more=more)


def _more(left: int) -> str:
    return ngettext("and {n} more", "and {n} more", left).format(n=left)


def _way(way_in: WayIn, *, over: bool, late: bool) -> Markup:
    """The way in for whoever comes late, or only looks on."""
    words = joined(Markup("<span>{word}</span> ").format(word=word) for word in way_in.words)
    return Markup(
        '<p class="room-way"><span class="square" role="img" aria-label="{label}">{qr}</span><span class="said">{late}'
        "<b>{words}</b><small>{host}</small></span></p>"
    ).format(
        label=_("QR code: the way to this table"),
        qr=way_in.qr,
        late=_("Look back at it.") if over else _("Late? Sit down.") if late else _("Look on."),
        words=words,
        host=way_in.host,
    )
