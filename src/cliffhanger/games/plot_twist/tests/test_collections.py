"""Collections: files that go together, decks and set-ups that name their cards, and what is odd or wrong with them."""

from time import process_time

import pytest

from cliffhanger.games.plot_twist.files.collections import CardCollection, read_collection
from cliffhanger.kernel.files.language.collections import card_of
from cliffhanger.kernel.files.positions import BYTES

HEAD = 'format = 1\n[collection]\nid = "mine"\nname = "Mine"\nauthor = "me"\n'
PLAIN = "format = 1\n"
BODY = {
    "hero": "attributes = { body = 1, mind = 1, charm = 1, power = 1 }",
    "villain": "attributes = { body = 1, mind = 1, charm = 1, power = 1 }",
    "mook": "quantity = 1\nattributes = { body = 1, mind = 1, charm = 1, power = 1 }",
    "objective": 'first_location = { keyword = "bank" }\nthreat = { if = "turn >= 3" }',
    "location": 'keywords = ["bank"]',
    "event": "reveal = []",
    "twist": "reveal = []",
    "combat": 'step = "maneuver"',
}


def card(id_, kind="detail", name="", more=""):
    """The text of a card."""
    return f'[[card]]\nid = "{id_}"\nkind = "{kind}"\nname = "{name or id_.title()}"\ncolour = "golden"\n{BODY.get(kind, "")}\n{more}\n'


def told(texts, others=None):
    """What is wrong with a collection of these texts, called a.toml, b.toml and so on."""
    found = read_collection("folder", named(texts), others or {})
    return [] if isinstance(found, CardCollection) else [str(fault) for fault in found]


def named(texts):
    return {f"{chr(ord('a') + n)}.toml": text for n, text in enumerate(texts)}


def odd(*texts):
    found = read_collection("folder", named(texts))
    assert isinstance(found, CardCollection), found
    return [str(fault) for fault in found.warnings]


def test_the_files_of_a_folder_are_one_collection_and_one_of_them_has_its_head():
    found = read_collection("folder", named([PLAIN + card("one"), HEAD + card("two")]))
    assert (found.id, found.name, found.author, set(found.cards)) == ("mine", "Mine", "me", {"one", "two"})
    assert read_collection("folder", named([PLAIN])).id == "folder"
    assert told([HEAD, HEAD]) == ["b.toml:2: collection: nothing here; a.toml is the head of this collection"]


def test_a_card_is_known_by_its_collection_where_that_is_another():
    other = read_collection("others", named([PLAIN + card("rush", "combat")]))
    mine = read_collection("folder", named([HEAD + card("rush", "combat")]))
    assert card_of("rush", mine) is card_of("mine:rush", mine) is mine.cards["rush"]
    assert card_of("others:rush", mine, {"others": other}) is other.cards["rush"]
    assert card_of("others:rush", mine) is None


@pytest.mark.rule("PT-UNIQ-01")
def test_ids_and_names_stand_once_over_all_files_and_a_persona_tells_characters_apart():
    one = card("a", "hero", "Ash", 'persona = "Young"')
    assert told([PLAIN + one, PLAIN + card("b", "hero", "Ash", 'persona = "Old"') + card("c", "detail", "Ash")]) == []
    assert told([PLAIN + one, PLAIN + card("b", "villain", "ash", 'persona = "young"')]) == [
        "b.toml:5: card[0].name: another name: a.toml has this one"
    ]
    assert told([PLAIN + one, PLAIN + card("a")]) == ["b.toml:3: card[0].id: another id: a.toml has this one"]
    assert told([PLAIN + card("a") + card("a", name="B")]) == [
        "a.toml:10: card[1].id: another id: card[0] has this one"
    ]


def test_faults_of_all_files_are_told_together():
    assert told([PLAIN + card("a", "combt"), PLAIN + card("b", "detail", "B", 'requires = { if = "margn >= 1" }')]) == [
        "a.toml:4: card[0].kind: one of hero, villain, mook, equipment, objective, event, twist, combat, detail, location, "
        'lair, bystander, reference, not "combt"; did you mean combat?',
        'b.toml:8: card[0].requires.if: a name that there is, not "margn"; did you mean margin?',
    ]


DECK = '[[deck]]\nname = "Fast"\nkind = "{}"\ncards = {{ {} }}\n'


def test_a_deck_names_cards_that_fit_and_one_of_another_size_is_odd():
    cards = PLAIN + card("rush", "combat") + card("pier", "location")
    assert told([cards + DECK.format("combat", "rush = 10")]) == odd(cards + DECK.format("combat", "rush = 10")) == []
    assert odd(cards + DECK.format("combat", "rush = 9")) == ["a.toml:19: deck[0].cards: 10 cards, not 9"]
    assert told([cards + DECK.format("combat", 'rsh = 1, pier = 9, "other:x" = 1')]) == [
        'a.toml:19: deck[0].cards.other:x: a collection that there is, not "other"',
        "a.toml:19: deck[0].cards.pier: a card of the kind combat; pier is of the kind location",
        'a.toml:19: deck[0].cards.rsh: the id of a card in these files, not "rsh"; did you mean rush?',
    ]
    assert told([cards + DECK.format("plot", "pier = 2")]) == [
        "a.toml:19: deck[0].cards.pier: 1, not 2: no two copies in a Plot Hand"
    ]


