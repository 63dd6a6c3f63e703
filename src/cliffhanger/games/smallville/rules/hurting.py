"""Hurting: Stress from a roll that was won, or from two points; stressing out, dropping out, and what people tell of it.

Whoever is to be hurt is pushed as a `Hurt`; in phase "increase" the kind is named already, and the dice fall at once.
"""

from collections.abc import Hashable, Iterator
from functools import partial

from cliffhanger.games.smallville.files.triggers import RATINGS, Level, Rating, StressKind, rated
from cliffhanger.games.smallville.rules import triggers, verbs
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Hurt, Person, Table
from cliffhanger.games.smallville.rules.wording import LINES, names
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import pop, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick, Ready, Text

GONE = ("Out into the dark, without a word", "Down, and nobody can say for how long")
MEANTIME = ("Nobody notices until it is over", "By then the others are gone")
HOW = Text("how", "How they go", 1, 200, ready=tuple(map(Ready, GONE)))
YOU = replace(HOW, label="How you go")
MEANWHILE = Text("how", "What happens while they are out", 1, 200, ready=tuple(map(Ready, MEANTIME)))


def inflict(s: Table, kind: StressKind | str = "", *, out: bool = False) -> Table:
    """The winner says what hurts, and ahead by five that they are out, too.  [SV-STRESS-01, SV-CONTEST-10, SV-CONTEST-14]"""
    f: Hurt = top(s)
    target, way = verbs.person(s, f.target), s.house.give_in_after_loss
    by, says = verbs.name_of(s, f.by), kind.capitalize()
    s = tell(s, "declares", by, "SV-STRESS-01", foe=target.name, kind=says, out=int(out))
    late = f.may_late and way != "no" and (way == "free" or verbs.can_pay(target))
    return turn(s, kind=kind, out=out, phase="late" if late else "increase")  # late: the loser may still give in


def roll(s: Table, f: Hurt) -> Roll:
    """The Stress Pool: the dice that won, without those that showed 1.  [SV-STRESS-02, SV-STRESS-04]"""
    title = f"Stress for {verbs.name_of(s, f.target)}"
    return Roll(f"{f.number}.stress", verbs.seat_of(s, f.by), "stress", f.dice, title)


def fold(s: Table, _f: Hurt) -> Fold:
    """The highest face alone matters, and which dice show it."""
    ends = {"larger": slice(-1, None), "smaller": slice(1), "choose": slice(None)}[s.house.stress_tie]

    def add(key: tuple[int, tuple[int, ...]], die: int, face: int) -> Hashable:
        best, sizes = key
        if face == best:
            return best, tuple(sorted({*sizes, die}))[ends]
        return (face, (die,)) if face > best else key

    return (0, ()), add


def settle(s: Table, f: Hurt, faces: tuple[int, ...]) -> Table:
    """The die with the highest face is the stress die; of several the larger one.  [SV-STRESS-04]"""
    sizes = [f"D{size}" for size in f.dice]
    s = tell(s, "stress_roll", verbs.name_of(s, f.by), "SV-STRESS-04", faces=list(faces), sizes=sizes)
    s = turn(s, faces=faces, fell=s.serial)
    found = highest(f.dice, faces)
    if s.house.stress_tie == "choose" and len(found) > 1:
        return turn(s, phase="tie")
    return land(s, found[0] if s.house.stress_tie == "smaller" else found[-1])


def highest(dice: tuple[Rating, ...], faces: tuple[int, ...]) -> tuple[Rating, ...]:
    """The sizes of the dice that show the highest face, the smallest first."""
    best = max(faces)
    return tuple(sorted({die for die, face in zip(dice, faces, strict=True) if face == best}))


def choose(s: Table, die: str) -> Table:
    """Where faces are equal and the table has it so, the winner says which die it is."""
    return land(s, rated(die))


def land(s: Table, size: Rating) -> Table:
    """It lands; whoever is not out by it may fall all the same.  [SV-STRESS-05, SV-STRESS-06]"""
    f: Hurt = top(s)
    assert f.kind
    return _after(verbs.stress(s, f.target, f.kind, size))


