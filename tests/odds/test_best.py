"""The best of mixed dice, against every face of them, as whole numbers."""

from collections import Counter
from itertools import product
from math import prod
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.odds.best import MOST, SIDES, best, highest, leading
from cliffhanger.odds.errors import OutOfRange

POOLS = st.lists(st.integers(1, 6), max_size=5).map(tuple)


def thrown(pool):
    return product(*(range(1, size + 1) for size in pool))


def kept(faces, keep, least):
    return sum(sorted((face for face in faces if face >= least), reverse=True)[:keep])


@given(POOLS, st.integers(0, 6), st.integers(1, 5))
def test_the_best_are_the_faces_sorted_and_added(pool, keep, least):
    ways = Counter(kept(faces, keep, least) for faces in thrown(pool))
    law = best(pool, keep, least)
    assert {law.lowest + at: weight for at, weight in enumerate(law.weights) if weight} == ways
    assert law.total == sum(ways.values()) == prod(pool)
    assert law.weights[-1]


@given(POOLS.filter(len), st.booleans())
def test_the_highest_die_is_the_first_in_order_of_face_and_size(pool, smaller):
    ways = Counter(
        max(zip(faces, pool, strict=True), key=lambda die: (die[0], -die[1] if smaller else die[1]))[1]
        for faces in thrown(pool)
    )
    law = highest(pool, smaller=smaller)
    assert (dict(law.ways), law.total) == (dict(ways), prod(pool))


@given(st.lists(st.integers(1, 12), max_size=14).map(tuple), st.integers(0, 5))
def test_a_pool_that_is_too_large_to_list_grows_die_by_die(pool, keep):
    # A die that shows one face alone changes nothing; with all dice kept the sum is that of each on its own.
    law = best(pool, keep)
    assert sum(law.weights) == law.total == prod(pool)
    assert best((*pool, 1), keep) == best(pool[::-1], keep) == law
    whole = best(pool, len(pool))
    alone = [best((size,), 1) for size in pool]
    assert whole.mean() == sum(each.mean() for each in alone)
    assert whole.mean() >= law.mean()


@given(st.lists(st.integers(2, 12), min_size=2, max_size=14).map(tuple))
def test_the_best_two_are_counted_by_how_far_both_may_go(pool):
    def below(first, second):
        """The ways of the best die to show at most `first`, and of all others at most `second`, which is no more."""
        others = [prod(min(s, second) for s in pool[:at] + pool[at + 1 :]) for at in range(len(pool))]
        alone = (min(s, first) - min(s, second) for s in pool)
        return prod(min(s, second) for s in pool) + sum(map(mul, alone, others))

    def exactly(first, second):
        lower = below(first - 1, second) - below(first - 1, second - 1) if second < first else 0
        return below(first, second) - below(first, second - 1) - lower

    ways = Counter()
    for first in range(1, 13):
        for second in range(1, first + 1):
            ways[sum(face for face in (first, second) if face > 1)] += exactly(first, second)
    assert {at: weight for at, weight in enumerate(best(pool).weights) if weight} == +ways


def test_totals_beyond_a_word_are_exact():
    law = best((12,) * 40, 2)
    assert law.total == sum(law.weights) == 12**40
    assert law.weights[-1] == 12**40 - 11**40 - 40 * 11**39
    assert law.weights[0] == 1
    assert best((12,) * 40, 3).weights[-1] == law.weights[-1] - 40 * 39 // 2 * 11**38


@pytest.mark.parametrize("pool", [(6,) * (MOST + 1), (0,), (6, -1), (SIDES + 1,)])
def test_a_pool_out_of_range_says_what_may_be_given(pool):
    with pytest.raises(OutOfRange, match=r"give 0 to 60\.$|A die has 1 to 100 sides\.$"):
        best(pool)


def test_no_die_has_no_highest():
    with pytest.raises(OutOfRange, match="give one die or more"):
        highest(())


@pytest.mark.parametrize("least", [1, 2, 3])
@pytest.mark.parametrize("pool", [(), (4,), (6, 4), (4, 4, 8), (2, 3, 4, 5)])
def test_the_highest_faces_are_those_of_every_roll(pool, least):
    for count in range(len(pool) + 2):
        ways = Counter()
        for faces in product(*(range(1, size + 1) for size in pool)):
            ways[tuple(sorted((x if x >= least else 0 for x in faces), reverse=True)[:count])] += 1
        assert leading(pool, count, least).ways == dict(ways)
