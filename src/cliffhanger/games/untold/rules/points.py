"""Hero and Villain Points spent on a check: one list of options, which every phase of a check includes.

Either side may spend, in any order, from the declaration until the outcome is final; each spend is settled before the
next. The one who spends is a seat: a player pays with their character's points, the Game Master with Villain Points.
In this order: the options; what each asks for; what they do; the four of them.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

from cliffhanger.games.untold.rules.derived_ratings import dl_name
from cliffhanger.games.untold.rules.state import D12, GM, SIDES, Check, Family, Person, Side, Spent, Table
from cliffhanger.games.untold.rules.tally import HIGHEST, dl, minimum_roll, so_far, succeeds, tally
from cliffhanger.games.untold.rules.verbs import of_seat, pay_hero_point, pay_villain_point, person
from cliffhanger.games.untold.rules.wording import said
from cliffhanger.kernel.frames import Passing, amend, replace, tell, top, turn
from cliffhanger.kernel.offers import YES, No, Offer
from cliffhanger.kernel.params import Cost, Item, Pick, ids

RANK = 40
POINT = {"heroes": "Hero Point", "villains": "Villain Point"}
NUMBERS: tuple[tuple[str, str, int, int], ...] = (
    ("easier", "Two successes fewer are needed", -2, 0),
    ("harder", "Two successes more are needed", 2, 0),
    ("plus", "Two automatic successes", 0, 2),
    ("minus", "Two successes taken away", 0, -2),
)
SHIFTS = (("up", "Every die one higher", 1), ("down", "Every die one lower", -1))
WAYS = {"easier": 1, "plus": 1, "up": 1, "harder": -1, "minus": -1, "down": -1}
"""Which uses speak for a check, and which against it."""
ANOTHER = "Use yours another way."
LOCKED = "A die that shows a 1 or a 12 stays as it is. Choose others. (UN-HRO-04)"
TWELVE = "It shows a 12 already. Choose another. (UN-HRO-06)"
ALL_12 = No("Every die shows a 12.", ANOTHER)
ALL_LOCKED = No("Every die shows a 1 or a 12, and those stay as they are.", "Make one a 12, or move the numbers.")
FOR_A_FELLOW = ("they_make_unspent",)
OPEN: set[int] = set()
NOTHING: Any = ()
REACTION = True
NO_HERO = No("You have no Hero Point.", "A 12 on a boon die or a heroic action brings one.")
NO_VILLAIN = No("You have no Villain Point.", "The players' third Hero Point brings one.")


def side_of(seat: str) -> Side:
    """Whose points a seat spends."""
    return "villains" if seat == GM else "heroes"


def point_offers(s: Table, f: Check, p: Person, only: str = "") -> list[Offer]:
    """What each seat may do to this check with a point; `only` one side where the other has chosen already."""
    found: list[Offer] = []
    window, actor = str(f.number), p.side
    uses = len(USES) if f.rolled and f.choice != "auto" else 1
    # there are more of these than of all others: a closed one is the same in every check, an open one for its whole side
    open_: dict[Side, list[Way]] = {}
    for rank, seat in enumerate(s.seats, RANK):
        by, side = seat.id, side_of(seat.id)
        if only and side != only:
            continue
        no = cannot(s, f, by, side)
        if no is not YES:
            for do, key, words, of, why in _closed(by, side, no, uses):
                found.append(Offer(by, window, key, do, NOTHING, words, of, why, rank, REACTION))
            continue
        ways, deeds = open_.get(side) or open_.setdefault(side, _uses(s, f, side, side == actor, uses)), _deeds(by)
        own: dict[str, Any] = {"group": partial(_held, s, by, side)}
        if side == actor and by != p.seat and not f.rolled and f.base >= 0:
            own["figures"] = FOR_A_FELLOW
        for at, (key, asks, words, of, why) in enumerate(ways):
            found.append(Offer(by, window, key, deeds[at], asks, {**words, **own}, of, why, rank, REACTION))
    return found


def _held(s: Table, seat: str, side: Side) -> str:
    """The points a seat may spend, by name, and how many there are."""
    mine = of_seat(s, seat) if side == "heroes" else None
    return f"{POINT[side]}s: you have {mine.hero_points if mine else s.villain_points}"


@lru_cache(maxsize=1024)
def _deeds(by: str) -> tuple[Callable[..., Table], ...]:
    """What a seat does with its points, in the order of USES."""
    return tuple(partial(use.do, by=by) for use in USES)


@lru_cache(maxsize=256)
def _closed(by: str, side: Side, no: No, uses: int) -> list[Any]:
    """The first uses of a point for a seat that may spend none: each with its deed and its words, and why it is closed."""
    rows = zip(_deeds(by), USES[:uses], strict=False)
    return [(do, x.id, {"instead": no.instead, "rule": no.rule or x.rule}, x.words[side], no.why) for do, x in rows]


def _uses(s: Table, f: Check, side: Side, ours: bool, uses: int) -> "list[Way]":
    """The first uses of a point for one side: why one is closed, if it is, what it asks for, and its words."""
    found: list[Way] = []
    for use in USES[:uses]:
        figures = {"figures": partial(_figures, s, f, ours, use.id), "way": f.rolled}
        closed = closed_ways(s, f, side, use.id) if f.spent else OPEN
        no = No(_mirrored(side), ANOTHER) if len(closed) > 1 else _no_dice(f, use.id)
        asks = NOTHING if no.why else partial(use.params, s, f, side, ours)
        words = (
            figures | {"instead": no.instead}
            if no.why
            else figures | {"vain": partial(_in_vain, s, f, side, use.id, ours)}
        )
        found.append((use.id, asks, words | {"rule": "UN-VIL-05"} if closed else words, use.words[side], no.why))
    return found


def cannot(s: Table, f: Check, seat: str, side: Side) -> No:
    """Why a seat may not spend on this check: nothing left, not theirs, or the house's limits.  [UN-HRO-08]"""
    if side == "villains":
        if s.villain_points < 1:
            return NO_VILLAIN
    else:
        if not (mine := of_seat(s, seat)) or mine.hero_points < 1:
            return NO_HERO
        if not s.house.points_on_allies and (p := person(s, f.who)).kind == "pc" and p.seat != seat:
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


