"""Triggers of Assets, names for what an Ability can do, and Stress Pools that triggers change."""

import pytest

from cliffhanger.games.smallville.files.triggers import Trigger
from cliffhanger.games.smallville.page.sentences import VOICE
from cliffhanger.games.smallville.rules.triggers import larger, smaller

FEATURE = {"feature": True}
EARNS, PAID_DIE = Trigger("earn", "earn", 2), Trigger("add_die", "spend", die=10)
HEALS, TALKS = Trigger("recover", stress="angry", steps=1), Trigger("text", "spend", says="Every lamp goes out.")


def charmed(*triggers, kind="gear", **more):
    """Somebody with an Asset called Charm, which has these triggers."""
    return {"charm": 6, "kinds": {"charm": kind}, "triggers": {"charm": triggers}, **more}


def begun(stage, *triggers, house=None, bo=FEATURE, **more):
    scene = stage(ann=charmed(*triggers, **more), bo=bo, house=house)
    scene.cast[0].wants(of=scene.cast[1])
    return scene, *scene.cast


# --- in a roll ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-EARN-04", "SV-EARN-05")
@pytest.mark.parametrize("n", [1, 2])
def test_earn_brings_what_it_says_and_in_a_contest_it_waits(stage, n):
    scene, ann, bo = begun(stage, Trigger("earn", "earn", n) if n > 1 else Trigger("earn", "earn"))
    option = ann.option("trigger.charm.0")
    assert (option.rule, option.cost) == ("SV-EARN-04", ())
    ann.does("trigger.charm.0")
    assert ann.points == (0, n)
    assert scene.told("earns")[-1].text.endswith("by Charm, to spend once this closes.")
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    bo.gives_in()
    assert ann.points == (n, 0)
    ann.does("trigger.charm.0")
    assert scene.told("earns")[-1].text.endswith(f"by Charm, {2 * n} to spend now.")
    assert scene.data("triggers") == {"name": "Charm", "says": ""}


@pytest.mark.rule("SV-SPEND-07", "SV-EARN-01")
def test_spend_is_a_point_for_the_opponent_and_a_die_for_this_one_roll(stage):
    scene, ann, bo = begun(stage, PAID_DIE, bo={}, points=1)
    assert ann.option("trigger.charm.0").rule == "SV-SPEND-07"
    ann.does("trigger.charm.0")
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    ann.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6, 10)
    ann.lets_fall("d6=2 d6=2 d10=2")
    bo.rolls("d6=4 d6=4", pool=("duty", "ann"))
    ann.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6)


@pytest.mark.rule("SV-SPEND-07", "SV-STRESS-02", "SV-COMP-01")
def test_a_die_of_a_trigger_is_a_die_of_the_pool(stage):
    scene, ann, bo = begun(stage, Trigger("add_die", die=10), Trigger("add_die", die=4))
    ann.does("trigger.charm.0").does("trigger.charm.1")
    ann.rolls_with("duty", "bo").falls("d4=1 d6=2 d6=2 d10=9")
    scene.complicates(4)
    bo.rolls("d6=2 d6=2")
    ann.hurts("angry")
    bo.takes_it()
    assert scene.stress_dice == (6, 6, 10)


@pytest.mark.rule("SV-SPEND-07")
def test_without_a_point_a_trigger_that_costs_one_is_closed(stage):
    _, ann, _ = begun(stage, PAID_DIE)
    refusal = ann.cannot("trigger.charm.0")
    assert ("none that you can spend" in refusal.why, refusal.rule) == (True, "SV-SPEND-07")


@pytest.mark.rule("SV-RELIEF-05", "SV-SPEND-07")
@pytest.mark.parametrize(("steps", "left"), [(1, {"angry": 6}), (0, {})])
def test_stress_that_an_asset_takes_away_is_no_growth(stage, steps, left):
    scene, ann, _ = begun(stage, Trigger("recover", stress="angry", steps=steps), stress={"angry": 8})
    ann.does("trigger.charm.0")
    assert (ann.stress, ann.now.growth) == (left, ())
    assert scene.data("recovers") == {"kind": "Angry", "was": 8, "to": left.get("angry", 0)}


