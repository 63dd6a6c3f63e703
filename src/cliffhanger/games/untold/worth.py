"""What a choice is worth: the odds questions that stand beside it, with all that the table knows filled in."""

from cliffhanger.games.untold.derived import FIRST, SECOND
from cliffhanger.games.untold.given import TASK, Stores
from cliffhanger.games.untold.state import D12, GM, Check, Family, Table
from cliffhanger.games.untold.tally import (
    HIGHEST,
    dl,
    elsewhere,
    hindering_columns,
    hindrance,
    minimum_roll,
    moved_roll,
    rated,
    succeeds,
    tally,
)
from cliffhanger.games.untold.verbs import aspect, known, person
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.offers import Ask

Known = tuple[tuple[str, int | str], ...]
Numbers = tuple[tuple[str, int], ...]
FILLS: dict[Family, tuple[tuple[str, str], ...]] = {
    "numbers": (("short", "use.short"),),
    "shift": tuple((name, f"way.{name}") for name in ("short", "boon", "pushed")),
    "reroll": tuple((name, f"dice.{name}") for name in ("short", "ordinary", "boon", "pushed")),
    "twelve": tuple((name, f"die.{name}") for name in ("short", "boon", "pushed")),
}
"""What the choice of a point adds to the question: the numbers on the items of its list."""
FAR = 24
"""Nothing moves a Minimum Roll beyond this that could be moved back."""


def kind(s: Table, f: Check) -> str:
    """Whether a point is worth one die or two."""
    return "sub" if rated(s, f).ratio == 2 else "broad"


def stores(s: Table, f: Check) -> Known:
    """The two stores that pay for a check, and what is gone from them; a task of difficulty 0 is not hindered by any."""
    return tuple(_paying(s, f)._asdict().items()) if f.base else ()


def _paying(s: Table, f: Check) -> Stores:
    p, realm = person(s, f.who), rated(s, f).realm
    bases = known(s, p).bases
    first, second = FIRST[realm], SECOND[realm]
    return Stores(
        bases[first], min(aspect(p, first).lost, bases[first]), bases[second],
        min(aspect(p, second).lost, bases[second]), s.house.penalty_timing, "true" if s.house.columns_debilitate else "false",
    )  # fmt: skip


def _moved(s: Table, f: Check) -> Known:
    """By how much the Minimum Roll is moved by all but the two stores that pay: the question counts those itself."""
    if not f.base:
        return _least(moved_roll(s, f))
    counted = _paying(s, f).willing(TASK, kind(s, f)).debilitation(0)
    return _least(moved_roll(s, f) + hindering_columns(s, f) - counted)


def _pool(s: Table, f: Check) -> Known:
    r = rated(s, f)
    return (
        ("sr", r.rank), ("sn", r.sn), ("kind", kind(s, f)), ("tied", "yes" if f.tie else "no"),
        ("passed", len(person(s, f.who).held)), ("passed_die", s.house.passed_die),
    )  # fmt: skip


def _least(moved: int) -> Known:
    """By how much all together moves the Minimum Roll, before it is bounded."""
    return ("enh", min(FAR, max(0, -moved))), ("deb", min(FAR, max(0, moved)))


# --- before the roll -----------------------------------------------------------------------------------------


def roll_asks(s: Table, f: Check, points: int, *, devotion: bool) -> tuple[Ask, ...]:
    """Whether the roll makes it, what it brings of snags, whether it stays one short, and how best to part the points."""
    given = (("devotion", "devotion"),) if devotion else ()
    fills = (*((("points", "exertion"),) if points else ()), *given)
    tired: Known = (*stores(s, f), ("penalty", elsewhere(s, f))) if f.base else ()
    common: Known = (
        *_pool(s, f), ("dl", f.base), ("moved", f.moved), ("auto", f.automatic),
        *_moved(s, f), *tired,
    )  # fmt: skip
    harsh: Known = (("pushed_boon_ones_snag", s.house.pushed_boon_ones_snag),)
    parted: Known = (*common, *harsh, ("points", 0), ("up_front", -1))
    return (
        Ask("point", common, fills, "you make it"),
        Ask("snags", (*_pool(s, f), ("counts", "mean")), fills, "snags on average"),
        Ask("mixed", (*common, ("counts", "mixed")), fills, "exactly one short"),
        *((Ask("split", parted, fills, "at best:"),) if points else ()),
    )


def set_asks(s: Table, f: Check, *, mods: bool) -> tuple[Ask, ...]:
    """Whether they make it at the difficulty the Game Master has in mind, if nothing is spent."""
    fills = (("dl", "base"), *((("enh", "mods.enh"), ("deb", "mods.deb")) if mods else ()))
    return (Ask("success", _unspent(s, f), fills, "they make it, with nothing spent"),)


def _unspent(s: Table, f: Check) -> Known:
    """The roll with nothing spent on it; what Second Nature covers is done."""
    return (
        *_pool(s, f), ("moved", f.moved), ("auto", f.automatic), ("penalty", hindrance(s, f)),
        ("columns", hindering_columns(s, f)), ("sn_compares", s.house.sn_compares),
        ("covered", "rolled" if f.anyway else "done"), ("impossible_rollable", s.house.impossible_rollable),
    )  # fmt: skip


# --- after the roll ------------------------------------------------------------------------------------------


