"""Strain from powers and gear: what counts, what is at risk, and what successes can do about it."""

from random import Random

import pytest

from cliffhanger.games.blockbuster import GAME
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import first
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import by_bots, moments


def user(stage, *, vigor=3, dice=4, house=None, uses=("check", "attack", "setup", "task", "convince"), **more):
    """Mara, with a power of strain 5V and the guard before her."""
    powers = {"coil": {"strain": 5, "uses": uses}, **more.pop("powers", {})}
    facts = {"vigor": vigor, "act": dice, "limit_v": 9, "powers": powers, **more}
    scene = stage(house=house, mara=facts, guard={"vigor": 9})
    return scene, *scene.cast


@pytest.mark.rule("BB-STR-01", "BB-STR-03", "BB-STR-04")
@pytest.mark.parametrize(("vigor", "over"), [(3, 2), (4, 1), (5, 0), (6, 0)])
def test_only_what_exceeds_the_attribute_is_at_risk(stage, vigor, over):
    scene, mara, _ = user(stage, vigor=vigor)
    mara.tries(using="coil")
    assert scene.frame.side.over == over


@pytest.mark.rule("BB-STR-01", "BB-STR-02", "BB-STR-03")
def test_strain_of_the_mind_taxes_potency_and_adds_up_apart(stage):
    powers = {
        "gaze": {"strain": 4, "strain_type": "P", "uses": ("check",)},
        "ring": {"strain": 1, "strain_type": "P", "active": True},
        "belt": {"strain": 9, "strain_type": "V", "active": True},
        "robe": {"strain": 9, "strain_type": "P"},
    }
    scene = stage(mara={"potency": 3, "powers": powers}, guard={})
    mara, _ = scene.cast
    mara.tries(using="gaze")
    assert (scene.frame.side.over, scene.frame.side.type) == (2, "P")


@pytest.mark.rule("BB-STR-02")
def test_what_is_switched_off_no_longer_counts(stage):
    belt = {"belt": {"strain": 2, "active": True}}
    scene, mara, _ = user(stage, powers=belt)
    mara.does("switch", powers=())
    mara.tries(using="coil")
    assert scene.frame.side.over == 2


@pytest.mark.rule("BB-STR-02")
def test_the_director_adds_a_strain_and_takes_it_away(stage):
    scene, mara, _ = user(stage)
    scene.does("strain", whom="mara", text="Thin air", rating=2, type="V")
    mara.tries(using="coil")
    assert scene.frame.side.over == 4
    scene.does("back")
    scene.does("unstrain", what=f"mara/{mara.now.extra[0].id}")
    mara.tries(using="coil")
    assert scene.frame.side.over == 2


@pytest.mark.rule("BB-STR-02")
def test_what_still_burns_is_a_source(stage):
    powers = {"flame": {"strain": 2, "uses": ("attack",), "ongoing": True}}
    scene = stage(
        house={"actions_per_turn": "2", "sustain_cost": "free"},
        **{
            "mara": {"vigor": 3, "act": 3, "powers": powers | {"coil": {"strain": 3, "uses": ("check",)}}},
            "guard": {"vigor": 9},
        },
    )
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 1)
    guard.defends().rolls(1, 1, 1)
    mara.tries(using="coil")
    assert scene.frame.side.over == 2


@pytest.mark.rule("BB-STR-06", "BB-STR-07")
def test_no_more_can_be_cancelled_than_was_rolled_or_is_at_risk(stage):
    scene, mara, _ = user(stage)
    mara.tries(using="coil")
    scene.asks_for(1)
    mara.rolls(5, 1, 1, 1)
    refusal = scene.at.refused("mara", "cancel", cancelled=2)
    assert (refusal.rule, "from 0 to 1" in refusal.why) == ("BB-STR-06", True)
    scene, mara, _ = user(stage)
    mara.tries(using="coil")
    scene.asks_for(1)
    mara.rolls(5, 5, 5, 5)
    assert "from 0 to 2" in scene.at.refused("mara", "cancel", cancelled=3).why


