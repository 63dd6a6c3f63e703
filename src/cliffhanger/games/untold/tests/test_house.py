"""Each switch at a place where it matters; those that belong to one chapter are tested beside it."""

import re

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.rules.house import PRESETS, SWITCHES
from cliffhanger.odds.ask import ask, named
from cliffhanger.testing.play import Play

NAMES = (
    "exertion_formula",
    "default_broad_rounding",
    "broad_may_replace_sub",
    "count_default_broad",
    "impossible_rollable",
    "sn_compares",
    "roll_under_sn",
    "penalty_timing",
    "pushed_boon_ones_snag",
    "passed_die",
    "passed_expiry",
    "mixed_after_push",
    "points_per_check",
    "shifted_faces",
    "opposing_points",
    "points_on_allies",
    "adversary_boon_villain_point",
    "mixed_counts_heroic",
    "restore_scope",
    "penalty_scope",
    "recovery_order",
    "recovery_remainder",
    "points_reset",
    "columns_debilitate",
    "close_by",
    "withdraw",
)


def test_every_open_question_of_the_text_has_its_switch_and_its_ruling():
    assert tuple(switch.name for switch in SWITCHES) == NAMES
    assert [preset.id for preset in PRESETS] == ["letter", "plays_better"]
    assert PRESETS[0].values == ()


def per_100(question, **given):
    """The answer to a question of this game, as so many in a hundred."""
    return f"{float(100 * ask(named(GAME.questions, question), given).value):.0f}"


def test_the_figures_of_each_reason_are_what_the_odds_say():
    tired = {"sr": 4, "kind": "sub", "dl": 3, "base": 14, "lost": 5}
    third = [per_100("point", **tired, points=points) for points in (2, 3)]
    due = {
        "penalty_timing": ["4", "3", "5", "14", third[0], "100", third[1]],
        "sn_compares": ["6", "2", per_100("success", sr=6, dl=3), "100"],
        "penalty_scope": ["6", per_100("success", sr=6, dl=3), "100", per_100("success", sr=6, dl=4)],
        "recovery_remainder": [],
    }
    assert per_100("success", sr=6, dl=2, covered="done") == "100"
    whys = {name: why for preset in PRESETS for name, _, why in preset.values}
    assert {name: re.findall(r"\d+", why) for name, why in whys.items()} == due


@pytest.mark.rule("UN-SN-02", "UN-HRO-03")
def test_the_task_alone_is_the_task_as_points_have_moved_it_and_says_so(stage):
    switch = next(each for each in SWITCHES if each.name == "sn_compares")
    assert switch.says[1] == "The task as points have moved it; tiredness and wounds are left out."
    tired = {"body": {"athletics": 6, "riding": 4, "rowing": 4}, "lost": {"endurance": 8}}
    scene = stage(ann=tired | {"points": 1}, villain_points=1, house={"sn_compares": "base"})
    (ann,) = scene.cast
    ann.tries("athletics", 4)
    ann.does("numbers", use="easier")
    assert (scene.check.choice, scene.dl) == ("auto", 3)
    scene.confirms()
    ann.tries("athletics", 2)
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.dl) == ("building", 5)


@pytest.mark.rule("UN-SN-02", "UN-HRO-03")
def test_what_each_difficulty_comes_to_counts_a_point_that_was_spent_before_it_was_set(stage):
    scene = stage(ann={"body": {"athletics": 6}, "points": 1}, house={"sn_compares": "base"})
    scene.cast[0].declares("athletics").does("numbers", use="easier")
    words = dict(scene.at.option("gm", "set").params[0].words)
    assert (words[4], words[5]) == ("DEM, Demanding, 2 in force: no roll", "CHA, Challenging, 3 in force")


@pytest.mark.rule("UN-PSH-01", "UN-BON-04")
def test_boon_dice_of_a_push_fall_last_for_their_1s_may_be_snags(stage):
    house = {"pushed_boon_ones_snag": True}
    scene = stage(ann={"body": {"athletics": 3}, "points": 1}, house=house)
    (ann,) = scene.cast
    ann.tries("athletics", 9).rolls(11, 2, 2).pushes(11).does("shift", way="up")
    ann.rolls_boons(12)  # that of the pool, whose own boon die now comes after the pushed one's
    ann.does("boon", dice=2)
    scene.rolls(9, 1)
    assert [(die.late, die.face) for die in scene.check.dice[-2:]] == [(False, 9), (True, 1)]
    assert scene.tally.snags == 1


