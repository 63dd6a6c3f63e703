"""The laws of a pool against every face of small ones, and against one another."""

from collections import Counter
from fractions import Fraction
from operator import add

import pytest

from cliffhanger.games.untold.odds.distributions import (
    Pool,
    heroes,
    joint,
    joint_within,
    mean_boons,
    mean_heroes,
    net,
    passed_on,
    snags,
)
from cliffhanger.odds.distribution import of

LATE = ("pushed", "late")


def throws(pool, chain):
    """Every throw of a pool, face by face, no chain longer than `chain` boon dice: (net, snags, boons, points), chance."""
    start = (("ordinary", 0),) * pool.ordinary + (("pushed", 0),) * pool.pushed + (("boon", 1),) * pool.boon
    most = sum(1 + chain - depth for _, depth in start)
    found = Counter()

    def go(todo, shown):
        if todo:
            (kind, depth), *rest = todo
            earned = [("late" if kind in LATE else "boon", depth + 1)] if depth < chain else []
            for face in range(1, 12):
                go(rest, [*shown, (kind, face)])
            go(earned + rest, [*shown, (kind, 12)])
            return
        good = sum(face == 12 or pool.mr <= face > 1 for _, face in shown)
        bad = max(0, shown.count(("ordinary", 1)) - pool.sn) + shown.count(("pushed", 1))
        bad += shown.count(("late", 1)) * pool.harsh
        boons = sum(face == 12 for _, face in shown)
        points = shown.count(("boon", 12)) + shown.count(("late", 12))
        found[good - bad, bad, boons, points] += 12 ** (most - len(shown))

    go(start, [])
    return {x: Fraction(ways, 12**most) for x, ways in found.items()}


def chances(law):
    return {x: law[x] for x in law.ways}


SMALL = [
    Pool(0),
    Pool(1),
    Pool(2),
    Pool(3, 1),
    Pool(2, 0, 6),
    Pool(2, 1, 12),
    Pool(2, 0, 2),
    Pool(0, boon=1),
    Pool(1, 1, 8, 1),
    Pool(0, pushed=2),
    Pool(1, 1, 9, 0, 1),
    Pool(1, 0, 10, 1, 1),
    Pool(0, pushed=2, harsh=True),
    Pool(1, 0, 2, 1, 1, harsh=True),
]


@pytest.mark.rule(
    "UN-DIE-02", "UN-SNG-01", "UN-SNG-02", "UN-BON-01", "UN-BON-02", "UN-BON-03", "UN-BON-04", "UN-PSH-02", "UN-PSH-03"
)
@pytest.mark.parametrize("pool", SMALL)
@pytest.mark.parametrize("chain", [1, 2])
def test_the_joint_law_by_counting_faces(pool, chain):
    counted = throws(pool, chain)
    assert chances(joint_within(pool, chain)) == counted
    # A throw with fewer hero points than a chain may have has no chain that was cut: there nothing is different.
    uncut = {x: chance for x, chance in counted.items() if x[3] < chain}
    assert {x: c for x, c in chances(joint(pool, chain)).items() if x[3] < chain} == uncut


def one_die(pool, kind, chain):
    """All that one die brings: (successes, 1s that Second Nature may cover, other snags, boons, hero points), weight."""
    late = kind == "pushed" and pool.harsh
    earned = {(0, 0, 0, 0, 0): 1}
    for dice in range(chain):
        shorter, earned = earned, Counter()
        earned[0, 0, late, 0, 0] += 12**dice
        earned[1, 0, 0, 0, 0] += pool.hit * 12**dice
        earned[0, 0, 0, 0, 0] += pool.miss * 12**dice
        for (good, ones, bad, boons, points), ways in shorter.items():
            earned[good + 1, ones, bad, boons + 1, points + 1] += ways
    if kind == "boon":
        return earned
    found = Counter({(0, kind == "ordinary", kind == "pushed", 0, 0): 12**chain})
    found[1, 0, 0, 0, 0] += pool.hit * 12**chain
    found[0, 0, 0, 0, 0] += pool.miss * 12**chain
    for (good, ones, bad, boons, points), ways in earned.items():
        found[good + 1, ones, bad, boons + 1, points] += ways
    return found


