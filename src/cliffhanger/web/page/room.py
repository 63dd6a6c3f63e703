"""The room's screen: one picture for everybody, read from across the room and touched by nobody.

It shows what those who watch may see: the order of turns, the moment with its dice and with who faces whom, what is being
chosen, the place over the whole width, and the way in for whoever comes late. There is no log and no reader: everybody is
called by name. What has no room is left out and counted, for nobody scrolls a screen on a wall.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from cliffhanger.kernel.chance import Over, Roll
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Board, Group, List, Panel, Token
from cliffhanger.kernel.params import first
from cliffhanger.table.snapshot import Snapshot
from cliffhanger.web.page import (
    away,
    cast,
    lobby,
    room_choice,
    room_fit,
    room_moment,
    room_place,
    room_stage,
    taking_back,
)
from cliffhanger.web.page.emblems import mark, parts_told_apart
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.log import aloud, deeds
from cliffhanger.web.page.option_form import Drafts
from cliffhanger.web.page.panels import draw
from cliffhanger.web.page.silhouettes import faces
from cliffhanger.web.page.skins import Skin, skin
from cliffhanger.web.page.view import Odds, TableMeta, WayIn
from cliffhanger.web.page.waiting import called, headline, named, offered, waited_for

ABREAST = 7  # turns in one row
NAMES = (
    1.25,
    1.1,
    0.95,
    0.8,
    0.7,
)  # sizes of their names in rem, as `room_fit` has them: the first in which all stand whole
FACE, BOLD = 5.6, 0.66  # how wide a face is, with the air around it, and a letter of a name, of its size
ALONE, TURN, STRIP = 3.6, 3.4, 2.4  # heights: of the title, of a row of turns, of what is around those,
CHAIRS = 10.5  # of a row of chairs,
WAY, WAITS = 8.8, 22.0  # and of the way in below what is asked, once people play and before that
FACES = 5  # of those who are asked


class Watched(NamedTuple):
    """What a wall may know of choices: the options that all could derive from what they see, and their figures."""

    options: tuple[Option, ...]
    odds: Odds


NOT_WATCHED = Watched((), {})


def room(
    game: Game[Any],
    meta: TableMeta,
    snapshot: Snapshot,
    view: Any,  # noqa: ANN401
    listener: Listener,
    way_in: WayIn,
    watched: Watched = NOT_WATCHED,
    *,
    waits: bool = False,
) -> Markup:
    """All that stands inside `<div id="page">` of the room's screen; while it `waits` for people, chairs stand in place."""
    panels = [listener.panel(panel) for panel in game.panels(view, WATCH) if _is_seen(panel)]
    names = called(snapshot.seats)
    asked = waited_for(snapshot.waiting)
    begun = named(snapshot.drafts, names) if snapshot.drafts else snapshot.drafts
    head, ask = headline(snapshot, asked, names, "", frozenset(key[0] for key in begun))
    over = isinstance(snapshot.waiting, Over) or snapshot.closed
    story = deeds(snapshot.log)
    back = taking_back.moment(taking_back.taken(story, listener))
    who = () if snapshot.paused or over else tuple(dict.fromkeys((*asked, *_roller(snapshot))))
    seen = _seen(panels, begun, watched, names, over=over)
    shown = room_moment.stage(seen.stage[:1], seen.people, seen.chosen)
    free = room_fit.HEIGHT - _top_height(seen.order)
    chairs = CHAIRS * -(-len(snapshot.seats) // ABREAST) if waits else 0.0
    fit, where = _fitted(shown, seen, free - chairs, skin(game), waits=waits)
    top, stage, now, place = parts_told_apart(
        _top(meta.title, seen.order),
        room_stage.drawn(shown, fit),
        room_choice.drawn(
            _asked(
                tuple(names.get(seat, seat) for seat in who), head, ask, back + away.line(meta, snapshot.seats, WATCH)
            ),
            _choices(snapshot, begun, watched, names, seen.chosen if shown.builds else None, who),
            free - (chairs + WAITS if waits else where.height + WAY),
            skin(game),
        ),
        _chairs(game, meta, snapshot) if waits else room_place.drawn(where, _aimed(seen.chosen)),
        faces=meta.faces | faces(panels),
    )
    return Markup(
        '<main class="tv{waits}" data-said="{said}"{halted}>{top}<section class="room-stage" aria-label="{label}">{stage}'
        '</section><aside class="room-now" aria-label="{waiting}">{now}{way}</aside>{place}</main>'
    ).format(
        said=aloud(story, listener, f"{head}. {ask}", up=False),
        halted=Markup(" data-halted") if snapshot.paused and not over else NOTHING,
        waits=" waits" if waits else "",
        top=top,
        label=_("What the dice said"),
        stage=stage,
        waiting=_("What is waited for"),
        now=now,
        way=_way(way_in, over=over, waits=waits, late=any(sitter.holder != "person" for sitter in snapshot.seats)),
        place=place,
    )


def _fitted(
    shown: room_moment.Stage, seen: "_Seen", free: float, worn: Skin, *, waits: bool
) -> tuple[room_fit.Fit, room_place.Place]:
    """How large moment and place stand in a height: the place gives way while dice would be too small."""
    where = seen.place
    while True:
        high = free if waits else free - where.height
        fit = room_stage.fitted(shown, seen.stage[1:], high, worn)
        smaller = where.smaller
        if fit.is_large or waits or smaller is None:
            return fit, where
        where = smaller


# --- what there is --------------------------------------------------------------------------------------------


class _Seen(NamedTuple):
    """The panels of the room, sorted: the order of turns, the stage, the place, people by name, and what somebody builds."""

    order: List | None
    stage: list[Panel]
    place: room_place.Place
    people: Mapping[str, cast.Person]
    chosen: room_moment.Chosen | None


def _seen(panels: Sequence[Panel], begun: Drafts, watched: Watched, names: Mapping[str, str], *, over: bool) -> _Seen:
    """Sort the panels; an order that stands on the stage stays there."""
    beside = [panel for panel in panels if _place(panel) != "stage"]
    order = next(room_place.everywhere(beside, lambda panel: isinstance(panel, List) and panel.style == "order"), None)
    boards = [*room_place.everywhere(panels, _is_board, folded=True), *room_place.everywhere(panels, _is_places)][:1]
    rest = _without(panels, (order, *boards))
    people = cast.people(rest)
    stage = [panel for panel in rest if _place(panel) == "stage"] + [panel for panel in rest if _place(panel) == "main"]
    stage = [panel for panel in stage if not (isinstance(panel, Group) and panel.folded)]
    side = [panel for panel in rest if _place(panel) == "side" and not cast.is_of_people(panel)]
    place = room_place.place(boards, side, people)
    tokens = [each for board in boards if isinstance(board, Board) for each in board.tokens]
    chosen = None if over else _chosen(begun, watched, names, tokens, people)
    strip = order if isinstance(order, List) and order.rows and not over else None  # at the end nobody is next
    return _Seen(strip, stage, place, people, chosen)


def _chosen(
    begun: Drafts,
    watched: Watched,
    names: Mapping[str, str],
    tokens: Sequence[Token],
    people: Mapping[str, cast.Person],
) -> room_moment.Chosen | None:
    """What somebody builds, as far as everybody may see it: the first that lies there; else the one roll that is asked for."""
    built = [each for each in room_choice.lying(watched.options, begun) if not begun[_key(each)].private]
    asked = [each for each in room_choice.before(watched.options) if each.pool]
    option = next(iter(built or (asked if len(asked) == 1 else ())), None)
    if option is None:
        return None
    choice = first(option.params) | dict(begun[_key(option)].choice if built else {})
    plays = [each for each in tokens if each.seat == option.seat]
    who = next((each.name for each in plays if each.state == "now"), names.get(option.seat, option.seat))
    at = room_moment.aim(option, choice, {each.id: each.name for each in tokens}, people)
    return room_moment.Chosen(who, option, choice, at, frozenset((who, *(each.name for each in plays))), not built)


def _key(option: Option) -> tuple[str, str, str]:
    return option.seat, option.window, option.key


def _is_seen(panel: Panel) -> bool:
    return _place(panel) not in ("paper", "own", "hand", "behind")


def _place(panel: Panel) -> str:
    return panel.place if isinstance(panel, Group) else "main"


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


# --- the regions ----------------------------------------------------------------------------------------------


def _top(title: str, order: List | None) -> Markup:
    """The order of turns as a strip over the whole width; the name of the table where nobody is in turn."""
    strip = Markup("")
    if order is not None:
        size, _high, rows = _strip(order)
        strip = Markup('<div class="room-order name-{size}" data-rows="{rows}">{strip}</div>').format(
            size=size, rows=rows, strip=draw(order)
        )
    return Markup('<header class="room-top{alone}"><h1{hidden}>{title}</h1>{strip}</header>').format(
        alone="" if strip else " alone",
        hidden=Markup(' class="sr"') if strip else NOTHING,
        title=title,
        strip=strip,
    )


def _strip(order: List) -> tuple[int, float, int]:
    """Which of NAMES the names of an order stand in whole, how high its rows are together, and how many there are."""
    many = len(order.rows)
    rows = 1 if many <= ABREAST else 2
    width = 80 / min(many, ABREAST) - FACE
    for at, size in enumerate(NAMES):
        lines = max(cast.lines(row.name, width / size / BOLD) for row in order.rows)
        if lines * size * 1.12 <= TURN or at == len(NAMES) - 1:
            return at, rows * max(TURN, lines * size * 1.12 + 0.2) + STRIP, rows
    raise AssertionError


def _top_height(order: List | None) -> float:
    return ALONE if order is None else _strip(order)[1]


def _asked(who: tuple[str, ...], head: str, ask: str, news: Markup) -> room_choice.Asked:
    """Who is asked, for what."""
    return room_choice.Asked(joined(mark(name) for name in who[:FACES]), len(who) == 1, head, ask, news)


def _choices(
    snapshot: Snapshot,
    begun: Drafts,
    watched: Watched,
    names: Mapping[str, str],
    staged: room_moment.Chosen | None,
    who: Sequence[str],
) -> list[room_choice.Choice]:
    """What those who are asked are about to do, as far as everybody may see it; nothing while nobody is."""
    if not who:
        return []
    lies = room_choice.lying(offered(snapshot.waiting), begun)
    option = staged.option if staged else None
    return room_choice.choices(watched.options, lies, begun, watched.odds, names, option, alone=len(who) == 1)


def _aimed(chosen: room_moment.Chosen | None) -> str:
    """Whom somebody is aiming at."""
    return chosen.at if chosen and not chosen.lies else ""


def _chairs(game: Game[Any], meta: TableMeta, snapshot: Snapshot) -> Markup:
    chairs = lobby.chairs(game, meta, snapshot.seats, WATCH, "")
    return Markup('<section class="room-place" aria-label="{label}">{chairs}</section>').format(
        label=_("Where, and who is there"), chairs=chairs
    )


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
