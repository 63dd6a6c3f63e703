"""Set-Up dice wait for one named roll: what they fit, what they do not, and what the Director lets pass."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.rules.verbs import person
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.successes import at_least
from cliffhanger.odds.successes import successes as law
from cliffhanger.testing.figure_laws import figure

FIST = {"fist": {"uses": ("attack", "oppose", "convince", "restrain", "check", "setup", "task", "defend")}}


def waiting(stage, *names, house=None, **people):
    """Joss has two dice waiting for each of these, by rulings rather than by rolls."""
    joss = {"lead": True, "shot": 3, "swing": 3, "powers": FIST} | people.pop("joss", {})
    scene = stage(house=house, mara={"think": 2}, joss=joss, guard={"fight": 3, "vigor": 9}, **people)
    mara, joss, guard = scene.cast[:3]
    for name in names:
        mara.sets_up(joss, name, by="think")
        scene.asks_for(0)
        mara.rolls(6, 6)
    return scene, joss, guard


@pytest.mark.rule("BB-SET-01")
def test_dice_set_up_for_a_shot_are_not_rolled_for_a_swing(stage):
    scene, joss, guard = waiting(stage, "shot")
    assert "does not go with" in joss.cannot("attack", target=guard, by="swing", uses="shot").why
    joss.attacks(guard, by="shot", uses="shot")
    assert (scene.dice_in_the_air(), joss.waiting_dice) == (5, [])


@pytest.mark.rule("BB-SET-01")
@pytest.mark.parametrize("key", ["attack", "attack.fist", "oppose", "convince", "restrain", "task"])
def test_dice_for_something_else_are_shown_and_blocked_in_every_act(stage, key):
    scene, joss, _ = waiting(stage, "the getaway")
    scene.does("task", name="The vault", required=9)
    joss.is_up()
    asked = {p.name: p for p in scene.at.option("joss", key).params}
    if key == "oppose":
        assert joss.cannot(key, target="guard", aim="get past", uses="the getaway").why
    else:
        assert "the Director lets them serve" in asked["tokens"].items[0].blocked


@pytest.mark.rule("BB-SET-01")
@pytest.mark.parametrize(
    ("name", "key", "choice"),
    [
        ("The Shot", "attack", {"target": "guard", "by": "shot"}),
        ("an attack", "attack", {"target": "guard", "by": "swing"}),
        ("Fist", "attack.fist", {"target": "guard", "by": "swing"}),
        ("the blue door", "oppose", {"target": "guard", "aim": "Blue door", "by": "swing"}),
        ("blue door", "oppose", {"target": "guard", "aim": "the blue door", "by": "swing"}),
        ("restrain", "restrain", {"target": "guard", "by": "swing"}),
        ("convince", "convince", {"target": "guard", "by": "swing", "behaviour": "sit"}),
        ("the vault", "task", {"by": "swing"}),
        ("swing", "task", {"by": "swing"}),
    ],
)
def test_dice_fit_the_skill_the_power_or_the_goal_that_is_chosen(stage, name, key, choice):
    scene, joss, _ = waiting(stage, name)
    scene.does("task", name="The vault", required=9)
    if key == "task":
        choice = {**choice, "task": scene.task.id}
    joss.does(key, **choice, uses=name)
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-SET-01")
@pytest.mark.parametrize(("goal", "using", "fits"), [("leap", "", True), ("walk", "", False), ("walk", "fist", False)])
def test_dice_fit_an_unopposed_roll_once_it_is_declared(stage, goal, using, fits):
    scene, joss, _ = waiting(stage, "the leap")
    joss.tries(goal, using=using, by="swing")
    scene.asks_for(1)
    if fits:
        joss.takes_the_dice(uses="the leap")
        assert scene.dice_in_the_air() == 5
    else:
        assert scene.at.refused("joss", "roll", tokens=scene.s.tokens[0].id).why


@pytest.mark.rule("BB-SET-01")
@pytest.mark.parametrize(("wanted", "fits"), [("swing", True), ("shot", False), ("fist", True)])
def test_the_director_who_changes_the_skill_changes_what_fits(stage, wanted, fits):
    scene, joss, _ = waiting(stage, wanted)
    joss.tries(using="fist", by="shot")
    scene.asks_for(1, skill="swing")
    item = {p.name: p for p in scene.at.option("joss", "roll").params}["tokens"].items[0]
    assert (not item.blocked) == fits


@pytest.mark.rule("BB-SET-01", "BB-DER-01")
@pytest.mark.parametrize(("name", "fits"), [("defense", True), ("shot", False), ("vigor", False)])
def test_dice_fit_what_somebody_defends_with(stage, name, fits):
    scene, joss, guard = waiting(stage, name)
    guard.attacks(joss, by="fight").rolls(5, 1, 1)
    item = {p.name: p for p in scene.at.option("joss", "defend").params}["tokens"].items[0]
    assert (not item.blocked) == fits


@pytest.mark.rule("BB-SET-01", "BB-OPP-02")
@pytest.mark.parametrize(("key", "choice"), [("derived", {"with": "vigor"}), ("pair", {"by": "swing"})])
def test_dice_fit_what_somebody_answers_with(stage, key, choice):
    scene, joss, guard = waiting(stage, "vigor", "swing")
    guard.opposes(joss, by="fight").rolls(5, 1, 1)
    vigor, swing = (t.id for t in scene.s.tokens)
    wrong, right = (swing, vigor) if key == "derived" else (vigor, swing)
    filled = joss._filled(dict(choice))
    assert scene.at.refused("joss", key, tokens=wrong, **filled).why
    joss.answers(key, tokens=right, **choice)
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-SET-01", "BB-CR-06")
def test_dice_for_vigor_do_not_help_against_words(stage):
    scene, joss, guard = waiting(stage, "vigor", joss={"potency": 9, "vigor": 9})
    guard.convinces(joss, by="fight").rolls(5, 1, 1)
    guard.restrains(joss, by="fight").rolls(5, 1, 1)
    assert joss.cannot("resist", track="convince:guard:joss", uses="vigor").why
    joss.shakes_off(guard, uses="vigor")
    assert scene.dice_in_the_air() == 11


@pytest.mark.rule("BB-SET-01")
def test_the_director_lets_dice_serve_another_roll(stage):
    scene, joss, guard = waiting(stage, "the getaway")
    scene.does("pass", tokens=scene.s.tokens[0].id)
    assert scene.at.told[-1] == "Director lets the dice of Joss for the getaway serve any roll."
    assert "pass" not in scene.at.open("director")
    joss.attacks(guard, by="swing", uses="the getaway")
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-SET-01", "BB-EXT-03")
def test_dice_left_over_from_a_task_name_no_roll_and_serve_any(stage):
    scene, joss, guard = waiting(stage, house={"extended_overshoot": "setup"})
    scene.does("task", name="The vault", required=1)
    joss.works_on(scene.task, by="swing").rolls(5, 5, 5)
    joss.attacks(guard, by="shot", uses="after The vault")
    assert scene.dice_in_the_air() == 5


@pytest.mark.rule("BB-SET-01", "BB-CR-06")
def test_dice_that_are_spent_do_not_fall_again_where_the_initiator_rolls_anew(stage):
    scene, joss, guard = waiting(stage, "swing", house={"cr_resist": "fresh"})
    joss.restrains(guard, by="swing", uses="swing").rolls(5, 1, 1, 1, 1)
    guard.shakes_off(joss).rolls(*(5,) * 9)
    assert scene.dice_in_the_air() == 3


@pytest.mark.rule("BB-SET-01", "BB-CR-07")
def test_nor_after_an_attempt_that_began_as_an_answer(stage):
    scene, joss, guard = waiting(stage, "swing", house={"cr_resist": "fresh"})
    guard.restrains(joss, by="fight").rolls(5, 1, 1)
    joss.turns_it_round(guard, "restrain", "restrain", by="swing", uses="swing").rolls(5, 5, 5, 1, 1)
    scene.rolls(5, 1, 1)
    assert scene.tracks == {("restrain", "joss", "guard"): 1}
    guard.shakes_off(joss).rolls(*(5,) * 9)
    assert scene.dice_in_the_air() == 3


@pytest.mark.rule("BB-SET-01", "BB-INIT-01")
def test_nor_when_a_tie_for_the_order_is_rolled_off(stage):
    scene = stage(mara={"think": 2}, joss={"lead": True}, guard={}, absent=("joss",))
    scene.rules("house", "init_tie", to="reroll")
    mara, joss, _ = scene.cast
    mara.sets_up(mara, "the order", by="think")
    scene.asks_for(0)
    mara.rolls(6, 6)
    scene.rules("tokens", scene.s.tokens[0].id, "to", to="joss")
    scene.does("bring", whom=("joss",), place="hall")
    joss.answers("defense", uses="the order").rolls(5, 1, 1, 1, 1)
    scene.rolls(5, 1, 1)
    assert scene.dice_in_the_air() == 3


def ahead(dice, against):
    """How likely it is that an attack brings more successes than its defence: a tie hits, and does not hurt."""
    return sum((law(against)[n] * at_least(dice, n + 1) for n in range(against + 1)), start=Fraction(0))


@pytest.mark.rule("BB-SET-01")
def test_what_dice_that_wait_would_make_of_a_roll_stands_beside_it(stage):
    """They lie behind a fold, and nobody who plays by the big button would think of them."""
    scene, joss, _ = waiting(stage, "shot", "the getaway")
    joss.is_up()
    option, defense = scene.at.option("joss", "attack"), person(scene.s, "guard").sheet.defense
    choice = {"target": ("guard",), "skill": ("shot",)}
    assert option.figures == ("harms", "harms_set_up", "hits")
    with_them, without = (figure(GAME, scene.s, option, name, choice).value for name in ("harms_set_up", "harms"))
    assert (without, with_them) == tuple(ahead(dice, defense) for dice in (3, 5))
    brought = choice | {"tokens": (scene.s.tokens[0].id,)}
    assert figure(GAME, scene.s, option, "harms", brought).value == with_them
    for odd in (brought, choice | {"skill": ("swing",)}):  # they are brought already, or fit nothing
        with pytest.raises(OutOfRange):
            figure(GAME, scene.s, option, "harms_set_up", odd)
    assert scene.at.option("joss", "check").figures == ()


@pytest.mark.rule("BB-SET-01")
def test_where_only_the_best_dice_are_brought_the_best_are_told_of(stage):
    scene, joss, _ = waiting(stage, "shot", "shot", house={"setup_stack": "best"})
    joss.is_up()
    s = replace(scene.s, tokens=(scene.s.tokens[0], replace(scene.s.tokens[1], dice=4)))
    option, defense = scene.at.option("joss", "attack"), person(s, "guard").sheet.defense
    choice = {"target": ("guard",), "skill": ("shot",)}
    assert figure(GAME, s, option, "harms_set_up", choice).value == ahead(7, defense)
