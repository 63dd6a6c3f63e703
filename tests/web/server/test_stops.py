"""A server that is told to stop, or killed, or whose store fails: what was acknowledged stays, and nothing else."""

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from http.client import HTTPException
from random import Random
from secrets import token_hex

import pytest
from people import HOST, Person, chosen, evening, games, play, process
from players import TABLE
from raw_socket import END, TEXT, frame, upgrade
from tests.sim.history import Records
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed, InvalidMessage

from cliffhanger.kernel.inputs import Pause, Sit
from cliffhanger.store import Reader, SqliteStore, sqlite
from cliffhanger.table.ports import Unkept
from cliffhanger.table.restore import taken_up
from cliffhanger.table.secrets import opened, unsealed
from cliffhanger.web import protocols
from cliffhanger.web import server as web_server
from cliffhanger.web.http.create_table import take_seat
from cliffhanger.web.live.inputs import input_id
from cliffhanger.web.server import bind

pytestmark = pytest.mark.timeout(60)

KILLS = int(os.environ.get("CLIFFHANGER_KILLS", "5"))


async def plays(person, rng, kept):
    """Play as fast as the server answers, until it is gone; `kept` gets what it acknowledged, by the id it is kept under."""
    with contextlib.suppress(ConnectionClosed, InvalidMessage, ConnectionError, HTTPException):
        async with person.page():
            while True:
                if (put := chosen(person.seat, await person.view(), rng)) is None:
                    await asyncio.sleep(0.01)
                    continue
                frame = {"id": token_hex(16)} | put
                await person.send(**frame)
                answer = await person.answer(frame["id"])
                if "ack" in answer:
                    kept[input_id(person.seat, frame["id"])] = (person, frame, answer)


async def record(person):
    """The ids of all that the table has kept, without a gap."""
    path = f"/t/{person.table}/seat/{person.seat}/record"
    status, _, text = await person.server.ask("GET", path, None, {"authorization": f"Bearer {person.secret}"})
    assert status == 200, text
    rows = [json.loads(line) for line in text.splitlines()[1:]]
    assert [row["n"] for row in rows] == list(range(1, len(rows) + 1))
    return {row["id"] for row in rows}


@pytest.mark.timeout(60 + 10 * KILLS)
@pytest.mark.kill
def test_no_kill_at_any_moment_of_play_loses_an_act_that_was_acknowledged(tmp_path, figures):
    rng, kept, records = Random(7), {}, Records(games)
    before = 0  # acts at tables that were left

    async def scene():
        nonlocal before
        people = []
        for kill in range(KILLS + 1):
            async with process(tmp_path) as server:
                for each in people:
                    each.server = server
                if people:
                    lost = kept.keys() - await record(people[0])
                    assert not lost, f"kill {kill} lost {len(lost)} of {len(kept)} acts"
                if kill % TABLE == 0:  # so that none grows for ever
                    before += len(kept)
                    kept.clear()
                    wren = await server.opens()
                    people = [wren, *[await server.sits(wren.table, seat, seat) for seat in ("k1", "k2")]]
                if kept:  # the very input that was put before the kill is answered as it was then
                    someone, frame, answer = list(kept.values())[-1]
                    async with someone.page():
                        await someone.send(**frame)
                        assert await someone.answer(frame["id"]) == answer
                if kill < KILLS:
                    known, playing = len(kept), [asyncio.create_task(plays(each, rng, kept)) for each in people]
                    await asyncio.sleep(rng.uniform(0.1, 0.8))
                    while len(kept) == known:  # on a busy machine nothing may have been acknowledged yet
                        await asyncio.sleep(0.01)
                    server.child.kill()
                    await asyncio.gather(*playing)
                    server.child.wait()
                    records.check(Reader(tmp_path / "tables.db"))

    play(scene())
    acts = before + len(kept)
    assert acts > KILLS
    figures(kills_of_a_playing_server=KILLS, acknowledged=acts, lost=0)


