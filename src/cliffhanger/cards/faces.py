"""Faces: what each sign of a typeface measures and looks like, from tables that the build makes of the fonts.

No font is read here, and no browser asked: a text is as wide as the table says, in SVG and in PDF alike.
"""

import re
import unicodedata
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

import msgspec

BODY, BOLD, ITALIC = "text", "bold", "italic"
DISPLAY = ("house", "poster", "titles", "book", "comic")
"""The faces of titles, by the names that skins have for them."""
PLAIN_DIGITS = ("poster", "comic")
"""Those of them whose numbers cannot be misread: the others have digits that hang below the line, or a 1 like an I."""
MISSING = "\N{REPLACEMENT CHARACTER}"
"""What stands for a sign that a face lacks; it is drawn as the face's own box."""

_HIDDEN = {
    "Cc",
    "Cf",
    "Cs",
    "Co",
    "Cn",
    "Mn",
    "Me",
    "Sk",
}  # controls, directions, joiners, halves, and marks on letters
_SPACE = re.compile(r"\s+")


class Glyph(NamedTuple):
    """One sign of a face: its number in the font, its width, and its outline in the units of the face, upwards."""

    number: int
    width: int
    outline: str


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A typeface: the name inside its font, how many units make its size, its measures, and its signs."""

    name: str
    units: int
    ascent: int
    descent: int
    capital: int
    box: tuple[int, int, int, int]
    slant: float
    glyphs: dict[str, Glyph]

    def glyph(self, sign: str) -> Glyph:
        """What is drawn for a sign: a box where the face has none."""
        return self.glyphs.get(sign) or self.glyphs[""]

    def has(self, text: str) -> bool:
        """Whether every sign of a text can be drawn."""
        return all(sign in self.glyphs for sign in text)


@lru_cache(16)
def face(name: str) -> Face:
    """Load a face by its name."""
    return msgspec.json.decode(_file(f"{name}.json"), type=Face)


def font_file(name: str) -> bytes:
    """The font of a face, to be embedded."""
    return _file(f"{name}.ttf")


def _file(name: str) -> bytes:
    return resources.files("cliffhanger.cards").joinpath("vendor", name).read_bytes()


def width(text: str, name: str, size: float) -> float:
    """How wide a text is, in the unit of `size`."""
    chosen = face(name)
    return sum(chosen.glyph(sign).width for sign in text) * size / chosen.units


@lru_cache(256)
def drawable(text: str, name: str = BODY) -> str:
    """A text of signs that a face has: composed; without what is never seen; letters it lacks without their accents.

    For whatever else it lacks (an emoji, another script) a box stands, one for each sign that a reader would see.
    """
    chosen, found = face(name), []
    joined = False
    for sign in unicodedata.normalize("NFC", _SPACE.sub(" ", text)):
        if sign in chosen.glyphs:
            found.append(sign)
        elif unicodedata.category(sign) in _HIDDEN:
            joined = joined or sign == "\N{ZERO WIDTH JOINER}"
            continue
        elif plain := "".join(each for each in unicodedata.normalize("NFKD", sign) if each in chosen.glyphs):
            found.append(plain)
        elif not joined:
            found.append(MISSING)
        joined = False
    return " ".join(part for part in "".join(found).split(" ") if part)


def display(text: str, name: str) -> str:
    """The face to set a title in: the one that is asked for, or the bold one where that lacks any of its signs."""
    return name if name in DISPLAY and face(name).has(drawable(text, BOLD)) else BOLD


def numbers(text: str, name: str) -> str:
    """The face to set numbers in: that of titles, or the bold one where its digits could be misread."""
    return display(text, name) if name in PLAIN_DIGITS else BOLD
