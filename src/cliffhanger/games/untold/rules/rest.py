"""Rest and recovery: the Game Master moves the clock, each character chooses what comes back first."""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.untold.rules import verbs
from cliffhanger.games.untold.rules.derived_ratings import touched
from cliffhanger.games.untold.rules.state import GM, Check, Person, Rest, Resting, Table
from cliffhanger.games.untold.rules.wording import BUTTONS
from cliffhanger.kernel.frames import replace, tell, top
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Number, Param, Pick
from cliffhanger.kernel.plurals import many

PERIODS: dict[Resting, int] = {"endurance": 15, "tenacity": 15, "vitality": 1440, "sanity": 1440, "devotion": 30}
"""Minutes of rest for one point.  [UN-REC-01]"""
USUAL: tuple[Resting, ...] = ("sanity", "vitality", "tenacity", "endurance", "devotion")
DAY = 1440
LONGEST = 10 * DAY
WORDS = ((15, "a breather"), (60, "an hour"), (480, "a night"), (DAY, "a day"), (7 * DAY, "a week"))


def missing(s: Table, p: Person, what: Resting) -> int:
    """How many points of one kind could come back."""
    if what == "devotion":
        return verbs.known(s, p).devotion - verbs.devotion_left(s, p)
    return verbs.aspect(p, what).lost


def in_order(s: Table, p: Person) -> tuple[Resting, ...]:
    """What comes back first by the sheet: the worst column, in one column the lower row, devotion last.  [UN-REC-02]"""
    bases = verbs.known(s, p).bases

    def depth(what: Resting) -> int:
        return 0 if what == "devotion" else touched(bases[what], verbs.aspect(p, what).lost)

    rows = [what for what in USUAL if missing(s, p, what)]
    return tuple(sorted(rows, key=lambda what: -depth(what)))


def standing(s: Table) -> Iterator[Offer]:
    """Everybody's own rest, and the Game Master's clock; while somebody makes a check, the others may sit down."""
    f = top(s)
    for p in s.cast:
        if p.kind == "pc" or p.here or p.rest:
            why = "" if any(missing(s, p, what) for what in USUAL) else "Nothing is missing."
            if isinstance(f, Check) and f.who == p.id:
                why = f"{'You are' if p.seat != GM else p.name + ' is'} making a check: rest is for when it is over."
            key, do = verbs.key_of(s, p, "rest"), partial(verbs.begin_rest, who=p.id)
            label = "Rest" if key == "rest" else f"{p.name} rests"
            says = f"You are resting: {p.rest.what}." if p.rest else "One thing at a time."
            yield REST(p.seat, "any", partial(_comes_back, s, p), why, key=key, do=do, label=label, says=says)
    busy = "A check is under way: time passes when it is over." if isinstance(f, Check) else ""
    says = f"It is {clock_words(s.clock)} into the story." if s.clock else "The clock of the story has not moved yet."
    yield CLOCK(GM, "any", partial(_clock, s), busy, says=says)


def _comes_back(s: Table, p: Person) -> tuple[Param, ...]:
    """What somebody may rest for, in the order of the sheet, which the house may make binding."""
    order = in_order(s, p)
    if not order:
        return ()
    no = f"By the sheet {order[0].capitalize()} comes first. (UN-REC-02)" if s.house.recovery_order == "sheet" else ""
    gone = {what: missing(s, p, what) for what in order}
    says = {what: f"{count} missing, one in {clock_words(PERIODS[what])}" for what, count in gone.items()}
    items = (Item(w, w.capitalize(), gone[w], says=says[w], blocked=no if w != order[0] else "") for w in order)
    start = (p.rest.what,) if p.rest and p.rest.what in order else order[:1]
    return (Pick("what", "What comes back", tuple(items), start=start),)


def _clock(s: Table) -> tuple[Param, ...]:
    minutes = Number("minutes", "Minutes", 1, LONGEST, 60, WORDS)
    resting = tuple(Item(p.id, p.name, says=p.rest.what) for p in s.cast if p.rest)
    if not resting:
        return (minutes,)
    everybody = tuple(item.id for item in resting)
    return minutes, Pick("whom", "Who rests through it", resting, 0, len(resting), start=everybody)


def time_passes(s: Table, minutes: int, whom: tuple[str, ...] = ()) -> Table:
    """The clock moves; whoever rests through it gets a point for each full period.  [UN-REC-01]"""
    s = tell(replace(s, clock=s.clock + minutes), "clock", "Game Master", "UN-REC-01", span=clock_words(minutes))
    for p in s.cast:
        if p.rest is not None and p.id in whom:
            s = _recovers(s, p.id, minutes)
        elif p.rest is not None:
            s = tell(verbs.end_rest(s, p.id), "disturbed", p.name, "UN-REC-02")
    return s


def _recovers(s: Table, who: str, minutes: int) -> Table:
    """One kind at a time; by the sheet the worst column comes first, and the next follows when it is whole again."""
    s = _next(s, who)
    back: dict[str, int] = {}
    while minutes > 0:
        p = verbs.person(s, who)
        assert p.rest is not None
        what, carried = p.rest.what, p.rest.minutes
        if not missing(s, p, what):
            s = verbs.carry(s, who, what, 0)
            break
        need = PERIODS[what] - carried
        if minutes < need:
            s = verbs.carry(s, who, what, carried + minutes)
            break
        points = 1 if s.house.recovery_order == "sheet" else 1 + (minutes - need) // PERIODS[what]
        points = min(points, missing(s, p, what))
        minutes -= need + (points - 1) * PERIODS[what]
        s = verbs.give_devotion_back(s, who, points) if what == "devotion" else verbs.give_back(s, who, what, points)
        s = verbs.carry(s, who, what, 0)
        back[what] = back.get(what, 0) + points
        s = _next(s, who)
    rows = [[count, what.capitalize()] for what, count in back.items()]
    return tell(s, "recovered", verbs.person(s, who).name, "UN-REC-01", back=rows)


def _next(s: Table, who: str) -> Table:
    """By the sheet, the worst column is the one that comes next."""
    p = verbs.person(s, who)
    order = in_order(s, p)
    if s.house.recovery_order == "sheet" and order and p.rest != Rest(order[0]):
        return verbs.begin_rest(s, who, order[0])
    return s


def clock_words(minutes: int) -> str:
    """A span of time in words."""
    days, rest = divmod(minutes, DAY)
    hours, left = divmod(rest, 60)
    parts = [(days, "day"), (hours, "hour"), (left, "minute")]
    return " ".join(many(n, word) for n, word in parts if n) or "no time"


KIND = partial(Kind, rank=99, standing=True)
REST = KIND("rest", "Rest", verbs.begin_rest, rule="UN-REC-02", group="Rest", verb="rest")
CLOCK = KIND("clock", "Time passes", time_passes, rule="UN-REC-01", group="Time", button=BUTTONS["clock"])
