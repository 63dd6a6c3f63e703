"""Chairs held out at the way in: two who come at once are offered different ones, and a seat may be asked back."""

from cliffhanger.web.live.asked_back import ASKED, AskedBack
from cliffhanger.web.live.held_out import GUESTS, KEPT, HeldOut


def test_a_chair_is_held_out_to_one_guest_as_long_as_there_are_others():
    now = [0.0]
    chairs = HeldOut(lambda: now[0])
    free = ["ida", "bram"]
    assert [chairs.to(who, free) for who in ("a", "b", "a")] == ["ida", "bram", "ida"]
    assert chairs.to("a", free, "bram") == "bram"  # whoever wants a chair may
    assert chairs.to("c", free) == "ida"  # which is held out to nobody any more
    assert chairs.to("b", ["ida"]) == "ida"
    assert chairs.to("b", [], "ida") == ""


def test_a_chair_is_held_out_no_longer_to_whoever_has_gone_and_few_are_remembered():
    now = [0.0]
    chairs = HeldOut(lambda: now[0])
    assert chairs.to("a", ["ida", "bram"]) == "ida"
    now[0] = KEPT
    assert chairs.to("b", ["ida", "bram"]) == "ida"
    for n in range(GUESTS):
        chairs.to(f"guest-{n}", ["bram"])
    assert chairs.to("c", ["ida", "bram"]) == "ida"  # who came first is forgotten first


def test_a_seat_that_is_asked_back_is_so_for_a_while_and_by_one_guest():
    now = [0.0]
    asked = AskedBack(lambda: now[0])
    asked.ask("a", "ida")
    asked.ask("a", "bram")
    assert (asked.by("a"), asked.by("b"), asked.open(["ida", "bram"])) == ("bram", "", ("bram",))
    now[0] = ASKED
    assert (asked.by("a"), asked.open(["ida", "bram"])) == ("", ())
    asked.ask("b", "ida")
    asked.answered("ida")
    assert asked.by("b") == ""
