"""A pool from its building to its Result: every roll that has a Result is made here, whoever makes it and whatever for.

In this order: building; Limits; the dice; buying dice for the Result; offers. What ones bring stands
in `complications.py`, dice that go straight to a Result in `loans.py`, help in `aid.py`.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from cliffhanger.games.smallville.files.triggers import Rating
from cliffhanger.games.smallville.rules import gathering, state, verbs
from cliffhanger.games.smallville.rules.gathering import Trait, traits
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Deed, Die, Due, Ids, Person, Pool, Side, Table
from cliffhanger.games.smallville.rules.wording import names, said
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import Passing, beneath, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Lazy, Offer
from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.params import Cost, Item, Number, Param, Text, ids
from cliffhanger.kernel.plurals import many
from cliffhanger.kernel.pool import hollow

Picked = str | Ids
BROKE = "That is a point, and you have none that you can spend."
BEST = 2
"""So many dice make a Result for nothing."""
COUNTER_AIM = Text("aim", "What you want instead, if you come to act", 0, 160)
AGAINST_IT = Text("why", "How you go against it here", 1, 160, within="challenge")
FITS = Text("fits", "How their Limit undoes them here", 1, 160, within="limit")


def begin(s: Table, f: Pool, side: Side) -> Table:
    """Somebody rolls: what was rolled lies ready, what was paid for and acted against stays.  [SV-POOL-11, SV-BONUS-03]"""
    kept = side.kept if s.house.bought_traits_persist else ()
    drives = side.against_drives if s.house.challenge_scope == "contest" else ()
    return push(s, replace(f, kept=kept, start=side.chosen, against_drives=drives))


def as_side(f: Pool) -> Side:
    """A roll, as a side of what is under way."""
    return Side(f.who, f.aim, f.dice, f.bonus, f.total, f.kept, f.against_drives, f.fell, f.said)


def gather(
    s: Table, pool: Picked, challenge: Picked = (), why: str = "", limit: Picked = (), fits: str = "", aim: str = ""
) -> Table:
    """The pool is set: what is beyond a box each is a point for the other side.  [SV-SPEND-01, SV-SPEND-02, SV-POOL-08]"""
    f: Pool = top(s)
    found, chosen = traits(s, f), ids(pool)
    paid = gathering.bought(found, f.kept, chosen)
    s = spend(s, len(paid), many(len(paid), "more die", "more dice"), "SV-SPEND-01")
    for drive in ids(challenge):
        s = acts_against(s, found, drive, why)
    f = top(s)
    kept = tuple(name for name in (*f.kept, *paid) if name in chosen)
    s = turn(s, kept=kept, start=chosen, aim=aim or f.aim)
    if aims := ids(limit):
        s = tell(s, "aims", verbs.name_of(s, f.who), "SV-POOL-06", foe=verbs.name_of(s, f.against), fits=fits)
        return turn(s, phase="limit", limit=" ".join(aims))
    return _set(s, ())


def spend(s: Table, amount: int, what: str, rule: str, to: str | None = None) -> Table:
    """Pay for something in this roll, and remember it in case the roll never was.  [SV-EARN-01]"""
    if not amount:
        return s
    f: Pool = top(s)
    payee = f.payee if to is None else to
    return note(verbs.pay(s, f.who, payee, amount, what, rule), Deed("point", payee, amount))


def note(s: Table, deed: Deed) -> Table:
    """Remember something that was given for this roll."""
    f: Pool = top(s)
    return turn(s, deeds=(*f.deeds, replace(deed, by=f.who)))


def acts_against(s: Table, found: tuple[Trait, ...], drive: str, why: str) -> Table:
    """Against one's own belief: three dice, a die of growth at once, and a step down later.  [SV-BONUS-03, SV-GROWTH-01]"""
    f: Pool = top(s)
    p, size = verbs.person(s, f.who), next(each.size for each in found if each.id == drive)
    s = tell(s, "challenges", p.name, "SV-BONUS-03", drive=verbs.drive_words(p, drive), why=why)
    row = verbs.drive_of(p, drive)
    if not row.challenged:
        s = note(verbs.note_drive(s, p.id, replace(row, challenged=True)), Deed("challenged", drive))
    s = verbs.grow(s, p.id, size, "for acting against a Drive", "SV-GROWTH-01")
    if c := verbs.procedure(s):  # it steps down when that closes
        s = beneath(s, 2, due=tuple(sorted({*c.due, Due(p.id, drive)})))
    s = turn(s, against_drives=(*f.against_drives, drive))
    return note(s, Deed("growth", drive, size))


