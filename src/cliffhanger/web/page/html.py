"""The one place where a string from outside becomes HTML: it is escaped as it is filled into `Markup`.

A `Markup` is written out as a constant, and what stands in its braces is filled in by `format`: text is escaped, `Markup` is not.
Nothing else may call itself `Markup`; ruff looks after that (S704).
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

import markupsafe

_ODD = re.compile("[\x00-\x08\x0b-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_MARKED = re.compile("[\x00-\x08\x0b-\x1f&<>\"'\x7f-\U0010ffff]")
_LOOSE = re.compile(r"[^A-Za-z0-9]+")
_SHORT = 100  # signs; what is longer is not remembered
_MOST = 16_384  # escaped texts that are remembered
NUMBER = "0"  # in the ids of forms: stands where the number of the newest entry goes, see `numbered`
_IDS = ' name="id" value="0-'  # no string from outside can hold it: its quotes are escaped


class Markup(markupsafe.Markup):
    """HTML. Its escaping also drops control and direction signs, and writes what is not ASCII as references."""

    __slots__ = ()
    if not TYPE_CHECKING:
        __new__ = str.__new__  # only strings are wrapped here; markupsafe's own looks each time whether that is so

    @classmethod
    def escape(cls, s: Any, /) -> Self:  # noqa: ANN401  (whatever can be shown)
        """Text as HTML; what is HTML already stays as it is."""
        return s if type(s) is cls else str.__new__(cls, _html(s))

    def format(self, *given: Any, **named: Any) -> Self:
        """Fill in the fields, as `str.format` does; text is escaped. Plain fields, `{}` and `{name}`, are filled in fast."""
        pieces, fields = _TEMPLATES.get(self) or _template(self)
        if not pieces:
            return super().format(*given, **named)
        values = dict(zip(map(str, range(len(given))), given, strict=True)) if given else named
        parts = pieces.copy()
        for at, name in fields:
            value = values[name]
            kind = type(value)
            parts[at] = value if kind is Markup else _ESCAPED[value] if kind is str else _html(value)
        return str.__new__(type(self), "".join(parts))

    def join(self, parts: Iterable[Any], /) -> Self:
        """Parts of a page with this between them; text among them is escaped."""
        return str.__new__(type(self), str.join(self, [p if type(p) is Markup else _html(p) for p in parts]))

    def replace(self, old: str, new: str, count: SupportsIndex = -1, /) -> Self:
        """With something else in place of `old`, which is text as it stands there; `new` is escaped."""
        return str.__new__(type(self), str.replace(self, old, _html(new), count))


NOTHING = Markup("")


_TEMPLATES: dict[
    str, tuple[list[str], list[tuple[int, str]]]
] = {}  # there are as many as the code and its translations have


def _template(text: str) -> tuple[list[str], list[tuple[int, str]]]:
    """A template cut up, with the places in it to fill in; no pieces if it has other fields than plain ones."""
    pieces: list[str] = []
    fields: list[tuple[int, str]] = []
    for before, name, spec, how in Formatter().parse(str(text)):
        pieces.append(before)
        if name is None:
            continue
        if spec or how or not (name.isidentifier() or not name):
            pieces, fields = [], []
            break
        fields.append((len(pieces), name or str(len(fields))))
        pieces.append("")
    _TEMPLATES[str(text)] = pieces, fields
    return pieces, fields


def esc(text: object) -> Markup:
    """Text as HTML, for what stands between tags and in quoted attributes."""
    return Markup.escape(text)


def _html(value: object) -> str:
    """What is filled in, as HTML."""
    if type(value) is str:
        return _ESCAPED[value]
    if type(value) is int:
        return str(value)
    return str(value.__html__()) if hasattr(value, "__html__") else _ESCAPED[str(value)]


class _Escaped(dict[str, str]):
    """Texts to what they are as HTML. The same few words stand on every page, so short ones are remembered."""

    def __missing__(self, text: str) -> str:
        found = _escaped(text) if _MARKED.search(text) else text
        if len(text) <= _SHORT:
            if len(self) >= _MOST:
                self.clear()
            self[text] = found
        return found


_ESCAPED = _Escaped()


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
def ident(*parts: str) -> Markup:
    """Make an id of any strings: different parts give different ids, the same parts the same one."""
    return Markup("-").join(_LOOSE.sub(_spelled, part) for part in parts)


def _spelled(found: re.Match[str]) -> str:
    return "_" + "".join(f"{ord(sign):x}_" for sign in found.group())


def hidden(name: str, value: object) -> Markup:
    """Give a field that travels with its form and is not shown."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(name, value)


def joined(parts: Iterable[str]) -> Markup:
    """Parts of a page side by side. One part alone stays the same object: long ones are dear to copy and to keep twice."""
    known = [p if type(p) is Markup else _html(p) for p in parts]
    if len(known) == 1 and type(known[0]) is Markup:
        return known[0]
    return str.__new__(Markup, "".join(known))


def numbered(page: Markup, n: int) -> Markup:
    """Give the forms of a page ids of their own: the same after a double tap, others once something has happened.

    Only a page without script needs them; with script each input brings a fresh one.
    """
    return page.replace(_IDS, Markup(' name="id" value="{}-').format(n))
