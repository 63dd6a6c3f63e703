"""Exact distributions of a pool: successes, snags, boons, every chain of boon dice to its end, in closed form.

A d12 shows a 1, a miss, a hit (a success without a boon) or a 12. A boon die that a 12 earns may show a 12 again: its
chain is geometric, so the hero points of some chains are negative binomial. Here the rules stand as formulas, for
answers in microseconds; `test_odds_walked` holds them to the rules as played. In this order: net successes; snags,
boons, Hero Points; all of it at once; as an answer tells it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate, product, repeat
from math import comb
from operator import mul
from typing import NamedTuple, TypeAlias

from cliffhanger.odds.coefficients import coefficients, width
from cliffhanger.odds.distribution import Chances, Distribution, of, sure
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.exploding import Die, Row, added, nothing
from cliffhanger.odds.successes import successes

SIDES = 12
BEYOND = 3
"""Net successes are shown one by one up to so many beyond the difficulty; the row after that is "or more"."""
Rows = tuple[tuple[str, Fraction], ...]
MOST = 200
"""As many dice as one pool may have here."""


class Pool(NamedTuple):
    """Dice that are tallied together: what a 1 and a 12 do depends on where a die comes from.

    `boon`: boon dice that are rolled from the start, passed on by somebody else. `harsh`: 1s on boon dice that pushed
    dice earned are snags too.
    """

    ordinary: int
    sn: int = 0
    mr: int = 9
    boon: int = 0
    pushed: int = 0
    harsh: bool = False

    @property
    def hit(self) -> int:
        """Faces that are a success and no boon."""
        return SIDES - self.mr

    @property
    def miss(self) -> int:
        """Faces that only fail."""
        return self.mr - 2

    @property
    def dice(self) -> int:
        """All dice that are thrown at once."""
        return self.ordinary + self.boon + self.pushed


def minimum(roll: int) -> int:
    """A Minimum Roll with all that moves it: 2 to 12, whatever the sum."""
    return max(2, min(SIDES, roll))


@lru_cache(maxsize=4096)
def net(pool: Pool, top: int) -> Distribution[int]:
    """The law of net successes, all boon dice rolled; `top` stands for itself and all above, exactly."""
    _check(pool)
    return settled(pool, top, grown(pool, _length(pool, top)))


def chance(pool: Pool, dl: int) -> Fraction:
    """The chance of making a Difficulty Level."""
    return net(pool, dl)[dl]


def grown(pool: Pool, length: int) -> list[Row]:
    """Weights of all boon and pushed dice with 0, 1 ... ordinary ones, of which none shows a 1.

    A row has so many totals, that of a pushed die raised by one, over 12 ** (dice + length).
    """
    scale = [SIDES ** (length - k) for k in range(length)]
    others = reduce(added, [pushed_die(pool)] * pool.pushed + [boon_die(pool)] * pool.boon, nothing(length))
    rows = accumulate(repeat(ordinary_die(pool), pool.ordinary), added, initial=others)
    return [list(map(mul, row, scale)) for row in rows]


def settled(pool: Pool, top: int, rows: list[Row]) -> Distribution[int]:
    """The law of net successes, `top` and all above as one, from rows of such dice: as many and as long, or more."""
    length = _length(pool, top)
    if not length:
        return sure(top)
    ways = [0] * length
    for ones in range(pool.ordinary + 1):
        start, count = length - top - pool.pushed - max(0, ones - pool.sn), comb(pool.ordinary, ones)
        pairs = zip(ways[start:], rows[pool.ordinary - ones], strict=False)
        ways[start:] = [weight + count * more for weight, more in pairs]
    total = SIDES ** (pool.dice + len(rows[0]))
    law = {top - length + k: weight for k, weight in enumerate(ways) if weight}
    return Distribution(law | {top: total - sum(ways)}, total)


def _length(pool: Pool, top: int) -> int:
    """How many net successes there can be below `top`: each ordinary 1 that is not covered takes one, each pushed 1."""
    return max(0, top + max(0, pool.ordinary - pool.sn) + pool.pushed)


@lru_cache(maxsize=1024)
def passed_on(pool: Pool) -> Distribution[tuple[int, int]]:
    """The law of (net successes, snags) when no boon die is rolled here: all are passed on or declined."""
    _check(pool)
    n, sn, pushed = pool.ordinary, pool.sn, pool.pushed
    total = SIDES**pool.dice
    each = width(total)
    good = (pool.hit + 1) << (8 * each)
    # By the number of dice that show no 1; boon dice, whose 1s only fail, are among all of them.
    others = list(accumulate(repeat(pool.miss + good, n + pushed), mul, initial=(pool.miss + 1 + good) ** pool.boon))
    rows: dict[int, int] = defaultdict(int)
    for late, ones in product(range(pushed + 1), range(n + 1)):
        snags = (ones - sn if ones > sn else 0) + late
        rows[snags] += comb(pushed, late) * comb(n, ones) * others[n - ones + pushed - late]
    ways: dict[tuple[int, int], int] = {}
    for snags, packed in rows.items():
        for net, weight in enumerate(coefficients(packed, each), -snags):
            if weight:
                ways[net, snags] = weight
    return Distribution(ways, total)


def ordinary_die(pool: Pool) -> Die:
    """An ordinary die that does not show a 1."""
    return Die(SIDES, (pool.miss, pool.hit), 1, (pool.miss + 1, pool.hit))


def boon_die(pool: Pool) -> Die:
    """A boon die, whose 1 only fails."""
    return Die(SIDES, (pool.miss + 1, pool.hit), 1, (pool.miss + 1, pool.hit))


def pushed_die(pool: Pool) -> Die:
    """A pushed die, its total raised by one: a 1 counts 0."""
    first = 1, pool.miss, pool.hit
    return Die(SIDES, first, 1, first) if pool.harsh else Die(SIDES, first, 2, (pool.miss + 1, pool.hit))


@lru_cache(maxsize=1024)
def snags(pool: Pool) -> Distribution[int]:
    """The law of snags; boon dice add none, but for those that pushed dice earned where the house is harsh."""
    _check(pool)
    free = successes(pool.ordinary, 1, SIDES).map(lambda ones: max(0, ones - pool.sn))
    # A chain ends on one of the other eleven faces, each as likely as the next.
    return free.plus(successes(pool.pushed, 1, SIDES - 1 if pool.harsh else SIDES))


@lru_cache(maxsize=1024)
def heroes(pool: Pool, top: int) -> Distribution[int]:
    """The law of Hero Points that boon dice bring; `top` stands for itself and all above, exactly."""
    _check(pool)
    direct, eleven = pool.ordinary + pool.pushed, SIDES - 1
    # The total of a die that came from elsewhere is raised by one: its own 12 brings no point.
    dice = [Die(SIDES, (0, eleven), 1, (eleven,))] * direct + [Die(SIDES, (eleven,), 1, (eleven,))] * pool.boon
    row = reduce(added, dice, nothing(direct + top))[direct:]
    ways = {points: weight * SIDES ** (top - points) for points, weight in enumerate(row)}
    return of(ways | {top: SIDES ** (pool.dice + direct + top) - sum(ways.values())})


def mean_heroes(pool: Pool, *, rolled: bool = True) -> Fraction:
    """The mean of Hero Points: a 12 on a die that came from elsewhere, and each further one of its chain."""
    if not rolled:
        return Fraction(pool.boon, SIDES)
    return Fraction(pool.ordinary + pool.pushed + SIDES * pool.boon, SIDES * (SIDES - 1))


def mean_boons(pool: Pool, *, rolled: bool = True) -> Fraction:
    """The mean of all 12s."""
    return Fraction(pool.ordinary + pool.pushed, SIDES) + mean_heroes(pool, rolled=rolled)


Outcome: TypeAlias = tuple[int, int, int, int]
"""Net successes, snags, boons, hero points."""
Brought: TypeAlias = Iterable[tuple[int, int, Iterable[tuple[int, int]]]]
"""What chains bring: hero points, a common factor, and of such the weights by how many chains are cut short."""


def joint(pool: Pool, top: int = 4) -> Distribution[Outcome]:
    """The joint law of (net successes, snags, boons, hero points), every chain to its end.

    Nothing is cut off: with `top` hero points an outcome stands for itself and for all that have any number of hero
    points more, and with each of them one net success and one boon more. "4 or more" is a row, not a limit.
    """
    most, eleven = pool.dice, SIDES - 1

    def brought(chains: int) -> Brought:
        unused, ends = (SIDES * eleven) ** (most - chains), eleven**chains
        shares = [comb(max(0, chains + points - 1), points) * SIDES ** (top - 1 - points) for points in range(top)]
        rest = SIDES ** (chains + top - 1) - sum(shares) * ends
        return [(points, share * unused, ((0, 1),)) for points, share in enumerate((*(n * ends for n in shares), rest))]

    total = SIDES ** (pool.ordinary + pool.pushed + most + top - 1) * eleven**most
    return _joint(pool, brought, 0, eleven, total)


def joint_within(pool: Pool, chain: int) -> Distribution[Outcome]:
    """The same law at a table where a chain ends after `chain` boon dice, 1 or more, whatever the last one shows."""
    most = pool.dice
    each, power = width(chain**most), _powers(SIDES, chain * most)
    # By the number of chains, how many ways they have to share out so many hero points, each less than `chain`.
    one = sum(1 << 8 * each * points for points in range(chain))
    ways = [coefficients(chains, each) for chains in _powers(one, most)]

    def brought(chains: int) -> Brought:
        for points in range(chain * chains + 1):
            fewest = max(0, points - (chain - 1) * chains)  # so many chains have to be cut short
            cuts = range(fewest, points // chain + 1)
            parts = [(cut, ways[chains - cut][points - chain * cut] * power[cut - fewest]) for cut in cuts]
            yield points, power[chain * most - chains - points + fewest], parts

    largest = SIDES + (SIDES - 1) * chain
    return _joint(pool, brought, most, largest, SIDES ** (pool.ordinary + pool.pushed + chain * most))


def _joint(pool: Pool, brought: Callable[[int], Brought], cuts: int, largest: int, total: int) -> Distribution[Outcome]:
    """Put together what the first dice show and what the chains bring.

    `brought` says what so many chains bring; up to `cuts` of them may be cut short. `largest` is the most that the
    weights of one chain add up to, without common factors: so rows stay short, and most fit into words of 8 bytes.
    """
    _check(pool)
    direct = pool.ordinary + pool.pushed
    each = width((SIDES - 1 + largest) ** direct * largest**pool.boon)
    by_twelves = [list(brought(twelves + pool.boon)) for twelves in range(direct + 1)]
    ways: dict[Outcome, int] = {}
    for (twelves, snags), rows in _ends(pool, each, cuts).items():
        for points, factor, parts in by_twelves[twelves]:
            boons = twelves + points
            row = coefficients(sum([weight * rows[cut] for cut, weight in parts if cut in rows]), each)
            for net, weight in enumerate(row, boons - snags) if factor else ():
                if weight:
                    ways[net, snags, boons, points] = weight * factor
    return Distribution(ways, total)


def _ends(pool: Pool, each: int, cuts: int) -> dict[tuple[int, int], dict[int, int]]:
    """Hits, as packed rows: by 12s among the first dice, snags, and how many chains are cut short.

    A coefficient has so many bytes in `each` row, which counts the hits of the first dice and of the ends of all chains
    that are not cut short.
    """
    n, pushed = pool.ordinary, pool.pushed
    hit = pool.hit << (8 * each)
    first, last = _powers(pool.miss + hit, pool.dice), _powers(pool.miss + 1 + hit, pool.dice)
    found: dict[tuple[int, int], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for own, late in product(range(n + 1), range(pushed + 1)):
        plain, harsh = (own + pool.boon, late) if pool.harsh else (own + late + pool.boon, 0)
        shown: dict[int, int] = defaultdict(int)
        for ones, late_ones in product(range(n - own + 1), range(pushed - late + 1)):
            ways = comb(n - own, ones) * comb(pushed - late, late_ones)
            others = n - own - ones + pushed - late - late_ones
            shown[max(0, ones - pool.sn) + late_ones] += ways * first[others]
        for cut, late_cut in product(range(min(plain, cuts) + 1), range(min(harsh, cuts) + 1)):
            count = comb(n, own) * comb(pushed, late) * comb(plain, cut) * comb(harsh, late_cut)
            for bad in range(harsh - late_cut + 1):
                good = harsh - late_cut - bad
                tail = count * comb(good + bad, bad) * last[plain - cut] * first[good]
                for snags, row in shown.items():
                    found[own + late, snags + bad][cut + late_cut] += tail * row
    return found


def _powers(base: int, most: int) -> list[int]:
    return list(accumulate(repeat(base, most), mul, initial=1))


def _check(pool: Pool) -> None:
    if pool.dice > MOST:
        raise OutOfRange(f"A pool of {pool.dice} dice is out of range: give {MOST} at most.")


def against(pool: Pool, needed: int, *, rolled: bool = True) -> tuple[Fraction, Chances, Rows]:
    """The chance to make it, the law of net successes as rows, and how often it is exactly one short.

    Boon dice are `rolled`, or passed on.
    """
    top = needed + BEYOND
    law = net(pool, top) if rolled else passed_on(pool).map(lambda x: min(x[0], top))
    return law.chance(lambda n: n >= needed), law.rows(top), (("exactly one short", law[needed - 1]),)


def also(pool: Pool, *, rolled: bool = True) -> Rows:
    """What else the dice bring, whether or not they make it."""
    law = snags(pool)
    return (
        ("any snag", 1 - law[0]),
        ("mean snags", law.mean()),
        ("mean boons", mean_boons(pool, rolled=rolled)),
        ("mean Hero Points", mean_heroes(pool, rolled=rolled)),
    )
