"""A pool from its building to its Result: every roll of a Contest is made here, whoever makes it and whatever for.

In this order: building; the dice; buying dice for the Result. What ones bring stands in `complications.py`.
"""

from collections.abc import Hashable, Iterator
from functools import partial

from cliffhanger.games.smallville.rules import gathering, verbs
from cliffhanger.games.smallville.rules.gathering import traits
from cliffhanger.games.smallville.rules.state import Die, Ids, Person, Pool, Side, Table
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import Passing, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Number, Param, Text, ids
from cliffhanger.kernel.plurals import many

BEST = 2
"""So many dice make a Result for nothing."""
COUNTER_AIM = Text("aim", "What you want instead, if you come to act", 0, 160)


def begin(s: Table, side: Side, against: Side, purpose: str) -> Table:
    """Somebody rolls; what they rolled before lies ready, and what they paid for stays.  [SV-POOL-11]"""
    kept = side.kept if s.house.bought_traits_persist else ()
    return push(s, Pool(side.who, against.who, purpose, kept=kept, start=side.chosen))  # type: ignore[arg-type]


def gather(s: Table, pool: str | Ids, aim: str = "") -> Table:
    """The pool is set: what is beyond a box each goes to the other side in points.  [SV-SPEND-01, SV-SPEND-02]"""
    f: Pool = top(s)
    p, chosen = verbs.person(s, f.who), ids(pool)
    found = tuple(traits(p, verbs.person(s, f.against)))
    paid = gathering.bought(found, f.kept, chosen)
    s = verbs.pay(s, f.who, f.against, len(paid), many(len(paid), "more die", "more dice"), "SV-SPEND-01")
    kept = tuple(name for name in (*f.kept, *paid) if name in chosen)
    return turn(s, phase="roll", dice=gathering.dice(found, chosen), kept=kept, aim=aim)


# --- the dice -------------------------------------------------------------------------------------------------


def roll(s: Table, f: Pool) -> Roll:
    """The dice of the pool, all at once."""
    p = verbs.person(s, f.who)
    return Roll(f"{f.number}.pool", p.seat, f.purpose, tuple(die.size for die in f.dice), f"{p.name} rolls")


def fold(s: Table, f: Pool) -> Fold:
    """Ones matter by their size, and of the other faces as many of the best as could come to count.

    Which die shows a face matters only where the one that showed the most goes to Trouble.
    """
    p, by_die = verbs.person(s, f.who), s.house.spite_die == "face"
    most = BEST + (p.points if p.kind == "lead" else len(f.dice))

    def add(key: tuple[tuple[int, ...], tuple[tuple[int, int], ...]], die: int, face: int) -> Hashable:
        ones, best = key
        if face == 1:
            return (*ones, die), best
        return ones, tuple(sorted((*best, (face, die if by_die else 0)), reverse=True)[:most])

    return ((), ()), add


def settle(s: Table, f: Pool, faces: tuple[int, ...]) -> Table:
    """The dice have fallen; where nothing can be bought, the Result is fixed at once."""
    dice = tuple(replace(die, face=face) for die, face in zip(f.dice, faces, strict=True))
    p = verbs.person(s, f.who)
    s = tell(s, "rolled", p.name, "SV-POOL-10", faces=list(faces), sizes=[f"D{die.size}" for die in dice])
    s = turn(s, phase="buy", dice=dice, fell=s.serial)
    return s if _spare(dice) and verbs.can_pay(p) else fix(s)


def result(dice: tuple[Die, ...], count: int) -> int:
    """The sum of so many of the best faces, ones left out; fewer dice count what there is.  [SV-POOL-09, SV-POOL-10]"""
    return sum(sorted((die.face for die in dice if die.face > 1), reverse=True)[:count])


def _spare(dice: tuple[Die, ...]) -> int:
    """How many dice could still be made to count."""
    return max(0, sum(die.face > 1 for die in dice) - BEST)


# --- buying dice for the Result -------------------------------------------------------------------------------


