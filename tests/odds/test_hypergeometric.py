"""Draws without putting back, against every hand dealt."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.hypergeometric import hypergeometric

PILES = [(cards, wanted, drawn) for cards in range(7) for wanted in range(cards + 1) for drawn in range(cards + 1)]


@pytest.mark.parametrize(("cards", "wanted", "drawn"), PILES)
def test_a_draw_is_every_hand_counted(cards, wanted, drawn):
    hands = Counter(sum(card < wanted for card in hand) for hand in combinations(range(cards), drawn))
    law = hypergeometric(cards, wanted, drawn)
    assert (dict(enumerate(law.weights, law.lowest)), law.total) == (dict(hands), hands.total())


def test_large_piles_stay_whole_and_have_the_mean_of_the_share():
    law = hypergeometric(500, 120, 75)
    assert sum(law.weights) == law.total
    assert law.mean() == Fraction(75 * 120, 500)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ((5, 6, 1), "Of 5 cards 6 cannot be wanted: give 0 to 5."),
        ((5, -1, 1), "Of 5 cards -1 cannot be wanted: give 0 to 5."),
        ((5, 2, 6), "Of 5 cards 6 cannot be drawn: give 0 to 5."),
        ((5, 2, -1), "Of 5 cards -1 cannot be drawn: give 0 to 5."),
    ],
)
def test_more_than_there_are_is_refused(given, why):
    with pytest.raises(OutOfRange) as refused:
        hypergeometric(*given)
    assert str(refused.value) == why