def push_asks(s: Table, f: Check) -> tuple[Ask, ...]:
    """Whether a push makes up for what is short, and whether it leaves a mixed success at least."""
    short = dl(s, f) - tally(s, f).net
    if short < 1:
        return ()
    mr, lie = minimum_roll(s, f), ""
    if s.house.columns_debilitate:
        turning = [die for die in f.dice if mr <= die.shows < HIGHEST] or f.dice[:1]
        lie = " ".join(str(die.shows) for die in turning)
    common: Known = (
        ("short", short), *_moved(s, f), ("kind", kind(s, f)), ("roll", lie),
        *stores(s, f), ("below", max(0, -f.base - f.moved - hindrance(s, f))),
        ("pushed_boon_ones_snag", s.house.pushed_boon_ones_snag), ("mixed_after_push", s.house.mixed_after_push),
    )  # fmt: skip
    fills = (("points", "exertion"),)
    common = (*common, ("points", 0))
    made = Ask("push", common, fills, "you make it")
    if not s.house.mixed_after_push:
        return (made,)
    return made, Ask("push", (*common, ("counts", "either")), fills, "at worst one short")


def mixed_asks() -> tuple[Ask, ...]:
    """A mixed success is sure to work."""
    return (Ask("turned", (("short", 0),), (), "it works, with a setback"),)


# --- points --------------------------------------------------------------------------------------------------


def point_asks(s: Table, f: Check, seat: str, family: Family) -> tuple[Ask, ...]:
    """What a point makes of a check, with what is chosen for it: as the side sees it that spends."""
    ours = (seat == GM) == (person(s, f.who).side == "villains")
    if f.rolled:
        short = dl(s, f) - tally(s, f).net
        known: Known = (
            ("short", short), ("mr", minimum_roll(s, f)), ("free", _free(s, f)),
            ("pushed_boon_ones_snag", s.house.pushed_boon_ones_snag),
        )  # fmt: skip
        words = ("it is made" if short > 0 else "it stays made") if ours else "they fall short"
        return (Ask("turned", known, FILLS[family], words, flip=not ours, alone=short > 0 or not ours),)
    if f.base < 0:
        return ()
    known = (*_unspent(s, f), ("dl", f.base), *_least(moved_roll(s, f)))
    words = "you make it, with no more spent" if ours else "they fall short, with no more spent"
    fills = (("moved", "use.dl"), ("auto", "use.automatic"))
    return (Ask("success", known, fills, words, flip=not ours, alone=False),)


def _free(s: Table, f: Check) -> int:
    """1s that Second Nature still covers."""
    return max(0, rated(s, f).sn - sum(die.face == 1 and die.kind == "ordinary" for die in f.dice))


def boon_asks(s: Table, f: Check) -> tuple[Ask, ...]:
    """Whether the boon dice that are owed make it, as many of them as are rolled."""
    short = dl(s, f) - tally(s, f).net
    late = {die.id: die.late for die in f.dice}
    kinds = {_acts_as(s, "boon", late=late[each]) for each in f.owed}
    if short <= 0 or len(kinds) != 1:
        return ()
    known: Known = (
        ("short", short), ("mr", minimum_roll(s, f)), ("pushed_boon_ones_snag", s.house.pushed_boon_ones_snag),
    )  # fmt: skip
    if len(f.owed) == 1:
        return (Ask("turned", (*known, (kinds.pop(), 1)), (), "it is made"),)
    return (Ask("turned", known, ((kinds.pop(), "dice"),), "it is made"),)


def turns(s: Table, f: Check, to: Check) -> Numbers:
    """The numbers of a choice that turns a roll into another: by how much less it is short, and the boon dice it brings."""
    change = (dl(s, to) - tally(s, to).net) - (dl(s, f) - tally(s, f).net)
    brought = [
        _acts_as(s, "boon", late=new.late)
        for old, new in zip(f.dice, to.dice, strict=True)
        if new.face == HIGHEST != old.face
    ]
    return (("short", change), ("boon", brought.count("boon")), ("pushed", brought.count("pushed")))


def moves(s: Table, f: Check, moved: int, plus: int) -> Numbers:
    """The numbers of a point that moves the difficulty, or adds successes."""
    harder = dl(s, replace(f, moved=f.moved + moved)) - dl(s, f)
    return (("dl", moved), ("automatic", plus), ("short", harder - plus), ("boon", 0), ("pushed", 0))


def anew(s: Table, f: Check, die: D12) -> Numbers:
    """The numbers of a die that is rolled again: the success it takes along, and what falls in its place."""
    acts_as = "boon" if die.kind == "passed" else _acts_as(s, die.kind, late=die.late)
    return (("short", int(succeeds(die, minimum_roll(s, f)))), (acts_as, 1))


def twelve(s: Table, f: Check, die: D12) -> Numbers:
    """The numbers of a die that becomes a 12."""
    dice = tuple(replace(row, face=HIGHEST, lift=0) if row.id == die.id else row for row in f.dice)
    return turns(s, f, replace(f, dice=dice))


def _acts_as(s: Table, kind_: str, *, late: bool) -> str:
    """A boon die of a push is a pushed die where the house is harsh."""
    return "pushed" if kind_ == "boon" and late and s.house.pushed_boon_ones_snag else kind_
