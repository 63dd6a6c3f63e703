"""Many pools at once, against each of them alone."""

from importlib.util import find_spec
from itertools import combinations_with_replacement

import pytest

from cliffhanger.odds import best_of_many
from cliffhanger.odds.best import best
from cliffhanger.odds.best_of_many import best_two

ALL = [pool for count in range(1, 5) for pool in combinations_with_replacement((4, 6, 8, 10, 12), count)]


@pytest.mark.parametrize("numpy", [True, False])
def test_all_pools_at_once_are_each_of_them_alone(monkeypatch, numpy):
    if numpy and find_spec("numpy") is None:
        pytest.skip("NumPy is not installed")
    if not numpy:
        monkeypatch.setattr(best_of_many, "find_spec", lambda _name: None)
    assert best_two(ALL) == [best(pool) for pool in ALL]


@pytest.mark.parametrize("pools", [[(12,) * 20] * 20, [()] * 20, [(8, 6)], [(1, 1), (2, 1), (3,)] * 9])
def test_pools_that_do_not_fit_a_table_are_told_all_the_same(pools):
    assert best_two(pools) == [best(pool) for pool in pools]
