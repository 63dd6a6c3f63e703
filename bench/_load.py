"""People at five pages a table, for both servers: one act under way, the next when all five pages have its view.

So nothing is coalesced, and view k of every page belongs to act k. Server and load have a core each where there are two.
CPU time of the server (all its threads) is the steadier divisor on a noisy machine.
"""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from limit_server import SEATS, Frames, unmasked

HERE = Path(__file__).parent
MASK = b"abcd"


class Client(asyncio.Protocol):
    """A page, as its browser holds it."""

    def __init__(self, table, seat):
        self.table, self.seat, self.frames, self.up, self.transport = table, seat, Frames(), False, None

    def connection_made(self, transport):
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data):
        if not self.up:
            assert b" 101 " in data[:40], data[:300]
            self.up, data = True, data[data.index(b"\r\n\r\n") + 4 :]
            if (hello := self.table.hello(self.seat)) is not None:
                self.send(hello)
        now = time.perf_counter()
        for opcode, body in self.frames.feed(data):
            if opcode == 1:
                self.table.got(self, body, now)
            elif opcode == 8:
                raise SystemExit(f"the server closed a page: {body!r}")

    def send(self, body):
        n = len(body)
        size = bytes((128 | n,)) if n < 126 else b"\xfe" + n.to_bytes(2, "big")
        self.transport.write(b"\x81" + size + MASK + unmasked(body, MASK))


class Run:
    """What one run has measured."""

    def __init__(self, tables):
        self.waiting, self.all_up, self.measuring, self.going = tables, asyncio.Event(), False, False
        self.own, self.other, self.acts, self.views, self.bytes, self.whole = [], [], 0, 0, 0, []


class Limit:
    """A table of the limit server: any act is legal, and each view stands for one act."""

    def __init__(self, run, name):
        self.run, self.name, self.pages, self.left, self.k, self.began = run, name, [], SEATS, 0, None

    def path(self, seat):
        return f"/t/{self.name}/{seat}"

    def hello(self, _seat):
        return None

    def actor(self):
        return self.k % SEATS

    def frame(self):
        act = {
            "kind": "act",
            "seat": f"seat-{self.actor()}",
            "window": str(self.k),
            "key": "add",
            "choice": {"dice": 2},
        }
        return msgspec.json.encode({"do": "act", "id": f"{self.name}-{self.k:08}", "act": act})

    def shows(self, _page, _body):
        return True

    def got(self, page, body, now):
        run = self.run
        if run.measuring and len(body) > 200:
            run.views += 1
            run.bytes += len(body)
        if not self.shows(page, body):
            return
        if self.began is not None and run.measuring:
            (run.own if page.seat == self.actor() else run.other).append(now - self.began)
        self.left -= 1
        if self.left:
            return
        if self.began is None:
            run.waiting -= 1
            if not run.waiting:
                run.all_up.set()
        else:
            run.acts += 1
        if run.going:
            self.next()

    def next(self):
        self.k += 1
        self.left = SEATS
        page, frame = self.pages[self.actor()], self.frame()
        self.began = time.perf_counter()
        page.send(frame)


async def loaded(port, pid, run, tables, seconds):
    loop = asyncio.get_running_loop()
    for table in tables:
        for seat in range(SEATS):
            _, client = await loop.create_connection(lambda: Client(table, seat), "127.0.0.1", port)  # noqa: B023
            table.pages.append(client)
            client.transport.write(
                f"GET {table.path(seat)} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
    await asyncio.wait_for(run.all_up.wait(), 60)
    await asyncio.sleep(1.5)  # words, odds and memories settle
    run.going = True
    for table in tables:
        table.next()
    await asyncio.sleep(0.7)
    run.measuring, run.acts, run.views, run.bytes = True, 0, 0, 0
    used, began = cpu(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    spent, took, acts = cpu(pid) - used, time.perf_counter() - began, run.acts
    run.going = run.measuring = False
    return {
        "tables": len(tables),
        "acts_s": round(acts / took),
        "acts_per_cpu_s": round(acts / spent),
        "own_ms": [quantile(run.own, p) for p in (0.5, 0.99)],
        "others_ms": [quantile(run.other, p) for p in (0.5, 0.99)],
        "bytes_per_view": round(run.bytes / max(1, run.views)),
        "views_per_act": round(run.views / max(1, acts), 2),
        "bytes_of_a_page": round(sum(run.whole) / len(run.whole)) if run.whole else None,
    }


def quantile(times, p):
    return round(1e3 * sorted(times)[min(len(times) - 1, int(len(times) * p))], 2) if times else None


def cpu(pid):
    """CPU seconds that a process and all its threads have used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    except OSError:
        import psutil

        return sum(psutil.Process(pid).cpu_times()[:2])
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def server(*command, env=None):
    """A server process on the first core, answering; gives port, process id and folder."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        line = [str(part).replace("PORT", str(port)).replace("FOLDER", folder) for part in command]
        child = subprocess.Popen([sys.executable, *line], env=os.environ | (env or {}))
        cores = sorted(getattr(os, "sched_getaffinity", lambda _: {0})(0))
        if len(cores) > 1:
            os.sched_setaffinity(child.pid, {cores[0]})
            os.sched_setaffinity(0, {cores[-1]})
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        try:
            yield port, child.pid, folder
        finally:
            child.terminate()
            child.wait(10)
            if len(cores) > 1:
                os.sched_setaffinity(0, set(cores))


def limit(tables, seconds, env=None):
    """Measure the limit server."""

    async def scene(port, pid):
        run = Run(tables)
        return await loaded(port, pid, run, [Limit(run, f"t{n}") for n in range(tables)], seconds)

    with server(HERE / "limit_server.py", "serve", "PORT", "FOLDER/limit.db", env=env) as (port, pid, _):
        return asyncio.run(scene(port, pid))
