"""What is not legal: refused with its rule and a way out, and nothing changes."""

import msgspec
import pytest

from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.step import step

FLAME = {"flame": {"uses": ("attack",), "ongoing": True}}


@pytest.mark.rule("BB-CR-04")
def test_a_second_action(stage):
    scene = stage(sets=("hall", "roof"), mara={"fight": 2}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(1, 1)
    guard.defends().rolls(1, 1, 1)
    refusal = mara.cannot("check", goal="more")
    assert refusal.rule == "R-BB-10"
    assert "End the turn" in refusal.instead


@pytest.mark.rule("BB-CR-05")
@pytest.mark.parametrize("key", ["attack", "oppose", "convince", "restrain"])
def test_somebody_out_of_reach(stage, key):
    scene = stage(sets=("hall", "roof"), mara={"fight": 2}, guard={})
    scene.does("move", whom="guard", place="roof")
    refusal = scene.cast[0].cannot(key)
    assert refusal.rule == "BB-CR-05"
    assert "move to their Set" in refusal.why


@pytest.mark.rule("BB-CR-05")
def test_somebody_who_is_out_of_the_scene(stage):
    scene = stage(mara={"fight": 2}, guard={}, dog={})
    mara, guard, _ = scene.cast
    scene.does("out", whom="guard", why="Asleep.")
    assert "not among" in mara.cannot("attack", target=guard).why


@pytest.mark.rule("BB-CR-05")
def test_walking_away_from_an_attempt(stage):
    scene = stage(sets=("hall", "roof"), mara={"grab": 3}, guard={"vigor": 5})
    mara, guard = scene.cast
    mara.restrains(guard).rolls(5, 1, 1)
    mara.passes()
    refusal = guard.cannot("move", place="roof")
    assert refusal.rule == "BB-CR-05"
    assert refusal.instead.startswith("You may: ")


@pytest.mark.rule("BB-CR-09")
def test_a_physical_action_while_held(stage, edited):
    scene = stage(mara={"fight": 2}, guard={})
    mara, guard = scene.cast
    edited(scene, mara, restrained=("guard",))
    refusal = mara.cannot("attack", target=guard)
    assert refusal.rule == "BB-CR-09"
    assert "Break free" in refusal.instead


@pytest.mark.rule("BB-ONG-02", "BB-ONG-05")
def test_sustaining_nothing(stage):
    scene = stage(mara={"act": 3, "powers": FLAME}, guard={})
    refusal = scene.cast[0].cannot("sustain.flame")
    assert refusal.rule == "BB-ONG-05"
    assert refusal.instead


@pytest.mark.rule("BB-EXT-01")
def test_working_on_no_task(stage):
    scene = stage(mara={}, guard={})
    refusal = scene.cast[0].cannot("task")
    assert refusal.rule == "BB-EXT-01"
    assert "Director" in refusal.why


@pytest.mark.rule("BB-STR-06")
def test_cancelling_more_than_was_rolled(stage):
    scene = stage(mara={"act": 3, "powers": {"coil": {"strain": 9, "uses": ("check",)}}}, guard={})
    mara, _ = scene.cast
    mara.tries(using="coil")
    scene.asks_for(1)
    mara.rolls(5, 1, 1)
    before = msgspec.json.encode(scene.s)
    assert scene.at.refused("mara", "cancel", cancelled=2).rule == "BB-STR-06"
    assert msgspec.json.encode(scene.s) == before


@pytest.mark.rule("BB-CR-10")
def test_breaking_free_of_nobody(stage):
    scene = stage(mara={}, guard={})
    assert scene.cast[0].is_not_asked("break").instead


@pytest.mark.rule("BB-CR-06")
def test_shaking_off_what_is_not_there(stage):
    scene = stage(mara={}, guard={})
    assert scene.cast[0].is_not_asked("resist").instead


@pytest.mark.rule("BB-UNO-02", "BB-DIF-02")
@pytest.mark.parametrize(("key", "required"), [("set", 0), ("set", 21), ("extended", 0), ("extended", 41)])
def test_a_difficulty_off_the_table(stage, key, required):
    scene = stage(mara={}, guard={})
    scene.cast[0].tries()
    assert scene.refuses(key, required=required).rule == {"set": "BB-UNO-02", "extended": "BB-DIF-02"}[key]


@pytest.mark.rule("BB-UNO-02")
def test_a_difficulty_set_by_a_player(stage):
    scene = stage(mara={}, guard={})
    scene.cast[0].tries()
    act = Act("mara", str(scene.frame.number), "set", {"required": 1, "skill": ("act",), "attribute": ("grit",)})
    assert "closed" in step(scene.at.game, scene.s, act).why


@pytest.mark.rule("BB-CHK-01")
def test_a_skill_nobody_has(stage):
    scene = stage(mara={}, guard={})
    assert scene.cast[0].cannot("check", goal="fly", by="fly").why


@pytest.mark.rule("BB-SET-01")
def test_a_set_up_for_nothing(stage):
    scene = stage(mara={}, guard={})
    assert scene.cast[0].cannot("setup", to="mara", follow_up="").why


@pytest.mark.rule("BB-INIT-01")
def test_acting_before_the_order_is_found(stage):
    scene = stage(mara={"fight": 2}, guard={}, begun=False).opens()
    assert scene.at.closed("mara", "attack").instead


@pytest.mark.rule("BB-OPP-02")
def test_answering_for_somebody_else(stage):
    scene = stage(mara={"fight": 2}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 1)
    window = scene.at.option("director", "defend").window
    assert step(scene.at.game, scene.s, Act("mara", window, "defend")).why


def test_leaving_or_closing_while_a_roll_is_under_way(stage):
    scene = stage(mara={"fight": 2}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 1)
    for key, choice in (("close", {"why": ""}), ("send", {"whom": "guard"})):
        assert "let it end first" in scene.refuses(key, **choice).why


def test_a_question_that_was_answered_is_closed(stage):
    scene = stage(mara={"fight": 2}, guard={})
    mara, guard = scene.cast
    window = scene.at.option("mara", "attack").window
    mara.attacks(guard).rolls(5, 1)
    guard.defends().rolls(1, 1, 1)
    refusal = scene.at.closed("mara", "attack", window)
    assert refusal.why == "That question is closed."


def test_words_that_are_too_long_and_none_at_all(stage):
    scene = stage(mara={}, guard={})
    assert "1 to 120" in scene.cast[0].cannot("check", goal="").why
    assert "1 to 120" in scene.cast[0].cannot("check", goal="x" * 121).why
    assert "1 to 160" in scene.refuses("setback", whom="mara", why="x" * 161).why