def closed_ways(s: Table, f: Check, side: str, kind: Family) -> set[int]:
    """A point may not cancel what the other side's has done: neither way of a use is answered by the other.  [UN-VIL-05]"""
    if s.house.opposing_points != "no_mirror":
        return OPEN
    return {-x.way for x in f.spent if x.family == kind and x.side != side and x.way}


def _mirrored(side: str) -> str:
    return f"The other side has done the like here, and a {POINT[side]} does not cancel it."


def _no_dice(f: Check, kind: Family) -> No:
    if kind == "numbers":
        return YES
    for die in f.dice:
        if die.face < HIGHEST if kind == "twelve" else not die.locked:
            return YES
    return ALL_12 if kind == "twelve" else ALL_LOCKED


def _in_vain(s: Table, f: Check, side: Side, kind: Family, ours: bool) -> str:
    """Why a point spent so gains nothing as the dice lie; "" where it may. Chance may yet help dice that fall again."""
    step = 1 if ours else -1
    if step in closed_ways(s, f, side, kind):  # what is left of it helps the others alone
        return f"{_mirrored(side)} {ANOTHER}"
    if not f.rolled:
        return ""
    net, needed = tally(s, f).net, dl(s, f)
    mixed = not f.pushed or s.house.mixed_after_push
    if ours and net >= needed:
        return "" if kind == "twelve" else "It is made already: nothing more is to be gained."
    if not ours and net < needed - mixed:
        return "It falls short already: nothing more is to be gained."
    if kind == "twelve":
        return "" if ours else "A 12 counts for them."
    after = None if kind == "reroll" else _least(s, f, kind, step)
    enough = needed - (mixed and net < needed - 1)  # who is one short already has nothing of staying there
    if after is None or (after >= enough if ours else after < needed):
        return ""
    told = "fall short" if ours else "be made"
    return f"It would still {told}: {needed} needed, {after} there."


def _least(s: Table, f: Check, kind: Family, step: int) -> int | None:
    """The successes after a point that moves the numbers, or every die; None where a boon die comes of it."""
    if kind == "numbers":
        return tally(s, f).net + 2 * step
    dice = tuple(shifted(s, die, step) for die in f.dice)
    if any(new.face == HIGHEST != old.face for old, new in zip(f.dice, dice, strict=True)):
        return None
    return tally(s, replace(f, dice=dice)).net


