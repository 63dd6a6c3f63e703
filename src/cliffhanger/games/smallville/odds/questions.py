"""The odds questions of Smallville, each a function: its arguments are what is asked.

Pools are given by their sizes, `8 6 6`, those of several helpers parted by `+`. No point is spent but where one is
asked for. A house rule that changes a figure is a parameter of its own name. `value` answers the title; the law and
the notes say the rest.
"""

from fractions import Fraction
from math import prod
from typing import Annotated, Literal

from cliffhanger.games.smallville.files.triggers import RATINGS
from cliffhanger.games.smallville.odds import distributions
from cliffhanger.games.smallville.odds.distributions import OUT, Pool, inflicted
from cliffhanger.games.smallville.rules.contests import ASIDE
from cliffhanger.games.smallville.rules.ending import AGAINST
from cliffhanger.kernel.game import Answer, Question
from cliffhanger.odds import declare
from cliffhanger.odds.ask import Best
from cliffhanger.odds.best import highest
from cliffhanger.odds.declare import as_faces, as_pools, number, one_of, question
from cliffhanger.odds.distribution import Chances, Consecutive
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.rising import rising
from cliffhanger.odds.rising_play import ENDS, Stakes
from cliffhanger.odds.rising_play import play as played

MOST = 12
"""As many dice as a pool may have here."""
Rating = Literal["4", "6", "8", "10", "12"]
Grown = Literal["ability", "distinction", "heritage", "gear", "location", "relationship", "extra"]
Dice = Annotated[str, declare.dice("Dice", RATINGS, MOST, 1)]
OwnDice = Annotated[str, declare.dice("Your dice", RATINGS, MOST, 1)]
AgainstDice = Annotated[str, declare.dice("Dice against you", RATINGS, MOST, 1)]
ResultDice = Annotated[int, number("Result dice bought", 6)]
Aid = Annotated[str, declare.pools("Dice of each helper", RATINGS, 4)]
Bonus = Annotated[str, declare.dice("Bonus dice", RATINGS, 8)]
AtLeast = Annotated[int, number("Result to reach", 99)]
Side = Annotated[str, declare.dice("Dice", RATINGS, 8, 1)]
Standing = Annotated[int, number("The Result that stands", 99)]
Challenging = Annotated[str, declare.dice("Dice", RATINGS, 10, 1)]
Challenged = Annotated[Rating, one_of("The Drive, one of these dice, is")]
StressPool = Annotated[str, declare.dice("Stress Pool, without ones", RATINGS, MOST, 1)]
StressNow = Annotated[Literal["none", "4", "6", "8", "10", "12"], one_of("Their Stress of this kind")]
StressTie = Annotated[Literal["larger", "smaller"], one_of("Of equal highest faces counts the die that is")]
AllStress = Annotated[str, declare.dice("All the patient's Stress", RATINGS, 5, 1)]
TestTie = Annotated[Literal["trouble", "lead"], one_of("A tie is won by")]
Trouble = Annotated[str, declare.dice("Trouble", RATINGS, MOST, 2)]
Bought = Annotated[int, number("Result dice that the Watchtower buys", 6)]


def result(*, dice: Dice = "6 6", result_dice: ResultDice = 0) -> Answer:
    """The mean Result of a pool, and every Result with its chance."""
    pool = as_faces(dice)
    law = distributions.result(pool, result_dice)
    return Answer(law.mean(), law.rows(), _ones(pool))


def beat(
    *, dice: Dice = "8 6", standing: Standing = 7, result_dice: ResultDice = 0, aid: Aid = "", bonus: Bonus = ""
) -> Answer:
    """The chance to roll more than the Result that stands; the law is by how much."""
    pool = as_faces(dice)
    law = distributions.result(pool, result_dice, as_pools(aid), as_faces(bonus))
    margin = law._replace(lowest=law.lowest - standing)
    return Answer(margin.chance(1), margin.rows(), _ones(pool))


