"""Files people write: TOML in, values out, and every fault at once with its line.

A file may say at its head what it is: `game = "blockbuster"` and `form = "character"`. Those two keys belong to the
kernel; all others to the form, whose Struct declares how they are written: see `declaration.py`.
"""

import re
import tomllib
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import structs

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.convert import read, write
from cliffhanger.kernel.files.names import Found
from cliffhanger.kernel.files.positions import BYTES, STRANGE, TOO_MUCH, at, line_of, lines, oversize
from cliffhanger.kernel.files.written_type import written_type
from cliffhanger.kernel.game import Form

MOST, KNOWN = 50, 64
HEAD = ("game", "form")
FOUND = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
NOT_UTF8 = re.compile("[\udc80-\udcff]")  # what "surrogateescape" makes of bytes that are none
NO_SIGNS = "no control characters; take out the escape"
SAVE = "UTF-8 text; save the file with that encoding"
ONE_LINE = "a table in { } stays on one line, with a comma only between two entries"
WAYS_OUT = (
    ("Invalid initial character for a key part", re.compile(r"[\s}#]|$"), ONE_LINE),
    ("Unclosed inline table", re.compile(r"[\s#]|$"), ONE_LINE),
    ("Invalid value", re.compile(r"[^\W\d]|[‘’“”„«»]"), 'text stands in quotes: "so"'),
    (
        "Expected '=' after a key",
        re.compile(r"\S"),
        'a key of more than letters, digits, - and _ stands in quotes: "so"',
    ),
    ("Unclosed array", re.compile(r"[^,]"), "a comma stands between two entries of a list"),
)
WHERE = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")


def decoded(name: str, data: bytes) -> str | list[Fault]:
    """The text of a file, or the fault that says where it stops being UTF-8, or that there is too much of it."""
    if len(data) > BYTES:
        return [Fault(name, 0, "", TOO_MUCH)]
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        line = data.count(b"\n", 0, broken.start) + 1
        return [Fault(name, line, "", SAVE)]


def parsed(name: str, text: str) -> dict[str, Any] | list[Fault]:
    """The plain values of a TOML text that is small enough to be read; bytes that are no UTF-8 may stand escaped."""
    text = text.removeprefix("\ufeff")
    if broken := NOT_UTF8.search(text):
        return [Fault(name, text.count("\n", 0, broken.start()) + 1, "", SAVE)]
    if found := oversize(text):
        return _listed([Fault(name, line, "", expected) for line, expected in found])
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        where = FOUND.search(str(wrong))
        line = int(where[1]) if where and where[1] else text.rstrip("\n").count("\n") + 1
        said = FOUND.sub(f", column {where[2]}" if where and where[2] else ", at the end", str(wrong))
        return [Fault(name, line, "", f"TOML; {said[:1].lower()}{said[1:]}{_way_out(str(wrong), text)}")]
    except (ValueError, RecursionError, OverflowError):
        return [Fault(name, 0, "", "TOML with dates that exist and numbers of a sane size")]
    if odd := list(strange(data)):
        return faults(name, text, [(path, NO_SIGNS) for path in odd])
    return data


def _way_out(said: str, text: str) -> str:
    """What people mostly meant where TOML stops being read, by what it says and what stands there."""
    if not (where := FOUND.search(said)) or not where[1]:
        return ""
    row, column = text.split("\n")[int(where[1]) - 1], int(where[2]) - 1
    there = row[column : column + 1]
    return next((f"; {way}" for known, met, way in WAYS_OUT if said.startswith(known) and met.match(there)), "")


def head(data: dict[str, Any]) -> tuple[str, str]:
    """What a file says it is: its game and its form, empty where it does not say."""
    game, form = (data.get(key, "") for key in HEAD)
    return (game if isinstance(game, str) else ""), (form if isinstance(form, str) else "")


def read_form(form: Form, name: str, text: str) -> Any | list[Fault]:  # noqa: ANN401
    """Read a text as a file of this form, called `name` in what is said about it: the value, or all its faults.

    What the newest texts read as is remembered: a sheet is read when it is checked, and again when it is taken.
    """
    value = _known.get((form, text))
    if value is None:
        value = _read(form, name, text)
        learn(form, text, value)
    return [structs.replace(fault, file=name) for fault in value] if isinstance(value, list) else value


def known(form: Form, text: str) -> bool:
    """Whether what a text reads as is remembered."""
    return (form, text) in _known


def learn(form: Form, text: str, value: Any) -> None:  # noqa: ANN401
    """Remember what a text reads as: a host may have it read in another process, where time does not matter."""
    _known[form, text] = value
    if len(_known) > KNOWN:
        _known.popitem(last=False)


