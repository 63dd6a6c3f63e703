"""Verbs: what several chapters do to people and to Trouble; what is given for a roll is put back in `undone.py`.

In this order: who is who; who takes part in what; points; Drives and growth; Resources, details and Relationships; Stress;
Trouble; people and scenes. `edit` changes somebody in a way that needs no name of its own.
"""

from functools import lru_cache
from typing import Any

from cliffhanger.games.smallville.files.sheets import Relationship, Resource, Sheet, Value
from cliffhanger.games.smallville.files.triggers import RATINGS, Level, Rating, StressKind
from cliffhanger.games.smallville.rules import state
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Contest, Drive, Ids, Person, Relief, Table, Trial
from cliffhanger.kernel.asking import addressed
from cliffhanger.kernel.frames import change, fresh, one, pop, replace, tell, top
from cliffhanger.kernel.params import ENDLESS

LADDER: tuple[Level, ...] = (0, *RATINGS)
TROUBLE: tuple[Rating, ...] = (6, 6)
LEAST_TROUBLE = 2
Procedure = Contest | Trial | Relief


def person(s: Table, who: str) -> Person:
    """Somebody of the cast by id."""
    for each in s.cast:
        if each.id == who:
            return each
    raise KeyError(who)


def name_of(s: Table, who: str) -> str:
    """What somebody is called; the Watchtower for nobody in particular."""
    return person(s, who).name if who else "The Watchtower"


def seat_of(s: Table, who: str) -> str:
    """The seat that plays somebody; Trouble is the Watchtower's.  [SV-TROUBLE-01, SV-ROLE-08]"""
    return person(s, who).seat if who else WATCHTOWER


def to_player(s: Table, who: str, you: str, room: str) -> dict[str, Any]:
    """A question to whoever plays somebody: to a player as "you"; the Watchtower, who plays many, reads of them by name."""
    return addressed(you, room, own=bool(who) and person(s, who).seat != WATCHTOWER)


def payee_name(s: Table, who: str) -> str:
    """What whoever is paid is called in the middle of a sentence."""
    return person(s, who).name if who else "the Watchtower"


def leads(s: Table) -> tuple[Person, ...]:
    """The main characters.  [SV-ROLE-01]"""
    return tuple([p for p in s.cast if p.kind == "lead"])


def alone(s: Table, p: Person) -> bool:
    """Whether somebody is the only one of their seat, and hears of themselves as "you"."""
    return p.seat != WATCHTOWER and sum([each.seat == p.seat for each in s.cast]) == 1


def able(p: Person) -> bool:
    """Whether somebody can do anything in the scene: whoever is Stressed Out cannot.  [SV-STRESS-09]"""
    return p.here and not p.stressed_out


def up(rating: Level) -> Rating:
    """One size larger; nothing passes D12.  [SV-ROLE-05, SV-ROLE-07]"""
    return RATINGS[min(LADDER.index(rating), 4)]


def down(rating: Level) -> Level:
    """One size smaller; what falls below D4 is gone.  [SV-ROLE-05]"""
    return LADDER[max(0, LADDER.index(rating) - 1)]


def as_die(rating: Level) -> Rating:
    """A rating that is known to be there."""
    return next(size for size in RATINGS if size == rating)


def edit(s: Table, who: str, **changes: object) -> Table:
    """Somebody with these fields changed."""
    return replace(s, cast=change(s.cast, who, **changes))


def procedure(s: Table) -> Procedure | None:
    """The Contest, Test or Relief under way."""
    f = s.stack[2] if len(s.stack) > 2 else None
    return f if isinstance(f, Contest | Trial | Relief) else None


def contest(s: Table) -> Contest | None:
    """The Contest under way."""
    f = s.stack[2] if len(s.stack) > 2 else None
    return f if isinstance(f, Contest) else None


def inside(s: Table) -> Ids:
    """Who takes part in what is under way: both sides, whoever steps between, who is tested, helps or is helped."""
    f = procedure(s)
    if isinstance(f, Contest):
        third = [each.who for each in s.stack[3:] if isinstance(each, state.Interference)]
        return (f.sides[0].who, f.sides[1].who, *third, *(claim.id for claim in f.claims))
    if isinstance(f, Trial):
        return (f.who,)
    return (f.who, f.patient) if isinstance(f, Relief) else ()


