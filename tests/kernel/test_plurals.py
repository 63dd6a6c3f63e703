"""Numbers with their nouns."""

import pytest

from cliffhanger.kernel.plurals import many


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (many(0, "point"), "no points"),
        (many(0, "point", none=0), "0 points"),
        (many(1, "die"), "1 die"),
        (many(2, "boon die"), "2 boon dice"),
    ],
)
def test_a_number_stands_with_its_noun(said, words):
    assert said == words
