"""Files of cards: right ones are read and written back equal, and what is wrong with others is told line by line."""

from pathlib import Path

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.games.plot_twist.files.abilities import abilities, needs
from cliffhanger.games.plot_twist.files.cards import AnyCard, CardFile, Requirement
from cliffhanger.games.plot_twist.files.checks import CARDS, MOST_EFFECTS, check_card
from cliffhanger.games.plot_twist.files.entries import WORDS
from cliffhanger.games.plot_twist.files.parts import Until
from cliffhanger.games.plot_twist.tests.variants import card, entries, example
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.reader import read_form, read_values, schema, write_form

HERE = Path(__file__).parent / "cards"
EVERY_KIND = (HERE / "every_kind.toml").read_text("utf-8")
START = 'format = 1\n[[card]]\nid = "a"\nname = "A"\ncolour = "red"\n'
PLAIN = {
    "hero": "attributes = { body = 1, mind = 1, charm = 1, power = 1 }\n",
    "detail": "",
    "equipment": "",
    "event": "",
    "twist": "reveal = []\n",
    "attack": 'step = "attack"\nattack_type = "melee"\n',
    "maneuver": 'step = "maneuver"\n',
    "objective": "",
    "bystander": "difficulty = 1\nlife = 1\n",
    "location": "",
}


def of(kind, text):
    """A file with one card of a kind, and these lines in it."""
    named = "combat" if kind in ("attack", "maneuver") else kind
    return f'{START}kind = "{named}"\n{PLAIN[kind]}{text}\n'


def told(kind, text):
    """What is said of a card, by its key within the card."""
    found = read_form(CARDS, "c.toml", of(kind, text))
    return (
        []
        if isinstance(found, CardFile)
        else [f"{fault.key.removeprefix('card[0]').strip('.')}: {fault.expected}" for fault in found]
    )


def does(kind, text):
    """The abilities of a card."""
    found = read_form(CARDS, "c.toml", of(kind, text))
    assert isinstance(found, CardFile), found
    return abilities(found.card[0])


def test_cards_of_every_kind_are_read_and_can_be_told_apart():
    file = read_form(CARDS, "every_kind.toml", EVERY_KIND)
    assert {each.kind for each in file.card} == set(
        schema(CARDS)["properties"]["card"]["items"]["discriminator"]["mapping"]
    )
    assert len({hash(each) for each in file.card}) == len(file.card) == 29


def test_what_is_written_is_read_again():
    for text in (EVERY_KIND, CARDS.example):
        file = read_form(CARDS, "c.toml", text)
        assert read_form(CARDS, "c.toml", write_form(CARDS, file, "plot_twist")) == file


def test_an_editor_finds_the_same_files_right():
    for text in (EVERY_KIND, CARDS.example):
        plain = msgspec.toml.decode(text)
        jsonschema.Draft202012Validator(schema(CARDS)).validate(plain)


def test_every_mistake_of_a_file_is_told_at_once_with_its_line_and_the_nearest_right_word():
    found = read_form(CARDS, "wrong.toml", (HERE / "wrong.toml").read_text("utf-8"))
    assert [str(fault) for fault in found] == (HERE / "wrong.txt").read_text("utf-8").splitlines()
    assert len(found) >= 25


@pytest.mark.parametrize("word", WORDS)
def test_the_example_of_every_word_is_right(word):
    under = (*WORDS[word].UNDER, "on_hit")[0]
    plain = example(word)
    assert card({"trigger": under, "effects": [plain if word in ("if", "win") else {word: plain[word]}]})


# --- what is silent -------------------------------------------------------------------------------------------


def coin(more=""):
    return f'[{{ coins = {{ on = "attack", amount = 1{more} }} }}]'


