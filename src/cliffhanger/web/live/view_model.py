"""What one seat's page is drawn from, gathered: its view, its options, its odds, and the table around them."""

from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct, structs

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.house_rules import HouseValue, Switch
from cliffhanger.kernel.inputs import Act, Ruling
from cliffhanger.kernel.offers import Offer, Option
from cliffhanger.kernel.record.format import Entry
from cliffhanger.kernel.rules_catalogue import wordings
from cliffhanger.table import drafts
from cliffhanger.web.live.links import watching
from cliffhanger.web.page import render
from cliffhanger.web.page.log import SHOWN
from cliffhanger.web.page.view import Figure, Link, Odds, TableMeta

if TYPE_CHECKING:
    from cliffhanger.web.live.live_table import Live


class Scene(Struct, frozen=True):
    """What all pages of a table have in common as long as nothing changes: made once, drawn from for every seat."""

    about: TableMeta
    log: tuple[Entry, ...]
    options: dict[str, tuple[Option, ...]]


def scene(live: "Live") -> Scene:
    """Gather what the pages of a table share."""
    table = live.table
    now = _by_seat(table.shown.waiting) if isinstance(table.shown.waiting, tuple) else {}
    always = _by_seat(table.game.standing(table.shown.state))
    options = {seat: now.get(seat, ()) + always.get(seat, ()) for seat in now.keys() | always.keys()}
    return Scene(_about(live), tail(table.shown.log), options)


@remembered(id, 512, hold=True)
def _by_seat(offers: tuple[Offer, ...]) -> dict[str, tuple[Option, ...]]:
    """Each seat's options. What stands open at any time is the same tuple from act to act, and is sorted once."""
    found: dict[str, list[Option]] = {}
    for each in offers:
        found.setdefault(each.seat, []).append(each.option)
    return {seat: tuple(row) for seat, row in found.items()}


def tail(log: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The end of a log: as many entries as give everybody the lines that a page shows.

    Of the silent ones those stay that can be taken back: undo counts them too.
    """
    found: list[Entry] = []
    lines = 0
    for entry in reversed(log):
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


def body(live: "Live", seat: str, origin: str) -> str:
    """The inner HTML of a seat's page, as things are shown now."""
    table, shown = live.table, live.table.shown
    shown = structs.replace(shown, drafts=drafts.seen(shown.drafts, seat), log=live.scene.log)
    options = live.scene.options.get(seat, ())
    return render.seat_page(
        table.game, meta(live, seat, origin), shown, table.view(seat), options, seat, odds(live, seat)
    )


def title(live: "Live", seat: str) -> str:
    """What the browser's tab says."""
    return render.badge(live.table.shown, live.scene.about, seat)


def odds(live: "Live", seat: str) -> Odds:
    """The figures that are known for this seat's options; missing ones make the page be drawn again."""
    options = live.scene.options.get(seat, ())
    if not options or not live.table.game.figures:
        return {}
    choices = {key[1:]: draft.choice for key, draft in live.table.shown.drafts.items() if key[0] == seat}
    return live.hub.figures.of(live.table.game, live.table.view(seat), options, choices, live.again(seat))


def meta(live: "Live", seat: str, origin: str) -> TableMeta:
    """What a page says of the table itself; the master's has the links."""
    about = live.scene.about
    return structs.replace(about, links=links(live, seat, origin)) if live.master(seat) else about


def _about(live: "Live") -> TableMeta:
    table = live.table
    game, policy = table.game, table.policy
    return TableMeta(
        id=table.id,
        title=policy.title or game.title,
        preset=policy.preset,
        lines=policy.lines,
        house=_house(game, getattr(table.shown.state, "house", None), table.header.house),
        undo=policy.undo,
        here=tuple(sorted({page.seat for page in live.pages})),
        typed=policy.typed,
        rules=wordings(game),
    )


@remembered(lambda game, kept, opened: (game.id, id(kept), id(opened)), 512, hold=True)
def _house(game: Game[Any], kept: object, opened: dict[str, HouseValue]) -> tuple[tuple[Switch, HouseValue], ...]:
    """The house rules in force: the state's own where it keeps them, else what the table was opened with."""
    now: dict[str, HouseValue] = opened if kept is None else msgspec.to_builtins(kept)
    return tuple((switch, now.get(switch.name, switch.values[0])) for switch in game.switches)


def links(live: "Live", seat: str, origin: str) -> tuple[Link, ...]:
    """Where the others sit down: each free seat by the table's link, and those who watch by theirs.

    A taken seat has none here: its secret is known to whoever sits there, and this server keeps its hash alone.
    """
    base = f"{live.hub.reachable(origin)}/t/{live.table.id}"
    free = [sitter.id for sitter in live.table.shown.seats if sitter.holder == "nobody"]
    found = [(chair, f"{base}?seat={chair}") for chair in free]
    found.append((WATCH, f"{base}/watch#s={watching(live.secrets.key)}"))
    return tuple(Link(chair, url, live.hub.squares.of(url, live.again(seat))) for chair, url in found)


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


def loopback(origin: str) -> bool:
    """Whether an origin means the machine itself, so that a link with it is of no use to anybody else."""
    host = urlsplit(origin).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
