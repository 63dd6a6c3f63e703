"""What is not possible now, and why."""

from cliffhanger.kernel.option import Option
from cliffhanger.web.page.not_now import SHOWN, not_now


def closed(key, why, **more):
    return Option("k1", "1-try", key, f"The {key}", blocked=why, **more)


def test_what_is_closed_for_one_reason_stands_together_above_it_once():
    drawn = not_now([closed("door", "It is dark."), closed("gate", "It rains."), closed("stair", "It is dark.")], "t")
    assert drawn.count("It is dark.") == 1
    assert "The door and The stair" in drawn
    assert drawn.index("The door") < drawn.index("It is dark.") < drawn.index("The gate") < drawn.index("It rains.")


def test_a_rule_makes_another_reason():
    drawn = not_now([closed("door", "No."), closed("gate", "No.", rule="X-1")], "t")
    assert "No. (X-1)" in drawn
    assert "and The gate" not in drawn


def test_many_reasons_are_folded_and_counted_by_what_is_closed():
    few = [closed(f"door{n}", "It is dark.") for n in range(SHOWN + 2)]
    assert "<details" not in not_now(few, "t")
    many = [*few, *(closed(f"gate{n}", f"{n} bolts.") for n in range(SHOWN))]
    assert f"{len(many)} not possible now" in not_now(many, "t")
