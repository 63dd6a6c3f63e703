"""The worked scenarios, one by one, with the dice that were rolled."""

import pytest

from cliffhanger.games.smallville.rules.verbs import person, stress, stress_of

FEATURE = {"feature": True}


@pytest.mark.rule("SV-CONTEST-09", "SV-COMP-03", "SV-EARN-02", "SV-EARN-05", "SV-STRESS-02", "SV-STRESS-04")
def test_s01_a_complication_is_bought_and_a_tie_is_the_actors(stage):
    scene = stage(ann={"bo": 6, "duty": 8, "flight": 10, "points": 1}, bo=FEATURE | {"duty": 8})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", "flight").falls("d8=5 d6=1 d10=7")
    assert ann.standing == 12
    scene.complicates(6)
    assert ann.points == (1, 1)
    assert scene.trouble == (6, 6, 6)
    bo.rolls_with("duty", "ann").falls("d8=8 d6=4")
    ann.hurts("angry")
    bo.takes_it()
    assert scene.stress_dice == (8, 10)
    ann.lets_fall("d8=6 d10=4")
    assert bo.stress == {"angry": 8}
    bo.stays()
    assert scene.closed
    assert ann.points == (2, 0)
    assert not scene.told("gives_in")
    assert scene.data("wins") == {"foe": "Bo", "total": 12, "beaten": 12, "margin": 0}


@pytest.mark.rule("SV-SPEND-03", "SV-POOL-09", "SV-POOL-10", "SV-EARN-01", "SV-CONTEST-11")
def test_s04_dice_are_bought_for_the_result_and_never_a_one(stage):
    eve = {"duty": 8, "flo": 8, "gear": 6, "luck": 4, "points": 3}
    scene = stage(flo={"duty": 10, "eve": 4, "gear": 10}, eve=eve)
    flo, eve = scene.cast
    flo.wants(of=eve).rolls_with("duty", "eve", "gear").falls("d10=9 d4=4 d10=4")
    assert flo.standing == 13
    eve.rolls_with("duty", "flo", "gear", "luck")
    assert (eve.points, flo.points) == ((2, 0), (0, 1))
    eve.lets_fall("d8=6 d8=5 d6=4 d4=1")
    assert eve.best == [11, 15]
    assert "0 to 1" in eve.cannot("fix", more=2).why
    eve.fixes(1)
    assert (eve.points, flo.points) == ((1, 0), (0, 2))
    scene.lapses()
    assert eve.acts
    assert scene.standing == 15


@pytest.mark.rule("SV-CONTEST-07", "SV-CONTEST-08")
def test_s05_the_first_giving_in_is_free(stage):
    scene = stage(gus={}, hal={})
    gus, hal = scene.cast
    gus.wants("the whole truth", of=hal).rolls("d6=2 d6=3")
    assert gus.standing == 5
    assert hal.option("give_in").cost == ()
    hal.gives_in("and smiles")
    assert scene.closed
    assert (gus.points, hal.points, hal.stress) == ((0, 0), (0, 0), {})
    assert scene.data("gives_in") == {"foe": "Gus", "aim": "the whole truth", "how": "and smiles"}


@pytest.mark.rule("SV-CONTEST-11", "SV-CONTEST-12", "SV-EARN-05")
def test_s06_giving_in_costs_a_point_once_it_has_turned(stage):
    scene = stage(ida={"duty": 8, "points": 2}, jo={"duty": 8})
    ida, jo = scene.cast
    ida.wants("the key", of=jo).rolls_with("duty", "jo").falls("d8=5 d6=4")
    jo.rolls_with("duty", "ida", aim="Ida goes home").falls("d8=7 d6=5")
    assert jo.acts
    assert scene.standing == 12
    ida.gives_in()
    assert scene.data("pays") == {"amount": 1, "to": "Jo", "what": "giving in"}
    assert scene.data("gives_in")["aim"] == "Ida goes home"
    assert scene.closed
    assert (ida.points, jo.points) == ((1, 0), (1, 0))
    assert not ida.stress


