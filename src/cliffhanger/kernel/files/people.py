"""What the file of a person has in every game: a sheet, a side, and the words under `[words]`."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from cliffhanger.kernel.files.declaration import InFile, Row, Section
from cliffhanger.kernel.files.names import Line, Says, up_to

AT_TOP, IN_WORDS = Section(), Section(("words",))
"""Above all tables of the file; under `[words]`."""


class Described(Row, frozen=True, gc=False, cache_hash=True, kw_only=True):
    """Somebody in words: in few of them, what they are after, and who they are."""

    tagline: Annotated[str, IN_WORDS, InFile(Annotated[Line, Meta(title="In a few words")])] = ""
    goals: Annotated[tuple[str, ...], IN_WORDS, InFile(up_to(6, Line, title="What they are after"))] = ()
    who: Annotated[str, IN_WORDS, InFile(Annotated[Says, Meta(title="Who they are")])] = ""

    @property
    def said(self) -> str:
        """Who they are and what they are after, in a paragraph."""
        return " ".join((self.who, *self.goals)).strip()


class OfSide(Struct, frozen=True):
    """Somebody with a sheet, and the side they stand on; a game says of what types these are."""

    sheet: Any
    side: Any

    @property
    def name(self) -> str:
        """What they are called."""
        name: str = self.sheet.name
        return name
