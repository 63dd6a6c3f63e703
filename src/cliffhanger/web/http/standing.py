"""How a server stands, gathered for the page of whoever keeps it: no content of a table, and no name of anybody."""

from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from cliffhanger.store.copies import copies_in, worry
from cliffhanger.web.http.metrics import pages_by_kind, versions
from cliffhanger.web.live.live_table import LiveTable
from cliffhanger.web.live.logs import cleaned, mark
from cliffhanger.web.live.meters import Histogram
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.page.keeper import Standing, TableRow, ago

MOST = 200  # tables that are listed, those that were used last
COPIES = 5  # copies that are listed, the newest


def standing(registry: Registry, why_not: str, tables: Path | None) -> Standing:
    """All of it, as it is now; `tables` is the file they are kept in, None for a database. May be called from any thread."""
    meters = registry.meters
    rows = sorted((_row(each) for each in list(registry.tables.values())), key=lambda row: row.idle)
    copies, copies_go = _copies(tables)
    refused = sorted((limit.replace("_", " "), times) for limit, times in dict(meters.limits).items() if times)
    return Standing(
        why_not=why_not,
        facts=_facts(registry),
        counts=_counts(registry),
        tables=rows[:MOST],
        more_tables=max(0, len(rows) - MOST),
        refused=refused,
        faults=[(_when(each.at), cleaned(each.says)) for each in meters.faults_of_the_hour()],
        copies=copies,
        copies_go=copies_go,
    )


def _facts(registry: Registry) -> list[tuple[str, str]]:
    meters, (ours, python) = registry.meters, versions()
    store = f"a database, as node {registry.store.node}" if registry.store.shared else "a file of this server"
    return [
        ("Version", f"{ours}, Python {python}"),
        ("Began", f"{_when(meters.began_at)} UTC, {ago(monotonic() - meters.began)}"),
        ("Store", store),
        ("Its fault", registry.store.fault() or "none"),
        ("Late by", f"{meters.lateness():.2f} s"),
    ]


def _counts(registry: Registry) -> list[tuple[str, str]]:
    meters, pages = registry.meters, pages_by_kind(registry)
    busy = [f"{name} (and {each.waiting} wait)" for name, each in registry.workers._asdict().items() if each.busy]
    faults = ", ".join(f"{times} {kind}" for kind, times in sorted(dict(meters.faults).items()) if times)
    return [
        ("Tables open", str(len(registry.tables))),
        ("Pages open", ", ".join(f"{count} {kind}" for kind, count in pages.items())),
        ("Kept in the last minute", str(meters.kept_lately())),
        ("Kept, refused", f"{sum(dict(meters.kept).values())}, {sum(dict(meters.refused).values())}"),
        ("Until it is kept", _half_and_most(meters.keeping)),
        ("Until a page shows it", _half_and_most(meters.showing)),
        ("Sent", f"{sum(dict(meters.sent).values()) / 1e6:.1f} MB"),
        ("Workers at work", ", ".join(busy) or "none"),
        ("Faults since it began", faults or "none"),
    ]


def _half_and_most(values: Histogram) -> str:
    if not values.count:
        return "nothing yet"
    return f"half within {values.most_within(0.5) * 1e3:g} ms, 99 of 100 within {values.most_within(0.99) * 1e3:g} ms"


def _row(live_table: LiveTable) -> TableRow:
    shown, audience = live_table.table.shown, live_table.audience
    held = [each.holder for each in shown.seats]
    return TableRow(
        mark=mark(live_table.table.id),
        game=live_table.table.game.title,
        people=held.count("person"),
        bots=held.count("bot"),
        seats=len(held),
        pages=len(audience.connections),
        entries=shown.n,
        idle=monotonic() - live_table.last_used,
    )


def _copies(tables: Path | None) -> tuple[list[tuple[str, str, str]], str]:
    """The newest copies beside a file of tables, and what is to be said of them, as `cliffhanger doctor` says it."""
    if tables is None:
        return [], "A database is copied by pg_dump."
    found = copies_in(tables.parent)
    worries = worry(tables, found)
    go = (
        ()
        if any("backup" in each for each in worries)
        else ("`cliffhanger backup` writes one, also while people play.",)
    )
    says = " ".join((*worries, *go, f"They lie in {tables.parent}."))
    return [(each.name, each.what, _when(each.at)) for each in found[:COPIES]], says.replace("`", "")


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
