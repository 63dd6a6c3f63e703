"""Two or three ways side by side: each says what it does, what it costs and its chance; the free one is lit."""

import re
from fractions import Fraction
from html import unescape

import pytest

from cliffhanger.kernel.offers import offer
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Cost, Item, Number, Pick
from cliffhanger.kernel.pool import hollow
from cliffhanger.web.page.html import Markup, joined
from cliffhanger.web.page.offers import lit, window
from cliffhanger.web.page.option_form import option_form
from cliffhanger.web.page.regions import whole
from cliffhanger.web.page.view import Figure
from cliffhanger.web.page.ways import lit_way, taken, ways

HELD = (
    Item("0", "Keep all 3", cost=(Cost(2, "damage to Vigor"),)),
    Item("1", "Cancel 1", says="2 successes left", cost=(Cost(1, "damage to Vigor"),)),
    Item("2", "Cancel the strain"),
)
STRAIN = Number("cancelled", "Against the strain", 0, 2, 1, ((0, "none"), (2, "both")), ways=HELD)
WORTH = {
    ("1", "act=2"): (Figure("it hurts them", Fraction(3, 5)),),
    ("1", "act=0"): (Figure("it hurts them", Fraction(1)),),
}


def option(*asks, **words):
    """One option that asks this."""
    return offer("juno", 1, "act", "Act", None, *asks, first=True, **words).option


def drawn(found, odds=None):
    """The buttons of an option: how each looks, and what stands on it."""
    text = joined(
        option_form(found, {}, odds or {}, Markup('<div class="dock">'), Markup(""), "", lies=True, alone=True)
    )
    rows = re.findall(r'<button class="([^"]+)" id="[^"]+" name="([^"]+)" value="([^"]+)">(.*?)</button>', text)
    words = [" ".join(unescape(re.sub(r"<[^>]+>", " ", inner)).split()) for *_, inner in rows]
    return [(look, f"{name}={value}", said) for (look, name, value, _), said in zip(rows, words, strict=True)], text


def test_each_way_says_what_it_does_what_it_costs_and_its_chance_and_the_free_one_comes_first():
    rows, text = drawn(option(STRAIN), WORTH)
    assert rows == [
        ("next way", "p.cancelled=2", "Cancel the strain 60 % it hurts them costs nothing"),
        ("way dear", "p.cancelled=0", "Keep all 3 100 % it hurts them 2 damage to Vigor"),
        ("way dear", "p.cancelled=1", "Cancel 1 2 successes left 1 damage to Vigor"),
    ]
    assert text.count('class="next') == 1
    assert 'type="radio"' not in text
    assert 'role="group" aria-label="Against the strain"' in text


def test_what_lies_there_is_lit_where_it_is_as_free_as_another():
    free = Number("n", "N", 1, 3, 2, ways=tuple(Item(str(n), f"{n}") for n in (1, 2, 3)))
    assert lit_way(option(free)).id == "2"


def losing(**words):
    """Three ways of which the one that costs no damage gives all successes away."""
    rows = (HELD[0], HELD[1], Item("2", "Cancel the strain", lost="2 successes", **words))
    return option(Number("cancelled", "Against the strain", 0, 2, 2, ways=rows))


def test_a_way_that_surely_loses_is_not_lit_where_another_may_win_and_says_what_is_lost_by_it():
    found = losing()
    rows, text = drawn(found)
    assert [look for look, *_ in rows] == ["way dear", "way dear", "way"]
    assert rows[-1][2] == "Cancel the strain 2 successes"
    assert "costs nothing" not in text
    assert "<button hidden disabled></button>" in text
    assert lit([found]) is None


def test_a_way_without_a_chance_is_not_lit_where_another_has_one_and_does_not_say_that_it_is_free():
    none = WORTH | {("1", "act=2"): (Figure("it hurts them", Fraction(0)),)}
    rows, text = drawn(option(STRAIN), none)
    assert [look for look, *_ in rows] == ["way dear", "way dear", "way"]
    assert "costs nothing" not in text
    assert lit([option(STRAIN)], none) is None
    all_none = {key: (Figure("it hurts them", Fraction(0)),) for key in (*none, ("1", "act=1"))}
    assert lit_way(option(STRAIN), all_none).id == "2"


def test_where_every_way_loses_the_free_one_is_lit():
    rows = tuple(Item(str(n), f"{n}", cost=(Cost(n, "point"),) * (n > 0), lost="no points") for n in (0, 1))
    found = option(Number("n", "N", 0, 1, ways=rows))
    assert lit_way(found).id == "0"
    assert "costs nothing" in drawn(found)[1]


def offered(*found, odds=None):
    """The window of these options, as a page draws it."""
    return whole([window(list(found), drafts={}, odds=odds or {}, base="/t/x/seat/y", lead=True)])


