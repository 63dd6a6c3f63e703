"""The odds questions of Plot Twist, each a function: its arguments are what is asked.

Pools are numbers of coins, `auto` are Automatic Successes. Whoever throws no coin for damage does none. `value` answers
the title; the law and the notes say the rest.
"""

from fractions import Fraction
from typing import Annotated

from cliffhanger.games.plot_twist.odds import distributions
from cliffhanger.games.plot_twist.odds.distributions import hits, margin, on_roll
from cliffhanger.kernel.game import Answer, Question
from cliffhanger.odds.ask import Best
from cliffhanger.odds.declare import number, question
from cliffhanger.odds.distribution import Chances, Distribution, of
from cliffhanger.odds.hypergeometric import hypergeometric
from cliffhanger.odds.reaching import mean_rolls, reaching

MOST = 60
"""As many coins as a pool may have here."""
Coins = Annotated[int, number("Coins", MOST)]
Against = Annotated[int, number("Coins against you", MOST)]
Pool = Annotated[int, number("Damage Pool, before Armor and Cover", MOST)]
Armor = Annotated[int, number("Armor", 20)]
Cover = Annotated[int, number("Cover", 20)]
Auto = Annotated[int, number("Automatic Successes", 10)]
AgainstAuto = Annotated[int, number("Automatic Successes against you", 10)]
Difficulty = Annotated[int, number("Difficulty", MOST)]
Reached = Annotated[int, number("Damage to reach", 99)]


def hit(*, coins: Coins = 10, against: Against = 5, auto: Auto = 0, against_auto: AgainstAuto = 0) -> Answer:
    """The chance of more successes than the other side has."""
    law = margin(coins, against, auto - against_auto)
    return Answer(law.chance(1), hits(law))


def equal(*, coins: Annotated[int, number("Coins of each side", MOST)] = 6) -> Answer:
    """The chance that one side hits with as many coins as the other throws."""
    return hit(coins=coins, against=coins)


def fixed(*, coins: Coins = 5, difficulty: Difficulty = 2, auto: Auto = 0) -> Answer:
    """The chance of more successes than the Difficulty; the law is by how much."""
    law = margin(coins, 0, auto - difficulty)
    return Answer(law.chance(1), law.rows())


def chosen(
    *,
    coins: Annotated[int, number("Coins", MOST, 1)] = 4,
    number: Annotated[int, number("The number named (0: the best)", MOST)] = 0,
    room: Annotated[int, number("Room for what is gained", 99)] = 99,
) -> Answer:
    """The mean gain of naming a number; by itself the best one, the smaller of two that are as good."""
    law = margin(coins)
    named = number or max(range(1, coins + 1), key=lambda each: law.at_least(each + 1) * min(each, room))
    gain, wins = min(named, room), law.at_least(named + 1)
    won = Distribution({1: wins, 0: law.total - wins}, law.total)
    rows = of(won.map(lambda wins: wins * gain).ways).rows()
    return Best(gain * won[1], rows, (("it wins", won[1]),), f"by naming {named}")


def damage(*, coins: Pool = 6, armor: Armor = 0, cover: Cover = 0, auto: Auto = 1, at_least: Reached = 4) -> Answer:
    """The mean damage of a hit, and every damage with its chance."""
    law = distributions.damage(coins, armor + cover, auto)
    return Answer(law.mean(), law.rows(), ((f"{at_least} or more", law.chance(at_least)),))


def attack(
    *, coins: Coins = 10, against: Against = 5, damage: Pool = 6, armor: Armor = 0, cover: Cover = 0, auto: Auto = 1
) -> Answer:
    """The mean damage of a whole attack, misses counted, and every damage with its chance."""
    law = distributions.attack(coins, against, damage, armor + cover, auto)
    return Answer(law.mean(), law.rows())


