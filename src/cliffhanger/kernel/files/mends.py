"""Mends of a file: where the wrong words of a fault stand in its text, and what to write there instead.

A fault says in words what was expected; where those name words that would do, each is a mend. `draft` is a file as it would
be with the first mend of each fault, and with what is not open for a mend left out or filled in, so that a file which
is being written can be drawn.
"""

import re
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.names import Found
from cliffhanger.kernel.files.reader import HEAD, head, parsed, read_values
from cliffhanger.kernel.game import Form

NEAR = re.compile(r"; did you mean ([^?\s]+)\?$")
KNOWN = re.compile(r'^one of ([a-z0-9_.-]+(?:, [a-z0-9_.-]+)+)(?:, not "|; it is missing|$)')
SOLE = re.compile(r'^("[^"]*"|\d+); it is missing$')
QUOTED = re.compile(r', not "([^"]*)"')
STEP = re.compile(r"\[(\d+)\]$")
MISSING = "; it is missing"
STAND_INS: dict[str, Any] = {"a whole number": 1, "a number": 1, "a list": [], "a table": {}, "true or false": False}
"""What is filled in, by how the words begin that say what was expected."""
MOST_MENDS, MOST_LINES, MOST_OPEN, ROUNDS = 8, 4, 8, 12
NO_KEY = "no such key"


class Mend(NamedTuple):
    """One way to mend a text: its words, and what stands between two places from then on."""

    words: str
    start: int
    end: int
    new: str


class Wrong(NamedTuple):
    """A fault with the place of its wrong words in the text (both 0 where none are to be found) and its mends."""

    fault: Fault
    start: int
    end: int
    mends: tuple[Mend, ...]


class Draft(NamedTuple):
    """What a file in the making reads as, as if it were mended: the value, and the same with each open word chosen otherwise.

    `sure`: all that was done to it are mends that were proposed; else something was left out, or filled in.
    """

    value: Any
    others: tuple[Any, ...]
    sure: bool


def wrongs(text: str, faults: Iterable[Fault]) -> list[Wrong]:
    """Faults of a text with their places and their mends; what another's mend brings is told by that one alone."""
    starts = [0]
    for row in text.split("\n"):
        starts.append(starts[-1] + len(row) + 1)
    known = list(faults)
    meant = {_beside(fault.key, NEAR.search(fault.expected)) for fault in known if fault.expected.startswith(NO_KEY)}
    left = [fault for fault in known if not (fault.expected.endswith(MISSING) and fault.key in meant)]
    return [_wrong(text, starts, fault) for fault in left]


def _beside(path: str, near: re.Match[str] | None) -> str:
    """The path of the key that was meant: what is missing there is not missing."""
    return f"{path[: path.rfind('.') + 1]}{near[1]}" if near else ""


def _wrong(text: str, starts: Sequence[int], fault: Fault) -> Wrong:
    if not 0 < fault.line < len(starts):
        at_top = fault.expected.endswith(MISSING)
        return Wrong(fault, 0, 0, _added(text, 0, fault) if at_top else ())
    begin, row = starts[fault.line - 1], text[starts[fault.line - 1] : starts[fault.line] - 1]
    if fault.expected.endswith(MISSING):
        header = row.lstrip().startswith("[")
        after = min(starts[fault.line], len(text))
        return Wrong(fault, begin, begin + len(row), _added(text, after, fault) if header else ())
    key, words = _last(fault.key), _proposed(fault.expected)
    if fault.expected.startswith(NO_KEY):
        found = re.search(rf"(?<![\w\"'-])[\"']?{re.escape(key)}[\"']?(?=\s*[=.\]])", row)
        written = "{}"
    else:
        said = QUOTED.search(fault.expected)
        found = re.search(rf"[\"']{re.escape(said[1])}[\"']", row) if said and said[1] else None
        written = '"{}"'
    if found is None:
        return Wrong(fault, begin, begin + len(row), ())
    start, end = begin + found.start(), begin + found.end()
    return Wrong(fault, start, end, tuple(Mend(each, start, end, written.format(each)) for each in words))


def _added(text: str, at: int, fault: Fault) -> tuple[Mend, ...]:
    """A line that is missing, with each of the words that it may have."""
    key = _last(fault.key)
    sole = SOLE.match(fault.expected)
    values = [sole[1]] if sole else [f'"{each}"' for each in _proposed(fault.expected)]
    before = "\n" if at and not text[:at].endswith("\n") else ""
    return tuple(Mend(f"{key} = {each}", at, at, f"{before}{key} = {each}\n") for each in values)


def _last(path: str) -> str:
    return STEP.sub("", path).rpartition(".")[2]


