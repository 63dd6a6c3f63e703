"""Three server processes behind a plain proxy, killed at random while people play: every history is whole, and all agree."""

import asyncio
import contextlib
import os
from random import Random

import pytest
from people import Server, games, play, process
from players import TABLE, Evenings
from proxy import Proxy
from tests.sim.history import Records

KILLS = int(os.environ.get("CLIFFHANGER_KILLS", "4"))


@pytest.mark.kill
@pytest.mark.timeout(90 + 10 * KILLS)
def test_no_kill_of_a_server_among_three_loses_or_doubles_what_was_acknowledged(tmp_path, address, figures):
    from cliffhanger.store.postgres import PostgresReader

    rng, kills, records = Random(11), [], Records(games)

    async def scene():
        async with contextlib.AsyncExitStack() as opened:
            servers = [await opened.enter_async_context(process(tmp_path, address)) for _ in range(3)]
            ports = [each.port for each in servers]
            proxy = await opened.enter_async_context(Proxy(ports))
            running = dict(zip(ports, servers, strict=True))
            evenings = Evenings(Server(proxy.port), running)
            for kill in range(KILLS):
                if kill % TABLE == 0:
                    await evenings.begins(tables=2)
                await asyncio.sleep(rng.uniform(0.2, 0.8))
                port = rng.choice(ports)
                running[port].child.kill()
                kills.append(port)
                await evenings.goes_on()  # the others play on meanwhile
                with PostgresReader(address) as reader:
                    await asyncio.to_thread(records.check, reader)
                running[port] = await opened.enter_async_context(process(tmp_path, address, port))
            await evenings.ends()
            return evenings.acknowledged

    acknowledged = play(scene())
    assert len(kills) == KILLS
    assert acknowledged > 5 * KILLS
    figures(kills_among_three_servers=KILLS, acknowledged=acknowledged, lost=0, doubled=0)
