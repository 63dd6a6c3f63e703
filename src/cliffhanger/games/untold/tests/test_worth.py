"""What stands beside a choice is the chance that choice has."""

from fractions import Fraction
from random import Random

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.odds import questions
from cliffhanger.games.untold.odds.figures import asked
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import terms
from cliffhanger.kernel.params import first
from cliffhanger.odds.ask import words
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks
from cliffhanger.testing.figure_laws import figure
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play

COUNTED = ("exertion", "devotion")


def beside(scene, seat, key, at=0):
    """An option, and a figure that it names."""
    option = scene.at.option(seat, key)
    return option, GAME.figure_by_id[option.figures[at]]


def answer(scene, seat, key, at=0, /, **choice):
    """A figure beside an option for a choice; the rest stays as it lies there."""
    option, found = beside(scene, seat, key, at)
    return figure(GAME, scene.s, option, found.id, choice)


def chance(scene, seat, key, /, **choice):
    """The first figure beside an option for a choice."""
    return answer(scene, seat, key, **choice).value


def rounded(figure):
    return round(float(figure), 4)


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
    assert chance(scene, "ann", "roll", exertion=0) == Fraction(4311181, 26873856)


def test_devotion_and_passed_dice_and_what_others_did_are_counted(stage):
    scene = stage(ada={"body": {"athletics": 2}}, ben={"body": {"athletics": 2}, "moral": {"honour": 3}, "points": 1})
    ada, ben = scene.cast
    ada.tries("athletics", 3).rolls(12, 2).passes_to(ben).accepts()
    ben.tries("athletics", 4, tie="honour").does("numbers", use="plus")
    _, known = asked(scene.s, Act("ben", "", "roll", {"exertion": 0, "devotion": 1}))
    assert (known["passed"], known["tied"], known["dl"], known["auto"]) == (1, "yes", 4, 2)
    both = chance(scene, "ben", "roll", exertion=0, devotion=1)
    assert both > chance(scene, "ben", "roll", exertion=0, devotion=0)


def test_the_game_master_sees_what_a_difficulty_means_for_them(stage):
    scene = stage(ann={"body": {"athletics": 6}, "strengths": ["quick"]})
    scene.cast[0].declares("athletics")
    plain = chance(scene, "gm", "set", base=3, mods=())
    helped = chance(scene, "gm", "set", base=3, mods=("strength.quick",))
    assert (rounded(plain), rounded(helped)) == (0.3733, 0.5384)


@pytest.mark.rule("UN-SN-02", "UN-DL-03")
def test_what_needs_no_roll_is_sure_and_a_task_of_no_difficulty_is_not_made_harder(stage):
    scene = stage(
        ann={"body": {"athletics": 6}, "lost": {"endurance": 6}}, house={"exertion_formula": "six_plus_six_sn"}
    )
    scene.cast[0].declares("athletics")
    assert scene.hindrance == 1
    assert [chance(scene, "gm", "set", base=base) for base in (0, 1)] == [1, 1]
    assert rounded(chance(scene, "gm", "set", base=2)) == 0.3733


def test_a_point_spent_before_the_difficulty_is_set_counts(stage):
    scene = stage(ann={"body": {"athletics": 6}, "points": 1})
    scene.cast[0].declares("athletics").does("numbers", use="harder")
    assert rounded(chance(scene, "gm", "set", base=1)) == 0.3733
    assert chance(scene, "gm", "set", base=0) == 1


def test_a_push_says_what_it_gains(stage):
    scene = stage(ann={"body": {"athletics/climbing": 6}})
    scene.cast[0].tries("climbing", 4).rolls(9, 9, 9, 2, 2, 2)
    assert rounded(chance(scene, "ann", "push", exertion=1)) == 0.5046


def test_a_push_says_what_all_the_points_would_gain_while_some_are_left(stage):
    scene = stage(ann={"body": {"athletics/climbing": 6}})
    scene.cast[0].tries("climbing", 6).rolls(9, 9, 2, 2, 2, 2)
    option, most = scene.at.option("ann", "push"), scene.at.option("ann", "push").params[0].high
    assert option.figures == ("made", "one_short_at_worst", "made_by_all")
    by_all = answer(scene, "ann", "push", 2, exertion=1)
    assert by_all.value == chance(scene, "ann", "push", exertion=most)
    assert by_all.value > chance(scene, "ann", "push", exertion=1)
    with pytest.raises(OutOfRange):
        answer(scene, "ann", "push", 2, exertion=most)


