"""Amounts and conditions: what they are worth, what they say, and what is said of those that cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.games.plot_twist.files.amounts import NAMES, amount, condition, holds, said, value
from cliffhanger.games.plot_twist.files.words import ONE, TARGETS
from cliffhanger.kernel.files.language.formulas import COMPARED, CUT, Is, Misread, Name, Number, Operation, Turned

NOW = {"margin": 4, "turn": 3, "counter.hate": 6, "opponent.status.prone": True, "attack.type": "melee"}
NOW |= {"location.keyword": ("bank", "old_town"), "location.name": "Old Harbour", "defender.counter.physical": 2}


def look(name):
    return NOW.get(f"{name.of}.{name.name}" if name.of else name.name, 0)


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        (3, 3),
        ("3", 3),
        ("-3", -3),
        ("margin + 1", 5),
        ("margin - 1 - 1", 2),
        ("margin * 2 + 1", 9),
        ("margin + 2 * 3", 10),
        ("7 // 2", 3),
        ("-margin", -4),
        ("min(margin, turn)", 3),
        ("max(margin, (turn + 2))", 5),
        ("(1 + 1) * 3", 6),
        ("defender.counter.physical", 2),
        ("99 * 99", CUT),
        ("-99 * 99 * 99", -CUT),
        ("x", 0),
    ],
)
def test_an_amount_is_worth_what_it_says_and_is_cut_at_999(text, worth):
    assert value(text, look) == worth


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("margin >= 4", True),
        ("margin > 4", False),
        ("margin != 4", False),
        ("not margin < 4", True),
        ("opponent.status.prone", True),
        ("status.prone", False),
        ("attack.type == melee and turn == 3", True),
        ("attack.type != melee or turn <= 3", True),
        ("location.keyword == bank", True),
        ("location.keyword == 'Old-Town'", True),
        ("location.keyword == pier", False),
        ("location.name == 'Old Harbour'", True),
        ("(margin >= 9 or turn >= 3) and not (turn >= 4)", True),
        ("margin >= 9 or turn >= 3 and turn >= 4", False),
        ("(margin + 1) * 2 == 10", True),
        ("((margin)) >= 4", True),
    ],
)
def test_a_condition_holds_or_does_not(text, true):
    assert holds(text, look) is true


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "a number or a name before the end"),
        ("margn + 1", 'a name that there is, not "margn"; did you mean margin?'),
        ("oponent.status.prone", 'a name that there is, not "oponent.status.prone"; did you mean status.prone?'),
        ("opponent.staus.prone", 'a name of a Character after opponent, not "staus.prone"; did you mean status.prone?'),
        (
            "a_hero.counter.hate",
            "one Character before .counter.hate: self, you, opponent, attacker, defender, main, whom; not a_hero",
        ),
        ("opponent.margin", 'a name of a Character after opponent, not "margin"; did you mean margin?'),
        ("margin +", "a number or a name before the end"),
        ("(margin", '")" before the end'),
        ("min(1 2)", '"," before "2"'),
        ("margin margin", 'an end, or a sign such as + before "margin"'),
        ("100", 'a whole number from -99 to 99, not "100"'),
        ("9" * 150, f'a whole number from -99 to 99, not "{"9" * 20}"'),
        ("4 // margin", "a whole number of at least 1 after //"),
        ("4 // 0", "a whole number of at least 1 after //"),
        ("margin >= 2", "a number, not what is true or false"),
        ("distance", "== or != and a word after distance"),
        ("1 + status.prone", "a number, not what is true or false"),
        ("(" * 40 + "1", "at most 16 brackets and signs within each other"),
        ("-" * 90 + "1", "at most 16 brackets and signs within each other"),
        ("1 ; 2", 'an end, or a sign such as + before ";"'),
    ],
)
def test_an_amount_that_cannot_be_read_says_what_was_expected(text, wanted):
    with pytest.raises(Misread) as misread:
        amount(text)
    assert str(misread.value) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("margin", "what is true or false, not a number"),
        ("margin and turn >= 2", "what is true or false, not a number"),
        ("turn = 2", '"==" instead of "="'),
        ("turn >= 2 && margin > 1", '"and" instead of "&"'),
        ("turn >= 2 || margin > 1", '"or" instead of "|"'),
        ("!self.status.prone", '"not" instead of "!"'),
        ("attack.type >= melee", '"==" or "!=" before a word, not ">="'),
        ("attack.type == meele", 'one of melee, ranged, mental, social, not "meele"; did you mean melee?'),
        ("attack.type == 3", 'a word before "3"'),
        ("location.name == Old Harbour", 'an end, or a sign such as + before "Harbour"'),
        ("not " * 20 + "status.prone", "at most 16 brackets and signs within each other"),
    ],
)
def test_a_condition_that_cannot_be_read_says_what_was_expected(text, wanted):
    with pytest.raises(Misread) as misread:
        condition(text)
    assert str(misread.value) == wanted


@given(st.text("()+-*/<>=!'\"., \n019amnrgixodt_éß", max_size=60) | st.text(max_size=40))
def test_no_garbage_does_more_than_misread(text):
    for read in (amount, condition):
        try:
            read(text)
        except Misread as misread:
            assert str(misread)


def names(sort):
    found = [Name(name) for name, known in NAMES.items() if known.sort == sort]
    found += [Name(name, of) for name, known in NAMES.items() if known.sort == sort and known.whose for of in ONE[1:]]
    return st.sampled_from(found)


NUMBERS = st.recursive(
    st.builds(Number, st.integers(-99, 99)) | names("number"),
    lambda inner: (
        st.builds(Operation, st.sampled_from(["+", "-", "*", "min", "max"]), inner, inner)
        | st.builds(Turned, st.just("-"), inner.filter(lambda node: not isinstance(node, Number)))
        | st.builds(Operation, st.just("//"), inner, st.builds(Number, st.integers(1, 99)))
    ),
    max_leaves=6,
)
WORDS = names("word").flatmap(
    lambda name: st.builds(
        Is,
        st.just(name),
        st.sampled_from(NAMES[name.name].words or ("pier", "old_town")),
        st.sampled_from(["==", "!="]),
    )
)
FLAGS = st.recursive(
    names("flag") | WORDS | st.builds(Operation, st.sampled_from(COMPARED), NUMBERS, NUMBERS),
    lambda inner: (
        st.builds(Operation, st.sampled_from(["and", "or"]), inner, inner) | st.builds(Turned, st.just("not"), inner)
    ),
    max_leaves=5,
)


def text(node):
    """A node as somebody might write it."""
    if isinstance(node, Number):
        return str(node.n)
    if isinstance(node, Name):
        return f"{node.of}.{node.name}" if node.of else node.name
    if isinstance(node, Is):
        return f"{text(node.name)} {node.sign} '{node.word}'"
    if isinstance(node, Turned):
        return f"{node.sign} ({text(node.inner)})"
    left, right = text(node.left), text(node.right)
    return f"{node.sign}({left}, {right})" if node.sign in ("min", "max") else f"({left}) {node.sign} ({right})"


@given(NUMBERS)
def test_an_amount_is_read_as_it_was_written(node):
    assert amount(text(node)) == node


@given(FLAGS)
def test_a_condition_is_read_as_it_was_written(node):
    assert condition(text(node)) == node


SAID = {}


@given(NUMBERS | FLAGS)
def test_different_nodes_have_different_words(node):
    words = said(node)
    assert SAID.setdefault(words, node) == node


def test_every_name_has_words_of_its_own():
    found = [said(Name(name, of)) for name, known in NAMES.items() for of in (["", *ONE[1:]] if known.whose else [""])]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("opponent.status.prone", "the opponent is Prone"),
        ("not status.incapacitated", "you are not Incapacitated"),
        ("not defender.keyword.armor", "the defender has no Armor"),
        ("attack.type == melee and margin >= 3", "the attack is Melee and the Margin is at least 3"),
        ("main.counter.hate <= 6", "the Main Villain's Hate is at most 6"),
        ("location.keyword == bank", "this place has the keyword “bank”"),
    ],
)
def test_conditions_speak_the_language_of_the_table(text, words):
    assert said(condition(text)) == words


def test_names_are_about_targets_that_there_are():
    assert set(ONE) < set(TARGETS)
