"""House rules are declared once: the switches that people read follow from the field that rules read."""

from typing import Annotated, Literal

import pytest
from msgspec import Struct

from cliffhanger.kernel.house_rules import Rule, position, switches


class House(Struct, frozen=True):
    tie: Annotated[Literal["nobody", "actor"], Rule(4, "A tie", "Nobody wins.", "Whoever acts wins.")] = "actor"
    cheer: Annotated[bool, Rule("X-9", "Cheering", "No cheering.", "Cheer.", when="setup")] = False


def test_a_switch_has_the_values_of_its_type_the_default_first_and_a_line_for_each():
    tie, cheer = switches(House, "T-{:02}")
    assert (tie.values, tie.says, tie.ruling) == (("actor", "nobody"), ("Whoever acts wins.", "Nobody wins."), "T-04")
    assert (cheer.values, cheer.ruling, cheer.when) == ((False, True), "X-9", "setup")
    assert [position(cheer, value) for value in cheer.values] == ["No cheering.", "Cheer."]


def test_yes_and_no_are_understood_where_it_is_one_or_the_other_and_nothing_else_is():
    tie, cheer = switches(House)
    assert [cheer.read(value) for value in ("yes", "true", "no", "false", True, "perhaps", 1, None)] == [
        True, True, False, False, True, None, None, None,
    ]  # fmt: skip
    assert [tie.read(value) for value in ("nobody", "yes", False, 0)] == ["nobody", None, None, None]
    assert (cheer.known, tie.known) == ("no, yes", "actor, nobody")


@pytest.mark.parametrize(
    "hint",
    [
        bool,
        Annotated[int, Rule(1, "A", "b", "c")],
        Annotated[bool, Rule(1, "A", "only one line")],
        Annotated[bool, "words"],
    ],
)
def test_a_field_that_says_nothing_to_people_fails_on_import(hint):
    broken = type("Broken", (Struct,), {"__annotations__": {"it": hint}, "it": False}, frozen=True)
    with pytest.raises(TypeError, match="it: "):
        switches(broken)