@pytest.mark.parametrize(("house", "rank"), [("true", 4), ("false", 2)])
def test_broad_may_replace_sub(stage, house, rank):
    scene = stage(ann={"body": {"athletics": 4, "athletics/climbing": 2}}, house={"broad_may_replace_sub": house})
    (ann,) = scene.cast
    if house == "true":
        ann.tries("climbing@broad", 4)
        assert ann.rated_now().ratio == 1
    else:
        assert "you roll the sub-skill you have" in ann.cannot("check", goal="up", skill="climbing@broad").why
        ann.tries("climbing", 4)
    ann.takes_up()
    assert scene.dice_in_the_air() == rank


@pytest.mark.rule("UN-SKL-07")
@pytest.mark.parametrize("house", ["up", "down"])
def test_a_broad_skill_with_nothing_under_it_has_no_rank_however_halves_are_rounded(stage, house):
    (ann,) = stage(ann={"body": {"riding": 0}}, house={"default_broad_rounding": house}).cast
    assert ann.rated("riding") == (0, 0, 1)


@pytest.mark.parametrize(("house", "endurance", "vitality"), [("true", 16, 7), ("false", 11, 6)])
def test_count_default_broad(stage, house, endurance, vitality):
    body = {"athletics/climbing": 10, "riding": 1}
    (ann,) = stage(ann={"body": body}, house={"count_default_broad": house}).cast
    assert (ann.bases[0], ann.bases[2]) == (endurance, vitality)


@pytest.mark.rule("UN-DL-04")
@pytest.mark.parametrize(("house", "open_"), [("true", True), ("false", False)])
def test_impossible_rollable(stage, house, open_):
    scene = stage(ann={"body": {"athletics": 5}, "points": 1}, house={"impossible_rollable": house})
    (ann,) = scene.cast
    ann.tries("athletics", 12)
    assert ("roll" in ann.may()) == open_
    if not open_:
        refused = ann.cannot("roll")
        assert (refused.rule, "Impossible" in refused.why) == ("UN-DL-04", True)
        assert refused.instead == "Take the result, or withdraw."
        ann.does("numbers", use="easier")
        assert "roll" in ann.may()


@pytest.mark.rule("UN-DL-04", "UN-EXR-01")
def test_where_nobody_rolls_for_the_impossible_no_point_makes_it_so(stage):
    ann = {"body": {"athletics": 4, "riding": 5, "rowing": 5}, "lost": {"endurance": 5}}
    scene = stage(ann=ann, house={"impossible_rollable": False})
    (ann,) = scene.cast
    ann.tries("athletics", 11)
    assert scene.at.option("ann", "roll").params[0].high == 2
    assert "from 0 to 2" in ann.cannot("roll", exertion=3).why
    ann.rolls(*(2,) * 6, exertion=2)
    refused = ann.cannot("push", exertion=1)
    assert (refused.rule, "Difficulty 12 is Impossible" in refused.why) == ("UN-DL-04", True)


def test_roll_under_second_nature(stage):
    scene = stage(ann={"body": {"athletics": 6}}, house={"roll_under_sn": True})
    (ann,) = scene.cast
    ann.tries("athletics", 2)
    assert scene.check.phase == "auto"
    ann.does("take")
    assert scene.outcome == ("auto", 0, 2)
    ann.tries("athletics", 2).does("anyway").rolls(12, 2, 2, 2, 2, 2).rolls_boons(3).accepts()
    assert scene.outcome == ("failure", 1, 2)


@pytest.mark.rule("UN-SN-02", "UN-DL-01")
def test_who_would_roll_all_the_same_is_asked_again_when_the_task_is_set_anew(stage):
    scene = stage(ann={"body": {"athletics": 6}}, house={"roll_under_sn": True})
    (ann,) = scene.cast
    ann.tries("athletics", 2).does("anyway")
    scene.does("again").does("set", base=1)
    assert {"take", "anyway"} <= set(ann.may())


@pytest.mark.rule("UN-HRO-03", "UN-SN-02")
def test_a_point_moves_the_difficulty_of_what_is_second_nature_and_may_be_rolled(stage):
    scene = stage(ann={"body": {"athletics": 6}, "points": 1}, villain_points=1, house={"roll_under_sn": True})
    (ann,) = scene.cast
    ann.tries("athletics", 2)
    uses = {item.id: item.blocked for item in scene.at.option("gm", "numbers").params[0].items}
    assert [use for use, why in uses.items() if not why] == ["harder", "easier"]
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.dl) == ("building", 4)
    assert "take" not in ann.may()


