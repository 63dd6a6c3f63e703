"""Bots fight until one side is gone, or a Threat has come true."""

from random import Random

import pytest

from cliffhanger.games.plot_twist import GAME
from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.testing.play import Play

MANY = 3_000


def fought(players, seed):
    """A game of bots to its end: the play, and how many decisions it took."""
    at, rng = Play(GAME, players=players), Random(seed)
    for decisions in range(MANY):
        now = at.waiting
        if isinstance(now, Over):
            return at, decisions
        if isinstance(now, Roll):
            at.rolls(*(rng.choice((1, 2)) for _ in now.dice))
        elif isinstance(now, Draw):
            at.draws(*rng.sample(now.cards, now.count))
        else:
            seat = next(o.seat for o in now if not o.blocked)
            act = GAME.bot(at.view(seat), seat, tuple(o.option for o in now), rng)
            at.put(act)
    raise AssertionError(f"no end after {MANY}: Turn {at.state.turn}, {at.state.people}")


@pytest.mark.parametrize("seed", [0, *(pytest.param(each, marks=pytest.mark.long) for each in (1, 2))])
@pytest.mark.parametrize("players", [2, 4])
def test_two_heroes_and_more_fight_until_one_side_is_gone(players, seed):
    at, _ = fought(players, seed)
    assert at.state.winner in ("heroes", "villains")
    assert at.happened("combat")
    assert at.happened("out") or at.happened("goal") or at.happened("surrenders")


def test_a_bot_buys_no_coin_for_a_roll_that_is_as_good_as_won_or_lost(stage):
    def bought(pool, other, tries=12):
        ann, foe = stage(
            ann={"fighting": pool, "energy": 9, "power": 5}, foe={"kind": "villain", "fighting": other}
        ).cast
        ann.attacks(foe)
        foe.defends("fighting")
        options = ann.stage.play.options(ann.seat)
        found = [GAME.bot(ann.stage.s, ann.seat, options, Random(seed)) for seed in range(tries)]
        return {act.key for act in found}

    assert bought(3, 3) == {"coins", "throw"}
    assert bought(9, 1) == {"throw"}
    assert bought(1, 9) == {"throw"}


def test_in_the_first_turns_whoever_attacks_a_bot_sees_their_coins_fall_at_once(stage):
    def answers(turn):
        foe = {"kind": "villain", "fighting": 2, "energy": 9, "power": 5}
        ann, foe = stage(ann={"fighting": 2, "energy": 9, "power": 5}, foe=foe).cast
        ann.stage.rules("turn", to=turn)
        ann.attacks(foe)
        foe.defends("fighting")
        ann.does("throw")
        options = ann.stage.play.options(foe.seat)
        return {GAME.bot(ann.stage.s, foe.seat, options, Random(seed)).key for seed in range(12)}

    assert answers(2) == {"throw"}
    assert answers(3) == {"throw", "coins"}
