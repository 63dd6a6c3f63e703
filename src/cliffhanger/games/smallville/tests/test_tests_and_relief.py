"""Tests, in which Trouble is what stands against a Lead, and Relief, in which it is all that hurts somebody."""

import pytest

FEATURE = {"feature": True}
BEN, BARN = {"ben": ("extra", 6)}, {"barn": ("location", 8)}


def called(stage, house=None, trouble=(6, 6), **people):
    """Ann is tested, and Trouble is about to roll."""
    given = {"ann": {}, "bo": {}}
    scene = stage(house=house, **{name: given.get(name, {}) | people.get(name, {}) for name in {**given, **people}})
    scene.rules("trouble", to=list(trouble))
    return scene.does("test", who=scene.cast[0], goal="over the roof"), *scene.cast


def lost(stage, house=None, faces=(4, 4), answer="d6=2 d6=2", **ann):
    scene, ann, *_ = called(stage, house, ann=ann)
    scene.does("roll").rolls(*faces)
    ann.rolls(answer, pool=("duty", "bo"))
    return scene, ann


# --- Tests ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-TEST-01", "SV-ROLE-03")
def test_the_watchtower_calls_a_test_for_a_lead_who_is_there_and_able(stage, edited):
    scene = stage(ann={}, bo={}, foe=FEATURE, cy={}, absent=("cy",))
    ann, bo, *_ = scene.cast
    edited(scene, bo, stressed_out=True)
    who, goal = scene.at.option("watchtower", "test").params
    assert [item.id for item in who.items] == ["ann"]
    assert goal.least == 1
    ann.is_not_asked("test")
    edited(scene, ann, stressed_out=True)
    refusal = scene.refuses("test")
    assert ("could do anything" in refusal.why, refusal.rule) == (True, "SV-TEST-01")


@pytest.mark.rule("SV-TEST-03", "SV-TROUBLE-01", "SV-ROLE-08")
def test_trouble_rolls_first_all_of_it_and_stays_then_the_lead_rolls(stage):
    scene, ann, _ = called(stage, trouble=(6, 8, 10))
    assert ann.asked() == []
    scene.does("roll")
    roll = scene.at.waiting
    assert (roll.dice, roll.seat, roll.purpose) == ((6, 8, 10), "watchtower", "trouble")
    scene.at.rolls(2, 3, 4)
    scene.does("fix")
    ann.rolls("d6=4 d6=4", pool=("duty", "bo"))
    assert scene.closed
    assert scene.data("succeeds") == {"total": 8, "beaten": 7, "goal": "over the roof"}
    assert (scene.trouble, ann.stress) == ((6, 8, 10), {})


@pytest.mark.rule("SV-TEST-02", "SV-SPEND-01", "SV-EARN-01")
def test_points_of_a_lead_in_a_test_are_the_watchtowers_and_nobody_elses_stress_is_rolled(stage):
    scene, ann, bo = called(stage, ann={"points": 2, "stress": {"angry": 8}}, bo={"stress": {"afraid": 8}})
    scene.does("roll").rolls(2, 2)
    assert not any(item.id.startswith("their-") for item in scene.pool.items)
    ann.rolls_with("duty", "bo", "own-angry").lets_fall("d6=2 d6=2 d8=3")
    ann.does("fix", more=1)
    assert (ann.points, bo.points) == ((0, 0), (0, 0))
    assert scene.data("succeeds")["total"] == 7


@pytest.mark.rule("SV-TEST-04", "SV-TEST-02", "SV-STRESS-01")
def test_if_trouble_wins_the_watchtower_hurts_without_the_ones(stage):
    scene, ann, _ = called(stage, trouble=(6, 8, 8))
    scene.does("roll").rolls(4, 1, 6)
    scene.at.act("ann", "cut", die="d8")
    assert scene.trouble == (6, 8)
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    scene.does("stress", kind="exhausted")
    assert scene.stress_dice == (6, 8)
    scene.at.rolls(3, 2)
    assert ann.stress == {"exhausted": 6}
    ann.stays()
    assert scene.closed


@pytest.mark.rule("SV-COMP-01", "SV-COMP-03", "SV-TEST-02")
def test_the_ones_of_the_lead_are_bought(stage):
    scene, ann, _ = called(stage)
    scene.does("roll").rolls(2, 2)
    ann.rolls_with("duty", "bo").falls("d6=1 d6=6")
    scene.complicates(6)
    assert (ann.points, scene.trouble) == ((1, 0), (6, 6, 6))


