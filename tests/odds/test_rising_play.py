"""Contests with choices: against every face and every choice in turn, and against the contest without choices."""

from fractions import Fraction
from itertools import accumulate, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cliffhanger.odds.best import best, leading
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.rising import rising
from cliffhanger.odds.rising_play import ENDLESS, Side, Stakes, play

POOLS = st.lists(st.sampled_from((2, 3, 4)), min_size=2, max_size=3).map(tuple)
POINTS = st.sampled_from((0, 1, 2, ENDLESS))
SMALL = st.integers(0, 5)
STAKES = st.builds(
    lambda aim, stress, out, point, late: Stakes(aim, lambda by: stress + out * (by >= 2), point, late),
    SMALL,
    SMALL,
    SMALL,
    st.integers(0, 2),
    st.sampled_from((None, 0, 1)),
)


def side(pool, points):
    laws = [leading(pool, 2 + n).map(lambda faces: tuple(accumulate(faces))[1:]) for n in range(len(pool) - 1)]
    return Side(laws, points)


def rolls(pool):
    """Every roll of a pool, as what it comes to with its best two dice, its best three, ..."""
    for faces in product(*(range(1, size + 1) for size in pool)):
        kept = sorted((face if face > 1 else 0 for face in faces), reverse=True)
        yield list(accumulate(kept))[1:]


def worth(pools, points, turn, standing, price, stakes):
    """What a position is worth to whoever answers next, by every face and every choice."""
    mine, theirs = points[turn], points[1 - turn]
    ways = [-stakes.yielded - price * stakes.point] if standing >= 0 and (mine < 0 or mine >= price) else []
    after = 0 if standing < 0 else 1

    def came(total, paid):
        left = mine if mine < 0 else mine - paid
        cost = -paid * stakes.point
        if total > standing:
            now = (left, theirs) if turn == 0 else (theirs, left)
            return cost - worth(pools, now, 1 - turn, total, after, stakes)
        late = stakes.late is not None and (left < 0 or left >= stakes.late)
        given = [-stakes.yielded - stakes.late * stakes.point] if late else []
        return cost + max(-stakes.lost(standing - total), *given, Fraction(-1000))

    known = {}
    total = Fraction(0)
    for roll in rolls(pools[turn]):
        open_ = roll if mine < 0 else roll[: mine + 1]
        for paid, each in enumerate(open_):
            if (each, paid) not in known:
                known[each, paid] = came(each, paid)
        total += max(known[each, paid] for paid, each in enumerate(open_))
    return max(*ways, total / prod(pools[turn]), Fraction(-1000))


@settings(max_examples=10, deadline=None)
@given(POOLS, POOLS, POINTS, POINTS, STAKES, st.sampled_from((None, 0, 2, 5)))
def test_each_side_does_the_best_of_all_it_could_do(own, other, mine, theirs, stakes, standing):
    got = play(side(own, mine), side(other, theirs), stakes, standing)
    if standing is None:
        expected = worth((own, other), (mine, theirs), 0, -1, 0, stakes)
    else:
        expected = -worth((own, other), (mine, theirs), 1, standing, 0, stakes)
    assert got.worth == pytest.approx(float(expected), abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(POOLS, POOLS, STAKES)
def test_what_it_is_worth_is_what_it_comes_to(own, other, stakes):
    got = play(side(own, 0), side(other, 0), Stakes(stakes.yielded, lambda _by: 3, 0, stakes.late))
    chance = {end: float(got.ends[end]) for end in got.ends.ways}
    comes = 3 * (chance.get((0, "lost"), 0) - chance.get((1, "lost"), 0))
    comes += stakes.yielded * (chance.get((0, "yielded"), 0) - chance.get((1, "yielded"), 0))
    assert sum(got.ends.ways.values()) == got.ends.total
    assert comes == pytest.approx(got.worth, abs=1e-12)


@pytest.mark.parametrize(("own", "other"), [((6, 6), (6, 6)), ((8, 6), (12, 4, 4))])
@pytest.mark.parametrize("standing", [None, 4])
def test_who_never_yields_and_has_no_point_only_rolls(own, other, standing):
    got = play(side(own, 0), side(other, 0), Stakes(99, lambda _by: 1), standing)
    if standing is None:
        goes = rising(best(own), best(other), -1)
        won, over = goes.next, goes.total
    else:
        goes = rising(best(other), best(own), standing)
        won, over = goes.total - goes.next, goes.total
    assert got.ends[0, "lost"] == Fraction(won, over)
    assert got.rolls == Fraction(goes.rolls, goes.total)
    assert got.yields_from is None


def test_who_can_lose_nothing_but_a_little_yields_at_once():
    got = play(side((6, 6), 0), side((6, 6), 0), Stakes(0, lambda _by: 1), 12)
    assert (got.yields_from, got.ends[0, "yielded"], got.rolls) == (12, 1, 0)
    assert play(side((6, 6), 0), side((6, 6), 0), Stakes(0, lambda _by: 1), 12, price=1).yields_from is None


def test_so_much_is_refused_in_a_sentence():
    with pytest.raises(OutOfRange, match="too long to weigh"):
        play(side((12,) * 6, ENDLESS), side((12,) * 6, ENDLESS), Stakes(4, lambda _by: 2, 1, 1))
    with pytest.raises(OutOfRange, match="too many ways"):
        leading((12,) * 9, 9)