def _after(s: Table) -> Table:
    f: Hurt = top(s)
    out = verbs.person(s, f.target).stressed_out
    if f.out and not out:
        s = verbs.stress_out(s, f.target)
    return turn(s, phase="how" if f.out or out else "drop")


def drop(s: Table) -> Table:
    """The one who was hurt falls, of their own will.  [SV-STRESS-07]"""
    f: Hurt = top(s)
    return turn(verbs.drop_out(s, f.target), phase="meanwhile")


def tells(s: Table, how: str) -> Table:
    """People say how they go, or what happens meanwhile.  [SV-STRESS-08]"""
    f: Hurt = top(s)
    s = tell(s, "goes_how", verbs.name_of(s, f.target), "SV-STRESS-08", how=how)
    return turn(verbs.edit(s, f.target, how=how), phase="done")


def advance(s: Table, f: Hurt) -> Table:
    """What happens by itself: with no dice left nothing is inflicted, but for being out; and the end."""
    if f.phase == "done":
        return pop(s)
    if f.phase == "declare" and not f.dice and not f.may_out and s.house.empty_stress == "none":
        s = tell(s, "harmless", verbs.name_of(s, f.by), "SV-STRESS-02", foe=verbs.name_of(s, f.target))
        return turn(s, phase="done")
    if f.phase in ("increase", "decrease") and not triggers.may_change(s, f):
        return triggers.settled(s)
    if f.phase == "roll" and f.spite:
        return _largest_leaves(s, f)
    if f.phase == "roll" and (not f.dice or (f.out and not s.house.by5_also_stress)):
        if f.kind and s.house.empty_stress == "step_up":
            return land(s, 4)
        return _after(s) if f.out else turn(s, phase="done")
    return s


def _largest_leaves(s: Table, f: Hurt) -> Table:
    """The largest die joins Trouble; where it was the only one nothing is rolled.  [SV-SPEND-08]"""
    s = verbs.feed_trouble(s, f.dice[-1]) if f.dice else s
    return turn(s, dice=f.dice[:-1], spite=False, phase="roll" if f.dice[1:] else "done")


def kinds(target: Person, dice: tuple[Rating, ...]) -> Pick:
    """Five kinds of Stress, with how much of each somebody has already and what these dice would make of it."""
    rows = [(row.id, comes_to(row.rating, dice)) for row in target.stress]
    return Pick("kind", "What hurts", tuple(Item(kind, kind.capitalize(), says=now) for kind, now in rows))


def may_end(target: Person) -> tuple[str, ...]:
    """The figure of putting somebody out, where one more die on a Stress of theirs would: below D12 none does."""
    return ("out",) if any(row.rating == RATINGS[-1] for row in target.stress) else ()


def comes_to(now: Level, dice: tuple[Rating, ...]) -> str:
    """What a Stress is, and what it is once one of these dice has landed: that if it is larger, else a step more.  [SV-STRESS-05]"""
    if now == RATINGS[-1]:
        return f"D{now} now; one more and they are out"
    then = sorted({die if die > now else verbs.up(now) for die in dice})
    becomes = " to ".join(dict.fromkeys(f"D{die}" for die in (*then[:1], *then[-1:])))
    if not now:
        return f"none, then {becomes}" if becomes else "none yet"
    return f"D{now}, then {becomes}" if becomes else f"D{now} now"


