"""The opening of a table for one: it begins in the middle, when whoever plays alone has dice in hand.

Until then bots do what they would do, and for the person what lies ready is done. It is in the log as any act is, and can
be taken back.
"""

from random import Random
from secrets import token_bytes
from typing import Any

from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import first
from cliffhanger.kernel.pool import pool_of
from cliffhanger.table import dice
from cliffhanger.table.session import Table

MOST = 60
"""Acts until then; where it takes more, a table for one begins at the beginning."""


def lying(table: Table, own: str) -> Act | None:
    """What is done next, at the `own` seat as it lies ready; None once it has dice in hand, or where dice are asked for."""
    waiting = table.head.waiting
    if not isinstance(waiting, tuple):
        return None
    asked = awaited(waiting)
    if not asked:
        return None
    seat = asked[0].seat
    options = [each.option for each in asked if each.seat == seat]
    option = next((each for each in options if each.first), None)
    begun = any(isinstance(each.input, Act) for each in table.head.log)
    if option is None or (seat != own and begun):
        own_options = tuple(each.option for each in waiting if each.seat == seat)
        return table.game.bot(table.view(seat), seat, own_options, Random(table.head.n))
    choice = first(option.params)
    if pool_of(option, choice) is not None:
        return None
    return Act(seat, option.window, option.key, choice)


def is_short(game: Game[Any], setup: Setup, own: str) -> bool:
    """Whether a table of this set-up comes to where somebody alone has dice in hand; tried at a table that nobody sees."""
    tried = Table.open(game, setup, table_id="opening", key=token_bytes(dice.KEY_BYTES), at="")
    for n in range(MOST):
        act = lying(tried, own)
        if act is None:
            now = tried.head.waiting
            return isinstance(now, tuple) and bool(awaited(now)) and awaited(now)[0].seat == own
        done = tried.put(act, id=f"opening-{n}", seat=act.seat, at="")
        if done.refusal is not None:
            return False
        tried.committed(done.entries[-1].n)
    return False
