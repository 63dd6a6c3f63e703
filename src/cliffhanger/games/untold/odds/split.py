"""Points of exertion split between the roll and a push after it: the exact chance of each split.

All ways share their tables: the rows of a pool grow die by die, so that of every pool on the way is there once the
largest one is, and all pushes are held against each other over one total.
"""

from fractions import Fraction
from itertools import accumulate, repeat
from math import comb
from operator import mul
from typing import NamedTuple

from cliffhanger.games.untold.odds.best_push import Effort
from cliffhanger.games.untold.odds.distributions import SIDES, Pool, boon_die, ordinary_die, pushed_die
from cliffhanger.odds.exploding import Row, added, nothing


class Split(NamedTuple):
    """So many points now, the rest held for a push: the chance to make it, and the mean of points used in all."""

    up_front: int
    held: int
    success: Fraction
    used: Fraction
    at_once: Fraction


class _Short(NamedTuple):
    """Weights out of `total` of the net successes that are too few, from `lowest` up to one short."""

    lowest: int
    ways: Row
    total: int


def splits(effort: Effort, pool: Pool, points: int) -> list[Split]:
    """The ways to part so many points: some before the roll, and of the others as many as make a push likeliest.

    `pool` is what is rolled without points, at the Minimum Roll without the two stores, before it is bounded. Ways whose
    push may turn hits that lie there to misses are left out; all others roll at one Minimum Roll, the last.
    """
    known = [
        now for now in range(points + 1) if not (_dice(effort, pool, now) and effort.turns(pool.mr, now, points - now))
    ]
    pool = pool._replace(mr=effort.minimum(pool.mr, points))
    far = max(0, effort.needed(points) + points * effort.ratio + max(0, pool.ordinary - pool.sn))
    first = _first_rolls(effort, pool, points, far)
    gains, whole = _gains(effort, pool, points, far)
    return [_split(effort, pool, first[now], gains, whole, now, points - now) for now in known]


def _dice(effort: Effort, pool: Pool, now: int) -> int:
    """How many dice are rolled with so many points."""
    return pool.ordinary + now * effort.ratio + pool.boon


def _split(effort: Effort, pool: Pool, short: _Short, gains: list[Row], whole: int, now: int, held: int) -> Split:
    """One way; without a die that has been rolled there is nothing to push."""
    at_once = 1 - Fraction(sum(short.ways), short.total)
    if not (held and _dice(effort, pool, now)):
        return Split(now, held, at_once, Fraction(now), at_once)
    late = used = 0
    needed = [effort.needed(now + points) for points in range(held + 1)]
    for at, weight in enumerate(short.ways, short.lowest):
        best = points = 0
        for more in range(1, held + 1):
            chance = gains[more][needed[more] - at]
            if chance > best:
                best, points = chance, more
        late += weight * best
        used += weight * points
    success = at_once + Fraction(late, short.total * whole)
    return Split(now, held, success, now + Fraction(used, short.total), at_once)


def _first_rolls(effort: Effort, pool: Pool, points: int, far: int) -> list[_Short]:
    """For each number of points before the roll, how often it falls how far short."""
    most = pool.ordinary + points * effort.ratio
    scale = [SIDES ** (far - k) for k in range(far)]
    row = nothing(far)
    for _ in range(pool.boon):
        row = added(row, boon_die(pool))
    others: list[Row] = []  # by the dice that show no 1: their weights, all over one power for so many dice
    for _ in range(most + 1):
        others.append([weight * power for weight, power in zip(row, scale, strict=True)])
        row = added(row, ordinary_die(pool))
    found = []
    for now in range(points + 1):
        dice, needed = pool.ordinary + now * effort.ratio, effort.needed(now)
        worst = max(0, dice - pool.sn)
        ways = [0] * max(0, needed + worst)
        for ones in range(dice + 1):
            snags, count = max(0, ones - pool.sn), comb(dice, ones)
            start, length = worst - snags, needed + snags
            if length > 0:
                these = zip(ways[start:], others[dice - ones][:length], strict=True)
                ways[start:] = [weight + count * more for weight, more in these]
        found.append(_Short(-worst, ways, SIDES ** (dice + pool.boon + far)))
    return found


def _gains(effort: Effort, pool: Pool, points: int, far: int) -> tuple[list[Row], int]:
    """For each number of points in a push, the weights of gaining so many net successes or more; and of all there is."""
    most = points * effort.ratio
    powers = list(accumulate(repeat(SIDES, most + far), mul, initial=1))
    row, found = nothing(far), [powers[-1:]]
    for dice in range(1, most + 1):
        row = added(row, pushed_die(pool))
        if dice % effort.ratio:
            continue
        left, at_least = powers[-1], []
        for k, weight in enumerate(row):
            if k >= dice:  # a pushed die counts one more than it gains
                at_least.append(left)
            left -= weight * powers[most - dice + far - k]
        found.append([*at_least, left])
    return found, powers[-1]
