"""Contests: an aim, somebody who would stop it, and Results that have to be beaten until one side gives in or is hurt."""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.smallville.files.triggers import Rating, StressKind
from cliffhanger.games.smallville.rules import claims, hurting, pools, verbs
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Contest, Due, Hurt, Pool, Shown, Side, Table, Trial
from cliffhanger.games.smallville.rules.wording import LINES, names
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.frames import amend, change, pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import YES, Kind, No, Offer
from cliffhanger.kernel.params import Cost, Number, Ready, Text
from cliffhanger.kernel.plurals import many

ASIDE = 5
"""Ahead by so much, the winner may also stress the other side out."""
SPITE = 2
"""So many points hurt somebody who gave in."""
WAIT = "Roll. Points that wait are yours when the Contest closes."
BROKE = No("Giving in is a point now, and you have none that you can spend.", WAIT)
YIELDED = ("They have the better of it, and everybody sees", "A long silence, then a nod")
HOW = Text("how", "How they get it: let them look good", 1, 200, ready=tuple(map(Ready, YIELDED)))


def begin(s: Table, who: str, against: str, goal: str, stake: str) -> Table:
    """Somebody wants something of somebody who opposes it, and a Drive is at stake.  [SV-CONTEST-01, SV-CONTEST-02, SV-CONTEST-03]"""
    p, foe = verbs.person(s, who), verbs.person(s, against)
    drive = verbs.drive_words(p, stake)
    s = tell(s, "contest", p.name, "SV-CONTEST-02", goal=goal, foe=foe.name, stake=drive)
    s = turn(verbs.edit(s, who, turns=p.turns + 1), first=(), held=(), passed=(), whose=top(s).whose or who)
    pressed = tuple(sorted({*s.pressed, Due(who, stake)}))
    return push(replace(s, shown=None, pressed=pressed), Contest(drive, (Side(who, goal), Side(against))))


def give_in(s: Table, how: str, *, actor: bool = False) -> Table:
    """One side lets the other have it, free before the first answer, then for a point.  [SV-CONTEST-07, SV-CONTEST-08, SV-CONTEST-12]

    That is whoever would have to answer, or the `actor`, whose opponent then has what they want.
    """
    s = pop(s)
    f: Contest = top(s)
    if actor:
        s = turn(s, sides=(f.sides[1], f.sides[0]))
    cost, (wins, loses) = int(actor or f.swaps > 0), top(s).sides
    return granted(verbs.pay(s, loses.who, wins.who, cost, "giving in", "SV-CONTEST-12"), how)


def yield_after(s: Table, how: str) -> Table:
    """Whoever lost the roll gives in to be spared; in a Test they let it be.  [SV-CONTEST-14]"""
    hurt: Hurt = top(s)
    cost = 1 if s.house.give_in_after_loss == "paid" else 0
    s = verbs.pay(pop(s), hurt.target, hurt.by, cost, "giving in", "SV-CONTEST-14")
    if isinstance(f := top(s), Trial):
        return tell(s, "drops", verbs.name_of(s, f.who), "SV-CONTEST-14", goal=f.goal)
    return granted(s, how)


def granted(s: Table, how: str) -> Table:
    """The one who acts gets what they were after, and the other says how.  [SV-CONTEST-08]"""
    f: Contest = top(s)
    winner, loser = (verbs.name_of(s, side.who) for side in f.sides)
    s = tell(s, "gives_in", loser, "SV-CONTEST-08", foe=winner, aim=_aim(s, f), how=how)
    return turn(replace(s, shown=Shown(s.news[-1], f.rungs)), phase="spite", granted=True)


def _aim(s: Table, f: Contest) -> str:
    """What whoever acts is after: their own aim, or that the first one fails."""
    return f.sides[0].aim or f"{verbs.name_of(s, f.sides[1].who)} does not get “{f.sides[1].aim}”"


def arrived(s: Table, f: Contest, rolled: Pool) -> Table:
    """A Result has come: it stands, it takes over, or it loses.  [SV-CONTEST-05, SV-CONTEST-09, SV-CONTEST-11]"""
    if f.claims:
        return turn(s, claims=change(f.claims, rolled.who, rolled=rolled), phase="who")
    acts, answers = f.sides
    side = pools.as_side(rolled)
    rungs = (*f.rungs, side)
    if rolled.purpose == "act":
        return turn(s, sides=(replace(side, aim=side.aim or acts.aim), answers), phase="pending", rungs=rungs)
    answers = replace(side, aim=side.aim or answers.aim)
    if answers.total > acts.total and s.house.late_result_buys and _late(s, acts):
        return turn(s, sides=(acts, answers), phase="raise", rungs=rungs)
    return _compared(s, acts, answers, rungs)