@pytest.mark.rule("SV-TEST-05", "SV-BONUS-02", "SV-COMP-01", "SV-STRESS-02")
def test_dice_of_any_extra_help_trouble_and_of_no_location(stage):
    scene, ann, _ = called(stage, ann={"resources": BARN}, bo={"resources": BEN})
    use = scene.at.option("watchtower", "use")
    assert [item.id for item in use.params[0].items] == ["ben"]
    scene.is_not_asked("borrow")
    scene.is_not_asked("spend_trouble")
    scene.does("use", what="ben").rolls(5, 4)
    scene.does("choose_bonus", more=("1",))
    scene.does("roll").rolls(2, 3)
    assert scene.erased == {"ben": 2}
    ann.rolls("d6=6 d6=6", pool=("duty", "bo"))
    assert scene.data("fails")["beaten"] == 14
    scene.does("stress", kind="angry")
    assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-TEST-04")
@pytest.mark.parametrize(("house", "hurt"), [("trouble", True), ("lead", False)])
def test_test_tie(stage, house, hurt):
    scene, _ = lost(stage, {"test_tie": house}, answer="d6=4 d6=4")
    assert scene.closed != hurt
    assert bool(scene.told("fails")) == hurt


@pytest.mark.rule("SV-TEST-02", "SV-CONTEST-07", "SV-CONTEST-14")
@pytest.mark.parametrize("house", [True, False])
def test_test_give_in(stage, house):
    scene, ann, _ = called(stage, {"test_give_in": house}, ann={"points": 1})
    scene.does("roll").rolls(4, 4)
    if house:
        ann.does("give_in")
        assert (scene.closed, ann.points) == (True, (1, 0))
        assert scene.data("drops") == {"goal": "over the roof"}
        scene.tests(ann).does("roll").rolls(4, 4)
    else:
        ann.is_not_asked("give_in")
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    scene.does("stress", kind="angry")
    if house:
        ann.yields()
        assert (scene.closed, ann.points, ann.stress) == (True, (0, 0), {})
    else:
        assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-TEST-02", "SV-CONTEST-12")
def test_without_a_point_it_is_too_late_to_let_it_be(stage):
    scene, ann = lost(stage)
    scene.does("stress", kind="angry")
    ann.is_not_asked("yield")
    assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-TEST-02", "SV-CONTEST-10")
@pytest.mark.parametrize(
    ("house", "faces", "may"), [(True, (4, 5), True), (True, (4, 4), False), (False, (4, 5), False)]
)
def test_test_by5(stage, house, faces, may):
    scene, ann = lost(stage, {"test_by5": house}, faces)
    assert ("crush" in scene.asked()) == may
    if may:
        scene.does("crush", kind="angry").rolls(2, 3)
        ann.does("how", how="flat on the ground")
        assert (ann.out, ann.stress) == (True, {"angry": 6})


@pytest.mark.rule("SV-TEST-03", "SV-SPEND-03", "SV-EARN-05")
@pytest.mark.parametrize("house", [True, False])
def test_trouble_buys(stage, house):
    scene, ann, _ = called(stage, {"trouble_buys": house}, (6, 6, 6))
    scene.does("roll").rolls(2, 3, 4)
    if house:
        scene.does("fix", more=1)
    else:
        scene.is_not_asked("fix")
    assert ann.points == (0, 1 if house else 0)
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    assert scene.data("fails")["beaten"] == (9 if house else 7)


@pytest.mark.rule("SV-STRESS-07", "SV-EARN-05", "SV-TEST-02")
def test_whoever_is_hurt_in_a_test_may_drop_out_and_the_watchtower_says_what_happens(stage):
    scene, ann = lost(stage, stress={"angry": 6})
    scene.does("stress", kind="afraid").rolls(2, 3)
    ann.drops_out()
    assert ann.points == (0, 1)
    scene.does("meanwhile", how="the roof gives way")
    assert (scene.closed, ann.points, ann.stress) == (True, (1, 0), {"angry": 4, "afraid": 4})


# --- Relief ---------------------------------------------------------------------------------------------------


def hurt(stage, house=None, **people):
    given = {"ann": {}, "bo": {"stress": {"angry": 8, "afraid": 4}}}
    names = {**given, **people}
    scene = stage(house=house, **{name: given.get(name, {}) | people.get(name, {}) for name in names})
    return scene, *scene.cast


