"""Bots play from the first Turn to a Surrender and to an Objective fulfilled, and it reads as it did."""

from pathlib import Path
from random import Random

import pytest

from cliffhanger.games.plot_twist import GAME, bots
from cliffhanger.games.plot_twist.rules.house import SWITCHES
from cliffhanger.kernel.chance import Over
from cliffhanger.testing import recorded_plays
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play, random_play

KEPT = Path(__file__).parent / "plays"
MOST = 3_000
OF_ENDINGS = (
    *("surprised_pursuit", "pursuit_hate", "lair_unpursued", "promoted_hate", "twist_reveal", "event_window"),
    *("threat_needs_reveal", "group_vote", "relocate_between_combats", "objective_on_promotion", "crossover_actions"),
)


@pytest.fixture
def spenders(monkeypatch):
    """Bots that buy coins for rolls that are as good as settled, too, and from the first Turn on."""
    monkeypatch.setattr(bots, "SURE", MOST)
    monkeypatch.setattr(bots, "GENTLE", 0)


@pytest.mark.usefixtures("spenders")
@pytest.mark.rule("PT-FLEE-02", "PT-GOAL-03")
def test_a_game_from_the_first_turn_to_a_surrender_reads_as_it_did():
    night = bot_play(GAME, ready(GAME, 4), Random(37), MOST)
    told = [event.what for moment in night for event in moment.after.events]
    assert {"flees", "interview", "surrenders"} <= set(told)
    assert night[-1].after.state.winner == "heroes"
    kept = recorded_plays.render(GAME, ready(GAME, 4), [moment.put for moment in night])
    recorded_plays.same(kept, KEPT / "a-surrender.txt")


@pytest.mark.usefixtures("spenders")
@pytest.mark.rule("PT-GOAL-04", "PT-OBJ-01")
def test_a_game_from_the_first_turn_to_an_objective_fulfilled_reads_as_it_did():
    night = bot_play(GAME, ready(GAME, 2), Random(4), MOST)
    told = [event for moment in night for event in moment.after.events]
    assert any(event.what == "goal" and event.data["threat"] for event in told)
    assert night[-1].after.state.winner == "villains"
    kept = recorded_plays.render(GAME, ready(GAME, 2), [moment.put for moment in night])
    recorded_plays.same(kept, KEPT / "an-objective-fulfilled.txt")


@pytest.mark.parametrize("seed", range(4))
def test_bots_meet_twists_events_flights_and_interviews_and_come_to_an_end(seed):
    night = bot_play(GAME, ready(GAME, 1 + seed), Random(seed), MOST)
    assert isinstance(GAME.waiting(night[-1].after.state), Over)
    assert [event for moment in night for event in moment.after.events if event.what == "revealed"]


@pytest.mark.parametrize(
    ("name", "value"),
    [(each.name, value) for each in SWITCHES if each.name in OF_ENDINGS for value in each.values[1:]],
)
def test_every_house_rule_of_plots_and_endings_plays(name, value):
    night = random_play(GAME, ready(GAME, 2, **{name: value}), Random(7), 600)
    assert night[-1].after.state.turn > 1 or isinstance(GAME.waiting(night[-1].after.state), Over)
