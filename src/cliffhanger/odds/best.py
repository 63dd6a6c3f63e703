"""Pools of mixed dice of which the best few count: their sum, and which of them shows the highest face.

The faces are gone through from the highest down. All dice that have a face, and are known to show no higher one, are
alike, whatever their sizes. So it is enough to know how many of the best are found and what they add up to, and the
number of dice enters through binomials alone. Sums are kept as polynomials in long integers (see `coefficients`).
"""

from functools import lru_cache
from math import comb, prod

from cliffhanger.odds.coefficients import coefficients, width
from cliffhanger.odds.distribution import Consecutive, Distribution
from cliffhanger.odds.errors import OutOfRange

MOST = 60
"""As many dice as one pool may have."""
SIDES = 100
"""As many sides as a die may have."""
OUTCOMES = 20_000
"""As many ways as the best few faces of a pool may fall in, where they are told one by one."""


@lru_cache(maxsize=4096)
def best(pool: tuple[int, ...], keep: int = 2, least: int = 2) -> Consecutive:
    """The distribution of the sum of the `keep` highest of some dice, over the ways in which all of them can fall.

    `pool` are their sizes, in any order. A face below `least` counts nothing: 1 lets all faces count. Where fewer than
    `keep` dice count, their sum is all there is, 0 for none. Raises OutOfRange for a pool that is out of range.
    """
    sizes = _sizes(pool)
    keep, total = min(keep, len(sizes)), prod(sizes)
    if not keep:
        return Consecutive(0, (total,), total)
    each = width(total)
    found = _best_two(sizes, least, 8 * each) if keep == 2 else _best_few(sizes, keep, least, 8 * each)
    return Consecutive(0, coefficients(found, each), total)


@lru_cache(maxsize=1024)
def highest(pool: tuple[int, ...], *, smaller: bool = False) -> Distribution[int]:
    """The distribution of the size of the die that shows the highest face; of several that do the larger, or the smaller.

    Every face counts. Raises OutOfRange for a pool that is out of range, and for one without a die.
    """
    sizes = _sizes(pool)
    if not sizes:
        raise OutOfRange("A pool without a die has no highest one: give one die or more.")
    ways: dict[int, int] = {}
    for size in sorted({*sizes}, reverse=True):
        above, below = [s for s in sizes if s > size], [s for s in sizes if s < size]
        ahead, behind = (below, above) if smaller else (above, below)
        alike = sizes.count(size)
        # Who goes ahead in a tie has to show less, who stays behind may show the same.
        ways[size] = sum(
            prod(min(s, face - 1) for s in ahead)
            * prod(min(s, face) for s in behind)
            * (face**alike - (face - 1) ** alike)
            for face in range(1, size + 1)
        )
    return Distribution({size: weight for size, weight in ways.items() if weight}, prod(sizes))


@lru_cache(maxsize=256)
def leading(pool: tuple[int, ...], count: int, least: int = 2) -> Distribution[tuple[int, ...]]:
    """The distribution of the `count` highest faces themselves, the highest first; 0 for each that is missing.

    Arguments as for `best`. Raises OutOfRange for a pool that is out of range, and for more than OUTCOMES ways to fall.
    """
    sizes = _sizes(pool)
    count, total = min(count, len(sizes)), prod(sizes)
    if sizes and comb(sizes[0] - least + 1 + count, count) > OUTCOMES:
        raise OutOfRange(f"The {count} best of these dice fall in too many ways: ask for fewer of them.")
    ways: dict[tuple[int, ...], int] = {}
    open_: dict[tuple[int, ...], int] = {(): 1}
    for face in range(sizes[0] if sizes else 0, least - 1, -1):
        able = sum(size >= face for size in sizes)
        smaller = prod(sizes[able:])
        after: dict[tuple[int, ...], int] = {}
        for known, weight in open_.items():
            free, need = able - len(known), count - len(known)
            enough = face**free
            for more in range(min(need, free + 1)):
                way = comb(free, more)
                enough -= way * (face - 1) ** (free - more)
                after[known + (face,) * more] = weight * way
            if enough:
                ways[known + (face,) * need] = weight * enough * smaller
        open_ = after
    for known, weight in open_.items():
        if rest := (least - 1) ** (len(sizes) - len(known)):
            ways[known + (0,) * (count - len(known))] = weight * rest
    return Distribution(ways, total)


def _best_few(sizes: tuple[int, ...], keep: int, least: int, shift: int) -> int:
    """The polynomial of the sum of the best few, 1 or more; `sizes` go down, a coefficient has `shift` bits."""
    found, count, smaller = 0, 0, prod(sizes)
    taken = [1] + [0] * (keep - 1)  # polynomials of the sums, by how many of the best are found
    for face in range(sizes[0], least - 1, -1):
        while count < len(sizes) and sizes[count] >= face:
            smaller //= sizes[count]
            count += 1
        for known in range(min(keep - 1, count), -1, -1):
            ways = taken[known]
            if not ways:
                continue
            free, need = count - known, keep - known
            enough = face**free  # the ways of the others to show this face so often that all the best are found
            for more in range(min(need, free + 1)):
                choices = comb(free, more)
                enough -= choices * (face - 1) ** (free - more)
                if more:
                    taken[known + more] += ways * choices << shift * face * more
            if enough:
                found += ways * enough * smaller << shift * face * need
    for known, ways in enumerate(taken):
        if ways:
            found += ways * (least - 1) ** (count - known) * smaller
    return found


def _best_two(sizes: tuple[int, ...], least: int, shift: int) -> int:
    """The same for the best two, written out: it is what most rolls ask for, and takes a third of the time."""
    found, count, smaller = 0, 0, prod(sizes)
    one = 0  # the polynomial of the best face, where one die alone shows it
    for face in range(sizes[0], least - 1, -1):
        while count < len(sizes) and sizes[count] >= face:
            smaller //= sizes[count]
            count += 1
        lower = (face - 1) ** (count - 1)  # the ways of all these dice but one to show less
        twice = (face**count - lower * (face - 1 + count)) * smaller
        second = (face ** (count - 1) - lower) * smaller
        at = shift * face
        found += ((twice << at) + one * second) << at
        one += count << at
    return found + ((least - 1) ** count + one * (least - 1) ** (count - 1)) * smaller if count else smaller


def _sizes(pool: tuple[int, ...]) -> tuple[int, ...]:
    sizes = tuple(sorted(pool, reverse=True))
    if len(sizes) > MOST:
        raise OutOfRange(f"A pool of {len(sizes)} dice is out of range: give 0 to {MOST}.")
    if sizes and not 1 <= sizes[-1] <= sizes[0] <= SIDES:
        raise OutOfRange(f"A die has 1 to {SIDES} sides.")
    return sizes
