"""Exertion against chance: what points do to the difficulty and the Minimum Roll, and which push is best."""

from collections.abc import Iterable
from typing import NamedTuple

from cliffhanger.games.untold.odds.distributions import Pool, minimum, tails
from cliffhanger.games.untold.rules.derived_ratings import penalty, touched
from cliffhanger.odds.errors import OutOfRange


def ratio_of(kind: str) -> int:
    """Dice for a point of exertion.  [UN-EXR-02]"""
    return 2 if kind == "sub" else 1


class Effort(NamedTuple):
    """Points that may be spent, and how the difficulty rises as columns are touched.

    `first` and `second` are (base, lost) of the two stores of the realm; where both bases are 0, nobody counts, and
    the difficulty stays. `other` is what all other columns add. `debilitates`: a column that adds to the difficulty
    adds one to the Minimum Roll as well. Not `immediate`: what is spent now hinders from the next check on.
    `auto` are successes that points have added; they leave the difficulty alone. `exempt`: a task of difficulty 0, which
    no column makes harder.
    """

    dl: int
    ratio: int = 1
    first: tuple[int, int] = (0, 0)
    second: tuple[int, int] = (0, 0)
    other: int = 0
    immediate: bool = True
    debilitates: bool = False
    auto: int = 0
    exempt: bool = False

    @property
    def left(self) -> int | None:
        """Points that are left to spend; None where nobody counts."""
        if not (self.first[0] or self.second[0]):
            return None
        return max(0, self.first[0] - self.first[1]) + max(0, self.second[0] - self.second[1])

    def difficulty(self, points: int) -> int:
        """The Difficulty Level in force once so many points are spent: the first store empties before the second."""
        if self.exempt:
            return max(0, self.dl)
        if self.left is None:
            return max(0, self.dl + self.other)
        tired, hurt = self._gone(points)
        hinders = penalty("endurance", self.first[0], tired)[0] + penalty("vitality", self.second[0], hurt)[0]
        return max(0, self.dl + self.other + hinders)

    def needed(self, points: int) -> int:
        """The net successes that the dice have to bring once so many points are spent; below 0 where points did more."""
        return self.difficulty(points) - self.auto

    def debilitation(self, points: int) -> int:
        """By how much the columns of both stores raise the Minimum Roll once so many points are spent.

        Every touched column counts that adds to the difficulty, those that were touched before as well: the first of
        the first store adds nothing.
        """
        if self.left is None or self.exempt or not self.debilitates:
            return 0
        tired, hurt = self._gone(points)
        return max(0, touched(self.first[0], tired) - 1) + touched(self.second[0], hurt)

    def _gone(self, points: int) -> tuple[int, int]:
        """What hinders as gone from each store once so many points are spent: the first empties before the second."""
        (base, lost), (_, deep_lost) = self.first, self.second
        spent = points if self.immediate else 0
        drawn = min(spent, max(0, base - lost))
        return lost + drawn, deep_lost + spent - drawn

    def minimum(self, mr: int, points: int) -> int:
        """The Minimum Roll once so many points are spent; `mr` is without the two stores, before it is bounded."""
        return minimum(deb=self.debilitation(points), mr=mr)

    def afford(self, points: int) -> None:
        """Refuse more points than there are, in one sentence."""
        left = self.left
        if left is not None and points > left:
            raise OutOfRange(f"{points} points cannot be spent: {left} are left, so give {left} at most.")

    def turns(self, mr: int, spent: int, points: int) -> bool:
        """Whether a push may turn hits that lie there into misses, as it raises the Minimum Roll."""
        return self.minimum(mr, spent + points) > self.minimum(mr, spent)

    def spare(self, mr: int, spent: int, points: int) -> None:
        """Refuse a push that would turn hits that lie there into misses: that takes their faces to know."""
        if self.turns(mr, spent, points):
            raise OutOfRange(
                "A push that touches the next column would raise the Minimum Roll of dice that lie there: "
                "ask with fewer points."
            )

    def most(self, points: int) -> int:
        """So many points, or what is left of them."""
        left = self.left
        return points if left is None else min(points, left)


class Push(NamedTuple):
    """The push that is best from where a roll stands: points, and weights out of `total` of made and one short."""

    points: int
    made: int
    near: int
    total: int


def pushes(
    effort: Effort,
    spent: int,
    held: int,
    standing: Iterable[int],
    *,
    mr: int = 9,
    harsh: bool = False,
    near: bool = False,
) -> dict[int, Push]:
    """For each number of net successes, the push that most often makes it, with the fewest points among equals.

    `near`: one short counts too, for who may take a mixed success after the push. `mr` is the Minimum Roll without
    the two stores, before it is bounded.
    """
    best = dict.fromkeys(standing, Push(0, 0, 0, 1))
    now = effort.minimum(mr, spent)
    for points in range(1, held + 1) if best else ():
        effort.spare(mr, spent, points)
        needed = effort.needed(spent + points)
        at_least, total = tails(Pool(0, 0, now, pushed=points * effort.ratio, harsh=harsh), max(1, needed - min(best)))
        for at, old in best.items():
            made = at_least.get(needed - at, total)
            short = at_least.get(needed - at - 1, total) - made
            if not old.points or (made + short * near) * old.total > (old.made + old.near * near) * total:
                best[at] = Push(points, made, short, total)
    return best