def test_a_server_told_to_stop_closes_pages_with_1012_and_ends_with_0(tmp_path):
    async def scene():
        async with process(tmp_path) as server:
            wren = await server.opens()
            async with wren.page():
                await wren.next("page")
                server.child.send_signal(signal.SIGTERM)
                try:
                    while True:
                        await wren.next("page")
                except ConnectionClosed as closed:
                    assert closed.rcvd.code == 1012
                assert await asyncio.to_thread(server.child.wait, 30) == 0
                assert server.child.stderr.read() == b""

    play(scene())


def test_what_cannot_be_kept_is_refused_and_the_table_goes_on(tmp_path):
    class Full(SqliteStore):
        full = False

        def append(self, lines, done):
            if self.full:
                done(Unkept("The disk is full."))
            else:
                super().append(lines, done)

    async def scene():
        store = Full(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                before = await ida.next("page")
                store.full = True
                answer = await ida.does("pass")
                assert "The disk is full." in answer["why"]
                assert (await ida.view())["n"] == before["n"]
                store.full = False
                assert "ack" in await ida.does("pass")

    play(scene())


def test_a_server_that_starts_again_opens_its_tables_from_checkpoints_and_knows_what_was_put(tmp_path, monkeypatch):
    monkeypatch.setattr("cliffhanger.table.checkpoints.SPACING", 0.0)  # a checkpoint after every input

    async def read(server, table):
        answers = [await server.ask("GET", f"/t/{table}/{page}") for page in ("record", "log", "recap", "recap.md")]
        return [(status, text.replace(server.origin, "")) for status, _, text in answers]

    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            async with ada.page():
                frame = await ada.act_frame("pass")
                await ada.send(**frame)
                ack = await ada.answer(frame["id"])
                for on in (True, False):
                    await ada.send(do="pause", id=f"pause-{on}", on=on)
                    await ada.answer(f"pause-{on}")
            view, pages = await ada.view(), await read(server, wren.table)
        async with evening(tmp_path) as server:
            ada = Person(server, {"table": ada.table, "seat": ada.seat, "secret": ada.secret, "link": ""})
            async with ada.page(words=False):
                await ada.send(**frame)
                assert await ada.answer(frame["id"]) == ack
            table = server.registry.tables[wren.table].table
            assert table._play.base == table.shown.n == view["n"]
            assert await ada.view() == view
            assert await read(server, wren.table) == pages

    play(scene())


def elsewhere(server, wren):
    """Another server writes to the table."""

    async def written():
        other = type(server.registry)(server.registry.store, server.registry.games)
        await other.start()
        theirs = await other.find(wren.table)
        assert (await theirs.ask(Pause(on=True), id="elsewhere", seat="host")).refusal is None
        await other.stop()

    return written()


async def unheard(server, wren):
    """A commit reaches the disk, and is reported as failed."""
    store = server.registry.store
    append = store.append

    def lying(lines, done):
        store.append = append
        append(lines, lambda _: done(Unkept("The disk does not answer.")))

    store.append = lying
    told = await server.registry.tables[wren.table].ask(Pause(on=True), id="unheard", seat="host")
    assert "The disk does not answer." in told.refusal.why


@pytest.mark.parametrize("moved_on", [elsewhere, unheard])
def test_what_is_put_while_a_table_is_read_again_waits_for_it_and_is_kept_once(tmp_path, moved_on):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada, bo = [await server.sits(wren.table, seat, seat) for seat in ("k1", "k2")]
            await moved_on(server, wren)
            store, reading, read = server.registry.store, threading.Event(), threading.Event()
            quickly = store.read

            def slowly(*asked):
                reading.set()
                assert read.wait(20)
                return quickly(*asked)

            store.read = slowly
            async with wren.page(), ada.page(), bo.page():
                await wren.send(do="pause", id="before-it-1", on=True)  # refused once it is seen that it is paused
                assert await asyncio.to_thread(reading.wait, 20)
                await ada.send(do="pause", id="during-it-1", on=False)
                await bo.send(do="sit", id="during-it-2", seat="k2", name="Bo", holder="person")
                await heard(ada)
                await heard(bo)
                read.set()
                assert (await wren.answer("before-it-1"))["why"] == "The table is paused already."
                answers = [await ada.answer("during-it-1"), await bo.answer("during-it-2")]
                assert all("ack" in answer for answer in answers)
            kept = {line.id: line.n for line in server.registry.store.read(wren.table)}
            put = [input_id("k1", "during-it-1"), input_id("k2", "during-it-2")]
            assert [kept.get(id) for id in put] == [answer["n"] for answer in answers]
            again = await asyncio.to_thread(
                taken_up, server.registry.store, wren.table, server.registry.games("lanterns")
            )
            assert again.shown.n == len(kept)

    play(scene())


def test_what_waits_for_a_table_that_cannot_be_read_again_is_refused_and_the_next_act_reads_it(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            await elsewhere(server, wren)
            store, live_table = server.registry.store, server.registry.tables[wren.table]
            read = store.read

            def broken(*_):
                raise OSError("the disk does not answer")

            store.read = broken
            puts = (live_table.ask(Pause(on), id=f"broken-{on}", seat="host") for on in (True, False))
            for told in await asyncio.gather(*puts):
                assert told.refusal.why == "The table could not be read again."
            store.read = read
            assert (await live_table.ask(Pause(on=False), id="after-it", seat="host")).refusal is None

    play(scene())


def test_bots_play_on_after_a_commit_that_failed(tmp_path, caplog):
    async def scene():
        async with evening(tmp_path) as server:
            status, headers, _ = await server.post("/try", {"game": "lanterns", "name": "Ada"})
            assert status == 303
            _, _, table, _, seat = headers["location"].partition("#s=")[0].split("/")
            place = {"table": table, "seat": seat, "secret": headers["location"].partition("#s=")[2]}
            ida, store = Person(server, place), server.registry.store
            append, failed = store.append, []

            def fails_twice(lines, done):
                if lines[0].id in own or len(failed) == 2:
                    append(lines, done)
                else:
                    failed.append(lines)
                    done(Unkept("The disk is full."))

            async with ida.page():
                await ida.next("page")
                frame = await ida.act_frame("pass")
                own = {input_id(seat, frame["id"])}
                store.append = fails_twice
                await ida.send(**frame)
                async with asyncio.timeout(20):
                    while not any(line["who"] == "Bram" for line in (await ida.view())["log"]):
                        await asyncio.sleep(0.02)
            assert len(failed) == 2

    play(scene())
    assert "The disk is full." in caplog.text


def test_what_fails_later_is_in_the_log(tmp_path, caplog):
    async def scene():
        async with evening(tmp_path) as server:

            async def fails():
                raise OSError("the disk does not answer")

            server.registry.later(fails())
            await asyncio.sleep(0.05)
            assert not server.registry._tasks

    play(scene())
    assert "the disk does not answer" in caplog.text


def test_what_comes_to_a_server_that_has_stopped_is_one_line_or_none(tmp_path, caplog):
    async def scene():
        async with evening(tmp_path) as server:
            registry = server.registry
        for name in ("", "wall"):
            registry._follow(name, 0)  # a notice that was on its way
        await registry._look_at_all()
        with pytest.raises(Unkept, match="has stopped"):
            await registry.threads.run(registry.store.find, "wall")

        async def late():
            raise Unkept("The store is closed.")

        registry.later(late())
        await asyncio.sleep(0.05)

    play(scene())
    assert [record.exc_info for record in caplog.records] == [None]
    assert "could not reach the store: The store is closed." in caplog.text


async def heard(person):
    """Wait until the server has taken all that this page has sent: what is sent after it is answered."""
    option = (await person.option("dare"))["option"]
    await person.send(do="odds", window=option["window"], key="dare", choice={"dice": 2})
    await person.next("odds")


def test_what_comes_while_the_server_stops_is_not_answered_on_a_page_and_is_kept_when_it_comes_again(tmp_path):
    async def scene():
        late = {"do": "sit", "id": "too-late-1", "seat": "k2", "name": "Bram", "holder": "person"}
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada, bo = [await server.sits(wren.table, seat, seat) for seat in ("k1", "k2")]
            append, held = server.registry.services.append, []
            server.registry.services.append = lambda *lines: held.append(lines)
            async with ada.page(), bo.page():
                await ada.send(do="pause", id="in-time-1", on=True)
                await heard(ada)
                stopping = asyncio.create_task(server.registry.drain())
                await bo.send(**late)
                await heard(bo)
                path = f"/api/tables/{wren.table}/act?seat=host"
                put = {"do": "pause", "id": "too-late-2", "on": False}
                restarting = "This server is restarting. Try again in a moment."
                assert await server.json("POST", path, put, wren.secret) == (503, {"refused": restarting})
                form = f"/t/{wren.table}/seat/host/pause"
                status, _, text = await server.post(form, put, cookie=f"seat={wren.secret}")
                assert (status, text) == (503, restarting)
                append(*held.pop())
                assert "ack" in await ada.answer("in-time-1")
                with pytest.raises(ConnectionClosed) as closed:
                    await bo.next("ack", "refused")
                assert closed.value.rcvd.code == 1012
                await stopping
        async with evening(tmp_path) as server:
            bo.server = server
            async with bo.page():
                await bo.send(**late)
                assert "ack" in await bo.answer("too-late-1")

    play(scene())


def test_a_reader_who_stops_costs_little_and_is_cut(tmp_path, caplog):
    def stopped(server, person):
        """A page that shakes hands, says hello, and never reads again."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        hello = json.dumps({"do": "hello", "seat": person.seat, "secret": person.secret}).encode()
        line.sendall(upgrade(server, person.table))
        assert b" 101 " in line.recv(1024)
        line.sendall(frame(END | TEXT, hello))
        return line

    async def scene():
        async with evening(tmp_path, limits={"stuck": 0.5, "rate": 1000.0, "burst": 1000}) as server:
            wren = await server.opens()
            line = await asyncio.to_thread(stopped, server, wren)
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                await ida.next("page")
                live_table = server.registry.tables[wren.table]
                while len(live_table.audience.connections) < 2:
                    await asyncio.sleep(0.01)
                stuck = next(each for each in live_table.audience.connections if each.seat == "host")
                for number in range(400):
                    await ida.send(do="pause", id=f"pause-{number:04}", on=number % 2 == 0)
                    await ida.answer(f"pause-{number:04}")
                    assert len(stuck.outbox) < 5
                for _ in range(1_000):
                    if stuck not in live_table.audience.connections:
                        break
                    await asyncio.sleep(0.05)
                assert stuck not in live_table.audience.connections
            line.close()

    play(scene())
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []  # they fill no log


def test_what_is_sent_to_a_page_that_was_closed_meanwhile_is_no_fault_of_the_server():
    """It answered no ping, or read nothing: its next view finds that out."""
    line = object.__new__(protocols.WebSocketProtocol)
    line.handshake_complete = line.close_sent = True
    for message in ({"type": "websocket.send", "text": "view"}, {"type": "websocket.close", "code": 1011}):
        with pytest.raises(ClientDisconnected):
            asyncio.run(line.send(message))


def test_two_servers_do_not_share_a_file(tmp_path):
    async def scene():
        async with process(tmp_path):
            second = await asyncio.to_thread(
                subprocess.run, [sys.executable, HOST, "0", tmp_path / "tables.db"], capture_output=True, timeout=20
            )
            assert second.returncode != 0
            assert b"Another Cliffhanger serves" in second.stderr

    play(scene())


def test_a_database_deleted_under_a_running_server_is_told_and_what_was_played_can_be_taken_away(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                await ida.next("page")
                assert "ack" in await ida.does("pass")
                before = await record(ida)
                for each in tmp_path.glob("tables.db*"):
                    each.unlink()
                for id in ("one", "two"):
                    await ida.send(do="pause", id=id, on=True)
                    answer = await ida.answer(id)
                    assert "was deleted, moved or replaced" in answer["why"]
            assert await record(ida) == before
            status, _, text = await server.ask("GET", "/healthz")
            assert (status, "was deleted" in text) == (503, True)
            status, why = await server.json("POST", "/api/tables", {"game": "lanterns"})
            assert (status, "was deleted" in why["why"]) == (409, True)

    play(scene())


def test_an_act_that_was_written_as_the_file_was_moved_is_answered_once_it_is_back_and_done_once(tmp_path, monkeypatch):
    path, elsewhere = tmp_path / "tables.db", tmp_path / "elsewhere.db"
    really = sqlite._appended

    def appended_and_moved(db, lines):
        really(db, lines)
        if lines[0].id == moves:
            path.rename(elsewhere)

    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            async with ada.page(words=False):
                await ada.send(do="pause", id="moved-1", on=True)
                with pytest.raises(TimeoutError):
                    await ada.next("ack", "refused", within=1)
                await ada.send(do="pause", id="later-1", on=False)  # this one was never written
                assert "was deleted, moved or replaced" in (await ada.answer("later-1"))["why"]
                elsewhere.rename(path)
                assert "ack" in await ada.answer("moved-1")
            kept = [line.id for line in await asyncio.to_thread(lambda: list(server.registry.store.read(wren.table)))]
            assert kept.count(moves) == 1

    moves = input_id("k1", "moved-1")
    monkeypatch.setattr(sqlite, "_appended", appended_and_moved)
    play(scene())


def test_a_table_or_a_seat_that_cannot_be_kept_is_refused_in_a_sentence(tmp_path):
    class Full(SqliteStore):
        full = False

        def create(self, table, lines=()):
            if self.full:
                raise Unkept("The disk is full.")
            super().create(table, lines)

        def keep_secrets(self, table, secrets, was=None):
            if self.full:
                raise Unkept("The disk is full.")
            super().keep_secrets(table, secrets, was)

    async def scene():
        store = Full(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            wren = await server.opens()
            store.full = True
            status, why = await server.json("POST", "/api/tables", {"game": "lanterns"})
            assert (status, why["why"]) == (409, "The disk is full.")
            status, _, text = await server.post("/tables", {"game": "lanterns"})
            assert (status, "The disk is full." in text) == (400, True)
            status, why = await server.json("POST", f"/api/tables/{wren.table}/sit", {"seat": "k1", "name": "Ada"})
            assert (status, why["why"]) == (409, "The disk is full.")
            store.full = False
            ada = await server.sits(wren.table, "k1", "Ada")
            assert (await ada.view())["n"]

    play(scene())


def test_a_seat_freed_just_before_the_end_opens_to_no_old_link_afterwards(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ada = await server.sits(wren.table, "k1", "Ada")
            kept = server.registry.store.find(wren.table).secrets
            status, _ = await server.json(
                "POST",
                f"/api/tables/{wren.table}/act?seat=host",
                {"do": "sit", "id": "free", "seat": "k1", "holder": "nobody"},
                wren.secret,
            )
            assert status == 200
            await asyncio.sleep(0.1)
            server.registry.store.keep_secrets(wren.table, kept)
        async with evening(tmp_path) as server:
            path = f"/api/tables/{wren.table}/view?seat="
            assert (await server.json("GET", f"{path}k1", None, ada.secret))[0] == 403
            assert (await server.json("GET", f"{path}host", None, wren.secret))[0] == 200

    play(scene())


def test_a_stop_waits_only_so_long_for_a_request_and_says_so_without_a_trace(tmp_path):
    async def scene():
        async with process(tmp_path) as server:
            line = socket.create_connection(("127.0.0.1", server.port))
            head = f"POST /join HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
            kind = b"Content-Type: application/x-www-form-urlencoded\r\n"
            line.sendall(head.encode() + kind + b"Content-Length: 100\r\n\r\nlink=")
            await asyncio.sleep(0.2)
            server.child.send_signal(signal.SIGTERM)
            answer = await asyncio.to_thread(line.makefile("rb").read)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert answer.endswith(b"This server is restarting. Try again in a moment.")
            assert await asyncio.to_thread(server.child.wait, 10) == 0
            assert b"Traceback" not in server.child.stderr.read()
            line.close()

    play(scene())


def test_a_seat_that_is_being_freed_is_given_away_once_that_is_kept_and_its_new_link_stays(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            live_table, append, held = server.registry.tables[wren.table], server.registry.services.append, []
            async with wren.page():
                server.registry.services.append = lambda *lines: held.append(lines)
                await wren.send(do="sit", id="free-k1-01", seat="k1", holder="nobody")
                while not held:
                    await asyncio.sleep(0.01)
                sit = f"/api/tables/{wren.table}/sit"
                status, said = await server.json("POST", sit, {"seat": "k1", "name": "Bo"})
                assert (status, said["why"]) == (409, "That seat is just being freed.")
                server.registry.services.append = append
                append(*held.pop())
                await wren.answer("free-k1-01")
            rivals = await asyncio.gather(
                *(server.json("POST", sit, {"seat": "k1", "name": name}) for name in ("Bo", "Cy"))
            )
            assert sorted(status for status, _ in rivals) == [201, 409]
            won = next(place for status, place in rivals if status == 201)
            await asyncio.sleep(0.1)
            assert await server.registry.admit(wren.table, "k1", won["secret"]) is live_table
            assert await server.registry.admit(wren.table, "k1", ida.secret) is None

    play(scene())


def test_a_link_given_at_the_very_moment_another_is_taken_away_counts(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            await server.sits(wren.table, "k1", "Ada")
            live_table = server.registry.tables[wren.table]
            free = live_table.ask(Sit("k1", "", "nobody"), id="free-k1-02", seat="")
            taking = []
            seated = live_table._seat_changed

            def and_at_once(sit):
                if sit.holder == "nobody":
                    taking.append(asyncio.ensure_future(take_seat(live_table, "k1", "Bo")))
                seated(sit)

            live_table._seat_changed = and_at_once
            await free
            place = await taking[0]
            kept = unsealed(server.registry.store.find(wren.table).secrets)
            assert opened(live_table.secrets.now, "k1", place.secret)
            assert opened(kept, "k1", place.secret)

    play(scene())


def test_a_page_that_floods_reads_nothing_and_is_gone_leaves_its_place(tmp_path, monkeypatch):
    """Whoever sends, reads no answer and is cut off would hold a place of its seat for ever."""

    def narrow(*where):
        listening = bind(*where)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
        return listening

    monkeypatch.setattr(web_server, "bind", narrow)

    async def scene():
        async with evening(tmp_path, limits={"rate": 1e6, "burst": 1_000_000}) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ida")
            pages = server.registry.tables[wren.table].audience.connections
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            line.connect(("127.0.0.1", server.port))
            async with ida.page(sock=line, max_queue=1, compression=None, close_timeout=0.1):
                while not pages:
                    await asyncio.sleep(0.01)
                (page,) = pages
                floods = asyncio.create_task(flood(ida))
                while not page.backlogged:
                    await asyncio.sleep(0.01)
                floods.cancel()
                ida.ws.transport.abort()
                async with asyncio.timeout(10):
                    while pages:
                        await asyncio.sleep(0.01)

    play(scene())


async def flood(person):
    """Frames that are all refused, as fast as they go out."""
    while True:
        await person.send(do="sit", id=token_hex(50), seat="nobody", name="x")
