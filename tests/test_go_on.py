"""Whoever runs a scene and lets the others go on is not asked the same again: somebody else is."""

from random import Random

import pytest

from cliffhanger.games import game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import awaited
from cliffhanger.testing.play import ready_for
from cliffhanger.testing.playout import by_bots, moments


def eager(game, s, offers, rng):
    """Whoever may act acts, asked or not; whoever runs the scene lets them."""
    may = [each for each in offers if each.key in ("check", "contest") and not each.blocked]
    if may and rng.random() < 0.8:
        seat = rng.choice(may).seat
        act = game.bot(s, seat, tuple(each.option for each in offers if each.seat == seat), rng)
        if act.key in ("check", "contest"):
            return act
    on = next((each for each in awaited(offers) if each.key == "on"), None)
    return Act(on.seat, on.window, on.key) if on and rng.random() < 0.8 else by_bots(game, s, offers, rng)


@pytest.mark.parametrize("name", ["smallville", "untold"])
def test_who_lets_them_go_on_hands_the_word_over(name):
    played, (_, setup) = game(name), list(ready_for(game(name)))[1]
    let, again = 0, []
    for seed in range(6):
        for moment in moments(played, setup, Random(seed), 250, choose=eager):
            if isinstance(moment.put, Act) and moment.put.key == "on":
                now = played.waiting(moment.after.state)
                if not isinstance(now, tuple):
                    continue
                leads = [each for each in now if each.seat != moment.put.seat and not (each.blocked or each.reaction)]
                let += bool(leads)
                if leads and awaited(now)[0].seat == moment.put.seat:
                    again.append((seed, moment.put.window))
    assert let > 5
    assert again == []
