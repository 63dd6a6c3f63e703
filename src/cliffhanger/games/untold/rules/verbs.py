"""Verbs: all that can be done to people and things. The only file that replaces parts of them and tells of it.

Chapters call these verbs. Points are paid and earned here and nowhere else, so that the third Hero Point always
brings the Game Master theirs. In this order: what is told; stores; points; things that wait; people and time.
"""

from typing import Any

from cliffhanger.games.untold.files.sheets import Sheet
from cliffhanger.games.untold.files.skills import Realm
from cliffhanger.games.untold.rules import state
from cliffhanger.games.untold.rules.derived_ratings import FIRST, SECOND, AspectId, Derived, derived, of_column, touched
from cliffhanger.games.untold.rules.state import D12, GM, Aspect, Check, NoteKind, Person, Proposal, Resting, Table
from cliffhanger.kernel.frames import amend, change, fresh, one, replace, tell, without

EVERY = 3
TALE_RULE = {"boon": "UN-BON-01", "snag": "UN-SNG-02", "setback": "UN-SNG-02"}


def person(s: Table, who: str) -> Person:
    """Somebody of the cast by id."""
    for each in s.cast:
        if each.id == who:
            return each
    raise KeyError(who)


def of_seat(s: Table, seat: str) -> Person | None:
    """The character of a player's seat; the first, where one plays several."""
    if seat != GM:
        for each in s.cast:
            if each.seat == seat and each.kind == "pc":
                return each
    return None


def players(s: Table) -> list[tuple[str, Person]]:
    """Every seat that plays a character, and that character."""
    return [(seat.id, mine) for seat in s.seats if (mine := of_seat(s, seat.id))]


def key_of(s: Table, p: Person, key: str) -> str:
    """What an option for this character is called: plain for a player's own, else with the character's id."""
    return key if of_seat(s, p.seat) is p else f"{key}.{p.id}"


def checking(s: Table, p: Person, *, own: bool = False) -> str:
    """Why somebody's sheet stays as it is just now: nobody's changes in the middle of their check. `own`: said to them."""
    f = s.stack[-1]
    mine = isinstance(f, Check) and f.who == p.id
    who = "You are" if own else f"{p.name} is"
    return f"{who} making a check: sheets change when it is over." if mine else ""


def known(s: Table, p: Person) -> Derived:
    """What follows from somebody's sheet at this table."""
    return derived(p.sheet, s.tree, s.house)


def aspect(p: Person, name: AspectId) -> Aspect:
    """One store of somebody's."""
    return one(p.aspects, name)


def left(s: Table, p: Person, name: AspectId) -> int:
    """How many points a store still has."""
    return max(0, known(s, p).bases[name] - aspect(p, name).lost)


def devotion_left(s: Table, p: Person) -> int:
    """How much devotion somebody still has: as much as their deepest moral aspect, less what was spent.  [UN-DEV-01]"""
    return max(0, known(s, p).devotion - p.devotion_spent)


def at_brink(s: Table, p: Person) -> bool:
    """Whether a store of the second level is empty; what that means is for people to say."""
    return any(left(s, p, name) == 0 for name in SECOND.values())


def _edit(s: Table, who: str, **changes: object) -> Table:
    return replace(s, cast=change(s.cast, who, **changes))


def _put(s: Table, who: str, name: AspectId, **changes: int) -> Table:
    """Change one store; harm beyond the last point is forgotten as soon as the store has a point."""
    p = person(s, who)
    row = replace(aspect(p, name), **changes)
    if row.excess and row.lost < known(s, p).bases[name]:
        row = replace(row, excess=0)
    return _edit(s, who, aspects=tuple([row if each.id == name else each for each in p.aspects]))


def show(s: Table, event: str, who: str, rule: str, fell: tuple[D12, ...], mr: int, sn: int, /, **data: Any) -> Table:
    """Tell an outcome and put it on the stage with the dice that prove it."""
    s = tell(s, event, who, rule, **data)
    return replace(s, shown=state.Shown(s.news[-1], fell, mr, sn))


