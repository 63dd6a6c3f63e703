"""Laws of dice against every face of them, as whole numbers."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.odds.distribution import Chances, Consecutive, Distribution, die, mixture, of, sure
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.successes import MOST, at_least, margin, margins, successes


def faces(dice, size=3):
    return product(range(1, size + 1), repeat=dice)


@pytest.mark.parametrize("dice", range(8))
def test_successes_are_the_faces_counted(dice):
    ways = Counter(sum(face == 3 for face in roll) for roll in faces(dice))
    law = successes(dice)
    assert (dict(law.ways), law.total) == (dict(ways), 3**dice)


@pytest.mark.parametrize(("dice", "against"), [(0, 0), (0, 3), (4, 0), (3, 4), (4, 3)])
def test_a_margin_is_the_faces_counted(dice, against):
    ways = Counter(
        sum(face == 3 for face in roll[:dice]) - sum(face == 3 for face in roll[dice:])
        for roll in faces(dice + against)
    )
    law = margin(dice, against)
    assert (dict(law.ways), law.total) == (dict(ways), 3 ** (dice + against))


@pytest.mark.parametrize(("hit", "size"), [(1, 2), (3, 4), (4, 12)])
def test_any_chance_of_success_will_do(hit, size):
    ways = Counter(sum(face <= hit for face in roll) for roll in faces(3, size))
    law = successes(3, hit, size)
    assert (dict(law.ways), law.total) == (dict(ways), size**3)
    assert at_least(3, 2, hit, size) == Fraction(ways[2] + ways[3], size**3)


@given(st.integers(0, 60), st.integers(0, 60))
def test_a_margin_is_one_pool_less_the_other_however_long_its_numbers(dice, against):
    slow = successes(dice).plus(successes(against).map(lambda s: -s))
    fast = margin(dice, against)
    assert (dict(fast.ways), fast.total) == (dict(slow.ways), slow.total)
    assert sum(fast.ways.values()) == fast.total


@pytest.mark.parametrize(("dice", "against"), [(0, 0), (0, 3), (4, 0), (3, 4), (41, 40)])
def test_margins_as_a_row_are_the_same_as_by_outcome(dice, against):
    row, law = margins(dice, against), margin(dice, against)
    assert (row.rows(), row.total) == (law.rows(), law.total)
    assert law.consecutive() == row
    for number in range(-against - 2, dice + 3):
        assert row.weight(number) == law.ways.get(number, 0)
        assert row.chance(number) == law.chance(lambda m, n=number: m >= n)


def test_a_row_has_a_weight_for_what_lies_in_a_gap():
    row = of({-1: 2, 2: 1}).consecutive()
    assert row == Consecutive(-1, (2, 0, 0, 1), 3)
    assert row.rows() == (("-1", Fraction(2, 3)), ("2", Fraction(1, 3)))


def test_at_least_is_a_tail_of_the_law():
    for dice, required in product(range(8), range(-1, 10)):
        assert at_least(dice, required) == successes(dice).chance(lambda s, r=required: s >= r)


@pytest.mark.parametrize("call", [lambda: successes(-1), lambda: margin(1, MOST + 1), lambda: successes(2, 3, 3)])
def test_a_pool_out_of_range_is_refused_with_the_way_out(call):
    with pytest.raises(OutOfRange, match="give"):
        call()


def test_a_sum_of_dice_is_the_faces_added():
    ways = Counter(sum(roll) for roll in faces(3, 6))
    law = die(6).times(3)
    assert (dict(law.ways), law.total) == (dict(ways), 216)
    assert law.mean() == Fraction(21, 2)
    assert die(6).times(0) == sure(0)


def test_what_follows_is_mixed_over_one_total():
    # A d4; on a 4 a d6 is thrown instead.
    law = die(4).then(lambda face: die(6) if face == 4 else sure(face))
    assert law[1] == Fraction(1, 4) + Fraction(1, 24)
    assert law[6] == Fraction(1, 24)
    assert sum(law.ways.values()) == law.total
    assert mixture([(3, sure("a")), (1, sure("b"))])["b"] == Fraction(1, 4)


def test_laws_are_equal_when_every_chance_is():
    assert Distribution({1: 2, 2: 4}, 6) == of({1: 1, 2: 2, 3: 0})
    assert of({1: 1, 2: 2}) != of({1: 2, 2: 1})
    assert of({1: 1}) != of({2: 1})
    assert of({1: 1}) != 1


def test_a_law_can_be_cut_down_to_what_is_known():
    assert die(6).given(lambda face: face > 4) == of({5: 1, 6: 1})
    with pytest.raises(ValueError, match="can happen"):
        die(6).given(lambda face: face > 6)


@pytest.mark.parametrize("ways", [{}, {1: 0}, {1: -1, 2: 3}, {1: 0.5}])
def test_weights_are_whole_numbers_and_not_all_nothing(ways):
    with pytest.raises(ValueError, match=r"weight|can happen"):
        of(ways)


def test_rows_are_in_order_and_a_law_travels():
    law = margin(1, 1)
    assert law.rows() == (("-1", Fraction(2, 9)), ("0", Fraction(5, 9)), ("1", Fraction(2, 9)))
    assert pickle.loads(pickle.dumps(law)) == law
    assert law.mean(lambda m: m * m) == Fraction(4, 9)


def test_chances_read_as_the_tuple_of_their_fractions():
    chances = Chances(("none", 1, "2 or more"), (1, 0, 3), 4)
    pairs = (("none", Fraction(1, 4)), ("1", Fraction(0)), ("2 or more", Fraction(3, 4)))
    assert chances == pairs
    assert pairs == chances
    assert chances == Chances(["none", "1", "2 or more"], [2, 0, 6], 8)
    assert chances != pairs[:2]
    assert chances != list(pairs)
    assert hash(chances) == hash(pairs)
    assert (len(chances), chances[-1], chances[:2], list(chances)) == (3, pairs[-1], pairs[:2], list(pairs))
    assert not Chances((), (), 1)


def test_chances_travel_as_whole_numbers_whether_or_not_they_were_read():
    chances = Chances(range(-1, 1), (1, 2), 3)
    for _ in range(2):
        sent = pickle.dumps(chances)
        assert b"Fraction" not in sent
        assert pickle.loads(sent) == chances == (("-1", Fraction(1, 3)), ("0", Fraction(2, 3)))


def test_chances_are_shown_by_what_makes_them():
    chances = Chances(("a", "b"), (1, 2), 3)
    assert eval(repr(chances)) == chances


def test_a_name_without_a_weight_is_found_on_reading():
    with pytest.raises(ValueError, match="zip"):
        list(Chances(("a", "b"), (1,), 1))


def test_the_last_row_may_stand_for_all_above():
    law = of({2: 1, 0: 2, 11: 1})
    assert law.rows() == (("0", Fraction(1, 2)), ("2", Fraction(1, 4)), ("11", Fraction(1, 4)))
    assert [name for name, _ in law.rows(11)] == ["0", "2", "11 or more"]


ROWS = st.builds(
    lambda lowest, weights: Consecutive(lowest, (*weights, 1), sum(weights) + 1),
    st.integers(-5, 5),
    st.lists(st.integers(0, 10**20), max_size=6),
)


def by_outcome(row):
    return Distribution({row.lowest + at: weight for at, weight in enumerate(row.weights) if weight}, row.total)


@given(ROWS, ROWS)
def test_rows_are_added_and_taken_away_as_their_outcomes_are(row, other):
    one, two = by_outcome(row), by_outcome(other)
    ahead, both = row.minus(other), row.plus(other)
    assert dict(by_outcome(both).ways) == dict(one.plus(two).ways)
    assert dict(by_outcome(ahead).ways) == dict(one.plus(two.map(lambda x: -x)).ways)
    assert both.total == ahead.total == row.total * other.total
    assert row.mean() == one.mean()
    assert ahead.mean() == one.mean() - two.mean()
