"""Figures beside options: the catalogue's chances, walked by the rules from where somebody decides."""

from fractions import Fraction
from itertools import product

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.testing.figure_laws import figure


def value(scene, seat, key, figure_id, /, **choice):
    return told(scene, seat, key, figure_id, **choice).value


def told(scene, seat, key, figure_id, /, **choice):
    option = scene.at.option(getattr(seat, "seat", seat), key)
    return figure(GAME, scene.s, option, figure_id, choice)


def asked_to_beat(stage, standing, **bo):
    """Bo has to answer Ann, whose Result stands."""
    scene = stage(ann={}, bo={"duty": 8, **bo})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls(*standing)
    return scene, bo


@pytest.mark.rule("SV-POOL-09", "SV-CONTEST-11")
@pytest.mark.parametrize(("standing", "chance"), [((3, 4), "13/24"), ((4, 5), "5/16"), ((6, 6), "1/16")])
def test_roll_or_give_in(stage, standing, chance):
    scene, bo = asked_to_beat(stage, standing)
    beaten = Fraction(chance)
    assert value(scene, bo, "roll", "beats") == beaten
    assert value(scene, bo, "give_in", "loses") == 1 - beaten
    assert value(scene, bo, "give_in", "loses_by_far") <= 1 - beaten
    law = dict(told(scene, bo, "roll", "beats").law)
    assert law["you beat it"] == beaten
    assert law.get("maybe out", 0) == value(scene, bo, "give_in", "loses_by_far")
    assert sum(law.values()) == 1


@pytest.mark.rule("SV-SPEND-03")
def test_what_a_third_die_is_worth_stands_beside_the_roll(stage):
    scene, bo = asked_to_beat(stage, (4, 5), gear=6, points=1)
    pool = ("duty", "ann", "gear")
    plain, more = (value(scene, bo, "roll", name, pool=pool) for name in ("beats", "beats_with_one"))
    assert (plain, more) == (Fraction(1, 2), Fraction(191, 288))
    with pytest.raises(OutOfRange, match="a point more"):
        value(scene, bo, "roll", "beats_with_one", pool=(*pool, "glory"))
    without, _ = asked_to_beat(stage, (4, 5), gear=6)
    assert without.at.option("bo", "roll").figures == ("beats",)


@pytest.mark.rule("SV-POOL-10", "SV-AID-03")
def test_whoever_acts_sees_the_mean_and_a_helper_what_help_adds(stage):
    scene = stage(ann={"duty": 8, "gear": 6, "points": 1}, bo={}, cy={"duty": 4, "ann": 4})
    ann, bo, cy = scene.cast
    ann.wants(of=bo)
    pool = ("duty", "bo", "gear")
    assert value(scene, ann, "roll", "result", pool=pool) == Fraction(445, 48)
    assert value(scene, ann, "roll", "result_with_one", pool=pool) == Fraction(265, 24)
    assert value(scene, cy, "aid.cy", "helps", pool=("duty", "ann")) == Fraction(3 * 2 + 5 * 3 + 7 * 4, 16)


@pytest.mark.rule("SV-POOL-09", "SV-CONTEST-11")
@pytest.mark.parametrize("points", [0, 1])
def test_a_first_roll_is_held_against_the_answer_that_lies_ready(stage, points):
    scene = stage(ann={"duty": 10, "points": points}, bo={"duty": 8})
    ann, bo = scene.cast
    ann.wants(of=bo)
    with_one = ("result_with_one",) * points
    assert scene.at.option("ann", "roll").figures == ("result", "stands", *with_one)

    def result(*faces):
        return sum(face for face in faces if face > 1)

    fell = list(product(range(1, 11), range(1, 7), range(1, 9), range(1, 7)))  # Ann's D10 and D6, Bo's D8 and D6
    stands = sum(result(*each[:2]) >= result(*each[2:]) for each in fell)
    assert value(scene, ann, "roll", "stands", pool=("duty", "bo")) == Fraction(stands, len(fell))


@pytest.mark.rule("SV-SPEND-03")
def test_each_number_of_more_dice_has_its_chance_to_stand(stage):
    scene, bo = asked_to_beat(stage, (4, 5), gear=6, points=1)
    bo.rolls_with("duty", "ann", "gear").lets_fall("d8=5 d6=4 d6=2")
    with pytest.raises(OutOfRange):  # its words say that it hurts
        value(scene, bo, "fix", "stands", more=0)
    assert value(scene, bo, "fix", "stands", more=1) == Fraction(35, 36)  # of two D6 only 12 is more


