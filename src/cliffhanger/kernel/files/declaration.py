"""Declared once: a Struct says what the rules read, and in its annotations how people write it in a TOML file.

From the declaration follow the type a file has to fit (and so its JSON Schema), the reader and the writer:

    class Skill(Row, frozen=True):                                # Climb = 4
        rating: Score                                             # "Fast Talk" = { rating = 5, physical = false }
        physical: bool = True

    class Sheet(Row, frozen=True):
        skills: Annotated[tuple[Skill, ...], Keyed("rating")]
        best: Annotated[str, Ref("skills", "a skill of the sheet")] = ""

What is written by name is held by id. The annotations of `msgspec.Meta` bind the state as well; `InFile` gives what is
narrower, or spelled otherwise, in a file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct, structs

from cliffhanger.kernel.files.names import Found, Name, misnamed, one_of, slug
from cliffhanger.kernel.files.positions import at

K = TypeVar("K", bound=Struct)
Table = dict[str, Any]


class Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is read as it is written: keys that are not known are faults, and what is usual is left out."""


@dataclass(frozen=True)
class SlugOf:
    """An id: it is made of another field's words, and never written."""

    field: str


@dataclass(frozen=True)
class Under:
    """The key stands in this section of the file (none: at its top), wherever the other fields stand."""

    section: tuple[str, ...] = ()

    def __init__(self, *section: str) -> None:
        object.__setattr__(self, "section", section)


@dataclass(frozen=True)
class Laid:
    """The fields of a Struct are laid out in the file around it, those without an `Under` in this section."""

    section: tuple[str, ...] = ()

    def __init__(self, *section: str) -> None:
        object.__setattr__(self, "section", section)


@dataclass(frozen=True)
class Said:
    """Words about rows of one kind or more, in a table of their own by the row's name: `field` of the row holds them.

    `what` are the rows, for whoever names one that is not there.
    """

    section: tuple[str, ...]
    field: str
    type: Any
    what: str
    title: str


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
class Figure:
    """The number that each of these rows is known by, where no `Keyed` says so."""

    field: str


@dataclass(frozen=True)
class Ref:
    """The id of a row in this field of the nearest Struct around that has one; in a file, its name.

    `what` is said of what was expected. Where `having` names a field, only rows that have something there are meant.
    """

    field: str
    what: str
    having: str = ""


@dataclass(frozen=True)
class InFile:
    """How a field is written, where that is not how it is held.

    `type` is what the file has to fit. `read` makes the value of what is written and of the fields read before; `write`
    takes the whole Struct. With `key` and no type it is read from the key of another field. `checks` gets what is written.
    """

    type: Any = None
    read: Callable[[Any, Mapping[str, Any]], Any] | None = None
    write: Callable[[Any], Any] | None = None
    default: Any = NODEFAULT
    key: str = ""
    checks: Callable[[Any, str], Found] | None = None


class Row(Struct, frozen=True):
    """Something with a name, and the id made of it. A state keeps the id when the name changes."""

    id: Annotated[str, SlugOf("name")]
    name: Annotated[str, Meta(min_length=1, max_length=120, description="a name of 1 to 120 characters"), InFile(Name)]


class Part(NamedTuple):
    """A field of a declared Struct: its type with and without marks, and the Struct of its value or of its rows."""

    name: str
    kind: Any
    base: Any
    default: Any
    inner: Any
    many: bool
    marks: Mapping[type, Any]

    @property
    def ref(self) -> Ref | None:
        """What it refers to."""
        return self.marks.get(Ref)

    @property
    def file(self) -> InFile:
        """How it is written."""
        found: InFile = self.marks.get(InFile, InFile())
        return found

    @property
    def laid(self) -> Laid | None:
        """Whether its fields are laid out around it."""
        return self.marks.get(Laid)

    def path(self, section: tuple[str, ...]) -> tuple[str, ...]:
        """Where it is written, in a Struct whose other fields stand in this section."""
        under: Under | None = self.marks.get(Under)
        return (*(under.section if under else section), self.file.key or self.name)


