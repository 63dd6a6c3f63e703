"""Figures beside options: the chance of success once an option is taken and nothing more is spent.

A pool has no upper limit, and points may be parted in many ways: beside the roll and the push, where somebody chooses a
number of points, the questions of `odds.py` answer, with all that the table knows filled in. All else is walked.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from typing import Any

from msgspec import structs

from cliffhanger.games.untold.odds.inputs import Stores, Switch, Task
from cliffhanger.games.untold.odds.questions import push as pushed
from cliffhanger.games.untold.rules import check_dice, dispatch
from cliffhanger.games.untold.rules.derived_ratings import FIRST, SECOND
from cliffhanger.games.untold.rules.state import D12, Check, Table
from cliffhanger.games.untold.rules.tally import (
    HIGHEST,
    after_points,
    dl,
    elsewhere,
    hindering_columns,
    hindrance,
    minimum_roll,
    moved_roll,
    rated,
    snagging,
    succeeds,
    tally,
)
from cliffhanger.games.untold.rules.verbs import aspect, known, person
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.figures import Asked, Figure, Way, take
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer
from cliffhanger.kernel.params import Number
from cliffhanger.odds.errors import OutOfRange

Asking = dict[str, int | str]
Came = Callable[[Table, Act, Table], int | None]
DICE, PARTED = 16, 2
"""Dice in one roll, and points to be parted: more would take too long to walk."""
FAR = 24
"""Nothing moves a Minimum Roll beyond this that could be moved back."""


def under_way(s: Table) -> Check | None:
    """The check under way, if there is one."""
    f = s.stack[-1]
    return f if isinstance(f, Check) else None


def _check(s: Table) -> Check:
    f = s.stack[-1]
    assert isinstance(f, Check)
    return f


def short(s: Table, f: Check) -> int:
    """How many successes are missing; below 0 there are more than enough."""
    return dl(s, f) - tally(s, f).net


def loose(s: Table, f: Check) -> int:
    """Successes that boon dice to come may still take back: one at the end of each chain, where the house is harsh."""
    if not s.house.pushed_boon_ones_snag:
        return 0
    late = {die.id for die in f.dice if die.late}
    return len(late.intersection(f.owed))


# --- what people do -----------------------------------------------------------------------------------------


def no_more(_s: Table, offers: tuple[Offer, ...]) -> Act | None:
    """All boon dice are rolled, one by one, the pool with nothing spent on it; without a die the result is taken as it is."""
    by_key = {each.key: each for each in offers}
    for key in ("boon", "accept", "roll", "confirm"):
        if key in by_key:
            names = {p.name for p in by_key[key].params}
            return take(by_key[key], **{name: n for name, n in SPARING.items() if name in names})
    return None


SPARING = {"dice": 1, "exertion": 0, "devotion": 0}
"""What is chosen beside a roll, or beside boon dice."""


def same(s: Table) -> Hashable:
    """Positions as far from the difficulty, with the same dice to come."""
    f = under_way(s)
    if f is None:
        return s.shown and s.shown.event.what
    late = {die.id: die.late for die in f.dice}
    to_come = tuple(tuple(sorted(late[name] for name in names)) for names in (f.again, f.owed))
    return f.phase, f.choice, f.cast, f.count, f.passed, f.pushed, to_come, short(s, f)


def fold(s: Table, roll: Roll) -> Fold:
    """Rolls that come to the same net successes, with the same boon dice to come: nothing more is spent on them.

    No push that has a figure moves the Minimum Roll under dice that lie there. Which 1s Second Nature covers is known
    once all dice have fallen; what is sure to be made by then is one outcome.
    """
    f, last = _check(s), len(roll.dice) - 1
    if last >= DICE:
        raise OutOfRange("So many dice take too long to walk.")
    harsh = s.house.pushed_boon_ones_snag
    lying = [die for die in f.dice if die.id not in f.again or f.cast != "reroll"]
    covered = max(0, rated(s, f).sn - sum(die.kind == "ordinary" and die.face == 1 for die in lying))
    needed = dl(s, f) - tally(s, replace(f, dice=tuple(lying))).net + loose(s, f)
    effects = [_effects(kind, minimum_roll(s, f), late=late, harsh=harsh) for kind, late in check_dice.slots(s, f)]

    def add(key: tuple[int, ...], _die: int, face: int) -> Hashable:
        at, ones, net, twelves, loose_ends = key
        one, gains, twelve, loose_end = effects[at][face]
        if one and ones < covered:
            ones, gains = ones + 1, 0
        net, twelves, loose_ends = net + gains, twelves + twelve, loose_ends + loose_end
        if at < last:
            return at + 1, ones, net, twelves, loose_ends
        return (net, twelves, loose_ends) if net - loose_ends < needed else ()

    return (0, 0, 0, 0, 0), add


def _effects(kind: check_dice.Kind, mr: int, *, late: bool, harsh: bool) -> list[tuple[bool, int, int, int]]:
    """What each face of such a die does: a 1 that may be covered, net successes, a boon die, one that may take one back."""
    found = []
    for face in range(HIGHEST + 1):
        die = D12("", kind, face, late=late)
        gains = succeeds(die, mr) - snagging((die,), 0, harsh)
        found.append(
            (kind == "ordinary" and face == 1, gains, int(face == HIGHEST), int(face == HIGHEST and late and harsh))
        )
    return found


def fold_ones(s: Table, _roll: Roll) -> Fold:
    """Only 1s are told apart, by what they are shown on."""
    kinds = check_dice.slots(s, _check(s))

    def add(key: tuple[int, tuple[int, ...]], _die: int, face: int) -> Hashable:
        at, ones = key
        if face == 1:
            ones = (*ones, kinds[at] != kinds[0])
        return at + 1, ones

    return (0, ()), add


# --- what comes of it ---------------------------------------------------------------------------------------


def made(_before: Table, _act: Act, now: Table) -> bool | None:
    """Whether it works: rolled, covered by Second Nature, or by successes that points have added."""
    f = under_way(now)
    if f is None:
        return now.shown is not None and now.shown.event.what in ("auto", "success")
    if f.phase == "auto" or f.choice == "auto":
        return True
    if f.choice == "accept" or f.phase == "window":
        return short(now, f) <= 0
    if f.rolled and f.phase == "boons" and short(now, f) + loose(now, f) <= 0:
        return True
    return None


def not_made(before: Table, act: Act, now: Table) -> bool | None:
    """Whether it does not work."""
    found = made(before, act, now)
    return None if found is None else not found


def one_short(_before: Table, _act: Act, now: Table) -> bool | None:
    """Whether exactly one success is missing when all dice lie there, boon dice too."""
    f = _check(now)
    if f.phase == "boons" and short(now, f) <= 0:
        return False
    return short(now, f) == 1 if f.phase == "window" else None


def one_short_at_worst(_before: Table, _act: Act, now: Table) -> bool | None:
    """Whether no more than one success is missing then."""
    f = _check(now)
    if f.phase == "boons" and short(now, f) + loose(now, f) <= 0:
        return True
    return short(now, f) <= 1 if f.phase == "window" else None


def snags(_before: Table, _act: Act, now: Table) -> int | None:
    """How many snags the pool brings."""
    f = _check(now)
    return None if f.phase == "roll" else tally(now, f).snags


def with_a_setback(_before: Table, _act: Act, now: Table) -> bool | None:
    """Whether it ends as a mixed success."""
    return None if under_way(now) else now.shown is not None and now.shown.event.what == "mixed"


# --- other ways ---------------------------------------------------------------------------------------------


def those_alone(before: Table, act: Act) -> Iterable[Way]:
    """Of the boon dice that are owed only so many are rolled, and what comes of them: the others are left before."""
    owed = _check(before).owed
    left = len(owed) - _number(act, "dice", 1) if act.key == "boon" else 0
    if not left:
        return [(act, no_more)]
    late = {die.id: die.late for die in _check(before).dice}
    if len({late[name] for name in owed}) > 1 and before.house.pushed_boon_ones_snag:
        raise OutOfRange("Which of them are left would make a difference.")
    decline = next(each for each in _offers(before, act) if each.key == "decline")
    return [(take(decline, dice=left), no_more)]


def parted(before: Table, act: Act) -> Iterator[Way]:
    """So many points now, and of the others as many as are best for a push; none now is a roll only if there is a die.

    A push that might raise the Minimum Roll of dice that lie there has no figure: ways that hold so many are left out.
    """
    points, devotion = _number(act, "exertion"), _number(act, "devotion")
    if points > PARTED:
        raise OutOfRange("So many points take too long to part.")
    by_key = {each.key: each for each in _offers(before, act)}
    least = next(p.low for p in by_key["roll"].params if isinstance(p, Number) and p.name == "exertion")
    found = [(take(by_key["roll"], **act.choice | {"exertion": now}), points - now) for now in range(least, points + 1)]
    if least:
        none = take(by_key["roll_devotion"], devotion=devotion) if devotion else take(by_key["accept"])
        found.append((none, points))
    rolls = [roll for _, roll in after_points(before, _check(before), points)]
    for way, held in found:
        if way.key == "accept" or rolls[points - held] == rolls[points]:
            yield way, partial(_pushes, held=held)


def _pushes(s: Table, offers: tuple[Offer, ...], held: int) -> Act | None:
    """Push with the number of points that most often makes it, the fewest of those."""
    push = next((each for each in offers if each.key == "push"), None)
    if push is None or _check(s).phase != "window":
        return no_more(s, offers)
    most = min(held, next(p.high for p in push.params if isinstance(p, Number)))
    likely = [(pushed(**push_asked(s, points)).value, -points) for points in range(1, most + 1)]
    return take(push, exertion=-max(likely)[1])


def made_by_a_push_too(before: Table, act: Act, now: Table) -> bool | None:
    """Whether it works at once, or by a push with what is left of the points."""
    f = under_way(now)
    if (
        f
        and f.phase == "window"
        and not f.pushed
        and f.first + f.second < _number(act, "exertion")
        and short(now, f) > 0
    ):
        return None
    return made(before, act, now)


def _offers(s: Table, act: Act) -> list[Offer]:
    """What else is open in the window of an act."""
    now = dispatch.waiting(s)
    assert isinstance(now, tuple)
    return [each for each in now if not each.blocked and (each.seat, each.window) == (act.seat, act.window)]


def _number(act: Act, name: str, default: int = 0) -> int:
    found = act.choice.get(name, default)
    assert isinstance(found, int)
    return found


# --- the same as questions, where pools have no limit -------------------------------------------------------


def pool_asked(s: Table, act: Act) -> Asking:
    """The roll with what is chosen for it: what the skill, the task, the Minimum Roll and the two stores are."""
    f = _check(s)
    r = rated(s, f)
    task: Asking = {"dl": f.base, "moved": f.moved, "auto": f.automatic}
    pool: Asking = {"sr": r.rank, "sn": r.sn, "kind": _kind(s, f), "tied": "yes" if f.tie else "no"}
    pool |= {"passed": len(person(s, f.who).held), "passed_die": s.house.passed_die}
    pool |= {"devotion": _number(act, "devotion")}
    tired = structs.asdict(_stores(s, f)) | {"penalty": elsewhere(s, f)} if f.base else {}
    return pool | task | _least(s, f) | tired


def push_asked(s: Table, points: int) -> Asking:
    """A push with so many points."""
    f, mr, lie = _check(s), minimum_roll(s, _check(s)), ""
    if s.house.columns_debilitate:
        turning = [die for die in f.dice if mr <= die.shows < HIGHEST] or f.dice[:1]
        lie = " ".join(str(die.shows) for die in turning)
    below = max(0, -f.base - f.moved - hindrance(s, f))
    push: Asking = {"short": short(s, f), "kind": _kind(s, f), "points": points, "roll": lie, "below": below}
    push |= {"pushed_boon_ones_snag": _word(s.house.pushed_boon_ones_snag)}
    push |= {"mixed_after_push": _word(s.house.mixed_after_push)}
    return push | _least(s, f) | structs.asdict(_stores(s, f)) if f.base else push | _least(s, f)


def _word(rule: bool) -> Switch:
    """A house rule that is one or the other, as questions take it."""
    return "true" if rule else "false"


def _kind(s: Table, f: Check) -> str:
    """Whether a point is worth one die or two."""
    return "sub" if rated(s, f).ratio == 2 else "broad"


def _stores(s: Table, f: Check) -> Stores:
    """The two stores that pay for a check, and what is gone from them."""
    p, realm = person(s, f.who), rated(s, f).realm
    bases = known(s, p).bases
    first, second = FIRST[realm], SECOND[realm]
    tired, hurt = (min(aspect(p, name).lost, bases[name]) for name in (first, second))
    timing, columns = s.house.penalty_timing, _word(s.house.columns_debilitate)
    return Stores(bases[first], tired, bases[second], hurt, timing, columns)


def _least(s: Table, f: Check) -> Asking:
    """By how much the Minimum Roll is moved by all but the two stores that pay: a question counts those itself."""
    moved = moved_roll(s, f)
    if f.base:
        moved += hindering_columns(s, f) - _stores(s, f).willing(Task(), _kind(s, f)).debilitation(0)
    return {"enh": min(FAR, max(0, -moved)), "deb": min(FAR, max(0, moved))}


def made_asked(before: Table, act: Act) -> Asked:
    """Whether the roll makes it, or the push."""
    points = _number(act, "exertion")
    if act.key == "push":
        return "push", push_asked(before, points)
    return "point", pool_asked(before, act) | {"points": points}


def one_short_asked(before: Table, act: Act) -> Asked:
    """How often the roll stays exactly one short."""
    return "mixed", pool_asked(before, act) | {"points": _number(act, "exertion"), "counts": "mixed"}


def at_worst_asked(before: Table, act: Act) -> Asked:
    """How often a push leaves a mixed success at least."""
    return "push", push_asked(before, _number(act, "exertion")) | {"counts": "either"}


def parted_asked(before: Table, act: Act) -> Asked | None:
    """How best to part the points that are chosen, between the roll and a push."""
    points = _number(act, "exertion")
    if not points:
        return None
    harsh = _word(before.house.pushed_boon_ones_snag)
    return "split", pool_asked(before, act) | {"points": points, "up_front": -1, "pushed_boon_ones_snag": harsh}


def _figure(name: str, words: str, came: Came, **more: Any) -> Figure:
    return Figure(name, words, came, no_more, same, fold, **more)


FIGURES = (
    _figure("they_make_it", "they make it, with nothing spent", made),
    _figure("made", "you make it", made, closed=made_asked),
    Figure("snags", "snags on average", snags, no_more, same, fold_ones, unit="mean"),
    _figure("one_short", "exactly one short", one_short, closed=one_short_asked),
    _figure("at_best", "at best:", made_by_a_push_too, ways=parted, closed=parted_asked),
    _figure("one_short_at_worst", "at worst one short", one_short_at_worst, closed=at_worst_asked),
    _figure("mixed", "it works, with a setback", with_a_setback),
    _figure("made_now", "it is made", made, ways=those_alone),
    _figure("still_made", "it stays made", made, alone=False),
    _figure("fails_now", "they fall short", not_made),
    _figure("made_unspent", "you make it, with no more spent", made, alone=False),
    _figure("fails_unspent", "they fall short, with no more spent", not_made, alone=False),
)
