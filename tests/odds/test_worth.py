"""What an act is worth: on Lanterns, every face counted by hand beside it."""

from dataclasses import replace as changed
from fractions import Fraction
from itertools import product

import lanterns
import pytest
from lanterns import BURNS, LANTERNS, WALL

from cliffhanger.kernel.figures import Figure, take, take_first
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.inputs import Act
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.walk import Paths
from cliffhanger.odds.worth import Walks, worth
from cliffhanger.testing.play import Play, ready


@pytest.fixture
def at():
    """One keeper with oil in hand and the first hour to work in."""
    return Play(LANTERNS, ready(LANTERNS, 1)).draws("oil1-a", "oil4-a")


def dares(at, dice):
    option = at.option("k1", "dare")
    return Act("k1", option.window, "dare", {"dice": dice})


def share(test, dice):
    rolls = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(test(sum(roll)) for roll in rolls), len(rolls))


def found(at, dice=2, game=LANTERNS, **changes):
    return worth(game, at.view("k1"), dares(at, dice), replace(BURNS, **changes))


@pytest.mark.parametrize("dice", [1, 2, 3])
def test_a_chance_is_every_face_counted(at, dice):
    assert found(at, dice).value == share(lambda pips: pips >= 7, dice)


def test_it_is_walked_from_what_the_seat_sees(at):
    hidden = at.view("host")
    assert worth(LANTERNS, hidden, dares(at, 2), BURNS).value == share(lambda pips: pips >= 7, 2)


def test_the_first_of_its_parts_is_the_chance_and_all_of_them_are_its_law(at):
    parts = ("it burns", "it stays dark", "it never was")
    answer = found(
        at, came=lambda *given: None if (lit := lanterns.burns(*given)) is None else int(not lit), parts=parts
    )
    burns = share(lambda pips: pips >= 7, 2)
    assert (answer.value, answer.law) == (burns, (("it burns", burns), ("it stays dark", 1 - burns)))


def test_a_mean_has_the_law_of_what_it_counts(at):
    def lit_by_the_second_hour(_before, _act, now):
        return now.lit if now.hours == 2 else None

    game = changed(LANTERNS, guess=None)
    answer = found(at, came=lit_by_the_second_hour, unit="mean", policy=dares_two)
    burns = share(lambda pips: pips >= 7, 2)
    assert (answer.value, dict(answer.law)["2"]) == (2 * burns, burns**2)
    assert found(at, game=game, came=lit_by_the_second_hour, unit="mean", policy=dares_two) == answer


def dares_two(_s, offers):
    keys = {each.key: each for each in offers}
    return take(keys["dare"], dice=2) if "dare" in keys else take(keys["pass"])


def test_the_best_of_several_ways(at):
    def ways(_before, _act):
        return [(dares(at, dice), lanterns.all_wait) for dice in (1, 3, 2)]

    assert found(at, 1, ways=ways).value == share(lambda pips: pips >= 7, 3)


def test_a_question_answers_where_a_walk_would_take_too_long(at):
    def asked(before, act):
        oil = top(before).oil
        return (
            ("light", {"oil": oil, "dice": act.choice["dice"], "wall": WALL["calm"]})
            if act.choice["dice"] < 3
            else None
        )

    def never(*_):
        raise AssertionError("nobody walks")

    assert found(at, came=never, closed=asked).value == share(lambda pips: pips >= 7, 2)
    with pytest.raises(OutOfRange):
        found(at, 3, came=never, closed=asked)


def test_a_choice_that_is_not_legal_has_no_figure(at):
    with pytest.raises(OutOfRange, match="from 1 to 3"):
        found(at, 9)


def test_words_that_are_still_to_be_written_are_no_part_of_a_figure(at):
    window = at.option("k1", "call").window
    silent, aloud = (Act("k1", window, "call", {"words": words}) for words in ("", "Hold on!"))
    assert worth(LANTERNS, at.view("k1"), silent, BURNS) == worth(LANTERNS, at.view("k1"), aloud, BURNS)


def test_a_walk_of_too_many_positions_has_no_figure(at):
    with pytest.raises(OutOfRange, match="more than 3 positions"):
        Walks(LANTERNS, at.view("k1"), most=3).worth(dares(at, 2), replace(BURNS, policy=dares_two))


def test_what_rests_on_a_draw_from_what_is_hidden_has_no_figure():
    at = Play(LANTERNS, ready(LANTERNS, 1)).draws("oil1-a", "oil4-a")
    at.act("k1", "pour", oil="oil1-a")
    with pytest.raises(OutOfRange, match="not to be seen"):
        found(at, came=lambda _b, _a, now: now.lit if now.hours == 2 else None, unit="mean")


def test_figures_of_the_same_people_share_their_positions(at, monkeypatch):
    steps = []
    leads = Paths._leads
    monkeypatch.setattr(Paths, "_leads", lambda self, s: steps.append(s) or leads(self, s))
    walks = Walks(LANTERNS, at.view("k1"))
    one = walks.worth(dares(at, 2), BURNS).value
    walked = len(steps)
    other = walks.worth(
        dares(at, 2), replace(BURNS, came=lambda *given: None if (x := lanterns.burns(*given)) is None else not x)
    )
    assert (one + other.value, len(steps)) == (1, walked)


def test_who_is_asked_meanwhile_takes_the_big_button():
    at = Play(LANTERNS, ready(LANTERNS, 2)).draws("oil1-a", "oil2-a", "oil3-a", "oil4-a")
    offers = at.waiting
    # Pouring is asked first, and nothing there is marked; then the first there is.
    assert take_first(at.state, offers) == take(offers[0])
    passing = tuple(each for each in offers if each.key == "pass")
    assert take_first(at.state, passing) == take(passing[0])
    assert take_first(at.state, ()) is None


def test_a_figure_has_words_of_its_own():
    assert isinstance(LANTERNS.figure_by_id["burns"], Figure)
    assert LANTERNS.figure_by_id["burns"].words == "it burns"
