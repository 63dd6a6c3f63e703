"""Small words that pages share: lists, amounts, chances, what an option is about."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import takewhile

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.params import Choice, Pick, Text
from cliffhanger.web.page.language import _

NAMED = 3  # of what is chosen, the big button names so many; of more it counts the rest


def listed(names: Iterable[str], *, or_: bool = False) -> str:
    """`Ferris`, `Ferris and Juno`, `Ferris, Juno and Pilar`; `or_` sets "or" before the last."""
    known = list(names)
    if len(known) < 2:
        return "".join(known)
    both = _("{first} or {last}") if or_ else _("{first} and {last}")
    return both.format(first=", ".join(known[:-1]), last=known[-1])


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


def aim(option: Option, choice: Choice) -> str:
    """What an option is about as it is chosen now, briefly, where there is something to choose from.

    That is its first question, if it is one of things: whom, which, where. A pair of such questions goes together.
    """
    first = takewhile(lambda p: isinstance(p, Pick) and not p.within, option.params)
    picks = [p for p in first if isinstance(p, Pick)]
    asked = picks if len(picks) == 2 else picks[:1]
    if not any(sum(not item.blocked for item in p.items) > 1 for p in asked):
        return ""
    chosen = [item.label for p in asked for item in p.items if item.id in _several(choice.get(p.name))]
    if len(chosen) > NAMED:
        chosen[NAMED - 1 :] = [_("{n} more").format(n=len(chosen) - NAMED + 1)]
    return listed(chosen)


def lying(option: Option, choice: Choice) -> str:
    """The same of an option with words that nobody has chosen yet: all that would be said and staked; else ""."""
    ready = [p for p in option.params if isinstance(p, Text) and p.ready]
    if not any(choice.get(p.name) == p.ready[0].says for p in ready):
        return ""
    found = []
    for p in option.params:
        value = choice.get(p.name)
        if isinstance(p, Pick):
            found += [item.label for item in p.items if item.id in _several(value)]
        elif p in ready:
            found.append(_("“{words}”").format(words=value))
    return " · ".join(found)


def _several(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()
