"""The odds questions of Untold, each a function: its arguments are what is asked, `inputs` has those that come in groups.

`dl` is the difficulty without columns, `penalty` what columns outside the two stores add. `mr` is the Minimum Roll
before `enh` and `deb`, and before the columns of the two stores; the sum is bounded once all of it is known. A roll is
given face by face. A house rule that changes a figure is a parameter of its own name. `counts` and `covered` say what
the first figure is of. `value` answers the title; the law and the notes say the rest.
"""

from fractions import Fraction
from functools import partial
from typing import Annotated, Literal

from cliffhanger.games.untold.odds import distributions, hero_point, inputs
from cliffhanger.games.untold.odds.best_push import Split, pushes, splits
from cliffhanger.games.untold.odds.distributions import SIDES, Pool, Rows, against, also, chance, net
from cliffhanger.games.untold.odds.inputs import Bought, Harsh, Least, MixedAfterPush, Penalty, Rank, Stores, Task
from cliffhanger.games.untold.rules.derived_ratings import IMPOSSIBLE
from cliffhanger.kernel.game import Answer, Question
from cliffhanger.kernel.plurals import many
from cliffhanger.odds.ask import Best, Mean
from cliffhanger.odds.declare import as_faces, faces, flat, number, one_of, question
from cliffhanger.odds.distribution import Chances
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.pareto import unbeaten

ONE, THREE, RANK, SIX = Rank(1), Rank(3), Rank(4), Rank(6)
EASY, TASK = Task(1), Task()
LEAST, BOUGHT, THRICE, STORES = Least(), Bought(), Bought("sub", 3), Stores()
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
USES = {
    "dl": "DL 2 lower",
    "auto": "2 automatic successes",
    "set": "one die set to 12",
    "reroll": "dice rolled again",
    "shift": "every die one higher",
}
"""What a Hero Point may be used for."""
counted = partial(many, none=0)


@flat
def success(
    *,
    rank: Rank = ONE,
    task: Task = EASY,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    boon_dice: Annotated[Literal["rolled", "passed"], one_of("Boon dice are")] = "rolled",
    penalty: Annotated[int, number("Added to the difficulty by touched columns", 14)] = 0,
    columns: Annotated[int, number("Added to the Minimum Roll by touched columns", 10)] = 0,
    sn_compares: Annotated[Literal["effective", "base"], one_of("Second Nature is compared with the DL")] = "effective",
    roll_under_sn: Annotated[inputs.Switch, one_of("Rolling what Second Nature covers")] = "false",
    covered: Annotated[Literal["rolled", "done"], one_of("What Second Nature covers counts as")] = "rolled",
    impossible_rollable: Annotated[Literal["true", "false"], one_of("Difficulty 12 and beyond is rolled")] = "true",
) -> Answer:
    """The chance that the roll makes it; the notes say where Second Nature makes a roll needless.

    Columns do not hinder a task of difficulty 0.
    """
    hindered = bool(task.dl)
    pool = bought.pool(rank, least.unbounded + columns * hindered)
    plain, in_force = max(0, task.dl + task.moved), max(0, task.dl + task.moved + penalty * hindered)
    needed, rolled = in_force - task.auto, boon_dice == "rolled"
    if impossible_rollable == "false" and in_force >= IMPOSSIBLE:
        pool = Pool(0, pool.sn)  # nobody rolls for it
    made, rows, short = against(pool, needed, rolled=rolled)
    covers = roll_under_sn == "false" and (plain if sn_compares == "base" else in_force) <= pool.sn
    sure = Fraction(1) if covers else made
    notes = (("with Second Nature", sure), *short, *also(pool, rolled=rolled))
    return Answer(sure if covered == "done" else made, rows, notes)


