"""Points against chance: what each is worth before the roll, in the push after it, and how best to part them."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from cliffhanger.games.untold.derived import penalty, second_nature, touched
from cliffhanger.games.untold.laws import Pool, minimum, net, tails
from cliffhanger.odds.errors import OutOfRange


def ratio_of(kind: str) -> int:
    """Dice for a point of exertion.  [UN-EXR-02]"""
    return 2 if kind == "sub" else 1


def pooled(
    sr: int, sn: int, mr: int, kind: str, points: int, devotion: int, tied: str, passed: int, passed_die: str
) -> Pool:
    """The dice of a check: the Skill Rank's, what points and devotion add, what others passed on.  [UN-CHK-02]"""
    own = sr + points * ratio_of(kind) + devotion * (2 if tied == "yes" else 1)
    plain = passed if passed_die == "ordinary_die" else 0
    return Pool(own + plain, second_nature(sr, sn), mr, passed - plain)


class Effort(NamedTuple):
    """Points that may be spent, and how the difficulty rises as columns are touched.

    `first` and `second` are (base, lost) of the two stores of the realm; where both bases are 0, nobody counts, and
    the difficulty stays. `other` is what all other columns add. `debilitates`: a column that adds to the difficulty
    adds one to the Minimum Roll as well. Not `immediate`: what is spent now hinders from the next check on.
    `auto` are successes that points have added; they leave the difficulty alone.
    """

    dl: int
    ratio: int = 1
    first: tuple[int, int] = (0, 0)
    second: tuple[int, int] = (0, 0)
    other: int = 0
    immediate: bool = True
    debilitates: bool = False
    auto: int = 0

    @property
    def left(self) -> int | None:
        """Points that are left to spend; None where nobody counts."""
        if not (self.first[0] or self.second[0]):
            return None
        return max(0, self.first[0] - self.first[1]) + max(0, self.second[0] - self.second[1])

    def difficulty(self, points: int) -> int:
        """The Difficulty Level in force once so many points are spent: the first store empties before the second."""
        if self.left is None:
            return max(0, self.dl + self.other)
        (base, lost), (deep, deep_lost) = self.first, self.second
        spent = points if self.immediate else 0
        drawn = min(spent, max(0, base - lost))
        tired = penalty("endurance", base, lost + drawn)[0]
        hurt = penalty("vitality", deep, deep_lost + spent - drawn)[0]
        return max(0, self.dl + self.other + tired + hurt)

    def needed(self, points: int) -> int:
        """The net successes that the dice have to bring once so many points are spent; below 0 where points did more."""
        return self.difficulty(points) - self.auto

    def debilitation(self, points: int) -> int:
        """By how much so many points raise the Minimum Roll: the columns with a penalty that they touch first."""
        if self.left is None or not (self.debilitates and self.immediate):
            return 0
        drawn = min(points, max(0, self.first[0] - self.first[1]))
        after = _hindering(self.first, drawn, spare=1) + _hindering(self.second, points - drawn)
        return after - _hindering(self.first, 0, spare=1) - _hindering(self.second, 0)

    def minimum(self, mr: int, points: int) -> int:
        """The Minimum Roll once so many points are spent."""
        return minimum(deb=self.debilitation(points), mr=mr)

    def afford(self, points: int) -> None:
        """Refuse more points than there are, in one sentence."""
        left = self.left
        if left is not None and points > left:
            raise OutOfRange(f"{points} points cannot be spent: {left} are left, so give {left} at most.")

    def spare(self, spent: int, points: int) -> None:
        """Refuse a push that would turn hits that lie there into misses: that takes their faces to know."""
        if self.debilitation(spent + points) > self.debilitation(spent):
            raise OutOfRange(
                "A push that touches the next column would raise the Minimum Roll of dice that lie there: "
                "ask with fewer points."
            )

    def most(self, points: int) -> int:
        """So many points, or what is left of them."""
        left = self.left
        return points if left is None else min(points, left)


def willing(
    dl: int,
    kind: str,
    base: int,
    lost: int,
    base2: int,
    lost2: int,
    penalty: int,
    penalty_timing: str,
    debilitate: str,
    auto: int = 0,
) -> Effort:
    """The points of a realm, as a question names them."""
    now, harder = penalty_timing == "immediate", debilitate == "true"
    return Effort(dl, ratio_of(kind), (base, lost), (base2, lost2), penalty, now, harder, auto)


def _hindering(store: tuple[int, int], drawn: int, spare: int = 0) -> int:
    base, lost = store
    return max(0, touched(base, lost + drawn) - spare)


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

    `near`: one short counts too, for who may take a mixed success after the push.
    """
    best = dict.fromkeys(standing, Push(0, 0, 0, 1))
    for points in range(1, held + 1) if best else ():
        effort.spare(spent, points)
        needed = effort.needed(spent + points)
        at_least, total = tails(Pool(0, 0, mr, pushed=points * effort.ratio, harsh=harsh), max(1, needed - min(best)))
        for at, old in best.items():
            made = at_least.get(needed - at, total)
            short = at_least.get(needed - at - 1, total) - made
            if not old.points or (made + short * near) * old.total > (old.made + old.near * near) * total:
                best[at] = Push(points, made, short, total)
    return best


class Split(NamedTuple):
    """So many points now, the rest held for a push: the chance to make it, and the mean of points used in all."""

    up_front: int
    held: int
    success: Fraction
    used: Fraction
    at_once: Fraction


@lru_cache(maxsize=256)
def split(effort: Effort, pool: Pool, up_front: int, held: int) -> Split:
    """Spend some points before the roll; push with as many of the others as make it likeliest, if it fails.

    `pool` is what is rolled without points.
    """
    mr = effort.minimum(pool.mr, up_front)
    rolled = pool._replace(ordinary=pool.ordinary + up_front * effort.ratio, mr=mr)
    needed = effort.needed(up_front)
    law = net(rolled._replace(harsh=False), needed)
    at_once = law[needed]
    if not rolled.ordinary + rolled.boon:
        return Split(up_front, held, at_once, Fraction(up_front), at_once)
    success, used = at_once, Fraction(up_front)
    short = [at for at in law.ways if at < needed]
    for at, push in pushes(effort, up_front, held, short, mr=mr, harsh=pool.harsh).items():
        success += Fraction(law.ways[at] * push.made, law.total * push.total)
        used += Fraction(law.ways[at] * push.points, law.total)
    return Split(up_front, held, success, used, at_once)


def splits(effort: Effort, pool: Pool, points: int) -> list[Split]:
    """Every way to part so many points."""
    return [split(effort, pool, now, points - now) for now in range(points + 1)]
