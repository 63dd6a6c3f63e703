"""Verbs: the only functions that change people and things; each tells its event.

Chapters call these verbs. Each keeps what must stay true together: who is taken out holds nobody, who is parted
is no longer pressed, who rolls nothing has a Setback. In this order: what is told; damage; conditions and tracks; places;
dice that wait, and burn; sheets, strain, points.
"""

from collections.abc import Iterable
from typing import Any

from cliffhanger.games.blockbuster.files.sheets import Impediment, Place, Power, Sheet
from cliffhanger.games.blockbuster.rules.state import (
    Burn,
    Hold,
    Ids,
    Kind,
    Movie,
    Order,
    Person,
    Proposal,
    Scene,
    Shown,
    Side,
    Source,
    Task,
    Token,
    Track,
)
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import change, fresh, one, replace, tell, without
from cliffhanger.kernel.params import ids


def person(s: Movie, who: str) -> Person:
    """Somebody of the cast by id."""
    for each in s.cast:
        if each.id == who:
            return each
    raise KeyError(who)


def names(s: Movie, who: Iterable[str]) -> list[str]:
    """What all of these are called."""
    return [person(s, each).name for each in who]


def power_of(p: Person, name: str) -> Power:
    """A power or item of somebody's, by id."""
    return one(p.sheet.powers, name)


def present(s: Movie) -> tuple[Person, ...]:
    """Who is in the scene: placed on one of its Sets."""
    return tuple(p for p in s.cast if p.place)


def able(p: Person) -> bool:
    """Whether somebody is in the scene and not taken out."""
    return bool(p.place) and not p.taken_out


def within_reach(s: Movie, who: str, subject: str, *, far: bool) -> bool:
    """Whether an attempt holds: both sides are there, on one Set or by a power that reaches farther.  [BB-CR-05]"""
    p, other = person(s, who), person(s, subject)
    return able(p) and able(other) and (far or p.place == other.place)


def _edit(s: Movie, who: str, **changes: object) -> Movie:
    return replace(s, cast=change(s.cast, who, **changes))


def playing(s: Movie) -> Scene:
    """The scene being played."""
    assert s.scene is not None
    return s.scene


def restage(s: Movie, **changes: object) -> Movie:
    """Something of the scene being played is another."""
    return replace(s, scene=replace(playing(s), **changes))


def show(
    s: Movie, event: str, who: str, rule: str, sides: tuple[Side, ...] = (), won: int = -1, /, **data: Any
) -> Movie:
    """Tell a result and put it on the stage with the dice that prove it."""
    s = tell(s, event, who, rule, **data)
    return replace(s, shown=Shown(s.news[-1], sides, won))


def beside(s: Movie, before: tuple[Event, ...]) -> Movie:
    """Have what the same roll did to others before stand beside what is shown."""
    return replace(s, shown=replace(s.shown, before=before)) if before and s.shown else s


def prove(s: Movie, event: str, rule: str, sides: tuple[Side, ...], won: int = -1, /, **data: Any) -> Movie:
    """Show what came of a roll: the first of the sides is whose doing it was, and that one of them `won` it."""
    return show(s, event, person(s, sides[0].who).name, rule, sides, won, **data)


def setback(s: Movie, whom: str, why: str) -> Movie:
    """Tell of a Major Setback; what follows from it is the Director's.  [BB-DEF-04]"""
    name = person(s, whom).name
    s = restage(s, setbacks=(*playing(s).setbacks, f"{name}: {why}"))
    return tell(s, "setback", name, "BB-DEF-04", why=why)


def rolled(s: Movie, side: Side, what: str, whom: str = "", *, action: bool = True) -> Movie:
    """Tell what fell; a roll without any success is a Setback of whoever rolled it.  [BB-ROLL-05]

    `what` is what it was for: "for the keys", "to stand against it". One success is competence, whatever comes of it.
    """
    name, faces = person(s, side.who).name, list(side.faces)
    s = tell(s, "rolled", name, "BB-ROLL-02", what=what, whom=whom, faces=faces, successes=side.rolled)
    without_any = side.rolled == 0 and s.scene and (action or s.house.setback_zero == "any_roll")
    return setback(s, side.who, "no success at all") if without_any else s