# --- points ---------------------------------------------------------------------------------------------------


def lies(stage, *faces, dl=4, rank=5, house=None, points=1, villain_points=0):
    """Ann's roll as it lies there."""
    scene = stage(ann={"body": {"athletics": rank}, "points": points}, villain_points=villain_points, house=house)
    scene.cast[0].tries("athletics", dl).rolls(*faces)
    return scene


def walked(scene, seat, key, choice):
    """The chance that the roll makes it after such a spend, face by face; all boon dice are rolled."""
    option = scene.at.option(seat, key)
    act = Act(option.seat, option.window, key, first(option.params) | choice)
    return Walks(GAME, scene.s).walked(act, replace(GAME.figure_by_id["made_now"], fold=None)).value


CHOICES = [
    *(("numbers", {"use": (use,)}) for use in ("easier", "harder", "plus", "minus")),
    ("shift", {"way": ("up",)}),
    ("shift", {"way": ("down",)}),
    *(("reroll", {"dice": dice}) for dice in (("d1",), ("d1", "d2"), ("d2", "d3", "d4"), ("d4", "d3"))),
    *(("twelve", {"die": (f"d{n}",)}) for n in (1, 2, 5)),
]


@pytest.mark.rule("UN-HRO-03", "UN-HRO-04", "UN-HRO-05", "UN-HRO-06")
@pytest.mark.parametrize("base", [3, 4])
@pytest.mark.parametrize(("key", "choice"), CHOICES)
def test_the_figure_of_a_point_is_that_of_what_is_chosen_for_it(stage, key, choice, base):
    scene = lies(stage, 11, 10, 8, 4, 1, 1, dl=base, rank=6)
    assert chance(scene, "ann", key, **choice) == walked(scene, "ann", key, choice)


@pytest.mark.rule("UN-HRO-05", "UN-HRO-06")
@pytest.mark.parametrize("harsh", ["false", "true"])
@pytest.mark.parametrize(
    ("key", "choice"),
    [
        ("shift", {"way": ("up",)}),
        ("reroll", {"dice": ("d3", "d4")}),
        ("twelve", {"die": ("d4",)}),
        ("twelve", {"die": ("d5",)}),
    ],
)
def test_dice_of_a_push_snag_as_they_do_at_the_table(stage, key, choice, harsh):
    scene = stage(
        ann={"body": {"athletics/climbing": 3, "riding": 5}, "points": 1}, house={"pushed_boon_ones_snag": harsh}
    )
    scene.cast[0].tries("climbing", 3).rolls(9, 11, 3).pushes(11, 1)
    assert [die.kind for die in scene.check.dice] == ["ordinary"] * 3 + ["pushed"] * 2
    found = chance(scene, "ann", key, **choice)
    assert found == walked(scene, "ann", key, choice)
    assert 0 < found < 1 or key == "twelve"


@pytest.mark.rule("UN-VIL-01")
@pytest.mark.parametrize(("key", "choice"), CHOICES)
def test_the_game_master_is_told_how_a_point_against_a_check_would_hurt_it(stage, key, choice):
    scene = lies(stage, 11, 10, 8, 4, 1, 1, dl=3, rank=6, villain_points=1)
    assert scene.at.option("gm", key).figures == ("fails_now",)
    assert chance(scene, "gm", key, **choice) == 1 - walked(scene, "gm", key, choice)


def test_easier_and_harder_are_not_worth_the_same(stage):
    scene = lies(stage, 9, 10, 3, 4, 5, dl=3)
    found = [chance(scene, "ann", "numbers", use=(use,)) for use in ("easier", "harder", "plus", "minus")]
    assert found == [1, 0, 1, 0]


def test_a_point_on_a_roll_that_is_made_says_that_it_is(stage):
    _, made = beside(lies(stage, 9, 10, 9, 4, 5, dl=3), "ann", "numbers")
    assert (made.words, made.alone) == (
        "it stays made, if nobody spends against it",
        False,
    )  # a bare 100 % would sell what changes nothing
    _, short = beside(lies(stage, 9, 2, 3, 4, 5, dl=3), "ann", "numbers")
    assert (short.words, short.alone) == ("it is made", True)


def test_who_spends_against_a_check_begins_with_what_hurts_it(stage):
    scene = lies(stage, 9, 10, 9, 4, 5, dl=3, villain_points=1)
    chosen = {key: first(scene.at.option("gm", key).params) for key in ("numbers", "shift")}
    assert chosen == {"numbers": {"use": ("harder",)}, "shift": {"way": ("down",)}}
    assert chance(scene, "gm", "numbers") == 1


