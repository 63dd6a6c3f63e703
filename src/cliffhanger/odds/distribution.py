"""Probability distributions with whole-number weights over one total; a Fraction is made only when a figure is read.

Nothing is ever dropped or rounded: the weights of a distribution add up to its total, whatever was done to it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import gcd, lcm
from operator import mul
from typing import Generic, NamedTuple, TypeVar, overload

from cliffhanger.odds.coefficients import coefficients, packed, width

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
NamedChance = tuple[str, Fraction]


class Chances(Sequence[NamedChance]):
    """Named chances, as an answer shows them: a sequence of (name, Fraction) that equals the tuple of the same pairs.

    It holds `names`, in the order shown, a whole-number weight of 0 or more for each, and the `total`, at least 1, that
    all weights are over. Texts (by `str`) and fractions are made on the first reading.
    """

    __slots__ = ("_rows", "names", "total", "weights")

    def __init__(self, names: Sequence[object], weights: Sequence[int], total: int) -> None:
        self.names, self.weights, self.total = names, weights, total
        self._rows: tuple[NamedChance, ...] | None = None

    def rows(self) -> tuple[NamedChance, ...]:
        """All pairs, as a tuple."""
        if self._rows is None:
            total = self.total
            named = zip(self.names, self.weights, strict=True)
            self._rows = tuple([(str(name), Fraction(weight, total)) for name, weight in named])
        return self._rows

    def __len__(self) -> int:
        return len(self.weights)

    def __iter__(self) -> Iterator[NamedChance]:
        return iter(self.rows())

    @overload
    def __getitem__(self, at: int) -> NamedChance: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[NamedChance, ...]: ...
    def __getitem__(self, at: int | slice) -> NamedChance | tuple[NamedChance, ...]:
        return self.rows()[at]

    def __eq__(self, other: object) -> bool:
        return self.rows() == tuple(other) if isinstance(other, tuple | Chances) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rows())

    def __repr__(self) -> str:
        return f"Chances({self.names!r}, {self.weights!r}, {self.total})"

    def __reduce__(self) -> tuple[type["Chances"], tuple[Sequence[object], Sequence[int], int]]:
        return Chances, (self.names, self.weights, self.total)


@dataclass(frozen=True, slots=True, eq=False)
class Distribution(Generic[T]):
    """Outcomes with their weights in `ways`, each above 0, over one `total`.

    Make one with `of`, `sure` or `die`: the bare constructor trusts that `total` is the sum of `ways`. Two distributions
    are equal when they give every outcome the same chance, whatever their totals.
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
        """The chance of one outcome, 0 to 1; 0 for what cannot happen."""
        return Fraction(self.ways.get(outcome, 0), self.total)

    def chance(self, test: Callable[[T], object]) -> Fraction:
        """The chance, 0 to 1, of all outcomes that pass a test."""
        return Fraction(sum([weight for x, weight in self.ways.items() if test(x)]), self.total)

    def mean(self, worth: Callable[[T], int] | None = None) -> Fraction:
        """The mean of the outcomes, which are whole numbers then, or of what each is worth."""
        if worth is None:
            return Fraction(sum(x * weight for x, weight in self.ways.items()), self.total)  # type: ignore[operator, misc]
        return Fraction(sum(worth(x) * weight for x, weight in self.ways.items()), self.total)

    def map(self, change: Callable[[T], U]) -> "Distribution[U]":
        """The distribution of what each outcome turns into; weights of like results are added."""
        ways: dict[U, int] = {}
        for x, weight in self.ways.items():
            y = change(x)
            ways[y] = ways.get(y, 0) + weight
        return Distribution(ways, self.total)

    def then(self, go: Callable[[T], "Distribution[U]"]) -> "Distribution[U]":
        """The distribution of what follows: `go` gives, for each outcome, the distribution it leads to."""
        return mixture((weight, go(x)) for x, weight in self.ways.items())

    def plus(self, other: "Distribution[int]") -> "Distribution[int]":
        """The distribution of the sum of two independent whole numbers, pair by pair."""
        ways: dict[int, int] = {}
        for x, a in self.ways.items():
            for y, b in other.ways.items():
                both = x + y  # type: ignore[operator]
                ways[both] = ways.get(both, 0) + a * b
        return Distribution(ways, self.total * other.total)

    def times(self, count: int) -> "Distribution[int]":
        """The distribution of the sum of `count` (0 or more) independent copies, by repeated doubling."""
        sum_, power = sure(0), self
        while count:
            if count & 1:
                sum_ = sum_.plus(power)  # type: ignore[arg-type]
            count >>= 1
            if count:
                power = power.plus(power)  # type: ignore[arg-type, assignment]
        return sum_

    def given(self, test: Callable[[T], object]) -> "Distribution[T]":
        """The distribution among the outcomes that pass a test. Raises ValueError where none of them does."""
        return of({x: weight for x, weight in self.ways.items() if test(x)})

    def rows(self, top: T | None = None) -> Chances:
        """Outcomes as text with their chances, lowest outcome first: what an answer shows.

        `top` is an outcome that stands for itself and all above: "4 or more".
        """
        outcomes = sorted(self.ways)  # type: ignore[type-var]
        names = [f"{x} or more" if x == top else x for x in outcomes]
        return Chances(names, [self.ways[x] for x in outcomes], self.total)

    def consecutive(self: "Distribution[int]") -> "Consecutive":
        """The same as a row of weights, for outcomes that are whole numbers; those in a gap get the weight 0."""
        lowest = min(self.ways)
        weights = tuple([self.ways.get(number, 0) for number in range(lowest, max(self.ways) + 1)])
        return Consecutive(lowest, weights, self.total)


