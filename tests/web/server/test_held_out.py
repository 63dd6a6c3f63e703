"""Chairs held out at the way in: two who come at once are offered different ones."""

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
