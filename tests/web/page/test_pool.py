"""Hollow dice beside the button: words first, and never a number that only the eye gets."""

import re
from html import unescape

from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Pick
from cliffhanger.kernel.pool import hollow
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.page.html import Markup, joined
from cliffhanger.web.page.option_form import option_form

SKILL = Pick(
    "skill",
    "Skill",
    (Item("swing", "Swing", 3, dice=(6,) * 3), Item("talk", "Talk", 12, dice=(6,) * 12)),
    start=("swing",),
)
SLEET = Row("Sleet", n=-2, id="skill=swing")


def drawn(rows, *asks, on=True, drafts=None):
    """The pool of an option as its page draws it, in words, and whole."""
    option = offer("juno", 1, "roll", "Roll", None, *asks, pool=rows).option
    text = joined(
        option_form(option, drafts or {}, {}, Markup('<div class="dock">'), Markup(""), "", lies=on, alone=False)
    )
    found = re.search(r'<div class="pool".*?</div>', text)
    return (" ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split()), found[0]) if found else ("", "")


def test_words_come_first_and_then_dice_of_which_those_that_are_lost_are_faint():
    said, whole = drawn((Row("", id="skill"), SLEET), SKILL)
    assert said == "1 die Swing 3 Sleet \N{MINUS SIGN}2"
    assert whole.count("#d6-rating") == 3
    assert whole.count('class="gone"') == 2


def test_what_is_picked_in_a_draft_is_what_is_drawn():
    draft = Draft({"skill": ("talk",)}, ("juno",))
    said, whole = drawn((Row("", id="skill"), SLEET), SKILL, drafts={("juno", "1", "roll"): draft})
    assert said == "12 dice Talk 12"
    assert whole.count("#d6-rating") == 1  # of so many one stands for all


def test_sizes_that_differ_stand_in_the_dice_and_are_heard():
    said, whole = drawn((Row("Duty", dice=hollow((10,))), Row("Dell", dice=hollow((8,)), state="bad")))
    assert said == "2 dice Duty d10 10 Dell d8 8"
    assert '<span class="sr">d10</span>' in whole


def test_coins_are_coins():
    assert (
        drawn((Row("Power", dice=hollow((2,))), Row("Foe", value="2 coins", state="bad")))[0]
        == "1 coin Power 1 Foe 2 coins"
    )


def test_what_does_not_lie_open_brings_no_dice_yet():
    assert drawn((Row("Power", dice=hollow((2,))),), on=False) == ("", "")


def test_a_die_that_is_not_the_common_one_says_its_size_even_where_all_are_alike():
    ten = Pick(
        "value", "Value", (Item("love", "Love", dice=(10,)), Item("amos", "Amos Tull", dice=(10,))), start=("love",)
    )
    said, whole = drawn((Row("", id="value"),), ten)
    assert said == "1 die Love 1 10"
    assert "#d10" in whole
