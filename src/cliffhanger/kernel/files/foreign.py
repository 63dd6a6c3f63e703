"""Files of other programs: read as a form of a game, with faults by the paths of their own; and written from one."""

import json
from typing import Any

from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.reader import MOST as FAULTS
from cliffhanger.kernel.files.reader import NO_SIGNS, plain_values, read_values, strange, write_form
from cliffhanger.kernel.game import Format

MOST = 4_000_000
"""Bytes of another program's file: it may hold a picture."""


def imported(format: Format, name: str, data: bytes, game: str) -> tuple[str, list[Fault]] | list[Fault]:
    """The text of a file of ours that another program's file called `name` makes, and what was left out of it; or its faults."""
    if len(data) > MOST:
        return [Fault(name, 0, "", f"at most {MOST:,} bytes; take its picture out")]
    try:
        values = json.loads(data)
        if odd := list(strange(values)):
            return [Fault(name, 0, path, NO_SIGNS) for path in odd[:FAULTS]]
        found = format.read(values)
    except json.JSONDecodeError as wrong:
        return [Fault(name, wrong.lineno, "", f"JSON; {wrong.msg}, column {wrong.colno}")]
    except UnicodeDecodeError:
        return [Fault(name, 0, "", "JSON in UTF-8; save the file with that encoding")]
    except RecursionError:
        return [Fault(name, 0, "", "JSON that is not nested so deeply")]
    except ValueError:
        return [Fault(name, 0, "", "JSON with numbers of a sane size")]
    if isinstance(found, list):
        return [Fault(name, 0, path, expected) for path, expected in found]
    value, wrong_here = read_values(format.form, found.values)
    if wrong_here:
        there = [_there(path, expected, found.places) for path, expected in wrong_here]
        return [Fault(name, 0, path, expected) for path, expected in dict.fromkeys(there)]
    return write_form(format.form, value, game), [Fault(name, 0, path, why) for path, why in found.left]


def _there(path: str, expected: str, places: dict[str, str]) -> tuple[str, str]:
    """What is expected at a path of ours, said of the path that it came from; what that lacks is named."""
    known = path
    while known and known not in places:
        known = known[: max(known.rfind("."), known.rfind("["), 0)]
    rest = path[len(known) :].lstrip(".")
    return places.get(known, ""), f"{rest}: {expected}" if rest else expected


def exported(format: Format, value: Any, at: str) -> str:  # noqa: ANN401
    """The text of another program's file of what is held here, at this time."""
    return json.dumps(format.write(plain_values(value), at), indent=2, ensure_ascii=False) + "\n"