@pytest.mark.rule("SV-RELIEF-01", "SV-RELIEF-02")
def test_one_names_the_stress_of_another_and_says_what_they_do_and_the_other_agrees(stage):
    scene, ann, bo = hurt(stage, ann={"stress": {"injured": 6}})
    (what, deed) = ann.option("relieve").params
    assert [item.id for item in what.items] == ["bo/afraid", "bo/angry"]
    assert deed.least == 1
    ann.relieves(bo, "angry", "a song")
    assert "a song" in bo.option("consent").ask
    bo.does("refuse")
    assert (scene.closed, bo.stress) == (True, {"angry": 8, "afraid": 4})


@pytest.mark.rule("SV-RELIEF-01")
def test_nobody_relieves_themselves_or_somebody_who_is_not_there(stage):
    scene = stage(ann={}, bo={"stress": {"angry": 8}}, cy={"stress": {"angry": 6}}, absent=("cy",))
    ann, bo, _ = scene.cast
    refusal = bo.cannot("relieve")
    assert ("Nobody relieves their own Stress" in refusal.why, refusal.rule) == (True, "SV-RELIEF-01")
    assert [item.id for item in ann.option("relieve").params[0].items] == ["bo/angry"]


@pytest.mark.rule("SV-RELIEF-03", "SV-RELIEF-04", "SV-GROWTH-01")
@pytest.mark.parametrize(("faces", "healed"), [("d6=6 d6=5", True), ("d6=6 d6=4", False)])
def test_strictly_above_all_their_stress_it_is_gone_and_a_die_of_growth(stage, faces, healed):
    scene, ann, bo = hurt(stage)
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls(faces, pool=("duty", "bo"))
    assert scene.at.waiting.seat == "bo"
    assert scene.at.waiting.dice == (4, 8)
    scene.at.rolls(3, 7)
    assert scene.closed
    assert (bo.stress, bo.now.growth) == (({"afraid": 4}, (8,)) if healed else ({"angry": 8, "afraid": 4}, ()))
    assert ann.now.growth == ()


@pytest.mark.rule("SV-RELIEF-03", "SV-POOL-05", "SV-POOL-10")
def test_the_two_best_of_the_stress_count_and_the_helper_rolls_none_of_it(stage):
    scene, ann, bo = hurt(stage, bo={"stress": {"angry": 8, "afraid": 4, "injured": 6}})
    ann.relieves(bo, "injured")
    bo.lets_them()
    assert not any(item.id.startswith("their-") for item in scene.pool.items)
    ann.rolls("d6=6 d6=6", pool=("duty", "bo"))
    scene.at.rolls(4, 7, 4)
    assert scene.data("heals")["beaten"] == 11
    assert bo.stress == {"angry": 8, "afraid": 4}


@pytest.mark.rule("SV-RELIEF-02", "SV-COMP-01")
def test_the_helpers_ones_are_complications(stage):
    scene, ann, bo = hurt(stage)
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls_with("duty", "bo").falls("d6=1 d6=6")
    scene.complicates(6)
    assert ann.points == (0, 1)
    scene.at.rolls(2, 2)
    assert ann.points == (1, 0)


@pytest.mark.rule("SV-EARN-01", "SV-RELIEF-02", "SV-EARN-05")
@pytest.mark.parametrize(("house", "theirs"), [("patient", 1), ("watchtower", 0)])
def test_relief_payee(stage, house, theirs):
    scene, ann, bo = hurt(stage, {"relief_payee": house}, ann={"points": 1})
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls("d6=2 d6=2 d6=2", pool=("duty", "love", "bo"))
    assert (ann.points, bo.points) == ((0, 0), (0, theirs))
    scene.at.rolls(2, 2)
    assert bo.points == (theirs, 0)


@pytest.mark.rule("SV-RELIEF-03", "SV-COMP-06")
@pytest.mark.parametrize("house", ["none", "complication"])
def test_relief_patient_ones(stage, house):
    scene, ann, bo = hurt(stage, {"relief_patient_ones": house})
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls("d6=6 d6=5", pool=("duty", "bo"))
    scene.at.rolls(1, 1)
    assert bo.stress == {"afraid": 4}
    if house == "complication":
        scene.complicates(4)
        assert (bo.points, scene.trouble) == ((1, 0), (4, 6, 6))
    assert scene.closed


