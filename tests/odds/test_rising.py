"""Contests that escalate, against every roll of them in turn, and against the general solver of chains."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.odds.absorbing_chains import absorb, steps
from cliffhanger.odds.best import best
from cliffhanger.odds.distribution import Consecutive, Distribution
from cliffhanger.odds.rising import rising

DIE, COIN = Consecutive(1, (1, 1, 1), 3), Consecutive(0, (1, 1), 2)
SIDES = st.builds(
    lambda lowest, weights, last: Consecutive(lowest, (*weights, last), sum(weights) + last),
    st.integers(-3, 3),
    st.lists(st.integers(0, 9), max_size=5),
    st.integers(1, 9),
)


def played(sides, turn, standing):
    """The chance of the side whose turn it is to win, and the mean number of rolls, roll by roll."""
    won, rolls = Fraction(0), Fraction(1)
    for at, weight in enumerate(sides[turn].weights):
        chance, number = Fraction(weight, sides[turn].total), sides[turn].lowest + at
        if chance and number > standing:
            theirs, further = played(sides, 1 - turn, number)
            won += chance * (1 - theirs)
            rolls += chance * further
    return won, rolls


@given(SIDES, SIDES, st.integers(-5, 9))
def test_a_contest_is_all_its_rolls_in_turn(own, other, standing):
    goes = rising(own, other, standing)
    assert (Fraction(goes.next, goes.total), Fraction(goes.rolls, goes.total)) == played((own, other), 0, standing)


@pytest.mark.parametrize(
    ("own", "other", "standing", "won", "rolls"),
    [
        (DIE, COIN, 0, "1", "2"),
        (DIE, COIN, 1, "2/3", "5/3"),
        (DIE, COIN, 3, "0", "1"),
        (COIN, DIE, -1, "1/6", "17/6"),
        (COIN, COIN, -1, "3/4", "9/4"),
    ],
)
def test_dice_and_coins_by_hand(own, other, standing, won, rolls):
    goes = rising(own, other, standing)
    assert (Fraction(goes.next, goes.total), Fraction(goes.rolls, goes.total)) == (Fraction(won), Fraction(rolls))


@pytest.mark.parametrize(("own", "other"), [((6, 6), (6, 6)), ((8, 6), (12, 4, 4)), ((4,), (12, 12, 12))])
def test_the_general_solver_says_the_same(own, other):
    rolls = [Distribution(dict(enumerate(law.weights)), law.total) for law in map(best, (own, other))]

    def go(at):
        turn, standing = at
        if turn in (2, 3):
            return None
        return rolls[turn].map(lambda x: (1 - turn, x) if x > standing else (3 - turn, 0))

    goes = rising(best(own), best(other), -1)
    assert Fraction(goes.next, goes.total) == absorb((0, -1), go)[2, 0]
    assert Fraction(goes.rolls, goes.total) == steps((0, -1), go)
