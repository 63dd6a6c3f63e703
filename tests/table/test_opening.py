"""A table for one begins where there are dice in hand, by what lies ready alone."""

import dataclasses

import pytest
from tests.lanterns import LANTERNS

from cliffhanger import games
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import first
from cliffhanger.kernel.pool import pool_of
from cliffhanger.table import opening
from cliffhanger.table.session import Table
from cliffhanger.web.http import create_table

KEY, AT = bytes(32), "2026-01-01T00:00:00Z"


def alone(name):
    """A set-up as whoever plays alone gets it, and their seat."""
    game = games.game(name)
    setup = game.ready(3, {})
    return game, setup, next(seat.id for seat in setup.seats if seat.role not in game.masters)


@pytest.mark.parametrize("name", games.names())
def test_somebody_alone_has_dice_in_hand_and_whatever_led_there_is_an_act_that_can_be_taken_back(name):
    game, setup, own = alone(name)
    assert opening.is_short(game, setup, own)
    table = Table.open(game, setup, table_id="x", key=KEY, at=AT)
    while (act := opening.lying(table, own)) is not None:
        done = table.put(act, id=f"o{table.head.n}", seat=act.seat, at=AT)
        assert done.refusal is None
        table.committed(done.entries[-1].n)
        assert table.head.n < 60
    option = next(each.option for each in awaited(table.head.waiting) if each.option.first)
    assert option.seat == own
    assert pool_of(option, first(option.params)).thrown > 0
    assert any(isinstance(each.input, Act) for each in table.head.log)


def test_where_dice_are_far_a_table_for_one_begins_at_the_beginning():
    setup = LANTERNS.ready(2, {})
    own = next(seat.id for seat in setup.seats if seat.role not in LANTERNS.masters)
    assert not opening.is_short(LANTERNS, setup, own)


def test_a_game_whose_bot_breaks_opens_at_the_beginning():
    def breaks(*_args):
        raise RuntimeError("no such card")

    broken = dataclasses.replace(games.game("blockbuster"), bot=breaks)
    _, setup, own = alone("blockbuster")
    with pytest.raises(RuntimeError):
        opening.is_short(broken, setup, own)
    assert create_table._opens_soon(broken, setup, own) is False