def test_to_fall_short_is_a_tap_among_others_while_anything_else_is_open_and_lit_where_nothing_is():
    short = offer("juno", 1, "accept", "Fall short", None, first=True, lost="the check").option
    push = offer("juno", 1, "push", "Push", None, Number("points", "Points", 1, 9, 1)).option
    assert lit([short, push]) is None
    assert not re.search(r'id="o-[^"]+" checked', offered(short, push))
    assert lit([short]) is short
    assert 'class="next"' in offered(short)


def test_to_fall_short_is_lit_where_nothing_else_has_a_chance_worth_having():
    short = offer("juno", 1, "accept", "Fall short", None, first=True, lost="the check").option
    push = offer("juno", 1, "push", "Push", None, Number("points", "Points", 1, 9, 1)).option
    dear = offer("juno", 1, "twelve", "A 12", None, Number("die", "Die", 1, 9), cost=(Cost(1, "point"),)).option
    asked = [short, push, dear]
    odds = {
        ("1", "push"): (Figure("you make it", Fraction(1, 500)), Figure("with all", Fraction(1, 25))),
        ("1", "twelve"): (Figure("it is made", Fraction(3, 100)), Figure("on average", Fraction(2), unit="mean")),
    }
    assert lit(asked, odds) is short
    text = offered(*asked, odds=odds)
    assert re.search(r'class="next"[^>]*>.*?Fall short', text)
    assert 'id="o-juno-1-accept" checked' in text
    better = (Figure("you make it", Fraction(1, 500)), Figure("with all", Fraction(1, 20)))
    assert lit(asked, odds | {("1", "push"): better}) is None
    assert lit(asked, {("1", "push"): odds["1", "push"]}) is None  # of the other nothing is known yet


def test_what_has_no_chance_stands_there_without_a_light_where_something_else_has_one():
    roll, yields = (offer("juno", 1, key, key, None, first=key == "roll").option for key in ("roll", "give_in"))
    odds = {
        ("1", "roll"): (Figure("you beat it", Fraction(0)),),
        ("1", "give_in"): (Figure("you win", Fraction(1, 2)),),
    }
    assert 'class="next unlit"' in offered(roll, yields, odds=odds)
    assert lit([roll, yields], odds) is None
    odds["1", "give_in"] = (Figure("you win", Fraction(0)),)
    assert 'class="next"' in offered(roll, yields, odds=odds)
    assert lit([roll, yields], odds) is roll


def test_what_gains_nothing_now_is_folded_with_its_reason_behind_what_may_help():
    rows = [
        offer("juno", 1, key, key, None, Pick("w", "W", HELD), vain=why).option
        for key, why in (("a", ""), ("b", "No use."))
    ]
    text = offered(*rows)
    fold = text.partition('<details class="more law vain"')[2]
    assert "1 that gains nothing now" in fold
    assert '<p class="soft">No use.</p>' in fold
    assert 'id="o-juno-1-b"' in fold
    assert 'data-key="a"' not in fold


def test_a_line_of_one_tap_says_what_its_number_is_of():
    tap = offer("juno", 1, "go", "Sustain it", None, says="Your action.").option
    text = offered(
        tap, offer("juno", 1, "no", "Pass", None).option, odds={("1", "go"): (Figure("they fail", Fraction(1, 2)),)}
    )
    assert '<span class="tag worth">50&nbsp;%<span> they fail</span></span>' in text


def test_a_choice_that_loses_is_lit_no_more_than_a_way_that_does():
    four = tuple(Item(str(n), f"{n}", lost="3 successes" if n == 3 else "") for n in range(4))
    found = option(Number("cancelled", "Against the strain", 0, 3, 3, ways=four))
    assert lit([found]) is None
    assert 'class="next unlit"' in offered(found)
    assert lit([option(Number("cancelled", "Against the strain", 0, 3, 2, ways=four))]) is not None


def test_where_every_way_costs_something_none_is_lit_and_enter_in_the_line_sends_nothing():
    dear = option(Number("n", "Coins", 1, 2, 1, ways=(Item("1", "1", cost=(Cost(1, "Energy"),)), HELD[0])))
    rows, text = drawn(dear)
    assert [look for look, *_ in rows] == ["way dear", "way dear"]
    assert '<button hidden disabled></button><button class="way dear"' in text
    assert lit([dear]) is None
    paid = option(STRAIN, cost=(Cost(1, "Belief"),))
    assert lit_way(paid) is None


def test_numbers_that_have_no_words_of_their_own_go_by_the_label_where_their_figures_differ():
    few = option(Number("n", "N", 0, 1, words=((0, "safe"),)), figures=("hits",))
    assert [(way.label, way.says) for way in ways(few)] == [("Act: 0", "safe"), ("Act: 1", "")]
    assert ways(option(Number("n", "N", 0, 1))) == ()


