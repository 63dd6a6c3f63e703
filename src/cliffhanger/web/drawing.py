"""What one seat's page is drawn from, gathered: its view, its options, its odds, and the table around them."""

from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from msgspec import structs

from cliffhanger.table import drafts
from cliffhanger.table.session import Table
from cliffhanger.web.keys import watching
from cliffhanger.web.page import render
from cliffhanger.web.page.meta import Figure, Link, Odds, TableMeta
from cliffhanger.web.rulebook import wordings

if TYPE_CHECKING:
    from cliffhanger.web.live import Live


def body(live: "Live", seat: str, origin: str) -> str:
    """The inner HTML of a seat's page, as things are shown now."""
    table = live.table
    shown = table.shown
    if shown.drafts:
        shown = structs.replace(shown, drafts=drafts.seen(shown.drafts, seat))
    options = () if seat == "watch" else table.options(seat)
    about = meta(live, seat, origin)
    return render.seat_page(table.game, about, shown, table.view(seat), options, seat, odds(live, seat))


def title(live: "Live", seat: str) -> str:
    """What the browser's tab says."""
    return render.badge(live.table.shown, meta(live, seat, ""), seat)


def odds(live: "Live", seat: str) -> Odds:
    """The figures that are known for this seat's options; missing ones make the page be drawn again."""
    if seat == "watch" or not live.table.game.questions:
        return {}
    choices = {key[1:]: draft.choice for key, draft in live.table.shown.drafts.items() if key[0] == seat}
    options = live.table.options(seat)
    return live.hub.figures.of(live.table.game, options, choices, live.again(seat))


def meta(live: "Live", seat: str, origin: str) -> TableMeta:
    """What a page says of the table itself."""
    table = live.table
    game, policy = table.game, table.policy
    now = house_of(table)
    return TableMeta(
        id=table.id,
        title=policy.title or game.title,
        preset=policy.preset,
        house=tuple((switch, now.get(switch.name, switch.values[0])) for switch in game.switches),
        links=links(live, origin) if live.master(seat) else (),
        undo=policy.undo,
        here=tuple(sorted({page.seat for page in live.pages})),
        typed=policy.typed,
        begun=shown_acts(live),
        rules=wordings(game.package or f"cliffhanger.games.{game.id}"),
    )


def house_of(table: Table) -> dict[str, str]:
    """The house rules in force: the state's own where it keeps them, else what the table was opened with."""
    kept = getattr(table.shown.state, "house", None)
    if kept is None:
        return dict(table.header.house)
    found: dict[str, str] = msgspec.to_builtins(kept)
    return found


def shown_acts(live: "Live") -> bool:
    """Whether anybody has done anything yet."""
    return any(event.text for entry in live.table.shown.log for event in entry.events)


def links(live: "Live", origin: str) -> tuple[Link, ...]:
    """Where the others sit down: each free seat by the table's link, and those who watch by theirs.

    A taken seat has none here: its secret is known to whoever sits there, and this server keeps its hash alone.
    """
    base = f"{live.hub.reachable(origin)}/t/{live.table.id}"
    free = [sitter.id for sitter in live.table.shown.seats if sitter.holder == "nobody"]
    found = [(seat, f"{base}?seat={seat}") for seat in free]
    found.append(("watch", f"{base}/watch#s={watching(live.secrets.key)}"))
    return tuple(Link(seat, url, square(url)) for seat, url in found)


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


@lru_cache(512)
def square(url: str) -> str:
    """The square code of an address, as SVG."""
    import segno

    return str(segno.make(url, micro=False).svg_inline(border=2, omitsize=True))


def loopback(origin: str) -> bool:
    """Whether an origin means the machine itself, so that a link with it is of no use to anybody else."""
    host = urlsplit(origin).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
