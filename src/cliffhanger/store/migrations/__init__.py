"""Numbered steps to the newest schema, a folder for each store; `0001.sql` makes version 1. None is ever changed or dropped."""

import re
from functools import cache
from importlib.resources import files


@cache
def numbered(store: str) -> dict[int, str]:
    """The SQL of each version of a store's schema, by its number."""
    found = {}
    for file in files(__name__).joinpath(store).iterdir():
        if named := re.fullmatch(r"(\d{4})\.sql", file.name):
            found[int(named[1])] = file.read_text(encoding="utf-8")
    return dict(sorted(found.items()))