def test_no_chance_stands_beside_an_answer_that_falls_short_whatever_is_bought(stage):
    scene, bo = asked_to_beat(stage, (4, 5), gear=6, points=1)
    bo.rolls_with("duty", "ann", "gear").lets_fall("d8=2 d6=3 d6=2")
    assert scene.at.option("bo", "fix").figures == ()


@pytest.mark.rule("SV-STRESS-04", "SV-STRESS-05", "SV-STRESS-06")
def test_stress_says_what_it_comes_to_and_whether_they_are_out(stage):
    scene = stage(ann={"duty": 8}, bo={"points": 1, "stress": {"angry": 12}})
    ann, bo = scene.cast
    ann.wants(of=bo).rolls_with("duty", "bo").falls("d8=5 d6=6")
    bo.rolls(1, 2)
    assert value(scene, ann, "stress", "out", kind=("angry",)) == 1
    with pytest.raises(OutOfRange):  # nobody is out by their first
        value(scene, ann, "stress", "out", kind=("afraid",))
    said = {item.id: item.says for item in scene.at.option("ann", "stress").params[0].items}
    assert (said["afraid"], said["angry"]) == ("none, then D6 to D8", "D12 now; one more and they are out")
    ann.hurts("angry")
    assert scene.at.option("bo", "take").says == "Angry: D12 now; one more and they are out."
    assert value(scene, bo, "take", "out_yourself") == 1


@pytest.mark.rule("SV-RELIEF-04")
@pytest.mark.parametrize(("hurt", "chance"), [({"angry": 6}, "121/144"), ({"angry": 8, "afraid": 6}, "263/576")])
def test_relief_says_whether_it_heals(stage, hurt, chance):
    scene = stage(ann={"duty": 8}, bo={"stress": hurt})
    ann, _ = scene.cast
    assert value(scene, ann, "relieve", "heals", what=("bo/angry",)) == Fraction(chance)


@pytest.mark.rule("SV-TEST-04", "SV-TEST-02")
@pytest.mark.parametrize(("tie", "more"), [("trouble", 0), ("lead", 1)])
def test_a_test_says_whether_they_pass(stage, tie, more):
    scene = stage(ann={"duty": 8, "bo": 8}, bo={}, house={"test_tie": tie})
    chance = value(scene, "watchtower", "test", "they_pass", who=("ann",))
    assert chance == Fraction(1463, 2304) if not more else chance > Fraction(1463, 2304)
    scene.does("test", who=scene.cast[0], goal="over the wall")
    assert value(scene, "watchtower", "roll", "they_pass") == chance


@pytest.mark.rule("SV-GROWTH-06", "SV-GROWTH-07")
def test_growth_says_whether_it_wins(stage):
    scene = stage(ann={"growth": (6, 8)}, bo={"feature": True})
    scene.does("end").does("end_episode")
    ann = scene.cast[0]
    while "new" not in ann.asked():
        key = next(key for key in ann.asked() if key in ("done", "epilogue", "keep", "lift"))
        words = {p.name: "Wiser." for p in ann.option(key).params}
        ann.does(key, **words)
    assert value(scene, ann, "new", "grows", kind=("extra",), name="Ben") == Fraction(251, 384)


def test_what_a_roll_decides_at_once_is_said_in_words(stage):
    scene, bo = asked_to_beat(stage, (4, 5), gear=6, points=1)
    bo.rolls_with("duty", "ann", "gear").lets_fall("d8=5 d6=4 d6=2")
    stands, bought = scene.at.option("bo", "fix").params[0].ways
    assert (stands.says, stands.lost) == ("falls short at 9: you take Stress", "no points")
    assert (bought.says, bought.lost) == ("makes 11: you beat it", "")


def test_giving_in_says_why_it_costs_nothing_and_then_a_point(stage):
    scene, bo = asked_to_beat(stage, (4, 5))
    assert scene.at.option("bo", "give_in").says.endswith("Free now; after the first answer, a point.")
    bo.rolls(6, 6)
    assert scene.at.option("ann", "give_in").says.endswith("Free before the first answer, now a point.")