@pytest.mark.rule("SV-SPEND-07")
def test_what_takes_no_stress_away_is_not_offered_and_what_stands_in_words_people_do(stage):
    _, ann, _ = begun(stage, HEALS, TALKS, points=1)
    assert "trigger.charm.0" not in ann.may()
    assert ann.option("trigger.charm.1").says == "Every lamp goes out."
    ann.does("trigger.charm.1")
    assert ann.points == (0, 0)


@pytest.mark.rule("SV-SPEND-07", "SV-TEST-02", "SV-RELIEF-02")
@pytest.mark.parametrize("what", ["test", "relief"])
def test_triggers_work_in_tests_and_reliefs_and_the_point_is_the_watchtowers_or_the_patients(stage, what):
    scene = stage(ann=charmed(PAID_DIE, points=1), bo={"stress": {"angry": 4}})
    ann, bo = scene.cast
    if what == "test":
        scene.tests(ann).does("roll").rolls(2, 2)
    else:
        ann.relieves(bo, "angry")
        bo.lets_them()
    ann.does("trigger.charm.0").rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6, 10)
    assert (ann.points, bo.points) == ((0, 0), (0, int(what == "relief")))


@pytest.mark.rule("SV-SPEND-07", "SV-EARN-04")
def test_the_watchtower_uses_those_of_features_and_keeps_no_count(stage):
    scene = stage(foe=FEATURE | charmed(PAID_DIE, EARNS), ann={})
    foe, ann = scene.cast
    foe.wants(of=ann)
    scene.does("trigger.foe.charm.0").does("trigger.foe.charm.1")
    assert (foe.points, ann.points) == ((0, 0), (0, 1))


# --- how often ------------------------------------------------------------------------------------------------


def uses(scene, ann, bo):
    """How often a trigger serves: in a Contest's two rolls, in the next Contest, and twice between Contests."""
    found = []

    def used():
        found.append("trigger.charm.0" in ann.may())
        if found[-1]:
            ann.does("trigger.charm.0")

    ann.wants(of=bo)
    used()
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    bo.rolls("d6=4 d6=4", pool=("duty", "ann"))
    used()
    scene.at.ends()
    ann.wants(of=bo)
    used()
    scene.at.ends()
    used()
    used()
    return found


@pytest.mark.rule("SV-EARN-04", "SV-SPEND-07")
@pytest.mark.parametrize(
    ("house", "often", "found"),
    [
        ("bounded", "contest", [True, False, True, True, False]),
        ("bounded", "scene", [True, False, False, False, False]),
        ("bounded", "free", [True] * 5),
        ("free", "contest", [True] * 5),
    ],
)
def test_trigger_often(stage, house, often, found):
    scene = stage(ann=charmed(Trigger("earn", "earn", often=often)), bo={}, house={"trigger_often": house})
    ann, bo = scene.cast
    assert uses(scene, ann, bo) == found
    scene.does("end")
    scene.opens(ann, bo)
    assert "trigger.charm.0" in ann.may()


@pytest.mark.rule("SV-SPEND-07")
def test_a_die_joins_a_roll_once_however_often_it_may_serve(stage):
    _, ann, _ = begun(stage, PAID_DIE, points=2, house={"trigger_often": "free"})
    ann.does("trigger.charm.0")
    assert "trigger.charm.0" not in ann.may()


@pytest.mark.rule("SV-SPEND-07", "SV-EARN-04")
def test_between_rolls_the_point_is_the_watchtowers_and_what_is_earned_is_free_at_once(stage):
    scene = stage(ann=charmed(TALKS, EARNS, HEALS, PAID_DIE, points=1, stress={"angry": 4}), bo={}, foe=FEATURE)
    ann, bo, _ = scene.cast
    assert "trigger.charm.3" not in ann.may()
    ann.does("trigger.charm.0")
    assert (ann.points, bo.points) == ((0, 0), (0, 0))
    ann.does("trigger.charm.1").does("trigger.charm.2")
    assert (ann.points, ann.stress) == ((2, 0), {})


