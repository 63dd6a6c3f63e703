"""Emblems: a letter on a coloured, patterned disc, the same for the same name everywhere.

Where two names on a page begin alike, each has a second letter that tells them apart. Whoever stands against the players'
people is angular, and a word that is said of somebody may choose a silhouette in place of the pattern.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import unescape
from typing import NamedTuple
from zlib import crc32

from cliffhanger.kernel.cache import each_remembered
from cliffhanger.web.page.dice import SHEET
from cliffhanger.web.page.html import Markup
from cliffhanger.web.page.silhouettes import NO_FACES, Faces, key, merged, silhouette

HUES = 8
PATTERNS = 4
KIT = "/static/emblems.svg"
_ANGULAR = " data-angular"
_NUMBER = re.compile(r"(?<=[^0-9])[0-9]{1,2}$")


_OF = ' data-of="'  # in an emblem, before whose it is; no string from outside can hold it: its quotes are escaped
_AT = 'x="20" y="20.5">'  # before its letter


@lru_cache(1024)
def mark(name: str) -> Markup:
    """Draw the emblem of a name. Colour and pattern come from its first word, so that Juno is Juno Marsh everywhere.

    A leading "The" says nothing of whom it stands for: the Porter has a P.
    """
    signs = key(name)
    seed = crc32(signs.encode())
    return Markup(
        '<svg class="face h{hue}" data-of="{signs}" viewBox="0 0 40 40" aria-hidden="true">'
        '<use href="{drawing}"/><text x="20" y="20.5">{letter}</text></svg>'
    ).format(
        hue=hue(name),
        signs=signs,
        drawing=f"{KIT}#{known}" if (known := silhouette(signs)) else f"{SHEET}#mark-{seed // HUES % PATTERNS}",
        letter=signs[:1].upper() or "?",
    )


def hue(name: str) -> int:
    """Which of the hues the emblem of a name has."""
    return crc32(key(name).encode()) % HUES


class Part(NamedTuple):
    """A part of a page as it was drawn, and whose emblems are in it."""

    drawn: Markup
    names: frozenset[str]


@lru_cache(4096)
def part(drawn: Markup) -> Part:
    """Find the emblems in a part of a page."""
    return Part(drawn, frozenset(unescape(each[: each.index('"')]) for each in str.split(drawn, _OF)[1:]))


def told_apart(page: Markup, faces: Faces = NO_FACES) -> Markup:
    """Give the emblems of a page the letters that tell its names apart, and the `faces` of those who are known.

    Whose they are is left out from here on.
    """
    return parts_told_apart(page, faces=faces)[0]


def parts_told_apart(*parts: Markup, faces: Faces = NO_FACES) -> list[Markup]:
    """The same for a page in parts."""
    return told_apart_in([part(each) for each in parts], faces)


def told_apart_in(parts: Sequence[Part], faces: Faces = NO_FACES) -> list[Markup]:
    """The same where it is known whose emblems are in which part: most parts are those of the page before."""
    return _lettered(parts, _shown_by(tuple([each.names for each in parts if each.names]), faces))


class Shown(NamedTuple):
    """What an emblem shows on one page: its letters, whether it is angular, and its silhouette."""

    letters: str
    angular: bool = False
    silhouette: str = ""


@each_remembered(id, 1024, 256)
def _lettered(part: Part, letters: dict[str, Shown]) -> Markup:
    return _with_letters(part, tuple([(name, letters[name]) for name in part.names])) if part.names else part.drawn


@lru_cache(4096)
def _with_letters(part: Part, lettered: tuple[tuple[str, Shown], ...]) -> Markup:
    letters = dict(lettered)
    begins, *emblems = str.split(part.drawn, _OF)
    drawn = [begins]
    for each in emblems:
        signs, _, rest = each.partition('"')
        before, _, after = rest.partition(_AT)
        shown = letters[unescape(signs)]
        if shown.silhouette:
            before = (
                before[: before.index("#")].replace(SHEET, KIT) + f"#{shown.silhouette}" + before[before.index('"/>') :]
            )
        drawn += _ANGULAR if shown.angular else "", before, _placed(shown.letters), after[after.index("<") :]
    return Markup("".join(drawn))  # noqa: S704  (the part was markup, and what it got is)


@lru_cache(1024)
def _placed(letters: str) -> Markup:
    return Markup('x="20" y="20.5"{kind}>{letters}').format(
        kind=" class=two" if len(letters) > 1 else "", letters=letters
    )


@lru_cache(4096)
def _shown_by(names: tuple[frozenset[str], ...], faces: Faces) -> dict[str, Shown]:
    return _shown(frozenset().union(*names), faces)


@lru_cache(4096)
def _shown(names: frozenset[str], faces: Faces) -> dict[str, Shown]:
    known = merged(faces)
    found = dict(_letters(frozenset(known)))
    found |= _letters(names.difference(known), tuple(found.items()))
    return {name: Shown(found[name], *known.get(name, ())) for name in names}


@lru_cache(4096)
def _letters(names: frozenset[str], beside: tuple[tuple[str, str], ...] = ()) -> dict[str, str]:
    """A letter for each name, and a second one for each that shares its first: the earliest that nobody else has there.

    Names `beside` them have their letters already, whoever else is on a page: so that a person at a table has one sign on
    all of its pages. A number at its end tells a name apart by itself.
    """
    found: dict[str, str] = {}
    known = dict(beside)
    for name in sorted(names):
        if number := _NUMBER.search(name):
            found[name] = name[:1].upper() + number[0]
            continue
        alike = sorted(other for other in (*names, *known) if other[:1] == name[:1])
        taken = (*known.values(), *found.values())
        found[name] = _pair(name, alike, taken) if len(alike) > 1 else name[:1].upper() or "?"
    return found


def _pair(name: str, alike: list[str], taken: Iterable[str]) -> str:
    others = {other[1:2] for other in alike if other != name}
    signs = sorted(name[1:], key=lambda sign: sign in others)
    used = set(taken)
    pairs = (f"{name[:1].upper()}{sign}" for sign in signs)
    return next((pair for pair in pairs if pair not in used), f"{name[:1].upper()}{len(used) % 10}")