def opposed(
    *,
    own: OwnDice = "8 6",
    against: AgainstDice = "6 6",
    own_result_dice: ResultDice = 0,
    against_result_dice: ResultDice = 0,
    own_aid: Aid = "",
    against_aid: Aid = "",
    setup_ones: Annotated[Literal["drop", "count"], one_of("In the set-up roll ones")] = "drop",
) -> Answer:
    """The chance that the one who acts wins a single exchange: a tie is theirs.

    Two rolls for who acts, or for the points at the start of an episode, are read here too: there `ahead` and the tie
    count, and `setup_ones` is for the latter.
    """
    least = 1 if setup_ones == "count" else 2
    mine = distributions.result(as_faces(own), own_result_dice, as_pools(own_aid), least=least)
    theirs = distributions.result(as_faces(against), against_result_dice, as_pools(against_aid), least=least)
    margin = mine.minus(theirs)
    total, far, ahead, tie = margin.total, margin.at_least(ASIDE), margin.at_least(1), margin.weight(0)
    names = f"ahead by {ASIDE} and more", f"ahead by 1 to {ASIDE - 1}", "a tie", "behind"
    law = Chances(names, (far, ahead - far, tie, total - ahead - tie), total)
    return Answer(Fraction(ahead + tie, total), law, (("ahead", Fraction(ahead, total)),))


def point(
    *,
    dice: Dice = "8 6 6",
    at_least: AtLeast = 10,
    trait: Annotated[str, declare.dice("Traits more in the pool", RATINGS, 4)] = "",
    result_dice: ResultDice = 0,
    aid: Aid = "",
    bonus: Bonus = "",
) -> Answer:
    """The chance of a Result, with all that points and helpers bring; the notes have it without them."""
    plain = distributions.result(as_faces(dice))
    law = distributions.result(as_faces(dice) + as_faces(trait), result_dice, as_pools(aid), as_faces(bonus))
    return Answer(law.chance(at_least), law.rows(), _beside(law, plain, at_least))


def challenge(*, dice: Challenging = "8 6 6", drive: Challenged = "8", at_least: AtLeast = 10) -> Answer:
    """The mean Result with one Drive counted as three dice; the notes have it without the challenge.

    A Limit that is aimed at counts the same. Raises OutOfRange where the Drive is not among the dice.
    """
    pool, rating = as_faces(dice), int(drive)
    if rating not in pool:
        raise OutOfRange(f"drive cannot be {drive}: it has to be one of the dice, {dice}.")
    law, plain = distributions.result((*pool, rating, rating)), distributions.result(pool)
    reached = f"{at_least} or more", law.chance(at_least)
    return Answer(law.mean(), law.rows(), (reached, *_beside(law, plain, at_least)[1:]))


def contest(
    *,
    own: Side = "6 6",
    against: Side = "6 6",
    standing: Annotated[int, number("Your Result that stands (-1: you are to roll first)", 99, -1)] = -1,
    play: Annotated[
        Literal["roll", "best"], one_of("Both only roll, or do what is best by the worths below, and may give in")
    ] = "roll",
    own_points: Annotated[int, number("Your points, for their best (-1: endless)", 2, -1)] = 0,
    against_points: Annotated[int, number("Their points, for their best (-1: endless)", 2, -1)] = 0,
    worth_aim: Annotated[int, number("Worth of one's aim", 20)] = 4,
    worth_stress: Annotated[int, number("Worth of inflicting Stress", 20)] = 2,
    worth_out: Annotated[int, number("Worth of stressing out besides", 20)] = 4,
    worth_point: Annotated[int, number("Worth of a point", 20)] = 1,
    give_in_after_loss: Annotated[Literal["paid", "free", "no"], one_of("Giving in after a lost roll is")] = "paid",
) -> Answer:
    """The chance that you inflict the Stress in the end; nobody steps in.

    With a Result of yours that stands the other side is to answer next, and may give in for nothing. By `roll` nobody
    gives in or spends a point. By `best` each side gives in and buys result dice as the worths have it: what the one
    gains, the other loses, and a point that is paid is the other's. Raises OutOfRange for more than can be weighed.
    """
    if play == "best":
        late = {"paid": 1, "free": 0, "no": None}[give_in_after_loss]  # points, after a roll that fell short
        stakes = Stakes(worth_aim, lambda by: worth_stress + worth_out * (by >= ASIDE), worth_point, late)
        sides = distributions.side(as_faces(own), own_points), distributions.side(as_faces(against), against_points)
        found = played(*sides, stakes, None if standing < 0 else standing)
        names = "you inflict", "they inflict", "you get your aim", "they get theirs"
        rows = Chances(names, [found.ends.ways.get(end, 0) for end in ENDS], found.ends.total)
        at = found.yields_from
        best = "they roll" if at is None else "they give in" if standing >= 0 else f"they give in from {at} on"
        return Best(found.ends[ENDS[0]], rows, (("mean Results rolled", found.rolls),), best)
    mine, theirs = distributions.result(as_faces(own)), distributions.result(as_faces(against))
    goes = rising(mine, theirs, standing) if standing < 0 else rising(theirs, mine, standing)
    won = goes.next if standing < 0 else goes.total - goes.next
    law = Chances(("you inflict", "they inflict"), (won, goes.total - won), goes.total)
    return Answer(Fraction(won, goes.total), law, (("mean Results rolled", Fraction(goes.rolls, goes.total)),))


