"""A server that is told to stop, or killed, or whose store fails: what was acknowledged stays, and nothing else."""

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from secrets import token_hex

import pytest
from people import Person, Server, evening, play
from websockets.exceptions import ConnectionClosed

from cliffhanger.store import SqliteStore
from cliffhanger.table.ports import Unkept

pytestmark = pytest.mark.timeout(60)

HOST = Path(__file__).with_name("host.py")


@contextlib.asynccontextmanager
async def process(tmp_path):
    """A server process; whoever is still running at the end is killed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    child = subprocess.Popen([sys.executable, HOST, str(port), tmp_path / "tables.db"], stderr=subprocess.PIPE)
    try:
        server = Server(port)
        server.child = child
        while True:
            try:
                status, _, text = await server.ask("GET", "/healthz")
            except OSError:
                assert child.poll() is None, child.stderr.read().decode()
                await asyncio.sleep(0.02)
            else:
                assert (status, text) == (200, "ok")
                break
        yield server
    finally:
        if child.poll() is None:
            child.kill()
        child.wait()
        child.stderr.close()


def test_a_killed_server_keeps_every_act_it_acknowledged(tmp_path):
    async def scene():
        acknowledged = []
        async with process(tmp_path) as server:
            wren = await server.opens()
            async with wren.page():
                await wren.next("page")
                for number in range(60):
                    frame = {"do": "pause", "id": token_hex(16), "on": number % 2 == 0}
                    await wren.send(**frame)
                    if number == 41:
                        server.child.kill()
                        break
                    acknowledged.append((await wren.answer(frame["id"]))["ack"])
            server.child.wait()
        assert len(acknowledged) == 41
        async with process(tmp_path) as server:
            again = Person(server, {"table": wren.table, "seat": wren.seat, "secret": wren.secret})
            view = await again.view()
            assert view["n"] >= 41
            async with again.page():
                await again.next("page")
                await again.send(do="pause", id=acknowledged[-1], on=True)
                assert "ack" in await again.answer(acknowledged[-1])  # the very input that was put before the kill

    play(scene())


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


def test_a_store_that_was_written_elsewhere_is_read_again_and_the_act_put_anew(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            ida = await server.sits(wren.table, "k1", "Ada")
            other = type(server.hub)(server.hub.store, server.hub.games)
            await other.start()
            theirs = await other.find(wren.table)
            from cliffhanger.kernel.inputs import Pause

            assert (await theirs.ask(Pause(on=True), id="elsewhere-1", seat="host")).refusal is None
            async with ida.page():
                await ida.next("page")
                await ida.send(do="pause", id="here-and-now", on=False)  # legal only after what was done elsewhere
                frame = {"do": "pause", "id": "once-again-1", "on": True}
                answer = await ida.answer("here-and-now")
                if "refused" in answer:  # refused from what this server still believed; the page is told the truth
                    assert answer["why"] == "The table is not paused."
                await ida.send(**frame)
                await ida.answer("once-again-1")
                kinds = [json.loads(line.body)["input"]["kind"] for line in server.hub.store.read(wren.table)]
                assert kinds.count("pause") >= 1
            await other.stop()

    play(scene())


def test_a_reader_who_stops_costs_little_and_is_cut(tmp_path):
    def stopped(server, person):
        """A page that shakes hands, says hello, and never reads again."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        hello = json.dumps({"do": "hello", "seat": person.seat, "secret": person.secret}).encode()
        frame = bytes((0x81, 0x80 | len(hello))) + b"\0\0\0\0" + hello
        assert len(hello) < 126
        line.sendall(
            f"GET /t/{person.table}/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in line.recv(1024)
        line.sendall(frame)
        return line

    async def scene():
        async with evening(tmp_path, limits={"stuck": 0.5, "rate": 1000.0, "burst": 1000}) as server:
            wren = await server.opens()
            line = await asyncio.to_thread(stopped, server, wren)
            ida = await server.sits(wren.table, "k1", "Ada")
            async with ida.page():
                await ida.next("page")
                live = server.hub.live[wren.table]
                while len(live.pages) < 2:
                    await asyncio.sleep(0.01)
                stuck = next(page for page in live.pages if page.seat == "host")
                for number in range(400):
                    frame = {"do": "pause", "id": f"pause-{number:04}", "on": number % 2 == 0}
                    await ida.send(**frame)
                    await ida.answer(frame["id"])
                    assert len(stuck.outbox) < 5
                for _ in range(200):
                    if stuck not in live.pages:
                        break
                    await asyncio.sleep(0.05)
                assert stuck not in live.pages
            line.close()

    play(scene())


def test_two_servers_do_not_share_a_file(tmp_path):
    async def scene():
        async with process(tmp_path):
            second = await asyncio.to_thread(
                subprocess.run, [sys.executable, HOST, "0", tmp_path / "tables.db"], capture_output=True, timeout=20
            )
            assert second.returncode != 0
            assert b"Another Cliffhanger serves" in second.stderr

    play(scene())


def test_a_table_or_a_seat_that_cannot_be_kept_is_refused_in_a_sentence(tmp_path):
    class Full(SqliteStore):
        full = False

        def create(self, table, lines=()):
            if self.full:
                raise Unkept("The disk is full.")
            super().create(table, lines)

        def keep_secrets(self, table, secrets):
            if self.full:
                raise Unkept("The disk is full.")
            super().keep_secrets(table, secrets)

    async def scene():
        store = Full(tmp_path / "tables.db")
        async with evening(tmp_path, store=store) as server:
            wren = await server.opens()
            store.full = True
            status, why = await server.json("POST", "/api/tables", {"game": "toy"})
            assert (status, why["why"]) == (409, "The disk is full.")
            status, _, text = await server.post("/tables", {"game": "toy"})
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
            kept = server.hub.store.find(wren.table).secrets
            status, _ = await server.json(
                "POST", f"/api/tables/{wren.table}/act?seat=host", {"do": "sit", "id": "free", "seat": "k1", "holder": "nobody"},
                wren.secret,
            )  # fmt: skip
            assert status == 200
            await asyncio.sleep(0.1)
            server.hub.store.keep_secrets(wren.table, kept)
        async with evening(tmp_path) as server:
            path = f"/api/tables/{wren.table}/view?seat="
            assert (await server.json("GET", f"{path}k1", None, ada.secret))[0] == 403
            assert (await server.json("GET", f"{path}host", None, wren.secret))[0] == 200

    play(scene())
