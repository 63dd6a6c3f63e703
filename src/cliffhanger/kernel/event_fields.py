"""Rows of sentences for a game whose events have fields in common: each field has its kind once, and the rows name it."""

import re
from collections.abc import Mapping
from typing import TypedDict, Unpack

from cliffhanger.kernel.sentences import KINDS, Kind, Recap, Sentence, TemplateError, Templates, Tone

SIGNATURE = re.compile(r"(\w+)\(([\w:, ]*)\)")


class More(TypedDict, total=False):
    """What a row may have beside its sentence: see `Sentence`."""

    head: Templates
    below: Templates
    story: Templates
    chip: Templates
    tone: Tone
    credits: str
    gather: str
    onward: Templates
    befalls: str
    news: bool


class Fields:
    """The fields that events of a game have in common, each with its kind, and what makes rows of them.

    ```python
    row = Fields({"part": Words({"V": "Vigor"})}, person="foe whom", number="dice amount", text="goal why", part="part")
    row.workings("hurt(amount, part, why)", "[takes|take] {amount} damage to {part}: {why}.")
    row.tell("counts(points: signed)", "[counts|count] {points}.")
    ```
    Fields are named kind by kind; the mapping has the game's own kinds. A row begins with its kind of event and the
    fields that such an event has; one that is of another kind there says so. A field that is nowhere given a kind is a
    TemplateError, and so is one that a template names and the event does not have.
    """

    def __init__(self, own: Mapping[str, Kind] | None = None, **names: str) -> None:
        self.kinds: dict[str, Kind] = {**{kind: kind for kind in KINDS}, **(own or {})}
        self.fields = {name: self._kind("Fields", kind) for kind, row in names.items() for name in row.split()}

    def tell(self, event: str, says: Templates, **more: Unpack[More]) -> Sentence:
        """A row of what a recap tells."""
        return self._row(event, says, "tell", more)

    def workings(self, event: str, says: Templates, **more: Unpack[More]) -> Sentence:
        """A row of what a recap leaves out: how it came about."""
        return self._row(event, says, "workings", more)

    def turning(self, event: str, says: Templates, **more: Unpack[More]) -> Sentence:
        """A row of that at which the story turns."""
        return self._row(event, says, "turning", more)

    def chapter(self, event: str, says: Templates, **more: Unpack[More]) -> Sentence:
        """A row of what opens a chapter of a recap."""
        return self._row(event, says, "chapter", more)

    def _row(self, event: str, says: Templates, recap: Recap, more: More) -> Sentence:
        found = SIGNATURE.fullmatch(event)
        if found is None:
            raise TemplateError(f"{event!r}: a row begins with its event and the fields that has: hits(foe, weapon).")
        what, given = found[1], [each.partition(":") for each in found[2].split(",") if each.strip()]
        fields = dict(self._field(what, *map(str.strip, each)) for each in given)
        return Sentence(what, fields, says, recap=recap, **more)

    def _field(self, what: str, name: str, _: str, kind: str) -> tuple[str, Kind]:
        if not kind and name not in self.fields:
            raise TemplateError(f"{what}: {name!r} is no field of this game, and has no kind beside it.")
        return name, self._kind(what, kind) if kind else self.fields[name]

    def _kind(self, what: str, kind: str) -> Kind:
        if kind not in self.kinds:
            raise TemplateError(f"{what}: {kind!r} is no kind there is: {', '.join(sorted(self.kinds))}.")
        return self.kinds[kind]