@pytest.mark.rule("SV-CONTEST-10", "SV-CONTEST-14")
@pytest.mark.parametrize("has", [{"points": 1}, {"locked": 1}], ids=["a point", "a locked point"])
def test_s07_ahead_by_six_they_are_out_unless_they_can_still_give_in(stage, has):
    scene = stage(kim={"duty": 10, "lee": 8}, lee={"duty": 8, **has})
    kim, lee = scene.cast
    kim.wants(of=lee).rolls_with("duty", "lee").falls("d10=9 d8=8")
    lee.rolls_with("duty", "kim").falls("d8=6 d6=5")
    kim.crushes("injured")
    if "points" in has:
        lee.yields()
        assert not lee.out
        assert (lee.stress, kim.points, lee.points) == ({}, (1, 0), (0, 0))
        assert scene.data("gives_in")["aim"] == "the letter"
    else:
        assert lee.is_not_asked("yield")
        kim.lets_fall("d10=3 d8=7")
        assert (lee.stress, lee.out) == ({"injured": 8}, True)
        lee.does("how", how="through the window")
        assert (lee.now.how, lee.points) == ("through the window", (1, 0))
        assert not scene.told("gives_in")
    assert scene.closed


@pytest.mark.rule("SV-CONTEST-10")
@pytest.mark.parametrize(("kims", "crushing"), [("d10=7 d8=8", False), ("d10=8 d8=8", True)])
def test_s08_ahead_by_four_is_not_ahead_by_five(stage, kims, crushing):
    scene = stage(kim={"duty": 10, "lee": 8}, lee={"duty": 8})
    kim, lee = scene.cast
    kim.wants(of=lee).rolls_with("duty", "lee").falls(kims)
    lee.rolls_with("duty", "kim").falls("d8=6 d6=5")
    assert ("crush" in kim.may()) == crushing
    if not crushing:
        kim.is_not_asked("crush")


@pytest.mark.rule("SV-STRESS-05", "SV-STRESS-06", "SV-ROLE-05", "SV-ROLE-07")
def test_s09_stress_steps_up_and_then_they_are_out(stage):
    scene = stage(nell=FEATURE | {"duty": 8, "love": 12, "power": 4, "mo": 6}, mo={"stress": {"afraid": 8}})
    nell, mo = scene.cast

    def frightens(value, faces, stress):
        nell.wants(of=mo, stake="mo").rolls_with(value, "mo").falls(faces)
        mo.rolls("d6=2 d6=2")
        nell.hurts("afraid").lets_fall(stress)

    frightens("duty", "d8=4 d6=2", "d8=3 d6=5")
    assert mo.stress == {"afraid": 10}
    mo.stays()
    frightens("love", "d12=3 d6=3", "d12=7 d6=2")
    assert mo.stress == {"afraid": 12}
    assert not mo.stays().out
    frightens("power", "d4=3 d6=3", "d4=3 d6=2")
    assert (mo.stress, mo.out) == ({"afraid": 12}, True)


@pytest.mark.rule("SV-STRESS-05", "SV-STRESS-06")
@pytest.mark.parametrize(
    ("now", "die", "then"), [(0, 6, 6), (8, 10, 10), (8, 8, 10), (8, 4, 10), (4, 12, 12), (10, 4, 12), (12, 4, 12)]
)
def test_s09_a_larger_die_takes_the_place_of_stress_and_any_other_is_a_step(stage, now, die, then):
    scene = stage(mo={"stress": {"afraid": now}}, ned={})
    after = person(stress(scene.s, "mo", "afraid", die), "mo")
    assert (stress_of(after, "afraid"), after.stressed_out) == (then, now == 12)


@pytest.mark.rule("SV-STRESS-04")
def test_s10_of_equal_faces_the_larger_die_is_the_stress_die(stage):
    scene = stage(ann={"duty": 6, "bo": 10, "gear": 8}, bo={})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls("d6=5 d10=5 d8=2")
    bo.rolls("d6=2 d6=2")
    ann.hurts("insecure").lets_fall("d6=5 d10=5 d8=2")
    assert bo.stress == {"insecure": 10}


@pytest.mark.rule("SV-STRESS-07", "SV-EARN-06", "SV-STRESS-09")
def test_s11_whoever_is_hurt_may_drop_out(stage):
    scene = stage(kay={"duty": 8}, nia={"stress": {"insecure": 4, "exhausted": 10}})
    kay, nia = scene.cast
    kay.wants(of=nia).rolls_with("duty", "nia").falls("d8=5 d6=4")
    nia.rolls_with("duty", "kay").falls("d6=2 d6=2")
    kay.hurts("angry").lets_fall("d8=6 d6=3")
    assert nia.stress == {"insecure": 4, "exhausted": 10, "angry": 8}
    nia.drops_out()
    assert nia.stress == {"angry": 6, "exhausted": 8}
    kay.does("meanwhile", how="they carry her out")
    assert (nia.points, nia.out, nia.now.how) == ((1, 0), True, "they carry her out")
    assert scene.closed
    assert nia.may() == []
    kay.cannot("contest", against=nia, goal="one thing more")
    scene.does("end")
    assert not nia.out
    scene.opens(kay, nia)
    assert "contest" in nia.may()


