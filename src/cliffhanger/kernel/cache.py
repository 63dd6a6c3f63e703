"""What is derived from the same parts is derived once: for every seat of a table, and from one act to the next.

States share what they did not change, so a look at the parts (kept hashes, same objects) is far cheaper than the
work. Only pure functions of a state may be remembered, and only by all of the parts that they read.
"""

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import wraps
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from msgspec import Struct

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def remembered(
    parts: Callable[..., Hashable], most: int = 256, *, hold: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember a function's answers by the parts of its arguments that it reads; the oldest beyond `most` are let go.

    With `hold` the arguments are kept beside the answer: then no other object can come to have the `id` of one of them,
    and parts may name by its `id` what is dear to compare or cannot be hashed.
    """

    def remembering(make: Callable[P, R]) -> Callable[P, R]:
        kept: dict[Hashable, tuple[R, Any]] = {}

        @wraps(make)
        def of_one(thing: Any) -> R:  # noqa: ANN401  (by its id alone, which is asked for most often)
            found = kept.get(id(thing))
            if found is None:
                found = kept[id(thing)] = (make(thing), thing if hold else None)  # type: ignore[call-arg]
                if len(kept) > most:
                    del kept[next(iter(kept))]
            return found[0]

        @wraps(make)
        def look(*given: P.args, **named: P.kwargs) -> R:
            key = parts(*given, **named)
            found = kept.get(key)
            if found is None:
                found = kept[key] = (make(*given, **named), given if hold else None)
                if len(kept) > most:
                    del kept[next(iter(kept))]
            return found[0]

        return of_one if parts is id else look  # type: ignore[return-value]

    return remembering


def each_remembered(
    parts: Callable[..., Hashable], most: int = 64, rows: int = 1024, *, by: Callable[[Any], Hashable] = id
) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[Iterable[T], P], list[R]]]:
    """Remember what a function makes of each thing in a row, by the thing itself and by the parts of what else is given.

    Kept are the newest `rows` rows (one for each value of `parts`), and of each row the newest `most` things. A row costs
    one call, not one for each thing. What is given is kept beside the answer, as with `hold`; no answer may be None.
    """

    def remembering(make: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[Iterable[T], P], list[R]]:
        kept: dict[Hashable, tuple[dict[Hashable, R], dict[Hashable, Any]]] = {}

        def look(things: Iterable[T], /, *given: P.args, **named: P.kwargs) -> list[R]:
            rest = parts(*given, **named)
            if rest not in kept:
                kept[rest] = {}, {}
                if len(kept) > rows:
                    del kept[next(iter(kept))]
            row, held = kept[rest]
            things = list(things)
            keys = list(map(by, things))
            found = list(map(row.get, keys))
            if None not in found:
                return cast(list[R], found)
            for at, one in enumerate(found):
                if one is None:
                    key, thing = keys[at], things[at]
                    found[at] = row[key] = make(thing, *given, **named)
                    held[key] = thing, given
                    if len(row) > most:
                        oldest = next(iter(row))
                        del row[oldest], held[oldest]
            return cast(list[R], found)

        return look

    return remembering


def all_of(kind: type[Struct], *by_value: str, but: Collection[str] = ()) -> Callable[[Any], tuple[Hashable, ...]]:
    """Give the parts of a state that are all its fields, `but` some: each is known by its `id`, so it is for `hold` alone.

    Fields that are made anew without being changed are compared by their value.
    """
    names = [name for name in kind.__struct_fields__ if name not in by_value and name not in but]
    look = attrgetter("__class__", *names)  # of one name alone it would give no tuple
    values = attrgetter(*by_value)
    return lambda s: (*map(id, look(s)), values(s))


def kept(
    make: Callable[[Any], Iterable[R]], *read: str | Callable[[Any], Hashable], **rows: str
) -> Callable[[Any], tuple[R, ...]]:
    """Remember what is made of a state by what it reads: fields of the state, or what functions give of it.

    Of `rows` (a field that holds rows: the names of their fields, with spaces between) only those fields are read.
    """
    looks = [attrgetter(each) if isinstance(each, str) else each for each in read]
    of_rows = {name: attrgetter(*fields.split()) for name, fields in rows.items()}

    def parts(s: Any) -> tuple[Hashable, ...]:  # noqa: ANN401
        known = [look(s) for look in looks]
        return (*known, *[tuple(map(look, getattr(s, name))) for name, look in of_rows.items()])

    @remembered(parts)
    def made(s: Any) -> tuple[R, ...]:  # noqa: ANN401
        return tuple(make(s))

    return made
