"""What is drawn of options, whoever has them: whose they are, where they are asked and their terms are filled in last.

Each act opens a new window, often with the options of an earlier one, and several seats are asked the same: so options
are drawn without the names of seat and window, and once.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from cliffhanger.kernel import cache
from cliffhanger.kernel.offers import Option, terms
from cliffhanger.web.page.html import NUMBER, Markup, ident, joined

PLACE = Markup("\x02")  # stands in an id where seat and window go
SEAL = Markup("\x03")  # and in a form where it says whose act it is; no string from outside can hold either


class Cut(NamedTuple):
    """What is drawn, cut at its seals and there at its places; and the keys of the options whose seals they are."""

    pieces: tuple[list[Markup], ...]
    keys: tuple[str, ...]


def unplaced(option: Option) -> Option:
    """An option as it is drawn in any window: whose it is, where it is asked and in which order stand around it."""
    return structs.replace(option, seat="", window="", rank=0, ask="")


def cut(parts: Iterable[Markup], options: Iterable[Option]) -> Cut:
    """Cut what is drawn of options; those with a form are given, in the order of their forms."""
    keys = tuple([option.key for option in options])
    return Cut(tuple([piece.split(PLACE) for piece in joined(parts).split(SEAL)]), keys)


def filled(drawn: Cut, options: Iterable[Option], base: str) -> Markup:
    """Fill in the options of one window: what was drawn may be that of another seat, asked the same."""
    named = {option.key: option for option in options}
    place = next(ident(option.seat, option.window) for option in named.values())
    parts = [str.join(place, drawn.pieces[0])]
    for key, piece in zip(drawn.keys, drawn.pieces[1:], strict=True):
        parts += _seal(named[key], base), str.join(place, piece)
    return Markup("".join(parts))  # noqa: S704  (the pieces were markup, and so is what stands between them)


def _seal(option: Option, base: str) -> Markup:
    """What a form says of whose act it is and where it goes, and what tells whether it has moved since it was looked at.

    What stands open at any time comes again as another object, what a window asks as the same one while it is open.
    """
    return _seal_for_long(option, base) if option.standing else _seal_now(option, base)


@lru_cache(4096)
def _seal_for_long(option: Option, base: str) -> Markup:
    return Markup(
        ' action="{base}/act"><input type="hidden" name="seat" value="{seat}">'
        '<input type="hidden" name="window" value="{window}"><input type="hidden" name="key" value="{key}">'
        '<input type="hidden" name="terms" value="{terms}"><input type="hidden" name="id" value="{number}-{terms}">'
    ).format(base=base, seat=option.seat, window=option.window, key=option.key, terms=terms(option), number=NUMBER)


_seal_now = cache.remembered(lambda option, base: (id(option), base), 2048, hold=True)(_seal_for_long.__wrapped__)
