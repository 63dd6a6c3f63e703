"""Goals to start from, which the card of a scene brings."""

from random import Random

import pytest
from msgspec import structs

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.rules.state import Scene
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.kernel.step import begin, step
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import by_bots, moments


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


def test_where_several_skills_fit_a_goal_that_lies_ready_which_one_is_best_at():
    _, option = opened("the_third_ledge")
    ready_ = {each.says: each for each in option.params[0].ready}
    assert ready_["see who is climbing up there"].note == "Lookout 5"
    assert dict(ready_["see who is climbing up there"].picks) == {"skill": "lookout"}


def test_the_first_goal_is_tried_at_one_tap():
    s, option = opened("the_third_ledge")
    done = step(GAME, s, Act(option.seat, option.window, option.key, first(option.params)))
    assert [event.data["goal"] for event in done.events if event.what == "declares"] == [option.params[0].ready[0].says]
    assert not isinstance(GAME.waiting(done.state), Roll)


def after(s, *made):
    """The scene when these goals have been reached: what a player and the Game Master may do, by key."""
    scene = structs.replace(s.stack[-1], made=made)
    now = GAME.waiting(structs.replace(s, stack=(*s.stack[:-1], scene)))
    return {each.key: each.option for each in now}


def test_a_goal_that_was_reached_is_put_forward_no_more_and_the_scene_ends_when_all_are():
    s, option = opened("the_third_ledge")
    lies = option.params[0].ready[0].says
    left = after(s, lies)
    assert lies not in [each.says for each in left["check"].params[0].ready]
    assert not left["end"].first
    card = next(each for each in s.cards if each.id == "the_third_ledge")
    done = after(s, *(goal.partition(": ")[2] for goal in card.goals))
    assert done["check"].params[0].ready == ()
    assert done["check"].ask == "All that this scene was about is done. What do you do?"
    assert done["end"].first
    assert not done["on"].first
    assert done["end"].says.startswith("All that this scene was about is done.")


def test_what_a_player_makes_is_kept_as_reached():
    for moment in moments(GAME, ready(GAME, 2), Random(3), 300, choose=by_bots):
        frames = [each for each in moment.after.state.stack if isinstance(each, Scene)]
        if frames and frames[0].made:
            break
    assert len(frames[0].made) == 1
    assert moment.after.state.shown.event.what in ("success", "auto", "mixed")
    assert moment.after.state.shown.event.data["goal"] == frames[0].made[0]


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


def test_what_somebody_fell_short_of_comes_last_for_them_and_stays_where_it_was_for_the_others():
    s, option = opened("the_third_ledge")
    lies = option.params[0].ready[0].says
    scene = structs.replace(s.stack[-1], short=((s.cast[0].id, lies),))
    checks = [e.option for e in GAME.waiting(structs.replace(s, stack=(*s.stack[:-1], scene))) if e.key == "check"]
    mine = next(each for each in checks if each.seat == s.cast[0].seat)
    other = next(each for each in checks if each.seat != mine.seat)
    assert [each.says for each in mine.params[0].ready].index(lies) == 2
    assert first(mine.params)["skill"] == (dict(mine.params[0].ready[0].picks)["skill"],)
    before = next(e.option for e in GAME.waiting(s) if e.key == "check" and e.seat == other.seat)
    assert other.params[0].ready == before.params[0].ready


def test_a_check_that_failed_is_kept_as_fallen_short_of_once():
    kept = set()
    for moment in moments(GAME, ready(GAME, 2), Random(5), 400, choose=by_bots):
        told = next((e for e in moment.after.events if e.what == "failure"), None)
        scene = moment.after.state.stack[-1]
        if told is None or not isinstance(scene, Scene):
            continue
        who = next(p for p in moment.after.state.cast if p.name == told.who)
        goal = told.data["goal"]
        assert scene.short.count((who.id, goal)) == (who.kind == "pc" and goal not in scene.made)
        kept.add(who.kind)
    assert "pc" in kept
