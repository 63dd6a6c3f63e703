"""Pools that count successes: each die succeeds with the chance `hit` in `of`, 1 in 3 unless told.

A law over a pool is the polynomial (miss + hit x)^dice. Its coefficients are found by one multiplication of long
integers: x becomes a power of two so high that no coefficient can run over into the next.
"""

from fractions import Fraction
from functools import lru_cache
from math import comb
from struct import unpack

from cliffhanger.odds.distribution import Distribution
from cliffhanger.odds.errors import OutOfRange

MOST = 200
"""As many dice as one pool may have: more than a table throws, and few enough that all remembered laws stay small."""


@lru_cache(maxsize=1024)
def successes(dice: int, hit: int = 1, of: int = 3) -> Distribution[int]:
    """The law of the successes in a pool."""
    _check(dice, hit, of)
    total = of**dice
    shift = _shift(total)
    return _distribution((of - hit + (hit << shift)) ** dice, dice + 1, shift, 0, total)


@lru_cache(maxsize=1024)
def margin(dice: int, against: int, hit: int = 1, of: int = 3) -> Distribution[int]:
    """The law of one pool's successes minus another's."""
    _check(dice, hit, of)
    _check(against, hit, of)
    miss, total = of - hit, of ** (dice + against)
    shift = _shift(total)
    packed = (miss + (hit << shift)) ** dice * (hit + (miss << shift)) ** against
    return _distribution(packed, dice + against + 1, shift, -against, total)


def at_least(dice: int, required: int, hit: int = 1, of: int = 3) -> Fraction:
    """The chance of `required` successes or more."""
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


def _shift(total: int) -> int:
    """As many bits as one coefficient may need, in whole bytes; eight of them where that is enough."""
    return max(64, -(-total.bit_length() // 8) * 8)


def _distribution(packed: int, count: int, shift: int, lowest: int, total: int) -> Distribution[int]:
    """Take the coefficients out of a long integer; the first belongs to `lowest`."""
    width = shift // 8
    data = packed.to_bytes(width * count, "little")
    if width == 8:
        weights = unpack(f"<{count}Q", data)
    else:
        weights = tuple(int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width))
    return Distribution(dict(zip(range(lowest, lowest + count), weights, strict=True)), total)
