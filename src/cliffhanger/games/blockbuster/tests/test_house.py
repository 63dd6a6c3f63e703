"""Every house rule in every position: the same table, played once for each value, and what comes of it."""

import re

import pytest

from cliffhanger.games.blockbuster.odds.questions import QUESTIONS
from cliffhanger.games.blockbuster.rules.house import PRESETS, SWITCHES, House
from cliffhanger.kernel.house_rules import called
from cliffhanger.kernel.params import reached
from cliffhanger.odds.ask import ask, named

TRIED = {}


def on(name, **outcomes):
    """Run a test once for each value of a switch: it gets `house`, and the outcome that value should have.

    A leading underscore of a value's name is for those that begin with a digit; `_and_` stands for a plus.
    """
    rows = [(key.lstrip("_").replace("_and_", "+"), outcome) for key, outcome in outcomes.items()]
    TRIED[name] = {value for value, _ in rows}
    return pytest.mark.parametrize(
        ("house", "outcome"), [({name: value}, outcome) for value, outcome in rows], ids=[value for value, _ in rows]
    )


FLAME = {"flame": {"uses": ("attack",), "ongoing": True, "resist": "V"}}
COIL = {"coil": {"strain": 5, "uses": ("attack", "check", "convince", "task")}}


# --- pools and Set-Ups --------------------------------------------------------------------------------------


@on("zero_pool", none=0, one_die=1)
def test_a_pool_of_no_dice(stage, house, outcome):
    scene = stage(house=house, mara={"climb": 1}, guard={})
    mara, _ = scene.cast
    scene.does("impede", place="hall", text="Smoke", penalty=3, tag="")
    mara.tries(by="climb")
    assert scene.frame.side.dice == outcome


@on("zero_tie", initiator="won_by_initiator", nobody="won_by_nobody")
def test_no_success_against_no_success(stage, house, outcome):
    scene = stage(house=house, mara={"sneak": 2}, guard={})
    mara, guard = scene.cast
    mara.opposes(guard).rolls(1, 1)
    guard.stands_with("defense").rolls(1, 1, 1)
    assert scene.s.shown.event.what == outcome
    mara.attacks(guard).rolls(1, 1)
    guard.defends().rolls(1, 1, 1)
    assert scene.s.shown.event.what == ("hits" if outcome == "won_by_initiator" else "misses")


@on("setup_bonus", excess=1, all=3)
def test_what_a_set_up_gives(stage, house, outcome):
    scene = stage(house=house, mara={"think": 4}, guard={})
    mara, _ = scene.cast
    mara.sets_up(mara, "the leap")
    scene.asks_for(2)
    mara.rolls(5, 5, 5, 1)
    assert mara.waiting_dice == [outcome]


@on("setup_stack", sum=6, best=4)
def test_several_set_ups_for_one_roll(stage, house, outcome):
    scene = stage(house=house, mara={"think": 2}, guard={})
    mara, _ = scene.cast
    for _ in "ab":
        mara.sets_up(mara, "the leap")
        scene.asks_for(0)
        mara.rolls(5, 5)
    mara.tries("the leap", by="think")
    scene.asks_for(1)
    tokens = tuple(t.id for t in scene.s.tokens)
    if outcome == 4:
        assert "up to 1" in scene.at.refused("mara", "roll", tokens=tokens).why
        tokens = tokens[:1]
    mara.takes_the_dice(tokens=tokens)
    assert scene.dice_in_the_air() == outcome


@on("setup_expiry", scene=([2], []), next_turn=([], []), never=([2], [2]))
def test_how_long_set_up_dice_wait(stage, house, outcome):
    scene = stage(house=house, mara={"think": 2}, guard={})
    mara, guard = scene.cast
    mara.sets_up(mara, "the leap")
    scene.asks_for(0)
    mara.rolls(5, 5)
    guard.passes()
    assert mara.waiting_dice == [2]
    mara.passes()
    assert mara.waiting_dice == outcome[0]
    scene.does("close", why="")
    assert mara.waiting_dice == outcome[1]


