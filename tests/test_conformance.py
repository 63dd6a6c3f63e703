"""Every game found on this machine, and those of the tests, keep every law."""

from random import Random

import lanterns
import parlour
import pytest
import toy

from cliffhanger import games
from cliffhanger.testing import conformance, table_laws


class TestToy(conformance.Suite):
    game = toy.GAME


class TestLanterns(conformance.Suite):
    game = lanterns.LANTERNS


class TestParlour(conformance.Suite):
    game = parlour.PARLOUR


# Of these games a law takes longest: every time it sees fewer positions, and all in what runs long.
LOOKED_AT = {"plot_twist": 8, "smallville": 14, "untold": 18}


def suite(name, **more):
    """A test class for one game, named so that `-k` finds it."""
    return type(f"Test{name.title().replace('_', '')}", (conformance.Suite,), {"game": games.game(name), **more})


for _name in games.names():
    globals()[f"Test{_name.title().replace('_', '')}"] = suite(_name, looked_at=LOOKED_AT.get(_name, 40))
    if _name in LOOKED_AT:
        globals()[f"Test{_name.title().replace('_', '')}AtLength"] = pytest.mark.long(suite(_name))


def test_no_game_is_left_out():
    found = {each.game.id for each in conformance.Suite.__subclasses__() if each.__module__ == __name__}
    assert found >= set(games.names())


SECRETIVE = {"lanterns": lanterns.LANTERNS, "parlour": parlour.PARLOUR, **{n: games.game(n) for n in games.names()}}


@pytest.mark.long
@pytest.mark.timeout(1_200)
@pytest.mark.parametrize("name", SECRETIVE)
@pytest.mark.parametrize("seed", range(3))
def test_many_tables_tell_no_secret(name, seed, figures):
    """The law of a table, at many more positions of evenings with other dice."""
    own = type("Many", (conformance.Suite,), {"game": SECRETIVE[name], "seed": 100 + seed})
    rng, played = Random(seed), own.played()
    for _ in range(25):
        each = rng.choice(played)
        table_laws.tables_tell_nothing(own.game, each.setup, each.moments, rng, own.game.reveals)
    figures(tables=25)


@pytest.mark.parametrize("name", games.names())
def test_two_evenings_with_the_same_dice_are_the_same(name):
    one, other = ([(m.put, m.after) for each in suite(name).played() for m in each.moments] for _ in "ab")
    assert one == other
