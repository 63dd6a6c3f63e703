"""Points that change the story: a fact, a softer blow, strength that comes back. The Game Master agrees, or does not.

A player proposes at any time, for themselves or for somebody else, and nothing is spent until it is agreed to. The
Game Master's own points need nobody's agreement; everybody may shape what they bring. But for points that come back no
number changes: what is written down is for people.
"""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.untold import recasting
from cliffhanger.games.untold.derived import ASPECTS, AspectId
from cliffhanger.games.untold.powers import NO_HERO, NO_VILLAIN, POINT, YES, No, reopened
from cliffhanger.games.untold.state import GM, FactKind, Person, Proposal, Table
from cliffhanger.games.untold.verbs import (
    aspect,
    at_brink,
    drop_proposal,
    give_back,
    note,
    of_seat,
    pay_hero_point,
    pay_villain_point,
    person,
    propose,
)
from cliffhanger.kernel.frames import one, tell
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

MOST = 5
KINDS: tuple[tuple[FactKind, str, str], ...] = (
    ("fact", "A fact", "an object, a feature, an escape; what is established stays"),
    ("soften", "A softer outcome", ""),
    ("defense_up", "Defense Rating one up, for a while", ""),
    ("defense_down", "Defense Rating one down, for a while", ""),
    ("initiative", "Initiative 10 lower, once", ""),
)
ITEMS = tuple(Item(name, label, says=says) for name, label, says in KINDS)
NOTED: dict[FactKind, str] = {
    "defense_up": "Defense Rating up by one",
    "defense_down": "Defense Rating down by one",
    "initiative": "Initiative 10 lower, once",
    "brink": "Saved from the brink",
}
WORDS = Text("text", "Say it", 1, 240)
NOBODY = No("Nobody is at the brink.", "It is for whoever's Vitality or Sanity is empty.")
WHOLE = No("Nothing that was spent is missing.", "What was harmed comes back by rest.")


# --- what may be proposed, or done ---------------------------------------------------------------------------


def standing(s: Table) -> Iterator[Offer]:
    """Facts and restored strength, for whoever holds a point."""
    for seat in s.seats:
        mine = of_seat(s, seat.id)
        if mine is not None:
            yield from _players(s, mine, seat.id)
    yield from _villainous(s)


def _players(s: Table, mine: Person, seat: str) -> Iterator[Offer]:
    no = YES if mine.hero_points > 0 else NO_HERO
    near = tuple(p for p in s.cast if p.here or p.kind == "pc")
    whom = Pick("whom", "For whom", tuple(Item(p.id, p.name) for p in near), start=(mine.id,))
    make = partial(_option, seat, group="Hero Points", price=POINT["heroes"], says="Spent when the Game Master agrees.")
    yield make("fact", "A fact", bound(_proposes, who=mine.id), Pick("what", "What", ITEMS), whom, WORDS, no=no)
    save = Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in near if at_brink(s, p)))
    do = bound(_proposes, who=mine.id, what=("brink",))
    yield make("brink", "Back from the brink of death", do, save, WORDS, no=no if no.why or save.items else NOBODY)
    yield _restore(s, mine, seat, "restore", no)
    for p in s.cast:
        if p.kind == "pc" and p is not mine and _worn(s, p):
            yield _restore(s, p, seat, f"restore.{p.id}", no)


def _villainous(s: Table) -> Iterator[Offer]:
    """The Game Master's points, for adversaries or against protagonists.  [UN-VIL-01]"""
    no = YES if s.villain_points > 0 else NO_VILLAIN
    people = sorted(s.cast, key=lambda p: p.kind)
    whom = Pick("whom", "For whom, or against whom", tuple(Item(p.id, p.name) for p in people), 0, 1)
    make = partial(_option, GM, group="Villain Points", price=POINT["villains"], rule="UN-VIL-04")
    yield make(
        "fact", "A turn for the worse", _worsens, Pick("what", "What", ITEMS), whom, WORDS, no=no,
        says="A worse crisis, a display of power, an escape.",
    )  # fmt: skip
    save = Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in people if at_brink(s, p)))
    if save.items:
        yield make("brink", "Back from the brink of death", bound(_worsens, what=("brink",)), save, WORDS, no=no)
    for p in s.cast:
        if p.kind == "adversary" and _worn(s, p):
            yield _restore(s, p, GM, f"restore.{p.id}", no)


