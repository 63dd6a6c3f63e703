"""The page of whoever keeps a server: how it stands, without a name or a word of anybody."""

import re

import pytest
from people import evening, play
from test_seen import HOSTILE, kept

from cliffhanger.store import SqliteStore
from cliffhanger.table.ports import Unkept
from cliffhanger.web.live.logs import mark
from cliffhanger.web.live.meters import Meters
from cliffhanger.web.page.keeper import ago

pytestmark = pytest.mark.timeout(60)


def test_the_page_says_how_the_server_stands_and_nothing_of_who_plays(tmp_path):
    class Faulty(SqliteStore):
        next = None

        def append(self, lines, done):
            error, self.next = self.next, None
            if error:
                done(error)
            else:
                super().append(lines, done)

    async def scene():
        store = Faulty(tmp_path / "tables.db")
        async with evening(tmp_path, {"wrong": 1}, store=store) as server:
            with kept(server.registry, tables=tmp_path / "tables.db") as keeper:
                status, headers, empty = await keeper.ask("GET", "/keeper")
                assert status == 200
                assert "script-src 'self'" in headers["content-security-policy"]
                assert "No table is open" in empty
                assert "Nothing so far." in empty
                none = "No copy of the tables lies beside them."  # as `cliffhanger doctor` says it
                assert none in empty
                (tmp_path / "tables.db.replaced-20261124-080000").touch()
                store.backup(str(tmp_path / "tables-20261124-091500.db"))
                wren = await server.opens(name=HOSTILE)
                ida = await server.sits(wren.table, "k1", "Idamund")
                async with ida.page():
                    await ida.next("page")
                    store.next = Unkept(f"The disk <is> full at table {wren.table}.")
                    assert "refused" in await ida.does("call", words="Hold fast")
                    assert "ack" in await ida.does("call", words="Hold fast")
                    for _ in range(3):
                        await server.json("GET", f"/api/tables/{wren.table}/view?seat=k1", None, "wrong")
                    _, _, page = await keeper.ask("GET", "/")
                for words in (
                    "It serves",
                    mark(wren.table),
                    "Lanterns",
                    "1 seat, 0 watch, 0 screen",
                    "wrong secrets",
                    "The disk &lt;is&gt; full",
                    "tables-20261124-091500.db",
                    "1 unkept",
                    "99 of 100 within",
                ):
                    assert words in page, words
                assert none not in page
                assert "as it was before something was brought back" in page
                for secret in (wren.table, wren.secret, ida.secret, "Zed", "Idamund", "Hold fast", "\x1b"):
                    assert secret not in page
                assert "<script" not in page
                assert "style=" not in page
                (sheet,) = re.findall(r'href="(/static/keeper[^"]+)"', page)
                assert (await keeper.ask("GET", sheet))[0] == 200
                server.registry.services.closing = True
                _, _, page = await keeper.ask("GET", "/keeper")
                assert "This server stops" in page

    play(scene())


def test_a_database_is_copied_by_its_own_tools(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            with kept(server.registry) as keeper:
                assert "pg_dump" in (await keeper.ask("GET", "/keeper"))[2]

    play(scene())


@pytest.mark.parametrize(
    ("seconds", "said"), [(3.9, "3 s ago"), (61, "1 min ago"), (7_300, "2 h ago"), (90_000, "1 d ago")]
)
def test_how_long_ago_it_was(seconds, said):
    assert ago(seconds) == said


def test_what_was_kept_in_the_last_minute_is_told(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("cliffhanger.web.live.meters.monotonic", lambda: now[0])
    meters = Meters()
    meters.kept["Act"] += 5
    assert meters.kept_lately() == 5
    meters.beat()
    meters.kept["Act"] += 2
    now[0] += 30
    meters.beat()
    assert meters.kept_lately() == 2
    now[0] += 45
    meters.beat()
    assert meters.kept_lately() == 0
