"""Letting a result stand, or spending a point on it: who is asked, what is undone, and what is answered ahead."""

import pytest

from cliffhanger.games.untold.page.sentences import VOICE
from cliffhanger.kernel.panels import Text, Track
from cliffhanger.testing.position_laws import every

FIVE = {"body": {"athletics": 5}}
FOE = {"adversary": True, "body": {"athletics": 5}}


def faces(scene):
    return [die.face for die in scene.check.dice]


def stands(scene):
    """What stands on the stage: the headline, and what lies below it."""
    told = [p for p in scene.at.panels("ann")[0].panels if isinstance(p, Text) and p.id == "result"]
    return told[0].head, told[0].body


def note(scene):
    """What stands beside the successes that count."""
    return next(p for p in scene.at.panels("ann")[0].panels if isinstance(p, Track)).note


@pytest.mark.rule("UN-CHK-01")
def test_the_other_side_lets_it_stand_or_spends_and_the_choice_is_undone(stage):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    assert scene.check.phase == "closing"
    assert ann.asked() == []
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.check.choice, scene.dl) == ("window", "", 4)
    ann.accepts()
    assert scene.outcome == ("failure", 2, 4)


def test_the_headline_says_whose_point_made_a_result_what_it_is_now(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2)
    assert not any("Point" in words for words in stands(scene))
    ann.accepts()
    scene.does("numbers", use="harder")
    assert stands(scene) == (
        "2 short: 2 of 4. The Game Master spent a Villain Point: two successes more are needed.",
        "",
    )


def test_the_headline_says_so_where_it_is_made_all_the_same(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 9, 9, 2).accepts()
    scene.does("numbers", use="harder")
    assert (
        stands(scene)[0]
        == "Ann makes it: 4 of 4. The Game Master spent a Villain Point: two successes more are needed."
    )


def test_ones_own_point_stands_below_and_that_of_a_friend_in_the_headline(stage):
    scene = stage(ann=FIVE | {"points": 1}, ben=FIVE | {"points": 1})
    ann, ben = scene.cast
    ann.tries("athletics", 5).rolls(9, 2, 2, 2, 2).does("numbers", use="plus")
    assert stands(scene) == (
        "2 short: 3 of 5.",
        "A Hero Point was spent: two automatic successes.",
    )
    ben.does("shift", way="up")
    assert stands(scene)[0] == "2 short: 3 of 5. Ben spent a Hero Point: every die one higher."
    (told,) = [p.told for p in scene.at.panels("ben")[0].panels if isinstance(p, Text) and p.id == "result"]
    assert VOICE.head(told, ("Ben",)) == "2 short: 3 of 5. You spent a Hero Point: every die one higher."


def test_a_master_who_spends_on_an_adversary_reads_it_below(stage):
    scene = stage(ann=FIVE, foe=FOE, villain_points=1)
    _, foe = scene.cast
    foe.tries("athletics", 3).rolls(9, 2, 2, 2, 2)
    scene.does("numbers", use="plus")
    assert stands(scene)[0] == "Foe makes it: 3 of 3."
    assert stands(scene)[1].startswith("A Villain Point was spent: two automatic successes.")


def test_what_1s_take_from_the_dice_stands_beside_what_counts_and_in_the_headline_of_the_result(stage):
    scene = stage(ann=FIVE | {"points": 1})
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(9, 9, 9, 9, 1)  # Second Nature covers it
    assert note(scene) == "Second Nature covers the 1."
    ann.accepts().tries("athletics", 4).rolls(9, 9, 1, 1, 1)
    assert note(scene) == "2, less 2 for the 1s; Second Nature covers 1 more."
    ann.pushes(9).does("numbers", use="plus")
    assert note(scene) == "3, less 2 for the 1s, +2 by points; Second Nature covers 1 more."
    ann.takes_mixed()
    assert stands(scene)[0] == "One short, and it works: 3, less 2 for the 1s, +2 by points: 3 of 4."
    ann.tries("athletics", 2).rolls(9, 9, 9, 1, 1).accepts()
    assert stands(scene)[0] == "Ann makes it: 3, less 1 for a 1: 2 of 2."
    ann.tries("athletics", 2).rolls(9, 2, 1, 1, 1).accepts()
    assert stands(scene)[0] == "Ann falls short: 1, less 2 for the 1s: -1 of 2."
    ann.tries("athletics", 2).rolls(9, 2, 2, 2, 2).accepts()
    assert stands(scene)[0] == "Ann falls short: 1 of 2."