def _set(s: Table, aimed: Ids) -> Table:
    """The dice are known: what is acted against, and what is aimed at a Limit, is three.  [SV-BONUS-03, SV-BONUS-04]"""
    f: Pool = top(s)
    tripled, more = f.against_drives, list(f.extra)
    if s.house.limit_dice != "ability":
        tripled = (*tripled, *aimed)
    elif aimed:
        sizes = sorted((x.rating for x in verbs.person(s, f.against).sheet.assets if x.limit), reverse=True)
        more += [Die("limit", "Their Limit", size) for size in sizes[: len(aimed)]] * 3
    return turn(s, phase="roll", dice=gathering.dice(traits(s, f), f.start, tripled, tuple(more)), limit="")


def limits(s: Table, f: Pool) -> tuple[str, ...]:
    """The Limits of the other side.  [SV-POOL-06]"""
    if not (f.against and f.box):
        return ()
    return tuple(x.limit for x in verbs.person(s, f.against).sheet.assets if x.limit)


def for_a_point(kind: Kind, p: Person, window: str, asks: Lazy[tuple[Param, ...]], payee: str, **words: Any) -> Offer:
    """Offer something that costs a point; whoever has none sees it closed."""
    closed, cost = "" if verbs.can_pay(p) else BROKE, (Cost(1, "point", to=payee),)
    return kind(p.seat, window, asks, closed, cost=cost, **words)


def aim_again(s: Table) -> Table:
    """One more of their Limits, for a point.  [SV-POOL-08]"""
    f: Pool = top(s)
    return turn(spend(s, 1, "another Limit", "SV-POOL-08"), aims=f.aims + 1)


def agree(s: Table) -> Table:
    """The Limit fits.  [SV-BONUS-04]"""
    f: Pool = top(s)
    return _set(s, tuple(f.limit.split()))


def disagree(s: Table) -> Table:
    """It does not, says whoever it is aimed at; where that is a Lead, the Watchtower has the last word."""
    f: Pool = top(s)
    if f.phase == "limit" and verbs.person(s, f.against).kind == "lead":
        return turn(s, phase="judge")
    return _set(tell(s, "misfits", verbs.name_of(s, f.against), "SV-POOL-06"), ())


def roll(s: Table, f: Pool) -> Roll:
    """The dice of the pool, all at once."""
    title = f"{verbs.person(s, f.who).name if f.who else 'Trouble'} rolls"
    return Roll(f"{f.number}.pool", verbs.seat_of(s, f.who), f.purpose, tuple(die.size for die in f.dice), title)


def fold(s: Table, f: Pool) -> Fold:
    """Ones matter by their size, and of the other faces as many of the best as could come to count.

    Which die shows a face matters only where the one that showed the most goes to Trouble.
    """
    return best_faces(BEST + min(len(f.dice), purse(s, f)), ones=True, by_die=s.house.spite_die == "face")


def best_faces(most: int = BEST, least: int = 2, *, ones: bool = False, by_die: bool = False) -> Fold:
    """So many of the best faces, those below the least left out; on request which dice show ones, or such a face."""

    def add(key: tuple[tuple[int, ...], tuple[tuple[int, int], ...]], die: int, face: int) -> Hashable:
        shown, best = key
        if face < least:
            return (*shown, die) if ones else shown, best
        return shown, tuple(sorted((*best, (face, die if by_die else 0)), reverse=True)[:most])

    return ((), ()), add


