"""Emblems: a letter on a coloured, patterned disc, the same for the same name everywhere."""

from functools import lru_cache
from zlib import crc32

from cliffhanger.web.page.dice import SHEET
from cliffhanger.web.page.html import esc

HUES = 8
PATTERNS = 4


@lru_cache(1024)
def mark(name: str) -> str:
    """Draw the emblem of a name. Colour and pattern come from its first word, so that Juno is Juno Marsh everywhere.

    A leading "The" says nothing of whom it stands for: the Porter has a P.
    """
    words = name.split()
    first = words[1] if len(words) > 1 and words[0].casefold() == "the" else words[0] if words else name
    seed = crc32(first.casefold().encode())
    letter = next((sign for sign in f"{first}{name}" if sign.isalnum()), "?").upper()
    return (
        f'<svg class="face h{seed % HUES}" viewBox="0 0 40 40" aria-hidden="true">'
        f'<use href="{SHEET}#mark-{seed // HUES % PATTERNS}"/><text x="20" y="20.5">{esc(letter)}</text></svg>'
    )
