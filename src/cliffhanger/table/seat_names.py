"""What seats are called while a game is played, where its state says so."""

from typing import Any

from msgspec import structs

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.game import Game
from cliffhanger.table.snapshot import Sitter


def named(game: Game[Any], state: Any, seats: tuple[Sitter, ...]) -> tuple[Sitter, ...]:  # noqa: ANN401
    """The seats with whom they play; the same tuple as long as nothing about it changes."""
    found = game.seat_names(state)
    return _named(seats, tuple(found.items())) if found else seats


@remembered(lambda seats, found: (id(seats), found), 512, hold=True)
def _named(seats: tuple[Sitter, ...], found: tuple[tuple[str, str], ...]) -> tuple[Sitter, ...]:
    names = dict(found)
    return tuple(
        structs.replace(each, plays=names[each.id] or each.name) if each.id in names else each for each in seats
    )
