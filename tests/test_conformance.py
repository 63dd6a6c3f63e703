"""Every game found on this machine, and those of the tests, keep every law."""

import lanterns
import parlour
import pytest
import toy

from cliffhanger import games
from cliffhanger.testing import conformance


class TestToy(conformance.Suite):
    game = toy.GAME


class TestLanterns(conformance.Suite):
    game = lanterns.LANTERNS


class TestParlour(conformance.Suite):
    game = parlour.PARLOUR


def suite(name):
    """A test class for one game, named so that `-k` finds it."""
    return type(f"Test{name.title().replace('_', '')}", (conformance.Suite,), {"game": games.game(name)})


for _name in games.names():
    globals()[f"Test{_name.title().replace('_', '')}"] = suite(_name)


def test_no_game_is_left_out():
    found = {each.game.id for each in conformance.Suite.__subclasses__() if each.__module__ == __name__}
    assert found >= set(games.names())


@pytest.mark.parametrize("name", games.names())
def test_two_evenings_with_the_same_dice_are_the_same(name):
    one, other = ([(m.put, m.after) for each in suite(name).played() for m in each.moments] for _ in "ab")
    assert one == other
