"""Stress: what hurts, the dice it is rolled with, what the stress die does, being out, and dropping out."""

import pytest

from cliffhanger.games.smallville.files.triggers import STRESSES
from cliffhanger.games.smallville.rules.hurting import highest
from cliffhanger.games.smallville.rules.verbs import down, up

FEATURE = {"feature": True}


def won(scene, faces="d6=4 d6=5"):
    """Ann has won against Bo, by five and more, with Duty, Bo and all her Assets."""
    ann, bo = scene.cast[:2]
    ann.wants(of=bo).rolls_with("duty", "bo", *(row.id for row in ann.now.sheet.assets)).falls(faces)
    if "lapse" in scene.asked():
        scene.lapses()
    bo.rolls(1, 2)
    return ann, bo


@pytest.mark.rule("SV-STRESS-01")
@pytest.mark.parametrize("kind", STRESSES)
def test_the_winner_says_what_hurts(stage, kind):
    scene = stage(ann={}, bo={})
    ann, bo = won(scene)
    ann.cannot("stress", kind="bored")
    bo.is_not_asked("stress")
    ann.hurts(kind).lets_fall(2, 3)
    assert bo.stress == {kind: 6}
    assert scene.data("declares") == {"foe": "Bo", "kind": kind.capitalize(), "out": 0}


@pytest.mark.rule("SV-STRESS-02")
@pytest.mark.parametrize(
    ("faces", "dice"), [("d6=5 d8=7 d10=2", (6, 8, 10)), ("d6=1 d8=7 d10=2", (8, 10)), ("d6=1 d8=1 d10=8", (10,))]
)
def test_the_stress_pool_is_the_last_roll_without_its_ones(stage, faces, dice):
    scene = stage(ann={"duty": 8, "gear": 10}, bo={})
    ann, _ = won(scene, faces)
    ann.hurts("angry")
    assert scene.stress_dice == dice


@pytest.mark.rule("SV-STRESS-02")
def test_bought_dice_and_those_that_did_not_count_are_in_the_stress_pool(stage):
    scene = stage(ann={"duty": 8, "gear": 10, "charm": 4, "points": 1}, bo={})
    ann, _ = won(scene, "d4=2 d6=3 d8=7 d10=8")
    ann.hurts("angry")
    assert scene.stress_dice == (4, 6, 8, 10)


