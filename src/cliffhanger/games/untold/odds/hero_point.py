"""Odds of a Hero Point on a roll that lies there: a die set to 12, dice rolled again, every die shifted."""

from fractions import Fraction
from typing import NamedTuple

from cliffhanger.games.untold.odds.distributions import SIDES, Pool, chance


class LyingRoll(NamedTuple):
    """A roll as it lies: the faces of ordinary dice, of boon dice, and of those whose every 1 is a snag."""

    ordinary: tuple[int, ...]
    boon: tuple[int, ...]
    pushed: tuple[int, ...]
    sn: int = 0
    mr: int = 9
    harsh: bool = False

    @property
    def pools(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """The dice by what their 1s do."""
        return self.ordinary, self.boon, self.pushed

    @property
    def free(self) -> int:
        """1s that Second Nature still covers."""
        return max(0, self.sn - self.ordinary.count(1))

    def net(self) -> int:
        """Successes less snags."""
        good = sum(face == SIDES or 1 < self.mr <= face for pool in self.pools for face in pool)
        return good - max(0, self.ordinary.count(1) - self.sn) - self.pushed.count(1)


def set_to_twelve(roll: LyingRoll, needed: int) -> Fraction | None:
    """The best chance with one die set to 12, its boon die rolled; None where every die shows one.  [UN-HRO-06]"""
    chances = []
    for kind, pool in enumerate(roll.pools):
        for face in set(pool) - {SIDES}:
            gain = int(face < roll.mr)
            if face == 1:
                gain = 1 + (kind == 2 or (kind == 0 and roll.ordinary.count(1) > roll.sn))
            chances.append(chance(_boons(roll, 0 if kind == 2 else 1, 1 if kind == 2 else 0), needed - gain))
    return max(chances, default=None)


def shifted(roll: LyingRoll, needed: int, *, full: bool = True) -> Fraction | None:
    """The chance with every die a face higher; 1s and 12s stay. `full`: an 11 becomes a boon.  [UN-HRO-05]"""
    if not any(1 < face < SIDES for pool in roll.pools for face in pool):
        return None
    gain = sum(face == roll.mr - 1 and face > 1 for pool in roll.pools for face in pool)
    own, boon, pushed = (pool.count(SIDES - 1) * full for pool in roll.pools)
    return chance(_boons(roll, own + boon, pushed), needed - gain)


def rerolled(roll: LyingRoll, needed: int) -> Fraction | None:
    """The best chance with some dice rolled again, whichever they are; None where all are locked.  [UN-HRO-04]

    Of dice whose 1s do the same, those that failed are taken first: that costs nothing.
    """
    free = [sorted(face for face in pool if 1 < face < SIDES) for pool in roll.pools]
    costs = [[sum(face >= roll.mr for face in pool[:count]) for count in range(len(pool) + 1)] for pool in free]
    best: Fraction | None = None
    for own, own_cost in enumerate(costs[0]):
        for boon, boon_cost in enumerate(costs[1]):
            for pushed, pushed_cost in enumerate(costs[2]):
                if own or boon or pushed:
                    pool = Pool(own, roll.free, roll.mr, boon, pushed, roll.harsh)
                    found = chance(pool, needed + own_cost + boon_cost + pushed_cost)
                    best = found if best is None else max(best, found)
    return best


def _boons(roll: LyingRoll, plain: int, late: int) -> Pool:
    """Boon dice to be rolled; a pushed die's own behaves as a pushed die where the house is harsh."""
    if roll.harsh:
        return Pool(0, 0, roll.mr, plain, late, harsh=True)
    return Pool(0, 0, roll.mr, plain + late)