def _figures(s: Table, f: Check, ours: bool, kind: Family) -> tuple[str, ...]:
    """What a point makes of a check, as the side sees it that spends."""
    if f.rolled:
        if kind == "twelve" and ours and tally(s, f).net >= dl(s, f):
            return ()  # it is made already: what a 12 brings then is its boon die
        made = tally(s, f).net >= dl(s, f)
        return (("still_made" if made else "made_now") if ours else "fails_now",)
    return () if f.base < 0 else ("made_unspent" if ours else "fails_unspent",)


def _numbers(s: Table, f: Check, side: Side, ours: bool) -> tuple[Pick]:
    early = "" if f.base >= 0 else "The difficulty is not set yet."
    if "auto" in (f.choice, f.phase):
        early = "It would succeed unrolled: only the difficulty moves it."
    # a point for one's own check comes first in the list
    rows = NUMBERS if ours else (NUMBERS[1], NUMBERS[3], NUMBERS[0], NUMBERS[2])
    items = [Item(key, label, says=_after(s, f, by, n), blocked=early if n else "") for key, label, by, n in rows]
    return (_ways(s, f, side, "use", items, "numbers"),)


def _ways(s: Table, f: Check, side: Side, name: str, items: Iterable[Item], kind: Family) -> Pick:
    """The ways a point can go; one that would undo the other side's says so."""
    closed = closed_ways(s, f, side, kind)
    why = f"{_mirrored(side)} {ANOTHER} (UN-VIL-05)"
    rows = tuple(replace(item, blocked=why) if WAYS[item.id] in closed else item for item in items)
    return Pick(name, "Which way", rows, start=tuple(item.id for item in rows if not item.blocked)[:1])


def _after(s: Table, f: Check, moved: int, plus: int) -> str:
    """What would be needed, or counted, after such a point."""
    if f.base < 0:
        return ""
    needed = dl(s, replace(f, moved=f.moved + moved)) if moved else dl(s, f)
    return so_far(tally(s, f).net + plus, needed) if f.rolled else f"difficulty {needed}" if moved else ""


def _shift(s: Table, f: Check, side: Side, ours: bool) -> tuple[Pick]:
    items = []
    for key, label, step in SHIFTS if ours else SHIFTS[::-1]:
        after = replace(f, dice=tuple(shifted(s, die, step) for die in f.dice))
        items.append(Item(key, label, says=so_far(tally(s, after).net, dl(s, f))))
    return (_ways(s, f, side, "way", items, "shift"),)


def _reroll(s: Table, f: Check, _side: Side, ours: bool) -> tuple[Pick]:
    mr = minimum_roll(s, f)
    items = tuple(_die(die, mr, blocked=LOCKED if die.locked else "") for die in f.dice)
    free = [die for die in f.dice if not die.locked]
    start = tuple(die.id for die in free if succeeds(die, mr) != ours) or tuple(die.id for die in free[:1])
    return (Pick("dice", "Which dice", items, 1, max(1, len(free)), start=start),)


def _twelve(s: Table, f: Check, _side: Side, _ours: bool) -> tuple[Pick]:
    mr = minimum_roll(s, f)
    items = tuple(_die(die, mr, blocked=TWELVE if die.face == HIGHEST else "") for die in f.dice)
    best = sorted((die for die in f.dice if die.face < HIGHEST), key=lambda die: (die.face != 1, succeeds(die, mr)))
    return (Pick("die", "Which die", items, start=tuple(die.id for die in best[:1])),)


def _die(die: D12, mr: int, *, blocked: str) -> Item:
    word = "counts" if succeeds(die, mr) else ""
    kind = "" if die.kind == "ordinary" else f"{die.kind} die, "
    return Item(die.id, str(die.shows), says=f"{kind}{word}".strip(", "), blocked=blocked)


def _spend(
    s: Table, by: str, family: Family, what: str, rule: str, way: int = 0, /, phase: str = "", **changes: object
) -> Table:
    """The point is gone, what it did is written down with the check, and the check is open again."""
    f: Check = top(s)
    side, mine = side_of(by), of_seat(s, by)
    name = mine.name if mine else "Game Master"
    s = pay_hero_point(s, mine.id, what, rule) if mine else pay_villain_point(s, what, rule)
    return _back(s, phase, spent=(*f.spent, Spent(name, side, family, what, way)), **changes)


def _back(s: Table, phase: str = "", **changes: object) -> Table:
    """A spend reopens the check: whatever was chosen is undone, and everybody may speak again.

    While a pool is built it leaves the windows open: what lies in somebody's hand stays there, and its terms have moved.
    """
    f: Check = top(s)
    phase = phase or ("window" if f.rolled else "building" if f.base >= 0 else "declared")
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


