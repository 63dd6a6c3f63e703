"""The opening of a table for one: it begins in the middle, when whoever plays alone has dice in hand.

Until then bots do what they would do, and for the person what lies ready is done. It is in the log as any act is, and can
be taken back.
"""

from random import Random
from secrets import token_bytes
from typing import Any

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import first
from cliffhanger.kernel.pool import pool_of
from cliffhanger.kernel.step import step
from cliffhanger.table import dice
from cliffhanger.table.entries import any_recent
from cliffhanger.table.session import Table

FEW = 8
"""Others are asked so often at most between what is declared and the dice."""
MOST = 100
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
    begun = any_recent(table.head.log, lambda each: isinstance(each.input, Act))
    if option is None or (seat != own and begun):
        own_options = tuple(each.option for each in waiting if each.seat == seat)
        return table.game.bot(table.view(seat), seat, own_options, Random(table.head.n))
    choice = first(option.params)
    act = Act(seat, option.window, option.key, choice)
    return None if pool_of(option, choice) is not None and _dice_fall(table, act, own) else act


def _dice_fall(table: Table, act: Act, own: str) -> bool:
    """Whether dice fall as soon as this is done, and what others are asked first; not where it only leads to them.

    Where somebody declares what they throw, and is asked once more before it falls, the last of these is the one to begin at.
    """
    game, s = table.game, table.head.state
    for n in range(FEW):
        after = step(game, s, act)
        if isinstance(after, Refusal):
            return True
        s = after.state
        waiting = game.waiting(s)
        if not isinstance(waiting, tuple) or not (asked := awaited(waiting)):
            return True
        seat = asked[0].seat
        options = tuple(each.option for each in waiting if each.seat == seat)
        if seat == own:
            found = next((each for each in options if each.first), None)
            return found is None or pool_of(found, first(found.params)) is None
        act = game.bot(game.view(s, seat), seat, options, Random(n))
    return True


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
