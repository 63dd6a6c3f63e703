"""Every game on this machine, ours or a stranger's, is whole in the terminal."""

import re
from collections import Counter
from random import Random

import pytest
import toy
from click.testing import CliRunner
from lanterns import LANTERNS

from cliffhanger import games
from cliffhanger.cli import _begin, _draw, _offers, main
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import random_play

GAMES = [*map(games.game, games.names()), toy.GAME, LANTERNS]


def wandering(game):
    """Moments of a few evenings played at random: some end soon, all wander."""
    for seed in range(6):
        yield from random_play(game, ready(game, 2), Random(seed), most=60)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_option_of_every_seat_stands_once_in_a_menu_that_fits(game):
    seen = 0
    for moment in wandering(game):
        offers = (*(moment.now if isinstance(moment.now, tuple) else ()), *game.standing(moment.state))
        for seat in {each.option.seat for each in offers}:
            rows = [each.option for each in offers if each.option.seat == seat]
            menu = _offers.menu(rows)
            assert Counter((*menu.open, *menu.blocked)) == Counter(rows)
            lines = _offers.draw_menu(menu)
            assert max(map(_draw.columns, lines)) <= 80
            numbers = [int(found[1]) for line in lines if (found := re.match(r"[ >] {0,2}(\d+)  ", line))]
            assert numbers == list(range(1, len(menu.open) + 1))
            seen += len(rows)
            for option in menu.open:
                for p in option.params:
                    assert max(map(_draw.columns, _offers.draw_param(p, ()))) <= 80
    assert seen


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_panel_fits(game):
    drawn = set()  # what does not change from one moment to the next, or is the same for all, is drawn once
    for moment in wandering(game):
        for seat in (each.id for each in ready(game, 2).seats):
            panels = game.panels(game.view(moment.state, seat), seat)
            for panel in set(panels) - drawn:
                for width in (40, 80):
                    assert all(_draw.columns(line) <= width for line in _draw.page((panel,), width, everything=True))
            drawn |= set(panels)


LONG = ("plot_twist",)  # its scene is a whole game


@pytest.mark.parametrize(
    "game", [pytest.param(each, marks=[pytest.mark.long] * (each.id in LONG), id=each.id) for each in GAMES]
)
def test_pressing_enter_plays_a_scene_to_its_end(game, monkeypatch):
    monkeypatch.setattr(_begin, "load", lambda name: game)
    monkeypatch.setenv("COLUMNS", "80")
    done = CliRunner().invoke(main, ["solo", game.id, "--seed", "1"], input="\n" * 3000, catch_exceptions=False)
    assert done.exit_code == 0
    assert "It is over" in done.stdout
    assert max(map(_draw.columns, done.stdout.splitlines())) <= 80
