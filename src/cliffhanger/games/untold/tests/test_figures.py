"""What makes a figure quick changes nothing: small casts in trouble, under every house rule."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.odds import questions
from cliffhanger.games.untold.rules.house import SWITCHES
from cliffhanger.games.untold.tests.parted import WALKED
from cliffhanger.kernel.frames import change, replace
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import first
from cliffhanger.testing.figure_laws import figure, shortcut_agrees, shortcuts_agree
from cliffhanger.testing.playout import at_random, moments

HOUSE = {switch.name: switch.values for switch in SWITCHES}
VALUES = [pytest.param(name, value, id=f"{name}={value}") for name, values in HOUSE.items() for value in values]
CHANGED = [each for each in VALUES if each.values[1] != HOUSE[each.values[0]][0]]


def somebody(rng):
    """A sheet of small numbers, nothing among them, with much that helps and hinders; stores are half empty."""
    body = {"athletics": rng.randint(0, 2), "athletics/climbing": rng.randint(1, 3), "riding": rng.randint(0, 2)}
    mind = {"cognition": rng.randint(0, 2), "cognition/recall": rng.randint(0, 3)}
    return {
        "body": {name: (rank, rng.choice((-1, -1, 0, 1, 2))) for name, rank in body.items()},
        "mind": {name: rank for name, rank in mind.items() if rank or "/" not in name},
        "strengths": [f"s{n}" for n in range(rng.choice((0, 1, 2, 9)))],
        "weaknesses": [f"w{n}" for n in range(rng.choice((0, 1, 2, 5)))],
        "moral": {"honour": rng.randint(1, 2)},
        "points": rng.randint(0, 3),
    }


def in_trouble(stage, rng, house):
    """Two of them against one, tired and hurt; boon dice wait for their next rolls."""
    scene = stage(
        house=house,
        villain_points=rng.randint(0, 3),
        ann=somebody(rng),
        ben=somebody(rng),
        foe=somebody(rng) | {"adversary": True},
    )
    s = scene.s
    for actor in scene.cast:
        rows = actor.now.aspects
        for row, base in zip(rows, actor.bases, strict=True):
            lost = rng.randint(0, base)
            rows = change(rows, row.id, damaged=lost - lost // 2, spent=lost // 2)
        s = replace(s, cast=change(s.cast, actor.id, aspects=rows))
    assert GAME.invariant_error(s) == ""
    return scene.at.setup, s


def busily(game, s, offers, rng):
    """Anything but an end, at difficulties that small pools may meet."""
    going_on = [o for o in offers if o.key not in ("end", "refuse", "impossible", "withdraw", "again")]
    put = at_random(game, s, tuple(going_on), rng)
    hard = {"base": rng.choice((0, 1, 2, 2, 3, 4, 11))} if put.key == "set" else {}
    return Act(put.seat, put.window, put.key, {**put.choice, **hard})


def compared(stage, seed, house, most=1):
    """How many of each figure were held to the longer walk in one such scene."""
    rng = Random(seed)
    setup, s = in_trouble(stage, rng, house)
    return shortcuts_agree(WALKED, list(moments(GAME, setup, rng, 120, choose=busily, s=s)), rng, most)


def test_figures_come_true_where_no_house_rule_is_changed(stage):
    assert compared(stage, "as it is written", {}).total()


@pytest.mark.parametrize(
    ("name", "value"), [each._replace(marks=[pytest.mark.long] * (n % 3 > 0)) for n, each in enumerate(CHANGED)]
)
def test_figures_come_true_under_every_house_rule(stage, name, value):
    assert compared(stage, f"{name}={value}", {name: value}).total()


@pytest.mark.long
@pytest.mark.parametrize(("name", "value"), VALUES)
def test_figures_come_true_whatever_the_other_house_rules_are(stage, name, value):
    rng = Random(f"{name}={value}")
    for others in ({}, *({each: rng.choice(values) for each, values in HOUSE.items()} for _ in "ab")):
        assert compared(stage, rng.random(), {**others, name: value}).total()


def test_every_figure_there_is_has_been_held_to_the_rules(stage):
    held = Counter()
    for seed in range(20):
        held += compared(stage, seed, {})
        if held.keys() == GAME.figure_by_id.keys():
            return
    raise AssertionError(f"no figure is held to the rules: {', '.join(GAME.figure_by_id.keys() - held.keys())}")


# --- one by one ---------------------------------------------------------------------------------------------


def shown(scene, seat, key, words, **choice):
    """A figure beside an option, by its words; the longer walk has to come to the same."""
    option = scene.at.option(seat, key)
    found = next(each for each in map(WALKED.figure_by_id.get, option.figures) if each.words == words)
    act = Act(option.seat, option.window, key, first(option.params) | choice)
    assert shortcut_agrees(WALKED, scene.s, act, found)
    return figure(GAME, scene.s, option, found.id, choice).value


NINE = [f"s{n}" for n in range(9)]


@pytest.mark.rule("UN-MR-02", "UN-MR-03")
def test_what_helps_beyond_the_lowest_roll_makes_up_for_a_column(stage):
    # Nine that help make 0 of 9, which is held at 2. The column that the third point touches makes it 1: still 2.
    body = {"athletics/climbing": 3, "riding": 2}
    scene = stage(ann={"body": body, "strengths": NINE, "lost": {"endurance": 2}}, house={"columns_debilitate": "true"})
    (ann,) = scene.cast
    ann.tries("climbing", 5, mods=tuple(f"strength.{name}" for name in NINE))
    assert (ann.left("endurance"), ann.bases[0], scene.mr) == (4, 6, 2)
    found = shown(scene, "ann", "roll", "you make it", exertion=2)
    assert found == questions.point(sr=3, dl=6, mr=2, kind="sub", points=2).value
    assert shown(scene, "ann", "roll", "at best:", exertion=2) > found
    ann.rolls(1, 1, 3)
    assert shown(scene, "ann", "push", "you make it", exertion=2) == questions.push(short=6, mr=2, points=4).value


@pytest.mark.rule("UN-DL-03")
@pytest.mark.parametrize("base", [0, 1])
def test_a_task_of_no_difficulty_is_not_made_harder_in_any_way(stage, base):
    scene = stage(
        ann={"body": {"athletics": 3, "riding": 2}, "points": 1, "lost": {"endurance": 5}},
        house={"columns_debilitate": "true"},
    )
    scene.cast[0].declares("athletics").does("numbers", use="harder")
    found = shown(scene, "gm", "set", "they make it, with nothing spent", base=base)
    scene.does("set", base=base)
    assert (scene.dl, scene.mr) == ((2, 9) if base == 0 else (5, 11))
    assert (
        found == shown(scene, "ann", "roll", "you make it") == questions.success(sr=3, dl=scene.dl, mr=scene.mr).value
    )


@pytest.mark.rule("UN-PEN-03", "UN-HRO-03")
def test_what_points_took_beyond_nothing_swallows_tiredness(stage):
    scene = stage(ann={"body": {"athletics": 2, "riding": 1}, "points": 1, "lost": {"endurance": 1}})
    (ann,) = scene.cast
    ann.tries("athletics", 1).rolls(1, 1).does("numbers", use="easier")
    # Difficulty 1 less 2 is held at 0; the column that the push touches makes it 0 again, not 1.
    assert (scene.dl, scene.net, ann.left("endurance")) == (0, -2, 2)
    assert shown(scene, "ann", "push", "you make it", exertion=2) == questions.push(short=2, points=2).value


@pytest.mark.rule("UN-DL-04")
def test_where_nobody_rolls_for_the_impossible_it_is_not_made(stage):
    scene = stage(ann={"body": {"athletics": 3}, "points": 1}, villain_points=1, house={"impossible_rollable": "false"})
    scene.cast[0].declares("athletics")
    words = "they make it, with nothing spent"
    assert [shown(scene, "gm", "set", words, base=base) > 0 for base in (11, 12)] == [True, False]
    scene.does("set", base=10)
    assert shown(scene, "gm", "numbers", "they fall short, with no more spent", use=("harder",)) == 1


@pytest.mark.rule("UN-BON-04")
@pytest.mark.parametrize(
    ("harsh", "worth"), [("false", Fraction(1, 3)), ("true", questions.push(pushed_boon_ones_snag="true").value)]
)
def test_a_boon_die_of_a_push_is_worth_less_in_a_harsh_house(stage, harsh, worth):
    scene = stage(ann={"body": {"athletics": 2, "riding": 3}}, house={"pushed_boon_ones_snag": harsh})
    scene.cast[0].tries("athletics", 2).rolls(2, 2).pushes(12)
    assert shown(scene, "ann", "boon", "it is made") == worth
