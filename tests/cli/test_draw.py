"""Panels and options as text."""

from collections import Counter as Tally

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliffhanger.cli import _draw, _offers
from cliffhanger.kernel.offers import Option, offer
from cliffhanger.kernel.panels import Board, Card, Cell, Coin, Counter, Die, Group, List, Panel, Pile, Row, Text, Track
from cliffhanger.kernel.params import Item, Number, Pick
from cliffhanger.kernel.params import Text as Words
from cliffhanger.kernel.pool import hollow
from cliffhanger.testing import text_page


def test_dice_say_what_became_of_them():
    row = (
        Die(6, 6, "counts"),
        Die(6, 3),
        Die(6, 1, "one", "snag"),
        Die(8, 2, "struck"),
        Die(12),
        Coin("star", "counts"),
    )
    assert _draw.dice(row) == "(6) 3 1! snag d8:~2~ d12 (star)"


def test_a_track_shows_boxes_numbers_and_what_is_about_to_be_filled():
    assert _draw.draw(Track("t", "Vigor", 3, 5, risk=1, note="out at 5")) == ["Vigor ■■▨□□ 3 of 5 (out at 5)"]
    assert _draw.draw(Track("t", "Stress", 2, 4, gaps=(2, 2))) == ["Stress ■■ □□ 2 of 4"]


def test_tracks_of_a_row_stand_below_its_words():
    stress = Track("b", "Body", 7, 9), Track("m", "Spirit", 1, 2)
    assert _draw.draw(List("who", (Row("Ida", "3 Energy", tracks=stress, state="now"), Row("Bo")), "order")) == [
        "> Ida 3 Energy",
        "    Body   ■■■■■■■□□ 7 of 9",
        "    Spirit ■□ 1 of 2",
        "  Bo",
    ]
    assert _draw.draw(List("who", (Row("Ida", tracks=stress[1:]),))) == ["Ida", "  Spirit ■□ 1 of 2"]


def test_neighbouring_counters_share_a_line_and_tracks_a_column():
    group = Group(
        "g", "Ida", (Counter("Oil", 3), Counter("Wall", 7, "calm"), Track("a", "A", 1, 2), Track("b", "Bold", 0, 2))
    )
    assert _draw.draw(group, 40) == [
        "── Ida ─────────────────────────────────",
        "  Oil: 3 · Wall: 7 (calm)",
        "  A    ■□ 1 of 2",
        "  Bold □□ 0 of 2",
    ]


def test_a_roll_is_told_in_words_and_then_side_by_side():
    sides = List(
        "r", (Row("Ida", value="2", dice=(Die(6, 5, "counts"), Die(6, 2)), state="won"), Row("Bo", value="0")), "sides"
    )
    stage = Group("s", "The race", (Text("t", "Ida wins by 2.", "She rolled 2.", "result"), sides), "stage", "opposed")
    assert _draw.draw(stage, 46) == [
        "── The race ─────────────────────── opposed ──",
        "  Ida wins by 2.",
        "  She rolled 2.",
        "  + Ida: 2  (5) 2",
        "    Bo: 0",
    ]


def test_the_stage_comes_first_and_paper_not_at_all():
    panels = [Group("a", "Mine", (), "own"), Group("b", "Sheet", (), "paper"), Group("c", "Now", (), "stage")]
    assert [line.split()[1] for line in _draw.page(panels) if line] == ["Now", "Mine"]


def test_a_folded_group_opens_when_everything_is_asked_for():
    folded = Group("a", "Rules", (Text("t", "Words."),), folded=True)
    assert "Words." not in "".join(_draw.draw(folded))
    assert "Words." in "".join(_draw.draw(folded, everything=True))


def test_a_terminal_without_signs_gets_ascii():
    assert _draw.plain("── A ■▨□ “x” é") == '-- A #+. "x" ?'


