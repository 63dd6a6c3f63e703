"""Aims to start from in a Contest: of the scene's card, else such as fit anywhere."""

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.files.series import content_of
from cliffhanger.games.smallville.rules.scenes import AIMS
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play


def aims(card):
    """What a Lead may want of somebody, in a scene by a card or in one of their own."""
    from random import Random

    from cliffhanger.kernel.step import step

    for moment in bot_play(GAME, ready(GAME, 2), Random(1), 200):
        s = moment.state
        option = (
            next((o.option for o in GAME.waiting(s) if o.key == card), None)
            if isinstance(GAME.waiting(s), tuple)
            else None
        )
        if option:
            s = step(
                GAME,
                s,
                Act(
                    option.seat,
                    option.window,
                    card,
                    first(option.params) | ({"name": "Dusk", "problem": "Rain."} if card == "open" else {}),
                ),
            ).state
            contest = next(o.option for o in GAME.waiting(s) if o.key.startswith("contest"))
            return next(p.ready for p in contest.params if p.name == "goal")
    raise AssertionError(f"{card} was never open")


def test_the_card_of_a_scene_brings_three():
    assert [each.says for each in aims("open.a_place_laid_for_one_more")] == [
        "Stay at this table",
        "Tell me what you know of 1994",
        "Go home, before somebody draws",
    ]


def test_elsewhere_there_are_three_that_fit_anywhere():
    assert tuple(each.says for each in aims("open")) == AIMS


@pytest.mark.parametrize("players", [2])
def test_every_scene_that_comes_with_the_game_has_three_of_its_own(players):
    cards = content_of(ready(GAME, players)).scenes
    assert [len(set(card.aims)) for card in cards] == [3] * len(cards)
    assert len({aim for card in cards for aim in card.aims}) == 3 * len(cards)
