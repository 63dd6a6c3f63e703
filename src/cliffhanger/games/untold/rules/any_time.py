"""Options that are open at any time: the Game Master's list, suggestions by anybody, and everybody's veto.

First what they do, then the Game Master's list, and at the end all of it, each part kept by what it reads.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from cliffhanger.games.untold.rules import checks, rest, sheet_changes, story_points, verbs
from cliffhanger.games.untold.rules.derived_ratings import SECOND
from cliffhanger.games.untold.rules.state import GM, Check, Person, Table
from cliffhanger.kernel.cache import kept, remembered
from cliffhanger.kernel.frames import one, tell
from cliffhanger.kernel.offers import YES, Kind, No, Offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text, ids

ANY, HERE, LAST = "any", "here.", 99
REALM = Pick("realm", "To", (Item("body", "The body"), Item("mind", "The mind")), start=("body",))
WHY = Text("why", "What happens", 1, 160)
AMOUNT = Number("amount", "Points", 1, 40, 1)
MR = Number("mr", "Minimum Roll", -1, 3, 1, ((-1, "helps"), (0, "changes nothing"), (1, "hinders")))
LASTS = Pick("lasts", "How long", (Item("scene", "This scene"), Item("on", "Until it is taken off")), start=("scene",))
NO_TALE = "There is nothing to tell just now."
NO_DEED = "Nobody has just accomplished anything: a reward is for an action that worked."


def suggests(s: Table, by: str, tale: str, text: str) -> Table:
    """Everybody may say what a boon or a snag could be; the Game Master decides.  [UN-SNG-02]"""
    f, name = s.stack[-1], _name(s, by)
    for kind in checks.notes(s, f) if isinstance(f, Check) else ():
        if tale == f"{HERE}{kind}":
            return verbs.suggest_early(s, kind, name, text)
    return verbs.suggest(s, tale, name, text)


def veto(s: Table, by: str) -> Table:
    """Anybody may leave something out, at any time and without a reason.  [UN-COR-02]"""
    return tell(s, "veto", _name(s, by), "UN-COR-02")


def _name(s: Table, seat: str) -> str:
    mine = verbs.of_seat(s, seat)
    return mine.name if mine else "Game Master"


def _of_theirs(do: Callable[[Table, str, Any], Table]) -> Callable[[Table, str], Table]:
    """A deed on something of somebody's, for a pick that names both."""

    def deed(s: Table, what: str) -> Table:
        who, _, name = what.partition("/")
        return do(s, who, name)

    return deed


def _mends(s: Table, what: str, amount: int) -> Table:
    who, _, name = what.partition("/")
    row = one(verbs.person(s, who).aspects, name)
    count = min(amount, row.lost)
    s = verbs.give_back(s, who, row.id, count)
    return tell(s, "recovered", verbs.person(s, who).name, "UN-REC-01", back=[[count, row.id.capitalize()]])


def _brings(s: Table, whom: str | tuple[str, ...]) -> Table:
    who = ids(whom)
    names = [p.name for p in s.cast if p.id in who]
    return tell(verbs.enter(s, who), "enters", "Game Master", names=names)


STANDING = partial(Kind, rank=LAST, standing=True)
PEOPLE, POINTS, SCENE = (partial(STANDING, group=group) for group in ("People", "Points", "The scene"))
BEYOND = "What is beyond the last point is forgotten, and one point is back."
DARING = "For something daring, risky or hard; the more so if it was for others."
PLAN = "When what the group chose furthers the antagonist's plan."
STRAIN = PEOPLE("strain", "Strain", verbs.strain, rule="UN-DMG-01")
WOUND = PEOPLE("wound", "A wound", verbs.wound, rule="UN-DMG-02")
MEND = PEOPLE("mend", "Give points back", _mends, rule="UN-REC-01")
UNBRINK = PEOPLE("unbrink", "Back from the brink", _of_theirs(verbs.off_the_brink), rule="UN-DMG-02", says=BEYOND)
COUNTS = "You say at each check whether it counts."
EFFECT = PEOPLE("effect", "Something helps or hinders", verbs.affect, rule="UN-MR-03", says=COUNTS)
UNEFFECT = PEOPLE("uneffect", "It no longer does", _of_theirs(verbs.end_effect))
NOTE = PEOPLE("note", "A note", verbs.note)
UNNOTE = PEOPLE("unnote", "Take a note off", _of_theirs(verbs.unnote))
AWARD = POINTS("award", "Award a Hero Point", verbs.reward, rule="UN-HRO-09", says=DARING)
FURTHERS = partial(verbs.gain_villain_point, rule="UN-VIL-03")
VILLAIN = POINTS("villain", "Add a Villain Point", FURTHERS, rule="UN-VIL-03", says=PLAN)
CALL_OFF = SCENE("call_off", "Close this check", checks.call_off, rule="UN-CHK-01", says="What was spent stays spent.")
BRING, SEND = SCENE("bring", "Somebody enters", _brings), SCENE("send", "Somebody leaves", verbs.leave)
ANYBODY = partial(STANDING, group="At any time")
SUGGEST = ANYBODY("suggest", "Suggest a boon or a snag", suggests, rule="UN-SNG-02")
VETO = ANYBODY("veto", "Leave this out", veto, rule="UN-COR-02", says="No reason is asked for, and no number changes.")


