"""Figures beside options: the chance of success once an option is taken and nothing more is spent.

A pool has no upper limit, and points may be parted in many ways: beside the roll and the push, where somebody chooses a
number of points, the questions of `odds.py` answer, with all that the table knows filled in. All else is walked.
In this order: what people do; what comes of it; other ways; the same as questions, where pools have no limit.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

from msgspec import structs

from cliffhanger.games.untold.odds.inputs import Stores, Task
from cliffhanger.games.untold.odds.questions import QUESTIONS
from cliffhanger.games.untold.rules import check_dice, dispatch, tally
from cliffhanger.games.untold.rules.check_offers import points_to_spend
from cliffhanger.games.untold.rules.derived_ratings import FIRST, SECOND
from cliffhanger.games.untold.rules.state import D12, Check, Table
from cliffhanger.games.untold.rules.verbs import aspect, devotion_left, known, person
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.figures import Asked, Figure, Way, take
from cliffhanger.kernel.frames import replace, top
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer
from cliffhanger.odds.ask import named
from cliffhanger.odds.errors import OutOfRange

Asking = dict[str, int | str]
Came = Callable[[Table, Act, Table], int | None]
DICE = 16
"""Dice in one roll: more would take too long to walk."""
FAR = 24
"""Nothing moves a Minimum Roll beyond this that could be moved back."""


def under_way(s: Table) -> Check | None:
    """The check under way, if there is one."""
    f = s.stack[-1]
    return f if isinstance(f, Check) else None


def short(s: Table, f: Check) -> int:
    """How many successes are missing; below 0 there are more than enough."""
    return tally.dl(s, f) - tally.tally(s, f).net


def loose(s: Table, f: Check) -> int:
    """Successes that boon dice to come may still take back: one at the end of each chain, where the house is harsh."""
    if not s.house.pushed_boon_ones_snag:
        return 0
    late = {die.id for die in f.dice if die.late}
    return len(late.intersection(f.owed))


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
    f: Check = top(s)
    last = len(roll.dice) - 1
    if last >= DICE:
        raise OutOfRange("So many dice take too long to walk.")
    harsh = s.house.pushed_boon_ones_snag
    lying = [die for die in f.dice if die.id not in f.again or f.cast != "reroll"]
    covered = max(0, tally.rated(s, f).sn - sum(die.kind == "ordinary" and die.face == 1 for die in lying))
    needed = tally.dl(s, f) - tally.tally(s, replace(f, dice=tuple(lying))).net + loose(s, f)
    mr = tally.minimum_roll(s, f)
    effects = [_effects(kind, mr, late=late, harsh=harsh) for kind, late in check_dice.slots(s, f)]

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


def _effects(kind: check_dice.Kind, mr: int, *, late: bool, harsh: bool) -> list[tuple[bool, int, bool, bool]]:
    """What each face of such a die does: a 1 that may be covered, net successes, a boon die, one that may take one back."""
    found = []
    for face in range(tally.HIGHEST + 1):
        die, twelve = D12("", kind, face, late=late), face == tally.HIGHEST
        gains = tally.succeeds(die, mr) - tally.snagging((die,), 0, harsh)
        found.append((kind == "ordinary" and face == 1, gains, twelve, twelve and late and harsh))
    return found


def fold_ones(s: Table, _roll: Roll) -> Fold:
    """Only 1s are told apart, by what they are shown on."""
    kinds = check_dice.slots(s, top(s))

    def add(key: tuple[int, tuple[int, ...]], _die: int, face: int) -> Hashable:
        at, ones = key
        if face == 1:
            ones = (*ones, kinds[at] != kinds[0])
        return at + 1, ones

    return (0, ()), add


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
    f: Check = top(now)
    if f.phase == "boons" and short(now, f) <= 0:
        return False
    return short(now, f) == 1 if f.phase == "window" else None


def one_short_at_worst(_before: Table, _act: Act, now: Table) -> bool | None:
    """Whether no more than one success is missing then."""
    f: Check = top(now)
    if f.phase == "boons" and short(now, f) + loose(now, f) <= 0:
        return True
    return short(now, f) <= 1 if f.phase == "window" else None


def snags(_before: Table, _act: Act, now: Table) -> int | None:
    """How many snags the pool brings."""
    f: Check = top(now)
    return None if f.phase == "roll" else tally.tally(now, f).snags


def with_a_setback(_before: Table, _act: Act, now: Table) -> bool | None:
    """Whether it ends as a mixed success."""
    return None if under_way(now) else now.shown is not None and now.shown.event.what == "mixed"


def those_alone(before: Table, act: Act) -> Iterable[Way]:
    """Of the boon dice that are owed only so many are rolled, and what comes of them: the others are left before."""
    f: Check = top(before)
    left = len(f.owed) - _number(act, "dice", 1) if act.key == "boon" else 0
    if not left:
        return [(act, no_more)]
    late = {die.id: die.late for die in f.dice}
    if len({late[name] for name in f.owed}) > 1 and before.house.pushed_boon_ones_snag:
        raise OutOfRange("Which of them are left would make a difference.")
    now = dispatch.CHAPTERS.waiting(before)
    assert isinstance(now, tuple)
    decline = next(each for each in now if (each.seat, each.window, each.key) == (act.seat, act.window, "decline"))
    return [(take(decline, dice=left), no_more)]


def with_one_more(before: Table, act: Act) -> Act:
    """The same roll with a point more, of exertion while there is some.  Raises OutOfRange where none is left."""
    f: Check = top(before)
    p = person(before, f.who)
    most = {"exertion": points_to_spend(before, f, p), "devotion": devotion_left(before, p) if f.devoted else 0}
    for name, left in most.items():
        if (spent := _number(act, name)) < left:
            return replace(act, choice=act.choice | {name: spent + 1})
    raise OutOfRange("There is no point left.")


def one_more(before: Table, act: Act) -> Iterable[Way]:
    """What a point more would come to."""
    return [(with_one_more(before, act), no_more)]


def asked_with_one_more(before: Table, act: Act) -> Asked:
    """The question of the roll, with a point more."""
    return asked(before, with_one_more(before, act))


def with_all(before: Table, act: Act) -> Act:
    """The same push with all the points there are.  Raises OutOfRange where all of them are chosen."""
    f: Check = top(before)
    most = points_to_spend(before, f, person(before, f.who))
    if _number(act, "exertion") >= most:
        raise OutOfRange("There is no point left.")
    return replace(act, choice=act.choice | {"exertion": most})


def by_all(before: Table, act: Act) -> Iterable[Way]:
    """What all the points would come to."""
    return [(with_all(before, act), no_more)]


def asked_with_all(before: Table, act: Act) -> Asked:
    """The question of the push, with all the points there are."""
    return asked(before, with_all(before, act))


def not_walked(_before: Table, _act: Act) -> Iterable[Way]:
    """There are too many ways to part points: a question goes through them all at once."""
    raise OutOfRange("So many ways to part points take too long to walk.")


def _number(act: Act, name: str, default: int = 0) -> int:
    found = act.choice.get(name, default)
    assert isinstance(found, int)
    return found


def asked(before: Table, act: Act, name: str = "", **more: str) -> Asked:
    """An odds question about what is chosen, with all that the table knows filled in; by default, whether it is made.

    The Minimum Roll is moved by all but the two stores that pay: a question counts those itself.
    """
    f: Check = top(before)
    points = _number(act, "exertion")
    r, house, p, mr = tally.rated(before, f), before.house, person(before, f.who), tally.minimum_roll(before, f)
    chosen: Asking = {"points": points, "devotion": _number(act, "devotion"), "tied": "yes" if f.tie else "no"}
    pool: Asking = {"sr": r.rank, "sn": r.sn, "kind": "sub" if r.ratio == 2 else "broad", "passed": len(p.held)}
    task: Asking = {"dl": f.base, "moved": f.moved, "auto": f.automatic, "short": short(before, f)}
    turning = [die for die in f.dice if mr <= die.shows < tally.HIGHEST] or f.dice[:1]
    lies: Asking = {"roll": " ".join(str(die.shows) for die in turning) if house.columns_debilitate else ""}
    lies |= {"below": max(0, -f.base - f.moved - tally.hindrance(before, f))}
    tired, moved = _stores(before, f), tally.moved_roll(before, f)
    if f.base and house.columns_debilitate:
        moved += tally.hindering_columns(before, f) - tired.willing(Task(), "").debilitation(0)
    least: Asking = {"enh": min(FAR, max(0, -moved)), "deb": min(FAR, max(0, moved))}
    stores = structs.asdict(tired) | {"penalty": tally.elsewhere(before, f)} if f.base else {}
    facts = stores | structs.asdict(house) | chosen | pool | task | lies | least | more
    it = named(QUESTIONS, name or ("push" if act.key == "push" else "point"))
    return it.name, {p.name: facts[p.name] for p in it.parameters if p.name in facts}


def _stores(s: Table, f: Check) -> Stores:
    """The two stores that pay for a check, and what is gone from them; where columns raise the Minimum Roll, they do."""
    p, realm = person(s, f.who), tally.rated(s, f).realm
    bases = known(s, p).bases
    first, second = FIRST[realm], SECOND[realm]
    tired, hurt = (min(aspect(p, name).lost, bases[name]) for name in (first, second))
    return Stores(bases[first], tired, bases[second], hurt, s.house.penalty_timing, "true")


def _figure(name: str, words: str, came: Came, **more: Any) -> Figure:
    return Figure(name, words, came, no_more, same, fold, **more)


FIGURES = (
    _figure("they_make_it", "they make it, with nothing spent", made),
    _figure("made", "you make it", made, closed=asked),
    _figure(
        "one_more",
        "you make it with one more point",
        made,
        ways=one_more,
        closed=asked_with_one_more,
        alone=False,
        step="spend one more point",
    ),
    Figure("snags", "snags on average", snags, no_more, same, fold_ones, unit="mean"),
    _figure("one_short", "exactly one short", one_short, closed=partial(asked, name="mixed", counts="mixed")),
    _figure("at_best", "at best:", made, ways=not_walked, closed=partial(asked, name="split")),
    _figure("made_by_all", "with all your points", made, ways=by_all, closed=asked_with_all, alone=False),
    _figure("one_short_at_worst", "at worst one short", one_short_at_worst, closed=partial(asked, counts="either")),
    _figure("mixed", "it works", with_a_setback),
    _figure("made_now", "it is made", made, ways=those_alone),
    _figure("still_made", "it stays made, if nobody spends against it", made, alone=False),
    _figure("fails_now", "they fall short", not_made),
    _figure("made_unspent", "you make it, with no more spent", made, alone=False),
    _figure("they_make_unspent", "they make it, with no more spent", made, alone=False),
    _figure("fails_unspent", "they fall short, with no more spent", not_made, alone=False),
)