@pytest.mark.parametrize(
    "asks",
    [
        (Number("n", "N", 0, 3, ways=(*HELD, HELD[0])),),
        (STRAIN, Pick("x", "X", (Item("a", "A"),))),
        (Pick("x", "X", (Item("a", "A"), Item("b", "B"))),),
        (Pick("x", "X", (Item("a", "A"), Item("b", "B", cost=(Cost(1, "point"),), blocked="No."))),),
        (Pick("x", "X", (Item("a", "A", cost=(Cost(1, "point"),)), Item("b", "B")), 1, 2),),
    ],
)
def test_more_than_three_more_than_one_question_and_what_is_all_the_same_stay_what_they_are(asks):
    assert ways(option(*asks)) == ()


def test_things_that_differ_in_price_are_ways_too():
    pay = Pick("how", "How", (Item("ask", "Ask"), Item("buy", "Buy it", cost=(Cost(1, "point"),))))
    found = option(pay)
    assert [way.id for way in ways(found)] == ["ask", "buy"]
    assert taken(found, ways(found)[1]) == {"how": ("buy",)}
    assert found.costs({"how": ("buy",)}) == (Cost(1, "point"),)


def test_a_number_costs_what_its_way_costs():
    assert option(STRAIN).costs({"cancelled": 0}) == (Cost(2, "damage to Vigor"),)
    assert option(STRAIN).costs({"cancelled": 2}) == ()


BY_A_POINT = Figure("you make it with one more point", Fraction(19, 100), alone=False, step="one more point")


def rolled(*figures):
    """The window of a roll with these figures beside it."""
    roll = offer("ione", 1, "roll", "Roll", None, Number("points", "Points", 0, 9, 0), first=True).option
    odds = {("1", "roll"): figures}
    return offered(roll, odds=odds), lit([roll], odds)


def test_what_a_step_would_make_of_a_chance_stands_beside_it_and_a_poor_one_is_not_lit():
    snags = Figure("snags on average", Fraction(1, 5), unit="mean")
    text, found = rolled(Figure("you make it", Fraction(2, 25)), BY_A_POINT, snags)
    assert '<span class="one-more">one more point: <b>8&nbsp;% → 19&nbsp;%</b></span>' in text
    assert "you make it with one more point" not in text
    assert '<p class="says">0.20 snags on average.</p>' in text  # where it is not in the way
    assert 'class="next unlit"' in text
    assert found is None


@pytest.mark.parametrize(
    ("now", "then"),
    [(Fraction(1, 3), Fraction(1, 2)), (Fraction(1, 4), Fraction(1, 5)), (Fraction(1, 4), None)],
    ids=["fair", "no better by it", "none is left"],
)
def test_a_chance_that_is_fair_or_that_no_step_raises_is_lit(now, then):
    more = () if then is None else (Figure("with more", then, alone=False, step="one more point"),)
    text, found = rolled(Figure("you make it", now), *more)
    assert 'class="next"' in text
    assert found is not None
    assert ("→" in text) is (then is not None)


def test_a_step_that_changes_nothing_one_can_read_is_not_offered():
    text, _ = rolled(
        Figure("you make it", Fraction(980, 1000)),
        Figure("with more", Fraction(981, 1000), alone=False, step="one more"),
    )
    assert "one-more" not in text


@pytest.mark.parametrize(
    ("chance", "other", "is_lit"), [(1, True, False), (9, True, False), (10, True, True), (1, False, True)]
)
def test_what_hardly_ever_comes_true_is_not_lit_where_something_else_may_be_done(chance, other, is_lit):
    roll = offer("ione", 1, "roll", "Roll", None, Number("points", "Points", 0, 9, 0), first=True).option
    asked = [roll, *([offer("ione", 1, "give", "Give in", None).option] if other else [])]
    assert (lit(asked, {("1", "roll"): (Figure("you beat it", Fraction(chance, 100)),)}) is not None) == is_lit


def test_a_pool_counts_what_is_there_while_none_of_several_ways_to_add_to_it_is_chosen():
    each = tuple(Item(str(n), f"{n} more", cost=(Cost(n, "Energy"),)) for n in (1, 2))
    more = Number("n", "Coins more", 1, 2, 1, dice=(2,), ways=each)
    found = option(more, pool=(Row("Mind", dice=hollow((2, 2))), Row("bought", id="n")))
    text = joined(option_form(found, {}, {}, Markup('<div class="dock">'), Markup(""), "", lies=True, alone=False))
    shown = re.search(r'<div class="pool".*?</div>', text)[0]
    assert " ".join(re.sub(r"<[^>]+>", " ", shown).split()) == "2 coins Mind 2"
