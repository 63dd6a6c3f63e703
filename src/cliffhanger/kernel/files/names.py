"""Names in files: how long they may be, the ids made of them, and what is said of those that do not fit."""

import re
import unicodedata
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Annotated, Any

from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Line = Annotated[str, Meta(max_length=120)]
Says = Annotated[str, Meta(max_length=400)]
Found = list[tuple[str, str]]
"""What is wrong with a file: key paths, each with what was expected there."""


def up_to(most: int, kind: Any, least: int = 0, title: str = "") -> Any:  # noqa: ANN401
    """The type of a list in a file: at least and at most so many of a kind."""
    return Annotated[tuple[kind, ...], Meta(min_length=least or None, max_length=most, title=title or None)]


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """The id of what has this name: letters and digits in lower case, with `_` for everything between them."""
    return re.sub(r"\W+", "_", unicodedata.normalize("NFKC", name).casefold()).strip("_")


def misnamed(rows: Iterable[tuple[str, str]], taken: tuple[str, ...] = ()) -> Found:
    """Names of things of one kind, each with its path, must make ids, and different ones; `taken` are not free."""
    found: Found = []
    first: dict[str, str] = {}
    for where, name in rows:
        made = slug(name)
        if not made:
            found.append((where, "a name with a letter or a digit in it"))
        elif made in taken:
            found.append((where, f"another name: every table has its own {name}"))
        elif made in first:
            found.append((where, f"another name: {first[made]} has this one"))
        first.setdefault(made, where)
    return found


def taken_twice(rows: Iterable[tuple[str, Hashable, str]], seen: dict[Hashable, str]) -> Found:
    """What only one may have: each row is a key path, what is had there, and by whom; `seen` is who has what so far."""
    found: Found = []
    for path, taken, who in rows:
        if taken in seen:
            found.append((path, f"another {path.rpartition('.')[2]}: {seen[taken]} has this one"))
        seen.setdefault(taken, who)
    return found


def one_of(known: Iterable[str], what: str) -> str:
    """What was expected: one of the names there are."""
    names = sorted(known)
    return f"{what}: {', '.join(names)}" if names else f"{what}; it has none"
