"""View model: what one seat's page is drawn from, gathered: its view, options and odds, and the table around them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.game import WATCH, Game, Waiting
from cliffhanger.kernel.house_rules import HouseValue, Switch
from cliffhanger.kernel.inputs import Act, Ruling
from cliffhanger.kernel.offers import Offer, Option
from cliffhanger.kernel.record.format import SETTLED_WORDS, Entry
from cliffhanger.kernel.rules_catalogue import wordings
from cliffhanger.kernel.translation import speaking
from cliffhanger.table import table_events
from cliffhanger.table.drafts import alike
from cliffhanger.table.entries import recent
from cliffhanger.table.session import Table
from cliffhanger.table.snapshot import Snapshot
from cliffhanger.web.live.figure_service import Again, FigureService
from cliffhanger.web.page import render, waiting
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.listener import Listener
from cliffhanger.web.page.log import SHOWN
from cliffhanger.web.page.reader import SeatView
from cliffhanger.web.page.regions import Region
from cliffhanger.web.page.silhouettes import NO_FACES, Faces, of_chairs
from cliffhanger.web.page.view import Bench, Figure, Link, Odds, TableMeta
from cliffhanger.web.page.welcome import newcomer


class SharedView(Struct, frozen=True):
    """What all pages of a table have in common as long as nothing changes: made once, drawn from for every seat."""

    about: TableMeta
    log: tuple[Entry, ...]
    options: dict[str, tuple[Option, ...]]


def shared_view(
    table: Table,
    here: Iterable[str],
    faces: Faces = NO_FACES,
    asked_back: tuple[str, ...] = (),
    away: tuple[str, ...] = (),
) -> SharedView:
    """Gather what the pages of a table share: `here` are the seats whose page is open, `faces` are of those who sit there.

    `asked_back` are the seats that somebody at the way in asks for, `away` those whose page has been gone for a while.
    """
    now = _by_seat(table.shown.waiting) if isinstance(table.shown.waiting, tuple) else {}
    always = _by_seat(table.game.standing(table.shown.state))
    options = {seat: now.get(seat, ()) + always.get(seat, ()) for seat in now.keys() | always.keys()}
    return SharedView(_about(table, here, faces, asked_back, away), tail(table.shown.log), options)


@remembered(id, 512, hold=True)
def _by_seat(offers: tuple[Offer, ...]) -> dict[str, tuple[Option, ...]]:
    """Each seat's options. What stands open at any time is the same tuple from act to act, and is sorted once."""
    found: dict[str, list[Option]] = {}
    for each in offers:
        found.setdefault(each.seat, []).append(each.option)
    return {seat: tuple(row) for seat, row in found.items()}


def tail(log: Sequence[Entry]) -> tuple[Entry, ...]:
    """The end of a log: as many entries as give everybody the lines that a page shows.

    Of the silent ones those stay that can be taken back: undo counts them too.
    """
    found: list[Entry] = []
    lines = 0
    for entry in recent(log):
        said = False
        for event in entry.events:
            if event.text:
                said = True
                lines += not event.only
        if said or isinstance(entry.input, Act | Ruling):
            found.append(entry)
            if lines >= SHOWN:
                break
    return tuple(reversed(found))


def body(table: Table, shared: SharedView, seat: str, meta: TableMeta, odds: Odds) -> tuple[Region, ...]:
    """What stands in a seat's page, as things are shown now, in the words for whoever sits there."""
    view, chair = table.view(seat), next((sitter for sitter in table.shown.seats if sitter.id == seat), None)
    names = table_events.reader(table.game, view, seat, *((chair.title, chair.plays) if chair else ("", "")))
    listener = Listener(seat, table_events.voice(table.game, table.policy.language), names)
    shown = shown_to(table, shared, seat)
    options, new = shared.options.get(seat, ()), newcomer(table.game, table.shown, seat)
    with speaking(table.policy.language):
        return render.seat_regions(SeatView(table.game, meta, shown, view, options, seat, odds, listener, new))


def shown_to(table: Table, shared: SharedView, seat: str) -> Snapshot:
    """How the table stands for one seat: with the drafts it may see, and the end of the log."""
    drafts = alike(table.drafts_for(seat), shared.options.get(seat, ()), seat)
    return structs.replace(table.shown, drafts=drafts, log=shared.log)


def open_to_all(table: Table) -> tuple[Option, ...]:
    """What is asked now that everybody could derive from what those who watch see: of that a wall may speak."""
    return public(table.game, table.shown.state, table.shown.waiting)


