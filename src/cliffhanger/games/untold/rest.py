"""Rest and recovery: the clock is the Game Master's, what comes back first is each one's own choice."""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.untold.derived import ASPECTS, AspectId, touched
from cliffhanger.games.untold.state import GM, Check, Person, Rest, Resting, Table
from cliffhanger.games.untold.verbs import (
    aspect,
    begin_rest,
    carry,
    devotion_left,
    end_rest,
    give_back,
    give_devotion_back,
    key_of,
    known,
    person,
)
from cliffhanger.kernel.frames import replace, tell, top
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Pick

PERIODS: dict[Resting, int] = {"endurance": 15, "tenacity": 15, "vitality": 1440, "sanity": 1440, "devotion": 30}
"""Minutes of rest for one point.  [UN-REC-01]"""
USUAL: tuple[Resting, ...] = ("sanity", "vitality", "tenacity", "endurance", "devotion")
DAY = 1440
LONGEST = 10 * DAY
WORDS = ((15, "a breather"), (60, "an hour"), (480, "a night"), (DAY, "a day"), (7 * DAY, "a week"))


def missing(s: Table, p: Person, what: Resting) -> int:
    """How many points of one kind could come back."""
    if what == "devotion":
        return known(s, p).devotion - devotion_left(s, p)
    return aspect(p, what).lost


def in_order(s: Table, p: Person) -> tuple[Resting, ...]:
    """What comes back first by the sheet: the worst column, in one column the lower row, devotion last.  [UN-REC-02]"""
    bases = known(s, p).bases

    def depth(what: Resting) -> int:
        return 0 if what == "devotion" else touched(bases[what], aspect(p, what).lost)

    rows = [what for what in USUAL if missing(s, p, what)]
    return tuple(sorted(rows, key=lambda what: -depth(what)))


def standing(s: Table) -> Iterator[Offer]:
    """Everybody's own rest, and the Game Master's clock; while somebody makes a check, the others may sit down."""
    f = top(s)
    for p in s.cast:
        if p.kind == "pc" or p.here or p.rest:
            mine = isinstance(f, Check) and f.who == p.id
            busy = f"{p.name} is making a check: rest is for when it is over." if mine else ""
            blocked = busy or ("" if any(missing(s, p, what) for what in USUAL) else "Nothing is missing.")
            key = key_of(s, p, "rest")
            yield Later(p.seat, "any", key, blocked, partial(_rests, s, p, key, blocked), 99)
    busy = "A check is under way: time passes when it is over." if isinstance(f, Check) else ""
    yield Later(GM, "any", "clock", busy, partial(_clock, s, busy), 99)


def _rests(s: Table, p: Person, key: str, blocked: str) -> Offer:
    order = in_order(s, p)
    only = s.house.recovery_order == "sheet"
    items = tuple(
        Item(what, what.capitalize(), missing(s, p, what), says=f"{missing(s, p, what)} missing, one in {_span(PERIODS[what])}",
             blocked=f"By the sheet {order[0].capitalize()} comes first. (UN-REC-02)" if only and at else "")
        for at, what in enumerate(order)
    )  # fmt: skip
    return offer(
        p.seat, "any", key, "Rest" if key == "rest" else f"{p.name} rests", bound(rests, who=p.id),
        *((Pick("what", "What comes back", items, start=(p.rest.what,) if p.rest and p.rest.what in order else order[:1]),)
          if items else ()),
        rule="UN-REC-02", standing=True, rank=99, group="Rest", blocked=blocked,
        says=f"You are resting: {p.rest.what}." if p.rest else "One thing at a time.",
    )  # fmt: skip


def _clock(s: Table, busy: str) -> Offer:
    resting = tuple(Item(p.id, p.name, says=p.rest.what) for p in s.cast if p.rest)
    whom = (Pick("whom", "Who rests through it", resting, 0, len(resting), start=tuple(i.id for i in resting)),)
    return offer(
        GM, "any", "clock", "Time passes", time_passes, Number("minutes", "Minutes", 1, LONGEST, 60, WORDS),
        *(whom if resting else ()), rule="UN-REC-01", standing=True, rank=99, group="Time", blocked=busy,
        says=f"It is {clock_words(s.clock)} into the story." if s.clock else "The clock of the story has not moved yet.",
    )  # fmt: skip


def rests(s: Table, who: str, what: tuple[Resting, ...]) -> Table:
    """Somebody sits down to recover one kind of thing."""
    return begin_rest(s, who, what[0])


def time_passes(s: Table, minutes: int, whom: tuple[str, ...] = ()) -> Table:
    """The clock moves; whoever rests through it gets a point for each full period.  [UN-REC-01]"""
    s = tell(replace(s, clock=s.clock + minutes), "clock", "Game Master", "UN-REC-01", span=_span(minutes))
    for p in s.cast:
        if p.rest is not None:
            s = _recovers(s, p.id, minutes) if p.id in whom else _disturbed(s, p)
    return s


def _disturbed(s: Table, p: Person) -> Table:
    return tell(end_rest(s, p.id), "disturbed", p.name, "UN-REC-02")


def _recovers(s: Table, who: str, minutes: int) -> Table:
    """One kind at a time; by the sheet the worst column comes first, and the next follows when it is whole again."""
    s = _next(s, who)
    back: dict[str, int] = {}
    while minutes > 0:
        p = person(s, who)
        assert p.rest is not None
        what, carried = p.rest.what, p.rest.minutes
        if not missing(s, p, what):
            s = carry(s, who, what, 0)
            break
        need = PERIODS[what] - carried
        if minutes < need:
            s = carry(s, who, what, carried + minutes)
            break
        points = 1 if s.house.recovery_order == "sheet" else 1 + (minutes - need) // PERIODS[what]
        points = min(points, missing(s, p, what))
        minutes -= need + (points - 1) * PERIODS[what]
        s = carry(_back(s, who, what, points), who, what, 0)
        back[what] = back.get(what, 0) + points
        s = _next(s, who)
    rows = [[count, what.capitalize()] for what, count in back.items()]
    return tell(s, "recovered", person(s, who).name, "UN-REC-01", back=rows)


def _next(s: Table, who: str) -> Table:
    """By the sheet, the worst column is the one that comes next."""
    p = person(s, who)
    order = in_order(s, p)
    if s.house.recovery_order == "sheet" and order and p.rest != Rest(order[0]):
        return begin_rest(s, who, order[0])
    return s


def _back(s: Table, who: str, what: Resting, points: int) -> Table:
    if what == "devotion":
        return give_devotion_back(s, who, points)
    return give_back(s, who, _aspect(what), points)


def _aspect(what: Resting) -> AspectId:
    return next(name for name in ASPECTS if name == what)


def _span(minutes: int) -> str:
    days, rest = divmod(minutes, DAY)
    hours, left = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (left, "minute")]
    return " ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in parts if n) or "no time"


def clock_words(minutes: int) -> str:
    """A span of time in words."""
    return _span(minutes)
