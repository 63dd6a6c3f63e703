"""Points of exertion held for a push: the best push from where a roll stands, and the chance of each split.

All ways to split points share their tables: the rows of a pool grow die by die, so that of every pool on the way is
there once the largest one is, and all pushes are held against each other over one total.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import accumulate, repeat
from operator import mul
from typing import NamedTuple

from cliffhanger.games.untold.odds.distributions import SIDES, Pool, grown, pushed_die, settled
from cliffhanger.games.untold.odds.inputs import Effort
from cliffhanger.odds.exploding import Row, added, nothing


class Push(NamedTuple):
    """The push that is best from where a roll stands: points, and its weight of making it, out of `total`."""

    points: int
    made: int
    total: int


class Split(NamedTuple):
    """So many points now, the rest held for a push: the chance to make it, and the mean of points used in all."""

    up_front: int
    held: int
    success: Fraction
    used: Fraction
    at_once: Fraction


def pushes(
    effort: Effort, spent: int, held: int, standing: Collection[int], mr: int = 9, *, harsh: bool = False, near: int = 0
) -> dict[int, Push]:
    """For each number of net successes, the push that most often makes it, with the fewest points among equals.

    All of them fall short of what is needed now. `near`: so many short counts too, 1 for who may take a mixed success
    after the push. `mr` is the Minimum Roll without the two stores, before it is bounded.
    """
    if not standing:
        return {}
    effort.spare(mr, spent, held)
    needed = [effort.needed(spent + points) - near for points in range(held + 1)]
    pool = Pool(0, 0, effort.minimum(mr, spent), harsh=harsh)
    gained, total = _gains(pool, effort.ratio, held, needed[-1] - min(standing))
    return {at: _best(gained, needed, at, total) for at in standing}


def splits(effort: Effort, pool: Pool, mr: int, points: int) -> list[Split]:
    """The ways to part so many points: some before the roll, and of the others as many as make a push likeliest.

    `pool` is what is rolled without points, `mr` the Minimum Roll without the two stores, before it is bounded. Ways
    whose push may turn hits that lie there to misses are left out; all others roll at one Minimum Roll, the last.
    """
    dice = [pool.ordinary + now * effort.ratio for now in range(points + 1)]
    needed = [effort.needed(now) for now in range(points + 1)]
    pool = pool._replace(ordinary=dice[-1], mr=effort.minimum(mr, points))
    far = needed[-1] + max(dice[-1] - pool.sn, dice[-1] - dice[0])
    rows = grown(pool, far)
    gained, total = _gains(pool, effort.ratio, points, far)
    found = []
    for now, held in zip(range(points + 1), range(points, -1, -1), strict=True):
        lies = dice[now] + pool.boon  # without a die that has been rolled there is nothing to push
        if lies and effort.turns(mr, now, held):
            continue
        law = settled(pool._replace(ordinary=dice[now]), needed[now], rows)
        at_once, late, used = law[needed[now]], 0, 0
        for at, weight in law.ways.items():
            if held and lies and at < needed[now]:
                best = _best(gained, needed[now:], at, total)
                late += weight * best.made
                used += weight * best.points
        success, more = at_once + Fraction(late, law.total * total), Fraction(used, law.total)
        found.append(Split(now, held, success, now + more, at_once))
    return found


def _best(gained: Sequence[Row], needed: Sequence[int], at: int, total: int) -> Push:
    """The best push from so many net successes: `needed` is how many it takes after each number of points."""
    made, points = max((gained[points][more - at], -points) for points, more in enumerate(needed))
    return Push(-points, made, total)


def _gains(pool: Pool, ratio: int, points: int, far: int) -> tuple[list[Row], int]:
    """For each number of points in a push, the weights of gaining so many net successes or more; and of all there is."""
    most = points * ratio
    powers = list(accumulate(repeat(SIDES, 2 * most + far), mul, initial=1))
    found = []
    for dice, row in enumerate(accumulate(repeat(pushed_die(pool), most), added, initial=nothing(most + far))):
        if dice % ratio == 0:
            less = accumulate(map(mul, row, powers[2 * most + far - dice :: -1]), initial=0)
            # A pushed die counts one more than it gains.
            found.append([powers[-1] - weight for weight in less][dice:])
    return found, powers[-1]