words = st.text("ab é漢字.,-!", min_size=0, max_size=60)
die = st.builds(
    Die, st.sampled_from([4, 6, 12]), st.integers(0, 4), st.sampled_from(["rating", "counts", "struck", "one"]), words
)
rows = st.builds(
    Row,
    words,
    words,
    words,
    st.none() | st.integers(0, 99),
    words,
    st.tuples(words),
    st.just("won"),
    st.tuples(words),
    st.tuples(die),
)
leaf = st.one_of(
    die,
    st.builds(Coin),
    st.builds(Track, words, words, st.integers(0, 40), st.integers(0, 40), st.integers(0, 4), st.just(()), words),
    st.builds(Counter, words, st.integers() | words, words),
    st.builds(Card, words, words, words, words, words, words, words, st.tuples(words), words, st.tuples(words), words),
    st.builds(Pile, words, st.integers(0, 60), words),
    st.builds(List, words, st.tuples(rows, rows), st.sampled_from(["lines", "stats", "sides", "ladder"]), words, words),
    st.builds(Text, words, words, words, st.sampled_from(["plain", "quote", "warning"])),
)
tree = st.recursive(
    leaf, lambda inner: st.builds(Group, words, words, st.lists(inner, max_size=3).map(tuple), note=words), max_leaves=6
)


@given(tree, st.sampled_from([40, 60, 80]))
def test_no_panel_is_ever_drawn_wider_than_asked(panel, width):
    assert all(_draw.columns(line) <= width for line in _draw.draw(panel, width))


def test_every_kind_of_panel_is_drawn():
    shown = {Die: Die(6), Coin: Coin(), Track: Track("t", "T", 1, 2), Counter: Counter("C", 1), Card: Card("c", "K")}
    shown |= {Pile: Pile("P", 3), List: List("l", (Row("R"),)), Text: Text("t", "Head"), Group: Group("g", "G", ())}
    shown[Board] = Board("b", "Where", (Cell("deck", "The deck"),))
    assert set(shown) == set(Panel.__args__)
    assert all(_draw.draw(panel) for panel in shown.values())


def test_a_card_says_what_is_on_it_flavour_last():
    card = Card("c", "Paper Storm", letter="B", what="Attack", text=("2 coins more.",), flavour="A thousand folds.")
    assert _draw.draw(card) == ["[B] Paper Storm (Attack)", "  2 coins more.", "  A thousand folds."]


def test_every_option_is_drawn_exactly_once_and_only_the_open_ones_have_a_number(at):
    for seat in ("host", "k1", "k2"):
        rows = at.options(seat)
        menu = _offers.menu(rows)
        assert Tally((*menu.open, *menu.blocked)) == Tally(rows)
        drawn = "\n".join(_offers.draw_menu(menu))
        for option in rows:
            assert drawn.count(option.label) == 1
        numbers = [int(line[1:4]) for line in drawn.splitlines() if line[1:4].strip().isdecimal()]
        assert numbers == list(range(1, len(menu.open) + 1))
        assert all(menu.number(str(n)) is menu.open[n - 1] for n in numbers)


def test_a_blocked_option_says_why_and_by_what_rule(at):
    (gust,) = at.options("host")
    drawn = _offers.draw_menu(_offers.menu([gust]))
    assert drawn == ["Not now:", "   -  A gust: No lantern is lit. (LN-GUST)"]


def test_what_enter_takes_says_how_many_dice_it_is_at_whom_and_where_they_come_from():
    whom = Pick("target", "Whom", (Item("ludo", "Ludo"), Item("crake", "Crake")), start=("ludo",))
    rows = (Row("Swing", dice=hollow((6,) * 4)), Row("Sleet", n=-1, state="bad"))
    words = {"button": "Roll {dice} at {target}", "line": "{you} [attacks|attack] {target}."}
    option = offer("juno", 1, "attack", "Attack", None, whom, pool=rows, first=True, **words).option
    drawn = _offers.draw_menu(_offers.menu([option]))
    assert drawn[1:] == [">  1  Attack (Whom)", "        Roll 3 dice at Ludo: Swing 4, Sleet \N{MINUS SIGN}1"]
    assert _offers.in_words(option, {"target": ("crake",)}) == "You attack Crake."
    set_ = offer(
        "director", 1, "set", "Let them roll", None, Number("n", "N", 1, 9, 2), button="Let them roll for {n}"
    ).option
    assert _offers.draw_menu(_offers.menu([set_]))[-1] == "        Let them roll for 2"
    assert text_page.options((option,)) == [
        "(1/attack) Attack [Whom: one of Ludo, Crake] <Roll 3 dice at Ludo> <You attack Ludo.>"
    ]


