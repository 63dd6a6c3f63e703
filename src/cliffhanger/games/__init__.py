"""Discovery, and nothing else: folders beside this file, and the entry points `cliffhanger.games` of others.

No list of games is kept. A game is a package with a `GAME`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Any

from cliffhanger.kernel.game import Game


@cache
def found() -> dict[str, str]:
    """Where each game's `GAME` is, by game id, without loading any."""
    here = {m.name: f"{__name__}.{m.name}" for m in iter_modules(__path__) if m.ispkg}
    return here | {point.name: point.value for point in entry_points(group="cliffhanger.games")}


def names() -> list[str]:
    """The ids of all games on this machine, in order."""
    return sorted(found())


@cache
def game(name: str) -> Game[Any]:
    """Load a game by its id; `-` is taken for `_`. A LookupError says which there are."""
    places = found()
    place = places.get(name.replace("-", "_"))
    if place is None:
        raise LookupError(f"There is no game {name[:40]!r}. There are: {', '.join(names())}.")
    module, _, attribute = place.partition(":")
    loaded: Game[Any] = getattr(import_module(module), attribute or "GAME")
    return loaded