def limits(s: Movie, p: Person) -> tuple[int, int]:
    """How much damage to Vigor and to Potency takes somebody out."""
    if s.house.damage_model == "shared":
        most = max(p.sheet.limit_v, p.sheet.limit_p)
        return most, most
    return p.sheet.limit_v, p.sheet.limit_p


def bears(s: Movie, p: Person, kind: Kind) -> int:
    """How much more damage of a kind takes somebody out."""
    shared, (v, k) = s.house.damage_model == "shared", limits(s, p)
    now = p.damage_v + p.damage_p if shared else p.damage_v if kind == "V" else p.damage_p
    return max(0, (v if kind == "V" else k) - now)


def overcome(s: Movie, p: Person) -> bool:
    """Whether somebody's damage has reached its limit."""
    if s.house.damage_model == "record":
        return False
    v, k = limits(s, p)
    if s.house.damage_model == "shared":
        return p.damage_v + p.damage_p >= v
    return p.damage_v >= v or p.damage_p >= k


def _damage(s: Movie, who: str, more: int, kind: Kind) -> Movie:
    """Damage of one kind grows or shrinks, not below none."""
    p = person(s, who)
    if kind == "V":
        return _edit(s, who, damage_v=max(0, p.damage_v + more))
    return _edit(s, who, damage_p=max(0, p.damage_p + more))


def hurt(s: Movie, whom: str, amount: int, type: Kind, why: str, rule: str = "", by: str = "") -> Movie:
    """Damage lands on Vigor or Potency; whoever reaches the limit is taken out."""
    if amount <= 0:
        return s
    s = _damage(s, whom, amount, type)
    p = person(s, whom)
    s = tell(s, "hurt", p.name, rule, amount=amount, kind=type, why=why, by=by)
    return take_out(s, whom, why, by) if not p.taken_out and overcome(s, p) else s


def heal(s: Movie, whom: str, amount: int, type: Kind) -> Movie:
    """The Director takes damage away."""
    return tell(_damage(s, whom, -amount, type), "healed", person(s, whom).name, amount=amount, kind=type)


def protected(s: Movie, who: str, amount: int, source: str) -> int:
    """What is left of damage behind somebody's Protection; strain never asks for it.  [BB-STR-05]"""
    covers = s.house.protection_on
    if covers == "none" or source not in covers.split("+"):
        return max(0, amount)
    return max(0, amount - person(s, who).sheet.protection)


def take_out(s: Movie, whom: str, why: str, by: str = "") -> Movie:
    """Somebody is out of the scene: all they hold, press or burn ends. That is a Setback.

    Where somebody did it by a hit that is on the stage, its headline says so.
    """
    s = tell(_edit(s, whom, taken_out=True), "taken_out", person(s, whom).name, "BB-DEF-04", why=why, by=by)
    if by and s.shown and s.shown.event.what in ("hits", "burns_on"):
        e = s.shown.event
        s = replace(s, shown=replace(s.shown, event=replace(e, data={**e.data, "felled": 1})))
    s = _let_go_of_all(s, whom, "taken out")
    if s.house.points == "record":
        s = award(s, whom, 1, "taken out")
    return setback(s, whom, "taken out") if s.scene else s


def _let_go_of_all(s: Movie, who: str, gone: str) -> Movie:
    """Nobody is held, pressed or burned any more by somebody who is gone, nor are they by others."""
    tracks = tuple(t for t in s.tracks if who not in (t.initiator, t.subject))
    s = replace(s, tracks=tracks, burns=tuple(b for b in s.burns if who not in (b.attacker, b.subject)))
    for held in s.cast:
        if who in held.restrained:
            s = free(s, held.id, who, "", gone)
    return s


def bring_back(s: Movie, whom: str) -> Movie:
    """The Director brings somebody back in."""
    return tell(_edit(s, whom, taken_out=False), "brought_back", person(s, whom).name)


def track_between(s: Movie, kind: Hold, initiator: str, subject: str) -> Track | None:
    """The track of one attempt; where attempts are pooled, the one that all share."""
    pooled = s.house.cr_pool and kind != "break"
    for t in s.tracks:
        if t.kind == kind and t.subject == subject and (pooled or t.initiator == initiator):
            return t
    return None


