"""A table that another host writes to as well: it takes in what was kept elsewhere, and stands as that one does."""

from random import Random

import pytest
from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import AT, KEY, Evening

from cliffhanger.kernel.errors import Unreadable
from cliffhanger.kernel.inputs import Act, Undo
from cliffhanger.table import Table


class Elsewhere(Evening):
    """An evening whose lines are noted, for another host to take in."""

    def __init__(self, **options):
        super().__init__(**options)
        self.lines = []

    def put(self, what, seat="", id="", seen=0):
        put = super().put(what, seat, id, seen)
        self.lines += put.lines
        return put

    def beside(self):
        """The same table at another host, which has seen nothing yet."""
        return Table.load(LANTERNS, self.table.header, (), KEY)


@pytest.fixture
def elsewhere():
    evening = Elsewhere()
    evening.sits(host="Cleo", k1="Ada", k2="Ben")
    return evening


def same(one, other):
    return all(
        getattr(one.shown, name) == getattr(other.shown, name)
        for name in one.shown.__struct_fields__
        if name not in {"waiting", "drafts", "aside", "back", "waived"}
    ) and [each.option for each in one.shown.waiting] == [each.option for each in other.shown.waiting]


def test_what_was_kept_elsewhere_is_taken_in_bit_by_bit_and_both_stand_alike(elsewhere):
    beside, rng = elsewhere.beside(), Random(7)
    for _ in range(25):
        if not elsewhere.anything(rng):
            break
        if rng.random() < 0.3 and elsewhere.table.shown.log:
            elsewhere.put(Undo(rng.randrange(elsewhere.table.shown.n)), "host")
        if rng.random() < 0.6:
            beside.follow([line for line in elsewhere.lines if line.n > beside.shown.n])
            assert same(beside, elsewhere.table)
            assert beside.mark == elsewhere.table.mark
    beside.follow([line for line in elsewhere.lines if line.n > beside.shown.n])
    assert beside.kept() == elsewhere.table.kept()
    assert [entry.id for entry in beside.shown.log] == [entry.id for entry in elsewhere.table.shown.log]


def test_it_plays_on_from_there_and_knows_an_input_that_was_put_elsewhere(elsewhere):
    beside = elsewhere.beside()
    elsewhere.act("k1", "pass")
    act = elsewhere.lines[-1]
    beside.follow(elsewhere.lines)
    again = beside.put(elsewhere.table.kept()[-1].input, id=act.id, seat="k1", at=AT)
    assert again.again
    option = next(each for each in beside.options("k2") if each.key == "pass")
    put = beside.put(Act("k2", option.window, "pass"), id="here", seat="k2", at=AT)
    assert [line.n for line in put.lines] == list(range(act.n + 1, act.n + 1 + len(put.lines)))
    assert elsewhere.act("k2", "pass").entries[1].input == put.entries[1].input  # the same dice fall at both


def test_what_somebody_is_choosing_stays_while_others_act_elsewhere_and_goes_once_it_is_answered(elsewhere):
    beside = elsewhere.beside()
    beside.follow(elsewhere.lines)
    option = next(each for each in beside.options("k2") if each.key == "dare")
    assert beside.draft("k2", option.window, "dare", {"dice": 2}, "k2") is None
    elsewhere.act("k1", "pass")
    beside.follow(elsewhere.lines[-1:])
    assert [key[0] for key in beside.shown.drafts] == ["k2"]
    elsewhere.act("k2", "pass")
    beside.follow([line for line in elsewhere.lines if line.n > beside.shown.n])
    assert not beside.shown.drafts


def test_what_was_lost_here_makes_room_for_what_was_kept_there(elsewhere):
    beside = elsewhere.beside()
    beside.follow(elsewhere.lines)
    option = next(each for each in beside.options("k1") if each.key == "pass")
    assert beside.put(Act("k1", option.window, "pass"), id="slower", seat="k1", at=AT).lines
    elsewhere.act("k1", "pass")
    beside.lost()
    beside.follow(elsewhere.lines[-1:])
    assert same(beside, elsewhere.table)


def test_lines_that_do_not_follow_are_refused_and_nothing_moves(elsewhere):
    beside = elsewhere.beside()
    before = beside.shown
    with pytest.raises(Unreadable, match="Line 2: entry 1 belongs here"):
        beside.follow(elsewhere.lines[1:])
    other = structs.replace(elsewhere.lines[3], body=elsewhere.lines[3].body.replace(b"Ada", b"Eve"))
    with pytest.raises(Unreadable, match="Line 6: the line before it was changed"):
        beside.follow([*elsewhere.lines[:3], other, elsewhere.lines[4]])
    assert beside.shown is before
    beside.follow([])
    assert beside.shown is before
