"""More of the worked scenarios, one by one, with the dice that were rolled."""

import pytest

FEATURE = {"feature": True}
WHY = "Not today."


@pytest.mark.rule("SV-COMP-01", "SV-BONUS-01", "SV-BONUS-02", "SV-AID-02", "SV-STRESS-02")
def test_s02_ones_of_a_resource_are_no_complications(stage):
    ben = {"ben": ("extra", 6)}
    scene = stage(cy={"duty": 8, "resources": ben}, flo={"resources": ben})
    cy, flo = scene.cast
    cy.wants(of=flo).uses("ben").lets_fall(1, 4)
    assert scene.bonus == [("ben", 4)]
    cy.rolls_with("duty", "flo").falls("d8=3 d6=5")
    assert cy.standing == 12
    assert scene.erased == {"ben": 1}
    assert "roll" in flo.asked()
    flo.uses("ben").lets_fall(1).rolls("d6=2 d6=2")
    cy.hurts("angry")
    assert scene.stress_dice == (6, 8)


@pytest.mark.rule("SV-AID-03", "SV-AID-05", "SV-STRESS-02", "SV-COMP-06")
def test_s03_the_best_die_of_each_helper_and_none_in_the_stress_pool(stage):
    one, two = {"duty": 10}, {"gus": 4}
    scene = stage(dee={"duty": 4}, gus=FEATURE, one=one, two=two)
    dee, gus, one, two = scene.cast
    dee.wants(of=gus)
    one.aids("duty", "gus").lets_fall("d10=9 d6=6")
    two.aids("duty", "gus").lets_fall("d6=1 d4=1")
    dee.rolls_with("duty", "gus").falls("d4=4 d6=3")
    assert dee.standing == 16
    assert "roll" in scene.asked()
    gus.rolls("d6=4 d6=4", pool=("duty", "dee"))
    dee.hurts("angry")
    gus.takes_it()
    assert scene.stress_dice == (4, 6)


@pytest.mark.rule("SV-RELIEF-03", "SV-RELIEF-04", "SV-GROWTH-01", "SV-COMP-06")
@pytest.mark.parametrize(("faces", "healed"), [("d8=6 d6=5", True), ("d8=6 d6=4", False)])
def test_s13_relief_is_growth(stage, faces, healed):
    scene = stage(quin={"duty": 8}, ray={"stress": {"angry": 8, "injured": 6, "afraid": 4}})
    quin, ray = scene.cast
    quin.relieves(ray, "angry")
    ray.lets_them()
    quin.rolls(faces, pool=("duty", "ray"))
    ray.lets_fall("d8=7 d6=1 d4=3")
    assert scene.closed
    assert ray.stress == {"injured": 6, "afraid": 4} | ({} if healed else {"angry": 8})
    assert ray.now.growth == ((8,) if healed else ())
    assert scene.trouble == (6, 6)


@pytest.mark.rule("SV-COMP-04", "SV-TROUBLE-02", "SV-TROUBLE-04")
@pytest.mark.parametrize(("trouble", "sizes"), [((6, 8, 10), ["d6", "d8"]), ((6, 8), [])])
def test_s14_a_die_of_that_size_or_less_leaves_trouble_and_two_stay(stage, trouble, sizes):
    scene = stage(ann={}, foe=FEATURE | {"duty": 8})
    ann, foe = scene.cast
    scene.rules("trouble", to=list(trouble))
    foe.wants(of=ann).rolls_with("duty", "ann").falls("d8=1 d6=4")
    if sizes:
        assert [item.id for item in ann.option("cut").params[0].items] == sizes
        assert "not among" in ann.cannot("cut", die="d10").why
    else:
        ann.is_not_asked("cut")


@pytest.mark.rule("SV-TROUBLE-02", "SV-BONUS-05", "SV-SPEND-09")
def test_s14_of_two_dice_none_is_used_in_a_roll_or_as_a_detail(stage):
    scene = stage(ann={}, foe=FEATURE)
    ann, foe = scene.cast
    scene.rules("trouble", to=[6, 8])
    foe.wants(of=ann)
    scene.is_not_asked("spend_trouble")
    assert [item.id for item in scene.at.option("watchtower", "detail").params[1].items] == ["d6"]