@remembered(lambda game, state, waiting: (game.id, id(state), id(waiting)), 64, hold=True)
def public(game: Game[Any], state: Any, waiting: Waiting) -> tuple[Option, ...]:  # noqa: ANN401
    """The options that are the same in the eyes of those who watch, and are chosen from in the open."""
    if not isinstance(waiting, tuple):
        return ()
    now = game.waiting(game.view(state, WATCH))
    known = {(each.seat, each.window, each.key): each for each in now} if isinstance(now, tuple) else {}
    found = []
    for each in waiting:
        own = known.get((each.seat, each.window, each.key))
        if own and not each.option.private and each.option == own.option:
            found.append(each.option)
    return tuple(found)


def title(table: Table, shared: SharedView, seat: str) -> str:
    """What the browser's tab says."""
    with speaking(table.policy.language):
        return waiting.badge(table.shown, shared.about, seat)


def odds(table: Table, shared: SharedView, seat: str, figures: FigureService, redraw: Again) -> Odds:
    """The figures that are known for this seat's options; `redraw` is called when missing ones are."""
    options = shared.options.get(seat, ())
    if not options or not table.game.figures:
        return {}
    drafts = alike(table.shown.drafts, options, seat)
    choices = {key[1:]: draft.choice for key, draft in drafts.items() if key[0] == seat}
    return figures.of(table.game, table.view(seat), options, choices, redraw)


def watched_odds(table: Table, options: tuple[Option, ...], figures: FigureService, redraw: Again) -> Odds:
    """The figures of others' options that are known to those who watch: by what they see, of what they see chosen."""
    shown = {key[1:]: draft.choice for key, draft in table.drafts_for(WATCH).items() if not draft.private}
    return figures.of(table.game, table.view(WATCH), options, shown, redraw)


def _about(
    table: Table, here: Iterable[str], faces: Faces, asked_back: tuple[str, ...], away: tuple[str, ...]
) -> TableMeta:
    game, policy = table.game, table.policy
    return TableMeta(
        id=table.id,
        title=table.title,
        preset=policy.preset,
        lines=policy.lines,
        house=_house(game, getattr(table.shown.state, "house", None), table.header.house),
        undo=policy.undo,
        here=tuple(sorted(set(here))),
        asked_back=asked_back,
        away=away,
        typed=policy.typed,
        pace=policy.pace,
        rules=wordings(game),
        key_hash=table.ledger.key_hash,
        rekeyed=table.ledger.key_hash != table.header.key_hash,
        settled=table.header.cliffhanger >= SETTLED_WORDS,
        faces=faces,
    )


def faces(table: Table) -> Faces:
    """The faces of those who sit at a table: the same for whoever looks."""
    return of_chairs(table.game, table.shown.seats, table.view(WATCH))


@remembered(lambda game, kept, opened: (game.id, id(kept), id(opened)), 512, hold=True)
def _house(game: Game[Any], kept: object, opened: dict[str, HouseValue]) -> tuple[tuple[Switch, HouseValue], ...]:
    """The house rules in force: the state's own where it keeps them, else what the table was opened with."""
    now: dict[str, HouseValue] = opened if kept is None else msgspec.to_builtins(kept)
    return tuple((switch, now.get(switch.name, switch.values[0])) for switch in game.switches)


def links(table: Table, base: str, watch_secret: str, bench: Bench, qr: Callable[[str], Markup]) -> tuple[Link, ...]:
    """Where the others sit down: each free seat by the table's link, and those who watch by theirs.

    A taken seat has none here: its secret is known to whoever sits there, and this server keeps its hash alone.
    `base` is the table's address, and `qr` gives the QR code of an address.
    """
    free = [sitter.id for sitter in table.shown.seats if sitter.holder == "nobody"]
    found = [(chair, f"{base}?seat={chair}", None) for chair in free]
    watch = (WATCH, f"{base}/watch#s={watch_secret}", bench)
    return tuple(Link(chair, url, qr(url), told) for chair, url, told in (*found, watch))


def figures(row: tuple[Figure, ...]) -> list[dict[str, object]]:
    """Figures as JSON: exact as `p/q`, and rounded for a bar."""
    return [
        {
            "words": each.words,
            "value": str(each.value),
            "float": float(each.value),
            "unit": each.unit,
            "law": [[outcome, str(chance)] for outcome, chance in each.law],
        }
        for each in row
    ]
