"""People at browsers, for tests with real sockets: they open tables, sit down, act, and read what they are sent."""

import asyncio
import contextlib
import http.client
import json
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex

import msgspec
from lanterns import LANTERNS
from websockets.asyncio.client import connect

from cliffhanger.kernel.inputs import Pause
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import sample
from cliffhanger.store import SqliteStore
from cliffhanger.web.http.app import app
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.registry import Registry
from cliffhanger.web.live.wire import Reader
from cliffhanger.web.server import serving
from cliffhanger.web.workers.pool import Worker

HOST = Path(__file__).with_name("host.py")
QUICK = {"bot_delay": 0.0, "looks": 0.0, "grace": 0.0, "reading": 0.0, "word": 0.3}


def games(name):
    if name != "lanterns":
        raise LookupError(f"There is no game {name!r}. There are: lanterns.")
    return LANTERNS


class Server:
    """A server to talk to."""

    def __init__(self, port, registry=None):
        self.port, self.registry = port, registry
        self.origin = f"http://127.0.0.1:{port}"

    async def ask(self, method, path, body=None, headers=None):
        return await asyncio.to_thread(self.asked, method, path, body, headers)

    def asked(self, method, path, body=None, headers=None):
        """One request; gives status, headers (all cookies under "cookies", a line each) and text."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as line:
            line.request(method, path, body, headers or {})
            answer = line.getresponse()
            text = answer.read().decode()
        found = [(name.lower(), value) for name, value in answer.getheaders()]
        cookies = "\n".join(value for name, value in found if name == "set-cookie")
        return answer.status, {**dict(found), "cookies": cookies}, text

    async def post(self, path, fields, **headers):
        from urllib.parse import urlencode

        kind = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin, **headers}
        return await self.ask("POST", path, urlencode(fields, doseq=True), kind)

    async def json(self, method, path, content=None, secret=""):
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        status, _, text = await self.ask(method, path, json.dumps(content) if content is not None else None, headers)
        return status, json.loads(text)

    async def opens(self, **wish):
        """A new table; gives whoever opened it."""
        status, place = await self.json("POST", "/api/tables", {"game": "lanterns", "seats": 3, "name": "Wren", **wish})
        assert status == 201, place
        return Person(self, place)

    async def sits(self, table, seat, name):
        status, place = await self.json("POST", f"/api/tables/{table}/sit", {"seat": seat, "name": name})
        assert status == 201, place
        return Person(self, place)


class Person:
    """Somebody with a seat, and a page on it when it is open."""

    def __init__(self, server, place):
        self.server, self.table, self.seat, self.secret = server, place["table"], place["seat"], place["secret"]
        self.ws = None
        self.frames = []

    @contextlib.asynccontextmanager
    async def page(self, *, seen=0, words=True, screen="", version="", **options):
        """The seat's page, or another screen of its, open."""
        address = f"ws://127.0.0.1:{self.server.port}/t/{self.table}/ws"
        async with connect(address, origin=self.server.origin, **options) as self.ws:
            await self.send(do="hello", seat=self.seat, secret=self.secret, seen=seen, screen=screen, version=version)
            self.words, self.reader = words, Reader()
            yield self

    async def send(self, **frame):
        await self.ws.send(json.dumps(frame))

    async def next(self, *kinds, within=30):
        """The next frame that has one of these fields; the others are kept in `frames`."""
        async with asyncio.timeout(within):
            while True:
                line, view, texts = (await self.ws.recv()).partition("\n")
                frame = json.loads(line)
                if view:
                    frame["page"] = self.reader.page(frame, texts)
                self.frames.append(frame)
                if not kinds or any(kind in frame for kind in kinds):
                    return frame

    async def view(self):
        status, view = await self.server.json(
            "GET", f"/api/tables/{self.table}/view?seat={self.seat}", None, self.secret
        )
        assert status == 200, view
        return view

    async def option(self, key):
        view = await self.view()
        return next(each for each in view["options"] if each["option"]["key"] == key)

    async def until(self, key):
        """The first open option whose key begins so, once there is one."""
        while True:
            for each in (await self.view())["options"]:
                if each["option"]["key"].startswith(key) and not each["option"]["blocked"]:
                    return each["option"]
            await asyncio.sleep(0.02)

    async def act_frame(self, key, **choice):
        found = await self.option(key)
        option = found["option"]
        act = {"seat": self.seat, "window": option["window"], "key": key, "choice": choice, "terms": found["terms"]}
        return {"do": "act", "id": token_hex(16), "act": act}

    async def does(self, key, **choice):
        """Act on the page, and wait for the answer."""
        frame = await self.act_frame(key, **choice)
        await self.send(**frame)
        return await self.answer(frame["id"])

    async def answer(self, id):
        while True:
            frame = await self.next("ack", "refused")
            if id in (frame.get("ack"), frame.get("refused")):
                return frame


@contextlib.asynccontextmanager
async def evening(
    tmp_path, limits=None, store=None, *, names=("lanterns",), known=None, deflate=False, proxies=(), **options
):
    """A server in this process, over a store of its own."""
    store = store or SqliteStore(tmp_path / "tables.db")
    with ThreadPoolExecutor(1) as pool:
        limits = Limits(**(QUICK | (limits or {})))
        registry = Registry(store, known or games, limits=limits, worker=Worker(pool), names=list(names), **options)
        try:
            async with serving(registry, app(registry), deflate=deflate, proxies=proxies) as port:
                yield Server(port, registry)
        finally:
            store.close()


@contextlib.asynccontextmanager
async def process(tmp_path, store=None, port=0):
    """A server process, over a file or the store named; whoever is still running at the end is killed."""
    if not port:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    store = store or tmp_path / "tables.db"
    child = subprocess.Popen([sys.executable, HOST, str(port), store], stderr=subprocess.PIPE)
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


async def grown(server, count):
    """A table whose first act a page has put, with so many entries after it; the people, and that act as it was sent."""
    wren = await server.opens()
    ada = await server.sits(wren.table, "k1", "Ada")
    async with ada.page(words=False):
        frame = await ada.act_frame("pass")
        await ada.send(**frame)
        ack = await ada.answer(frame["id"])
    live_table = server.registry.tables[wren.table]
    for n in range(count):
        assert (await live_table.ask(Pause(n % 2 == 0), id=f"more-{n}", seat="k1")).refusal is None
    return wren, ada, frame, ack


def chosen(seat, view, rng):
    """One of the things this seat may do, if there is any; when the night is over, it begins again."""
    options = [each for each in view["options"] if not each["option"]["blocked"]]
    if "over" in view["waiting"]:
        return {"do": "undo", "to": 0}
    if not options:
        return None
    option = msgspec.convert(rng.choice(options)["option"], Option)
    choice = sample(option.params, rng)
    return {"do": "act", "act": {"seat": seat, "window": option.window, "key": option.key, "choice": choice}}


def play(scene):
    """Run an asynchronous test."""
    return asyncio.run(scene)