def bare(kind: Any) -> tuple[Any, dict[type, Any]]:  # noqa: ANN401
    """A type without its annotations, and those by their class."""
    marks: dict[type, Any] = {}
    while get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        marks = {type(mark): mark for mark in more} | marks
    return kind, marks


def declared(kind: Any) -> bool:  # noqa: ANN401
    """Whether a type is written otherwise than it is held."""
    return isinstance(kind, type) and issubclass(kind, Struct) and not issubclass(kind, Written)


@cache
def parts(kind: type[Struct]) -> tuple[Part, ...]:
    """The fields of a declared Struct."""
    found = []
    for each in structs.fields(kind):
        base, marks = bare(each.type)
        inner, many = base, get_origin(base) is tuple and get_args(base)[-1] is ...
        if many:
            inner, more = bare(get_args(base)[0])
            marks = {**({Ref: more[Ref]} if Ref in more else {}), **marks}
        default = each.default if each.default_factory is NODEFAULT else each.default_factory()
        inner = inner if isinstance(inner, type) and issubclass(inner, Struct) else None
        found.append(Part(each.name, each.type, base, default, inner, many, marks))
    return tuple(found)


@cache
def naming(kind: type[Struct]) -> str:
    """The field that an id of this Struct is made of; "" if it has no id."""
    for p in parts(kind):
        if SlugOf in p.marks:
            return str(p.marks[SlugOf].field)
        if p.laid and p.inner and p.file.type is None and (found := naming(p.inner)):
            return found
    return ""


# --- the type of a file ---------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """A key of a file: where it stands, its type, and what it is when nobody writes it."""

    path: tuple[str, ...]
    type: Any
    default: Any = NODEFAULT


@cache
def written_type(kind: type[Struct], without: frozenset[str] = frozenset()) -> type[Struct]:
    """The Struct that a file has to fit, made of a declared one; what is written as it is stays as it is."""
    if not declared(kind):
        return kind
    required = {p.laid.section for p in parts(kind) if p.laid and p.laid.section}
    return _struct(kind.__name__, _entries(kind, (), without), required, (kind.__doc__ or "").partition("\n\n")[0])


def _struct(name: str, entries: Iterable[Entry], required: set[tuple[str, ...]], doc: str = "") -> type[Struct]:
    fields: dict[str, tuple[Any, Any]] = {}
    sections: dict[str, list[Entry]] = {}
    for path, kind, default in entries:
        if len(path) > 1:
            fields.setdefault(path[0], (None, NODEFAULT))
            sections.setdefault(path[0], []).append(Entry(path[1:], kind, default))
        else:
            fields.setdefault(path[0], (kind, default))
    for key, inner in sections.items():
        made = _struct(f"{name}{key.title()}", inner, {path[1:] for path in required if len(path) > 1})
        optional = (key,) not in required and all(each.default is not NODEFAULT for each in inner)
        fields[key] = (made, made() if optional else NODEFAULT)
    rows = [(key, kind, _default(default)) for key, (kind, default) in fields.items()]
    return msgspec.defstruct(
        name, rows, bases=(Written,), frozen=True, kw_only=True, namespace={"__doc__": doc} if doc else None
    )


def _default(value: Any) -> Any:  # noqa: ANN401
    return msgspec.field(default_factory=dict) if value == {} else msgspec.field(default=value)


def _entries(kind: type[Struct], section: tuple[str, ...], without: frozenset[str] = frozenset()) -> Iterator[Entry]:
    for p in parts(kind):
        if p.name not in without:
            yield from _entry(p, section)


