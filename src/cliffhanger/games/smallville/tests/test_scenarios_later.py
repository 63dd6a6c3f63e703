"""The worked scenarios of help, Resources, Limits, Tests, Relief, stepping in, and the end of an episode."""

import pytest

FEATURE = {"feature": True}
VALUES = ("duty", "glory", "justice", "love", "power", "truth")


@pytest.mark.rule("SV-COMP-01", "SV-BONUS-01", "SV-BONUS-02", "SV-STRESS-02")
def test_s02_ones_of_a_resource_are_no_complications(stage):
    ben = {"resources": {"ben": ("extra", 6)}}
    scene = stage(cy={"duty": 8} | ben, di=ben)
    cy, di = scene.cast
    cy.wants(of=di).does("use", what="ben").lets_fall("d6=1 d6=4")
    assert [(row.id, row.dice) for row in scene.s.spent] == [("ben", 1)]
    cy.rolls_with("duty", "di").falls("d8=3 d6=5")
    assert cy.standing == 12
    scene.is_not_asked("complicate")
    di.rolls_with("duty", "cy").falls("d6=2 d6=3")
    cy.hurts("angry")
    assert scene.stress_dice == (6, 8)
    cy.lets_fall(2, 3)
    di.stays()
    di.wants(of=cy).does("use", what="ben")
    assert scene.at.waiting.dice == (6,)


@pytest.mark.rule("SV-AID-01", "SV-AID-02", "SV-AID-03", "SV-AID-05", "SV-STRESS-02", "SV-COMP-06")
def test_s03_the_best_die_of_each_helper_is_added(stage):
    scene = stage(dee={"duty": 4}, foe=FEATURE, one={"duty": 10}, two={"duty": 4, "points": 1})
    dee, foe, one, two = scene.cast
    dee.wants(of=foe)
    one.does("aid.one", pool=("duty", "foe")).lets_fall("d10=9 d6=6")
    two.does("aid.two", pool=("duty", "foe")).lets_fall("d6=1 d4=1")
    two.is_not_asked("fix")
    scene.is_not_asked("complicate")
    assert "aid.one" not in one.may()
    dee.rolls_with("duty", "foe").falls("d4=4 d6=3")
    assert dee.standing == 16
    foe.rolls("d6=2 d6=3")
    dee.hurts("angry")
    foe.takes_it()
    assert scene.stress_dice == (4, 6)


@pytest.mark.rule("SV-RELIEF-01", "SV-RELIEF-02", "SV-RELIEF-03", "SV-RELIEF-04", "SV-GROWTH-01")
@pytest.mark.parametrize(("quins", "healed"), [("d8=6 d6=5", True), ("d8=6 d6=4", False)])
def test_s13_relief_heals_one_kind_and_grows(stage, quins, healed):
    scene = stage(quin={"duty": 8}, ray={"stress": {"angry": 8, "injured": 6, "afraid": 4}})
    quin, ray = scene.cast
    ray.cannot("relieve", what="ray/angry", deed="a long walk")
    quin.does("relieve", what="ray/angry", deed="coffee, and a hand on the arm")
    ray.does("consent")
    quin.rolls_with("duty", "ray").falls(quins)
    ray.lets_fall("d8=7 d6=1 d4=3")
    assert ray.stress == {"injured": 6, "afraid": 4} | ({} if healed else {"angry": 8})
    assert ray.now.growth == ((8,) if healed else ())
    assert scene.closed
    scene.is_not_asked("complicate")


@pytest.mark.rule("SV-BONUS-03", "SV-GROWTH-01", "SV-END-03", "SV-END-04", "SV-END-05")
@pytest.mark.parametrize("kept", [True, False], ids=["kept", "rewritten"])
def test_s15_acting_against_a_drive_is_three_dice_growth_and_a_step_down(stage, kept):
    scene = stage(sue={"truth": 8}, foe=FEATURE | {"duty": 10, "gear": 10})
    sue, foe = scene.cast
    sue.wants(of=foe, stake="truth")
    sue.cannot("roll", pool=("truth", "foe"), challenge="truth", why="")
    sue.rolls_with("truth", "foe", challenge="truth", why="I lie to them")
    assert sue.now.growth == (8,)
    sue.falls("d8=2 d8=7 d8=8 d6=3")
    assert sue.standing == 15
    foe.rolls_with("duty", "sue", "gear").falls("d10=8 d6=2 d10=9")
    sue.rolls_with("truth", "foe")
    assert scene.at.waiting.dice == (6, 8, 8, 8)
    sue.falls("d6=2 d8=2 d8=3 d8=4")
    foe.hurts("angry").lets_fall(2, 3, 4)
    sue.stays()
    scene.does("on")
    assert {row.id: row.rating for row in sue.now.drives} == {"truth": 6}
    sue.wants(of=foe, stake="truth").rolls_with("truth", "foe", challenge="truth", why="I lie again")
    assert scene.at.waiting.dice == (6, 6, 6, 6)
    assert sue.now.growth == (6, 8)
    sue.falls("d6=2 d6=3 d6=4 d6=5")
    foe.gives_in()
    assert {row.id: row.rating for row in sue.now.drives} == {"truth": 4}
    scene.does("end").does("end_episode")
    sue.does("epilogue", text="She sleeps badly.")
    if kept:
        sue.does("done").does("lift", value="love")
    else:
        sue.does("rewrite", drive="truth", says="The truth can wait.").does("done")
    values = {row.id: row.rating for row in sue.now.sheet.values}
    assert (values["truth"], values["love"]) == ((4, 8) if kept else (8, 6))