@pytest.mark.parametrize(
    ("kind", "text", "target", "duration"),
    [
        ("attack", f"effects = {coin()}", "self", "attack"),
        ("maneuver", f"effects = {coin()}", "self", "combat"),
        ("detail", "effects = " + coin(', duration = "turn"'), "you", "turn"),
        ("detail", "effects = " + coin(", duration = { turns = 2 }"), "you", Until(turns=2)),
        ("event", "reveal = " + coin(', target = "each_hero"'), "each_hero", "while_in_play"),
        ("location", "while_here = " + coin(', target = "main"'), "main", "while_in_play"),
        ("bystander", "recruit = " + coin(', duration = "turn"'), "you", "turn"),
        ("equipment", f'when = [{{ trigger = "while_in_play", effects = {coin()} }}]', "self", "while_in_play"),
        ("equipment", f'when = [{{ trigger = "before_roll", effects = {coin()} }}]', "self", "next_roll"),
        ("equipment", f'when = [{{ trigger = "before_combat", effects = {coin()} }}]', "self", "combat"),
        ("equipment", f'when = [{{ trigger = "on_damage", effects = {coin()} }}]', "self", "attack"),
        ("equipment", f'when = [{{ use = "maneuver", effects = {coin()} }}]', "self", "combat"),
        ("hero", f'advantages = [{{ name = "N", trigger = "on_miss", effects = {coin()} }}]', "self", "attack"),
    ],
)
def test_what_is_silent_is_filled_in_where_an_effect_stands(kind, text, target, duration):
    (ability,) = does(kind, text)
    (effect,) = ability.effects
    assert (effect.target, effect.duration) == (target, duration)


def test_whose_deed_is_meant_where_nothing_is_said():
    def deed(kind, more=""):
        (ability,) = does(
            kind,
            f'when = [{{ trigger = "on_hit"{more}, effects = [] }}]'
            + ('\nduration = "turn"' if kind == "detail" else ""),
        )
        return ability.by, ability.to

    assert deed("equipment") == deed("detail") == ("self", "")
    assert deed("equipment", ', to = "self"') == ("", "self")
    assert deed("location") == ("", "")


def test_a_lock_lasts_this_turn_and_control_on_a_twist_is_the_players():
    lock, *_ = does("maneuver", 'effects = [{ lock = { heroic = "flight", target = "opponent" } }]')
    assert lock.effects[0].duration == "turn"
    file = read_form(CARDS, "e.toml", EVERY_KIND)
    twist = next(each for each in file.card if each.id == "turncoats")
    (roll,) = abilities(twist)[0].effects
    assert roll.then[0].by == "players"


@pytest.mark.rule("PT-CLASS-02", "PT-CLASS-03")
def test_a_colour_asks_for_a_user_of_it_and_on_a_twist_for_a_hero_in_play():
    def asked(kind, more=""):
        return needs(read_form(CARDS, "c.toml", of(kind, more)).card[0])

    assert asked("detail") == Requirement(colour="red")
    assert asked("twist") == Requirement(hero_colour_in_play="red")
    assert asked("hero") is None
    assert asked("detail", 'who = "Ash"\nrequires = { class = "tank" }') == Requirement(
        all=(Requirement(colour="red"), Requirement(character="Ash"), Requirement(class_="tank"))
    )
    assert asked("twist", 'turns = ">=3"').all[1] == Requirement(turn=">=3")


def test_cover_and_statuses_need_no_end_and_go_with_a_card_in_play():
    cover, status = does("attack", 'effects = [{ cover = { add = 1 } }, { status = { add = "hidden" } }]')[0].effects
    assert (cover.duration, status.duration) == (None, None)
    (held,) = does("location", 'while_here = [{ cover = { add = 1, target = "each_hero" } }]')[0].effects
    assert held.duration == "while_in_play"


# --- what types cannot say ------------------------------------------------------------------------------------


