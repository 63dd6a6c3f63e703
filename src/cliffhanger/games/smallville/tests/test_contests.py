"""Contests: who begins one and with what, which Result stands, giving in, how one closes, and who may begin the next."""

import pytest

from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import lies

FEATURE = {"feature": True}
FIVE = "d6=2 d6=3"
NINE = "d6=4 d6=5"
TWELVE = "d6=6 d6=6"


# --- how one begins -------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-01", "SV-CONTEST-02", "SV-CONTEST-03")
def test_a_contest_has_an_aim_somebody_who_opposes_it_and_a_drive_at_stake(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    ann.cannot("contest", against=bo, stake="duty", goal="")
    ann.cannot("contest", against=ann, stake="duty", goal="the letter")
    ann.cannot("contest", against=bo, stake="ann", goal="the letter")
    ann.cannot("contest", against=bo, stake="", goal="the letter")
    ann.wants("the letter", of=bo, stake="cy")
    assert scene.data("contest") == {"goal": "the letter", "foe": "Bo", "stake": "the Relationship with Cy"}
    assert [(side.who, side.aim) for side in scene.contest.sides] == [("ann", "the letter"), ("bo", "")]
    assert ann.asked() == ["roll"]
    assert bo.asked() == cy.asked() == scene.asked() == []


@pytest.mark.rule("SV-CONTEST-01")
def test_with_nobody_to_oppose_them_and_nothing_at_stake_nobody_begins(stage):
    alone = stage(ann={}, foe=FEATURE, absent=("foe",))
    ann, _ = alone.cast
    refused = ann.cannot("contest")
    assert "could oppose you" in refused.why
    assert refused.instead
    empty = dict.fromkeys(("duty", "glory", "justice", "love", "power", "truth", "bo"), 0)
    scene = stage(ann=empty, bo={})
    ann, bo = scene.cast
    assert "at stake" in ann.cannot("contest").why
    assert "contest" in bo.may()


@pytest.mark.rule("SV-CONTEST-04", "SV-ROLE-02")
def test_it_is_between_two_seats_and_nobody_else_is_asked(stage):
    scene = stage(ann={}, bo={}, foe=FEATURE, imp=FEATURE)
    ann, bo, foe, imp = scene.cast
    for who, whom in ((ann, {"bo", "foe", "imp"}), (foe, {"ann", "bo"})):
        key = "contest" if who is ann else "contest.foe"
        assert {item.id for item in who.option(key).params[0].items} == whom
    foe.cannot("contest.foe", against=imp, goal="the letter", stake="duty")
    foe.wants(of=ann).rolls(FIVE)
    assert "roll" in ann.may()
    assert bo.asked() == []
    assert scene.asked() == []


@pytest.mark.rule("SV-ROLE-04")
def test_a_lead_may_want_something_of_another_lead(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    bo.wants("the whole truth", of=ann)
    assert scene.contest.sides[0].who == "bo"


# --- which Result stands --------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-05")
def test_who_acts_rolls_first_and_that_result_stands(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo)
    assert scene.standing == -1
    assert bo.is_not_asked("roll")
    ann.rolls(NINE)
    assert scene.standing == 9
    assert bo.asked() == ["roll", "give_in"]
    assert "stands at 9" in bo.option("roll").ask


@pytest.mark.rule("SV-CONTEST-09", "SV-CONTEST-11")
@pytest.mark.parametrize(("answer", "turns"), [(FIVE, False), (NINE, False), ("d6=4 d6=6", True), (TWELVE, True)])
def test_only_a_higher_answer_takes_over_and_a_tie_is_the_actors(stage, answer, turns):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls(NINE)
    bo.rolls(answer)
    if turns:
        assert bo.acts
        assert (scene.contest.swaps, scene.contest.phase) == (1, "pending")
        assert ann.asked() == ["roll"]
    else:
        assert ann.acts
        assert scene.contest.swaps == 0
        assert "stress" in ann.may()
    assert not scene.contest.granted


@pytest.mark.parametrize(
    ("answer", "says", "makes"),
    [
        (
            "d6=3 d6=4 d6=2",
            "comes to 7. More than 9 is needed, or it means Stress.",
            ["falls short at 7: you take Stress", "falls short at 9: you take Stress"],
        ),
        ("d6=6 d6=6 d6=2", "comes to 12, more than 9.", ["makes 12: you beat it", "makes 14: you beat it"]),
    ],
)
def test_whoever_answers_is_told_whether_their_roll_is_enough(stage, answer, says, makes):
    buys = {"gear": 6, "points": 1}
    scene = stage(ann=buys, bo=buys)
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", "gear").lets_fall("d6=5 d6=4 d6=2")
    assert ann.option("fix").ask == "Your roll comes to 9."
    ann.fixes()
    bo.rolls_with("duty", "ann", "gear").lets_fall(answer)
    assert bo.option("fix").ask == f"Your roll {says}"
    assert [words for _, words in bo.option("fix").params[0].words] == makes


@pytest.mark.rule("SV-CONTEST-11", "SV-CONTEST-05", "SV-CONTEST-13")
def test_it_turns_as_often_as_somebody_rolls_higher(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls(FIVE)
    bo.rolls("d6=3 d6=4")
    ann.rolls(NINE)
    bo.rolls(TWELVE)
    assert scene.contest.swaps == 3
    assert [(rung.who, rung.total) for rung in scene.contest.rungs] == [("ann", 5), ("bo", 7), ("ann", 9), ("bo", 12)]
    ann.rolls(NINE)
    bo.hurts("angry").lets_fall("d6=6 d6=6")
    assert ann.stress == {"angry": 6}


@pytest.mark.rule("SV-CONTEST-09", "SV-CONTEST-10")
@pytest.mark.parametrize(("answer", "crushing"), [("d6=3 d6=5", False), ("d6=3 d6=4", True), ("d6=1 d6=2", True)])
def test_ahead_by_five_the_winner_may_put_them_out(stage, answer, crushing):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls(TWELVE)
    bo.rolls(answer)
    assert ("crush" in ann.may()) == crushing
    ann.hurts("angry").lets_fall("d6=6 d6=6")
    assert (bo.stress, bo.out) == ({"angry": 6}, False)


# --- giving in ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-07", "SV-CONTEST-12")
def test_giving_in_is_free_once_and_then_a_point_of_ones_own(stage):
    scene = stage(ann={}, bo={}, foe=FEATURE)
    ann, bo, foe = scene.cast
    ann.wants(of=bo)
    ann.is_not_asked("give_in")
    ann.rolls(FIVE)
    assert (bo.option("give_in").cost, bo.option("give_in").rule) == ((), "SV-CONTEST-07")
    bo.rolls(NINE)
    refused = ann.cannot("give_in", how="with a nod")
    assert (refused.rule, "none that you can spend" in refused.why) == ("SV-CONTEST-12", True)
    assert "Roll" in refused.instead
    ann.rolls(TWELVE)
    assert "give_in" not in bo.may()
    bo.rolls(FIVE)
    ann.hurts("angry").lets_fall(6, 6)
    bo.stays().waits()
    foe.wants(of=ann).rolls_with("duty", "ann").falls(FIVE)
    ann.rolls(NINE)
    foe.gives_in()
    assert scene.data("pays") == {"amount": 1, "to": "Ann", "what": "giving in"}
    assert ann.points == (1, 0)


@pytest.mark.rule("SV-CONTEST-08")
def test_who_gives_in_says_how_and_the_winner_has_their_aim(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants("a dance", of=bo).rolls(FIVE)
    bo.cannot("give_in", how="")
    (how,) = bo.option("give_in").params
    assert how.label == "How they get it: let them look good"
    assert lies(how) == "They have the better of it, and everybody sees"  # one tap is enough
    assert "Ann gets: a dance." in bo.option("give_in").says
    bo.gives_in("a hand is held out")
    assert scene.data("gives_in") == {"foe": "Ann", "aim": "a dance", "how": "a hand is held out"}
    assert not ann.stress
    assert not bo.stress


@pytest.mark.rule("SV-CONTEST-08", "SV-CONTEST-11")
@pytest.mark.parametrize(
    ("aim", "granted", "says"),
    [("", "Ann does not get “a dance”", "You do not get “a dance”."), ("a song", "a song", "Bo gets: a song.")],
)
def test_a_reactor_who_comes_to_act_wants_the_aim_to_fail_or_what_they_said(stage, aim, granted, says):
    scene = stage(ann={"points": 1}, bo={})
    ann, bo = scene.cast
    ann.wants("a dance", of=bo).rolls(FIVE)
    bo.rolls(NINE, aim=aim)
    assert says in ann.option("give_in").says
    ann.gives_in("with a bow")
    assert scene.data("gives_in")["aim"] == granted
    assert f"Ann gives in to Bo: {granted}. with a bow." in scene.at.told


@pytest.mark.rule("SV-CONTEST-08")
def test_an_aim_of_ones_own_is_said_with_the_first_answer_or_never(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.wants("a dance", of=bo)
    assert "aim" not in asked_with(ann)
    ann.rolls(FIVE)
    assert "aim" in asked_with(bo)
    bo.rolls("d6=3 d6=4")
    assert "aim" not in asked_with(ann)
    ann.rolls(NINE)
    assert "aim" not in asked_with(bo)


def asked_with(actor):
    """What is asked with a pool."""
    return [p.name for p in actor.option("roll").params]


@pytest.mark.rule("SV-CONTEST-14", "SV-CONTEST-10")
@pytest.mark.parametrize("way", ["stress", "crush"])
def test_a_point_after_an_answer_that_lost_spares_them_all_of_it(stage, way):
    scene = stage(ann={}, bo={"points": 1})
    ann, bo = scene.cast
    ann.wants("a dance", of=bo).rolls(TWELVE)
    bo.rolls(FIVE)
    ann.does(way, kind="angry")
    assert [each.amount for each in bo.option("yield").cost] == [1]
    bo.cannot("yield", how="")
    bo.yields("a hand is held out")
    assert (bo.stress, bo.out, bo.points, ann.points) == ({}, False, (0, 0), (1, 0))
    assert scene.data("gives_in")["aim"] == "a dance"
    assert scene.closed


@pytest.mark.rule("SV-CONTEST-14")
def test_who_does_not_give_in_after_all_is_hurt(stage):
    scene = stage(ann={}, bo={"points": 1})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls(NINE)
    bo.rolls(FIVE)
    ann.hurts("angry")
    bo.takes_it()
    ann.lets_fall(4, 5)
    assert (bo.stress, bo.points) == ({"angry": 6}, (1, 0))


# --- who may begin the next one -------------------------------------------------------------------------------


def fights(scene, ann, bo):
    """A Contest that nobody gets anything from."""
    ann.wants(of=bo).rolls(NINE)
    bo.rolls(FIVE)
    ann.hurts("angry").lets_fall(4, 5)
    bo.stays()
    return scene


@pytest.mark.rule("SV-CONTEST-15")
def test_when_nobody_had_their_way_the_others_come_first(stage):
    scene = stage(ann={}, bo={}, cy={}, foe=FEATURE)
    ann, bo, cy, foe = scene.cast
    fights(scene, ann, bo)
    for who in (ann, bo):
        refused = who.cannot("contest")
        assert refused.rule == "SV-CONTEST-15"
        assert refused.instead == "The Watchtower or Cy may begin first: wait until somebody has, or all let you."
        assert who.option("contest").ask.startswith("The Watchtower or Cy may begin the next Contest first. What else")
    assert "contest" in cy.may()
    assert "contest.foe" in foe.may()
    # Nobody waits for whoever may not begin; what else they may do is open to them all the same.
    assert (ann.asked(), "wait" in cy.asked()) == ([], True)
    assert ann.option("volunteer").reaction
    assert "volunteer" in ann.may()
    cy.waits()
    assert ann.cannot("contest").instead == "The Watchtower may begin first: wait until somebody has, or all let you."
    assert scene.at.option("watchtower", "pass").label == "Let everybody begin again"
    scene.does("pass")
    assert "contest" in ann.may()
    assert "contest" in bo.may()
    scene.is_not_asked("pass")


@pytest.mark.rule("SV-CONTEST-15")
def test_one_of_the_others_begins_and_then_anybody_may(stage):
    scene = stage(ann={}, bo={}, cy={}, foe=FEATURE)
    ann, bo, cy, _ = scene.cast
    fights(scene, ann, bo)
    cy.wants(of=ann).rolls(FIVE)
    ann.gives_in()
    assert {"contest"} <= {*ann.may()} & {*bo.may()}


@pytest.mark.rule("SV-CONTEST-15")
def test_when_somebody_had_their_way_anybody_may_begin(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    ann.wants(of=bo).rolls(FIVE)
    bo.gives_in()
    assert all("contest" in who.may() for who in (ann, bo, cy))


@pytest.mark.rule("SV-CONTEST-02")
def test_after_a_contest_each_reads_who_is_to_begin_next(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    wants = "What do you want from somebody?"
    assert ann.option("contest").ask == wants  # nobody has begun more often than another
    ann.wants(of=bo).rolls(FIVE)
    bo.gives_in()
    assert ann.option("contest").ask == f"Begin, or let Bo or Cy, who had fewer turns. {wants}"
    assert cy.option("contest").ask == f"You or Bo may begin now. {wants}"
    bo.waits()
    assert cy.option("contest").ask == f"You may begin now. {wants}"


@pytest.mark.rule("SV-CONTEST-15")
def test_the_watchtower_waits_too_when_a_feature_was_in_it(stage):
    scene = stage(ann={}, bo={}, foe=FEATURE, imp=FEATURE)
    ann, bo, _, imp = scene.cast
    ann.wants(of=scene.cast[2]).rolls_with("duty", "foe").falls(NINE)
    scene.does("roll").rolls(2, 3)
    ann.hurts("angry")
    scene.does("take")
    ann.lets_fall(4, 5)
    scene.does("stay")
    assert imp.cannot("contest.imp").instead == "Bo may begin first: wait until somebody has, or all let you."
    bo.waits()
    assert "contest.imp" in imp.may()


@pytest.mark.rule("SV-CONTEST-15")
def test_whoever_is_out_or_not_there_is_not_waited_for(stage):
    scene = stage(ann={}, bo={}, cy={}, di={}, absent=("di",))
    ann, bo, cy, _ = scene.cast
    scene.rules("cast", "cy", "stressed_out", to=True)
    fights(scene, ann, bo)
    assert "contest" in ann.may()
    assert cy.may() == []
    cy.is_not_asked("contest")


@pytest.mark.rule("SV-CONTEST-01", "SV-SPEND-05")
def test_a_relationship_of_the_episode_may_be_at_stake(stage):
    scene = stage(ann={"cy": 0, "points": 1}, bo={}, cy={})
    ann, bo, _ = scene.cast
    ann.does("tie", to="cy", says="Cy saw it.").wants(of=bo, stake="cy")
    assert scene.data("contest")["stake"] == "the Relationship with Cy"


@pytest.mark.rule("SV-CONTEST-15")
def test_who_lets_somebody_else_begin_is_not_asked_until_somebody_has_and_it_is_no_turn(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    ann.waits()
    ann.is_not_asked("wait")
    ann.is_not_asked("contest")
    assert "contest" in bo.may()
    bo.wants(of=cy).rolls(FIVE)
    cy.gives_in()
    assert {"contest", "wait"} <= {*ann.may()}
    assert [p.turns for p in scene.state.cast] == [0, 1, 0]


@pytest.mark.rule("SV-CONTEST-15")
def test_who_lets_somebody_else_begin_is_not_asked_again_when_the_watchtower_lets_the_others_go_on(stage):
    scene = stage(ann={}, bo={}, cy={})
    ann, bo, cy = scene.cast
    ann.waits()
    scene.does("on")
    ann.is_not_asked("contest")
    bo.waits()
    cy.waits()
    scene.does("on")
    assert "contest" in ann.may()


def test_when_all_leads_have_passed_the_watchtower_is_asked_and_opens_it_again(stage):
    scene = stage(ann={}, bo={})
    ann, bo = scene.cast
    ann.waits()
    bo.waits()
    assert {each.seat for each in awaited(scene.play.waiting)} == {"watchtower"}
    scene.does("on")
    assert "contest" in ann.may()
    assert "contest" in bo.may()
