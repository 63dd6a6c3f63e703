"""The places of a story, as the files that a table was opened with name them: where a scene is, and what it looks like."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.record.format import Header

DEEPEST = 4  # levels of a file that are looked through


class Place(NamedTuple):
    """A place by its name, what is said of it, and words of its look (`kernel/panels.py`), which may be none."""

    name: str
    says: str = ""
    look: tuple[str, ...] = ()


def places(game: Game[Any] | None, header: Header) -> dict[str, Place]:
    """The places of a table's files: by the names of scenes that are there, then by their own."""
    try:
        content = header.begins(game).content if game else {}
    except Exception:  # a record of other files than these
        return {}
    rows = [row for row in _rows(content, DEEPEST) if isinstance(row.get("name"), str)]
    own = {
        str(row.get("id") or row["name"]): _place(row) for row in rows if "look" in row or row.get("kind") == "location"
    }
    found = {}
    for row in rows:
        if isinstance(row.get("place"), str):
            found[row["name"]] = Place(row["place"], str(row.get("says", "")), _words(row.get("look")))
        elif isinstance(sets := row.get("sets"), list | tuple) and sets and sets[0] in own:
            found[row["name"]] = own[sets[0]]
    return found | {place.name: place for place in own.values() if place.name not in found}


def _place(row: Mapping[str, Any]) -> Place:
    return Place(row["name"], str(row.get("says") or row.get("text") or ""), _words(row.get("look")))


def _words(look: object) -> tuple[str, ...]:
    return tuple(map(str, look)) if isinstance(look, list | tuple) else ()


def _rows(node: object, deep: int) -> Iterator[Mapping[str, Any]]:
    """Every table of a file, down to a depth."""
    if isinstance(node, Mapping):
        yield node
    inner = node.values() if isinstance(node, Mapping) else node if isinstance(node, list | tuple) else ()
    for each in inner if deep else ():
        yield from _rows(each, deep - 1)
