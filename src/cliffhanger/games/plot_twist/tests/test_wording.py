"""The sentences of cards: what they say, and that different abilities have different ones."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.abilities import abilities
from cliffhanger.games.plot_twist.files.cards import Ability, HeroicTests, Place, Requirement
from cliffhanger.games.plot_twist.files.checks import CARDS
from cliffhanger.games.plot_twist.files.effects import PICKED
from cliffhanger.games.plot_twist.files.entries import WORDS
from cliffhanger.games.plot_twist.files.reference import read_card
from cliffhanger.games.plot_twist.files.wording import requirement, sentence, sentences
from cliffhanger.games.plot_twist.files.words import SAYINGS, TRIGGERS
from cliffhanger.games.plot_twist.tests.variants import END, card, entries, values
from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.files.language.parts import fields
from cliffhanger.kernel.files.language.templates import slots
from cliffhanger.kernel.files.reader import read_form

HERE = Path(__file__).parent / "cards"
EVERY = read_form(CARDS, "every_kind.toml", (HERE / "every_kind.toml").read_text("utf-8"))


def test_cards_of_every_kind_say_what_they_do():
    said = [line for each in EVERY.card for line in (each.name, *(f"    {line}" for line in sentences(each)))]
    assert said == (HERE / "every_kind.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ('use = "any_time"\neffects = [{ gain = { target = "card", counter = "mark", amount = 2 } }]', "gains 2 marks"),
        (
            'use = "any_time"\neffects = [{ cover = { add = "2 * heroes_in_play - 4" } }]',
            "gain N Cover, where N is twice",
        ),
        ('use = "any_time"\ncost = { energy = "x" }\neffects = [{ draw = { count = "x" } }]', "you draw X cards."),
        (
            'trigger = "on_hit"\neffects = [{ choose = { options = [{ end_combat = {} }, { interview = {} }] } }]',
            "choose one: the Combat ends; or an Interview is held.",
        ),
        (
            'use = "any_time"\nif = "heroes_in_play >= 2"\neffects = [{ end_combat = {} }]',
            "if there are at least 2 Heroes",
        ),
    ],
)
def test_sentences_read_like_those_of_a_printed_card(ability, said):
    assert said in sentence(abilities(read_card(ability))[0])


def test_different_abilities_of_these_cards_have_different_sentences():
    seen = {}
    for ability in (each for one in EVERY.card for each in abilities(one)):
        assert seen.setdefault(sentence(ability), ability) == ability


SEEN = {}


@pytest.mark.parametrize("word", WORDS)
def test_two_effects_that_differ_in_a_field_or_two_have_different_sentences(word):
    under = (*WORDS[word].UNDER, "on_hit")[0]
    before = {
        "heroic": {"name": "chosen", "add": 1, "target": "a_hero", "duration": "turn"}
    }  # it fills the slots whom and name
    picked = {"peek": {"what": "combat_hand", "target": "a_hero"}}
    worded = 0
    for entry in entries(word):
        made = card({"trigger": under, "effects": [before, picked, entry]})
        if made is None:
            continue
        (ability,) = abilities(made)
        assert SEEN.setdefault(sentence(ability), ability) == ability
        worded += 1
    assert worded > 10 or word == "win"


def test_every_field_of_an_effect_has_its_place_in_the_sentence():
    besides = {"where", "choose_by", "duration", "while", "if", "once", "count"}
    for word, kind in WORDS.items():
        own = {field.key for field in fields(kind)} - besides
        named = {slot.key for slot in slots(kind.SAYS)} | set(re.findall(r"[\[$](\w+)", kind.SAYS))
        assert own <= named, word


def abilities_tried():
    """Abilities as they are written, with two fields of them said."""
    rows = [
        (field, values(Ability, field))
        for field in fields(Ability)
        if field.key not in ("of", "effects", "trigger", "use")
    ]
    moments = [{"trigger": each} for each in TRIGGERS] + [{"trigger": {"in_turns": n}} for n in (2, 3)]
    moments += [{"use": each} for each in ("free_action", "any_time", "movement", "maneuver", "attack")]
    for moment in moments:
        word = str(moment.get("trigger"))
        for of in (TRIGGERS[word].of if word in TRIGGERS else ()) or (None,):
            start = {**moment, **({"of": of} if of else {}), "effects": [END]}
            yield start
            yield from ({**start, field.key: value} for field, known in rows for value in known)
            for (one, first), (two, second) in combinations(rows, 2):
                yield from ({**start, one.key: a, two.key: b} for a in first[:3] for b in second[:3])


def test_two_abilities_that_differ_in_a_field_or_two_have_different_sentences():
    seen = {}
    for plain in abilities_tried():
        if made := card(plain):
            (ability,) = abilities(made)
            assert seen.setdefault(sentence(ability), ability) == ability
    assert len(seen) > 1000


def test_different_requirements_are_said_differently():
    tests = [Requirement(**{field.name: value}) for field in fields(Requirement)[3:] for value in known_of(field)]
    lists = [
        Requirement(**{key: tuple(pair)}) for key in ("all", "any", "not_") for pair in combinations(tests[:12], 2)
    ]
    mixed = [Requirement(all=(one,), any=(two,)) for one, two in combinations(tests[:6], 2)]
    said = [requirement(each) for each in [*tests, *lists, *mixed]]
    assert len(set(said)) == len(said)


def known_of(field):
    if field.key == "location":
        return (Place(name="Old Quay"), Place(name="bank"), Place(keyword="bank"))
    if field.key == "heroic":
        return (HeroicTests(fighting=">=2"), HeroicTests(fighting="2", stealth="<4"), HeroicTests(stealth=">4"))
    return values(Requirement, field) or (">=2", "3")


LISTED = [entry for word in WORDS for entry in entries(word)]
NESTED = st.recursive(
    st.sampled_from(LISTED),
    lambda inner: (
        st.builds(
            lambda one, two: {"choose": {"options": [one, {"label": "Two", "effects": [two, one]}]}}, inner, inner
        )
        | st.builds(lambda one, two: {"choose": {"by": "gm", "options": [one, two]}}, inner, inner)
        | st.builds(lambda one, two: {"if": "margin >= 2", "then": [one], "else": [two]}, inner, inner)
        | st.builds(lambda one, two: {"if": "margin >= 2", "then": [one, two]}, inner, inner)
        | st.builds(lambda one, n: {"repeat": {"n": n, "effects": [one]}}, inner, st.integers(1, 3))
        | st.builds(lambda one, n: {"delay": {"in_turns": n, "effects": [one]}}, inner, st.integers(1, 3))
    ),
    max_leaves=4,
)
MADE = {}


@given(
    st.lists(NESTED, min_size=1, max_size=3), st.sampled_from(["on_hit", "after_roll", "on_declare", "before_damage"])
)
def test_effects_within_effects_are_told_apart(found, trigger):
    if made := card({"trigger": trigger, "effects": found}):
        (ability,) = abilities(made)
        assert MADE.setdefault(sentence(ability), ability) == ability


def test_every_word_of_a_closed_list_is_said():
    assert (set(SAYINGS.often), set(SAYINGS.uses)) == (set(listed(words.Often)), set(listed(words.Use)))
    assert set(SAYINGS.seats) == set(listed(words.Seat))
    assert set(PICKED) == set(listed(words.Picker))
    assert set(SAYINGS.choosing) == set(SAYINGS.choice) == set(listed(words.Chooser))
    assert (TRIGGERS["on_status"].of, TRIGGERS["on_counter"].of) == (listed(words.Status), listed(words.Counter))