@flat
def point(
    *,
    rank: Rank = RANK,
    task: Task = TASK,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    stores: Stores = STORES,
    penalty: Penalty = 0,
) -> Answer:
    """The chance with so many points before the roll; the notes go through them, none to all."""
    points, left = bought.points, stores.left
    will = stores.willing(task, bought.kind, penalty, points)
    shown = max(points, LISTED) if left is None else min(max(points, LISTED), left)
    pools = [bought.pool(rank, least.unbounded + will.debilitation(n), n) for n in range(max(points, shown) + 1)]
    made, rows, short = against(pools[points], will.needed(points))
    names = [
        f"{counted(n, 'point')}, {counted(pools[n].dice, 'die')}, DL {will.difficulty(n)}" for n in range(shown + 1)
    ]
    each = [(name, chance(pools[n], will.needed(n))) for n, name in enumerate(names)]
    return Answer(made, rows, (*each, *short, *also(pools[points])))


@flat
def mixed(
    *,
    rank: Rank = RANK,
    task: Task = TASK,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    push: Annotated[int, number("Points held for a push", 20)] = 0,
    stores: Stores = STORES,
    penalty: Penalty = 0,
    pushed_boon_ones_snag: Harsh = "false",
    mixed_after_push: MixedAfterPush = "true",
    counts: Annotated[Literal["either", "mixed"], one_of("The figure is of a success")] = "either",
) -> Answer:
    """The chance of a success or a mixed success: at once, or for who is two short or worse by a push.

    `counts` mixed asks for exactly one short alone, before any push.
    """
    points, mr = bought.points, least.unbounded
    will = stores.willing(task, bought.kind, penalty, points + push)
    pool, needed = bought.pool(rank, mr + will.debilitation(points)), will.needed(points)
    law = net(pool, needed)
    made, short, late = law[needed], law[needed - 1], Fraction(0)
    if not pool.dice:
        return Answer(made if counts == "either" else Fraction(0), (("made", made), ("missed", 1 - made)))
    worse, harsh = [at for at in law.ways if at < needed - 1], pushed_boon_ones_snag == "true"
    for at, best in pushes(will, points, push, worse, mr, harsh=harsh, near=int(mixed_after_push == "true")).items():
        late += Fraction(law.ways[at] * best.made, law.total * best.total)
    rows = (("made", made), ("mixed", short), ("by a push", late), ("missed", 1 - made - short - late))
    value = made + short + late if counts == "either" else short
    return Answer(value, rows if push else (*rows[:2], rows[3]), also(pool))


@flat
def enhancement(*, rank: Rank = SIX, dl: inputs.Dl = 3, least: Least = LEAST, bought: Bought = BOUGHT) -> Answer:
    """The chance at a Minimum Roll, with enhancements and debilitations on top; the notes go through all of them."""
    pool = bought.pool(rank, least.unbounded)
    made, rows, _ = against(pool, dl)
    return Answer(made, rows, tuple((f"MR {n}", chance(pool._replace(mr=n), dl)) for n in range(2, SIDES + 1)))


@flat
def snags(
    *,
    rank: Rank = THREE,
    bought: Bought = BOUGHT,
    push: Annotated[int, number("Points in a push", 20)] = 0,
    pushed_boon_ones_snag: Harsh = "false",
    counts: Annotated[Literal["any", "mean"], one_of("The figure is of")] = "any",
) -> Answer:
    """The chance of any snag, or how many there are on average; `push` is how many points a push takes on top."""
    pool, late = bought.pool(rank, LEAST.mr), push * inputs.ratio_of(bought.kind)
    law = distributions.snags(pool._replace(pushed=late, harsh=pushed_boon_ones_snag == "true"))
    if counts == "mean":
        return Mean(law.mean(), law.rows(), (("any snag", 1 - law[0]),))
    return Answer(1 - law[0], law.rows(), (("mean snags", law.mean()),))


@flat
def heroes(*, sr: Annotated[int, number("Skill Rank", 24)] = 1, bought: Bought = BOUGHT) -> Answer:
    """The mean of the Hero Points that the dice bring, when every boon die is rolled."""
    pool = bought.pool(Rank(sr), LEAST.mr)
    law = distributions.heroes(pool, HEROES)
    notes = (("at least one", 1 - law[0]), ("mean boons", distributions.mean_boons(pool)))
    return Answer(distributions.mean_heroes(pool), law.rows(HEROES), notes)


