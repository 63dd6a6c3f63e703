"""The odds questions of Untold, each a function and a row of QUESTIONS.

    success      sr sn dl mr enh deb kind points EXTRA boon_dice penalty sn_compares roll_under_sn MOVED covered
    point        sr sn dl mr kind points EXTRA STORES MOVED
    mixed        sr sn dl mr kind points EXTRA push STORES pushed_boon_ones_snag mixed_after_push MOVED counts
    enhancement  sr sn dl mr enh deb kind points EXTRA
    snags        sr sn kind points EXTRA push pushed_boon_ones_snag counts
    heroes       sr kind points EXTRA
    push         short mr kind points STORES but penalty, pushed_boon_ones_snag mixed_after_push roll counts
    hero_use     roll boon pushed sn dl mr auto use shifted_faces pushed_boon_ones_snag
    split        sr sn dl mr kind points up_front EXTRA STORES pushed_boon_ones_snag MOVED
    tiredness    sr sn dl mr kind points EXTRA STORES
    turned       short mr ordinary free boon pushed pushed_boon_ones_snag

    EXTRA        devotion tied passed passed_die
    STORES       base lost base2 lost2 penalty penalty_timing columns_debilitate
    MOVED        moved auto

`sn` -1 is a third of `sr`. `kind` broad or sub is worth one or two dice a point of exertion, `tied` yes or no two or
one a point of devotion. `base` and `lost` are the first store of the realm, `base2` and `lost2` the second; without
bases nobody counts points and no column is touched. `dl` is the difficulty without columns, `penalty` what columns
outside these two stores add; `moved` is what points have made of it, `auto` the successes they added. `passed` are
boon dice somebody passed on. A roll is given face by face. A house rule that changes a figure is a parameter of its
own name. `counts` and `covered` say what the first figure is of. `value` answers the title; the law and the notes say
the rest.
"""

from fractions import Fraction

from cliffhanger.games.untold import effort, laws
from cliffhanger.games.untold.effort import pooled, ratio_of, willing
from cliffhanger.games.untold.late import USES, counted, hero_use, push, turned
from cliffhanger.games.untold.laws import BEYOND, Pool, also, as_rows, chance, minimum, net
from cliffhanger.kernel.game import Answer, Parameter, Question
from cliffhanger.odds.ask import Best, Mean
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.frontier import unbeaten
from cliffhanger.odds.questions import number, one_of, question

HEROES = 4
"""Hero Points are shown one by one below this; from here on it is one row, "4 or more"."""
STEPS = 3
"""So many steps of difficulty are listed beside the one in force."""
LISTED = 4
"""A list of what each point is worth goes at least so far."""


def success(
    *,
    sr: int = 1,
    sn: int = -1,
    dl: int = 1,
    mr: int = 9,
    enh: int = 0,
    deb: int = 0,
    kind: str = "broad",
    points: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
    boon_dice: str = "rolled",
    penalty: int = 0,
    sn_compares: str = "effective",
    roll_under_sn: str = "false",
    moved: int = 0,
    auto: int = 0,
    covered: str = "rolled",
) -> Answer:
    """The chance that the roll makes it; the notes say where Second Nature makes a roll needless."""
    pool = pooled(sr, sn, minimum(enh, deb, mr), kind, points, devotion, tied, passed, passed_die)
    task, in_force = max(0, dl + moved), max(0, dl + moved + (penalty if dl else 0))
    needed = in_force - auto
    if boon_dice == "rolled":
        law = net(pool, needed + BEYOND)
    else:
        law = laws.passed_on(pool).map(lambda x: min(x[0], needed + BEYOND))
    made = law.chance(lambda n: n >= needed)
    covers = roll_under_sn == "false" and (task if sn_compares == "base" else in_force) <= pool.sn
    sure = Fraction(1) if covers else made
    notes = (("with Second Nature", sure), ("exactly one short", law[needed - 1]))
    beside = also(pool, rolled=boon_dice == "rolled")
    return Answer(sure if covered == "done" else made, as_rows(law, needed + BEYOND), (*notes, *beside))