def _late(s: Table, acts: Side) -> int:
    """How many more dice of the last roll could be made to count now."""
    p = verbs.person(s, acts.who)
    spare = sum(die.face > 1 and not die.counts for die in acts.dice)
    return spare if p.kind == "feature" else min(spare, p.points)


def _raised(acts: Side, more: int) -> Side:
    """A side with so many more dice counting."""
    dice = pools.counting(acts.dice, more)
    gain = sum([now.face for now, was in zip(dice, acts.dice, strict=True) if now.counts and not was.counts])
    return replace(acts, dice=dice, total=acts.total + gain)


def buy_late(s: Table, more: int) -> Table:
    """Where the table has it so, whoever acts buys dice for the Result once the answer is seen.  [SV-SPEND-03]"""
    f: Contest = top(s)
    acts, answers = f.sides
    s = verbs.pay(s, acts.who, answers.who, more, many(more, "more die", "more dice"), "SV-SPEND-03")
    return _compared(s, _raised(acts, more), answers, f.rungs)


def _compared(s: Table, acts: Side, answers: Side, rungs: tuple[Side, ...]) -> Table:
    """Strictly higher takes over; all else is the actor's.  [SV-CONTEST-11, SV-CONTEST-13]"""
    f: Contest = top(s)
    if answers.total > acts.total:
        names = verbs.name_of(s, answers.who), verbs.name_of(s, acts.who)
        s = tell(s, "takes_over", names[0], "SV-CONTEST-11", total=answers.total, beaten=acts.total, foe=names[1])
        return turn(s, sides=(answers, acts), phase="pending", swaps=f.swaps + 1, rungs=rungs)
    return turn(s, sides=(acts, answers), phase="lost", rungs=rungs)


def _lost(s: Table, f: Contest) -> Table:
    """The one who acts wins, a tie too: Stress, and no aim for anybody.  [SV-CONTEST-09, SV-CONTEST-10]"""
    acts, answers = f.sides
    margin = acts.total - answers.total
    names = verbs.name_of(s, acts.who), verbs.name_of(s, answers.who)
    s = tell(s, "wins", names[0], "SV-CONTEST-09", foe=names[1], total=acts.total, beaten=answers.total, margin=margin)
    s = turn(replace(s, shown=Shown(s.news[-1], f.rungs)), phase="close")
    dice = pools.stress_pool(acts.dice)
    return push(s, Hurt(acts.who, answers.who, dice, may_out=margin >= ASIDE, may_late=True))


def spite(s: Table, kind: StressKind) -> Table:
    """Two points hurt somebody all the same; the highest die of the Stress Pool joins Trouble first.  [SV-SPEND-08]"""
    f: Contest = top(s)
    acts, answers = f.sides
    s = verbs.pay(s, acts.who, answers.who, SPITE, "Stress all the same", "SV-SPEND-08")
    dice = list(pools.stress_pool(acts.dice))
    if s.house.spite_die == "face":
        highest = max(acts.dice, key=lambda die: (die.face, die.size)).size
        dice.remove(highest)
        s = verbs.feed_trouble(s, highest)
    hurt = Hurt(acts.who, answers.who, tuple(dice), phase="increase", spite=s.house.spite_die == "rating", kind=kind)
    return push(turn(s, phase="close"), hurt) if dice else turn(s, phase="close")


def _spiteful(s: Table, f: Contest) -> tuple[Rating, ...]:
    """The dice of which one would hurt whoever gave in: all but the one that goes to Trouble."""
    return (
        pools.stress_pool(f.sides[0].dice)[:-1] if s.house.spite_die == "rating" else pools.stress_pool(f.sides[0].dice)
    )


def _close(s: Table, f: Contest) -> Table:
    """Points are free again; where nobody got their aim, others may begin the next one first.  [SV-EARN-05, SV-CONTEST-15]"""
    s = verbs.closing(s)
    if f.granted or s.house.dibs == "off":
        return s
    held = {verbs.person(s, side.who).seat for side in f.sides}
    first = {p.seat for p in s.cast if verbs.able(p)} - held
    return amend(s, first=tuple(sorted(first)), held=tuple(sorted(held))) if first else s


def advance(s: Table, f: Contest) -> Table:
    """What happens by itself: whoever has to roll is asked, and what was lost or granted takes its course."""
    acts, answers = f.sides
    if f.phase == "act":
        return pools.begin(s, Pool(acts.who, answers.who, "act", payee=answers.who), acts)
    if f.phase == "who":
        return claims.advance(s, f)
    if f.phase == "pending":
        return pools.begin(s, Pool(answers.who, acts.who, "react", payee=acts.who), answers)
    if f.phase == "lost":
        return _lost(s, f)
    if f.phase == "spite" and not (pools.stress_pool(acts.dice) and verbs.can_pay(verbs.person(s, acts.who), SPITE)):
        return turn(s, phase="close")
    return _close(s, f) if f.phase == "close" else s


