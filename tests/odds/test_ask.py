"""The one door to odds questions."""

from fractions import Fraction

import pytest
from msgspec import structs

from cliffhanger.kernel.game import Answer, Parameter, Question
from cliffhanger.odds.ask import Mean, ask, filled, forget, named, read, unit
from cliffhanger.odds.errors import OutOfRange

CALLS = []


def lit(dice, wind):
    CALLS.append((dice, wind))
    return Answer(Fraction(1, dice)) if wind == "calm" else Mean(Fraction(dice))


LIT = Question(
    "lit",
    "Does it burn?",
    (
        Parameter("dice", low=1, high=9, default=2),
        Parameter("wind", type="choice", default="calm", values=("calm", "storm")),
    ),
    lit,
)


def test_what_is_not_given_is_filled_in_and_text_is_read():
    assert filled(LIT, {}) == {"dice": 2, "wind": "calm"}
    assert filled(LIT, {"wind": "storm", "dice": " 3"}) == {"dice": 3, "wind": "storm"}
    assert ask(LIT, {"dice": "4"}).value == Fraction(1, 4)


def test_a_question_asked_again_is_not_worked_out_again():
    forget()
    CALLS.clear()
    assert ask(LIT, {"dice": 5}) is ask(LIT, {"dice": "5", "wind": "calm"})
    assert CALLS == [(5, "calm")]
    forget()
    ask(LIT, {"dice": 5})
    assert len(CALLS) == 2


def test_a_roll_is_given_face_by_face():
    roll = Parameter("roll", type="faces", low=1, high=12, default="3 4")
    for given in ("3,4, 12", " 3 4 12 ", "3 4,12"):
        assert read(roll, given) == "3 4 12"
    assert read(roll, "") == ""
    assert read(roll, 7) == "7"
    for wrong in ("3 13", "0", "d6", "1 " * 41, " " * 200 + "3", None):
        with pytest.raises(OutOfRange, match="give up to 40 faces from 1 to 12, as in 3,4,6"):
            read(roll, wrong)


def test_a_pool_is_given_by_the_sizes_of_its_dice():
    pool = Parameter("pool", type="dice", low=1, high=3, default="6", values=("4", "6", "12"))
    for given in ("12,4, 6", "d12 4 D6", " 12 4,6 "):
        assert read(pool, given) == "12 4 6"
    assert read(pool, 6) == "6"
    for wrong in ("", "8", "6 6 6 6", "6+6", "dd6", "06", "six", None):
        with pytest.raises(OutOfRange, match=r"give 1 to 3 dice of 4, 6 or 12 sides, as in 8,8,6\.$"):
            read(pool, wrong)
    assert read(structs.replace(pool, low=0), " ") == ""


def test_several_pools_are_parted_by_a_plus():
    pools = Parameter("pools", type="pools", high=2, default="", values=("4", "6"))
    assert read(pools, "6,4+d6") == read(pools, "6 4 + 6") == "6 4+6"
    assert read(pools, " ") == ""
    for wrong in ("+", "6+", "6+6+6", "8", "6+8", "6 " * 13):
        with pytest.raises(OutOfRange, match=r"give 0 to 2 pools of 1 to 12 dice of 4 or 6 sides, as in 8,6\+6,6\.$"):
            read(pools, wrong)
    with pytest.raises(OutOfRange):
        read(structs.replace(pools, low=1), "")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"dice": 0}, "dice cannot be '0': give a whole number from 1 to 9."),
        ({"dice": "10"}, "dice cannot be '10': give a whole number from 1 to 9."),
        ({"dice": "many"}, "dice cannot be 'many': give a whole number from 1 to 9."),
        ({"dice": "1" * 5000}, f"dice cannot be '{'1' * 40}': give a whole number from 1 to 9."),
        ({"dice": "--2"}, "dice cannot be '--2': give a whole number from 1 to 9."),
        ({"dice": True}, "dice cannot be 'True': give a whole number from 1 to 9."),
        ({"dice": 2.0}, "dice cannot be '2.0': give a whole number from 1 to 9."),
        ({"dice": None}, "dice cannot be 'None': give a whole number from 1 to 9."),
        ({"wind": "gale"}, "wind cannot be 'gale': give calm or storm."),
        ({"wind": []}, "wind cannot be '[]': give calm or storm."),
        ({"dise": 2}, "lit has no parameter 'dise': did you mean dice?"),
        ({"x": 2}, "lit has no parameter 'x': there are dice, wind."),
        ({"x" * 60_000: 2}, f"lit has no parameter '{'x' * 40}': there are dice, wind."),
    ],
)
def test_what_is_out_of_range_gets_one_sentence_with_the_way_out(given, says):
    with pytest.raises(OutOfRange) as raised:
        ask(LIT, given)
    assert str(raised.value) == says


def test_a_name_that_is_not_known_suggests_the_nearest():
    assert named([LIT], "lit") is LIT
    with pytest.raises(OutOfRange, match="There is no question 'lot': did you mean lit"):
        named([LIT], "lot")
    with pytest.raises(OutOfRange, match="there are none"):
        named([], "lit")


def test_a_mean_is_told_from_a_chance():
    assert unit(LIT, ask(LIT, {})) == "chance"
    assert unit(LIT, ask(LIT, {"wind": "storm"})) == "mean"


def test_a_word_that_is_a_number_may_be_given_as_one():
    size = Parameter("size", type="choice", values=("4", "6"), default="4")
    assert read(size, 6) == read(size, "6") == "6"
    with pytest.raises(OutOfRange, match="size cannot be '5': give 4 or 6"):
        read(size, 5)
