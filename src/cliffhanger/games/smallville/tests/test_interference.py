"""Stepping between two others: what it takes, what it stops, and what follows when they go on all the same."""

import pytest

FEATURE = {"feature": True}
GO_ON, LEAVE = "go_on", "leave_it"


def turned(stage, house=None, **people):
    """Ann began, Bo rolled higher and stands at 8; Ann has to answer, and Cy stands by."""
    given = {"ann": {}, "bo": {}, "cy": {"points": 1}}
    names = dict.fromkeys([*given, *people])
    scene = stage(house=house, **{name: given.get(name, {}) | people.get(name, {}) for name in names})
    ann, bo, *_ = scene.cast
    ann.wants(of=bo).rolls("d6=2 d6=3", pool=("duty", "bo"))
    bo.rolls("d6=4 d6=4", pool=("duty", "ann"))
    return scene, *scene.cast


def stopped(stage, house=None, **people):
    """Cy has stepped in with 10; Bo, who acts, is asked whether to go on."""
    people = {"ann": {"points": 1}, "bo": {"points": 1}} | people
    scene, ann, bo, cy, *more = turned(stage, house, **people)
    cy.steps_in(against=bo).rolls("d6=5 d6=5", pool=("duty", "bo"))
    return scene, ann, bo, cy, *more


def all_roll_again(scene, bo, ann, cy, *faces):
    bo.does(GO_ON)
    ann.does(GO_ON)
    for actor, script in zip((bo, ann, cy), faces, strict=True):
        actor.rolls(script)


# --- stepping in ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-INTERFERE-01", "SV-POOL-02")
def test_it_is_a_point_to_the_watchtower_and_a_pool_against_one_of_the_two(stage):
    scene, ann, bo, cy = turned(stage, cy={"points": 3, "love": 8}, bo={"stress": {"angry": 4}})
    cy.steps_in(against=bo)
    assert (cy.points, ann.points, bo.points) == ((2, 0), (0, 0), (0, 0))
    cy.rolls_with("love", "bo", "duty", "their-angry")
    assert scene.at.waiting.dice == (4, 6, 6, 8)
    assert (cy.points, bo.points) == ((1, 0), (0, 1))


@pytest.mark.rule("SV-INTERFERE-01")
def test_without_a_point_nobody_steps_in(stage):
    _, _, _, cy = turned(stage, cy={"points": 0})
    assert cy.option("interfere.cy.bo").says.endswith("roll more, and the Contest stops.")
    refusal = cy.cannot("interfere.cy.bo")
    assert "none that you can spend" in refusal.why
    assert refusal.rule == "SV-INTERFERE-01"


@pytest.mark.rule("SV-INTERFERE-02", "SV-CONTEST-04")
@pytest.mark.parametrize("house", ["after_swap", "any_standing"])
def test_interfere_timing(stage, house):
    scene = stage(ann={}, bo={}, cy={"points": 1}, house={"interfere_timing": house})
    ann, bo, cy = scene.cast

    def may():
        return "interfere.cy.bo" in cy.may()

    ann.wants(of=bo)
    assert not may()
    ann.rolls("d6=2 d6=3")
    assert may() == (house == "any_standing")
    bo.rolls_with()
    assert not may()
    bo.lets_fall("d6=4 d6=4")
    assert may()
    assert not {"interfere.ann.bo", "interfere.bo.ann"} & {*ann.may(), *bo.may()}


@pytest.mark.rule("SV-INTERFERE-02", "SV-AID-01")
def test_once_somebody_has_helped_the_answer_it_is_too_late(stage):
    _, _, bo, cy, di = turned(stage, di={})
    di.aids("duty", "bo").lets_fall("d6=2 d6=2")
    assert "interfere.cy.bo" not in cy.may()
    assert bo.acts


