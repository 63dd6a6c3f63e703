"""What is drawn of options, whoever has them: whose they are, where they are asked and their terms are filled in last.

Each act opens a new window, often with the options of an earlier one, and several seats are asked the same: so options
are drawn without the names of seat and window, and once. What is filled in stands once a window (`Filled`), so that what
was drawn need not be sent again either.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import structs

from cliffhanger.kernel import cache
from cliffhanger.kernel.offers import Option, terms
from cliffhanger.web.page.html import NUMBER, Markup, ident
from cliffhanger.web.page.regions import PLACE, SEAL, SPLIT, TERMS, Filled

__all__ = ["PLACE", "SEAL", "Cut", "cut", "filled", "unplaced"]


class Cut(NamedTuple):
    """What is drawn of a window, with its seals and places open, and the keys of the options whose seals they are."""

    texts: tuple[Markup, ...]
    keys: tuple[str, ...]


def unplaced(option: Option) -> Option:
    """An option as it is drawn in any window: whose it is, where it is asked and in which order stand around it."""
    return _unplaced(option) if option.seat or option.window or option.rank or option.ask else option


@cache.remembered(id, 4096, hold=True)
def _unplaced(option: Option) -> Option:
    return structs.replace(option, seat="", window="", rank=0, ask="")


def cut(texts: Iterable[Markup], options: Iterable[Option]) -> Cut:
    """What is drawn of options; those with a form are given, in the order of their forms."""
    return Cut(tuple([each for each in texts if each]), tuple([option.key for option in options]))


def filled(drawn: Cut, options: Iterable[Option], base: str) -> Filled:
    """Fill in the options of one window: what was drawn may be that of another seat, asked the same."""
    named = {option.key: option for option in options}
    one = next(iter(named.values()))
    if not drawn.keys:
        return Filled(drawn.texts, Markup("{place}{split}").format(place=ident(one.seat, one.window), split=SPLIT))
    parts = [_whose(base, one.seat, one.window), *[_terms_of(named[key]) for key in drawn.keys]]
    return Filled(drawn.texts, Markup(str.join(SPLIT, parts)))  # noqa: S704  (markup, and digests)


@lru_cache(4096)
def _whose(base: str, seat: str, window: str) -> Markup:
    """Where an act of a window goes, and whose it is: the place in its ids, and what each of its forms says.

    The terms tell whether an option has moved since it was looked at.
    """
    return Markup(
        '{place}{split} action="{base}/act"><input type="hidden" name="seat" value="{seat}">'
        '<input type="hidden" name="window" value="{window}">'
        '<input type="hidden" name="terms" value="{terms}"><input type="hidden" name="id" value="{number}-{terms}">'
    ).format(place=ident(seat, window), split=SPLIT, base=base, seat=seat, window=window, terms=TERMS, number=NUMBER)


def _terms_of(option: Option) -> str:
    """What stands open at any time comes again as another object, what a window asks as the same one while it is open."""
    return _terms_for_long(option) if option.standing else _terms_now(option)


_terms_for_long = lru_cache(4096)(terms)
_terms_now = cache.remembered(id, 2048, hold=True)(terms)
