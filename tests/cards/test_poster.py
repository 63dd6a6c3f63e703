"""The card of an evening: its words stand together at the foot, and what they leave is the picture's."""

from itertools import pairwise

import pytest

from cliffhanger.cards.drawing import Group, Words
from cliffhanger.cards.poster import LAYOUTS, Poster

CAST = (("Director", "Ana"), ("Juno Marsh", "Ben"), ("Ferris", "Chiara"))
LINE = "Eleven hours to the border, one stolen storm engine in the baggage, and a captain with a hook."


def lines(marks, down=0.0, scale=1.0):
    """How far down each line of text stands, wherever it is in the drawing."""
    for each in marks:
        if isinstance(each, Words):
            yield down + scale * each.y
        elif isinstance(each, Group):
            yield from lines(each.marks, down + scale * each.move[1], scale * each.scale)


@pytest.mark.parametrize("kind", ["poster", "book"])
@pytest.mark.parametrize("title", ["Night", "Friday night", "The Last Night Train to Corvane and Back", "M" * 60])
@pytest.mark.parametrize(("line", "odds"), [("", ""), (LINE, "1 in 9"), ("", "1 in 9"), (LINE, "")])
def test_no_part_of_the_foot_of_a_card_is_empty(kind, title, line, odds):
    draw, (_, high) = LAYOUTS[kind]
    told = Poster(kind, title, "A game", line, "1 May", ("Ana", "Ben"), CAST, odds=odds, feat="A roll", label="Best")
    rows = sorted(y for y in lines(draw(told)) if y > high / 2)
    assert max(after - y for y, after in pairwise(rows)) < 20
    assert high - rows[-1] < 18


@pytest.mark.parametrize(("line", "least"), [("", 158), (LINE, 145)])
def test_the_ground_of_a_cover_is_as_high_as_what_is_written_on_it(line, least):
    draw, _ = LAYOUTS["cover"]
    marks = draw(Poster("cover", "Friday night", line=line, cast=CAST))
    feet = [each.move[1] for each in marks if isinstance(each, Group) and each.move[1] > 100]
    assert feet
    assert all(foot > least for foot in feet)


def texts(marks):
    for each in marks:
        if isinstance(each, Words):
            yield each.text
        elif isinstance(each, Group):
            yield from texts(each.marks)


@pytest.mark.parametrize("long", range(3, 40))
def test_no_line_of_names_ends_in_the_dot_that_parts_them(long):
    draw, _ = LAYOUTS["poster"]
    told = Poster("poster", "Night", "A game", "", "1 May", ("Ana",), (("D" * long, "Ana"), *CAST, ("Porter", "Dee")))
    rows = list(texts(draw(told)))
    assert any("·" in row for row in rows)
    assert not [row for row in rows if row.endswith("·")]
