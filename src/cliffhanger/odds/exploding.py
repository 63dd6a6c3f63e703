"""Pools whose dice explode: a face that earns another die, which may earn the next, without an end.

A die is a short polynomial, and one with a chain is a polynomial over (sides - x): the chain is a geometric series in
closed form. So a pool's weights come die by die, each in one pass, and what lies beyond the last one that is asked
for is the exact rest: no chain is ever cut off.
"""

from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

Row: TypeAlias = list[int]
"""Weights of the totals 0, 1, 2 ...: that of k is over sides ** (dice + k)."""


@dataclass(frozen=True)
class Die:
    """`ways[k]` faces score k and end there; where `burst` is above 0, one face more scores it and earns a die.

    The die that is earned has `again[k]` faces that score k, and one that scores 1 and earns the next. All of these are
    numbers of faces, out of `sides`. Faces that are in neither are left out of the sum, for whoever counts them apart.
    Raises ValueError where a die is earned and `again` has not all its faces but the one that earns the next.
    """

    sides: int
    ways: tuple[int, ...]
    burst: int = 0
    again: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.burst and sum(self.again) != self.sides - 1:
            raise ValueError("An earned die has all its faces but the one that earns the next.")

    def factors(self) -> Row:
        """The polynomial, each coefficient as what a weight has to be multiplied with; over (sides - x) where it bursts."""
        if not self.burst:
            return [ways * self.sides**k for k, ways in enumerate(self.ways)]
        top = [0] * (max(len(self.ways) + 1, self.burst + len(self.again)))
        for k, ways in enumerate(self.ways):
            top[k] += ways * self.sides
            top[k + 1] -= ways
        for k, ways in enumerate(self.again, self.burst):
            top[k] += ways
        # One power of `sides` lower, for the division by (sides - x); the first coefficient is a multiple of it.
        return [top[0] // self.sides, *(ways * self.sides ** (k - 1) for k, ways in enumerate(top[1:], 1))]


def nothing(length: int) -> Row:
    """The weights of the first `length` totals of a pool without a die: its total is 0. Empty for a length below 1."""
    return [1, *([0] * (length - 1))] if length > 0 else []


def added(row: Row, die: Die) -> Row:
    """The weights with one die more, as far as the row goes: the row times the die's polynomial.

    `row` are the weights of a pool whose dice have as many sides; that of the total k is over sides ** (dice + k), before
    and after. One pass for each number that the die can score.
    """
    first, *rest = die.factors()
    out = [first * weight for weight in row]
    for k, factor in enumerate(rest, 1):
        if factor:
            out[k:] = [weight + factor * lower for weight, lower in zip(out[k:], row, strict=False)]
    return list(accumulate(out)) if die.burst else out