def stress(*, dice: StressPool = "8 6", has: StressNow = "none", stress_tie: StressTie = "larger") -> Answer:
    """The chance that the Stress die is the largest of the pool; the notes say what their Stress comes to."""
    pool = as_faces(dice)
    law = highest(pool, smaller=stress_tie == "smaller")
    then = inflicted(pool, 0 if has == "none" else int(has), stress_tie)
    notes = [(f"then d{rating}", then[rating]) for rating in RATINGS if then[rating]]
    rows = law.rows()
    named = Chances([f"d{rating}" for rating in rows.names], rows.weights, rows.total)
    return Answer(law[max(pool)], named, (*notes, ("stressed out", then[OUT])))


def relief(*, dice: Dice = "8 6", stress: AllStress = "6") -> Answer:
    """The chance that a helper rolls more than all Stress of the patient together; the law is by how much."""
    margin = distributions.result(as_faces(dice)).minus(distributions.result(as_faces(stress)))
    return Answer(margin.chance(1), margin.rows(), _ones(as_faces(dice)))


def trouble(
    *, dice: Dice = "8 8", trouble: Trouble = "6 6", bought: Bought = 0, test_tie: TestTie = "trouble"
) -> Answer:
    """The chance that the Lead passes a Test; the law is by how much the Lead is ahead."""
    pool = as_faces(dice)
    margin = distributions.result(pool).minus(distributions.result(as_faces(trouble), bought))
    beaten = f"Trouble ahead by {ASIDE} and more", 1 - margin.chance(1 - ASIDE)
    return Answer(margin.chance(0 if test_tie == "lead" else 1), margin.rows(), (*_ones(pool), beaten))


def growth(
    *,
    dice: Annotated[str, declare.dice("Growth Pool and highest Stress", RATINGS, MOST)] = "8 6",
    rating: Annotated[Rating, one_of("The new rating is")] = "4",
    kind: Annotated[Grown, one_of("The trait is")] = "extra",
    heritage_growth: Annotated[Literal["10", "12"], one_of("Against a Heritage is rolled")] = "10",
    growth_tie: Annotated[Literal["lose", "win"], one_of("The Lead's tie is")] = "lose",
) -> Answer:
    """The chance that the Lead wins a growth roll; the law is by how much the Lead is ahead."""
    beside = int(heritage_growth) if kind == "heritage" else AGAINST[kind]
    margin = distributions.result(as_faces(dice)).minus(distributions.result((int(rating), beside)))
    return Answer(margin.chance(0 if growth_tie == "win" else 1), margin.rows())


def _ones(pool: Pool) -> tuple[tuple[str, Fraction], ...]:
    total = prod(pool)
    return (("at least one 1", Fraction(total - prod([size - 1 for size in pool]), total)),)


def _beside(law: Consecutive, plain: Consecutive, at_least: int) -> tuple[tuple[str, Fraction], ...]:
    """The mean of a Result, and what the roll is without all that was added to it."""
    without = f"{at_least} or more without", plain.chance(at_least)
    return ("mean Result", law.mean()), without, ("mean Result without", plain.mean())


QUESTIONS: tuple[Question, ...] = (
    question(result, "What Result can I expect?", "mean"),
    question(beat, "Will I beat what stands?"),
    question(opposed, "As the one who acts, will I win?"),
    question(point, "What is a point worth?"),
    question(challenge, "What does a challenge buy?", "mean"),
    question(contest, "Who wins the whole Contest?"),
    question(stress, "How bad will the Stress be?"),
    question(relief, "Can I heal them?"),
    question(trouble, "How dangerous is Trouble?"),
    question(growth, "Will my growth roll win?"),
)
