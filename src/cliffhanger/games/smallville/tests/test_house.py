"""Each switch in all its positions, at a place where it matters."""

import re
from fractions import Fraction
from itertools import product

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.page.sentences import VOICE
from cliffhanger.games.smallville.rules.house import PRESETS, SWITCHES
from cliffhanger.kernel.chance import law

FEATURE = {"feature": True}


def two_best(dice):
    """How likely each Result of these dice is, face by face."""
    found = {}
    for faces in product(*(range(1, die + 1) for die in dice)):
        total = sum(sorted(face for face in faces if face > 1)[-2:])
        found[total] = found.get(total, 0) + 1
    whole = sum(found.values())
    return {total: Fraction(ways, whole) for total, ways in found.items()}


def higher(mine, theirs):
    """How often in a hundred one pool beats another."""
    pairs = product(two_best(mine).items(), two_best(theirs).items())
    return f"{float(100 * sum(p * q for (a, p), (b, q) in pairs if a > b)):.0f}"


def test_every_open_question_has_its_ruling_and_the_letter_is_the_default():
    assert all(switch.ruling.startswith("R-") for switch in SWITCHES)
    assert [preset.id for preset in PRESETS] == ["letter", "plays_better"]
    assert PRESETS[0].values == ()


def test_the_figures_of_each_reason_are_what_the_dice_say():
    whys = {name: why for preset in PRESETS for name, _, why in preset.values}
    ones = 1 - Fraction(7, 8) * Fraction(5, 6) ** 2
    assert f"in {float(100 * ones):.0f} rolls of 100" in whys["wt_comp_who"]
    plain, bought = higher((8, 6, 6), (8, 8, 6, 6)), higher((8, 8, 6, 6), (8, 8, 6, 6))
    assert f"you turn it {plain} times in 100, with that D8 for a point {bought}." in whys["own_stress_shared"]
    assert not re.findall(r"\d", whys["dibs"])


# --- the roll of an episode -----------------------------------------------------------------------------------


@pytest.mark.rule("SV-SETUP-02", "SV-SETUP-03")
@pytest.mark.parametrize(("house", "totals", "points"), [("drop", (3, 4), (2, 4)), ("count", (4, 4), (3, 3))])
def test_setup_ones(stage, house, totals, points):
    scene = stage(begun=False, ann={"cy": 4}, bo={"cy": 0}, cy=FEATURE, house={"setup_ones": house})
    ann, bo, _ = scene.cast
    assert scene.at.option("watchtower", "episode").ask == "The episode can begin."
    scene.does("episode")
    ann.lets_fall("d4=1 d6=3")
    bo.lets_fall("d6=4")
    assert tuple(e.data["total"] for e in scene.told("bonds")) == totals
    assert VOICE.whole(scene.told("bonds")[0], ("Ann",)).startswith("You roll what you hold dear")
    assert (ann.now.points, bo.now.points) == points


@pytest.mark.rule("SV-SETUP-03")
@pytest.mark.parametrize(("house", "points"), [("share", (4, 4, 2)), ("reroll", (4, 3, 2))])
def test_setup_tie(stage, house, points):
    scene = stage(begun=False, ann={"cy": 0}, bo={"cy": 0}, cy={"bo": 0}, house={"setup_tie": house})
    ann, bo, cy = scene.cast
    scene.does("episode")
    for actor, face in ((ann, 6), (bo, 6), (cy, 2)):
        actor.lets_fall(face)
    if house == "reroll":
        ann.lets_fall(5)
        bo.lets_fall(4)
    assert tuple(actor.now.points for actor in scene.cast) == points


@pytest.mark.rule("SV-SETUP-03")
def test_leads_without_a_die_that_could_fall_otherwise_share_even_then(stage):
    ties = {"bo": 0, "ann": 0, "cy": 0}
    scene = stage(begun=False, ann=ties, bo=ties, cy={"bo": 0}, house={"setup_tie": "reroll"})
    ann, bo, cy = scene.cast
    scene.does("episode")
    cy.lets_fall(5)
    assert tuple(actor.now.points for actor in (ann, bo, cy)) == (2, 2, 4)


# --- pools ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SV-POOL-02", "SV-POOL-03")
@pytest.mark.parametrize("house", [True, False])
def test_drives_required(stage, house):
    scene = stage(ann={"gear": 8}, bo={}, house={"drives_required": house})
    ann, bo = scene.cast
    ann.wants(of=bo)
    for pool in (("duty", "gear"), ("bo", "gear"), ("gear",)):
        if house:
            ann.cannot_roll_with(*pool)
    if not house:
        ann.rolls_with("gear")
        assert scene.at.waiting.dice == (8,)