FREE = 'when = [{ use = "free_action", effects = [%s] }]'
HIT = 'when = [{ trigger = "on_hit", effects = [%s] }]'
HELD = 'when = [{ trigger = "while_in_play", effects = [%s] }]'


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        ("equipment", FREE % '{ coins = { on = "attack", amount = 1 } }', "coins.duration: how long"),
        (
            "equipment",
            HIT % '{ delay = { in_turns = 1, effects = [{ coins = { on = "any", amount = 1 } }] } }',
            "delay.effects[0].coins.duration: how long",
        ),
        ("equipment", HIT % '{ control = { target = "a_mook" } }', ""),
        ("equipment", FREE % '{ control = { target = "a_mook" } }', "control.duration: how long"),
        (
            "equipment",
            HIT % '{ copy = { what = "card", from = "opponent", duration = "turn" } }',
            "copy.duration: nothing here",
        ),
        (
            "equipment",
            HIT % '{ copy = { what = "heroic", name = "fihgting", from = "opponent" } }',
            "did you mean fighting?",
        ),
        ("location", "while_here = [{ end_combat = {} }]", "end_combat: something that lasts"),
        ("location", 'while_here = [{ cover = { target = "each_hero", destroy = 1 } }]', "something that lasts"),
        ("location", 'while_here = [{ status = { target = "each_hero", add = "prone" } }]', ""),
        ("equipment", HELD % '{ if = "turn > 2", then = [{ armor = { modify = 1 } }] }', "something that lasts"),
        ("equipment", HELD % '{ copy = { what = "card", from = "opponent" } }', "something that lasts"),
        ("equipment", HELD % "{ cover = { modify = 1 } }", ""),
        ("equipment", HIT % "{ reroll = {} }", "only under after_roll"),
        ("equipment", HIT % '{ redirect = { to = "self" } }', "only under on_declare"),
        ("equipment", HIT % "{ cancel = {} }", "only under on_card, on_declare"),
        ("maneuver", "effects = [{ cleave = { kills = 2 } }]", "or on an attack card"),
        ("attack", 'effects = [{ cleave = { kills = "margin" } }]', ""),
        ("equipment", HIT % '{ gain = { counter = "mark", amount = 1 } }', '"card" for the counters'),
        ("equipment", HIT % '{ armor = { modify = 1, target = "card" } }', "only counters lie on the card"),
        ("equipment", HIT % '{ armor = { modify = 1, target = "controller" } }', "only cards are held"),
        ("equipment", HIT % '{ draw = { target = "controller" } }', ""),
        ("equipment", HIT % '{ discard = { zone = "cards" } }', "has picked cards"),
        (
            "equipment",
            HIT
            % '{ peek = { what = "combat_hand", target = "opponent" } }, { discard = { zone = "cards", target = "opponent" } }',
            "",
        ),
        ("equipment", HIT % '{ keyword = { gain = "name" } }', "has chosen a name"),
        (
            "equipment",
            HIT % '{ keyword = { gain = "chosen" } }, { lock = { keyword = "name", target = "opponent" } }',
            "",
        ),
        ("equipment", HIT % '{ lose = { target = "whom", counter = "energy", amount = 1 } }', "nobody is chosen"),
        ("equipment", HIT % '{ if = "whom.status.prone", then = [{ interview = {} }] }', "nobody is chosen"),
        (
            "equipment",
            HIT
            % '{ status = { target = "enemy", add = "prone" } }, { choose = { options = [{ surrender = { target = "whom" } }, { flee = {} }] } }',
            "",
        ),
        (
            "equipment",
            HIT
            % '{ choose = { options = [{ surrender = { target = "enemy" } }] } }, { surrender = { target = "whom" } }',
            "nobody is chosen",
        ),
        (
            "equipment",
            HIT % '{ choose = { options = [{ label = "A", win = "heroes" }, { flee = {} }] } }',
            "an effect, or effects and a label",
        ),
        (
            "equipment",
            HIT % "{ choose = { options = [{ effects = [{ reroll = {} }] }] } }",
            "options[0].effects[0].reroll: only under",
        ),
        (
            "equipment",
            HIT % '{ choose = { options = [{ label = "  ", effects = [{ flee = {} }] }] } }',
            "more than blanks",
        ),
        (
            "equipment",
            HIT
            % '{ roll = { system = "chosen", pool = "mind+healing", then = [{ gain = { counter = "energy", amount = "x" } }] } }',
            "",
        ),
        ("equipment", HIT % '{ gain = { counter = "energy", amount = "x" } }', "no x"),
        (
            "equipment",
            HIT % '{ roll = { system = "fixed", pool = "mind+healing", every = "end_of_turn" } }',
            "it goes with the roll of a threat",
        ),
        (
            "equipment",
            HIT % '{ roll = { system = "opposing", pool = "mind+healing" } }',
            "vs: the pool of the other side",
        ),
        ("equipment", HIT % '{ roll = { system = "coins", pool = "margn" } }', "did you mean margin?"),
        ("equipment", HIT % '{ roll = { system = "coins", pool = 3, else = [{ flee = {} }] } }', "never lost"),
        ("equipment", HIT % '{ nullify = { where = "card.colour == red" } }', "this card is meant"),
        ("equipment", HIT % '{ reveal = { what = "twist", free = true } }', 'what = "event"'),
        ("equipment", 'when = [{ trigger = "on_hit", if = "whom.status.prone", effects = [] }]', "nobody is chosen"),
        (
            "maneuver",
            "effects = [{ repeat = { n = 21, effects = [{ flee = {} }] } }]",
            "repeat.n: at most 20 times, not 21",
        ),
        (
            "objective",
            'threat = { roll = { system = "fixed", pool = "mind+hacking", while = "whom.status.prone" } }',
            "threat.roll.while: nobody is chosen",
        ),
        ("equipment", HIT % "{ then = [{ flee = {} }] }", "it goes with if"),
        ("equipment", HIT % '{ if = "margin >= 1" }', "then: effects; it is missing"),
        ("equipment", HIT % "{}", "one effect in each table; there is none"),
        ("equipment", 'when = [{ use = "any_time", may = true, effects = [] }]', "a use may always be left"),
        ("equipment", 'when = [{ trigger = "on_hit", by = "whom", effects = [] }]', "not whom"),
        (
            "equipment",
            'when = [{ trigger = "on_counter", effects = [] }]',
            "of: one of belief, hate, energy, quantity, timing, mark; it is missing",
        ),
        ("equipment", 'when = [{ trigger = "on_hit", of = "prone", effects = [] }]', "needs no word"),
        ("detail", "when = [{ trigger = { in_turns = 2 }, effects = [] }]", ""),
        ("detail", 'when = [{ trigger = "on_hit", effects = [] }]', "how long it stays"),
        (
            "hero",
            'advantages = [{ trigger = "on_hit", effects = [] }]',
            "advantages[0].name: text of 1 to 60 characters; it is missing",
        ),
        ("objective", 'threat = { if = "turn >= 3", by = "main" }', "it goes with cost"),
        (
            "event",
            "reveal = []\nnullify = { cost = { energy = 'x' }, by = 'each_hero' }",
            'a number, not "x": several pay',
        ),
        (
            "event",
            "reveal = []\nnullify = { cost = { discard = 'self' }, by = 'each_hero' }",
            'with by = "a_hero" one does',
        ),
        ("event", "reveal = []\nnullify = { cost = { energy = 'x' }, by = 'a_hero' }", ""),
        (
            "event",
            'reveal = [{ initiate = { by = "a_villain", target = "a_hero" } }]',
            "somebody is chosen here already",
        ),
        ("objective", "threat = {}", "if or roll or cost, not none of them"),
        (
            "objective",
            'threat = { roll = { system = "fixed", pool = "mind+hacking", accumulate = 2, every = "end_of_turn" } }',
            "",
        ),
        ("location", HIT % '{ attack = { target = "main", type = "melee" } }', "attack.by: who"),
        ("location", HIT % '{ roll = { system = "fixed", pool = "mind+hacking" } }', "roll.by: who rolls"),
        ("location", HIT % '{ interview = {} }, { skip_step = { step = "attack" } }, { question = {} }', ""),
        ("equipment", 'requires = { class = "tank", any = [{ colour = "red" }] }', "nothing here beside any"),
        ("equipment", "requires = {}", "requires: one test"),
        ("equipment", 'requires = { if = "status.prone and" }', "a number or a name before the end"),
        ("equipment", 'text = "\\u0007"', "no control characters"),
    ],
)
def test_what_does_not_go_together_is_told(kind, text, wanted):
    found = told(kind, text)
    assert bool(found) == bool(wanted), found
    assert all(wanted in each for each in found[:1]), found