def owed(s: Table, who: str) -> Ids:
    """The Drives that somebody has acted against in what is under way.  [SV-BONUS-03]"""
    f = procedure(s)
    return tuple([due.drive for due in f.due if due.who == who]) if f else ()


def purse(p: Person) -> int:
    """What somebody can spend: the Watchtower's people have points without end.  [SV-SETUP-04]"""
    return p.points if p.kind == "lead" else ENDLESS


def can_pay(p: Person, amount: int = 1) -> bool:
    """Whether somebody has so many points that are not locked."""
    return p.kind == "feature" or p.points >= amount


def pay(s: Table, who: str, to: str, amount: int, what: str, rule: str) -> Table:
    """Pay points to the person they are used against; "" is the Watchtower, and what it is paid is gone.  [SV-EARN-01]"""
    if not amount:
        return s
    if who and (payer := person(s, who)).kind == "lead":
        s = edit(s, who, points=payer.points - amount)
    s = tell(s, "pays", name_of(s, who), rule, amount=amount, to=payee_name(s, to), what=what)
    return _gains(s, to, amount)


def earn(s: Table, who: str, amount: int, why: str, rule: str) -> Table:
    """Take points from the supply of the Watchtower."""
    p = person(s, who)
    locked = p.kind == "lead" and who in inside(s)
    free = p.points + amount if p.kind == "lead" and not locked else 0
    s = tell(s, "earns", p.name, rule, amount=amount, why=why, total=free, locked=int(locked))
    return _gains(s, who, amount)


def _gains(s: Table, who: str, amount: int) -> Table:
    """Points that somebody gets; while they take part in something, they cannot spend them yet.  [SV-EARN-05]"""
    if not who or (p := person(s, who)).kind == "feature":
        return s
    if who in inside(s):
        return edit(s, who, locked=p.locked + amount)
    return edit(s, who, points=p.points + amount)


def unlock(s: Table) -> Table:
    """What was locked may be spent: what was under way has closed.  [SV-EARN-05]"""
    for p in s.cast:
        if p.locked:
            s = tell(s, "unlocks", p.name, "SV-EARN-05", amount=p.locked)
            s = edit(s, p.id, points=p.points + p.locked, locked=0)
    return s


def closing(s: Table) -> Table:
    """A Contest, Test or Relief is over: what was acted against steps down, and locked points may be spent.

    What was used in it may be used in the next.  [SV-BONUS-03, SV-EARN-05]
    """
    f: Procedure = top(s)
    s = pop(unlock(s))
    s = replace(s, cast=tuple([replace(p, used=tuple([key for key in p.used if _lasts(p, key)])) for p in s.cast]))
    for due in f.due:
        p = person(s, due.who)
        if any(x.id == due.drive for x in drives(p)):
            row = drive_of(p, due.drive)
            s = step_drive(s, p.id, due.drive, fell=row.fell or row.rating > RATINGS[0])
    return s


def _lasts(p: Person, key: str) -> bool:
    """Whether a trigger has served for the rest of the scene: outside a roll, or as one that serves once in it."""
    where, _, name = key.partition(":")
    often = {f"{x.id}.{nth}": row.often for x in p.sheet.assets for nth, row in enumerate(x.triggers)}
    return where != "contest" or often.get(name) == "scene"


def put(s: Table, p: Person) -> Table:
    """Somebody, as they are now."""
    return replace(s, cast=tuple([p if each.id == p.id else each for each in s.cast]))


def drives(p: Person) -> tuple[Value | Relationship, ...]:
    """The Values and Relationships of somebody as an episode begins; those that it brought come last."""
    return (*p.sheet.values, *p.sheet.relationships, *p.ties)


def drive_of(p: Person, drive: str) -> Drive:
    """A Value or Relationship as it is in this episode."""
    return next((row for row in p.drives if row.id == drive), None) or Drive(drive, normal(p, drive))


