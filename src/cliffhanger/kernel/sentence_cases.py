"""Compiled templates, and how they are said of an event to a reader."""

from collections.abc import Callable, Mapping
from typing import Any

from cliffhanger.kernel.events import Event

ENDS = (".", "?", "!", "…", ".”", "?”", "!”", "…”")

Reader = tuple[str, ...]
"""The names by which one reader stands in events; empty for the room."""
Data = Mapping[str, Any]
Part = str | Callable[[str, Data, Reader], str]
"""Plain words, or what says a field: of the event's person and data, to a reader."""
Parts = tuple[Part, ...]
Test = Callable[[str, Data], bool]
Cases = tuple[tuple[tuple[Test, ...], Parts], ...]


def tried(cases: Cases, event: Event) -> str:
    """What cases say of an event to the room; "" where it lacks what they need."""
    try:
        return said(cases, event.who, event.data, ())
    except (LookupError, TypeError, ValueError, AttributeError):
        return ""


def said(cases: Cases, who: str, data: Data, reader: Reader) -> str:
    """The first of these cases whose condition holds, of a person and with data, as a reader is told it; "" without one."""
    for tests, parts in cases:
        for test in tests:
            if not test(who, data):
                break
        else:
            return joined_parts(parts, who, data, reader)
    return ""


def joined_parts(parts: Parts, who: str, data: Data, reader: Reader) -> str:
    """These parts one after another, with no full stop after another end."""
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part[1:] if part[0] == "." and text.endswith(ENDS) else part
        else:
            text += part(who, data, reader)
    return text


def field_of(name: str, who: str, data: Data) -> Any:  # noqa: ANN401  (whatever a field holds)
    """What a field of an event holds; None where it is not there."""
    return who if name == "who" else data.get(name)