def stopped(stage, tams="d8=8 d6=5"):
    """Ann stands at 11 after one swap; Tam steps in, against her."""
    scene = stage(bo={"duty": 8, "points": 1}, ann={"duty": 8, "points": 1}, tam={"duty": 8, "points": 1})
    bo, ann, tam = scene.cast
    bo.wants(of=ann).rolls("d8=4 d6=5")
    assert "interfere.tam.ann" not in tam.may()
    ann.rolls_with("duty", "bo").falls("d8=6 d6=5")
    assert scene.standing == 11
    tam.does("interfere.tam.ann").rolls_with("duty", "ann").falls(tams)
    return scene, ann, bo, tam


@pytest.mark.rule("SV-INTERFERE-01", "SV-INTERFERE-02", "SV-INTERFERE-03")
def test_s16_interference_that_is_not_higher_is_ignored(stage):
    scene, ann, bo, tam = stopped(stage, "d8=7 d6=4")
    assert tam.points == (0, 0)
    assert scene.standing == 11
    assert bo.asked() == ["roll", "give_in"]
    assert not [key for key in tam.may() if key.startswith("interfere")]
    assert ann.acts


@pytest.mark.rule("SV-INTERFERE-04")
@pytest.mark.parametrize("actor", [True, False], ids=["the actor", "the reactor"])
def test_s17_interference_stops_it_unless_both_want_on(stage, actor):
    scene, ann, bo, tam = stopped(stage)
    if actor:
        ann.does("leave_it")
    else:
        ann.does("go_on")
        bo.does("leave_it")
    assert scene.closed
    assert (ann.points, bo.points, tam.points) == ((1, 0), (1, 0), (0, 0))
    assert (ann.stress, bo.stress, tam.stress) == ({}, {}, {})
    assert not scene.told("gives_in")


@pytest.mark.rule("SV-INTERFERE-05", "SV-INTERFERE-06", "SV-INTERFERE-07")
def test_s18_interference_is_overridden(stage):
    scene, ann, bo, tam = stopped(stage)
    ann.does("go_on")
    bo.does("go_on")
    assert (ann.points, bo.points, tam.points) == ((0, 0), (0, 0), (0, 2))
    ann.rolls_with("duty", "bo").falls("d8=6 d6=4")
    bo.is_not_asked("give_in")
    bo.rolls_with("duty", "ann").falls("d8=8 d6=6")
    tam.rolls_with("duty", "ann").falls("d8=7 d6=5")
    bo.is_not_asked("crush")
    bo.hurts("angry").lets_fall("d8=2 d6=3")
    ann.stays()
    bo.hurts("afraid").lets_fall("d8=2 d6=3")
    tam.stays()
    assert scene.closed
    assert (ann.stress, bo.stress, tam.stress) == ({"angry": 6}, {}, {"afraid": 6})
    assert tam.points == (2, 0)


@pytest.mark.rule("SV-TEST-01", "SV-TEST-02", "SV-TEST-03", "SV-TEST-04", "SV-TROUBLE-01")
def test_s19_a_tie_in_a_test_is_troubles(stage):
    scene = stage(uma={"duty": 8}, vic={})
    uma, _ = scene.cast
    scene.does("test", who=uma, goal="get across").does("roll").rolls(4, 6)
    assert scene.frame.who == "uma"
    uma.rolls_with("duty", "vic").falls("d8=7 d6=3")
    scene.does("stress", kind="exhausted").rolls(3, 5)
    assert uma.stress == {"exhausted": 6}
    assert scene.trouble == (6, 6)
    uma.stays()
    assert scene.closed