def own(s: Table) -> Iterator[Offer]:
    """What one has proposed, a sheet too, until the Game Master has spoken."""
    for seat in s.seats:
        mine = of_seat(s, seat.id)
        rows = tuple(Item(row.id, row.text) for row in s.proposals if mine is not None and row.who == mine.id)
        if rows:
            yield _option(
                seat.id, "take_back", "Take a proposal back", takes_back, Pick("what", "Which", rows), group="At any time",
                says="Nothing is spent.",
            )  # fmt: skip


def _restore(s: Table, p: Person, seat: str, key: str, no: No) -> Offer:
    """One point brings five of spent exertion back, in any split.  [UN-HRO-07]"""
    items = _worn(s, p)
    own = key == "restore"
    price = POINT["villains" if seat == GM else "heroes"]
    points = Pick("points", "Which points", items, 1, MOST, start=tuple(i.id for i in items[:MOST]))
    return _option(
        seat, key, "Strength comes back" if own or seat == GM else f"Strength comes back to {p.name}",
        bound(_restores, whom=p.id, by=seat), points, group=p.name if seat == GM else f"{price}s",
        no=no if no.why or items else WHOLE, price=price, says=f"Up to {MOST} points.",
    )  # fmt: skip


def _option(
    seat: str, key: str, label: str, do: object, *params: Param, group: str, says: str = "", no: No = YES, price: str = "",
    rule: str = "UN-HRO-07",
) -> Offer:  # fmt: skip
    return offer(
        seat, "any", key, label, do, *(() if no.why else params), rule=rule, standing=True, rank=99,  # type: ignore[arg-type]
        group=group, blocked=no.why, instead=no.instead, price=price, says=says,
    )  # fmt: skip


def _worn(s: Table, p: Person) -> tuple[Item, ...]:
    """The points that could come back, one item each."""
    found = []
    for name in ASPECTS:
        found += [Item(f"{name}.{n}", name.capitalize()) for n in range(1, min(MOST, _gone(s, p, name)) + 1)]
    return tuple(found)


def _gone(s: Table, p: Person, name: AspectId) -> int:
    """How many points of a store a Hero Point could bring back."""
    return aspect(p, name).lost if s.house.restore_scope == "any" else aspect(p, name).spent


# --- what they do --------------------------------------------------------------------------------------------


def _proposes(s: Table, who: str, what: tuple[FactKind, ...], whom: tuple[str, ...], text: str) -> Table:
    return propose(s, Proposal("", who, what[0], text, whom[0]))


def _restores(s: Table, whom: str, by: str, points: tuple[str, ...]) -> Table:
    mine = of_seat(s, by)
    if mine is not None:
        return propose(s, Proposal("", mine.id, "restore", f"{len(points)} points come back", whom, points))
    s = pay_villain_point(s, f"{person(s, whom).name} finds strength", "UN-HRO-07")
    return reopened(_restored(s, whom, points))


def _worsens(s: Table, what: tuple[FactKind, ...], whom: tuple[str, ...], text: str) -> Table:
    """The Game Master makes it worse: a crisis, a display of power, an escape.  [UN-VIL-04]"""
    s = pay_villain_point(s, "a turn for the worse", "UN-VIL-04")
    s = _made_so(s, "Game Master", whom[0] if whom else "", text, "UN-VIL-04")
    return reopened(_noted(s, whom[0], what[0], text) if whom else s)


def takes_back(s: Table, what: tuple[str, ...]) -> Table:
    """Who proposed something thinks better of it, and nothing is spent."""
    row = one(s.proposals, what[0])
    return tell(drop_proposal(s, row.id), "takes_back", person(s, row.who).name, _rule(row), text=row.text)


# --- the Game Master's word ----------------------------------------------------------------------------------


