"""Frames on a stack, rounds of passing, rows by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lanterns import Hour, Keeper, Night, Watch
from msgspec import Struct, json

from cliffhanger.kernel.frames import (
    Passing,
    acts,
    amend,
    change,
    changed,
    cut,
    fresh,
    innermost,
    leaves,
    one,
    passes,
    pop,
    position,
    push,
    replace,
    speaker,
    tell,
    top,
    turn,
    without,
)
from cliffhanger.kernel.procedure import Procedure

NIGHT = Night((Keeper("k1", "Ida"), Keeper("k2", "Bram")), (), {})
HOUR = Hour(Passing(("k1", "k2")))


class Walk(Procedure, frozen=True):
    """A frame with a round of passing."""

    round: Passing
    phase: str = "on"
    steps: int = 0


WALK = Walk(Passing(("k1", "k2")))


class Other(Struct, frozen=True):
    stack: tuple = ()
    serial: int = 0
    news: tuple = ()


def numbers(s):
    return [frame.number for frame in s.stack]


def test_a_new_procedure_a_new_phase_and_a_return_each_take_a_new_number():
    s = push(NIGHT, HOUR)
    assert numbers(s) == [0, 1]
    s = turn(s, phase="work")
    assert (numbers(s), top(s).phase) == ([0, 2], "work")
    s = pop(s)
    assert numbers(s) == [3]


def test_amending_leaves_windows_open():
    s = amend(push(NIGHT, HOUR), oil=3)
    assert (numbers(s), top(s).oil) == ([0, 1], 3)


def test_the_innermost_frame_of_a_kind_is_found_and_changed_with_its_windows_left_open():
    s = push(push(push(NIGHT, HOUR), HOUR), WALK)
    after = changed(s, Hour, oil=2)
    assert (innermost(s, Hour).number, innermost(s, Walk).steps) == (2, 0)
    assert ([frame.oil for frame in after.stack[1:3]], numbers(after)) == ([s.stack[1].oil, 2], numbers(s))
    assert innermost(NIGHT, Walk) is None
    assert changed(NIGHT, Walk, steps=1) is NIGHT


def test_cutting_ends_all_but_the_outermost_and_asks_it_anew():
    s = cut(push(push(NIGHT, HOUR), HOUR))
    assert numbers(s) == [3]
    assert isinstance(top(s), Watch)


def test_the_last_procedure_can_end():
    assert pop(NIGHT).stack == ()


@given(st.lists(st.sampled_from(("push", "turn", "pop", "cut"))))
def test_no_number_is_given_twice(deeds):
    s, given_ = NIGHT, {0}
    for deed in deeds:
        before = set(numbers(s))
        if deed == "push":
            s = push(s, HOUR)
        elif len(s.stack) > 1:
            s = {"turn": turn, "pop": pop, "cut": cut}[deed](s)
        fresh = set(numbers(s)) - before
        assert not fresh & given_
        given_ |= fresh


def test_positions_forget_numbers_and_nothing_else():
    s = push(NIGHT, HOUR)
    assert position(turn(s)) == position(s)
    assert position(turn(s, oil=1)) != position(s)


def test_a_child_comes_back_to_the_one_that_asked():
    s = pop(push(push(NIGHT, replace(HOUR, oil=1)), replace(HOUR, oil=2)))
    assert top(s).oil == 1


def test_news_are_told_in_order_and_may_be_for_one_seat():
    s = tell(tell(NIGHT, "a", "Ida", n=1), "b", only=("k1",))
    assert [(e.what, e.who, e.data, e.only) for e in s.news] == [("a", "Ida", {"n": 1}, ()), ("b", "", {}, ("k1",))]


def test_rows_are_found_changed_and_left_out_by_their_id():
    rows = NIGHT.keepers
    assert one(rows, "k2").name == "Bram"
    assert one(change(rows, "k2", name="Bo"), "k2").name == "Bo"
    assert without(rows, "k1") == rows[1:]
    with pytest.raises(KeyError, match="k3"):
        one(rows, "k3")


class TestPassing:
    everybody = Passing(("a", "b", "c"))
    in_turns = Passing(("a", "b", "c"), in_turns=True)

    def test_all_may_speak_until_they_pass(self):
        assert self.everybody.may() == ("a", "b", "c")
        assert self.everybody.passes("b").may() == ("a", "c")

    def test_whoever_passes_first_makes_no_difference(self):
        assert self.everybody.passes("c").passes("a") == self.everybody.passes("a").passes("c")

    def test_a_deed_lets_everybody_speak_again(self):
        assert self.everybody.passes("a").passes("b").acted("c") == self.everybody

    def test_in_turns_one_speaks_at_a_time(self):
        assert self.in_turns.may() == ("a",)
        assert self.in_turns.passes("a").may() == ("b",)

    def test_in_turns_the_one_after_the_deed_begins_and_the_doer_comes_last(self):
        after = self.in_turns.passes("a").acted("b")
        assert after.may() == ("c",)
        assert after.order == ("c", "a", "b")

    def test_it_is_over_when_all_have_passed(self):
        passing = self.everybody.passes("a").passes("b")
        assert not passing.over
        assert passing.passes("c").over
        assert Passing(()).over


def test_whoever_speaks_in_turn_passes_or_leaves_in_new_windows():
    s = push(NIGHT, Walk(Passing(("k1", "k2"), in_turns=True)))
    assert speaker(s) == "k1"
    after = passes(s)
    assert (speaker(after), numbers(after)) == ("k2", [0, 2])
    assert top(leaves(s)).round.out == ("k1",)


def test_where_all_speak_at_once_who_passes_or_leaves_closes_no_window_of_others():
    s = push(NIGHT, WALK)
    for change_ in (passes, leaves):
        after = change_(s, "k2")
        assert (top(after).round.may(), numbers(after)) == (("k1",), [0, 1])


def test_a_deed_opens_the_round_again_in_new_windows():
    s = acts(passes(push(NIGHT, WALK), "k2"), "k1", steps=4)
    assert (top(s).round.may(), top(s).steps, numbers(s)) == (("k1", "k2"), 4, [0, 2])


def test_a_frame_is_written_by_the_name_of_its_class():
    class LongNight(Procedure, frozen=True):
        who: str
        phase: str = "dusk"

    assert json.encode(LongNight("ida", number=2)) == b'{"frame":"long_night","who":"ida","phase":"dusk","number":2}'


def test_what_is_made_in_play_is_numbered_whatever_it_is():
    class Shore(Struct, frozen=True):
        made: int = 0

    s, rope = fresh(Shore(), "rope")
    s, lamp = fresh(s, "lamp")
    assert (rope, lamp, s) == ("rope-1", "lamp-2", Shore(2))