def _entry(p: Part, section: tuple[str, ...]) -> Iterator[Entry]:
    keyed, said = p.marks.get(Keyed), p.marks.get(Said)
    path, own = p.path(section), p.file
    if SlugOf in p.marks or (own.key and own.type is None and own.read):
        return
    if p.laid:
        yield from _entries(own.type or p.inner, (*section, *p.laid.section))
    elif keyed:
        table = _sized(dict[Name, _row_type(p)], keyed)  # type: ignore[misc]
        for _, key in keyed.into or ((None, path[-1]),):
            yield Entry((*path[:-1], key), table, NODEFAULT if keyed.least else {})
    elif Listed in p.marks:
        rows = _sized(tuple[_row_type(p) or Name, ...], p.marks[Listed])  # type: ignore[misc]
        yield Entry(path, rows, NODEFAULT if p.marks[Listed].least else ())
    else:
        yield Entry(path, own.type or _plain_type(p), p.default if own.default is NODEFAULT else own.default)
    if said:
        table = dict[Name, said.type]  # type: ignore[name-defined]
        yield Entry(said.section, _annotated(table, title=said.title), {})


def _plain_type(p: Part) -> Any:  # noqa: ANN401
    if p.ref:
        return tuple[Name, ...] if p.many else Name if p.default is NODEFAULT else str
    return written_type(p.inner) if p.inner and not p.many else p.kind


def _sized(kind: Any, rows: Keyed | Listed) -> Any:  # noqa: ANN401
    title = rows.title if isinstance(rows, Keyed) else ""
    return _annotated(kind, min_length=rows.least or None, max_length=rows.most, title=title or None)


def _annotated(kind: Any, **facts: Any) -> Any:  # noqa: ANN401
    return Annotated[kind, Meta(**facts)]


def _elsewhere(p: Part) -> frozenset[str]:
    """The fields of a row that do not stand in the row itself: its words, and with a table by name its name."""
    keyed, said = p.marks.get(Keyed), p.marks.get(Said)
    name = naming(p.inner) if keyed or said else ""
    return frozenset({name, said.field if said else "", keyed.split if keyed else ""} - {""})


def _row_type(p: Part) -> Any:  # noqa: ANN401
    """What is written of a row; None where it is a name and nothing else."""
    short = p.marks[Keyed].short if Keyed in p.marks else ""
    without = _elsewhere(p)
    rest = list(_entries(p.inner, (), without))
    if not rest:
        return None
    alone = next((each.type for each in rest if each.path == (short,)), None)
    if alone is not None and len(rest) == 1:
        return alone
    table = written_type(p.inner, without)
    return table if alone is None else Union[alone, table]  # noqa: UP007  (the types are known only here)


# --- reading --------------------------------------------------------------------------------------------------


@dataclass
class _Reading:
    """What is found on the way: faults, and references to be looked up when all is read."""

    found: Found = field(default_factory=list)
    refs: list[tuple[str, str, Ref, tuple[Any, ...]]] = field(default_factory=list)


def read(kind: type[K], table: Table) -> tuple[K, Found]:
    """The value that a table which fits `written_type(kind)` describes, and what is wrong with its names."""
    if not declared(kind):
        return msgspec.convert(table, kind), []
    out = _Reading()
    value = _read(kind, table, "", (), (), {}, out)
    for path, name, ref, scopes in out.refs:
        known = [each for _, each in named_rows(ref, scopes)]
        if name not in known:
            out.found.append((path, one_of(known, ref.what)))
    return value, out.found


def _read(
    kind: type[K],
    table: Table,
    path: str,
    section: tuple[str, ...],
    scopes: tuple[Any, ...],
    given: Table,
    out: _Reading,
    short: str = "",
) -> K:
    if not declared(kind):
        return msgspec.convert(table, kind)
    row = dict(given)
    scopes = (*scopes, (kind, row))
    for p in parts(kind):
        if p.name not in row and SlugOf not in p.marks:
            value = _value(p, table, path, section, scopes, out, short)
            if value is not NODEFAULT:
                row[p.name] = value
    for p in parts(kind):
        if SlugOf in p.marks:
            row[p.name] = slug(row[p.marks[SlugOf].field])
    _unknown_words(kind, row, table, path, out)
    return kind(**row)


