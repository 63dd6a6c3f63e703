"""Frames of strangers, sent to a real server over real sockets, at a table where others play on.

A hostile player has a seat and its secret, a hostile watcher the link of those who watch, and somebody has neither. What they
send is made from frames that are right, as the hostile seat's own view allows them. Afterwards nothing is in the log, no page
or task is left, the others have played on, and nothing that the hostile seats were sent holds what they may not know.
"""

import asyncio
import contextlib
import gc
import json
import logging
import os
import re
from pathlib import Path
from random import Random
from secrets import token_hex
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from urllib.parse import urlencode

import msgspec
from tests.fuzz.mutations import ODD_TEXTS, of_bytes, of_json, of_leaf, of_tree
from tests.lanterns import LANTERNS
from tests.web.server.people import Person, chosen, evening
from tests.web.server.raw_socket import END, TEXT, frame, upgrade
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cliffhanger import games
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import sample
from cliffhanger.web.http.forms import KINDS

MANY = 1_000_000
LIFTED = {
    **dict.fromkeys(("rate", "draft_rate", "table_rate", "address_rate", "entry_rate", "aside_rate", "sit_rate"), 1e9),
    **dict.fromkeys(("burst", "wrong", "opened", "entries", "asides", "sits"), MANY),
    "watch_stops": 0.0,
    "hello": 2.0,
}
"""The limits of rate and number are lifted, or most of what comes would be refused unread; who says no hello is cut off soon."""
GAMES = ("lanterns", *games.names())
QUICKLY = 20.0  # seconds within which somebody honest is answered, on a busy machine
NUMBERED = re.compile(r"\d")  # a card that is there once has a number; a word alone may stand on any page
LONGEST = 10_000  # signs of a refusal: a sheet has many faults, and what a stranger wrote is not said back at length
AT_ONCE = 25  # frames between two moves of those who play on


def game(name):
    """Lanterns, and all that there are."""
    return LANTERNS if name == "lanterns" else games.game(name)


def good_frames(person, view, rng):
    """A frame of every kind that a page sends, as this seat's own view allows it."""
    open_ = (msgspec.convert(each["option"], Option) for each in view["options"])
    options = [each for each in open_ if not each.blocked]
    option = rng.choice(options or [Option(person.seat, "1", "nothing", "Nothing")])
    where = {"seat": option.seat, "window": option.window, "key": option.key}
    choice = sample(option.params, rng)
    others = [each["id"] for each in view["seats"]]
    id, round = token_hex(8), rng.randint(1, 3)
    return {
        "hello": {"seat": person.seat, "secret": person.secret, "seen": view["n"], "screen": "", "version": ""},
        "act": {"id": id, "act": {**where, "choice": choice, "said": "So be it."}, "seen": view["n"]},
        "draft": {**where, "seat": rng.choice((option.seat, *others)), "choice": choice},
        "undo": {"id": id, "to": rng.randint(0, view["n"])},
        "rule": {"id": id, "path": ["lit"], "value": 2, "why": "so be it"},
        "end": {"id": id, "why": "so be it"},
        "close": {"id": id},
        "faces": {"id": id, "roll": view["waiting"].get("roll", "1"), "values": [1, 6, 3]},
        "pause": {"id": id, "on": rng.random() < 0.5, "x": rng.random() < 0.1},
        "sit": {"id": id, "seat": rng.choice(others), "name": "Mallory", "holder": rng.choice(("person", "bot"))},
        "bench": {"id": id, "to": rng.choice(("loud", "quiet", "away"))},
        "waive": {"id": id},
        "hasten": {"id": id, "far": True},
        "commit": {"round": round, "hash": token_hex(32)},
        "reveal": {"round": round, "word": token_hex(16)},
        "odds": {"window": option.window, "key": option.key, "choice": choice},
    }


def kinds():
    """The kinds of frames that are spoiled."""
    view = {"options": (), "seats": [{"id": "k1"}], "n": 1, "waiting": {}}
    return {*good_frames(SimpleNamespace(seat="k1", secret=""), view, Random(0))}


class Listener(logging.Handler):
    """All that is logged as an error, and every traceback."""

    def __init__(self):
        super().__init__()
        self.told = []

    def emit(self, record):
        if record.levelno >= logging.ERROR or record.exc_info:
            self.told.append(self.format(record))


