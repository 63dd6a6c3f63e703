"""The one place where a string from outside becomes HTML."""

import re
from functools import lru_cache

_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_LOOSE = re.compile(r"[^A-Za-z0-9]+")
SHORT = 100  # signs; what is longer is not remembered
NUMBER = "0"  # in the ids of forms: stands where the number of the newest entry goes, see `numbered`
_IDS = ' name="id" value="0-'  # no string from outside can hold it: its quotes are escaped


def esc(text: object) -> str:
    """Escape for text and for quoted attributes; control and direction signs are dropped."""
    s = text if type(text) is str else str(text)
    return _escaped(s) if len(s) > SHORT else _short(s)


@lru_cache(8192)
def _short(s: str) -> str:
    """The same few words stand on every page."""
    return _escaped(s)


def _escaped(s: str) -> str:
    if _ODD.search(s):
        s = _ODD.sub("", s)
    if "&" in s:
        s = s.replace("&", "&amp;")
    if "<" in s:
        s = s.replace("<", "&lt;")
    if ">" in s:
        s = s.replace(">", "&gt;")
    if '"' in s:
        s = s.replace('"', "&quot;")
    if "'" in s:
        s = s.replace("'", "&#39;")
    if not s.isascii():
        s = s.encode("ascii", "xmlcharrefreplace").decode()  # pages of one byte a sign are joined and sent much faster
    return s


@lru_cache(4096)
def ident(*parts: str) -> str:
    """Make an id of any strings: different parts give different ids, the same parts the same one."""
    return "-".join(_LOOSE.sub(_spelled, part) for part in parts)


def _spelled(found: re.Match[str]) -> str:
    return "_" + "".join(f"{ord(sign):x}_" for sign in found.group())


def hidden(name: str, value: object) -> str:
    """Give a field that travels with its form and is not shown."""
    return f'<input type="hidden" name="{esc(name)}" value="{esc(value)}">'


def numbered(page: str, n: int) -> str:
    """Give the forms of a page ids of their own: the same after a double tap, others once something has happened.

    Only a page without script needs them; with script each input brings a fresh one.
    """
    return page.replace(_IDS, f' name="id" value="{n}-')
