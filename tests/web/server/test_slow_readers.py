"""Whoever asks for something large and reads nothing of it holds little memory, and is cut off after a while."""

import asyncio
import gc
import os
import socket
from pathlib import Path

import pytest
from people import evening, play

from cliffhanger.kernel.inputs import Pause
from cliffhanger.web.http import reading
from cliffhanger.web.live import program_view

pytestmark = pytest.mark.timeout(120)
LARGE, READERS = 12_000_000, 8


def held():
    """Bytes of memory that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def asks(server, path):
    """A connection that asks and reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    return line


def test_a_record_that_is_not_read_is_not_held_for_everybody_who_asks(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "seat_record", lambda *_: b"x" * LARGE)

    async def scene():
        async with evening(tmp_path, {"stuck": 1.5}) as server:
            wren = await server.opens()
            path = f"/t/{wren.table}/record"
            assert len((await server.ask("GET", path))[2]) == LARGE
            before = held()
            lines = [asks(server, path) for _ in range(READERS)]
            await asyncio.sleep(1)
            grown = held() - before
            assert grown < READERS * LARGE // 4, f"{grown >> 20} MB"
            assert len((await server.ask("GET", path))[2]) == LARGE  # the others go on meanwhile
            await asyncio.sleep(2)
            for line in lines:
                await cut_off(line)
                line.close()

    play(scene())


async def cut_off(line):
    """The other side has let go: what was not sent by then never comes."""
    line.settimeout(0.0)
    got = 0
    async with asyncio.timeout(20):
        while True:
            try:
                some = line.recv(65_536)
            except BlockingIOError:
                await asyncio.sleep(0.05)
                continue
            except ConnectionError:
                break
            if not some:
                break
            got += len(some)
            await asyncio.sleep(0)
    assert got < LARGE


def test_a_large_answer_is_whole_for_whoever_reads_it_slowly(tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "seat_record", lambda *_: bytes(range(256)) * 4_000)

    async def scene():
        async with evening(tmp_path, {"stuck": 1.0}) as server:
            wren = await server.opens()
            line = asks(server, f"/t/{wren.table}/record")
            line.setblocking(False)  # noqa: FBT003
            got = b""
            while not got.endswith(bytes(range(256))) or len(got) < 1_024_000:
                await asyncio.sleep(0.005)
                got += await asyncio.get_running_loop().sock_recv(line, 16_384)
            assert got.partition(b"\r\n\r\n")[2] == bytes(range(256)) * 4_000
            line.close()

    play(scene())


def test_a_program_is_told_the_end_of_a_long_log(tmp_path, monkeypatch):
    monkeypatch.setattr(program_view, "LINES", 20)

    async def scene():
        async with evening(tmp_path) as server:
            wren = await server.opens()
            live = server.registry.tables[wren.table]
            for n in range(60):
                live.put(Pause(on=n % 2 == 0), id=f"pause-{n}", seat="host", tell=lambda _: None)
            while live.busy:
                await asyncio.sleep(0.01)
            log = (await wren.view())["log"]
            assert [each["n"] for each in log] == [*range(live.table.shown.n - 19, live.table.shown.n + 1)]

    play(scene())
