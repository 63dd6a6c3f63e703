"""What a table sees to where somebody rules: that the result can be shown to every seat, and that a refusal gives nothing away."""

from random import Random
from typing import Any

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH, Game
from cliffhanger.kernel.inputs import Ruling
from cliffhanger.kernel.record.format import Header
from cliffhanger.kernel.step import step
from cliffhanger.table import dice, permissions


def unless_unseen(game: Game[Any], header: Header, n: int, state: Any, by: tuple[str, Ruling], why: Refusal) -> Refusal:  # noqa: ANN401
    """Why a ruling after entry n is refused, if whoever rules could have known.

    What they do not see might be found by trying. `by` is who rules, and what.
    """
    seat, put = by
    known = game.view(state, seat) if seat != permissions.HOST else state
    if game.guess is None or known == state:
        return why
    rng = Random(dice.packed(f"cliffhanger ruling {header.table}", n, seat))  # the same each time it is tried
    try:
        return why if step(game, game.guess(known, seat, rng), put) == why else permissions.UNSEEN
    except Exception:
        return permissions.UNSEEN


def looked_at(game: Game[Any], header: Header, state: Any) -> None:  # noqa: ANN401  (the game's own state)
    """Look at what a ruling made from every seat: what cannot be shown could not be taken back by anybody."""
    game.standing(state)
    for seat in (WATCH, *(each.id for each in header.setup.seats)):
        game.panels(game.view(state, seat), seat)