def _told(s: Table, who: str, event: str, rule: str = "", /, **data: Any) -> Table:
    """Tell of somebody, by the name the table knows them by."""
    return tell(s, event, person(s, who).name, rule, **data)


def exert(s: Table, who: str, realm: Realm, points: int) -> tuple[Table, int, int]:
    """Spend exertion: the first level until it is empty, then the second of the same realm.  [UN-EXR-03]

    Gives how much came from each. The columns it empties are the same that harm empties.
    """
    p, of_first, of_second = person(s, who), FIRST[realm], SECOND[realm]
    first = min(points, left(s, p, of_first))
    second, before = points - first, _marks(s, p)
    s = _put(s, who, of_first, spent=aspect(p, of_first).spent + first)
    if second:
        s = _put(s, who, of_second, spent=aspect(p, of_second).spent + second, excess=0)
    spent = [[n, name.capitalize()] for n, name in ((first, of_first), (second, of_second)) if n]
    s = _told_columns(_told(s, who, "exerts", "UN-EXR-01", spent=spent), who, before)
    return (_told_brink(s, who, of_second, "UN-EXR-03") if second else s), first, second


def devote(s: Table, who: str, points: int) -> Table:
    """Spend devotion."""
    s = _edit(s, who, devotion_spent=person(s, who).devotion_spent + points)
    return _told(s, who, "devotes", "UN-DEV-02", points=points)


def strain(s: Table, whom: str, realm: Realm, amount: int, why: str) -> Table:
    """Strain takes from the first level, and what is left over from the second.  [UN-DMG-01]"""
    p, name = person(s, whom), FIRST[realm]
    before, here = _marks(s, p), min(amount, left(s, p, name))
    s = _told(s, whom, "strained", "UN-DMG-01", amount=amount, realm=realm, why=why)
    s = _put(s, whom, name, damaged=aspect(p, name).damaged + here)
    return _told_columns(_harm(s, whom, realm, amount - here), whom, before)


def wound(s: Table, whom: str, realm: Realm, amount: int, why: str) -> Table:
    """A wound goes straight to the second level: Vitality for the body, Sanity for the mind.  [UN-DMG-02]"""
    before = _marks(s, person(s, whom))
    s = _told(s, whom, "wounded", "UN-DMG-02", amount=amount, realm=realm, why=why)
    return _told_columns(_harm(s, whom, realm, amount), whom, before)


def _harm(s: Table, who: str, realm: Realm, amount: int) -> Table:
    """Harm to the second level; what is beyond its last point is written down, and people decide."""
    if not amount:
        return s
    p, name = person(s, who), SECOND[realm]
    row, there = aspect(p, name), left(s, p, name)
    here = min(amount, there)
    excess = (0 if there else row.excess) + amount - here
    return _told_brink(_put(s, who, name, damaged=row.damaged + here, excess=excess), who, name, "UN-DMG-02")


def _told_brink(s: Table, who: str, name: AspectId, rule: str) -> Table:
    p = person(s, who)
    return s if left(s, p, name) else tell(s, "at_brink", p.name, rule, excess=aspect(p, name).excess)


def _marks(s: Table, p: Person) -> tuple[int, ...]:
    bases = known(s, p).bases
    return tuple(touched(bases[row.id], row.lost) for row in p.aspects)


def _told_columns(s: Table, who: str, before: tuple[int, ...]) -> Table:
    """Tell which columns were touched for the first time."""
    p = person(s, who)
    for row, was, now in zip(p.aspects, before, _marks(s, p), strict=True):
        for column in range(was, now):
            if column or row.id in SECOND.values():
                s = tell(s, "column", p.name, "UN-PEN-03", **of_column(row.id, column))
    return s


