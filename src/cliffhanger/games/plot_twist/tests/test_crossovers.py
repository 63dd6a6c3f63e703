"""Crossover Villains, who the Main one is, and Threats that hang on a condition."""

import pytest

from cliffhanger.games.plot_twist.rules.pieces import Bystander, Lying

CARDS = """
[[card]]
id = "old-harbour"
kind = "location"
name = "Old Harbour"
colour = "golden"
[[card]]
id = "cat"
kind = "villain"
name = "Cat"
colour = "black"
attributes = {body = 3, mind = 3, charm = 3, power = 2}
[[card]]
id = "bank-clerk"
kind = "bystander"
name = "Bank Clerk"
difficulty = 0
life = 1
colour = "golden"
[[card]]
id = "silence"
kind = "objective"
name = "Silence the Witnesses"
colour = "golden"
reveal = [{gain = {target = "main", counter = "hate", amount = 1}}]
when = [{trigger = "on_kill", by = "a_villain", effects = [{gain = {target = "card", counter = "mark", amount = 1}}]}]
threat = {if = "counter.mark >= 3"}
[[card]]
id = "scorched-earth"
kind = "objective"
name = "Scorched Earth"
colour = "golden"
threat = {if = "villains_in_play == 0"}
[[card]]
id = "last-word"
kind = "event"
name = "Last Word"
colour = "golden"
reveal = []
when = [{trigger = "on_threat", instead = true, effects = [{gain = {target = "main", counter = "energy", amount = 1}}]}]
"""
NAMES = ("ann", "bo", "cy", "di")


@pytest.fixture
def table(stage):
    """So many Heroes who lack a Belief each, a Villain with the Objective, and another one in the GM's hand."""

    def made(heroes=3, *, house=None, lying=None, foe=None, **more):
        people = {name: {"belief": 8} for name in NAMES[:heroes]} | more
        people = {"foe": {"kind": "villain", "hate": 5, "power": 4} | (foe or {}), **people}
        rows = (Lying("silence", "gm", "foe", up=False),) if lying is None else lying
        hands = {"gm": {"plot": ("cat.1",)}}
        return stage(cards=CARDS, place="old-harbour", hands=hands, lying=rows, house=house, **people)

    return made


def cross(scene, *points, villain="cat.1"):
    scene.cast[0].does("crossover", villain=villain, points=points or ("ann/0", "bo/0", "cy/0"))
    return next(p for p in scene.s.people if p.id == "cat")


# --- Crossovers -----------------------------------------------------------------------------------------------


@pytest.mark.rule("PT-REV-04", "PT-CROSS-01", "PT-CROSS-07", "PT-RUL-06", "PT-RUL-20", "PT-RUL-76")
def test_for_three_belief_a_second_villain_comes_with_six_hate(table):
    scene = table()
    foe, *heroes = scene.cast
    cat = cross(scene)
    assert [each.now.will for each in heroes] == [9, 9, 9]
    assert (cat.will, cat.physical, cat.energy, cat.moves, cat.attacks) == (6, 9, 6, 0, 0)
    assert not {"crossover", "lock"} & set(foe.may())
    scene.ends_turn()
    cat = next(p for p in scene.s.people if p.id == "cat")
    assert (cat.will, cat.moves, cat.attacks) == (5, 2, 1)


@pytest.mark.rule("PT-RUL-76")
def test_the_table_may_let_a_crossover_villain_act_at_once(table):
    cat = cross(table(house={"crossover_actions": "now"}))
    assert (cat.moves, cat.attacks) == (2, 1)


@pytest.mark.rule("PT-CROSS-07", "PT-RUL-53")
def test_villains_stay_fewer_than_heroes(table):
    scene = table(2, house={"reversal_cap": "none"}, ann={"belief": 6})
    assert "crossover" not in scene.cast[0].may()


@pytest.mark.rule("PT-CROSS-03")
def test_a_crossover_villain_calls_no_mooks(table):
    crew = {"kind": "mook", "quantity": 2}
    scene = table(3, crew=crew, cat={"kind": "villain", "hate": 3})
    foe, cat = scene.cast[0], scene.cast[-1]
    assert "mooks.cat" not in cat.may()
    foe.does("mooks.foe", mook="crew")
    assert scene.cast[-2].now.quantity == 5


@pytest.mark.rule("PT-CROSS-02", "PT-RUL-64", "PT-RUL-20")
def test_without_hate_it_turns_face_down_and_a_crossover_brings_it_back(table):
    scene = table(
        4, cat={"kind": "villain", "power": 2, "hate": 1, "mental": 4, "energy": 3}, house={"reversal_cap": "none"}
    )
    ann, cat = scene.cast[1], scene.cast[-1]
    scene.ends_turn()
    assert cat.now.hides
    assert (cat.now.mental, cat.now.energy) == (4, 3)
    scene.cast[0].does("pass")
    assert "cat" not in str(ann.stage.play.option("ann", "fight.ann").params)
    back = cross(scene, villain="cat")
    assert (back.hides, back.will, back.mental) == (False, 6, 4)