def settle(s: Table, f: Pool, faces: tuple[int, ...]) -> Table:
    """The dice have fallen; where nothing can be bought, the Result is fixed at once."""
    dice = tuple(replace(die, face=face) for die, face in zip(f.dice, faces, strict=True))
    s = tell(s, "rolled", verbs.name_of(s, f.who), "SV-POOL-10", faces=list(faces), sizes=[f"D{x.size}" for x in dice])
    return turn(s, phase="buy", dice=dice, fell=s.serial, begun=True)


def result(dice: tuple[Die, ...], count: int) -> int:
    """The sum of so many of the best faces, ones left out; fewer dice count what there is.  [SV-POOL-09, SV-POOL-10]"""
    return sum(sorted((die.face for die in dice if die.face > 1), reverse=True)[:count])


def bonus(f: Pool) -> int:
    """What help, Resources and Trouble add to the Result; a 1 adds nothing.  [SV-AID-03, SV-AID-05, SV-BONUS-01, SV-BONUS-05]"""
    return sum(die.face for die in f.bonus if die.face > 1)


def buyable(s: Table, f: Pool) -> int:
    """How many more dice could be made to count: helpers buy none, and Trouble only where the table has it so."""
    if f.purpose == "aid" or (f.purpose == "trouble" and not s.house.trouble_buys):
        return 0
    return min(purse(s, f), max(0, sum(die.face > 1 for die in f.dice) - BEST))


def purse(s: Table, f: Pool) -> int:
    """How many points could go into more dice; the Watchtower's have no end."""
    p = verbs.person(s, f.who) if f.who else None
    return p.points if p and p.kind == "lead" else 99


def fix(s: Table, more: int = 0) -> Table:
    """The Result stands before the other side rolls; each die beyond two is a point.  [SV-SPEND-03, SV-POOL-10]"""
    s = spend(s, more, f"{many(more, 'more die', 'more dice')} in the Result", "SV-SPEND-03")
    f: Pool = top(s)
    dice, total = counting(f.dice, BEST + more), result(f.dice, BEST + more) + bonus(f)
    s = tell(s, "stands", verbs.name_of(s, f.who), "SV-POOL-10", total=total, bonus=bonus(f))
    return turn(s, phase="complications", dice=dice, total=total, ones=ones(s, f), speak=may_cut(s, f))


def counting(dice: tuple[Die, ...], more: int) -> tuple[Die, ...]:
    """The same dice, so many more of the best of which count."""
    left = [n for n, die in enumerate(dice) if die.face > 1 and not die.counts]
    best = sorted(left, key=lambda n: -dice[n].face)[:more]
    return tuple([replace(die, counts=die.counts or n in best) for n, die in enumerate(dice)])


def ones(s: Table, f: Pool) -> tuple[Rating, ...]:
    """The sizes of the dice that make Complications: of help only where the table has it so.  [SV-COMP-01, SV-COMP-06]"""
    c = verbs.contest(s)
    if (f.purpose == "aid" and s.house.aid_ones == "none") or (c and c.claims):
        return ()  # of those who would act, only the winner's are looked at
    if f.purpose == "relief" and isinstance(r := verbs.procedure(s), state.Relief) and r.extra:
        return ()  # dice of an Extra
    more = [die for die in f.bonus if die.trait == "trouble" and s.house.bonus_trouble_ones == "complication"]
    return tuple(sorted([die.size for die in (*f.dice, *more) if die.face == 1], reverse=True))


def may_cut(s: Table, f: Pool) -> Passing:
    """Who may cut Trouble for a Complication of the Watchtower's: the other side first, then any Lead.  [SV-COMP-04]"""
    if f.who and verbs.person(s, f.who).kind == "lead":
        return Passing(())
    there = sorted([each for each in verbs.leads(s) if each.here], key=lambda each: each.id != f.against)
    order = tuple(dict.fromkeys([each.seat for each in there]))
    return Passing(order, in_turns=s.house.wt_comp_who == "opponent_first")


def stress_pool(dice: tuple[Die, ...]) -> tuple[Rating, ...]:
    """The dice of a roll without those that show 1; help and bonus dice are not among them.  [SV-STRESS-02]"""
    return tuple(sorted([die.size for die in dice if die.face != 1]))


