"""Pools and points: what is free and what is paid, to whom, when it may be spent, and what ones bring."""

import pytest

from cliffhanger.games.smallville.rules.pools import result
from cliffhanger.games.smallville.rules.state import Die
from cliffhanger.kernel.params import ENDLESS

FEATURE = {"feature": True}


def begun(scene, **wanted):
    ann, bo = scene.cast[:2]
    ann.wants(of=bo, **wanted)
    return ann, bo


# --- gathering a pool -----------------------------------------------------------------------------------------


@pytest.mark.rule("SV-POOL-02", "SV-POOL-03", "SV-POOL-04", "SV-POOL-05", "SV-POOL-07")
def test_one_of_each_box_is_free(stage):
    scene = stage(ann={"gear": 8}, bo={"stress": {"angry": 10, "afraid": 4}})
    ann, _ = begun(scene)
    ann.rolls_with("duty", "bo", "gear", "their-angry")
    assert scene.at.waiting.dice == (6, 6, 8, 10)
    assert not scene.told("pays")


def test_a_pool_says_what_the_numbers_on_it_are_and_of_none_where_there_are_none(stage):
    scene = stage(ann={}, bo={}, cy={"points": 1})
    ann, bo = begun(scene)
    cy = scene.cast[2]
    assert ann.option("roll").params[0].label.startswith("Numbers: your average with it.")
    cy.does("prepare.cy")
    assert cy.option("roll").params[0].label == "A second of a kind: a point;"
    cy.rolls_with("duty", "ann").falls("d6=2 d6=2")
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    assert bo.option("roll").params[0].label.startswith("Numbers: your chance with it.")


