"""The numbers of the primer are those of the rules."""

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.odds.distributions import hits, margin
from cliffhanger.games.plot_twist.rules.pieces import ATTACKS, HAND, MOVES

ROLL, COST, TURN, MASTER, _ = GAME.primer


def test_half_of_the_coins_succeed_and_a_tie_misses():
    heads = [coin for coin in ROLL.dice if coin.side == "star"]
    assert 2 * len(heads) == len(ROLL.dice)
    assert "half of them on average" in ROLL.says
    assert hits(margin(0, 0)).weights[0] == 0  # as many as the other side threw is no hit
    assert "a tie misses" in ROLL.says


def test_a_turn_has_two_moves_and_an_attack_and_a_hand_is_three_cards():
    assert (MOVES, ATTACKS, HAND) == (2, 1, 3)
    assert "two Moves and one Attack" in COST.says
    assert "draw up to three" in TURN.says
    heads = sum(coin.side == "star" for coin in TURN.dice)
    assert "attacks hit" in TURN.says
    assert heads > len(TURN.dice) - heads  # with more heads you hit


def test_a_reversal_is_one_success_beside_what_has_fallen():
    assert [coin.state for coin in MASTER.dice].count("counts") == 1
    assert "buys Reversals" in MASTER.says
