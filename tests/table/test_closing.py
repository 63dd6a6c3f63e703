"""Who may close a table: whoever runs it, and somebody who sits there with nobody but bots."""

import pytest
from tests.table.evening import Evening

from cliffhanger.kernel.inputs import Close, Pause, Sit
from cliffhanger.table import session
from cliffhanger.table.permissions import HOST, closers, hosts


@pytest.fixture
def alone():
    """Ada at the wall, bots everywhere else."""
    evening = Evening()
    evening.sits(k1="Ada")
    for seat in ("host", "k2"):
        evening.put(Sit(seat, "", "bot"), HOST)
    return evening


def test_a_person_alone_with_bots_closes_the_table_that_a_bot_runs(alone):
    assert alone.put(Close(""), "k2").refusal
    assert not alone.put(Close(""), "k1").refusal
    assert alone.table.head.closed


def test_with_somebody_else_there_it_takes_whoever_runs_the_table(alone):
    alone.put(Sit("host", "", "nobody"), HOST)
    alone.put(Sit("host", "Wren", "person"), HOST)
    assert "game master" in str(alone.put(Close(""), "k1").refusal)
    assert closers(alone.table.game, alone.table.head.seats) == {"host"}


def test_several_people_whose_table_a_bot_runs_close_it_and_say_who_sits_where(alone):
    alone.put(Sit("k2", "Ben", "person"), HOST)
    seats = alone.table.head.seats
    assert closers(alone.table.game, seats) == hosts(alone.table.game, seats) == {"host", "k1", "k2"}
    assert not alone.put(Sit("k2", "", "nobody"), "k1").refusal
    assert hosts(alone.table.game, alone.table.head.seats) == {"host", "k1"}
    assert alone.put(Sit("k1", "", "nobody"), "k2").refusal  # nobody sits there any more
    assert not alone.put(Close(""), "k1").refusal


def test_who_runs_a_table_says_alone_who_sits_where(alone):
    alone.put(Sit("host", "", "nobody"), HOST)
    alone.put(Sit("host", "Wren", "person"), HOST)
    assert "game master changes that seat" in str(alone.put(Sit("k2", "", "nobody"), "k1").refusal)
    assert not alone.put(Sit("k2", "", "nobody"), "host").refusal


def test_a_table_whose_record_is_full_takes_nothing_more_but_its_end(alone, monkeypatch):
    monkeypatch.setattr(session, "ENTRIES", session.ROLLS + alone.table.head.n)
    full = alone.put(Pause(on=True), "k1").refusal
    assert (full.why, full.instead) == ("This table's record is full.", "Close it, and play on at a new one.")
    assert not alone.put(Close(""), "k1").refusal
    assert alone.table.head.closed
    assert "closed" in str(alone.put(Close(""), "k1").refusal)
