"""Points that change the story: a fact, a softer blow, strength that comes back. The Game Master agrees, or does not.

A player proposes at any time, for themselves or for somebody else, and nothing is spent until it is agreed to. The
Game Master's own points need nobody's agreement; everybody may shape what they bring. But for points that come back no
number changes: what is written down is for people.
"""

from collections.abc import Callable, Iterator
from functools import partial

from cliffhanger.games.untold import recasting
from cliffhanger.games.untold.derived import ASPECTS, AspectId
from cliffhanger.games.untold.powers import NO_HERO, NO_VILLAIN, POINT, YES, No, reopened
from cliffhanger.games.untold.state import GM, Check, FactKind, Person, Proposal, Table
from cliffhanger.games.untold.verbs import (
    aspect,
    at_brink,
    checking,
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
from cliffhanger.kernel.offers import Later, Offer, bound, offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

MOST, AFTER = 5, 30
"""Points that come back for one, and the rank of what has to wait until a check is over."""
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
    yield _later(seat, "fact", no, partial(_fact, s, mine, seat, no))
    lost = no if no.why or any(at_brink(s, p) for p in _near(s)) else NOBODY
    yield _later(seat, "brink", lost, partial(_brink, s, mine, seat, lost))
    yield _restore(s, mine, seat, "restore", no)
    for p in s.cast:
        if p.kind == "pc" and p is not mine and _tired(s, p):
            yield _restore(s, p, seat, f"restore.{p.id}", no)


def _near(s: Table) -> tuple[Person, ...]:
    """Whom a player's point may be for: whoever is here, and one's fellows wherever they are."""
    return tuple(p for p in s.cast if p.here or p.kind == "pc")


def _fact(s: Table, mine: Person, seat: str, no: No) -> Offer:
    whom = Pick("whom", "For whom", tuple(Item(p.id, p.name) for p in _near(s)), start=(mine.id,))
    return _proposal(
        seat, "fact", "A fact", bound(_proposes, who=mine.id), Pick("what", "What", ITEMS), whom, WORDS, no=no
    )  # fmt: skip


def _brink(s: Table, mine: Person, seat: str, no: No) -> Offer:
    save = Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in _near(s) if at_brink(s, p)))
    do = bound(_proposes, who=mine.id, what=("brink",))
    return _proposal(seat, "brink", "Back from the brink of death", do, save, WORDS, no=no)


def _proposal(seat: str, key: str, label: str, do: object, *params: Param, no: No) -> Offer:
    return _option(
        seat, key, label, do, *params, no=no, group="Hero Points", price=POINT["heroes"],
        says="Spent when the Game Master agrees.",
    )  # fmt: skip


def _villainous(s: Table) -> Iterator[Offer]:
    """The Game Master's points, for adversaries or against protagonists.  [UN-VIL-01]"""
    no = YES if s.villain_points > 0 else NO_VILLAIN
    yield _later(GM, "fact", no, partial(_worse, s, no))
    if any(at_brink(s, p) for p in s.cast):
        yield _later(GM, "brink", no, partial(_no_end, s, no))
    for p in s.cast:
        if p.kind == "adversary" and _tired(s, p):
            yield _restore(s, p, GM, f"restore.{p.id}", no)


def _protagonists_last(s: Table) -> list[Person]:
    return sorted(s.cast, key=lambda p: p.kind)


def _worse(s: Table, no: No) -> Offer:
    people = tuple(Item(p.id, p.name) for p in _protagonists_last(s))
    return _option(
        GM, "fact", "A turn for the worse", _worsens, Pick("what", "What", ITEMS),
        Pick("whom", "For whom, or against whom", people, 0, 1), WORDS, no=no, group="Villain Points",
        price=POINT["villains"], rule="UN-VIL-04", says="A worse crisis, a display of power, an escape.",
    )  # fmt: skip


def _no_end(s: Table, no: No) -> Offer:
    save = Pick("whom", "Whom", tuple(Item(p.id, p.name) for p in _protagonists_last(s) if at_brink(s, p)))
    return _option(
        GM, "brink", "Back from the brink of death", bound(_worsens, what=("brink",)), save, WORDS, no=no,
        group="Villain Points", price=POINT["villains"], rule="UN-VIL-04",
    )  # fmt: skip


def own(s: Table) -> Iterator[Offer]:
    """What one has proposed, a sheet too, until the Game Master has spoken."""
    for seat in s.seats if s.proposals else ():
        mine = of_seat(s, seat.id)
        if mine is not None and any(row.who == mine.id for row in s.proposals):
            yield _later(seat.id, "take_back", YES, partial(_take_back, s, mine, seat.id))


def _take_back(s: Table, mine: Person, seat: str) -> Offer:
    rows = tuple(Item(row.id, row.text) for row in s.proposals if row.who == mine.id)
    return _option(
        seat, "take_back", "Take a proposal back", takes_back, Pick("what", "Which", rows), group="At any time",
        says="Nothing is spent.",
    )  # fmt: skip