def test_nobody_starts_incapacitated():
    text = of("hero", "").replace("body = 1, mind = 1", "body = 0, mind = 0").replace('"hero"', '"villain"')
    assert [str(fault) for fault in read_form(CARDS, "c.toml", text)] == [
        "c.toml:7: card[0].attributes.body: at least 1: with 0 it would start Incapacitated",
        "c.toml:7: card[0].attributes.mind: at least 1: with 0 it would start Incapacitated",
    ]


# --- bounds ---------------------------------------------------------------------------------------------------


FLEE = "{ flee = {} }"


def repeated(*times):
    inside = FLEE
    for n in times:
        inside = f"{{ repeat = {{ n = {n}, effects = [{inside}] }} }}"
    return f"effects = [{inside}]"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        (f"effects = [{', '.join([FLEE] * 60)}]", 0),
        (f"effects = [{', '.join([FLEE] * 61)}]", 61),
        (repeated(20, 2), 0),
        (repeated(20), 0),
        (repeated(7, 7), 0),
        (repeated(8, 8), 73),
        (repeated('"turn"'), 0),
        (repeated(3, '"turn"'), 81),
        (repeated(20, 20, 20), 999),
    ],
)
def test_at_most_sixty_effects_stand_on_a_card_and_repeats_multiply(text, size):
    assert told("maneuver", text) == (
        [f": at most {MOST_EFFECTS} effects on a card, not {size}; in repeat each counts each time"] if size else []
    )


