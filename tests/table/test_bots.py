"""When bots act by themselves: only where the table waits for nobody but bots."""

import pytest
from tests.table.evening import Evening

from cliffhanger.games import game
from cliffhanger.kernel.inputs import Act, Sit
from cliffhanger.kernel.offers import Offer, Option, awaited
from cliffhanger.kernel.params import first
from cliffhanger.table.permissions import HOST
from cliffhanger.table.session import Table


def made(seat, key, rank=0, *, blocked="", reaction=False):
    return Offer.written_out(Option(seat, "1", key, key, rank=rank, blocked=blocked, reaction=reaction), lambda s: s)


def test_the_table_waits_for_the_open_offers_of_the_first_rank():
    now = [made("a", "late", 5), made("b", "shut", 1, blocked="No."), made("c", "may", 0, reaction=True)]
    now += [made("d", "go", 2), made("e", "go", 2)]
    assert [each.seat for each in awaited(now)] == ["d", "e"]
    assert awaited(now[1:3]) == ()


class Alone:
    """Untold with one person, Ione Varr, and bots on all other chairs."""

    def __init__(self):
        untold = game("untold")
        setup = untold.ready(3, {})
        self.table = Table.open(untold, setup, table_id="alone", key=bytes(32), at="")
        self.own = next(each.id for each in setup.seats if each.role != "gm")
        for seat in setup.seats:
            self.put(Sit(seat.id, "", "person" if seat.id == self.own else "bot"), HOST)

    def put(self, put, seat):
        done = self.table.put(put, id=f"{self.table.head.n}-{seat or 'host'}", seat=seat, at="")
        assert done.refusal is None, done.refusal
        self.table.committed(done.entries[-1].n)

    def bots(self):
        """Let bots act until they wait; no more than they could need."""
        for _ in range(200):
            if (move := self.table.bot()) is None:
                return
            self.put(move[1], move[0])
        raise AssertionError("the bots go on and on")

    def does(self, key, **choice):
        self.bots()
        option = next(o for o in self.table.options(self.own) if o.key == key and not o.blocked)
        self.put(Act(self.own, option.window, key, first(option.params) | choice), self.own)

    @property
    def open(self):
        return {o.key for o in self.table.options(self.own) if not o.blocked}


@pytest.fixture
def alone():
    return Alone()


def test_while_a_person_builds_a_pool_no_bot_does_anything(alone):
    alone.bots()
    alone.does("check", goal="reach the lamp")
    alone.bots()
    assert {"roll", "take"} & alone.open
    assert alone.table.bot() is None
    waits = [o for o in alone.table.options("gm") if not o.blocked and not o.standing]
    assert all(o.reaction for o in waits)
    assert alone.own in dict(alone.table.shown.asked)


def test_where_any_of_several_may_go_on_a_bot_leaves_it_to_a_person():
    evening = Evening()
    evening.sits(k1="Ida")
    evening.put(Sit("k2", "", "bot"), HOST)
    assert evening.table.bot() is None
    evening.act("k1", "pass")
    seat, _ = evening.table.bot()
    assert seat == "k2"