@pytest.mark.rule("PT-CROSS-06")
def test_a_crossover_villain_who_is_out_never_comes_back(table):
    scene = table(4, cat={"kind": "villain", "physical": 1, "hate": 4})
    scene.cast[1].attacks(scene.cast[-1]).throws("HTT", "TTT", "TTT")
    scene.ends_combat()
    assert "crossover" not in scene.cast[0].may()


@pytest.mark.rule("PT-RUL-64", "PT-CROSS-02")
def test_a_villain_who_turns_face_down_in_a_combat_ends_it(table):
    scene = table(4, cat={"kind": "villain", "hate": 1})
    ann, cat = scene.cast[1], scene.cast[-1]
    ann.fights(cat)
    cat.does("heroic.cat", word="fighting")
    assert cat.now.hides
    assert scene.fight.phase == "redraw"


# --- who the Main Villain is ----------------------------------------------------------------------------------


@pytest.mark.rule("PT-CROSS-04", "PT-RUL-20", "PT-RUL-75", "PT-RUL-58", "PT-GOAL-04", "PT-OBJ-01", "PT-RUL-36")
def test_a_promoted_villain_has_the_objective_with_its_marks_and_a_third_wins(table):
    cat = {"kind": "villain", "power": 2, "hate": 3}
    lying = (Lying("silence", "gm", "foe", up=False, marks=2),)
    scene = table(3, foe={"physical": 1}, cat=cat, lying=lying)
    scene.now_has(bystanders=(Bystander("bank-clerk", "old-harbour"),))
    scene.cast[1].attacks(scene.cast[0]).throws("HTT", "TTT", "TTT")
    scene.ends_combat()
    cat = scene.cast[-1]
    assert (scene.s.main, cat.now.will, scene.lies("silence").on) == ("cat", 6, "cat")
    cat.does("shake.cat", hero="bo").does("shake.cat", hero="bo")
    cat.attacks("bank-clerk").throws("HHT", "TTT")
    assert scene.lies("silence").up
    assert scene.s.winner == "villains"
    assert not scene.told("revealed")


@pytest.mark.rule("PT-RUL-20", "PT-RUL-75")
def test_the_table_may_promote_with_six_hate_and_without_the_objective(table):
    rules = {"promoted_hate": "six", "objective_on_promotion": "leaves"}
    scene = table(3, foe={"physical": 1}, cat={"kind": "villain", "power": 4, "hate": 3}, house=rules)
    scene.cast[1].attacks(scene.cast[0]).throws("HTT", "TTT", "TTT")
    assert scene.cast[-1].now.will == 6
    assert [each.id for each in scene.s.lying] == ["old-harbour"]


@pytest.mark.rule("PT-CROSS-04")
def test_of_several_the_gm_says_who_is_promoted(table):
    others = {"cat": {"kind": "villain", "hate": 3}, "rex": {"kind": "villain", "hate": 3}}
    scene = table(4, foe={"physical": 1}, **others)
    scene.cast[1].attacks(scene.cast[0]).throws("HTT", "TTT", "TTT")
    scene.cast[0].does("main", who="rex")
    assert (scene.s.main, scene.cast[-1].now.will) == ("rex", 9)
    assert scene.cast[-2].now.will == 3


# --- Threats that hang on a condition -------------------------------------------------------------------------


@pytest.mark.rule("PT-RUL-36", "PT-GOAL-04")
def test_the_table_may_count_a_threat_only_once_the_objective_is_turned_up(table):
    for rule, winner in ((False, "villains"), (True, "")):
        lying = (Lying("silence", "gm", "foe", up=False, marks=3),)
        scene = table(house={"threat_needs_reveal": rule}, lying=lying)
        assert scene.s.winner == winner
    scene.cast[0].does("objective")
    assert scene.s.winner == "villains"


@pytest.mark.rule("PT-RUL-15", "PT-GOAL-04")
def test_a_threat_that_comes_true_as_the_last_villain_falls_is_an_end_of_both_sides(table):
    for rule, side in (("initiative", "heroes"), ("villains", "villains")):
        lying = (Lying("scorched-earth", "gm", "foe", up=False),)
        scene = table(3, foe={"physical": 1}, lying=lying, house={"double_ko": rule})
        scene.cast[1].attacks(scene.cast[0]).throws("HTT", "TTT", "TTT")
        assert scene.s.winner == side


@pytest.mark.rule("PT-GOAL-04")
def test_a_card_may_stop_a_threat_which_comes_again_only_after_it_was_false(table):
    lying = (Lying("silence", "gm", "foe", up=False, marks=3), Lying("last-word", "gm"))
    scene = table(lying=lying)
    foe = scene.cast[0]
    assert (scene.s.winner, foe.now.energy, scene.lies("silence").up) == ("", 1, True)
    scene.rules("lying", "silence", "marks", to=2)
    scene.ends_turn()
    scene.rules("lying", "silence", "marks", to=3)
    assert (scene.s.winner, foe.now.energy) == ("", 2)