TABLE = "".join(
    card(each, each) for each in ("hero", "villain", "mook", "objective", "location", "event", "twist", "combat")
)


def setup(**more):
    """The text of a set-up."""
    said = {"name": "Start", "villain": "villain", "objective": "objective", "location": "location", "heroes": ["hero"]}
    said |= {"events": ["event"] * 5, "twists": ["twist"] * 10} | more
    return "[[setup]]\n" + "".join(f"{key} = {value!r}\n" for key, value in said.items())


def test_a_set_up_is_what_a_table_opens_with():
    found = read_collection(
        "folder", named([PLAIN + TABLE + DECK.format("combat", "combat = 10") + setup(decks=["Fast"])])
    )
    assert found.setups["Start"].heroes == ("hero",)
    assert found.decks["Fast"].cards == {"combat": 10}


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({"villain": "hero"}, "setup[0].villain: a card of the kind villain; hero is of the kind hero"),
        ({"heroes": ["hero", "hero"]}, "setup[0].heroes[1]: each card once"),
        ({"events": ["event"] * 4}, "setup[0].events: 5 cards, not 4"),
        (
            {"twists": ["twist"] * 9 + ["twits"]},
            'setup[0].twists[9]: the id of a card in these files, not "twits"; did you mean twist?',
        ),
        ({"decks": ["Fats"]}, 'setup[0].decks[0]: the name of a deck, not "Fats"; did you mean Fast?'),
        ({"decks": ["Fast"]}, "setup[0].decks[0]: a deck of 10 cards, not 9"),
    ],
)
def test_a_set_up_that_cannot_be_laid_out_is_told(more, wanted):
    (said,) = told([PLAIN + TABLE + DECK.format("combat", "combat = 9") + setup(**more)])
    assert said.endswith(wanted)


@pytest.mark.rule("PT-OBJ-01")
def test_the_first_location_is_one_that_the_objective_asks_for():
    text = PLAIN + TABLE.replace('keywords = ["bank"]', "") + setup()
    assert [each.partition(": ")[2] for each in told([text])] == [
        "setup[0].location: a Location with the keyword bank, as the Objective asks; not Location"
    ]


def test_what_a_file_that_cannot_be_read_may_hold_is_not_missed():
    assert told([PLAIN + setup(), PLAIN + TABLE + "colour ="]) == ["b.toml:60: TOML; invalid value, at the end"]


def test_two_decks_have_two_names():
    text = PLAIN + card("rush", "combat") + DECK.format("combat", "rush = 10") * 2
    assert told([text]) == ["a.toml:14: deck[1].name: another name: a.toml has this one"]


def test_decks_and_set_ups_may_stand_in_another_file_than_their_cards():
    assert told([PLAIN + setup(), PLAIN + TABLE]) == []
    assert told([PLAIN + setup(), PLAIN + TABLE + setup()]) == [
        "b.toml:61: setup[0].name: another name: a.toml has this one"
    ]


@pytest.mark.parametrize(
    ("kind", "more", "wanted"),
    [
        ("detail", "cost = { move = 3 }", "cost.move: at most 2: nobody ever has more"),
        ("detail", "cost = { attack = 2 }", "cost.attack: at most 1: nobody ever has more"),
        ("detail", "cost = { belief = 1, hate = 1 }", "cost: what one Character can have"),
        (
            "hero",
            'advantages = [{ name = "N", use = "any_time", cost = { hate = 1 }, effects = [] }]',
            "cost.hate: something else: a Hero has no Hate",
        ),
        ("detail", 'who = "Nobody"', 'who: the name of a Character; there is no "Nobody"'),
    ],
)
def test_what_is_odd_is_told_and_stops_nothing(kind, more, wanted):
    (said,) = odd(PLAIN + card("a", kind, more=more))
    assert wanted in said


@pytest.mark.slow
def test_two_thousand_cards_are_carried_in_a_second_or_two():
    ability = 'when = [{ trigger = "on_hit", if = "margin >= 2", effects = [{ coins = { on = "attack", amount = "margin + 1" } }] }]'
    texts = [PLAIN + "".join(card(f"c{n}-{m}", "equipment", more=ability) for m in range(50)) for n in range(40)]
    assert max(map(len, texts)) < BYTES
    began = process_time()
    found = read_collection("folder", {f"{n}.toml": text for n, text in enumerate(texts)})
    took = process_time() - began
    assert isinstance(found, CardCollection)
    assert len(found.cards) == 2000
    assert took < 4, f"{took:.1f} s"
