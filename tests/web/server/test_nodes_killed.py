"""Three server processes behind a plain proxy, killed at random while people play: every history is whole, and all agree."""

import asyncio
import contextlib
import os
from http.client import HTTPException
from random import Random
from secrets import token_hex

import pytest
from people import Server, chosen, play, process
from proxy import Proxy
from websockets.exceptions import WebSocketException

from cliffhanger.kernel.record.format import decode_entry
from cliffhanger.web.live.inputs import input_id

KILLS = int(os.environ.get("CLIFFHANGER_KILLS", "4"))
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


@pytest.mark.kill
@pytest.mark.timeout(90 + 10 * KILLS)
def test_no_kill_of_a_server_among_three_loses_or_doubles_what_was_acknowledged(tmp_path, address):
    rng, kills = Random(11), []

    async def scene():
        over = asyncio.Event()
        async with contextlib.AsyncExitStack() as opened:
            servers = [await opened.enter_async_context(process(tmp_path, address)) for _ in range(3)]
            ports = [each.port for each in servers]
            proxy = await opened.enter_async_context(Proxy(ports))
            front = Server(proxy.port)
            players = []
            for _ in range(2):
                wren = await front.opens()
                people = [wren, *[await front.sits(wren.table, seat, seat) for seat in ("k1", "k2")]]
                players += [Player(each, Random(each.seat)) for each in people]
            playing = [asyncio.create_task(each.plays(over)) for each in players]
            running = dict(zip(ports, servers, strict=True))
            for _ in range(KILLS):
                await asyncio.sleep(rng.uniform(0.2, 0.8))
                before = sum(len(each.kept) for each in players)
                port = rng.choice(ports)
                running[port].child.kill()
                kills.append(port)
                while sum(len(each.kept) for each in players) < before + 5:  # the others play on meanwhile
                    await asyncio.sleep(0.02)
                running[port] = await opened.enter_async_context(process(tmp_path, address, port))
            over.set()
            await asyncio.wait_for(asyncio.gather(*playing), 60)
            for table in {each.person.table for each in players}:
                await checked(table, [each for each in players if each.person.table == table], running.values())
        return sum(len(each.kept) for each in players)

    acknowledged = play(scene())
    assert len(kills) == KILLS
    assert acknowledged > 5 * KILLS
    print(f"{KILLS} kills among three servers: {acknowledged} acts were acknowledged, none is lost or doubled.")  # noqa: T201


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