def _rolls_trouble(s: Table) -> Table:
    """All of Trouble is rolled, and stays.  [SV-TEST-03]"""
    return turn(s, phase="roll", dice=tuple(Die("trouble", "Trouble", size) for size in s.trouble))


DECIDED = {"interfere": "stops", "test": "passes", "relief": "heals", "trouble": "they_pass"}
FIGURES = {"act": "result", "react": "beats", **DECIDED}
"""What stands beside a roll, by its purpose; while it is open who acts, a Result alone decides nothing."""
MEASURE = {"act": ("stands",)}
"""What a Result that decides nothing may be held against: the answer that would lie ready."""
WITH_ONE = {"act": ("result_with_one",), "react": ("beats_with_one",)}
FIXED = {"act": "stands", "react": "stands", "relief": "heals", "trouble": "they_pass"}
"""The same beside a roll that lies there; what it decides at once is said in words, and has none."""
WON = {"react": ": you beat it", "test": ": you do it", "interfere": ": you stop it"}
LOST = {"react": ": you take Stress", "test": ": you take Stress"}
OWN_ROLL = partial(Kind, group="Your roll", first=True, verb="roll")
BRINGS = (Row("", id="pool"), Row("", id="challenge"), Row("", id="limit"))
BUILD = OWN_ROLL("roll", "Roll", gather, rule="SV-POOL-07")
TROUBLE = OWN_ROLL("roll", "Roll Trouble", _rolls_trouble, rule="SV-TEST-03", figures=("they_pass",), **said("trouble"))
FIX = OWN_ROLL("fix", "Let it stand", fix, rule="SV-SPEND-03")
PREPARE: partial[Kind] = partial(Kind, group="Before you roll", verb="prepare")
AIM_AGAIN = PREPARE("aim_again", "Another of their Limits", aim_again, rule="SV-POOL-08")
JUDGING = partial(Kind, group="Their aim", rule="SV-POOL-06")
AGREE = JUDGING("agree", "It fits", agree, first=True)
DISAGREE = JUDGING("disagree", "It does not", disagree)


def offers(s: Table, f: Pool) -> Iterator[Offer]:
    """What is asked of whoever rolls: which dice, and how many of them are to count."""
    window = str(f.number)
    if f.phase == "build" and not f.who:
        trouble = (Row("Trouble", dice=hollow(s.trouble)),)
        yield TROUBLE.open(WATCHTOWER, window, ask="Trouble rolls first.", pool=trouble)
    elif f.phase == "build":
        p = verbs.person(s, f.who)
        at, whom = _at(s, f)
        words = {"label": f"Roll {at} {whom}", "names": names(p, whom), **said(at), **_question(s, f)}
        figures, rows, first = partial(_figures, s, f, FIGURES), partial(pool_rows, s, f), partial(_hopeful, s, f)
        yield BUILD.open(p.seat, window, partial(asks, s, f), figures=figures, pool=rows, first=first, **words)
        if len(limits(s, f)) > f.aims:
            yield for_a_point(AIM_AGAIN, p, window, (), verbs.payee_name(s, f.payee))
    elif f.phase == "buy":
        needed, totals = _needed(s, f), [result(f.dice, BEST + n) + bonus(f) for n in range(buyable(s, f) + 1)]
        figures, most = partial(_figures, s, f, FIXED if totals[-1] > needed else {}), len(totals) - 1
        comes_to = tuple((n, _comes_to(f, x, beats=x > needed)) for n, x in enumerate(totals))
        by_point = ways(comes_to, verbs.payee_name(s, f.payee), [total <= needed for total in totals])
        label = "More dice for the Result, a point each"
        more = (Number("more", label, 0, most, 0, comes_to, ways=by_point),) if most else ()
        yield FIX.open(verbs.seat_of(s, f.who), window, more, figures=figures, **_lies(s, f))
    elif f.phase in ("limit", "judge"):
        whose = verbs.person(s, f.against).seat if f.phase == "limit" else WATCHTOWER
        by, target = f"{verbs.name_of(s, f.who)} aims at a Limit of", verbs.name_of(s, f.against)
        room, own = f"{by} {target}: does it fit?", f.phase == "limit" and whose != WATCHTOWER
        ask = addressed(f"{by} yours: does it fit?", room, own=own)
        yield AGREE.open(whose, window, **ask)
        yield DISAGREE.open(whose, window, **ask)