@flat
def push(
    *,
    short: Annotated[int, number("Successes short", 99, 1)] = 1,
    least: Least = LEAST,
    kind: inputs.Kind = "broad",
    points: Annotated[int, number("Points of exertion", 60, 1)] = 1,
    stores: Stores = STORES,
    below: Annotated[int, number("What points took from the difficulty beyond 0", 60)] = 0,
    pushed_boon_ones_snag: Harsh = "false",
    mixed_after_push: MixedAfterPush = "true",
    roll: Annotated[str, faces("Dice as they lie", SIDES)] = "",
    counts: Annotated[Literal["made", "either"], one_of("The figure is of a success")] = "made",
) -> Answer:
    """The chance that a push makes up for what is short; its own points may touch a column and move the difficulty.

    `below` is how far points have moved the difficulty beyond 0: so much of tiredness it swallows. Where columns raise
    the Minimum Roll, `mr` is without these two stores, and `roll` are all dice that lie there: hits may turn to misses.
    """
    will, now, lies = stores.willing(Task(short), kind, points=points), least.unbounded, as_faces(roll)
    if not lies:
        will.spare(now, 0, points)

    def pushing(count: int) -> tuple[Pool, int]:
        raised = will.minimum(now, count)
        turned = sum(will.minimum(now, 0) <= face < raised for face in lies)
        harder = max(0, will.difficulty(count) - will.difficulty(0) - below)
        pool = Pool(0, 0, raised, pushed=count * will.ratio, harsh=pushed_boon_ones_snag == "true")
        return pool, short + turned + harder

    pool, needed = pushing(points)
    made, rows, near = against(pool, needed)
    mixed = near[0][1] if mixed_after_push == "true" else 0
    names = [f"{counted(n, 'point')}, {counted(n * will.ratio, 'die')}" for n in range(1, points + 1)]
    each = [(name, chance(*pushing(n))) for n, name in enumerate(names, 1)]
    loses: Rows = (("loses the mixed success", 1 - made - mixed),) if short == 1 else ()
    return Answer(made + mixed if counts == "either" else made, rows, (*each, *near, *loses, *also(pool)))


