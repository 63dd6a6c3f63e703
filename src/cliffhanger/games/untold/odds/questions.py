"""The odds questions of Untold, each a function and a row of QUESTIONS.

    success      RANK TASK LEAST BOUGHT boon_dice penalty columns sn_compares roll_under_sn covered impossible_rollable
    point        RANK TASK LEAST BOUGHT STORES penalty
    mixed        RANK TASK LEAST BOUGHT push STORES penalty pushed_boon_ones_snag mixed_after_push counts
    enhancement  RANK dl LEAST BOUGHT
    snags        RANK BOUGHT push pushed_boon_ones_snag counts
    heroes       sr BOUGHT
    push         short LEAST kind points STORES below pushed_boon_ones_snag mixed_after_push roll counts
    hero_use     roll boon pushed sn dl mr auto use shifted_faces pushed_boon_ones_snag
    split        RANK TASK LEAST BOUGHT up_front STORES penalty pushed_boon_ones_snag
    tiredness    RANK dl LEAST BOUGHT STORES penalty
    turned       short mr ordinary free boon pushed pushed_boon_ones_snag
    joint        RANK dl LEAST BOUGHT

    RANK         sr sn
    TASK         dl moved auto
    LEAST        mr enh deb
    BOUGHT       kind points devotion tied passed passed_die
    STORES       base lost base2 lost2 penalty_timing columns_debilitate

`sn` -1 is a third of `sr`. `kind` broad or sub is worth one or two dice a point of exertion, `tied` yes or no two or
one a point of devotion. `base` and `lost` are the first store of the realm, `base2` and `lost2` the second; without
bases nobody counts points and no column is touched. `dl` is the difficulty without columns, `penalty` what columns
outside these two stores add; `moved` is what points have made of it, `auto` the successes they added. `mr` is the
Minimum Roll before `enh` and `deb`, and before the columns of these two stores; the sum is bounded once all of it is
known. `passed` are boon dice somebody passed
on. A roll is given face by face. A house rule that changes a figure is a parameter of its own name. `counts` and
`covered` say what the first figure is of. `value` answers the title; the law and the notes say the rest.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from cliffhanger.games.untold.odds import best_push, distributions
from cliffhanger.games.untold.odds.after_roll import USES, counted, hero_use, push, turned
from cliffhanger.games.untold.odds.distributions import BEYOND, Pool, also, as_rows, chance, minimum, net
from cliffhanger.games.untold.odds.inputs import (
    BOUGHT,
    LEAST,
    PARAMETERS,
    RANK,
    STORES,
    TASK,
    Bought,
    Least,
    Rank,
    Stores,
    Task,
    flat,
)
from cliffhanger.games.untold.odds.split import Split, splits
from cliffhanger.games.untold.rules.derived_ratings import IMPOSSIBLE
from cliffhanger.kernel.game import Answer, Parameter, Question
from cliffhanger.odds.ask import Best, Mean
from cliffhanger.odds.declare import number, one_of, question
from cliffhanger.odds.distribution import Chances
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.pareto import unbeaten

ONE, THREE, SIX = Rank(1), Rank(3), Rank(6)
EASY, THRICE = Task(1), Bought("sub", 3)
HEROES = 4
"""Hero Points are shown one by one below this; from here on it is one row, "4 or more"."""
STEPS = 3
"""So many steps of difficulty are listed beside the one in force."""
LISTED = 4
"""A list of what each point is worth goes at least so far."""
DICE = 24
"""All outcomes of so many dice are listed, and of no more: there are some twenty thousand."""
ALL = 20
"""Of up to so many points every way to part them is listed; of more, those that no other beats."""


@flat
def success(
    *,
    rank: Rank = ONE,
    task: Task = EASY,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    boon_dice: str = "rolled",
    penalty: int = 0,
    columns: int = 0,
    sn_compares: str = "effective",
    roll_under_sn: str = "false",
    covered: str = "rolled",
    impossible_rollable: str = "true",
) -> Answer:
    """The chance that the roll makes it; the notes say where Second Nature makes a roll needless.

    Columns do not hinder a task of difficulty 0.
    """
    hindered = bool(task.dl)
    pool = bought.pool(rank, minimum(least.enh, least.deb + columns * hindered, least.mr))
    plain, in_force = max(0, task.dl + task.moved), max(0, task.dl + task.moved + penalty * hindered)
    needed = in_force - task.auto
    if impossible_rollable == "false" and in_force >= IMPOSSIBLE:
        pool = Pool(0, pool.sn)  # nobody rolls for it
    if boon_dice == "rolled":
        law = net(pool, needed + BEYOND)
    else:
        law = distributions.passed_on(pool).map(lambda x: min(x[0], needed + BEYOND))
    made = law.chance(lambda n: n >= needed)
    covers = roll_under_sn == "false" and (plain if sn_compares == "base" else in_force) <= pool.sn
    sure = Fraction(1) if covers else made
    notes = (("with Second Nature", sure), ("exactly one short", law[needed - 1]))
    beside = also(pool, rolled=boon_dice == "rolled")
    return Answer(sure if covered == "done" else made, as_rows(law, needed + BEYOND), (*notes, *beside))


def _worth(rank: Rank, task: Task, least: Least, bought: Bought, stores: Stores, penalty: int) -> Answer:
    will = stores.willing(task, bought.kind, penalty)
    will.afford(bought.points)

    def spent(count: int) -> Pool:
        return bought._replace(points=count).pool(rank, will.minimum(least.unbounded, count))

    pool, needed = spent(bought.points), will.needed(bought.points)
    law = net(pool, needed + BEYOND)
    each = tuple(
        (
            f"{counted(n, 'point')}, {counted(spent(n).dice, 'die', 'dice')}, DL {will.difficulty(n)}",
            chance(spent(n), will.needed(n)),
        )
        for n in range(will.most(max(bought.points, LISTED)) + 1)
    )
    notes = (*each, ("exactly one short", law[needed - 1]), *also(pool))
    return Answer(law.chance(lambda n: n >= needed), as_rows(law, needed + BEYOND), notes)


@flat
def point(
    *,
    rank: Rank = RANK,
    task: Task = TASK,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    stores: Stores = STORES,
    penalty: int = 0,
) -> Answer:
    """The chance with so many points before the roll; the notes go through them, none to all."""
    return _worth(rank, task, least, bought, stores, penalty)


@flat
def mixed(
    *,
    rank: Rank = RANK,
    task: Task = TASK,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    push: int = 0,
    stores: Stores = STORES,
    penalty: int = 0,
    pushed_boon_ones_snag: str = "false",
    mixed_after_push: str = "true",
    counts: str = "either",
) -> Answer:
    """The chance of a success or a mixed success: at once, or for who is two short or worse by a push.

    `counts` mixed asks for exactly one short alone, before any push.
    """
    points = bought.points
    will = stores.willing(task, bought.kind, penalty)
    will.afford(points + push)
    pool = bought.pool(rank, will.minimum(least.unbounded, points))
    needed, near, harsh = will.needed(points), mixed_after_push == "true", pushed_boon_ones_snag == "true"
    law = net(pool, needed)
    made, short = law[needed], law[needed - 1]
    if not pool.dice:
        return Answer(made if counts == "either" else Fraction(0), (("made", made), ("missed", 1 - made)))
    late = Fraction(0)
    worse = [at for at in law.ways if at < needed - 1]
    for at, best in best_push.pushes(will, points, push, worse, mr=least.unbounded, harsh=harsh, near=near).items():
        late += Fraction(law.ways[at] * (best.made + best.near * near), law.total * best.total)
    rows = (("made", made), ("mixed", short), ("by a push", late), ("missed", 1 - made - short - late))
    value = made + short + late if counts == "either" else short
    return Answer(value, rows if push else (*rows[:2], rows[3]), also(pool))


@flat
def enhancement(*, rank: Rank = SIX, dl: int = 3, least: Least = LEAST, bought: Bought = BOUGHT) -> Answer:
    """The chance at a Minimum Roll, with enhancements and debilitations on top; the notes go through all of them."""
    pool = bought.pool(rank, least.minimum)
    law = net(pool, dl + BEYOND)
    each = tuple((f"MR {n}", chance(pool._replace(mr=n), dl)) for n in range(2, distributions.SIDES + 1))
    return Answer(law.chance(lambda n: n >= dl), as_rows(law, dl + BEYOND), each)


@flat
def snags(
    *,
    rank: Rank = THREE,
    bought: Bought = BOUGHT,
    push: int = 0,
    pushed_boon_ones_snag: str = "false",
    counts: str = "any",
) -> Answer:
    """The chance of any snag, or how many there are on average; `push` is how many points a push takes on top."""
    pool = bought.pool(rank, LEAST.mr)
    pool = pool._replace(pushed=push * bought.ratio, harsh=pushed_boon_ones_snag == "true")
    law = distributions.snags(pool)
    if counts == "mean":
        return Mean(law.mean(), law.rows(), (("any snag", 1 - law[0]),))
    return Answer(1 - law[0], law.rows(), (("mean snags", law.mean()),))


@flat
def heroes(*, sr: int = 1, bought: Bought = BOUGHT) -> Answer:
    """The mean of the Hero Points that the dice bring, when every boon die is rolled."""
    pool = bought.pool(Rank(sr), LEAST.mr)
    law = distributions.heroes(pool, HEROES)
    notes = (("at least one", 1 - law[0]), ("mean boons", distributions.mean_boons(pool)))
    return Answer(distributions.mean_heroes(pool), as_rows(law, HEROES), notes)


@flat
def split(
    *,
    rank: Rank = RANK,
    task: Task = TASK,
    least: Least = LEAST,
    bought: Bought = THRICE,
    up_front: int = -1,
    stores: Stores = STORES,
    penalty: int = 0,
    pushed_boon_ones_snag: str = "false",
) -> Answer:
    """The chance with some of the points now and the rest for the push; the notes have every split, best first.

    `up_front` -1 takes the likeliest split, and says which. One that another beats, likelier for no more points, says so.
    Splits whose push would raise the Minimum Roll of dice that lie there are left out, and it is said how many.
    """
    points = bought.points
    will = stores.willing(task, bought.kind, penalty)
    will.afford(points)
    if up_front > points:
        raise OutOfRange(f"up_front cannot be {up_front}: {points} points are there in all, so give 0 to {points}.")
    pool = bought._replace(points=0).pool(rank, least.unbounded)
    every = splits(will, pool._replace(harsh=pushed_boon_ones_snag == "true"), points)
    ranked = sorted(every, key=lambda x: (-x.success, x.used))
    best = unbeaten(every, lambda x: x.success, lambda x: x.used)
    notes: list[tuple[str, Fraction]] = []
    for each in ranked:
        name = f"{each.up_front} now + {each.held} held"
        if each in best or points <= ALL:
            notes.append((name if each in best else f"{name}, beaten", each.success))
            notes.append((f"mean points used, {name}", each.used))
    this = ranked[0] if up_front < 0 else next((each for each in every if each.up_front == up_front), None)
    if this is None:
        raise OutOfRange(
            f"up_front cannot be {up_front}: the push would touch the next column, and raise the Minimum Roll of dice that "
            f"lie there. Give one of {', '.join(str(each.up_front) for each in every)}."
        )
    late = this.success - this.at_once
    rows = (("made at once", this.at_once), ("by the push", late), ("missed", 1 - this.success))
    return Best(this.success, rows, tuple(notes), _parted(this) + _left_out(points + 1 - len(every)))


def _parted(best: Split) -> str:
    """A split in words."""
    whole = f"all {best.up_front + best.held}" if best.up_front + best.held > 1 else "the one"
    if not best.held:
        return f"{whole} now"
    now = f"{best.up_front} now and {best.held}" if best.up_front else whole
    return f"{now} held for a push, {float(best.used):.1f} points on average"


def _left_out(count: int) -> str:
    """How many splits have no figure, and why."""
    ways = f"{count} ways that hold more" if count > 1 else "1 way that holds more"
    return f" (left out: {ways}, as a push into the next column would raise the Minimum Roll)" if count else ""


@flat
def tiredness(
    *,
    rank: Rank = SIX,
    dl: int = 3,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    stores: Stores = STORES,
    penalty: int = 0,
) -> Answer:
    """The chance at the difficulty that tiredness makes of it; the notes go through every step of it and its cost."""
    got = _worth(rank, Task(dl), least, bought, stores, penalty)
    will = stores.willing(Task(dl), bought.kind, penalty)
    pool = bought.pool(rank, will.minimum(least.unbounded, bought.points))
    now = will.difficulty(bought.points)
    steps = tuple((f"the same dice at DL {n}", chance(pool, n)) for n in range(now, now + STEPS + 1))
    return Answer(got.value, got.law, (*steps, *got.notes))


@flat
def joint(*, rank: Rank = SIX, dl: int = 3, least: Least = LEAST, bought: Bought = BOUGHT) -> Answer:
    """The chance to make it, and all that the dice may bring together, likeliest first.

    A row with "4 or more" Hero Points takes all with the same snags that have as many more of each: a further Hero
    Point is a boon and a net success as well.
    """
    pool = bought.pool(rank, least.minimum)
    if pool.dice > DICE:
        raise OutOfRange(f"The outcomes of {pool.dice} dice are too many to list: ask with {DICE} dice at most.")
    law = distributions.joint(pool, HEROES)
    ranked = sorted(law.ways, key=lambda outcome: (-law.ways[outcome], outcome))
    rows = Chances([_outcome(*each) for each in ranked], [law.ways[each] for each in ranked], law.total)
    return Answer(chance(pool, dl), rows, also(pool))


def _outcome(net: int, snags: int, boons: int, points: int) -> str:
    """What a roll comes to, in words."""
    more = " or more" if points == HEROES else ""
    return (
        f"{net} net{more}, {counted(snags, 'snag')}, {counted(boons, 'boon')}{more}, "
        f"{counted(points, 'Hero Point')}{more}"
    )


def _ask(
    answer: Callable[..., Answer], title: str, *own: Parameter, unit: Literal["chance", "mean"] = "chance"
) -> Question:
    """A question with all its parameters: its own, and those that several share."""
    rows = PARAMETERS | {p.name: p for p in own}
    return question(answer, title, *(rows[name] for name in answer.__kwdefaults__ or ()), unit=unit)


def _roll(name: str, title: str) -> Parameter:
    return Parameter(name, title, "faces", 1, distributions.SIDES)


QUESTIONS: tuple[Question, ...] = (
    _ask(
        success,
        "Will the roll make it?",
        one_of("boon_dice", "Boon dice are", "rolled", "passed"),
        number("penalty", "Added to the difficulty by touched columns", 14),
        number("columns", "Added to the Minimum Roll by touched columns", 10),
        one_of("sn_compares", "Second Nature is compared with the DL", "effective", "base"),
        one_of("roll_under_sn", "Rolling what Second Nature covers", "false", "true"),
        one_of("covered", "What Second Nature covers counts as", "rolled", "done"),
        one_of("impossible_rollable", "Difficulty 12 and beyond is rolled", "true", "false"),
    ),
    _ask(point, "What is each point worth?"),
    _ask(
        mixed,
        "Will it be a success, or a mixed one?",
        number("push", "Points held for a push", 20),
        one_of("counts", "The figure is of a success", "either", "mixed"),
    ),
    _ask(enhancement, "What is an enhancement worth?"),
    _ask(
        snags,
        "Will there be a snag?",
        number("push", "Points in a push", 20),
        one_of("counts", "The figure is of", "any", "mean"),
    ),
    _ask(heroes, "How many Hero Points will the dice bring?", unit="mean"),
    _ask(
        push,
        "Will a push make up for it?",
        number("short", "Successes short", 99, 1),
        number("points", "Points of exertion", 60, 1),
        number("below", "What points took from the difficulty beyond 0", 60),
        _roll("roll", "Dice as they lie"),
        one_of("counts", "The figure is of a success", "made", "either"),
    ),
    _ask(
        hero_use,
        "Which use of a Hero Point is best?",
        _roll("roll", "Ordinary dice as they lie"),
        _roll("boon", "Boon dice as they lie"),
        _roll("pushed", "Pushed dice as they lie"),
        number("sn", "Second Nature", 12),
        one_of("use", "The point is for", "best", *USES),
        one_of("shifted_faces", "A shifted 12 is", "full", "success_only"),
    ),
    _ask(
        split,
        "Spend now, or keep for the push?",
        number("points", "Points of exertion", 60, 1),
        number("up_front", "Of these before the roll (-1: as many as is best)", 60, -1),
    ),
    _ask(tiredness, "What does tiredness cost?"),
    _ask(
        turned,
        "Will it be made once a point has touched it?",
        number("short", "Successes short then", 99, -99),
        number("ordinary", "Ordinary dice that fall anew", 60),
        number("free", "1s that Second Nature still covers", 12),
        number("boon", "Boon dice", 60),
        number("pushed", "Pushed dice", 60),
    ),
    _ask(joint, "Will it be made, and what comes with it?", number("points", "Points of exertion", 12)),
)
