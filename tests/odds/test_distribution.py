"""Laws of dice against every face of them, as whole numbers."""

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.odds.distribution import Distribution, die, mixture, of, sure
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.successes import MOST, at_least, margin, successes


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