def give_back(s: Table, who: str, name: AspectId, amount: int, *, harm: bool = True) -> Table:
    """Points come back to a store: what was spent before what was harmed, and of that what this check took first."""
    row, f = aspect(person(s, who), name), s.stack[-1]
    spent = min(amount, row.spent)
    harmed = min(amount - spent, row.damaged) if harm else 0
    s = _put(s, who, name, spent=row.spent - spent, damaged=row.damaged - harmed)
    realm = known(s, person(s, who)).skills[f.skill].realm if isinstance(f, Check) and f.who == who else None
    if realm and name in (FIRST[realm], SECOND[realm]):
        level = "first" if name == FIRST[realm] else "second"
        return amend(s, **{level: max(0, getattr(f, level) - spent)})
    return s


def give_devotion_back(s: Table, who: str, amount: int) -> Table:
    """Devotion comes back."""
    return _edit(s, who, devotion_spent=max(0, person(s, who).devotion_spent - amount))


def off_the_brink(s: Table, who: str, name: AspectId) -> Table:
    """One store is no longer empty: the harm beyond its last point is forgotten, and one point of it is back."""
    s = give_back(s, who, name, 0 if left(s, person(s, who), name) else 1)
    return _told(_put(s, who, name, excess=0), who, "saved", "UN-DMG-02", aspect=name.capitalize())


def pay_hero_point(s: Table, who: str, what: str, rule: str) -> Table:
    """A Hero Point is used once and gone; the third that the players spend brings a Villain Point.  [UN-HRO-08, UN-VIL-02]"""
    s = _edit(s, who, hero_points=person(s, who).hero_points - 1)
    s = _told(replace(s, hero_spent=s.hero_spent + 1), who, "hero_point", rule, what=what)
    if s.hero_spent % EVERY:
        return s
    s = replace(s, villain_points=s.villain_points + 1)
    return tell(s, "third", "Game Master", "UN-VIL-02", points=s.villain_points)


def pay_villain_point(s: Table, what: str, rule: str) -> Table:
    """A Villain Point is spent; no counter moves."""
    return tell(replace(s, villain_points=s.villain_points - 1), "villain_point", "Game Master", rule, what=what)


def gain_hero_point(s: Table, who: str, why: str, rule: str) -> Table:
    """Somebody gains a Hero Point: there are two ways, a 12 on a boon die and a heroic action.  [UN-HRO-02]"""
    return _told(_edit(s, who, hero_points=person(s, who).hero_points + 1), who, "gains", rule, why=why)


def gain_villain_point(s: Table, why: str, rule: str) -> Table:
    """The Game Master gains a Villain Point: a choice of the group furthers the antagonist's plan.  [UN-VIL-03]"""
    s = replace(s, villain_points=s.villain_points + 1)
    return tell(s, "villain_gains", "Game Master", rule, why=why, points=s.villain_points)


def starting_points(s: Table) -> Table:
    """Everybody begins with one point, the Game Master too.  [UN-HRO-01, UN-VIL-01]"""
    cast = tuple(replace(p, hero_points=1) if p.kind == "pc" else p for p in s.cast)
    return replace(s, cast=cast, villain_points=1)


def hand_on(s: Table, giver: str, to: str) -> Table:
    """A boon die is passed on, and waits for the other's next roll."""
    s, name = fresh(s, "die")
    p = person(s, to)
    s = _edit(s, to, held=(*p.held, state.Held(name, person(s, giver).name)))
    return _told(s, giver, "passes_die", "UN-BON-02", to=p.name)


def take_held(s: Table, who: str) -> Table:
    """The dice that were passed on to somebody go into a pool, or lapse."""
    return _edit(s, who, held=()) if person(s, who).held else s


