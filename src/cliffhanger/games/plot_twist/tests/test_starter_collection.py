"""The collection that comes with the game: whole, legal, printable, and using all that the card language has."""

import tomllib
from collections import Counter

import pytest

from cliffhanger.cards.card import front
from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.abilities import abilities
from cliffhanger.games.plot_twist.files.checks import CARDS
from cliffhanger.games.plot_twist.files.collections import read_collection
from cliffhanger.games.plot_twist.files.entries import WORDS
from cliffhanger.games.plot_twist.files.tables import packaged
from cliffhanger.games.plot_twist.files.wording import sentence, sentences
from cliffhanger.games.plot_twist.files.words import DURATIONS, TARGETS, TRIGGERS
from cliffhanger.games.plot_twist.page.faces import draw, face
from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.files.reader import read_form

FOUND = read_collection("", packaged())
EVERY = tuple(FOUND.cards.values())
LEAST = {
    **{"hero": 6, "villain": 4, "mook": 5, "objective": 4, "equipment": 12, "event": 12, "twist": 20, "combat": 40},
    **{"detail": 24, "location": 8, "lair": 4, "bystander": 14, "reference": 2},
}
CLASSES = dict(zip(listed(words.Colour), listed(words.Class), strict=False))


def test_it_has_no_fault_and_nothing_odd():
    assert FOUND.warnings == ()
    assert (FOUND.id, FOUND.name) == ("night-shift", "Night Shift")


def test_there_is_enough_of_every_kind():
    counts = Counter(card.kind for card in EVERY)
    assert {kind: n for kind, n in LEAST.items() if counts[kind] < n} == {}
    assert set(counts) == set(LEAST)


@pytest.mark.rule("PT-CLASS-01")
def test_there_is_a_hero_of_each_class_and_colour():
    heroes = {card.colour: card for card in EVERY if card.kind == "hero"}
    assert {colour: [each for each in heroes[colour].keywords if each in CLASSES.values()] for colour in CLASSES} == {
        colour: [class_] for colour, class_ in CLASSES.items()
    }


# --- the language ---------------------------------------------------------------------------------------------


def said():
    """Every key of the cards, and every word with the key that it stands under."""
    keys, held = set(), set()

    def walk(key, value):
        if isinstance(value, dict):
            keys.update(value)
            for inner, each in value.items():
                walk(inner, each)
        elif isinstance(value, list):
            for each in value:
                walk(key, each)
        else:
            held.add((key, value))

    for text in packaged().values():
        walk("", tomllib.loads(text).get("card", []))
    return keys, held


KEYS, HELD = said()
LEFT_OUT = {
    "incapacitated": "damage alone takes somebody out",
    "demoralized": "only what is said takes heart",
    "timing": "the Turns count it; who reads a card need not",
    "twists": "how they lie is chance, and one is turned up soon enough",
    "events": "the GM looks at them anyway",
}
"""What no card of the collection uses, each with why."""


@pytest.mark.parametrize(
    ("known", "keys"),
    [
        (TARGETS, ("target", "by", "to", "from")),
        (DURATIONS, ("duration",)),
        (listed(words.Use), ("use",)),
        (listed(words.Keyword), ("keywords", "gain", "keyword")),
        (listed(words.Status), ("add", "of", "remove")),
        (listed(words.Counter), ("counter", "of")),
        (listed(words.Zone), ("zone", "from", "to", "what")),
        (listed(words.Often), ("once",)),
        (("fixed", "opposing", "chosen", "coins"), ("system",)),
    ],
)
def test_every_word_of_a_list_is_used_or_it_is_said_why_not(known, keys):
    used = {value for key, value in HELD if key in keys}
    assert {word for word in known if word not in used} == {word for word in known if word in LEFT_OUT}


def test_every_effect_and_every_trigger_is_used():
    assert [word for word in WORDS if word not in KEYS] == []
    fired = {value for key, value in HELD if key == "trigger"}
    assert [word for word in TRIGGERS if word not in fired] == []
    assert {"in_turns", "turns", "until", "while", "where"} <= KEYS


def test_every_heroic_and_skill_is_somebodys():
    assert [each for each in (*words.HEROICS, *words.SKILLS) if each not in KEYS] == []


# --- what the cards say ---------------------------------------------------------------------------------------


