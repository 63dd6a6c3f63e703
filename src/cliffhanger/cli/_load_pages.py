"""People at pages, for measuring a server: tables are opened and filled, pages held open, acts put at a steady rate.

Every page has a socket of its own, answers for its word in a round, and keeps when it was shown which entry. Who acts asks
for what their seat may do, as a program would, and takes one of those things by chance; so any game can be played.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from http.client import HTTPConnection
from random import Random
from secrets import token_hex
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import sample
from cliffhanger.table.entropy import hidden

WATCH = "watch"
PATIENCE = 30.0  # seconds until an act that some page does not show, or that is not answered, counts as lost
TOGETHER = 32  # how many things are under way at once while tables are opened
TRIES = 4  # acts that are refused, one after another, before a table leaves its turn out


class Frame(Struct):
    """What is read of a frame: the entry a view shows, an answer, or what is asked of the page."""

    n: int = 0
    ack: str = ""
    refused: str = ""
    title: str = ""
    word: dict[str, Any] = {}


_frame = msgspec.json.Decoder(Frame)


class Failed(Exception):
    """The server did not do what is needed to measure it; says what it answered."""


class Site:
    """One server, by its address: requests over kept connections, one for each that is under way."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port, self.origin = host, port, f"http://{host}:{port}"
        self._idle: list[HTTPConnection] = []

    async def ask(self, method: str, path: str, content: object = None, secret: str = "") -> Any:  # noqa: ANN401
        """The answer to a request of JSON. Raises Failed."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {secret}"} if secret else {})
        body = None if content is None else json.dumps(content)
        status, _, found = await asyncio.to_thread(self._asked, method, path, body, headers)
        if status >= 300:
            raise Failed(f"{method} {path.partition('?')[0]}: {status}, {_why(found)}")
        return json.loads(found)

    async def way_to_watch(self, table: str) -> str:
        """The secret of those who watch a table. Raises Failed."""
        headers = {"content-type": "application/x-www-form-urlencoded", "origin": self.origin}
        form = urlencode({"seat": WATCH})
        status, way, _ = await asyncio.to_thread(self._asked, "POST", f"/t/{table}/sit", form, headers)
        if status != 303 or "#s=" not in way:
            raise Failed(f"Nobody may watch table {table}: {status}.")
        return way.partition("#s=")[2]

    def close(self) -> None:
        """Let go of the connections that lie idle."""
        while self._idle:
            self._idle.pop().close()

    def _asked(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str, bytes]:
        """Over a connection that lies idle, or a new one: the server may have let go of the idle one."""
        while True:
            idle = self._idle.pop() if self._idle else None
            line = idle or HTTPConnection(self.host, self.port, timeout=PATIENCE)
            try:
                line.request(method, path, body, headers)
                answer = line.getresponse()
                found = answer.status, answer.getheader("location", ""), answer.read()
            except OSError as error:
                line.close()
                if idle is None:
                    raise Failed(f"{self.origin} does not answer: {error}.") from error
            else:
                self._idle.append(line)
                return found


def _why(answer: bytes) -> str:
    """The sentence in which a server refuses, or what it answered instead."""
    try:
        return str(json.loads(answer)["refused"])
    except (ValueError, KeyError, TypeError):
        return answer.decode(errors="replace")[:300]


class Page:
    """One page that is open: what it was shown last, and when."""

    def __init__(self, table: "Table", site: Site, seat: str, secret: str) -> None:
        self.table, self.site, self.seat, self.secret = table, site, seat, secret
        self.n, self.views, self.bytes, self.whole = 0, 0, 0, 0
        self.socket: ClientConnection | None = None
        self._words: dict[int, str] = {}
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open it, and wait until it shows something."""
        address = f"ws://{self.site.host}:{self.site.port}/t/{self.table.name}/ws"
        self.socket = await connect(
            address,
            origin=Origin(self.site.origin),
            compression=None,
            ping_interval=None,
            max_size=None,
            open_timeout=PATIENCE,
        )
        await self.say(do="hello", seat=self.seat, secret=self.secret)
        first = await self.socket.recv(decode=False)
        self.whole = len(first)
        await self._take(first)
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Close it."""
        if self._task is not None:
            self._task.cancel()
        if self.socket is not None:
            with suppress(Exception):
                await self.socket.close()

    async def say(self, **frame: object) -> None:
        """Send a frame."""
        assert self.socket is not None
        await self.socket.send(json.dumps(frame))

    async def _listen(self) -> None:
        assert self.socket is not None
        with suppress(ConnectionClosed):
            while True:
                await self._take(await self.socket.recv(decode=False))
        self.table.cut_off += 1

    async def _take(self, body: bytes) -> None:
        now = perf_counter()
        line, view, _ = body.partition(b"\n")
        frame = _frame.decode(line)
        if view:
            self.n, self.views, self.bytes = frame.n, self.views + 1, self.bytes + len(body)
            self.table.shown(self, now)
        elif frame.ack or frame.refused:
            self.table.answered(frame.ack or frame.refused, frame.n if frame.ack else 0)
        elif frame.word:
            await self._give_word(**frame.word)

    async def _give_word(self, round: int, ask: str, **_: object) -> None:
        if ask == "commit":
            word = self._words[round] = token_hex(16)
            await self.say(do="commit", round=round, hash=hidden(word))
        elif round in self._words:
            await self.say(do="reveal", round=round, word=self._words.pop(round))


class Measured:
    """What was measured since it was last cleared: seconds from a tap until pages showed it, by whose page it was."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget what was measured."""
        self.own, self.others, self.watchers = list[float](), list[float](), list[float]()
        self.acts = self.refused = self.lost = self.skipped = 0


