"""TOML as people would write it: short lists and short tables on one line, and the order of keys is kept.

tomli-w writes every value; but it puts each inner table after all plain values, and so would mix up a list of names
in which some have a number and some a table.
"""

from collections.abc import Iterator
from typing import Any

import tomli_w

WIDTH = 100


def written(data: dict[str, Any]) -> str:
    """The TOML text of plain values."""
    return "\n".join(_table(data, "")) + "\n"


def _table(data: dict[str, Any], path: str) -> Iterator[str]:
    """The lines of a table: what fits in its own lines, in order, then the tables within."""
    mixed = bool(path) and not all(isinstance(value, dict) for value in data.values())
    later = []
    for key, value in data.items():
        name = _key(key)
        line = f"{name} = {inline(value)}"
        if len(line) <= WIDTH and (not _tables(value) or (mixed and not _deep(value))):
            yield line
        elif _tables(value):
            later.append((f"{path}.{name}" if path else name, value))
        elif isinstance(value, list):
            yield from (f"{name} = [", *(f"    {inline(each)}," for each in value), "]")
        else:
            yield line
    for where, value in later:
        for each in value if isinstance(value, list) else (value,):
            rows = list(_table(each, where))
            if isinstance(value, list):
                yield from ("", f"[[{where}]]")
            elif not rows or rows[0]:  # a table of nothing but tables needs no line of its own
                yield from ("", f"[{where}]")
            yield from rows


def _tables(value: Any) -> bool:  # noqa: ANN401
    """Whether a value can be written as tables of its own."""
    return isinstance(value, dict) or (
        isinstance(value, list) and value != [] and all(isinstance(v, dict) for v in value)
    )


def _deep(value: Any) -> bool:  # noqa: ANN401
    """Whether tables stand within this table, or within one of this list."""
    rows = value if isinstance(value, list) else [value]
    return any(isinstance(inner, dict) for row in rows for inner in row.values())


def inline(value: Any) -> str:  # noqa: ANN401
    """A value as TOML, on one line."""
    if value == {}:
        return "{}"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {inline(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return tomli_w.dumps({"x": value})[len("x = ") : -1]


def _key(key: str) -> str:
    return tomli_w.dumps({key: 0})[: -len(" = 0\n")]