def point(
    *,
    sr: int = 4,
    sn: int = -1,
    dl: int = 3,
    mr: int = 9,
    kind: str = "broad",
    points: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
    base: int = 0,
    lost: int = 0,
    base2: int = 0,
    lost2: int = 0,
    penalty: int = 0,
    penalty_timing: str = "immediate",
    columns_debilitate: str = "false",
    moved: int = 0,
    auto: int = 0,
) -> Answer:
    """The chance with so many points before the roll; the notes go through them, none to all."""
    will = willing(dl + moved, kind, base, lost, base2, lost2, penalty, penalty_timing, columns_debilitate, auto)
    will.afford(points)
    plain = pooled(sr, sn, mr, kind, 0, devotion, tied, passed, passed_die)

    def spent(count: int) -> Pool:
        return plain._replace(ordinary=plain.ordinary + count * will.ratio, mr=will.minimum(mr, count))

    pool, needed = spent(points), will.needed(points)
    law = net(pool, needed + BEYOND)
    each = tuple(
        (
            f"{counted(n, 'point')}, {counted(spent(n).dice, 'die', 'dice')}, DL {will.difficulty(n)}",
            chance(spent(n), will.needed(n)),
        )
        for n in range(will.most(max(points, LISTED)) + 1)
    )
    notes = (*each, ("exactly one short", law[needed - 1]), *also(pool))
    return Answer(law.chance(lambda n: n >= needed), as_rows(law, needed + BEYOND), notes)


def mixed(
    *,
    sr: int = 4,
    sn: int = -1,
    dl: int = 3,
    mr: int = 9,
    kind: str = "broad",
    points: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
    push: int = 0,
    base: int = 0,
    lost: int = 0,
    base2: int = 0,
    lost2: int = 0,
    penalty: int = 0,
    penalty_timing: str = "immediate",
    columns_debilitate: str = "false",
    pushed_boon_ones_snag: str = "false",
    mixed_after_push: str = "true",
    moved: int = 0,
    auto: int = 0,
    counts: str = "either",
) -> Answer:
    """The chance of a success or a mixed success: at once, or for who is two short or worse by a push.

    `counts` mixed asks for exactly one short alone, before any push.
    """
    will = willing(dl + moved, kind, base, lost, base2, lost2, penalty, penalty_timing, columns_debilitate, auto)
    will.afford(points + push)
    mr = will.minimum(mr, points)
    pool = pooled(sr, sn, mr, kind, points, devotion, tied, passed, passed_die)
    needed, near, harsh = will.needed(points), mixed_after_push == "true", pushed_boon_ones_snag == "true"
    law = net(pool, needed)
    made, short = law[needed], law[needed - 1]
    if not pool.dice:
        return Answer(made if counts == "either" else Fraction(0), (("made", made), ("missed", 1 - made)))
    late = Fraction(0)
    worse = [at for at in law.ways if at < needed - 1]
    for at, best in effort.pushes(will, points, push, worse, mr=mr, harsh=harsh, near=near).items():
        late += Fraction(law.ways[at] * (best.made + best.near * near), law.total * best.total)
    rows = (("made", made), ("mixed", short), ("by a push", late), ("missed", 1 - made - short - late))
    value = made + short + late if counts == "either" else short
    return Answer(value, rows if push else (*rows[:2], rows[3]), also(pool))


def enhancement(
    *,
    sr: int = 6,
    sn: int = -1,
    dl: int = 3,
    mr: int = 9,
    enh: int = 0,
    deb: int = 0,
    kind: str = "broad",
    points: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
) -> Answer:
    """The chance at a Minimum Roll, with enhancements and debilitations on top; the notes go through all of them."""
    pool = pooled(sr, sn, minimum(enh, deb, mr), kind, points, devotion, tied, passed, passed_die)
    law = net(pool, dl + BEYOND)
    each = tuple((f"MR {n}", chance(pool._replace(mr=n), dl)) for n in range(2, laws.SIDES + 1))
    return Answer(law.chance(lambda n: n >= dl), as_rows(law, dl + BEYOND), each)


def snags(
    *,
    sr: int = 3,
    sn: int = -1,
    kind: str = "broad",
    points: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
    push: int = 0,
    pushed_boon_ones_snag: str = "false",
    counts: str = "any",
) -> Answer:
    """The chance of any snag, or how many there are on average; `push` is how many points a push takes on top."""
    pool = pooled(sr, sn, 9, kind, points, devotion, tied, passed, passed_die)
    pool = pool._replace(pushed=push * ratio_of(kind), harsh=pushed_boon_ones_snag == "true")
    law = laws.snags(pool)
    if counts == "mean":
        return Mean(law.mean(), law.rows(), (("any snag", 1 - law[0]),))
    return Answer(1 - law[0], law.rows(), (("mean snags", law.mean()),))


