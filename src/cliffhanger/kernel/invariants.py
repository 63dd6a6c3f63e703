"""What cannot be, whoever says so: numbers out of their range, references to nobody, two rows of one id.

A state's types say it (`msgspec.Meta`, and `Ref` for the id of a row); a game's own `invariant_error` says what concerns
several fields at once. Each type is walked once, when the first of its values is checked.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct, structs

from cliffhanger.kernel.files.declaration import Ref, parts
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.rulings import NO_WORDS, expected, said_of

S = TypeVar("S", bound=Procedural)
Around = tuple[Any, ...]
"""The Structs around a value, the outermost first; while types are walked, their types."""
Path = tuple[object, ...]
"""The way to a value: names of fields, and the rows between them."""
Found = Iterator[tuple[Path, str]]
Check = Callable[[Any, Around, Path], Found]


def invariant_error(game: Game[S], s: S) -> str:
    """What is impossible about a state, by its types or else by the game; empty if nothing is."""
    return next(type_errors(game.State, s, game.words), "") or game.invariant_error(s)


def type_errors(kind: Hashable, s: object, words: Mapping[str, str] = NO_WORDS) -> Iterator[str]:
    """All that the types of a state say of its values, in sentences: ids first, for a lost id loses what refers to it."""
    check = _check(kind, ())
    found = list(check(s, (), ())) if check else []
    for path, wanted in sorted(found, key=lambda each: each[0][-1] != "id"):
        yield f"{said_of(path, words)} has to be {wanted}."


@cache
def _check(kind: Any, around: Around, optional: bool = False) -> Check | None:  # noqa: ANN401
    """How values of a type are checked, within Structs of these types; None if there is nothing to check."""
    marks: tuple[Any, ...] = ()
    if get_origin(kind) is Annotated:
        kind, *rest = get_args(kind)
        marks = tuple(rest)
    ref = next((mark for mark in marks if isinstance(mark, Ref)), None)
    many = get_origin(kind) is tuple and get_args(kind)[-1] is ...
    checks = [_within(mark) for mark in marks if isinstance(mark, Meta) and expected(mark)]
    if ref and not many:
        checks += filter(None, [_refers(ref, around, optional)])
    if many:
        (item, _) = get_args(kind)
        checks += filter(None, [_rows(Annotated[item, ref] if ref else item, around)])
    elif get_origin(kind) in (Union, UnionType):
        checks += filter(None, [_one_of(get_args(kind), around)])
    elif isinstance(kind, type) and issubclass(kind, Struct):
        checks += filter(None, [_fields(kind, around)])
    if len(checks) < 2:
        return checks[0] if checks else None
    return lambda value, rows, path: (found for check in checks for found in check(value, rows, path))


def _within(meta: Meta) -> Check:
    low, high = (-float("inf") if meta.ge is None else meta.ge), (float("inf") if meta.le is None else meta.le)
    least, most = meta.min_length or 0, float("inf") if meta.max_length is None else meta.max_length

    def check(value: Any, _: Around, path: Path) -> Found:  # noqa: ANN401
        if not (least <= len(value) <= most if isinstance(value, str | tuple) else low <= value <= high):
            yield path, expected(meta)

    return check


def _refers(ref: Ref, around: Around, optional: bool) -> Check | None:
    """The value is the id of a row there; types without such rows around them leave it unchecked."""
    first = ref.field.partition(".")[0]
    at = next(
        (n for n in reversed(range(len(around))) if any(p.name == first and p.inner for p in parts(around[n]))), None
    )
    if at is None:
        return None
    rows = attrgetter(ref.field)
    meant = attrgetter(ref.having) if ref.having else None

    def check(value: str, scopes: Around, path: Path) -> Found:
        known = rows(scopes[at])
        if not any(row.id == value and (meant is None or meant(row)) for row in known) and not (optional and not value):
            yield path, ref.what

    return check


def _rows(item: Any, around: Around) -> Check | None:  # noqa: ANN401
    each = _check(item, around)
    ids = isinstance(item, type) and issubclass(item, Struct) and "id" in item.__struct_fields__

    def check(value: tuple[Any, ...], scopes: Around, path: Path) -> Found:
        if ids and len({row.id for row in value}) < len(value):
            yield path, "lines that each stand there once"
        for row in value:
            here = (*path, row) if isinstance(row, Struct) else path
            if ids and (not row.id or "/" in row.id):
                yield (*here, "id"), "a name without a slash"
            if each:
                yield from each(row, scopes, here)

    return check if ids or each else None


def _one_of(kinds: tuple[Any, ...], around: Around) -> Check | None:
    checks = {kind: found for kind in kinds if isinstance(kind, type) and (found := _check(kind, around))}

    def check(value: Any, scopes: Around, path: Path) -> Found:  # noqa: ANN401
        found = checks.get(type(value))
        return found(value, scopes, path) if found else iter(())

    return check if checks else None


def _fields(kind: type[Struct], around: Around) -> Check | None:
    inside = (*around, kind)
    rows = [(each.name, _check(each.type, inside, each.default == "")) for each in structs.fields(kind)]
    checks = [(name, found) for name, found in rows if found]

    def check(value: Any, scopes: Around, path: Path) -> Found:  # noqa: ANN401
        here = (*scopes, value)
        for name, found in checks:
            yield from found(getattr(value, name), here, (*path, name))

    return check if checks else None
