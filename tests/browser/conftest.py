"""One browser and one server for all tests here that a process runs, and people who come and go."""

import os
import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "web" / "page")]
pytest.register_assert_rewrite("browsing", "looking")

from browsing import FLAGS, ContextPool, Person, Roof, Server, chromium
from click.testing import CliRunner
from playwright.sync_api import sync_playwright
from tests.table.evening import of_bots

from cliffhanger import games
from cliffhanger.cli import main
from cliffhanger.kernel.record.format import write


@pytest.fixture(scope="package")
def browser():
    """The contexts of the system's Chromium. On CI it has to be there; elsewhere a test without it is skipped."""
    path = chromium()
    if not path:
        absent = "needs a browser: install Chromium, or name one in CHROMIUM"
        pytest.fail(absent) if os.environ.get("CI") == "true" else pytest.skip(absent)
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield ContextPool(opened)
        opened.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory):
    """A server process, with a data folder of its own."""
    running = Server(tmp_path_factory.mktemp("data") / "tables").start()
    yield running
    assert running.stop() == 0


LONG = "M" * 60
"""The name of an evening in which everything is called as long as may be."""


@pytest.fixture(scope="package")
def evenings(tmp_path_factory):
    """A server with an evening of each game, in mid-scene, that bots have played under people's names; and its tables, by game."""
    folder = tmp_path_factory.mktemp("evenings")
    tables = {}
    for name in (*games.names(), LONG):
        game = games.game(name if name != LONG else games.names()[0])
        people = (
            {"names": [f"{n}{'W' * 60}" for n in range(4)], "says": ["L" * 200]}
            if name == LONG
            else {"says": ("Hold the lamp.",)}
        )
        table = of_bots(game, 70, title=f"Friday {name}", table_id=f"friday-{len(tables)}", **people).table
        (folder / f"{len(tables)}.jsonl").write_bytes(write(table.header, table.kept()))
        done = CliRunner().invoke(
            main, ["import", str(folder / f"{len(tables)}.jsonl"), "--data", str(folder / "tables")]
        )
        assert done.exit_code == 0, done.output
        tables[name] = table
    running = Server(folder / "tables").start()
    yield running, tables
    assert running.stop() == 0


@pytest.fixture
def person(browser, server):
    """Makes people, each in a browser context of their own; at the end none of them has anything to complain of.

    Where nothing may be there from earlier pages, not even what they fetched, the context is a `fresh` one.
    """
    people = []

    def comes(*, fresh=False, **options):
        people.append(Person(browser.browser if fresh else browser, server, **options))
        return people[-1]

    yield comes
    for each in people:
        each.leaves()


@pytest.fixture
def roof(server):
    """A scene under way, faces typed: the Director, Juno Marsh (who is up) and Ferris, on the roof of a train."""
    return Roof(server)
