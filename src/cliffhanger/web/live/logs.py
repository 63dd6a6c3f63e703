"""Logs: one line an event, as plain words or as JSON. No secret is in it, and no text of a stranger breaks a line or steers
a terminal.

A table is called by a mark, which follows from its name and leads nowhere: who knows a table's name may read its log. What
somebody put is told by its kind alone, for it may hold a card that nobody is to see. An error is told by its kind, its words
and where it happened, without the lines of code that Python would print.
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Literal, TextIO

from cliffhanger.web.live.table_names import NAMES

LONGEST = 2_000  # signs of a message; what is longer is cut
FRAMES = 12  # places of an error, the innermost of them
HIDDEN = "[hidden]"
_TABLE = re.compile(r"(table )?%[a-z]")
_FOUR = re.compile(r"\b[a-z]+(?:-[a-z]+){3}\b")
_PATH = re.compile(r"(/t/|/api/tables/)([^/\s?#]+)")
_FRAGMENT = re.compile(r"(#s=|[?&](?:s|secret|token|key)=)[^\s&#]+")
_ADDRESS = re.compile(r"(\w+://)[^\s/@]*@")
# Keys, links and hashes, but not the name of the copy that stands in for a file which has vanished.
_TOKEN = re.compile(r"(?<![\w-])(?!rescued-)(?=[\w-]*[0-9])[\w-]{20,}(?![\w-])", re.ASCII)
_WORDS = frozenset(NAMES)


def mark(table: str) -> str:
    """What a table is called in a log and to whoever keeps the server: the same each time, and no way in."""
    return f"~{blake2b(table.encode(errors='replace'), digest_size=4, person=b'cliffhanger-log').hexdigest()}"


def cleaned(text: str) -> str:
    """A text without what looks like a secret or the name of a table, and not too long."""
    cut = text[: 2 * LONGEST]
    cut = _PATH.sub(lambda found: found[1] + mark(found[2]), cut)
    cut = _FOUR.sub(lambda found: mark(found[0]) if _WORDS.issuperset(found[0].split("-")) else found[0], cut)
    cut = _FRAGMENT.sub(rf"\1{HIDDEN}", cut)
    cut = _ADDRESS.sub(rf"\1{HIDDEN}@", cut)
    cut = _TOKEN.sub(HIDDEN, cut)
    return cut if len(cut) <= LONGEST and len(text) <= 2 * LONGEST else f"{cut[:LONGEST]} [cut]"


def one_line(text: str) -> str:
    """A text in which every sign shows: what would end the line, steer a terminal or turn the writing is told by its number."""
    return "".join([sign if sign.isprintable() and sign != "\\" else _told(sign) for sign in text])


def _told(sign: str) -> str:
    return "\\\\" if sign == "\\" else "\\n" if sign == "\n" else ascii(sign)[1:-1]


class _Lines(logging.Formatter):
    """What both kinds of lines say of an event."""

    def said(self, record: logging.LogRecord) -> str:
        """The message, cleaned."""
        words, given = str(record.msg), record.args
        if isinstance(given, tuple) and given:
            named = [bool(found[1]) for found in _TABLE.finditer(words)]
            if len(named) == len(given):
                given = tuple(mark(str(one)) if name else one for one, name in zip(given, named, strict=True))
        try:
            return cleaned(words % given if given else words)
        except (TypeError, ValueError, KeyError):
            return cleaned(words)

    def error(self, record: logging.LogRecord) -> tuple[str, str, list[str]] | None:
        """The kind of an error, its words, and where it happened, the innermost place first."""
        if not record.exc_info or record.exc_info[1] is None:
            return None
        error = record.exc_info[1]
        frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
        places = [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in reversed(frames)]
        return type(error).__name__, cleaned(str(error)), places


class PlainLines(_Lines):
    """For people: `2026-11-24T09:15:00Z warning web.live.registry: what happened`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line = f"{_when(record)} {record.levelname.lower()} {_source(record)}: {self.said(record)}"
        if error := self.error(record):
            kind, says, places = error
            line += f" | {kind}: {says} | {' < '.join(places)}"
        return one_line(line)


class JsonLines(_Lines):
    """For programs: an object a line, of `at`, `level`, `from`, `says`, and where something broke `error`, in plain ASCII."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "at": _when(record),
            "level": record.levelname.lower(),
            "from": _source(record),
            "says": self.said(record),
        }
        if error := self.error(record):
            line["error"] = dict(zip(("kind", "says", "where"), error, strict=True))
        return json.dumps(line)


def configure(how: Literal["plain", "json", ""], stream: TextIO | None = None) -> logging.Handler:
    """Have all that is logged written so, to stderr unless a stream is given; where nobody chose, warnings alone.

    Gives the handler, which `logging.getLogger().removeHandler` takes away again.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if how == "json" else PlainLines())
    logging.getLogger().addHandler(handler)
    logging.getLogger("cliffhanger").setLevel(logging.INFO if how else logging.WARNING)
    logging.captureWarnings(True)  # noqa: FBT003  (takes no keyword)
    return handler


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _source(record: logging.LogRecord) -> str:
    return record.name.removeprefix("cliffhanger.")


def _short(path: str) -> str:
    """A file by the end of its path: where it is installed is nobody's business."""
    return "/".join(path.replace("\\", "/").split("/")[-3:])
