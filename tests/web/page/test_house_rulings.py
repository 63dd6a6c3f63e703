"""The page of house rules: what is in force, where the presets differ and why, and the ruling each switch comes from."""

import re

import pytest
import toy
from lanterns import LANTERNS

from cliffhanger.games import game, names
from cliffhanger.kernel.house_rules import called
from cliffhanger.kernel.rules_catalogue import wordings
from cliffhanger.web.page.house import by_the_letter, house
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.view import TableMeta


@pytest.mark.parametrize("name", names())
def test_every_house_rule_shows_the_ruling_it_comes_from(name):
    found = game(name)
    rules = wordings(found)
    drawn = house(found, TableMeta("t", "A table", house=tuple((s, s.values[0]) for s in found.switches), rules=rules))
    for switch in found.switches:
        assert f"<summary>{switch.ruling}</summary><p>{esc(rules[switch.ruling])}</p>" in drawn


BLOCKBUSTER = game("blockbuster")


def drawn(found=BLOCKBUSTER, preset="", **stands):
    """The page of a table opened by a preset, with these switches set otherwise; and its sections by their ids."""
    due = next((each.house for each in found.presets if each.id == preset), {}) | stands
    rows = tuple((switch, due.get(switch.name, switch.values[0])) for switch in found.switches)
    page = house(found, TableMeta("t", "A table", preset=preset, house=rows))
    assert page.isascii()
    at = {
        name: page.index(f' id="{name}"')
        for name in ("in-force", "differences", "own", "rest")
        if f' id="{name}"' in page
    }
    ends = [*list(at.values())[1:], len(page)]
    return {name: page[start:end] for (name, start), end in zip(at.items(), ends, strict=True)}


def switch(section, name):
    """One switch: its positions as (label, is it in force), and all it says."""
    whole = re.search(rf'<fieldset [^>]*id="switch-{name}">(.*?)</fieldset>', section)[1]
    rows = re.findall(r'value="([^"]*)"( checked)? disabled><span>(?:<span class="why">([^<]*)</span> )?', whole)
    return {value: (label, bool(here)) for value, here, label in rows}, whole


def ways(found):
    """The ways to play a game: its presets, and the letter of the text where none of them is that."""
    letter = any(not each.values for each in found.presets)
    return found.presets if letter else (by_the_letter(), *found.presets)


EVERY_WAY = [
    pytest.param(found, way, id=f"{found.id}-{way.id}")
    for found in (*map(game, names()), LANTERNS)
    if found.switches
    for way in ways(found)
]


@pytest.mark.parametrize(("found", "way"), EVERY_WAY)
def test_every_table_is_told_where_the_presets_differ_and_why(found, way):
    page = drawn(found, way.id)
    differ = {each for preset in found.presets for each, _, _ in preset.values}
    counts = {"in-force": 0, "differences": len(differ), "rest": len(found.switches) - len(differ)}
    assert {name: page.get(name, "").count("<fieldset") for name in counts} == counts
    assert "own" not in page
    for each in (each for each in found.switches if each.name in differ):
        positions, whole = switch(page["differences"], each.name)
        for value in each.values:
            titles = [one.title for one in ways(found) if one.house.get(each.name, each.values[0]) == value]
            assert positions[called(value)] == (", ".join(titles), way.house.get(each.name, each.values[0]) == value)
        for why in (why for preset in found.presets for name, _, why in preset.values if name == each.name):
            assert f"<p>{esc(why)}</p>" in whole


@pytest.mark.parametrize("name", ["blockbuster", "untold"])
def test_the_letter_and_what_plays_better_differ_in_four_switches_or_more(name):
    found = game(name)
    assert [each.title for each in found.presets] == ["By the letter", "Plays better"]
    assert list(drawn(found, "letter")) == list(drawn(found, "plays_better")) == ["in-force", "differences", "rest"]
    assert len({each for preset in found.presets for each, _, _ in preset.values}) >= 4


def test_what_a_table_has_overruled_is_said_first_and_is_its_own():
    page = drawn(preset="plays_better", setup_bonus="excess", setup_stack="best")
    assert "<h2>Plays better</h2>" in page["in-force"]
    assert "<b>This table&#39;s own:</b>" in page["in-force"]
    assert re.findall(r'href="#switch-(\w+)"', page["in-force"]) == ["setup_bonus", "setup_stack"]
    assert switch(page["differences"], "setup_bonus")[0]["excess"] == ("By the letter, this table&#39;s own", True)
    assert switch(page["differences"], "setup_bonus")[0]["all"] == ("Plays better", False)
    assert switch(page["own"], "setup_stack")[0] == {
        "sum": ("By the letter, Plays better", False),
        "best": ("This table&#39;s own", True),
    }
    assert switch(page["rest"], "zero_pool")[0] == {"none": ("", True), "one_die": ("", False)}


def test_a_table_that_came_to_agree_with_a_preset_plays_it():
    better = next(each.house for each in BLOCKBUSTER.presets if each.id == "plays_better")
    assert "<h2>Plays better</h2>" in drawn(preset="letter", **better)["in-force"]
    assert "<h2>By the letter</h2>" in drawn(preset="letter", **dict(list(better.items())[1:]))["in-force"]


def test_a_game_whose_presets_leave_the_letter_out_has_it_all_the_same():
    page = drawn(LANTERNS)
    assert "<h2>By the letter</h2>" in page["in-force"]
    assert "<b>Storm.</b> For the bold." in page["differences"]
    assert switch(page["differences"], "weather")[0] == {"calm": ("By the letter", True), "storm": ("Storm", False)}


def test_a_game_without_house_rules_says_so():
    assert "This game has no house rules." in house(toy.GAME, TableMeta("t", "A climb"))


def test_rules_and_rulings_are_found_by_their_ids():
    rules = wordings(game("untold"))
    assert rules["UN-SN-01"]
    assert rules["R9"]
    assert wordings(toy.GAME) == {}
