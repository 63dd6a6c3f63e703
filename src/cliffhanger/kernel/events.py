"""What happened, as told by the rules: derived from inputs, but stored with its sentence."""

from collections.abc import Collection
from typing import Any

from msgspec import Struct, structs

CHAPTERS = frozenset({"episode", "chapter", "act", "scene"})  # kinds of events that open a part of the story
SEVERAL = "several"  # the field of an event's data that says which of its names stand for several; there where one does
CUES = CHAPTERS | {"round", "phase"}  # these, and the beats within one, stand apart from the sentences of a log


class Event(Struct, frozen=True, gc=False):
    """One thing that happened.

    `what` is the kind; `who` the name shown beside the sentence; `data` holds what its row in `Game.sentences` declares,
    in plain JSON values with names, not ids; `only` names the seats that may read it (empty: everybody). `text` is its
    sentence for the room, which goes on from the name: "pours 2." beside "Ida". One reader's is said when it is read.
    """

    what: str
    who: str = ""
    rule: str = ""
    data: dict[str, Any] = {}
    only: tuple[str, ...] = ()
    text: str = ""

    def __hash__(self) -> int:
        """Equal events have equal hashes; `data` is a dict, so it is left out."""
        return hash((self.what, self.who, self.rule, self.only, self.text))

    def heard_by(self, seat: str) -> bool:
        """Whether this seat may read it."""
        return not self.only or seat in self.only


class Tale(Struct, frozen=True):
    """What a recap makes of a game's kinds of events, gathered from the rows of its sentences.

    The `workings` only led to something; where one is `turning`, things are different afterwards; `chapters` open a part
    of the story. The rest is told. `counts` are the kinds that the credits count, in this order. `gathers` gives kinds
    that stand once more at the end the heading they stand under; after those that are `onward` something is still open.
    """

    workings: frozenset[str] = frozenset()
    turning: frozenset[str] = frozenset()
    chapters: frozenset[str] = CHAPTERS
    counts: tuple[str, ...] = ()
    gathers: dict[str, str] = {}
    onward: frozenset[str] = frozenset()


ALL = Tale()
"""All of it is told: for a record without its game."""


def of_several(event: Event, groups: Collection[str]) -> Event:
    """An event that says which of its names stand for several, of those that do."""
    found = [name for name in (event.who, *event.data.values()) if type(name) is str and name in groups]
    return structs.replace(event, data=event.data | {SEVERAL: found}) if found else event


def told(event: Event, text: str) -> Event:
    """Give an event its sentence. The kernel's own events bring one, for games that have no other."""
    return structs.replace(event, text=text or event.text)


def sentence(event: Event) -> str:
    """The whole sentence, for where no name stands beside it; words that stand alone are that one's words."""
    if not event.who:
        return event.text
    return f"{event.who}{':' if event.text[:1].isupper() else ''} {event.text}"
