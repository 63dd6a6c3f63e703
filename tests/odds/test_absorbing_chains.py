"""Chains that end, against sums done by hand and against every path of a bounded number of steps."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.odds.absorbing_chains import absorb, steps
from cliffhanger.odds.distribution import Distribution, die, of, sure
from cliffhanger.odds.errors import Endless, OutOfRange
from cliffhanger.odds.successes import successes


def ruin(at):
    """A walk between 0 and 5, up with chance 2 in 3."""
    return None if at in (0, 5) else of({at + 1: 2, at - 1: 1})


def test_a_walk_between_two_ends_is_the_gamblers_ruin():
    for at in range(6):
        half = Fraction(1, 2)
        assert absorb(at, ruin)[5] == (1 - half**at) / (1 - half**5)
        assert steps(at, ruin) == 3 * (5 * (1 - half**at) / (1 - half**5) - at)


def test_waiting_is_a_geometric_tail_summed_to_its_end():
    def wait(at):
        return None if at == "six" else die(6).map(lambda face: "six" if face == 6 else "still")

    assert absorb("still", wait) == sure("six")
    assert steps("still", wait) == 6


def test_a_target_reached_by_sums_leaves_its_overshoot():
    def add(total):
        return None if total >= 6 else die(4).map(lambda face: total + face)

    exact = absorb(0, add)
    paths = {}

    def follow(total, chance):
        if total >= 6:
            paths[total] = paths.get(total, 0) + chance
        else:
            for face in range(1, 5):
                follow(total + face, chance / 4)

    follow(0, Fraction(1))
    assert {end: exact[end] for end in exact.ways} == paths


def test_what_comes_back_by_several_ways_is_solved():
    # a and b hand over to each other and to c, which may go back to a: every circle is entered from outside too.
    rows = {"s": {"a": 1, "b": 1, "c": 1}, "a": {"b": 1, "x": 1}, "b": {"a": 1, "c": 1}, "c": {"a": 1, "y": 2}}
    exact = absorb("s", lambda at: of(rows[at]) if at in rows else None)
    # By hand: A = B/2 + 1/2, B = A/2 + C/2, C = A/3 for the chance of x.
    a = Fraction(3, 4)
    assert exact["x"] == (a + (a + a / 3) / 2 + a / 3) / 3
    assert exact["x"] + exact["y"] == 1


@given(st.lists(st.lists(st.integers(0, 3), min_size=7, max_size=7), min_size=5, max_size=5))
def test_a_law_of_ends_is_what_stays_the_same_one_step_later(weights):
    # States 0..4 move, 5 and 6 end. Each also ends in 6 now and then, so that there is always an end.
    def go(at):
        return of({n: w + (n == 6) for n, w in enumerate(weights[at])}) if at < 5 else None

    def ends(at):
        return absorb(at, go)

    for at in range(5):
        assert go(at).then(ends) == ends(at)
        after = go(at)
        assert steps(at, go) == 1 + sum(after[n] * steps(n, go) for n in after.ways)


def test_a_start_that_is_an_end_has_taken_no_step():
    assert absorb(0, ruin) == sure(0)
    assert steps(0, ruin) == 0


def test_what_never_ends_is_refused():
    with pytest.raises(Endless, match="for ever"):
        absorb("a", lambda at: sure("b" if at == "a" else "a"))
    with pytest.raises(Endless, match="for ever"):
        steps(0, lambda at: None if at == 9 else of({at: 1}))


def test_more_states_than_allowed_are_refused_before_anything_is_solved():
    with pytest.raises(OutOfRange, match="more than 50 positions"):
        absorb(0, lambda at: sure(at + 1), most=50)


def test_the_law_of_ends_is_in_lowest_terms():
    law = absorb(0, lambda at: None if at else Distribution({1: 4, 2: 4}, 8))
    assert (dict(law.ways), law.total) == ({1: 1, 2: 1}, 2)


def test_the_mean_of_rolls_agrees_with_walds_identity():
    one = successes(3)
    ends = absorb(0, lambda at: None if at >= 4 else one.map(lambda s: at + s))
    mean = steps(0, lambda at: None if at >= 4 else one.map(lambda s: at + s))
    assert ends.mean() == mean * one.mean()
