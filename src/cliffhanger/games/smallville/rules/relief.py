"""Relief: somebody helps somebody else over one kind of Stress, and what hurt makes them grow."""

from collections.abc import Iterator
from functools import lru_cache, partial

from cliffhanger.games.smallville.rules import pools, verbs
from cliffhanger.games.smallville.rules.state import CALM, Die, Person, Pool, Relief, Shown, Side, Table
from cliffhanger.games.smallville.rules.wording import LINES
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import push, replace, tell, top, turn
from cliffhanger.kernel.offers import YES, Kind, No, Offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

DEED = Text("deed", "What you do", 1, 160)
NOBODY = No(
    "Nobody relieves their own Stress, and nobody else here has any that you have not tried.", rule="SV-RELIEF-01"
)


def begin(s: Table, who: str, what: str, deed: str, extra: str = "") -> Table:
    """Somebody would relieve somebody else of one kind of Stress, or has an Extra do it.  [SV-RELIEF-01, SV-RELIEF-02]"""
    patient, _, name = what.partition("/")
    kind = next(row.id for row in verbs.person(s, patient).stress if row.id == name)
    name, foe = verbs.name_of(s, who), verbs.name_of(s, patient)
    s = verbs.edit(s, who, tried=(*verbs.person(s, who).tried, what))
    s = tell(s, "helps_over", name, "SV-RELIEF-02", foe=foe, kind=kind.capitalize(), deed=deed)
    return push(replace(s, shown=None), Relief(who, patient, kind, deed, extra))


def refuse(s: Table) -> Table:
    """Whoever is hurt will not have it."""
    f: Relief = top(s)
    return turn(tell(s, "refuses_help", verbs.name_of(s, f.patient), "SV-RELIEF-02"), phase="close")


def roll(s: Table, f: Relief) -> Roll:
    """All Stress dice of whoever is hurt.  [SV-RELIEF-03]"""
    p = verbs.person(s, f.patient)
    dice = tuple(row.rating for row in p.stress if row.rating)
    return Roll(f"{f.number}.relief", p.seat, "stress_against", dice, f"{p.name}: what hurts")


def fold(s: Table, _f: Relief) -> Fold:
    """The two best faces count; ones only where they make Complications."""
    return pools.best_faces(ones=s.house.relief_patient_ones == "complication")


def settle(s: Table, f: Relief, faces: tuple[int, ...]) -> Table:
    """Both sides have rolled: strictly higher heals, and what hurt is growth.  [SV-RELIEF-03, SV-RELIEF-04]"""
    p = verbs.person(s, f.patient)
    sizes = [(row.id, verbs.as_die(row.rating)) for row in p.stress if row.rating]
    dice = tuple(Die(kind, kind.capitalize(), size, face) for (kind, size), face in zip(sizes, faces, strict=True))
    total = pools.result(dice, pools.BEST)
    s = tell(s, "rolled", p.name, "SV-RELIEF-03", faces=list(faces), sizes=[f"D{die.size}" for die in dice])
    rungs = (*f.rungs, Side(p.id, dice=dice, total=total, fell=s.serial))
    name, helped, kind = verbs.name_of(s, f.who), f.total > total, f.kind.capitalize()
    told = "heals" if helped else "fails_to_heal"
    s = tell(s, told, name, "SV-RELIEF-04", foe=p.name, kind=kind, total=f.total, beaten=total)
    s = turn(replace(s, shown=Shown(s.news[-1], rungs)), phase="close", rungs=rungs)
    if helped:
        size = verbs.as_die(verbs.stress_of(p, f.kind))
        s = verbs.grow(verbs.recover(s, p.id, f.kind), p.id, size, "for Stress that was relieved", "SV-GROWTH-01")
    ones = tuple(sorted((die.size for die in dice if die.face == 1), reverse=True))
    if ones and s.house.relief_patient_ones == "complication":
        mine = Pool(p.id, f.who, "relief", phase="complications", ones=ones, total=total)
        return push(s, replace(mine, speak=pools.may_cut(s, mine)))
    return s


