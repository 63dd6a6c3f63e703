"""Where a key stands in a TOML text, and how much of it there is: tomllib keeps no positions and knows no measure.

A key path is written as people say it: `skills.Fast Talk.rating`, `powers[0].strain` (lists count from 0).
"""

import re
from collections.abc import Iterator

BYTES, WIDTH, LINES, DEPTH, KEYS = 65_536, 1_000, 4_000, 16, 2_000
TOO_MUCH = f"at most {BYTES // 1024} kB; split it into several files"
# An unfinished string runs to its end and is never tried again, so one pass over any text is linear.
TOKEN = re.compile(
    r'"""(?:[^"\\]|\\[\s\S]|"{1,2}+(?!"))*+"{0,5}'
    r"|'''(?:[^']|'{1,2}+(?!'))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*"
    r"|[\n\[\]{}=,.]"
    r"""|[^\s\[\]{}=,.#"']+"""
)
STRANGE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
ESCAPE = re.compile(r'\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([btnfr"\\]))')
SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def at(path: str, *parts: str | int) -> str:
    """The path of what lies within `path`: names follow a dot, places in a list stand in brackets."""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def oversize(text: str) -> list[tuple[int, str]]:
    """What is too large or too strange to be parsed, as (line, what was expected); one linear pass, nothing built."""
    if len(text) > BYTES or len(text.encode(errors="surrogatepass")) > BYTES:
        return [(0, TOO_MUCH)]
    rows = text.split("\n")
    if len(rows) > LINES:
        return [(LINES + 1, f"at most {LINES:,} lines; split it into several files")]
    found = [(n, _wide(row)) for n, row in enumerate(rows, 1) if len(row) > WIDTH]
    if STRANGE.search(text):
        found += [(n, _strange(row)) for n, row in enumerate(rows, 1) if STRANGE.search(row)]
    return found or tangled(text)


def _wide(row: str) -> str:
    return f'at most {WIDTH:,} characters a line, not {len(row):,}; break a long text with """'


def _strange(row: str) -> str:
    found = STRANGE.search(row)
    assert found is not None
    return f"no control characters; take out U+{ord(found.group()):04X} at column {found.start() + 1}"


def tangled(text: str) -> list[tuple[int, str]]:
    """What lies too deep or is too many for a parser, as (line, what was expected)."""
    depth = dots = count = 0
    for piece, line in _tokens(text):
        if piece in ("[", "{"):
            depth += 1
        elif piece in ("]", "}"):
            depth = max(0, depth - 1)
        dots = dots + 1 if piece == "." else 0 if piece in ("=", ",", "[", "{", "\n") else dots
        count += piece in ("=", ",", "[", "{", ".")
        if depth > DEPTH or dots >= DEPTH:
            return [(line, f"at most {DEPTH} levels of lists, tables and dotted names; make it flatter")]
        if count > KEYS:
            return [(line, f"at most {KEYS:,} keys and list items; split it into several files")]
    return []


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """The tokens of a TOML text, each with its line; comments are left out."""
    line = 1
    for match in TOKEN.finditer(text):
        piece = match.group()
        if piece == "\n":
            yield piece, line
            line += 1
        elif piece[0] in "\"'":
            yield piece, line
            line += piece.count("\n")
        elif piece[0] != "#":
            yield piece, line


def lines(text: str) -> dict[str, int]:
    """The line of every key path and list item of a text that tomllib has read."""
    return _Reader(text.replace("\r\n", "\n")).read()


def line_of(marks: dict[str, int], path: str) -> int:
    """The line of a path, or of the nearest thing around it; 0 for the whole file."""
    while path and path not in marks:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return marks.get(path, 0)


class _Reader:
    """Walks the tokens of a sound text and notes where each path begins."""

    def __init__(self, text: str) -> None:
        self.tokens = [*_tokens(text), ("\n", 0)]
        self.here = 0
        self.marks: dict[str, int] = {}
        self.rows: dict[str, int] = {}

    def read(self) -> dict[str, int]:
        table = ""
        while piece := self.next():
            if piece == "[":
                table = self.header()
            else:
                self.pair(table)
        return self.marks

    def next(self) -> str:
        """The piece ahead, past line ends; empty at the end."""
        while self.here < len(self.tokens) and self.tokens[self.here][0] == "\n":
            self.here += 1
        return self.tokens[self.here][0] if self.here < len(self.tokens) else ""

    def take(self) -> tuple[str, int]:
        self.here += 1
        return self.tokens[self.here - 1]

    def header(self) -> str:
        """`[a.b]` or `[[a.b]]`: the path of the table that begins here."""
        line = self.take()[1]
        many = self.tokens[self.here][0] == "["
        names = self.names("]")
        path = ""
        for nth, name in enumerate(names, 1):
            path = at(path, name)
            self.marks.setdefault(path, line)
            if many and nth == len(names):
                self.rows[path] = self.rows.get(path, -1) + 1
            if path in self.rows:
                path = at(path, self.rows[path])
                self.marks.setdefault(path, line)
        return path

    def pair(self, table: str) -> None:
        """`a.b = value`, in a table or between braces."""
        line = self.tokens[self.here][1]
        path = table
        for name in self.names("="):
            path = at(path, name)
            self.marks.setdefault(path, line)
        self.value(path)

    def names(self, end: str) -> list[str]:
        """The parts of a dotted key up to `end`, which is passed over."""
        found = []
        while (piece := self.take()[0]) != end:
            if piece not in ("[", "."):
                found.append(_plain(piece))
        while end == "]" and self.tokens[self.here][0] == "]":
            self.here += 1
        return found

    def value(self, path: str) -> None:
        """One value: a list or a table goes on inside it, anything else ends where the next thing begins."""
        opened = self.tokens[self.here][0]
        if opened not in ("[", "{"):
            while self.tokens[self.here][0] not in (",", "]", "}", "\n"):
                self.here += 1
            return
        self.here += 1
        nth = 0
        while (piece := self.next()) not in ("]", "}"):
            if piece == ",":
                self.here += 1
            elif opened == "{":
                self.pair(path)
            else:
                self.marks.setdefault(at(path, nth), self.tokens[self.here][1])
                self.value(at(path, nth))
                nth += 1
        self.here += 1


def _plain(piece: str) -> str:
    """A key as it is meant: without its quotes, escapes done."""
    if piece[0] == "'":
        return piece[1:-1]
    if piece[0] != '"':
        return piece
    return ESCAPE.sub(lambda m: SHORT[m[3]] if m[3] else chr(int(m[1] or m[2], 16)), piece[1:-1])
