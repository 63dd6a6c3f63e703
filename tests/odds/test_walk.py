"""The walker, on Lanterns: every face and every hand counted by hand beside it."""

from dataclasses import replace as changed
from fractions import Fraction
from itertools import combinations, product

import pytest
from lanterns import LANTERNS, OIL

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.step import begin
from cliffhanger.odds.distribution import of
from cliffhanger.odds.errors import Endless, OutOfRange
from cliffhanger.odds.walk import DICE, Astray, after, hands, outcomes, search_key, walk


def night(game=LANTERNS):
    """One keeper, before the first oil is drawn."""
    return begin(game, game.start(game.ready(1, {}))).state


def evening(game=LANTERNS, hand=("oil1-a", "oil4-a")):
    """One keeper with oil in hand and the first hour to work in."""
    s = night(game)
    return after(game, s, Faces(game.waiting(s).id, hand))


def does(key, **choice):
    """A policy: this deed first, then wait."""

    def policy(_s, options):
        option = next((o for o in options if o.key == key), None) or next(o for o in options if o.key == "pass")
        return Act(option.seat, option.window, option.key, choice if option.key == key else {})

    return policy


def waits(s, options):
    return does("pass")(s, options)


def lit_after_an_hour(s):
    return s.lit if s.hours else None


def test_a_roll_is_every_face_counted():
    law = walk(LANTERNS, evening(), does("dare", dice=2), lit_after_an_hour)
    assert law[1] == Fraction(sum(a + b >= 7 for a, b in product(range(1, 7), repeat=2)), 36)


def test_a_whole_night_is_three_hours_of_it():
    law = walk(LANTERNS, evening(), does("dare", dice=2), lambda s: s.lit if s.hours == 3 or s.lit == 3 else None)
    assert law == of({0: 5**3, 1: 3 * 7 * 25, 2: 3 * 49 * 5, 3: 7**3})


def test_a_draw_is_every_hand_counted():
    def pours_all(s, options):
        hand = s.keepers[0].hand
        return does("pour" if hand else "pass", **({"oil": hand} if hand else {}))(s, options)

    law = walk(LANTERNS, night(), pours_all, lit_after_an_hour)
    ways = [int(a[3]) + int(b[3]) + face >= 7 for a, b in combinations(OIL, 2) for face in range(1, 7)]
    assert law[1] == Fraction(sum(ways), len(ways))


def test_like_cards_make_one_hand():
    assert sorted(hands(("a", "a", "b"), 2)) == [(1, ("a", "a")), (2, ("a", "b"))]
    assert hands(("a", "b"), 0) == [(1, ())]
    assert sum(ways for ways, _ in hands(OIL, 3)) == 220


def test_outcomes_are_few_where_the_game_tells_few_apart():
    s = after(LANTERNS, evening(), does("dare", dice=3)(None, options(evening())))
    s = after(LANTERNS, s, waits(s, options(s)))
    asked = LANTERNS.waiting(s)
    assert isinstance(asked, Roll)
    total, branches = outcomes(LANTERNS, s, asked)
    assert total == 216
    assert sum(weight for weight, _ in branches) == 216
    assert len(branches) == 5  # 3 to 6, and all that reaches the wall


def options(s):
    return tuple(each.option for each in LANTERNS.waiting(s))


def test_positions_that_differ_in_numbering_alone_are_one():
    s = evening()
    there = replace(s, serial=40, stack=(*s.stack[:-1], replace(s.stack[-1], number=40)))
    assert search_key(s) == search_key(there)
    assert search_key(s) != search_key(replace(s, lit=1))
    assert search_key(s) != search_key(evening(hand=("oil1-b", "oil4-a")))


def without_end():
    """The same game, where the night goes on until a lantern burns."""
    return changed(LANTERNS, advance=lambda s: replace(s, hours=0) if s.hours else LANTERNS.advance(s))


def test_a_game_that_may_go_round_for_ever_has_an_exact_law():
    game = without_end()
    law = walk(game, evening(game), does("dare", dice=2), lambda s: s.lit or None)
    assert law == of({1: 1})


def test_a_game_that_goes_round_for_ever_is_refused():
    game = without_end()
    with pytest.raises(Endless):
        walk(game, evening(game), waits, lambda s: s.lit or None)


def test_a_walk_is_bounded():
    with pytest.raises(OutOfRange, match="more than 30 positions"):
        walk(LANTERNS, night(), waits, lit_after_an_hour, most=30)


def test_more_dice_than_anybody_throws_are_refused_before_they_are_counted():
    dice = Roll("1", "ida", "", (2,) * (DICE + 1))
    with pytest.raises(OutOfRange, match="401 dice at once: 400 are the most"):
        outcomes(changed(LANTERNS, fold=None), night(), dice)


def test_what_no_rule_reads_can_be_left_out_of_the_key():
    assert isinstance(LANTERNS.waiting(night()), Draw)

    def same(s):
        return s.hours, s.lit, repr(LANTERNS.waiting(s))[:5]

    law = walk(LANTERNS, night(), waits, lit_after_an_hour, most=20, same=same)
    assert law == of({0: 1})


def test_a_walk_that_cannot_go_on_says_why():
    with pytest.raises(Astray, match="no answer to: Pour oil"):
        walk(LANTERNS, evening(), lambda *_: None, lit_after_an_hour)
    with pytest.raises(Astray, match="refuse"):
        walk(LANTERNS, evening(), lambda *_: Act("k1", "0", "pass"), lit_after_an_hour)
    with pytest.raises(Astray, match="over"):
        walk(LANTERNS, evening(), waits, lambda _: None)
