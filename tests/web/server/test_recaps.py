"""Recaps of live tables: made once for each newest entry, whole without a roll of the night, and let go of."""

import asyncio
from threading import Event

import pytest
from people import evening, play
from tests.table.evening import of_bots

from cliffhanger import games
from cliffhanger.web.live import budgets, making, recaps
from cliffhanger.web.live.exports import Exports
from cliffhanger.web.live.limits import Limits, TooMuch
from cliffhanger.web.live.making import Making
from cliffhanger.web.live.recaps import Recaps, night_of
from cliffhanger.web.live.store_threads import StoreThreads
from cliffhanger.web.workers.pool import ASKED_BY, Busy, Overrun

GAME = games.game("untold")


class Work:
    """A worker that counts what it is given, or fails as it is told."""

    def __init__(self, fails=None):
        self.fails, self.done = fails, 0

    async def run(self, _limit, work, *given):
        self.done += 1
        if self.fails:
            raise self.fails
        return work(*given)


def made(work, *tables):
    async def scene():
        kept = Recaps(games.game, work, Limits(), StoreThreads())
        return kept, [await kept.of(table) for table in tables]

    return asyncio.run(scene())


@pytest.fixture(scope="module")
def table():
    return of_bots(GAME, 40, says=("Hold the lamp.",)).table


def test_a_recap_is_made_once_for_each_newest_entry(table):
    work = Work()
    _, (first, again) = made(work, table, table)
    assert first is again
    assert work.done == 1
    assert first.night == night_of(games.game, table.header, table.kept())
    assert first.night is not None
    assert [part.name for part in first.cast[1:]] == [seat.name for seat in table.header.setup.seats[1:]]
    assert not first.over


@pytest.mark.parametrize("why", [Overrun(), Busy(), RuntimeError("the rules break")])
def test_an_evening_is_told_without_a_roll_of_the_night_where_that_cannot_be_found(table, why):
    _, (found,) = made(Work(why), table)
    assert found.night is None
    assert found.scenes


def test_a_very_long_record_is_not_played_again(table, monkeypatch):
    monkeypatch.setattr(recaps, "LONGEST", 3)
    work = Work()
    _, (found,) = made(work, table)
    assert (found.night, work.done) == (None, 0)


def test_those_not_asked_for_longest_are_let_go_of(table, monkeypatch):
    monkeypatch.setattr(recaps, "CAPACITY", 1)
    other = of_bots(GAME, 3, table_id="other").table
    work = Work()
    kept, _ = made(work, table, other, table)
    assert work.done == 3
    assert list(kept.cache) == [table.id]


# --- who waits for whom ---------------------------------------------------------------------------------------


class Slow:
    """Something that takes until it is let go."""

    def __init__(self):
        self.begun, self.going = Event(), Event()

    def made(self):
        self.begun.set()
        assert self.going.wait(10)
        return "long"


def test_whoever_asks_for_a_long_table_keeps_nobody_of_another_waiting(table):
    async def scene():
        exports, slow, other = Exports(StoreThreads()), Slow(), of_bots(GAME, 4).table
        other.id = "other"
        long = asyncio.create_task(exports.of(table, "record", slow.made))
        same = asyncio.create_task(exports.of(table, "record", lambda: "made twice"))
        await asyncio.to_thread(slow.begun.wait, 10)
        assert await asyncio.wait_for(exports.of(other, "record", lambda: "short"), 5) == "short"
        assert not same.done()
        slow.going.set()
        assert (await long, await same) == ("long", "long")

    asyncio.run(scene())


def test_what_is_made_for_an_address_is_paid_in_seconds_of_the_processor(table, monkeypatch):
    spent = iter([0.0, 4.0, 10.0, 17.0, 20.0, 21.0])
    monkeypatch.setattr(making, "perf_counter", lambda: next(spent))

    async def scene():
        exports = Exports(StoreThreads(), making=Making(Limits(making=10.0, making_rate=0.001)))
        ASKED_BY.set("192.0.2.1")
        assert await exports.of(table, "one", lambda: "4 seconds") == "4 seconds"
        assert await exports.of(table, "two", lambda: "7 seconds") == "7 seconds"
        assert await exports.of(table, "two", lambda: "again") == "7 seconds"  # it is there, and costs nothing
        with pytest.raises(TooMuch):
            await exports.of(table, "three", lambda: "never")
        ASKED_BY.set("192.0.2.2")
        assert await exports.of(table, "three", lambda: "another") == "another"

    asyncio.run(scene())


def test_who_has_had_too_much_made_is_told_so_in_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(budgets, "HERE", frozenset())

    async def scene():
        async with evening(tmp_path, {"making": 1e-9, "making_rate": 1e-12}) as server:
            wren = await server.opens()
            paths = [f"/t/{wren.table}/{what}" for what in ("record", "log", "recap", "recap.md")]
            assert (await server.ask("GET", paths[0]))[0] == 200
            assert (await server.ask("GET", paths[0]))[0] == 200  # nothing has happened since
            for path in paths[1:]:
                status, _, text = await server.ask("GET", path)
                assert (status, text) == (429, "Much was made for your address. Ask again in a minute.")

    play(scene())
