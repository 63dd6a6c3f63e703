"""Options that are open at any time: the Game Master's list, suggestions by anybody, and everybody's veto."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TypeAlias

from cliffhanger.games.untold.files.skills import Realm
from cliffhanger.games.untold.rules import checks, rest, sheet_changes, story_points
from cliffhanger.games.untold.rules.derived_ratings import SECOND
from cliffhanger.games.untold.rules.state import GM, Check, Person, Table
from cliffhanger.games.untold.rules.verbs import (
    affect,
    at_brink,
    end_effect,
    enter,
    gain_villain_point,
    give_back,
    leave,
    left,
    note,
    of_seat,
    off_the_brink,
    person,
    reward,
    strain,
    suggest,
    suggest_early,
    unnote,
    wound,
)
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.frames import one, tell, top
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text, ids

Params: TypeAlias = Callable[[], tuple[Param, ...]]
ANY, HERE = "any", "here."
REALM = Pick("realm", "To", (Item("body", "The body"), Item("mind", "The mind")), start=("body",))
WHY = Text("why", "What happens", 1, 160)
AMOUNT = Number("amount", "Points", 1, 40, 1)
MR = Number("mr", "Minimum Roll", -1, 3, 1, ((-1, "helps"), (0, "changes nothing"), (1, "hinders")))
LASTS = Pick("lasts", "How long", (Item("scene", "This scene"), Item("on", "Until it is taken off")), start=("scene",))
SUGGEST = {"rule": "UN-SNG-02", "group": "At any time", "standing": True}
VETO = SUGGEST | {"rule": "UN-COR-02", "says": "No reason is asked for, and no number changes."}
BEYOND = "What is beyond the last point is forgotten, and one point is back."
DARING = "For something daring, risky or hard; the more so if it was for others."
PLAN = "When what the group chose furthers the antagonist's plan."
MASTERS: dict[str, tuple[str, dict[str, Any]]] = {
    key: (label, {"group": group, "rule": rule, "says": says, "standing": True})
    for key, label, group, rule, says in (
        ("strain", "Strain", "People", "UN-DMG-01", ""),
        ("wound", "A wound", "People", "UN-DMG-02", ""),
        ("mend", "Give points back", "People", "UN-REC-01", ""),
        ("unbrink", "Back from the brink", "People", "UN-DMG-02", BEYOND),
        ("effect", "Something helps or hinders", "People", "UN-MR-03", "You say at each check whether it counts."),
        ("uneffect", "It no longer does", "People", "", ""),
        ("note", "A note", "People", "", ""),
        ("unnote", "Take a note off", "People", "", ""),
        ("award", "Award a Hero Point", "Points", "UN-HRO-09", DARING),
        ("villain", "Add a Villain Point", "Points", "UN-VIL-03", PLAN),
        ("call_off", "Close this check", "The scene", "UN-CHK-01", "What was spent stays spent."),
        ("bring", "Somebody enters", "The scene", "", ""),
        ("send", "Somebody leaves", "The scene", "", ""),
    )
}
"""The Game Master's list: what each is called, where it stands, and the rule it names."""


def _read_by_standing(s: Table) -> tuple[object, ...]:
    """What these offers read. Of people that is not who has acted how often, nor the dice they hold: those change most."""
    f = s.stack[-1]
    doing: tuple[object, ...] = ()
    if isinstance(f, Check):
        dice = (f.skill, f.broad, f.goal, f.dice) if f.rolled else ()
        doing = (f.who, f.phase == "closing" and f.choice, *dice)
    people = tuple(map(_read_of, s.cast))
    waits = (s.villain_points > 0, s.tales, s.proposals, s.clock, len(s.stack) > 1)
    return people, s.seats, s.tree, s.house, waits, doing


def _read_of(p: Person) -> tuple[object, ...]:
    left = (p.aspects, p.devotion_spent, p.hero_points > 0, p.rest, p.here)
    return p.id, p.sheet, p.seat, p.kind, p.effects, p.notes, p.deed, left


@remembered(id, hold=True)
@remembered(_read_by_standing, 512)
def standing(s: Table) -> tuple[Offer, ...]:
    """Everything that waits for nobody."""
    points, own = story_points.standing(s), story_points.own(s)
    return (*points, *rest.standing(s), *_people(s), *_table(s), *_everybody(s), *own, *sheet_changes.standing(s))