@pytest.mark.rule("SV-BONUS-03", "SV-GROWTH-01", "SV-END-04", "SV-END-05", "SV-ROLE-05")
@pytest.mark.parametrize("rewritten", [True, False])
def test_s15_a_drive_is_challenged_in_two_contests(stage, rewritten):
    scene = stage(sue={"truth": 8}, tom=FEATURE | {"duty": 12})
    sue, tom = scene.cast
    sue.wants(of=tom, stake="truth").rolls_with("truth", "tom", challenge=("truth",), why=WHY)
    assert sue.now.growth == (8,)
    sue.falls("d8=2 d8=7 d8=8 d6=3")
    assert sue.standing == 15
    tom.rolls("d12=12 d6=4", pool=("duty", "sue"))
    sue.rolls_with("truth", "tom")
    assert scene.at.waiting.dice == (6, 8, 8, 8)
    sue.lets_fall("d6=2 d8=2 d8=2 d8=2")
    tom.hurts("angry").lets_fall("d12=2 d6=3")
    assert sue.drives == {"truth": 8}
    sue.stays()
    assert (sue.drives, sue.now.growth) == ({"truth": 6}, (8,))
    sue.wants(of=tom, stake="truth").rolls_with("truth", "tom", challenge=("truth",), why=WHY)
    assert scene.at.waiting.dice == (6, 6, 6, 6)
    assert sue.now.growth == (6, 8)
    sue.lets_fall(2, 2, 2, 2)
    tom.gives_in()
    assert sue.drives == {"truth": 4}
    scene.does("end")
    scene.does("end_episode")
    sue.does("epilogue", text="She says it aloud.")
    if rewritten:
        sue.does("rewrite", drive="truth", says="The truth can wait.")
    sue.does("done")
    if not rewritten:
        sue.does("lift", value="love")
        assert sue.ratings["love"] == 8
    sue.is_not_asked("lift")
    assert sue.ratings["truth"] == (8 if rewritten else 4)


def eleven_stands(stage, **people):
    """Bo stands at 11 after one swap, and Ann has to answer; Tam has a point."""
    scene = stage(**{"ann": {"duty": 8}, "bo": {"duty": 8}, "tam": {"duty": 8, "points": 1}} | people)
    ann, bo, tam = scene.cast
    ann.wants(of=bo).rolls("d8=4 d6=4", pool=("duty", "bo"))
    bo.rolls("d8=6 d6=5", pool=("duty", "ann"))
    assert scene.standing == 11
    return scene, ann, bo, tam


@pytest.mark.rule("SV-INTERFERE-01", "SV-INTERFERE-03")
def test_s16_interference_that_is_not_above_is_ignored(stage):
    scene, ann, bo, tam = eleven_stands(stage, tam={"duty": 8, "points": 2})
    tam.steps_in(against=bo)
    assert tam.points == (1, 0)
    tam.rolls("d8=7 d6=4", pool=("duty", "bo"))
    assert (scene.standing, bo.acts) == (11, True)
    assert "roll" in ann.asked()
    assert "interfere.tam.bo" not in tam.may()


@pytest.mark.rule("SV-INTERFERE-04")
def test_s17_interference_that_is_above_stops_it(stage):
    points = {"duty": 8, "points": 1}
    scene, ann, bo, tam = eleven_stands(stage, ann=points, bo=points)
    tam.steps_in(against=bo).rolls("d8=8 d6=5", pool=("duty", "bo"))
    bo.does("go_on")
    ann.does("leave_it")
    assert scene.closed
    assert (ann.points, bo.points, tam.points) == ((1, 0), (1, 0), (0, 0))
    assert (ann.stress, bo.stress) == ({}, {})
    assert not scene.told("gives_in")


@pytest.mark.rule("SV-INTERFERE-05", "SV-INTERFERE-06", "SV-INTERFERE-07", "SV-EARN-05")
def test_s18_interference_is_overridden(stage):
    points = {"duty": 8, "points": 1}
    scene, ann, bo, tam = eleven_stands(stage, ann=points, bo=points)
    tam.steps_in(against=bo).rolls("d8=8 d6=5", pool=("duty", "bo"))
    bo.does("go_on")
    ann.does("go_on")
    assert (ann.points, bo.points, tam.points) == ((0, 0), (0, 0), (0, 2))
    bo.rolls("d8=6 d6=4")
    ann.is_not_asked("give_in")
    ann.rolls("d8=8 d6=6")
    tam.rolls("d8=7 d6=5")
    for target in (bo, tam):
        assert "crush" not in ann.asked()
        ann.hurts("angry").lets_fall("d8=4 d6=2")
        assert target.stress == {"angry": 8}
        target.stays()
    assert scene.closed
    assert (tam.points, ann.stress) == ((2, 0), {})


@pytest.mark.rule("SV-TEST-03", "SV-TEST-04")
def test_s19_a_tie_in_a_test_is_troubles(stage):
    scene = stage(uma={"duty": 8}, vic={})
    uma, _ = scene.cast
    scene.tests(uma).does("roll").rolls(4, 6)
    uma.rolls("d8=7 d6=3", pool=("duty", "vic"))
    scene.does("stress", kind="exhausted").rolls(3, 5)
    assert uma.stress == {"exhausted": 6}
    uma.stays()
    assert (scene.closed, scene.trouble) == (True, (6, 6))


