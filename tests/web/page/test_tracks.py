"""Tracks in rows, and what is paid from: drawn, and the same in words."""

import re

import pytest

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import List, Row, Track
from cliffhanger.kernel.params import Number
from cliffhanger.web.page.html import NOTHING
from cliffhanger.web.page.option_form import option_form
from cliffhanger.web.page.panels import draw

STRESS = (Track("ida.body", "Body", 7, 9), Track("ida.mind", "Mind", 0, 0))
BREATH = Track("breath", "Breath", 4, 12)


def words(html):
    """What is read, without the marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", str(html)).split())


@pytest.mark.parametrize("style", ["lines", "order", "sides", "places"])
def test_tracks_of_a_row_are_bars_with_the_number_in_words(style):
    html = str(draw(List("who", (Row("Ida", mark="Ida", tracks=STRESS),), style)))
    assert "Body 7 of 9" in words(html)
    assert "Mind 0 of 0" in words(html)
    assert re.findall(r'class="v" width="([\d.]+)"', html) == ["77.8", "0"]
    assert 'id="k-ida_2e_body"' in html


def test_rows_with_tracks_do_not_stand_in_two_columns():
    rows = tuple(Row(name) for name in "abcd")
    assert "cols2" in draw(List("x", rows))
    assert "cols2" not in draw(List("x", (*rows, Row("e", tracks=STRESS))))


def form(option, **choice):
    """The form of an option that lies open."""
    return str(NOTHING.join(option_form(option, {}, {}, NOTHING, NOTHING, "", lies=True, alone=True)))


def test_what_is_paid_from_stands_in_the_dock_with_what_is_left_and_what_is_taken():
    html = form(Option("ida", "1", "run", "Run", (Number("n", "Points", 0, 8, 3, stock=(BREATH,)),)))
    assert "Breath 8 of 12 left , this takes 3" in words(html)
    stock = html[html.index('class="stock"') :]
    assert (stock.count('class="on"'), stock.count('class="hot"'), stock.count("<i></i>")) == (4, 3, 5)
    assert '<span class="js">, this takes 3</span>' in html  # without script nobody knows what will be chosen


def test_nothing_is_said_to_be_taken_before_one_of_several_ways_is_chosen():
    number = Number("n", "Points", 1, 2, 1, stock=(BREATH,))
    html = form(Option("ida", "1", "run", "Run", (number,), figures=("made",)))
    assert "Breath 8 of 12 left" in words(html)
    assert "this takes" not in html


def test_a_number_that_is_paid_from_nothing_draws_no_stock():
    assert "stock" not in form(Option("ida", "1", "run", "Run", (Number("n", "Points", 0, 3),)))
