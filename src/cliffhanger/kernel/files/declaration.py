"""Declared once: a Struct says what the rules read, and in its annotations how people write it in a TOML file.

    class Skill(Row, frozen=True):                                # Climb = 4
        rating: Score                                             # "Fast Talk" = { rating = 5, physical = false }
        physical: bool = True

    class Sheet(Row, frozen=True):
        skills: Annotated[tuple[Skill, ...], Keyed("rating")]
        best: Annotated[str, Ref("skills", "a skill of the sheet")] = ""

From this follow the type of the file and its JSON Schema (`written_type.py`), the reader and the writer (`convert.py`).
What is written by name is held by id. A `msgspec.Meta` binds the state as well; `InFile` gives what is narrower, or spelled
otherwise, in a file.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct, structs

from cliffhanger.kernel.files.names import Found, Name

M = TypeVar("M")
Keys = tuple[str, ...]
"""The keys of tables that lead to one: `("words", "powers")` is `[words.powers]`."""


class Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is held as it is written: keys that are not known are faults, and what is usual is left out."""


@dataclass(frozen=True)
class SlugOf:
    """An id: it is made of another field's words, and never written."""

    field: str


@dataclass(frozen=True)
class Section:
    """The key stands in this section of the file (none: at its top), wherever the other fields stand."""

    section: Keys = ()


@dataclass(frozen=True)
class Flatten:
    """The fields of a Struct stand in the file as if they were fields of the Struct around it, under this section.

    A field with a `Section` of its own keeps to that.
    """

    section: Keys = ()


@dataclass(frozen=True)
class Keyed:
    """Rows that are written as a table by name; where all but `short` is as usual, its value stands alone.

    `split` is a field of the row that tells which table it stands in: `into` has its values, each with the key.
    """

    short: str = ""
    least: int = 0
    most: int = 100
    title: str = ""
    split: str = ""
    into: tuple[tuple[Any, str], ...] = ()


@dataclass(frozen=True)
class Listed:
    """Rows that are written as a list of tables, or of names where a row has nothing else."""

    least: int = 0
    most: int = 100


@dataclass(frozen=True)
class SideTable:
    """Words about rows of one kind or more, in a table of their own by the row's name: `field` of the row holds them.

    `what` are the rows, for whoever names one that is not there.
    """

    section: Keys
    field: str
    type: Any
    what: str
    title: str


@dataclass(frozen=True)
class Figure:
    """The number that each of these rows is known by, where no `Keyed` says so."""

    field: str


@dataclass(frozen=True)
class Ref:
    """The id of a row in this field of the nearest enclosing Struct that has one; in a file, its name.

    `what` is said of what was expected. Where `having` names a field, only rows that have something there are meant.
    A field that is "" by default may be left so.
    """

    field: str
    what: str
    having: str = ""


@dataclass(frozen=True)
class InFile:
    """How a field is written, where that is not how it is held.

    `type` is what the file has to fit, and `default` what nobody need write. `read` makes the value of what is written and
    of the fields before this one; `write` takes the whole Struct. A field without a type has its value from the `key` of
    another, which writes both. `checks` takes what is written and its path.
    """

    type: Any = None
    read: Callable[[Any, Mapping[str, Any]], Any] | None = None
    write: Callable[[Any], Any] | None = None
    default: Any = NODEFAULT
    key: str = ""
    checks: Callable[[Any, str], Found] | None = None


AS_HELD = InFile()


class Row(Struct, frozen=True):
    """Something with a name, and the id made of it. A state keeps the id when the name changes."""

    id: Annotated[str, SlugOf("name")]
    name: Annotated[str, Meta(min_length=1, max_length=120, description="a name of 1 to 120 characters"), InFile(Name)]


class Field(NamedTuple):
    """A field of a declared Struct: its type with and without marks, and the Struct of its value or of its rows."""

    name: str
    kind: Any
    base: Any
    default: Any
    inner: Any
    many: bool
    marks: Mapping[type, Any]

    def mark(self, kind: type[M]) -> M | None:
        """Its mark of this class."""
        return self.marks.get(kind)

    @property
    def file(self) -> InFile:
        """How it is written."""
        return self.mark(InFile) or AS_HELD

    @property
    def written(self) -> bool:
        """Whether it has a key of its own."""
        own = self.file
        return SlugOf not in self.marks and not (own.key and own.type is None and own.read)

    def path(self, section: Keys) -> Keys:
        """Where it is written, in a Struct whose other fields stand in this section."""
        own = self.mark(Section)
        return (*(own.section if own else section), self.file.key or self.name)


def declared(kind: Any) -> bool:  # noqa: ANN401
    """Whether a type is written otherwise than it is held."""
    return isinstance(kind, type) and issubclass(kind, Struct) and not issubclass(kind, Written)


@cache
def fields(kind: type[Struct]) -> tuple[Field, ...]:
    """The fields of a Struct."""
    found = []
    for each in structs.fields(kind):
        base, marks = _bare(each.type)
        inner, many = base, get_origin(base) is tuple and get_args(base)[-1] is ...
        if many:
            inner, more = _bare(get_args(base)[0])
            marks = {**({Ref: more[Ref]} if Ref in more else {}), **marks}
        default = each.default if each.default_factory is NODEFAULT else each.default_factory()
        inner = inner if isinstance(inner, type) and issubclass(inner, Struct) else None
        found.append(Field(each.name, each.type, base, default, inner, many, marks))
    return tuple(found)


def _bare(kind: Any) -> tuple[Any, dict[type, Any]]:  # noqa: ANN401
    if get_origin(kind) is not Annotated:
        return kind, {}
    base, *marks = get_args(kind)
    return base, {type(mark): mark for mark in marks}


@cache
def name_field(kind: type[Struct]) -> str:
    """The field that an id of this Struct is made of; "" if it has no id."""
    for p in fields(kind):
        slug_of, flat = p.mark(SlugOf), p.mark(Flatten) and p.file.type is None
        if found := slug_of.field if slug_of else name_field(p.inner) if flat else "":
            return found
    return ""


def outside_fields(p: Field) -> frozenset[str]:
    """The fields of these rows that stand outside the row: its words; in a table by name, or alone in a list, its name."""
    keyed, said, name = p.mark(Keyed), p.mark(SideTable), name_field(p.inner)
    outside = {said.field} if said else set()
    outside |= {keyed.split} if keyed and keyed.split else set()
    alone = {each.name for each in fields(p.inner) if each.written} <= outside | {name}
    return frozenset(outside | ({name} if keyed or alone else set()))
