"""The achievable limit of the live path: act, some rules, a durable append, five different views, push.

    python bench/limit_server.py                          the limit alone, 50 tables and 1
    python bench/limit_server.py serve PORT FILE          the server, for `bench/server.py`

It has no HTTP stack, no back-pressure, no log to show and no game: a socket protocol of its own on uvloop, SQLite with
synchronous=FULL and group commit, and views that are joined f-strings. It keeps the HTML of each region for each seat,
and draws anew only what an act has changed. LIMIT_KEPT=0 has it draw every region of every view, which costs three times
as much: that was the limit in earlier figures. LIMIT_REGIONS sets how many regions of about 160 bytes a view has,
LIMIT_SPIN how many seconds the rules take.
"""

import asyncio
import base64
import hashlib
import json
import os
import queue
import socket
import sqlite3
import sys
import threading
import time

SEATS, CHANGED = 5, 4
REGIONS, SPIN = int(os.environ.get("LIMIT_REGIONS", "40")), float(os.environ.get("LIMIT_SPIN", "30e-6"))
KEPT = os.environ.get("LIMIT_KEPT", "1") == "1"
WORDS = (
    *("stress", "pool", "asset", "trait", "relationship", "value", "plot", "point"),
    *("spent", "raised", "locked", "open", "waiting", "scene", "hidden", "card"),
)
MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Table:
    """A stand-in: cells of which four change with each act."""

    def __init__(self, name):
        self.id, self.seq, self.pages = name, 0, set()
        self.cells = [(i, i * 7 % 13) for i in range(REGIONS)]
        self.drawn = {}  # each seat's regions, in their order

    def apply(self, seq):
        self.seq = seq
        for k in range(CHANGED):
            i = (seq * CHANGED + k) % REGIONS
            self.cells[i] = (i, seq)
            for seat, regions in self.drawn.items():
                regions[i] = region(i, seq, seat)

    def view(self, seat):
        if not KEPT:
            return "".join([region(i, v, seat) for i, v in self.cells])
        if seat not in self.drawn:
            self.drawn[seat] = [region(i, v, seat) for i, v in self.cells]
        return "".join(self.drawn[seat])


def region(i, v, seat):
    w = WORDS[(i + seat) % 16]
    return (
        f'<section id="r{i}" class="panel p{i % 7}" aria-label="{w}"><h3>{w.title()} {i}</h3><p>seat {seat} sees '
        f'{v if (i + seat) % 5 else "a hidden value"}</p><button name="act" value="{i}-{v}">use {w}</button></section>'
    )


def spin():
    end = time.perf_counter() + SPIN
    while time.perf_counter() < end:
        pass


class Store:
    """One writer thread; whatever waits when a commit ends goes into the next commit."""

    def __init__(self, loop, path):
        self.loop, self.path, self.queue = loop, path, queue.SimpleQueue()
        threading.Thread(target=self.run, daemon=True).start()

    def append(self, row, done):
        self.queue.put((row, done))

    def run(self):
        db = sqlite3.connect(self.path, isolation_level=None)
        db.execute("pragma journal_mode=wal")
        db.execute("pragma synchronous=full")
        db.execute("create table log(tab text, seq int, body blob, primary key(tab, seq)) without rowid")
        while True:
            got = [self.queue.get()]
            while len(got) < 256:
                try:
                    got.append(self.queue.get_nowait())
                except queue.Empty:
                    break
            db.execute("begin immediate")
            db.executemany("insert into log values(?,?,?)", [row for row, _ in got])
            db.execute("commit")
            self.loop.call_soon_threadsafe(lambda each: [done() for _, done in each], got)


class Hub:
    """All tables; an act is applied and pushed once it is kept."""

    def __init__(self, loop, path):
        import msgspec

        self.tables, self.store = {}, Store(loop, path)
        self.decode, self.encode = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode

    def open(self, page, name, seat):
        table = self.tables.setdefault(name, Table(name))
        page.table, page.seat = table, seat
        table.pages.add(page)
        page.push(table.view(seat))

    def act(self, page, raw):
        message, table = self.decode(raw), page.table
        spin()
        seq = table.seq + 1
        body = self.encode({"id": message["id"], "seat": page.seat, "act": message["act"]})

        def done():
            table.apply(seq)
            for each in table.pages:
                each.push(table.view(each.seat))

        self.store.append((table.id, seq, body), done)


class Frames:
    """Just enough of RFC 6455 for both ends: whole frames, no fragments. Gives opcode and body of each frame."""

    def __init__(self):
        self.buffer = bytearray()

    def feed(self, data):
        self.buffer += data
        b, out, at = self.buffer, [], 0
        while len(b) - at >= 2:
            n, masked, head = b[at + 1] & 127, b[at + 1] >> 7, 2
            if n >= 126:
                size = 2 if n == 126 else 8
                if len(b) - at < 2 + size:
                    break
                n, head = int.from_bytes(b[at + 2 : at + 2 + size], "big"), 2 + size
            if len(b) - at < head + 4 * masked + n:
                break
            body = bytes(b[at + head + 4 * masked : at + head + 4 * masked + n])
            if masked:
                body = unmasked(body, bytes(b[at + head : at + head + 4]))
            out.append((b[at] & 15, body))
            at += head + 4 * masked + n
        del b[:at]
        return out


def unmasked(body, key):
    n = len(body)
    return (int.from_bytes(body, "big") ^ int.from_bytes((key * (n // 4 + 1))[:n], "big")).to_bytes(n, "big")


class Page(asyncio.Protocol):
    """The server's end of a page."""

    def __init__(self, hub):
        self.hub, self.frames, self.table, self.transport = hub, Frames(), None, None

    def connection_made(self, transport):
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data):
        if self.table is None:
            head = data.decode()
            _, _, name, seat = head.split(" ")[1].split("/")
            key = next(
                line.split(": ")[1] for line in head.split("\r\n") if line.lower().startswith("sec-websocket-key")
            )
            accept = base64.b64encode(hashlib.sha1((key + MAGIC).encode()).digest()).decode()
            self.transport.write(
                "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {accept}\r\n\r\n".encode()
            )
            self.hub.open(self, name, int(seat))
            return
        for opcode, body in self.frames.feed(data):
            if opcode in (1, 2):
                self.hub.act(self, body)

    def push(self, text):
        b = text.encode()
        n = len(b)
        size = (
            bytes((n,)) if n < 126 else b"\x7e" + n.to_bytes(2, "big") if n < 65_536 else b"\x7f" + n.to_bytes(8, "big")
        )
        self.transport.write(b"\x81" + size + b)

    def connection_lost(self, _exc):
        if self.table:
            self.table.pages.discard(self)


async def serve(port, path):
    loop = asyncio.get_running_loop()
    hub = Hub(loop, path)
    server = await loop.create_server(lambda: Page(hub), "127.0.0.1", port)
    await server.serve_forever()


def main(arguments):
    if arguments[:1] == ["serve"]:
        import uvloop

        uvloop.run(serve(int(arguments[1]), arguments[2]))
        return
    from _load import limit

    for tables in (50, 1):
        print(
            json.dumps(
                {"server": "limit", "kept": KEPT, "regions": REGIONS, "rules_us": SPIN * 1e6, **limit(tables, 3)}
            )
        )


if __name__ == "__main__":
    main(sys.argv[1:])
