"""Catalogues of translations: a gettext .po file read into msgid -> msgstr, with the plural rule of its language."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from string import Formatter
from typing import NamedTuple

import msgspec

from cliffhanger.kernel.errors import Unreadable

LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?(".*")')
PLURAL = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;\n]+)")
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
SPOKEN: ContextVar[str] = ContextVar("spoken", default="")
"""The language that is spoken now; empty for English."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language meanwhile; English where there is no catalogue of it."""
    before = SPOKEN.set(language)
    try:
        yield
    finally:
        SPOKEN.reset(before)


def _english(n: int) -> int:
    return int(n != 1)


class Catalogue(NamedTuple):
    """Messages in one language. `plural` tells which of the `forms` alternatives goes with a number.

    `plurals` has all alternatives of the messages that gettext keeps with a msgid_plural, by both together.
    """

    messages: Mapping[str, str]
    plural: Callable[[int], int] = _english
    forms: int = 2
    plurals: Mapping[tuple[str, str], tuple[str, ...]] = {}

    def text(self, message: str) -> str:
        """The translation of a message, or the message where there is none."""
        return self.messages.get(message) or message

    def number_text(self, one: str, many: str, n: int) -> str:
        """The alternative for a number; `one` or `many` as in English where there is no translation."""
        found = self.plurals.get((one, many))
        return found[self.plural(n)] if found else (one, many)[_english(n)]


ENGLISH = Catalogue({})
"""No catalogue: messages are written in English."""


def read_po(text: str, name: str = "messages.po") -> Catalogue:
    """Read a .po file; comments and fuzzy messages are left out. Unreadable names the file and the line."""
    messages: dict[str, str] = {}
    plurals: dict[tuple[str, str], list[str]] = {}
    entry: dict[str, str] = {}
    part, fuzzy = "", False

    def keep() -> None:
        if fuzzy and entry["msgid"]:
            return
        if "msgid_plural" in entry:
            found = [text for part, text in sorted(entry.items()) if part.startswith("msgstr")]
            if any(found):
                plurals[entry["msgid"], entry["msgid_plural"]] = found
        elif entry.get("msgstr"):
            messages[entry["msgid"]] = entry["msgstr"]

    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            if part.startswith("msgstr"):
                keep()
                entry, part, fuzzy = {}, "", False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = LINE.fullmatch(line)
        if found is None or not (found[1] or part):
            raise Unreadable(f"{name}:{number}: expected msgid or msgstr and a quoted string.")
        if found[1] == "msgid" and part.startswith("msgstr"):
            keep()
            entry, fuzzy = {}, False
        part = found[1] or part
        entry[part] = entry.get(part, "") + _quoted(found[2], f"{name}:{number}")
    if part.startswith("msgstr"):
        keep()
    return _catalogue(messages, plurals, name)


def _quoted(text: str, where: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.MsgspecError:
        raise Unreadable(f"{where}: this is no quoted string.") from None


def _catalogue(messages: dict[str, str], plurals: dict[tuple[str, str], list[str]], name: str) -> Catalogue:
    header = messages.pop("", "")
    rule = PLURAL.search(header)
    if rule is None:
        raise Unreadable(f"{name}: its header names no Plural-Forms.")
    forms = int(rule[1])
    for (one, _), found in plurals.items():
        if len(found) != forms:
            raise Unreadable(f"{name}: {one!r} has {len(found)} alternatives where the language has {forms}.")
    from gettext import c2py  # what only translations need is imported where they are read

    try:
        rows = {message: tuple(found) for message, found in plurals.items()}
        return Catalogue(messages, c2py(rule[2].strip()), forms, rows)
    except ValueError as error:
        raise Unreadable(f"{name}: Plural-Forms: {error}.") from None


@cache
def catalogue(package: str, language: str) -> Catalogue:
    """The catalogue in `locale/<language>.po` of a package; English where there is none."""
    if not package or not LANGUAGE.fullmatch(language):
        return ENGLISH
    from importlib.resources import files

    file = files(package).joinpath("locale", f"{language}.po")
    return read_po(file.read_text(encoding="utf-8"), f"{package}/{language}.po") if file.is_file() else ENGLISH


def of_package(package: str, words: str) -> str:
    """Words that a game says outside its sentences (primer, glossary, ready words), as they are said now."""
    language = SPOKEN.get()
    return catalogue(package, language).text(words) if language else words


class Messages:
    """The own words of a package, as gettext gives them: in the language that is spoken, for `str.format` to fill in."""

    def __init__(self, package: str) -> None:
        self.package = package

    def gettext(self, message: str) -> str:
        """A message as it is said now."""
        language = SPOKEN.get()
        return _formatted(self.package, language).text(message) if language else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        """The one of two messages that goes with a number, as it is said now: a language may have other alternatives."""
        language = SPOKEN.get()
        if language:
            return _formatted(self.package, language).number_text(one, many, n)
        return one if n == 1 else many


@cache
def _formatted(package: str, language: str) -> Catalogue:
    """A catalogue whose messages are filled in by `str.format`: Unreadable if one names a field that is not given."""
    found = catalogue(package, language)
    rows = {(message,): (text,) for message, text in found.messages.items()} | dict(found.plurals)
    for originals, texts in rows.items():
        odd = sorted(_fields(*texts) - _fields(*originals))
        if odd:
            raise Unreadable(f"{package}/{language}.po: the translation of {originals[0]!r} names {odd[0]!r}.")
    return found


def _fields(*texts: str) -> set[str]:
    """The fields that messages name. A text that `str.format` cannot read has one of the name of its fault."""
    try:
        return {name for text in texts for _, name, *_ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        return {str(error)}
