"""Inputs that several odds questions share, in groups: a rank, a task, a Minimum Roll, what is bought, and the stores.

A field is a parameter of every question that takes its group.
"""

from typing import Annotated, Literal, NamedTuple

from msgspec import Struct

from cliffhanger.games.untold.odds.distributions import SIDES, Pool, minimum
from cliffhanger.games.untold.rules.derived_ratings import penalty, second_nature, touched
from cliffhanger.odds.declare import number, one_of
from cliffhanger.odds.errors import OutOfRange

Switch = Literal["false", "true"]
"""A house rule that is one or the other, as questions take it."""
Dl = Annotated[int, number("Difficulty Level", 60)]
Penalty = Annotated[int, number("Added to the difficulty by other columns", 14)]
Harsh = Annotated[Switch, one_of("1s on boon dice of a push are snags")]
MixedAfterPush = Annotated[Literal["true", "false"], one_of("A mixed success after a push")]
Kind = Annotated[Literal["broad", "sub"], one_of("The skill is")]
Mr = Annotated[int, number("Minimum Roll", SIDES, 2)]
Auto = Annotated[int, number("Automatic successes", 30, -30)]


class Rank(Struct, frozen=True):
    """A Skill Rank; Second Nature -1 is a third of it."""

    sr: Annotated[int, number("Skill Rank", 24)] = 4
    sn: Annotated[int, number("Second Nature (-1: a third of the rank)", 12, -1)] = -1


class Task(Struct, frozen=True):
    """A difficulty without columns; what points have made of it, and the successes they added."""

    dl: Dl = 3
    moved: Annotated[int, number("What points have made of the difficulty", 30, -30)] = 0
    auto: Auto = 0


class Least(Struct, frozen=True):
    """The least face that counts: a Minimum Roll, and what helps and hinders on top of it."""

    mr: Mr = 9
    enh: Annotated[int, number("Enhancements", 24)] = 0
    deb: Annotated[int, number("Debilitations", 24)] = 0

    @property
    def unbounded(self) -> int:
        """What it comes to, before columns, and before all of it is held between 2 and 12."""
        return self.mr - self.enh + self.deb


class Bought(Struct, frozen=True):
    """What comes to the dice of a rank: points of exertion and devotion, and boon dice that others passed on.

    A point of exertion is worth one die on a broad skill, two on a sub-skill; one of devotion two where it is tied.
    """

    kind: Kind = "broad"
    points: Annotated[int, number("Points of exertion", 60)] = 0
    devotion: Annotated[int, number("Points of devotion", 12)] = 0
    tied: Annotated[Literal["no", "yes"], one_of("Devotion is tied to the check")] = "no"
    passed: Annotated[int, number("Boon dice passed on by others", 12)] = 0
    passed_die: Annotated[Literal["boon_die", "ordinary_die"], one_of("A passed die counts as")] = "boon_die"

    def pool(self, rank: Rank, mr: int, points: int | None = None) -> Pool:
        """The dice of a check: the Skill Rank's, what points and devotion add, what others passed on.  [UN-CHK-02]

        `points` takes the place of the points of exertion; `mr` is bounded here.
        """
        spent = self.points if points is None else points
        own = rank.sr + spent * ratio_of(self.kind) + self.devotion * (2 if self.tied == "yes" else 1)
        plain = self.passed if self.passed_die == "ordinary_die" else 0
        return Pool(own + plain, second_nature(rank.sr, rank.sn), minimum(mr), self.passed - plain)


class Stores(Struct, frozen=True):
    """The two stores of a realm, and what is gone from them.

    Without bases nobody counts points, and no column is touched.
    """

    base: Annotated[int, number("Endurance or Tenacity (0: nobody counts)", 80)] = 0
    lost: Annotated[int, number("Lost from it", 80)] = 0
    base2: Annotated[int, number("Vitality or Sanity", 40)] = 0
    lost2: Annotated[int, number("Lost from that", 40)] = 0
    penalty_timing: Annotated[Literal["immediate", "next_check"], one_of("A column touched now counts")] = "immediate"
    columns_debilitate: Annotated[Switch, one_of("Touched columns raise the Minimum Roll")] = "false"

    def willing(self, task: Task, kind: str, penalty: int = 0, points: int = 0) -> "Effort":
        """The points there are for a task, and what spending them does to it; `penalty` is what other columns add.

        Raises OutOfRange where more is lost than there is, and where less than `points` is left.
        """
        for name, base, lost in (("", self.base, self.lost), ("2", self.base2, self.lost2)):
            if lost > base:
                raise OutOfRange(
                    f"lost{name} cannot be {lost}: base{name} is {base}, and no more than that can be lost."
                )
        left = self.left
        if left is not None and points > left:
            raise OutOfRange(f"{points} points cannot be spent: {left} are left, so give {left} at most.")
        return Effort(self, task, ratio_of(kind), penalty)

    @property
    def left(self) -> int | None:
        """Points that are left to spend; None where nobody counts."""
        return self.base - self.lost + self.base2 - self.lost2 if self.base or self.base2 else None


def ratio_of(kind: str) -> int:
    """Dice for a point of exertion.  [UN-EXR-02]"""
    return 2 if kind == "sub" else 1


class Effort(NamedTuple):
    """Points that may be spent for a task, and how difficulty and Minimum Roll rise as columns are touched.

    `ratio` is dice for a point, `other` what all other columns add. No column makes a task of difficulty 0 harder.
    """

    stores: Stores
    task: Task
    ratio: int
    other: int

    def difficulty(self, points: int) -> int:
        """The Difficulty Level in force once so many points are spent."""
        plain = self.task.dl + self.task.moved
        if not self.task.dl:
            return max(0, plain)
        tired, hurt = self._gone(points)
        hinders = penalty("endurance", self.stores.base, tired)[0] + penalty("vitality", self.stores.base2, hurt)[0]
        return max(0, plain + self.other + hinders)

    def needed(self, points: int) -> int:
        """The net successes that the dice have to bring once so many points are spent; below 0 where points did more."""
        return self.difficulty(points) - self.task.auto

    def debilitation(self, points: int) -> int:
        """By how much the columns of both stores raise the Minimum Roll once so many points are spent.

        Every touched column counts that adds to the difficulty, those that were touched before as well: the first of
        the first store adds nothing.
        """
        if not self.task.dl or self.stores.columns_debilitate == "false":
            return 0
        tired, hurt = self._gone(points)
        return max(0, touched(self.stores.base, tired) - 1) + touched(self.stores.base2, hurt)

    def minimum(self, mr: int, points: int) -> int:
        """The Minimum Roll once so many points are spent; `mr` is without the two stores, before it is bounded."""
        return minimum(mr + self.debilitation(points))

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

    def _gone(self, points: int) -> tuple[int, int]:
        """What hinders as gone from each store once so many points are spent: the first empties before the second.

        Where columns touched now hinder from the next check on, or nobody counts, that is what was gone before.
        """
        s = self.stores
        spent = points if s.penalty_timing == "immediate" and s.left is not None else 0
        drawn = min(spent, s.base - s.lost)
        return s.lost + drawn, s.lost2 + spent - drawn
