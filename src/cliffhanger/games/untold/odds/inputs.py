"""Inputs of the odds questions: a rank, a task, a Minimum Roll, what is bought, and the stores that pay for it.

Several questions share each of these groups. Whoever asks knows nothing of groups: `flat` lets a question be asked by
the plain names of their fields.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, NamedTuple

from cliffhanger.games.untold.odds.best_push import Effort, ratio_of
from cliffhanger.games.untold.odds.distributions import Pool, minimum
from cliffhanger.games.untold.rules.derived_ratings import second_nature
from cliffhanger.kernel.game import Answer, Parameter
from cliffhanger.odds.declare import number, one_of
from cliffhanger.odds.errors import OutOfRange

SIDES = 12


class Rank(NamedTuple):
    """A Skill Rank; Second Nature -1 is a third of it."""

    sr: int = 4
    sn: int = -1


class Task(NamedTuple):
    """A difficulty without columns; what points have made of it, and the successes they added."""

    dl: int = 3
    moved: int = 0
    auto: int = 0


class Least(NamedTuple):
    """The least face that counts: a Minimum Roll, and what helps and hinders on top of it."""

    mr: int = 9
    enh: int = 0
    deb: int = 0

    @property
    def unbounded(self) -> int:
        """What it comes to, before it is held between 2 and 12."""
        return self.mr - self.enh + self.deb

    @property
    def minimum(self) -> int:
        """The Minimum Roll."""
        return minimum(self.enh, self.deb, self.mr)


class Bought(NamedTuple):
    """What comes to the dice of a rank: points of exertion and devotion, and boon dice that others passed on."""

    kind: str = "broad"
    points: int = 0
    devotion: int = 0
    tied: str = "no"
    passed: int = 0
    passed_die: str = "boon_die"

    @property
    def ratio(self) -> int:
        """Dice for a point of exertion."""
        return ratio_of(self.kind)

    def pool(self, rank: Rank, mr: int) -> Pool:
        """The dice of a check: the Skill Rank's, what points and devotion add, what others passed on.  [UN-CHK-02]"""
        own = rank.sr + self.points * self.ratio + self.devotion * (2 if self.tied == "yes" else 1)
        plain = self.passed if self.passed_die == "ordinary_die" else 0
        return Pool(own + plain, second_nature(*rank), mr, self.passed - plain)


class Stores(NamedTuple):
    """The two stores of a realm, and what is gone from them.

    Without bases nobody counts points, and no column is touched.
    """

    base: int = 0
    lost: int = 0
    base2: int = 0
    lost2: int = 0
    penalty_timing: str = "immediate"
    columns_debilitate: str = "false"

    def willing(self, task: Task, kind: str, penalty: int = 0) -> Effort:
        """The points there are for a task, and what spending them does to it; `penalty` is what other columns add."""
        for name, base, lost in (("", self.base, self.lost), ("2", self.base2, self.lost2)):
            if lost > base:
                raise OutOfRange(
                    f"lost{name} cannot be {lost}: base{name} is {base}, and no more than that can be lost."
                )
        now, harder = self.penalty_timing == "immediate", self.columns_debilitate == "true"
        first, second = (self.base, self.lost), (self.base2, self.lost2)
        return Effort(task.dl + task.moved, ratio_of(kind), first, second, penalty, now, harder, task.auto, not task.dl)


RANK, TASK, LEAST, BOUGHT, STORES = Rank(), Task(), Least(), Bought(), Stores()


# --- by plain names ------------------------------------------------------------------------------------------


def flat(asked: Callable[..., Answer]) -> Callable[..., Answer]:
    """Let a question be asked by the plain names of its parameters: its groups are put together for it."""
    whole = asked.__kwdefaults__ or {}
    plain = {each: value for name, default in whole.items() for each, value in _fields(name, default)}

    @wraps(asked)
    def ask(**given: Any) -> Answer:
        if strange := given.keys() - plain.keys():
            raise TypeError(f"{asked.__name__} does not ask for {', '.join(sorted(strange))}")
        parts = {}
        for name, default in whole.items():
            own = {each: given[each] for each in _names(name, default) if each in given}
            parts[name] = default._replace(**own) if _grouped(default) else own.get(name, default)
        return asked(**parts)

    ask.__kwdefaults__ = plain  # type: ignore[attr-defined]
    return ask


def _grouped(default: object) -> bool:
    return isinstance(default, Rank | Task | Least | Bought | Stores)


def _names(name: str, default: Any) -> tuple[str, ...]:  # noqa: ANN401
    return default._fields if _grouped(default) else (name,)


def _fields(name: str, default: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    return zip(_names(name, default), default if _grouped(default) else (default,), strict=True)


# --- as people read them -------------------------------------------------------------------------------------

MOVED = (
    number("moved", "What points have made of the difficulty", 30, -30),
    number("auto", "Automatic successes", 30, -30),
)
HARSH = one_of("pushed_boon_ones_snag", "1s on boon dice of a push are snags", "false", "true")
PARAMETERS: dict[str, Parameter] = {
    p.name: p
    for p in (
        number("sr", "Skill Rank", 24),
        number("sn", "Second Nature (-1: a third of the rank)", 12, -1),
        number("dl", "Difficulty Level", 60),
        *MOVED,
        number("mr", "Minimum Roll", SIDES, 2),
        number("enh", "Enhancements", 24),
        number("deb", "Debilitations", 24),
        one_of("kind", "The skill is", "broad", "sub"),
        number("points", "Points of exertion", 60),
        number("devotion", "Points of devotion", 12),
        one_of("tied", "Devotion is tied to the check", "no", "yes"),
        number("passed", "Boon dice passed on by others", 12),
        one_of("passed_die", "A passed die counts as", "boon_die", "ordinary_die"),
        number("base", "Endurance or Tenacity (0: nobody counts)", 80),
        number("lost", "Lost from it", 80),
        number("base2", "Vitality or Sanity", 40),
        number("lost2", "Lost from that", 40),
        number("penalty", "Added to the difficulty by other columns", 14),
        one_of("penalty_timing", "A column touched now counts", "immediate", "next_check"),
        one_of("columns_debilitate", "Touched columns raise the Minimum Roll", "false", "true"),
        HARSH,
        one_of("mixed_after_push", "A mixed success after a push", "true", "false"),
    )
}
"""What several questions ask for, by name; the others stand with their question."""
