"""What a choice would be with each item of a pick tried."""

from msgspec.structs import replace

from cliffhanger.kernel.params import Item, Pick, Slot, Text, validate
from cliffhanger.kernel.trials import trials

POOL = Pick(
    "pool",
    "Dice",
    (
        Item("duty", "Duty", slot="value", group="Value"),
        Item("glory", "Glory", slot="value", group="Value"),
        Item("dale", "Dale", slot="bond"),
        Item("gone", "Gone", slot="bond", blocked="Not today."),
    ),
    1,
    4,
    (Slot("value", "Value", 1), Slot("bond", "Bond", 1)),
    2,
    ("duty",),
    ("Value",),
)
AGAINST = Pick("against", "Against", (Item("duty", "Duty"), Item("glory", "Glory")), 0, 2, within="pool")
WHY = Text("why", "Why", 3, 20, within="against")
PARAMS = (POOL, AGAINST, WHY)
LIES = {"pool": ("duty", "dale"), "against": (), "why": ""}


def test_an_item_is_tried_as_a_tap_chooses_it_and_what_cannot_be_picked_is_not():
    found = dict(trials(PARAMS, LIES, POOL))
    assert found.keys() == {"glory", "dale"}  # without duty nothing of that group would be left
    assert found["glory"]["pool"] == ("duty", "dale", "glory")
    assert found["dale"]["pool"] == ("duty",)
    assert all(not validate(PARAMS, each) for each in found.values())


def test_where_no_more_can_be_paid_for_it_takes_the_place_of_another():
    poor = replace(POOL, budget=0)
    found = dict(trials((poor, AGAINST, WHY), LIES, poor))
    assert found["glory"]["pool"] == ("dale", "glory")
    assert all(not validate((poor, AGAINST, WHY), each) for each in found.values())


def test_words_that_are_asked_for_with_an_item_count_as_said():
    found = dict(trials(PARAMS, LIES, AGAINST))
    assert found.keys() == {"duty"}  # glory is not in the pool
    assert (found["duty"]["against"], found["duty"]["why"]) == (("duty",), "???")
    assert dict(trials(PARAMS, LIES | {"why": "It is time."}, AGAINST))["duty"]["why"] == "It is time."


def test_with_an_item_goes_what_stands_within_it():
    torn = LIES | {"against": ("duty",)}
    found = dict(trials(PARAMS, torn, POOL))
    assert found["glory"]["against"] == ("duty",)
    out = replace(POOL, must=())
    assert dict(trials((out, AGAINST, WHY), torn, out))["duty"]["against"] == ()
    assert (found["dale"]["against"], found["dale"]["why"]) == (("duty",), "???")