def test_before_the_roll_a_point_is_worth_what_it_makes_of_the_difficulty(stage):
    scene = stage(ann={"body": {"athletics": 4}, "points": 1}, villain_points=1)
    scene.cast[0].tries("athletics", 3)
    assert rounded(chance(scene, "ann", "numbers", use=("plus",))) == 0.7868
    assert chance(scene, "ann", "numbers", use=("easier",)) == 1  # Second Nature covers it then
    assert 1 - chance(scene, "gm", "numbers", use=("harder",)) == questions.success(sr=4, dl=5).value


@pytest.mark.parametrize(("key", "worth"), [("numbers", 1), ("twelve", Fraction(1, 3)), ("shift", 0)])
def test_a_hero_point_says_what_it_saves(stage, key, worth):
    assert chance(lies(stage, 3, 4, 6, 9, 10), "ann", key) == worth


def test_a_re_roll_of_the_three_misses_is_what_the_book_of_odds_says(stage):
    scene = lies(stage, 3, 4, 6, 9, 10)
    assert chance(scene, "ann", "reroll") == Fraction(6133, 20736)
    assert set(scene.at.option("ann", "reroll").params[0].start) == {"d3", "d4", "d5"}


def test_a_mixed_success_is_sure_to_work(stage):
    assert chance(lies(stage, 9, 10, 9, 4, 5), "ann", "mixed") == 1


# --- faces ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "points", "house", "keys"),
    [
        ("adversary", 0, {}, 10),
        ("adversary", 1, {}, 78),
        ("pc", 0, {}, 78),
        ("adversary", 0, {"adversary_boon_villain_point": "true"}, 78),
        ("adversary", 0, {"columns_debilitate": "true"}, 78),
    ],
)
def test_faces_matter_while_anything_may_touch_them_and_else_four_kinds_do(stage, kind, points, house, keys):
    two = {"body": {"athletics": 2}}
    scene = stage(ann=two | {"points": points}, foe=two | {"adversary": True}, house=house)
    scene.cast[kind == "adversary"].tries("athletics", 3).takes_up()
    asked = scene.at.waiting
    assert isinstance(asked, Roll)
    zero, add = GAME.fold(scene.s, asked)
    found = {add(add(zero, 12, a), 12, b) for a in range(1, 13) for b in range(1, 13)}
    assert len(found) == keys


@pytest.mark.parametrize("spent", [0, 1, 2])
def test_where_columns_raise_the_minimum_roll_points_and_the_push_count_it(stage, spent):
    body = {"athletics/climbing": 4, "riding": 5, "rowing": 5}
    scene = stage(ann={"body": body, "lost": {"endurance": 5}}, house={"columns_debilitate": "true"})
    (ann,) = scene.cast
    ann.tries("climbing", 3)
    assert dict(scene.at.option("ann", "roll").params[0].words)[3] == "6 dice more, difficulty 4, 10 or more: you tire"
    exact = questions.point(sr=4, dl=4, kind="sub", points=3, mr=10)
    assert chance(scene, "ann", "roll", exertion=3) == exact.value
    assert answer(scene, "ann", "roll", 3, exertion=3).value == dict(exact.notes)["exactly one short"]
    # Endurance is 14, in columns of 7, 4 and 3: hits that show a 9 are misses once the eighth point is gone.
    ann.rolls(9, 9, 2, 2, *(2, 2) * spent, exertion=spent)
    worth = {1: questions.push(short=1 + (spent == 2) * 3, kind="sub", mr=9 + (spent == 2)).value}
    worth[2] = questions.push(short=1 + (spent > 0) * 3, points=2, kind="sub", mr=9 + (spent > 0)).value
    assert {points: chance(scene, "ann", "push", exertion=points) for points in (1, 2)} == worth


def test_ways_to_part_points_whose_push_may_turn_hits_to_misses_are_left_out_and_it_is_said(stage):
    body = {"athletics/climbing": 4, "riding": 5, "rowing": 5}
    for lost, out in ((2, False), (5, True)):
        scene = stage(ann={"body": body, "lost": {"endurance": lost}}, house={"columns_debilitate": "true"})
        scene.cast[0].tries("climbing", 3)
        best = answer(scene, "ann", "roll", 4, exertion=4)
        assert best.value > chance(scene, "ann", "roll", exertion=4)
        assert ("left out: 3 ways" in best.says) is out


