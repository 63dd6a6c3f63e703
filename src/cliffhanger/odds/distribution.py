"""A law: every outcome with a whole-number weight, all over one total.

Integers to the last line; a Fraction is made only when a figure leaves. Nothing is ever dropped: the weights of a law
add up to its total, whatever was done to it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Distribution(Generic[T]):
    """Outcomes with their weights, each above zero, over one total.

    Make one with `of`, `sure` or `die`: the bare constructor trusts that `total` is the sum of `ways`. Two laws are
    equal when they give every outcome the same chance, whatever their totals.
    """

    ways: Mapping[T, int]
    total: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        if self.ways.keys() != other.ways.keys():
            return False
        return all(weight * other.total == other.ways[x] * self.total for x, weight in self.ways.items())

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, outcome: T) -> Fraction:
        """The chance of one outcome; 0 for what cannot happen."""
        return Fraction(self.ways.get(outcome, 0), self.total)

    def chance(self, test: Callable[[T], object]) -> Fraction:
        """The chance of all outcomes that pass a test."""
        return Fraction(sum(weight for x, weight in self.ways.items() if test(x)), self.total)

    def mean(self, worth: Callable[[T], int] | None = None) -> Fraction:
        """The mean of the outcomes, or of what each is worth."""
        if worth is None:
            return Fraction(sum(x * weight for x, weight in self.ways.items()), self.total)  # type: ignore[operator, misc]
        return Fraction(sum(worth(x) * weight for x, weight in self.ways.items()), self.total)

    def map(self, change: Callable[[T], U]) -> "Distribution[U]":
        """The law of what each outcome turns into."""
        ways: dict[U, int] = {}
        for x, weight in self.ways.items():
            y = change(x)
            ways[y] = ways.get(y, 0) + weight
        return Distribution(ways, self.total)

    def then(self, go: Callable[[T], "Distribution[U]"]) -> "Distribution[U]":
        """The law of what follows: `go` gives each outcome the law it leads to."""
        return mixture((weight, go(x)) for x, weight in self.ways.items())

    def plus(self, other: "Distribution[int]") -> "Distribution[int]":
        """The law of the sum of two independent whole numbers."""
        ways: dict[int, int] = {}
        for x, a in self.ways.items():
            for y, b in other.ways.items():
                both = x + y  # type: ignore[operator]
                ways[both] = ways.get(both, 0) + a * b
        return Distribution(ways, self.total * other.total)

    def times(self, count: int) -> "Distribution[int]":
        """The law of the sum of `count` independent copies, by repeated doubling."""
        sum_, power = sure(0), self
        while count:
            if count & 1:
                sum_ = sum_.plus(power)  # type: ignore[arg-type]
            count >>= 1
            if count:
                power = power.plus(power)  # type: ignore[arg-type, assignment]
        return sum_

    def given(self, test: Callable[[T], object]) -> "Distribution[T]":
        """The law among those outcomes that pass a test; at least one has to."""
        return of({x: weight for x, weight in self.ways.items() if test(x)})

    def rows(self) -> tuple[tuple[str, Fraction], ...]:
        """Outcomes as text with their chances, lowest first: what an answer shows."""
        ways, total = self.ways, self.total
        return tuple([(str(x), Fraction(ways[x], total)) for x in sorted(ways)])  # type: ignore[type-var]


def of(ways: Mapping[T, int]) -> Distribution[T]:
    """Make a law of weights: whole numbers from 0 up, not all 0, brought to their lowest terms."""
    if any(type(weight) is not int or weight < 0 for weight in ways.values()):
        raise ValueError("A weight is a whole number from 0 up.")
    common = gcd(*ways.values())
    if not common:
        raise ValueError("A law needs an outcome that can happen.")
    kept = {x: weight // common for x, weight in ways.items() if weight}
    return Distribution(kept, sum(kept.values()))


def sure(outcome: T) -> Distribution[T]:
    """The law of what is certain."""
    return Distribution({outcome: 1}, 1)


def die(faces: int) -> Distribution[int]:
    """One fair die."""
    return of(dict.fromkeys(range(1, faces + 1), 1))


def mixture(parts: Iterable[tuple[int, Distribution[T]]]) -> Distribution[T]:
    """The law of picking one of several laws with these weights, over the least common total."""
    picked = list(parts)
    scale = lcm(*(law.total for _, law in picked))
    ways: dict[T, int] = {}
    total = 0
    for weight, law in picked:
        factor = weight * (scale // law.total)
        total += weight
        for x, inner in law.ways.items():
            ways[x] = ways.get(x, 0) + factor * inner
    return Distribution(ways, total * scale)