@on("setup_from_opposed", no=[], yes=[2])
def test_a_set_up_by_an_opposed_roll(stage, house, outcome):
    scene = stage(house=house, mara={"sneak": 3}, guard={})
    mara, guard = scene.cast
    if outcome:
        mara.opposes(guard, "past him", setup_to="mara", follow_up="the safe").rolls(5, 5, 5)
    else:
        assert "setup_to" in mara.cannot("oppose", target=guard, aim="past him", setup_to=("mara",)).why
        mara.opposes(guard, "past him").rolls(5, 5, 5)
    guard.stands_with("defense").rolls(5, 1, 1)
    assert mara.waiting_dice == outcome


def test_what_a_set_up_is_for_is_asked_only_where_the_roll_becomes_one(stage):
    scene = stage(house={"setup_from_opposed": True}, mara={"sneak": 3}, guard={})
    params = scene.at.option("mara", "oppose").params
    (follow_up,) = (p for p in params if p.name == "follow_up")
    assert reached(follow_up, {"setup_to": ()}) is None
    assert reached(follow_up, {"setup_to": ("mara",)}) is follow_up


# --- long tasks, turns, order -------------------------------------------------------------------------------


@on("extended_overshoot", lost=[], setup=[2])
def test_more_than_a_task_needed(stage, house, outcome):
    scene = stage(house=house, mara={"pick": 3}, guard={})
    mara, _ = scene.cast
    scene.does("task", name="The vault", required=1)
    mara.works_on(scene.task).rolls(5, 5, 5)
    assert mara.waiting_dice == outcome


@on("extended_helpers", yes=2, no=1)
def test_who_adds_to_a_task(stage, house, outcome):
    scene = stage(house=house, mara={"pick": 3}, joss={"lead": True, "pick": 3}, guard={})
    mara, joss, _ = scene.cast
    scene.does("task", name="The vault", required=6)
    mara.works_on(scene.task).rolls(5, 1, 1)
    if outcome == 2:
        joss.works_on(scene.task).rolls(5, 1, 1)
    else:
        assert joss.cannot("task", task="task-1").rule == "BB-EXT-01"
    assert scene.task.total == outcome


@on("actions_per_turn", _1="guard", _2="mara")
def test_actions_in_a_turn(stage, house, outcome):
    scene = stage(house=house, mara={"fight": 2}, guard={"vigor": 9})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(1, 1)
    guard.defends().rolls(1, 1, 1)
    assert scene.active == outcome


@on(
    "init_tie",
    pool=("carl", "ben", "anna"),
    reroll=("anna", "carl", "ben"),
    pcs_first=("anna", "carl", "ben"),
    director=("ben", "carl", "anna"),
)
def test_a_tie_for_the_order(stage, house, outcome):
    scene = stage(house=house, anna={"defense": 2}, ben={"defense": 3}, carl={"defense": 4}, begun=False).opens()
    for each in scene.cast:
        window = next(o.window for o in scene.at.options() if o.key == "defense" and o.window.endswith(each.id))
        scene.at.act(each.seat, "defense", window)
    scene.rolls(5, 1).rolls(5, 1, 1).rolls(5, 1, 1, 1)
    if house["init_tie"] == "reroll":
        assert scene.at.waiting.dice == (6, 6)
        scene.rolls(6, 6).rolls(1, 1, 1).rolls(6, 1, 1, 1)
    if house["init_tie"] == "director":
        scene.does("first", who="ben").does("first", who="carl")
    if house["init_tie"] == "pcs_first":
        outcome = ("anna", "ben", "carl")
    assert scene.s.scene.order == outcome


