"""Verbs: all that can be done to people and to Trouble. The only file that replaces parts of them and tells of it.

In this order: who is who; points; Stress; Trouble; people and scenes.
"""

from cliffhanger.games.smallville.files.triggers import RATINGS, Rating
from cliffhanger.games.smallville.files.triggers import Kind as StressKind
from cliffhanger.games.smallville.rules.state import (
    Contest,
    Ids,
    Level,
    Person,
    Side,
    Table,
)
from cliffhanger.kernel.frames import change, one, replace, tell
from cliffhanger.kernel.params import ENDLESS

LADDER: tuple[Level, ...] = (0, *RATINGS)
TROUBLE: tuple[Rating, ...] = (6, 6)
LEAST_TROUBLE = 2


def person(s: Table, who: str) -> Person:
    """Somebody of the cast by id."""
    for each in s.cast:
        if each.id == who:
            return each
    raise KeyError(who)


def name_of(s: Table, who: str) -> str:
    """What somebody is called; the Watchtower for nobody in particular."""
    return person(s, who).name if who else "The Watchtower"


def leads(s: Table) -> tuple[Person, ...]:
    """The main characters.  [SV-ROLE-01]"""
    return tuple([p for p in s.cast if p.kind == "lead"])


def able(p: Person) -> bool:
    """Whether somebody can do anything in the scene: whoever is Stressed Out cannot.  [SV-STRESS-09]"""
    return p.here and not p.stressed_out


def contest(s: Table) -> Contest | None:
    """The Contest under way."""
    return next((f for f in s.stack if isinstance(f, Contest)), None)


def side_of(f: Contest, who: str) -> Side:
    """Somebody's side of a Contest."""
    return f.sides[0] if f.sides[0].who == who else f.sides[1]


def up(rating: Level) -> Rating:
    """One size larger; nothing passes D12.  [SV-ROLE-05, SV-ROLE-07]"""
    return RATINGS[min(LADDER.index(rating), 4)]


def down(rating: Level) -> Level:
    """One size smaller; what falls below D4 is gone.  [SV-ROLE-05]"""
    return LADDER[max(0, LADDER.index(rating) - 1)]


def _edit(s: Table, who: str, **changes: object) -> Table:
    return replace(s, cast=change(s.cast, who, **changes))


# --- points ---------------------------------------------------------------------------------------------------


def purse(p: Person) -> int:
    """What somebody can spend: the Watchtower's people have points without end.  [SV-SETUP-04]"""
    return p.points if p.kind == "lead" else ENDLESS


def can_pay(p: Person, amount: int = 1) -> bool:
    """Whether somebody has so many points that are not locked."""
    return p.kind == "feature" or p.points >= amount


def pay(s: Table, who: str, to: str, amount: int, what: str, rule: str) -> Table:
    """Pay points to the person they are used against; what the Watchtower's people are paid is gone.  [SV-EARN-01]"""
    if not amount:
        return s
    payer = person(s, who)
    if payer.kind == "lead":
        s = _edit(s, who, points=payer.points - amount)
    s = tell(s, "pays", payer.name, rule, amount=amount, to=name_of(s, to), what=what)
    return _gains(s, to, amount)


def earn(s: Table, who: str, amount: int, why: str, rule: str) -> Table:
    """Take points from the supply of the Watchtower."""
    s = tell(s, "earns", person(s, who).name, rule, amount=amount, why=why)
    return _gains(s, who, amount)


def _gains(s: Table, who: str, amount: int) -> Table:
    """Points that somebody gets; while they are in a Contest, they cannot spend them yet.  [SV-EARN-05]"""
    if not who or (p := person(s, who)).kind == "feature":
        return s
    f = contest(s)
    if f and who in (f.sides[0].who, f.sides[1].who):
        return _edit(s, who, locked=p.locked + amount)
    return _edit(s, who, points=p.points + amount)


def unlock(s: Table) -> Table:
    """What was locked may be spent: the Contest has closed.  [SV-EARN-05]"""
    cast = tuple([replace(p, points=p.points + p.locked, locked=0) if p.locked else p for p in s.cast])
    return replace(s, cast=cast)


def deal(s: Table, who: str, amount: int) -> Table:
    """The points of a new episode: all others are gone.  [SV-SETUP-01, SV-SETUP-03]"""
    s = _edit(s, who, points=amount, locked=0)
    return tell(s, "starts_with", person(s, who).name, "SV-SETUP-03", amount=amount)


# --- Stress ---------------------------------------------------------------------------------------------------


