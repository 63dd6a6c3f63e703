"""The numbers of the primer are those of the rules."""

from cliffhanger.games.untold import GAME
from cliffhanger.games.untold.rules.points import NUMBERS
from cliffhanger.games.untold.rules.state import D12
from cliffhanger.games.untold.rules.tally import HIGHEST, NINE, succeeds
from cliffhanger.games.untold.rules.verbs import EVERY

ROLL, COST, TURN, MASTER, END = GAME.primer


def test_nine_or_more_of_twelve_succeeds_one_die_in_three():
    assert f"Usually {NINE} or more succeeds, one die in three" in ROLL.says
    assert sum(succeeds(D12("d", "ordinary", face), NINE) for face in range(1, 13)) * 3 == 12
    assert all(
        die.size == 12 and (die.state == "counts") == succeeds(D12("d", "ordinary", die.face), NINE)
        for die in ROLL.dice
    )


def test_points_are_worth_what_it_says():
    assert {abs(n) for _, _, moved, plus in NUMBERS for n in (moved, plus) if n} == {2}
    assert "two successes more" in TURN.says
    assert EVERY == 3
    assert "every third Hero Point" in MASTER.says


def test_a_twelve_is_a_boon_and_a_one_a_snag_and_a_scene_ends_with_dice_that_count():
    boon, snag = MASTER.dice
    assert "A 12 is a boon; a 1 may be a snag" in ROLL.says
    assert (boon.face, snag.face, snag.state) == (HIGHEST, 1, "one")
    assert "Boons and snags are told by all" in MASTER.says
    assert all(succeeds(D12("d", "ordinary", die.face), NINE) for die in END.dice)
