"""What a game remembers between looks is what it would find anew, whatever table was looked at before.

All tables of a server share one memory, so an answer that is kept by too few of the parts it reads shows one table the
house rule, or the damage, of another.
"""

import sys
from collections.abc import Iterator, Sequence
from random import Random
from types import FunctionType
from typing import Any

from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.inputs import Ruling
from cliffhanger.kernel.step import Step, step
from cliffhanger.testing.position_laws import own

Table = tuple[Any, list[str]]
"""A position, and all who look at it."""


def memory_tells_nothing_else(game: Game[Any], tables: Sequence[Table], rng: Random) -> None:
    """Pages and options of many tables, and of the same ones under other house rules, are what each alone gives."""
    looked_at = [table for s, known in tables for table in ((s, known), (other_rules(game, s, rng), known))]
    rng.shuffle(looked_at)
    forget(game)
    warm = [pages(game, s, known) for s, known in looked_at]
    for (s, known), remembered in zip(looked_at, warm, strict=True):
        forget(game)
        for seat, old, new in zip(known, remembered, pages(game, s, known), strict=True):
            assert old == new, f"{seat} is shown what was remembered of another table:\n{old}\nand alone:\n{new}"


def pages(game: Game[Any], s: Any, known: Sequence[str]) -> list[Any]:  # noqa: ANN401
    """What each seat is shown, and offered."""
    return [(game.panels(game.view(s, seat), seat), own(game, s, seat)) for seat in known]


def other_rules(game: Game[Any], s: Any, rng: Random) -> Any:  # noqa: ANN401
    """The same position under some other house rules, as far as they may be overruled now."""
    for switch in game.switches:
        if rng.random() < 0.5:
            after = step(game, s, Ruling(WATCH, "a test", ("house", switch.name), rng.choice(switch.values)))
            s = after.state if isinstance(after, Step) else s
    return s


def forget(game: Game[Any]) -> None:
    """Empty every memory of a game and of its modules: those of `functools`, and those of `kernel.memory`."""
    package = game.package or game.State.__module__.rpartition(".")[0]
    modules = [each for name, each in sys.modules.items() if name == package or name.startswith(f"{package}.")]
    for whole in (game, *modules):
        for value in vars(whole).values():
            for kept in memories(value):
                kept.clear()


class _Lru:
    """A memory of `functools`, cleared like a dict."""

    def __init__(self, function: Any) -> None:  # noqa: ANN401
        self.clear = function.cache_clear


def memories(function: Any) -> Iterator[Any]:  # noqa: ANN401
    """The memories of a function, and of what it wraps, or of something that has `caches`: each has a `clear`."""
    for each in getattr(function, "caches", ()):
        yield from memories(each)
    while callable(function):
        if hasattr(function, "cache_clear"):
            yield _Lru(function)
        if isinstance(function, FunctionType):
            cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
            yield from (cells[name].cell_contents for name in ("kept", "by_language") if name in cells)
        function = getattr(function, "__wrapped__", None)