def push_track(s: Movie, new: Track, successes: int) -> Movie:
    """Record successes on a track, begun if need be.  [BB-CR-01]"""
    old = track_between(s, new.kind, new.initiator, new.subject)
    if old is None:
        rows = (*s.tracks, replace(new, successes=successes)) if successes else s.tracks
        return replace(s, tracks=tuple(sorted(rows, key=lambda t: t.id)))
    said = old.behaviour or new.behaviour
    more = change(s.tracks, old.id, successes=old.successes + successes, pool=new.pool, far=new.far, behaviour=said)
    return replace(s, tracks=more)


def cut_track(s: Movie, name: str, successes: int) -> Movie:
    """Take successes off a track, not below none; an empty one is gone."""
    left = max(0, one(s.tracks, name).successes - successes)
    return replace(s, tracks=change(s.tracks, name, successes=left) if left else without(s.tracks, name))


def drop_track(s: Movie, name: str) -> Movie:
    """A track ends."""
    return replace(s, tracks=without(s.tracks, name))


def restrain(s: Movie, who: str, holder: str) -> Movie:
    """Somebody is held: nothing physical but to break free.  [BB-CR-09]"""
    p = person(s, who)
    holders = tuple(each.id for each in s.cast if each.id == holder or each.id in p.restrained)
    return tell(_edit(s, who, restrained=holders), "restrained", p.name, "BB-CR-09", by=person(s, holder).name)


def free(s: Movie, whom: str, holder: str, why: str, gone: str = "") -> Movie:
    """One hold on somebody ends."""
    p = person(s, whom)
    s = _edit(s, whom, restrained=tuple(h for h in p.restrained if h != holder))
    if t := track_between(s, "break", whom, holder):
        s = drop_track(s, t.id)
    return tell(s, "freed", p.name, "BB-CR-10", by=person(s, holder).name, why=why, gone=gone)


def convince(s: Movie, who: str, by: str, behaviour: str) -> Movie:
    """Somebody does what was asked, until the scene ends or something changes their mind.  [BB-CR-08]"""
    p = person(s, who)
    orders = (*(o for o in p.convinced if o.id != by), Order(by, behaviour))
    told: dict[str, Any] = {"by": person(s, by).name, "behaviour": behaviour}
    return tell(_edit(s, who, convinced=orders), "convinced", p.name, "BB-CR-08", **told)


def unconvince(s: Movie, who: str, by: str, why: str) -> Movie:
    """Somebody changes their mind."""
    p = person(s, who)
    s = _edit(s, who, convinced=tuple(o for o in p.convinced if o.id != by))
    return tell(s, "unconvinced", p.name, "BB-CR-08", by=person(s, by).name, why=why)


def move(s: Movie, whom: str, place: str) -> Movie:
    """Somebody goes to a Set; an attempt whose two sides are parted by it is over.  [BB-CR-05]"""
    s = tell(_edit(s, whom, place=place), "moved", person(s, whom).name, place=one(s.sets, place).name)
    for t in s.tracks:
        if t.kind != "break" and not t.far and whom in (t.initiator, t.subject):
            a, b = person(s, t.initiator), person(s, t.subject)
            if a.place != b.place:
                s = tell(drop_track(s, t.id), "parted", a.name, "BB-CR-05", subject=b.name, what=t.kind)
    return s


def enter(s: Movie, who: str, place: str) -> Movie:
    """Somebody comes into the scene, with what they wear or have switched on."""
    return tell(_put(s, who, place), "enters", person(s, who).name, place=one(s.sets, place).name)


def begin_scene(s: Movie, name: str, card: str, sets: Ids) -> Movie:
    """A scene begins on these Sets; its card, if it has one, has been opened."""
    opened = (*s.opened, card) if card and card not in s.opened else s.opened
    s = replace(s, scene=Scene(name, card, sets), scenes=s.scenes + 1, opened=opened)
    return tell(s, "scene", name=name, number=s.scenes)


def gather(s: Movie, who: Ids, place: str) -> Movie:
    """A scene begins: all of these are on its first Set, with what they wear or have switched on."""
    here = tuple(p for p in s.cast if p.id in who)
    for p in here:
        s = _put(s, p.id, place)
    return tell(s, "gathered", place=one(s.sets, place).name, names=[p.name for p in here])


def _put(s: Movie, who: str, place: str) -> Movie:
    return _edit(s, who, place=place, active=worn(person(s, who).sheet))


