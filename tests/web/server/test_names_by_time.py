"""Whether a table is there is told by no time that an answer takes: a wrong secret is the same work for both."""

import asyncio
from statistics import median
from time import perf_counter

import pytest
from people import evening, play

pytestmark = pytest.mark.timeout(60)


async def looked_up(registry, *tries, address="192.0.2.9"):
    """What the store was asked, in turn, as links were tried; and whether each let somebody in."""
    asked, ways = [], []
    for name in ("find", "read", "checkpoint"):
        real = getattr(registry.store, name)
        setattr(
            registry.store,
            name,
            lambda *given, name=name, real=real, **more: asked.append(name) or real(*given, **more),
        )
        ways.append(name)
    found = []
    for table, seat, secret in tries:
        asked.append("|")
        found.append(await registry.admit(table, seat, secret, address) is not None)
    for name in ways:
        delattr(registry.store, name)
    return "".join(asked).split("|")[1:], found


def test_a_wrong_secret_asks_the_store_the_same_wherever_the_table_is(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren, idle = await server.opens(), await server.opens()
            del server.registry.tables[idle.table]
            tries = [(name, "host", "0" * 32) for name in (wren.table, idle.table, "no-such-table-here")]
            assert await looked_up(server.registry, *tries) == (["find"] * 3, [False] * 3)
            assert idle.table not in server.registry.tables
            assert (await looked_up(server.registry, (idle.table, "host", idle.secret)))[1] == [True]
            assert await server.registry.admit(wren.table, "host", wren.secret) is not None

    play(scene())


def test_past_the_limit_nothing_is_looked_up_and_who_sits_at_a_live_table_comes_in(tmp_path):
    async def scene():
        async with evening(tmp_path, {"wrong": 3}) as server:
            wren, idle = await server.opens(), await server.opens()
            del server.registry.tables[idle.table]
            for _ in range(3):
                server.registry.wrong_secrets.add("192.0.2.9")
            tries = [(name, "host", "0" * 32) for name in (wren.table, idle.table, "no-such-table-here")]
            asked, found = await looked_up(server.registry, *tries, (wren.table, "host", wren.secret))
            assert asked == [""] * 4
            assert found == [False] * 3 + [True]
            assert await server.registry.admit(idle.table, "host", idle.secret, "192.0.2.10") is not None

    play(scene())


@pytest.mark.slow
def test_the_times_are_near_each_other(tmp_path):
    async def scene():
        async with evening(tmp_path) as server:
            wren, idle = await server.opens(), await server.opens()
            del server.registry.tables[idle.table]
            times = {name: [] for name in (wren.table, idle.table, "no-such-table-here")}
            for _ in range(300):
                for name, took in times.items():
                    began = perf_counter()
                    await server.registry.admit(name, "host", "0" * 32)
                    took.append(perf_counter() - began)
                await asyncio.sleep(0)
            found = sorted(median(took) for took in times.values())
            assert found[-1] < 1.5 * found[0] + 100e-6

    play(scene())
