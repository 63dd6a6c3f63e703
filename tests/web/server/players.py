"""People who play on whatever breaks: they come back when cut off, send again what was not answered, and note the answers."""

import asyncio
import contextlib
from http.client import HTTPException
from random import Random
from secrets import token_hex

from people import chosen
from websockets.exceptions import WebSocketException

from cliffhanger.kernel.record.format import decode_entry
from cliffhanger.web.live.inputs import input_id

TABLE = 25  # kills that people stay at a table, so that none grows for ever
GONE = (WebSocketException, OSError, HTTPException, TimeoutError, AssertionError)


class Player:
    """Somebody who plays through the proxy, comes back when cut off, and sends again what was not answered."""

    def __init__(self, person, rng):
        self.person, self.rng = person, rng
        self.kept, self.refused, self.waiting = {}, set(), None

    async def plays(self, over):
        while not over.is_set() or self.waiting:
            with contextlib.suppress(*GONE):
                async with self.person.page(words=False):
                    await self._until_cut_off(over)
            await asyncio.sleep(0.02)

    async def _until_cut_off(self, over):
        while self.waiting or not over.is_set():
            if self.waiting is None:
                if (put := chosen(self.person.seat, await self.person.view(), self.rng)) is None:
                    await asyncio.sleep(0.01)
                    continue
                self.waiting = {"id": token_hex(16)} | put
            await self.person.send(**self.waiting)
            async with asyncio.timeout(10):
                answer = await self.person.answer(self.waiting["id"])
            id = input_id(self.person.seat, self.waiting["id"])
            if "ack" in answer:
                self.kept[id] = answer["n"]
            else:
                self.refused.add(id)
            self.waiting = None


class Evenings:
    """Tables of three people each, all by way of `front`; `running` are the servers by their ports, as they are by then."""

    def __init__(self, front, running):
        self.front, self.running = front, running
        self.players, self.playing, self.over = [], [], None
        self.left = 0  # acts that were acknowledged at tables that people have left

    @property
    def acknowledged(self):
        return self.left + sum(len(each.kept) for each in self.players)

    async def begins(self, tables=1):
        """People go to new tables; those that they leave are checked."""
        await self.ends()
        self.left, self.players, self.over = self.acknowledged, [], asyncio.Event()
        for _ in range(tables):
            wren = await self.front.opens()
            people = [wren, *[await self.front.sits(wren.table, seat, seat) for seat in ("k1", "k2")]]
            self.players += [Player(each, Random(each.seat)) for each in people]
        self.playing = [asyncio.create_task(each.plays(self.over)) for each in self.players]

    async def goes_on(self, acts=5):
        """Wait until so many acts more are acknowledged."""
        before = self.acknowledged
        while self.acknowledged < before + acts:
            await asyncio.sleep(0.02)

    async def ends(self):
        """All that is under way is answered, and then looked at."""
        if self.over is None:
            return
        self.over.set()
        await asyncio.wait_for(asyncio.gather(*self.playing), 60)
        for table in {each.person.table for each in self.players}:
            await checked(table, [each for each in self.players if each.person.table == table], self.running.values())


async def checked(table, players, servers):
    """The record is without a gap, has each acknowledged input once and no refused one, and every server shows its end."""
    host = players[0].person
    texts = set()
    for server in servers:
        path = f"/t/{table}/seat/{host.seat}/record"
        status, _, text = await server.ask("GET", path, None, {"authorization": f"Bearer {host.secret}"})
        assert status == 200, text
        texts.add(text)
    assert len(texts) == 1
    entries = [decode_entry(line.encode(), n) for n, line in enumerate(text.splitlines()[1:], 1)]
    by_id = {entry.id: entry.n for entry in entries}
    assert len(by_id) == len(entries)
    for each in players:
        for id, n in each.kept.items():
            assert by_id[id] <= n
        assert not each.refused & by_id.keys()
