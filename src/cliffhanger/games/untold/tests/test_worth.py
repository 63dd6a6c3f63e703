"""What stands beside a choice is the chance that choice has: the questions of options, with all they know filled in."""

from fractions import Fraction
from random import Random

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.kernel.chance import Roll
from cliffhanger.testing.histories import answered
from cliffhanger.testing.playout import bot_play
from cliffhanger.testing.table import ready


def chance(scene, seat, key, **choice):
    """What the first question beside an option answers for a choice."""
    option = scene.at.option(seat, key)
    return answered(GAME, option, option.asks[0], choice)


def rounded(answer):
    return round(float(answer.value), 4)


@pytest.mark.rule("UN-CHK-02")
def test_each_point_is_worth_what_its_dice_make_of_the_difficulty_they_bring(stage):
    body = {"athletics/climbing": 4, "riding": 5, "rowing": 5}
    scene = stage(ann={"body": body, "lost": {"endurance": 5}})
    scene.cast[0].tries("climbing", 3)
    found = [rounded(chance(scene, "ann", "roll", exertion=points)) for points in range(5)]
    assert found == [0.1604, 0.3628, 0.5426, 0.4625, 0.5893]


def test_the_roll_as_it_would_be_rolled_has_the_exact_chance(stage):
    scene = stage(ann={"body": {"athletics": 4}})
    scene.cast[0].tries("athletics", 3)
    assert chance(scene, "ann", "roll", exertion=0).value == Fraction(4311181, 26873856)


def test_devotion_and_passed_dice_and_what_others_did_are_counted(stage):
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 2}, "moral": {"honour": 3}, "points": 1})
    ada, ben = scene.cast
    ada.tries("athletics", 3).rolls(12, 2).passes_to(ben).accepts()
    ben.tries("athletics", 4, tie="honour").does("numbers", use="plus")
    known = dict(scene.at.option("ben", "roll").asks[0].known)
    assert (known["passed"], known["tied"], known["dl"]) == (1, "yes", 2)
    both = chance(scene, "ben", "roll", exertion=0, devotion=1).value
    assert both > chance(scene, "ben", "roll", exertion=0, devotion=0).value


def test_the_game_master_sees_what_a_difficulty_means_for_them(stage):
    scene = stage(ann={"body": {"athletics": 6}, "strengths": ["quick"]})
    scene.cast[0].declares("athletics")
    plain = chance(scene, "gm", "set", base=3, mods=())
    helped = chance(scene, "gm", "set", base=3, mods=("strength.quick",))
    assert (rounded(plain), rounded(helped)) == (0.3733, 0.5384)


def test_a_push_says_what_it_gains(stage):
    scene = stage(ann={"body": {"athletics/climbing": 6}})
    scene.cast[0].tries("climbing", 4).rolls(9, 9, 9, 2, 2, 2)
    assert rounded(chance(scene, "ann", "push", exertion=1)) == 0.5046


@pytest.mark.parametrize(("key", "worth"), [("numbers", 1), ("twelve", Fraction(1, 3)), ("shift", 0)])
def test_a_hero_point_says_what_it_saves(stage, key, worth):
    scene = stage(ann={"body": {"athletics": 5}, "points": 1})
    scene.cast[0].tries("athletics", 4).rolls(3, 4, 6, 9, 10)
    assert chance(scene, "ann", key).value == worth


def test_a_re_roll_of_the_three_misses_is_what_the_book_of_odds_says(stage):
    scene = stage(ann={"body": {"athletics": 5}, "points": 1})
    scene.cast[0].tries("athletics", 4).rolls(3, 4, 6, 9, 10)
    assert chance(scene, "ann", "reroll").value == Fraction(6133, 20736)
    assert set(scene.at.option("ann", "reroll").params[0].start) == {"d3", "d4", "d5"}


def test_a_point_against_a_check_is_not_praised_as_if_it_were_for_it(stage):
    scene = stage(ann={"body": {"athletics": 5}}, villain_points=1)
    scene.cast[0].tries("athletics", 4).rolls(3, 4, 6, 9, 10)
    assert scene.at.option("gm", "numbers").asks == ()


def test_faces_matter_while_anybody_holds_a_point_and_else_four_kinds_do(stage):
    for points, keys in ((1, 78), (0, 10)):
        scene = stage(ann={"body": {"athletics": 2}, "points": points})
        scene.cast[0].tries("athletics", 3).takes_up()
        asked = scene.at.waiting
        assert isinstance(asked, Roll)
        zero, add = GAME.fold(scene.s, asked)
        found = {add(add(zero, 12, a), 12, b) for a in range(1, 13) for b in range(1, 13)}
        assert len(found) == keys


def test_all_that_stands_beside_options_in_an_evening_can_be_asked():
    asked = set()
    for moment in bot_play(GAME, ready(GAME, 3), Random(2), 400):
        for each in moment.now if isinstance(moment.now, tuple) else ():
            if not each.blocked:
                asked |= {ask.question for ask in each.option.asks}
    assert asked == {"point", "mixed", "snags", "split", "enhancement", "push", "hero_use"}


def test_beside_the_roll_stands_how_best_to_part_the_points(stage):
    scene = stage(ann={"body": {"athletics/climbing": 4, "riding": 5, "rowing": 5}})
    scene.cast[0].tries("climbing", 3)
    option = scene.at.option("ann", "roll")
    split = next(ask for ask in option.asks if ask.question == "split")
    assert dict(split.known)["points"] == 8
    answer = answered(GAME, option, split, {"exertion": 0})
    chances = [chance for name, chance in answer.notes if not name.startswith("mean")]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > answer.value