HARM = partial(Kind, group="Stress", verb="hurt")
INFLICT = HARM(
    "stress",
    "Inflict Stress",
    inflict,
    rule="SV-STRESS-01",
    first=True,
    line=LINES["stress"],
    says="It hurts, by the die that shows most; they stay in the scene unless that is more than they can take.",
)
OUT = "They are out until the scene ends."
CRUSH = HARM("crush", "Put them out of the scene", partial(inflict, out=True), rule="SV-CONTEST-10", says=OUT)
LEFT = partial(turn, phase="done")
"""Hurting somebody may be left after a restart, or where no die can; and whoever is hurt may stay on their feet."""
SKIP = HARM("skip", "Leave it", LEFT)
COMES = partial(turn, phase="increase")
TAKE = Kind("take", "Take it", COMES, rule="SV-STRESS-04", group="Your roll")
CHOOSE = HARM("choose", "This die hurts", choose, rule="SV-STRESS-04", first=True)
FALL = partial(Kind, group="Hurt")
FALLEN = "Every Stress steps down, and a point is yours; whoever hurt you says what happens."
DROP = FALL("drop_out", "Drop out", drop, rule="SV-STRESS-07", says=FALLEN)
STAY = FALL("stay", "Stay", LEFT, rule="SV-STRESS-07", first=True)
TELL_HOW = FALL("how", "Say how", tells, rule="SV-STRESS-08", first=True)
TELL_MEANWHILE = FALL("meanwhile", "Say what happens", tells, rule="SV-STRESS-07", first=True)


def offers(s: Table, f: Hurt) -> Iterator[Offer]:
    """What is asked of whoever hurts, and of whoever is hurt."""
    by, target, window = verbs.seat_of(s, f.by), verbs.person(s, f.target), str(f.number)
    told = partial(verbs.to_player, s, f.target)
    if f.phase == "declare":
        hurts = bool(f.dice) or s.house.empty_stress == "step_up"
        what = f"how is {target.name} hurt?" if hurts else f"no die hurts. Is {target.name} out?"
        ask, asks = (
            verbs.to_player(s, f.by, f"You win: {what}", f"{verbs.name_of(s, f.by)} wins: {what}"),
            (kinds(target, f.dice),),
        )
        if hurts:
            whose = names(verbs.person(s, f.by), target.name) if f.by else (("you", "Trouble"), ("whom", target.name))
            yield INFLICT.open(by, window, asks, names=whose, figures=may_end(target), **ask)
        if f.may_skip or not hurts:
            yield SKIP.open(by, window, rule="SV-INTERFERE-06" if f.may_skip else "SV-CONTEST-10", **ask)
        if f.may_out:
            yield CRUSH.open(by, window, asks if hurts and s.house.by5_also_stress else (), **ask)
    elif f.phase == "late":
        whom = f"{verbs.name_of(s, f.by)} " if f.by else ""
        price = f" and pay {whom}a point" if s.house.give_in_after_loss == "paid" else ""
        coming = f"{f.kind.capitalize() or 'Being out'} is coming for"
        asked = told(f"{coming} you. Take it, or give in{price}.", f"{coming} {target.name}.")
        says = f"{f.kind.capitalize()}: {comes_to(verbs.stress_of(target, f.kind), f.dice)}." if f.kind else ""
        worst = ("out_yourself",) if verbs.stress_of(target, f.kind) == RATINGS[-1] else ()
        yield TAKE.open(
            target.seat, window, says=says, figures=worst, **asked
        )  # of two losses none is the one next step
    elif f.phase == "tie":
        items = tuple(Item(f"d{size}", f"D{size}", dice=(size,)) for size in highest(f.dice, f.faces))
        yield CHOOSE.open(by, window, (Pick("die", "Which of the highest", items),), ask="Which die hurts?")
    elif f.phase == "drop":
        ask = told("You are hurt. Stay, or drop out?", f"{target.name} is hurt: will they stay, or drop out?")
        yield STAY.open(target.seat, window, **ask)
        yield DROP.open(target.seat, window, **ask)
    elif f.phase == "how":
        ask = told("You are out: how do you go?", f"{target.name} is out: how do they go?")
        yield TELL_HOW.open(target.seat, window, (HOW if target.seat == WATCHTOWER else YOU,), **ask)
    elif f.phase == "meanwhile":
        yield TELL_MEANWHILE.open(by, window, (MEANWHILE,), ask=f"{target.name} is out of it: what happens meanwhile?")
