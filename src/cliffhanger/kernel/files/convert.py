"""From what is written to what is held, and back: nothing is lost on the way."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT, Struct

from cliffhanger.kernel.files.declaration import (
    Field,
    Flatten,
    Keyed,
    Keys,
    Ref,
    SideTable,
    SlugOf,
    declared,
    fields,
    name_field,
    outside_fields,
)
from cliffhanger.kernel.files.names import Found, misnamed, one_of, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.written_type import NOTHING, entries, entries_of

K = TypeVar("K", bound=Struct)
Table = dict[str, Any]
Enclosing = tuple[tuple[type[Struct], Any], ...]
"""The Structs around something, the outermost first, each with its type; while it is read, with its fields so far."""


def read(kind: type[K], table: Table) -> tuple[K, Found]:
    """The value that a table which fits `written_type(kind)` describes, and what is wrong with its names."""
    reader = _Reader()
    value: K = reader.struct(kind, _Place(table))
    for path, name, ref, enclosing in reader.refs:
        known = [each for _, each in named_rows(ref, enclosing)]
        if name not in known:
            reader.found.append((path, one_of(known, ref.what)))
    return value, reader.found


def write(value: Struct) -> Table:
    """The plain values of a file that reads back as `value`; what is usual is left out."""
    return _table(value, ())


def named_rows(ref: Ref, enclosing: Enclosing) -> list[tuple[str, str]]:
    """The rows that a reference may mean, each as (id, name)."""
    for kind, row in reversed(enclosing):
        for p in fields(kind):
            if p.name == ref.field and not p.mark(Ref):
                rows = row.get(p.name, ()) if isinstance(row, dict) else getattr(row, p.name)
                meant = [each for each in rows if not ref.having or getattr(each, ref.having)]
                return [
                    (each.id, getattr(each, name_field(p.inner))) if p.inner else (slug(each), each) for each in meant
                ]
    return []


def _get(table: Table, path: Iterable[str], otherwise: Any = NODEFAULT) -> Any:  # noqa: ANN401
    found: Any = table
    for key in path:
        if key not in found:
            return otherwise
        found = found[key]
    return found


# --- reading --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Place:
    """Where a Struct is read: a table and its path, the section its keys stand in, and the key of a value alone."""

    table: Table
    path: str = ""
    section: Keys = ()
    enclosing: Enclosing = ()
    short: str = ""


class _Found(NamedTuple):
    """A row as it is written: where, what of it stands outside, its table, and the key of a value alone."""

    path: str
    given: Table
    table: Table
    short: str = ""


@dataclass
class _Reader:
    """What turns up on the way: faults, and references, which are looked up when all is read."""

    found: Found = field(default_factory=list)
    refs: list[tuple[str, str, Ref, Enclosing]] = field(default_factory=list)

    def struct(self, kind: type[Struct], here: _Place, given: Table | None = None) -> Any:  # noqa: ANN401
        if not declared(kind):
            return msgspec.convert(here.table, kind)
        row = dict(given or {})
        here = replace(here, enclosing=(*here.enclosing, (kind, row)))
        for p in fields(kind):
            if p.name not in row and SlugOf not in p.marks:
                value = self.value(p, here, row)
                if value is not NODEFAULT:
                    row[p.name] = value
        row |= {p.name: slug(row[p.marks[SlugOf].field]) for p in fields(kind) if SlugOf in p.marks}
        self.words(kind, row, here)
        return kind(**row)

    def value(self, p: Field, here: _Place, row: Table) -> Any:  # noqa: ANN401
        flat, own, ref = p.mark(Flatten), p.file, p.mark(Ref)
        inside = (*here.section, *flat.section) if flat else here.section
        if flat and own.read is None:
            return self.struct(p.inner, replace(here, section=inside))
        if Keyed in p.marks:
            return self.rows(p, self.keyed(p, here), here)
        if flat:
            keys = [each.path for each in entries(own.type, inside)]
            raw: Any = {key[-1]: value for key in keys if (value := _get(here.table, key)) is not NODEFAULT}
            path = at(here.path, *inside)
        else:
            raw = _get(here.table, p.path(inside), own.default)
            path = here.path if here.short == p.name else at(here.path, *p.path(inside))
        if raw is NODEFAULT:
            return NODEFAULT
        if own.read:
            raw = msgspec.convert(raw, own.type) if own.type else raw
            self.found += own.checks(raw, path) if own.checks else []
            return own.read(raw, row)
        if p.inner and p.many:
            return self.rows(p, self.listed(p, raw, path), here)
        if p.inner:
            return self.struct(p.inner, _Place(raw, path, (), here.enclosing))
        if ref is None:
            return msgspec.convert(raw, p.kind)
        names = [(at(path, nth), name) for nth, name in enumerate(raw)] if p.many else [(path, raw)]
        self.refs += [(there, name, ref, here.enclosing) for there, name in names if name]
        return tuple(slug(name) for _, name in names) if p.many else slug(raw)

    def keyed(self, p: Field, here: _Place) -> Iterator[_Found]:
        keyed, (*above, last) = p.marks[Keyed], p.path(here.section)
        for value, key in keyed.into or ((None, last),):
            for name, raw in _get(here.table, (*above, key), {}).items():
                given = {name_field(p.inner): name} | ({keyed.split: value} if keyed.split else {})
                path, whole = at(here.path, *above, key, name), isinstance(raw, dict)
                yield _Found(path, given, raw, "") if whole else _Found(path, given, {keyed.short: raw}, keyed.short)

    def listed(self, p: Field, raw: list[Any], path: str) -> Iterator[_Found]:
        for nth, each in enumerate(raw):
            name_alone = isinstance(each, str)
            yield _Found(at(path, nth), {name_field(p.inner): each} if name_alone else {}, {} if name_alone else each)

    def rows(self, p: Field, found: Iterable[_Found], here: _Place) -> tuple[Any, ...]:
        name, said = name_field(p.inner) if declared(p.inner) else "", p.mark(SideTable)
        rows, names = [], []
        for path, given, table, short in found:
            called = given.get(name) or table.get(name)
            about = {said.field: _get(here.table, said.section, {}).get(called, "")} if said else {}
            rows.append(self.struct(p.inner, _Place(table, path, (), here.enclosing, short), given | about))
            names += [(path if given else at(path, name), getattr(rows[-1], name))] if name else []
        self.found += misnamed(names)
        return tuple(rows)

    def words(self, kind: type[Struct], row: Table, here: _Place) -> None:
        """Words are said about things that are there."""
        for said in {p.marks[SideTable] for p in fields(kind) if SideTable in p.marks}:
            about = [p for p in fields(kind) if p.mark(SideTable) == said]
            known = [getattr(each, name_field(p.inner)) for p in about for each in row.get(p.name, ())]
            strange = [name for name in _get(here.table, said.section, {}) if name not in known]
            self.found += [(at(here.path, *said.section, name), one_of(known, said.what)) for name in strange]


# --- writing --------------------------------------------------------------------------------------------------


def _table(value: Struct, enclosing: Enclosing, without: frozenset[str] = NOTHING) -> Table:
    if not declared(type(value)):
        return dict(msgspec.to_builtins(value))
    table: Table = {}
    _write(value, table, (), enclosing, without)
    return table


def _write(value: Struct, table: Table, section: Keys, enclosing: Enclosing, without: frozenset[str] = NOTHING) -> None:
    enclosing = (*enclosing, (type(value), value))
    for p in fields(type(value)):
        own, held = p.file, getattr(value, p.name)
        if p.name in without or not p.written:
            continue
        if flat := p.mark(Flatten):
            inside = (*section, *flat.section)
            for key in inside:
                table.setdefault(key, {})
            _write(own.write(value), table, inside, enclosing) if own.write else _write(held, table, inside, enclosing)
        elif p.inner and p.many and not own.write:
            _write_rows(p, held, table, p.path(section), enclosing)
        else:
            (entry,) = entries_of(p, section)
            made = own.write(value) if own.write else _plain(p, held, enclosing)
            if entry.default is NODEFAULT or made != msgspec.to_builtins(entry.default):
                _put(table, entry.path, made)


def _plain(p: Field, held: Any, enclosing: Enclosing) -> Any:  # noqa: ANN401
    if ref := p.mark(Ref):
        names = dict(named_rows(ref, enclosing))
        return tuple(names[each] for each in held if each in names) if p.many else names.get(held, "")
    return _table(held, enclosing) if p.inner else msgspec.to_builtins(held)


def _write_rows(p: Field, rows: tuple[Any, ...], table: Table, path: Keys, enclosing: Enclosing) -> None:
    keyed, said = p.mark(Keyed), p.mark(SideTable)
    for row in rows:
        known = declared(p.inner)
        made = _table(row, enclosing, outside_fields(p) if known else NOTHING)
        name = getattr(row, name_field(p.inner), "") if known else ""
        if keyed is None:
            _put(table, path, [*_get(table, path, []), made or name])
        else:
            key = dict(keyed.into)[getattr(row, keyed.split)] if keyed.split else path[-1]
            _put(table, (*path[:-1], key, name), made[keyed.short] if made.keys() == {keyed.short} else made)
        if said and getattr(row, said.field):
            _put(table, (*said.section, name), getattr(row, said.field))


def _put(table: Table, path: Keys, value: Any) -> None:  # noqa: ANN401
    for key in path[:-1]:
        table = table.setdefault(key, {})
    table[path[-1]] = value