def arrived(s: Table, f: Relief, rolled: Pool) -> Table:
    """The helper has rolled; now the Stress does. Ones of the other side come when all is settled."""
    if f.phase != "helper":
        return s
    return turn(s, phase="patient", total=rolled.total, rungs=(*f.rungs, pools.as_side(rolled)))


def advance(s: Table, f: Relief) -> Table:
    """Whose seat both are is not asked; the helper rolls; it closes."""
    p, patient = verbs.person(s, f.who), verbs.person(s, f.patient)
    if f.phase == "consent" and p.seat == patient.seat:
        return turn(s, phase="helper")
    if f.phase == "helper":
        payee = f.patient if s.house.relief_payee == "patient" and f.patient != f.who else ""
        if f.extra:
            found = verbs.resources(s)[f.extra]
            dice = (Die(found.id, found.name, found.rating),) * verbs.live(s, found)
            return push(s, Pool(f.who, f.patient, "relief", phase="roll", payee=payee, box=False, dice=dice))
        return push(s, Pool(f.who, f.patient, "relief", payee=payee, box=False))
    if f.phase == "patient" and not verbs.stress_of(patient, f.kind):
        return turn(s, phase="close")  # a ruling has healed them meanwhile
    return verbs.closing(s) if f.phase == "close" else s


BEAT = "Beat all their Stress: the kind you name is gone, and they grow."
RELIEVE = partial(Kind, rule="SV-RELIEF-02", verb="relieve", says=BEAT, figures=("heals",), line=LINES["relieve"])
LET = partial(Kind, group="Help", rule="SV-RELIEF-02")
CONSENT = LET("consent", "Let them help", partial(turn, phase="helper"), first=True, figures=("heals",))
REFUSE = LET("refuse", "Not now", refuse)


def in_scene(s: Table, p: Person, window: str, rank: int) -> Iterator[Offer]:
    """Help somebody over something."""
    kind, asks = _helping(p.id, "" if verbs.alone(s, p) else p.name), _whom(s, p)
    yield kind(p.seat, window, asks, YES if asks else NOBODY, rank=rank)
    extras = tuple(Item(x.id, x.name) for x in p.sheet.resources if x.kind == "extra" and verbs.live(s, x))
    if extras and s.house.relief_by_extra and (whom := _whom(s, p, own=True)):
        label, who = "An Extra helps somebody", Pick("extra", "Which Extra", extras)
        yield RELIEVE(f"{kind.key}.extra", label, kind.do, group="You may")(p.seat, window, (who, *whom), rank=rank)


@lru_cache(maxsize=256)
def _helping(who: str, name: str) -> Kind:
    do = partial(begin, who=who)
    if name:
        you = (("you", name),)
        return RELIEVE(f"relieve.{who}", f"{name} helps somebody", do, group="Features", names=you)
    return RELIEVE("relieve", "Help somebody over something", do, group="You may")


def _whom(s: Table, p: Person, *, own: bool = False) -> tuple[Param, ...]:
    """Who has Stress, but for one's own.  [SV-RELIEF-01]"""
    if all(x.stress == CALM for x in s.cast):
        return ()
    again = s.house.relief_retry == "free"
    items = tuple(
        Item(f"{x.id}/{row.id}", f"{x.name}: {row.id.capitalize()}", dice=(verbs.as_die(row.rating),))
        for x in s.cast
        if (own or x.id != p.id) and x.here and (not x.stressed_out or s.house.relief_while_out)
        for row in x.stress
        if row.rating and (again or f"{x.id}/{row.id}" not in p.tried)
    )
    return (Pick("what", "Whom, of what", items), DEED) if items else ()


def offers(s: Table, f: Relief) -> Iterator[Offer]:
    """Whoever is hurt is asked."""
    p = verbs.person(s, f.patient)
    by, deed = verbs.name_of(s, f.who), f"over it ({f.kind.capitalize()}): “{f.deed}”"
    ask = verbs.to_player(s, p.id, f"{by} would help you {deed}", f"{by} would help {p.name} {deed}")
    yield CONSENT.open(p.seat, str(f.number), **ask)
    yield REFUSE.open(p.seat, str(f.number), **ask)
