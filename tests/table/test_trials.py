"""Trials: what fights in pairs say of a difference, and when they cannot tell."""

from math import sqrt
from statistics import mean, stdev

import pytest

from cliffhanger.table.trials import Tally

PAIRS = [[(3, 1), (0, 0)], [(5, 5), (1, 0)], [(2, 0), (0, 0)], [(4, 1), (1, 1)]]


def test_batches_come_to_the_same_as_all_at_once():
    assert Tally().more(PAIRS[:1]).more(PAIRS[1:]) == Tally().more(PAIRS)


def test_the_interval_is_that_of_paired_differences():
    dealt, won = Tally().more(PAIRS).differences
    found = [2, 0, 2, 3]
    assert (dealt.mean, dealt.off) == pytest.approx((mean(found), 1.96 * stdev(found) / sqrt(4)))
    assert (dealt.told, won.told) == (True, False)


def test_of_one_pair_nothing_is_known():
    assert Tally().differences == Tally().more(PAIRS[:1]).differences == ()


def test_what_never_differs_is_no_difference():
    (same,) = Tally().more([[(4, 4)]] * 5).differences
    assert (same.mean, same.off, same.told) == (0, 0, False)
