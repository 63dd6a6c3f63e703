"""Sums that reach a number, against every way the rolls can fall, and against the chain that is solved."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.odds.absorbing_chains import steps
from cliffhanger.odds.distribution import Consecutive, Distribution
from cliffhanger.odds.reaching import mean_rolls, reaching

LAWS = st.builds(
    lambda lowest, weights: Consecutive(lowest, (*weights, 1), sum(weights) + 1),
    st.integers(0, 2),
    st.lists(st.integers(0, 4), max_size=3),
)


def outcomes(law):
    return [(number, weight) for number, weight in enumerate(law.weights, law.lowest) if weight]


@given(LAWS, st.integers(1, 6), st.integers(1, 4))
def test_the_roll_that_reaches_it_is_every_way_counted(law, goal, rolls):
    ways = Counter()
    for fallen in product(outcomes(law), repeat=rolls):
        sums = list(accumulate(number for number, _ in fallen))
        at = next((n for n, total in enumerate(sums, 1) if total >= goal), rolls + 1)
        ways[at] += prod(weight for _, weight in fallen)
    found = reaching(law, goal, rolls)
    assert (found.lowest, found.total) == (1, law.total**rolls)
    assert found.weights == tuple(ways[roll] for roll in range(1, rolls + 2))


@given(LAWS.filter(lambda law: law.lowest or len(law.weights) > 1), st.integers(0, 6))
def test_the_mean_number_of_rolls_is_that_of_the_chain(law, goal):
    each = Distribution(dict(outcomes(law)), law.total)

    def go(at):
        return None if at >= goal else each.map(lambda number: at + number)

    assert mean_rolls(law, goal) == steps(0, go)


def test_what_never_comes_is_later():
    assert reaching(Consecutive(0, (1,), 1), 3, 2).weights == (0, 0, 1)


@pytest.mark.parametrize("goal", [1, 2, 7])
def test_coins_until_so_many_heads(goal):
    assert mean_rolls(Consecutive(0, (1, 1), 2), goal) == Fraction(2 * goal)
