"""Bots play an evening to its end, and it reads as it did."""

from pathlib import Path
from random import Random

import pytest

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.rules.house import PRESETS, SWITCHES
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.inputs import Act
from cliffhanger.testing import recorded_plays
from cliffhanger.testing.play import ready, with_house
from cliffhanger.testing.playout import bot_play, random_play

KEPT = Path(__file__).parent / "plays"
MOST = 2_000
SIX = {
    name: {"duty": size}
    for name, size in zip(("ann", "bo", "cy", "di", "eve", "flo"), (4, 6, 8, 10, 12, 6), strict=True)
}


def ended(night):
    return isinstance(GAME.waiting(night[-1].after.state), Over)


@pytest.mark.parametrize("leads", [1, 2, 4])
@pytest.mark.parametrize("preset", PRESETS, ids=lambda p: p.id)
def test_bots_play_all_scenes_to_the_end(leads, preset):
    setup = ready(GAME, leads, **{name: value for name, value, _ in preset.values})
    night = bot_play(GAME, setup, Random(leads), MOST)
    assert ended(night)
    told = {event.what for moment in night for event in moment.after.events}
    assert night[-1].after.state.scenes == len(night[-1].after.state.cards)
    assert {"episode", "bonds", "scene", "contest", "rolled", "stands", "wins", "gives_in", "takes_over"} <= told
    assert {"stressed", "pays", "scene_ends", "the_end"} <= told


def test_six_leads_and_a_feature_come_to_the_end_as_well(table_of):
    setup = table_of({**SIX, "foe": {"feature": True}}, {}, ("One", "Two", "Three"))
    assert ended(bot_play(GAME, setup, Random(6), MOST))


@pytest.mark.parametrize("seed", range(3))
def test_an_evening_of_four_is_no_longer_than_an_evening(seed):
    night = bot_play(GAME, ready(GAME, 4), Random(seed), MOST)
    assert ended(night)
    assert 300 < len(night) < 1_200
    turns = [sum(isinstance(m.put, Act) and m.put.seat == seat.id for m in night) for seat in night[0].state.seats]
    assert min(turns) > 20


def test_many_evenings_bring_every_outcome_and_all_that_can_be_done():
    keys, told = set(), set()
    for seed in range(8):
        for moment in bot_play(GAME, ready(GAME, 4), Random(seed), MOST):
            keys |= {moment.put.key.partition(".")[0]} if isinstance(moment.put, Act) else set()
            told |= {event.what for event in moment.after.events}
    assert {"out", "drops_out", "goes_how", "complication", "trouble_grows", "trouble_cut", "stress_roll"} <= told
    assert {"contest", "roll", "fix", "give_in", "yield", "take", "stress", "crush", "spite", "spare", "stay"} <= keys
    assert {"drop_out", "how", "meanwhile", "complicate", "lapse", "cut", "wait", "on", "open", "end"} <= keys


@pytest.mark.parametrize(
    ("name", "value"), [(switch.name, value) for switch in SWITCHES for value in switch.values[1:]]
)
def test_every_house_rule_plays(name, value, table_of):
    """At random, for bots leave out what seldom pays; Trouble keeps its two dice, and nobody spends what is locked."""
    setup = with_house(GAME, table_of({"ann": {"duty": 8}, "bo": {}, "foe": {"feature": True}}, {}), {name: value})
    for moment in random_play(GAME, setup, Random(5), 400):
        assert len(moment.after.state.trouble) >= 2
        assert all(p.points >= 0 for p in moment.after.state.cast)
        assert not any(p.points or p.locked for p in moment.after.state.cast if p.kind == "feature")


def test_an_evening_reads_as_it_did():
    setup = ready(GAME, 2)
    night = [moment.put for moment in bot_play(GAME, setup, Random(11), MOST)]
    recorded_plays.same(recorded_plays.render(GAME, setup, night), KEPT / "an-evening.txt")
