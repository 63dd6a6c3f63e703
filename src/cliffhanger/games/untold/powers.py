"""What Hero and Villain Points do to a check: one list, which every phase of a check includes.

Either side may spend, in any order, from the declaration until the outcome is final; each spend is settled before the
next. The one who spends is a seat: a player pays with their character's points, the Game Master with Villain Points.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from cliffhanger.games.untold.derived import dl_name
from cliffhanger.games.untold.state import D12, GM, SIDES, Check, Family, Side, Spent, Table
from cliffhanger.games.untold.tally import HIGHEST, dl, minimum_roll, succeeds, tally
from cliffhanger.games.untold.verbs import of_seat, pay_hero_point, pay_villain_point, person
from cliffhanger.kernel.frames import Passing, amend, replace, tell, top, turn
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Pick

RANK = 40
POINT = {"heroes": "Hero Point", "villains": "Villain Point"}
USES: tuple[tuple[str, str, int, int], ...] = (
    ("easier", "Two successes fewer are needed", -2, 0),
    ("harder", "Two successes more are needed", 2, 0),
    ("plus", "Two automatic successes", 0, 2),
    ("minus", "Two successes taken away", 0, -2),
)
WAYS = {"easier": 1, "plus": 1, "up": 1, "harder": -1, "minus": -1, "down": -1}
"""Which uses speak for a check, and which against it."""
ANOTHER = "Use yours another way."
LOCKED = "A die that shows a 1 or a 12 stays as it is. Choose others. (UN-HRO-04)"
TWELVE = "It shows a 12 already. Choose another. (UN-HRO-06)"


class No(NamedTuple):
    """Why a point cannot be used here, and what would help; `rule` where it is another than that of the use."""

    why: str = ""
    instead: str = ""
    rule: str = ""


YES = No()
NO_HERO = No("You have no Hero Point.", "A 12 on a boon die or a heroic action brings one.")
NO_VILLAIN = No("You have no Villain Point.", "The players' third Hero Point brings one.")


def side_of(seat: str) -> Side:
    """Whose points a seat spends."""
    return "villains" if seat == GM else "heroes"


def powers(s: Table, f: Check, only: str = "") -> Iterator[Offer]:
    """What each seat may do to this check with a point; `only` one side where the other has chosen already."""
    window, late = str(f.number), f.rolled
    loose = any(not die.locked for die in f.dice) if late else False
    for at, seat in enumerate(s.seats):
        who, side = seat.id, side_of(seat.id)
        if only and side != only:
            continue
        no = cannot(s, f, who, side)
        kinds: tuple[Family, ...] = ("numbers",)
        if late and f.choice != "auto":
            kinds = ("numbers", "shift", "reroll", "twelve")
        for kind in kinds:
            shut = no if no.why else _shut(s, f, side, kind, loose=loose)
            make = partial(MAKERS[kind], s, f, who, RANK + at, shut)
            yield Later(who, window, kind, shut.why, make, RANK + at, reaction=True)


def cannot(s: Table, f: Check, seat: str, side: Side) -> No:
    """Why a seat may not spend on this check: nothing left, not theirs, or the house's limits.  [UN-HRO-08]"""
    if side == "villains":
        if s.villain_points < 1:
            return NO_VILLAIN
    else:
        mine = of_seat(s, seat)
        if mine is None or mine.hero_points < 1:
            return NO_HERO
        p = person(s, f.who)
        if not s.house.points_on_allies and p.kind == "pc" and p.seat != seat:
            said = "At this table points are for your own checks and for adversaries'."
            return No(said, f"{p.name} may spend one.", "R21")
    if f.spent:
        most = s.house.points_per_check
        if most != "unlimited" and sum(x.side == side for x in f.spent) >= int(most):
            said = f"At this table each side spends {most} on a check, and yours has."
            return No(said, "The next check is open to you again.", "R15")
        if s.house.opposing_points == "none_on_same_check" and any(x.side != side for x in f.spent):
            said = "The other side has spent on this check, and at this table the first is the only one."
            return No(said, "The next check is open to you again.", "R19")
    return YES


