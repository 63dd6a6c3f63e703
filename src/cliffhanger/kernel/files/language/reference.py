"""What a page says of parts of cards, in Markdown: each field with what may stand there, as the JSON Schema has it."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from cliffhanger.kernel.files.language.closed_lists import listed
from cliffhanger.kernel.files.language.parts import Field, Part, Word, fields
from cliffhanger.kernel.files.schema_errors import in_words


class Reference(NamedTuple):
    """How the parts of a game are told.

    `lists` are closed lists of words that a page has elsewhere, each by what is said instead of all its words; `bases` what
    words have in common, from the general to the special.
    """

    lists: Mapping[str, Any]
    bases: tuple[type[Word], ...] = (Word,)

    def tables(self, kinds: Iterable[type[Struct]], without: Iterable[Field] = ()) -> str:
        """Parts, each with a heading, what it is, and its fields but these."""
        known = tuple(without)
        heads = ((f"### {kind.__struct_config__.tag or kind.__name__}\n\n{doc(kind)}\n", kind) for kind in kinds)
        return "\n\n".join("\n".join([head, *self.rows(kind, known)]) for head, kind in heads)

    def rows(self, kind: type[Struct], without: Iterable[Field] = ()) -> list[str]:
        """The fields of a part but these, a line each."""
        known = set(without)
        return [f"- {self.field(kind, field.key)}" for field in fields(kind) if field not in known]

    def bases_of_words(self) -> str:
        """What words have in common."""
        found = []
        for base in self.bases:
            above: type[Struct] = base.__base__ or Part
            found += [f"- {doc(base)}", *(f"  {row}" for row in self.rows(base, fields(above)))]
        return "\n".join(found)

    def word(self, word: str, kind: type[Word], entry: str, sentence: str) -> str:
        """A word: what it is, where it may stand, its fields, and an entry of it with the sentence that it makes."""
        base = next(each for each in reversed(self.bases) if issubclass(kind, each))
        under = f" Only under {', '.join(kind.UNDER)}." if kind.UNDER else ""
        besides = quoted(field.key for field in fields(base) if field in fields(kind))
        own = [] if kind.PLAIN else self.rows(kind, fields(base))
        head = [f"### {word}\n", f"{doc(kind)}{under}\n", f"Besides: {besides}.\n", *own]
        return "\n".join([*head, f"\n```toml\neffects = [{entry}]\n```\n\n> {sentence}"])

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


def rows(found: Iterable[Iterable[str]]) -> str:
    """The rows of a table."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in found)


def quoted(known: Iterable[str]) -> str:
    """Words as they are written in a file."""
    return ", ".join(f"`{each}`" for each in known)