def _people(s: Table) -> Iterator[Offer]:
    whom = _whom(s.cast)
    harm = (whom, AMOUNT, REALM, WHY)
    yield STRAIN(GM, ANY, harm)
    yield WOUND(GM, ANY, harm)
    lost = [
        Item(f"{p.id}/{a.id}", f"{p.name}: {a.id.capitalize()}", a.lost) for p in s.cast for a in p.aspects if a.lost
    ]
    yield from _some(MEND, "Which", lost, AMOUNT)
    stores = [(p, name) for p in s.cast for name in SECOND.values() if not verbs.left(s, p, name)]
    yield from _some(UNBRINK, "Which", [Item(f"{p.id}/{name}", f"{p.name}: {name.capitalize()}") for p, name in stores])
    yield EFFECT(GM, ANY, partial(_effect, s))
    yield from _some(
        UNEFFECT, "What", [Item(f"{p.id}/{e.id}", f"{e.text}, {p.name}") for p in s.cast for e in p.effects]
    )
    yield NOTE(GM, ANY, (whom, Text("text", "What to remember", 1, 120)))
    yield from _some(UNNOTE, "Which", [Item(f"{p.id}/{n.id}", f"{n.text}, {p.name}") for p in s.cast for n in p.notes])
    deeds = tuple(Item(p.id, p.name, says=p.deed) for p in s.cast if p.kind == "pc" and p.deed)
    yield AWARD(GM, ANY, (Pick("whom", "Whose deed", deeds), WHY), YES if deeds else No(NO_DEED))


def _some(kind: Kind, label: str, items: list[Item], *more: Param) -> Iterator[Offer]:
    """What somebody has, to choose from, if anybody has anything."""
    if items:
        yield kind(GM, ANY, (Pick("what", label, tuple(items)), *more))


def _table(s: Table) -> Iterator[Offer]:
    yield VILLAIN(GM, ANY, (WHY,))
    busy = "A check is under way." if isinstance(s.stack[-1], Check) else ""
    if busy:
        yield CALL_OFF(GM, ANY)
    shut = "" if len(s.stack) > 1 else "A scene has to be open."
    here, away = [p for p in s.cast if p.here], [p for p in s.cast if not p.here]
    if away:
        yield BRING(GM, ANY, (_whom(away, "Who", len(away)),), No(shut))
    if here:
        yield SEND(GM, ANY, (_whom(here, "Who"),), No(shut or busy))


def _everybody(s: Table) -> Iterator[Offer]:
    """Ideas for boons and snags, and the veto."""
    asks, why = partial(_suggest, s), "" if s.tales or _check_notes(s) else NO_TALE
    for seat in s.seats:
        yield SUGGEST(seat.id, ANY, asks, why, do=partial(suggests, by=seat.id))
        yield VETO(seat.id, ANY, do=partial(veto, by=seat.id))


def _suggest(s: Table) -> tuple[Param, ...]:
    later = (Item(t.id, f"{t.kind} of {verbs.person(s, t.who).name}", says=t.of) for t in s.tales)
    tales = (*_check_notes(s), *later)
    return (Pick("tale", "For what", tales), Text("text", "What it is", 1, 240)) if tales else ()


def _check_notes(s: Table) -> list[Item]:
    """What the dice of the check under way have brought so far."""
    f = s.stack[-1]
    if not isinstance(f, Check) or not f.rolled:
        return []
    of = verbs.person(s, f.who).name
    return [Item(f"{HERE}{kind}", f"{kind} of {of}", says=f.goal) for kind in checks.notes(s, f)]


def _whom(people: Iterable[Person], label: str = "Whom", most: int = 1) -> Pick:
    return Pick("whom", label, tuple(Item(p.id, p.name) for p in people), 1, most)


def _effect(s: Table) -> tuple[Param, ...]:
    """All skills there are may be named, those of the setting and those that somebody brought."""
    names = {row.id: row.name for row in s.tree.rows} | {row.id: row.name for p in s.cast for row in p.sheet.skills}
    skills = tuple(Item(name, label) for name, label in sorted(names.items(), key=lambda row: row[1]))
    text = Text("text", "What it is", 1, 60)
    return _whom(s.cast), text, MR, Pick("skill", "For one skill alone", skills, 0, 1), LASTS


def _acting(s: Table) -> object:
    f = s.stack[-1]
    return f.who if isinstance(f, Check) else len(s.stack) > 1


def _ending(s: Table) -> object:
    f = s.stack[-1]
    return s.villain_points > 0, (f.who, f.choice) if isinstance(f, Check) and f.phase == "closing" else ()


def _falling(s: Table) -> object:
    f = s.stack[-1]
    return (f.who, f.skill, f.broad, f.goal, f.dice, f.choice) if isinstance(f, Check) and f.rolled else ()


TABLE = ("seats", "tree", "house")
_points = kept(story_points.standing, *TABLE, _ending, cast="id sheet seat kind aspects here hero_points")
_rest = kept(rest.standing, *TABLE, "clock", _acting, cast="id sheet seat kind aspects here rest devotion_spent")
_of_people = kept(_people, *TABLE, cast="id sheet kind aspects effects notes deed")
_of_table = kept(_table, _acting, cast="id sheet here")
_of_everybody = kept(_everybody, *TABLE, "tales", _falling, cast="id sheet seat kind")
_own = kept(story_points.own, "seats", "proposals", cast="id seat kind")
_sheets = kept(sheet_changes.standing, "seats", _acting, cast="id sheet seat kind")


@remembered(id, hold=True)
def standing(s: Table) -> tuple[Offer, ...]:
    """Everything that waits for nobody."""
    masters = (*_of_people(s), *_of_table(s))
    return (*_points(s), *_rest(s), *masters, *_of_everybody(s), *_own(s), *_sheets(s))
