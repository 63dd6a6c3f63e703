"""PostgreSQL killed with all its processes while a server plays, and started again: with fsync on, as it is served."""

import asyncio
import os
from random import Random

import pytest
from people import games, play, process
from players import TABLE, Evenings
from tests.postgres import Server
from tests.sim.history import Records

KILLS = int(os.environ.get("CLIFFHANGER_KILLS", "2"))


@pytest.fixture
def database(postgres):
    """A database of its own, which keeps on the disk what it says it keeps."""
    server = Server(fsync="on")
    yield server
    server.close()


@pytest.mark.kill
@pytest.mark.timeout(120 + 15 * KILLS)
def test_no_kill_of_the_database_loses_or_doubles_what_was_acknowledged(tmp_path, database, figures):
    from cliffhanger.store.postgres import PostgresReader

    rng, records, address = Random(17), Records(games), database.address()

    async def scene():
        async with process(tmp_path, address) as server:
            evenings = Evenings(server, {server.port: server})
            for kill in range(KILLS):
                if kill % TABLE == 0:
                    await evenings.begins()
                    await evenings.goes_on()
                await asyncio.sleep(rng.uniform(0.0, 0.6))
                database.kill()
                await asyncio.sleep(rng.uniform(0.0, 0.5))
                await asyncio.to_thread(database.start)
                with PostgresReader(address) as reader:
                    await asyncio.to_thread(records.check, reader)
                await evenings.goes_on()
            await evenings.ends()
            assert server.child.poll() is None
            return evenings.acknowledged

    acknowledged = play(scene())
    assert acknowledged > 5 * KILLS
    figures(kills_of_the_database=KILLS, acknowledged=acknowledged, lost=0, doubled=0)
