"""The best two of very many pools at once, as for a sweep over all that could be rolled.

Where NumPy is installed all pools are one table, and a column of it is a face: of each pool, the ways in which all its
dice show no more. In whole numbers of 64 bits; pools that fall in more ways than these hold go one by one, as do all
without NumPy. Both give the same answers.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import chain, count, repeat
from typing import Any

from cliffhanger.odds.best import best
from cliffhanger.odds.distribution import Consecutive

HOLDS = 2**62
"""As many ways as one number may have to count; a sum of two is below 2**63."""
ENOUGH = 16
"""So many pools are worth a table."""


def best_two(pools: Sequence[tuple[int, ...]]) -> list[Consecutive]:
    """Of each pool what `best` gives for it: the sum of its two best dice, ones left out."""
    if len(pools) < ENOUGH or () in pools or find_spec("numpy") is None:
        return [best(pool) for pool in pools]
    np = import_module("numpy")
    dice, longest = np.fromiter(chain.from_iterable(pools), np.int64), max(map(len, pools))
    least, top = int(dice.min()), int(dice.max())
    if least < 2 or longest * top**longest >= HOLDS:
        return [best(pool) for pool in pools]
    sums, ends, totals = _table(np, pools, dice, top)
    flat, wide = tuple(sums.T.ravel().tolist()), len(sums)  # a row for each pool, one after the other
    rows = [flat[at : at + end] for at, end in zip(count(0, wide), ends.tolist(), strict=False)]
    return list(map(Consecutive, repeat(0), rows, totals.tolist()))


def _table(np: Any, pools: Sequence[tuple[int, ...]], dice: Any, top: int) -> tuple[Any, Any, Any]:
    """The weights of all sums, a column for each pool, where each column ends, and all ways there are."""
    of = np.repeat(np.arange(len(pools)), np.fromiter(map(len, pools), np.int64))
    counts = np.bincount(dice * len(pools) + of, minlength=(top + 1) * len(pools)).reshape(top + 1, -1)
    sizes = counts.any(axis=1).nonzero()[0].tolist()
    counts = counts[sizes]
    # of each size, face by face: the ways of one die to show no more, and of all the dice there are
    show = [np.minimum(np.arange(1, top + 1), size) for size in sizes]
    each = [(ways[:, None] ** np.arange(many.max() + 1))[:, many] for ways, many in zip(show, counts, strict=True)]
    below = each[0].copy()
    for ways in each[1:]:
        below *= ways
    sums = np.zeros((2 * top + 1, len(pools)), np.int64)
    sums[0] = 1  # every die shows 1
    rest, open_ = np.zeros_like(below), list(zip(sizes, show, counts, strict=True))
    for face in range(top, 1, -1):
        while open_ and open_[-1][0] >= face:  # one die shows the face, and all the others no more than 1, 2, ...
            _, ways, many = open_.pop()
            rest += many * (below // ways[:, None])
        sums[face] += rest[0]
        sums[face + 2 : 2 * face] += rest[1 : face - 1] - rest[: face - 2]
        sums[2 * face] += below[face - 1] - below[face - 2] - rest[face - 2]
    return sums, 2 * top + 1 - (sums[::-1] != 0).argmax(axis=0), below[-1]