class Consecutive(NamedTuple):
    """The distribution of a whole number as a row: the weights of `lowest` and all after it, 0 or more, over `total`.

    It is quicker to make and to add up than a `Distribution`, and less can be done with it.
    """

    lowest: int
    weights: tuple[int, ...]
    total: int

    def weight(self, number: int) -> int:
        """The weight of one number; 0 for what cannot happen."""
        at = number - self.lowest
        return self.weights[at] if 0 <= at < len(self.weights) else 0

    def at_least(self, number: int) -> int:
        """The weight of a number and all above it."""
        return sum(self.weights[max(0, number - self.lowest) :])

    def chance(self, number: int) -> Fraction:
        """The chance, 0 to 1, of a number or more."""
        return Fraction(self.at_least(number), self.total)

    def mean(self) -> Fraction:
        """The mean of the number."""
        return Fraction(sum(map(mul, count(self.lowest), self.weights)), self.total)

    def plus(self, other: "Consecutive") -> "Consecutive":
        """The distribution of the sum of two independent numbers; the row ends with the last one that can happen."""
        total = self.total * other.total
        each = width(total)
        product = packed(self.weights, each) * packed(other.weights, each)
        return Consecutive(self.lowest + other.lowest, coefficients(product, each), total)

    def minus(self, other: "Consecutive") -> "Consecutive":
        """The distribution of how far this number is ahead of an independent other one."""
        highest = other.lowest + len(other.weights) - 1
        return self.plus(Consecutive(-highest, other.weights[::-1], other.total))

    def rows(self) -> Chances:
        """The numbers that can happen as text with their chances, lowest first: what an answer shows."""
        numbers = range(self.lowest, self.lowest + len(self.weights))
        if all(self.weights):
            return Chances(numbers, self.weights, self.total)
        some = [number for number, weight in zip(numbers, self.weights, strict=True) if weight]
        return Chances(some, [weight for weight in self.weights if weight], self.total)


def of(ways: Mapping[T, int]) -> Distribution[T]:
    """Make a distribution of weights, brought to their lowest terms; outcomes of weight 0 are left out.

    Raises ValueError for a weight that is no whole number from 0 up, and where all of them are 0.
    """
    if any(type(weight) is not int or weight < 0 for weight in ways.values()):
        raise ValueError("A weight is a whole number from 0 up.")
    common = gcd(*ways.values())
    if not common:
        raise ValueError("A distribution needs an outcome that can happen.")
    kept = {x: weight // common for x, weight in ways.items() if weight}
    return Distribution(kept, sum(kept.values()))


def sure(outcome: T) -> Distribution[T]:
    """The distribution of what is certain."""
    return Distribution({outcome: 1}, 1)


def die(faces: int) -> Distribution[int]:
    """One fair die with the faces 1 to `faces`. Raises ValueError where there is none."""
    return of(dict.fromkeys(range(1, faces + 1), 1))


def mixture(parts: Iterable[tuple[int, Distribution[T]]]) -> Distribution[T]:
    """The distribution of picking one of several with these weights (whole, 0 or more), over the least common total."""
    picked = list(parts)
    scale = lcm(*(each.total for _, each in picked))
    ways: dict[T, int] = {}
    total = 0
    for weight, each in picked:
        factor = weight * (scale // each.total)
        total += weight
        for x, inner in each.ways.items():
            ways[x] = ways.get(x, 0) + factor * inner
    return Distribution(ways, total * scale)
