"""`cliffhanger load`: what a server on this machine carries, measured by people at real pages."""

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import click
from msgspec import Struct, structs

from cliffhanger.cli._load_pages import Failed, Measured, Site, Table, some_at_once
from cliffhanger.cli._places import VARIABLE
from cliffhanger.cli._tables import Unusable

LOCAL = ("127.0.0.1", "localhost", "::1")
START = 30.0  # seconds that a server may take to answer
SETTLE = 2.0  # seconds until rounds of words, figures and memories have settled


class Wish(Struct, frozen=True):
    """What one run is: so many tables of a game, on so many servers."""

    game: str
    tables: int
    nodes: int
    played: int
    seats: int
    bots: int
    watchers: int
    every: float
    seconds: float
    figures: bool
    seed: int


class Report(Struct, frozen=True):
    """What one run has shown. Times are milliseconds from a tap until pages were sent it: median, p99 and most."""

    wish: Wish
    acts: int
    acts_per_second: float
    refused: int
    lost: int
    cut_off: int
    own: tuple[float, float, float]
    others: tuple[float, float, float]
    watching: tuple[float, float, float]
    bytes_a_view: int
    bytes_a_page: int
    cores: float | None
    """Processors that the servers used, workers with them; None where the system does not tell."""
    mb: float | None
    kb_a_table: float | None
    """What the servers' memory grew by while tables were opened, before any page was, for each."""
    kb_a_page: float | None
    load_cores: float
    """Processors that the pages themselves used: near 1, the figures say more of them than of the server."""


class Numbers(click.ParamType):  # type: ignore[type-arg]  # it has arguments in newer versions alone
    """One number or several, such as 10,100,1000: a run for each."""

    name = "N[,N...]"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Whole numbers."""
        if isinstance(value, tuple):
            return value
        try:
            return tuple(int(each) for each in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is no number, nor several such as 10,100,1000.", param, ctx)


@click.command("load")
@click.option("--game", default="", help="What is played; else the first game there is.")
@click.option("--tables", type=Numbers(), default="20", show_default=True, help="How many tables; several: a run each.")
@click.option("--nodes", type=Numbers(), default="1", show_default=True, help="How many servers; more need --store.")
@click.option("--played", type=Numbers(), default="0", show_default=True, help="Acts at each table beforehand.")
@click.option("--seats", type=click.IntRange(1, 99), default=5, show_default=True, help="Seats at each table.")
@click.option("--bots", type=click.IntRange(0), default=0, help="On how many of these seats the server's bots play.")
@click.option("--watchers", type=click.IntRange(0), default=0, help="Pages that only watch, in all.")
@click.option(
    "--every", type=click.FloatRange(0.0), default=20.0, show_default=True, help="Seconds between two acts at a table."
)
@click.option("--seconds", type=click.FloatRange(1.0), default=60.0, show_default=True, help="How long is measured.")
@click.option("--figures/--no-figures", default=True, help="Whether the server works out odds beside what is chosen.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another number plays otherwise.")
@click.option("--at", "address", default="", help="A server that runs on this machine; its limits hold.")
@click.option(
    "--store",
    envvar=VARIABLE,
    default="",
    metavar="ADDRESS",
    help="A PostgreSQL database for the servers that are started, best an empty one: tables stay in it.",
)
@click.option("--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Add each run to this file.")
def command(
    *,
    game: str,
    tables: tuple[int, ...],
    nodes: tuple[int, ...],
    played: tuple[int, ...],
    seats: int,
    bots: int,
    watchers: int,
    every: float,
    seconds: float,
    figures: bool,
    seed: int,
    address: str,
    store: str,
    file: Path | None,
) -> None:
    """Measure how long a tap takes to reach all pages, and what tables and pages cost.

    Servers are started for it on this machine, without limits of rate, and their tables are thrown away. People open
    tables, sit down on every seat that is no bot's, hold their pages open, and one of them does something at each table every so
    many seconds.
    """
    from cliffhanger.games import names

    game = game or names()[0]
    if game not in names():
        raise Unusable(f"There is no game {game!r:.60}. There are {', '.join(names())}.")
    if bots >= seats:
        raise click.UsageError("One seat at least is a person's: there are fewer bots than seats.")
    if max(nodes) > 1 and not store:
        raise click.UsageError("Several servers share a database: name one with --store postgresql://user@host/name.")
    if min(*tables, *nodes) < 1 or min(played) < 0:
        raise click.UsageError("There is at least one table and one server.")
    site = _site(address) if address else None
    if file is not None:
        try:
            file.open("a", encoding="utf-8").close()  # before anything is measured
        except OSError as error:
            raise Unusable(f"{file} cannot be written: {error.strerror}.") from None
    click.echo(HEAD)
    for servers in nodes:
        for before in played:
            for count in tables:
                wish = Wish(game, count, servers, before, seats, bots, watchers, every, seconds, figures, seed)
                try:
                    with _served(wish, store, site) as (sites, pids):
                        report = asyncio.run(_run(wish, sites, pids))
                except* Failed as failed:
                    raise click.ClickException(str(_first(failed))) from None
                click.echo(row(report))
                if file is not None:
                    with file.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(structs.asdict(report) | {"wish": structs.asdict(wish)}) + "\n")


def _first(failed: BaseExceptionGroup[BaseException]) -> BaseException:
    one: BaseException = failed
    while isinstance(one, BaseExceptionGroup):
        one = one.exceptions[0]
    return one


def _site(address: str) -> Site:
    parts = urlsplit(address)
    if parts.scheme != "http" or parts.hostname not in LOCAL:
        raise Unusable("A server is measured on its own machine: --at http://127.0.0.1:8000. Others are left in peace.")
    return Site(parts.hostname, parts.port or 80)


@contextlib.contextmanager
def _served(wish: Wish, store: str, site: Site | None) -> Iterator[tuple[list[Site], list[int]]]:
    """The server that was named, or servers of this run's own, gone afterwards; gives addresses and process ids."""
    if site is not None:
        yield [site], []
        return
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as started:
        sites, pids = [], []
        for _ in range(wish.nodes):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            more = [] if wish.figures else ["nofigures"]
            child = subprocess.Popen(
                [sys.executable, "-m", "cliffhanger.cli._load_server", str(port), store or folder, *more]
            )
            started.callback(_ended, child)
            until = time.monotonic() + START
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                if child.poll() is not None or time.monotonic() > until:
                    raise click.ClickException("The server that was to be measured did not start; it says why above.")
                time.sleep(0.05)
            sites.append(Site("127.0.0.1", port))
            pids.append(child.pid)
        yield sites, pids