class Table:
    """A table, with a person's page at every seat but those of bots, and perhaps some that watch; one act is under way at most."""

    def __init__(self, name: str, sites: list[Site], measured: Measured, rng: Random) -> None:
        self.name, self.sites, self.measured, self.rng = name, sites, measured, rng
        self.pages: list[Page] = []
        self.entries = self.cut_off = 0
        self._by_seat: dict[str, Page] = {}
        self._tap = 0.0
        self._wanted: dict[str, asyncio.Future[int]] = {}
        self._waits: dict[Page, float | None] = {}
        self._kept_as = 0
        self._all: asyncio.Event = asyncio.Event()

    @classmethod
    async def opened(
        cls, sites: list[Site], game: str, seats: int, bots: int, watching: int, measured: Measured, rng: Random
    ) -> "Table":
        """A new table with people and `bots` on all its seats; pages are shared out over the sites, and not open yet. Raises Failed."""
        site = rng.choice(sites)
        host = await site.ask("POST", "/api/tables", {"game": game, "seats": seats, "name": "Wren"})
        table = cls(host["table"], sites, measured, rng)
        known = await site.ask("GET", table._view(host["seat"]), None, host["secret"])
        table._adds(host["seat"], host["secret"])
        chairs = [each["id"] for each in known["seats"] if each["id"] != host["seat"]]
        people = len(chairs) - bots
        for chair in chairs[people:]:
            sits = {"do": "sit", "id": token_hex(12), "seat": chair, "holder": "bot"}
            await site.ask("POST", f"/api/tables/{table.name}/act?seat={host['seat']}", sits, host["secret"])
        for at, chair in enumerate(chairs[:people]):
            taken = await site.ask("POST", f"/api/tables/{table.name}/sit", {"seat": chair, "name": f"Guest {at + 1}"})
            table._adds(taken["seat"], taken["secret"])
        if watching:
            secret = await site.way_to_watch(table.name)
            for _ in range(watching):
                table._adds(WATCH, secret)
        return table

    def _adds(self, seat: str, secret: str) -> None:
        page = Page(self, self.sites[len(self.pages) % len(self.sites)], seat, secret)
        self.pages.append(page)
        if seat != WATCH:
            self._by_seat[seat] = page

    def _view(self, seat: str) -> str:
        return f"/api/tables/{self.name}/view?seat={seat}&since=1000000000"

    async def goes_on(self) -> bool:
        """Somebody does something; gives whether all pages have shown it in time."""
        for _ in range(TRIES):
            found = await self._next()
            if found is None:
                break
            page, frame = found
            kept = await self._put(page, frame)
            if kept is None:
                self.measured.lost += 1
                return False
            if kept:
                return True
            self.measured.refused += 1
        self.measured.skipped += 1
        return False

    async def _next(self) -> tuple[Page, dict[str, Any]] | None:
        """What is done next, and at whose page: one of the open options of whoever is asked; at the end, back to the start."""
        host = self.pages[0]
        seats, seen = [host.seat], set[str]()
        while seats:
            seat = seats.pop(0)
            seen.add(seat)
            page = self._by_seat[seat]
            view = await page.site.ask("GET", self._view(seat), None, page.secret)
            if "over" in view["waiting"]:
                return host, {"do": "undo", "to": 0}
            asked = [each for each, _ in view["asked"] if each in self._by_seat]
            options = [each for each in view["options"] if not each["option"]["blocked"]]
            if options and (seat in asked or not asked):
                one = self.rng.choice(options)
                option = msgspec.convert(one["option"], Option)
                act: dict[str, Any] = {"kind": "act", "seat": seat, "window": option.window, "key": option.key}
                act |= {"choice": sample(option.params, self.rng), "terms": one["terms"]}
                return page, {"do": "act", "act": act}
            seats += [each for each in asked if each not in seen and each not in seats]
        return None

    async def _put(self, page: Page, frame: dict[str, Any]) -> bool | None:
        """Put it, and wait until all pages show it: False where it was refused, None where it was lost."""
        id = token_hex(12)
        self._wanted[id] = answer = asyncio.get_running_loop().create_future()
        self._waits, self._kept_as, self._all = dict.fromkeys(self.pages), 0, asyncio.Event()
        actor, self._tap = page, perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await page.say(id=id, **frame)
                if not (n := await answer):
                    return False
                self._kept_as = n
                self._looks()
                await self._all.wait()
        except (TimeoutError, ConnectionClosed):
            return None
        finally:
            del self._wanted[id]
        self.entries = n
        self._counts(actor)
        return True

    def _counts(self, actor: Page) -> None:
        self.measured.acts += 1
        for page, at in self._waits.items():
            assert at is not None
            kind = "own" if page is actor else "watchers" if page.seat == WATCH else "others"
            getattr(self.measured, kind).append(at - self._tap)

    def answered(self, id: str, n: int) -> None:
        """An answer came to one of its pages: the entry, or 0 where it was refused."""
        if (wanted := self._wanted.get(id)) is not None and not wanted.done():
            wanted.set_result(n)

    def shown(self, page: Page, now: float) -> None:
        """One of its pages was sent a view."""
        if page in self._waits and (not self._kept_as or self._waits[page] is None):
            # Until the answer is there it is not known which entry counts: the newest view before it may be that.
            self._waits[page] = now
            self._looks()

    def _looks(self) -> None:
        if self._kept_as:
            for page in self._waits:
                if page.n < self._kept_as:
                    self._waits[page] = None
            if None not in self._waits.values():
                self._all.set()


async def some_at_once(
    work: Iterable[Awaitable[object]], progress: Callable[[int], None], most: int = TOGETHER
) -> None:
    """Do all of it, so much at once; `progress` is told how much is done."""
    room, done = asyncio.Semaphore(most), 0

    async def one(each: Awaitable[object]) -> None:
        nonlocal done
        async with room:
            await each
        done += 1
        progress(done)

    async with asyncio.TaskGroup() as group:
        for each in work:
            group.create_task(one(each))