def boost(
    *,
    coins: Coins = 6,
    against: Against = 6,
    energy: Annotated[int, number("Energy, a coin each", 10)] = 1,
    belief: Annotated[int, number("Belief, an Automatic Success each", 10)] = 0,
) -> Answer:
    """The chance to hit with what Energy and Belief buy; the notes have it without, and what Belief costs afterwards.

    Bought after the throw, Belief turns as many rolls, and is paid only where it does.
    """
    law = margin(coins + energy, against)
    turned = [law.weight(1 - paid) * paid for paid in range(1, belief + 1)]
    notes = (
        ("without both", margin(coins, against).chance(1)),
        ("mean Belief, bought after the throw", Fraction(sum(turned), law.total)),
    )
    with_both = law._replace(lowest=law.lowest + belief)
    return Answer(with_both.chance(1), hits(with_both), notes)


def bystander(
    *,
    coins: Coins = 6,
    difficulty: Difficulty = 1,
    damage: Annotated[int, number("Damage Pool", MOST)] = 4,
    life: Annotated[int, number("Life", 99, 1)] = 3,
    auto: Auto = 1,
) -> Answer:
    """The chance that one attack Recruits a Bystander, or Kills it."""
    aim, law = margin(coins, 0, -difficulty), distributions.damage(damage, 0, auto)
    hits, enough, total = aim.at_least(1), law.at_least(life), aim.total * law.total
    weights = (aim.total - hits) * law.total, hits * (law.total - enough), hits * enough
    return Answer(Fraction(hits * enough, total), Chances(("missed", "too little", "done"), weights, total))


def peek(
    *,
    coins: Annotated[int, number("Coins of each roll", MOST)] = 5,
    need: Annotated[int, number("Successes needed in all", 99, 1)] = 6,
    rolls: Annotated[int, number("Rolls", 20, 1)] = 2,
) -> Answer:
    """The chance to have the successes together within so many rolls; the notes have the mean number of rolls.

    Without a coin there is no mean: it never comes to an end.
    """
    each = margin(coins)
    law = reaching(each, need, rolls)
    notes = (("mean rolls", mean_rolls(each, need)),) if coins else ()
    return Answer(1 - law.chance(rolls + 1), on_roll(law, "roll", "later"), notes)


def down(
    *,
    coins: Coins = 10,
    against: Against = 5,
    damage: Pool = 6,
    armor: Armor = 0,
    cover: Cover = 0,
    auto: Auto = 1,
    stress: Annotated[int, number("Stress that is left", 99, 1)] = 6,
    attacks: Annotated[int, number("Attacks", 12, 1)] = 1,
) -> Answer:
    """The chance that all Stress of a kind is gone within so many like attacks."""
    law = reaching(distributions.attack(coins, against, damage, armor + cover, auto), stress, attacks)
    return Answer(1 - law.chance(attacks + 1), on_roll(law, "attack", "not yet"))


def draw(
    *,
    cards: Annotated[int, number("Cards to draw from", MOST, 1)] = 10,
    wanted: Annotated[int, number("Cards among them that are wanted", MOST)] = 2,
    drawn: Annotated[int, number("Cards drawn", MOST)] = 3,
    at_least: Annotated[int, number("Wanted cards to get", MOST)] = 1,
) -> Answer:
    """The chance to draw so many of the cards that are wanted; the law is how many come.

    Raises OutOfRange where more are wanted, or drawn, than there are.
    """
    law = hypergeometric(cards, wanted, drawn)
    return Answer(law.chance(at_least), law.rows())


QUESTIONS: tuple[Question, ...] = (
    question(hit, "Does the attack hit?"),
    question(equal, "Equal pools: do you hit?"),
    question(fixed, "Will I beat the Difficulty?"),
    question(chosen, "Which number should I name?", "mean"),
    question(damage, "How much damage does a hit do?", "mean"),
    question(attack, "What is a whole attack worth?", "mean"),
    question(boost, "What are Energy and Belief worth?"),
    question(bystander, "Will the Bystander be Recruited, or Killed?"),
    question(peek, "When do I see the face of the card?"),
    question(down, "How many attacks bring them down?"),
    question(draw, "Will I draw it?"),
)
