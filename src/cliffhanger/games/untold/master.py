"""What may be done at any time: the Game Master's list, what anybody may suggest, and the veto that everybody has."""

from collections.abc import Callable, Iterator
from functools import partial

from cliffhanger.games.untold import checks, facts, recasting, rest
from cliffhanger.games.untold.derived import SECOND
from cliffhanger.games.untold.files.skills import Realm
from cliffhanger.games.untold.state import GM, Check, Table
from cliffhanger.games.untold.verbs import (
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
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text

ANY, HERE = "any", "here."
PEOPLE, SCENE = "People", "The scene"
REALM = Pick("realm", "To", (Item("body", "The body"), Item("mind", "The mind")), start=("body",))
WHY = Text("why", "What happens", 1, 160)


def _read_by_standing(s: Table) -> tuple[object, ...]:
    """What these offers read. Of people that is not who has acted how often, nor the dice they hold: those change most."""
    f = s.stack[-1]
    doing: tuple[object, ...] = ()
    if isinstance(f, Check):
        dice = (f.skill, f.broad, f.goal, f.dice) if f.rolled else ()
        doing = (f.who, f.phase == "closing" and f.choice, *dice)
    people = tuple(
        (p.id, p.sheet, p.seat, p.kind, p.aspects, p.devotion_spent, p.hero_points > 0, p.effects, p.notes, p.rest,
         p.here, p.deed)
        for p in s.cast
    )  # fmt: skip
    return (
        people, s.seats, s.tree, s.house, s.villain_points > 0, s.tales, s.proposals, s.clock, len(s.stack) > 1, doing,
    )  # fmt: skip


@remembered(id, hold=True)
@remembered(_read_by_standing, 512)
def standing(s: Table) -> tuple[Offer, ...]:
    """Everything that waits for nobody."""
    return (
        *facts.standing(s), *rest.standing(s), *_people(s), *_table(s), *_everybody(s), *facts.own(s),
        *recasting.standing(s),
    )  # fmt: skip


def _later(seat: str, key: str, make: Callable[..., Offer], *given: object, blocked: str = "") -> Offer:
    return Later(seat, ANY, key, blocked, partial(make, *given), 99)


def _offer(
    key: str, label: str, do: Callable[..., Table], *params: Param, group: str, rule: str = "", blocked: str = "",
    says: str = "",
) -> Offer:  # fmt: skip
    return offer(
        GM, ANY, key, label, do, *(() if blocked else params), group=group, rule=rule, blocked=blocked, says=says,
        standing=True, rank=99,
    )  # fmt: skip


def _everybody(s: Table) -> Iterator[Offer]:
    """Ideas for boons and snags, and the veto."""
    nothing = "" if s.tales or _lying(s) else "There is nothing to tell just now."
    for seat in s.seats:
        yield _later(seat.id, "suggest", _suggest, s, seat.id, nothing, blocked=nothing)
        yield _later(seat.id, "veto", _veto, seat.id)


def _suggest(s: Table, seat: str, blocked: str) -> Offer:
    tales = (*_lying(s), *(Item(t.id, f"{t.kind} of {person(s, t.who).name}", says=t.of) for t in s.tales))
    return offer(
        seat, ANY, "suggest", "Suggest a boon or a snag", bound(suggests, by=seat),
        *((Pick("tale", "For what", tales), Text("text", "What it is", 1, 240)) if tales else ()), rule="UN-SNG-02",
        group="At any time", standing=True, rank=99, blocked=blocked,
    )  # fmt: skip


def _veto(seat: str) -> Offer:
    return offer(
        seat, ANY, "veto", "Leave this out", bound(veto, by=seat), rule="UN-COR-02", group="At any time",
        standing=True, rank=99, says="No reason is asked for, and no number changes.",
    )  # fmt: skip


def _lying(s: Table) -> tuple[Item, ...]:
    """What the dice of the check under way have brought so far."""
    f = top(s)
    if not isinstance(f, Check) or not f.rolled:
        return ()
    return tuple(
        Item(f"{HERE}{kind}", f"{kind} of {person(s, f.who).name}", says=f.goal) for kind in checks.notes(s, f)
    )


def _people(s: Table) -> Iterator[Offer]:
    yield _later(GM, "strain", _harms, s, "strain", "Strain", "UN-DMG-01", _strains)
    yield _later(GM, "wound", _harms, s, "wound", "A wound", "UN-DMG-02", _wounds)
    if any(a.lost for p in s.cast for a in p.aspects):
        yield _later(GM, "mend", _mend, s)
    if any(at_brink(s, p) for p in s.cast):
        yield _later(GM, "unbrink", _save, s)
    yield _later(GM, "effect", _effect, s)
    if any(p.effects for p in s.cast):
        yield _later(GM, "uneffect", _uneffect, s)
    yield _later(GM, "note", _note, s)
    if any(p.notes for p in s.cast):
        yield _later(GM, "unnote", _unnote, s)
    done = any(p.kind == "pc" and p.deed for p in s.cast)
    idle = "" if done else "Nobody has just accomplished anything: a reward is for an action that worked."
    yield _later(GM, "award", _award, s, idle, blocked=idle)


def _whom(s: Table) -> Pick:
    return Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in s.cast))