YIELD = partial(Kind, group="Your roll", verb="give_in", line=LINES["give_in"])
GIVE_IN = YIELD("give_in", "Give in", give_in, rule="SV-CONTEST-08", figures=("loses", "loses_by_far"))
AFTER = YIELD(
    "yield",
    "Give in after all",
    yield_after,
    rule="SV-CONTEST-14",
    says="No Stress; they get their aim.",
    lost="the aim",
)
ACTOR = YIELD("give_in", "Give in", partial(give_in, actor=True), rule="SV-CONTEST-12", says="They get what they want.")
RAISE = Kind("raise", "More dice count", buy_late, rule="SV-SPEND-03", group="Your roll", first=True, verb="roll")
HIGHEST = "The highest die goes to Trouble."
CRUEL = partial(Kind, group="They gave in", rule="SV-SPEND-08", way=True)
HURT = CRUEL("spite", "Stress all the same", spite, says=HIGHEST, verb="hurt", line=LINES["stress"])
SPARE = CRUEL("spare", "Leave it at that", partial(turn, phase="close"), first=True)


def giving_in(s: Table, f: Pool) -> Iterator[Offer]:
    """Beside the pool of an answer: give in instead; where the table has it so, whoever acts may as well."""
    c = s.stack[-2]
    if f.phase != "build" or f.purpose != "react" or not isinstance(c, Contest):
        return
    p, foe = verbs.person(s, f.who), verbs.person(s, f.against)
    if not f.begun:
        cost, says = int(c.swaps > 0), f"{foe.name} gets: {_aim(s, c)}."
        if not c.sides[0].aim:  # what is given up is one's own
            says = f"{'You do' if p.seat != WATCHTOWER else f'{p.name} does'} not get “{c.sides[1].aim}”."
        says += " Free before the first answer, now a point." if cost else " Free now; after the first answer, a point."
        paid, rule = ((Cost(1, "point", to=foe.name),), "SV-CONTEST-12") if cost else ((), "SV-CONTEST-07")
        closed = YES if verbs.can_pay(p, cost) else BROKE
        yield GIVE_IN(p.seat, str(f.number), (HOW,), closed, says=says, cost=paid, rule=rule, names=names(p))
    if s.house.actor_may_give_in:
        window = f"{f.number}.{foe.id}"
        yield pools.for_a_point(ACTOR, foe, window, (HOW,), p.name, reaction=True, names=names(foe))


def offers(s: Table, f: Contest) -> Iterator[Offer]:
    """What is asked of the winner when somebody has given in."""
    p, foe = verbs.person(s, f.sides[0].who), verbs.person(s, f.sides[1].who)
    if f.phase == "raise":
        most = _late(s, f.sides[0])
        totals = [_raised(f.sides[0], n).total for n in range(most + 1)]
        words = tuple((n, f"{n}: {total}") for n, total in enumerate(totals))
        by_point = pools.ways(words, foe.name, [total < f.sides[1].total for total in totals])
        asks = (Number("more", "More dice for the Result", 0, most, 0, words, ways=by_point),)
        has = f"{foe.name} has {f.sides[1].total},"
        room = f"{has} {p.name} {f.sides[0].total}."
        yield RAISE.open(p.seat, str(f.number), asks, **addressed(f"{has} you {f.sides[0].total}.", room))
        return
    given = f"{foe.name} has given in."
    ask = addressed(f"{given} Leave it at that, or hurt them all the same?", f"{given} Does {p.name} leave it at that?")
    cost = (Cost(SPITE, "points", to=foe.name),)
    kinds, worth = (hurting.kinds(foe, _spiteful(s, f)),), hurting.may_end(foe)
    yield HURT.open(p.seat, str(f.number), kinds, cost=cost, names=names(p, foe.name), figures=worth, **ask)
    yield SPARE.open(p.seat, str(f.number), **ask)


def yielding(s: Table, f: Hurt) -> Iterator[Offer]:
    """Beside the Stress that is coming: give in after all."""
    if f.phase == "late":
        paid = s.house.give_in_after_loss == "paid"
        cost = (Cost(1, "point", to=verbs.payee_name(s, f.by)),) if paid else ()
        p = verbs.person(s, f.target)
        yield AFTER.open(p.seat, str(f.number), (HOW,), cost=cost, names=names(p))