@pytest.mark.rule("SV-COMP-04", "SV-RELIEF-03")
def test_where_a_features_stress_shows_a_one_a_lead_cuts_trouble(stage):
    scene, ann, bo = hurt(stage, {"relief_patient_ones": "complication"}, bo=FEATURE | {"stress": {"angry": 6}})
    scene.rules("trouble", to=[6, 6, 8])
    ann.relieves(bo, "angry")
    scene.does("consent")
    ann.rolls("d6=6 d6=5", pool=("duty", "bo"))
    scene.at.rolls(1)
    ann.cuts(6)
    assert (scene.closed, scene.trouble) == (True, (6, 8))


@pytest.mark.rule("SV-RELIEF-02")
@pytest.mark.parametrize("house", ["per_scene", "free"])
def test_relief_retry(stage, house):
    scene, ann, bo, cy = hurt(stage, {"relief_retry": house}, cy={})
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls("d6=2 d6=2", pool=("duty", "bo"))
    scene.at.rolls(3, 8)
    left = [item.id for item in ann.option("relieve").params[0].items]
    assert left == (["bo/afraid"] if house == "per_scene" else ["bo/afraid", "bo/angry"])
    assert len(cy.option("relieve").params[0].items) == 2
    scene.does("end")
    scene.opens(ann, bo)
    assert len(ann.option("relieve").params[0].items) == 2


@pytest.mark.rule("SV-RELIEF-01", "SV-STRESS-09")
@pytest.mark.parametrize("house", [False, True])
def test_relief_while_out(stage, house, edited):
    scene, ann, bo = hurt(stage, {"relief_while_out": house})
    edited(scene, bo, stressed_out=True)
    bo.is_not_asked("relieve")
    if not house:
        ann.cannot("relieve")
        return
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls("d6=6 d6=6", pool=("duty", "bo"))
    scene.at.rolls(2, 2)
    assert (bo.stress, bo.out) == ({"afraid": 4}, True)


@pytest.mark.rule("SV-RELIEF-01")
def test_features_relieve_and_are_relieved_and_one_seat_does_not_ask_itself(stage):
    scene = stage(foe=FEATURE, fay=FEATURE | {"stress": {"angry": 6}}, ann={})
    foe, fay, _ = scene.cast
    foe.relieves(fay, "angry")
    foe.rolls("d6=4 d6=4", pool=("duty", "fay"))
    scene.at.rolls(5)
    assert (fay.stress, fay.now.growth) == ({}, (6,))


@pytest.mark.rule("SV-RELIEF-01", "SV-COMP-01", "SV-EARN-01")
@pytest.mark.parametrize("house", [False, True])
def test_relief_by_extra(stage, house):
    scene, ann, bo = hurt(stage, {"relief_by_extra": house}, ann={"points": 1, "resources": {"ben": ("extra", 6, 4)}})
    assert ("relieve.extra" in ann.may()) == house
    if house:
        ann.does("relieve.extra", extra="ben", what="bo/angry", deed="a bowl of soup")
        bo.lets_them()
        assert scene.at.waiting.dice == (6, 6, 6, 6)
        ann.lets_fall("d6=1 d6=4 d6=4 d6=2").does("fix", more=1)
        assert (ann.points, bo.points) == ((0, 0), (0, 1))
        scene.at.rolls(2, 7)
        assert bo.stress == {"afraid": 4}
        assert scene.trouble == (6, 6)


@pytest.mark.rule("SV-RELIEF-03", "SV-RELIEF-04")
@pytest.mark.parametrize("left", [{}, {"afraid": 4}])
def test_if_a_ruling_takes_what_was_named_it_is_over_though_something_else_may_hurt(stage, left):
    scene, ann, bo = hurt(stage, bo={"stress": {"angry": 6, **left}})
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls_with("duty", "bo")
    scene.rules("cast", "bo", "stress", "angry", "rating", to=0)
    ann.lets_fall("d6=4 d6=4")
    assert scene.closed
    assert (bo.stress, bo.now.growth) == (left, ())


@pytest.mark.rule("SV-TEST-03")
def test_what_a_test_is_about_is_read_before_the_roll(stage):
    scene, ann, _ = called(stage)
    scene.does("roll").rolls(2, 3)
    assert scene.at.option(ann.seat, "roll").ask == "“over the roof”: What do you roll against Trouble?"
