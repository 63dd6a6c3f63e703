"""What a page says of parts of cards, in Markdown: each field with what may stand there, as the JSON Schema has it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.files.language.parts import Field, fields
from cliffhanger.kernel.files.schema_errors import in_words


class Reference(NamedTuple):
    """How a page names closed lists of words that it has elsewhere, each by what is said instead of all its words."""

    lists: Mapping[str, Any]

    def table(self, kind: type[Struct], without: Iterable[Field] = ()) -> Iterator[str]:
        """A heading for a part, what it is, and its fields."""
        yield f"### {kind.__struct_config__.tag or kind.__name__}\n\n{doc(kind)}\n"
        yield from self.rows(kind, without)
        yield ""

    def rows(self, kind: type[Struct], without: Iterable[Field] = (), before: str = "") -> Iterator[str]:
        """The fields of a part but these, a line each."""
        known = set(without)
        yield from (f"{before}- {self.field(kind, field.key)}" for field in fields(kind) if field not in known)

    def field(self, kind: type[Struct], key: str) -> str:
        """A field: its key, what may stand there, and whether it has to."""
        there = _schema(kind)
        usual = there["properties"][key].get("default")
        more = f"; {usual} where nothing is said" if usual and usual != {} else ""
        return f"`{key}`: {self._shape(there['properties'][key])}{'; required' if key in there['required'] else more}"

    def _shape(self, there: dict[str, Any]) -> str:
        """What a schema asks for."""
        if "anyOf" in there:
            return " or ".join(self._shape(each) for each in there["anyOf"] if each.get("type") != "null")
        if "$ref" in there:
            return f"a table ({there['$ref'].rpartition('/')[2]})"
        if there.get("type") == "array" and "discriminator" in there["items"]:
            return "cards"
        if there.get("type") == "array":
            each = self._shape(there["items"])
            return "effects" if each == "a table (Entry)" else f"a list: {each}"
        for said, kind in self.lists.items():
            if sorted(there.get("enum", ())) == sorted(listed(kind)):
                return said
        return in_words(there, {})


@cache
def _schema(kind: type[Struct]) -> dict[str, Any]:
    (ref,), shapes = msgspec.json.schema_components([kind])
    found: dict[str, Any] = shapes[ref["$ref"].rpartition("/")[2]]
    return found


def doc(kind: type[Struct]) -> str:
    """What a part is, without the ids of rules."""
    return " ".join((kind.__doc__ or "").partition("  [")[0].split())


def quoted(known: Iterable[str]) -> str:
    """Words as they are written in a file."""
    return ", ".join(f"`{each}`" for each in known)