def _ended(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(20)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


async def _run(wish: Wish, sites: list[Site], pids: list[int]) -> Report:
    """One run, after which nothing is open any more. Raises Failed, in a group."""
    tables: list[Table] = []
    try:
        return await _measured(wish, sites, pids, tables)
    finally:
        await some_at_once([page.close() for table in tables for page in table.pages], lambda _: None)
        for site in sites:
            site.close()


async def _measured(wish: Wish, sites: list[Site], pids: list[int], tables: list[Table]) -> Report:
    rng, measured = Random(wish.seed), Measured()
    empty = _memory(pids)

    async def opened(watching: int) -> None:
        tables.append(
            await Table.opened(sites, wish.game, wish.seats, wish.bots, watching, measured, Random(rng.random()))
        )

    share = [wish.watchers // wish.tables + (at < wish.watchers % wish.tables) for at in range(wish.tables)]
    await some_at_once([opened(watching) for watching in share], _progress("tables opened", wish.tables))
    seated = _memory(pids)
    pages = [page for table in tables for page in table.pages]
    await some_at_once([page.open() for page in pages], _progress("pages opened", len(pages)))
    await asyncio.sleep(SETTLE)
    shown = _memory(pids)
    for at in range(wish.played):
        await some_at_once(
            [table.goes_on() for table in tables], _progress(f"act {at + 1} of {wish.played}", wish.tables)
        )
    await _at_pace(tables, wish.every, min(wish.every, 5.0), rng)
    measured.clear()
    for page in pages:
        page.views = page.bytes = 0
    used, own, began = _used(pids), time.process_time(), time.perf_counter()
    seconds = wish.seconds
    ticking = asyncio.create_task(_tick(say := _progress("measured", round(seconds), "s"), seconds))
    await _at_pace(tables, wish.every, seconds, rng)
    took, spent, load = time.perf_counter() - began, _used(pids), time.process_time() - own
    ticking.cancel()
    say(round(seconds))
    views = sum(page.views for page in pages)
    return Report(
        wish=wish,
        acts=measured.acts,
        acts_per_second=round(measured.acts / took, 2),
        refused=measured.refused,
        lost=measured.lost,
        cut_off=sum(table.cut_off for table in tables),
        own=spread(measured.own),
        others=spread(measured.others),
        watching=spread(measured.watchers),
        bytes_a_view=round(sum(page.bytes for page in pages) / max(1, views)),
        bytes_a_page=round(sum(page.whole for page in pages) / len(pages)),
        cores=None if used is None or spent is None else round((spent - used) / took, 3),
        mb=_mb(_memory(pids)),
        kb_a_table=_each(empty, seated, len(tables)),
        kb_a_page=_each(seated, shown, len(pages)),
        load_cores=round(load / took, 3),
    )


async def _at_pace(tables: list[Table], every: float, seconds: float, rng: Random) -> None:
    """At each table something is done every so many seconds, the first at a moment of its own; what is late is left out."""
    end = time.perf_counter() + seconds

    async def one(table: Table, at: float) -> None:
        while at < end:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            await table.goes_on()
            at = max(at + every, time.perf_counter())

    now = time.perf_counter()
    await asyncio.gather(*(one(table, now + rng.random() * every) for table in tables))


async def _tick(say: "Progress", seconds: float) -> None:
    """Show once in a while how far it is; that it is done says whoever waits for it."""
    began = time.perf_counter()
    while True:
        say(min(round(time.perf_counter() - began), round(seconds) - 1))
        await asyncio.sleep(1.0)


def _progress(what: str, most: int, unit: str = "") -> "Progress":
    return Progress(what, most, unit)


class Progress:
    """A line on a terminal that is written over; elsewhere nothing."""

    def __init__(self, what: str, most: int, unit: str = "") -> None:
        self.what, self.most, self.unit, self.at = what, most, unit, 0.0

    def __call__(self, done: int) -> None:
        """So much is done."""
        now = time.monotonic()
        if sys.stderr.isatty() and (now - self.at > 0.2 or done == self.most):
            self.at = now
            click.echo(f"\r\x1b[K{self.what}: {done} of {self.most} {self.unit}", nl=False, err=True)
            if done == self.most:
                click.echo("\r\x1b[K", nl=False, err=True)


def spread(seconds: list[float]) -> tuple[float, float, float]:
    """Median, the hundredth part that took longest, and the longest, in milliseconds; zeros where nothing was."""
    if not seconds:
        return 0.0, 0.0, 0.0
    row = sorted(seconds)
    return tuple(round(1e3 * row[min(len(row) - 1, int(len(row) * p))], 1) for p in (0.5, 0.99, 1.0))  # type: ignore[return-value]


def _family(pids: list[int]) -> list[int]:
    """These processes, and what they have started."""
    found = list(pids)
    for pid in found:
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                found += [int(each) for each in task.read_text().split()]
    return found


def _used(pids: list[int]) -> float | None:
    """Seconds of the processor that they have used; None where the system does not tell."""
    total = 0.0
    for pid in _family(pids):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total or None


def _memory(pids: list[int]) -> int | None:
    """Bytes of memory that the servers themselves hold, without their workers; None where the system does not tell."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return total or None


def _mb(size: int | None) -> float | None:
    return None if size is None else round(size / 1e6, 1)


def _each(before: int | None, after: int | None, count: int) -> float | None:
    return None if before is None or after is None else round((after - before) / 1e3 / count, 1)


HEAD = (
    "game         nodes tables pages  bots watch played  acts/s   own ms p50/p99/max   others p50/p99   watch p50/p99"
    "   cores   MB  kB/table kB/page  B/view  lost refused"
)


def row(report: Report) -> str:
    """A run in a line."""
    wish, pages = report.wish, report.wish.tables * (report.wish.seats - report.wish.bots)
    own, others, watch = (
        "/".join(f"{each:g}" for each in some) for some in (report.own, report.others[:2], report.watching[:2])
    )
    cells = (
        f"{wish.game:<12}{wish.nodes:>6}{wish.tables:>7}{pages:>6}{wish.bots:>6}{wish.watchers:>6}{wish.played:>7}"
        f"{report.acts_per_second:>8}{own:>21}{others:>17}{watch:>16}"
    )
    held = (report.cores, report.mb, report.kb_a_table, report.kb_a_page)
    cells += "".join(f"{'?' if each is None else each:>9}" for each in held)
    return f"{cells}{report.bytes_a_view:>8}{report.lost:>6}{report.refused:>8}"