def stress_of(p: Person, kind: str) -> Level:
    """How far somebody is afraid, angry, exhausted, insecure or injured."""
    return one(p.stress, kind).rating


def would_be(p: Person, kind: str, rating: Rating) -> tuple[Rating, bool]:
    """What a stress die makes of somebody's Stress, and whether that is too much for them.  [SV-STRESS-05, SV-STRESS-06]"""
    now = stress_of(p, kind)
    if now == RATINGS[-1]:
        return now, True
    return (rating if rating > now else up(now)), False


def stress(s: Table, who: str, kind: StressKind, rating: Rating) -> Table:
    """A larger die takes its place, any other steps it up; beyond D12 they are out.  [SV-STRESS-05, SV-STRESS-06]"""
    p = person(s, who)
    to, out = would_be(p, kind, rating)
    if out:
        return stress_out(s, who)
    s = _edit(s, who, stress=change(p.stress, kind, rating=to))
    return tell(s, "stressed", p.name, "SV-STRESS-05", kind=kind.capitalize(), to=to, was=stress_of(p, kind))


def stress_out(s: Table, who: str) -> Table:
    """Somebody is out until the scene ends.  [SV-STRESS-09]"""
    return tell(_edit(s, who, stressed_out=True), "out", person(s, who).name, "SV-STRESS-09")


def drop_out(s: Table, who: str) -> Table:
    """Somebody falls: each Stress steps down, a point is theirs, and they are out.  [SV-STRESS-07, SV-EARN-06]"""
    p = person(s, who)
    calmer = tuple([replace(row, rating=down(row.rating)) for row in p.stress])
    s = tell(_edit(s, who, stress=calmer, stressed_out=True), "drops_out", p.name, "SV-STRESS-07")
    return earn(s, who, 1, "for dropping out", "SV-EARN-06") if p.kind == "lead" else s


def goes_how(s: Table, who: str, how: str) -> Table:
    """How somebody leaves the scene, or what happens while they are gone; people say it.  [SV-STRESS-08]"""
    return tell(_edit(s, who, how=how), "goes_how", person(s, who).name, "SV-STRESS-08", how=how)


# --- Trouble --------------------------------------------------------------------------------------------------


def feed_trouble(s: Table, size: Rating) -> Table:
    """A die joins Trouble.  [SV-TROUBLE-03]"""
    s = replace(s, trouble=tuple(sorted((*s.trouble, size))))
    return tell(s, "trouble_grows", "The Watchtower", "SV-TROUBLE-03", size=size, count=len(s.trouble))


def may_cut(s: Table, size: Rating) -> tuple[Rating, ...]:
    """The dice of Trouble that a Complication of this size may remove, each size once.  [SV-COMP-04, SV-TROUBLE-02]"""
    if len(s.trouble) <= LEAST_TROUBLE and s.house.trouble_min == "forbid":
        return ()
    return tuple(sorted({die for die in s.trouble if die <= size}))


def cut_trouble(s: Table, who: str, size: Rating) -> Table:
    """A die leaves Trouble, of which two always stay.  [SV-COMP-04, SV-TROUBLE-02, SV-TROUBLE-04]"""
    dice = list(s.trouble)
    dice.remove(size)
    while len(dice) < LEAST_TROUBLE:
        dice.append(TROUBLE[0])
    s = replace(s, trouble=tuple(sorted(dice)))
    return tell(s, "trouble_cut", person(s, who).name, "SV-COMP-04", size=size, count=len(s.trouble))


# --- people and scenes ----------------------------------------------------------------------------------------


def new_episode(s: Table) -> Table:
    """Growth is spent, Trouble is two D6, and the roll of Relationships comes.  [SV-SETUP-01, SV-SETUP-05, SV-SETUP-07]"""
    cast = tuple([replace(p, points=0, locked=0, growth=()) for p in s.cast])
    s = replace(s, cast=cast, trouble=TROUBLE, episode=s.episode + 1)
    return tell(s, "episode", "", "SV-SETUP-07", number=s.episode)


def enter(s: Table, who: Ids) -> Table:
    """These are there, and nobody else."""
    cast = tuple([replace(p, here=p.id in who, turns=0, stressed_out=False, how="") for p in s.cast])
    return replace(s, cast=cast)


def disperse(s: Table) -> Table:
    """The scene is over: whoever was out comes back to themselves.  [SV-STRESS-09]"""
    return enter(s, ())


def takes_turn(s: Table, who: str) -> Table:
    """Somebody has begun a Contest, or has let others begin one."""
    return _edit(s, who, turns=person(s, who).turns + 1)