def pool_rows(s: Table, f: Pool) -> tuple[Row, ...]:
    """What would be rolled: what is chosen, dice that are there already, and the Result that it has to beat."""
    more, needed = [Row(die.trait.capitalize(), dice=hollow((die.size,))) for die in f.extra], to_beat(s, f)
    sure = [Row(die.name, value=f"+{die.face}") for die in f.bonus if die.face > 1]
    goal = [Row("to beat", value=str(needed), state="bad")] if needed is not None else []
    return (*BRINGS, *more, *sure, *goal)


def _comes_to(f: Pool, total: int, *, beats: bool) -> str:
    """What so many dice make of a roll, and what is decided by that."""
    if beats:
        return f"makes {total}{WON.get(f.purpose, '')}"
    return f"falls short at {total}{LOST.get(f.purpose, '')}"


def ways(words: tuple[tuple[int, str], ...], payee: str, short: Sequence[bool]) -> tuple[Item, ...]:
    """More dice for a Result as ways: to let it stand, or a point for each; `short` says which of them fall short."""
    return tuple(
        Item(
            str(n),
            f"Count {many(n, 'more die', 'more dice')}" if n else "Let it stand",
            says=says,
            cost=_points(n, payee),
            lost="no points" if short[n] else "",
        )
        for n, says in words
    )


def _points(n: int, payee: str) -> tuple[Cost, ...]:
    return (Cost(n, "point" if n == 1 else "points", to=payee),) if n else ()


def _at(s: Table, f: Pool) -> tuple[Literal["for", "against"], str]:
    """Whether a roll is for somebody or against them, and whom."""
    under = s.stack[-2]
    whom = under.who if f.purpose == "aid" and isinstance(under, Pool) else f.against
    return "for" if f.purpose in ("aid", "relief") else "against", verbs.name_of(s, whom) if whom else "Trouble"


def _hopeful(s: Table, f: Pool) -> bool:
    """Whether what lies chosen could win at all; where it could not, there is no one next step: people choose."""
    found = traits(s, f)
    dice = gathering.dice(found, gathering.lying(found, f.kept, _taken(s, f), f.start), f.against_drives, f.extra)
    return sum([die.size for die in dice[-BEST:]]) + bonus(f) > _needed(s, f)


def _figures(s: Table, f: Pool, by_purpose: Mapping[str, str]) -> tuple[str, ...]:
    """What comes of the roll, and what a die more would make of it for whoever has a point."""
    c = verbs.contest(s)
    if c and c.claims and f.purpose == "act":
        return ()
    if f.purpose not in by_purpose:
        return ()
    before = by_purpose is FIGURES
    with_one = WITH_ONE.get(f.purpose, ()) if before and purse(s, f) else ()
    return (by_purpose[f.purpose], *(MEASURE.get(f.purpose, ()) if before else ()), *with_one)


def _shows(s: Table, f: Pool) -> str:
    """What the number beside each trait is: what the roll comes to with it, or the chance of it; there may be none."""
    figures = _figures(s, f, FIGURES)
    what = "average" if "result" in figures else "chance"
    return f"Numbers: your {what} with it. " if figures else ""


