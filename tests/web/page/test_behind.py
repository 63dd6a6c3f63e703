"""What may be prepared before a pool is rolled: folded, and never what lies open while nobody has opened it."""

import re

import pytest

from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.params import Item, Pick, Slot
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.page.offers import lit, window
from cliffhanger.web.page.regions import whole

BEFORE = "Before you roll"
ROWS = (Item("boone", "Deputy Boone", dice=(6,)), Item("barn", "The barn", dice=(8,)))
DUTY = Pick("pool", "Your dice", (Item("duty", "Duty", slot="value", dice=(10,)),), 1, 1, (Slot("value", "Value", 1),))
USE = offer("tamsin", 1, "use", "Use a Resource", None, Pick("what", "Which", ROWS), group=BEFORE).option
SHARE = offer("tamsin", 1, "share", "Somebody else's detail", None, Pick("what", "Which", ROWS), group=BEFORE).option
WORDS = Pick("how", "How it goes", ROWS)


def options(*, first):
    """What comes before a roll, then the roll, which is the next step or not, then the way out of it."""
    roll = offer("tamsin", 1, "roll", "Roll", None, DUTY, first=first, group="Your roll").option
    out = offer("tamsin", 1, "give_in", "Give in", None, WORDS, group="Your roll").option
    return [USE, SHARE, roll, out]


def drawn(asked, drafts):
    """The page of a window, which option lies open in it, and whether the fold does."""
    page = whole([window(asked, drafts=drafts, odds={}, base="/t/x/seat/y", lead=True)])
    on = re.findall(r'<input type="radio" name="w-[^"]+" id="o-tamsin-1-(\w+)" checked>', page)
    return on, re.search(r"<details [^>]*>", page)[0].endswith(" open>")


@pytest.mark.parametrize("first", [True, False])
def test_a_roll_lies_open_and_not_what_is_folded_though_it_may_be_no_next_step(first):
    asked = options(first=first)
    assert drawn(asked, {}) == (["roll"], False)
    assert lit(asked) is asked[2]


def test_what_somebody_has_begun_in_the_fold_lies_open_in_an_open_fold():
    assert drawn(options(first=True), {("tamsin", "1", "use"): Draft({"what": ("barn",)})}) == (["use"], True)
