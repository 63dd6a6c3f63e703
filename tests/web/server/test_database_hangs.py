"""A database that hangs: no table of the server notices but by waiting, and what was kept is acknowledged once it answers."""

import asyncio
import contextlib
import os
import signal
import time

import pytest
from people import evening, grown, play, process

from cliffhanger.table.entries import PAGE
from cliffhanger.web.live.inputs import input_id

pytestmark = pytest.mark.timeout(180)
STOPS = 18.0  # seconds; after 20 systemd would kill it
HANGS = 3.0  # seconds
LATE = 1.0  # seconds; a loop that waits for a database is late by as much as it hangs


@contextlib.contextmanager
def hanging(server):
    """Within this a database answers nobody, and cuts nobody off: as when its machine is taken over, or a line is cut."""
    stopped = server.processes()
    for each in stopped:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in stopped:
            os.kill(each, signal.SIGCONT)


@contextlib.asynccontextmanager
async def lateness():
    """How late the loop is at the most within this, in seconds, as a list of one."""
    most = [0.0]

    async def ticks():
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.02)
            most[0] = max(most[0], time.monotonic() - began - 0.02)

    ticking = asyncio.create_task(ticks())
    try:
        yield most
    finally:
        ticking.cancel()


@pytest.mark.parametrize("patience", [8.0, 0.3], ids=["while it is waited for", "longer than it is waited for"])
def test_while_a_database_hangs_the_loop_goes_on_and_what_was_kept_is_acknowledged_once(
    tmp_path, postgres, address, monkeypatch, patience
):
    from cliffhanger.store.postgres import PostgresStore, link

    monkeypatch.setattr("cliffhanger.table.checkpoints.SPACING", 0.0)  # a checkpoint after every input
    if patience < 1:
        monkeypatch.setattr(link, "COMMAND", 0.5)
        monkeypatch.setattr(link, "CONNECT", 0.5)

    async def scene():
        async with evening(tmp_path, store=PostgresStore(address)) as server:
            wren, ada, frame, ack = await grown(server, 2 * PAGE + 20)
        async with evening(tmp_path, store=PostgresStore(address, patience)) as server:
            for each in (wren, ada):
                each.server = server
            other = await server.opens()
            async with ada.page(words=False), wren.page(words=False), other.page(words=False):
                for each in (ada, wren, other):
                    await each.next("page")
                table = server.registry.tables[wren.table].table
                assert table._play.base > 2 * PAGE > ack["n"]
                async with lateness() as late:
                    with hanging(postgres):
                        await ada.send(**frame)  # as a page does that was cut off before it was answered
                        await wren.send(do="undo", id="far-back-1", to=1)
                        await wren.send(do="pause", id="new-1", on=True)
                        until = time.monotonic() + HANGS
                        await seen(other)
                        assert await newest(ada) == table.shown.n  # who comes sees what is there
                        with pytest.raises(TimeoutError):
                            await wren.next("ack", "refused", within=until - time.monotonic())
                    assert await ada.answer(frame["id"]) == ack
                    answers = [await wren.next("ack", "refused") for _ in range(2)]
                assert {answer.get("ack") for answer in answers} == {"far-back-1", "new-1"}, answers
                said = {frame["waits"] for each in (ada, wren) for frame in each.frames if "waits" in frame}
                assert said == {frame["id"], "far-back-1", "new-1"}
                assert late[0] < LATE, f"the loop was late by {late[0]:.2f} s"
                print(f"the loop was late by {late[0]:.3f} s at the most")  # noqa: T201
            kept = [line.id for line in await asyncio.to_thread(lambda: list(server.registry.store.read(wren.table)))]
            put = [input_id("k1", frame["id"]), *(input_id("host", id) for id in ("far-back-1", "new-1"))]
            assert [kept.count(id) for id in put] == [1, 1, 1]
            assert len(set(kept)) == len(kept)

    play(scene())


@pytest.mark.long
def test_a_server_that_is_stopped_while_its_database_hangs_ends_soon_and_says_so_without_a_trace(
    tmp_path, postgres, address
):
    async def scene():
        async with process(tmp_path, address) as server:
            wren = await server.opens()
            async with wren.page(words=False):
                await wren.next("page")
                with hanging(postgres):
                    await wren.send(do="pause", id="waits-1", on=True)
                    await asyncio.sleep(6)  # it looks around meanwhile
                    began = time.monotonic()
                    server.child.send_signal(signal.SIGTERM)
                    assert await asyncio.to_thread(server.child.wait, 60) == 0
                    assert time.monotonic() - began < STOPS
                    said = server.child.stderr.read().decode()
            assert "The database does not answer" in said
            assert "Traceback" not in said

    play(scene())


async def newest(person):
    """The number of the newest entry, as a program is told it that has all of them."""
    n = person.server.registry.tables[person.table].table.shown.n
    path = f"/api/tables/{person.table}/view?seat={person.seat}&since={n}"
    status, view = await person.server.json("GET", path, None, person.secret)
    assert (status, view["log"]) == (200, [])
    return view["n"]


async def seen(person):
    """What needs no store is answered meanwhile, at any table."""
    option = (await person.server.registry.find(person.table)).table.options(person.seat)[0]
    await person.send(do="odds", window=option.window, key=option.key, choice={})
    await person.next("odds", within=5)