def _offer(key: str, do: Callable[..., Table], *params: Param | Params, blocked: str = "") -> Offer:
    label, words = MASTERS[key]
    return offer(GM, ANY, key, label, do, *(() if blocked else params), blocked=blocked, rank=99, of=words)


def _everybody(s: Table) -> Iterator[Offer]:
    """Ideas for boons and snags, and the veto."""
    why = "" if s.tales or _check_notes(s) else "There is nothing to tell just now."
    params, idea = partial(_suggest, s), "Suggest a boon or a snag"
    for seat in s.seats:
        do, no = bound(suggests, by=seat.id), bound(veto, by=seat.id)
        yield offer(seat.id, ANY, "suggest", idea, do, params, blocked=why, rank=99, of=SUGGEST)
        yield offer(seat.id, ANY, "veto", "Leave this out", no, rank=99, of=VETO)


def _suggest(s: Table) -> tuple[Param, ...]:
    tales = (*_check_notes(s), *(Item(t.id, f"{t.kind} of {person(s, t.who).name}", says=t.of) for t in s.tales))
    return (Pick("tale", "For what", tales), Text("text", "What it is", 1, 240)) if tales else ()


def _check_notes(s: Table) -> tuple[Item, ...]:
    """What the dice of the check under way have brought so far."""
    f = top(s)
    if not isinstance(f, Check) or not f.rolled:
        return ()
    return tuple(
        Item(f"{HERE}{kind}", f"{kind} of {person(s, f.who).name}", says=f.goal) for kind in checks.notes(s, f)
    )


def _people(s: Table) -> Iterator[Offer]:
    harm = partial(_harm, s)
    yield _offer("strain", _strains, harm)
    yield _offer("wound", _wounds, harm)
    if any(a.lost for p in s.cast for a in p.aspects):
        yield _offer("mend", _mends, partial(_lost, s))
    if any(at_brink(s, p) for p in s.cast):
        yield _offer("unbrink", _unbrink, partial(_empty, s))
    yield _offer("effect", _affects, partial(_effect, s))
    if any(p.effects for p in s.cast):
        yield _offer("uneffect", _unaffects, partial(_effects, s))
    yield _offer("note", _notes, lambda: (_whom(s), Text("text", "What to remember", 1, 120)))
    if any(p.notes for p in s.cast):
        yield _offer("unnote", _unnotes, partial(_noted, s))
    done = any(p.kind == "pc" and p.deed for p in s.cast)
    idle = "" if done else "Nobody has just accomplished anything: a reward is for an action that worked."
    yield _offer("award", _rewards, partial(_deeds, s), blocked=idle)


def _whom(s: Table) -> Pick:
    return Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in s.cast))


def _harm(s: Table) -> tuple[Param, ...]:
    return _whom(s), AMOUNT, REALM, WHY


def _lost(s: Table) -> tuple[Param, ...]:
    stores = [(p, a) for p in s.cast for a in p.aspects if a.lost]
    return _which(Item(f"{p.id}/{a.id}", f"{p.name}: {a.id.capitalize()}", a.lost) for p, a in stores), AMOUNT


def _empty(s: Table) -> tuple[Param, ...]:
    stores = [(p, name) for p in s.cast for name in SECOND.values() if not left(s, p, name)]
    return (_which(Item(f"{p.id}/{name}", f"{p.name}: {name.capitalize()}") for p, name in stores),)


def _effect(s: Table) -> tuple[Param, ...]:
    text = Text("text", "What it is", 1, 60)
    return _whom(s), text, MR, Pick("skill", "For one skill alone", _skills(s), 0, 1), LASTS


def _effects(s: Table) -> tuple[Param, ...]:
    return (_which((Item(f"{p.id}/{e.id}", f"{e.text}, {p.name}") for p in s.cast for e in p.effects), "What"),)


def _noted(s: Table) -> tuple[Param, ...]:
    return (_which(Item(f"{p.id}/{n.id}", f"{n.text}, {p.name}") for p in s.cast for n in p.notes),)


def _which(items: Iterable[Item], label: str = "Which") -> Pick:
    return Pick("what", label, tuple(items))


