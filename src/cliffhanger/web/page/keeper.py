"""The page of whoever keeps a server: how it stands, in tables. It names nobody, and no table by a name that leads there.

It is in English whatever the tables speak, as the log and the answers to `/readyz` are, beside which it is read.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cliffhanger.web.page.html import NOTHING, Markup, joined

STYLE = "keeper.css"


class TableRow(NamedTuple):
    """An open table: its mark, its game, people and bots on its seats and how many there are, pages, entries, seconds idle."""

    mark: str
    game: str
    people: int
    bots: int
    seats: int
    pages: int
    entries: int
    idle: float


class Standing(NamedTuple):
    """How a server stands: why it does not serve ("" while it does), facts, counts, tables, refusals and faults, in words."""

    why_not: str
    facts: Sequence[tuple[str, str]]
    counts: Sequence[tuple[str, str]]
    tables: Sequence[TableRow]
    more_tables: int
    refused: Sequence[tuple[str, int]]
    faults: Sequence[tuple[str, str]]
    copies: Sequence[tuple[str, str, str]]
    copies_go: str


def keeper(now: Standing) -> Markup:
    """The whole page."""
    state = Markup('<p class="{kind}" role="status">{says}</p>').format(
        kind="refused" if now.why_not else "panel", says=now.why_not or "It serves: people may be sent here."
    )
    tables = _table(
        "Open tables",
        ("Table", "Game", "Seats", "Pages", "Entries", "Used"),
        [_row(each) for each in now.tables],
        "No table is open in this process.",
    )
    return Markup(
        '<main class="door narrow keeper"><header><h1>This server</h1>{state}'
        '<p><a class="button" href="/keeper">Look again</a></p></header>'
        "{facts}{counts}{tables}{more}{refused}{faults}{copies}</main>"
    ).format(
        state=state,
        facts=_table("What runs", ("", ""), now.facts),
        counts=_table("What is done", ("", ""), now.counts),
        tables=tables,
        more=Markup("<p>And {n} more.</p>").format(n=now.more_tables) if now.more_tables else NOTHING,
        refused=_table("What limits refused, or made wait", ("Limit", "Times"), now.refused, "Nothing so far."),
        faults=_table("Faults of the last hour", ("When, UTC", "What"), now.faults, "None."),
        copies=_table("Copies of the tables", ("File", "What it is", "Written, UTC"), now.copies, now.copies_go),
    )


def ago(seconds: float) -> str:
    """How long ago something was, roughly."""
    for size, word in ((86_400, "d"), (3_600, "h"), (60, "min")):
        if seconds >= size:
            return f"{int(seconds // size)} {word} ago"
    return f"{int(seconds)} s ago"


def _row(of: TableRow) -> tuple[str, ...]:
    held = f"{of.people} people, {of.bots} bots of {of.seats}"
    return of.mark, of.game, held, str(of.pages), str(of.entries), ago(of.idle)


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]], none: str = "") -> Markup:
    """A section with a table, or with what is said where it has no rows; the first cell of a row is its head."""
    id = "-".join(title.lower().replace(",", "").split())
    lines = [
        Markup('<tr><th scope="row">{first}</th>{cells}</tr>').format(
            first=first, cells=joined(Markup("<td>{cell}</td>").format(cell=str(cell)) for cell in cells)
        )
        for first, *cells in rows
    ]
    head = joined(Markup('<th scope="col">{head}</th>').format(head=each) for each in heads if each)
    top = Markup("<thead><tr>{head}</tr></thead>").format(head=head) if head else NOTHING
    body = (
        Markup(
            '<div class="wide" role="region" aria-labelledby="{id}" tabindex="0"><table>{top}<tbody>{lines}</tbody></table></div>'
        ).format(id=id, top=top, lines=joined(lines))
        if lines
        else NOTHING
    )
    said = Markup("<p>{none}</p>").format(none=none) if none and (not lines or title.startswith("Copies")) else NOTHING
    return Markup('<section class="panel"><h2 id="{id}">{title}</h2>{said}{body}</section>').format(
        id=id, title=title, said=said, body=body
    )