@on("init_repeat", scene="rounds", round="initiative")
def test_how_often_the_order_is_rolled(stage, house, outcome):
    scene = stage(house=house, mara={}, guard={})
    mara, guard = scene.cast
    mara.passes()
    guard.passes()
    assert scene.s.scene.round == 2
    assert type(scene.frame).__struct_config__.tag == outcome


def test_who_is_out_rolls_for_no_place_in_the_next_round(stage):
    scene = stage(house={"init_repeat": "round"}, mara={}, ben={}, guard={})
    mara, _, guard = scene.cast
    scene.does("out", whom="ben", why="the fall")
    mara.passes()
    guard.passes()
    assert [entry.id for entry in scene.frame.entries] == ["mara", "guard"]


# --- damage -------------------------------------------------------------------------------------------------


@on("fail_damage", director=["damage", "narrate", "none"], always=2, never=["narrate", "none"])
def test_what_failing_costs(stage, house, outcome):
    scene = stage(house=house, mara={"climb": 3, "vigor": 9}, guard={})
    mara, _ = scene.cast
    mara.tries(by="climb")
    scene.asks_for(3)
    mara.rolls(5, 1, 1)
    if outcome == 2:
        assert (mara.damage, scene.active) == (2, "guard")
        return
    assert sorted(key for key in scene.at.open("director") if key in ("damage", "narrate", "none")) == outcome
    if "damage" not in outcome:
        assert scene.refuses("damage", amount=1).rule == "R-BB-12"


