"""Bots in every seat: they play scenes to their end, and do what a sensible person would."""

from random import Random

import pytest

from cliffhanger.games.blockbuster import GAME
from cliffhanger.kernel.inputs import Act
from cliffhanger.testing.playout import bot_play
from cliffhanger.testing.table import ready


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
        "hits", "misses", "hurt", "taken_out", "setback", "pressed", "resisted", "set_up", "token_used", "made", "missed",
        "worked", "completed", "restrained", "convinced", "told", "round", "scene_ends", "the_end", "cancelled",
    }  # fmt: skip


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
    mara.sets_up(joss, "the blow")
    scene.asks_for(0)
    mara.rolls(5, 5)
    attacks = tuple(o for o in scene.at.options("joss") if o.key == "attack")
    act = GAME.bot(scene.s, "joss", attacks, Random(1))
    assert isinstance(act, Act)
    assert (act.choice["target"], len(act.choice["tokens"])) == (("guard",), 1)