def test_whoever_helped_by_a_point_is_named_where_it_is_done_and_in_the_story(stage):
    scene = stage(ann=FIVE, ben=FIVE | {"points": 2})
    ann, ben = scene.cast
    ann.tries("athletics", 3)
    ben.does("numbers", use="easier")
    assert stands(scene)[0] == "Ben spent a Hero Point: Ann does it without a roll."
    (done,) = scene.told("auto")
    assert VOICE.story(done).text == "simply does it, with the help of Ben: get across."
    ann.tries("athletics", 2).rolls(9, 2, 2, 2, 2)
    ben.does("numbers", use="plus")
    ann.accepts()
    (made,) = scene.told("success")
    assert VOICE.story(made).text == "makes it, with the help of Ben: get across."


@pytest.mark.rule("UN-CHK-01")
def test_confirming_ends_it_and_may_be_done_ahead(stage):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    scene.confirms()
    assert scene.outcome == ("success", 2, 2)
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2)
    scene.confirms()
    ann.accepts()
    assert scene.over


def test_confirming_ahead_is_undone_by_a_spend(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 4).rolls(9, 9, 2, 2, 2)
    scene.confirms()
    ann.does("numbers", use="plus").accepts()
    assert scene.check.phase == "closing"


@pytest.mark.rule("UN-CHK-01")
def test_a_question_that_was_answered_ahead_comes_back_as_a_new_one(stage):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 4)
    window = scene.check.number
    scene.confirms()
    ann.does("numbers", use="plus")
    assert scene.at.option("gm", "confirm").window == str(scene.check.number) != str(window)


@pytest.mark.rule("UN-CHK-01", "UN-DL-01")
def test_what_was_let_stand_ahead_is_asked_again_when_the_task_is_set_anew(stage):
    scene = stage(ann={"points": 1}, foe=FOE)
    ann, foe = scene.cast
    foe.tries("athletics", 9)
    ann.confirms()
    scene.does("again").does("set", base=2)
    foe.rolls(9, 9, 2, 2, 2).accepts()
    assert (scene.check.phase, "confirm" in ann.may()) == ("closing", True)


def test_one_player_confirms_for_all(stage):
    scene = stage(ann={"points": 1}, ben={"points": 1}, foe=FOE)
    ann, ben, foe = scene.cast
    foe.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    assert "confirm" in ann.may()
    ben.confirms()
    assert scene.outcome == ("success", 2, 2)


def test_a_second_nature_success_waits_for_the_other_side_too(stage):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 1)
    assert (scene.check.phase, scene.check.choice) == ("closing", "auto")
    assert "minus" not in [i.id for i in scene.at.option("gm", "numbers").params[0].items if not i.blocked]
    scene.does("numbers", use="harder")
    assert (scene.check.phase, scene.dl) == ("building", 3)
    ann.rolls(9, 9, 9, 2, 2).accepts()
    assert scene.outcome == ("success", 3, 3)


def test_a_mixed_success_is_undone_by_the_other_sides_spend(stage):
    scene = stage(ann=FIVE, villain_points=2)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 2, 2, 2).takes_mixed()
    scene.does("numbers", use="harder")
    assert ann.cannot("mixed").why == "A mixed success is for exactly one short; this is 3."


def test_close_by_the_actor_asks_nobody(stage):
    scene = stage(ann=FIVE, villain_points=1, house={"close_by": "actor"})
    scene.cast[0].tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    assert scene.outcome == ("success", 2, 2)


@pytest.mark.rule("UN-CHK-01", "UN-VIL-04")
def test_any_point_of_the_other_side_undoes_the_choice(stage):
    scene = stage(ann=FIVE, foe=FOE, villain_points=3)
    (ann, foe) = scene.cast
    foe.tries("athletics", 9).rolls(*(2,) * 6, exertion=1).accepts()
    ann.tries("athletics", 2).rolls(9, 9, 2, 2, 2).accepts()
    scene.does("restore.foe", points=("endurance.1",))
    assert (scene.check.phase, scene.check.choice) == ("window", "")
    ann.accepts()
    scene.does("fact", what="fact", text="The floor gives way.")
    assert scene.check.phase == "window"
    ann.accepts()
    scene.confirms()
    assert scene.outcome == ("success", 2, 2)