@pytest.mark.rule("SV-INTERFERE-01", "SV-STRESS-09")
def test_whoever_is_out_steps_in_nowhere(stage, edited):
    scene, _, _, cy = turned(stage)
    edited(scene, cy, stressed_out=True)
    assert "interfere.cy.bo" not in cy.may()


@pytest.mark.rule("SV-INTERFERE-01", "SV-EARN-01")
@pytest.mark.parametrize(
    ("people", "points"),
    [({}, [(0, 0), (0, 1)]), ({"bo": FEATURE}, [(0, 1), (0, 0)]), ({"ann": FEATURE}, [(0, 0), (0, 1)])],
    ids=["the acting Lead", "a Feature acts", "the acting Lead against a Feature"],
)
def test_for_a_feature_the_watchtower_pays_the_acting_lead_or_the_other_one(stage, people, points):
    _, ann, bo, _, foe = turned(stage, foe=FEATURE, **people)
    foe.steps_in(against=bo)
    assert [ann.points, bo.points] == points


@pytest.mark.rule("SV-INTERFERE-03")
@pytest.mark.parametrize("faces", ["d6=4 d6=4", "d6=4 d6=3"])
def test_not_above_what_stands_it_is_ignored_and_once_is_all(stage, faces):
    scene, ann, bo, cy, di = turned(stage, cy={"points": 2}, di={"points": 1})
    cy.steps_in(against=ann).rolls(faces)
    assert (bo.acts, scene.standing) == (True, 8)
    assert "roll" in ann.asked()
    assert "interfere.cy.bo" not in cy.may()
    assert "interfere.di.bo" in di.may()
    assert cy.points == (1, 0)


@pytest.mark.rule("SV-INTERFERE-03", "SV-COMP-01", "SV-COMP-06")
def test_the_ones_of_whoever_steps_in_are_complications(stage):
    scene, _, bo, cy = turned(stage)
    cy.steps_in(against=bo).rolls_with().falls("d6=1 d6=3")
    scene.complicates(6)
    assert (cy.points, scene.trouble) == ((0, 1), (6, 6, 6))


@pytest.mark.rule("SV-INTERFERE-01", "SV-BONUS-03")
def test_a_drive_challenged_by_whoever_stepped_in_steps_down_when_the_contest_closes(stage):
    scene, _, bo, cy = turned(stage)
    cy.steps_in(against=bo).rolls_with("duty", "bo", challenge=("duty",), why="Enough.").falls(2, 2, 2, 2)
    assert (cy.drives, cy.now.growth) == ({"duty": 6}, (6,))
    scene.at.ends()
    assert cy.drives == {"duty": 4}


# --- going on -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-INTERFERE-04", "SV-CONTEST-15")
@pytest.mark.parametrize("who", ["bo", "ann"])
def test_above_it_the_contest_stops_and_is_over_if_either_leaves_it(stage, who):
    scene, ann, bo, cy = stopped(stage)
    assert ann.asked() == []
    if who == "ann":
        bo.does(GO_ON)
        assert "leave_it" in ann.asked()
        ann.does(LEAVE)
    else:
        bo.does(LEAVE)
    assert scene.closed
    assert (ann.points, bo.points, cy.points) == ((1, 0), (1, 0), (0, 0))
    assert not scene.told("gives_in")
    assert "contest" in cy.may()
    assert "others may begin first" in ann.cannot("contest").why


@pytest.mark.rule("SV-INTERFERE-05")
@pytest.mark.parametrize("broke", ["bo", "ann"])
def test_going_on_is_a_point_of_each(stage, broke):
    scene, ann, bo, _ = stopped(stage, **{broke: {"points": 0}})
    if broke == "ann":
        bo.does(GO_ON)
        assert bo.points == (1, 0)
    refusal = {"ann": ann, "bo": bo}[broke].cannot(GO_ON)
    assert "none that you can spend" in refusal.why
    assert refusal.rule == "SV-INTERFERE-05"
    {"ann": ann, "bo": bo}[broke].does(LEAVE)
    assert scene.closed


