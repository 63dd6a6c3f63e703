"""What may be done at any time: the Game Master's list, what anybody may suggest, and the veto that everybody has."""

from collections.abc import Callable, Iterator
from functools import lru_cache

from cliffhanger.games.untold import checks, facts, rest
from cliffhanger.games.untold.casting import character_file, sheet_of
from cliffhanger.games.untold.forms import CHARACTER, CharacterFile
from cliffhanger.games.untold.sheets import Realm, Sheet
from cliffhanger.games.untold.state import GM, Check, Person, Table
from cliffhanger.games.untold.verbs import (
    affect,
    end_effect,
    enter,
    gain_villain_point,
    give_back,
    join_cast,
    leave,
    note,
    of_seat,
    off_the_brink,
    person,
    reward,
    strain,
    suggest,
    take_sheet,
    unnote,
    wound,
)
from cliffhanger.kernel.content import read_form, write_form
from cliffhanger.kernel.frames import tell, top
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Number, Param, Pick, Text

ANY = "any"
SHEET = 65_536
REALM = Pick("realm", "To", (Item("body", "The body"), Item("mind", "The mind")), start=("body",))
WHY = Text("why", "What happens", 1, 160)


def standing(s: Table) -> tuple[Offer, ...]:
    """Everything that waits for nobody."""
    return (*_everybody(s), *facts.standing(s), *rest.standing(s), *_people(s), *_table(s))


def _offer(
    key: str, label: str, do: Callable[..., Table], *params: Param, group: str, rule: str = "", blocked: str = "",
    says: str = "",
) -> Offer:  # fmt: skip
    return offer(
        GM, ANY, key, label, do, *(() if blocked else params), group=group, rule=rule, blocked=blocked, says=says,
        standing=True, rank=99,
    )  # fmt: skip


def _everybody(s: Table) -> Iterator[Offer]:
    """Ideas for boons and snags, the veto, and one's own sheet."""
    tales = tuple(Item(t.id, f"{t.kind} of {person(s, t.who).name}", says=t.of) for t in s.tales)
    for seat in s.seats:
        yield offer(
            seat.id, ANY, "suggest", "Suggest a boon or a snag", bound(suggests, by=seat.id),
            *((Pick("tale", "For what", tales), Text("text", "What it is", 1, 240)) if tales else ()), rule="UN-SNG-02",
            group="At any time", standing=True, rank=99, blocked="" if tales else "There is nothing to tell just now.",
        )  # fmt: skip
        yield offer(
            seat.id, ANY, "veto", "Leave this out", bound(veto, by=seat.id), rule="UN-COR-02", group="At any time",
            standing=True, rank=99, says="No reason is asked for, and no number changes.",
        )  # fmt: skip
        mine = of_seat(s, seat.id)
        if mine is not None:
            yield offer(
                seat.id, ANY, "sheet", "Propose another sheet", bound(new_sheet, who=mine.id),
                Text("sheet", "Your sheet", 1, SHEET, form="character", start=written(mine.sheet)), rule="UN-COR-03",
                group="At any time", standing=True, rank=99, blocked=_checking(s, mine),
            )  # fmt: skip


def _checking(s: Table, p: Person) -> str:
    f = top(s)
    mine = isinstance(f, Check) and f.who == p.id
    return f"{p.name} is making a check: sheets change when it is over." if mine else ""


def _people(s: Table) -> Iterator[Offer]:
    whom = Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in s.cast))
    group = "People"
    for key, label, rule, do in (
        ("strain", "Strain", "UN-DMG-01", _strains),
        ("wound", "A wound", "UN-DMG-02", _wounds),
    ):
        yield _offer(key, label, do, whom, Number("amount", "Points", 1, 40, 1), REALM, WHY, group=group, rule=rule)
    lost = tuple(
        Item(f"{p.id}/{a.id}", f"{p.name}: {a.id.capitalize()}", a.lost) for p in s.cast for a in p.aspects if a.lost
    )
    if lost:
        yield _offer(
            "mend", "Give points back", _mends, Pick("what", "Which", lost), Number("amount", "Points", 1, 40, 1),
            group=group, rule="UN-REC-01",
        )  # fmt: skip
    beyond = tuple(Item(p.id, p.name) for p in s.cast if any(a.excess for a in p.aspects))
    if beyond:
        yield _offer(
            "unbrink", "Back from the brink", _unbrink, Pick("whom", "Whom", beyond), group=group, rule="UN-DMG-02"
        )
    yield _offer(
        "effect", "Something helps or hinders", _affects, whom, Text("text", "What it is", 1, 60),
        Number("mr", "Minimum Roll", -1, 3, 1, ((-1, "helps"), (0, "changes nothing"), (1, "hinders"))),
        Pick("lasts", "How long", (Item("scene", "This scene"), Item("on", "Until it is taken off")), start=("scene",)),
        group=group, rule="UN-MR-03", says="You say at each check whether it counts.",
    )  # fmt: skip
    effects = tuple(Item(f"{p.id}/{e.id}", f"{e.text}, {p.name}") for p in s.cast for e in p.effects)
    if effects:
        yield _offer("uneffect", "It no longer does", _unaffects, Pick("what", "What", effects), group=group)
    yield _offer("note", "A note", _notes, whom, Text("text", "What to remember", 1, 120), group=group)
    notes = tuple(Item(f"{p.id}/{n.id}", f"{n.text}, {p.name}") for p in s.cast for n in p.notes)
    if notes:
        yield _offer("unnote", "Take a note off", _unnotes, Pick("what", "Which", notes), group=group)
    yield _award(s)


