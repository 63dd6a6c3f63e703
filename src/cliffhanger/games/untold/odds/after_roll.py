"""Odds after the roll: whether a push makes up for what is short, and what a Hero Point makes of it."""

from fractions import Fraction

from cliffhanger.games.untold.odds import hero_point
from cliffhanger.games.untold.odds.distributions import BEYOND, Pool, Rows, also, as_rows, chance, net
from cliffhanger.games.untold.odds.inputs import LEAST, STORES, Least, Stores, Task, flat
from cliffhanger.kernel.game import Answer
from cliffhanger.odds.ask import Best

USES = {
    "dl": "DL 2 lower",
    "auto": "2 automatic successes",
    "set": "one die set to 12",
    "reroll": "dice rolled again",
    "shift": "every die one higher",
}


@flat
def push(
    *,
    short: int = 1,
    least: Least = LEAST,
    kind: str = "broad",
    points: int = 1,
    stores: Stores = STORES,
    below: int = 0,
    pushed_boon_ones_snag: str = "false",
    mixed_after_push: str = "true",
    roll: str = "",
    counts: str = "made",
) -> Answer:
    """The chance that a push makes up for what is short; its own points may touch a column and move the difficulty.

    `below` is how far points have moved the difficulty beyond 0: so much of tiredness it swallows. Where columns raise
    the Minimum Roll, `mr` is without these two stores, and `roll` are all dice that lie there: hits may turn to misses.
    """
    will = stores.willing(Task(short), kind)
    will.afford(points)
    lies, now = as_faces(roll), least.unbounded
    if not lies:
        will.spare(now, 0, points)
    harsh, near = pushed_boon_ones_snag == "true", mixed_after_push == "true"

    def pushing(count: int) -> tuple[Pool, int]:
        raised = will.minimum(now, count)
        turned = sum(will.minimum(now, 0) <= face < raised for face in lies)
        harder = max(0, will.difficulty(count) - will.difficulty(0) - below)
        return Pool(0, 0, raised, pushed=count * will.ratio, harsh=harsh), short + turned + harder

    pool, needed = pushing(points)
    law = net(pool, needed + BEYOND)
    made = law.chance(lambda n: n >= needed)
    one_short = law[needed - 1]
    each = tuple(
        (f"{counted(n, 'point')}, {counted(pushing(n)[0].pushed, 'die', 'dice')}", chance(*pushing(n)))
        for n in range(1, points + 1)
    )
    notes: Rows = (*each, ("exactly one short", one_short))
    if short == 1:
        notes += (("loses the mixed success", 1 - made - (one_short if near else 0)),)
    value = made + one_short * near if counts == "either" else made
    return Answer(value, as_rows(law, needed + BEYOND), (*notes, *also(pool)))


def hero_use(
    *,
    roll: str = "3 4 6 9 10",
    boon: str = "",
    pushed: str = "",
    sn: int = 1,
    dl: int = 4,
    mr: int = 9,
    auto: int = 0,
    use: str = "best",
    shifted_faces: str = "full",
    pushed_boon_ones_snag: str = "false",
) -> Answer:
    """The chance that one Hero Point saves a roll as it lies, used at its best; the notes have every use.

    Of the uses the best is taken, and said which, unless one is asked for by name. A boon die that it brings is rolled.
    `pushed` takes all dice whose every 1 is a snag. A use that is not open is left out, and asked for by name is worth
    what the roll is without it.
    """
    lies = hero_point.LyingRoll(
        as_faces(roll), as_faces(boon), as_faces(pushed), sn, mr, pushed_boon_ones_snag == "true"
    )
    count = lies.net() + auto
    needed = dl - count
    uses = {
        "dl": Fraction(count >= max(0, dl - 2)),
        "auto": Fraction(count + 2 >= dl),
        "set": hero_point.set_to_twelve(lies, needed),
        "reroll": hero_point.rerolled(lies, needed),
        "shift": hero_point.shifted(lies, needed, full=shifted_faces == "full"),
    }
    open_ = {name: chance for name, chance in uses.items() if chance is not None}
    notes = tuple((USES[name], chance) for name, chance in open_.items())
    if use == "best":
        best = max(open_, key=open_.__getitem__)
        return Best(open_[best], (), notes, USES[best])
    return Answer(open_.get(use, Fraction(needed <= 0)), (), notes)


def turned(
    *,
    short: int = 1,
    mr: int = 9,
    ordinary: int = 0,
    free: int = 0,
    boon: int = 0,
    pushed: int = 0,
    pushed_boon_ones_snag: str = "false",
) -> Answer:
    """The chance that a roll makes it once a point has touched it: so many short then, and these dice that fall anew.

    `free` are the 1s that Second Nature still covers. All boon dice are rolled; below 0 `short` is to spare.
    """
    pool = Pool(ordinary, free, mr, boon, pushed, pushed_boon_ones_snag == "true")
    law = net(pool, short + BEYOND)
    return Answer(law.chance(lambda n: n >= short), as_rows(law, short + BEYOND), also(pool))


def counted(count: int, one: str, more: str = "") -> str:
    """So many of something: `1 die`, `3 dice`."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def as_faces(text: str) -> tuple[int, ...]:
    """A roll as a question is given it."""
    return tuple(map(int, text.replace(",", " ").split()))
