"""What a choice is worth: the odds questions that stand beside it, with all that the table knows filled in."""

from cliffhanger.games.untold.derived import FIRST, SECOND
from cliffhanger.games.untold.state import GM, Check, Table
from cliffhanger.games.untold.tally import NINE, dl, elsewhere, hindering_columns, hindrance, minimum_roll, rated, tally
from cliffhanger.games.untold.verbs import aspect, known, person
from cliffhanger.kernel.offers import Ask

Known = tuple[tuple[str, int | str], ...]
HELD = 8
"""As many points as are parted between the roll and the push, beside the roll: more take too long to go through."""
USES = {"numbers": "dl", "shift": "shift", "reroll": "reroll", "twelve": "set"}


def kind(s: Table, f: Check) -> str:
    """Whether a point is worth one die or two."""
    return "sub" if rated(s, f).ratio == 2 else "broad"


def stores(s: Table, f: Check) -> Known:
    """The two stores that pay for a check, and what is gone from them."""
    p, realm = person(s, f.who), rated(s, f).realm
    bases = known(s, p).bases
    first, second = FIRST[realm], SECOND[realm]
    return (
        ("base", bases[first]), ("lost", min(aspect(p, first).lost, bases[first])), ("base2", bases[second]),
        ("lost2", min(aspect(p, second).lost, bases[second])),
    )  # fmt: skip


def _pool(s: Table, f: Check) -> Known:
    r = rated(s, f)
    return (
        ("sr", r.rank), ("sn", r.sn), ("kind", kind(s, f)), ("tied", "yes" if f.tie else "no"),
        ("passed", len(person(s, f.who).held)), ("passed_die", s.house.passed_die),
    )  # fmt: skip


def roll_asks(s: Table, f: Check, points: int, *, devotion: bool) -> tuple[Ask, ...]:
    """Whether the roll makes it, with each point that is added, whether it comes within one, snags, and what to hold back."""
    needed = f.base + f.moved - f.automatic
    if needed < 0:
        return ()
    fills = (*((("points", "exertion"),) if points else ()), *((("devotion", "devotion"),) if devotion else ()))
    tired: Known = (*stores(s, f), ("penalty", elsewhere(s, f))) if f.base else ()
    common: Known = (
        *_pool(s, f), ("dl", needed), ("mr", minimum_roll(s, f)), *tired, ("penalty_timing", s.house.penalty_timing)
    )  # fmt: skip
    worse: Known = (("columns_debilitate", s.house.columns_debilitate),)
    return (
        Ask("point", common + worse, fills, "you make it"),
        Ask("mixed", common, fills, "at worst one short"),
        Ask("snags", _pool(s, f), fills, "a snag"),
        *((_split(s, common, min(points, HELD), devotion=devotion),) if points > 1 else ()),
    )


def _split(s: Table, common: Known, points: int, *, devotion: bool) -> Ask:
    """How best to part points between the roll and the push; the answer lists every way, the best first."""
    known = (*common, ("points", points), ("pushed_boon_ones_snag", s.house.pushed_boon_ones_snag))
    fills = (("devotion", "devotion"),) if devotion else ()
    return Ask("split", known, fills, f"with {points} points held for a push instead")


def set_asks(s: Table, f: Check, *, mods: bool) -> tuple[Ask, ...]:
    """Whether they make it at the difficulty the Game Master has in mind, if nothing is spent."""
    needed = f.moved - f.automatic + hindrance(s, f)
    if needed < 0:
        return ()
    mr = NINE + (hindering_columns(s, person(s, f.who)) if s.house.columns_debilitate == "true" else 0)
    common: Known = (*_pool(s, f), ("dl", needed), ("mr", min(12, mr)))
    fills = (("dl", "base"), *((("enh", "mods.enh"), ("deb", "mods.deb")) if mods else ()))
    return (Ask("enhancement", common, fills, "they make it, with nothing spent"),)


def push_asks(s: Table, f: Check) -> tuple[Ask, ...]:
    """Whether a push makes up for what is short."""
    short = dl(s, f) - tally(s, f).net
    if short < 1:
        return ()
    common: Known = (
        ("short", short), ("mr", minimum_roll(s, f)), ("kind", kind(s, f)), *(stores(s, f) if f.base else ()),
        ("penalty_timing", s.house.penalty_timing), ("pushed_boon_ones_snag", s.house.pushed_boon_ones_snag),
        ("mixed_after_push", s.house.mixed_after_push),
    )  # fmt: skip
    return (Ask("push", common, (("points", "exertion"),), "you make it"),)


def point_asks(s: Table, f: Check, seat: str, use: str) -> tuple[Ask, ...]:
    """What a point saves of a roll as it lies, used at its best; for the side whose check it is."""
    if not f.rolled or (seat == GM) != (person(s, f.who).side == "villains") or any(die.lift for die in f.dice):
        return ()
    harsh = s.house.pushed_boon_ones_snag == "true"

    def faces(*kinds: str) -> str:
        return " ".join(str(die.face) for die in f.dice if _acts_as(die.kind, late=die.late and harsh) in kinds)

    common: Known = (
        ("roll", faces("ordinary")), ("boon", faces("boon", "passed")), ("pushed", faces("pushed")), ("sn", rated(s, f).sn),
        ("dl", dl(s, f)), ("mr", minimum_roll(s, f)), ("auto", f.automatic), ("shifted_faces", s.house.shifted_faces),
        ("pushed_boon_ones_snag", s.house.pushed_boon_ones_snag), ("use", USES[use]),
    )  # fmt: skip
    return (Ask("hero_use", common, (), "this would make it, at its best"),)


def _acts_as(kind_: str, *, late: bool) -> str:
    return "pushed" if kind_ == "boon" and late else kind_
