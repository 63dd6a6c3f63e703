"""Absorbing Markov chains: the exact distribution of where one ends, and the exact mean of when. No cycle is cut off.

A chain is a start and a function that gives each state the distribution of the next one, or None where it ends. Its
states are found first, so the work is known before it starts; then they are taken out one by one, last found first
(state elimination; Grassmann, Taksar and Heyman 1985). What returns to the state it left is a geometric tail: it only
makes the total smaller, and so is summed to the end.
"""

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

from cliffhanger.odds.distribution import Distribution
from cliffhanger.odds.errors import Endless, OutOfRange

S = TypeVar("S", bound=Hashable)
Next = Callable[[S], Distribution[S] | None]
MOST = 100_000


def absorb(start: S, go: Next[S], most: int = MOST) -> Distribution[S]:
    """The distribution, in lowest terms, of the state in which a chain ends.

    `go` gives a state the distribution of the next one, or None where it ends; it is asked once for each state that can
    be reached. Raises OutOfRange for more than `most` states, and Endless for a chain that may never end.
    """
    row = _solve(start, go, most)
    common = gcd(row.total, *row.ways.values())
    return Distribution({s: weight // common for s, weight in row.ways.items()}, row.total // common)


def steps(start: S, go: Next[S], most: int = MOST) -> Fraction:
    """The mean number of steps until a chain ends, 0 where the start is an end. Arguments and errors as for `absorb`."""
    row = _solve(start, go, most)
    return Fraction(row.steps, row.total)


class _Row(Generic[S]):
    """Where a state leads, over `total`: to states that are not taken out yet, in `steps` weighted steps."""

    __slots__ = ("steps", "total", "ways")

    def __init__(self, ways: dict[S, int], total: int, steps: int) -> None:
        self.ways, self.total, self.steps = ways, total, steps


def _solve(start: S, go: Next[S], most: int) -> _Row[S]:
    rows: dict[S, _Row[S]] = {}
    for state, after in _found(start, go, most):
        row = _Row(dict(after.ways), after.total, after.total)
        # Rows taken out earlier lead only to later ones, so this ends.
        while inner := [s for s in row.ways if s in rows]:
            row = _without(row, inner, rows)
        row.total -= row.ways.pop(state, 0)
        if not row.total:
            raise Endless("This goes round for ever: give it a way to end.")
        rows[state] = row
    return rows[start] if rows else _Row({start: 1}, 1, 0)


def _without(row: _Row[S], inner: list[S], rows: dict[S, _Row[S]]) -> _Row[S]:
    """Put in place of some states what they lead to."""
    scale = lcm(*(rows[s].total for s in inner))
    ways = {s: weight * scale for s, weight in row.ways.items() if s not in rows}
    count = row.steps * scale
    for s in inner:
        known = rows[s]
        factor = row.ways[s] * (scale // known.total)
        count += factor * known.steps
        for far, weight in known.ways.items():
            ways[far] = ways.get(far, 0) + factor * weight
    total = row.total * scale
    common = gcd(total, count, *ways.values())
    return _Row({s: weight // common for s, weight in ways.items()}, total // common, count // common)


def _found(start: S, go: Next[S], most: int) -> list[tuple[S, Distribution[S]]]:
    """All states that lead on, with their distributions; what a state leads to comes before it, but for circles."""
    first = go(start)
    if first is None:
        return []
    seen = {start}
    order: list[tuple[S, Distribution[S]]] = []
    open_: list[tuple[S, Distribution[S], Iterator[S]]] = [(start, first, iter(first.ways))]
    while open_:
        state, law, rest = open_[-1]
        for after in rest:
            if after in seen:
                continue
            if len(seen) == most:
                raise OutOfRange(f"This leads to more than {most:,} positions: ask for less at once.")
            seen.add(after)
            inner = go(after)
            if inner is not None:
                open_.append((after, inner, iter(inner.ways)))
                break
        else:
            order.append((state, law))
            open_.pop()
    return order
