"""A table for one begins where there are dice in hand, by what lies ready alone."""

import dataclasses
from random import Random

import pytest
from tests.lanterns import LANTERNS

from cliffhanger import games
from cliffhanger.kernel.inputs import Act, Faces
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
        assert table.head.n < opening.MOST
    option = next(each.option for each in awaited(table.head.waiting) if each.option.first)
    assert option.seat == own
    assert pool_of(option, first(option.params)).thrown > 0
    assert any(isinstance(each.input, Act) for each in table.head.log)


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("seed", range(5))
def test_whoever_is_alone_sees_dice_fall_with_their_first_act(name, seed):
    game, setup, own = alone(name)
    table = Table.open(game, setup, table_id="x", key=bytes([seed]) * 32, at=AT)

    def put(act):
        done = table.put(act, id=f"o{table.head.n}", seat=act.seat, at=AT)
        assert done.refusal is None
        table.committed(done.entries[-1].n)
        return any(isinstance(each.input, Faces) for each in done.entries)

    while (act := opening.lying(table, own)) is not None:
        put(act)
    option = next(each.option for each in awaited(table.head.waiting) if each.option.first)
    fell = put(Act(own, option.window, option.key, first(option.params)))
    while not fell:  # others may be asked before, and nobody asks this one again
        seat = awaited(table.head.waiting)[0].seat
        assert seat != own
        options = tuple(each.option for each in table.head.waiting if each.seat == seat)
        fell = put(game.bot(table.view(seat), seat, options, Random(table.head.n)))


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
