"""Acting against a Drive, aiming at a Limit, and stepping a Drive down of one's own will."""

import pytest

FEATURE = {"feature": True}
WHY = "Not today."


def begun(stage, house=None, bo=FEATURE, **ann):
    scene = stage(ann=ann, bo=bo, house=house)
    scene.cast[0].wants(of=scene.cast[1])
    return scene, *scene.cast


def may_challenge(actor):
    """What the next pool of theirs may act against."""
    return {item.id for param in actor.option("roll").params if param.name == "challenge" for item in param.items}


# --- Drives ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-BONUS-03", "SV-GROWTH-01", "SV-ROLE-06")
def test_any_drive_in_the_pool_and_nothing_else_is_acted_against_and_it_is_said_how(stage):
    scene, ann, _ = begun(stage, gear=8, stress={"angry": 6})
    label = next(param.label for param in ann.option("roll").params if param.name == "challenge")
    assert label == "Go against it: three dice, one in the Growth Pool for later, then it is a size smaller"
    assert may_challenge(ann) == {"duty", "glory", "justice", "love", "power", "truth", "bo"}
    assert "1 to 160" in ann.cannot("roll", pool=("duty", "bo"), challenge=("duty",), why="").why
    assert "not among" in ann.cannot("roll", pool=("duty", "bo"), challenge=("love",), why=WHY).why
    ann.rolls_with("duty", "bo", challenge=("duty", "bo"), why=WHY)
    assert [e.data["drive"] for e in scene.told("challenges")] == ["Duty", "the Relationship with Bo"]
    assert ann.now.growth == (6, 6)
    assert {row.id: row.challenged for row in ann.now.drives} == {"bo": True, "duty": True}


@pytest.mark.rule("SV-BONUS-03", "SV-BONUS-04")
def test_the_price_of_a_roll_is_what_is_paid_and_neither_a_challenge_nor_a_limit_costs_anything(stage):
    scene, ann, _ = begun(stage, bo=winged(), points=2)
    free = {"pool": ("duty", "bo"), "challenge": ("duty",), "why": WHY, "limit": ("bo",), "fits": "iron"}
    option = ann.option("roll")
    assert option.paid(free) == ""
    assert option.paid({**free, "pool": ("duty", "love", "bo")}) == "1 point paid to Bo"
    ann.does("roll", **free)
    scene.does("agree")
    assert scene.at.waiting.dice == (6,) * 6
    assert ann.points == (2, 0)
    assert not scene.told("pays")


@pytest.mark.rule("SV-BONUS-03", "SV-SPEND-01")
def test_a_bought_value_may_be_challenged_too(stage):
    scene, ann, _ = begun(stage, love=10, points=1)
    ann.rolls_with("duty", "love", "bo", challenge=("love",), why=WHY)
    assert scene.at.waiting.dice == (6, 6, 10, 10, 10)
    assert ann.points == (0, 0)


@pytest.mark.rule("SV-BONUS-03", "SV-COMP-01", "SV-STRESS-02")
def test_three_dice_are_three_ones_and_three_dice_that_hurt(stage):
    scene, ann, bo = begun(stage, duty=8)
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY).falls("d6=2 d8=1 d8=1 d8=5")
    scene.complicates()
    assert scene.trouble == (6, 6, 8, 8)
    bo.rolls("d6=2 d6=2")
    ann.hurts("angry")
    bo.takes_it()
    assert scene.stress_dice == (6, 8)


@pytest.mark.rule("SV-BONUS-03")
@pytest.mark.parametrize(("house", "dice"), [("contest", (6, 8, 8, 8)), ("roll", (6, 8))])
def test_challenge_scope(stage, house, dice):
    scene, ann, bo = begun(stage, {"challenge_scope": house}, duty=8)
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY).falls("d6=2 d8=2 d8=3 d8=2")
    bo.rolls("d6=4 d6=4")
    assert "duty" not in may_challenge(ann)
    ann.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == dice
    ann.lets_fall(*(2,) * len(dice))
    scene.at.ends()
    assert (ann.now.growth, ann.drives) == ((8,), {"duty": 6})


@pytest.mark.rule("SV-BONUS-03", "SV-GROWTH-01")
@pytest.mark.parametrize("house", [True, False])
def test_challenge_repeat(stage, house):
    _scene, ann, bo = begun(stage, {"challenge_repeat": house}, duty=8)
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY).falls("d6=2 d8=2 d8=3 d8=2")
    bo.gives_in()
    assert ann.drives == {"duty": 6}
    ann.wants(of=bo)
    assert ("duty" in may_challenge(ann)) == house
    if house:
        ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY).falls("d6=2 d6=2 d6=3 d6=2")
        bo.gives_in()
        assert (ann.now.growth, ann.drives) == ((6, 8), {"duty": 4})