def _value(
    p: Part, table: Table, path: str, section: tuple[str, ...], scopes: tuple[Any, ...], out: _Reading, short: str
) -> Any:  # noqa: ANN401
    own, row = p.file, scopes[-1][1]
    if p.laid and own.type is None:
        return _read(p.inner, table, path, (*section, *p.laid.section), scopes, {}, out)
    if p.laid:
        keys = [each.path for each in _entries(own.type, (*section, *p.laid.section))]
        raw: Any = {key[-1]: found for key in keys if (found := _dug(table, key)) is not NODEFAULT}
        where = at(path, *section, *p.laid.section)
    else:
        key = p.path(section)
        raw = _dug(table, key)
        where = path if short == p.name else at(path, *key)
    if Keyed in p.marks:
        return _keyed(p, table, path, section, scopes, out)
    if raw is NODEFAULT:
        if own.default is NODEFAULT:
            return NODEFAULT
        raw = own.default
    if p.inner and p.many and own.read is None:
        return _listed(p, raw, table, where, scopes, out)
    if own.read:
        raw = msgspec.convert(raw, own.type) if own.type else raw
        out.found += own.checks(raw, where) if own.checks else []
        return own.read(raw, row)
    if p.inner:
        return _read(p.inner, raw, where, (), scopes, {}, out)
    if p.ref:
        names = [(at(where, nth), name) for nth, name in enumerate(raw)] if p.many else [(where, raw)]
        out.refs += [(there, name, p.ref, scopes) for there, name in names if name]
        return tuple(slug(name) for _, name in names) if p.many else slug(raw)
    return msgspec.convert(raw, p.kind)


def _keyed(
    p: Part, table: Table, path: str, section: tuple[str, ...], scopes: tuple[Any, ...], out: _Reading
) -> tuple[Any, ...]:
    keyed: Keyed = p.marks[Keyed]
    said: Said | None = p.marks.get(Said)
    *above, last = p.path(section)
    rows, names = [], []
    for value, key in keyed.into or ((None, last),):
        for name, raw in _dug(table, (*above, key), {}).items():
            where = at(path, *above, key, name)
            given = {naming(p.inner): name} | ({keyed.split: value} if keyed.split else {}) | _words(said, table, name)
            whole = isinstance(raw, dict)
            inner = raw if whole else {keyed.short: raw}
            rows.append(_read(p.inner, inner, where, (), scopes, given, out, "" if whole else keyed.short))
            names.append((where, name))
    out.found += misnamed(names)
    return tuple(rows)


def _listed(p: Part, raw: list[Any], table: Table, where: str, scopes: tuple[Any, ...], out: _Reading) -> Any:  # noqa: ANN401
    name, rows, names = naming(p.inner), [], []
    for nth, each in enumerate(raw):
        here = at(where, nth)
        if isinstance(each, str):
            rows.append(
                _read(p.inner, {}, here, (), scopes, {name: each} | _words(p.marks.get(Said), table, each), out)
            )
        else:
            rows.append(_read(p.inner, each, here, (), scopes, {}, out))
        names += [(here if isinstance(each, str) else at(here, name), getattr(rows[-1], name))] if name else []
    out.found += misnamed(names)
    return tuple(rows)


def _words(said: Said | None, table: Table, name: str) -> Table:
    return {said.field: _dug(table, said.section, {}).get(name, "")} if said else {}


def _unknown_words(kind: type[Struct], row: Table, table: Table, path: str, out: _Reading) -> None:
    """Words about something that is not there."""
    about: dict[Said, list[str]] = {}
    for p in parts(kind):
        if Said in p.marks:
            names = [getattr(each, naming(p.inner)) for each in row.get(p.name, ())]
            about.setdefault(p.marks[Said], []).extend(names)
    for said, known in about.items():
        for name in _dug(table, said.section, {}):
            if name not in known:
                out.found.append((at(path, *said.section, name), one_of(known, said.what)))