def closed_ways(s: Table, f: Check, side: Side, kind: Family) -> frozenset[int]:
    """A point may not cancel what the other side's has done: neither way of a use is answered by the other.  [UN-VIL-05]"""
    if s.house.opposing_points != "no_mirror":
        return frozenset()
    return frozenset(-x.way for x in f.spent if x.family == kind and x.side != side and x.way)


def _mirrored(side: Side) -> str:
    return f"The other side has done the like here, and a {POINT[side]} does not cancel it."


def _shut(s: Table, f: Check, side: Side, kind: Family, *, loose: bool) -> No:
    """Why a use is closed whoever pays: the other side has gone both its ways, or no die is left to touch."""
    if len(closed_ways(s, f, side, kind)) > 1:
        return No(_mirrored(side), ANOTHER, "UN-VIL-05")
    return _no_dice(f, kind, loose=loose)


def _no_dice(f: Check, kind: Family, *, loose: bool) -> No:
    if kind == "numbers":
        return YES
    if kind == "twelve":
        return YES if any(die.face < HIGHEST for die in f.dice) else No("Every die shows a 12.", ANOTHER)
    return (
        YES
        if loose
        else No("Every die shows a 1 or a 12, and those stay as they are.", "Make one a 12, or move the numbers.")
    )


def _offer(
    f: Check, seat: str, rank: int, key: str, label: str, do: Callable[..., Any], pick: Pick, *, rule: str, no: No, says: str = "",
    figures: tuple[str, ...] = (),
) -> Offer:  # fmt: skip
    side = side_of(seat)
    return offer(
        seat, f.number, key, label, do, *(() if no.why else (pick,)), rule=no.rule or rule,
        blocked=no.why, instead=no.instead, rank=rank, group=f"{POINT[side]}s", price=POINT[side], says=says,
        figures=figures, reaction=True,
    )  # fmt: skip


def _figures(s: Table, f: Check, seat: str) -> tuple[str, ...]:
    """What a point makes of a check, as the side sees it that spends."""
    ours = side_of(seat) == person(s, f.who).side
    if f.rolled:
        made = tally(s, f).net >= dl(s, f)
        return (("still_made" if made else "made_now") if ours else "fails_now",)
    return () if f.base < 0 else ("made_unspent" if ours else "fails_unspent",)


def _numbers(s: Table, f: Check, seat: str, rank: int, no: No) -> Offer:
    early = "" if f.base >= 0 else "The difficulty is not set yet."
    if "auto" in (f.choice, f.phase):
        early = "It would succeed unrolled: only the difficulty moves it."
    # a point for one's own check comes first in the list
    ours = side_of(seat) == person(s, f.who).side
    rows = USES if ours else (USES[1], USES[3], USES[0], USES[2])
    items = tuple(
        Item(key, label, says=_after(s, f, moved, plus), blocked=early if plus else "")
        for key, label, moved, plus in (() if no.why else rows)
    )  # fmt: skip
    return _offer(
        f, seat, rank, "numbers", "Two successes", bound(spend_numbers, by=seat), _ways(s, f, seat, "use", items, "numbers"),
        rule=_rule(s, f, seat, "numbers", "UN-HRO-03"), no=no, figures=_figures(s, f, seat),
    )  # fmt: skip


def _rule(s: Table, f: Check, seat: str, kind: Family, rule: str) -> str:
    """The rule of a use, or the one that closes a way of it."""
    return "UN-VIL-05" if closed_ways(s, f, side_of(seat), kind) else rule


def _ways(s: Table, f: Check, seat: str, name: str, items: tuple[Item, ...], kind: Family) -> Pick:
    """The ways a point can go; one that would undo the other side's says so."""
    closed = closed_ways(s, f, side_of(seat), kind)
    why = f"{_mirrored(side_of(seat))} {ANOTHER} (UN-VIL-05)"
    items = tuple(replace(item, blocked=why) if WAYS[item.id] in closed else item for item in items)
    return Pick(name, "Which way", items, start=tuple(item.id for item in items if not item.blocked)[:1])


