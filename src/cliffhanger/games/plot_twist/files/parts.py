"""What parts of cards are made of: numbers, texts, and what all effects have.

A mark such as "amount" in an annotation says what a field holds, for whoever reads fields of any part alike: `marks`.
"""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.amounts import LEAST, MOST
from cliffhanger.games.plot_twist.files.words import Target
from cliffhanger.kernel.files.declaration import Written

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
Wounds = Literal[words.DamageType, words.Chosen]
Names = words.PickedName


class Part(Written, frozen=True, kw_only=True, rename=lambda name: name.rstrip("_")):
    """A part of a card. Of the fields in `ONE_OF` exactly one is said."""

    ONE_OF: ClassVar[tuple[str, ...]] = ()


class Until(Part, frozen=True, kw_only=True):
    """Turns, a condition or a trigger that ends something or brings it."""

    ONE_OF = ("turns", "if", "trigger")
    turns: Some | None = None
    if_: Cond | None = None
    trigger: words.Trigger | None = None
    of: str | None = None
    by: Target | None = None
    to: Target | None = None


Duration = words.Lasting | Until


class Effect(Part, frozen=True, kw_only=True):
    """What happens. `if` is tested once, when it would."""

    SAYS: ClassVar[str] = ""
    EXAMPLE: ClassVar[str] = "{}"
    UNDER: ClassVar[tuple[str, ...]] = ()
    CALLED: ClassVar[dict[str, dict[str, str]]] = {}
    if_: Cond | None = None
    once: words.Often | None = None


class Aimed(Effect, frozen=True, kw_only=True):
    """What befalls somebody: `where` is tested on each who might be meant."""

    NEEDED: ClassVar[bool] = True
    target: Target | None = None
    where: Cond | None = None
    choose_by: words.Chooser | None = None


class Counted(Aimed, frozen=True, kw_only=True):
    """What may befall several: `count` of an `a_` word."""

    count: Some = 1


class InHand(Aimed, frozen=True, kw_only=True):
    """What happens to a roll, an attack or a Combat in hand; with a target only where it is that one's."""

    NEEDED = False


class Lasting(Counted, frozen=True, kw_only=True):
    """What lasts; `while` is tested whenever it would count."""

    SILENT: ClassVar[bool] = False
    duration: Duration | None = None
    while_: Cond | None = None


class Field(NamedTuple):
    """A field of a part: its name, its key in a file, what is usual, and its marks."""

    name: str
    key: str
    usual: object
    marks: frozenset[str]


@cache
def fields(kind: type[Struct]) -> tuple[Field, ...]:
    """The fields of a part."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        Field(each.name, each.encode_name, each.default, frozenset(_marks(hints[each.name])))
        for each in structs.fields(kind)
    )


def _marks(kind: Any) -> Iterator[str]:  # noqa: ANN401
    yield from (each for each in getattr(kind, "__metadata__", ()) if isinstance(each, str))
    yield from (mark for inner in get_args(kind) if get_origin(kind) is not Literal for mark in _marks(inner))