def _restore(s: Table, p: Person, seat: str, key: str, no: No) -> Offer:
    """One point brings five of spent exertion back, in any split.  [UN-HRO-07]"""
    if seat == GM and not no.why:
        no = _chosen(s, p)
    if not no.why and not _tired(s, p):
        no = WHOLE
    return _later(seat, key, no, partial(_strength, s, p, seat, key, no))


def _strength(s: Table, p: Person, seat: str, key: str, no: No) -> Offer:
    items = _worn(s, p)
    own = key == "restore"
    price = POINT["villains" if seat == GM else "heroes"]
    points = Pick("points", "Which points", items, 1, MOST, start=tuple(i.id for i in items[:MOST]))
    return _option(
        seat, key, "Strength comes back" if own or seat == GM else f"Strength comes back to {p.name}",
        bound(_restores, whom=p.id, by=seat), points, group=p.name if seat == GM else f"{price}s",
        no=no, price=price, says=f"Up to {MOST} points.",
    )  # fmt: skip


def _later(seat: str, key: str, no: No, make: Callable[[], Offer]) -> Offer:
    return Later(seat, "any", key, no.why, make, 99)


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


def _tired(s: Table, p: Person) -> bool:
    return any(_gone(s, p, name) for name in ASPECTS)


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
    return reopened(_restored(s, whom, points), "villains")


def _worsens(s: Table, what: tuple[FactKind, ...], whom: tuple[str, ...], text: str) -> Table:
    """The Game Master makes it worse: a crisis, a display of power, an escape.  [UN-VIL-04]"""
    s = pay_villain_point(s, "a turn for the worse", "UN-VIL-04")
    s = _made_so(s, "Game Master", whom[0] if whom else "", text, "UN-VIL-04")
    return reopened(_noted(s, whom[0], what[0], text) if whom else s, "villains")


def takes_back(s: Table, what: tuple[str, ...]) -> Table:
    """Who proposed something thinks better of it, and nothing is spent."""
    row = one(s.proposals, what[0])
    return tell(drop_proposal(s, row.id), "takes_back", person(s, row.who).name, _rule(row), text=row.text)


# --- the Game Master's word ----------------------------------------------------------------------------------


def asked(s: Table) -> Iterator[Offer]:
    """What the Game Master is asked to agree to; what has to wait for the end of a check is not waited for."""
    for row in s.proposals:
        window = f"{s.stack[-1].number}.{row.id}"
        p, whom = person(s, row.who), person(s, row.whom or row.who)
        if row.what == "sheet":
            yield from recasting.asked(s, row, window, disagree, AFTER if checking(s, p) else 0)
        else:
            ask = f"{p.name} would spend a Hero Point{_for(s, row)}: {row.text}."
            no, rank = _void(s, row), AFTER if row.what == "restore" and _chosen(s, whom).why else 0
            yield offer(
                GM, window, "agree", "Agree", bound(agree, name=row.id), Text("text", "As it happens", 1, 240, start=row.text),
                rule="UN-HRO-07", ask=ask, first=True, group="A Hero Point", blocked=no.why, instead=no.instead, rank=rank,
            )  # fmt: skip
            yield offer(
                GM, window, "disagree", "Not this", bound(disagree, name=row.id), rule=_rule(row), ask=ask,
                group="A Hero Point", says="Nothing is spent.", rank=rank,
            )  # fmt: skip


def _for(s: Table, row: Proposal) -> str:
    return f" for {person(s, row.whom).name}" if row.whom not in ("", row.who) else ""


def _void(s: Table, row: Proposal) -> No:
    """Why a proposal would bring nothing, any more or just now."""
    p, whom, say_so = person(s, row.who), person(s, row.whom or row.who), "Say so, and nothing is spent."
    if p.hero_points < 1:
        return No(f"{p.name} has no Hero Point any more.", say_so)
    if row.what == "restore" and not _back(s, whom, row.points):
        return No(f"Nothing of it is missing any more: {whom.name} has it back.", say_so)
    if row.what == "brink" and not at_brink(s, whom):
        return No(f"{whom.name} is not at the brink any more.", say_so)
    return _chosen(s, whom) if row.what == "restore" else YES


def _chosen(s: Table, p: Person) -> No:
    """Strength that comes back moves the difficulty: it may not, once they have chosen how their check ends."""
    f = s.stack[-1]
    if not isinstance(f, Check) or f.who != p.id or f.phase != "closing" or f.choice == "auto":
        return YES
    return No(f"{p.name} has chosen how the check ends: strength comes back when it is over.", "Let it stand first.")


def agree(s: Table, name: str, text: str) -> Table:
    """The Game Master agrees: the point is spent and the fact is so; what was established before stays.  [UN-HRO-07, UN-HRO-08]"""
    row = one(s.proposals, name)
    whom = row.whom or row.who
    s = pay_hero_point(drop_proposal(s, name), row.who, text, "UN-HRO-07")
    if row.what == "restore":
        return reopened(_restored(s, whom, row.points), "heroes")
    payer = person(s, row.who).name
    s = _made_so(s, payer, whom if whom != row.who else "", text, "UN-HRO-08")
    return reopened(_noted(s, whom, row.what, text), "heroes")


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
