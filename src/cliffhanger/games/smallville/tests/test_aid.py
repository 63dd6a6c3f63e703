"""Help: whoever is not in it rolls apart, and the best die of each goes to the Result."""

import pytest

from cliffhanger.games.smallville.files.triggers import Trigger
from cliffhanger.kernel.panels import Row

FEATURE = {"feature": True}


def quarrel(stage, house=None, **people):
    """Ann wants something of Bo, and is about to roll; Cy and Di stand by."""
    given = {"ann": {}, "bo": FEATURE, "cy": {}, "di": {}}
    scene = stage(house=house, **{name: row | people.get(name, {}) for name, row in given.items()})
    ann, bo, *_ = scene.cast
    ann.wants(of=bo)
    return scene, *scene.cast


@pytest.mark.rule("SV-AID-01", "SV-AID-02", "SV-CONTEST-04")
def test_a_helper_rolls_a_pool_of_their_own_before_the_roll_that_is_helped(stage):
    scene, ann, bo, cy, _ = quarrel(stage, cy={"duty": 8, "bo": 10, "gear": 4}, bo={"stress": {"angry": 12}})
    cy.aids("duty", "bo", "gear", "their-angry")
    assert scene.at.waiting.dice == (4, 8, 10, 12)
    assert scene.at.waiting.seat == "cy"
    cy.lets_fall("d4=2 d8=3 d10=4 d12=5")
    assert scene.bonus == [("aid.cy", 5)]
    ann.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6)
    cy.is_not_asked("aid.cy")
    assert bo.stress == {"angry": 12}


@pytest.mark.rule("SV-AID-02", "SV-POOL-02", "SV-POOL-03")
def test_a_helpers_pool_has_both_drives_and_more_is_a_point_for_the_opponent(stage):
    scene, _, bo, cy, di = quarrel(stage, cy={"points": 1}, di={"points": 0}, bo={"feature": False})
    assert "Value" in cy.cannot("aid.cy", pool=("bo",)).why
    assert "0 can be paid" in di.cannot("aid.di", pool=("duty", "love", "bo")).why
    cy.aids("duty", "love", "bo").lets_fall("d6=2 d6=3 d6=4")
    assert (cy.points, bo.points) == ((0, 0), (0, 1))
    assert scene.bonus == [("aid.cy", 4)]


@pytest.mark.rule("SV-AID-03", "SV-AID-05", "SV-POOL-10")
def test_the_best_die_of_each_helper_counts_and_a_one_never(stage):
    scene, ann, _, cy, di = quarrel(stage)
    cy.aids("duty", "bo").lets_fall("d6=5 d6=6")
    di.aids("duty", "bo").lets_fall("d6=1 d6=1")
    assert scene.bonus == [("aid.cy", 6)]
    ann.rolls_with("duty", "bo").falls("d6=2 d6=3")
    assert ann.standing == 11


@pytest.mark.rule("SV-AID-01")
def test_each_helps_once_in_each_roll_and_anew_in_the_next(stage):
    _, ann, bo, cy, _ = quarrel(stage)
    cy.aids("duty", "bo").lets_fall("d6=2 d6=3")
    cy.is_not_asked("aid.cy")
    ann.rolls("d6=2 d6=2")
    cy.aids("duty", "ann").lets_fall("d6=4 d6=3")
    bo.rolls("d6=4 d6=2")
    assert bo.standing == 10


@pytest.mark.rule("SV-AID-01", "SV-STRESS-09", "SV-CONTEST-04")
def test_those_in_it_those_who_are_out_and_those_who_are_not_there_help_nobody(stage, edited):
    scene = stage(ann={}, bo={}, cy={}, di={}, absent=("di",))
    ann, bo, cy, di = scene.cast
    edited(scene, cy, stressed_out=True)
    ann.wants(of=bo)
    for each in (ann, bo, cy, di):
        assert f"aid.{each.id}" not in each.may()


@pytest.mark.rule("SV-AID-01", "SV-INTERFERE-03")
def test_who_has_stepped_in_helps_nobody_in_that_contest(stage):
    scene, ann, bo, cy, di = quarrel(stage, cy={"points": 1})
    ann.rolls("d6=2 d6=2")
    bo.rolls("d6=4 d6=4")
    cy.steps_in(against=bo).rolls("d6=2 d6=3")
    cy.is_not_asked("aid.cy")
    di.aids("duty", "bo").lets_fall("d6=2 d6=3")
    assert scene.bonus == [("aid.di", 3)]


@pytest.mark.rule("SV-AID-02", "SV-SPEND-03")
def test_a_helper_buys_no_dice_for_the_result(stage):
    scene, _, _, cy, _ = quarrel(stage, cy={"points": 3, "gear": 6})
    cy.aids("duty", "bo", "gear").lets_fall("d6=2 d6=3 d6=4")
    assert scene.bonus == [("aid.cy", 4)]
    assert cy.points == (3, 0)


