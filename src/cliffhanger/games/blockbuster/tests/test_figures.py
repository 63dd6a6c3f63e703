"""Figures beside options: told under every house rule, and exact where the dice can be counted by hand."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.rules import ongoing, verbs
from cliffhanger.games.blockbuster.rules.house import SWITCHES
from cliffhanger.kernel.frames import replace
from cliffhanger.odds.successes import at_least
from cliffhanger.testing.figure_laws import figure, figures_can_be_told
from cliffhanger.testing.playout import moments

TAGS = ("", "physical", "fight", "eyes", "vigor")
FOLLOW_UPS = ("fight", "talk", "flame", "defense", "vigor", "attack", "break free", "the vault", "resist")
USES = ("attack", "check", "setup", "task", "oppose", "convince", "restrain", "defend")
# The order is found as the names stand: where ties are rolled again, like dice would be without an end.
HOUSE = {switch.name: switch.values for switch in SWITCHES if switch.name != "init_tie"}
VALUES = [pytest.param(name, value, id=f"{name}={value}") for name, values in HOUSE.items() for value in values]
CHANGED = [each for each in VALUES if each.values[1] != HOUSE[each.values[0]][0]]


def somebody(rng):
    """A sheet of small numbers, nothing among them; its powers burn and strain."""
    powers = {
        name: {
            "uses": USES,
            "ongoing": name == "flame",
            "strain": rng.randint(0, 4),
            "damage_bonus": rng.randint(0, 1),
            "resist": rng.choice(("", "V", "P")),
            "against": rng.choice(("defense", "vigor", "potency")),
            "range": rng.choice(("set", "scene")),
            "targets": rng.choice((1, 1, 2)),
        }
        for name in ("flame", "blade")
    }
    small = {name: rng.randint(0, 3) for name in ("defense", "vigor", "potency", "fight", "talk")}
    attributes = {"eyes": rng.randint(0, 2), "vigor": rng.randint(0, 1)}
    limits = {"limit_v": rng.randint(1, 9), "limit_p": rng.randint(1, 9)}
    return {**small, **limits, "protection": rng.randint(0, 2), "attributes": attributes, "powers": powers}


def in_trouble(stage, rng, house):
    """Three people whom something hinders, holds, presses and burns; dice wait, and a task is open."""
    scene = stage(house=house, mara=somebody(rng), joss={**somebody(rng), "lead": True}, guard=somebody(rng))
    s, names = scene.s, [p.id for p in scene.s.cast]
    for text in ("Rain", "Smoke")[: rng.randint(0, 2)]:
        s = verbs.impede(s, "hall", text, rng.randint(1, 2), rng.choice(TAGS))
    s = verbs.add_task(s, "The vault", rng.randint(1, 3))
    for who in names:
        other, third = rng.sample([name for name in names if name != who], 2)
        s = verbs.give_token(s, other, who, rng.choice(FOLLOW_UPS), rng.randint(0, 2), passed=rng.random() < 0.5)
        s = verbs.record(s, who, "flame", other, rng.randint(0, 3))
        s = verbs.restrain(s, who, third) if rng.random() < 0.4 else s
    if rng.random() < 0.4 and ongoing.due(s, "mara", "flame"):
        s = ongoing.sustain(s, "mara", "flame")
    s = replace(s, news=())
    assert GAME.invariant_error(s) == ""
    return scene.at.setup, s


def told(stage, seed, house):
    """How many of each figure were told in one such scene."""
    rng = Random(seed)
    setup, s = in_trouble(stage, rng, house)
    return figures_can_be_told(GAME, list(moments(GAME, setup, rng, 60, s=s)), rng)


def test_figures_can_be_told_where_no_house_rule_is_changed(stage):
    assert told(stage, "as it is written", {}).total()


@pytest.mark.parametrize(("name", "value"), CHANGED)
def test_figures_can_be_told_under_every_house_rule(stage, name, value):
    assert told(stage, f"{name}={value}", {name: value}).total()


@pytest.mark.long
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_figures_can_be_told_whatever_the_other_house_rules_are(stage, name, value):
    rng = Random(f"{name}={value}")
    for others in ({}, *({each: rng.choice(values) for each, values in HOUSE.items()} for _ in "ab")):
        assert told(stage, rng.random(), {**others, name: value}).total()


def test_every_figure_there_is_stands_beside_something(stage):
    found = Counter()
    for seed in range(12):
        found += told(stage, seed, {})
    assert found.keys() == GAME.figure_by_id.keys()


# --- one by one ---------------------------------------------------------------------------------------------

FLAME = {"flame": {"uses": ("attack", "defend"), "ongoing": True, "resist": "V"}}
HOT = {"flame": FLAME["flame"] | {"strain": 5}}


def shown(scene, seat, key, words, **choice):
    """A figure beside an option, by its words."""
    option = scene.at.option(seat, key)
    name = next(name for name in option.figures if GAME.figure_by_id[name].words == words)
    return figure(GAME, scene.s, option, name, choice).value


@pytest.mark.rule("BB-ONG-06", "BB-ONG-08")
def test_attacking_again_hurts_even_if_it_misses(stage):
    scene = stage(mara={"act": 6, "powers": HOT}, guard={"defense": 4, "vigor": 4, "limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5, 1, 1, 1).holds_down(0)
    guard.defends().rolls(1, 1, 1, 1)
    mara.is_up()
    assert shown(scene, "mara", "attack.flame", "it hurts") > Fraction(95, 100)
    mara.attacks(guard, using="flame").rolls(5, 5, 1, 1, 1, 1)
    # Two successes: three or four of the defence make it a miss, and then four dice resist the three that burn.
    beaten = at_least(4, 3)
    assert shown(scene, "mara", "cancel", "it hurts them", cancelled=0) == 1 - beaten * at_least(4, 3)
    mara.holds_down(0)
    assert shown(scene, "director", "defend", "nothing gets through") == beaten * at_least(4, 3)


@pytest.mark.rule("BB-OPP-04", "BB-DEF-04")
def test_whoever_may_be_taken_out_by_an_attack_reads_how_likely_and_what_is_there_already(stage, edited):
    scene = stage(mara={"act": 6}, guard={"defense": 4, "limit_v": 4})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(5, 5, 5, 1, 1, 1)  # three successes: at worst one short of four
    assert scene.at.option("director", "defend").figures == ("kept_out",)
    guard.defends().rolls(1, 1, 1, 1)
    assert guard.damage == 3

    scene = stage(mara={"act": 6}, guard={"defense": 4, "limit_v": 4})
    mara, guard = scene.cast
    edited(scene, guard, damage_v=2)
    mara.attacks(guard).rolls(5, 5, 5, 1, 1, 1)
    assert "4 damage takes Guard out, 2 is there." in scene.at.option("director", "defend").says
    # Two more are needed: at most one of four dice succeeds.
    assert shown(scene, "director", "defend", "you go out") == 1 - at_least(4, 2)
    guard.defends().rolls(5, 1, 1, 1)
    assert scene.s.cast[1].taken_out


@pytest.mark.rule("BB-DEF-04")
@pytest.mark.parametrize(("model", "figures"), [("record", ("kept_out",)), ("shared", ("kept_out", "out"))])
def test_how_damage_is_counted_decides_whether_one_may_go_out(stage, edited, model, figures):
    scene = stage(house={"damage_model": model}, mara={"act": 6}, guard={"limit_v": 5, "limit_p": 5})
    mara, guard = scene.cast
    edited(scene, guard, damage_p=3)
    mara.attacks(guard).rolls(5, 5, 1, 1, 1, 1)
    assert scene.at.option("director", "defend").figures == figures


@pytest.mark.rule("BB-STR-06")
def test_beside_the_strain_stands_whom_it_hurts_where_one_alone_is_attacked(stage):
    coil = {"coil": {"uses": ("attack", "oppose"), "strain": 4, "targets": 2}}
    for act, targets, figures in (("attack", 1, ("hurts",)), ("attack", 2, ()), ("oppose", 1, ())):
        scene = stage(mara={"act": 3, "powers": coil}, guard={}, dog={})
        mara, *others = scene.cast
        (mara.attacks if act == "attack" else mara.opposes)(*others[:targets], using="coil").rolls(5, 5, 1)
        assert scene.at.option("mara", "cancel").figures == figures


@pytest.mark.rule("BB-DEF-03")
def test_an_impediment_in_successes_leaves_no_tie_where_there_was_a_lag(stage):
    powers = {"flame": HOT["flame"] | {"damage_bonus": 2}}
    scene = stage(house={"impediment_as": "required"}, mara={"act": 6, "powers": powers}, guard={"defense": 2})
    scene.does("impede", place="hall", text="Rain", penalty=2, tag="")
    mara, guard = scene.cast
    assert shown(scene, "mara", "attack", "you hit") < Fraction(1, 2)
    mara.attacks(guard, using="flame").rolls(5, 1, 1, 1, 1, 1)
    assert shown(scene, "mara", "cancel", "it hurts them", cancelled=0) == 0


@pytest.mark.rule("BB-DEF-03")
@pytest.mark.parametrize("way", ["dice", "required"])
@pytest.mark.parametrize(("tag", "skill", "hindered"), [("", "climb", 1), ("climb", "climb", 1), ("climb", "think", 0)])
def test_the_director_sees_what_hinders_the_pair(stage, way, tag, skill, hindered):
    scene = stage(house={"impediment_as": way}, mara={"climb": 4, "think": 4}, guard={})
    scene.does("impede", place="hall", text="Ice", penalty=1, tag=tag)
    scene.cast[0].tries(by=skill)
    made = at_least(4 - hindered, 2) if way == "dice" else at_least(4, 2 + hindered)
    assert shown(scene, "director", "set", "they make it", required=2) == made


@pytest.mark.rule("BB-ONG-03")
def test_what_is_sustained_meets_the_best_they_have(stage):
    scene = stage(mara={"act": 6, "powers": FLAME}, guard={"defense": 1, "vigor": 6, "limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5, 1, 1, 1)
    guard.defends().rolls(1)
    mara.is_up()
    assert shown(scene, "mara", "sustain.flame", "they do not shake it off") == 1 - at_least(6, 3)


@pytest.mark.rule("BB-DER-01")
@pytest.mark.parametrize(("zero_pool", "dice"), [("none", 0), ("one_die", 1)])
def test_whoever_is_held_rolls_what_the_house_gives_an_empty_pool(stage, edited, zero_pool, dice):
    house = {"restrained_defence": "none", "zero_pool": zero_pool}
    scene = stage(house=house, mara={"act": 3}, guard={"limit_v": 9})
    mara, guard = scene.cast
    edited(scene, guard, restrained=("mara",))
    mara.attacks(guard).rolls(5, 1, 1)
    assert shown(scene, "director", "defend", "nothing gets through") == at_least(dice, 1)
    guard.defends()
    assert (scene.dice_in_the_air() if dice else guard.damage) == 1


@pytest.mark.rule("BB-CR-10")
@pytest.mark.parametrize(("zero_pool", "dice"), [("none", 0), ("one_die", 1)])
def test_breaking_free_without_vigor(stage, edited, zero_pool, dice):
    scene = stage(house={"zero_pool": zero_pool}, mara={"vigor": 0, "limit_v": 9}, guard={"vigor": 0, "limit_v": 9})
    edited(scene, scene.cast[0], restrained=("guard",))
    assert shown(scene, "mara", "break", "you get free") == at_least(dice, 1)


@pytest.mark.rule("BB-UNO-03")
def test_what_no_longer_hinders_when_the_dice_are_taken_up_is_not_counted(stage):
    scene = stage(mara={"climb": 4}, guard={})
    scene.does("impede", place="hall", text="Ice", penalty=2, tag="")
    scene.cast[0].tries(by="climb")
    scene.asks_for(2)
    assert shown(scene, "mara", "roll", "you make it") == at_least(2, 2)
    scene.does("clear", what=f"hall/{scene.s.sets[0].impediments[0].id}")
    assert shown(scene, "mara", "roll", "you make it") == at_least(4, 2)


@pytest.mark.rule("BB-STR-06")
def test_where_the_referee_holds_strain_down_an_attack_has_what_is_left(stage):
    scene = stage(house={"strain_cancel": "automatic"}, mara={"act": 4, "powers": HOT}, guard={"defense": 0})
    # Strain 5 against Vigor 3: two of the successes never reach the attack.
    assert shown(scene, "mara", "attack.flame", "it hurts") == at_least(4, 3)


@pytest.mark.rule("BB-OPP-03")
def test_an_opponent_who_stands_by_a_power_holds_its_strain_down_first(stage):
    scene = stage(house={"strain_cancel": "automatic"}, mara={"act": 2}, guard={"act": 4, "powers": HOT})
    mara, guard = scene.cast
    mara.opposes(guard).rolls(1, 1)
    assert shown(scene, "director", "pair.flame", "you stand") == at_least(4, 3)
