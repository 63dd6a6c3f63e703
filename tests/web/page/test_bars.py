"""The bar of all that can happen: what its number is of stands out, and nothing does where that never comes."""

import re
from fractions import Fraction

import pytest

from cliffhanger.web.page.chance import chance
from cliffhanger.web.page.view import Figure

OUT, WORST, LESS = "they are out", "D10", "D8"


@pytest.mark.parametrize(
    ("value", "law", "kinds"),
    [
        (Fraction(1, 4), ((OUT, Fraction(1, 4)), (WORST, Fraction(3, 4))), ["v", "b"]),
        (Fraction(0), ((WORST, Fraction(4, 5)), (LESS, Fraction(1, 5))), ["b", "b"]),
    ],
)
def test_only_the_part_that_the_number_is_of_counts(value, law, kinds):
    figure = Figure(OUT, value, law=law, split=True)
    assert re.findall(r'<rect class="(\w)" x=', chance("c", (figure,))) == kinds
