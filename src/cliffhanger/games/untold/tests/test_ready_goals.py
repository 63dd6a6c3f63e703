"""Goals to start from, which the card of a scene brings."""

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.kernel.step import begin, step
from cliffhanger.testing.play import ready


def opened(card, players=2):
    """A scene, and what a player may do in it."""
    s = begin(GAME, GAME.start(ready(GAME, players))).state
    option = next(each.option for each in GAME.waiting(s) if each.key == f"open.{card}")
    s = step(GAME, s, Act("gm", option.window, option.key, first(option.params))).state
    return s, next(each.option for each in GAME.waiting(s) if each.key == "check")


@pytest.mark.parametrize("card", ["the_third_ledge", "a_hearing_at_the_customs_house", "the_long_tide"])
def test_each_scene_of_the_game_brings_three_goals_with_skills_that_a_hero_has(card):
    _, option = opened(card)
    goal, skill = option.params[:2]
    assert len(goal.ready) == 3
    assert all(each.picks for each in goal.ready)
    known = {item.id for item in skill.items}
    assert all(item in known for each in goal.ready for _, item in each.picks)
    assert first(option.params)["goal"] == goal.ready[0].says
    assert first(option.params)["skill"] == (dict(goal.ready[0].picks)["skill"],)


def test_the_first_goal_is_tried_at_one_tap():
    s, option = opened("the_third_ledge")
    done = step(GAME, s, Act(option.seat, option.window, option.key, first(option.params)))
    assert [event.data["goal"] for event in done.events if event.what == "declares"] == [option.params[0].ready[0].says]
    assert not isinstance(GAME.waiting(done.state), Roll)


def test_a_scene_of_ones_own_has_none():
    s = begin(GAME, GAME.start(ready(GAME, 2))).state
    option = next(each.option for each in GAME.waiting(s) if each.key == "open")
    s = step(GAME, s, Act("gm", option.window, "open", first(option.params) | {"name": "Night"})).state
    option = next(each.option for each in GAME.waiting(s) if each.key == "check")
    assert option.params[0].ready == ()
    assert first(option.params)["goal"] == ""


@pytest.mark.parametrize("card", ["the_third_ledge", "a_hearing_at_the_customs_house", "the_long_tide"])
def test_each_hero_of_the_game_is_good_at_what_is_put_forward(card):
    s, _ = opened(card, players=5)
    checks = [each.option for each in GAME.waiting(s) if each.key == "check"]
    assert len(checks) == 5
    for option in checks:
        goal, skill = option.params[:2]
        ranks = {item.id: item.n for item in skill.items}
        promised = [ranks[item] for each in goal.ready for _, item in each.picks]
        assert promised == sorted(promised, reverse=True)
        assert len(promised) == 3
        assert promised[-1] >= 2
