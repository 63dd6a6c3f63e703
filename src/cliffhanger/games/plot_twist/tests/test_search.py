"""Bots that look ahead: from what their seat may know, as often as they are let, and to the end of the Combat."""

from dataclasses import replace
from random import Random

import pytest
from msgspec import structs

from cliffhanger.games.plot_twist import GAME
from cliffhanger.games.plot_twist.bots import value
from cliffhanger.games.plot_twist.rules import roster
from cliffhanger.kernel.offers import awaited
from cliffhanger.table.search import Budget, sharp
from cliffhanger.testing.playout import by_bots, moments

FEW = Budget(looks=12)


def thinks(s, seat, seed=1, budget=FEW, game=GAME):
    """What a bot that looks ahead does on this seat."""
    options = tuple(each.option for each in game.waiting(s) if each.seat == seat)
    return sharp(game, game.view(s, seat), seat, options, Random(seed), budget)


def positions(seed=4, every=46):
    """Now and then a position of a game of bots in which somebody is asked, and who."""
    played = moments(GAME, GAME.ready(2, {}), Random(seed), 900, choose=by_bots)
    asked = [each for each in played if isinstance(each.now, tuple) and each.state.turn]
    return [(each.state, awaited(each.now)[0].seat) for each in asked[::every]]


@pytest.fixture(scope="module")
def played():
    return positions()


@pytest.fixture
def two_foes(stage):
    """Ann, who hits minds: one foe is low where she does not hit, one where she does."""
    villain = {"kind": "villain", "mind": 1}
    scene = stage(ann={"psyche": 6, "mind": 6}, brute=villain | {"physical": 1}, shrink=villain | {"mental": 1})
    while "fight.ann" not in scene.asked():
        scene.takes_one("pass")
    return scene


def test_it_fights_whom_it_can_put_out_where_the_simple_bot_takes_the_first(two_foes):
    s = two_foes.s
    options = tuple(each.option for each in GAME.waiting(s) if each.seat == "ann")
    assert GAME.bot(GAME.view(s, "ann"), "ann", options, Random(1)).choice["target"] == ("brute",)
    assert [thinks(s, "ann", seed).choice["target"] for seed in range(3)] == [("shrink",)] * 3


def test_the_same_seed_gives_the_same_act_and_nothing_hidden_changes_it(played):
    for s, seat in played:
        twin = GAME.guess(GAME.view(s, seat), seat, Random(9))
        assert thinks(s, seat) == thinks(s, seat) == thinks(twin, seat)


def test_a_guess_keeps_what_the_seat_sees_and_deals_the_rest_anew(played):
    hidden = 0
    for s, seat in played:
        view = GAME.view(s, seat)
        guesses = [GAME.guess(view, seat, Random(n)) for n in range(6)]
        assert all(GAME.view(each, seat) == view for each in guesses)
        others = {tuple(h.hand for h in each.hands if h.id != seat) for each in guesses}
        hidden += len(others) > 1
    assert hidden > len(played) // 2


@pytest.mark.parametrize("looks", [0, 5, 12])
def test_no_more_ways_are_looked_at_than_it_may(played, looks):
    seen = []
    search = replace(GAME.search, value=lambda s, seat: seen.append(seat) or value(s, seat))
    most = 0
    for s, seat in played:
        seen.clear()
        thinks(s, seat, budget=Budget(looks=looks), game=replace(GAME, search=search))
        most = max(most, len(seen))
    assert most <= looks
    assert bool(most) == bool(looks)


def test_by_the_clock_it_stops_and_does_what_comes_to_mind(two_foes):
    s = two_foes.s
    ticks = iter(range(1_000))
    options = tuple(each.option for each in GAME.waiting(s) if each.seat == "ann")
    act = sharp(GAME, GAME.view(s, "ann"), "ann", options, Random(1), Budget(seconds=2), lambda: next(ticks))
    assert act.choice["target"] == ("brute",)
    assert next(ticks) < 6


def test_a_look_is_worth_as_much_to_one_side_as_it_costs_the_other(played):
    for s, _ in played:
        assert value(s, "gm") == -value(s, next(h.id for h in s.hands if h.id != "gm"))
    s, _ = played[0]
    hero = roster.present(s, "hero")[0]
    worse = structs.replace(hero, physical=hero.physical - 1)
    less = structs.replace(s, people=tuple(worse if each is hero else each for each in s.people))
    assert value(less, "gm") > value(s, "gm")