def _skills(s: Table) -> tuple[Item, ...]:
    """All skills there are, those of the setting and those that somebody brought."""
    names = {row.id: row.name for row in s.tree.rows} | {row.id: row.name for p in s.cast for row in p.sheet.skills}
    return tuple(Item(name, label) for name, label in sorted(names.items(), key=lambda row: row[1]))


def _deeds(s: Table) -> tuple[Param, ...]:
    """Only what was accomplished is rewarded.  [UN-HRO-09]"""
    done = tuple(Item(p.id, p.name, says=p.deed) for p in s.cast if p.kind == "pc" and p.deed)
    return Pick("whom", "Whose deed", done), WHY


def _table(s: Table) -> Iterator[Offer]:
    yield _offer("villain", _adds_villain, WHY)
    busy = isinstance(top(s), Check)
    if busy:
        yield _offer("call_off", _calls_off)
    shut = "" if len(s.stack) > 1 else "A scene has to be open."
    here, away = [p for p in s.cast if p.here], [p for p in s.cast if not p.here]
    if away:
        yield _offer("bring", _brings, lambda: (_who(away, len(away)),), blocked=shut)
    if here:
        yield _offer(
            "send", _sends, lambda: (_who(here, 1),), blocked=shut or ("A check is under way." if busy else "")
        )


def _who(people: list[Person], most: int) -> Pick:
    return Pick("whom", "Who", tuple(Item(p.id, p.name) for p in people), 1, most)


# --- what they do -------------------------------------------------------------------------------------------


def suggests(s: Table, by: str, tale: str, text: str) -> Table:
    """Everybody may say what a boon or a snag could be; the Game Master decides.  [UN-SNG-02]"""
    mine = of_seat(s, by)
    name = mine.name if mine else "Game Master"
    f = top(s)
    if isinstance(f, Check):
        for kind in checks.notes(s, f):
            if tale == f"{HERE}{kind}":
                return suggest_early(s, kind, name, text)
    return suggest(s, tale, name, text)


def veto(s: Table, by: str) -> Table:
    """Anybody may leave something out, at any time and without a reason.  [UN-COR-02]"""
    mine = of_seat(s, by)
    return tell(s, "veto", mine.name if mine else "Game Master", "UN-COR-02")


def _strains(s: Table, whom: str, amount: int, realm: Realm, why: str) -> Table:
    return strain(s, whom, realm, amount, why)


def _wounds(s: Table, whom: str, amount: int, realm: Realm, why: str) -> Table:
    return wound(s, whom, realm, amount, why)


def _mends(s: Table, what: str, amount: int) -> Table:
    who, _, name = what.partition("/")
    row = one(person(s, who).aspects, name)
    count = min(amount, row.lost)
    s = give_back(s, who, row.id, count)
    return tell(s, "recovered", person(s, who).name, "UN-REC-01", back=[[count, row.id.capitalize()]])


def _unbrink(s: Table, what: str) -> Table:
    who, _, name = what.partition("/")
    return off_the_brink(s, who, one(person(s, who).aspects, name).id)


def _affects(s: Table, whom: str, text: str, mr: int, lasts: str, skill: tuple[str, ...] = ()) -> Table:
    """Something helps or hinders somebody: in everything, or in one skill and what stands under it.  [UN-MR-04]"""
    return affect(s, whom, text, mr, skill[0] if skill else "", lasting=lasts == "on")


def _unaffects(s: Table, what: str) -> Table:
    who, _, name = what.partition("/")
    return end_effect(s, who, name)


def _notes(s: Table, whom: str, text: str) -> Table:
    return note(s, whom, text)


def _unnotes(s: Table, what: str) -> Table:
    who, _, name = what.partition("/")
    return unnote(s, who, name)


def _rewards(s: Table, whom: str, why: str) -> Table:
    return reward(s, whom, why)


def _adds_villain(s: Table, why: str) -> Table:
    """The group's choice furthers the antagonist's plan: a Villain Point, with its reason.  [UN-VIL-03]"""
    return gain_villain_point(s, why, "UN-VIL-03")


def _calls_off(s: Table) -> Table:
    return checks.call_off(s)


def _brings(s: Table, whom: str | tuple[str, ...]) -> Table:
    who = ids(whom)
    names = [p.name for p in s.cast if p.id in who]
    return tell(enter(s, who), "enters", "Game Master", names=names)


def _sends(s: Table, whom: str) -> Table:
    return leave(s, whom)
