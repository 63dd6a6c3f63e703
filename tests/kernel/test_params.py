"""What fits a parameter, what a pick costs, and that chance always finds a choice where there is one."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cliffhanger.kernel.params import (
    Item,
    Number,
    Pick,
    Slot,
    Text,
    added,
    first,
    price,
    sample,
    satisfiable,
    swapped,
    together,
    validate,
)
from cliffhanger.testing import strategies


def pool(*items, **more):
    return Pick("pool", "Pool", items, **more)


def fitting(p):
    """All answers that fit a pick, found the slow way."""
    ids = [item.id for item in p.items]
    sizes = range(p.least, min(p.most, len(ids)) + 1)
    return [each for size in sizes for each in combinations(ids, size) if not validate((p,), {p.name: each})]


@given(strategies.picks())
def test_a_pick_is_possible_if_and_only_if_some_answer_fits(p):
    assert satisfiable(p) == bool(fitting(p))


@given(strategies.params(), st.randoms(use_true_random=False))
def test_a_sampled_choice_always_fits(params, rng):
    assume(all(satisfiable(p) for p in params))
    assert validate(params, sample(params, rng)) == ""


@given(strategies.params(), st.dictionaries(st.sampled_from(("p0", "p1", "p2", "x")), strategies.garbage))
def test_any_choice_is_judged_in_a_sentence_and_none_raises(params, choice):
    why = validate(params, choice)
    assert why == "" or why.endswith(".")
    if set(choice) != {p.name for p in params}:
        assert why


@given(strategies.picks(), st.randoms(use_true_random=False))
def test_what_chance_picks_can_be_paid(p, rng):
    assume(satisfiable(p))
    value = sample((p,), rng)[p.name]
    assert p.budget < 0 or price(p, value) <= p.budget


@given(strategies.params())
def test_the_first_answer_names_every_parameter(params):
    assert set(first(params)) == {p.name for p in params}


def test_an_item_beyond_its_free_allowance_costs_one():
    p = pool(
        *(Item(name, name, slot="trait") for name in "abc"),
        Item("d", "d"),
        most=4,
        slots=(Slot("trait", free=2),),
        budget=1,
    )
    assert [price(p, tuple(picked)) for picked in ("a", "ab", "abc", "abd", "abcd")] == [0, 0, 1, 1, 2]
    assert validate((p,), {"pool": ("a", "b", "c")}) == ""
    assert validate((p,), {"pool": ("a", "b", "c", "d")}) == "Pool: that costs 2, and 1 can be paid. Choose less."


def test_nothing_is_counted_without_a_budget():
    p = pool(Item("a", "a"), Item("b", "b"), most=2)
    assert price(p, ("a", "b")) == 0


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ((), "choose 1 to 2; 0 chosen."),
        (("a", "b", "c"), "choose 1 to 2; 3 chosen."),
        (("a", "a"), "the same thing was chosen twice. Once is enough."),
        (("z",), "that is not among the things to choose from. Look again, then decide."),
        (("c",), "It is broken. Choose something else."),
        (("a", "b"), "choose only one of those."),
        ("a", "a list of its items, please."),
        (["a"], "a list of its items, please."),
    ],
)
def test_a_pick_that_does_not_fit_says_why(value, why):
    p = pool(Item("a", "a", same="hand"), Item("b", "b", same="hand"), Item("c", "c", blocked="It is broken."), most=2)
    assert validate((p,), {"pool": value}) == f"Pool: {why}"


@pytest.mark.parametrize("value", [0, 4, True, "2", 2.0, None, (2,)])
def test_a_number_is_whole_and_in_its_range(value):
    assert validate((Number("n", "Dice", 1, 3),), {"n": value}) == "Dice: a whole number from 1 to 3, please."


@pytest.mark.parametrize("value", ["", "x" * 6, 3, None])
def test_a_text_has_its_length(value):
    assert validate((Text("t", "Words", 1, 5),), {"t": value})


def test_what_nobody_asked_for_is_named():
    assert validate((), {"extra": 1}) == "Nothing here asks for extra. Look again, then decide."
    assert validate((Number("n", "Dice", 1, 3),), {}) == "Dice: a whole number from 1 to 3, please."


def test_an_item_may_be_free_in_a_slot_that_another_of_its_kind_has_used_up():
    p = pool(
        Item("a", "a", slot="left", same="x"),
        Item("b", "b", slot="right", same="x"),
        Item("c", "c", slot="left"),
        least=2,
        most=2,
        slots=(Slot("left", free=1), Slot("right", free=1)),
        budget=0,
    )
    assert satisfiable(p)
    assert set(sample((p,), Random(1))["pool"]) == {"b", "c"}


ASKED = (
    Pick("skill", "Skill", (Item("shot", "Shot"), Item("swing", "Swing"))),
    Text("aim", "What for"),
    Pick(
        "dice", "Dice", (Item("d1", "Dice for the shot", 2, beside=("shot", "the_shot")), Item("d2", "Any dice")), 0, 2
    ),
)


@pytest.mark.parametrize(
    ("skill", "aim", "fits"), [("shot", "", True), ("swing", "", False), ("swing", "The shot!", True)]
)
def test_an_item_goes_beside_what_it_names_whether_picked_or_said(skill, aim, fits):
    choice = {"skill": (skill,), "aim": aim, "dice": ("d1", "d2")}
    assert validate(ASKED, choice) == (
        "" if fits else "Dice: Dice for the shot does not go with the rest of what is chosen. Leave it out."
    )
    assert together(ASKED, choice)["dice"] == (("d1", "d2") if fits else ("d2",))
    assert validate(ASKED, {**choice, "dice": ("d2",)}) == ""


def test_an_item_asked_for_by_itself_waits_for_the_rest():
    assert validate(ASKED[2:], {"dice": ("d1",)}) == ""


@given(st.randoms(use_true_random=False))
def test_a_sampled_choice_leaves_out_what_does_not_go_together(rng):
    assert validate(ASKED, sample(ASKED, rng)) == ""


def test_an_item_that_is_tried_takes_the_place_of_what_it_cannot_stand_beside():
    slots = (Slot("why", "Why", 1), Slot("more", "More", 0))
    items = tuple(Item(name, name, slot=slot) for name, slot in (("love", "why"), ("duty", "why"), ("anger", "more")))
    p = Pick("pool", "Dice", items, 1, 3, slots)
    love, duty, anger = items
    assert swapped(p, ("love",), duty) == ("duty",)
    assert swapped(p, ("love",), anger) == ("love", "anger")
    assert swapped(p, ("love", "anger"), love) == ("anger",)
    either = Pick("way", "Way", (Item("a", "A", same="x"), Item("b", "B", same="x"), Item("c", "C")), 0, 3)
    assert swapped(either, ("a", "c"), either.items[1]) == ("c", "b")
    one = Pick("whom", "Whom", items, 1, 1)
    assert swapped(one, ("love",), anger) == ("anger",)
    assert added(p, ("love",), duty) == ("love", "duty")
    assert added(p, ("love", "duty"), love) == ("duty",)
    assert added(either, ("a", "c"), either.items[1]) == ("c", "b")
