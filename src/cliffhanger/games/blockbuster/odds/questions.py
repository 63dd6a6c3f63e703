"""The ten odds questions of Tabletop Blockbuster, each a function: its arguments are what is asked.

A house rule that changes a figure is a parameter of its own name. `value` answers the title; the law and the notes
say the rest.
"""

from fractions import Fraction
from typing import Annotated, Literal

from cliffhanger.games.blockbuster.odds import distributions
from cliffhanger.games.blockbuster.odds.distributions import (
    MISSED,
    Landed,
    Spend,
    Struggle,
    ahead,
    burned,
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

Dice = Annotated[int, number("Dice", 40)]
Required = Annotated[int, number("Successes required", 40)]
Defense = Annotated[int, number("Dice of the defence", 40)]
Protection = Annotated[int, number("Protection", 40)]
DamageBonus = Annotated[int, number("Damage the power adds", 40)]
Penalty = Annotated[int, number("Impediment", 40)]
Cancelled = Annotated[int, number("Successes held back for strain", 40)]
Resist = Annotated[int, number("Dice against what still burns", 40)]
ImpedimentAs = Annotated[Literal["dice", "required"], one_of("An Impediment takes")]
ZeroPool = Annotated[distributions.ZeroPool, one_of("An empty pool")]
ZeroTie = Annotated[distributions.ZeroTie, one_of("A tie without a success")]
ProtectionOn = Annotated[str, one_of("Protection works against", ALL, "attack+ongoing", "none")]


def check(
    *,
    dice: Annotated[int, number("Dice", 60)] = 3,
    required: Annotated[int, number("Successes required", 60)] = 1,
    penalty: Penalty = 0,
    rolls: Annotated[int, number("Such rolls in all", 20, 1)] = 1,
    impediment_as: ImpedimentAs = "dice",
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance of as many successes as required, and of a roll that shows none at all."""
    fewer_dice, behind = hampered(penalty, impediment_as)
    law = successes(pool(dice - fewer_dice, zero_pool))
    made, nothing = law.chance(lambda s: s >= required + behind), law[0]
    notes = [("no success, a Setback", nothing)]
    if rolls > 1:
        notes.append((f"at least one Setback in {rolls} such rolls", 1 - (1 - nothing) ** rolls))
        notes.append((f"made at least once in {rolls} tries", 1 - (1 - made) ** rolls))
    return Answer(made, law.rows(), tuple(notes))


def opposed(
    *,
    dice: Annotated[int, number("Dice of the initiator", 60)] = 4,
    against: Annotated[int, number("Dice against them", 60)] = 4,
    penalty: Penalty = 0,
    cancelled: Cancelled = 0,
    kind: Annotated[Literal["opposed", "initiative"], one_of("What is rolled for")] = "opposed",
    impediment_as: ImpedimentAs = "dice",
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
    dice: Dice = 5,
    defense: Defense = 3,
    penalty: Penalty = 0,
    protection: Protection = 0,
    damage_bonus: DamageBonus = 0,
    cancelled: Cancelled = 0,
    rolled: Annotated[int, number("Successes already rolled (-1: not yet)", 60, -1)] = -1,
    record: Annotated[int, number("Successes that still burn from before", 99)] = 0,
    resist: Resist = 0,
    impediment_as: ImpedimentAs = "dice",
    zero_tie: ZeroTie = "initiator",
    protection_on: ProtectionOn = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance that an attack does no damage, and the law of the damage.

    `rolled` takes the place of the attacker's dice once they lie on the table; -1 means that they do not. `record` is
    what still burns from before: a hit adds it, and after a miss its subject has to `resist` it all the same.
    """
    fewer_dice, behind = hampered(penalty, impediment_as)
    attack = sure(rolled) if rolled >= 0 else successes(pool(dice - fewer_dice, zero_pool))
    shield = protection * ("attack" in protection_on)
    plus = damage_bonus + record - shield
    defence, burns = successes(pool(defense, zero_pool)), successes(pool(resist, zero_pool))
    missed = burns.map(lambda s: max(0, record - s - shield)) if record else sure(0)

    def harm(thrown: int) -> Distribution[int]:
        left = max(0, thrown - cancelled)
        tie = 0 if left or zero_tie == "initiator" else 1
        return defence.map(lambda d: max(0, left - behind - d + plus) if left - behind - d >= tie else MISSED)

    damage = attack.then(harm).then(lambda harmed: missed if harmed == MISSED else sure(harmed))
    return Answer(damage[0], damage.rows(), (("mean damage", damage.mean()), ("any damage", 1 - damage[0])))


def failure(
    *,
    dice: Dice = 4,
    required: Annotated[int, number("Successes required", 40, 1)] = 2,
    protection: Protection = 0,
    protection_on: ProtectionOn = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The mean of what failing can cost at worst: the successes that are missing, less Protection."""
    shield = protection * ("fail" in protection_on)
    rolled = successes(pool(dice, zero_pool))
    cost = rolled.map(lambda s: max(0, required - s - shield))
    return Answer(cost.mean(), cost.rows(), (("fails", rolled.chance(lambda s: s < required)),))


def setup(
    *,
    first: Annotated[int, number("Dice of the Set-Up", 40)] = 4,
    first_required: Annotated[int, number("Successes the Set-Up requires", 40)] = 0,
    dice: Annotated[int, number("Dice of the follow-up", 40)] = 4,
    required: Annotated[int, number("Successes the follow-up requires", 40)] = 3,
    setup_bonus: Annotated[Literal["excess", "all"], one_of("A Set-Up gives")] = "excess",
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
    dice: Annotated[int, number("Dice", 30, 1)] = 4,
    required: Annotated[int, number("Successes in all", 40, 1)] = 3,
    rolls: Annotated[int, number("Rolls to look at one by one", 12, 1)] = 3,
    extended_overshoot: Annotated[Literal["lost", "setup"], one_of("Successes beyond it are")] = "lost",
) -> Answer:
    """The mean number of rolls for an extended check, and the chance to need exactly so many."""
    one = successes(dice)

    def add(total: int) -> Distribution[int] | None:
        return None if total >= required else one.map(lambda s: total + s)

    within = [one.times(n).chance(lambda s: s >= required) for n in range(rolls + 1)]
    rows = [(str(n), within[n] - within[n - 1]) for n in range(1, rolls + 1)]
    notes: Rows = ((f"within {rolls}", within[-1]),)
    mean = steps(0, add)
    if extended_overshoot == "setup":
        # By Wald's identity: the mean total is the mean number of rolls times the mean of one.
        notes += (("mean Set-Up dice left over", mean * one.mean() - required),)
    return Answer(mean, (*rows, ("later", 1 - within[-1])), notes)


def influence(
    *,
    dice: Annotated[int, number("Dice of each push", 20, 1)] = 6,
    threshold: Annotated[int, number("Potency or Vigor to reach", 15, 1)] = 3,
    resist: Annotated[int, number("Dice of the resister (0: ignores it)", 20)] = 0,
    counter: Annotated[Literal["no", "subject", "both"], one_of("Who turns it round whenever they are pressed")] = "no",
    own: Annotated[int, number("Potency or Vigor of the initiator", 15, 1)] = 3,
    pushes: Annotated[int, number("Pushes", 8, 1)] = 1,
    cr_initiate: Annotated[Literal["raw", "opposed"], one_of("A push records")] = "raw",
    cr_resist: Annotated[Literal["recorded", "fresh"], one_of("Resisting is against")] = "recorded",
) -> Answer:
    """The chance that a convince or restrain lands within some pushes, against somebody who resists in between.

    `resist` 0: the attempt is ignored. `counter`: the surplus of the resister's roll opens an attempt of their own,
    against `own`; under `both` the initiator meets it in the same way, else pushes on. It is what they do whenever
    anything is recorded against them, be it the best they can do or not: somebody near the end of an attempt of their
    own may do better to push that on.
    """
    met = {"opposed": cr_initiate == "opposed", "fresh": cr_resist == "fresh"}
    struggle = Struggle(dice, threshold, resist, counter, own, **met)
    fresh: tuple[int, int] | str = (0, 0)
    law = sure(fresh)
    for n in range(1, pushes + 1):
        if n > 1:
            law = law.then(struggle.answer)
        law = law.then(lambda at, n=n: struggle.push(at, str(n)))  # type: ignore[misc]
    named = law.map(lambda at: at if isinstance(at, str) else "not yet")
    turned = ("turned",) if "turned" in named.ways else ()
    rows = tuple((name, named[name]) for name in (*map(str, range(1, pushes + 1)), *turned, "not yet"))
    landed = sum((chance for name, chance in rows if name.isdecimal()), Fraction(0))
    if counter != "no":
        return Answer(landed, rows)

    def action(at: tuple[int, int] | str) -> Distribution[tuple[int, int] | str] | None:
        return None if isinstance(at, str) else struggle.push(at, "landed").then(struggle.answer)

    return Answer(landed, rows, (("mean pushes", steps(fresh, action)),))


def strain(
    *,
    dice: Dice = 5,
    required: Required = 1,
    over: Annotated[int, number("Strain beyond what you can take", 40)] = 1,
    spend: Annotated[Literal["task", "safety", "attack"], one_of("Successes go first to")] = "task",
    defense: Defense = 3,
    protection: Protection = 0,
    strain_cancel_when: Annotated[Literal["before_opposition", "after"], one_of("You choose")] = "before_opposition",
    protection_on: ProtectionOn = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance that it works and nobody is hurt; on an attack, the mean of damage dealt less strain taken."""
    dice = pool(dice, zero_pool)
    if spend == "attack":
        shield = protection * ("attack" in protection_on)
        fight = exchange(dice, over, pool(defense, zero_pool), shield, seen=strain_cancel_when == "after")
        notes = (("mean dealt", fight.mean(lambda x: x[0])), ("mean taken", fight.mean(lambda x: x[1])))
        net = fight.map(lambda x: x[0] - x[1])
        return Mean(net.mean(), net.rows(), notes)
    law = successes(dice).map(lambda s: kept(s, required, over, spend))
    notes = (("works", law.chance(lambda x: x[0])), ("mean strain taken", law.mean(lambda x: x[1])))
    return Answer(law[True, 0], _fates(law, "works", "fails"), notes)


def ongoing(
    *,
    dice: Annotated[int, number("Dice", 16)] = 5,
    defense: Annotated[int, number("Dice of the defence", 16)] = 3,
    resist: Annotated[int, number("Dice against what still burns", 16)] = 3,
    protection: Protection = 0,
    damage_bonus: DamageBonus = 0,
    sustain: Annotated[int, number("Times sustained", 4)] = 0,
    again: Annotated[int, number("Times attacked again", 3)] = 0,
    zero_tie: ZeroTie = "initiator",
    sustain_cost: Annotated[Literal["action", "free"], one_of("Sustaining takes")] = "action",
    protection_on: ProtectionOn = ALL,
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The mean damage in all of an attack, of attacking again and of sustaining, in this order.

    `damage_bonus` is added to the damage of each attack that lands, not to the record. Where sustaining takes no action,
    each attack again comes after the fire has been kept up.
    """
    shield = protection * ("attack" in protection_on)
    lands = landing(pool(dice, zero_pool), pool(defense, zero_pool), zero_tie)
    resisted = successes(pool(resist, zero_pool))

    def smoulder(record: int) -> Distribution[Landed]:
        return resisted.map(lambda s: (max(0, record - s - shield), max(0, record - s)))

    def attack(record: int) -> Distribution[Landed]:
        def settle(m: int) -> Distribution[Landed]:
            return smoulder(record) if m == MISSED else sure((max(0, m + record + damage_bonus - shield), m + record))

        return lands.then(settle)

    law = burned(sure((0, 0)), attack)
    for _ in range(again):
        law = burned(burned(law, smoulder) if sustain_cost == "free" else law, attack)
    for _ in range(sustain):
        law = burned(law, smoulder)
    damage = law.map(lambda x: x[0])
    notes = (("still burning", law.chance(lambda x: x[1] > 0)), ("the first attack lands", 1 - lands[MISSED]))
    return Answer(damage.mean(), damage.rows(), notes)


def breakfree(
    *,
    vigor: Annotated[int, number("Your Vigor", 30)] = 2,
    holder: Annotated[int, number("Vigor of who holds you", 30)] = 2,
    bonus: Annotated[int, number("Set-Up dice", 30)] = 0,
    strain: Annotated[int, number("Other strain on your Vigor", 20)] = 0,
    tries: Annotated[int, number("Tries", 6, 1)] = 1,
    spend: Annotated[Spend, one_of("Successes go first to")] = "task",
    break_free: Annotated[Literal["single", "extended"], one_of("Breaking free takes")] = "single",
    so_far: Annotated[int, number("Successes of earlier tries, where they add up", 40)] = 0,
    penalty: Penalty = 0,
    impediment_as: ImpedimentAs = "dice",
    zero_pool: ZeroPool = "none",
) -> Answer:
    """The chance to break out of a hold, and what its strain costs; Set-Up dice help the first try alone.

    A hold takes one success at the least, and as many more as an Impediment puts one behind. Where breaking free is
    extended, successes that did not go to strain add up over the tries, upon those there are `so_far`.
    """
    fewer_dice, behind = hampered(penalty, impediment_as)
    over, required = max(0, strain + holder - vigor), max(1, holder) + behind

    def attempt(at: tuple[bool, int, int], dice: int) -> Distribution[tuple[bool, int, int]]:
        free, hurt, total = at

        def settle(rolled: int) -> tuple[bool, int, int]:
            done, left = kept(rolled, required - total, over, spend)
            if break_free == "single" or done:
                return done, hurt + left, 0
            if spend == "task":
                return False, hurt + over, total + rolled
            return False, hurt + left, total + rolled - (over - left)

        return sure(at) if free else successes(dice).map(settle)

    tried = sure((False, 0, so_far if break_free == "extended" else 0))
    for n in range(tries):
        dice = pool(vigor - fewer_dice + (bonus if n == 0 else 0), zero_pool)
        tried = tried.then(lambda at, dice=dice: attempt(at, dice))  # type: ignore[misc]
    law = tried.map(lambda at: at[:2])
    hurts = ("mean strain taken", law.mean(lambda x: x[1]))
    return Answer(law.chance(lambda x: x[0]), _fates(law, "free", "held"), (hurts,))


def _fates(law: Distribution[tuple[bool, int]], good: str, bad: str) -> Rows:
    """Done or not, unhurt or hurt by so much: the best first."""
    order = sorted(law.ways, key=lambda x: (not x[0], x[1]))
    names = [f"{good if done else bad}{f', hurt {hurt}' if hurt else ' unhurt'}" for done, hurt in order]
    return tuple((name, law[each]) for name, each in zip(names, order, strict=True))


QUESTIONS: tuple[Question, ...] = (
    question(check, "Will I make it?"),
    question(opposed, "Who wins, or goes first?"),
    question(hit, "How likely is it that nothing gets through?"),
    question(failure, "What does failing cost at worst?", "mean"),
    question(setup, "Set up first, or just try twice?"),
    question(extended, "How many rolls will it take?", "mean"),
    question(influence, "Will the convincing, or the hold, take?"),
    question(strain, "Can I use this safely?"),
    question(ongoing, "Sustain or attack again?", "mean"),
    question(breakfree, "Can I get out of the hold?"),
)