def affect(s: Table, whom: str, text: str, mr: int, lasts: str, skill: tuple[str, ...] = ()) -> Table:
    """Something helps or hinders somebody: in everything, or in one skill and what stands under it.  [UN-MR-04]"""
    s, name = fresh(s, "effect")
    p, of = person(s, whom), skill[0] if skill else ""
    s = _edit(s, whom, effects=(*p.effects, state.Effect(name, text, mr, of, lasts == "on")))
    only = known(s, p).skills[of].name if of in known(s, p).skills else ""
    return tell(s, "affected", p.name, "UN-MR-02" if mr < 0 else "UN-MR-03", text=text, mr=mr, skill=only)


def end_effect(s: Table, who: str, name: str) -> Table:
    """Something no longer helps or hinders."""
    effects = person(s, who).effects
    s = _told(s, who, "unaffected", text=one(effects, name).text)
    return _edit(s, who, effects=without(effects, name))


def note(s: Table, whom: str, text: str) -> Table:
    """Something is to be remembered about somebody; no rule reads it."""
    s, name = fresh(s, "note")
    s = _edit(s, whom, notes=(*person(s, whom).notes, state.Note(name, text)))
    return _told(s, whom, "noted", text=text)


def unnote(s: Table, who: str, name: str) -> Table:
    """A note comes off."""
    notes = person(s, who).notes
    s = _told(s, who, "unnoted", text=one(notes, name).text)
    return _edit(s, who, notes=without(notes, name))


def owe_tales(s: Table, who: str, kind: NoteKind, of: str, many: int, ideas: tuple[str, ...] = ()) -> Table:
    """Boons, snags and setbacks of a check wait to be told; what was suggested meanwhile goes with the first."""
    for nth in range(many):
        s, name = fresh(s, "tale")
        s = replace(s, tales=(*s.tales, state.Tale(name, who, kind, of, () if nth else ideas)))
    return s


def suggest(s: Table, tale: str, by: str, text: str) -> Table:
    """Anybody suggests what a boon or a snag may be."""
    row = one(s.tales, tale)
    s = replace(s, tales=change(s.tales, tale, ideas=(*row.ideas, text)))
    return _suggested(s, row.kind, row.who, by, text)


def suggest_early(s: Table, kind: NoteKind, by: str, text: str) -> Table:
    """The same while the check still lies there."""
    f: Check = s.stack[-1]  # type: ignore[assignment]
    s = amend(s, ideas=(*f.ideas, state.Idea(kind, text)))
    return _suggested(s, kind, f.who, by, text)


def _suggested(s: Table, kind: NoteKind, who: str, by: str, text: str) -> Table:
    return tell(s, "suggests", by, TALE_RULE[kind], kind=kind, whose=person(s, who).name, text=text)


def end_tale(s: Table, tale: str, text: str) -> Table:
    """The Game Master says what it is; with no words it is part of something told before."""
    row = one(s.tales, tale)
    s = replace(s, tales=without(s.tales, tale))
    rule = {"boon": "UN-BON-01", "snag": "UN-SNG-02", "setback": "UN-MIX-01"}[row.kind]
    if not text:
        return s
    last = s.shown
    if last and (last.event.who, last.event.data.get("goal")) == (person(s, row.who).name, row.of):
        s = replace(s, shown=replace(last, told=(*last.told, (row.kind, text))))
    return _told(s, row.who, "told", rule, kind=row.kind, of=row.of, text=text)


def propose(s: Table, row: Proposal) -> Table:
    """A player says what a Hero Point shall do, or what another sheet shall be."""
    s, name = fresh(s, "fact")
    s = replace(s, proposals=(*s.proposals, replace(row, id=name)))
    whom = person(s, row.whom).name if row.whom not in ("", row.who) else ""
    return _told(s, row.who, "proposes", row.rule, text=row.text, what=row.what, whom=whom)


def drop_proposal(s: Table, name: str) -> Table:
    """A proposal is off the table."""
    return replace(s, proposals=without(s.proposals, name))


def enter(s: Table, who: tuple[str, ...]) -> Table:
    """These are in the scene, in the order of the cast."""
    return replace(s, cast=tuple(replace(p, here=p.here or p.id in who) for p in s.cast))