def test_different_abilities_have_different_sentences():
    seen = {}
    for ability in (each for card in EVERY for each in abilities(card)):
        assert seen.setdefault(sentence(ability), ability) == ability


def test_no_two_cards_of_a_kind_do_the_same():
    rows = [(card.kind, card.colour, getattr(card, "attack_type", ""), sentences(card)) for card in EVERY]
    assert [row for row, n in Counter(row for row in rows if row[-1]).items() if n > 1] == []


def test_every_card_has_a_text_of_its_own_and_a_picture():
    assert [card.id for card in EVERY if not card.art or not card.text] == []
    assert max(Counter(card.text for card in EVERY).values()) == 1


def test_every_card_has_room_for_what_it_says():
    assert [card.id for card in EVERY if front(face(card, card.id)).cut] == []


def test_what_stands_on_a_card():
    shown = {card.id: card for text in packaged().values() for card in draw(read_form(CARDS, "it", text))}
    assert set(shown) == set(FOUND.cards)
    tollgate, stairs, lamps, surge = (shown[each] for each in ("tollgate", "moving-stairs", "stolen-lamps", "surge"))
    assert (tollgate.letter, tollgate.what, tollgate.persona) == ("R", "Hero", "Nobody Passes")
    assert tollgate.corners == ("Body 5", "Mind 3", "Charm 3", "Power 2")
    assert tollgate.text[:2] == ("Tank, Armor.", "Agility 1, Resilience 2, Reflexes 2, Fighting 4, Offend 1, Rebutt 2.")
    assert (stairs.cost, stairs.what, surge.cost, surge.what) == (
        "1 Energy, 1 Move",
        "Movement",
        "2 Energy",
        "Ranged Attack",
    )
    assert (shown["close-in"].cost, shown["come-quietly"].cost) == ("1 Move", "1 Belief, 4 Energy")
    assert (lamps.what, lamps.need) == ("Ranged Weapon, Overcharged", "Needs a user with Flight at least 3.")
    assert lamps.corners == ("Trauma / Stress", "0 / 2")
    assert shown["moths"].corners[-1] == "Quantity 6"
    assert shown["baker"].corners == ("Difficulty 1", "Life 3")
    assert shown["into-the-lamp"].what == "Maneuver, at Ranged Distance"
    assert shown["night-market"].corners == ("Questions +1",)
    assert len({card.letter for card in shown.values()}) == len({card.colour for card in EVERY}) == 7


# --- decks and set-ups ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", FOUND.setups.values(), ids=lambda each: each.name)
def test_whoever_takes_their_seat_can_use_their_cards(setup):
    decks = {kind: [FOUND.decks[each] for each in setup.decks if FOUND.decks[each].kind == kind] for kind in KINDS}
    seats = [FOUND.cards[each] for each in (setup.villain, *setup.heroes)]
    assert [len(found) for found in decks.values()] == [len(seats)] * 2
    for who, *own in zip(seats, *decks.values(), strict=True):
        used = {FOUND.cards[each] for deck in own for each in deck.cards}
        assert {
            card.id for card in used if card.kind not in BOTH and card.colour not in ("golden", who.colour)
        } == set()
    for who, each in zip(seats, setup.equipment, strict=False):
        assert FOUND.cards[each].colour in ("golden", who.colour)


KINDS, BOTH = ("combat", "plot"), ("hero", "villain")


@pytest.mark.parametrize("players", range(1, 7))
def test_a_table_for_so_many_opens_without_a_file(players):
    assert any(len(each.heroes) == players for each in FOUND.setups.values())
    assert len(GAME.ready(players, {}).seats) == players + 1


def test_every_card_lies_ready_somewhere():
    decks = {each for deck in FOUND.decks.values() for each in deck.cards}
    setups = {
        ref
        for setup in FOUND.setups.values()
        for ref in (setup.villain, setup.objective, setup.location, *setup.heroes, *setup.mooks, *setup.equipment)
    }
    assert {card.id for card in EVERY if card.id not in decks | setups and card.kind != "reference"} == set()


@pytest.mark.parametrize("villain", [card.id for card in EVERY if card.kind == "villain"])
def test_every_villain_has_set_ups_for_a_few_and_for_more(villain):
    sizes = {len(each.heroes) for each in FOUND.setups.values() if each.villain == villain}
    assert min(sizes) <= 2 < 4 <= max(sizes)
