"""Odds of a Hero Point on a roll that lies there: a die set to 12, dice rolled again, every die shifted."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from cliffhanger.games.untold.odds.distributions import SIDES, Pool, chance


class LyingRoll(NamedTuple):
    """A roll as it lies: the faces of ordinary dice, of boon dice, and of those whose every 1 is a snag."""

    ordinary: tuple[int, ...]
    boon: tuple[int, ...]
    pushed: tuple[int, ...]
    sn: int
    mr: int
    harsh: bool

    def net(self) -> int:
        """Successes less snags."""
        good = sum(face == SIDES or 1 < self.mr <= face for pool in self[:3] for face in pool)
        return good - max(0, self.ordinary.count(1) - self.sn) - self.pushed.count(1)

    def lying(self, ordinary: tuple[int, ...], boon: tuple[int, ...], pushed: tuple[int, ...]) -> "LyingRoll":
        """The same roll with other dice."""
        return LyingRoll(ordinary, boon, pushed, self.sn, self.mr, self.harsh)

    def brings(self, needed: int, plain: int, late: int) -> Fraction:
        """The chance with so many boon dice still to be rolled, `late` of them those of pushed dice."""
        pool = Pool(0, 0, self.mr, plain, late, harsh=True) if self.harsh else Pool(0, 0, self.mr, plain + late)
        return chance(pool, needed - self.net())


def set_to_twelve(roll: LyingRoll, needed: int) -> Iterator[Fraction]:
    """The chances with one die set to 12, its boon die rolled: for each that does not show one.  [UN-HRO-06]"""
    for kind, pool in enumerate(roll[:3]):
        for at, face in enumerate(pool):
            if face != SIDES and face not in pool[:at]:
                dice = [*roll[:3]]
                dice[kind] = (*pool[:at], SIDES, *pool[at + 1 :])
                yield roll.lying(*dice).brings(needed, int(kind != 2), int(kind == 2))


def shifted(roll: LyingRoll, needed: int, *, full: bool = True) -> Fraction | None:
    """The chance with every die a face higher; 1s and 12s stay. `full`: an 11 becomes a boon.  [UN-HRO-05]"""
    after = [tuple(face + (1 < face < SIDES) for face in pool) for pool in roll[:3]]
    own, boon, pushed = (pool.count(SIDES - 1) * full for pool in roll[:3])
    return roll.lying(*after).brings(needed, own + boon, pushed) if after != [*roll[:3]] else None


def rerolled(roll: LyingRoll, needed: int) -> Iterator[Fraction]:
    """The chances with some dice rolled again, whichever they are; 1s and 12s are locked.  [UN-HRO-04]

    Of dice whose 1s do the same, those that failed are taken first: that costs nothing.
    """
    free = [sorted(face for face in pool if 1 < face < SIDES) for pool in roll[:3]]
    covered = max(0, roll.sn - roll.ordinary.count(1))
    for own, boon, pushed in product(*(range(len(pool) + 1) for pool in free)):
        if own or boon or pushed:
            again = free[0][:own] + free[1][:boon] + free[2][:pushed]
            pool = Pool(own, covered, roll.mr, boon, pushed, roll.harsh)
            yield chance(pool, needed - roll.net() + sum(face >= roll.mr for face in again))