@pytest.mark.rule("SV-AID-02", "SV-BONUS-03", "SV-GROWTH-01")
def test_a_helper_acts_against_a_drive_for_that_one_roll(stage):
    scene, ann, _bo, cy, _ = quarrel(stage, cy={"duty": 8})
    cy.aids("duty", "bo", challenge=("duty",), why="It is not my place.")
    assert scene.at.waiting.dice == (6, 8, 8, 8)
    cy.lets_fall("d6=2 d8=3 d8=4 d8=5")
    assert (cy.now.growth, cy.drives["duty"]) == ((8,), 8)
    ann.rolls("d6=2 d6=2")
    assert "not among" in cy.cannot("aid.cy", pool=("duty", "ann"), challenge=("duty",), why="Again.").why
    cy.aids("duty", "ann")
    assert scene.at.waiting.dice == (6, 8)
    cy.lets_fall("d6=2 d8=3")
    scene.at.ends()
    assert cy.drives == {"duty": 6}


@pytest.mark.rule("SV-AID-02", "SV-POOL-06", "SV-BONUS-04")
def test_a_helper_aims_at_the_limit_of_the_opponent(stage):
    scene, _, _, cy, _ = quarrel(stage, bo={"flight": 8, "kinds": {"flight": "ability"}, "limits": {"flight": "iron"}})
    cy.aids("duty", "bo", limit="duty", fits="an iron gate")
    scene.does("agree")
    assert scene.at.waiting.dice == (6, 6, 6, 6)


@pytest.mark.rule("SV-AID-03", "SV-STRESS-02")
def test_help_hurts_nobody(stage):
    scene, ann, bo, cy, _ = quarrel(stage, cy={"duty": 12})
    cy.aids("duty", "bo").lets_fall("d12=12 d6=2")
    ann.rolls("d6=2 d6=3")
    bo.rolls("d6=2 d6=2")
    ann.hurts("angry")
    bo.takes_it()
    assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-COMP-06", "SV-AID-05")
@pytest.mark.parametrize("house", ["none", "complication"])
def test_aid_ones(stage, house):
    scene, ann, _, cy, _ = quarrel(stage, {"aid_ones": house})
    cy.aids("duty", "bo").lets_fall("d6=1 d6=3")
    if house == "complication":
        scene.complicates(6)
        assert (cy.points, scene.trouble) == ((1, 0), (6, 6, 6))
    assert scene.bonus == [("aid.cy", 3)]
    assert "roll" in ann.may()


@pytest.mark.rule("SV-COMP-06", "SV-COMP-04")
def test_where_a_helping_features_ones_count_they_cut_trouble(stage):
    scene = stage(foe=FEATURE, ann={}, fay=FEATURE, house={"aid_ones": "complication"})
    foe, ann, fay = scene.cast
    scene.rules("trouble", to=[6, 6, 6])
    foe.wants(of=ann)
    fay.aids("duty", "ann").lets_fall("d6=1 d6=3")
    ann.cuts(6)
    assert scene.trouble == (6, 6)
    assert "roll" in foe.may()


@pytest.mark.rule("SV-AID-01", "SV-TEST-03")
def test_a_lead_is_helped_in_a_test_and_trouble_is_not(stage):
    scene = stage(ann={}, bo={"points": 1})
    ann, bo = scene.cast
    scene.tests(ann)
    bo.is_not_asked("aid.bo")
    scene.does("roll").rolls(5, 6)
    bo.aids("duty", "love", "ann").lets_fall("d6=6 d6=2 d6=3")
    assert bo.points == (0, 0)
    ann.rolls("d6=2 d6=4")
    assert scene.data("succeeds")["total"] == 12


@pytest.mark.rule("SV-AID-01", "SV-RELIEF-03")
def test_others_help_whoever_relieves_and_the_patient_does_not(stage):
    scene = stage(ann={}, bo={"stress": {"angry": 8}}, cy={})
    ann, bo, cy = scene.cast
    ann.relieves(bo, "angry")
    bo.lets_them()
    bo.is_not_asked("aid.bo")
    assert "their-angry" not in {item.id for item in cy.option("aid.cy").params[0].items}
    cy.aids("duty", "bo").lets_fall("d6=4 d6=2")
    ann.rolls("d6=2 d6=3")
    bo.lets_fall("d8=8")
    assert not bo.stress


@pytest.mark.rule("SV-AID-01", "SV-CONTEST-07", "SV-CONTEST-12")
@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("swapped", [False, True])
def test_give_in_after_aid(stage, swapped, keeps):
    scene = stage(ann={"points": 1}, bo={}, foe=FEATURE, house={"give_in_after_aid": keeps})
    ann, bo, foe = scene.cast
    ann.wants(of=bo).rolls("d6=2 d6=2", pool=("duty", "bo"))
    answers, other = (ann, "bo") if swapped else (bo, "ann")
    if swapped:
        bo.rolls("d6=4 d6=4", pool=("duty", "ann"))
    foe.aids("duty", other).lets_fall("d6=2 d6=2")
    assert ("give_in" in answers.may()) == keeps
    if keeps:
        assert len(answers.option("give_in").cost) == swapped
        answers.gives_in()
        assert scene.told("gives_in")


