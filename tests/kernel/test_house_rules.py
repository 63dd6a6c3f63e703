"""House rules: switches are made of the fields that rules read, and of the words that people read."""

from importlib import import_module
from typing import Literal

import pytest
from msgspec import Struct

from cliffhanger.kernel.game import Preset
from cliffhanger.kernel.house_rules import SwitchNote, position, switches
from cliffhanger.kernel.rules_catalogue import house_rules


class House(Struct, frozen=True):
    tie: Literal["nobody", "actor"] = "actor"
    cheer: bool = False


NOTES = {
    "cheer": ("X-9", SwitchNote("Cheering", {"no": "No cheering.", "yes": "Cheer."}, "setup")),
    "tie": ("T-04", SwitchNote("A tie", {"nobody": "Nobody wins.", "actor": "Whoever acts wins."})),
}


def test_a_switch_has_the_values_of_its_type_the_default_first_and_a_line_for_each():
    tie, cheer = switches(House, NOTES)
    assert (tie.values, tie.says, tie.ruling) == (("actor", "nobody"), ("Whoever acts wins.", "Nobody wins."), "T-04")
    assert (cheer.values, cheer.ruling, cheer.when) == ((False, True), "X-9", "setup")
    assert [position(cheer, value) for value in cheer.values] == ["No cheering.", "Cheer."]


def test_yes_and_no_are_understood_where_it_is_one_or_the_other_and_nothing_else_is():
    tie, cheer = switches(House, NOTES)
    assert [cheer.read(value) for value in ("yes", "true", "no", "false", True, "perhaps", 1, None)] == [
        True,
        True,
        False,
        False,
        True,
        None,
        None,
        None,
    ]
    assert [tie.read(value) for value in ("nobody", "yes", False, 0)] == ["nobody", None, None, None]
    assert (cheer.known, tie.known) == ("no, yes", "actor, nobody")


@pytest.mark.parametrize(
    ("kind", "default", "note", "why"),
    [
        (bool, False, None, "it: a house rule is said in rules.toml"),
        (int, 0, {"0": "None.", "1": "One."}, "it: a house rule is bool or Literal"),
        (bool, False, {"no": "only one line"}, "it: a line for each of"),
        (bool, False, {"no": "No.", "yes": "Yes.", "perhaps": "One too many."}, "it: a line for each of"),
        (Literal["a", "b"], "c", {"a": "A.", "b": "B."}, "one of them as default, not 'c'"),
    ],
)
def test_a_field_that_says_nothing_to_people_fails_on_import(kind, default, note, why):
    broken = type("Broken", (Struct,), {"__annotations__": {"it": kind}, "it": default}, frozen=True)
    with pytest.raises(TypeError, match=why):
        switches(broken, {"it": ("X-1", SwitchNote("It", note))} if note else {})


def test_words_for_a_field_that_is_not_there_fail_on_import():
    with pytest.raises(
        TypeError, match=r"dance: rules.toml has a house rule of this name, and House has no such field"
    ):
        switches(House, NOTES | {"dance": NOTES["cheer"]})


RULES = """
[[rulings]]
id = "T-04"
says = "A tie is the actor's."

[rulings.switches.tie]
title = "A tie"
says.nobody = "Nobody wins."
says.actor = "Whoever acts wins."

[[rulings]]
id = "X-9"
says = "Quiet, please."

[rulings.switches.cheer]
title = "Cheering"
when = "setup"
says.no = "No cheering."
says.yes = "Cheer."

[[presets]]
id = "loud"
title = "Loud"
says = "For the bold."
values = [["cheer", true, "More to hear."]]
"""


HOUSE = """
from typing import Literal
from msgspec import Struct

class House(Struct, frozen=True):
    tie: Literal["nobody", "actor"] = "actor"
    cheer: bool = False
"""


@pytest.fixture
def house_of(tmp_path, monkeypatch):
    """A House in a package that has these rules, if any, beside it; `file` is the module it stands in."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def made(name, rules, file="rules/house.py"):
        (tmp_path / name / "rules").mkdir(parents=True)
        for each in ("__init__.py", "rules/__init__.py"):
            (tmp_path / name / each).touch()
        (tmp_path / name / file).write_text(HOUSE)
        if rules:
            (tmp_path / name / "rules.toml").write_text(rules)
        module = f"{name}/{file}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        return import_module(module).House

    return made


def test_switches_and_presets_of_a_game_stand_in_its_rules(house_of):
    found, presets = house_rules(house_of("a_game_with_rules", RULES))
    assert found == switches(House, NOTES)
    assert presets == (Preset("loud", "Loud", "For the bold.", (("cheer", True, "More to hear."),)),)


@pytest.mark.parametrize("file", ["__init__.py", "game.py", "rules/__init__.py"])
def test_a_house_may_stand_in_any_module_of_its_game(house_of, file):
    name = f"a_game_with_its_house_in_{file.partition('.')[0].replace('/', '_')}"
    assert house_rules(house_of(name, RULES, file))[0] == switches(House, NOTES)


def test_rules_that_are_not_there_are_named_on_import(house_of):
    with pytest.raises(TypeError, match=r"no rules\.toml in package a_game_without_rules: House needs one"):
        house_rules(house_of("a_game_without_rules", ""))


def test_a_lone_module_is_told_that_it_can_have_no_rules(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "a_game_alone.py").write_text(HOUSE)
    with pytest.raises(TypeError, match=r"no rules\.toml beside a_game_alone: a lone module has none"):
        house_rules(import_module("a_game_alone").House)


def test_a_house_rule_that_two_rulings_say_fails_on_import(house_of):
    twice = RULES.replace("switches.cheer", "switches.tie")
    with pytest.raises(TypeError, match="tie: X-9 says this house rule, and T-04 does"):
        house_rules(house_of("a_game_that_says_it_twice", twice))
