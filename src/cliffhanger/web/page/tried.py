"""What each item of a pick by slots would make of the chance, on the item itself, and the sky over them, with its sun.

A figure of an item is that of the option with the item tried; one that is chosen already has that of the choice as it is. Where
items may be chosen each by itself beside those of the slots (a belief acted against), they say from what to what.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.option import Option
from cliffhanger.kernel.params import Choice, Param, Pick
from cliffhanger.kernel.pool import pool_of
from cliffhanger.web.page.chance import value_of
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.language import _
from cliffhanger.web.page.view import Figure, Odds

LOW, HIGH = 52.0, 15.0
"""Where the middle of the sun stands with no chance at all (behind the hills), and with all of it; the picture is 50 high."""


class Worth(NamedTuple):
    """What a form knows of its chance as it is drawn: over all, and by pick and item; one that is not known yet is empty."""

    sky: Markup
    items: tuple[tuple[tuple[str, str], Markup], ...]

    def of(self, p: Pick) -> tuple[tuple[str, Markup], ...]:
        """What is known of the items of one pick."""
        return tuple((item, said) for (name, item), said in self.items if name == p.name)


def by_slot(p: Param) -> bool:
    """Whether what there is to choose stands slot by slot."""
    return isinstance(p, Pick) and bool(p.slots) and any(item.slot for item in p.items)


def alone_beside(q: Param, p: Pick) -> bool:
    """Whether a question asks of each item that a pick holds by itself, so that it can stand below that item."""
    return isinstance(q, Pick) and q.within == p.name and not q.least and q.most >= len(q.items) > 0


@remembered(id, 4096, hold=True)
def pools(params: tuple[Param, ...]) -> tuple[tuple[Pick, bool], ...]:
    """The picks whose items say what they make of the chance, each with whether it asks of what another one holds."""
    slotted = tuple(p for p in params if isinstance(p, Pick) and by_slot(p))
    below = tuple((q, True) for p in slotted for q in params if isinstance(q, Pick) and alone_beside(q, p))
    return (*((p, False) for p in slotted), *below)


def name_of(option: Option, p: Pick, item: str) -> tuple[str, str]:
    """Under which name the figures of an option with an item tried stand among all figures."""
    return option.window, f"{option.key}:{p.name}={item}"


def worth(option: Option, known: Choice, odds: Odds) -> Worth | None:
    """What is known of an option with `pools`, with what is chosen; None where it has no figure."""
    if not option.figures_of(known):
        return None
    found = pools(option.params)
    now = odds.get((option.window, option.key), ())
    rows = []
    for p, beside in found:
        held = known[p.name]
        for item in p.items:
            tried, on = odds.get(name_of(option, p, item.id), ()), isinstance(held, tuple) and item.id in held
            said = _becomes(*((tried, now) if on else (now, tried))) if beside else _would_be(now if on else tried)
            rows.append(((p.name, item.id), said))
    return Worth(_sky(option, known, now), tuple(rows))


def _would_be(figures: tuple[Figure, ...]) -> Markup:
    """A chance in a word, with what it is of for those who listen; that there is none, too."""
    if not figures:
        return NOTHING
    if figures[0].unit == "chance" and not figures[0].value:
        return Markup("{none}").format(none=_("cannot"))
    return Markup('{value}<span class="sr"> {words}</span>').format(value=value_of(figures[0]), words=figures[0].words)


def _becomes(whole: tuple[Figure, ...], torn: tuple[Figure, ...]) -> Markup:
    if not (whole and torn):
        return NOTHING
    words = Markup('{whole} <span aria-hidden="true">&rarr;</span><span class="sr">{becomes}</span> <b>{torn}</b>')
    return words.format(whole=value_of(whole[0]), becomes=_("becomes"), torn=value_of(torn[0]))


def _sky(option: Option, known: Choice, figures: Iterable[Figure]) -> Markup:
    """The sky over the dice: what is to be beaten, the chance, and the sun as high as that; the dock says it all in words."""
    figure = next(iter(figures), None)
    pool = pool_of(option, known)
    bends = joined(
        Markup("<span>{name} <b>{value}</b></span>").format(name=row.name, value=row.value)
        for row in (pool.bends if pool else ())
        if row.value
    )
    said = (
        Markup('<span class="then">{words} <b>{value}</b></span>').format(words=figure.words, value=value_of(figure))
        if figure
        else NOTHING
    )
    high = _height(figure.value if figure and figure.unit == "chance" else Fraction(0))
    return Markup(
        '<svg viewBox="0 0 100 50" preserveAspectRatio="xMidYMax"><circle class="glow" cx="50" cy="{high}" r="21"/>'
        '<circle cx="50" cy="{high}" r="13"/></svg>{bends}{said}'
    ).format(high=high, bends=bends, said=said)


def _height(chance: Fraction) -> str:
    return f"{LOW - (LOW - HIGH) * float(chance):.1f}"