# --- Stress Pools ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-STRESS-03")
@pytest.mark.parametrize(
    ("dice", "n", "then"),
    [
        ((6, 8), 1, (8, 8)),
        ((6, 8), 2, (8, 10)),
        ((12, 12), 1, (4, 12, 12)),
        ((12,), 2, (6, 12)),
        ((4, 12), 1, (6, 12)),
    ],
)
def test_larger_is_the_smallest_die_up_or_another_d4(dice, n, then):
    assert larger(dice, n) == then


@pytest.mark.rule("SV-STRESS-03")
@pytest.mark.parametrize(
    ("dice", "n", "then"), [((6, 8), 1, (6, 6)), ((6, 8), 2, (4, 6)), ((4, 4), 1, (4,)), ((4,), 3, ()), ((), 1, ())]
)
def test_smaller_is_the_largest_die_down_and_a_d4_leaves(dice, n, then):
    assert smaller(dice, n) == then


@pytest.mark.rule("SV-STRESS-03", "SV-SPEND-07", "SV-EARN-01")
def test_first_whoever_hurts_then_whoever_is_hurt_changes_the_pool_and_pays_the_other(stage):
    scene = stage(
        ann=charmed(Trigger("increase", "spend"), Trigger("increase", n=2), points=2),
        bo=charmed(Trigger("decrease", "spend"), points=2),
    )
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=5 d6=5", pool=("duty", "bo"))
    bo.rolls("d6=2 d6=2", pool=("duty", "ann"))
    ann.hurts("angry")
    bo.takes_it()
    assert {*ann.may()} == {"trigger.charm.0", "trigger.charm.1", "no_more"}
    assert bo.may() == []
    ann.does("trigger.charm.0")
    assert ann.option("no_more").ask == "The Stress Pool is D6 D8: the die that shows most is how much it hurts."
    assert ann.option("no_more").label == "Roll the Stress"
    ann.does("no_more")
    assert {*bo.may()} == {"trigger.charm.0", "no_more"}
    bo.does("trigger.charm.0")
    assert (ann.points, bo.points) == ((1, 1), (1, 1))
    assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-STRESS-03")
def test_whoever_changes_nothing_lets_it_fall(stage):
    scene = stage(ann={}, bo=charmed(Trigger("decrease")))
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=5 d6=5")
    bo.rolls("d6=2 d6=2", pool=("duty", "ann"))
    ann.hurts("angry")
    bo.does("no_more")
    assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-STRESS-03", "SV-STRESS-02")
@pytest.mark.parametrize("way", ["stress", "crush"])
def test_a_pool_that_has_shrunk_to_nothing_hurts_nobody(stage, way):
    scene = stage(ann={"duty": 4, "bo": 4}, bo=charmed(Trigger("decrease", n=2)))
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d4=4 d4=4", pool=("duty", "bo"))
    bo.rolls("d6=2 d6=1", pool=("duty", "ann"))
    ann.does(way, kind="angry")
    bo.does("trigger.charm.0")
    assert (bo.stress, bo.out) == ({}, way == "crush")


