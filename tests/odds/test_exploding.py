"""Dice that earn dice, against every chain written out."""

from fractions import Fraction

import pytest

from cliffhanger.odds.exploding import Die, added, nothing
from cliffhanger.odds.pareto import unbeaten

COIN = Die(2, (1,), 1, (1,))
"""Tails ends it; heads scores 1 and earns the next coin."""
LENGTH = 6


def chances(dice, length=LENGTH):
    """The chances of the totals 0, 1, 2 ... of some dice that all have as many sides."""
    row = nothing(length)
    for die in dice:
        row = added(row, die)
    return [Fraction(weight, dice[0].sides ** (len(dice) + k)) for k, weight in enumerate(row)]


def written_out(die, most):
    """The same for one die, face by face, as far as totals below `most` go."""
    found = [Fraction(0)] * most

    def put(total, chance):
        if total < most:
            found[total] += chance

    def earned(total, chance):
        if total >= most:
            return
        for k, faces in enumerate(die.again):
            put(total + k, chance * Fraction(faces, die.sides))
        earned(total + 1, chance / die.sides)

    for k, faces in enumerate(die.ways):
        put(k, Fraction(faces, die.sides))
    if die.burst:
        earned(die.burst, Fraction(1, die.sides))
    return found


@pytest.mark.parametrize(
    "die",
    [
        COIN,
        Die(6, (3, 2), 1, (4, 1)),
        Die(6, (3, 2), 2, (5,)),
        Die(6, (0, 5), 1, (0, 5)),
        Die(6, (1, 3, 1), 2, (2, 2, 1)),
        Die(6, (4, 2)),
        Die(6, (2, 1), 3, (5,)),
    ],
)
def test_one_die_is_its_chain_written_out(die):
    assert chances([die]) == written_out(die, LENGTH)


def test_dice_add_up_in_any_order():
    one, other = Die(6, (3, 2), 1, (4, 1)), Die(6, (1, 3, 1), 2, (5,))
    both = chances([one, other])
    assert both == chances([other, one])
    a, b = written_out(one, LENGTH), written_out(other, LENGTH)
    assert both == [sum(a[i] * b[k - i] for i in range(k + 1)) for k in range(LENGTH)]


def test_a_chain_of_coins_is_geometric():
    assert chances([COIN]) == [Fraction(1, 2 ** (k + 1)) for k in range(LENGTH)]


def test_a_row_of_no_length_stays_empty():
    assert added(nothing(0), COIN) == nothing(0) == []
    assert added(nothing(1), COIN) == [1]


def test_an_earned_die_has_all_its_faces():
    with pytest.raises(ValueError, match="all its faces"):
        Die(6, (5,), 1, (4,))


def test_what_is_dearer_and_no_better_is_beaten():
    rows = [("all", 5, 3), ("some", 6, 2), ("few", 4, 1), ("same", 4, 1), ("none", 4, 2)]
    assert [name for name, _, _ in unbeaten(rows, lambda x: x[1], lambda x: x[2])] == ["few", "some"]
    assert unbeaten([], lambda x: x, lambda x: x) == []
