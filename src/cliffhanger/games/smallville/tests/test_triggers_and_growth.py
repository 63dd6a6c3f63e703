"""Triggers of Assets, details, Relationships made in play, Resources in a Test, and what grows."""

import pytest

from cliffhanger.games.smallville.files.triggers import Trigger

FEATURE = {"feature": True}


def bearing(*triggers, **more):
    """Somebody whose gear has these triggers."""
    return {"gear": 8, "triggers": {"gear": triggers}, **more}


# --- triggers -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-STRESS-03", "SV-SPEND-07")
def test_stress_pools_are_made_larger_by_one_and_smaller_by_the_other_before_they_fall(stage):
    scene = stage(ann=bearing(Trigger("increase", n=2)), bo=bearing(Trigger("decrease", "spend"), points=1))
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls("d6=4 d6=5")
    bo.rolls_with("duty", "ann").falls("d6=1 d6=2")
    scene.lapses()
    ann.hurts("angry")
    bo.takes_it()
    assert ann.asked() == ["trigger.gear.0", "no_more"]
    ann.does("trigger.gear.0")
    assert scene.frame.dice == (8, 8)
    bo.does("trigger.gear.0")
    assert scene.stress_dice == (6, 8)
    assert (bo.points, ann.points) == ((0, 0), (0, 1))


@pytest.mark.rule("SV-STRESS-03")
def test_a_stress_pool_may_be_left_as_it_is(stage):
    scene = stage(ann=bearing(Trigger("increase")), bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls("d6=4 d6=5")
    bo.rolls_with("duty", "ann").falls("d6=2 d6=2")
    ann.hurts("angry").does("no_more")
    assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-SPEND-07")
def test_a_trigger_adds_a_die_to_one_roll_for_a_point(stage):
    scene = stage(ann=bearing(Trigger("add_die", "spend", die=10), points=1), bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).does("trigger.gear.0").rolls_with("duty", "bo")
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    assert scene.at.waiting.dice == (6, 6, 10)
    ann.falls(2, 2, 2)
    bo.rolls(3, 3)
    ann.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6)


@pytest.mark.rule("SV-SPEND-07")
def test_a_trigger_that_costs_a_point_needs_one(stage):
    scene = stage(ann=bearing(Trigger("add_die", "spend", die=10)), bo={})
    ann, bo = scene.cast
    ann.wants(of=bo)
    assert "none that you can spend" in ann.cannot("trigger.gear.0").why


@pytest.mark.rule("SV-RELIEF-05", "SV-EARN-04")
@pytest.mark.parametrize(("steps", "left"), [(0, {}), (1, {"angry": 6}), (2, {"angry": 4})])
def test_what_a_trigger_heals_is_no_growth(stage, steps, left):
    trigger = Trigger("recover", stress="angry", steps=steps)
    scene = stage(ann=bearing(trigger, Trigger("earn", "earn", n=2), stress={"angry": 8}), bo={})
    ann, _ = scene.cast
    ann.does("trigger.gear.0")
    assert (ann.stress, ann.now.growth) == (left, ())
    ann.does("trigger.gear.1")
    assert ann.points == (2, 0)
    assert not [key for key in ann.may() if key.startswith("trigger")]


# --- before a roll --------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SPEND-04")
def test_a_detail_is_free_for_its_maker_until_the_scene_ends(stage):
    scene = stage(ann={"points": 1}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).does("detail", name="a loose board").rolls_with("duty", "bo", ann.now.details[0].id)
    ann.falls(2, 2, 2)
    bo.gives_in()
    ann.wants(of=bo).rolls_with()
    assert scene.at.waiting.dice == (6, 6, 6)
    scene.at.ends()
    scene.does("end")
    assert ann.now.details == ()


@pytest.mark.rule("SV-SPEND-09", "SV-TROUBLE-04")
@pytest.mark.parametrize(("die", "size", "trouble"), [("d6", 6, (6, 8, 10)), ("t.d10", 10, (6, 8))])
def test_a_detail_of_the_watchtowers_is_a_new_d6_or_a_die_of_trouble(stage, die, size, trouble):
    scene = stage(ann={}, foe=FEATURE)
    ann, foe = scene.cast
    scene.rules("trouble", to=[6, 8, 10])
    foe.wants(of=ann).does("detail", name="the light is behind him", die=die)
    assert (foe.now.details[0].rating, scene.trouble, ann.points) == (size, trouble, (0, 1))
    foe.rolls_with()
    assert scene.at.waiting.dice == tuple(sorted((6, 6, size)))


@pytest.mark.rule("SV-SPEND-05")
def test_somebody_matters_from_now_on(stage):
    scene = stage(ann={"bo": 0, "points": 2}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo)
    ann.does("tie", to="bo", says="I see them now.")
    assert (ann.points, bo.points) == ((1, 0), (0, 1))
    ann.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6)


@pytest.mark.rule("SV-SPEND-05", "SV-END-06")
@pytest.mark.parametrize("kept", [True, False])
def test_a_relationship_of_the_episode_is_kept_at_d4_or_is_over(stage, kept):
    scene = stage(ann={"bo": 0, "points": 1}, bo={})
    ann, bo = scene.cast
    ann.does("tie", to="bo", says="I see them now.")
    assert ann.points == (0, 0)
    scene.does("end").does("end_episode")
    ann.does("epilogue", text="She sleeps.")
    bo.does("epilogue", text="He sleeps.")
    ann.does("done")
    bo.does("done")
    ann.does("keep", ties=("bo",) if kept else ())
    assert [(row.id, row.rating) for row in ann.now.sheet.relationships] == ([("bo", 4)] if kept else [])
    assert ann.now.ties == ()


