"""What is brought into a roll before it: Resources, dice of others, Trouble, Useful Details, Relationships."""

import pytest

FEATURE = {"feature": True}
BEN, BARN = {"ben": ("extra", 6)}, {"barn": ("location", 8)}


def about_to_roll(stage, house=None, bo=FEATURE, **ann):
    scene = stage(ann=ann, bo=bo, cy={}, house=house)
    scene.cast[0].wants(of=scene.cast[1])
    return scene, *scene.cast


def free_again(scene, ann, bo):
    """The Contest is over; Ann is about to roll in the next one."""
    scene.at.ends()
    ann.wants(of=bo)


# --- Resources ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-BONUS-01", "SV-AID-04", "SV-AID-02", "SV-POOL-10")
@pytest.mark.parametrize(("more", "total", "erased"), [((), 14, 1), (("1",), 17, 2)])
def test_the_best_die_of_a_resource_counts_and_the_others_if_wished(stage, more, total, erased):
    scene, ann, _, _ = about_to_roll(stage, resources=BARN, gear=8)
    ann.uses("barn")
    assert scene.at.waiting.dice == (8, 8)
    ann.lets_fall(3, 7)
    assert ann.asked() == ["choose_bonus"]
    ann.does("choose_bonus", more=more)
    assert scene.erased == {"barn": erased}
    ann.rolls_with("duty", "bo").falls("d6=3 d6=4")
    assert ann.standing == total


@pytest.mark.rule("SV-BONUS-01", "SV-COMP-01", "SV-STRESS-02")
def test_a_one_of_a_resource_stays_live_is_no_complication_and_hurts_nobody(stage):
    scene, ann, bo, _ = about_to_roll(stage, resources=BEN)
    ann.uses("ben").lets_fall(1, 4)
    assert (scene.bonus, scene.erased) == ([("ben", 4)], {"ben": 1})
    ann.rolls_with("duty", "bo").falls("d6=3 d6=2")
    assert ann.standing == 9
    bo.rolls("d6=2 d6=2")
    ann.hurts("angry")
    bo.takes_it()
    assert scene.stress_dice == (6, 6)


@pytest.mark.rule("SV-BONUS-02", "SV-SETUP-06")
def test_what_is_erased_is_erased_for_everybody_until_the_next_episode(stage):
    scene = stage(ann={"resources": BEN}, bo={"resources": BEN}, cy={"points": 1})
    ann, bo, cy = scene.cast
    ann.wants(of=bo).uses("ben").lets_fall(3, 4)
    ann.does("choose_bonus", more=("1",)).rolls("d6=2 d6=3")
    assert "use" not in bo.may()
    bo.gives_in()
    cy.wants(of=ann)
    assert "borrow" not in cy.may()
    cy.rolls("d6=2 d6=3")
    ann.gives_in()
    scene.ends_episode()
    assert scene.erased == {"ben": 2}
    scene.does("episode")
    assert scene.erased == {}


@pytest.mark.rule("SV-BONUS-01", "SV-BONUS-02")
@pytest.mark.parametrize(
    ("house", "faces", "counted", "erased"),
    [
        ("include_erases", (5, 3), [5], 1),
        ("include_erases", (1, 1), [], 0),
        ("erase_then_roll", (5, 3), [5, 3], 2),
        ("erase_then_roll", (1, 5), [5], 2),
        ("erase_then_roll", (1, 1), [], 2),
        ("best_free", (5, 3), [5], 0),
        ("best_free", (1, 5), [5], 0),
        ("best_free", (1, 1), [], 0),
    ],
)
def test_resource_mode(stage, house, faces, counted, erased):
    scene, ann, _, _ = about_to_roll(stage, {"resource_mode": house}, resources=BEN)
    ann.uses("ben").lets_fall(*faces)
    if "choose_bonus" in ann.asked():
        ann.does("choose_bonus", more=())
    assert [face for _, face in scene.bonus] == counted
    assert scene.erased == ({"ben": erased} if erased else {})


@pytest.mark.rule("SV-AID-04")
def test_where_the_best_is_free_both_use_it_up(stage):
    scene, ann, _, _ = about_to_roll(stage, {"resource_mode": "best_free"}, resources={"ben": ("extra", 6, 3)})
    ann.uses("ben").lets_fall(5, 3, 1)
    ann.does("choose_bonus", more=("1",))
    assert [face for _, face in scene.bonus] == [5, 3]
    assert scene.erased == {"ben": 3}


