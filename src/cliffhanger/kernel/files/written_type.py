"""The type that a file has to fit, made of a declared Struct: what is checked first, and what the JSON Schema shows."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, NamedTuple, Union

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from cliffhanger.kernel.files.declaration import (
    Field,
    Flatten,
    Keyed,
    Keys,
    Listed,
    Ref,
    SideTable,
    Written,
    declared,
    fields,
    outside_fields,
)
from cliffhanger.kernel.files.names import Name

NOTHING: frozenset[str] = frozenset()


class Entry(NamedTuple):
    """A key of a file: where it stands, its type, and what it is when nobody writes it."""

    path: Keys
    type: Any
    default: Any = NODEFAULT


@cache
def written_type(kind: type[Struct], without: frozenset[str] = NOTHING) -> type[Struct]:
    """The type of a file; what is held as it is written is its own. `without` are fields that stand elsewhere."""
    if not declared(kind):
        return kind
    required = {flat.section for p in fields(kind) if (flat := p.mark(Flatten)) and flat.section}
    return _struct(kind.__name__, entries(kind, (), without), required, (kind.__doc__ or "").partition("\n\n")[0])


def entries(kind: type[Struct], section: Keys = (), without: frozenset[str] = NOTHING) -> Iterator[Entry]:
    """All keys of a Struct that is written in this section."""
    for p in fields(kind):
        if p.name not in without and p.written:
            yield from entries_of(p, section)


def entries_of(p: Field, section: Keys) -> Iterator[Entry]:
    """The keys of one field."""
    path, own = p.path(section), p.file
    if flat := p.mark(Flatten):
        yield from entries(own.type or p.inner, (*section, *flat.section))
    elif keyed := p.mark(Keyed):
        table = _annotated(dict[Name, _row(p)], keyed.least, keyed.most, keyed.title)  # type: ignore[misc]
        for _, key in keyed.into or ((None, path[-1]),):
            yield Entry((*path[:-1], key), table, NODEFAULT if keyed.least else {})
    elif listed := p.mark(Listed):
        rows = _annotated(tuple[_row(p) or Name, ...], listed.least, listed.most)  # type: ignore[misc]
        yield Entry(path, rows, NODEFAULT if listed.least else ())
    else:
        yield Entry(path, own.type or _plain(p), p.default if own.default is NODEFAULT else own.default)
    if said := p.mark(SideTable):
        words = dict[Name, said.type]  # type: ignore[name-defined]
        yield Entry(said.section, _annotated(words, title=said.title), {})


def _plain(p: Field) -> Any:  # noqa: ANN401
    if p.mark(Ref):
        return tuple[Name, ...] if p.many else Name if p.default is NODEFAULT else str
    return written_type(p.inner) if p.inner and not p.many else p.kind


def _row(p: Field) -> Any:  # noqa: ANN401
    """What is written of a row; None where it is a name and nothing else."""
    keyed = p.mark(Keyed)
    rest = list(entries(p.inner, (), outside_fields(p)))
    if not rest:
        return None
    alone = next((each.type for each in rest if keyed and each.path == (keyed.short,)), None)
    if alone is not None and len(rest) == 1:
        return alone
    table = written_type(p.inner, outside_fields(p))
    return table if alone is None else Union[alone, table]  # noqa: UP007  (the types are known only here)


def _annotated(kind: Any, least: int = 0, most: int | None = None, title: str = "") -> Any:  # noqa: ANN401
    return Annotated[kind, Meta(min_length=least or None, max_length=most, title=title or None)]


def _struct(name: str, keys: Iterable[Entry], required: set[Keys], doc: str = "") -> type[Struct]:
    """A Struct of these keys; one for each section within it, which may be left out if all in it may and it is not required."""
    fields: dict[str, tuple[Any, Any]] = {}
    sections: dict[str, list[Entry]] = {}
    for path, kind, default in keys:
        fields.setdefault(path[0], (kind, default))
        if len(path) > 1:
            sections.setdefault(path[0], []).append(Entry(path[1:], kind, default))
    for key, inner in sections.items():
        made = _struct(f"{name}{key.title()}", inner, set())
        optional = (key,) not in required and all(each.default is not NODEFAULT for each in inner)
        fields[key] = (made, made() if optional else NODEFAULT)
    rows = [(key, kind, _default(default)) for key, (kind, default) in fields.items()]
    named = {"__doc__": doc} if doc else None
    return msgspec.defstruct(name, rows, bases=(Written,), frozen=True, kw_only=True, namespace=named)


def _default(value: Any) -> Any:  # noqa: ANN401
    return msgspec.field(default_factory=dict) if value == {} else msgspec.field(default=value)
