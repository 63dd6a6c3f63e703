"""Every word of the card language comes up in play: bots, who do now and then what chance says, play the starter collection."""

from collections import defaultdict
from functools import partial
from random import Random
from types import FunctionType

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files.words import DURATIONS, TARGETS, TRIGGERS
from cliffhanger.games.plot_twist.rules import turns
from cliffhanger.games.plot_twist.rules.board import WHILES, board
from cliffhanger.games.plot_twist.rules.moments import MOMENTS
from cliffhanger.games.plot_twist.rules.resolving import RESOLVING
from cliffhanger.testing.play import ready_for
from cliffhanger.testing.playout import at_random, by_bots, moments

WHIM = 0.25
"""How often chance says what is done: bots alone hardly ever deal Trauma."""
FEW = {"word": 12, "trigger": 14, "target": 6, "lasts": 2}
"""So many of each kind may be left out by few games, whichever they are."""
NEVER: dict[str, set[str]] = {"word": set(), "trigger": set(), "target": set(), "lasts": set()}
"""What many games leave out, too."""


class Seen:
    """What has come up, by its kind."""

    def __init__(self):
        self.of = defaultdict(set)

    def effect(self, e):
        self.of["word"].add(type(e).__name__)
        self.of["target"].add(getattr(e, "target", None))
        lasts = getattr(e, "duration", None)
        keys = (
            [lasts]
            if isinstance(lasts, str)
            else [key for key in ("turns", "if_", "trigger") if getattr(lasts, key, None)]
        )
        self.of["lasts"].update(keys)

    def ability(self, found):
        self.of["trigger"].add(found.trigger)
        self.of["target"].update((found.by, found.to))
        for each in found.effects:
            self.effect(each)


def watched(monkeypatch):
    """All that the rules carry out is noted."""
    seen = Seen()

    def carried_out(does, s, f, e, who):
        seen.effect(e)
        return does(s, f, e, who)

    def happens(before, s, due, found, heard):
        seen.ability(found)
        return before(s, due, found, heard)

    def counted(before, name, nth, found):
        seen.ability(found)
        return before(name, nth, found)

    def is_heard(before, s, until, ctx, *, heard):
        found = before(s, until, ctx, heard=heard)
        if found:
            seen.of["trigger"].add(until.trigger)
        return found

    for word, does in RESOLVING.does.items():
        monkeypatch.setitem(RESOLVING.does, word, partial(carried_out, does))
    noted = MOMENTS.game._replace(happens=partial(happens, MOMENTS.game.happens))
    monkeypatch.setattr(MOMENTS, "game", noted)
    monkeypatch.setattr(MOMENTS, "_is_heard", partial(is_heard, MOMENTS._is_heard))
    monkeypatch.setattr(turns, "paths", partial(counted, turns.paths))
    return seen


def on_a_whim(game, s, offers, rng):
    """What a bot does, or what chance says; the set-up is taken as it lies ready."""
    whim = rng.random() < WHIM and not any(each.key == "start" for each in offers)
    return (at_random if whim else by_bots)(game, s, offers, rng)


def left_out(monkeypatch, games):
    """What so many games do not bring up."""
    seen = watched(monkeypatch)
    setups = [setup for _, setup in ready_for(GAME)]
    for n in range(games):
        for moment in moments(GAME, setups[n % len(setups)], Random(n), 2_000, choose=on_a_whim):
            for _, _, found in board(moment.after.state).under(*WHILES):
                seen.ability(found)
    every = {
        "word": {each.__name__ for each in RESOLVING.does},
        "trigger": {*TRIGGERS, "in_turns"},
        "target": {*TARGETS},
        "lasts": {*DURATIONS},
    }
    return {kind: names - seen.of[kind] for kind, names in every.items()}


COMPILED = pytest.mark.skipif(
    not isinstance(turns.advance, FunctionType), reason="compiled functions cannot be watched"
)


@COMPILED
def test_few_games_leave_out_few_words(monkeypatch):
    missing = left_out(monkeypatch, 8)
    assert {kind: names for kind, names in missing.items() if len(names) > FEW[kind]} == {}


@COMPILED
@pytest.mark.long
@pytest.mark.timeout(3_600)
def test_many_games_leave_out_no_word_trigger_target_or_duration(monkeypatch):
    assert left_out(monkeypatch, 600) == NEVER