@pytest.mark.rule("SV-BONUS-01")
@pytest.mark.parametrize(("dice", "rolled"), [(0, 2), (1, 1), (2, 2), (4, 2)])
def test_where_dice_are_erased_first_it_is_said_how_many_and_no_more_than_there_are(stage, dice, rolled):
    crowd = {"ben": ("extra", 6), "crowd": ("extra", 4, 4)}
    scene, ann, _, _ = about_to_roll(stage, {"resource_mode": "erase_then_roll"}, resources=crowd)
    ann.uses("ben", dice=dice).lets_fall(*(3,) * rolled)
    assert scene.erased == {"ben": rolled}


@pytest.mark.rule("SV-BONUS-01", "SV-CONTEST-07")
def test_a_resource_that_closes_the_way_out_says_so_before_it_is_used(stage):
    scene = stage(ann={"resources": BEN}, bo={"resources": {"crowd": ("extra", 6)}})
    ann, bo, *_ = scene.cast
    ann.wants(of=bo)
    assert "give in" not in ann.option("use").says  # who wants something has nothing to give in to
    ann.rolls("d6=2 d6=3")
    assert bo.option("use").says.endswith("After that you cannot give in.")
    bo.uses("crowd").lets_fall(2, 3)
    bo.does("choose_bonus", more=("1",))
    assert "give_in" not in bo.may()


@pytest.mark.rule("SV-BONUS-01", "SV-POOL-10")
@pytest.mark.parametrize("house", ["before", "after"])
def test_bonus_timing(stage, house):
    _scene, ann, _, _ = about_to_roll(stage, {"bonus_timing": house}, resources=BEN)
    if house == "before":
        ann.uses("ben").lets_fall(1, 4)
        ann.rolls_with("duty", "bo").lets_fall("d6=3 d6=2")
        ann.is_not_asked("use")
    else:
        ann.is_not_asked("use")
        ann.rolls_with("duty", "bo").lets_fall("d6=3 d6=2")
        ann.uses("ben").lets_fall(1, 4)
        ann.does("fix")
    assert ann.standing == 9


@pytest.mark.rule("SV-BONUS-05", "SV-BONUS-01")
def test_after_a_roll_somebody_may_do_without_dice_of_their_own(stage):
    scene, ann, _, _ = about_to_roll(stage, {"bonus_timing": "after"}, resources=BEN)
    ann.rolls_with("duty", "bo").lets_fall("d6=3 d6=2")
    ann.does("fix")
    assert (ann.standing, scene.erased) == (5, {})


# --- dice of others -------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SPEND-06", "SV-EARN-01")
@pytest.mark.parametrize(("face", "erased"), [(4, {"ben": 1}), (1, {})])
def test_a_die_of_somebody_elses_is_a_point_and_stays_live_on_a_one(stage, face, erased):
    scene, ann, bo, _ = about_to_roll(stage, bo={"resources": BEN}, points=1)
    ann.borrows("ben").lets_fall(face)
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    assert scene.erased == erased
    assert "none that you can spend" in ann.cannot("borrow").why
    ann.rolls_with("duty", "bo").falls("d6=3 d6=2")
    assert ann.standing == 5 + face * (face > 1)


@pytest.mark.rule("SV-SPEND-06")
@pytest.mark.parametrize(("house", "points"), [("opponent", [(0, 1), (0, 0)]), ("owner", [(0, 0), (1, 0)])])
def test_foreign_payee(stage, house, points):
    scene = stage(ann={"points": 1}, bo={}, cy={"resources": BEN}, house={"foreign_payee": house})
    ann, bo, cy = scene.cast
    ann.wants(of=bo)
    assert ann.option("borrow").cost[0].to == ("Bo" if house == "opponent" else "whoever has it")
    ann.borrows("ben").lets_fall(4)
    assert [bo.points, cy.points] == points


@pytest.mark.rule("SV-SPEND-06")
@pytest.mark.parametrize("house", ["one", "all"])
def test_foreign_dice(stage, house):
    scene, ann, _, _ = about_to_roll(
        stage, {"foreign_dice": house}, bo=FEATURE | {"resources": {"ben": ("extra", 6, 3)}}, points=1
    )
    ann.borrows("ben")
    assert scene.at.waiting.dice == ((6,) if house == "one" else (6, 6, 6))
    if house == "all":
        ann.lets_fall(4, 3, 2).does("choose_bonus", more=("1",))
        assert scene.erased == {"ben": 2}