def _after(s: Table, f: Check, moved: int, plus: int) -> str:
    """What would be needed, or counted, after such a point."""
    if f.base < 0:
        return ""
    needed = dl(s, replace(f, moved=f.moved + moved)) if moved else dl(s, f)
    return f"{tally(s, f).net + plus} of {needed}" if f.rolled else f"difficulty {needed}" if moved else ""


def _shift(s: Table, f: Check, seat: str, rank: int, no: No) -> Offer:
    ways = (("up", "Every die one higher", 1), ("down", "Every die one lower", -1))
    to = {key: replace(f, dice=tuple(shifted(s, die, by) for die in f.dice)) for key, _, by in ways}
    items = tuple(Item(key, label, says=f"{tally(s, to[key]).net} of {dl(s, f)}") for key, label, _ in ways)
    if side_of(seat) != person(s, f.who).side:
        items = items[::-1]
    return _offer(
        f, seat, rank, "shift", "Shift every die", bound(spend_shift, by=seat), _ways(s, f, seat, "way", items, "shift"),
        rule=_rule(s, f, seat, "shift", "UN-HRO-05"), no=no, says="Those that show a 1 or a 12 stay.",
        figures=_figures(s, f, seat),
    )  # fmt: skip


def _reroll(s: Table, f: Check, seat: str, rank: int, no: No) -> Offer:
    mr = minimum_roll(s, f)
    items = tuple(_die(die, mr, blocked=LOCKED if die.locked else "") for die in f.dice)
    ours = side_of(seat) == person(s, f.who).side
    start = tuple(die.id for die in f.dice if not die.locked and succeeds(die, mr) != ours)
    start = start or tuple(die.id for die in f.dice if not die.locked)[:1]
    return _offer(
        f, seat, rank, "reroll", "Re-roll dice", bound(spend_reroll, by=seat),
        Pick("dice", "Which dice", items, 1, max(1, sum(not die.locked for die in f.dice)), start=start), rule="UN-HRO-04", no=no,
        says="A 1 or a 12 stays as it is.", figures=_figures(s, f, seat),
    )  # fmt: skip


def _twelve(s: Table, f: Check, seat: str, rank: int, no: No) -> Offer:
    mr = minimum_roll(s, f)
    items = tuple(_die(die, mr, blocked=TWELVE if die.face == HIGHEST else "") for die in f.dice)
    best = sorted((die for die in f.dice if die.face < HIGHEST), key=lambda die: (die.face != 1, succeeds(die, mr)))
    return _offer(
        f, seat, rank, "twelve", "A die becomes a 12", bound(spend_twelve, by=seat),
        Pick("die", "Which die", items, start=tuple(die.id for die in best[:1])), rule="UN-HRO-06", no=no,
        says="A boon, and its boon die.", figures=_figures(s, f, seat),
    )  # fmt: skip


def _die(die: D12, mr: int, *, blocked: str) -> Item:
    word = "counts" if succeeds(die, mr) else ""
    kind = "" if die.kind == "ordinary" else f"{die.kind} die, "
    return Item(die.id, str(die.shows), says=f"{kind}{word}".strip(", "), blocked=blocked)


MAKERS = {"numbers": _numbers, "shift": _shift, "reroll": _reroll, "twelve": _twelve}


# --- what they do --------------------------------------------------------------------------------------------


def _pay(s: Table, by: str, family: Family, what: str, rule: str, way: int = 0) -> tuple[Table, tuple[Spent, ...]]:
    """The point is gone, and what it did is written down with the check."""
    f: Check = top(s)
    side, mine = side_of(by), of_seat(s, by)
    if mine is None or side == "villains":
        return pay_villain_point(s, what, rule), (*f.spent, Spent("Game Master", side, family, what, way))
    return pay_hero_point(s, mine.id, what, rule), (*f.spent, Spent(mine.name, side, family, what, way))


