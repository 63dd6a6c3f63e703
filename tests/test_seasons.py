"""A season is a chain of tables: wherever a game stands, its people can go on at the next one."""

from random import Random

import pytest

from cliffhanger.cli.check import check_text
from cliffhanger.games import game, names
from cliffhanger.kernel.game import Setup
from cliffhanger.testing.playout import at_random, by_bots, moments

CHAINED = [name for name in names() if game(name).cast]


@pytest.mark.parametrize("name", CHAINED)
def test_a_table_that_nobody_has_played_at_is_opened_again_as_it_was(name):
    played = game(name)
    setup = played.ready(3, {})
    text = played.cast(setup, played.start(setup))
    assert check_text("next.toml", text) == []
    assert played.ready(3, {"next.toml": text}) == setup


# At random one person may join a table twice: that is told, to be mended by hand. Smallville has nobody join.
@pytest.mark.parametrize(("name", "chooser"), [*((name, by_bots) for name in CHAINED), ("smallville", at_random)])
def test_from_wherever_a_game_stands_the_next_table_opens(name, chooser):
    played = game(name)
    setup = played.ready(3, {})
    for nth, moment in enumerate(moments(played, setup, Random(7), 1_200, choose=chooser)):
        if nth % 60 == 0:
            text = played.cast(setup, moment.after.state)
            again = played.ready(3, {"next.toml": text})
            assert isinstance(again, Setup), again
            assert again.seats == setup.seats
            assert played.cast(again, played.start(again)) == text