@pytest.mark.rule("SV-SPEND-08", "SV-TROUBLE-03")
def test_s12_two_points_hurt_somebody_who_gave_in(stage):
    scene = stage(oz={"duty": 12, "pip": 8, "gear": 6, "points": 3}, pip={})
    oz, pip = scene.cast
    oz.wants("an apology", of=pip).rolls_with("duty", "pip", "gear").falls("d12=4 d8=1 d6=6")
    assert oz.standing == 10
    scene.lapses()
    pip.gives_in()
    oz.spites("afraid")
    assert scene.trouble == (6, 6, 12)
    assert (oz.points, pip.points) == ((1, 0), (0, 2))
    assert scene.stress_dice == (6,)
    oz.lets_fall("d6=2")
    assert pip.stress == {"afraid": 6}
    pip.stays()
    assert scene.closed
    assert pip.points == (2, 0)
    assert scene.data("gives_in")["aim"] == "an apology"


@pytest.mark.rule("SV-COMP-04", "SV-TROUBLE-02", "SV-TROUBLE-04")
@pytest.mark.parametrize(("trouble", "sizes"), [((6, 8, 10), [6, 8]), ((6, 8), []), ((10, 10, 10), [])])
def test_s14_a_one_of_the_watchtowers_takes_a_die_of_its_size_or_less_out_of_trouble(stage, trouble, sizes):
    scene = stage(ann={}, foe=FEATURE | {"duty": 8})
    ann, foe = scene.cast
    scene.rules("trouble", to=list(trouble))
    foe.wants(of=ann).rolls_with("duty", "ann").falls("d8=1 d6=4")
    if not sizes:
        assert "roll" in ann.may()
        ann.is_not_asked("cut")
        return
    (pick,) = ann.option("cut").params
    assert [item.dice for item in pick.items] == [(size,) for size in sizes]
    ann.cannot("cut", die="d10")
    ann.cuts(8)
    assert scene.trouble == (6, 10)
    assert "roll" in ann.may()


@pytest.mark.rule("SV-SETUP-02", "SV-SETUP-03")
def test_s21_the_highest_have_four_points_and_the_lowest_two(stage):
    scene = stage(
        begun=False,
        xi={"yas": 8, "zed": 6},
        yas={"xi": 6, "zed": 4},
        zed={"xi": 10, "yas": 4},
    )
    scene.does("episode")
    for actor, faces in zip(scene.cast, ("d8=5 d6=6", "d6=1 d4=3", "d10=7 d4=4"), strict=True):
        actor.lets_fall(faces)
    assert [e.data["total"] for e in scene.told("bonds")] == [11, 3, 11]
    assert [actor.points for actor in scene.cast] == [(4, 0), (2, 0), (4, 0)]


@pytest.mark.rule("SV-EARN-05")
def test_s22_what_comes_in_during_a_contest_is_locked_until_it_closes(stage):
    scene = stage(bo={"duty": 8, "gear": 8, "points": 1}, ann={"duty": 8, "gear": 8})
    bo, ann = scene.cast
    bo.wants(of=ann).rolls_with("duty", "ann", "gear").falls("d8=2 d6=3 d8=4", more=1)
    assert ann.points == (0, 1)
    assert "0 can be paid" in ann.cannot_roll_with("duty", "love", "bo").why
    ann.rolls_with("duty", "bo", "gear").lets_fall("d8=2 d6=3 d8=2")
    ann.is_not_asked("fix")
    bo.hurts("angry").lets_fall("d8=2 d6=3 d8=4")
    ann.stays()
    assert scene.closed
    assert ann.points == (1, 0)
    ann.wants(of=bo).rolls_with("duty", "bo", "gear").falls("d8=2 d6=3 d8=2", more=1)
    assert (ann.standing, ann.points, bo.points) == (7, (0, 0), (0, 1))


@pytest.mark.rule("SV-POOL-02", "SV-POOL-03")
def test_s27_a_pool_has_a_value_and_a_relationship(stage):
    scene = stage(flo={"duty": 4, "gus": 8, "gear": 10}, gus={})
    flo, gus = scene.cast
    flo.wants(of=gus)
    assert "Value" in flo.cannot_roll_with("gus", "gear").why
    assert "Relationship" in flo.cannot_roll_with("duty", "gear").why
    flo.rolls_with("duty", "gus")
    assert scene.at.waiting.dice == (4, 8)
