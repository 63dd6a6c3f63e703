"""Rows of lists: dice under their heads as a table, and a strip of turns that is pushed aside."""

import re

from cliffhanger.kernel.panels import Die, List, Row
from cliffhanger.web.page.panels import draw

ROWS = (
    Row("Ida", "untouched", mark="Ida", dice=(Die(8), Die(10, word="at stake")), tags=("!Duty D8",), state="now"),
    Row("Bo", dice=(Die(4), Die(6))),
)


def test_each_die_stands_under_its_head_and_says_what_holds_for_it():
    drawn = draw(List("drives", ROWS, heads=("Love", "Truth")))
    assert re.findall(r"<th scope=col><span>(\w+)", drawn) == ["Love", "Truth"]
    assert drawn.count("<td") == 4
    assert 'aria-label="d10"' in drawn
    assert re.findall(r'<td class="word">.*?<span class="sr">(.*?)</span></td>', drawn) == [", at stake"]
    first, second = drawn.split("<tbody")[1:]
    assert first.startswith(' class="now">')
    assert second.startswith(">")
    assert 'colspan=2 scope=rowgroup><svg class="face' in first
    assert "untouched" in first
    assert '<span class="tag bad">Duty D8' in first
    assert '<svg class="face' not in second


def test_where_a_row_has_other_dice_the_heads_stand_above_a_list():
    drawn = draw(List("drives", (*ROWS, Row("Cy", dice=(Die(6),))), heads=("Love", "Truth")))
    assert "<table" not in drawn
    assert '<p class="heads soft">Love, Truth</p>' in drawn


def test_a_strip_that_is_longer_than_a_phone_is_wide_can_be_reached_by_keys():
    def strip(count):
        return draw(List("turns", tuple(Row(f"P{n}") for n in range(count)), "order"))

    assert "tabindex" not in strip(4)
    assert strip(5).startswith('<ol class="rail across-5" id="l-turns" tabindex=0>')