@pytest.mark.rule("SV-END-02", "SV-END-04", "SV-END-05", "SV-GROWTH-05", "SV-GROWTH-06", "SV-GROWTH-07")
def test_s20_the_end_of_an_episode(stage):
    val = {"wes": 8, "gear": 6, "flight": 6, "kinds": {"flight": "ability"}, "points": 3}
    scene = stage(val=val | {"stress": {"angry": 8, "afraid": 4}, "growth": (6,)}, wes=FEATURE)
    val, wes = scene.cast
    val.wants(of=wes).rolls_with("duty", "wes", challenge=("wes",), why=WHY)
    val.lets_fall("d6=2 d8=2 d8=2 d8=2").fixes()
    wes.gives_in()
    val.does("spare")
    assert (val.drives, val.now.growth) == ({"wes": 6}, (6, 8))
    scene.does("end")
    scene.does("end_episode")
    val.does("epilogue", text="He can fly.")
    assert val.stress == {"angry": 6}
    val.does("done")
    assert (val.now.growth, val.ratings["wes"]) == ((6, 6, 8), 6)
    val.does("step_up", trait="flight")
    assert scene.at.waiting.dice == (8, 12)
    scene.at.rolls(5, 4)
    assert scene.at.waiting.dice == (6, 6, 6, 8)
    val.lets_fall("d8=1 d6=5 d6=4 d6=3")
    assert scene.data("growth_roll") == {"faces": [5, 4, 3, 1], "total": 9, "beaten": 9}
    val.is_not_asked("fix")
    assert scene.trouble == (6, 6)
    val.does("lose", trait="gear")
    assert (val.ratings["gear"], val.ratings["flight"]) == (4, 8)
    assert val.points == (3, 0)


@pytest.mark.rule("SV-CONTEST-06", "SV-CONTEST-07", "SV-COMP-03", "SV-EARN-01")
def test_s23_who_acts(stage):
    scene = stage(ann={"duty": 8, "love": 4, "points": 1}, bo={"duty": 10, "charm": 6})
    ann, bo = scene.cast
    ann.wants("the key", of=bo)
    bo.claims("the door", of=ann)
    ann.rolls_with("duty", "love", "bo")
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    ann.lets_fall("d8=6 d6=5 d4=3")
    bo.rolls_with("duty", "ann", "charm").falls("d10=8 d6=1 d6=6")
    assert (bo.acts, bo.standing) == (True, 14)
    assert (ann.points, bo.points) == ((1, 0), (0, 0))
    scene.complicates(6)
    assert (scene.trouble, bo.points) == ((6, 6, 6), (0, 1))
    assert "roll" in ann.asked()
    assert ann.option("give_in").cost == ()
    ann.gives_in()
    assert scene.data("gives_in")["aim"] == "the door"
    assert (ann.points, bo.points) == ((1, 0), (1, 0))


@pytest.mark.rule("SV-TEST-03", "SV-SPEND-03", "SV-EARN-05")
def test_s24_the_watchtower_buys_in_a_test(stage):
    scene = stage(cy={"duty": 8, "gear": 4}, di={})
    cy, _ = scene.cast
    scene.rules("trouble", to=[6, 6, 8])
    scene.tests(cy).does("roll").rolls(4, 3, 5)
    scene.does("fix", more=1)
    assert cy.points == (0, 1)
    cy.rolls_with("duty", "di", "gear").lets_fall("d8=7 d6=4 d4=2")
    cy.is_not_asked("fix")
    assert scene.data("fails") == {"total": 11, "beaten": 12, "goal": "over the roof"}
    scene.does("stress", kind="angry")
    cy.is_not_asked("yield")
    scene.at.rolls(2, 3, 4)
    cy.stays()
    assert cy.points == (1, 0)


@pytest.mark.rule("SV-BONUS-03", "SV-GROWTH-01", "SV-END-05")
def test_s25_a_challenge_at_the_floor(stage):
    scene = stage(dee={"love": 4, "eli": 8}, eli=FEATURE)
    dee, eli = scene.cast
    dee.wants(of=eli, stake="love").rolls_with("love", "eli", challenge=("love",), why=WHY)
    dee.falls("d4=3 d4=1 d4=4 d8=5")
    assert (dee.standing, dee.now.growth) == (9, (4,))
    scene.lapses()
    eli.gives_in()
    assert dee.drives == {"love": 4}
    scene.does("end")
    scene.does("end_episode")
    dee.does("epilogue", text="She is alone.")
    dee.does("done")
    dee.is_not_asked("lift")
    assert (dee.ratings["love"], dee.now.growth) == (4, (4,))


@pytest.mark.rule("SV-AID-04", "SV-BONUS-01", "SV-BONUS-02")
@pytest.mark.parametrize(
    ("faces", "more", "bonus", "erased"),
    [((2, 5), ("1",), [5, 2], {"barn": 2}), ((2, 5), (), [5], {"barn": 1}), ((1, 1), None, [], {})],
)
def test_s26_a_resource_that_was_rolled_is_not_declined(stage, faces, more, bonus, erased):
    scene = stage(eve={"resources": {"barn": ("location", 8)}}, flo={})
    eve, flo = scene.cast
    eve.wants(of=flo).uses("barn")
    assert scene.at.waiting.dice == (8, 8)
    eve.lets_fall(*faces)
    if more is not None:
        assert eve.asked() == ["choose_bonus"]
        eve.does("choose_bonus", more=more)
    assert [face for _, face in scene.bonus] == bonus
    assert scene.erased == erased