@pytest.mark.rule("SV-BONUS-03")
def test_in_a_test_and_in_a_relief_it_steps_down_when_that_closes(stage):
    scene = stage(ann={"duty": 8}, bo={"stress": {"angry": 4}})
    ann, bo = scene.cast
    scene.tests(ann).does("roll").rolls(2, 2)
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY).falls("d6=2 d8=2 d8=3 d8=2")
    assert ann.drives == {"duty": 6}
    ann.relieves(bo, "angry")
    bo.lets_them()
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY).falls("d6=2 d6=2 d6=3 d6=2")
    assert ann.drives == {"duty": 6}
    bo.lets_fall(3)
    assert (ann.drives, ann.now.growth, bo.now.growth) == ({"duty": 4}, (6, 8), (4,))


@pytest.mark.rule("SV-BONUS-03", "SV-ROLE-03")
def test_it_steps_down_when_the_watchtower_ends_the_contest(stage):
    scene, ann, _ = begun(stage, duty=8)
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY)
    scene.at.ends()
    assert (scene.closed, ann.drives) == (True, {"duty": 6})


# --- Limits ---------------------------------------------------------------------------------------------------


def winged(**more):
    return FEATURE | {"flight": 10, "kinds": {"flight": "ability"}, "limits": {"flight": "Iron burns them"}} | more


@pytest.mark.rule("SV-BONUS-04", "SV-POOL-06", "SV-POOL-07")
def test_what_is_aimed_at_a_limit_is_three_dice_beside_their_stress_free_in_each_roll(stage):
    scene, ann, bo = begun(stage, bo=winged(stress={"angry": 4}), gear=8)
    pool = ("duty", "bo", "gear", "their-angry")
    assert "Iron burns them" in next(p.label for p in ann.option("roll").params if p.name == "limit")
    for answer in ("d6=6 d6=6", ""):
        ann.rolls_with(*pool, limit="gear", fits="an iron chain")
        scene.does("agree")
        assert scene.at.waiting.dice == (4, 6, 6, 8, 8, 8)
        ann.lets_fall(2, 2, 2, 2, 2, 3)
        if answer:
            bo.rolls(answer, pool=("duty", "ann"))
    assert ann.points == (0, 0)


@pytest.mark.rule("SV-BONUS-04", "SV-POOL-06")
def test_a_limit_takes_a_trait_of_the_pool_that_is_no_stress_and_says_why(stage):
    _, ann, _ = begun(stage, bo=winged(stress={"angry": 4}), gear=8, stress={"afraid": 4}, points=1)
    aim = next(p for p in ann.option("roll").params if p.name == "limit")
    assert not {item.id for item in aim.items} & {"their-angry", "own-afraid"}
    pool = ("duty", "bo")
    assert "1 to 160" in ann.cannot("roll", pool=pool, limit=("duty",), fits="").why
    assert "not among" in ann.cannot("roll", pool=pool, limit=("gear",), fits="iron").why
    assert "up to 1" in ann.cannot("roll", pool=pool, limit=pool, fits="iron").why


@pytest.mark.rule("SV-POOL-08", "SV-POOL-06", "SV-BONUS-04", "SV-EARN-01")
@pytest.mark.parametrize(
    ("house", "dice"), [("attacking", (6, 6, 6, 8, 8, 8)), ("ability", (6, 8, 10, 10, 10, 12, 12, 12))]
)
def test_another_of_their_limits_is_a_point_for_them(stage, house, dice):
    kinds = {"kinds": {"flight": "ability", "fangs": "heritage"}, "limits": {"flight": "Iron", "fangs": "Garlic"}}
    bo = winged(feature=False, fangs=12, **kinds)
    scene, ann, bo = begun(stage, {"limit_dice": house}, bo=bo, duty=8, points=1)
    pool = ("duty", "bo")
    assert "up to 1" in ann.cannot("roll", pool=pool, limit=pool, fits="both").why
    assert ann.option("aim_again").cost[0].to == "Bo"
    ann.does("aim_again")
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    ann.is_not_asked("aim_again")
    ann.rolls_with(*pool, limit=pool, fits="iron and garlic")
    bo.does("agree")
    assert scene.at.waiting.dice == dice


@pytest.mark.rule("SV-POOL-08")
def test_without_a_point_one_limit_is_all(stage):
    kinds = {"kinds": {"flight": "ability", "fangs": "heritage"}, "limits": {"flight": "Iron", "fangs": "Garlic"}}
    _, ann, _ = begun(stage, bo=winged(fangs=12, **kinds))
    refusal = ann.cannot("aim_again")
    assert ("none that you can spend" in refusal.why, refusal.rule) == (True, "SV-POOL-08")


