"""What a page can answer to "why?": the wordings of a game's rules, and of the rulings its switches come from."""

import pytest
import toy

from cliffhanger.games import game, names
from cliffhanger.kernel.catalogue import wordings
from cliffhanger.web.page.house import house
from cliffhanger.web.page.html import esc
from cliffhanger.web.page.meta import TableMeta


@pytest.mark.parametrize("name", names())
def test_every_house_rule_shows_the_ruling_it_comes_from(name):
    found = game(name)
    rules = wordings(found)
    drawn = house(found, TableMeta("t", "A table", house=tuple((s, s.values[0]) for s in found.switches), rules=rules))
    for switch in found.switches:
        assert f"<summary>{switch.ruling}</summary><p>{esc(rules[switch.ruling])}</p>" in drawn


def test_rules_and_rulings_are_found_by_their_ids():
    rules = wordings(game("untold"))
    assert rules["UN-SN-01"]
    assert rules["R9"]
    assert wordings(toy.GAME) == {}