@pytest.mark.rule("UN-CHK-01", "UN-MIX-01", "UN-HRO-08")
@pytest.mark.parametrize("ends", ["accept", "mixed"])
def test_a_point_of_ones_own_side_leaves_a_choice_that_stands(stage, ends):
    scene = stage(ann=FIVE | {"points": 1}, ben={"points": 1}, villain_points=1)
    ann, ben = scene.cast
    ann.tries("athletics", 3).rolls(9, 9, 2, 2, 2)
    ben.does("fact", what="fact", text="A second rope.")
    ann.does(ends)
    window = scene.check.number
    scene.does("agree")
    assert (scene.check.phase, scene.check.choice, scene.check.number) == ("closing", ends, window)
    assert ben.points == 0
    scene.confirms()
    assert scene.over


@pytest.mark.parametrize(
    ("faces", "ends", "came"),
    [
        ((2, 2, 2, 2, 2), "accept", "falls short, 0 of 3."),
        ((9, 9, 2, 2, 2), "mixed", "makes it with a setback, 2 of 3."),
        ((9, 9, 9, 2, 2), "accept", "makes it, 3 of 3."),
        ((9, 9, 9, 9, 2), "accept", "makes it."),
    ],
)
def test_whoever_may_let_it_stand_reads_what_came_of_it_and_the_result_says_no_number_twice(stage, faces, ends, came):
    scene = stage(ann=FIVE, villain_points=1)
    (ann,) = scene.cast
    ann.tries("athletics", 3).rolls(*faces).does(ends)
    (asked,) = {(o.ask, o.awaits) for o in scene.at.options("gm") if o.key.startswith("confirm")}
    assert asked == (f"Ann {came} Do you let it stand?", f"Ann {came} Does the Game Master let it stand?")
    scene.confirms()
    texts = [p for p in every(scene.at.panels("watch")) if isinstance(p, Text)]
    head, below = next((p.head, p.body) for p in texts if p.id == "result")
    assert head
    assert below.endswith("The aim: get across.")
    assert not any(sign.isdigit() for sign in below)


@pytest.mark.rule("UN-CHK-01", "UN-MIX-01", "UN-VIL-04")
@pytest.mark.parametrize("ends", ["accept", "mixed"])
def test_the_game_masters_own_point_leaves_what_an_adversary_has_chosen(stage, ends):
    scene = stage(ann={"points": 1}, foe=FOE, imp=FOE, villain_points=3)
    ann, foe, imp = scene.cast
    scene.wounds(imp, 9)
    foe.tries("athletics", 3).rolls(9, 9, 2, 2, 2).does(ends)
    scene.does("fact", what="fact", text="The lamp goes out.")
    assert (scene.check.phase, scene.check.choice) == ("closing", ends)
    scene.does("brink", whom=imp, text="Not yet.")
    assert scene.check.phase == "closing"
    ann.confirms()
    assert scene.over


@pytest.mark.rule("UN-CHK-01", "UN-HRO-07", "UN-HRO-08")
def test_a_hero_point_undoes_what_an_adversary_has_chosen(stage):
    scene = stage(ann={"points": 2}, foe=FOE)
    ann, foe = scene.cast
    foe.tries("athletics", 3).rolls(9, 9, 2, 2, 2).takes_mixed()
    ann.does("fact", what="fact", text="The floor is wet.")
    assert scene.check.phase == "closing"
    scene.does("agree")
    assert (scene.check.phase, scene.check.choice) == ("window", "")


@pytest.mark.rule("UN-CHK-01", "UN-SN-02")
@pytest.mark.parametrize("rolls", ["false", "true"])
def test_an_automatic_success_is_reopened_by_the_other_side_alone(stage, rolls):
    scene = stage(ann=FIVE | {"points": 1}, villain_points=2, house={"roll_under_sn": rolls})
    (ann,) = scene.cast
    ann.tries("athletics", 1)
    if rolls == "true":
        ann.does("take")
    ann.does("fact", what="fact", text="A second rope.")
    window = scene.check.number
    scene.does("agree")
    assert (scene.check.phase, scene.check.choice, scene.check.number) == ("closing", "auto", window)
    scene.does("fact", what="fact", text="The lamp goes out.")  # Second Nature is tested again, and still covers it
    assert (scene.check.phase, scene.check.number != window) == ("auto" if rolls == "true" else "closing", True)


@pytest.mark.rule("UN-CHK-01")
def test_any_point_undoes_what_was_let_stand_ahead(stage):
    scene = stage(ann={"points": 1}, foe=FOE, villain_points=1)
    ann, foe = scene.cast
    foe.tries("athletics", 3).rolls(9, 9, 9, 2, 2)
    ann.confirms()
    assert "confirm" not in ann.may()
    scene.does("fact", what="fact", text="The lamp goes out.")
    assert "confirm" in ann.may()
    foe.accepts()
    assert scene.check.phase == "closing"
