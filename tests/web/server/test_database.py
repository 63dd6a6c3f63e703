"""A server whose tables are in a database: it breaks off, and whoever plays notices nothing but a moment."""

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner
from people import Person, evening, play
from test_command import COMMAND, first
from websockets.exceptions import ConnectionClosed

from cliffhanger.cli import main
from cliffhanger.store import SqliteStore
from cliffhanger.table.ports import Unkept, Unsure

pytestmark = pytest.mark.timeout(120)
KILL = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'cliffhanger%'"


async def killed(address):
    """Break off every connection of every server."""
    asyncpg = pytest.importorskip("asyncpg")
    db = await asyncpg.connect(address.partition("&schema=")[0])
    await db.execute(KILL)
    await db.close()


def test_acts_go_on_while_the_database_breaks_off(tmp_path, address):
    from cliffhanger.store.postgres import PostgresStore

    async def scene():
        async with evening(tmp_path, store=PostgresStore(address)) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                for n in range(12):
                    if n % 3 == 1:
                        await killed(address)
                    await ida.send(do="pause", id=f"{n}", on=n % 2 == 0)
                    assert "ack" in await ida.answer(f"{n}")
            store = server.registry.store
            kept = [line.n for line in store.read(wren.table)]
            assert kept == list(range(1, store.find(wren.table).entries + 1))
            assert len(kept) >= 13

    play(scene())


def test_a_table_played_at_two_servers_takes_each_act_once(tmp_path, address):
    from cliffhanger.store.postgres import PostgresStore

    async def scene():
        async with (
            evening(tmp_path, store=PostgresStore(address)) as one,
            evening(tmp_path, store=PostgresStore(address)) as two,
        ):
            wren = await one.opens()
            ada = await one.sits(wren.table, "k1", "Ada")
            there = Person(two, {"table": ada.table, "seat": ada.seat, "secret": ada.secret, "link": ""})
            async with ada.page(words=False), there.page(words=False):
                frame = await ada.act_frame("pass")
                acks = []
                for page in (ada, there):  # the same tap, once at each
                    await page.send(**frame)
                    acks.append(await page.answer(frame["id"]))
                assert acks[0] == acks[1]
                for n in range(5):
                    for page in (ada, there):
                        await page.send(do="pause", id=f"{n}", on=n % 2 == 0)
                        assert "ack" in await page.answer(f"{n}")
            rows = [(line.n, line.id) for line in one.registry.store.read(wren.table)]
            assert [n for n, _ in rows] == list(range(1, len(rows) + 1))
            assert len({id for _, id in rows}) == len(rows)

    play(scene())


@pytest.mark.parametrize("kept", [True, False])
def test_where_nobody_knows_whether_it_was_kept_the_table_looks_and_then_answers(tmp_path, kept):
    class Unheard(SqliteStore):
        cut = 0

        def append(self, lines, done):
            if not self.cut:
                super().append(lines, done)
                return
            self.cut -= 1
            if kept:
                super().append(lines, lambda _: done(Unsure("It is not known.")))
            else:
                done(Unsure("It is not known."))

        def find(self, table):
            if self.cut:
                raise Unkept("It is away.")
            return super().find(table)

    async def scene():
        store = Unheard(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                before = (await ida.view())["n"]
                store.cut = 1
                await ida.send(do="pause", id="o", on=True)
                assert "ack" in await ida.answer("o")
                entries = store.find(wren.table).entries
                assert (await ida.view())["n"] == entries > before
                store.cut = 2  # lost on the way, and then away: nobody may be told anything before it is known
                await ida.send(do="pause", id="p", on=False)
                with pytest.raises(TimeoutError):
                    await ida.next("ack", "refused", within=0.5)
                store.cut = 0
                assert "ack" in await ida.answer("p")
                assert store.find(wren.table).entries == entries + 1

    play(scene())


def test_while_the_store_is_away_whoever_comes_to_a_table_that_is_not_open_is_asked_to_come_again(tmp_path, caplog):
    class Away(SqliteStore):
        away = False

        def find(self, table):
            if self.away:
                raise Unkept(f"{self.path} cannot be read.")
            return super().find(table)

    async def scene():
        store = Away(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            wren = await server.opens()
            server.registry.tables.clear()
            store.away = True
            status, said = await server.json("GET", f"/api/tables/{wren.table}/view?seat=host", None, wren.secret)
            assert (status, said) == (503, {"refused": "What is kept cannot be read just now. Try again in a moment."})
            with pytest.raises(ConnectionClosed) as closed:
                async with wren.page():
                    await wren.next("page")
            assert closed.value.rcvd.code == 1013  # the page comes back by itself
            store.away = False
            assert (await wren.view())["n"] == store.find(wren.table).entries

    play(scene())
    assert caplog.text.count("tables.db cannot be read.") == 2
    assert "Traceback" not in caplog.text


def test_the_address_of_a_database_stands_in_the_surroundings_and_not_in_the_list_of_processes(tmp_path, address):
    command = (*COMMAND, "--port", "0")
    env = {**os.environ, "CLIFFHANGER_STORE": address, "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        try:
            address, _ = first(child)
            with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
                assert answer.read() == b"ok"
            if sys.platform == "linux":
                assert "postgresql" not in Path(f"/proc/{child.pid}/cmdline").read_text()
            child.send_signal(signal.SIGTERM)
            assert child.wait(30) == 0
            assert child.stderr.read() == ""
        finally:
            child.kill()
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_away_is_told_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("cliffhanger.store.postgres.link.PATIENCE", 0.1)
    away = f"postgresql://mara:sesame@/there?host={tmp_path}"
    done = CliRunner().invoke(main, ["tables", "--store", away])
    assert done.exit_code == 1
    assert "The database cannot be reached" in done.stderr
    assert "sesame" not in done.output