def spend_numbers(s: Table, by: str, use: str) -> Table:
    """A point moves the difficulty by two, or adds or takes two successes.  [UN-HRO-03]"""
    f: Check = top(s)
    _, label, moved, plus = next(row for row in NUMBERS if row[0] == use)
    moved, plus = f.moved + moved, f.automatic + plus
    s = _spend(s, by, "numbers", label.lower(), "UN-HRO-03", WAYS[use], moved=moved, automatic=plus)
    f = top(s)
    if f.base < 0:
        return s
    now, net = dl(s, f), tally(s, f).net
    return tell(s, "stands", person(s, f.who).name, "UN-HRO-03", dl=now, word=dl_name(now), net=net, rolled=f.rolled)


def spend_shift(s: Table, by: str, way: str) -> Table:
    """A point turns every die by one, all the same way; 1s and 12s stay.  [UN-HRO-05]"""
    f: Check = top(s)
    _, label, step = next(row for row in SHIFTS if row[0] == way)
    dice = tuple(shifted(s, die, step) for die in f.dice)
    owed = tuple(new.id for old, new in zip(f.dice, dice, strict=True) if new.face == HIGHEST != old.face)
    phase = "boons" if owed else ""
    return _spend(s, by, "shift", label.lower(), "UN-HRO-05", step, phase=phase, dice=dice, owed=owed)


def shifted(s: Table, die: D12, step: int) -> D12:
    """A die one face on; the new face counts in every way, or for success alone where the house says so."""
    if die.locked:
        return die
    if s.house.shifted_faces == "success_only":
        return replace(die, lift=die.lift + step)
    return replace(die, face=die.face + step)


def spend_reroll(s: Table, by: str, dice: str | tuple[str, ...]) -> Table:
    """A point has any number of dice rolled again, but for 1s and 12s; the new faces stand.  [UN-HRO-04]"""
    f, picked = top(s), ids(dice)
    alike = sorted([die for die in f.dice if die.id in picked], key=lambda die: (die.kind, die.late))
    again = tuple(die.id for die in alike)
    what = f"{len(again)} dice rolled again" if len(again) > 1 else "a die rolled again"
    return _spend(s, by, "reroll", what, "UN-HRO-04", phase="roll", cast="reroll", again=again)


def spend_twelve(s: Table, by: str, die: str) -> Table:
    """A point makes one die a 12, from any face: a boon, and its boon die.  [UN-HRO-06]"""
    f: Check = top(s)
    dice = tuple(replace(row, face=HIGHEST, lift=0) if row.id == die else row for row in f.dice)
    return _spend(s, by, "twelve", "a die becomes a 12", "UN-HRO-06", dice=dice, owed=(die,), phase="boons")


Asks: TypeAlias = Callable[[Table, Check, Side, bool], tuple[Pick]]


class Use(NamedTuple):
    """One way to use a point on a check: what it asks for, what it does, and its words for each side."""

    id: Family
    rule: str
    params: Asks
    do: Callable[..., Table]
    words: Mapping[str, Mapping[str, Any]]


Way: TypeAlias = tuple[str, Any, Mapping[str, Any], Mapping[str, Any], str]
"""What all offers of one use share: its key, what it asks for, its words and those of every such use, why it is closed."""


def _use(key: Family, label: str, rule: str, params: Asks, do: Callable[..., Table], says: str = "") -> Use:
    words = {"label": label, "verb": "point", "tool": Item(key, label), "says": says, "rule": rule}
    own = {
        side: {"group": f"{point}s", "cost": (Cost(1, point),), **said(f"{side}.{key}")}
        for side, point in POINT.items()
    }
    return Use(key, rule, params, do, {side: words | own[side] for side in SIDES})


USES = (
    _use("numbers", "Two successes", "UN-HRO-03", _numbers, spend_numbers),
    _use("shift", "Shift every die", "UN-HRO-05", _shift, spend_shift, "Those that show a 1 or a 12 stay."),
    _use("reroll", "Re-roll dice", "UN-HRO-04", _reroll, spend_reroll, "A 1 or a 12 stays as it is."),
    _use("twelve", "A die becomes a 12", "UN-HRO-06", _twelve, spend_twelve, "It succeeds, and earns one more die."),
)
