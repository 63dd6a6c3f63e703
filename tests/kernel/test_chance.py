"""Exact laws of rolls against plain enumeration, and what does not answer a roll or a draw."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.kernel.chance import Draw, Roll, law, misfit

FOLDS = {
    "sum": (0, lambda key, die, face: key + face),
    "highest": (0, lambda key, die, face: max(key, face)),
    "best two": ((), lambda key, die, face: tuple(sorted((*key, face))[-2:])),
    "successes and ones": ((0, 0), lambda key, die, face: (key[0] + (face >= 4), key[1] + (face == 1))),
    "all faces": ((), lambda key, die, face: (*key, face)),
}


def folded(fold, dice, faces):
    key, add = fold
    for die, face in zip(dice, faces, strict=True):
        key = add(key, die, face)
    return key


@given(st.sampled_from(sorted(FOLDS)), st.lists(st.sampled_from((2, 4, 6, 8)), max_size=4).map(tuple))
def test_the_law_of_a_roll_is_that_of_all_its_faces(name, dice):
    fold = FOLDS[name]
    total, keys = law(fold, Roll("r", "a", "test", dice))
    counted = Counter(folded(fold, dice, faces) for faces in product(*(range(1, die + 1) for die in dice)))
    assert total == sum(counted.values())
    assert {key: weight for key, (weight, _) in keys.items()} == counted
    assert all(folded(fold, dice, witness) == key for key, (_, witness) in keys.items())


def test_twelve_dice_fold_into_few_keys():
    total, keys = law(FOLDS["successes and ones"], Roll("r", "a", "test", (12,) * 12))
    assert total == 12**12
    assert sum(weight for weight, _ in keys.values()) == total
    assert len(keys) == 91


ROLL = Roll("r", "a", "test", (6, 4))
DRAW = Draw("d", "a", "test", ("ace", "ace", "king"), 2)


@pytest.mark.parametrize("values", [(6, 4), (1, 1)])
def test_faces_that_answer(values):
    assert misfit(ROLL, values) == ""


@pytest.mark.parametrize("values", [("ace", "ace"), ("king", "ace")])
def test_cards_that_answer(values):
    assert misfit(DRAW, values) == ""


@pytest.mark.parametrize(
    ("asked", "values", "why"),
    [
        (ROLL, (6,), "2 dice were asked for, 1 faces given."),
        (ROLL, (4, 6), "A d4 cannot show 6."),
        (ROLL, (0, 1), "A d6 cannot show 0."),
        (ROLL, (True, 1), "A d6 cannot show True."),
        (ROLL, ("6", 1), "A d6 cannot show '6'."),
        (DRAW, ("ace",), "2 cards were asked for, 1 given."),
        (DRAW, ("king", "king"), "A card was drawn that is not there."),
        (DRAW, ("queen", "ace"), "A card was drawn that is not there."),
        (DRAW, (1, 2), "A card was drawn that is not there."),
    ],
)
def test_what_does_not_answer_says_why(asked, values, why):
    assert misfit(asked, values) == why
