"""Each switch of help, Resources, Limits, Tests, Relief, stepping in and growth in all its positions."""

import pytest

from cliffhanger.games.smallville.files.triggers import Trigger

FEATURE = {"feature": True}
BEN = {"resources": {"ben": ("extra", 6)}}


def duel(stage, house, ann=None, foe=None, **others):
    """Ann, a Lead, and a Feature; Ann has begun a Contest with the Feature."""
    scene = stage(ann=ann or {}, foe=FEATURE | (foe or {}), house=house, **others)
    scene.cast[0].wants(of=scene.cast[1])
    return (scene, *scene.cast)


# --- points ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-EARN-04")
@pytest.mark.parametrize(("house", "times"), [("bounded", 1), ("free", 2)])
def test_trigger_often(stage, house, times):
    earns = {"gear": 8, "triggers": {"gear": (Trigger("earn", "earn"),)}}
    _scene, ann, _ = duel(stage, {"trigger_often": house}, earns)
    for _ in range(times):
        ann.does("trigger.gear.0")
    assert ann.points == (0, times)
    assert ("trigger.gear.0" in ann.may()) == (house == "free")


@pytest.mark.rule("SV-SPEND-04")
@pytest.mark.parametrize(("house", "gets"), [("bank", 0), ("opponent", 1)])
def test_detail_payee(stage, house, gets):
    scene = stage(ann={"points": 1}, bo={}, house={"detail_payee": house})
    ann, bo = scene.cast
    ann.wants(of=bo).does("detail", name="a loose board").rolls_with()
    assert scene.at.waiting.dice == (6, 6, 6)
    assert (ann.points, bo.points) == ((0, 0), (0, gets))


@pytest.mark.rule("SV-SPEND-04")
@pytest.mark.parametrize(("house", "cost"), [("pay", 1), ("free", 0), ("no", None)])
def test_detail_shared(stage, house, cost):
    scene = stage(ann={"points": 1}, bo={"points": 1}, house={"detail_shared": house})
    ann, bo = scene.cast
    ann.wants(of=bo).does("detail", name="a loose board").rolls_with().falls(2, 2, 2)
    if cost is None:
        bo.is_not_asked("share_detail")
        return
    bo.does("share_detail").rolls_with()
    assert scene.at.waiting.dice == (6, 6, 6)
    assert bo.points == (1 - cost, 0)


