"""What options say of whoever takes them, and what stands on their buttons: to each reader, with what is chosen."""

import dataclasses

import pytest
from parlour import PARLOUR

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Item, Number, Pick, Text
from cliffhanger.kernel.pool import hollow
from cliffhanger.kernel.sentences import TemplateError
from cliffhanger.kernel.translation import catalogue, speaking
from cliffhanger.kernel.wording import Wording, button_of, line_of, worded
from cliffhanger.testing.play import Play
from cliffhanger.testing.position_laws import deeds_take_what_is_asked

WHOM = Pick("target", "Whom", (Item("ludo", "Ludo"), Item("ferris", "Ferris")), 1, 2)
SKILL = Pick("skill", "Skill", (Item("swing", "Swing", dice=(6,) * 4), Item("talk", "Talk", dice=(6,))))
NERVE = Number("nerve", "Nerve", 0, 3, dice=(6,))
COIL = Item("coil", "Storm Coil")
ATTACK = Option(
    "juno",
    "1",
    "attack",
    "Attack: Storm Coil",
    (WHOM, SKILL, NERVE),
    tool=COIL,
    line="{you} [attacks|attack] {target} with {tool}< at a price of {nerve}>.",
    button="Roll {dice} at {target}",
    pool=(Row("", id="skill"), Row("nerve", id="nerve")),
)


def chosen(*target, skill="swing", nerve=0):
    """A choice of the attack."""
    return {"target": target, "skill": (skill,), "nerve": nerve}


def test_a_line_is_told_to_whoever_does_it_to_whom_it_is_done_and_to_all_others():
    choice = chosen("ludo")
    assert line_of(ATTACK, choice) == "You attack Ludo with Storm Coil."
    assert line_of(ATTACK, choice, Wording("Juno", ())) == "Juno attacks Ludo with Storm Coil."
    assert line_of(ATTACK, choice, Wording("Juno", ("Ludo",))) == "Juno attacks you with Storm Coil."
    both = chosen("ludo", "ferris", nerve=2)
    assert line_of(ATTACK, both, Wording("Juno", ("Ferris",))) == (
        "Juno attacks Ludo and you with Storm Coil at a price of 2."
    )


def test_a_button_counts_the_dice_of_what_is_chosen():
    assert button_of(ATTACK, chosen("ludo")) == "Roll 4 dice at Ludo"
    assert button_of(ATTACK, chosen("ludo", skill="talk")) == "Roll 1 die at Ludo"
    assert button_of(ATTACK, chosen("ludo", nerve=3)) == "Roll 7 dice at Ludo"
    coins = Option("ann", "1", "throw", "Throw", button="Throw {dice}", pool=(Row("Power", dice=hollow((2, 2))),))
    assert button_of(coins, {}) == "Throw 2 coins"


def test_while_something_is_not_chosen_nothing_is_said_and_the_label_stands_on_the_button():
    assert line_of(ATTACK, chosen()) == ""
    assert button_of(ATTACK, chosen()) == "Attack: Storm Coil"
    assert button_of(ATTACK, {"target": ("ludo",), "skill": (), "nerve": 0}) == "Attack: Storm Coil"
    assert worded(ATTACK, "", chosen("ludo")) == ""


def test_words_and_numbers_stand_as_they_are_and_what_is_rolled_in_one_row():
    pool = Pick("pool", "Dice", (Item("poise", "Poise", dice=(8,)), Item("fan", "Fan")), 1, 2)
    option = Option("ida", "1", "act", "Act", (pool, Number("nerve", "Nerve", 0, 3), Text("why", "Why")))
    choice = {"pool": ("poise", "fan"), "nerve": 0, "why": "He {you} lied."}
    assert worded(option, "Roll {pool} with {nerve}", choice) == "Roll Poise and Fan with 0"
    assert worded(option, "{you} [says|say]: {why}", choice) == "You say: He {you} lied."
    assert worded(option, "What {you} [says|say]", choice) == "What you say"
    assert worded(option, "{why}", choice | {"why": ""}) == worded(option, "Roll {dice}", choice) == ""


def test_a_seat_that_plays_several_says_whose_act_it_is_and_whom_it_is_about():
    names = (("you", "Captain Brask"), ("foe", "Juno"))
    option = Option("director", "1", "a", "Act", line="{you} [stands|stand] against {foe}.", names=names)
    assert line_of(option, {}) == "Captain Brask stands against Juno."
    assert line_of(option, {}, Wording("Director", ("Juno",))) == "Captain Brask stands against you."


def test_what_is_called_dice_and_makes_none_is_what_is_chosen():
    dice = Pick("dice", "Which", (Item("a", "3"), Item("b", "1")), 1, 2)
    option = Option("ida", "1", "again", "Again", (dice,), line="{you} [rolls|roll] {dice} again.")
    assert line_of(option, {"dice": ("a", "b")}) == "You roll 3 and 1 again."


@pytest.mark.parametrize("template", ["Roll {dice", "Roll {foe}", "{you} [rolls]"])
def test_a_template_that_cannot_be_read_or_names_what_there_is_not_is_an_error(template):
    with pytest.raises(TemplateError):
        worded(ATTACK, template, chosen("ludo"))


def test_a_translation_says_it_in_its_own_order_and_falls_back_to_english(tmp_path, monkeypatch):
    folder = tmp_path / "kliff" / "locale"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "de.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "Roll {dice} at {target}"\nmsgstr "Auf {target}: {dice}"\n\n'
        'msgid "{you} [attacks|attack] {target} with {tool}< at a price of {nerve}>."\n'
        'msgstr "{you} [greift|greifst] mit {tool} {target} an< für {nerve#einen Punkt|# Punkte}>."\n\n'
        'msgid "You"\nmsgstr "Du"\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    catalogue.cache_clear()
    german = Wording(package="kliff", counted=lambda pool: f"{pool.thrown} Würfel")
    with speaking("de"):
        assert button_of(ATTACK, chosen("ludo"), german) == "Auf Ludo: 4 Würfel"
        assert line_of(ATTACK, chosen("ludo", nerve=1), german) == "Du greifst mit Storm Coil Ludo an für einen Punkt."
    assert button_of(ATTACK, chosen("ludo"), german) == "Roll 4 Würfel at Ludo"
    catalogue.cache_clear()


def test_the_law_finds_words_that_no_translator_has_seen():
    other = dataclasses.replace(PARLOUR, wordings=("something else",))
    with pytest.raises(AssertionError, match="none of the wordings"):
        deeds_take_what_is_asked(other, Play(PARLOUR).state)