def test_what_is_nested_too_deeply_is_refused():
    deep = "".join("{ if = 'turn >= 1', then = [" for _ in range(30))
    (fault,) = read_form(CARDS, "c.toml", of("maneuver", f"effects = [{deep}{FLEE}{'] }' * 30}]"))
    assert fault.expected == "at most 16 levels of lists, tables and dotted names; make it flatter"


@pytest.mark.parametrize("n", ["100", "-100", "1" * 30, "9" * 300, "1.5", "inf", "true", "1979-05-27"])
def test_huge_and_strange_numbers_are_refused(n):
    for text in (
        f"effects = [{{ coins = {{ on = 'any', amount = {n} }} }}]",
        f"effects = [{{ repeat = {{ n = '{n}', effects = [] }} }}]",
        f"cost = {{ energy = {n} }}",
    ):
        (fault, *_) = read_form(CARDS, "c.toml", of("maneuver", text))
        assert fault.line == 8
        assert fault.expected


def test_cards_that_hear_each_other_are_right():
    hears = "[[card]]\nid = '{0}'\nname = '{0}'\nkind = 'equipment'\ncolour = 'red'\nwhen = [{{ trigger = 'on_counter', of = 'energy', to = 'self', effects = [{{ gain = {{ counter = 'energy', amount = 1 }} }}] }}]\n"
    assert isinstance(read_form(CARDS, "c.toml", "format = 1\n" + "".join(map(hears.format, "abcde"))), CardFile)


# --- laws -----------------------------------------------------------------------------------------------------


LISTED = [entry for word in WORDS for entry in entries(word)]
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Zl", "Zp")), min_size=1, max_size=60
).filter(str.strip)


@given(
    st.lists(st.sampled_from(LISTED), max_size=4),
    TEXTS,
    st.sampled_from(["on_hit", "after_roll", "on_card", "on_declare"]),
)
def test_any_right_card_is_written_and_read_back_equal(found, name, trigger):
    made = card({"trigger": trigger, "effects": found}, name=name, text=name)
    if made is not None:
        file = CardFile(format=1, card=(made,))
        assert read_form(CARDS, "c.toml", write_form(CARDS, file)) == file


def refused(found):
    """Whether what was read is cards, or faults in sentences."""
    if isinstance(found, CardFile):
        return False
    assert all(isinstance(fault, Fault) and fault.expected and fault.line >= 0 for fault in found)
    return bool(found)


@given(st.text(max_size=200))
def test_garbage_is_refused_in_sentences(text):
    assert refused(read_form(CARDS, "c.toml", text))


@given(st.data())
def test_a_file_that_somebody_cut_or_mixed_up_is_read_or_refused_in_sentences(data):
    lines = EVERY_KIND.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["drop", "twice", "cut", "word"]))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        lines[at : at + 1] = {
            "drop": [],
            "twice": [line, line],
            "cut": [line[:cut]],
            "word": [line.replace(*data.draw(CHANGES))],
        }[how]
    refused(read_form(CARDS, "c.toml", "\n".join(lines)))


CHANGES = st.sampled_from(
    [
        ("1", '"x"'),
        ("=", "= 3 #"),
        ("target", "targt"),
        ("{", "[{"),
        ("amount = 1", "amount = 'x'"),
        ('"', "'''"),
        ("self", "whom"),
        ("turn", "trun"),
    ]
)
PLAINS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["x", "whom", "margin", "hero", "on_hit", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*WORDS, "effects", "target", "amount", "then", "kind", "when", "trigger"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(PLAINS, st.sampled_from(["card", "deck", "setup", "collection", "format"]))
def test_any_plain_values_are_refused_in_sentences(plain, key):
    value, found = read_values(CARDS, {"format": 1, key: plain})
    assert isinstance(value, CardFile) or all(wanted for _, wanted in found)


@given(st.lists(PLAINS, max_size=3))
def test_any_effects_are_right_or_told_to_be_wrong(entries_):
    try:
        made = msgspec.convert(
            {"id": "a", "kind": "combat", "name": "A", "colour": "red", "step": "movement", "effects": entries_},
            AnyCard,
        )
    except msgspec.ValidationError:
        return
    assert check_card(made) or abilities(made) is not None
