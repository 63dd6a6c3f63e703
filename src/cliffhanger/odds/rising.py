"""Contests that escalate: two sides take turns, each has to beat what the other rolled last, who cannot has lost.

What is to beat only rises, so no position comes twice: one pass from the highest number down, in whole numbers. On
each number both sides share the powers of the two totals that their chances are over.
"""

from typing import NamedTuple

from cliffhanger.odds.distribution import Consecutive


class Rising(NamedTuple):
    """How a contest goes on, over `total`: `next` is the weight of the side that rolls next to make the last good roll.

    `rolls` over `total` is the mean number of rolls from here on, the one that fails included.
    """

    next: int
    rolls: int
    total: int


def rising(next_: Consecutive, other: Consecutive, standing: int) -> Rising:
    """A contest from where one side has to roll more than `standing`, and else has lost; then the other does, and so on.

    Both sides roll by the same distribution every time. With a `standing` below all they can roll, the next side opens.
    """
    low, high = standing + 1, max(next_.lowest + len(next_.weights), other.lowest + len(other.weights)) - 1
    mine, theirs = next_.total, other.total
    # Of each side, for when it has to beat a number: the weight of winning, that of all rolls but this one, their total.
    win, more, total = 0, 0, 1
    win_other, more_other, total_other = 0, 0, 1
    scale, scale_other = mine, theirs
    for number in range(high, low - 1, -1):
        own, others = next_.weight(number), other.weight(number)
        win, win_other = (
            win * scale + own * (total_other - win_other),
            win_other * scale_other + others * (total - win),
        )
        more, more_other = (
            more * scale + own * (total_other + more_other),
            more_other * scale_other + others * (total + more),
        )
        total, total_other = total * scale, total_other * scale_other
        scale, scale_other = scale_other, scale
    return Rising(win, total + more, total)