_known: OrderedDict[tuple[Form, str], Any] = OrderedDict()


def _read(form: Form, name: str, text: str) -> Any | list[Fault]:  # noqa: ANN401
    data = parsed(name, text)
    if isinstance(data, list):
        return data
    said = head(data)[1]
    body = {key: value for key, value in data.items() if key not in HEAD}
    odd = [(key, "text") for key in HEAD if not isinstance(data.get(key, ""), str)]
    if said and said != form.name:
        odd.append(("form", f'"{form.name}", not "{_short(said)}"'))
    value, found = read_values(form, body)
    return faults(name, text, [*odd, *found]) if odd or found else value


def read_values(form: Form, body: dict[str, Any]) -> tuple[Any, Found]:
    """The value that the plain values of a file describe; or all that is wrong with them, by their key paths."""
    kind = written_type(form.type)
    try:
        msgspec.convert(body, kind)
    except (msgspec.ValidationError, OverflowError) as wrong:
        told = unfit(kind, body) or [_last_word(wrong)]
        return None, told + (form.partly(body) if form.partly else [])
    value, found = read(form.type, body)
    return value, found + form.checks(value)


def unfit(kind: Any, body: Any) -> Found:  # noqa: ANN401
    """All that does not fit a type, by its path."""
    from cliffhanger.kernel.files.schema_errors import misfits

    return misfits(_schema(kind), body, 2 * MOST)


def write_form(form: Form, value: Any, game: str = "") -> str:  # noqa: ANN401
    """The text of a file that reads back as `value`; with `game` it says at its head what it is."""
    from cliffhanger.kernel.files.writer import written

    said = {"game": game, "form": form.name} if game else {}
    return written(said | plain_values(value))


def plain_values(value: Any) -> dict[str, Any]:  # noqa: ANN401
    """What is held, as the plain values of its file; what is usual is left out."""
    values: dict[str, Any] = _without_none(write(value))
    return values


def schema(form: Form, game: str = "") -> dict[str, Any]:
    """The JSON Schema (2020-12) of a form, for editors; `game` makes its `$id` one of a kind."""
    made = dict(_schema(written_type(form.type)))
    made["properties"] = {
        "game": {"type": "string", "description": "The game this file is for."},
        "form": {"const": form.name, "description": "What this file is."},
    } | made.get("properties", {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ":".join(part for part in ("urn:cliffhanger", game, form.name) if part),
        **made,
        "title": form.title,
    }


def faults(name: str, text: str, found: Iterable[tuple[str, str]]) -> list[Fault]:
    """Turn (key path, what was expected) into faults with their lines, in the order of the file."""
    marks = lines(text.removeprefix("\ufeff"))
    return _listed([Fault(name, line_of(marks, path), _short(path), expected) for path, expected in found])


def _listed(found: list[Fault]) -> list[Fault]:
    """In the order of the file; a list nobody would read to its end says how much is left."""
    found = sorted(set(found))
    if len(found) <= MOST:
        return found
    more = Fault(found[0].file, 0, "", f"these {MOST} to be mended first; there are more")
    return [*found[:MOST], more]


@cache
def _schema(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    """The schema of a type with its root in place: editors show the keys of a root, not of a reference."""
    whole = msgspec.json.schema(kind)
    if "$ref" not in whole:
        return whole
    inner = whole["$defs"]
    name = whole["$ref"].rsplit("/", 1)[1]
    others = {key: value for key, value in inner.items() if key != name}
    if repr(whole["$ref"]) in str(inner):
        others = inner
    return {**inner[name], **({"$defs": others} if others else {})}


def strange(data: Any) -> Iterator[str]:  # noqa: ANN401
    """Where in the plain values of a file control characters stand, or halves of characters, by their key paths."""
    return (path for path, value in _strings(data) if STRANGE.search(value))


def _strings(data: Any, path: str = "") -> Iterable[tuple[str, str]]:  # noqa: ANN401
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield path, key
            yield from _strings(value, at(path, key))
    elif isinstance(data, list):
        for nth, value in enumerate(data):
            yield from _strings(value, at(path, nth))


def _without_none(data: Any) -> Any:  # noqa: ANN401
    if isinstance(data, dict):
        return {key: _without_none(value) for key, value in data.items() if value is not None}
    return [_without_none(each) for each in data] if isinstance(data, list | tuple) else data


def _last_word(wrong: Exception) -> tuple[str, str]:
    """What msgspec says, where the schema has nothing to say."""
    said = str(wrong)
    where = WHERE.search(said)
    return (where[1] if where else ""), WHERE.sub("", said)


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
