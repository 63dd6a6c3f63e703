"""Rolls that are added up until they reach a number: on which roll, and how many on average."""

from fractions import Fraction
from itertools import pairwise

from cliffhanger.odds.coefficients import coefficients, packed, width
from cliffhanger.odds.distribution import Consecutive


def reaching(each: Consecutive, goal: int, rolls: int) -> Consecutive:
    """On which of independent rolls their sum reaches `goal`, 1 or more: 1 to `rolls`, and `rolls` + 1 for later.

    No roll is below 0. The sums that are still short are a polynomial, cut off at `goal` after each multiplication.
    """
    size = width(each.total**rolls)
    one = packed((0,) * each.lowest + each.weights, size)
    short, kept = 1, (1 << 8 * size * goal) - 1
    left = [each.total**rolls]
    for roll in range(1, rolls + 1):
        short = short * one & kept
        left.append(sum(coefficients(short, size)) * each.total ** (rolls - roll))
    reached = [before - after for before, after in pairwise(left)]
    return Consecutive(1, (*reached, left[-1]), left[0])


def mean_rolls(each: Consecutive, goal: int) -> Fraction:
    """The mean number of independent rolls until their sum reaches `goal`, 0 or more; no roll is below 0, nor always 0.

    With m(g) for the mean, T for the total and w(k) for the weights, (T - w(0)) m(g) = T + the sum of w(k) m(g - k).
    All is held over powers of T - w(0), so that only whole numbers are added.
    """
    some = each.total - each.weight(0)
    powers = [some**n for n in range(goal + 1)]
    means = [0]
    for short in range(1, goal + 1):
        inner = [each.weight(k) * means[short - k] * powers[k - 1] for k in range(1, short)]
        means.append(each.total * powers[short - 1] + sum(inner))
    return Fraction(means[goal], powers[goal])