@pytest.mark.rule("SV-STRESS-02", "SV-CONTEST-09")
def test_with_nothing_but_ones_nobody_is_hurt(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=1 d6=1")
    bo.rolls("d6=1 d6=1")
    assert scene.data("wins")["margin"] == 0
    assert scene.told("harmless")
    assert scene.closed
    assert not bo.stress


@pytest.mark.rule("SV-STRESS-04")
@pytest.mark.parametrize(
    ("dice", "faces", "found"),
    [((6, 8), (5, 4), (6,)), ((6, 8), (4, 5), (8,)), ((6, 8, 10), (5, 5, 2), (6, 8)), ((4, 12), (1, 1), (4, 12))],
)
def test_the_dice_with_the_highest_face(dice, faces, found):
    assert highest(dice, faces) == found


@pytest.mark.rule("SV-STRESS-04")
def test_a_one_in_a_stress_roll_is_a_face_like_any_other(stage):
    scene = stage(ann={"duty": 8}, bo={})
    ann, bo = won(scene, "d6=4 d8=5")
    ann.hurts("angry").lets_fall("d6=1 d8=1")
    assert bo.stress == {"angry": 8}
    assert not scene.told("complication")
    assert scene.asked() == []


@pytest.mark.rule("SV-ROLE-05", "SV-ROLE-07")
def test_a_step_is_one_size_and_none_passes_d12():
    assert [up(n) for n in (0, 4, 6, 8, 10, 12)] == [4, 6, 8, 10, 12, 12]
    assert [down(n) for n in (0, 4, 6, 8, 10, 12)] == [0, 0, 4, 6, 8, 10]


# --- being out ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-10", "SV-STRESS-08", "SV-STRESS-09")
def test_whoever_is_put_out_is_hurt_as_well_and_says_how_they_go(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo = won(scene)
    ann.crushes("injured").lets_fall("d6=2 d6=3")
    assert (bo.stress, bo.out) == ({"injured": 6}, True)
    assert bo.asked() == ["how"]
    bo.cannot("how", how="")
    assert bo.option("how").params[0].label == "How you go"
    assert bo.option("how").params[0].ready
    bo.does("how", how="on a stretcher")
    assert bo.now.how == "on a stretcher"
    assert scene.data("goes_how") == {"how": "on a stretcher"}
    assert not scene.told("drops_out")
    assert bo.points == (0, 0)


@pytest.mark.rule("SV-CONTEST-10", "SV-STRESS-02")
@pytest.mark.parametrize("way", ["crush", "skip"])
def test_ahead_by_five_with_nothing_but_ones_they_may_still_be_put_out_or_spared(stage, way):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    ann.wants(of=bo)
    cy.aids("duty", "bo").lets_fall("d6=6 d6=2")
    ann.rolls("d6=1 d6=1")
    bo.rolls("d6=1 d6=1")
    assert {*ann.asked()} == {"crush", "skip"}
    ann.does(way)
    assert (bo.out, bo.stress) == (way == "crush", {})
    assert scene.closed == (way == "skip")


@pytest.mark.rule("SV-STRESS-06", "SV-STRESS-08")
def test_a_step_beyond_d12_puts_them_out_and_one_that_is_put_out_by_it_is_out_once(stage):
    for way in ("stress", "crush"):
        scene = stage(ann={}, bo={"stress": {"angry": 12}})
        ann, bo = won(scene)
        ann.does(way, kind="angry").lets_fall(2, 3)
        assert (bo.stress, bo.out) == ({"angry": 12}, True)
        assert len(scene.told("out")) == 1
        assert bo.asked() == ["how"]


@pytest.mark.rule("SV-STRESS-09")
def test_out_they_neither_begin_nor_are_wanted_anything_of_until_the_scene_ends(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo = won(scene)
    ann.crushes("injured").lets_fall("d6=2 d6=3")
    bo.does("how", how="on a stretcher")
    assert bo.may() == []
    scene.cast[2].cannot("contest", against=bo, goal="a word", stake="duty")
    scene.does("end")
    assert (bo.out, bo.now.how, bo.stress) == (False, "", {"injured": 6})


@pytest.mark.rule("SV-STRESS-09", "SV-COMP-03")
def test_a_feature_that_is_out_begins_nothing(stage):
    scene = stage(ann={}, foe=FEATURE)
    scene.rules("cast", "foe", "stressed_out", to=True)
    assert not [key for key in scene.asked() if key.startswith("contest")]
    assert "could oppose you" in scene.cast[0].cannot("contest").why


# --- dropping out ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-STRESS-07")
def test_whoever_is_hurt_and_stays_keeps_all_of_it(stage):
    scene = stage(ann={}, bo={"stress": {"afraid": 8}})
    ann, bo = won(scene)
    ann.hurts("angry").lets_fall(2, 3)
    assert bo.asked() == ["stay", "drop_out"]
    bo.stays()
    assert (bo.stress, bo.out, bo.points) == ({"afraid": 8, "angry": 6}, False, (0, 0))
    assert scene.closed


@pytest.mark.rule("SV-STRESS-07", "SV-EARN-06", "SV-EARN-05")
def test_the_point_for_dropping_out_waits_like_any_other_of_a_contest(stage):
    scene = stage(ann={}, bo={"stress": {"afraid": 4, "injured": 12}})
    ann, bo = won(scene)
    ann.hurts("angry").lets_fall(2, 3)
    assert bo.option("drop_out").says.endswith("whoever hurt you says what happens.")
    bo.drops_out()
    assert (bo.stress, bo.out, bo.points) == ({"angry": 4, "injured": 10}, True, (0, 1))
    assert bo.asked() == []
    ann.cannot("meanwhile", how="")
    ann.does("meanwhile", how="the rain comes in")
    assert bo.points == (1, 0)
    assert bo.now.how == "the rain comes in"


@pytest.mark.rule("SV-STRESS-07", "SV-EARN-06", "SV-SETUP-04")
def test_a_feature_drops_out_without_a_point(stage):
    scene = stage(ann={}, foe=FEATURE)
    ann, foe = scene.cast
    ann.wants(of=foe).rolls("d6=4 d6=5")
    scene.does("roll").rolls(2, 3)
    ann.hurts("angry")
    scene.does("take")
    ann.lets_fall(2, 3)
    scene.does("drop_out")
    assert (foe.stress, foe.out, foe.points) == ({"angry": 4}, True, (0, 0))
    assert not scene.told("earns")
    assert ann.asked() == ["meanwhile"]
