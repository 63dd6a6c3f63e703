"""Ways to go on after a roll, side by side in one dock: each says what it does, what it costs and its chance."""

import re
from fractions import Fraction
from html import unescape

import pytest

from cliffhanger import games
from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.panels import Row, Track
from cliffhanger.kernel.params import Cost, Item, Number, Pick, Text
from cliffhanger.table.snapshot import Draft
from cliffhanger.testing.play import Play
from cliffhanger.web.page.offers import lit, window
from cliffhanger.web.page.regions import whole
from cliffhanger.web.page.view import Figure

POINT = (Cost(1, "Hero Point"),)
USES = (Item("easier", "Two fewer"), Item("plus", "Two more"))
STORE = (Track("end", "Endurance", 2, 9),)
PUSHED = (Row("exertion", id="exertion"),)


def way(key, label, *asks, **words):
    """One way to go on."""
    return offer("ione", 1, key, label, None, *asks, way=True, **words).option


FALLS = way("accept", "Fall short", first=True, lost="the check", says="3 of 5.")
GIVES = way("accept", "Fall short", lost="the check", says="3 of 5.")
MIXED = way("mixed", "Mixed success", first=True)
PUSH = way(
    "push",
    "Push",
    Number("exertion", "Endurance", 1, 7, 1, dice=(12, 12), stock=STORE),
    pool=PUSHED,
    button="Push with {dice}",
)
TWO = way(
    "numbers",
    "Two successes",
    Pick("use", "Which way", USES),
    cost=POINT,
    verb="point",
    tool=Item("n", "Two successes"),
)
AGAIN = way(
    "reroll", "Roll again", Pick("dice", "Which", USES, 1, 2), cost=POINT, verb="point", tool=Item("r", "Roll again")
)
WORTH = {
    ("1", "mixed"): (Figure("it works", Fraction(1)),),
    ("1", "push"): (Figure("you make it", Fraction(2, 3)),),
    ("1", "numbers"): (Figure("it is made", Fraction(1, 4)),),
    ("1", "reroll"): (Figure("it is made", Fraction(1, 2)),),
}


