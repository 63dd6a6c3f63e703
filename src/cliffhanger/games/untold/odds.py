"""The ten odds questions of Untold, each a function and a row of QUESTIONS.

    success      sr sn dl mr kind points EXTRA boon_dice penalty sn_compares roll_under_sn
    point        sr sn dl mr kind points EXTRA STORES
    mixed        sr sn dl mr kind points EXTRA push STORES pushed_boon_ones_snag mixed_after_push
    enhancement  sr sn dl mr enh deb kind points EXTRA
    snags        sr sn kind points EXTRA push pushed_boon_ones_snag
    heroes       sr kind points EXTRA
    push         short mr kind points STORES but penalty, pushed_boon_ones_snag mixed_after_push
    hero_use     roll boon pushed sn dl mr auto use shifted_faces pushed_boon_ones_snag
    split        sr sn dl mr kind points up_front EXTRA STORES pushed_boon_ones_snag
    tiredness    sr sn dl mr kind points EXTRA STORES

    EXTRA        devotion tied passed passed_die
    STORES       base lost base2 lost2 penalty penalty_timing columns_debilitate

`sn` -1 is a third of `sr`. `kind` broad or sub is worth one or two dice a point of exertion, `tied` yes or no two or
one a point of devotion. `base` and `lost` are the first store of the realm, `base2` and `lost2` the second; without
bases nobody counts points and no column is touched. `dl` is the difficulty without columns, `penalty` what columns
outside these two stores add. `passed` are boon dice somebody passed on. A roll is given face by face. A house rule
that changes a figure is a parameter of its own name. `value` answers the title; the law and the notes say the rest.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from msgspec import structs

from cliffhanger.games.untold import effort, laws, lying
from cliffhanger.games.untold.effort import pooled, ratio_of, willing
from cliffhanger.games.untold.laws import Pool, chance, minimum, net
from cliffhanger.kernel.game import Answer, Parameter, Question
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.frontier import unbeaten
from cliffhanger.odds.law import Law

BEYOND = 3
"""Net successes are shown one by one up to so many beyond the difficulty; the row after that is "or more"."""
HEROES = 4
"""Hero Points are shown one by one below this; from here on it is one row, "4 or more"."""
STEPS = 3
"""So many steps of difficulty are listed beside the one in force."""
LISTED = 4
"""A list of what each point is worth goes at least so far."""
Rows = tuple[tuple[str, Fraction], ...]


def success(
    *,
    sr: int = 1,
    sn: int = -1,
    dl: int = 1,
    mr: int = 9,
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
) -> Answer:
    """The chance that the roll makes it; the notes say where Second Nature makes a roll needless."""
    pool = pooled(sr, sn, mr, kind, points, devotion, tied, passed, passed_die)
    needed = dl + penalty if dl else 0
    if boon_dice == "rolled":
        law = net(pool, needed + BEYOND)
    else:
        law = laws.passed_on(pool).map(lambda x: min(x[0], needed + BEYOND))
    made = law.chance(lambda n: n >= needed)
    covers = roll_under_sn == "false" and (dl if sn_compares == "base" else needed) <= pool.sn
    notes = (("with Second Nature", Fraction(1) if covers else made), ("exactly one short", law[needed - 1]))
    return Answer(made, _rows(law, needed + BEYOND), (*notes, *_beside(pool, rolled=boon_dice == "rolled")))


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
) -> Answer:
    """The chance with so many points before the roll; the notes go through them, none to all."""
    will = willing(dl, kind, base, lost, base2, lost2, penalty, penalty_timing, columns_debilitate)
    will.afford(points)
    plain = pooled(sr, sn, mr, kind, 0, devotion, tied, passed, passed_die)

    def spent(count: int) -> Pool:
        return plain._replace(ordinary=plain.ordinary + count * will.ratio, mr=will.minimum(mr, count))

    pool, needed = spent(points), will.difficulty(points)
    law = net(pool, needed + BEYOND)
    each = tuple(
        (
            f"{_count(n, 'point')}, {_count(spent(n).dice, 'die', 'dice')}, DL {will.difficulty(n)}",
            chance(spent(n), will.difficulty(n)),
        )
        for n in range(will.most(max(points, LISTED)) + 1)
    )
    notes = (*each, ("exactly one short", law[needed - 1]), *_beside(pool))
    return Answer(law.chance(lambda n: n >= needed), _rows(law, needed + BEYOND), notes)


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
) -> Answer:
    """The chance of a success or a mixed success: at once, or for who is two short or worse by a push."""
    will = willing(dl, kind, base, lost, base2, lost2, penalty, penalty_timing, columns_debilitate)
    will.afford(points + push)
    mr = will.minimum(mr, points)
    pool = pooled(sr, sn, mr, kind, points, devotion, tied, passed, passed_die)
    needed, near, harsh = will.difficulty(points), mixed_after_push == "true", pushed_boon_ones_snag == "true"
    law = net(pool, needed)
    made, short = law[needed], law[needed - 1]
    if not pool.dice:
        return Answer(made, (("made", made), ("missed", 1 - made)))
    late = Fraction(0)
    worse = [at for at in law.ways if at < needed - 1]
    for at, best in effort.pushes(will, points, push, worse, mr=mr, harsh=harsh, near=near).items():
        late += Fraction(law.ways[at] * (best.made + best.near * near), law.total * best.total)
    rows = (("made", made), ("mixed", short), ("by a push", late), ("missed", 1 - made - short - late))
    return Answer(made + short + late, rows if push else (*rows[:2], rows[3]), _beside(pool))


def enhancement(
    *,
    sr: int = 6,
    sn: int = -1,
    dl: int = 3,
    mr: int = 6,
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
    return Answer(law.chance(lambda n: n >= dl), _rows(law, dl + BEYOND), each)


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
) -> Answer:
    """The chance of any snag; `push` is how many points a push takes on top."""
    pool = pooled(sr, sn, 9, kind, points, devotion, tied, passed, passed_die)
    pool = pool._replace(pushed=push * ratio_of(kind), harsh=pushed_boon_ones_snag == "true")
    law = laws.snags(pool)
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
    return Answer(laws.mean_heroes(pool), _rows(law, HEROES), notes)


def push(
    *,
    short: int = 1,
    mr: int = 9,
    kind: str = "broad",
    points: int = 1,
    base: int = 0,
    lost: int = 0,
    base2: int = 0,
    lost2: int = 0,
    penalty_timing: str = "immediate",
    columns_debilitate: str = "false",
    pushed_boon_ones_snag: str = "false",
    mixed_after_push: str = "true",
) -> Answer:
    """The chance that a push makes up for what is short; its own points may touch a column and move the difficulty."""
    will = willing(short, kind, base, lost, base2, lost2, 0, penalty_timing, columns_debilitate)
    will.afford(points)
    will.spare(0, points)
    harsh, near = pushed_boon_ones_snag == "true", mixed_after_push == "true"

    def pushing(count: int) -> tuple[Pool, int]:
        needed = short + will.difficulty(count) - will.difficulty(0)
        return Pool(0, 0, mr, pushed=count * will.ratio, harsh=harsh), needed

    pool, needed = pushing(points)
    law = net(pool, needed + BEYOND)
    made = law.chance(lambda n: n >= needed)
    one_short = law[needed - 1]
    each = tuple(
        (f"{_count(n, 'point')}, {_count(pushing(n)[0].pushed, 'die', 'dice')}", chance(*pushing(n)))
        for n in range(1, points + 1)
    )
    notes: Rows = (*each, ("exactly one short", one_short))
    if short == 1:
        notes += (("loses the mixed success", 1 - made - (one_short if near else 0)),)
    return Answer(made, _rows(law, needed + BEYOND), (*notes, *_beside(pool)))


def hero_use(
    *,
    roll: str = "3 4 6 9 10",
    boon: str = "",
    pushed: str = "",
    sn: int = 1,
    dl: int = 4,
    mr: int = 9,
    auto: int = 0,
    use: str = "dl",
    shifted_faces: str = "full",
    pushed_boon_ones_snag: str = "false",
) -> Answer:
    """The chance that one Hero Point saves a roll as it lies, used at its best; the notes have every use.

    A boon die that it brings is rolled. `pushed` takes all dice whose every 1 is a snag. A use that is not open is
    left out, and asked for by name is worth what the roll is without it.
    """
    lies = lying.Lying(_faces(roll), _faces(boon), _faces(pushed), sn, mr, pushed_boon_ones_snag == "true")
    count = lies.net() + auto
    needed = dl - count
    uses = {
        "dl": Fraction(count >= max(0, dl - 2)),
        "auto": Fraction(count + 2 >= dl),
        "set": lying.set_to_twelve(lies, needed),
        "reroll": lying.rerolled(lies, needed),
        "shift": lying.shifted(lies, needed, full=shifted_faces == "full"),
    }
    found = uses[use]
    notes = tuple((USES[name], chance) for name, chance in uses.items() if chance is not None)
    return Answer(Fraction(needed <= 0) if found is None else found, (), notes)


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
) -> Answer:
    """The chance with some of the points now and the rest for the push; the notes have every split, best first.

    A split that another one beats, likelier for no more points, says so.
    """
    will = willing(dl, kind, base, lost, base2, lost2, penalty, penalty_timing, columns_debilitate)
    will.afford(points)
    if up_front > points:
        raise OutOfRange(f"up_front cannot be {up_front}: {points} points are there in all, so give 0 to {points}.")
    pool = pooled(sr, sn, mr, kind, 0, devotion, tied, passed, passed_die)
    pool = pool._replace(harsh=pushed_boon_ones_snag == "true")
    every = effort.splits(will, pool, points)
    best = unbeaten(every, lambda x: x.success, lambda x: x.used)
    notes: list[tuple[str, Fraction]] = []
    for each in sorted(every, key=lambda x: (-x.success, x.used)):
        name = f"{each.up_front} now + {each.held} held"
        notes.append((name if each in best else f"{name}, beaten", each.success))
        notes.append((f"mean points used, {name}", each.used))
    this = every[up_front]
    late = this.success - this.at_once
    rows = (("made at once", this.at_once), ("by the push", late), ("missed", 1 - this.success))
    return Answer(this.success, rows, tuple(notes))


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


def _beside(pool: Pool, *, rolled: bool = True) -> Rows:
    """What else the dice bring, whether or not they make it."""
    law = laws.snags(pool)
    return (
        ("any snag", 1 - law[0]),
        ("mean snags", law.mean()),
        ("mean boons", laws.mean_boons(pool, rolled=rolled)),
        ("mean Hero Points", laws.mean_heroes(pool, rolled=rolled)),
    )


def _rows(law: Law[int], top: int) -> Rows:
    """A law whose last outcome stands for itself and all above."""
    return tuple((f"{n} or more" if n == top else str(n), law[n]) for n in sorted(law.ways))


def _count(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _faces(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.replace(",", " ").split()))


def _n(name: str, title: str, high: int = 20, low: int = 0) -> Parameter:
    return Parameter(name, title, "int", low, high)


def _one_of(name: str, title: str, *values: str) -> Parameter:
    return Parameter(name, title, "choice", values=values)


def _roll(name: str, title: str) -> Parameter:
    return Parameter(name, title, "faces", 1, laws.SIDES)


def _question(
    answer: Callable[..., Answer], title: str, *rows: Parameter, unit: Literal["chance", "mean"] = "chance"
) -> Question:
    """A question is named after the function that answers it, and takes its defaults from there."""
    defaults = answer.__kwdefaults__ or {}
    return Question(
        answer.__name__, title, tuple(structs.replace(p, default=defaults[p.name]) for p in rows), answer, unit
    )


USES = {
    "dl": "DL 2 lower",
    "auto": "2 automatic successes",
    "set": "one die set to 12",
    "reroll": "dice rolled again",
    "shift": "every die one higher",
}
SR = _n("sr", "Skill Rank", 24)
SN = _n("sn", "Second Nature (-1: a third of the rank)", 12, -1)
DL = _n("dl", "Difficulty Level", 30)
MR = _n("mr", "Minimum Roll", laws.SIDES, 2)
KIND = _one_of("kind", "The skill is", "broad", "sub")
POINTS = _n("points", "Points of exertion")
EXTRA = (
    _n("devotion", "Points of devotion", 12),
    _one_of("tied", "Devotion is tied to the check", "no", "yes"),
    _n("passed", "Boon dice passed on by others", 12),
    _one_of("passed_die", "A passed die counts as", "boon_die", "ordinary_die"),
)
STORES = (
    _n("base", "Endurance or Tenacity (0: nobody counts)", 40),
    _n("lost", "Lost from it", 40),
    _n("base2", "Vitality or Sanity", 20),
    _n("lost2", "Lost from that", 20),
)
PENALTY = _n("penalty", "Added to the difficulty by other columns", 14)
TIMING = _one_of("penalty_timing", "A column touched now counts", "immediate", "next_check")
DEBILITATE = _one_of("columns_debilitate", "Touched columns raise the Minimum Roll", "false", "true")
HARSH = _one_of("pushed_boon_ones_snag", "1s on boon dice of a push are snags", "false", "true")
AFTER = _one_of("mixed_after_push", "A mixed success after a push", "true", "false")

QUESTIONS: tuple[Question, ...] = (
    _question(
        success, "Will the roll make it?", SR, SN, DL, MR, KIND, POINTS, *EXTRA,
        _one_of("boon_dice", "Boon dice are", "rolled", "passed"),
        _n("penalty", "Added to the difficulty by touched columns", 14),
        _one_of("sn_compares", "Second Nature is compared with the DL", "effective", "base"),
        _one_of("roll_under_sn", "Rolling what Second Nature covers", "false", "true"),
    ),
    _question(
        point, "What is each point worth?", SR, SN, DL, MR, KIND, POINTS, *EXTRA, *STORES, PENALTY, TIMING, DEBILITATE
    ),
    _question(
        mixed, "Will it be a success, or a mixed one?", SR, SN, DL, MR, KIND, POINTS, *EXTRA,
        _n("push", "Points held for a push"), *STORES, PENALTY, TIMING, DEBILITATE, HARSH, AFTER,
    ),
    _question(
        enhancement, "What is an enhancement worth?", SR, SN, DL, MR, _n("enh", "Enhancements", 12),
        _n("deb", "Debilitations", 12), KIND, POINTS, *EXTRA,
    ),
    _question(
        snags, "Will there be a snag?", SR, SN, KIND, POINTS, *EXTRA, _n("push", "Points in a push"), HARSH
    ),
    _question(heroes, "How many Hero Points will the dice bring?", SR, KIND, POINTS, *EXTRA, unit="mean"),
    _question(
        push, "Will a push make up for it?", _n("short", "Successes short", 30, 1), MR, KIND,
        _n("points", "Points of exertion", 20, 1), *STORES, TIMING, DEBILITATE, HARSH, AFTER,
    ),
    _question(
        hero_use, "Which use of a Hero Point is best?",
        _roll("roll", "Ordinary dice as they lie"), _roll("boon", "Boon dice as they lie"),
        _roll("pushed", "Pushed dice as they lie"), _n("sn", "Second Nature", 12), DL, MR, _n("auto", "Automatic successes", 20, -20),
        _one_of("use", "The point is for", *USES),
        _one_of("shifted_faces", "A shifted 12 is", "full", "success_only"), HARSH,
    ),
    _question(
        split, "Spend now, or keep for the push?", SR, SN, DL, MR, KIND, POINTS,
        _n("up_front", "Of these before the roll"), *EXTRA, *STORES, PENALTY, TIMING, DEBILITATE, HARSH,
    ),
    _question(
        tiredness, "What does tiredness cost?", SR, SN, DL, MR, KIND, POINTS, *EXTRA, *STORES, PENALTY, TIMING,
        DEBILITATE,
    ),
)  # fmt: skip