def _award(s: Table) -> Offer:
    """Only what was accomplished is rewarded.  [UN-HRO-09]"""
    done = tuple(Item(p.id, p.name, says=p.deed) for p in s.cast if p.kind == "pc" and p.deed)
    return _offer(
        "award", "Award a Hero Point", _rewards, Pick("whom", "Whose deed", done), WHY, group="Points", rule="UN-HRO-09",
        blocked="" if done else "Nobody has just accomplished anything: a reward is for an action that worked.",
        says="For something daring, risky or hard; the more so if it was for others.",
    )  # fmt: skip


def _table(s: Table) -> Iterator[Offer]:
    yield _offer(
        "villain", "Add a Villain Point", _adds_villain, WHY, group="Points", rule="UN-VIL-03",
        says="When what the group chose furthers the antagonist's plan.",
    )  # fmt: skip
    f = top(s)
    if isinstance(f, Check):
        yield _offer(
            "call_off",
            "Close this check",
            _calls_off,
            group="The scene",
            rule="UN-CHK-01",
            says="What was spent stays spent.",
        )
    away = tuple(Item(p.id, p.name) for p in s.cast if not p.here)
    here = tuple(Item(p.id, p.name) for p in s.cast if p.here)
    shut = "" if len(s.stack) > 1 else "A scene has to be open."
    busy = shut or ("A check is under way." if isinstance(f, Check) else "")
    if away:
        yield _offer(
            "bring",
            "Somebody enters",
            _brings,
            Pick("whom", "Who", away, 1, len(away)),
            group="The scene",
            blocked=shut,
        )
    if here:
        yield _offer("send", "Somebody leaves", _sends, Pick("whom", "Who", here), group="The scene", blocked=busy)
    yield _offer(
        "join", "Somebody new", joins, Text("sheet", "Their sheet", 1, SHEET, form="character", start=CHARACTER.example),
        group="The table", rule="UN-COR-01", says="An adversary, or anybody else of yours.",
    )  # fmt: skip
    whom = tuple(Item(p.id, p.name) for p in s.cast if not _checking(s, p))
    yield _offer(
        "recast", "Change a sheet", _recast, Pick("whom", "Whose", whom),
        Text("sheet", "The sheet", 1, SHEET, form="character", start=CHARACTER.example), group="The table", rule="UN-COR-03",
    )  # fmt: skip


# --- what they do -------------------------------------------------------------------------------------------


def suggests(s: Table, by: str, tale: tuple[str, ...], text: str) -> Table:
    """Everybody may say what a boon or a snag could be; the Game Master decides.  [UN-SNG-02]"""
    mine = of_seat(s, by)
    return suggest(s, tale[0], mine.name if mine else "Game Master", text)


def veto(s: Table, by: str) -> Table:
    """Anybody may leave something out, at any time and without a reason.  [UN-COR-02]"""
    mine = of_seat(s, by)
    return tell(s, "veto", mine.name if mine else "Game Master", "UN-COR-02")


def new_sheet(s: Table, who: str, sheet: str) -> Table:
    """A player brings another sheet, checked as any file is."""
    return take_sheet(s, who, _read(sheet))


def joins(s: Table, sheet: str) -> Table:
    """The Game Master brings somebody new into the cast."""
    return join_cast(s, _read(sheet))


def _recast(s: Table, whom: tuple[str, ...], sheet: str) -> Table:
    return take_sheet(s, whom[0], _read(sheet))


@lru_cache(maxsize=256)
def written(sheet: Sheet) -> str:
    """A sheet as the text of its file, to begin editing from."""
    return write_form(CHARACTER, character_file(sheet))


def _read(text: str) -> Sheet:
    """The step has checked the text against its form already."""
    file = read_form(CHARACTER, "sheet", text)
    assert isinstance(file, CharacterFile)
    return sheet_of(file)


def _realm(realm: tuple[str, ...]) -> Realm:
    return "mind" if realm == ("mind",) else "body"


def _strains(s: Table, whom: tuple[str, ...], amount: int, realm: tuple[str, ...], why: str) -> Table:
    return strain(s, whom[0], _realm(realm), amount, why)


def _wounds(s: Table, whom: tuple[str, ...], amount: int, realm: tuple[str, ...], why: str) -> Table:
    return wound(s, whom[0], _realm(realm), amount, why)


def _mends(s: Table, what: tuple[str, ...], amount: int) -> Table:
    who, _, name = what[0].partition("/")
    row = next(a for a in person(s, who).aspects if a.id == name)
    count = min(amount, row.lost)
    s = give_back(s, who, row.id, count)
    return tell(s, "recovered", person(s, who).name, "UN-REC-01", back=[f"{count} {row.id.capitalize()}"])


def _unbrink(s: Table, whom: tuple[str, ...]) -> Table:
    return off_the_brink(s, whom[0])


def _affects(s: Table, whom: tuple[str, ...], text: str, mr: int, lasts: tuple[str, ...]) -> Table:
    return affect(s, whom[0], text, mr, "", lasting=lasts == ("on",))


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