def die_by_die(pool, chain, boon_chain):
    """The weights of (net, snags, boons, points), each die added to those before it; boon dice may chain otherwise."""
    found = Counter({(0, 0, 0, 0, 0): 1})
    for kind in ("ordinary",) * pool.ordinary + ("boon",) * pool.boon + ("pushed",) * pool.pushed:
        before, found = found, Counter()
        for one, more in one_die(pool, kind, boon_chain if kind == "boon" else chain).items():
            for each, ways in before.items():
                found[tuple(map(add, one, each))] += ways * more
    counted = Counter()
    for (good, ones, bad, boons, points), ways in found.items():
        all_bad = bad + max(0, ones - pool.sn)
        counted[good - all_bad, all_bad, boons, points] += ways
    return {x: ways for x, ways in counted.items() if ways}


@pytest.mark.parametrize("pool", [Pool(12, 4), Pool(7, 2, 2, 3, 2), Pool(6, 1, 8, 2, 4, harsh=True), Pool(4, 1, 12, 9)])
def test_weights_too_long_for_a_machine_word_are_those_of_die_added_to_die(pool):
    chain = 3
    assert (23 + 11 * chain) ** pool.dice > 2**64
    slow, law = die_by_die(pool, chain, chain), joint_within(pool, chain)
    assert (law.ways, law.total) == (slow, 12 ** (pool.ordinary + pool.pushed + chain * pool.dice))
    whole = joint(pool, chain)
    assert {x: ways * law.total for x, ways in whole.ways.items() if x[3] < chain} == {
        x: ways * whole.total for x, ways in slow.items() if x[3] < chain
    }


@pytest.mark.parametrize("pool", [*SMALL, Pool(20, 3, 2, 1, 2), Pool(4, 1, 12, 2, 1)])
def test_boon_dice_passed_on_are_those_of_die_added_to_die(pool):
    slow = Counter()
    for (good, bad, _, _), ways in die_by_die(pool, 0, 1).items():
        slow[good, bad] += ways
    law = passed_on(pool)
    assert (law.ways, law.total) == (slow, 12**pool.dice)


@pytest.mark.parametrize("pool", [*SMALL, Pool(10, 2), Pool(7, 1, 8, 2, 3), Pool(5, 1, 8, 2, 3, harsh=True)])
@pytest.mark.parametrize("top", [1, 4])
def test_all_laws_of_a_pool_agree_and_are_whole(pool, top):
    every = joint(pool, top)
    assert sum(every.ways.values()) == every.total
    assert every.map(lambda x: x[1]) == snags(pool)
    assert every.map(lambda x: x[3]) == heroes(pool, top)
    # The last row stands for all with more points: there a net is a lowest one.
    many = top + 4
    for limit in range(-2, 5):
        low = net(pool, limit).chance(lambda n, limit=limit: n < limit)
        fine = joint(pool, many).chance(lambda x, limit=limit: x[0] < limit)
        assert fine == low or limit > many - pool.dice
    for dl in range(-3, 6):
        assert sum(net(pool, dl).ways.values()) == net(pool, dl).total
        assert net(pool, dl + 2).map(lambda n, dl=dl: min(n, dl)) == net(pool, dl)


@pytest.mark.parametrize("pool", [Pool(2), Pool(3, 1, 6), Pool(2, 1, 12), Pool(1, 0, 2, pushed=1)])
def test_boon_dice_passed_on_are_not_rolled(pool):
    counted = of({x: int(chance * 12**pool.dice) for x, chance in throws(pool, 0).items()})
    assert passed_on(pool) == counted.map(lambda x: x[:2])


def test_the_mean_of_a_chain_is_summed_to_its_end():
    for pool in (Pool(3, 1), Pool(1, boon=2, pushed=1)):
        for tail in (20, 30):
            short = heroes(pool, tail).mean()
            assert 0 < mean_heroes(pool) - short < Fraction(1, 10**15)
        assert mean_boons(pool) - mean_heroes(pool) == Fraction(pool.ordinary + pool.pushed, 12)
