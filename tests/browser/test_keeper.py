"""The page of whoever keeps a server: on a phone and a wide screen, without a script, by the rules of axe."""

import contextlib
import os
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from looking import WIDTHS, violations, wrongs

from cliffhanger import games
from cliffhanger.store import SqliteStore
from cliffhanger.web.http import keeper as port
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.page.keeper import Standing, TableRow
from cliffhanger.web.server import beside, bind

pytestmark = pytest.mark.browser
FULL = Standing(
    why_not="",
    facts=[("Version", "0.1.0, Python 3.11.7"), ("Began", "2026-11-24 09:15:00 UTC, 3 h ago"), ("Its fault", "none")],
    counts=[("Until it is kept", "half within 2.5 ms, 99 of 100 within 10 ms"), ("Sent", "48.1 MB")],
    tables=[TableRow(f"~{n:08x}", "Plot Twist", 3, 2, 5, 11, 1_204, 60.0 * n) for n in range(9)],
    more_tables=3,
    refused=[("wrong secrets", 12)],
    faults=[("2026-11-24 09:15:00", "The disk is full: nothing was kept. Make room, then do it again.")],
    copies=[("tables-20261124-091500.db", "2026-11-24 09:15:00")],
    copies_go="The command cliffhanger backup writes one into " + "/srv/tables" + ", also while people play.",
)


@pytest.fixture
def keeper(tmp_path, monkeypatch):
    """Where the page is, of a server of which there is much to tell."""
    monkeypatch.setattr(port, "standing", lambda *_: FULL)
    with SqliteStore(tmp_path / "tables.db") as store, bind("127.0.0.1", 0) as listening:
        registry = Registry(store, games.game)
        with beside(port.keeper_app(registry), listening):
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/keeper"


def comes(person, keeper, **options):
    """Somebody who looks at the page; nothing in it comes from elsewhere than its own port."""
    kim = person(**options)
    kim.server = SimpleNamespace(port=urlsplit(keeper).port)
    kim.page.goto(keeper)
    return kim


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_read_at_every_width(person, keeper, width, scheme):
    kim = comes(person, keeper, viewport={"width": width, "height": 800}, color_scheme=scheme)
    kim.sees("It serves").sees("~00000003").sees("The disk is full")
    assert kim.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert wrongs(kim) == {}
    assert violations(kim) == []
    with contextlib.suppress(KeyError):
        kim.page.screenshot(path=f"{os.environ['PICTURES_OF_KEEPER']}/keeper-{width}-{scheme}.png", full_page=True)


def test_it_is_read_without_a_script_and_by_keyboard(person, keeper):
    kim = comes(person, keeper, java_script_enabled=False)
    kim.page.keyboard.press("Tab")
    assert kim.page.locator(":focus").inner_text() == "Look again"
    kim.page.keyboard.press("Enter")
    kim.sees("It serves")