@on("protection_on", attack_and_ongoing_and_fail=(2, 2, 1), attack_and_ongoing=(2, 2, 2), none=(3, 3, 2))
def test_what_protection_holds_off(stage, house, outcome):
    mara = {"act": 3, "powers": FLAME, "protection": 1, "limit_v": 9}
    scene = stage(house=house, mara=mara, guard={"protection": 1, "limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    hit = guard.damage
    mara.sustains("flame")
    guard.resists_with("defense").rolls(1, 1, 1)
    burnt = guard.damage - hit
    mara.tries()
    scene.asks_for(3)
    mara.rolls(5, 1, 1)
    scene.does("damage", amount=2)
    assert (hit, burnt, mara.damage) == outcome


@on("damage_model", limits=[False, True], record=[False, False], shared=[True, True])
def test_how_damage_is_counted(stage, house, outcome):
    scene = stage(house=house, mara={"limit_v": 4, "limit_p": 2}, guard={})
    mara, _ = scene.cast
    scene.does("hurt", whom="mara", amount=3, type="V", why="A beam.")
    scene.does("hurt", whom="mara", amount=1, type="P", why="A ghost.")
    found = [mara.out]
    if not mara.out:
        scene.does("hurt", whom="mara", amount=1, type="P", why="Its sister.")
        found.append(mara.out)
    assert found == outcome[: len(found)]


# --- convincing and restraining -----------------------------------------------------------------------------


@on("cr_initiate", raw=3, opposed=2)
def test_convincing_and_restraining_the_roll(stage, house, outcome):
    scene = stage(house=house, mara={"grab": 4}, guard={"vigor": 5, "defense": 1})
    mara, guard = scene.cast
    mara.restrains(guard).rolls(5, 5, 5, 1)
    if outcome == 2:
        guard.defends()
        assert scene.dice_in_the_air() == 5
        guard.rolls(5, 1, 1, 1, 1)
    assert scene.tracks == {("restrain", "mara", "guard"): outcome}


@on("cr_resist", recorded=1, fresh=2)
def test_convincing_and_restraining_resisting(stage, house, outcome):
    scene = stage(house=house, mara={"grab": 4}, guard={"vigor": 5})
    mara, guard = scene.cast
    mara.restrains(guard).rolls(5, 5, 5, 1)
    guard.shakes_off(mara).rolls(5, 5, 1, 1, 1)
    if outcome == 2:
        assert (scene.dice_in_the_air(), scene.at.waiting.seat) == (4, "mara")
        scene.rolls(5, 1, 1, 1)
    assert scene.tracks == {("restrain", "mara", "guard"): outcome}


@on("cr_counter_target", initiator="mara", any_in_range="joss")
def test_whom_a_counter_attempt_hits(stage, house, outcome):
    scene = stage(house=house, mara={"talk": 3}, joss={"lead": True}, guard={"talk": 4})
    mara, _, guard = scene.cast
    mara.convinces(guard).rolls(5, 1, 1)
    if outcome == "joss":
        guard.turns_it_round(mara, on="joss").rolls(5, 5, 5, 1)
    else:
        assert "on" in guard.cannot("counter", track="convince:mara:guard", on=("joss",)).why
        guard.turns_it_round(mara).rolls(5, 5, 5, 1)
    assert scene.tracks == {("convince", "guard", outcome): 2}


@on("cr_pool", no=(), yes=("joss",))
def test_several_attempts_on_one_subject(stage, house, outcome):
    scene = stage(house=house, mara={"grab": 3}, joss={"lead": True, "grab": 3}, guard={"vigor": 4})
    mara, joss, guard = scene.cast
    mara.restrains(guard).rolls(5, 5, 1)
    shown = next(p for p in scene.at.option("joss", "restrain").params if p.name == "target")
    assert next(i.n for i in shown.items if i.id == "guard") == (2 if outcome else 4)
    joss.restrains(guard).rolls(5, 5, 1)
    assert guard.held_by == outcome


@on("cr_range", bound=True, lapses=False)
def test_walking_away_from_an_attempt(stage, house, outcome):
    scene = stage(house=house, sets=("hall", "roof"), mara={"grab": 3}, guard={"vigor": 4})
    mara, guard = scene.cast
    mara.restrains(guard).rolls(5, 5, 1)
    mara.passes()
    if outcome:
        assert guard.cannot("move", place="roof").rule == "BB-CR-05"
    else:
        guard.goes_to("roof")
    assert bool(scene.tracks) == outcome


@on("restrain_upkeep", none=[True, True, True], action=[True, True, False])
def test_keeping_hold_of_somebody(stage, house, outcome):
    scene = stage(house=house, mara={"grab": 3}, guard={"vigor": 2})
    mara, guard = scene.cast
    mara.restrains(guard).rolls(5, 5, 1)
    guard.passes()
    found = [bool(guard.held_by)]
    if not outcome[-1]:
        mara.does("keep")
    else:
        mara.passes()
    found.append(bool(guard.held_by))
    mara.is_up().passes()
    assert [*found, bool(guard.held_by)] == outcome


@on("restrained_defence", normal=3, none=0)
def test_defending_while_held(stage, edited, house, outcome):
    scene = stage(house=house, mara={}, guard={"fight": 3})
    mara, guard = scene.cast
    mara.passes()
    edited(scene, mara, restrained=("guard",))
    guard.attacks(mara).rolls(5, 1, 1)
    mara.defends()
    if outcome:
        assert scene.dice_in_the_air() == outcome
    else:
        assert (mara.damage, mara.setbacks) == (1, ["no success at all"])


@on("break_free", single=(), extended=("free",))
def test_breaking_free(stage, edited, house, outcome):
    scene = stage(house=house, mara={"vigor": 4}, guard={"vigor": 4})
    mara, guard = scene.cast
    edited(scene, mara, restrained=("guard",))
    mara.breaks_free(guard).rolls(5, 5, 5, 1)
    assert mara.held_by == ("guard",)
    mara.breaks_free(guard).rolls(5, 1, 1, 1)
    assert (mara.held_by == ()) == bool(outcome)
    assert scene.tracks == {}


# --- strain and fires ---------------------------------------------------------------------------------------


@on("strain_sources", active=3, all=7, only_this=2)
def test_what_strains_you(stage, house, outcome):
    powers = COIL | {"belt": {"strain": 1, "active": True}, "robe": {"strain": 4}}
    scene = stage(house=house, mara={"vigor": 3, "powers": powers}, guard={})
    mara, _ = scene.cast
    mara.tries(using="coil")
    assert scene.frame.side.over == outcome


@on("strain_cancel_when", before_opposition=["cancel", "defend"], after=["defend", "cancel"])
def test_when_strain_is_cancelled(stage, house, outcome):
    scene = stage(house=house, mara={"act": 3, "powers": COIL}, guard={"vigor": 9})
    mara, guard = scene.cast
    mara.attacks(guard, using="coil").rolls(5, 5, 5)
    asked = []
    for _ in "ab":
        asked.append(next(key for key in scene.at.open() if key in ("cancel", "defend")))
        if asked[-1] == "cancel":
            mara.holds_down(1)
        else:
            guard.defends().rolls(1, 1, 1)
    assert (asked, guard.damage, mara.damage) == (outcome, 2, 1)


@on("strain_cancel", choice=None, automatic=(1, 0))
def test_who_cancels_strain(stage, house, outcome):
    scene = stage(house=house, mara={"act": 3, "powers": COIL}, guard={"vigor": 9})
    mara, guard = scene.cast
    mara.attacks(guard, using="coil").rolls(5, 5, 5)
    if outcome is None:
        assert "cancel" in scene.at.open("mara")
    else:
        guard.defends().rolls(1, 1, 1)
        assert (guard.damage, mara.damage) == outcome


@on("sustain_cost", action=6, free=9)
def test_what_sustaining_costs(stage, house, outcome):
    scene = stage(house=house, mara={"act": 3, "powers": FLAME}, guard={"limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    assert scene.active == "guard"
    mara.sustains("flame")
    guard.resists_with("defense").rolls(1, 1, 1)
    if outcome == 9:
        assert scene.active == "mara"
        mara.attacks(guard).rolls(5, 5, 5)
        guard.defends().rolls(1, 1, 1)
        assert scene.records == {("flame", "guard"): 3}
    assert (guard.damage, scene.active) == (outcome, "guard")


@on("sustain_range", no=True, yes=False)
def test_sustaining_from_afar(stage, house, outcome):
    scene = stage(house=house, sets=("hall", "roof"), mara={"act": 3, "powers": FLAME}, guard={"limit_v": 30})
    mara, guard = scene.cast
    mara.attacks(guard, using="flame").rolls(5, 5, 5)
    guard.defends().rolls(1, 1, 1)
    mara.passes()
    guard.goes_to("roof").passes()
    if outcome:
        mara.sustains("flame")
        guard.resists_with("defense").rolls(1, 1, 1)
    else:
        assert mara.cannot("sustain.flame").rule == "R-BB-37"
        mara.goes_to("roof").sustains("flame")
        guard.resists_with("defense").rolls(1, 1, 1)
    assert guard.damage == 6


# --- the rest -----------------------------------------------------------------------------------------------


@on("impediment_as", dice=(3, 1), required=(5, 3))
def test_how_an_impediment_works(stage, house, outcome):
    scene = stage(house=house, mara={"climb": 5}, guard={})
    mara, _ = scene.cast
    scene.does("impede", place="hall", text="Sleet", penalty=2, tag="")
    mara.tries(by="climb")
    scene.asks_for(1)
    assert (scene.frame.side.dice, scene.frame.required) == outcome


@on("setback_zero", any_roll=(1, 1), actions_only=(1, 0))
def test_when_no_success_is_a_setback(stage, house, outcome):
    scene = stage(house=house, mara={"fight": 2}, guard={})
    mara, guard = scene.cast
    mara.attacks(guard).rolls(1, 1)
    guard.defends().rolls(1, 1, 1)
    assert (len(mara.setbacks), len(guard.setbacks)) == outcome


@on("points", off=(0, 0), record=(1, 2))
def test_story_points(stage, house, outcome):
    scene = stage(house=house, mara={}, joss={"lead": True}, guard={})
    mara, joss, _ = scene.cast
    mara.answers("spotlight", whom=joss, line="Only you can fly this.")
    scene.does("out", whom="joss", why="She flies it.")
    assert (mara.now.points, joss.now.points) == outcome
    assert ("points" in scene.at.open("director")) == bool(outcome[0])


@on("track_helpers", no=False, yes=True)
def test_pulling_a_friend_out(stage, house, outcome):
    scene = stage(house=house, mara={"vigor": 4}, joss={"lead": True, "vigor": 5}, guard={"grab": 3})
    mara, joss, guard = scene.cast
    guard.restrains(mara).rolls(5, 5, 1)
    mara.passes()
    if outcome:
        joss.shakes_off(guard).rolls(5, 1, 1, 1, 1)
    else:
        assert "resist" not in joss.is_up().may()
    assert scene.tracks == {("restrain", "guard", "mara"): 1 if outcome else 2}


# --- all of them --------------------------------------------------------------------------------------------


def test_every_switch_was_tried_in_every_position():
    assert {switch.name: set(map(called, switch.values)) for switch in SWITCHES} == TRIED


def test_the_default_of_every_switch_is_its_first_value():
    assert {switch.name: switch.values[0] for switch in SWITCHES} == {
        name: getattr(House(), name) for name in House.__struct_fields__
    }


def test_the_letter_changes_nothing_and_other_presets_say_why():
    letter, *others = PRESETS
    assert (letter.id, letter.values) == ("letter", ())
    for preset in others:
        for name, value, why in preset.values:
            assert value != getattr(House(), name)
            assert len(why) > 20


def exact(question, **given):
    """The answer to a question of this game: its first figure, and its notes by name."""
    answer = ask(named(QUESTIONS, question), given)
    return answer.value, dict(answer.notes)


def per_100(chance):
    return f"{float(100 * chance):.0f}"


def test_the_figures_of_each_reason_are_what_the_odds_say():
    held, tries = (
        exact("breakfree", vigor=4, holder=4)[0],
        exact("breakfree", vigor=4, holder=4, tries=3, break_free="extended")[0],
    )
    burn, twice = (exact("ongoing", dice=5, defense=3, resist=3, **each)[0] for each in ({"sustain": 1}, {"again": 1}))
    pair = {"first": 4, "first_required": 1, "dice": 4, "required": 3}
    (excess, notes), (every, _) = exact("setup", **pair), exact("setup", **pair, setup_bonus="all")
    empty = exact("check", dice=4, required=1, rolls=3)[1]["at least one Setback in 3 such rolls"]
    due = {
        "break_free": ["4", "4", str(1 / held), "3", "5"],
        "sustain_cost": ["5", "3", f"{float(burn):.2f}", f"{float(twice):.2f}"],
        "setup_bonus": ["3", "4", per_100(notes["two plain tries"]), "100", per_100(excess), per_100(every)],
        "setback_zero": ["4", per_100(empty), "100"],
    }
    assert held.numerator == 1
    assert round(5 * tries) == 3
    whys = {name: why for preset in PRESETS for name, _, why in preset.values}
    assert {name: re.findall(r"[0-9.]*[0-9]", why) for name, why in whys.items()} == due


def test_a_table_by_a_preset_plays_by_it(stage):
    preset = next(each for each in PRESETS if each.id == "plays_better")
    scene = stage(house=preset.house, mara={"think": 4}, guard={})
    mara, _ = scene.cast
    mara.sets_up(mara, "the leap")
    scene.asks_for(2)
    mara.rolls(5, 5, 1, 1)
    assert mara.waiting_dice == [2]


def test_a_value_nobody_knows_is_refused(stage):
    with pytest.raises(Exception, match="zero_tie"):
        stage(house={"zero_tie": "both"}, mara={}, guard={})
