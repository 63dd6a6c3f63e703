"""Points that change the story: a fact, a softer blow, strength that comes back. The Game Master agrees, or does not.

A player proposes at any time, and nothing is spent until it is agreed to. The Game Master's own points need nobody's
agreement; everybody may shape what they bring.
"""

from collections.abc import Iterator

from cliffhanger.games.untold.derived import ASPECTS, AspectId
from cliffhanger.games.untold.state import GM, FactKind, Person, Proposal, Table
from cliffhanger.games.untold.verbs import (
    aspect,
    drop_proposal,
    give_back,
    note,
    of_seat,
    off_the_brink,
    pay_hero_point,
    pay_villain_point,
    person,
    propose,
)
from cliffhanger.kernel.frames import one, tell
from cliffhanger.kernel.offers import Offer, bound, offer
from cliffhanger.kernel.params import Item, Pick, Text

MOST = 5
KINDS: tuple[tuple[FactKind, str, str], ...] = (
    ("fact", "A fact", "an object, a feature, an escape; what is established stays"),
    ("soften", "A softer outcome", ""),
    ("defense", "Defense Rating one better or worse, for a while", ""),
    ("initiative", "Initiative 10 lower, once", ""),
    ("brink", "Back from the brink of death", ""),
)
ITEMS = tuple(Item(name, label, says=says) for name, label, says in KINDS)
NOTED: dict[FactKind, str] = {"defense": "Defense Rating by one", "initiative": "Initiative 10 lower, once"}


def standing(s: Table) -> Iterator[Offer]:
    """Facts and restored strength, for whoever holds a point."""
    for seat in s.seats:
        mine = of_seat(s, seat.id)
        if mine is not None:
            no = (
                ""
                if mine.hero_points > 0
                else "You have no Hero Point: a 12 on a boon die or a heroic action brings one."
            )
            yield offer(
                seat.id, "any", "fact", "A fact", bound(_proposes, who=mine.id), Pick("what", "What", ITEMS),
                Text("text", "Say it", 1, 240), rule="UN-HRO-07", standing=True, rank=99, group="Hero Points", blocked=no,
                price="Hero Point", says="Spent when the Game Master agrees.",
            )  # fmt: skip
            yield _restore(s, mine, seat.id, "restore", no)
    yield from _villainous(s)


def _villainous(s: Table) -> Iterator[Offer]:
    no = "" if s.villain_points > 0 else "You have no Villain Point: the players' third Hero Point brings one."
    people = tuple(Item(p.id, p.name) for p in s.cast if p.kind == "adversary")
    yield offer(
        GM, "any", "fact", "A turn for the worse", _worsens, Pick("what", "What", ITEMS),
        Pick("whom", "For whom", people, 0, 1), Text("text", "Say it", 1, 240), rule="UN-VIL-04", standing=True, rank=99,
        group="Villain Points", blocked=no, price="Villain Point", says="A worse crisis, a display of power, an escape.",
    )  # fmt: skip
    for p in s.cast:
        if p.kind == "adversary" and _worn(s, p):
            yield _restore(s, p, GM, f"restore.{p.id}", no)


def _restore(s: Table, p: Person, seat: str, key: str, blocked: str) -> Offer:
    """One point brings five of spent exertion back, in any split.  [UN-HRO-07]"""
    items = _worn(s, p)
    blocked = blocked or ("" if items else "Nothing that was spent is missing.")
    price = "Villain Point" if seat == GM else "Hero Point"
    return offer(
        seat, "any", key, "Strength comes back", bound(_restores, who=p.id, by=seat),
        *(() if blocked else (Pick("points", "Which points", items, 1, MOST, start=tuple(i.id for i in items[:MOST])),)),
        rule="UN-HRO-07", standing=True, rank=99, group=f"{price}s" if seat != GM else p.name, blocked=blocked, price=price,
        says=f"Up to {MOST} points.",
    )  # fmt: skip


