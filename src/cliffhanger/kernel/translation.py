"""Catalogues of translations: a gettext .po file read into msgid -> msgstr, with the plural rule of its language."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from cliffhanger.kernel.errors import Unreadable

LINE = re.compile(r'(?:(msgid|msgstr)\s+)?(".*")')
PLURAL = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;\n]+)")
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


def _english(n: int) -> int:
    return int(n != 1)


class Catalogue(NamedTuple):
    """Messages in one language. `plural` tells which of the `forms` alternatives goes with a number."""

    messages: Mapping[str, str]
    plural: Callable[[int], int] = _english
    forms: int = 2

    def text(self, message: str) -> str:
        """The translation of a message, or the message where there is none."""
        return self.messages.get(message) or message


ENGLISH = Catalogue({})
"""No catalogue: messages are written in English."""


def read_po(text: str, name: str = "messages.po") -> Catalogue:
    """Read a .po file; comments and fuzzy messages are left out. Unreadable names the file and the line."""
    messages: dict[str, str] = {}
    entry: dict[str, str] = {}
    part, fuzzy = "", False

    def keep() -> None:
        if entry.get("msgstr") and (not fuzzy or not entry["msgid"]):
            messages[entry["msgid"]] = entry["msgstr"]

    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            if part == "msgstr":
                keep()
                entry, part, fuzzy = {}, "", False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = LINE.fullmatch(line)
        if found is None or not (found[1] or part):
            raise Unreadable(f"{name}:{number}: expected msgid or msgstr and a quoted string.")
        if found[1] == "msgid" and part == "msgstr":
            keep()
            entry, fuzzy = {}, False
        part = found[1] or part
        entry[part] = entry.get(part, "") + _quoted(found[2], f"{name}:{number}")
    if part == "msgstr":
        keep()
    return _catalogue(messages, name)


def _quoted(text: str, where: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.MsgspecError:
        raise Unreadable(f"{where}: this is no quoted string.") from None


def _catalogue(messages: dict[str, str], name: str) -> Catalogue:
    header = messages.pop("", "")
    rule = PLURAL.search(header)
    if rule is None:
        raise Unreadable(f"{name}: its header names no Plural-Forms.")
    from gettext import c2py  # what only translations need is imported where they are read

    try:
        return Catalogue(messages, c2py(rule[2].strip()), int(rule[1]))
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
