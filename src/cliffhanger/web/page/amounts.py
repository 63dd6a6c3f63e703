"""Small words that pages share: lists, amounts, chances."""

from collections.abc import Iterable
from fractions import Fraction


def listed(names: Iterable[str]) -> str:
    """`Ferris`, `Ferris and Juno`, `Ferris, Juno and Pilar`."""
    known = list(names)
    return known[0] if len(known) == 1 else f"{', '.join(known[:-1])} and {known[-1]}" if known else ""


def percent(value: Fraction) -> str:
    """Round to whole percent, but never to a certainty that is none: `83`, `under 1`, `over 99`."""
    part, whole = value.numerator * 100, value.denominator
    if 0 < part < whole:
        return "under 1"
    if 99 * whole < part < 100 * whole:
        return "over 99"
    return str((2 * part + whole) // (2 * whole))


def amount(value: Fraction) -> str:
    """A mean to one decimal, `2.3`, or two below 1, `0.13`; a whole one stays whole, and little is not nothing: `under 0.01`."""
    if 0 < value < Fraction(1, 100):
        return "under 0.01"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.{2 if value < 1 else 1}f}"


def many(n: int, one: str, more: str = "") -> str:
    """`1 die`, `3 dice`."""
    return f"{n} {one if n == 1 else more or one + 's'}"
