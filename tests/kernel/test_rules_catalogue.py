"""The rules in words, read from the text of a `rules.toml` and looked up for a game."""

import pytest
import toy
from msgspec import ValidationError

from cliffhanger.games import game, names
from cliffhanger.kernel.rules_catalogue import RuleNote, RulingNote, catalogue, rule, rulings

TEXT = """
[rules.TY-DIE-01]
says = "A five or a six is a success."
source = "How to roll"
who = "auto"

[rules.TY-DIE-02]
says = "A good story gets a bonus."
left = "Only people can tell a good story."

[[rulings]]
id = "R-TY-01"
says = "A tie is the initiator's."
switches = ["tie"]
"""


def test_rules_and_rulings_are_read_in_their_order():
    assert catalogue(TEXT) == {
        "TY-DIE-01": RuleNote("TY-DIE-01", "A five or a six is a success.", "How to roll", "auto"),
        "TY-DIE-02": RuleNote("TY-DIE-02", "A good story gets a bonus.", left="Only people can tell a good story."),
    }
    assert rulings(TEXT) == {"R-TY-01": RulingNote("R-TY-01", "A tie is the initiator's.", ("tie",))}


def test_a_key_that_is_no_part_of_a_rule_is_not_passed_over():
    with pytest.raises(ValidationError):
        catalogue(TEXT.replace("left =", "lefft ="))


def test_a_rule_is_found_by_the_game_that_refuses_with_it():
    loaded = game("blockbuster")
    assert rule(loaded, "BB-OPP-03") == RuleNote(
        "BB-OPP-03", "More successes win; a tie is the initiator's.", "OPPOSED ROLLS", "auto"
    )
    assert tuple(rule(loaded, "R-BB-24").switches) == ("break_free",)
    assert rule(loaded, "BB-NONE-01") is None


def test_a_game_without_a_catalogue_knows_no_rule():
    assert rule(toy.GAME, "TY-DIE-01") is None


@pytest.mark.parametrize("name", names())
def test_every_switch_of_a_game_rests_on_a_ruling_that_names_it(name):
    loaded = game(name)
    for switch in loaded.switches:
        note = rule(loaded, switch.ruling)
        assert isinstance(note, RulingNote), switch
        assert switch.name in note.switches