def normal(p: Person, drive: str) -> Rating:
    """What a Value or Relationship was when the episode began."""
    return one(drives(p), drive).rating


def drive_name(p: Person, drive: str) -> str:
    """What a Value or Relationship is called."""
    return one(drives(p), drive).name


def drive_words(p: Person, drive: str) -> str:
    """What it is called in a sentence, where a bare name would be taken for the person."""
    name = drive_name(p, drive)
    return name if any(x.id == drive for x in p.sheet.values) else f"the Relationship with {name}"


def note_drive(s: Table, who: str, row: Drive) -> Table:
    """A Drive is not as the episode found it."""
    rows = {each.id: each for each in person(s, who).drives} | {row.id: row}
    return edit(s, who, drives=tuple(rows[name] for name in sorted(rows)))


def step_drive(s: Table, who: str, drive: str, **how: bool) -> Table:
    """A Drive steps down for the episode; at D4 it stays.  [SV-BONUS-03, SV-EARN-03]"""
    p = person(s, who)
    row = drive_of(p, drive)
    to = down(row.rating) or RATINGS[0]
    s = note_drive(s, who, replace(row, rating=to, **how))
    if to == row.rating:
        return s
    return tell(s, "drive_falls", p.name, "SV-BONUS-03", drive=drive_name(p, drive), to=to, was=row.rating)


def grow(s: Table, who: str, size: Rating, why: str, rule: str) -> Table:
    """A die joins somebody's Growth Pool.  [SV-GROWTH-01]"""
    p = person(s, who)
    s = edit(s, who, growth=tuple(sorted((*p.growth, size))))
    return tell(s, "grows", p.name, rule, size=size, why=why)


def shrink(s: Table, who: str, size: int) -> Table:
    """A die leaves somebody's Growth Pool."""
    dice = list(person(s, who).growth)
    if size in dice:
        dice.remove(size)
    return edit(s, who, growth=tuple(dice))


def resources(s: Table) -> dict[str, Resource]:
    """All Extras and Locations there are, by id: one of a name is the same on every sheet.  [SV-BONUS-02]"""
    return _resources(tuple([p.sheet for p in s.cast]))


@lru_cache(maxsize=64)
def _resources(sheets: tuple[Sheet, ...]) -> dict[str, Resource]:
    return {row.id: row for sheet in sheets for row in sheet.resources}


def live(s: Table, resource: Resource) -> int:
    """How many dice of a Resource are not erased.  [SV-BONUS-02]"""
    return max(0, resource.dice - next((row.dice for row in s.spent if row.id == resource.id), 0))


def erase(s: Table, resource: str, count: int) -> Table:
    """Dice of a Resource are erased for everybody, or (below none) live again.  [SV-BONUS-02]"""
    rows = {row.id: row.dice for row in s.spent}
    rows[resource] = max(0, rows.get(resource, 0) + count)
    return replace(s, spent=tuple(state.Spent(name, rows[name]) for name in sorted(rows) if rows[name]))


def detail(s: Table, who: str, name: str, rating: Rating, paid: str) -> tuple[Table, str]:
    """A Useful Detail for the scene, and its id.  [SV-SPEND-04, SV-SPEND-09]"""
    s, key = fresh(s, "detail")
    p = person(s, who)
    s = edit(s, who, details=(*p.details, state.Detail(key, name, rating, (who,), paid)))
    return tell(s, "detail", p.name, "SV-SPEND-04", name=name, size=rating), key


def tie(s: Table, who: str, to: str, says: str) -> Table:
    """A temporary Relationship at D6, for the episode.  [SV-SPEND-05]"""
    p, other = person(s, who), person(s, to)
    s = edit(s, who, ties=(*p.ties, Relationship(other.id, other.name, 6, says, temporary=True)))
    return tell(s, "ties", p.name, "SV-SPEND-05", foe=other.name, says=says)


def stress_of(p: Person, kind: str) -> Level:
    """How far somebody is afraid, angry, exhausted, insecure or injured."""
    return one(p.stress, kind).rating


