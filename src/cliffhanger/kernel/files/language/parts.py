"""What parts of cards are made of: numbers, texts, amounts and conditions; and the words that effects are.

A mark such as "amount" in an annotation says what a field holds, for whoever reads fields of any part alike: `Field.marks`.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from cliffhanger.kernel.files.declaration import Written
from cliffhanger.kernel.files.language.formulas import LEAST, MOST
from cliffhanger.kernel.files.positions import at

P = TypeVar("P")

TEXT = 60
Whole = Annotated[int, Meta(ge=0, le=MOST)]
Some = Annotated[int, Meta(ge=1, le=MOST)]
Amount = Annotated[
    Annotated[int, Meta(ge=LEAST, le=MOST)] | Annotated[str, Meta(min_length=1, max_length=200)], "amount"
]
AmountOrAll = Annotated[Amount, "all"]
"""An amount, or the word all."""
Cond = Annotated[str, Meta(min_length=1, max_length=200), "condition"]
Text = Annotated[str, Meta(min_length=1, max_length=TEXT), "text"]
Slug = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=TEXT, description="a-z, 0-9 and hyphens")]
CardId = Annotated[
    str,
    Meta(
        pattern="^([a-z0-9]+(-[a-z0-9]+)*:)?[a-z0-9]+(-[a-z0-9]+)*$",
        max_length=2 * TEXT,
        description="the id of a card, with that of its collection where that is another: mine:rush",
    ),
]
Compared = Annotated[
    str, Meta(pattern="^(>=|<=|>|<)?[0-9]{1,2}$", description="a number, alone or after >=, <=, > or <")
]


class Part(Written, frozen=True, kw_only=True, gc=False, rename=lambda name: name.rstrip("_")):
    """A part of a card. Of the fields in `ONE_OF` exactly one is said, or none where one of the `LISTS` is.

    `WITH` has for a field the one that it goes with, or `system = "fixed"` where that has to be a certain word.
    """

    ONE_OF: ClassVar[tuple[str, ...]] = ()
    LISTS: ClassVar[tuple[str, ...]] = ()
    WITH: ClassVar[dict[str, str]] = {}


class Word(Part, frozen=True, kw_only=True):
    """A word of the language, such as the effect `gain`: its name in a file is that of its class.

    `SAYS` is the pattern of its sentence (`templates.py`), `CALLED` has what words of a field are called there. Under some
    triggers alone it may stand if it has `UNDER`. `PLAIN` is the field that is written instead of a table.
    """

    SAYS: ClassVar[str] = ""
    UNDER: ClassVar[tuple[str, ...]] = ()
    CALLED: ClassVar[dict[str, dict[str, str]]] = {}
    PLAIN: ClassVar[str] = ""


class Field(NamedTuple):
    """A field of a part: its name, its key in a file, what is usual, and its marks."""

    name: str
    key: str
    usual: object
    marks: frozenset[str]

    def said(self, part: Struct) -> bool:
        """Whether a part says something here that is not usual."""
        return bool(getattr(part, self.name) != self.usual)


@cache
def fields(kind: type[Struct]) -> tuple[Field, ...]:
    """The fields of a part."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        Field(each.name, each.encode_name, each.default, frozenset(_marks(hints[each.name])))
        for each in structs.fields(kind)
    )


@cache
def field_of(kind: type[Struct]) -> dict[str, Field]:
    """The fields of a part by their keys."""
    return {field.key: field for field in fields(kind)}


def parts_of(kind: type[P], held: object, path: str) -> Iterator[tuple[str, P]]:
    """All parts of one kind in what is held, with their paths, but those in effects."""
    if isinstance(held, kind):
        yield path, held
    elif isinstance(held, tuple):
        for nth, each in enumerate(held):
            yield from parts_of(kind, each, at(path, nth))
    elif isinstance(held, Part):
        for field in fields(type(held)):
            yield from parts_of(kind, getattr(held, field.name), at(path, field.key))


def _marks(kind: Any) -> Iterator[str]:  # noqa: ANN401
    yield from (each for each in getattr(kind, "__metadata__", ()) if isinstance(each, str))
    yield from (mark for inner in get_args(kind) if get_origin(kind) is not Literal for mark in _marks(inner))
