"""Who acts: all who would roll, the highest keeps the roll, and of the others nothing is left."""

import pytest

from cliffhanger.games.smallville.files.triggers import Trigger

FEATURE = {"feature": True}


def disputed(stage, house=None, **people):
    """Ann begins against Bo, and Bo would act as well."""
    given = {"ann": {}, "bo": {}, "cy": {}}
    scene = stage(house=house, **{name: given.get(name, {}) | people.get(name, {}) for name in [*given, *people]})
    ann, bo, *_ = scene.cast
    ann.wants("the letter", of=bo)
    bo.claims("the truth", of=ann)
    return scene, *scene.cast


@pytest.mark.rule("SV-CONTEST-06", "SV-CONTEST-02")
def test_whoever_would_act_says_what_they_want_of_whom_and_all_roll_in_turn(stage):
    scene, ann, bo, cy = disputed(stage)
    assert cy.option("claim.cy").ask == "Should you be the one who acts?"
    assert cy.option("claim.cy").label == "I would act here"
    assert "1 to 160" in cy.cannot("claim.cy", aim="", of=ann).why
    cy.claims("the last word", of=ann)
    rolls = []
    for actor, faces in ((ann, "d6=2 d6=3"), (bo, "d6=3 d6=4"), (cy, "d6=4 d6=5")):
        actor.rolls_with()
        rolls.append(scene.at.waiting.seat)
        actor.lets_fall(faces)
    assert rolls == ["ann", "bo", "cy"]
    assert (cy.acts, cy.standing) == (True, 9)
    assert scene.data("acts") == {"foe": "Ann", "aim": "the last word"}
    ann.gives_in()
    assert scene.data("gives_in")["aim"] == "the last word"


@pytest.mark.rule("SV-CONTEST-06")
def test_whoever_is_to_answer_may_want_something_first(stage):
    scene = stage(ann={}, bo={}, foe=FEATURE)
    ann, bo, foe = scene.cast
    ann.wants(of=bo)
    assert bo.option("claim.bo").label == "I want something first"
    assert foe.option("claim.foe").label == "Foe would act here"