@pytest.mark.rule("SV-STRESS-03", "SV-CONTEST-10")
@pytest.mark.parametrize(("house", "asked"), [(True, ["no_more"]), (False, [])])
def test_a_stress_pool_that_nobody_rolls_is_not_changed(stage, house, asked):
    ann = charmed(Trigger("increase", "spend"), points=1)
    scene = stage(ann=ann, bo=charmed(Trigger("decrease")), house={"by5_also_stress": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=5 d6=5", pool=("duty", "bo"))
    bo.rolls("d6=2 d6=2", pool=("duty", "ann"))
    ann.crushes(*(["angry"] if house else []))
    assert [key for key in ann.asked() if key == "no_more"] == asked
    assert bo.asked() == ([] if house else ["how"])


@pytest.mark.rule("SV-STRESS-03", "SV-TEST-04", "SV-EARN-01")
def test_in_a_test_the_lead_alone_changes_it_and_pays_the_watchtower(stage):
    scene = stage(ann=charmed(Trigger("decrease", "spend"), points=1), bo={})
    ann, bo = scene.cast
    scene.tests(ann).does("roll").rolls(5, 5)
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    scene.does("stress", kind="angry")
    ann.takes_it().does("trigger.charm.0")
    assert (ann.points, bo.points, scene.stress_dice) == ((0, 0), (0, 0), (4, 6))


@pytest.mark.rule("SV-STRESS-03", "SV-SPEND-08")
@pytest.mark.parametrize(
    ("trigger", "trouble", "dice"),
    [("increase", (6, 6, 10), (8,)), ("decrease", (6, 6, 8), (6,)), ("", (6, 6, 10), (6,))],
)
def test_after_two_points_the_largest_die_of_the_changed_pool_goes_to_trouble(stage, trigger, trouble, dice):
    mine = charmed(Trigger("increase")) if trigger == "increase" else {}
    theirs = charmed(Trigger("decrease")) if trigger == "decrease" else {}
    scene = stage(ann={"love": 10, "points": 2} | mine, bo=theirs)
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=2 d10=2", pool=("love", "bo"))
    bo.gives_in()
    ann.spites("angry")
    for actor in (ann, bo):
        if "trigger.charm.0" in actor.may():
            actor.does("trigger.charm.0")
    assert (scene.trouble, scene.stress_dice) == (trouble, dice)


@pytest.mark.rule("SV-STRESS-03", "SV-SPEND-08", "SV-TROUBLE-03")
@pytest.mark.parametrize("house", ["none", "step_up"])
@pytest.mark.parametrize(("n", "trouble"), [(1, (6, 6, 6)), (6, (6, 6))])
def test_with_one_die_or_none_left_nothing_is_rolled_after_two_points(stage, house, n, trouble):
    scene = stage(ann={"duty": 8, "points": 2}, bo=charmed(Trigger("decrease", n=n)), house={"empty_stress": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=1 d8=2", pool=("duty", "bo"))
    bo.gives_in()
    ann.spites("angry")
    bo.does("trigger.charm.0")
    assert (scene.closed, scene.trouble, bo.stress) == (True, trouble, {})


# --- Special Effects ------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-GROWTH-02")
def test_a_die_of_growth_names_what_an_ability_can_do(stage):
    scene = stage(ann=charmed(kind="ability", gear=6, growth=(6, 8, 8)), bo=charmed(growth=(6,)))
    ann, bo = scene.cast
    die, ability, _ = ann.option("effect").params
    assert ([item.id for item in die.items], [item.id for item in ability.items]) == (["d6", "d8"], ["charm"])
    assert "effect" not in bo.may()
    ann.does("effect", die="d8", ability="charm", name="Moonlight")
    assert ann.now.growth == (6, 8)
    assert next(x for x in ann.now.sheet.assets if x.id == "charm").effects == ("Moonlight",)
    ann.wants(of=bo).rolls_with("duty", "bo", "charm")
    assert scene.at.waiting.dice == (6, 6, 6)


@pytest.mark.rule("SV-GROWTH-02")
def test_without_growth_nothing_is_named(stage):
    (ann, _) = stage(ann=charmed(kind="ability"), bo={}).cast
    ann.is_not_asked("effect")


@pytest.mark.rule("SV-GROWTH-02")
def test_it_is_named_between_scenes_and_by_a_lead_who_is_out_or_elsewhere_as_well(stage, edited):
    able = charmed(kind="ability", growth=(6, 6))
    scene = stage(ann=able, bo={}, cy=able, absent=("cy",))
    ann, bo, cy = scene.cast
    edited(scene, ann, stressed_out=True)
    for actor in (ann, cy):
        actor.does("effect", die="d6", ability="charm", name="Moonlight")
    bo.is_not_asked("effect")
    scene.does("end")
    for actor in (ann, cy):
        actor.does("effect", die="d6", ability="charm", name="Sunlight")
        actor.is_not_asked("effect")
    assert "open" in scene.asked()
    assert [x.effects for x in ann.now.sheet.assets] == [("Moonlight", "Sunlight")]


def test_whoever_gets_a_point_is_told_so_with_their_next_question_and_what_they_have(stage):
    scene = stage(ann={"gear": 8, "points": 1, "triggers": {"gear": (Trigger("earn", "earn"),)}}, bo={})
    ann, _ = scene.cast
    ann.does("trigger.gear.0")
    event = scene.told("earns")[-1]
    assert VOICE.befalls(event, ("Ann",))
    assert VOICE.heard(event, ("Ann",)).text == "earn 1 plot point by Gear, 2 to spend now."
