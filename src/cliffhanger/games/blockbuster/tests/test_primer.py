"""The numbers of the primer are those of the rules."""

from fractions import Fraction

from cliffhanger.games.blockbuster import GAME
from cliffhanger.games.blockbuster.rules.house import House
from cliffhanger.games.blockbuster.rules.pools import successes

ROLL, COST, TURN, MASTER, _ = GAME.primer
WORDS = {1: "one", 2: "two", 3: "three"}


def test_a_five_or_a_six_succeeds_one_die_in_three():
    made = [face for face in range(1, 7) if successes((face,))]
    assert f"A {made[0]} or a {made[-1]} succeeds" in ROLL.says
    assert f"one die in {WORDS[1 / Fraction(len(made), 6)]}" in ROLL.says
    assert all((die.size, die.state == "counts") == (6, successes((die.face,)) == 1) for die in ROLL.dice)


def test_strain_is_paid_in_successes_of_the_roll_and_a_turn_has_one_action():
    spent = [die for die in COST.dice if die.state == "struck" and successes((die.face,))]
    assert len(spent) == 1
    assert House().actions_per_turn == "1"
    assert "one action" in TURN.says


def test_a_place_takes_as_many_dice_as_one_of_the_film_does_and_leaves_some():
    state = GAME.start(GAME.ready(2, {}))
    taken = {hindrance.penalty for place in state.sets for hindrance in place.impediments}
    struck = [die for die in MASTER.dice if die.state == "struck"]
    assert len(struck) in taken
    assert len(struck) < len(MASTER.dice)
    assert "Places may hinder you, a few dice at a time" in MASTER.says
