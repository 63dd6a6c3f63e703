"""What is refused, with the rule it meets and the way out; and nothing changes by it."""

import pytest

from cliffhanger.kernel.offers import awaited

FIVE = {"body": {"athletics": 5}}


def refused(refusal, rule, why, instead=""):
    assert refusal.rule == rule
    assert why in refusal.why
    assert instead in refusal.instead


@pytest.mark.rule("UN-HRO-08")
def test_spending_a_point_one_does_not_have(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(2, 3, 4, 5, 6)
    for key, rule in (
        ("numbers", "UN-HRO-03"),
        ("reroll", "UN-HRO-04"),
        ("shift", "UN-HRO-05"),
        ("twelve", "UN-HRO-06"),
    ):
        refused(ann.cannot(key), rule, "You have no Hero Point.", "A 12 on a boon die or a heroic action brings one.")
    refused(ann.cannot("fact", what="fact", text="x"), "UN-HRO-07", "no Hero Point")
    refused(
        scene.refuses("numbers"), "UN-HRO-03", "You have no Villain Point.", "The players' third Hero Point brings one."
    )


@pytest.mark.rule("UN-EXR-01")
def test_spending_exertion_that_is_not_there(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    refused(ann.cannot("roll", exertion=10), "UN-EXR-01", "a whole number from 0 to 9")


@pytest.mark.rule("UN-DEV-02")
def test_spending_devotion_that_is_not_there(stage):
    scene = stage(ann=FIVE | {"moral": {"honour": 2}})
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    refused(ann.cannot("roll", devotion=3), "UN-DEV-02", "a whole number from 0 to 2")


@pytest.mark.rule("UN-EXR-01")
def test_exertion_of_the_wrong_realm(stage):
    scene = stage(ann=FIVE | {"mind": {"cognition": 3}})
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    why = "For a skill of the body Endurance pays, then Vitality."
    refused(ann.cannot("wrong_realm"), "UN-EXR-01", why, "Or roll with nothing spent.")
    ann.does("withdraw").tries("cognition", 3)
    why = "For a skill of the mind Tenacity pays, then Sanity."
    refused(ann.cannot("wrong_realm"), "UN-EXR-01", why)


@pytest.mark.rule("UN-PSH-01")
def test_a_second_push(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(2, 3, 4, 5, 6).pushes(2)
    refused(ann.cannot("push"), "UN-PSH-01", "one may be pushed once", "You may take the result.")


@pytest.mark.rule("UN-PSH-01")
def test_a_push_with_nothing_left_and_devotion_does_not_help(stage):
    scene = stage(ann={"body": {"athletics": 1}, "moral": {"honour": 2}, "lost": {"endurance": 1, "vitality": 3}})
    (ann,) = scene.cast
    ann.tries("athletics", 1).rolls(2)
    refused(ann.cannot("push"), "UN-PSH-01", "devotion is for before the roll", "You may take the result.")


@pytest.mark.rule("UN-PSH-01")
def test_a_push_after_a_success_is_not_asked_for(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2)
    assert "push" not in ann.may()
    ann.is_not_asked("push")


@pytest.mark.rule("UN-MIX-01")
@pytest.mark.parametrize("short", [2, 3])
def test_a_mixed_success_from_too_far(stage, short):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    ann.tries("athletics", 2 + short - 1).rolls(9, 2, 3, 4, 5)
    refused(ann.cannot("mixed"), "UN-MIX-01", f"this is {short}", "You may push or take the result.")


@pytest.mark.rule("UN-HRO-04")
def test_rolling_a_locked_die_again(stage):
    scene = stage(ann=FIVE | {"points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(12, 9, 4, 3, 1).does("decline")
    for face in (1, 12):
        die = next(d.id for d in scene.check.dice if d.face == face)
        refused(ann.cannot("reroll", dice=die), "UN-HRO-04", "A die that shows a 1 or a 12 stays as it is.")
    assert ann.points == 1


@pytest.mark.rule("UN-HRO-03")
def test_successes_cannot_be_moved_where_nothing_is_rolled_and_one_rule_is_named(stage):
    house = {"roll_under_sn": True}
    scene = stage(ann={"body": {"athletics": 6}, "points": 1}, villain_points=1, house=house)
    (ann,) = scene.cast
    ann.tries("athletics", 2)
    no = scene.refuses("numbers", use="minus")
    assert (
        str(no)
        == "Which way: It would succeed unrolled: only the difficulty moves it. Choose something else. (UN-HRO-03)"
    )


@pytest.mark.rule("UN-HRO-06")
def test_a_12_cannot_become_a_12(stage):
    scene = stage(ann={"body": {"athletics": 2}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(12, 9).does("decline")
    refused(ann.cannot("twelve", die="d1"), "UN-HRO-06", "It shows a 12 already.")


@pytest.mark.rule("UN-HRO-04", "UN-HRO-05")
def test_where_every_die_is_locked_there_is_nothing_to_turn(stage):
    scene = stage(ann={"body": {"athletics": 2}, "points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(12, 1).does("decline")
    for key, rule in (("reroll", "UN-HRO-04"), ("shift", "UN-HRO-05")):
        refused(ann.cannot(key), rule, "Every die shows a 1 or a 12")


def test_a_seat_acts_for_nobody_else(stage):
    scene = stage(ann=FIVE, ben={})
    ann, ben = scene.cast
    ann.tries("athletics", 3)
    assert ben.is_not_asked("roll").why
    assert scene.at.closed("gm", "roll").why


@pytest.mark.rule("UN-COR-03")
def test_a_sheet_does_not_change_in_the_middle_of_its_check(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    text = scene.at.option("ann", "sheet").params[0].start
    ann.tries("athletics", 3)
    assert "making a check" in ann.cannot("sheet", sheet=text).why


@pytest.mark.rule("UN-COR-03")
def test_a_sheet_proposed_before_a_check_waits_for_its_end(stage):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    text = scene.at.option("ann", "sheet").params[0].start
    ann.does("sheet", sheet=text.replace('name = "Ann"', 'name = "Anne"')).declares("athletics")
    assert "making a check" in scene.refuses("agree").why
    assert {o.key for o in awaited(scene.at.waiting)} == {"set", "skill", "refuse", "impossible"}
    scene.does("refuse").does("agree")
    assert ann.now.name == "Anne"


def test_a_ruling_that_cannot_be_is_refused(stage):
    scene = stage(ann=FIVE)
    for path, value in (
        (("cast", "ann", "hero_points"), -1),
        (("villain_points",), 100),
        (("cast", "ann", "aspects", "endurance", "spent"), 6),
        (("cast", "ann", "sheet", "skills", "athletics", "rank"), 7),
        (("cast", "ann", "devotion_spent"), 1),
        (("cast", "ann", "seat"), "nobody"),
    ):
        with pytest.raises(AssertionError, match="was refused"):
            scene.rules(*path, to=value)


MISFIT = 'form = "character"\nname = "Ann"\n[sheet.{}]\n{}\n'


@pytest.mark.rule("UN-SKL-04", "UN-COR-03", "UN-SKL-01")
@pytest.mark.parametrize(
    ("realm", "line", "why"),
    [
        ("body", "Athletics = { rank = 3, subs = { Cognition = 4 } }", "Cognition stands as a broad skill, mind"),
        ("mind", "Athletics = 6", "Athletics stands as a broad skill, body"),
        ("body", "Riding = { subs = { Jumping = 2 } }", "Jumping stands under Athletics, body"),
    ],
)
def test_a_sheet_that_does_not_fit_the_setting_is_refused_at_the_table_too(stage, realm, line, why):
    scene = stage(ann=FIVE)
    (ann,) = scene.cast
    text = MISFIT.format(realm, line)
    refused(ann.cannot("sheet", sheet=text), "UN-SKL-04", f"Line 4, sheet.{realm}", "Mend the sheet")
    assert why in scene.refuses("join", sheet=text).why
    assert why in scene.refuses("recast", whom="ann", sheet=text).why
    assert scene.s.proposals == ()
    ann.tries("jumping", 3)


@pytest.mark.rule("UN-SKL-04")
@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("cast", "ann", "sheet", "skills", "athletics", "under"), "climbing"),
        (("cast", "ann", "sheet", "skills", "climbing", "under"), "nowhere"),
        (("cast", "ann", "sheet", "skills", "climbing", "realm"), "mind"),
        (("cast", "ann", "sheet", "skills", "athletics", "realm"), "mind"),
        (("tree", "rows", "athletics", "under"), "jumping"),
        (("tree", "rows", "jumping", "under"), "nowhere"),
    ],
)
def test_no_ruling_takes_a_skill_out_of_its_place(stage, path, to):
    scene = stage(ann={"body": {"athletics": 2, "athletics/climbing": 3}})
    with pytest.raises(AssertionError, match="was refused"):
        scene.rules(*path, to=to)
