"""Small words that pages share: lists, amounts, chances."""

from collections.abc import Iterable
from fractions import Fraction

from cliffhanger.web.page.language import _


def listed(names: Iterable[str]) -> str:
    """`Ferris`, `Ferris and Juno`, `Ferris, Juno and Pilar`."""
    known = list(names)
    if len(known) < 2:
        return "".join(known)
    return _("{first} and {last}").format(first=", ".join(known[:-1]), last=known[-1])


def percent(value: Fraction) -> str:
    """Round to whole percent, but never to a certainty that is none: `83`, `under 1`, `over 99`."""
    sign, number = _percent(value)
    if sign == "<":
        return _("under {number}").format(number=number)
    return _("over {number}").format(number=number) if sign else str(number)


def percent_sign(value: Fraction) -> str:
    """The same with a sign in place of words: `83`, `<1`, `>99`."""
    sign, number = _percent(value)
    return f"{sign}{number}"


def _percent(value: Fraction) -> tuple[str, int]:
    part, whole = value.numerator * 100, value.denominator
    if 0 < part < whole:
        return "<", 1
    if 99 * whole < part < 100 * whole:
        return ">", 99
    return "", (2 * part + whole) // (2 * whole)


def amount(value: Fraction) -> str:
    """A mean to one decimal, `2.3`, or two below 1, `0.13`; a whole one stays whole, and little is not nothing: `under 0.01`."""
    if 0 < value < Fraction(1, 100):
        return _("under {number}").format(number="0.01")
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.{2 if value < 1 else 1}f}"