def leave(s: Table, whom: str) -> Table:
    """Somebody leaves the scene."""
    return _told(_edit(s, whom, here=False), whom, "leaves")


def disperse(s: Table) -> Table:
    """The scene is over: nobody is in it, and what lasts a scene is gone. Tales and proposals still wait for a word."""
    lasting = [tuple(e for e in p.effects if e.lasting) for p in s.cast]
    rows = zip(s.cast, lasting, strict=True)
    return replace(s, cast=tuple(replace(p, here=False, held=(), turns=0, effects=kept) for p, kept in rows))


def acts(s: Table, who: str) -> Table:
    """Somebody begins to act, and is asked after those who have acted less. Rest ends when something comes of it."""
    return _edit(s, who, turns=person(s, who).turns + 1)


def accomplished(s: Table, who: str, deed: str) -> Table:
    """Somebody has done what they meant to; it may be rewarded, until they accomplish something else."""
    return _edit(s, who, deed=deed)


def begin_rest(s: Table, who: str, what: Resting) -> Table:
    """Somebody rests for one thing at a time; minutes toward another are dropped or kept.  [UN-REC-02]"""
    rest = person(s, who).rest
    if rest is not None and rest.what == what:
        return s
    s = end_rest(s, who)
    kept = person(s, who).kept
    before = next((row.minutes for row in kept if row.what == what), 0)
    s = _edit(s, who, rest=state.Rest(what, before), kept=tuple(row for row in kept if row.what != what))
    return _told(s, who, "rests", "UN-REC-02", store=what.capitalize())


def carry(s: Table, who: str, what: Resting, minutes: int) -> Table:
    """Minutes gathered toward the next point."""
    return _edit(s, who, rest=state.Rest(what, minutes))


def end_rest(s: Table, who: str) -> Table:
    """Rest ends: minutes short of a point are dropped, or kept where the house says so."""
    p = person(s, who)
    if p.rest is None:
        return s
    kept = p.kept
    if s.house.recovery_remainder == "keep" and p.rest.minutes:
        kept = tuple(sorted((*kept, p.rest), key=lambda row: row.what))
    return _edit(s, who, rest=None, kept=kept)


def reward(s: Table, whom: str, why: str) -> Table:
    """A Hero Point for something daring that was accomplished; once for each deed.  [UN-HRO-09]"""
    return gain_hero_point(_edit(s, whom, deed=""), whom, why, "UN-HRO-09")


def take_sheet(s: Table, whom: str, sheet: Sheet) -> Table:
    """Somebody gets another sheet; stores are sized anew, and nothing is lost beyond their end."""
    p = person(s, whom)
    p = fitted(s, replace(p, sheet=replace(sheet, id=p.sheet.id)))
    s = replace(s, cast=tuple(p if each.id == whom else each for each in s.cast))
    return tell(s, "new_sheet", p.name, "UN-COR-03")


def fitted(s: Table, p: Person) -> Person:
    """The same person, with no store emptier than empty."""
    rows = []
    for row in p.aspects:
        base = known(s, p).bases[row.id]
        damaged = min(row.damaged, base)
        excess = row.excess if row.lost >= base else 0
        rows.append(replace(row, damaged=damaged, spent=min(row.spent, base - damaged), excess=excess))
    return replace(p, aspects=tuple(rows), devotion_spent=min(p.devotion_spent, known(s, p).devotion))


def join_cast(s: Table, sheet: Sheet) -> Table:
    """Somebody new, whom the Game Master plays."""
    taken = {p.id for p in s.cast} | {seat.id for seat in s.seats}
    name, n = sheet.id, 2
    while name in taken:
        name, n = f"{sheet.id}-{n}", n + 1
    here = len(s.stack) > 1
    s = replace(s, cast=(*s.cast, Person(name, replace(sheet, id=name), GM, "adversary", here=here)))
    return tell(s, "joins", sheet.name)