def test_with_second_nature_at_hand_a_difficulty_that_moves_takes_it_away(stage):
    body = {"athletics": 6, "riding": 2, "rowing": 2}
    scene = stage(ann={"body": body}, house={"roll_under_sn": True})
    (ann,) = scene.cast
    ann.tries("athletics", 2)
    scene.strains(ann, 6)
    assert (scene.check.phase, scene.dl) == ("building", 3)


@pytest.mark.rule("UN-BON-04")
@pytest.mark.parametrize(("house", "snags"), [("false", 0), ("true", 1)])
def test_pushed_boon_ones_snag(stage, house, snags):
    scene = stage(ann={"body": {"athletics": 3}}, house={"pushed_boon_ones_snag": house})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(12, 3, 4).rolls_boons(1).pushes(12).rolls_boons(1)
    assert scene.tally.snags == snags


@pytest.mark.parametrize(("house", "snags", "points"), [("boon_die", 0, 1), ("ordinary_die", 1, 0)])
def test_passed_die(stage, house, snags, points):
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 2}}, house={"passed_die": house})
    ada, ben = scene.cast
    ada.tries("athletics", 3).rolls(12, 12).passes_to(ben).passes_to(ben).accepts()
    ben.tries("athletics", 4).rolls(5, 5, 12, 1)
    assert (scene.tally.snags, ben.points) == (snags, points)


@pytest.mark.parametrize(("house", "held"), [("scene", 1), ("next_action", 0)])
def test_passed_expiry(stage, house, held):
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 3}}, house={"passed_expiry": house})
    ada, ben = scene.cast
    ada.tries("athletics", 3).rolls(12, 2).passes_to(ben).accepts()
    ben.tries("athletics", 1)
    assert scene.outcome[0] == "auto"
    assert len(ben.now.held) == held


@pytest.mark.rule("UN-BON-02")
def test_a_passed_die_waits_when_the_next_action_does_not_come_about(stage):
    house = {"passed_expiry": "next_action"}
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 3}}, house=house)
    ada, ben = scene.cast
    ada.tries("athletics", 3).rolls(12, 2).passes_to(ben).accepts()
    ben.tries("athletics", 3).does("withdraw").declares("athletics")
    scene.does("refuse")
    ben.declares("athletics")
    scene.does("impossible")
    ben.tries("athletics", 3)
    scene.does("call_off")
    ben.tries("athletics", 2).takes_up()
    assert scene.dice_in_the_air() == 4


@pytest.mark.rule("UN-MIX-01")
@pytest.mark.parametrize(("house", "open_"), [("true", True), ("false", False)])
def test_mixed_after_push(stage, house, open_):
    scene = stage(ann={"body": {"athletics": 3}}, house={"mixed_after_push": house})
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 2, 2)
    assert "mixed" in ann.may()
    ann.pushes(2)
    assert ("mixed" in ann.may()) == open_
    if not open_:
        assert "after a push" in ann.cannot("mixed").why


@pytest.mark.rule("UN-PEN-04")
@pytest.mark.parametrize(("house", "dl"), [("all", 4), ("matching_realm", 3)])
def test_penalty_scope(stage, house, dl):
    ann = {"body": {"athletics": 4, "riding": 4}, "mind": {"cognition": 3}, "lost": {"endurance": 5}}
    scene = stage(ann=ann, house={"penalty_scope": house})
    scene.cast[0].tries("cognition", 3)
    assert scene.dl == dl
    scene.cast[0].does("withdraw").tries("athletics", 3)
    assert scene.dl == 4


@pytest.mark.rule("UN-PEN-03")
@pytest.mark.parametrize(("timing", "dl"), [("immediate", 4), ("next_check", 3)])
def test_penalty_timing_in_a_push(stage, timing, dl):
    scene = stage(ann={"body": {"athletics": 4}}, house={"penalty_timing": timing})
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(2, 2, 2, 2).pushes(9, 9, 9, exertion=3)
    assert scene.dl == dl
    ann.accepts().tries("athletics", 3)
    assert scene.dl == 4


@pytest.mark.rule("UN-PEN-03", "UN-HRO-07")
@pytest.mark.parametrize(("back", "dl"), [(3, 4), (5, 3)])
def test_points_that_come_back_are_first_those_of_this_check(stage, back, dl):
    body = {"athletics/climbing": 4, "riding": 5, "rowing": 5}
    scene = stage(ann={"body": body, "points": 1}, house={"penalty_timing": "next_check"})
    (ann,) = scene.cast
    ann.tries("climbing", 9).rolls(*(2,) * 20, exertion=8).accepts()
    ann.tries("climbing", 3).rolls(*(2,) * 10, exertion=3)
    assert (scene.dl, ann.lost) == (4, {"endurance": 11})
    ann.does("restore", points=tuple(f"endurance.{n}" for n in range(1, back + 1)))
    scene.does("agree")
    assert (scene.dl, ann.lost) == (dl, {"endurance": 11 - back})


