"""What is worth looking at when a choice has a worth and a price: the rest is beaten by something better and cheaper."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")


def unbeaten(
    options: Iterable[T], worth: Callable[[T], Fraction | int], price: Callable[[T], Fraction | int]
) -> list[T]:
    """The options that no other one beats, cheapest first; of equals the first."""
    kept: list[T] = []
    for each in sorted(options, key=lambda x: (price(x), -worth(x))):
        if not kept or worth(each) > worth(kept[-1]):
            kept.append(each)
    return kept