@pytest.mark.rule("BB-STR-04", "BB-STR-06")
def test_without_a_success_there_is_nothing_to_choose_and_all_of_it_lands(stage):
    scene, mara, _ = user(stage)
    mara.tries(using="coil")
    scene.asks_for(1)
    mara.rolls(1, 1, 1, 1)
    assert mara.damage == 2


@pytest.mark.rule("BB-STR-05")
def test_protection_does_not_reduce_it(stage):
    scene, mara, _ = user(stage, protection=5)
    mara.tries(using="coil")
    scene.asks_for(1)
    mara.rolls(5, 1, 1, 1)
    mara.holds_down(0)
    assert mara.damage == 2


@pytest.mark.rule("BB-STR-07")
def test_what_is_cancelled_reaches_no_set_up_token(stage):
    scene, mara, _ = user(stage)
    mara.sets_up(mara, "the leap", using="coil")
    scene.asks_for(1)
    mara.rolls(5, 5, 5, 5)
    mara.holds_down(2)
    assert (mara.waiting_dice, mara.damage) == ([1], 0)


@pytest.mark.rule("BB-STR-07")
def test_what_is_cancelled_reaches_no_total(stage):
    scene, mara, _ = user(stage)
    scene.does("task", name="The vault", required=9)
    mara.works_on(scene.task, using="coil").rolls(5, 5, 5, 5)
    mara.holds_down(1)
    assert (scene.task.total, mara.damage) == (3, 1)


@pytest.mark.rule("BB-STR-07")
def test_what_is_cancelled_reaches_no_track(stage):
    scene, mara, guard = user(stage)
    mara.convinces(guard, using="coil").rolls(5, 5, 1, 1)
    mara.holds_down(1)
    assert (scene.tracks, mara.damage) == ({("convince", "mara", "guard"): 1}, 1)


@pytest.mark.rule("BB-STR-07", "BB-DEF-04")
def test_cancelled_successes_still_count_as_rolled(stage):
    scene, mara, guard = user(stage, vigor=4)
    mara.attacks(guard, using="coil").rolls(5, 1, 1, 1)
    mara.holds_down(1)
    guard.defends().rolls(1, 1, 5)
    assert (mara.setbacks, len(scene.told("misses"))) == ([], 1)


@pytest.mark.rule("BB-STR-06")
def test_the_choice_comes_before_the_opposing_dice(stage):
    scene, mara, guard = user(stage)
    mara.attacks(guard, using="coil").rolls(5, 5, 1, 1)
    assert scene.at.open("mara").count("cancel") == 1
    assert "defend" not in scene.at.open()
    mara.holds_down(1)
    assert "defend" in scene.at.open("director")


@pytest.mark.rule("BB-STR-06")
@pytest.mark.parametrize(("use", "start"), [("attack", 2), ("check", 1), ("task", 0)])
def test_what_lies_there_first_is_all_on_attacks_and_the_task_first_elsewhere(stage, use, start):
    scene, mara, guard = user(stage)
    if use == "attack":
        mara.attacks(guard, using="coil")
    elif use == "check":
        mara.tries(using="coil")
        scene.asks_for(1)
    else:
        scene.does("task", name="The vault", required=9)
        mara.works_on(scene.task, using="coil")
    mara.rolls(5, 5, 1, 1)
    assert scene.at.option("mara", "cancel").params[0].start == start


@pytest.mark.rule("BB-STR-04", "BB-FAIL-02")
def test_a_failed_use_hurts_by_its_strain_first_and_by_its_shortfall_after(stage):
    scene, mara, _ = user(stage)
    mara.tries(using="coil")
    scene.asks_for(3)
    mara.rolls(5, 1, 1, 1)
    mara.holds_down(0)
    assert mara.damage == 2
    scene.does("damage", amount=2)
    assert mara.damage == 4


ACTS = ("attack", "oppose", "convince", "restrain", "task", "counter", "check", "setup", "several checks")