def worn(sheet: Sheet) -> Ids:
    """The powers of a sheet that are worn or switched on from the start."""
    return tuple(x.id for x in sheet.powers if x.active)


def disperse(s: Movie) -> Movie:
    """A scene is over: nobody is held, persuaded or out any more; damage stays."""
    for p in s.cast:
        s = _edit(s, p.id, place="", taken_out=False, restrained=(), convinced=(), active=())
    return s


def leave(s: Movie, whom: str) -> Movie:
    """Somebody leaves the scene."""
    s = _edit(s, whom, place="", restrained=(), convinced=())
    return tell(_let_go_of_all(s, whom, "gone"), "leaves", person(s, whom).name)


def add_set(s: Movie, name: str, says: str) -> Movie:
    """The Director opens another Set."""
    s, made = fresh(s, "set")
    s = replace(s, sets=(*s.sets, Place(made, name, says)))
    if s.scene:
        s = restage(s, sets=(*s.scene.sets, made))
    return tell(s, "set_added", "Director", name=name)


def impede(s: Movie, place: str, text: str, penalty: int, tag: str) -> Movie:
    """A condition hinders what is done on one Set.  [BB-DEF-03]"""
    s, made = fresh(s, "impediment")
    there, tag = one(s.sets, place), tag.strip().casefold().replace(" ", "_")
    more = (*there.impediments, Impediment(made, text, penalty, tag))
    s = replace(s, sets=change(s.sets, place, impediments=more))
    told: dict[str, Any] = {"place": there.name, "text": text, "penalty": penalty, "way": s.house.impediment_as}
    return tell(s, "impeded", "Director", "BB-DEF-03", **told, about=touched(s, tag) if tag else "")


def touched(s: Movie, tag: str) -> str:
    """What a condition hinders, as it stands on the sheets."""
    if tag == "physical":
        return "anything physical"
    for p in s.cast:
        for row in (*p.sheet.skills, *p.sheet.attributes):
            if row.id == tag:
                return row.name
    return tag.capitalize() if tag in ("defense", "vigor", "potency") else tag.replace("_", " ")


def clear(s: Movie, place: str, name: str) -> Movie:
    """A condition on a Set is gone."""
    there = one(s.sets, place)
    told: dict[str, Any] = {"place": there.name, "text": one(there.impediments, name).text}
    s = replace(s, sets=change(s.sets, place, impediments=without(there.impediments, name)))
    return tell(s, "cleared", "Director", "BB-DEF-03", **told)


def give_token(s: Movie, giver: str, to: str, follow_up: str, dice: int, *, passed: bool = False) -> Movie:
    """Successes turn into dice for one named later roll.  [BB-DEF-02]"""
    if dice <= 0:
        return s
    s, made = fresh(s, "setup")
    s = replace(s, tokens=(*s.tokens, Token(made, giver, to, follow_up, dice, passed=passed)))
    return tell(s, "set_up", person(s, giver).name, "BB-DEF-02", to=person(s, to).name, follow_up=follow_up, dice=dice)


def pass_tokens(s: Movie, tokens: str | Ids) -> Movie:
    """The Director lets Set-Up dice serve whatever roll their owner brings them to.  [BB-SET-01]"""
    for t in s.tokens:
        if t.id in ids(tokens):
            s = tell(s, "token_passed", "Director", "BB-SET-01", whose=person(s, t.to).name, follow_up=t.follow_up)
            s = replace(s, tokens=change(s.tokens, t.id, passed=True))
    return s


def use_tokens(s: Movie, names: Ids) -> Movie:
    """Set-Up dice are rolled once, all of them, and gone."""
    for name in names:
        t = one(s.tokens, name)
        s = tell(s, "token_used", person(s, t.to).name, "BB-SET-01", follow_up=t.follow_up, dice=t.dice)
        s = replace(s, tokens=without(s.tokens, name))
    return s


def record(s: Movie, attacker: str, power: str, subject: str, successes: int) -> Movie:
    """Write down what still hangs over somebody; nothing left ends it.  [BB-ONG-05]"""
    name = f"{attacker}:{power}:{subject}"
    others = without(s.burns, name)
    if successes <= 0:
        return replace(s, burns=others)
    left = Burn(name, attacker, power, subject, successes)
    return replace(s, burns=tuple(sorted((*others, left), key=lambda b: b.id)))


