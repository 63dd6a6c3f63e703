"""What the items of a pool say that they make of the chance, and the sky over them."""

import re
from fractions import Fraction

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Pick, Slot, Text
from cliffhanger.web.page import tried
from cliffhanger.web.page.controls import controls
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.view import Figure

POOL = Pick(
    "pool",
    "Dice",
    (Item("duty", "Duty", slot="v", dice=(8,)), Item("glory", "Glory", slot="v", dice=(4,))),
    1,
    2,
    (Slot("v", "Value", 1),),
    0,
    ("duty",),
)
AGAINST = Pick("against", "Go against it", (Item("duty", "Duty", dice=(8, 8)),), 0, 1, within="pool")
LIMIT = Pick("limit", "Aim", (Item("duty", "Duty"), Item("glory", "Glory")), 0, 1, within="pool")
BENDS = (Row("", id="pool"), Row("to beat", value="14"))
ROLL = Option("a", "w", "roll", "Roll", params=(POOL, AGAINST, LIMIT), figures=("beats",), pool=BENDS)
LIES = {"pool": ("duty",), "against": (), "limit": ()}


def chance(value, unit="chance"):
    return (Figure("you beat it", Fraction(value), unit=unit),)


def odds(**by):
    """Figures of the option by what is tried: `now`, or pick and item."""
    return {("w", "roll" if name == "now" else f"roll:{name.replace('__', '=')}"): row for name, row in by.items()}


def plain(markup):
    return re.sub(r"<[^>]*>", "", str(markup)).replace("&nbsp;", " ").replace("\xa0", " ")


def test_each_item_says_what_the_chance_would_be_and_that_there_would_be_none():
    known = odds(now=chance("3/20"), pool__glory=chance(0), against__duty=chance("27/50"))
    said = dict(tried.worth(ROLL, LIES, known).items)
    assert plain(said["pool", "duty"]) == "15 % you beat it"
    assert said["pool", "glory"] == "cannot"
    assert plain(said["against", "duty"]) == "15 % &rarr;becomes 54 %"


def test_what_is_torn_says_what_it_was_before():
    known = odds(now=chance("27/50"), against__duty=chance("3/20"))
    said = dict(tried.worth(ROLL, LIES | {"against": ("duty",)}, known).items)
    assert plain(said["against", "duty"]) == "15 % &rarr;becomes 54 %"


def test_a_figure_that_is_not_known_yet_has_its_room_all_the_same():
    found = tried.worth(ROLL, LIES, {})
    assert [str(said) for _, said in found.items] == [""] * 3
    assert controls(ROLL.params, LIES, Markup("f"), found).count('<span class="each"></span>') == 3
    assert "each" not in controls(ROLL.params, LIES, Markup("f"))


def test_an_option_without_figures_says_nothing():
    silent = Option("a", "w", "roll", "Roll", params=(POOL,), pool=BENDS)
    assert tried.worth(silent, {"pool": ("duty",)}, {}) is None
    assert tried.pools((LIMIT,)) == ()


def test_the_sun_stands_as_high_as_the_chance_and_a_mean_has_none():
    def high(row):
        return float(re.search(r'cy="([\d.]+)"', tried.worth(ROLL, LIES, odds(now=row)).sky)[1])

    assert [high(chance(each)) for each in ("0", "1/2", "1")] == [tried.LOW, 33.5, tried.HIGH]
    assert high(chance("12", "mean")) == tried.LOW
    assert "to beat <b>14</b>" in tried.worth(ROLL, LIES, odds(now=chance("1/2"))).sky


def test_what_asks_of_each_item_by_itself_stands_below_it_and_what_asks_for_one_of_them_is_a_fold():
    drawn = controls((*ROLL.params, Text("why", "Why", 1, 9, within="against")), LIES | {"why": ""}, Markup("f"))
    assert [(p.name, below) for p, below in tried.pools(ROLL.params)] == [("pool", False), ("against", True)]
    slot = drawn[drawn.index('class="offer-row slot"') : drawn.index("<details")]
    assert 'id="f-v-against" data-within="p.pool"' in slot
    assert "Keep it whole" in slot
    assert drawn.index('id="f-limit-more"') < drawn.index('name="p.why"')
