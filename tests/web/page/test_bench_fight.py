"""What fights say on the card bench: more, less, or that nobody can tell; and nothing before the last of them."""

import re

import pytest

from cliffhanger.table.trials import Difference
from cliffhanger.web.page.bench_fight import _difference


def said(mean, off, *, share=False, done=True):
    html = _difference("fights won" if share else "Stress dealt", Difference(mean, off), share=share, done=done)
    return re.sub(r"<[^>]+>", "", html), "told-apart" in html


@pytest.mark.parametrize(
    ("mean", "off", "words"),
    [
        (9.0, 6.0, "9.0 more Stress dealt in a fight (3.0 to 15.0)"),
        (-1.0, 0.5, "1.0 less Stress dealt in a fight (0.5 to 1.5)"),
        (1.0, 0.97, "1.0 more Stress dealt in a fight (0.03 to 2.0)"),
    ],
)
def test_what_can_be_told_is_told_with_its_interval(mean, off, words):
    assert said(mean, off) == (words, True)


def test_shares_are_told_in_points():
    assert said(0.09, 0.06, share=True) == ("9 points more fights won (3 to 15)", True)
    assert said(-0.09, 0.06, share=True) == ("9 points fewer fights won (3 to 15)", True)


def test_where_the_interval_holds_no_difference_nobody_can_tell():
    assert said(0.3, 0.5) == ("Cannot tell: &#8722;0.2 to +0.8 Stress dealt in a fight", False)
    assert said(0, 0.02, share=True) == ("Cannot tell: &#8722;2 to +2 points of fights won", False)
    assert said(0, 0) == ("No difference in Stress dealt: it is the same each time", False)


def test_before_the_last_fight_there_is_no_verdict():
    assert said(9.0, 6.0, done=False) == ("So far +3.0 to +15.0 Stress dealt in a fight", False)