@pytest.mark.rule("SV-INTERFERE-05", "SV-EARN-05")
def test_both_pay_whoever_stepped_in_and_all_three_roll_in_turn(stage):
    scene, ann, bo, cy = stopped(stage)
    bo.does(GO_ON)
    ann.does(GO_ON)
    assert (ann.points, bo.points, cy.points) == ((0, 0), (0, 0), (0, 2))
    for actor in (bo, ann, cy):
        assert [each for each in (ann, bo, cy) if "roll" in each.asked()] == [actor]
        assert "give_in" not in {*ann.may(), *bo.may()}
        actor.rolls("d6=2 d6=3")
    bo.does("skip")
    assert scene.closed
    assert cy.points == (2, 0)


@pytest.mark.rule("SV-INTERFERE-05")
def test_points_paid_to_a_feature_that_stepped_in_vanish(stage):
    _, ann, bo, _, foe = turned(stage, ann={"points": 1}, bo={"points": 1}, foe=FEATURE)
    foe.steps_in(against=bo).rolls("d6=6 d6=6")
    bo.does(GO_ON)
    ann.does(GO_ON)
    assert (bo.points, ann.points, foe.points) == ((0, 1), (0, 0), (0, 0))


# --- rolling again --------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-INTERFERE-05", "SV-POOL-11", "SV-SPEND-02", "SV-COMP-01", "SV-AID-01")
def test_pools_are_the_same_and_points_ones_and_help_count(stage):
    scene, ann, bo, cy, di = stopped(stage, bo={"points": 2, "love": 8}, di={})
    bo.does(GO_ON)
    ann.does(GO_ON)
    di.aids("duty", "ann").lets_fall("d6=2 d6=5")
    bo.rolls_with("duty", "love", "ann").lets_fall("d6=1 d6=3 d8=4")
    assert (bo.points, ann.points) == ((0, 0), (0, 1))
    scene.complicates(6)
    assert scene.trouble == (6, 6, 6)
    ann.rolls_with()
    assert scene.at.waiting.dice == (6, 6)
    ann.lets_fall("d6=5 d6=5")
    cy.rolls("d6=2 d6=2")
    assert [event.data["total"] for event in scene.told("stands")[-3:]] == [12, 10, 4]


@pytest.mark.rule("SV-INTERFERE-05", "SV-SPEND-01")
def test_own_stress_that_the_other_rolls_now_is_not_to_be_bought(stage):
    """What counts is what the other of the two has just rolled; nobody rolls the Stress of whoever stepped in."""
    hurt = {"points": 2, "stress": {"angry": 8}}
    scene, ann, bo, cy = stopped(stage, ann=hurt, bo=hurt, cy=hurt)
    bo.does(GO_ON)
    ann.does(GO_ON)
    bo.rolls("d6=2 d6=3 d8=2", pool=("duty", "ann", "their-angry"))
    assert "against you" in ann.cannot_roll_with("duty", "bo", "own-angry").why
    ann.rolls("d6=2 d6=4 d8=3", pool=("duty", "bo", "their-angry"))
    cy.rolls_with("duty", "bo", "own-angry")
    assert scene.at.waiting.dice == (6, 6, 8)