def _harms(s: Table, key: str, label: str, rule: str, do: Callable[..., Table]) -> Offer:
    return _offer(key, label, do, _whom(s), Number("amount", "Points", 1, 40, 1), REALM, WHY, group=PEOPLE, rule=rule)


def _mend(s: Table) -> Offer:
    lost = tuple(
        Item(f"{p.id}/{a.id}", f"{p.name}: {a.id.capitalize()}", a.lost) for p in s.cast for a in p.aspects if a.lost
    )
    return _offer(
        "mend", "Give points back", _mends, Pick("what", "Which", lost), Number("amount", "Points", 1, 40, 1),
        group=PEOPLE, rule="UN-REC-01",
    )  # fmt: skip


def _save(s: Table) -> Offer:
    brink = tuple(
        Item(f"{p.id}/{name}", f"{p.name}: {name.capitalize()}")
        for p in s.cast
        for name in SECOND.values()
        if not left(s, p, name)
    )
    return _offer(
        "unbrink", "Back from the brink", _unbrink, Pick("what", "Which", brink), group=PEOPLE, rule="UN-DMG-02",
        says="What is beyond the last point is forgotten, and one point is back.",
    )  # fmt: skip


def _effect(s: Table) -> Offer:
    return _offer(
        "effect", "Something helps or hinders", _affects, _whom(s), Text("text", "What it is", 1, 60),
        Number("mr", "Minimum Roll", -1, 3, 1, ((-1, "helps"), (0, "changes nothing"), (1, "hinders"))),
        Pick("skill", "For one skill alone", _skills(s), 0, 1),
        Pick("lasts", "How long", (Item("scene", "This scene"), Item("on", "Until it is taken off")), start=("scene",)),
        group=PEOPLE, rule="UN-MR-03", says="You say at each check whether it counts.",
    )  # fmt: skip


def _uneffect(s: Table) -> Offer:
    effects = tuple(Item(f"{p.id}/{e.id}", f"{e.text}, {p.name}") for p in s.cast for e in p.effects)
    return _offer("uneffect", "It no longer does", _unaffects, Pick("what", "What", effects), group=PEOPLE)


def _note(s: Table) -> Offer:
    return _offer("note", "A note", _notes, _whom(s), Text("text", "What to remember", 1, 120), group=PEOPLE)


def _unnote(s: Table) -> Offer:
    notes = tuple(Item(f"{p.id}/{n.id}", f"{n.text}, {p.name}") for p in s.cast for n in p.notes)
    return _offer("unnote", "Take a note off", _unnotes, Pick("what", "Which", notes), group=PEOPLE)


def _skills(s: Table) -> tuple[Item, ...]:
    """All skills there are, those of the setting and those that somebody brought."""
    names = {row.id: row.name for row in s.tree.rows} | {row.id: row.name for p in s.cast for row in p.sheet.skills}
    return tuple(Item(name, label) for name, label in sorted(names.items(), key=lambda row: row[1]))


def _award(s: Table, blocked: str) -> Offer:
    """Only what was accomplished is rewarded.  [UN-HRO-09]"""
    done = tuple(Item(p.id, p.name, says=p.deed) for p in s.cast if p.kind == "pc" and p.deed)
    return _offer(
        "award", "Award a Hero Point", _rewards, Pick("whom", "Whose deed", done), WHY, group="Points", rule="UN-HRO-09",
        blocked=blocked, says="For something daring, risky or hard; the more so if it was for others.",
    )  # fmt: skip


def _table(s: Table) -> Iterator[Offer]:
    yield _later(GM, "villain", _villain)
    busy = isinstance(top(s), Check)
    if busy:
        yield _later(GM, "call_off", _call_off)
    shut = "" if len(s.stack) > 1 else "A scene has to be open."
    if any(not p.here for p in s.cast):
        yield _later(GM, "bring", _bring, s, shut, blocked=shut)
    if any(p.here for p in s.cast):
        shut = shut or ("A check is under way." if busy else "")
        yield _later(GM, "send", _send, s, shut, blocked=shut)