def stress(s: Table, who: str, kind: StressKind, rating: Rating) -> Table:
    """A larger die takes its place, any other steps it up; beyond D12 they are out.  [SV-STRESS-05, SV-STRESS-06]"""
    p = person(s, who)
    was = stress_of(p, kind)
    if was == RATINGS[-1]:
        return stress_out(s, who)
    to = rating if rating > was else up(was)
    s = edit(s, who, stress=change(p.stress, kind, rating=to))
    return tell(s, "stressed", p.name, "SV-STRESS-05", kind=kind.capitalize(), to=to, was=was)


def calmer(p: Person) -> Person:
    """Somebody whose every Stress has stepped down; that is no growth.  [SV-RELIEF-05]"""
    return replace(p, stress=tuple([replace(row, rating=down(row.rating)) for row in p.stress]))


def stress_out(s: Table, who: str) -> Table:
    """Somebody is out until the scene ends.  [SV-STRESS-09]"""
    return tell(edit(s, who, stressed_out=True), "out", person(s, who).name, "SV-STRESS-09")


def drop_out(s: Table, who: str) -> Table:
    """Somebody falls: each Stress steps down, a point is theirs, and they are out.  [SV-STRESS-07, SV-EARN-06]"""
    p = person(s, who)
    s = tell(edit(s, who, stress=calmer(p).stress, stressed_out=True), "drops_out", p.name, "SV-STRESS-07")
    return earn(s, who, 1, "for dropping out", "SV-EARN-06") if p.kind == "lead" else s


def feed_trouble(s: Table, size: Rating) -> Table:
    """A die joins Trouble.  [SV-TROUBLE-03]"""
    s = replace(s, trouble=tuple(sorted((*s.trouble, size))))
    return tell(s, "trouble_grows", "The Watchtower", "SV-TROUBLE-03", size=size, count=len(s.trouble))


def may_cut(s: Table, size: Rating) -> tuple[Rating, ...]:
    """The dice of Trouble that a Complication of this size may remove, each size once.  [SV-COMP-04, SV-TROUBLE-02]"""
    return tuple(sorted({die for die in s.trouble if die <= size})) if spare_trouble(s) else ()


def spare_trouble(s: Table) -> int:
    """How many dice of Trouble may be used up: two always stay, or others come for them.  [SV-TROUBLE-02]"""
    return len(s.trouble) - (LEAST_TROUBLE if s.house.trouble_min == "forbid" else 0)


def take_trouble(s: Table, size: Rating) -> Table:
    """A die of Trouble is used up; for one of the last two a D6 comes.  [SV-TROUBLE-02, SV-TROUBLE-04]"""
    dice = list(s.trouble)
    dice.remove(size)
    if len(dice) < LEAST_TROUBLE:
        dice.append(TROUBLE[0])
    return replace(s, trouble=tuple(sorted(dice)))


def enter(s: Table, who: Ids) -> Table:
    """These are there, and nobody else; whoever was out comes back to themselves.  [SV-STRESS-09]"""
    cast = [replace(p, here=p.id in who, turns=0, tried=(), used=(), details=(), how="") for p in s.cast]
    return replace(s, cast=tuple([replace(p, stressed_out=False, volunteered=False) for p in cast]))


def coming_first(s: Table, f: state.Scene) -> Ids:
    """The seats that may begin before others do, as long as somebody of theirs could.  [SV-CONTEST-15]"""
    return tuple([seat for seat in f.first if any(p.seat == seat and able(p) for p in s.cast)])


def recover(s: Table, who: str, kind: StressKind, steps: int = 0, rule: str = "SV-RELIEF-04") -> Table:
    """Stress goes down some steps, or (0) is gone.  [SV-RELIEF-04]"""
    p = person(s, who)
    was = to = stress_of(p, kind)
    for _ in range(steps or len(LADDER)):
        to = down(to)
    s = edit(s, who, stress=change(p.stress, kind, rating=to))
    return tell(s, "recovers", p.name, rule, kind=kind.capitalize(), was=was, to=to)
