"""The ten odds questions of Tabletop Blockbuster, each a function and a row of QUESTIONS.

A house rule that changes a figure is a parameter of its own name. `value` answers the title; the law and the notes
say the rest.
"""

from fractions import Fraction
from typing import Any

from cliffhanger.games.blockbuster.laws import (
    MISSED,
    Spend,
    Struggle,
    ZeroPool,
    ZeroTie,
    ahead,
    burning,
    escape,
    exchange,
    hampered,
    kept,
    landing,
    pool,
)
from cliffhanger.kernel.game import Answer, Question
from cliffhanger.odds.absorbing_chains import steps
from cliffhanger.odds.ask import Mean
from cliffhanger.odds.declare import number, one_of, question
from cliffhanger.odds.distribution import Chances, Distribution, sure
from cliffhanger.odds.successes import at_least, successes

ALL = "attack+ongoing+fail"
Rows = tuple[tuple[str, Fraction], ...]


def check(
    *,
    dice: int = 3,
    required: int = 1,
    penalty: int = 0,
    rolls: int = 1,
    impediment_as: str = "dice",
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance of as many successes as required, and of a roll that shows none at all."""
    fewer_dice, behind = hampered(penalty, impediment_as)
    required += behind
    law = successes(pool(dice - fewer_dice, zero_pool))
    nothing = law[0]
    notes = [("no success, a Setback", nothing)]
    if rolls > 1:
        notes.append((f"at least one Setback in {rolls} such rolls", 1 - (1 - nothing) ** rolls))
        notes.append((f"made at least once in {rolls} tries", 1 - (1 - law.chance(lambda s: s >= required)) ** rolls))
    return Answer(law.chance(lambda s: s >= required), law.rows(), tuple(notes))


def opposed(
    *,
    dice: int = 4,
    against: int = 4,
    penalty: int = 0,
    cancelled: int = 0,
    kind: str = "opposed",
    impediment_as: str = "dice",
    zero_tie: ZeroTie = "initiator",
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance that the initiator wins; or, for initiative, that `dice` acts before `against`.

    A tie is the initiator's. In initiative the larger pool goes first, and like pools leave a tie to the Director.
    """
    fewer_dice, behind = hampered(penalty, impediment_as)
    dice, against = pool(dice - fewer_dice, zero_pool), pool(against, zero_pool)
    law = ahead(dice, against, behind=behind, cancelled=cancelled)
    rows, total = law.rows(), law.total
    more, tie = law.at_least(1), law.weight(0)
    notes = Chances(("more successes", "a tie", "fewer successes"), (more, tie, total - more - tie), total)
    won = Fraction(more if kind == "initiative" and dice <= against else more + tie, total)
    if kind != "initiative" and zero_tie == "nobody" and not behind:
        neither = successes(dice).chance(lambda s: s <= cancelled) * successes(against)[0]
        return Answer(won - neither, rows, (*notes, ("neither side has a success", neither)))
    return Answer(won, rows, notes)


def hit(
    *,
    dice: int = 5,
    defense: int = 3,
    penalty: int = 0,
    protection: int = 0,
    damage_bonus: int = 0,
    cancelled: int = 0,
    rolled: int = -1,
    record: int = 0,
    resist: int = 0,
    impediment_as: str = "dice",
    zero_tie: ZeroTie = "initiator",
    protection_on: str = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance that an attack does no damage, and the law of the damage.

    `rolled` takes the place of the attacker's dice once they lie on the table; -1 means that they do not. `record` is
    what still burns from before: a hit adds it, and after a miss its subject has to `resist` it all the same.
    """
    fewer_dice, behind = hampered(penalty, impediment_as)
    attack = sure(rolled) if rolled >= 0 else successes(pool(dice - fewer_dice, zero_pool))
    shield = protection if protection_on != "none" else 0
    plus = damage_bonus + record - shield
    defence = successes(pool(defense, zero_pool))

    def harm(thrown: int) -> Distribution[int]:
        left = max(0, thrown - cancelled)
        tie = 0 if left or zero_tie == "initiator" else 1
        return defence.map(lambda d: max(0, left - behind - d + plus) if left - behind - d >= tie else MISSED)

    damage = attack.then(harm)
    if record:
        burns = successes(pool(resist, zero_pool)).map(lambda s: max(0, record - s - shield))
        damage = damage.then(lambda harmed: burns if harmed == MISSED else sure(harmed))
    else:
        damage = damage.map(lambda harmed: max(0, harmed))
    return Answer(damage[0], damage.rows(), (("mean damage", damage.mean()), ("any damage", 1 - damage[0])))


def failure(
    *,
    dice: int = 4,
    required: int = 2,
    protection: int = 0,
    protection_on: str = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The mean of what failing can cost at worst: the successes that are missing, less Protection."""
    shield = protection if protection_on == ALL else 0
    rolled = successes(pool(dice, zero_pool))
    cost = rolled.map(lambda s: max(0, required - s - shield))
    return Answer(cost.mean(), cost.rows(), (("fails", rolled.chance(lambda s: s < required)),))


def setup(
    *,
    first: int = 4,
    first_required: int = 0,
    dice: int = 4,
    required: int = 3,
    setup_bonus: str = "excess",
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance of a follow-up after a Set-Up, beside that of two plain tries."""

    def token(s: int) -> int:
        return 0 if s < first_required else s if setup_bonus == "all" else s - first_required

    bonus = successes(pool(first, zero_pool)).map(token)
    law = bonus.then(lambda n: successes(pool(dice + n, zero_pool)))
    plain = at_least(pool(dice, zero_pool), required)
    notes = (("two plain tries", 1 - (1 - plain) ** 2), ("one plain try", plain), ("mean Set-Up dice", bonus.mean()))
    return Answer(law.chance(lambda s: s >= required), law.rows(), notes)


def extended(
    *,
    dice: int = 4,
    required: int = 3,
    rolls: int = 3,
    extended_overshoot: str = "lost",
) -> Answer:
    """The mean number of rolls for an extended check, and the chance to need exactly so many."""
    one = successes(dice)

    def add(total: int) -> Distribution[int] | None:
        return None if total >= required else one.map(lambda s: total + s)

    def roll(at: int | str, n: int) -> Distribution[int | str]:
        if isinstance(at, str):
            return sure(at)
        return one.map(lambda s: str(n) if at + s >= required else at + s)

    law: Distribution[int | str] = sure(0)
    for n in range(1, rolls + 1):
        law = law.then(lambda at, n=n: roll(at, n))  # type: ignore[misc]
    rows = _counted(law, rolls, "later")
    notes: Rows = ((f"within {rolls}", 1 - rows[-1][1]),)
    mean = steps(0, add)
    if extended_overshoot == "setup":
        # By Wald's identity: the mean total is the mean number of rolls times the mean of one.
        notes += (("mean Set-Up dice left over", mean * one.mean() - required),)
    return Answer(mean, rows, notes)


def influence(
    *,
    dice: int = 6,
    threshold: int = 3,
    resist: int = 0,
    counter: str = "no",
    own: int = 3,
    pushes: int = 1,
    cr_initiate: str = "raw",
    cr_resist: str = "recorded",
) -> Answer:
    """The chance that a convince or restrain lands within some pushes, against somebody who resists in between.

    `resist` 0: the attempt is ignored. `counter`: the surplus of the resister's roll opens an attempt of their own,
    against `own`; under `both` the initiator meets it in the same way, else pushes on. It is what they do whenever
    anything is recorded against them, be it the best they can do or not: somebody near the end of an attempt of their
    own may do better to push that on.
    """
    struggle = Struggle(
        dice, threshold, resist, counter, own, opposed=cr_initiate == "opposed", fresh=cr_resist == "fresh"
    )
    law: Distribution[tuple[int, int] | str] = sure((0, 0))
    for n in range(1, pushes + 1):
        if n > 1:
            law = law.then(struggle.answer)
        law = law.then(lambda at, n=n: struggle.push(at, str(n)))  # type: ignore[misc]
    rows = _counted(law, pushes, "not yet", "turned")
    landed = sum((chance for name, chance in rows if name.isdecimal()), Fraction(0))
    if counter != "no":
        return Answer(landed, rows)

    def action(at: tuple[int, int] | str) -> Distribution[tuple[int, int] | str] | None:
        return None if isinstance(at, str) else struggle.push(at, "landed").then(struggle.answer)

    fresh: tuple[int, int] | str = (0, 0)
    return Answer(landed, rows, (("mean pushes", steps(fresh, action)),))


def strain(
    *,
    dice: int = 5,
    required: int = 1,
    over: int = 1,
    spend: str = "task",
    defense: int = 3,
    protection: int = 0,
    strain_cancel_when: str = "before_opposition",
    protection_on: str = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance that it works and nobody is hurt; on an attack, the mean of damage dealt less strain taken."""
    dice = pool(dice, zero_pool)
    if spend == "attack":
        shield = protection if protection_on != "none" else 0
        fight = exchange(dice, over, pool(defense, zero_pool), shield, seen=strain_cancel_when == "after")
        notes = (("mean dealt", fight.mean(lambda x: x[0])), ("mean taken", fight.mean(lambda x: x[1])))
        net = fight.map(lambda x: x[0] - x[1])
        return Mean(net.mean(), net.rows(), notes)
    order: Spend = "task" if spend == "task" else "safety"
    law = successes(dice).map(lambda s: kept(s, required, over, order))
    notes = (("works", law.chance(lambda x: x[0])), ("mean strain taken", law.mean(lambda x: x[1])))
    return Answer(law[True, 0], _fates(law, "works", "fails"), notes)


def ongoing(
    *,
    dice: int = 5,
    defense: int = 3,
    resist: int = 3,
    protection: int = 0,
    damage_bonus: int = 0,
    sustain: int = 0,
    again: int = 0,
    zero_tie: ZeroTie = "initiator",
    sustain_cost: str = "action",
    protection_on: str = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The mean damage in all of an attack, of attacking again and of sustaining, in this order."""
    law = burning(
        pool(dice, zero_pool),
        pool(defense, zero_pool),
        pool(resist, zero_pool),
        protection=protection if protection_on != "none" else 0,
        bonus=damage_bonus,
        again=again,
        sustain=sustain,
        zero_tie=zero_tie,
        free=sustain_cost == "free",
    )
    damage = law.map(lambda x: x[0])
    lands = 1 - landing(pool(dice, zero_pool), pool(defense, zero_pool), zero_tie)[MISSED]
    notes = (("still burning", law.chance(lambda x: x[1] > 0)), ("the first attack lands", lands))
    return Answer(damage.mean(), damage.rows(), notes)


def breakfree(
    *,
    vigor: int = 2,
    holder: int = 2,
    bonus: int = 0,
    strain: int = 0,
    tries: int = 1,
    spend: Spend = "task",
    break_free: str = "single",
    so_far: int = 0,
    penalty: int = 0,
    impediment_as: str = "dice",
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance to break out of a hold, and what its strain costs; Set-Up dice help the first try."""
    fewer_dice, behind = hampered(penalty, impediment_as)
    law = escape(
        vigor, holder, bonus=bonus, strain=strain, tries=tries, spend=spend, extended=break_free == "extended",
        so_far=so_far, fewer_dice=fewer_dice, behind=behind, zero_pool=zero_pool,
    )  # fmt: skip
    return Answer(
        law.chance(lambda x: x[0]), _fates(law, "free", "held"), (("mean strain taken", law.mean(lambda x: x[1])),)
    )


def _counted(law: Distribution[Any], last: int, rest: str, *others: str) -> Rows:
    """How often something came to its end with the first, second ... time; what has not ended is `rest`."""
    named = law.map(lambda at: at if isinstance(at, str) else rest)
    shown = (*map(str, range(1, last + 1)), *(name for name in others if name in named.ways), rest)
    return tuple((name, named[name]) for name in shown)


def _fates(law: Distribution[tuple[bool, int]], good: str, bad: str) -> Rows:
    """Done or not, unhurt or hurt by so much: the best first."""
    order = sorted(law.ways, key=lambda x: (not x[0], x[1]))
    return tuple(
        (f"{good if done else bad}{f', hurt {hurt}' if hurt else ' unhurt'}", law[done, hurt]) for done, hurt in order
    )


DICE = number("dice", "Dice", 40)
REQUIRED = number("required", "Successes required", 40)
DEFENSE = number("defense", "Dice of the defence", 40)
PROTECTION = number("protection", "Protection", 40)
DAMAGE_BONUS = number("damage_bonus", "Damage the power adds", 40)
PENALTY = number("penalty", "Impediment", 40)
CANCELLED = number("cancelled", "Successes held back for strain", 40)
RESIST = number("resist", "Dice against what still burns", 40)
IMPEDIMENT_AS = one_of("impediment_as", "An Impediment takes", "dice", "required")
ZERO_POOL = one_of("zero_pool", "An empty pool", "none", "one_die")
ZERO_TIE = one_of("zero_tie", "A tie without a success", "initiator", "nobody")
PROTECTION_ON = one_of("protection_on", "Protection works against", ALL, "attack+ongoing", "none")
ORDERS = ("task", "safety")

QUESTIONS: tuple[Question, ...] = (
    question(
        check,
        "Will I make it?",
        number("dice", "Dice", 60),
        number("required", "Successes required", 60),
        PENALTY,
        number("rolls", "Such rolls in all", 20, 1),
        IMPEDIMENT_AS,
        ZERO_POOL,
    ),
    question(
        opposed,
        "Who wins, or goes first?",
        number("dice", "Dice of the initiator", 60),
        number("against", "Dice against them", 60),
        PENALTY,
        CANCELLED,
        one_of("kind", "What is rolled for", "opposed", "initiative"),
        IMPEDIMENT_AS,
        ZERO_TIE,
        ZERO_POOL,
    ),
    question(
        hit,
        "How likely is it that nothing gets through?",
        DICE,
        DEFENSE,
        PENALTY,
        PROTECTION,
        DAMAGE_BONUS,
        CANCELLED,
        number("rolled", "Successes already rolled (-1: not yet)", 60, -1),
        number("record", "Successes that still burn from before", 99),
        RESIST,
        IMPEDIMENT_AS,
        ZERO_TIE,
        PROTECTION_ON,
        ZERO_POOL,
    ),
    question(
        failure,
        "What does failing cost at worst?",
        DICE,
        number("required", "Successes required", 40, 1),
        PROTECTION,
        PROTECTION_ON,
        ZERO_POOL,
        unit="mean",
    ),
    question(
        setup,
        "Set up first, or just try twice?",
        number("first", "Dice of the Set-Up", 40),
        number("first_required", "Successes the Set-Up requires", 40),
        number("dice", "Dice of the follow-up", 40),
        number("required", "Successes the follow-up requires", 40),
        one_of("setup_bonus", "A Set-Up gives", "excess", "all"),
        ZERO_POOL,
    ),
    question(
        extended,
        "How many rolls will it take?",
        number("dice", "Dice", 30, 1),
        number("required", "Successes in all", 40, 1),
        number("rolls", "Rolls to look at one by one", 12, 1),
        one_of("extended_overshoot", "Successes beyond it are", "lost", "setup"),
        unit="mean",
    ),
    question(
        influence,
        "Will the convincing, or the hold, take?",
        number("dice", "Dice of each push", 20, 1),
        number("threshold", "Potency or Vigor to reach", 15, 1),
        number("resist", "Dice of the resister (0: ignores it)", 20),
        one_of("counter", "Who turns it round whenever they are pressed", "no", "subject", "both"),
        number("own", "Potency or Vigor of the initiator", 15, 1),
        number("pushes", "Pushes", 8, 1),
        one_of("cr_initiate", "A push records", "raw", "opposed"),
        one_of("cr_resist", "Resisting is against", "recorded", "fresh"),
    ),
    question(
        strain,
        "Can I use this safely?",
        DICE,
        REQUIRED,
        number("over", "Strain beyond what you can take", 40),
        one_of("spend", "Successes go first to", *ORDERS, "attack"),
        DEFENSE,
        PROTECTION,
        one_of("strain_cancel_when", "You choose", "before_opposition", "after"),
        PROTECTION_ON,
        ZERO_POOL,
    ),
    question(
        ongoing,
        "Sustain or attack again?",
        number("dice", "Dice", 16),
        number("defense", "Dice of the defence", 16),
        number("resist", "Dice against what still burns", 16),
        PROTECTION,
        DAMAGE_BONUS,
        number("sustain", "Times sustained", 4),
        number("again", "Times attacked again", 3),
        ZERO_TIE,
        one_of("sustain_cost", "Sustaining takes", "action", "free"),
        PROTECTION_ON,
        ZERO_POOL,
        unit="mean",
    ),
    question(
        breakfree,
        "Can I get out of the hold?",
        number("vigor", "Your Vigor", 30),
        number("holder", "Vigor of who holds you", 30),
        number("bonus", "Set-Up dice", 30),
        number("strain", "Other strain on your Vigor", 20),
        number("tries", "Tries", 6, 1),
        one_of("spend", "Successes go first to", *ORDERS),
        one_of("break_free", "Breaking free takes", "single", "extended"),
        number("so_far", "Successes of earlier tries, where they add up", 40),
        PENALTY,
        IMPEDIMENT_AS,
        ZERO_POOL,
    ),
)
