"""Odds of a Hero Point on a roll that lies there: a die set to 12, dice rolled again, every die shifted."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Annotated, Literal, NamedTuple

from cliffhanger.games.untold.odds.distributions import SIDES, Pool, against, also, chance
from cliffhanger.games.untold.odds.inputs import Auto, Dl, Harsh, Mr
from cliffhanger.kernel.game import Answer
from cliffhanger.odds.ask import Best
from cliffhanger.odds.declare import as_faces, faces, number, one_of

USES = {
    "dl": "DL 2 lower",
    "auto": "2 automatic successes",
    "set": "one die set to 12",
    "reroll": "dice rolled again",
    "shift": "every die one higher",
}


def hero_use(
    *,
    roll: Annotated[str, faces("Ordinary dice as they lie", SIDES)] = "3 4 6 9 10",
    boon: Annotated[str, faces("Boon dice as they lie", SIDES)] = "",
    pushed: Annotated[str, faces("Pushed dice as they lie", SIDES)] = "",
    sn: Annotated[int, number("Second Nature", 12)] = 1,
    dl: Dl = 4,
    mr: Mr = 9,
    auto: Auto = 0,
    use: Annotated[str, one_of("The point is for", "best", *USES)] = "best",
    shifted_faces: Annotated[Literal["full", "success_only"], one_of("A shifted 12 is")] = "full",
    pushed_boon_ones_snag: Harsh = "false",
) -> Answer:
    """The chance that one Hero Point saves a roll as it lies, used at its best; the notes have every use.

    Of the uses the best is taken, and said which, unless one is asked for by name. A boon die that it brings is rolled.
    `pushed` takes all dice whose every 1 is a snag. A use that is not open is left out, and asked for by name is worth
    what the roll is without it.
    """
    lies = LyingRoll(as_faces(roll), as_faces(boon), as_faces(pushed), sn, mr, pushed_boon_ones_snag == "true")
    count = lies.net() + auto
    uses = {
        "dl": Fraction(count >= max(0, dl - 2)),
        "auto": Fraction(count + 2 >= dl),
        "set": max(set_to_twelve(lies, dl - auto), default=None),
        "reroll": max(rerolled(lies, dl - auto), default=None),
        "shift": shifted(lies, dl - auto, full=shifted_faces == "full"),
    }
    open_ = {name: chance for name, chance in uses.items() if chance is not None}
    notes = tuple((USES[name], chance) for name, chance in open_.items())
    if use == "best":
        best = max(open_, key=open_.__getitem__)
        return Best(open_[best], (), notes, USES[best])
    return Answer(open_.get(use, Fraction(count >= dl)), (), notes)


def turned(
    *,
    short: Annotated[int, number("Successes short then", 99, -99)] = 1,
    mr: Mr = 9,
    ordinary: Annotated[int, number("Ordinary dice that fall anew", 60)] = 0,
    free: Annotated[int, number("1s that Second Nature still covers", 12)] = 0,
    boon: Annotated[int, number("Boon dice", 60)] = 0,
    pushed: Annotated[int, number("Pushed dice", 60)] = 0,
    pushed_boon_ones_snag: Harsh = "false",
) -> Answer:
    """The chance that a roll makes it once a point has touched it: so many short then, and these dice that fall anew.

    `free` are the 1s that Second Nature still covers. All boon dice are rolled; below 0 `short` is to spare.
    """
    pool = Pool(ordinary, free, mr, boon, pushed, pushed_boon_ones_snag == "true")
    made, rows, _ = against(pool, short)
    return Answer(made, rows, also(pool))


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
