"""Bots in every seat: they play scenes to their end, and do what a sensible person would."""

from random import Random

import pytest

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.rules.state import Order
from cliffhanger.kernel.inputs import Act
from cliffhanger.testing.play import Play, ready
from cliffhanger.testing.playout import bot_play


@pytest.mark.parametrize("players", range(1, 7))
def test_a_film_by_bots_comes_to_its_end(players):
    for seed in range(3):
        moments = bot_play(GAME, ready(GAME, players), Random(seed), 6_000)
        last = moments[-1].after.state
        assert last.stack[-1].phase == "over", f"{players} players, seed {seed}: {len(moments)} inputs and no end"
        assert last.scenes == len(last.cards)


@pytest.mark.parametrize("preset", [each.id for each in GAME.presets])
def test_they_play_by_every_preset(preset):
    values = next(each.values for each in GAME.presets if each.id == preset)
    setup = ready(GAME, 3, **{name: value for name, value, _ in values})
    moments = bot_play(GAME, setup, Random(7), 6_000)
    assert moments[-1].after.state.stack[-1].phase == "over"


def test_much_of_the_game_comes_up_in_a_few_films():
    seen = set()
    for seed in range(8):
        for moment in bot_play(GAME, ready(GAME, 4), Random(seed), 6_000):
            seen |= {event.what for event in moment.after.events}
    assert seen >= {
        "hits",
        "misses",
        "hurt",
        "taken_out",
        "setback",
        "pressed",
        "resisted",
        "set_up",
        "token_used",
        "made",
        "missed",
        "worked",
        "completed",
        "restrained",
        "convinced",
        "told",
        "round",
        "scene_ends",
        "the_end",
        "cancelled",
    }


def test_the_directors_people_do_not_work_on_the_leads_tasks(stage):
    scene = stage(mara={"climb": 3}, guard={"climb": 3})
    mara, _ = scene.cast
    scene.does("task", name="Stop the train", required=9)
    mara.passes()
    for seed in range(60):
        act = GAME.bot(scene.s, "director", tuple(scene.at.options("director")), Random(seed))
        assert act.key != "task"


def test_a_lead_does_now_and_then(stage):
    scene = stage(mara={"climb": 3}, guard={})
    scene.does("task", name="Stop the train", required=9)
    found = {GAME.bot(scene.s, "mara", tuple(scene.at.options("mara")), Random(seed)).key for seed in range(60)}
    assert {"task", "attack"} <= found


def test_it_takes_a_foe_for_its_target_and_brings_the_dice_that_wait(stage):
    scene = stage(mara={"think": 2}, joss={"lead": True, "fight": 3}, guard={})
    mara, joss, _ = scene.cast
    mara.sets_up(joss, "fight")
    scene.asks_for(0)
    mara.rolls(5, 5)
    attacks = tuple(o for o in scene.at.options("joss") if o.key == "attack")
    act = GAME.bot(scene.s, "joss", attacks, Random(1))
    assert isinstance(act, Act)
    assert (act.choice["target"], len(act.choice["tokens"])) == (("guard",), 1)


def acts(scene, seat, key, seeds=200):
    """What a bot in this seat does of one kind, over many throws of its mind."""
    options = tuple(scene.at.options(seat))
    found = (GAME.bot(scene.s, seat, options, Random(seed)) for seed in range(seeds))
    return [act for act in found if act.key.partition(".")[0] == key]


def test_it_talks_people_round_with_its_mind_and_grabs_them_with_its_body(stage):
    scene = stage(mara={"climb": 5, "talk": 1, "attributes": {"strength": 3, "wits": 1}}, guard={})
    for key, pair in (("convince", ("talk", "wits")), ("restrain", ("climb", "strength"))):
        done = acts(scene, "mara", key)
        assert done
        assert {(*act.choice["skill"], *act.choice["attribute"]) for act in done} == {pair}


def test_who_has_no_words_talks_nobody_round(stage):
    assert not acts(stage(mara={"climb": 5}, guard={}), "mara", "convince")


def test_it_prepares_rolls_for_friends_only(stage):
    done = acts(stage(mara={"think": 2}, joss={"lead": True}, guard={}), "mara", "setup")
    assert done
    assert {act.choice["to"] for act in done} == {("joss",)}
    assert not acts(stage(mara={"think": 2}, guard={}), "mara", "setup")


def test_it_goes_where_its_foes_are_and_then_acts(stage):
    scene = stage(sets=("hall", "roof"), mara={"climb": 3}, guard={})
    scene.does("move", whom="guard", place="roof")
    assert acts(scene, "mara", "move")[0].choice["place"] == ("roof",)


def test_who_has_been_talked_round_does_not_strike_whoever_did_it(stage, edited):
    scene = stage(mara={"talk": 3}, joss={"lead": True}, guard={}, dog={})
    *_, guard, dog = scene.cast
    edited(scene, guard, convinced=(Order("mara", "lower your hands"),))
    guard.is_up()
    assert {act.choice["target"] for act in acts(scene, "director", "attack")} == {("joss",)}
    dog.is_up()
    assert ("mara",) in {act.choice["target"] for act in acts(scene, "director", "attack")}


@pytest.mark.parametrize("last", ["talked round", "out"])
def test_the_director_closes_the_scene_once_nobody_would_go_on(stage, edited, last):
    scene = stage(mara={"talk": 3}, guard={}, dog={})
    _, guard, dog = scene.cast
    follows = (Order("mara", "lower your hands"),)
    edited(scene, guard, convinced=follows)
    guard.is_up()
    assert not acts(scene, "director", "close")
    edited(scene, dog, **({"taken_out": True} if last == "out" else {"convinced": follows}))
    assert acts(scene, "director", "close")[0].choice == {"why": "Nobody is left who would stand in the way"}


def test_the_director_closes_a_scene_whose_tasks_are_done():
    at = Play(GAME, ready(GAME, 1)).act("director", "open.the_roof").act("juno_marsh", "defense").act("director", "all")
    at.rolls(1, 1, 1, 1, 1, 5, 5, 2, 4, 1, 1, 6, 1, 1, 1).rules("tasks", to=[])
    act = GAME.bot(at.state, "director", tuple(at.options("director")), Random(1))
    assert (act.key, act.choice) == ("close", {"why": "They have what they came for"})
