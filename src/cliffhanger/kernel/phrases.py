"""Words in a row, and a value as words: what sentences are put together from."""

from collections.abc import Callable

import msgspec

from cliffhanger.kernel.translation import ENGLISH

SHORT = 120
"""Signs of a value in a sentence: not much longer than a line."""


def joined(rows: list[str], both: str = "{first} and {last}") -> str:
    """Words in a row: `a`, `a and b`, `a, b and c`."""
    if len(rows) < 2:
        return "".join(rows)
    return both.replace("{first}", ", ".join(rows[:-1]), 1).replace("{last}", rows[-1], 1)


def plain(value: object, text: Callable[[str], str] = ENGLISH.text) -> str:
    """A value in a sentence: not much longer than a line."""
    if isinstance(value, bool):
        return text("yes" if value else "no")
    said = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return said if len(said) <= SHORT else f"{said[: SHORT - 3]}..."