def asked(s: Table) -> Iterator[Offer]:
    """What the Game Master is asked to agree to."""
    for row in s.proposals:
        window = f"{s.stack[-1].number}.{row.id}"
        if row.what == "sheet":
            ask = f"{person(s, row.who).name} proposes {row.text}."
            yield recasting.asked(s, row, window)
            yield _not_this(row, window, ask, "A sheet")
        else:
            ask = f"{person(s, row.who).name} would spend a Hero Point{_for(s, row)}: {row.text}."
            yield offer(
                GM, window, "agree", "Agree", bound(agree, name=row.id), Text("text", "As it happens", 1, 240, start=row.text),
                rule="UN-HRO-07", ask=ask, first=True, group="A Hero Point", blocked=_void(s, row),
                instead="Say so, and nothing is spent.",
            )  # fmt: skip
            yield _not_this(row, window, ask, "A Hero Point")


def _not_this(row: Proposal, window: str, ask: str, group: str) -> Offer:
    return offer(
        GM, window, "disagree", "Not this", bound(disagree, name=row.id), rule=_rule(row), ask=ask, group=group,
        says="The sheet stays as it is." if row.what == "sheet" else "Nothing is spent.",
    )  # fmt: skip


def _for(s: Table, row: Proposal) -> str:
    return f" for {person(s, row.whom).name}" if row.whom not in ("", row.who) else ""


def _void(s: Table, row: Proposal) -> str:
    """Why a proposal would bring nothing any more."""
    p = person(s, row.who)
    if p.hero_points < 1:
        return f"{p.name} has no Hero Point any more."
    whom = person(s, row.whom or row.who)
    if row.what == "restore" and not _back(s, whom, row.points):
        return f"Nothing of it is missing any more: {whom.name} has it back."
    if row.what == "brink" and not at_brink(s, whom):
        return f"{whom.name} is not at the brink any more."
    return ""


def agree(s: Table, name: str, text: str) -> Table:
    """The Game Master agrees: the point is spent and the fact is so; what was established before stays.  [UN-HRO-07, UN-HRO-08]"""
    row = one(s.proposals, name)
    whom = row.whom or row.who
    s = pay_hero_point(drop_proposal(s, name), row.who, text, "UN-HRO-07")
    if row.what == "restore":
        return reopened(_restored(s, whom, row.points))
    payer = person(s, row.who).name
    s = _made_so(s, payer, whom if whom != row.who else "", text, "UN-HRO-08")
    return reopened(_noted(s, whom, row.what, text))


def disagree(s: Table, name: str) -> Table:
    """The Game Master does not agree, and nothing is spent."""
    row = one(s.proposals, name)
    return tell(drop_proposal(s, name), "disagrees", "Game Master", _rule(row), text=row.text)


def _rule(row: Proposal) -> str:
    return "UN-COR-03" if row.what == "sheet" else "UN-HRO-07"


def _made_so(s: Table, by: str, whom: str, text: str, rule: str) -> Table:
    return tell(s, "fact", by, rule, text=text, whom=person(s, whom).name if whom else "")


def _noted(s: Table, whom: str, what: FactKind, text: str) -> Table:
    """A note to keep, in their own words, where the rest of the rule is the table's."""
    return note(s, whom, f"{NOTED[what]}: {text}") if what in NOTED else s


def _back(s: Table, p: Person, points: tuple[str, ...]) -> dict[AspectId, int]:
    """How many of these points are still missing, by the store they were taken from."""
    counts: dict[AspectId, int] = {}
    for name in ASPECTS:
        picked = sum(each.partition(".")[0] == name for each in points)
        if count := min(picked, _gone(s, p, name)):
            counts[name] = count
    return counts


def _restored(s: Table, whom: str, points: tuple[str, ...]) -> Table:
    """Points come back to the stores they were taken from, as many as are still missing."""
    counts = _back(s, person(s, whom), points)
    for name, count in counts.items():
        s = give_back(s, whom, name, count, harm=s.house.restore_scope == "any")
    back = [[count, name.capitalize()] for name, count in counts.items()]
    return tell(s, "restored", person(s, whom).name, "UN-HRO-07", back=back)