@pytest.mark.rule("SV-CONTEST-06")
def test_they_roll_in_the_order_of_seats_from_the_starter_on(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    bo.wants(of=ann)
    ann.claims(of=bo)
    cy.claims(of=bo)
    for actor in (bo, cy, ann):
        assert "roll" in actor.asked()
        actor.rolls("d6=2 d6=3")


@pytest.mark.rule("SV-CONTEST-06", "SV-CONTEST-04")
def test_each_claims_once_of_somebody_in_it_and_only_before_a_die_has_fallen(stage):
    _scene, ann, bo, cy = disputed(stage)
    assert "claim.bo" not in bo.may()
    assert {item.id for item in cy.option("claim.cy").params[1].items} == {"ann", "bo"}
    ann.rolls("d6=2 d6=3")
    assert "claim.cy" not in cy.may()
    bo.rolls("d6=3 d6=4")
    ann.is_not_asked("claim.ann")


@pytest.mark.rule("SV-CONTEST-06", "SV-AID-01")
def test_once_somebody_has_helped_it_is_too_late_to_claim(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    ann.wants(of=bo)
    cy.aids("duty", "bo").lets_fall("d6=2 d6=3")
    assert "claim.bo" not in bo.may()


@pytest.mark.rule("SV-CONTEST-06")
def test_those_who_tie_roll_again_and_the_lower_one_does_not(stage):
    scene, ann, bo, cy = disputed(stage)
    cy.claims(of=bo)
    for actor, faces in ((ann, "d6=4 d6=4"), (bo, "d6=3 d6=4"), (cy, "d6=2 d6=6")):
        actor.rolls(faces)
    assert "roll" in ann.asked()
    ann.rolls("d6=2 d6=2")
    assert "roll" not in bo.asked()
    cy.rolls("d6=3 d6=2")
    assert (cy.acts, cy.standing) == (True, 5)
    bo.gives_in()
    assert scene.closed


@pytest.mark.rule("SV-CONTEST-06", "SV-COMP-01")
def test_the_ones_of_whoever_acts_are_looked_at_and_of_no_other_roll(stage):
    scene, ann, bo, _ = disputed(stage)
    ann.lets_roll("d6=1 d6=6")
    assert "complicate" not in scene.asked()
    bo.lets_roll("d6=6 d6=1")
    assert "roll" in ann.asked()
    ann.lets_roll("d6=1 d6=3")
    bo.lets_roll("d6=6 d6=1")
    assert scene.asked() == ["complicate", "lapse"]
    scene.complicates(6)
    assert (bo.points, ann.points, bo.standing) == ((0, 1), (0, 0), 6)


@pytest.mark.rule("SV-CONTEST-06", "SV-CONTEST-07", "SV-BONUS-03", "SV-GROWTH-01")
def test_a_void_roll_gives_back_points_dice_details_relationships_and_growth(stage):
    ann = {"points": 3, "resources": {"ben": ("extra", 8)}, "dee": 0, "duty": 8}
    scene, ann, bo, *_ = disputed(stage, ann=ann, dee=FEATURE)
    scene.at.undo(1)
    ann.does("tie", to="dee", says="She saw it all.").has_at_hand()
    bo.claims(of=ann)
    ann.uses("ben").lets_fall(2, 1)
    ann.rolls_with("duty", "love", "bo", challenge=("duty",), why="Not today.")
    assert (ann.points, bo.points) == ((0, 0), (0, 2))
    assert (ann.now.growth, scene.erased) == ((8,), {"ben": 1})
    ann.lets_fall("d6=2 d6=3 d8=2 d8=2 d8=2")
    bo.rolls("d6=6 d6=6")
    assert bo.acts
    assert (ann.points, bo.points) == ((3, 0), (0, 0))
    assert (ann.now.growth, ann.drives, ann.now.ties, ann.now.details, scene.erased) == ((), {}, (), (), {})
    assert ann.option("give_in").cost == ()
    ann.gives_in()
    assert not ann.drives


@pytest.mark.rule("SV-CONTEST-06", "SV-AID-01", "SV-BONUS-03")
def test_what_helpers_gave_for_a_void_roll_comes_back_as_well(stage):
    _scene, ann, bo, cy = disputed(stage, cy={"points": 1})
    cy.aids("duty", "love", "bo", challenge=("love",), why="Not today.").lets_fall("d6=2 d6=2 d6=2 d6=2 d6=2")
    assert (cy.points, bo.points, cy.now.growth) == ((0, 0), (0, 1), (6,))
    ann.rolls("d6=2 d6=2")
    bo.rolls("d6=6 d6=6")
    assert (cy.points, bo.points, cy.now.growth, cy.drives) == ((1, 0), (0, 0), (), {})


@pytest.mark.rule("SV-CONTEST-06", "SV-EARN-04", "SV-RELIEF-05", "SV-SPEND-04")
def test_triggers_and_details_of_others_were_not_used_in_a_void_roll(stage):
    triggers = {"charm": (Trigger("earn", "earn", 2), Trigger("recover", "spend", stress="angry"))}
    ann = {"points": 2, "charm": 6, "triggers": triggers, "stress": {"angry": 8}}
    scene, ann, bo, cy = disputed(stage, ann=ann, cy={"points": 1})
    scene.at.ends()
    cy.wants(of=bo).has_at_hand("a rope")
    scene.at.ends()
    ann.wants(of=bo)
    ann.does("share_detail", what="cy/detail-1").does("trigger.charm.0").does("trigger.charm.1")
    bo.claims(of=ann)
    assert (ann.points, ann.stress, bo.points) == ((0, 2), {}, (0, 1))
    ann.rolls("d6=2 d6=2 d6=2 d6=2")
    bo.rolls("d6=6 d6=6")
    assert (ann.points, ann.stress, bo.points) == ((2, 0), {"angry": 8}, (0, 0))
    assert {"share_detail", "trigger.charm.0", "trigger.charm.1"} <= set(ann.may())


@pytest.mark.rule("SV-CONTEST-06", "SV-TROUBLE-02", "SV-SPEND-09")
@pytest.mark.parametrize(("house", "trouble"), [("forbid", (6, 8, 10)), ("refill", (8, 10))])
def test_dice_of_trouble_come_back(stage, house, trouble):
    scene = stage(foe=FEATURE, ann={}, house={"trouble_min": house})
    foe, ann = scene.cast
    scene.rules("trouble", to=list(trouble))
    foe.wants(of=ann)
    ann.claims(of=foe)
    scene.does("detail", name="a storm", die="t.d10")
    assert scene.trouble == (6, 8)
    assert ann.points == (0, 1)
    foe.rolls("d6=2 d6=2 d10=2")
    ann.rolls("d6=5 d6=5")
    assert (scene.trouble, ann.points, foe.now.details) == (trouble, (0, 0), ())


@pytest.mark.rule("SV-CONTEST-06", "SV-TROUBLE-02")
def test_a_d6_that_came_for_one_void_roll_and_was_used_in_another_is_gone(stage):
    scene = stage(foe=FEATURE, fox=FEATURE, ann={}, house={"trouble_min": "refill"})
    foe, fox, ann = scene.cast
    scene.rules("trouble", to=[8, 10])
    foe.wants(of=ann)
    ann.claims(of=foe)
    fox.claims(of=ann)
    foe.does("detail", name="A ladder", die="t.d8").rolls("d6=2 d6=2 d8=2")
    assert scene.trouble == (6, 10)
    fox.does("detail", name="A rope", die="t.d6").rolls("d6=2 d6=2 d6=2")
    assert scene.trouble == (6, 10)
    ann.rolls("d6=6 d6=6")
    assert (scene.trouble, ann.acts) == ((8, 10), True)


@pytest.mark.rule("SV-CONTEST-06", "SV-BONUS-03")
def test_a_drive_that_was_acted_against_before_stays_so(stage):
    """Under a house rule that has it once an episode, a void roll uses up no chance, and brings none back."""
    scene = stage(ann={}, bo={}, house={"challenge_repeat": False})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", challenge=("duty",), why="So be it.").falls("d6=2 d6=2 d6=2 d6=2")
    bo.gives_in()
    ann.wants(of=bo)
    bo.claims(of=ann)
    ann.rolls_with("love", "bo", challenge=("love",), why="So be it.").falls("d6=2 d6=2 d6=2 d6=2")
    bo.rolls("d6=6 d6=6")
    (challenge,) = (p for p in ann.option("roll").params if p.name == "challenge")
    ids = {item.id for item in challenge.items}
    assert "love" in ids
    assert "duty" not in ids
    assert ann.drives == {"duty": 4}


@pytest.mark.rule("SV-CONTEST-06", "SV-CONTEST-08")
@pytest.mark.parametrize(("aim", "granted"), [("", "the truth"), ("her silence", "her silence")])
def test_a_claimants_aim_is_what_they_want_unless_they_answer_with_another(stage, aim, granted):
    scene, ann, bo, _ = disputed(stage, ann={"points": 1})
    ann.rolls("d6=5 d6=5")
    bo.rolls("d6=2 d6=2")
    bo.rolls("d6=6 d6=6", aim=aim)
    ann.gives_in()
    assert scene.data("gives_in")["aim"] == granted


@pytest.mark.rule("SV-CONTEST-06", "SV-COMP-06")
def test_ones_of_help_for_a_roll_that_may_turn_out_void_are_nothing(stage):
    scene, ann, _, cy = disputed(stage, {"aid_ones": "complication"})
    cy.aids("duty", "bo").lets_fall("d6=1 d6=4")
    assert "complicate" not in scene.asked()
    assert "roll" in ann.asked()
