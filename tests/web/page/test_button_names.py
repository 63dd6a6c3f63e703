"""The big button names what would be done: whom it is about, and all that lies ready without anybody having chosen it."""

import pytest

from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.params import Cost, Item, Pick, Ready, Slot, Text, first
from cliffhanger.table.snapshot import Draft
from cliffhanger.web.page.amounts import aim, lying
from cliffhanger.web.page.html import NOTHING, esc, joined
from cliffhanger.web.page.option_form import option_form

WHOM = Pick("against", "From whom", (Item("eli", "Eli"), Item("dale", "Dale")))
GOAL = Text("goal", "I want them to ...", 1, 160, ready=(Ready("Sit down"), Ready("Go home")))
STAKE = Pick("stake", "Which Drive is at stake", (Item("duty", "Duty"), Item("love", "Love")))


@pytest.fixture
def contest():
    return offer("tamsin", 1, "contest", "Begin a Contest", None, WHOM, GOAL, STAKE, first=True).option


def test_words_that_nobody_has_chosen_stand_on_it_with_all_that_goes_with_them(contest):
    assert lying(contest, first(contest.params)) == "Eli · “Sit down” · Duty"


@pytest.mark.parametrize("said", ["Go home", "Give me the page", ""])
def test_whoever_has_said_something_need_not_read_it_again(contest, said):
    chosen = first(contest.params) | {"goal": said}
    assert lying(contest, chosen) == ""
    assert aim(contest, chosen) == "Eli"


def test_where_no_words_lie_ready_it_names_whom_it_is_about():
    plain = offer("tamsin", 1, "contest", "Begin a Contest", None, WHOM, STAKE).option
    assert lying(plain, first(plain.params)) == ""


POINT = (Cost(1, "point", to="Dale"),)
VALUES = tuple(Item(name.casefold(), name, slot="value", cost=POINT) for name in ("Duty", "Love", "Truth"))
POOL = Pick("pool", "Your dice", VALUES, 1, 3, (Slot("value", "Value", 1),), 3, start=("duty",))


@pytest.mark.parametrize(
    ("held", "paid"),
    [(1, "2 strain"), (2, "2 strain, 1 point paid to Dale"), (3, "2 strain, 2 × 1 point paid to Dale")],
)
def test_what_is_picked_beyond_what_is_free_is_named_with_its_price(held, paid):
    roll = offer("tamsin", 1, "roll", "Roll", None, POOL, cost=(Cost(2, "strain"),)).option
    chosen = {"pool": tuple(item.id for item in VALUES[:held])}
    assert roll.paid(chosen) == paid
    drawn = joined(
        option_form(roll, {("tamsin", "1", "roll"): Draft(chosen)}, {}, NOTHING, NOTHING, "", lies=True, alone=True)
    )
    assert f'<span class="tag">{esc(paid)}</span>' in drawn[drawn.index('class="next"') :]