# --- Trouble --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-BONUS-05", "SV-TROUBLE-04", "SV-TROUBLE-02")
def test_dice_of_trouble_are_used_up_for_a_feature_and_two_stay(stage):
    scene = stage(foe=FEATURE, ann={})
    foe, ann = scene.cast
    scene.rules("trouble", to=[6, 8, 10, 12])
    foe.wants(of=ann)
    assert "1 to 2" in scene.refuses("spend_trouble", dice=("0", "1", "2")).why
    assert scene.at.option("watchtower", "spend_trouble").says == "They go straight to the Result."
    scene.does("spend_trouble", dice=("1", "3")).rolls(1, 9)
    assert scene.trouble == (6, 10)
    scene.is_not_asked("spend_trouble")
    foe.rolls("d6=2 d6=3")
    assert foe.standing == 14
    assert scene.erased == {}
    ann.is_not_asked("spend_trouble")


@pytest.mark.rule("SV-BONUS-05")
def test_a_lead_has_no_trouble_to_use(stage):
    scene, ann, _, _ = about_to_roll(stage)
    scene.rules("trouble", to=[6, 6, 6])
    ann.is_not_asked("spend_trouble")
    scene.is_not_asked("spend_trouble")


@pytest.mark.rule("SV-BONUS-05", "SV-COMP-01", "SV-COMP-04")
@pytest.mark.parametrize("house", ["none", "complication"])
def test_bonus_trouble_ones(stage, house):
    scene = stage(foe=FEATURE, ann={}, house={"bonus_trouble_ones": house})
    foe, ann = scene.cast
    scene.rules("trouble", to=[6, 6, 6, 8])
    foe.wants(of=ann)
    scene.does("spend_trouble", dice=("3",)).rolls(1)
    foe.rolls_with("duty", "ann").falls("d6=2 d6=3")
    assert foe.standing == 5
    if house == "none":
        ann.is_not_asked("cut")
    else:
        ann.cuts(6)
        assert scene.trouble == (6, 6)


@pytest.mark.rule("SV-BONUS-05", "SV-COMP-04", "SV-CONTEST-06")
def test_such_a_one_counts_when_the_feature_comes_to_act(stage):
    scene = stage(foe=FEATURE, ann={}, house={"bonus_trouble_ones": "complication"})
    foe, ann = scene.cast
    scene.rules("trouble", to=[6, 6, 6, 8])
    foe.wants(of=ann)
    ann.claims(of=foe)
    scene.does("spend_trouble", dice=("3",)).rolls(1)
    foe.rolls("d6=6 d6=6")
    ann.lets_roll("d6=2 d6=2").cuts(6)
    assert scene.trouble == (6, 6)


@pytest.mark.rule("SV-TROUBLE-02", "SV-BONUS-05", "SV-SPEND-09")
@pytest.mark.parametrize("house", ["forbid", "refill"])
def test_the_last_two_dice_are_used_only_where_others_come(stage, house):
    scene = stage(foe=FEATURE, ann={}, house={"trouble_min": house})
    foe, ann = scene.cast
    scene.rules("trouble", to=[8, 10])
    foe.wants(of=ann)
    sizes = {item.id for item in scene.at.option("watchtower", "detail").params[1].items}
    if house == "forbid":
        scene.is_not_asked("spend_trouble")
        assert sizes == {"d6"}
    else:
        assert sizes == {"d6", "t.d8", "t.d10"}
        scene.does("spend_trouble", dice=("0", "1")).rolls(2, 2)
        assert scene.trouble == (6, 6)


# --- details --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SPEND-04")
def test_a_detail_is_a_d6_for_a_point_and_free_for_the_scene(stage):
    scene, ann, bo, _ = about_to_roll(stage, bo={}, points=1)
    ann.has_at_hand("a lamp")
    assert (ann.points, bo.points) == ((0, 0), (0, 0))
    assert "none that you can spend" in ann.cannot("detail", name="a rope").why
    ann.rolls_with("duty", "bo", "detail-1")
    assert scene.at.waiting.dice == (6, 6, 6)
    ann.lets_fall("d6=2 d6=2 d6=3")
    bo.gives_in()
    ann.wants(of=bo).rolls_with("duty", "bo", "detail-1")
    assert ann.points == (0, 0)
    scene.at.ends()
    scene.does("end")
    scene.opens(ann, bo)
    assert ann.now.details == ()


@pytest.mark.rule("SV-SPEND-04")
@pytest.mark.parametrize(("house", "theirs"), [("bank", 0), ("opponent", 1)])
def test_detail_payee(stage, house, theirs):
    scene, ann, bo, _ = about_to_roll(stage, {"detail_payee": house}, bo={}, points=1)
    assert ann.option("detail").cost[0].to == ("Bo" if theirs else "the Watchtower")
    ann.has_at_hand()
    assert f"Ann pays {'Bo' if theirs else 'the Watchtower'} 1 plot point for a Useful Detail." in scene.at.told
    assert (ann.points, bo.points) == ((0, 0), (0, theirs))