@pytest.mark.rule("SV-POOL-08", "SV-SPEND-01", "SV-SPEND-02", "SV-EARN-01")
@pytest.mark.parametrize(
    "more", ["love", "cy", "charm", "their-afraid", "own-injured"], ids=["Value", "tie", "Asset", "theirs", "own"]
)
def test_one_more_of_any_box_is_a_point_for_the_opponent(stage, more):
    usual = {"gear": 8, "charm": 4, "stress": {"injured": 6}}
    scene = stage(ann=usual | {"points": 1}, bo={"stress": {"angry": 10, "afraid": 4}}, cy={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo", "gear", "their-angry", more)
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    assert len(scene.at.waiting.dice) == 5
    scene = stage(ann=usual, bo={"stress": {"angry": 10, "afraid": 4}}, cy={})
    ann, _ = begun(scene)
    assert "costs 1, and 0 can be paid" in ann.cannot_roll_with("duty", "bo", "gear", "their-angry", more).why


@pytest.mark.rule("SV-SPEND-01")
def test_each_trait_is_rolled_once_and_only_stress_that_is_there(stage):
    scene = stage(ann={"points": 3, "stress": {"afraid": 6}}, bo={"stress": {"angry": 10}})
    ann, _ = begun(scene)
    ann.cannot_roll_with("duty", "duty", "bo")
    stress = [item.id for item in scene.pool.items if item.group in ("Their Stress", "Your Stress")]
    assert stress == ["their-angry", "own-afraid"]
    ann.cannot_roll_with("duty", "bo", "their-afraid")


@pytest.mark.rule("SV-POOL-07")
def test_the_largest_of_each_box_lies_there_and_is_free(stage):
    scene = stage(ann={"love": 10, "bo": 4, "gear": 6, "charm": 8, "stress": {"afraid": 12}}, bo={})
    ann, _ = begun(scene)
    assert set(scene.pool.start) == {"love", "bo", "charm"}
    ann.rolls_with()
    assert scene.at.waiting.dice == (4, 8, 10)


@pytest.mark.rule("SV-POOL-11")
def test_the_next_roll_begins_with_the_dice_of_the_last_one(stage):
    scene = stage(ann={"glory": 8, "gear": 4, "points": 1}, bo={"gear": 8})
    ann, bo = begun(scene)
    ann.rolls_with("glory", "love", "bo").falls("d8=2 d6=2 d6=2")
    bo.rolls("d6=2 d6=2 d8=3")
    assert set(scene.pool.start) == {"glory", "love", "bo"}
    ann.rolls_with()
    assert ann.points == (0, 0)
    assert scene.at.waiting.dice == (6, 6, 8)
    assert scene.told("pays")[-1].data["amount"] == 1


@pytest.mark.rule("SV-POOL-11", "SV-POOL-07")
def test_what_was_paid_for_stays_free_beside_another_choice(stage):
    scene = stage(ann={"gear": 4, "points": 1}, bo={"gear": 8})
    ann, bo = begun(scene)
    ann.rolls_with("glory", "love", "bo").falls("d6=2 d6=2 d6=2")
    bo.rolls("d6=2 d6=2 d8=3")
    kept = [item.id for item in scene.pool.items if item.slot == "kept"]
    assert len(kept) == 1
    ann.rolls_with("duty", *kept, "bo", "gear")
    assert ann.points == (0, 0)
    assert len(scene.told("pays")) == 1


# --- own Stress -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SPEND-01", "SV-POOL-05")
def test_own_stress_that_they_roll_is_not_to_be_bought(stage):
    scene = stage(ann={}, bo={"stress": {"angry": 8, "afraid": 4}, "points": 2})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo", "their-angry").falls("d6=2 d6=2 d8=2")
    assert "rolling this against you" in bo.cannot_roll_with("duty", "ann", "own-angry").why
    bo.rolls_with("duty", "ann", "own-afraid")
    assert bo.points == (1, 0)


@pytest.mark.rule("SV-SPEND-01", "SV-POOL-05", "SV-POOL-11")
def test_own_stress_that_was_bought_stays_and_stops_nobody(stage):
    scene = stage(ann={"stress": {"angry": 8}, "points": 1}, bo={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo", "own-angry").falls("d6=2 d6=2 d8=2")
    bo.rolls_with("duty", "ann", "their-angry").falls("d6=2 d6=2 d8=4")
    assert set(scene.pool.start) == {"duty", "bo", "own-angry"}
    ann.rolls_with()
    assert scene.at.waiting.dice == (6, 6, 8)
    assert ann.points == (0, 0)


@pytest.mark.rule("SV-SPEND-01")
def test_own_stress_that_they_no_longer_roll_may_be_bought(stage):
    scene = stage(ann={}, bo={"stress": {"angry": 8}, "points": 1})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo", "their-angry").falls("d6=2 d6=2 d8=2")
    bo.rolls_with("duty", "ann").falls("d6=2 d6=3")
    ann.rolls_with("duty", "bo").falls("d6=2 d6=4")
    bo.rolls_with("duty", "ann", "own-angry")
    assert scene.at.waiting.dice == (6, 6, 8)


# --- the Result -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-POOL-09", "SV-POOL-10")
@pytest.mark.parametrize(
    ("faces", "count", "total"),
    [((5, 7, 3), 2, 12), ((5, 1, 7), 2, 12), ((1, 1, 7), 2, 7), ((1, 1), 2, 0), ((4, 4, 4), 3, 12), ((5, 1, 7), 3, 12)],
)
def test_a_result_is_the_two_best_dice_that_show_no_one(faces, count, total):
    assert result(tuple(Die("duty", "Duty", 8, face) for face in faces), count) == total


@pytest.mark.rule("SV-SPEND-03", "SV-EARN-01")
def test_each_further_die_is_a_point_for_the_opponent(stage):
    scene = stage(ann={"gear": 8, "charm": 4, "points": 3}, bo={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo", "gear", "charm").lets_fall("d4=2 d6=3 d6=4 d8=5")
    assert ann.best == [9, 12, 14]
    ann.fixes(2)
    assert (ann.standing, ann.points, bo.points) == (14, (0, 0), (0, 3))
    assert [die.counts for die in scene.contest.rungs[-1].dice] == [True] * 4


@pytest.mark.rule("SV-SPEND-03", "SV-POOL-09")
def test_without_a_point_or_a_die_to_buy_the_result_is_fixed_at_once(stage):
    for points, faces, asked in (
        (0, "d6=2 d6=3 d8=5", False),
        (1, "d6=1 d6=3 d8=5", False),
        (1, "d6=2 d6=3 d8=5", True),
    ):
        scene = stage(ann={"gear": 8, "points": points}, bo={})
        ann, _ = begun(scene)
        ann.rolls_with("duty", "bo", "gear").lets_fall(faces)
        assert ("fix" in ann.may()) == asked
        if not asked:
            assert ann.standing == 8


@pytest.mark.rule("SV-SPEND-03")
def test_a_result_is_fixed_before_the_other_side_rolls(stage):
    scene = stage(ann={"gear": 8, "points": 1}, bo={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo", "gear").falls("d6=2 d6=3 d8=5")
    bo.rolls_with("duty", "ann").falls("d6=5 d6=6")
    assert bo.acts
    ann.is_not_asked("fix")


# --- whose points ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SETUP-04", "SV-EARN-01")
def test_features_pay_without_end_and_what_they_are_paid_is_gone(stage):
    scene = stage(ann={"points": 1, "charm": 8}, foe=FEATURE | {"gear": 8, "charm": 4})
    ann, foe = begun(scene)
    ann.rolls_with("duty", "love", "foe").falls("d6=2 d6=2 d6=2")
    assert (ann.points, foe.points) == ((0, 0), (0, 0))
    assert scene.pool.budget == ENDLESS
    foe.rolls_with("duty", "love", "power", "ann", "gear", "charm")
    assert ann.points == (0, 3)
    foe.lets_fall("d4=2 d6=2 d6=3 d6=4 d6=5 d8=6").fixes(4)
    assert ann.points == (0, 7)
    assert foe.points == (0, 0)


@pytest.mark.rule("SV-EARN-05")
def test_points_of_a_contest_are_locked_for_both_and_free_when_it_closes_whichever_way(stage):
    for ends in (lambda scene: scene.at.ends(), lambda scene: scene.cast[1].gives_in()):
        scene = stage(ann={"points": 2}, bo={"points": 1})
        ann, bo = begun(scene)
        ann.rolls_with("duty", "love", "bo").falls("d6=2 d6=2 d6=2")
        assert (ann.points, bo.points) == ((1, 0), (1, 1))
        ends(scene)
        assert scene.closed or scene.cast[0].does("spare")
        assert [(e.who, e.data["amount"]) for e in scene.told("unlocks")] == [("Bo", 1)]
        assert (ann.points, bo.points) == ((1, 0), (2, 0))


@pytest.mark.rule("SV-EARN-05")
def test_points_that_wait_outside_a_contest_are_free_at_the_end_of_the_scene(stage):
    scene = stage(ann={"locked": 2}, bo={})
    assert scene.cast[0].points == (0, 2)
    scene.does("end")
    assert scene.cast[0].points == (2, 0)


# --- what ones bring ------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-COMP-03", "SV-COMP-05", "SV-EARN-02", "SV-TROUBLE-03")
def test_each_one_that_is_bought_is_a_point_and_a_die_of_its_size(stage):
    scene = stage(ann={"gear": 8, "duty": 10}, bo={})
    ann, _ = begun(scene)
    ann.rolls_with("duty", "bo", "gear").falls("d10=1 d6=1 d8=5")
    scene.at.refused("watchtower", "complicate", ones=("0.d10",), what="")
    scene.complicates(10, 6, what="the phone rings")
    assert scene.trouble == (6, 6, 6, 10)
    assert ann.points == (0, 2)
    assert scene.data("complication") == {"what": "the phone rings"}
    assert "roll" in scene.cast[1].may()


@pytest.mark.rule("SV-COMP-03")
def test_ones_that_nobody_buys_lapse_and_a_roll_without_any_asks_nobody(stage):
    scene = stage(ann={"gear": 8}, bo={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo", "gear").falls("d6=1 d6=1 d8=5")
    assert bo.may() == []
    scene.lapses()
    assert (ann.points, scene.trouble) == ((0, 0), (6, 6))
    bo.rolls_with("duty", "ann").falls("d6=2 d6=2")
    assert not scene.told("complication")
    scene.is_not_asked("complicate")


@pytest.mark.parametrize(("faces", "shown"), [("d6=1 d6=3 d8=5", "a 1"), ("d6=1 d6=1 d8=5", "2 ones")])
def test_the_watchtower_is_told_what_a_one_brings_to_whom(stage, faces, shown):
    scene = stage(ann={"gear": 8}, bo={})
    ann, _ = begun(scene)
    ann.rolls_with("duty", "bo", "gear").falls(faces)
    option = scene.at.option("watchtower", "complicate")
    assert f"rolled {shown}. Does" in option.ask
    assert "a point for Ann, and a die of its size for Trouble" in option.says


@pytest.mark.rule("SV-COMP-03", "SV-TROUBLE-03")
def test_some_ones_may_be_bought_and_the_others_lapse(stage):
    scene = stage(ann={"gear": 8}, bo={})
    ann, _ = begun(scene)
    ann.rolls_with("duty", "bo", "gear").falls("d6=1 d6=5 d8=1")
    scene.complicates(8)
    assert (ann.points, scene.trouble) == ((0, 1), (6, 6, 8))
    scene.is_not_asked("complicate")


def feature_rolls_a_one(stage, faces="d8=1 d6=4", trouble=(6, 8, 10), **house):
    scene = stage(ann={}, foe=FEATURE | {"duty": 8}, cy={}, house=house)
    ann, foe, cy = scene.cast
    scene.rules("trouble", to=list(trouble))
    foe.wants(of=ann).rolls_with("duty", "ann").falls(faces)
    return scene, ann, cy


@pytest.mark.rule("SV-COMP-04", "SV-TROUBLE-04")
def test_the_lead_who_is_up_against_it_has_the_first_say_and_then_another(stage):
    scene, ann, cy = feature_rolls_a_one(stage)
    assert cy.may() == []
    assert ann.option("cut").ask == "Foe rolled a 1: a die of Trouble may go, D8 at most."
    ann.does("leave")
    assert ann.is_not_asked("cut")
    cy.cuts(8)
    assert scene.trouble == (6, 10)
    assert scene.told("trouble_cut")[-1].who == "Cy"
    assert "roll" in ann.may()


@pytest.mark.rule("SV-COMP-04")
def test_when_all_leave_trouble_be_the_one_lapses(stage):
    scene, ann, cy = feature_rolls_a_one(stage)
    ann.does("leave")
    cy.does("leave")
    assert scene.trouble == (6, 8, 10)
    assert "roll" in ann.may()


@pytest.mark.rule("SV-COMP-04", "SV-TROUBLE-02")
def test_each_one_of_the_watchtowers_takes_one_die_and_two_always_stay(stage):
    scene, ann, _ = feature_rolls_a_one(stage, "d8=1 d6=1", (6, 6, 8, 10))
    ann.cuts(8)
    (pick,) = ann.option("cut").params
    assert [item.dice for item in pick.items] == [(6,)]
    ann.cuts(6)
    assert scene.trouble == (6, 10)
    assert "roll" in ann.may()
    scene, ann, _ = feature_rolls_a_one(stage, "d8=1 d6=1", (6, 6, 8))
    ann.cuts(8)
    assert scene.trouble == (6, 6)
    assert "roll" in ann.may()


@pytest.mark.rule("SV-COMP-03", "SV-COMP-04")
def test_a_features_ones_are_not_bought_and_a_leads_cut_nothing(stage):
    scene, ann, _ = feature_rolls_a_one(stage)
    assert scene.asked() == []
    ann.does("leave")
    scene.cast[2].does("leave")
    ann.rolls_with("duty", "foe").falls("d6=1 d6=2")
    assert scene.asked() == ["complicate", "lapse"]
    assert ann.may() == []


# --- Stress for whoever gave in -------------------------------------------------------------------------------


@pytest.mark.rule("SV-SPEND-08")
@pytest.mark.parametrize(("points", "asked"), [({"points": 1, "locked": 1}, False), ({"points": 2}, True)])
def test_two_points_that_may_be_spent_hurt_whoever_gave_in(stage, points, asked):
    scene = stage(ann=points, bo={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo").falls("d6=2 d6=3")
    bo.gives_in()
    assert ("spite" in ann.may()) == asked
    if asked:
        assert ann.option("spare").ask.endswith("Leave it at that, or hurt them all the same?")
        ann.does("spare")
    assert scene.closed
    assert (bo.stress, scene.trouble) == ({}, (6, 6))


@pytest.mark.rule("SV-SPEND-08", "SV-CONTEST-14", "SV-STRESS-06", "SV-STRESS-08")
def test_it_hurts_whoever_gave_in_late_and_may_put_them_out(stage):
    scene = stage(ann={"points": 2}, bo={"points": 1, "stress": {"angry": 12}})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo").falls("d6=4 d6=5")
    bo.rolls_with("duty", "ann").falls("d6=2 d6=3")
    ann.hurts("afraid")
    bo.yields()
    ann.spites("angry").lets_fall(3)
    assert bo.out
    bo.does("how", how="without a word")
    assert scene.closed
    assert (bo.stress, scene.trouble) == ({"angry": 12}, (6, 6, 6))


@pytest.mark.rule("SV-SPEND-08")
def test_with_one_die_nothing_is_rolled_and_with_none_it_is_not_asked(stage):
    scene = stage(ann={"points": 2}, bo={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo").falls("d6=1 d6=3")
    scene.lapses()
    bo.gives_in()
    ann.spites("afraid")
    assert scene.closed
    assert (bo.stress, bo.points, scene.trouble) == ({}, (2, 0), (6, 6, 6))
    scene = stage(ann={"points": 2}, bo={})
    ann, bo = begun(scene)
    ann.rolls_with("duty", "bo").falls("d6=1 d6=1")
    scene.lapses()
    bo.gives_in()
    assert scene.closed