@pytest.mark.rule("UN-PEN-03", "UN-REC-01")
def test_points_of_the_second_level_that_come_back_are_those_of_this_check(stage):
    house = {"penalty_timing": "next_check"}
    scene = stage(ann={"body": {"athletics": 4}, "lost": {"vitality": 1}}, house=house)
    (ann,) = scene.cast
    ann.tries("athletics", 1).rolls(*(2,) * 9, exertion=5)
    assert (scene.dl, ann.lost) == (2, {"endurance": 4, "vitality": 2})
    scene.does("mend", what="ann/vitality", amount=1)
    assert (scene.dl, ann.lost) == (2, {"endurance": 4, "vitality": 1})


@pytest.mark.rule("UN-DL-03", "UN-EXR-01")
def test_a_task_of_no_difficulty_is_not_made_harder_by_columns_though_a_point_moves_it(stage):
    tired = {"body": {"athletics": 2, "riding": 6, "rowing": 6}, "lost": {"endurance": 8, "vitality": 1}}
    scene = stage(ann=tired, villain_points=1, house={"columns_debilitate": True})
    (ann,) = scene.cast
    ann.tries("athletics", 0)
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.dl, scene.mr) == ("building", 2, 9)
    words = scene.at.option("ann", "roll").params[0].words
    assert [text for _, text in words][:3] == ["difficulty 2", "1 die more, difficulty 2", "2 dice more, difficulty 2"]
    assert all(text.endswith("difficulty 2") for _, text in words)


@pytest.mark.parametrize(("house", "mr"), [("false", 9), ("true", 11)])
def test_columns_debilitate(stage, house, mr):
    body = {"athletics": (5, 2), "riding": 5, "rowing": 5}
    scene = stage(ann={"body": body, "lost": {"endurance": 9, "vitality": 1}}, house={"columns_debilitate": house})
    scene.cast[0].tries("athletics", 4)
    assert scene.mr == mr


@pytest.mark.rule("UN-PEN-03", "UN-PEN-04")
@pytest.mark.parametrize(
    ("scope", "timing", "mr"),
    [
        ("all", "immediate", 12),
        ("all", "next_check", 11),
        ("matching_realm", "immediate", 11),
        ("matching_realm", "next_check", 10),
    ],
)
def test_columns_that_debilitate_are_those_that_hinder_this_check(stage, scope, timing, mr):
    house = {"columns_debilitate": True, "penalty_scope": scope, "penalty_timing": timing}
    lost = {"endurance": 8, "tenacity": 3}  # one hindering column each
    scene = stage(
        ann={"body": {"athletics": 5, "riding": 5, "rowing": 5}, "mind": {"cognition": 3}, "lost": lost}, house=house
    )
    (ann,) = scene.cast
    assert ann.bases[:2] == (15, 3)
    scene.strains(ann, 1)
    ann.tries("athletics", 4)
    roll = dict(scene.at.option("ann", "roll").params[0].words)[4]
    ann.takes_up(exertion=4)
    assert scene.mr == mr
    assert (f", {mr} or more" in roll) == (timing == "immediate")


@pytest.mark.rule("UN-PSH-01", "UN-DIE-02")
def test_a_push_that_raises_the_minimum_roll_turns_hits_into_misses(stage):
    scene = stage(ann={"body": {"athletics": 4}}, house={"columns_debilitate": True})
    (ann,) = scene.cast
    ann.tries("athletics", 5).rolls(9, 11, 2, 2)
    assert (scene.mr, scene.net) == (9, 2)
    ann.pushes(9, 10, 2, exertion=3)
    assert (scene.mr, scene.net) == (10, 2)  # the 9s are gone: an 11 and a 10 are left


@pytest.mark.parametrize(("house", "open_"), [("before_spending", True), ("never", False)])
def test_withdraw(stage, house, open_):
    scene = stage(ann={"body": {"athletics": 4}}, house={"withdraw": house})
    (ann,) = scene.cast
    ann.tries("athletics", 4)
    assert ("withdraw" in ann.may()) == open_
    if not open_:
        assert "what is declared is done" in ann.cannot("withdraw").why


@pytest.mark.parametrize("preset", PRESETS, ids=lambda p: p.id)
def test_presets_make_a_table(preset):
    at = Play(GAME, players=2, **{name: value for name, value, _ in preset.values})
    for name, value, _ in preset.values:
        assert getattr(at.state.house, name) == value
