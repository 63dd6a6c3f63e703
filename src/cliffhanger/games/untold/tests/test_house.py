"""Each switch at a place where it matters; those that belong to one chapter are tested beside it."""

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.house import PRESETS, SWITCHES
from cliffhanger.testing.table import Play

NAMES = (
    "exertion_formula", "default_broad_rounding", "broad_may_replace_sub", "count_default_broad", "impossible_rollable",
    "sn_compares", "roll_under_sn", "penalty_timing", "pushed_boon_ones_snag", "passed_die", "passed_expiry",
    "mixed_after_push", "points_per_check", "shifted_faces", "opposing_points", "points_on_allies",
    "adversary_boon_villain_point", "mixed_counts_heroic", "restore_scope", "penalty_scope", "recovery_order",
    "recovery_remainder", "points_reset", "columns_debilitate", "close_by", "withdraw",
)  # fmt: skip


def test_every_open_question_of_the_text_has_its_switch_and_its_ruling():
    assert tuple(switch.name for switch in SWITCHES) == NAMES
    assert [preset.id for preset in PRESETS] == ["letter", "plays_better"]
    assert PRESETS[0].values == ()


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
        assert "Impossible" in ann.cannot("roll").why
        ann.does("numbers", use="easier")
        assert "roll" in ann.may()


def test_roll_under_second_nature(stage):
    scene = stage(ann={"body": {"athletics": 6}}, house={"roll_under_sn": "true"})
    (ann,) = scene.cast
    ann.tries("athletics", 2)
    assert scene.check.phase == "auto"
    ann.does("take")
    assert scene.outcome == ("auto", 0, 2)
    ann.tries("athletics", 2).does("anyway").rolls(12, 2, 2, 2, 2, 2).rolls_boons(3).accepts()
    assert scene.outcome == ("failure", 1, 2)


def test_with_second_nature_at_hand_a_difficulty_that_moves_takes_it_away(stage):
    body = {"athletics": 6, "riding": 2, "rowing": 2}
    scene = stage(ann={"body": body}, house={"roll_under_sn": "true"})
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


@pytest.mark.rule("UN-MIX-01")
@pytest.mark.parametrize(("house", "open_"), [("true", True), ("false", False)])
def test_mixed_after_push(stage, house, open_):
    scene = stage(ann={"body": {"athletics": 3}}, house={"mixed_after_push": house})
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 2, 2).pushes(9)
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


@pytest.mark.parametrize(("house", "mr"), [("false", 9), ("true", 11)])
def test_columns_debilitate(stage, house, mr):
    body = {"athletics": (5, 2), "riding": 5, "rowing": 5}
    scene = stage(ann={"body": body, "lost": {"endurance": 9, "vitality": 1}}, house={"columns_debilitate": house})
    scene.cast[0].tries("athletics", 4)
    assert scene.mr == mr


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