def test_all_that_stands_beside_options_in_an_evening_can_be_asked():
    found = set()
    for moment in bot_play(GAME, ready(GAME, 3), Random(2), 400):
        for each in moment.now if isinstance(moment.now, tuple) else ():
            if not each.blocked:
                found |= {*each.option.figures}
    assert found == GAME.figure_by_id.keys()


def test_beside_the_roll_stands_how_best_to_part_the_points_that_are_chosen(stage):
    scene = stage(ann={"body": {"athletics/climbing": 4, "riding": 5, "rowing": 5}})
    scene.cast[0].tries("climbing", 3)
    found = answer(scene, "ann", "roll", 4, exertion=3)
    assert (rounded(found.value), words("at best:", found)) == (
        0.6815,
        "at best: 2 now and 1 held for a push, 2.5 points on average",
    )
    assert found.value > chance(scene, "ann", "roll", exertion=3)
    with pytest.raises(OutOfRange):
        answer(scene, "ann", "roll", 4, exertion=0)


@pytest.mark.rule("UN-CHK-02", "UN-DEV-02")
def test_beside_the_roll_stands_what_one_more_point_would_make_of_it(stage):
    scene = stage(ann={"body": {"athletics": 2, "riding": 1}, "moral": {"honour": 2}, "lost": {"endurance": 1}})
    scene.cast[0].tries("athletics", 2, tie="honour")
    low, high = (next(p.high for p in scene.at.option("ann", "roll").params if p.name == name) for name in COUNTED)
    assert (low, high) == (5, 2)
    for exertion in range(low):
        found = answer(scene, "ann", "roll", 1, exertion=exertion)
        assert found.value == chance(scene, "ann", "roll", exertion=exertion + 1)
    # Then devotion, and then there is nothing left to say.
    found = answer(scene, "ann", "roll", 1, exertion=low, devotion=1)
    assert found.value == chance(scene, "ann", "roll", exertion=low, devotion=2)
    with pytest.raises(OutOfRange):
        answer(scene, "ann", "roll", 1, exertion=low, devotion=high)


def test_whoever_has_no_point_is_told_of_none(stage):
    scene = stage(ann={"body": {"athletics": 2}, "lost": {"endurance": 2, "vitality": 3}})
    scene.cast[0].tries("athletics", 2)
    assert "one_more" not in scene.at.option("ann", "roll").figures


def test_beside_the_roll_stand_how_often_it_is_one_short_and_how_many_snags_there_are(stage):
    scene = stage(ann={"body": {"athletics": 4}})
    scene.cast[0].tries("athletics", 3)
    made, _, snags, near = (answer(scene, "ann", "roll", at, exertion=0) for at in range(4))
    assert near.value == questions.success(sr=4, dl=2).value - made.value
    assert (beside(scene, "ann", "roll", 2)[1].unit, snags.value) == ("mean", Fraction(817, 20736))


def test_all_the_points_of_the_strongest_have_their_figure(stage):
    body = {"athletics/climbing": 12, "riding/racing": 12, "rowing/steering": 12}
    scene = stage(ann={"body": body})
    scene.cast[0].tries("climbing", 5)
    most = scene.at.option("ann", "roll").params[0].high
    assert most == 51
    assert chance(scene, "ann", "roll", exertion=most) > Fraction(99, 100)


def test_successes_beyond_what_is_needed_are_told_too(stage):
    scene = stage(ann={"body": {"athletics": 3}, "points": 2})
    ann = scene.cast[0].tries("athletics", 3)
    ann.does("numbers", use="plus").does("numbers", use="plus")
    assert chance(scene, "ann", "roll", exertion=0) == 1 - questions.snags(sr=3, sn=2).value


def test_a_boon_die_is_worth_what_it_may_still_make(stage):
    scene = stage(ann={"body": {"athletics": 5}})
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(12, 9, 2, 3, 4)
    assert chance(scene, "ann", "boon") == Fraction(1, 3)


def test_a_point_spent_while_a_pool_is_built_leaves_it_in_its_hand_and_moves_its_terms(stage):
    scene = stage(ann={"body": {"athletics": 5}}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 3)
    before = scene.at.option("ann", "roll")
    scene.at.act("gm", "numbers", use="harder")
    after = scene.at.option("ann", "roll")
    assert (after.window, after.key) == (before.window, before.key)
    assert terms(after) != terms(before)