@pytest.mark.rule("SV-POOL-11")
@pytest.mark.parametrize(("house", "points"), [(True, (1, 0)), (False, (0, 0))])
def test_bought_traits_persist(stage, house, points):
    scene = stage(ann={"points": 2}, bo={}, house={"bought_traits_persist": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "love", "bo").falls("d6=2 d6=2 d6=2")
    bo.rolls_with("duty", "ann").falls("d6=2 d6=3")
    ann.rolls_with("duty", "love", "bo")
    assert ann.points == points


@pytest.mark.rule("SV-SPEND-01")
@pytest.mark.parametrize("house", [False, True])
def test_own_stress_shared(stage, house):
    scene = stage(ann={}, bo={"stress": {"angry": 8}, "points": 1}, house={"own_stress_shared": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo", "their-angry").falls("d6=2 d6=2 d8=2")
    if not house:
        bo.cannot_roll_with("duty", "ann", "own-angry")
    else:
        bo.rolls_with("duty", "ann", "own-angry")
        assert scene.at.waiting.dice == (6, 6, 8)


@pytest.mark.rule("SV-COMP-04")
@pytest.mark.parametrize(("house", "asked"), [("opponent_first", {"ann"}), ("any", {"ann", "cy"})])
def test_wt_comp_who(stage, house, asked):
    scene = stage(ann={}, foe=FEATURE | {"duty": 8}, cy={}, di={}, absent=("di",), house={"wt_comp_who": house})
    ann, foe, cy, _ = scene.cast
    scene.rules("trouble", to=[6, 6, 8])
    foe.wants(of=ann).rolls_with("duty", "ann").falls("d8=1 d6=4")
    assert {o.seat for o in scene.at.options() if o.key == "cut"} == asked
    if house == "any":
        cy.cuts(8)
        assert scene.trouble == (6, 6)


@pytest.mark.rule("SV-TROUBLE-02", "SV-COMP-04")
@pytest.mark.parametrize("house", ["forbid", "refill"])
def test_trouble_min(stage, house):
    scene = stage(ann={}, foe=FEATURE | {"duty": 8}, house={"trouble_min": house})
    ann, foe = scene.cast
    scene.rules("trouble", to=[8, 8])
    foe.wants(of=ann).rolls_with("duty", "ann").falls("d8=1 d6=4")
    if house == "forbid":
        ann.is_not_asked("cut")
    else:
        ann.cuts(8)
        assert scene.trouble == (6, 8)


# --- a roll that was lost -------------------------------------------------------------------------------------


def lost(scene, faces="d6=4 d6=5"):
    ann, bo = scene.cast[:2]
    ann.wants(of=bo).rolls_with("duty", "bo").falls(faces)
    bo.rolls_with("duty", "ann").falls("d6=1 d6=2")
    scene.lapses()
    return ann, bo


@pytest.mark.rule("SV-CONTEST-14")
@pytest.mark.parametrize(("house", "points"), [("paid", 1), ("free", 0), ("free", 1), ("no", 1), ("paid", 0)])
def test_give_in_after_loss(stage, house, points):
    scene = stage(ann={}, bo={"points": points}, house={"give_in_after_loss": house})
    ann, bo = lost(scene)
    ann.hurts("angry")
    if (house, points) in (("no", 1), ("paid", 0)):
        assert scene.stress_dice == (6, 6)
        bo.is_not_asked("yield")
        return
    assert len(bo.option("yield").cost) == (house == "paid")
    assert ("a point" in bo.option("take").ask) == (house == "paid")
    bo.yields()
    assert (bo.stress, bo.points, ann.points) == ({}, (0 if house == "paid" else points, 0), (house == "paid", 0))


@pytest.mark.rule("SV-CONTEST-10")
@pytest.mark.parametrize("house", [True, False])
def test_by5_also_stress(stage, house):
    scene = stage(ann={}, bo={}, house={"by5_also_stress": house})
    ann, bo = lost(scene)
    if house:
        ann.crushes("angry").lets_fall(2, 3)
    else:
        ann.crushes()
    assert bo.asked() == ["how"]
    assert (bo.stress, bo.out) == ({"angry": 6} if house else {}, True)


@pytest.mark.rule("SV-STRESS-04")
@pytest.mark.parametrize(("house", "rating"), [("larger", 8), ("smaller", 6), ("choose", 6), ("choose", 8)])
def test_stress_tie(stage, house, rating):
    scene = stage(ann={"duty": 8}, bo={}, house={"stress_tie": house})
    ann, bo = lost(scene, "d6=4 d8=4")
    ann.hurts("angry").lets_fall("d6=5 d8=5")
    if house == "choose":
        bo.is_not_asked("choose")
        ann.does("choose", die=f"d{rating}")
    assert bo.stress == {"angry": rating}


@pytest.mark.rule("SV-STRESS-04")
def test_nothing_is_to_choose_where_one_die_is_highest(stage):
    scene = stage(ann={"duty": 8}, bo={}, house={"stress_tie": "choose"})
    ann, bo = lost(scene, "d6=4 d8=4")
    ann.hurts("angry").lets_fall("d6=5 d8=4")
    assert bo.stress == {"angry": 6}


@pytest.mark.rule("SV-STRESS-04")
@pytest.mark.parametrize(("house", "keys"), [("larger", 13), ("smaller", 13), ("choose", 18)])
def test_dice_of_a_stress_roll_are_told_apart_where_somebody_chooses(stage, house, keys):
    """Six faces tie; below that, the D6 or the D8 is highest: five and seven ways, and six of a tie."""
    scene = stage(ann={"duty": 8}, bo={}, house={"stress_tie": house})
    ann, _ = lost(scene, "d6=4 d8=4")
    ann.hurts("angry")
    found = law(GAME.fold(scene.s, scene.at.waiting), scene.at.waiting)[1]
    assert len(found) == keys


@pytest.mark.rule("SV-STRESS-02", "SV-STRESS-05")
@pytest.mark.parametrize(
    ("house", "now", "then"), [("none", 0, 0), ("none", 8, 8), ("step_up", 0, 4), ("step_up", 8, 10)]
)
def test_empty_stress(stage, house, now, then):
    scene = stage(ann={}, bo={"stress": {"angry": now}}, house={"empty_stress": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls("d6=1 d6=1")
    scene.lapses()
    bo.rolls_with("duty", "ann").falls("d6=1 d6=1")
    scene.lapses()
    if house == "step_up":
        ann.hurts("angry")
        bo.stays()
    assert scene.closed
    assert bo.stress == ({"angry": then} if then else {})


@pytest.mark.rule("SV-CONTEST-10", "SV-STRESS-02", "SV-STRESS-05")
@pytest.mark.parametrize(("also", "then"), [(True, 10), (False, 8)])
def test_who_is_put_out_with_nothing_left_takes_the_step_as_well(stage, also, then):
    house = {"empty_stress": "step_up", "by5_also_stress": also}
    scene = stage(ann={}, bo={"stress": {"angry": 8}}, cy={}, house=house)
    ann, bo, cy = scene.cast
    ann.wants(of=bo)
    cy.aids("duty", "bo").lets_fall("d6=6 d6=2")
    ann.rolls("d6=1 d6=1", pool=("duty", "bo"))
    bo.rolls("d6=1 d6=1")
    ann.crushes(*(["angry"] if also else []))
    assert (bo.out, bo.stress) == (True, {"angry": then})
    assert bo.asked() == ["how"]


@pytest.mark.rule("SV-SPEND-08")
@pytest.mark.parametrize(("house", "gone", "left"), [("rating", 12, 8), ("face", 8, 12)])
def test_spite_die(stage, house, gone, left):
    scene = stage(ann={"duty": 12, "bo": 8, "points": 2}, bo={}, house={"spite_die": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls("d12=4 d8=7")
    bo.gives_in()
    ann.spites("angry")
    assert scene.trouble == tuple(sorted((6, 6, gone)))
    assert scene.stress_dice == (left,)


@pytest.mark.rule("SV-SPEND-08", "SV-POOL-10")
@pytest.mark.parametrize("house", ["rating", "face"])
def test_which_die_shows_what_matters_where_the_face_goes_to_trouble(stage, house):
    scene = stage(ann={"duty": 8}, bo={}, house={"spite_die": house})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo")
    zero, add = GAME.fold(scene.s, scene.at.waiting)
    one, other = (add(add(zero, 6, six), 8, eight) for six, eight in ((5, 3), (3, 5)))
    assert (one == other) == (house == "rating")


# --- the next Contest -----------------------------------------------------------------------------------------


@pytest.mark.rule("SV-CONTEST-15")
@pytest.mark.parametrize("house", ["enforce", "remind", "off"])
def test_dibs(stage, house):
    scene = stage(ann={}, bo={}, cy={}, house={"dibs": house})
    ann, bo = lost(scene)
    ann.hurts("angry").lets_fall(2, 3)
    bo.stays()
    if house == "enforce":
        ann.cannot("contest")
    else:
        assert "contest" in ann.may()
        assert ("Cy may want to begin first" in ann.option("contest").ask) == (house == "remind")
    assert "first" not in scene.cast[2].option("contest").ask
