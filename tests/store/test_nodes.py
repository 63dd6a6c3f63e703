"""Three nodes on one table, whose connections are killed and whose database restarts: the history is checked whole."""

import asyncio
import json
import os
import random
import signal
import threading
import time

import pytest
from tests.postgres import Server
from tests.store.conftest import Answer

from cliffhanger.kernel.record.format import digest
from cliffhanger.table.ports import Kept, Line, Taken, Unkept, Unsure

asyncpg = pytest.importorskip("asyncpg")
KILLS = int(os.environ.get("CLIFFHANGER_KILLS", "5"))
KILL = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'cliffhanger%'"


class Node:
    """Appends one to three lines after another to what it knows, and notes what it was told of each."""

    def __init__(self, store, name):
        self.store, self.name, self.rng = store, name, random.Random(name)
        self.kept, self.unsure, self.odd, self.count = {}, {}, [], 0

    def plays(self, over):
        n, tail = 0, b"h"
        while not over.is_set():
            lines = self.lines(n, tail)
            answer = Answer()
            self.store.append(lines, answer)
            match answer.error:
                case None:
                    self.kept |= {line.id: line for line in lines}
                    n, tail = lines[-1].n, lines[-1].body
                    continue
                case Unsure():
                    self.unsure |= {line.id: line for line in lines}
                case Taken() | Unkept():
                    pass
                case error:
                    self.odd.append(error)
            try:
                for line in self.store.read("wall", n):
                    n, tail = line.n, line.body
            except Unkept:
                continue

    def lines(self, n, tail):
        lines = []
        for at in range(n + 1, n + self.rng.choice((2, 2, 4))):
            self.count += 1
            body = json.dumps({"prev": digest(tail), "by": self.name, "nth": self.count}).encode()
            lines.append(Line("wall", at, f"{self.name}-{self.count}", body))
            tail = body
        return tuple(lines)


async def harmed(server, address, rng):
    """Kill what is connected, again and again, and restart the database now and then."""
    killed = restarts = 0
    while killed < 6 * KILLS or not restarts:
        await asyncio.sleep(rng.uniform(0.02, 0.2))
        if rng.random() < 0.1 or killed > 5 * KILLS:
            server.stop(rng.choice((signal.SIGINT, signal.SIGQUIT)))
            server.start()
            restarts += 1
        db = await asyncpg.connect(address.partition("&schema=")[0])
        killed += len(await db.fetch(KILL))
        await db.close()


@pytest.fixture
def own(postgres):
    """A server that may be stopped without other tests noticing."""
    server = Server()
    yield server
    server.close()


@pytest.mark.kill
def test_what_any_node_was_told_is_what_is_kept_whatever_breaks_off(own):
    from cliffhanger.store.postgres import PostgresStore

    address, over = own.address(), threading.Event()
    nodes = [Node(PostgresStore(address, patience=30), name) for name in "abc"]
    nodes[0].store.create(Kept("wall", b"h", b"s"))
    threads = [threading.Thread(target=node.plays, args=(over,)) for node in nodes]
    for each in threads:
        each.start()
    try:
        asyncio.run(harmed(own, address, random.Random(11)))
        until = time.monotonic() + 30
        while not all(node.kept for node in nodes) and time.monotonic() < until:  # on a busy machine one comes late
            time.sleep(0.02)
    finally:
        over.set()
        for each in threads:
            each.join()
    rows = list(nodes[1].store.read("wall"))
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    tails = [b"h", *(row.body for row in rows)]
    assert [json.loads(row.body)["prev"] for row in rows] == [digest(tail) for tail in tails[:-1]]
    found = {row.id: row for row in rows}
    told = {id: line for node in nodes for id, line in node.kept.items()}
    perhaps = {id: line for node in nodes for id, line in node.unsure.items()}
    assert len(found) == len(rows)
    assert told.items() <= found.items() <= (told | perhaps).items()
    assert [error for node in nodes for error in node.odd] == []
    assert all(node.kept for node in nodes)
    for node in nodes:
        node.store.close()
