"""Whole games without people: bots that are steered to what seldom happens."""

from random import Random

from tests.parlour import PARLOUR

from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.inputs import Act
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import Rarest, by_bots, moments


def kinds(choose):
    acts = [m.put for seed in range(6) for m in moments(PARLOUR, ready(PARLOUR), Random(seed), 60, choose=choose)]
    return [act.key for act in acts if isinstance(act, Act)]


def test_bots_by_themselves_never_take_a_reaction_and_steered_ones_take_every_kind_of_option():
    assert {"gasp", "leave"} & set(kinds(by_bots)) == set()
    assert {"bell", "claim", "build", "gasp", "settle", "pass", "leave"} == set(kinds(Rarest(0.5)))


def test_what_was_taken_least_comes_next():
    steer = Rarest(1.0)
    for moment in moments(PARLOUR, ready(PARLOUR), Random(3), 60, choose=steer):
        if isinstance(moment.put, Act):
            open_ = {each.key for each in moment.now if not each.blocked}
            before = steer.taken.copy()
            before[moment.put.key] -= 1
            assert before[moment.put.key] == min(before[key] for key in open_)
    assert isinstance(PARLOUR.waiting(moment.after.state), Over) or sum(steer.taken.values()) > 20
