"""Exact distributions of what Plot Twist throws: coins, damage, a whole attack."""

from itertools import repeat
from math import comb

from cliffhanger.odds.distribution import Chances, Consecutive

HIT = "hit", "tie", "behind"


def margin(coins: int, against: int = 0, auto: int = 0) -> Consecutive:
    """How far the Heads of one pool, and so many Automatic Successes, are ahead of those of another.  [PT-ROLL-05, PT-ROLL-10]

    A Head that the other side does not throw is as good as one of your own: all coins count as one pool, and all of
    theirs are taken off.
    """
    thrown = coins + against
    return Consecutive(auto - against, tuple(map(comb, repeat(thrown), range(thrown + 1))), 1 << thrown)


def damage(coins: int, stopped: int = 0, auto: int = 1) -> Consecutive:
    """The damage of a pool from which Armor and Cover take coins: without a coin there is none.  [PT-ATK-04, PT-ATK-05]"""
    return margin(coins - stopped, 0, auto) if coins > stopped else Consecutive(0, (1,), 1)


def attack(coins: int, against: int, pool: int, stopped: int = 0, auto: int = 1) -> Consecutive:
    """The damage of a whole attack: that of a pool, none where it misses.  [PT-ATK-02]"""
    thrown, law = coins + against, damage(pool, stopped, auto)
    hits = sum(map(comb, repeat(thrown), range(against + 1, thrown + 1)))  # as `margin` has it, which is slower
    weights = [0] * law.lowest + [hits * weight for weight in law.weights]
    weights[0] += ((1 << thrown) - hits) * law.total
    return Consecutive(0, tuple(weights), law.total << thrown)


def hits(law: Consecutive) -> Chances:
    """A margin as an attack reads it: more successes hit, equal ones miss.  [PT-RUL-10]"""
    ahead, tie = law.at_least(1), law.weight(0)
    return Chances(HIT, (ahead, tie, law.total - ahead - tie), law.total)


def on_roll(law: Consecutive, what: str, later: str) -> Chances:
    """On which roll something comes about: the last row is that it has not."""
    return Chances((*[f"on {what} {roll}" for roll in range(1, len(law.weights))], later), law.weights, law.total)
