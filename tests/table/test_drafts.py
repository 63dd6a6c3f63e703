"""Choices being made: shared, shaped by the master, gone with their window, and secret where the choice is."""

from dataclasses import replace

from msgspec import structs
from tests.lanterns import LANTERNS
from tests.table.evening import Evening

from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer
from cliffhanger.table.drafts import seen


def where(evening, seat, key):
    return seat, evening.option(seat, key).window, key


def draft(evening, seat, key, choice, by=None):
    return evening.table.draft(*where(evening, seat, key), choice, by or seat)


def test_a_draft_is_shown_at_once_and_stands_in_no_log(evening):
    n = evening.table.shown.n
    assert draft(evening, "k1", "dare", {"dice": 2}) is None
    assert evening.table.shown.drafts[where(evening, "k1", "dare")].choice == {"dice": 2}
    assert evening.table.shown.n == n
    assert evening.table.shown.log == evening.table.kept()


def test_the_master_may_shape_a_draft_and_the_act_says_so(evening):
    draft(evening, "k1", "dare", {"dice": 2})
    assert draft(evening, "k1", "dare", {"dice": 3}, by="host") is None
    assert draft(evening, "k1", "dare", {"dice": 1}, by="k2").why == "That choice is somebody else's."
    put = evening.put(Act("k1", evening.option("k1", "dare").window, "dare", {"dice": 3}, shaped_by=("k2",)), "k1")
    assert put.entries[0].input.shaped_by == ("host",)
    assert evening.table.shown.drafts == {}


def test_a_draft_goes_with_its_window(evening):
    draft(evening, "k1", "dare", {"dice": 2})
    draft(evening, "k2", "call", {"words": "Here"})
    evening.act("k1", "pass")
    assert [seat for seat, _, _ in evening.table.shown.drafts] == ["k2"]


def test_a_draft_may_be_unfinished_but_not_of_another_shape(evening):
    assert draft(evening, "k1", "pour", {}) is None
    assert draft(evening, "k1", "pour", {"oil": ()}) is None
    assert draft(evening, "k1", "call", {"words": ""}) is None
    jar = evening.option("k1", "pour").params[0].items[0].id
    for wrong in ({"oil": ("sand",)}, {"oil": (jar, jar)}, {"oil": 3}, {"oil": jar}, {"tea": ()}):
        assert draft(evening, "k1", "pour", wrong)
    assert draft(evening, "k1", "call", {"words": "x" * 41})
    assert draft(evening, "k1", "dare", {"dice": True})
    assert draft(evening, "k1", "dare", {"dice": 9})
    assert evening.table.draft("k1", "99-k1", "dare", {"dice": 1}, "k1").why == "That question is closed."


def test_of_a_private_choice_others_see_only_that_the_seat_is_choosing():
    def secretly(s):
        now = LANTERNS.waiting(s)
        if not isinstance(now, tuple):
            return now
        return tuple(Offer(structs.replace(each.option, private=True), each.do) for each in now)

    evening = Evening(game=replace(LANTERNS, waiting=secretly))
    evening.sits(k1="Ada", k2="Ben")
    draft(evening, "k1", "dare", {"dice": 2})
    key = where(evening, "k1", "dare")
    for other in ("k2", "host", "watch"):
        assert seen(evening.table.shown.drafts, other)[key].choice == {}
    assert seen(evening.table.shown.drafts, "k1")[key].choice == {"dice": 2}
    assert draft(evening, "k1", "dare", {"dice": 1}, by="host").why == "That choice is made in secret."
    assert dict(evening.table.asked()) == {"k1": "", "k2": ""}


def test_nobody_is_named_in_an_act_who_changed_no_draft(evening):
    act = Act("k1", evening.option("k1", "dare").window, "dare", {"dice": 3}, shaped_by=("host", "k2"))
    assert evening.put(act, "k1").entries[0].input.shaped_by == ()
