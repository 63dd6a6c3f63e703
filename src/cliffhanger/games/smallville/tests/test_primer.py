"""The numbers of the primer are those of the rules."""

from cliffhanger.games.smallville import GAME
from cliffhanger.games.smallville.rules import gathering, verbs
from cliffhanger.games.smallville.rules.gathering import Trait
from cliffhanger.games.smallville.rules.pools import BEST, result
from cliffhanger.games.smallville.rules.state import Die

ROLL, COST, _, MASTER, _ = GAME.primer


def test_the_two_best_faces_are_the_result_and_a_one_never_counts():
    assert BEST == 2
    assert "two best faces" in ROLL.says
    counted = sum(die.face for die in ROLL.dice if die.state == "counts")
    assert counted == result(tuple(Die(str(n), "", die.size, die.face) for n, die in enumerate(ROLL.dice)), BEST)
    assert [die.state for die in ROLL.dice if die.face == 1] == ["one"]
    ladder = [size for size in verbs.LADDER if size]
    assert f"from D{ladder[0]} to D{ladder[-1]}" in ROLL.says


def test_what_is_acted_against_is_three_dice_and_trouble_begins_at_two_d6():
    challenged = gathering.dice((Trait("a", "A", 8, "value", "Values"),), ("a",), ("a",))
    assert tuple(die.size for die in challenged) == tuple(die.size for die in COST.dice)
    assert tuple(die.size for die in MASTER.dice) == verbs.TROUBLE
    assert verbs.LEAST_TROUBLE == 2
    assert "two D6 at least" in MASTER.says