def _villain() -> Offer:
    return _offer(
        "villain", "Add a Villain Point", _adds_villain, WHY, group="Points", rule="UN-VIL-03",
        says="When what the group chose furthers the antagonist's plan.",
    )  # fmt: skip


def _call_off() -> Offer:
    return _offer(
        "call_off", "Close this check", _calls_off, group=SCENE, rule="UN-CHK-01", says="What was spent stays spent."
    )


def _bring(s: Table, shut: str) -> Offer:
    away = tuple(Item(p.id, p.name) for p in s.cast if not p.here)
    return _offer(
        "bring", "Somebody enters", _brings, Pick("whom", "Who", away, 1, len(away)), group=SCENE, blocked=shut
    )


def _send(s: Table, shut: str) -> Offer:
    here = tuple(Item(p.id, p.name) for p in s.cast if p.here)
    return _offer("send", "Somebody leaves", _sends, Pick("whom", "Who", here), group=SCENE, blocked=shut)


# --- what they do -------------------------------------------------------------------------------------------


def suggests(s: Table, by: str, tale: tuple[str, ...], text: str) -> Table:
    """Everybody may say what a boon or a snag could be; the Game Master decides.  [UN-SNG-02]"""
    mine = of_seat(s, by)
    name = mine.name if mine else "Game Master"
    f = top(s)
    if isinstance(f, Check):
        for kind in checks.notes(s, f):
            if tale == (f"{HERE}{kind}",):
                return suggest_early(s, kind, name, text)
    return suggest(s, tale[0], name, text)


def veto(s: Table, by: str) -> Table:
    """Anybody may leave something out, at any time and without a reason.  [UN-COR-02]"""
    mine = of_seat(s, by)
    return tell(s, "veto", mine.name if mine else "Game Master", "UN-COR-02")


def _realm(realm: tuple[str, ...]) -> Realm:
    return "mind" if realm == ("mind",) else "body"


def _strains(s: Table, whom: tuple[str, ...], amount: int, realm: tuple[str, ...], why: str) -> Table:
    return strain(s, whom[0], _realm(realm), amount, why)


def _wounds(s: Table, whom: tuple[str, ...], amount: int, realm: tuple[str, ...], why: str) -> Table:
    return wound(s, whom[0], _realm(realm), amount, why)


def _mends(s: Table, what: tuple[str, ...], amount: int) -> Table:
    who, _, name = what[0].partition("/")
    row = one(person(s, who).aspects, name)
    count = min(amount, row.lost)
    s = give_back(s, who, row.id, count)
    return tell(s, "recovered", person(s, who).name, "UN-REC-01", back=[[count, row.id.capitalize()]])


def _unbrink(s: Table, what: tuple[str, ...]) -> Table:
    who, _, name = what[0].partition("/")
    return off_the_brink(s, who, one(person(s, who).aspects, name).id)


def _affects(
    s: Table, whom: tuple[str, ...], text: str, mr: int, lasts: tuple[str, ...], skill: tuple[str, ...] = ()
) -> Table:
    """Something helps or hinders somebody: in everything, or in one skill and what stands under it.  [UN-MR-04]"""
    return affect(s, whom[0], text, mr, skill[0] if skill else "", lasting=lasts == ("on",))


def _unaffects(s: Table, what: tuple[str, ...]) -> Table:
    who, _, name = what[0].partition("/")
    return end_effect(s, who, name)


def _notes(s: Table, whom: tuple[str, ...], text: str) -> Table:
    return note(s, whom[0], text)


def _unnotes(s: Table, what: tuple[str, ...]) -> Table:
    who, _, name = what[0].partition("/")
    return unnote(s, who, name)


def _rewards(s: Table, whom: tuple[str, ...], why: str) -> Table:
    return reward(s, whom[0], why)


def _adds_villain(s: Table, why: str) -> Table:
    """The group's choice furthers the antagonist's plan: a Villain Point, with its reason.  [UN-VIL-03]"""
    return gain_villain_point(s, why, "UN-VIL-03")


def _calls_off(s: Table) -> Table:
    return checks.call_off(s)


def _brings(s: Table, whom: tuple[str, ...]) -> Table:
    names = [p.name for p in s.cast if p.id in whom]
    return tell(enter(s, whom), "enters", "Game Master", names=names)


def _sends(s: Table, whom: tuple[str, ...]) -> Table:
    return leave(s, whom[0])