def _worn(s: Table, p: Person) -> tuple[Item, ...]:
    """The points that could come back, one item each."""
    found = []
    for name in ASPECTS:
        row = aspect(p, name)
        lost = row.lost if s.house.restore_scope == "any" else row.spent
        found += [Item(f"{name}.{n}", name.capitalize()) for n in range(1, min(MOST, lost) + 1)]
    return tuple(found)


def _proposes(s: Table, who: str, what: tuple[FactKind, ...], text: str) -> Table:
    return propose(s, Proposal("", who, what[0], text))


def _restores(s: Table, who: str, by: str, points: tuple[str, ...]) -> Table:
    if by != GM:
        return propose(s, Proposal("", who, "restore", f"{len(points)} points come back", points))
    return _restored(pay_villain_point(s, f"{person(s, who).name} finds strength", "UN-HRO-07"), who, points)


def _worsens(s: Table, what: tuple[FactKind, ...], whom: tuple[str, ...], text: str) -> Table:
    """The Game Master makes it worse: a crisis, a display of power, an escape.  [UN-VIL-04]"""
    s = tell(pay_villain_point(s, "a turn for the worse", "UN-VIL-04"), "fact", "Game Master", "UN-VIL-04", text=text)
    return _holds(s, whom[0], what[0]) if whom else s


def asked(s: Table) -> Iterator[Offer]:
    """What the Game Master is asked to agree to."""
    for row in s.proposals:
        p, window = person(s, row.who), f"{s.stack[-1].number}.{row.id}"
        ask = f"{p.name} would spend a Hero Point: {row.text}."
        no = "" if p.hero_points > 0 else f"{p.name} has no Hero Point any more."
        yield offer(
            GM, window, "agree", "Agree", bound(agree, name=row.id), Text("text", "As it happens", 1, 240, start=row.text),
            rule="UN-HRO-07", ask=ask, first=True, group="A Hero Point", blocked=no,
        )  # fmt: skip
        yield offer(
            GM, window, "disagree", "Not this", bound(disagree, name=row.id), rule="UN-HRO-07", ask=ask,
            group="A Hero Point", says="Nothing is spent.",
        )  # fmt: skip


def agree(s: Table, name: str, text: str) -> Table:
    """The Game Master agrees: the point is spent and the fact is so; what was established before stays.  [UN-HRO-07, UN-HRO-08]"""
    row = one(s.proposals, name)
    s = pay_hero_point(drop_proposal(s, name), row.who, text, "UN-HRO-07")
    if row.what == "restore":
        return _restored(s, row.who, row.points)
    return _holds(tell(s, "fact", person(s, row.who).name, "UN-HRO-08", text=text), row.who, row.what)


def disagree(s: Table, name: str) -> Table:
    """The Game Master does not agree, and nothing is spent."""
    row = one(s.proposals, name)
    return tell(drop_proposal(s, name), "disagrees", "Game Master", "UN-HRO-07", text=row.text)


def _holds(s: Table, who: str, what: FactKind) -> Table:
    """A note to keep where the rest of the rule is the table's; only the brink is a number here."""
    if what == "brink":
        return off_the_brink(s, who)
    return note(s, who, NOTED[what]) if what in NOTED else s


def _restored(s: Table, who: str, points: tuple[str, ...]) -> Table:
    """Points come back to the stores they were taken from, as many as are still missing."""
    counts: dict[AspectId, int] = {}
    for name in ASPECTS:
        picked = sum(each.partition(".")[0] == name for each in points)
        row = aspect(person(s, who), name)
        lost = row.lost if s.house.restore_scope == "any" else row.spent
        if picked and lost:
            counts[name] = min(picked, lost)
            s = give_back(s, who, name, counts[name], harm=s.house.restore_scope == "any")
    back = [f"{count} {name.capitalize()}" for name, count in counts.items()]
    return tell(s, "restored", person(s, who).name, "UN-HRO-07", back=back)
