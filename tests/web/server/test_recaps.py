"""Recaps of live tables: made once for each newest entry, whole without a roll of the night, and let go of."""

import asyncio

import pytest
from tests.table.evening import of_bots

from cliffhanger import games
from cliffhanger.web.live import recaps
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.recaps import Recaps, night_of
from cliffhanger.web.live.store_threads import StoreThreads
from cliffhanger.web.workers.pool import Busy, Overrun

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