@pytest.mark.rule("SV-SPEND-03")
@pytest.mark.parametrize("house", [False, True])
def test_late_result_buys(stage, house):
    scene = stage(ann={"gear": 6, "points": 1}, bo={}, house={"late_result_buys": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", "gear").falls("d6=3 d6=3 d6=3")
    bo.rolls("d6=3 d6=4")
    if not house:
        assert bo.acts
    else:
        ann.does("raise", more=1)
        assert (ann.acts, ann.standing, ann.points, bo.points) == (True, 9, (0, 0), (0, 1))


@pytest.mark.rule("SV-EARN-03")
@pytest.mark.parametrize(
    ("house", "again", "other"),
    [("drive_and_scene", False, False), ("once_per_drive", False, True), ("unlimited", True, True)],
)
def test_volunteer_limit(stage, house, again, other):
    scene = stage(ann={"duty": 10}, bo={}, house={"volunteer_limit": house})
    ann, _ = scene.cast
    ann.does("volunteer", drive="duty")
    assert ann.points == (1, 0)
    option = ann.option("volunteer")
    drives = {item.id for p in option.params for item in p.items}
    assert ("duty" in drives, "love" in drives) == (again, other)
    if not other:
        assert "Once in a scene" in ann.cannot("volunteer").why


@pytest.mark.rule("SV-CONTEST-12")
@pytest.mark.parametrize("house", [False, True])
def test_actor_may_give_in(stage, house):
    scene = stage(ann={"points": 1}, bo={}, house={"actor_may_give_in": house})
    ann, bo = scene.cast
    ann.wants("the letter", of=bo).rolls_with("duty", "bo").falls("d6=2 d6=3")
    keys = [key for key in ann.may() if "give_in" in key]
    assert bool(keys) == house
    if house:
        ann.does(keys[0], how="They let it be.")
        assert scene.closed
        assert ann.points == (0, 0)
        assert "does not get “the letter”" in scene.data("gives_in")["aim"]


# --- dice on loan ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-BONUS-01", "SV-BONUS-02")
@pytest.mark.parametrize(
    ("house", "faces", "total", "left"),
    [
        ("include_erases", (1, 4), 9, 1),
        ("erase_then_roll", (1, 4), 9, 0),
        ("best_free", (1, 4), 9, 2),
    ],
)
def test_resource_mode(stage, house, faces, total, left):
    scene, ann, _ = duel(stage, {"resource_mode": house}, BEN)
    ann.does("use", what="ben").lets_fall(*faces)
    ann.rolls_with("duty", "foe").falls(2, 3)
    assert ann.standing == total
    assert 2 - sum(row.dice for row in scene.s.spent) == left


@pytest.mark.rule("SV-BONUS-01", "SV-BONUS-02")
def test_where_dice_are_erased_first_it_is_said_how_many_and_no_more_than_live(stage):
    scene, ann, _ = duel(
        stage, {"resource_mode": "erase_then_roll"}, {"resources": {"ben": ("extra", 6), "cat": ("extra", 8)}}
    )
    ann.does("use", what="ben", dice=1)
    assert scene.at.waiting.dice == (6,)
    ann.lets_fall(4).does("use", what="ben", dice=2)
    assert scene.at.waiting.dice == (6,)


@pytest.mark.rule("SV-SPEND-06")
@pytest.mark.parametrize(("house", "opponent", "owner"), [("opponent", 1, 0), ("owner", 0, 1)])
def test_foreign_payee(stage, house, opponent, owner):
    scene = stage(ann={"points": 1}, bo={}, cy=BEN, house={"foreign_payee": house})
    ann, bo, cy = scene.cast
    ann.wants(of=bo).does("borrow", what="ben")
    assert (ann.points, bo.points, sum(cy.points)) == ((0, 0), (0, opponent), owner)


@pytest.mark.rule("SV-SPEND-06")
@pytest.mark.parametrize(("house", "dice"), [("one", (6,)), ("all", (6, 6))])
def test_foreign_dice(stage, house, dice):
    scene = stage(ann={"points": 1}, bo={}, cy=BEN, house={"foreign_dice": house})
    ann, bo, _ = scene.cast
    ann.wants(of=bo).does("borrow", what="ben")
    assert scene.at.waiting.dice == dice


@pytest.mark.rule("SV-BONUS-01", "SV-BONUS-05")
@pytest.mark.parametrize("house", ["before", "after"])
def test_bonus_timing(stage, house):
    _scene, ann, _ = duel(stage, {"bonus_timing": house}, BEN)
    assert ("use" in ann.may()) == (house == "before")
    ann.rolls_with("duty", "foe").lets_fall(2, 3)
    if house == "after":
        ann.does("use", what="ben").lets_fall(1, 4)
        ann.does("fix")
        assert ann.standing == 9
    else:
        assert ann.standing == 5


@pytest.mark.rule("SV-BONUS-05", "SV-COMP-01")
@pytest.mark.parametrize(("house", "cuts"), [("none", False), ("complication", True)])
def test_bonus_trouble_ones(stage, house, cuts):
    scene = stage(ann={}, foe=FEATURE, house={"bonus_trouble_ones": house})
    ann, foe = scene.cast
    scene.rules("trouble", to=[6, 6, 8, 8])
    foe.wants(of=ann).does("spend_trouble", dice=("3",)).lets_fall(1)
    assert scene.trouble == (6, 6, 8)
    foe.rolls_with("duty", "ann").falls(2, 3)
    assert ("cut" in ann.may()) == cuts


@pytest.mark.rule("SV-AID-03", "SV-COMP-06")
@pytest.mark.parametrize(("house", "asked"), [("none", False), ("complication", True)])
def test_aid_ones(stage, house, asked):
    scene, ann, _, cy = duel(stage, {"aid_ones": house}, cy={})
    cy.does("aid.cy", pool=("duty", "foe")).lets_fall(1, 4)
    assert ("complicate" in scene.asked()) == asked
    if asked:
        scene.complicates(6)
        assert (cy.now.points + cy.now.locked, scene.trouble) == (1, (6, 6, 6))
    ann.rolls_with("duty", "foe").falls(2, 3)
    assert ann.standing == 9


# --- Limits and challenges ------------------------------------------------------------------------------------


@pytest.mark.rule("SV-BONUS-04", "SV-POOL-06")
@pytest.mark.parametrize(("house", "dice"), [("attacking", (6, 8, 8, 8)), ("ability", (6, 8, 10, 10, 10))])
def test_limit_dice(stage, house, dice):
    flies = {"flight": 10, "kinds": {"flight": "ability"}, "limits": {"flight": "cold iron"}}
    scene, ann, foe = duel(stage, {"limit_dice": house}, {"duty": 8}, flies)
    ann.rolls_with("duty", "foe", limit="duty", fits="a horseshoe")
    foe.does("agree")
    assert scene.at.waiting.dice == dice


@pytest.mark.rule("SV-BONUS-04", "SV-POOL-06")
def test_a_limit_that_does_not_fit_is_one_die(stage):
    flies = {"flight": 10, "kinds": {"flight": "ability"}, "limits": {"flight": "cold iron"}}
    scene, ann, foe = duel(stage, {}, {"duty": 8}, flies)
    ann.rolls_with("duty", "foe", limit="duty", fits="a horseshoe")
    foe.does("disagree")
    assert scene.at.waiting.dice == (6, 8)
    scene = stage(ann={}, bo=flies)
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", limit="duty", fits="a horseshoe")
    bo.does("disagree")
    scene.does("agree")  # the Watchtower has the last word
    assert scene.at.waiting.dice == (6, 6, 6, 6)


@pytest.mark.rule("SV-BONUS-03")
@pytest.mark.parametrize(("house", "dice"), [("contest", (6, 8, 8, 8)), ("roll", (6, 8))])
def test_challenge_scope(stage, house, dice):
    scene, ann, foe = duel(stage, {"challenge_scope": house}, {"duty": 8})
    ann.rolls_with("duty", "foe", challenge="duty", why="I run").falls(2, 2, 2, 2)
    foe.rolls_with("duty", "ann").falls(4, 5)
    ann.rolls_with("duty", "foe")
    assert scene.at.waiting.dice == dice


@pytest.mark.rule("SV-BONUS-03")
@pytest.mark.parametrize("house", [True, False])
def test_challenge_repeat(stage, house):
    _scene, ann, foe = duel(stage, {"challenge_repeat": house}, {"duty": 8})
    ann.rolls_with("duty", "foe", challenge="duty", why="I run").falls(2, 2, 2, 2)
    foe.gives_in()
    ann.wants(of=foe)
    drives = next(p for p in ann.option("roll").params if p.name == "challenge").items
    assert ("duty" in {item.id for item in drives}) == house


# --- stepping in ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-INTERFERE-02")
@pytest.mark.parametrize("house", ["after_swap", "any_standing"])
def test_interfere_timing(stage, house):
    _scene, ann, _, cy = duel(stage, {"interfere_timing": house}, cy={"points": 1})
    ann.rolls_with("duty", "foe").falls(2, 3)
    assert ("interfere.cy.ann" in cy.may()) == (house == "any_standing")


@pytest.mark.rule("SV-INTERFERE-06")
@pytest.mark.parametrize("house", ["actor", "none"])
def test_restart_tie(stage, house):
    people = {name: {"points": 1} for name in ("ann", "bo", "cy")}
    scene = stage(**people, house={"restart_tie": house})
    ann, bo, cy = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls(2, 2)
    bo.rolls_with("duty", "ann").falls(2, 3)
    cy.does("interfere.cy.bo").rolls_with("duty", "bo").falls(3, 3)
    bo.does("go_on")
    ann.does("go_on")
    for who, other in ((bo, "ann"), (ann, "bo"), (cy, "bo")):
        who.rolls_with("duty", other).falls(3, 3)
    if house == "actor":
        assert bo.asked() == ["stress", "skip"]
        bo.does("skip")
    assert scene.closed
    assert not ann.stress


# --- Tests ----------------------------------------------------------------------------------------------------


def called(stage, **house):
    scene = stage(ann={}, bo={}, house=house)
    scene.does("test", who="ann", goal="get across").does("roll").rolls(4, 5)
    return (scene, *scene.cast)


@pytest.mark.rule("SV-TEST-02", "SV-TEST-04")
@pytest.mark.parametrize(("house", "what"), [("trouble", "fails"), ("lead", "succeeds")])
def test_test_tie(stage, house, what):
    scene, ann, _ = called(stage, test_tie=house)
    ann.rolls_with("duty", "bo").falls(4, 5)
    assert scene.told(what)
    assert scene.closed == (what == "succeeds")


@pytest.mark.rule("SV-TEST-02", "SV-CONTEST-07")
@pytest.mark.parametrize("house", [True, False])
def test_test_give_in(stage, house):
    scene, ann, _ = called(stage, test_give_in=house)
    assert ("give_in" in ann.may()) == house
    scene.rules("cast", "ann", "points", to=1)
    ann.rolls_with("duty", "bo").falls(2, 3)
    scene.does("stress", kind="angry")
    assert ("yield" in ann.may()) == house
    if house:
        ann.yields()
        assert (scene.closed, ann.stress, ann.points) == (True, {}, (0, 0))


@pytest.mark.rule("SV-TEST-04", "SV-CONTEST-10")
@pytest.mark.parametrize("house", [True, False])
def test_test_by5(stage, house):
    scene, ann, _ = called(stage, test_by5=house)
    ann.rolls_with("duty", "bo").falls(2, 2)
    assert ("crush" in scene.asked()) == house


@pytest.mark.rule("SV-TEST-03", "SV-SPEND-03")
@pytest.mark.parametrize("house", [True, False])
def test_trouble_buys(stage, house):
    scene = stage(ann={}, bo={}, house={"trouble_buys": house})
    scene.rules("trouble", to=[6, 6, 6])
    scene.does("test", who="ann", goal="get across").does("roll").rolls(2, 3, 4)
    assert ("fix" in scene.asked()) == house
    if not house:
        assert scene.frame.who == "ann"


# --- Relief ---------------------------------------------------------------------------------------------------


def relieving(stage, patient=None, helper=None, **house):
    scene = stage(ann=helper or {}, bo={"stress": {"angry": 8, "injured": 6}} | (patient or {}), cy={}, house=house)
    return (scene, *scene.cast)


@pytest.mark.rule("SV-RELIEF-02", "SV-SPEND-01")
@pytest.mark.parametrize(("house", "gets"), [("patient", 1), ("watchtower", 0)])
def test_relief_payee(stage, house, gets):
    _scene, ann, bo, _ = relieving(stage, helper={"points": 1}, relief_payee=house)
    ann.does("relieve", what="bo/angry", deed="coffee")
    bo.does("consent")
    ann.rolls_with("duty", "love", "bo")
    assert (ann.points, bo.points) == ((0, 0), (0, gets))


@pytest.mark.rule("SV-RELIEF-01", "SV-STRESS-09")
@pytest.mark.parametrize("house", [False, True])
def test_relief_while_out(stage, house):
    scene, ann, _, _ = relieving(stage, relief_while_out=house)
    scene.rules("cast", "bo", "stressed_out", to=True)
    assert ("relieve" in ann.may()) == house


@pytest.mark.rule("SV-RELIEF-02")
@pytest.mark.parametrize("house", ["per_scene", "free"])
def test_relief_retry(stage, house):
    _scene, ann, bo, _ = relieving(stage, relief_retry=house)
    ann.does("relieve", what="bo/angry", deed="coffee")
    bo.does("refuse")
    (pick, _) = ann.option("relieve").params
    assert ("bo/angry" in {item.id for item in pick.items}) == (house == "free")
    assert "bo/injured" in {item.id for item in pick.items}


@pytest.mark.rule("SV-RELIEF-03", "SV-COMP-06")
@pytest.mark.parametrize(("house", "asked"), [("none", False), ("complication", True)])
def test_relief_patient_ones(stage, house, asked):
    scene, ann, bo, _ = relieving(stage, relief_patient_ones=house)
    ann.does("relieve", what="bo/angry", deed="coffee")
    bo.does("consent")
    ann.rolls_with("duty", "bo").falls(5, 5)
    bo.lets_fall("d8=2 d6=1")
    assert ("complicate" in scene.asked()) == asked
    if asked:
        scene.complicates(6)
        assert scene.trouble == (6, 6, 6)
    assert scene.closed


@pytest.mark.rule("SV-RELIEF-01")
@pytest.mark.parametrize("house", [False, True])
def test_relief_by_extra(stage, house):
    scene, ann, bo, _ = relieving(stage, helper=BEN, relief_by_extra=house)
    assert ("relieve.extra" in ann.may()) == house
    if house:
        ann.does("relieve.extra", extra="ben", what="bo/angry", deed="coffee")
        bo.does("consent")
        assert scene.at.waiting.dice == (6, 6)


# --- growth ---------------------------------------------------------------------------------------------------


def growing(stage, house, ann=None, **others):
    """The scene and the episode are over, and Ann is asked what grows."""
    scene = stage(ann={"gear": 6, "growth": (8,), "stress": {"angry": 8}} | (ann or {}), **others, house=house)
    scene.does("end").does("end_episode")
    for actor in scene.cast:
        if actor.now.kind == "lead":
            actor.does("epilogue", text="They sleep.")
    for actor in scene.cast:
        if actor.now.kind == "lead":
            actor.does("done")
    return (scene, *scene.cast)


@pytest.mark.rule("SV-GROWTH-06", "SV-END-02")
@pytest.mark.parametrize(("house", "dice"), [("after_step_down", (6, 8)), ("before", (8, 8))])
def test_growth_stress(stage, house, dice):
    scene, ann = growing(stage, {"growth_stress": house})
    ann.does("step_up", trait="gear")
    scene.rolls(2, 2)
    assert scene.at.waiting.dice == dice


@pytest.mark.rule("SV-GROWTH-07")
@pytest.mark.parametrize(("house", "lost"), [("lose", True), ("win", False)])
def test_growth_tie(stage, house, lost):
    scene, ann = growing(stage, {"growth_tie": house})
    ann.does("step_up", trait="gear")
    scene.rolls(4, 5)
    ann.lets_fall("d6=4 d8=5")
    assert ("lose" in ann.may()) == lost
    assert next(row.rating for row in ann.now.sheet.assets) == (6 if lost else 8)


@pytest.mark.rule("SV-GROWTH-05")
@pytest.mark.parametrize(("house", "dice"), [("10", (8, 10)), ("12", (8, 12))])
def test_heritage_growth(stage, house, dice):
    scene, ann = growing(stage, {"heritage_growth": house}, {"kinds": {"gear": "heritage"}})
    ann.does("step_up", trait="gear")
    assert scene.at.waiting.dice == dice


@pytest.mark.rule("SV-GROWTH-03")
@pytest.mark.parametrize("house", [False, True])
def test_features_grow(stage, house):
    scene, ann, _ = growing(stage, {"features_grow": house}, foe=FEATURE)
    ann.does("skip_growth")
    assert ("skip_growth" in scene.asked()) == house


# --- Trouble --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-BONUS-05", "SV-SPEND-09", "SV-TROUBLE-02", "SV-TROUBLE-04")
@pytest.mark.parametrize(("house", "open_"), [("forbid", False), ("refill", True)])
def test_trouble_min_holds_for_what_the_watchtower_uses_up_as_well(stage, house, open_):
    scene = stage(ann={}, foe=FEATURE, house={"trouble_min": house})
    ann, foe = scene.cast
    scene.rules("trouble", to=[8, 10])
    foe.wants(of=ann)
    details = {item.id for item in foe.option("detail").params[1].items}
    assert details == ({"d6", "t.d8", "t.d10"} if open_ else {"d6"})
    assert ("spend_trouble" in foe.may()) == open_
    if open_:
        foe.does("spend_trouble", dice=("0", "1"))
        assert scene.trouble == (6, 6)
        assert scene.at.waiting.dice == (8, 10)