@pytest.mark.rule("BB-STR-02", "BB-ONG-02")
@pytest.mark.parametrize("act", ACTS)
def test_what_burns_as_an_act_begins_strains_it_whatever_the_act_lets_go_out(stage, act):
    flame = {"uses": ("attack",), "ongoing": True, "strain": 2}
    coil = {"uses": ("attack", "oppose", "convince", "restrain", "task", "check", "setup"), "strain": 3}
    people = {
        "mara": {"act": 3, "potency": 9, "powers": {"flame": flame, "coil": coil}},
        "guard": {"limit_v": 30, "act": 3},
    }
    scene = stage(**people)
    mara, guard = scene.cast
    scene.does("task", name="The vault", required=9)
    mara.attacks(guard, using="flame").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    guard.convinces(mara).rolls(5, 1, 1)
    mara.is_up()
    key = "check" if act == "several checks" else act
    assert (
        scene.at.option("mara", f"{key}.coil").says
        == "2 strain to Vigor at risk. You would bear it: 3 more damage takes you out."
    )
    match act:
        case "attack":
            mara.attacks(guard, using="coil")
        case "oppose":
            mara.opposes(guard, using="coil")
        case "convince":
            mara.convinces(guard, using="coil")
        case "restrain":
            mara.restrains(guard, using="coil")
        case "task":
            mara.works_on(scene.task, using="coil")
        case "counter":
            mara.turns_it_round(guard, using="coil")
        case "setup":
            mara.sets_up(mara, "the leap", using="coil")
        case _:
            mara.tries(using="coil")
    if scene.frame.phase == "difficulty":
        scene.does("extended") if act == "several checks" else scene.asks_for(1)
        assert scene.at.option("mara", "roll").says.startswith("2 strain is at risk.")
        mara.takes_the_dice()
    assert (scene.frame.side.over, scene.records) == (2, {})
    mara.rolls(1, 1, 1)
    if act in ("attack", "oppose"):
        guard.answers("defend" if act == "attack" else "derived").rolls(1, 1, 1)
    assert mara.damage == 2


@pytest.mark.rule("BB-STR-02")
def test_a_strain_that_the_director_adds_before_the_dice_are_taken_up_counts(stage):
    scene, mara, _ = user(stage)
    mara.tries(using=scene.s.cast[0].sheet.powers[0].id)
    scene.asks_for(1)
    before = scene.frame.side.over
    kind = scene.frame.side.type
    scene.does("strain", whom="mara", text="The heat", rating=2, type=kind)
    mara.takes_the_dice()
    assert scene.frame.side.over == before + 2


@pytest.mark.parametrize(
    ("powers", "lit"),
    [
        ({"coil": {"strain": 6, "uses": ("attack",), "damage_bonus": 3}}, "attack"),
        ({"coil": {"strain": 3, "uses": ("attack",), "damage_bonus": 1}}, "attack.coil"),
        ({"coil": {"strain": 6, "uses": ("attack",)}, "pipe": {"strain": 1, "uses": ("attack",)}}, "attack.pipe"),
        (
            {
                "coil": {"strain": 6, "uses": ("attack",)},
                "pipe": {"uses": ("attack",), "damage_bonus": 1},
                "spanner": {"uses": ("attack",), "damage_bonus": 2},
            },
            "attack.spanner",
        ),
    ],
)
def test_the_lit_attack_costs_nothing_and_of_those_it_promises_most(stage, powers, lit):
    scene, mara, _ = user(stage, dice=4, powers={"coil": {}, **powers})
    assert [o.key for o in scene.at.options(mara.seat) if o.first and not o.blocked] == [lit]


def test_nobody_has_strain_of_pressing_only_what_is_lit():
    def lit(game, s, offers, rng):
        """Whoever is asked first presses the lit button as it lies there; a bot stands in where none is lit."""
        asked = [each.option for each in awaited(offers)]
        chosen = next((o for o in asked if o.first), None)
        if chosen is None or needs_words(chosen):
            return by_bots(game, s, offers, rng)
        return Act(chosen.seat, chosen.window, chosen.key, first(chosen.params))

    def needs_words(option):
        return any(getattr(p, "least", 0) and first((p,))[p.name] == "" for p in option.params)

    strained, attacks = [], 0
    for seed in range(4):
        for moment in moments(GAME, ready(GAME, 3), Random(seed), 400, choose=lit):
            attacks += getattr(moment.put, "key", "").startswith("attack")
            strained += [e for e in moment.after.events if e.what == "hurt" and e.data.get("why") == "strain"]
    assert attacks > 40
    assert strained == []