def test_enter_takes_the_suggested_option_or_else_the_first_step(at):
    rows = at.options("k1")
    assert _offers.menu(rows).open[_offers.menu(rows).at].key == "pass"
    call = next(option for option in rows if option.key == "call")
    menu = _offers.menu(rows, (call.window, "call"))
    assert menu.open[menu.at].key == "call"


PICK = Pick(
    "oil", "Oil", (Item("a", "One"), Item("b", "Two", blocked="Frozen."), Item("c", "Three", says="heavy")), 0, 2
)


def test_a_pick_lists_its_things_with_numbers_and_reasons():
    assert _offers.draw_param(PICK, ("c",)) == [
        "Oil: choose up to 2",
        "   1  One",
        "   -  Two (not now: Frozen.)",
        "*  3  Three - heavy",
    ]


def test_a_number_says_what_is_left_of_what_it_is_paid_from():
    number = Number("n", "Points", 0, 8, words=((0, "no dice"),), stock=(Track("b", "Breath", 4, 12),))
    assert _offers.draw_param(number, 0) == ["Points: 0 to 8", "   -  Breath: 8 of 12 left", "   0  no dice"]


def test_of_a_long_list_the_head_is_shown_and_what_is_chosen_until_all_is_asked_for():
    many = Pick("skill", "Skill", tuple(Item(f"s{n}", f"Skill {n}") for n in range(1, 31)))
    some = _offers.draw_param(many, ("s20",), everything=False)
    assert some[1] == "   1  Skill 1"
    assert some[-3:] == ["   9  Skill 9", "* 20  Skill 20", "   +  20 more"]
    assert len(_offers.draw_param(many, ("s20",))) == 31
    few = Pick("skill", "Skill", many.items[:12])
    assert _offers.draw_param(few, (), everything=False) == _offers.draw_param(few, ())


@pytest.mark.parametrize(
    ("param", "typed", "answer"),
    [
        (PICK, "", ("c",)),
        (PICK, "1, 3", ("a", "c")),
        (PICK, "-", ()),
        (Number("n", "N", -2, 5), "-1", -1),
        (Words("w", "W"), "so be it", "so be it"),
        (Words("w", "W"), "-", ""),
    ],
)
def test_typed_answers_are_read(param, typed, answer):
    assert _offers.read_answer(param, typed, ("c",)) == answer


@pytest.mark.parametrize(("param", "typed"), [(PICK, "4"), (PICK, "x"), (PICK, "0"), (Number("n", "N", 0, 5), "two")])
def test_what_cannot_be_read_says_what_is_wanted(param, typed):
    with pytest.raises(ValueError, match="please"):
        _offers.read_answer(param, typed, ())


def test_an_act_is_said_back_in_words():
    option = Option("k1", "w", "pour", "Pour oil", (PICK, Number("n", "Dice", 0, 3, words=((2, "twice"),))))
    assert _offers.summary(option, {"oil": ("a", "c"), "n": 2}) == "Pour oil (Oil: One, Three; Dice: 2 (twice))"


def test_friends_are_listed_below_foes_under_their_name():
    whom = Pick("whom", "Whom", (Item("a", "Crake"), Item("b", "Ferris", group="Friends")))
    assert _offers.draw_param(whom, ("a",))[1:] == ["*  1  Crake", "      Friends", "   2  Ferris"]