@pytest.mark.rule("SV-POOL-06", "SV-RELIEF-02")
def test_nobody_aims_at_a_limit_of_whoever_they_help(stage):
    scene = stage(ann={}, bo=winged(stress={"angry": 4}), cy={})
    ann, bo, cy = scene.cast
    ann.relieves(bo, "angry")
    scene.does("consent")
    for actor, key in ((ann, "roll"), (cy, "aid.cy")):
        assert "limit" not in {p.name for p in actor.option(key).params}


@pytest.mark.rule("SV-POOL-06")
def test_without_a_limit_there_is_nothing_to_aim_at(stage):
    scene, ann, _ = begun(stage)
    assert "limit" not in {p.name for p in ann.option("roll").params}
    scene.at.ends()
    scene.tests(ann).does("roll").rolls(2, 2)
    assert "limit" not in {p.name for p in ann.option("roll").params}


@pytest.mark.rule("SV-POOL-06", "SV-BONUS-04")
@pytest.mark.parametrize("word", ["agree", "disagree"])
def test_the_other_side_says_whether_it_fits_and_of_a_lead_the_watchtower_decides(stage, word):
    scene, ann, bo = begun(stage, bo=winged(feature=False))
    ann.rolls_with("duty", "bo", limit="duty", fits="an iron chain")
    assert bo.asked() == ["agree", "disagree"]
    bo.does("disagree")
    assert scene.asked() == ["agree", "disagree"]
    scene.does(word)
    assert scene.at.waiting.dice == ((6, 6, 6, 6) if word == "agree" else (6, 6))


@pytest.mark.rule("SV-POOL-06")
def test_for_a_feature_the_watchtower_says_it_once(stage):
    scene, ann, _ = begun(stage, bo=winged())
    ann.rolls_with("duty", "bo", limit="duty", fits="an iron chain")
    scene.does("disagree")
    assert scene.at.waiting.dice == (6, 6)


@pytest.mark.rule("SV-BONUS-03", "SV-BONUS-04")
def test_what_is_acted_against_and_aimed_at_a_limit_is_three_dice(stage):
    scene, ann, _ = begun(stage, bo=winged())
    ann.rolls_with("duty", "bo", challenge=("duty",), why=WHY, limit="duty", fits="an iron chain")
    scene.does("agree")
    assert scene.at.waiting.dice == (6, 6, 6, 6)


@pytest.mark.rule("SV-BONUS-04")
@pytest.mark.parametrize(("house", "dice"), [("attacking", (6, 8, 8, 8)), ("ability", (6, 8, 10, 10, 10))])
def test_limit_dice(stage, house, dice):
    scene, ann, _ = begun(stage, {"limit_dice": house}, bo=winged(), duty=8)
    ann.rolls_with("duty", "bo", limit="duty", fits="an iron chain")
    scene.does("agree")
    assert scene.at.waiting.dice == dice


# --- giving ground --------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-EARN-03", "SV-ROLE-05")
def test_a_drive_steps_down_for_a_point_between_rolls(stage):
    scene = stage(ann={"duty": 8, "love": 4}, bo={})
    ann, bo = scene.cast
    assert "love" not in {item.id for item in ann.option("volunteer").params[0].items}
    ann.does("volunteer", drive="duty")
    assert (ann.drives, ann.points, ann.now.growth) == ({"duty": 6}, (1, 0), ())
    bo.wants(of=ann)
    bo.is_not_asked("volunteer")
    ann.is_not_asked("volunteer")
    bo.rolls_with("duty", "ann").falls("d6=2 d6=2")
    ann.rolls_with("duty", "bo")
    assert scene.at.waiting.dice == (6, 6)


@pytest.mark.rule("SV-EARN-03")
@pytest.mark.parametrize(
    ("house", "again", "next_scene"),
    [
        ("drive_and_scene", None, {"love"}),
        ("once_per_drive", {"love"}, {"love"}),
        ("unlimited", {"duty", "love"}, {"duty", "love"}),
    ],
)
def test_volunteer_limit(stage, house, again, next_scene):
    low = dict.fromkeys(("glory", "justice", "power", "truth", "bo"), 4)
    scene = stage(ann={"duty": 10, **low}, bo={}, house={"volunteer_limit": house})
    ann, bo = scene.cast

    def drives():
        return {item.id for item in ann.option("volunteer").params[0].items}

    ann.does("volunteer", drive="duty")
    if again is None:
        assert "you have" in ann.cannot("volunteer").why
        assert ann.cannot("volunteer").rule == "SV-EARN-03"
    else:
        assert drives() == again
    scene.does("end")
    scene.opens(ann, bo)
    assert drives() == next_scene


@pytest.mark.rule("SV-EARN-03")
def test_with_nothing_above_d4_there_is_no_ground_to_give(stage):
    low = dict.fromkeys(("duty", "glory", "justice", "love", "power", "truth", "bo"), 4)
    (ann, _) = stage(ann=low, bo={}).cast
    assert "above D4" in ann.cannot("volunteer").why