@pytest.mark.rule("SV-AID-01", "SV-TEST-02", "SV-CONTEST-07")
def test_who_is_helped_in_a_test_may_still_let_it_be_until_a_die_of_theirs_has_fallen(stage):
    scene = stage(ann={"resources": {"ben": ("extra", 6)}}, bo={}, house={"give_in_after_aid": True})
    ann, bo = scene.cast
    scene.tests(ann).does("roll").rolls(4, 4)
    bo.aids("duty", "ann").lets_fall("d6=2 d6=2")
    assert "give_in" in ann.may()
    ann.uses("ben").lets_fall(1, 1)
    ann.is_not_asked("give_in")


@pytest.mark.rule("SV-AID-02", "SV-SPEND-04", "SV-SPEND-05")
def test_a_helper_brings_a_detail_and_a_bond_into_their_own_roll_first(stage):
    scene, ann, bo, cy, _ = quarrel(stage, cy={"points": 2}, bo={"feature": False})
    cy.does("prepare.cy")
    ann.is_not_asked("roll")
    assert "hold_back" in cy.may()
    cy.has_at_hand("a crowbar")
    assert "hold_back" not in cy.may()
    cy.rolls_with("duty", "bo", "detail-1")
    cy.lets_fall("d6=2 d6=5 d6=3")
    assert scene.bonus == [("aid.cy", 5)]
    assert (cy.points, bo.points) == ((1, 0), (0, 0))
    ann.rolls_with("duty", "bo").falls("d6=2 d6=3")
    assert ann.standing == 10


@pytest.mark.rule("SV-AID-02", "SV-SPEND-07")
def test_a_trigger_of_a_helper_adds_its_die_to_their_roll(stage):
    paid = {"gear": (Trigger("add_die", "spend", die=10),)}
    scene, _, _, cy, _ = quarrel(stage, cy={"points": 1, "gear": 6, "triggers": paid})
    cy.does("prepare.cy")
    cy.does(next(key for key in cy.may() if key.startswith("trigger.")))
    cy.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6, 10)


@pytest.mark.rule("SV-AID-01")
def test_a_helper_who_gave_nothing_may_hold_back_and_help_later(stage):
    scene, ann, _, cy, _ = quarrel(stage, cy={"points": 1})
    cy.does("prepare.cy")
    cy.does("hold_back")
    assert scene.bonus == []
    cy.aids("duty", "bo").lets_fall("d6=5 d6=6")
    ann.rolls_with("duty", "bo").falls("d6=2 d6=3")
    assert ann.standing == 11


@pytest.mark.rule("SV-AID-02")
def test_whoever_has_nothing_to_prepare_is_not_asked_to(stage):
    _, _, _, cy, di = quarrel(stage, cy={"points": 0}, di={"points": 1})
    assert "prepare.cy" not in cy.may()
    assert "prepare.di" in di.may()


@pytest.mark.rule("SV-CONTEST-06", "SV-AID-02")
def test_what_a_helper_prepared_with_comes_back_when_the_roll_never_was(stage):
    _, ann, bo, cy, di = quarrel(stage, di={"points": 1}, bo={"feature": False})
    cy.claims(of=bo)
    ann.rolls_with("duty", "bo").falls("d6=5 d6=6")
    di.does("prepare.di").has_at_hand("a crowbar")
    di.rolls_with("duty", "bo", "detail-1").lets_fall("d6=2 d6=2 d6=2")
    assert (di.points, [row.name for row in di.now.details]) == ((0, 0), ["a crowbar"])
    cy.rolls_with("duty", "bo").falls("d6=2 d6=3")
    assert (di.points, di.now.details) == ((1, 0), ())
    assert ann.acts


@pytest.mark.rule("SV-CONTEST-07")
@pytest.mark.parametrize("keeps", [False, True])
def test_giving_in_is_spoken_of_as_long_as_it_is_offered(stage, keeps):
    _, ann, bo, cy, _ = quarrel(stage, house={"give_in_after_aid": keeps}, bo={"feature": False})
    ann.rolls("d6=2 d6=2")
    assert bo.option("roll").ask == "Ann wants “the letter” and stands at 4. Roll more, give in, or take Stress."
    cy.aids("duty", "ann").lets_fall("d6=2 d6=2")
    assert ("give in" in bo.option("roll").ask) == keeps


@pytest.mark.rule("SV-AID-03")
def test_what_help_brings_stands_in_the_pool_before_the_roll(stage):
    scene, ann, _, cy, di = quarrel(stage)
    cy.aids("duty", "bo").lets_fall("d6=5 d6=6")
    di.aids("duty", "bo").lets_fall("d6=1 d6=1")
    rows = [row for row in scene.at.option(ann.seat, "roll").pool if isinstance(row, Row)]
    assert [(row.name, row.value) for row in rows if row.value] == [("Cy", "+6")]