def _dug(table: Table, path: Iterable[str], otherwise: Any = NODEFAULT) -> Any:  # noqa: ANN401
    found: Any = table
    for key in path:
        if key not in found:
            return otherwise
        found = found[key]
    return found


def named_rows(ref: Ref, scopes: tuple[Any, ...]) -> list[tuple[str, str]]:
    """The rows that a reference may mean, each as (id, name): scopes are the Structs around it, the outermost first."""
    for kind, row in reversed(scopes):
        for p in parts(kind):
            if p.name == ref.field and p.ref is None:
                rows = row.get(p.name, ()) if isinstance(row, dict) else getattr(row, p.name)
                return [
                    (slug(each), each) if isinstance(each, str) else (each.id, getattr(each, naming(p.inner) or "id"))
                    for each in rows
                    if not ref.having or getattr(each, ref.having)
                ]
    return []


# --- writing --------------------------------------------------------------------------------------------------


def write(value: Struct) -> Table:
    """The plain values of a file that reads back as `value`; what is usual is left out."""
    if not declared(type(value)):
        return dict(msgspec.to_builtins(value))
    table: Table = {}
    _write(value, table, (), (), frozenset())
    return table


def _write(
    value: Struct, table: Table, section: tuple[str, ...], scopes: tuple[Any, ...], without: frozenset[str]
) -> None:
    scopes = (*scopes, (type(value), value))
    for p in parts(type(value)):
        own, held = p.file, getattr(value, p.name)
        if p.name in without or SlugOf in p.marks or (own.key and own.type is None and own.read):
            continue
        if p.laid:
            inside = (*section, *p.laid.section)
            _put(table, inside, {}) if inside else None
            _write(own.write(value) if own.write else held, table, inside, scopes, frozenset())
        elif Keyed in p.marks or Listed in p.marks:
            _write_rows(p, held, table, p.path(section), scopes)
        else:
            (entry,) = _entry(p, section)
            made = own.write(value) if own.write else _plain(p, held, scopes)
            if entry.default is NODEFAULT or made != msgspec.to_builtins(entry.default):
                _put(table, entry.path, made)


def _plain(p: Part, held: Any, scopes: tuple[Any, ...]) -> Any:  # noqa: ANN401
    if p.ref:
        names = dict(named_rows(p.ref, scopes))
        return [names[each] for each in held if each in names] if p.many else names.get(held, "")
    if p.inner and p.many:
        return [_inner(each, scopes) for each in held]
    return _inner(held, scopes) if p.inner else msgspec.to_builtins(held)


def _inner(value: Struct, scopes: tuple[Any, ...], without: frozenset[str] = frozenset()) -> Table:
    if not declared(type(value)):
        return dict(msgspec.to_builtins(value))
    table: Table = {}
    _write(value, table, (), scopes, without)
    return table


def _write_rows(p: Part, rows: tuple[Any, ...], table: Table, path: tuple[str, ...], scopes: tuple[Any, ...]) -> None:
    keyed, said = p.marks.get(Keyed), p.marks.get(Said)
    for row in rows:
        name, made = getattr(row, naming(p.inner)), _inner(row, scopes, _elsewhere(p))
        if keyed is None:
            _put(table, path, [*_dug(table, path, []), made or name])
        else:
            key = dict(keyed.into)[getattr(row, keyed.split)] if keyed.split else path[-1]
            _put(table, (*path[:-1], key, name), made[keyed.short] if made.keys() == {keyed.short} else made)
        if said and getattr(row, said.field):
            _put(table, (*said.section, name), getattr(row, said.field))


def _put(table: Table, path: tuple[str, ...], value: Any) -> None:  # noqa: ANN401
    for key in path[:-1]:
        table = table.setdefault(key, {})
    if value != {} or path[-1] not in table:
        table[path[-1]] = value