class Attack:
    """One table with honest and hostile people at it, and all that the hostile ones were sent."""

    def __init__(self, server, rng):
        self.server, self.rng = server, rng
        self.heard = {}
        self.acts = 0

    async def begins(self, name):
        self.host = await self.server.opens(game=name, seats=3, undo="master")
        free = [each["id"] for each in (await self.host.view())["seats"] if each["holder"] != "person"]
        self.honest = await self.server.sits(self.host.table, free[0], "Ida")
        self.hostile = await self.server.sits(self.host.table, free[1], "Mallory")
        self.live = self.server.registry.tables[self.host.table]
        watch = self.live.audience.watch_secret
        self.watcher = Person(self.server, {"table": self.host.table, "seat": WATCH, "secret": watch})
        self.address = f"ws://127.0.0.1:{self.server.port}/t/{self.host.table}/ws"

    # --- those who play on --------------------------------------------------------------------------------------

    async def plays_on(self):
        """The others do something, and are answered; what the hostile seat did to the table they undo."""
        async with asyncio.timeout(QUICKLY):
            for person in (self.host, self.honest):
                view = await person.view()
                frame = chosen(person.seat, view, self.rng)
                if view["paused"]:
                    frame = {"do": "pause", "on": False}
                if frame is None or (frame["do"] == "undo" and person is not self.host):
                    continue
                id = token_hex(8)
                await person.send(id=id, **frame)
                self.acts += "ack" in await person.answer(id)

    # --- those who do not ---------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def page(self, person, text):
        """A socket of somebody hostile, which has said this first; all that comes back is kept."""
        heard = self.heard.setdefault(person.seat, [])
        async with connect(self.address, origin=self.server.origin, compression=None) as ws:
            listens = asyncio.create_task(self.listens(ws, heard))
            with contextlib.suppress(ConnectionClosed):
                await ws.send(text)
            try:
                yield ws
            finally:
                listens.cancel()

    async def listens(self, ws, heard):
        with contextlib.suppress(ConnectionClosed):
            async for text in ws:
                heard.append(text)

    async def sends(self, person, count):
        """So many frames with something wrong in them, on a page that is opened anew when it was closed."""
        view, left = await self.seen(person), count
        good = good_frames(person, view, self.rng)
        others = list(good.values())
        hello = json.dumps({"do": "hello", **good["hello"]})
        while left > 0:
            async with self.page(person, hello) as ws:
                with contextlib.suppress(ConnectionClosed):
                    while left > 0:
                        left -= 1
                        await ws.send(self.spoiled(good, others))
                        if self.rng.random() < 0.7:  # else the next one comes before this one is read
                            await asyncio.wait_for(await ws.ping(), QUICKLY)
                    while self.live.busy:
                        await asyncio.sleep(0.002)
                    await asyncio.wait_for(await ws.ping(), QUICKLY)

    async def seen(self, person):
        """What somebody hostile sees; who has lost their seat takes it again."""
        path = f"/api/tables/{person.table}/view?seat={person.seat}"
        status, view = await self.server.json("GET", path, None, person.secret)
        if status == 200:
            self.heard.setdefault(person.seat, []).append(json.dumps(view))
            return view
        assert person is self.hostile, (status, view)
        self.hostile = await self.server.sits(person.table, person.seat, "Mallory")
        return await self.hostile.view()

    def spoiled(self, good, others):
        """One frame of a stranger, as text or as bytes."""
        kind = self.rng.choice([*good, *("act",) * 10, *("draft",) * 4])
        frame = {"do": kind, **good[kind]}
        if "id" in frame:
            frame["id"] = token_hex(8)
        how, words = self.rng.random(), [*ODD_TEXTS, *strings(others)]
        if how < 0.6:  # of the right kinds, so that the table and the rules have to look at it
            fields = frame if how < 0.15 else {"do": kind, **of_leaf(self.rng, good[kind], words)}
            data = json.dumps(fields).encode()
        else:
            data = of_json(self.rng, frame, others)
        if self.rng.random() < 0.05:
            return data
        try:
            return data.decode()
        except UnicodeDecodeError:
            return data

    async def greets(self, count):
        """Sockets that begin with a hello in which something is wrong."""
        for _ in range(count):
            good = {"do": "hello", "seat": self.hostile.seat, "secret": self.hostile.secret, "seen": 0}
            text = of_json(self.rng, good, [{"seat": self.host.seat}]).decode("utf-8", "replace")
            async with self.page(Person(self.server, {**vars(self.hostile), "seat": "nobody"}), text) as ws:
                with contextlib.suppress(ConnectionClosed):
                    await ws.send(json.dumps({"do": "pause", "id": token_hex(8), "on": True}))

    async def posts(self, count):
        """Forms of the hostile seat's page with something wrong in them."""
        good = good_frames(self.hostile, await self.seen(self.hostile), self.rng)
        for _ in range(count):
            kind = self.rng.choice(list(KINDS))
            frame = of_tree(self.rng, good[kind], [good["act"]])
            rows = frame.items() if isinstance(frame, dict) else [(self.rng.choice(ODD_TEXTS), frame)]
            body = urlencode([(str(key), str(value)) for key, value in rows], errors="replace").encode()
            body = of_bytes(self.rng, body) if self.rng.random() < 0.3 else body
            headers = {
                "content-type": "application/x-www-form-urlencoded",
                "origin": self.server.origin,
                "cookie": f"seat={self.hostile.secret}",
            }
            path = f"/t/{self.hostile.table}/seat/{self.hostile.seat}/{kind}"
            status, _, text = await self.server.ask("POST", path, body, headers)
            assert status < 500, (status, body)
            self.heard.setdefault(self.hostile.seat, []).append(text)

    async def raves(self, count):
        """Bytes that no WebSocket and no browser sends."""
        for _ in range(count):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(self.rng.choice((self.handshake, self.request))())
            with contextlib.suppress(ConnectionError):
                await writer.drain()
                writer.write_eof()
                await asyncio.wait_for(reader.read(), QUICKLY)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    def handshake(self):
        """A page that opens as it should, and goes on in frames that are none."""
        deflate = "Sec-WebSocket-Extensions: permessage-deflate"
        head = upgrade(self.server, self.host.table, deflate, key=self.rng.randbytes(16))
        hello = json.dumps({"do": "hello", "seat": self.hostile.seat, "secret": self.hostile.secret}).encode()
        sent = (hello, b'{"do":"waive","id":"x"}', b"")
        frames = b"".join(frame(END | TEXT, data, self.rng.randbytes(4)) for data in sent)
        return head + of_bytes(self.rng, frames, [frame(END | TEXT, b"\x00" * 200, self.rng.randbytes(4))])

    def request(self):
        """A request with something wrong in it."""
        good = (
            f"POST /api/tables/{self.host.table}/sit HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
            'Content-Type: application/json\r\nContent-Length: 27\r\n\r\n{"seat":"nobody","name":"x"}'
        ).encode()
        return of_bytes(
            self.rng, good, [b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n"]
        )

    # --- afterwards ---------------------------------------------------------------------------------------------

    def secrets(self):
        """By seat that is hostile, what it may not know: other people's links, the key, and whatever its views hid."""
        game, points = self.live.table.game, self.live.table._play.points
        always = {self.host.secret, self.honest.secret, self.live.secrets.now.key}
        words = {point: frozenset(strings(msgspec.to_builtins(points[point].state))) for point in range(len(points))}
        for seat in self.heard:
            known = seat if seat in (WATCH, self.hostile.seat) else WATCH
            seen = set()
            for point in points:
                seen.update(strings(msgspec.to_builtins(game.view(point.state, known))))
            hidden = {each for found in words.values() for each in found - seen}
            yield seat, always | {each for each in hidden if len(each) > 9 or (len(each) > 5 and NUMBERED.search(each))}

    def told(self):
        """What hostile seats were sent of what they may not know."""
        for seat, hidden in self.secrets():
            text = "\n".join(
                each if isinstance(each, str) else each.decode("utf-8", "replace") for each in self.heard[seat]
            )
            yield from (f"{seat} was sent {each!r}" for each in hidden if each in text)
            refused = (each for each in self.heard[seat] if isinstance(each, str) and each.startswith('{"refused"'))
            yield from (f"a refusal of {len(each)} signs: {each[:200]}" for each in refused if len(each) > LONGEST)


def strings(tree):
    """All texts in plain values, names of fields left out."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for each in tree.values():
            yield from strings(each)
    elif isinstance(tree, list | tuple):
        for each in tree:
            yield from strings(each)


def held():
    """Bytes of memory that this process holds."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def attacked(seed, count, folder):
    """A table under attack by `count` frames; gives what was wrong afterwards, in sentences."""
    rng, wrong, listener = Random(seed), [], Listener()
    asyncio.get_running_loop().set_exception_handler(lambda _, what: wrong.append(f"a task broke: {what}"))
    logging.getLogger().addHandler(listener)
    name = GAMES[seed % len(GAMES)]
    try:
        async with evening(folder, LIFTED, names=GAMES, known=game) as server:
            attack = Attack(server, rng)
            await attack.begins(name)
            async with attack.host.page(words=False), attack.honest.page(words=False):
                await attack.plays_on()
                before = len(asyncio.all_tasks())
                for _ in range(0, count, AT_ONCE):
                    await attack.sends(attack.hostile, 14)
                    await attack.sends(attack.watcher, 4)
                    await attack.greets(2)
                    await attack.posts(2)
                    await attack.raves(3)
                    await attack.plays_on()
                await settled(attack, before, wrong)
            if not attack.acts:
                wrong.append("nobody could play on")
            wrong += attack.told()
    finally:
        logging.getLogger().removeHandler(listener)
    return [*wrong, *listener.told]


async def settled(attack, before, wrong):
    """No page and no task of somebody hostile is left."""
    for _ in range(60):
        pages = {each.seat for each in attack.live.audience.connections}
        if pages <= {attack.host.seat, attack.honest.seat} and len(asyncio.all_tasks()) <= before + 4:
            return
        await asyncio.sleep(0.05)
    wrong.append(f"still there: pages of {pages}, {len(asyncio.all_tasks())} tasks, {before} before")


def run(seed, count=100):
    """One table under attack; an AssertionError says what went wrong."""
    with TemporaryDirectory() as folder:
        wrong = asyncio.run(attacked(seed, count, Path(folder)))
    assert not wrong, "\n".join(wrong[:5])