def hero_use(
    *,
    roll: Annotated[str, faces("Ordinary dice as they lie", SIDES)] = "3 4 6 9 10",
    boon: Annotated[str, faces("Boon dice as they lie", SIDES)] = "",
    pushed: Annotated[str, faces("Pushed dice as they lie", SIDES)] = "",
    sn: Annotated[int, number("Second Nature", 12)] = 1,
    dl: inputs.Dl = 4,
    mr: inputs.Mr = 9,
    auto: inputs.Auto = 0,
    use: Annotated[str, one_of("The point is for", "best", *USES)] = "best",
    shifted_faces: Annotated[Literal["full", "success_only"], one_of("A shifted 12 is")] = "full",
    pushed_boon_ones_snag: Harsh = "false",
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
    uses = {
        "dl": Fraction(count >= max(0, dl - 2)),
        "auto": Fraction(count + 2 >= dl),
        "set": max(hero_point.set_to_twelve(lies, dl - auto), default=None),
        "reroll": max(hero_point.rerolled(lies, dl - auto), default=None),
        "shift": hero_point.shifted(lies, dl - auto, full=shifted_faces == "full"),
    }
    open_ = {name: chance for name, chance in uses.items() if chance is not None}
    notes = tuple((USES[name], chance) for name, chance in open_.items())
    if use == "best":
        best = max(open_, key=open_.__getitem__)
        return Best(open_[best], (), notes, USES[best])
    return Answer(open_.get(use, Fraction(count >= dl)), (), notes)


@flat
def split(
    *,
    rank: Rank = RANK,
    task: Task = TASK,
    least: Least = LEAST,
    bought: Bought = THRICE,
    up_front: Annotated[int, number("Of these before the roll (-1: as many as is best)", 60, -1)] = -1,
    stores: Stores = STORES,
    penalty: Penalty = 0,
    pushed_boon_ones_snag: Harsh = "false",
) -> Answer:
    """The chance with some of the points now and the rest for the push; the notes have every split, best first.

    `up_front` -1 takes the likeliest split, and says which. One that another beats, likelier for no more points, says so.
    Splits whose push would raise the Minimum Roll of dice that lie there are left out, and it is said how many.
    """
    points = bought.points
    will = stores.willing(task, bought.kind, penalty, points)
    if up_front > points:
        raise OutOfRange(f"up_front cannot be {up_front}: {points} points are there in all, so give 0 to {points}.")
    pool = bought.pool(rank, least.unbounded, 0)._replace(harsh=pushed_boon_ones_snag == "true")
    every = splits(will, pool, least.unbounded, points)
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
    return Best(this.success, rows, tuple(notes), _parted(this, points + 1 - len(every)))


def _parted(best: Split, left_out: int) -> str:
    """A split in words, and how many splits have no figure, and why."""
    whole = f"all {best.up_front + best.held}" if best.up_front + best.held > 1 else "the one"
    now = f"{best.up_front} now and {best.held}" if best.up_front else whole
    said = f"{now} held for a push, {float(best.used):.1f} points on average" if best.held else f"{whole} now"
    ways = f"{left_out} ways that hold more" if left_out > 1 else "1 way that holds more"
    more = f" (left out: {ways}, as a push into the next column would raise the Minimum Roll)"
    return said + more if left_out else said


@flat
def tiredness(
    *,
    rank: Rank = SIX,
    dl: inputs.Dl = 3,
    least: Least = LEAST,
    bought: Bought = BOUGHT,
    stores: Stores = STORES,
    penalty: Penalty = 0,
) -> Answer:
    """The chance at the difficulty that tiredness makes of it; the notes go through every step of it and its cost."""
    got = point(rank=rank, task=Task(dl), least=least, bought=bought, stores=stores, penalty=penalty)
    will = stores.willing(Task(dl), bought.kind, penalty)
    pool, now = bought.pool(rank, least.unbounded + will.debilitation(bought.points)), will.difficulty(bought.points)
    steps = tuple((f"the same dice at DL {n}", chance(pool, n)) for n in range(now, now + STEPS + 1))
    return Answer(got.value, got.law, (*steps, *got.notes))


def turned(
    *,
    short: Annotated[int, number("Successes short then", 99, -99)] = 1,
    mr: inputs.Mr = 9,
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


@flat
def joint(*, rank: Rank = SIX, dl: inputs.Dl = 3, least: Least = LEAST, bought: Bought = BOUGHT) -> Answer:
    """The chance to make it, and all that the dice may bring together, likeliest first.

    A row with "4 or more" Hero Points takes all with the same snags that have as many more of each: a further Hero
    Point is a boon and a net success as well.
    """
    pool = bought.pool(rank, least.unbounded)
    if pool.dice > DICE:
        raise OutOfRange(f"The outcomes of {pool.dice} dice are too many to list: ask with {DICE} dice at most.")
    law = distributions.joint(pool, HEROES)
    ranked = sorted(law.ways, key=lambda outcome: (-law.ways[outcome], outcome))
    rows = Chances([_outcome(*each) for each in ranked], [law.ways[each] for each in ranked], law.total)
    return Answer(chance(pool, dl), rows, also(pool))


def _outcome(net: int, snags: int, boons: int, points: int) -> str:
    """What a roll comes to, in words."""
    more = " or more" if points == HEROES else ""
    also = f"{counted(snags, 'snag')}, {counted(boons, 'boon')}{more}, {counted(points, 'Hero Point')}{more}"
    return f"{net} net{more}, {also}"


QUESTIONS: tuple[Question, ...] = (
    question(success, "Will the roll make it?"),
    question(point, "What is each point worth?"),
    question(mixed, "Will it be a success, or a mixed one?"),
    question(enhancement, "What is an enhancement worth?"),
    question(snags, "Will there be a snag?"),
    question(heroes, "How many Hero Points will the dice bring?", "mean"),
    question(push, "Will a push make up for it?"),
    question(hero_use, "Which use of a Hero Point is best?"),
    question(split, "Spend now, or keep for the push?", points=number("Points of exertion", 60, 1)),
    question(tiredness, "What does tiredness cost?"),
    question(turned, "Will it be made once a point has touched it?"),
    question(joint, "Will it be made, and what comes with it?", points=number("Points of exertion", 12)),
)