def heroes(
    *,
    sr: int = 1,
    kind: str = "broad",
    points: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
) -> Answer:
    """The mean of the Hero Points that the dice bring, when every boon die is rolled."""
    pool = pooled(sr, -1, 9, kind, points, devotion, tied, passed, passed_die)
    law = laws.heroes(pool, HEROES)
    notes = (("at least one", 1 - law[0]), ("mean boons", laws.mean_boons(pool)))
    return Answer(laws.mean_heroes(pool), as_rows(law, HEROES), notes)


def split(
    *,
    sr: int = 4,
    sn: int = -1,
    dl: int = 3,
    mr: int = 9,
    kind: str = "sub",
    points: int = 3,
    up_front: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
    base: int = 0,
    lost: int = 0,
    base2: int = 0,
    lost2: int = 0,
    penalty: int = 0,
    penalty_timing: str = "immediate",
    columns_debilitate: str = "false",
    pushed_boon_ones_snag: str = "false",
    moved: int = 0,
    auto: int = 0,
) -> Answer:
    """The chance with some of the points now and the rest for the push; the notes have every split, best first.

    `up_front` -1 takes the likeliest split, and says which. One that another beats, likelier for no more points, says so.
    """
    will = willing(dl + moved, kind, base, lost, base2, lost2, penalty, penalty_timing, columns_debilitate, auto)
    will.afford(points)
    if up_front > points:
        raise OutOfRange(f"up_front cannot be {up_front}: {points} points are there in all, so give 0 to {points}.")
    pool = pooled(sr, sn, mr, kind, 0, devotion, tied, passed, passed_die)
    pool = pool._replace(harsh=pushed_boon_ones_snag == "true")
    every = effort.splits(will, pool, points)
    ranked = sorted(every, key=lambda x: (-x.success, x.used))
    best = unbeaten(every, lambda x: x.success, lambda x: x.used)
    notes: list[tuple[str, Fraction]] = []
    for each in ranked:
        name = f"{each.up_front} now + {each.held} held"
        notes.append((name if each in best else f"{name}, beaten", each.success))
        notes.append((f"mean points used, {name}", each.used))
    this = ranked[0] if up_front < 0 else every[up_front]
    late = this.success - this.at_once
    rows = (("made at once", this.at_once), ("by the push", late), ("missed", 1 - this.success))
    return Best(this.success, rows, tuple(notes), _parted(this))


def _parted(best: effort.Split) -> str:
    """A split in words."""
    whole = f"all {best.up_front + best.held}" if best.up_front + best.held > 1 else "the one"
    if not best.held:
        return f"{whole} now"
    now = f"{best.up_front} now and {best.held}" if best.up_front else whole
    return f"{now} held for a push, {float(best.used):.1f} points on average"


def tiredness(
    *,
    sr: int = 6,
    sn: int = -1,
    dl: int = 3,
    mr: int = 9,
    kind: str = "broad",
    points: int = 0,
    devotion: int = 0,
    tied: str = "no",
    passed: int = 0,
    passed_die: str = "boon_die",
    base: int = 0,
    lost: int = 0,
    base2: int = 0,
    lost2: int = 0,
    penalty: int = 0,
    penalty_timing: str = "immediate",
    columns_debilitate: str = "false",
) -> Answer:
    """The chance at the difficulty that tiredness makes of it; the notes go through every step of it and its cost."""
    got = point(
        sr=sr, sn=sn, dl=dl, mr=mr, kind=kind, points=points, devotion=devotion, tied=tied, passed=passed,
        passed_die=passed_die, base=base, lost=lost, base2=base2, lost2=lost2, penalty=penalty,
        penalty_timing=penalty_timing, columns_debilitate=columns_debilitate,
    )  # fmt: skip
    will = willing(dl, kind, base, lost, base2, lost2, penalty, penalty_timing, columns_debilitate)
    pool = pooled(sr, sn, will.minimum(mr, points), kind, points, devotion, tied, passed, passed_die)
    now = will.difficulty(points)
    steps = tuple((f"the same dice at DL {n}", chance(pool, n)) for n in range(now, now + STEPS + 1))
    return Answer(got.value, got.law, (*steps, *got.notes))


def _roll(name: str, title: str) -> Parameter:
    return Parameter(name, title, "faces", 1, laws.SIDES)


