"""The pool that an option would throw: hollow dice by where they come from, words first, and what bends them beside."""

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Die, Row
from cliffhanger.kernel.params import Choice
from cliffhanger.kernel.pool import pool_of, signed
from cliffhanger.web.page.dice import hollow
from cliffhanger.web.page.html import NOTHING, Markup, joined
from cliffhanger.web.page.terms import term
from cliffhanger.web.page.wording import counted

PLAIN = frozenset((0, 6))
"""Coins, and the die that goes without saying: any other says its size where it stands alone, even if all in a pool are alike."""


def pool(option: Option, known: Choice, place: Markup) -> Markup:
    """Draw the pool with what is chosen; nothing where nothing is thrown. `place` is its id."""
    found = pool_of(option, known)
    if found is None:
        return NOTHING
    sizes = {d.size if isinstance(d, Die) else 0 for row in found.sources for d in row.dice}
    mixed, numbered = len(sizes) > 1, not sizes <= PLAIN
    # What hinders takes dice away from the end.
    left = sum(len(row.dice) for row in found.sources) - found.gone
    parts = []
    for row in found.sources:
        parts.append(
            _source(
                row, max(0, min(left, len(row.dice))), mixed=mixed, numbered=mixed or (numbered and len(row.dice) == 1)
            )
        )
        left -= len(row.dice)
    parts += map(_bend, found.bends)
    return Markup('<div class="pool" id="{place}"><b class="sum">{count}</b> {parts}</div>').format(
        place=place, count=counted(found), parts=Markup(" ").join(parts)
    )


def _source(row: Row, left: int, *, mixed: bool, numbered: bool) -> Markup:
    """Where dice come from: its name, how many (or, where sizes differ, which), and they themselves."""
    said = str(len(row.dice))
    if mixed:
        said = " ".join(f"d{d.size}" if isinstance(d, Die) else "" for d in row.dice)
    number = Markup('<span class="{kind}">{said}</span>').format(kind="sr" if mixed else "n", said=said)
    return Markup('<span class="from">{name} {number}{dice}</span>').format(
        name=term(row.name), number=number, dice=hollow(row.dice, left, numbered=numbered)
    )


def _bend(row: Row) -> Markup:
    """What bends the pool, in small signed words."""
    n = row.n or 0
    return Markup('<span class="bend{bad}">{name}{value}</span>').format(
        bad=" bad" if row.state == "bad" or n < 0 else "",
        name=joined((term(row.name), " ")) if row.name else NOTHING,
        value=Markup("<b>{words}</b>").format(
            words=" ".join(part for part in (signed(n) if n else "", row.value) if part)
        ),
    )