@pytest.mark.rule("SV-SPEND-09", "SV-TROUBLE-04")
@pytest.mark.parametrize(("die", "size", "left"), [("d6", 6, (6, 8, 10)), ("t.d10", 10, (6, 8))])
def test_a_features_detail_is_a_d6_or_a_die_of_trouble_and_a_point_for_the_lead(stage, die, size, left):
    scene = stage(foe=FEATURE, ann={})
    foe, ann = scene.cast
    scene.rules("trouble", to=[6, 8, 10])
    foe.wants(of=ann)
    scene.does("detail", name="a storm", die=die)
    assert (ann.points, scene.trouble) == ((0, 1), left)
    foe.rolls_with("duty", "ann", "detail-1")
    assert sorted(scene.at.waiting.dice) == sorted((6, 6, size))


@pytest.mark.rule("SV-SPEND-04")
@pytest.mark.parametrize("house", ["pay", "free", "no"])
def test_detail_shared(stage, house):
    scene, ann, bo, cy = about_to_roll(stage, {"detail_shared": house}, bo={}, points=1)
    ann.has_at_hand("a lamp")
    free_again(scene, ann, bo)
    scene.at.ends()
    scene.rules("cast", "cy", "points", to=1)
    cy.wants(of=bo)
    if house == "no":
        cy.is_not_asked("share_detail")
        return
    cy.does("share_detail", what="ann/detail-1")
    assert (cy.points, bo.points, ann.points) == ((house == "free", 0), (0, 0), (0, 0))
    cy.rolls_with("duty", "bo", "detail-1")
    assert scene.at.waiting.dice == (6, 6, 6)
    scene.at.ends()
    cy.wants(of=bo)
    cy.is_not_asked("share_detail")


@pytest.mark.rule("SV-SPEND-04", "SV-SPEND-09")
def test_whoever_got_the_first_point_for_a_detail_gets_the_next(stage):
    scene = stage(foe=FEATURE, ann={}, cy={"points": 1}, di={"points": 0})
    foe, ann, cy, di = scene.cast
    foe.wants(of=ann)
    scene.does("detail", name="a storm", die="d6")
    scene.at.ends()
    assert ann.points == (1, 0)
    cy.wants(of=foe).does("share_detail", what="foe/detail-1")
    assert (ann.points, cy.points) == ((2, 0), (0, 0))
    scene.at.ends()
    di.wants(of=foe)
    assert "none that you can spend" in di.cannot("share_detail").why
    scene.at.ends()
    ann.wants(of=foe).does("share_detail", what="foe/detail-1")
    assert ann.points == (1, 0)


# --- Relationships --------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-SPEND-05", "SV-EARN-01")
def test_somebody_new_matters_at_d6_for_the_episode_and_may_fill_the_box(stage):
    scene, ann, bo, cy = about_to_roll(stage, bo={}, points=1, cy=0)
    ann.does("tie", to="cy", says="Cy saw it.")
    assert (ann.points, bo.points) == ((0, 0), (0, 1))
    ann.rolls_with("duty", "cy")
    assert scene.at.waiting.dice == (6, 6)
    scene.at.ends()
    scene.does("end")
    scene.opens(ann, bo, cy)
    ann.wants(of=bo).rolls_with("duty", "cy")
    assert ann.points == (0, 0)
    ann.is_not_asked("tie")


@pytest.mark.rule("SV-SPEND-05")
def test_between_rolls_the_point_is_the_watchtowers(stage):
    scene = stage(ann={"points": 1, "bo": 0, "cy": 0}, bo={}, cy={"ann": 0})
    ann, bo, cy = scene.cast
    assert "none that you can spend" in cy.cannot("tie", to="ann", says="Who is she?").why
    ann.does("tie", to="bo", says="Bo saw it.")
    assert (ann.points, bo.points, [row.rating for row in ann.now.ties]) == ((0, 0), (0, 0), [6])
    assert "none that you can spend" in ann.cannot("tie", to="cy", says="Cy, too.").why
    assert scene.closed


@pytest.mark.rule("SV-SPEND-05")
def test_a_feature_makes_no_relationships_in_play(stage):
    scene = stage(foe=FEATURE | {"cy": 0}, ann={}, cy={})
    foe, ann, _ = scene.cast
    foe.wants(of=ann)
    scene.is_not_asked("tie")
