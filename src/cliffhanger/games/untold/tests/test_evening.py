"""Bots play an evening to its end, and it reads as it did."""

from pathlib import Path
from random import Random

import pytest

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.rules.house import PRESETS
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.inputs import Act
from cliffhanger.testing import recorded_plays
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play

HEROES = {"Ione Wake", "Osk Tallow", "Mirre", "Dorn Hask", "Sister Velle"}
KEPT = Path(__file__).parent / "plays"


@pytest.mark.parametrize("players", [1, 3, 5])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda p: p.id)
def test_a_group_of_bots_plays_all_scenes_to_the_end(players, preset):
    setup = ready(GAME, players, **{name: value for name, value, _ in preset.values})
    night = bot_play(GAME, setup, Random(players), 3_000)
    assert isinstance(GAME.waiting(night[-1].after.state), Over)
    told = {event.what for moment in night for event in moment.after.events}
    assert night[-1].after.state.scenes == 3
    # Somebody alone may go through a whole night without falling short.
    assert {"scene", "declares", "difficulty", "rolled", "success", "scene_ends", "the_end"} <= told
    assert "failure" in told or players == 1


def test_many_evenings_bring_every_outcome_and_most_of_what_can_be_done():
    keys, told = set(), set()
    for seed in range(6):
        for moment in bot_play(GAME, ready(GAME, 4), Random(seed), 3_000):
            keys |= {moment.put.key.partition(".")[0]} if isinstance(moment.put, Act) else set()
            told |= {event.what for event in moment.after.events}
    assert {
        "auto",
        "success",
        "mixed",
        "failure",
        "exerts",
        "devotes",
        "pushes",
        "third",
        "hero_point",
        "villain_point",
        "strained",
        "wounded",
        "column",
        "gains",
        "fact",
        "rests",
        "clock",
        "recovered",
        "passes_die",
    } <= told
    assert {
        "check",
        "set",
        "roll",
        "boon",
        "pass",
        "accept",
        "mixed",
        "push",
        "numbers",
        "shift",
        "reroll",
        "twelve",
        "confirm",
        "tell",
        "part",
        "strain",
        "wound",
        "award",
        "fact",
        "rest",
        "clock",
        "end",
    } <= keys


def test_adversaries_harm_and_heroes_recover_but_nobody_is_ground_down():
    lost = []
    for seed in range(4):
        night = bot_play(GAME, ready(GAME, 4), Random(seed), 3_000)
        events = [event for moment in night for event in moment.after.events]
        moves = sum(e.what == "declares" and e.who not in HEROES for e in events)
        harm = sum(e.data["amount"] for e in events if e.what in ("strained", "wounded"))
        recovered = sum(e.what == "recovered" for e in events)
        assert 0 < harm <= 3 * moves
        assert recovered
        assert sum(e.what == "auto" for e in events) < 0.2 * sum(e.what == "declares" for e in events)
        lost.append(sum(e.what == "at_brink" for e in events))
    assert sum(lost) <= 2


def test_an_evening_reads_as_it_did():
    setup = ready(GAME, 3)
    night = [moment.put for moment in bot_play(GAME, setup, Random(11), 3_000)]
    recorded_plays.same(recorded_plays.render(GAME, setup, night), KEPT / "an-evening.txt")