@pytest.mark.rule("SV-END-01", "SV-END-02", "SV-END-05", "SV-GROWTH-05", "SV-GROWTH-06", "SV-GROWTH-07")
def test_s20_the_end_of_an_episode(stage):
    val = {"wes": 8, "flight": 6, "gear": 6, "kinds": {"flight": "ability"}, "growth": (6, 8)}
    scene = stage(val=val | {"stress": {"angry": 8, "afraid": 4}, "points": 3}, wes={})
    val, wes = scene.cast
    drive = {"id": "wes", "rating": 6, "challenged": True, "fell": True, "volunteered": False}
    scene.rules("cast", "val", "drives", to=[drive])
    scene.does("end").does("end_episode")
    val.does("epilogue", text="She flies at night.")
    wes.does("epilogue", text="He waits.")
    assert val.stress == {"angry": 6}
    val.does("done")
    wes.does("done")
    assert val.now.growth == (6, 6, 8)
    val.does("step_up", trait="flight").lets_fall("d8=5 d12=4")
    val.lets_fall("d8=1 d6=5 d6=4 d6=3")
    assert scene.data("growth_roll")["total"] == 9
    val.does("lose", trait="gear")
    assert {row.id: row.rating for row in val.now.sheet.assets} == {"flight": 8, "gear": 4}
    assert next(row.rating for row in val.now.sheet.relationships if row.id == "wes") == 6
    assert val.points == (3, 0)


@pytest.mark.rule("SV-CONTEST-06")
def test_s23_where_who_acts_is_open_the_highest_does(stage):
    scene = stage(ann={"duty": 8, "cy": 4, "points": 1}, bo={"duty": 10, "gear": 6}, cy={})
    ann, bo, _ = scene.cast
    ann.wants("the letter", of=bo)
    bo.does("claim.bo", aim="an apology", of=ann)
    ann.rolls_with("duty", "love", "cy").falls("d8=6 d6=5 d4=3")
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    bo.rolls_with("duty", "ann", "gear").falls("d10=8 d6=1 d6=6")
    assert (ann.points, bo.points) == ((1, 0), (0, 0))
    assert bo.standing == 14
    scene.complicates(6)
    assert bo.acts
    assert [side.aim for side in scene.contest.sides] == ["an apology", "the letter"]
    assert ann.option("give_in").cost == ()
    ann.gives_in()
    assert scene.data("gives_in")["aim"] == "an apology"


@pytest.mark.rule("SV-TEST-03", "SV-SPEND-03", "SV-EARN-05")
def test_s24_the_watchtower_buys_a_die_in_a_test(stage):
    scene = stage(cy={"duty": 8}, di={})
    cy, _ = scene.cast
    scene.rules("trouble", to=[6, 6, 8])
    scene.does("test", who=cy, goal="get across").does("roll").rolls(4, 3, 5).does("fix", more=1)
    assert cy.points == (0, 1)
    assert "0 can be paid" in cy.cannot_roll_with("duty", "love", "di").why
    cy.rolls_with("duty", "di").falls("d8=7 d6=4")
    assert (scene.data("fails")["total"], scene.data("fails")["beaten"]) == (11, 12)
    scene.does("stress", kind="injured").rolls(2, 3, 4)
    cy.stays()
    assert cy.points == (1, 0)


@pytest.mark.rule("SV-BONUS-03", "SV-GROWTH-01", "SV-END-05")
def test_s25_a_drive_at_d4_stays_there_and_nothing_rises_for_it(stage):
    scene = stage(dee={"love": 4, "foe": 8}, foe=FEATURE)
    dee, foe = scene.cast
    dee.wants(of=foe, stake="love").rolls_with("love", "foe", challenge="love", why="I walk away")
    dee.falls("d4=3 d4=1 d4=4 d8=5")
    assert dee.standing == 9
    scene.lapses()
    foe.gives_in()
    assert dee.now.growth == (4,)
    scene.does("end").does("end_episode")
    dee.does("epilogue", text="She stays away.").does("done")
    dee.is_not_asked("lift")
    assert {row.id: row.rating for row in dee.now.sheet.values} == {**dict.fromkeys(VALUES, 6), "love": 4}


@pytest.mark.rule("SV-AID-04", "SV-BONUS-01", "SV-BONUS-02")
@pytest.mark.parametrize(
    ("faces", "more", "total", "left"),
    [("d8=2 d8=5", ("1",), 14, 0), ("d8=2 d8=5", (), 12, 1), ("d8=1 d8=1", None, 7, 2)],
)
def test_s26_a_resource_that_was_rolled_is_not_declined(stage, faces, more, total, left):
    scene = stage(eve={"resources": {"barn": ("location", 8)}}, flo={})
    eve, flo = scene.cast
    eve.wants(of=flo).does("use", what="barn").lets_fall(faces)
    if more is not None:
        eve.does("choose_bonus", more=more)
    eve.rolls_with("duty", "flo").falls("d6=3 d6=4")
    assert eve.standing == total
    flo.gives_in()
    eve.wants(of=flo)
    if left:
        eve.does("use", what="barn")
        assert scene.at.waiting.dice == (8,) * left
    else:
        eve.is_not_asked("use")
