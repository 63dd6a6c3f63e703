"""Pools that count successes: each die succeeds with the chance `hit` in `of`, 1 in 3 unless told.

The weights of a pool are the coefficients of the polynomial (miss + hit x)^dice. They are found by one multiplication
of long integers (Kronecker substitution, see `coefficients`).
"""

from fractions import Fraction
from functools import lru_cache
from math import comb

from cliffhanger.odds.coefficients import coefficients, width
from cliffhanger.odds.distribution import Consecutive, Distribution
from cliffhanger.odds.errors import OutOfRange

MOST = 200
"""As many dice as one pool may have: more than a table throws, and few enough that all remembered weights stay small."""


@lru_cache(maxsize=1024)
def successes(dice: int, hit: int = 1, of: int = 3) -> Distribution[int]:
    """The distribution of the successes in a pool of 0 to MOST dice; a die succeeds `hit` times in `of`.

    Raises OutOfRange for a pool out of range, and for a die that always or never succeeds.
    """
    _check(dice, hit, of)
    total = of**dice
    each = width(total)
    packed = (of - hit + (hit << 8 * each)) ** dice
    return Distribution(dict(enumerate(coefficients(packed, each))), total)


def margins(dice: int, against: int, hit: int = 1, of: int = 3) -> Consecutive:
    """The distribution of one pool's successes minus another's, as a row; each pool has 0 to MOST dice.

    A die succeeds `hit` times in `of`. Raises OutOfRange as `successes` does.
    """
    return Consecutive(-against, *_margin(dice, against, hit, of))


@lru_cache(maxsize=1024)
def margin(dice: int, against: int, hit: int = 1, of: int = 3) -> Distribution[int]:
    """The same as `margins`, by outcome."""
    weights, total = _margin(dice, against, hit, of)
    return Distribution(dict(enumerate(weights, -against)), total)


def _margin(dice: int, against: int, hit: int, of: int) -> tuple[tuple[int, ...], int]:
    """The weights of all margins, from `-against` up, and their total."""
    _check(dice, hit, of)
    _check(against, hit, of)
    miss, total = of - hit, of ** (dice + against)
    each = width(total)
    x = 1 << 8 * each
    packed = (miss + hit * x) ** dice * (hit + miss * x) ** against
    return coefficients(packed, each), total


def at_least(dice: int, required: int, hit: int = 1, of: int = 3) -> Fraction:
    """The chance of `required` successes or more, any whole number, with 0 to MOST dice. Raises as `successes` does."""
    _check(dice, hit, of)
    miss = of - hit
    if required <= 0:
        return Fraction(1)
    return Fraction(sum(comb(dice, n) * hit**n * miss ** (dice - n) for n in range(required, dice + 1)), of**dice)


def _check(dice: int, hit: int, of: int) -> None:
    if not 0 <= dice <= MOST:
        raise OutOfRange(f"A pool of {dice} dice is out of range: give 0 to {MOST:,}.")
    if not 0 < hit < of:
        raise OutOfRange(f"A die that succeeds {hit} times in {of} decides nothing: give a chance between 0 and 1.")