@pytest.mark.rule("SV-INTERFERE-06", "SV-INTERFERE-07", "SV-STRESS-02")
@pytest.mark.parametrize(
    ("faces", "hurts"),
    [
        (("d6=6 d6=4", "d6=2 d6=2", "d6=4 d6=4"), ["bo ann", "bo cy"]),
        (("d6=2 d6=2", "d6=6 d6=4", "d6=4 d6=4"), ["ann bo", "ann cy"]),
        (("d6=5 d6=5", "d6=6 d6=5", "d6=4 d6=4"), ["ann bo", "bo cy", "ann cy"]),
        (("d6=4 d6=4", "d6=4 d6=3", "d6=4 d6=4"), ["bo ann"]),
        (("d6=4 d6=4", "d6=4 d6=4", "d6=6 d6=4"), ["bo ann"]),
    ],
    ids=["the actor", "the reactor", "both", "level with the third", "a tie"],
)
def test_the_higher_hurts_the_other_and_each_who_is_above_the_third_that_one(stage, faces, hurts):
    scene, ann, bo, cy = stopped(stage)
    all_roll_again(scene, bo, ann, cy, *faces)
    found = []
    while not scene.closed:
        found.append(f"{scene.frame.by} {scene.frame.target}")
        actor = next(each for each in (ann, bo, cy) if each.id == scene.frame.by)
        actor.is_not_asked("crush")
        actor.hurts("angry").lets_fall("d6=2 d6=3")
        next(each for each in (ann, bo, cy) if each.id == scene.frame.target).stays()
    assert found == hurts
    assert not scene.told("gives_in")


@pytest.mark.rule("SV-INTERFERE-06")
@pytest.mark.parametrize("house", ["actor", "none"])
def test_restart_tie(stage, house):
    scene, ann, bo, cy = stopped(stage, {"restart_tie": house})
    all_roll_again(scene, bo, ann, cy, "d6=4 d6=4", "d6=4 d6=4", "d6=6 d6=4")
    assert scene.closed == (house == "none")


@pytest.mark.rule("SV-INTERFERE-06", "SV-INTERFERE-07", "SV-STRESS-09", "SV-CONTEST-10")
def test_whoever_is_out_by_then_hurts_nobody_and_ahead_by_five_puts_nobody_out(stage):
    scene, ann, bo, cy = stopped(stage, bo={"points": 1, "stress": {"angry": 12}})
    all_roll_again(scene, bo, ann, cy, "d6=3 d6=3", "d6=6 d6=6", "d6=2 d6=2")
    ann.is_not_asked("crush")
    ann.hurts("angry").lets_fall("d6=2 d6=3")
    bo.does("how", how="without a word")
    assert (scene.frame.by, scene.frame.target) == ("ann", "cy")
    ann.hurts("afraid").lets_fall("d6=2 d6=3")
    cy.stays()
    assert scene.closed


@pytest.mark.rule("SV-INTERFERE-07", "SV-STRESS-09")
def test_whoever_stepped_in_and_is_out_is_hurt_no_more(stage):
    scene, ann, bo, cy = stopped(stage, cy={"points": 1, "stress": {"angry": 12}})
    all_roll_again(scene, bo, ann, cy, "d6=5 d6=5", "d6=6 d6=5", "d6=2 d6=2")
    ann.does("skip")
    bo.hurts("angry").lets_fall("d6=2 d6=3")
    cy.does("how", how="in tears")
    assert scene.closed
    assert cy.stress == {"angry": 12}


@pytest.mark.rule("SV-INTERFERE-06", "SV-STRESS-02")
def test_with_nothing_but_ones_nobody_is_hurt_after_a_tie(stage):
    scene, ann, bo, cy = stopped(stage)
    all_roll_again(scene, bo, ann, cy, "d6=1 d6=1", "d6=1 d6=1", "d6=6 d6=4")
    assert scene.closed
    assert scene.told("harmless")


@pytest.mark.rule("SV-INTERFERE-06")
def test_in_a_restart_the_second_is_told_what_to_beat_and_whoever_stepped_in_is_not(stage):
    _scene, ann, bo, cy = stopped(stage, ann={"points": 3}, bo={"points": 3}, cy={"points": 3})
    bo.does(GO_ON)
    ann.does(GO_ON)
    bo.rolls("d6=6 d6=6")
    ann.rolls_with("duty", "love", "bo").lets_fall("d6=2 d6=3 d6=2")
    assert ann.option("fix").ask == "Your roll comes to 5. More than 12 is needed."
    ann.fixes()
    cy.rolls_with("duty", "love", "bo").lets_fall("d6=2 d6=3 d6=2")
    assert cy.option("fix").ask == "Your roll comes to 5."