def _proposed(expected: str) -> tuple[str, ...]:
    """The words that a fault proposes: the nearest alone, else all there are, if they are few."""
    if near := NEAR.search(expected):
        return (near[1],)
    known = KNOWN.match(expected)
    words = known[1].split(", ") if known else []
    return tuple(words) if len(words) <= MOST_MENDS else ()


# --- a file in the making -------------------------------------------------------------------------------------


def draft(form: Form, text: str) -> Draft | None:
    """What a text reads as, as if it were mended; None where it cannot be read at all."""
    data, sure = _parsed(form.name, text)
    if data is None or head(data)[1] not in ("", form.name):
        return None
    body = {key: value for key, value in data.items() if key not in HEAD}
    seen: set[str] = set()
    chosen: list[tuple[str, str]] = []
    for _ in range(ROUNDS):
        value, found = _read(form, body)
        if not found:
            others = [_read(form, _with(body, path, other)) for path, other in chosen[:MOST_OPEN]]
            return Draft(value, tuple(one for one, wrong in others if not wrong), sure)
        for path, expected in sorted(found, key=lambda each: each[1].endswith(MISSING)):
            known = _words(expected)
            sure = _mended(body, path, expected, seen) and sure
            chosen += [(path, each) for each in known[:1]]
            seen.add(path)
    return None


def _parsed(name: str, text: str) -> tuple[dict[str, Any] | None, bool]:
    """The plain values of a text, without the few lines that are no TOML; and whether there are none of those."""
    for tries in range(MOST_LINES + 1):
        data = parsed(name, text)
        if not isinstance(data, list):
            return data, not tries
        rows = text.split("\n")
        if len(data) > 1 or not 0 < data[0].line <= len(rows) or not data[0].expected.startswith("TOML"):
            break
        rows[data[0].line - 1] = ""
        text = "\n".join(rows)
    return None, False


def _read(form: Form, body: dict[str, Any]) -> tuple[Any, Found]:
    return read_values(form, deepcopy(body))


def _words(expected: str) -> list[str]:
    """Words beside the one that is proposed."""
    known = KNOWN.match(expected) or re.match(r"^one of ([\w, .-]+?), not ", expected)
    first = _proposed(expected)[:1]
    return [each for each in known[1].split(", ") if each not in first] if known else []


def _mended(body: dict[str, Any], path: str, expected: str, seen: set[str]) -> bool:
    """Do what a fault proposes; else fill in, or leave out, what it is about. Says whether it was proposed."""
    holder, key = _found(body, path)
    if holder is None:
        return False
    near = NEAR.search(expected)
    missing = expected.endswith(MISSING)
    if near and path not in seen and _has(holder, key):
        if expected.startswith(NO_KEY) and isinstance(holder, dict):
            holder[near[1]] = holder.pop(key)
        else:
            holder[key] = near[1]
        return True
    if missing and isinstance(holder, dict) and key in holder:
        return True
    if missing and isinstance(holder, dict) and path not in seen:
        sole = SOLE.match(expected)
        holder[key] = sole[1].strip('"') if sole else _stand_in(expected)
        if sole and sole[1].isdecimal():
            holder[key] = int(sole[1])
        return sole is not None
    _left_out(body, holder, key, path)
    return False


def _stand_in(expected: str) -> Any:  # noqa: ANN401  (whatever the key takes)
    words = KNOWN.match(expected)
    if words:
        return words[1].split(", ")[0]
    return next((deepcopy(value) for start, value in STAND_INS.items() if expected.startswith(start)), "open")


def _left_out(body: dict[str, Any], holder: Any, key: Any, path: str) -> None:  # noqa: ANN401
    """What is wrong is left out; what it stands in, where it is not there to be left out."""
    while not _has(holder, key) and path:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
        holder, key = _found(body, path)
    if path and _has(holder, key):
        del holder[key]


def _has(holder: Any, key: Any) -> bool:  # noqa: ANN401
    return key in holder if isinstance(holder, dict) else isinstance(holder, list) and 0 <= key < len(holder)


def _found(body: Any, path: str) -> tuple[Any, Any]:  # noqa: ANN401
    """The table or list that holds what a path means, and its key there; (None, "") where there is none."""
    parts: list[Any] = [
        int(found[1]) if found[1] else found[2] for found in re.finditer(r"\[(\d+)\]|([^.\[\]]+)", path)
    ]
    here = body
    for part in parts[:-1]:
        if not _has(here, part):
            return None, ""
        here = here[part]
    fits = bool(parts) and isinstance(here, dict | list) and isinstance(parts[-1], int) == isinstance(here, list)
    return (here, parts[-1]) if fits else (None, "")


def _with(body: dict[str, Any], path: str, word: str) -> dict[str, Any]:
    """The same with another word at a path."""
    other = deepcopy(body)
    holder, key = _found(other, path)
    if holder is not None and _has(holder, key):
        holder[key] = word
    return other
