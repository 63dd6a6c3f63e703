"""Exact distributions of what Smallville rolls: Results, the Stress die, both sides of a growth roll."""

from itertools import accumulate

from cliffhanger.games.smallville.files.triggers import RATINGS
from cliffhanger.odds.best import best, highest, leading
from cliffhanger.odds.distribution import Consecutive, Distribution
from cliffhanger.odds.rising_play import ENDLESS, Side

OUT = "out"
Pool = tuple[int, ...]
NOTHING: Pool = ()


def result(
    dice: Pool, result_dice: int = 0, aid: tuple[Pool, ...] = (), bonus: Pool = NOTHING, *, least: int = 2
) -> Consecutive:
    """A Result: the two best dice and those that are bought, the best of each aid, every bonus die; a 1 adds nothing.

    `least` 1 lets ones on the own dice count.  [SV-POOL-09, SV-POOL-10, SV-AID-03]
    """
    law = best(dice, 2 + result_dice, least)
    for source in aid:
        law = law.plus(best(source, 1))
    return law.plus(best(bonus, len(bonus))) if bonus else law


def side(dice: Pool, points: int) -> Side:
    """One side of a Contest that may buy result dice: what each roll comes to with none bought, with one, and so on."""
    more = max(0, len(dice) - 2)
    most = more if points == ENDLESS else min(points, more)
    return Side(
        [leading(dice, 2 + n).map(lambda best: tuple(accumulate(best))[1:] or best) for n in range(most + 1)], points
    )


def inflicted(dice: Pool, has: int, stress_tie: str = "larger") -> Distribution[int | str]:
    """The Stress after a Stress roll, "out" for who has to go; `has` is what was there before, 0 for none.

    A larger die takes its place, any other steps it up; beyond D12 there is nothing.  [SV-STRESS-05, SV-STRESS-06]
    """
    stepped: int | str = OUT if has == RATINGS[-1] else has + 2
    return highest(dice, smaller=stress_tie == "smaller").map(lambda rating: rating if rating > has else stepped)
