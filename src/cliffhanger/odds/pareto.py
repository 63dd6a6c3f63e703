"""The Pareto front of options with a worth and a price: the others are beaten by one that is better and no dearer."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")


def unbeaten(
    options: Iterable[T], worth: Callable[[T], Fraction | int], price: Callable[[T], Fraction | int]
) -> list[T]:
    """The Pareto front: the options that no other one beats, cheapest first; of equals the first.

    `worth` is better the higher it is, `price` the lower; both are exact numbers in any unit. One pass over the options
    sorted by price, so n log n comparisons (Kung, Luccio and Preparata 1975, for two criteria).
    """
    kept: list[T] = []
    for each in sorted(options, key=lambda x: (price(x), -worth(x))):
        if not kept or worth(each) > worth(kept[-1]):
            kept.append(each)
    return kept