def fix(s: Table, more: int = 0) -> Table:
    """The Result stands before the other side rolls; each die beyond two is a point.  [SV-SPEND-03, SV-POOL-10]"""
    f: Pool = top(s)
    p = verbs.person(s, f.who)
    s = verbs.pay(s, f.who, f.against, more, many(more, "more die", "more dice") + " in the Result", "SV-SPEND-03")
    left = BEST + more
    order = sorted((n for n, die in enumerate(f.dice) if die.face > 1), key=lambda n: -f.dice[n].face)[:left]
    dice = tuple(replace(die, counts=n in order) for n, die in enumerate(f.dice))
    total = result(f.dice, left)
    ones = tuple(sorted((die.size for die in f.dice if die.face == 1), reverse=True))
    s = tell(s, "stands", p.name, "SV-POOL-10", total=total)
    return turn(s, phase="complications", dice=dice, total=total, ones=ones, speak=_may_cut(s, f, p))


def _may_cut(s: Table, f: Pool, p: Person) -> Passing:
    """Who may cut Trouble for a Complication of the Watchtower's: the other side first, then any Lead.  [SV-COMP-04]"""
    if p.kind == "lead":
        return Passing(())
    there = [each for each in verbs.leads(s) if each.here]
    there.sort(key=lambda each: each.id != f.against)
    order = tuple(dict.fromkeys(each.seat for each in there))
    return Passing(order, in_turns=s.house.wt_comp_who == "opponent_first")


def stress_pool(side: Side) -> tuple[Die, ...]:
    """The dice of a side's last roll, without those that show 1.  [SV-STRESS-02]"""
    return tuple(die for die in side.dice if die.face != 1)


OWN_ROLL = partial(Kind, group="Your roll", first=True, verb="roll")
BUILD = OWN_ROLL("roll", "Roll", gather, rule="SV-POOL-07")
FIX = OWN_ROLL("fix", "Fix the Result", fix, rule="SV-SPEND-03")


def offers(s: Table, f: Pool) -> Iterator[Offer]:
    """What is asked of whoever rolls: which dice, and how many of them are to count."""
    p, window = verbs.person(s, f.who), str(f.number)
    if f.phase == "build":
        asks = partial(_asks, s, f, p)
        yield BUILD.open(p.seat, window, asks, ask=partial(_question, s, f, p))
    elif f.phase == "buy":
        yield FIX.open(p.seat, window, (_more(f, p),), ask=f"{p.name}: it comes to {result(f.dice, BEST)}.")


def _asks(s: Table, f: Pool, p: Person) -> tuple[Param, ...]:
    other = verbs.person(s, f.against)
    found = tuple(traits(p, other))
    pick = gathering.pick(
        found,
        f.kept,
        () if s.house.own_stress_shared else _taken(s, f),
        f.start,
        verbs.purse(p),
        other.name,
        s.house.drives_required,
    )
    return (pick, COUNTER_AIM) if _may_counter(s, f) else (pick,)


def _may_counter(s: Table, f: Pool) -> bool:
    """Whether an aim of one's own may be said: with the first answer."""
    c = verbs.contest(s)
    return f.purpose == "react" and c is not None and verbs.side_of(c, f.who).total < 0


def _taken(s: Table, f: Pool) -> Ids:
    """Own Stress that the other side has in the pool just now."""
    c = verbs.contest(s)
    return gathering.against_them(verbs.side_of(c, f.against).chosen) if c else ()


def _question(s: Table, f: Pool, p: Person) -> str:
    c = verbs.contest(s)
    if f.purpose == "react" and c:
        return f"{p.name}: {verbs.name_of(s, f.against)} stands at {c.sides[0].total}. Roll more than that, or give in."
    return f"{p.name}: build your pool against {verbs.name_of(s, f.against)}."


def _more(f: Pool, p: Person) -> Number:
    most = _spare(f.dice) if p.kind == "feature" else min(p.points, _spare(f.dice))
    words = tuple((n, f"{n}: {result(f.dice, BEST + n)}") for n in range(most + 1))
    return Number("more", "More dice for the Result, a point each", 0, most, 0, words)