def drawn(*options, odds=WORTH, drafts=None):
    """The window of these options, and its buttons: how each looks, of which form it is, what it sends, what it says."""
    page = whole([window(list(options), drafts=drafts or {}, odds=odds, base="/t/x/seat/y", lead=True)])
    rows = re.findall(r'<button class="([^"]+)" id="[^"]+" form="f-ione-1-([^"]+)"([^>]*)>(.*?)</button>', page)
    texts = [re.sub(r"<noscript>.*?</noscript>", "", inner) for *_, inner in rows]
    said = [" ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split()) for text in texts]
    return page, [(look, form, sent.strip(), words) for (look, form, sent, _), words in zip(rows, said, strict=True)]


def test_each_is_a_button_with_its_price_and_its_chance_and_the_free_one_is_lit_and_first():
    page, rows = drawn(GIVES, MIXED, PUSH, TWO)
    assert rows == [
        ("next way", "mixed", "", "Mixed success 100 % it works costs nothing"),
        ("way dear", "push", "", "Push with 2 dice 67 % you make it 1 Endurance"),
        ("way dear", "numbers", "", "Two successes 25 % it is made Two fewer 1 Hero Point"),
        ("way last", "accept", "", "Fall short 3 of 5."),
    ]
    assert page.count('class="dock') == 1
    assert '<div class="ways" role="group" aria-label="How to go on">' in page
    assert lit([GIVES, MIXED, PUSH, TWO], WORTH) is MIXED


def test_a_way_that_costs_something_and_has_no_figure_says_what_it_is_good_for():
    _, rows = drawn(MIXED, way("twelve", "A 12", cost=POINT, says="A boon, and its boon die."))
    assert rows[1] == ("way dear", "twelve", "", "A 12 A boon, and its boon die. 1 Hero Point")


def test_what_a_number_does_not_say_stands_below_it():
    bites = way(
        "push", "Push", Number("exertion", "Endurance", 1, 7, 1), hint="a 1 takes one away", says="Every 1 is a snag."
    )
    said = {each[-1] for each in drawn(MIXED, bites)[1]}
    assert any("a 1 takes one away" in words and "Every 1" not in words for words in said)


def test_whom_a_button_names_is_not_named_again_below():
    mates = (Item("osk", "Osk Tallow"), Item("mirre", "Mirre"))
    passes = way("pass", "Pass one on", Pick("to", "To whom", mates), button="Pass one on to {to}")
    assert drawn(FALLS, passes)[1][0][3] == "Pass one on to Osk Tallow"
    shares = way("pass", "Pass one on", Pick("to", "To whom", mates))
    assert drawn(FALLS, shares)[1][0][3] == "Pass one on Osk Tallow"


def test_every_option_is_a_form_once_and_its_button_belongs_to_it():
    page, rows = drawn(GIVES, MIXED, PUSH, TWO, AGAIN)
    forms = re.findall(r'<form id="f-ione-1-([^"]+)" data-do="act" data-key="([^"]+)"( hidden)?', page)
    assert sorted((name, key) for name, key, _ in forms) == [
        (key, key) for key in ("accept", "mixed", "numbers", "push", "reroll")
    ]
    assert {key for key, _, hidden in forms if hidden} == {"accept", "mixed"}  # there is nothing to fill in
    assert {form for _, form, *_ in rows} <= {name for name, *_ in forms}
    assert page.count('name="terms"') == 5


def test_what_asks_for_something_has_a_chip_above_and_nothing_else_has():
    page, _ = drawn(FALLS, PUSH, TWO, AGAIN)
    assert re.findall(r'<label class="chip"><input type="radio" name="w-ione-1" id="o-ione-1-([^"]+)"', page) == [
        "push",
        "numbers",
        "reroll",
    ]
    assert 'name="p.exertion"' in page
    assert "checked> <span>Push" not in page


def test_of_several_tools_stands_the_best_or_the_one_that_somebody_has_touched():
    _, rows = drawn(FALLS, PUSH, TWO, AGAIN)
    assert [words for _, _, _, words in rows if "Hero Point" in words] == [
        "Roll again 50 % it is made Two fewer 1 Hero Point"
    ]
    draft = {("ione", "1", "numbers"): Draft({"use": ("plus",)})}
    page, rows = drawn(FALLS, PUSH, TWO, AGAIN, drafts=draft)
    assert [words for _, _, _, words in rows if "Hero Point" in words] == [
        "Two successes 25 % it is made Two more 1 Hero Point"
    ]
    assert 'id="o-ione-1-numbers" checked' in page


def test_a_button_follows_what_is_chosen_in_its_form():
    draft = {("ione", "1", "push"): Draft({"exertion": 3})}
    page, rows = drawn(FALLS, PUSH, TWO, drafts=draft)
    assert ("way dear", "push", "", "Push with 6 dice 67 % you make it 3 Endurance") in rows
    assert '<span class="js">Push with 6 dice</span><noscript>Push</noscript>' in page


def test_where_to_give_up_is_all_that_is_free_nothing_is_lit_and_enter_beside_it_does_nothing():
    page, rows = drawn(FALLS, PUSH, TWO)
    assert [look for look, *_ in rows] == ["way dear", "way dear", "way last"]
    assert re.search(r'<input name="said" id="said-[^"]+" form="" [^>]*class="js">', page)  # of no form
    assert lit([FALLS, PUSH, TWO], WORTH) is None
    none = {key: (Figure("it is made", Fraction(1, 100)),) for key in WORTH}
    assert drawn(FALLS, PUSH, TWO, odds=none)[1][0][:2] == (
        "next way",
        "accept",
    )  # nothing else has a chance worth having


def test_a_line_of_ones_own_goes_with_what_is_lit_where_no_script_can_tell():
    page, _ = drawn(MIXED, PUSH)
    assert re.search(r'<input name="said" id="[^"]+" form="f-ione-1-mixed" ', page)
    assert page.count('name="said"') == 1


def coins(most):
    """A throw that so many coins could be added to."""
    each = tuple(Item(str(n), f"{n} more", cost=(Cost(n, "Energy"),)) for n in range(1, most + 1))
    more = Number("n", "Coins more", 1, most, 1, ways=each)
    throw = way("throw", "Throw", first=True, figures=("hits",))
    return throw, way("coins", "More coins", more, cost=(Cost(1, "Energy each"),), figures=("hits",))


def test_a_few_ways_of_an_option_are_as_many_buttons_which_send_themselves():
    odds = {("1", f"coins={n}"): (Figure("you hit", Fraction(n, 4)),) for n in (1, 2)}
    page, rows = drawn(*coins(2), odds=odds | {("1", "throw"): (Figure("you hit", Fraction(1, 8)),)})
    assert rows == [
        ("next way", "throw", "", "Throw 13 % you hit costs nothing"),
        ("way dear", "coins", 'name="p.n" value="1" data-number', "1 more 25 % you hit 1 Energy"),
        ("way dear", "coins", 'name="p.n" value="2" data-number', "2 more 50 % you hit 2 Energy"),
    ]
    assert 'type="radio"' not in page


def test_many_ways_of_an_option_are_one_button_that_says_what_is_chosen_above():
    page, rows = drawn(*coins(6), odds={})
    assert [words for *_, words in rows] == ["Throw costs nothing", "1 more 1 Energy"]
    assert page.count('name="p.n"') == 6


def test_what_is_only_at_risk_stands_on_its_button():
    risky = way("go", "Go on", cost=(Cost(2, "strain", risk=True),))
    assert ("way", "go", "", "Go on 2 strain at risk") in drawn(MIXED, risky)[1]


@pytest.mark.parametrize("others", [(), (offer("ione", 1, "talk", "Talk", None, Text("t", "T", 1, 9)).option,)])
def test_a_way_alone_is_what_it_would_be_anyhow(others):
    page, rows = drawn(PUSH, *others, odds={})
    assert rows == []
    assert "How to go on" not in page


def test_what_gains_nothing_and_what_is_not_possible_keep_their_places_below():
    vain = way("shift", "Shift", Pick("way", "Which", USES), cost=POINT, vain="No use.")
    shut = offer("ione", 1, "late", "Too late", None, blocked="It is over.", way=True).option
    page, rows = drawn(FALLS, PUSH, vain, shut)
    assert [form for _, form, *_ in rows] == ["push", "accept"]
    assert "1 that gains nothing now" in page
    assert "It is over." in page


def test_after_a_roll_of_untold_push_and_points_stand_in_the_dock():
    at = Play(games.game("untold")).act("Game Master", "open.the_third_ledge")
    at.act("Ione Wake", "check", goal="climb", skill=("climbing",), relies=("strength.sure_footed",))
    at.act("Game Master", "set", base=5).act("Ione Wake", "roll", exertion=1).rolls(9, 9, 8, 7, 3, 2, 2, 2)
    options = [each.option for each in at.game.waiting(at.state) if each.seat == "ione_wake"]
    page = whole([window(options, drafts={}, odds={}, base="/t/x/seat/y", lead=True)])
    forms = set(re.findall(r'<button class="[^"]*way[^"]*" id="[^"]+" form="f-ione_5f_wake-\d+-([a-z]+)"', page))
    assert {"push", "accept"} <= forms
    assert forms & {"numbers", "shift", "reroll", "twelve"}