# --- Tests and Resources --------------------------------------------------------------------------------------


@pytest.mark.rule("SV-TEST-05", "SV-ROLE-08")
def test_extras_are_used_up_on_the_side_of_trouble(stage):
    scene = stage(ann={"resources": {"ben": ("extra", 6), "barn": ("location", 8)}}, bo={})
    scene.does("test", who="ann", goal="get across")
    use = scene.at.option("watchtower", "use")
    assert [item.id for item in use.params[0].items] == ["ben"]
    scene.does("use", what="ben").rolls(1, 5)
    assert scene.data("helps")["faces"] == [1, 5]
    scene.does("roll")
    assert scene.at.waiting.title == "Trouble rolls"
    scene.rolls(2, 3)
    assert scene.at.state.stack[2].total == 10


@pytest.mark.rule("SV-SETUP-06", "SV-BONUS-02")
def test_dice_of_resources_are_live_again_in_the_next_episode(stage):
    scene = stage(ann={"resources": {"ben": ("extra", 6)}}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).does("use", what="ben").lets_fall(4, 5).does("choose_bonus", more=("1",))
    ann.rolls_with("duty", "bo").falls(2, 2)
    bo.gives_in()
    scene.does("end").opens(ann, bo)
    ann.wants(of=bo)
    assert "use" not in ann.may()
    scene.at.ends()
    scene.ends_episode().does("episode").rolls(2, 2).opens(ann, bo)
    ann.wants(of=bo).does("use", what="ben")
    assert scene.at.waiting.dice == (6, 6)


# --- growth ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-GROWTH-02")
def test_a_die_of_growth_is_a_name_for_what_an_ability_can_do(stage):
    scene = stage(ann={"flight": 8, "kinds": {"flight": "ability"}, "growth": (6, 8)}, bo={})
    ann, bo = scene.cast
    ann.does("effect", die="d8", ability="flight", name="Lands without a sound")
    assert ann.now.growth == (6,)
    assert ann.now.sheet.assets[0].effects == ("Lands without a sound",)
    ann.wants(of=bo)
    assert "effect" not in ann.may()


def grows(stage, wish, **choice):
    """Ann's growth roll is won."""
    scene = stage(ann={"gear": 6, "cy": 0, "growth": (8, 8)}, cy=FEATURE)
    ann, _ = scene.cast
    scene.does("end").does("end_episode")
    ann.does("epilogue", text="She sleeps.").does("done")
    ann.does(wish, **choice)
    against = scene.at.waiting.dice
    scene.rolls(1, 2)
    ann.lets_fall(3, 4)
    return ann.now.sheet, against


@pytest.mark.rule("SV-GROWTH-03", "SV-GROWTH-04", "SV-GROWTH-05", "SV-GROWTH-06")
@pytest.mark.parametrize(
    ("kind", "against"), [("ability", 12), ("distinction", 10), ("gear", 8), ("extra", 6), ("location", 8)]
)
def test_a_new_trait_begins_at_d4(stage, kind, against):
    sheet, dice = grows(stage, "new", kind=kind, name="Night eyes", says="")
    assert dice == (4, against)
    found = {row.name: row.rating for row in (*sheet.assets, *sheet.resources)}
    assert found == {"Gear": 6, "Night eyes": 4}


@pytest.mark.rule("SV-GROWTH-03", "SV-GROWTH-04")
def test_a_new_relationship_begins_at_d4_and_what_is_there_goes_one_up(stage):
    sheet, dice = grows(stage, "new_tie", to="cy", says="I see them now.")
    assert dice == (4, 6)
    assert [(row.id, row.rating) for row in sheet.relationships] == [("cy", 4)]
    sheet, dice = grows(stage, "step_up", trait="gear")
    assert dice == (8, 8)
    assert [(row.id, row.rating) for row in sheet.assets] == [("gear", 8)]


@pytest.mark.rule("SV-GROWTH-03", "SV-GROWTH-04")
def test_no_value_grows_and_nothing_beyond_d12(stage):
    scene = stage(ann={"gear": 12, "luck": 4}, bo={})
    ann, bo = scene.cast
    scene.does("end").does("end_episode")
    for who in (ann, bo):
        who.does("epilogue", text="They sleep.")
    for who in (ann, bo):
        who.does("done")
    assert [item.id for item in ann.option("step_up").params[0].items] == ["bo", "luck"]


@pytest.mark.rule("SV-GROWTH-07")
def test_who_loses_gives_up_something_else_and_a_d4_is_lost(stage):
    scene = stage(ann={"gear": 6, "luck": 4, "bo": 4, "duty": 4}, bo={})
    ann, bo = scene.cast
    scene.does("end").does("end_episode")
    for who in (ann, bo):
        who.does("epilogue", text="They sleep.")
    for who in (ann, bo):
        who.does("done")
    ann.does("step_up", trait="gear")
    scene.rolls(4, 5)  # an empty pool comes to nothing
    items = {item.id for item in ann.option("lose").params[0].items}
    assert items == {"glory", "justice", "love", "power", "truth", "luck"}
    ann.does("lose", trait="luck")
    assert [(row.id, row.rating) for row in ann.now.sheet.assets] == [("gear", 8)]