def _back(s: Table, **changes: object) -> Table:
    """A spend reopens the check: whatever was chosen is undone, and everybody may speak again.

    While a pool is built it leaves the windows open: what lies in somebody's hand stays there, and its terms have moved.
    """
    f: Check = top(s)
    phase = changes.pop("phase", "") or ("window" if f.rolled else "building" if f.base >= 0 else "declared")
    # who has let it stand ahead is asked again, and a question that was closed comes back as a new one
    change = amend if f.phase == phase == "building" and not f.speak.passed else turn
    return change(s, phase=phase, choice="", stood="", speak=Passing(SIDES), **changes)


def reopened(s: Table, side: Side) -> Table:
    """A point that was spent beside the dice reopens a check as any other does.

    A choice is undone by the other side alone: one's own spends before it. What was let stand ahead is asked again.
    """
    f = top(s)
    if not isinstance(f, Check):
        return s
    if f.phase == "closing":
        return s if side == person(s, f.who).side else _back(s)
    return turn(s, speak=Passing(SIDES)) if f.speak.passed else s


def spend_numbers(s: Table, by: str, use: tuple[str, ...]) -> Table:
    """A point moves the difficulty by two, or adds or takes two successes.  [UN-HRO-03]"""
    f: Check = top(s)
    _, label, moved, plus = next(row for row in USES if row[0] == use[0])
    s, spent = _pay(s, by, "numbers", label.lower(), "UN-HRO-03", WAYS[use[0]])
    s = _back(s, spent=spent, moved=f.moved + moved, automatic=f.automatic + plus)
    f = top(s)
    if f.base < 0:
        return s
    now, net = dl(s, f), tally(s, f).net
    return tell(s, "stands", person(s, f.who).name, "UN-HRO-03", dl=now, word=dl_name(now), net=net, rolled=f.rolled)


def spend_shift(s: Table, by: str, way: tuple[str, ...]) -> Table:
    """A point turns every die by one, all the same way; 1s and 12s stay.  [UN-HRO-05]"""
    f: Check = top(s)
    step = 1 if way[0] == "up" else -1
    what = "every die one higher" if step > 0 else "every die one lower"
    s, spent = _pay(s, by, "shift", what, "UN-HRO-05", step)
    dice = tuple(shifted(s, die, step) for die in f.dice)
    owed = tuple(new.id for old, new in zip(f.dice, dice, strict=True) if new.face == HIGHEST != old.face)
    return _back(s, spent=spent, dice=dice, owed=owed, phase="boons" if owed else "")


def shifted(s: Table, die: D12, step: int) -> D12:
    """A die one face on; the new face counts in every way, or for success alone where the house says so."""
    if die.locked:
        return die
    if s.house.shifted_faces == "success_only":
        return replace(die, lift=die.lift + step)
    return replace(die, face=die.face + step)


def spend_reroll(s: Table, by: str, dice: tuple[str, ...]) -> Table:
    """A point has any number of dice rolled again, but for 1s and 12s; the new faces stand.  [UN-HRO-04]"""
    f: Check = top(s)
    again = tuple(sorted((die.id for die in f.dice if die.id in dice), key=lambda name: _order(f, name)))
    s, spent = _pay(
        s, by, "reroll", f"{len(again)} dice rolled again" if len(again) > 1 else "a die rolled again", "UN-HRO-04"
    )
    return _back(s, spent=spent, phase="roll", cast="reroll", again=again)


def _order(f: Check, name: str) -> tuple[str, bool, int]:
    at = next(n for n, die in enumerate(f.dice) if die.id == name)
    return f.dice[at].kind, f.dice[at].late, at


def spend_twelve(s: Table, by: str, die: tuple[str, ...]) -> Table:
    """A point makes one die a 12, from any face: a boon, and its boon die.  [UN-HRO-06]"""
    f: Check = top(s)
    s, spent = _pay(s, by, "twelve", "a die becomes a 12", "UN-HRO-06")
    dice = tuple(replace(row, face=HIGHEST, lift=0) if row.id == die[0] else row for row in f.dice)
    return _back(s, spent=spent, dice=dice, owed=(die[0],), phase="boons")