def asks(s: Table, f: Pool) -> tuple[Param, ...]:
    """All that is asked of a pool: its dice, what is acted against, what is aimed at a Limit, and an aim of one's own."""
    p, found = verbs.person(s, f.who), traits(s, f)
    taken = () if s.house.own_stress_shared else _taken(s, f)
    payee, required = verbs.payee_name(s, f.payee), s.house.drives_required
    pick = gathering.pick(
        found, f.kept, taken, f.start, verbs.purse(p), payee, required, f.against_drives, _shows(s, f)
    )
    rows: list[Param] = [pick]
    once = () if s.house.challenge_repeat else [row.id for row in p.drives if row.challenged]
    done = (*f.against_drives, *verbs.owed(s, p.id), *once)
    if drives := gathering.challenge(pick, done):
        rows += [drives, AGAINST_IT]
    if there := limits(s, f):
        rows += [gathering.aim(pick, there, f.aims), FITS]
    if f.purpose == "react" and (c := verbs.contest(s)) and c.sides[1].total < 0:
        rows.append(COUNTER_AIM)  # with the first answer
    return tuple(rows)


def _taken(s: Table, f: Pool) -> Ids:
    """Own Stress that the other side has in the pool just now."""
    c = verbs.contest(s)
    sides: tuple[Side, ...] = ()
    if c and f.purpose in ("act", "react"):
        sides = c.sides
    elif f.purpose == "again":  # the two who go on after all; nobody's pool is against whoever stepped in
        between = next(each for each in s.stack if isinstance(each, state.Interference))
        sides = (*between.sides, *between.again) if f.who != between.who else ()
    theirs = [side.chosen for side in sides if side.who == f.against][-1:]
    their, own = gathering.THEIRS, gathering.OWN  # our Stress as they name it, and as we do
    return tuple(name.replace(their, own, 1) for chosen in theirs for name in chosen if name.startswith(their))


def may_give_in(s: Table, f: Pool) -> bool:
    """Whether whoever rolls could still give in instead: until a die of theirs has fallen.  [SV-CONTEST-07]"""
    if f.phase != "build" or f.begun:
        return False
    return f.purpose == "react" or (f.purpose == "test" and s.house.test_give_in)


def _question(s: Table, f: Pool) -> dict[str, Any]:
    p, c = verbs.person(s, f.who), verbs.contest(s)
    if f.purpose == "react" and c:
        instead = "" if f.begun else " give in,"
        name, total, aim = verbs.name_of(s, f.against), c.sides[0].total, c.sides[0].aim
        wants = f" wants “{aim}” and" if aim else ""
        you = f"{name}{wants} stands at {total}. Roll more,{instead} or take Stress."
        room = f"{p.name} answers {total}{'' if f.begun else ', or gives in'}."
        return verbs.to_player(s, p.id, you, room)
    below = s.stack[-2]
    why = f"“{below.goal}”: " if f.purpose == "test" and isinstance(below, state.Trial) and below.goal else ""
    at = " ".join(_at(s, f))
    you, room = f"What do you roll {at}?", f"What does {p.name} roll {at}?"
    return verbs.to_player(s, p.id, f"{why}{you}", f"{why}{room}")


def _lies(s: Table, f: Pool) -> dict[str, Any]:
    """What the roll comes to, and what it has to be more than."""
    total, needed = result(f.dice, BEST) + bonus(f), _needed(s, f)
    more = f". More than {needed} is needed{', or it means Stress' if f.purpose in ('react', 'test') else ''}."
    if total > needed:
        more = f"{f', more than {needed}' if needed >= 0 else ''}."
    room = f"The roll of {verbs.name_of(s, f.who) if f.who else 'Trouble'} comes to {total}{more}"
    return verbs.to_player(s, f.who, f"Your roll comes to {total}{more}", room)


def _needed(s: Table, f: Pool) -> int:
    goal = to_beat(s, f)
    return -1 if goal is None else goal - (f.purpose == "test" and s.house.test_tie == "lead")


def to_beat(s: Table, f: Pool) -> int | None:
    """What a roll has to beat: the Result that stands, Trouble's, or in a restart, for the second, that of the first."""
    below, c = s.stack[-2], verbs.contest(s)
    if isinstance(below, state.Trial):
        return below.total if f.purpose == "test" else None
    if isinstance(below, state.Interference) and len(below.again) == 1:
        return below.again[0].total
    return c.sides[0].total if c and f.purpose in ("react", "interfere") else None
