"""Every game found on this machine, and those of the tests, keep every law."""

from importlib import import_module

import lanterns
import parlour
import pytest
import toy
from lanterns.proofs import PROOFS

from cliffhanger import games
from cliffhanger.testing import conformance


class TestToy(conformance.Suite):
    game = toy.GAME


class TestLanterns(conformance.Suite):
    game = lanterns.LANTERNS
    proofs = PROOFS


class TestParlour(conformance.Suite):
    game = parlour.PARLOUR


def suite(name):
    """A test class for one game, named so that `-k` finds it; with what its tests say of its figures."""
    rows = {"game": games.game(name), "proofs": proofs_of(games.found()[name].partition(":")[0])}
    return type(f"Test{name.title().replace('_', '')}", (conformance.Suite,), rows)


def proofs_of(package):
    """What the tests of a game say of its figures; nothing where it has no tests, or none for that."""
    known = f"{package}.tests.proofs"
    try:
        return import_module(known).PROOFS
    except ModuleNotFoundError as error:
        if error.name not in (f"{package}.tests", known):
            raise
        return None


for _name in games.names():
    globals()[f"Test{_name.title().replace('_', '')}"] = suite(_name)


def test_no_game_is_left_out():
    found = {each.game.id for each in conformance.Suite.__subclasses__() if each.__module__ == __name__}
    assert found >= set(games.names())


@pytest.mark.parametrize("name", games.names())
def test_two_evenings_with_the_same_dice_are_the_same(name):
    one, other = ([(m.put, m.after) for each in suite(name).played() for m in each.moments] for _ in "ab")
    assert one == other


def test_a_game_may_have_no_tests_of_its_own():
    assert proofs_of("parlour") is None
    assert proofs_of("toy") is None
    assert proofs_of("cliffhanger.games.blockbuster")