def feed(s: Movie, burns: Iterable[Burn]) -> Movie:
    """These are kept going in this turn."""
    names = {b.id for b in burns}
    return replace(s, burns=tuple(replace(b, fed=True) if b.id in names else b for b in s.burns))


def let_go(s: Movie, who: str, power: str = "", kept: Ids = ()) -> Movie:
    """Another action lets ongoing damage go out: all but that power's on those subjects."""
    stay = tuple(b for b in s.burns if b.attacker != who or (b.power == power and b.subject in kept))
    return s if len(stay) == len(s.burns) else replace(s, burns=stay)


def switch(s: Movie, who: str, powers: Ids) -> Movie:
    """What somebody wears, sustains or has switched on, from now on."""
    p = person(s, who)
    names = [x.name for x in p.sheet.powers if x.id in powers]
    return tell(_edit(s, who, active=tuple(sorted(powers))), "switched", p.name, names=names)


def burden(s: Movie, whom: str, text: str, rating: int, type: Kind) -> Movie:
    """The Director adds a source of strain."""
    s, made = fresh(s, "strain")
    p = person(s, whom)
    s = _edit(s, whom, extra=(*p.extra, Source(made, text, rating, type)))
    return tell(s, "burdened", p.name, "BB-STR-02", text=text, rating=rating, kind=type)


def relieve(s: Movie, who: str, name: str) -> Movie:
    """A source of strain is gone."""
    p = person(s, who)
    return tell(_edit(s, who, extra=without(p.extra, name)), "relieved", p.name, text=one(p.extra, name).text)


def award(s: Movie, whom: str, points: int, why: str) -> Movie:
    """Points are only counted: the rules give them no use."""
    p = person(s, whom)
    return tell(_edit(s, whom, points=max(0, p.points + points)), "points", p.name, points=points, why=why)


def take_sheet(s: Movie, who: str, sheet: Sheet) -> Movie:
    """Somebody plays from another sheet now."""
    p = person(s, who)
    was = p.name if p.name != sheet.name else ""
    s = _edit(s, who, sheet=replace(sheet, id=p.sheet.id), active=worn(sheet))
    return tell(s, "new_sheet", sheet.name, was=was)


def propose(s: Movie, who: str, text: str, sheet: Sheet) -> Movie:
    """Somebody would play from another sheet."""
    s, name = fresh(s, "proposal")
    s = replace(s, proposals=(*s.proposals, Proposal(name, who, text, sheet)))
    return tell(s, "proposes", person(s, who).name, text=text)


def drop_proposal(s: Movie, name: str, told: str = "") -> Movie:
    """A proposal is off the table; `told` is whose it was, where the Director does not agree and the sheet stays."""
    s = replace(s, proposals=without(s.proposals, name))
    return tell(s, "declined", "Director", whose=told) if told else s


def join_cast(s: Movie, sheet: Sheet, seat: str, *, lead: bool) -> Movie:
    """Somebody new joins the cast."""
    who = sheet.id
    while any(p.id == who for p in s.cast):
        s, who = fresh(s, sheet.id)
    return tell(replace(s, cast=(*s.cast, Person(who, sheet, seat, lead))), "joins", sheet.name)


def add_task(
    s: Movie, name: str, required: int, limit: int = 0, admitted: Ids = (), says: str = "", between: Ids = ()
) -> Movie:
    """A task that takes several actions.  [BB-EXT-01]"""
    s, made = fresh(s, "task")
    allowed = tuple(p.id for p in s.cast if p.id in admitted)
    s = replace(s, tasks=(*s.tasks, Task(made, name, required, 0, limit, 0, allowed, says, between)))
    return tell(s, "task_added", "Director", "BB-EXT-01", name=name, required=required)


def drop_task(s: Movie, task: str) -> Movie:
    """A task is taken off the table."""
    return tell(replace(s, tasks=without(s.tasks, task)), "task_dropped", "Director", name=one(s.tasks, task).name)


def add_to_task(s: Movie, name: str, successes: int, who: str) -> Movie:
    """Successes of a check given to a task are recorded.  [BB-EXT-02]"""
    t = one(s.tasks, name)
    admitted = t.admitted or ((who,) if not s.house.extended_helpers else ())
    return replace(s, tasks=change(s.tasks, name, total=t.total + successes, rolls=t.rolls + 1, admitted=admitted))