SR = number("sr", "Skill Rank", 24)
SN = number("sn", "Second Nature (-1: a third of the rank)", 12, -1)
DL = number("dl", "Difficulty Level", 60)
MR = number("mr", "Minimum Roll", laws.SIDES, 2)
KIND = one_of("kind", "The skill is", "broad", "sub")
POINTS = number("points", "Points of exertion", 60)
EXTRA = (
    number("devotion", "Points of devotion", 12),
    one_of("tied", "Devotion is tied to the check", "no", "yes"),
    number("passed", "Boon dice passed on by others", 12),
    one_of("passed_die", "A passed die counts as", "boon_die", "ordinary_die"),
)
STORES = (
    number("base", "Endurance or Tenacity (0: nobody counts)", 80),
    number("lost", "Lost from it", 80),
    number("base2", "Vitality or Sanity", 40),
    number("lost2", "Lost from that", 40),
)
PENALTY = number("penalty", "Added to the difficulty by other columns", 14)
TIMING = one_of("penalty_timing", "A column touched now counts", "immediate", "next_check")
DEBILITATE = one_of("columns_debilitate", "Touched columns raise the Minimum Roll", "false", "true")
HARSH = one_of("pushed_boon_ones_snag", "1s on boon dice of a push are snags", "false", "true")
ENH = (number("enh", "Enhancements", 24), number("deb", "Debilitations", 24))
MOVED = (
    number("moved", "What points have made of the difficulty", 30, -30),
    number("auto", "Automatic successes", 30, -30),
)
AFTER = one_of("mixed_after_push", "A mixed success after a push", "true", "false")

QUESTIONS: tuple[Question, ...] = (
    question(
        success, "Will the roll make it?", SR, SN, DL, MR, *ENH, KIND, POINTS, *EXTRA,
        one_of("boon_dice", "Boon dice are", "rolled", "passed"),
        number("penalty", "Added to the difficulty by touched columns", 14),
        one_of("sn_compares", "Second Nature is compared with the DL", "effective", "base"),
        one_of("roll_under_sn", "Rolling what Second Nature covers", "false", "true"), *MOVED,
        one_of("covered", "What Second Nature covers counts as", "rolled", "done"),
    ),
    question(
        point, "What is each point worth?", SR, SN, DL, MR, KIND, POINTS, *EXTRA, *STORES, PENALTY, TIMING, DEBILITATE,
        *MOVED,
    ),
    question(
        mixed, "Will it be a success, or a mixed one?", SR, SN, DL, MR, KIND, POINTS, *EXTRA,
        number("push", "Points held for a push", 20), *STORES, PENALTY, TIMING, DEBILITATE, HARSH, AFTER,
        *MOVED, one_of("counts", "The figure is of a success", "either", "mixed"),
    ),
    question(
        enhancement, "What is an enhancement worth?", SR, SN, DL, MR, *ENH, KIND, POINTS, *EXTRA,
    ),
    question(
        snags, "Will there be a snag?", SR, SN, KIND, POINTS, *EXTRA, number("push", "Points in a push", 20), HARSH,
        one_of("counts", "The figure is of", "any", "mean"),
    ),
    question(heroes, "How many Hero Points will the dice bring?", SR, KIND, POINTS, *EXTRA, unit="mean"),
    question(
        push, "Will a push make up for it?", number("short", "Successes short", 99, 1), MR, KIND,
        number("points", "Points of exertion", 60, 1), *STORES, TIMING, DEBILITATE, HARSH, AFTER,
        _roll("roll", "Dice as they lie"), one_of("counts", "The figure is of a success", "made", "either"),
    ),
    question(
        hero_use, "Which use of a Hero Point is best?",
        _roll("roll", "Ordinary dice as they lie"), _roll("boon", "Boon dice as they lie"),
        _roll("pushed", "Pushed dice as they lie"), number("sn", "Second Nature", 12), DL, MR,
        MOVED[1],
        one_of("use", "The point is for", *USES),
        one_of("shifted_faces", "A shifted 12 is", "full", "success_only"), HARSH,
    ),
    question(
        split, "Spend now, or keep for the push?", SR, SN, DL, MR, KIND, number("points", "Points of exertion", 20, 1),
        number("up_front", "Of these before the roll (-1: as many as is best)", 20, -1), *EXTRA, *STORES, PENALTY, TIMING,
        DEBILITATE, HARSH, *MOVED,
    ),
    question(
        tiredness, "What does tiredness cost?", SR, SN, DL, MR, KIND, POINTS, *EXTRA, *STORES, PENALTY, TIMING,
        DEBILITATE,
    ),
    question(
        turned, "Will it be made once a point has touched it?", number("short", "Successes short then", 99, -99), MR,
        number("ordinary", "Ordinary dice that fall anew", 60), number("free", "1s that Second Nature still covers", 12),
        number("boon", "Boon dice", 60), number("pushed", "Pushed dice", 60), HARSH,
    ),
)  # fmt: skip
