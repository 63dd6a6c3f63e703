"""Emblems: a letter on a coloured, patterned disc, the same for the same name everywhere.

Where two names on a page begin alike, each has a second letter that tells them apart.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from html import unescape
from zlib import crc32

from cliffhanger.web.page.dice import SHEET
from cliffhanger.web.page.html import Markup

HUES = 8
PATTERNS = 4


_MARK = re.compile(r'(<svg class="face h\d") data-of="([^"]*)"([^>]*><use [^>]*/><text )x="20" y="20.5">[^<]*<')


@lru_cache(1024)
def mark(name: str) -> Markup:
    """Draw the emblem of a name. Colour and pattern come from its first word, so that Juno is Juno Marsh everywhere.

    A leading "The" says nothing of whom it stands for: the Porter has a P.
    """
    words = name.split()
    first = words[1] if len(words) > 1 and words[0].casefold() == "the" else words[0] if words else name
    seed = crc32(first.casefold().encode())
    signs = "".join(sign for sign in (first if any(map(str.isalnum, first)) else name) if sign.isalnum()).casefold()
    return Markup(
        '<svg class="face h{hue}" data-of="{signs}" viewBox="0 0 40 40" aria-hidden="true">'
        '<use href="{sheet}#mark-{pattern}"/><text x="20" y="20.5">{letter}</text></svg>'
    ).format(
        hue=seed % HUES, signs=signs, sheet=SHEET, pattern=seed // HUES % PATTERNS, letter=signs[:1].upper() or "?"
    )


def told_apart(page: Markup) -> Markup:
    """Give the emblems of a page the letters that tell its names apart; whose they are is left out from here on."""
    return _lettered(page, _names(page))


def parts_told_apart(*parts: Markup) -> list[Markup]:
    """The same for a page in parts: most of them are those of the page before, and what was made of them is remembered."""
    names = frozenset().union(*map(_names, parts))
    return [_lettered(part, names) for part in parts]


@lru_cache(1024)
def _names(part: Markup) -> frozenset[str]:
    """Whose emblems stand in a part of a page."""
    return frozenset(unescape(found[2]) for found in _MARK.finditer(part))


@lru_cache(1024)
def _lettered(part: Markup, names: frozenset[str]) -> Markup:
    if not _names(part):
        return part
    letters = _letters(names)
    lettered = _MARK.sub(lambda found: f"{found[1]}{found[3]}{_placed(letters[unescape(found[2])])}<", part)
    return Markup(lettered)  # noqa: S704  (the part was markup, and what it got is)


@lru_cache(1024)
def _placed(letters: str) -> Markup:
    return Markup('x="20" y="20.5"{kind}>{letters}').format(
        kind=" class=two" if len(letters) > 1 else "", letters=letters
    )


@lru_cache(512)
def _letters(names: frozenset[str]) -> dict[str, str]:
    """A letter for each name, and a second one for each that shares its first: the earliest that nobody else has there."""
    found: dict[str, str] = {}
    for name in sorted(names):
        alike = sorted(other for other in names if other[:1] == name[:1])
        found[name] = _pair(name, alike, found.values()) if len(alike) > 1 else name[:1].upper() or "?"
    return found


def _pair(name: str, alike: list[str], taken: Iterable[str]) -> str:
    others = {other[1:2] for other in alike if other != name}
    signs = sorted(name[1:], key=lambda sign: sign in others)
    used = set(taken)
    pairs = (f"{name[:1].upper()}{sign}" for sign in signs)
    return next((pair for pair in pairs if pair not in used), f"{name[:1].upper()}{len(used) % 10}")
