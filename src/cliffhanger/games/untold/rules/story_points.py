"""Points spent on the story: a fact, a softer blow, strength that comes back. The Game Master agrees, or does not.

A player proposes at any time, for themselves or for somebody else, and nothing is spent until it is agreed to. The
Game Master's own points need nobody's agreement; everybody may shape what they bring. But for points that come back no
number changes: what is written down is for people. In this order: what they do; what may be proposed, or done; the
Game Master's word.
"""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.untold.rules import sheet_changes, verbs
from cliffhanger.games.untold.rules.derived_ratings import AspectId
from cliffhanger.games.untold.rules.points import NO_HERO, NO_VILLAIN, POINT, reopened
from cliffhanger.games.untold.rules.state import GM, Check, FactKind, Person, Proposal, Table
from cliffhanger.kernel.frames import one, tell
from cliffhanger.kernel.offers import YES, Kind, No, Offer
from cliffhanger.kernel.params import Cost, Item, Param, Pick, Text, ids

ANY, MOST, AFTER = "any", 5, 30
"""Points that come back for one, and the rank of what has to wait until a check is over."""
KINDS: tuple[tuple[FactKind, str, str, str], ...] = (
    ("fact", "A fact", "an object, a feature, an escape; what is established stays", ""),
    ("soften", "A softer outcome", "", ""),
    ("defense_up", "Defense Rating one up, for a while", "", "Defense Rating up by one"),
    ("defense_down", "Defense Rating one down, for a while", "", "Defense Rating down by one"),
    ("initiative", "Initiative 10 lower, once", "", "Initiative 10 lower, once"),
)
"""What a point may establish, what it says beside it, and the note that it leaves."""
NOTED = {what: noted for what, _, _, noted in KINDS if noted} | {"brink": "Saved from the brink"}
WHAT = Pick("what", "What", tuple(Item(what, label, says=says) for what, label, says, _ in KINDS))
WORDS = Text("text", "Say it", 1, 240)
NOBODY = No("Nobody is at the brink.", "It is for whoever's Vitality or Sanity is empty.")
WHOLE = No("Nothing that was spent is missing.", "What was harmed comes back by rest.")


def _proposes(s: Table, who: str, what: FactKind, whom: str, text: str) -> Table:
    return verbs.propose(s, Proposal("", who, what, text, whom))


def _restores(s: Table, whom: str, by: str, points: tuple[str, ...]) -> Table:
    mine = verbs.of_seat(s, by)
    if mine is not None:
        return verbs.propose(s, Proposal("", mine.id, "restore", f"{len(points)} points come back", whom, points))
    s = verbs.pay_villain_point(s, f"{verbs.person(s, whom).name} finds strength", "UN-HRO-07")
    return reopened(_restored(s, whom, points), "villains")


def _worsens(s: Table, what: FactKind, whom: str | tuple[str, ...], text: str) -> Table:
    """The Game Master makes it worse: a crisis, a display of power, an escape.  [UN-VIL-04]"""
    s = verbs.pay_villain_point(s, "a turn for the worse", "UN-VIL-04")
    return reopened(_made_so(s, "", next(iter(ids(whom)), ""), what, text, "UN-VIL-04"), "villains")


def takes_back(s: Table, what: str) -> Table:
    """Who proposed something thinks better of it, and nothing is spent."""
    row = one(s.proposals, what)
    return tell(verbs.drop_proposal(s, row.id), "takes_back", verbs.person(s, row.who).name, row.rule, text=row.text)


def agree(s: Table, name: str, text: str) -> Table:
    """The Game Master agrees: the point is spent and the fact is so; what was established before stays.  [UN-HRO-07, UN-HRO-08]"""
    row = one(s.proposals, name)
    whom = row.whom or row.who
    s = verbs.pay_hero_point(verbs.drop_proposal(s, name), row.who, text, "UN-HRO-07")
    if row.what == "restore":
        return reopened(_restored(s, whom, row.points), "heroes")
    return reopened(_made_so(s, row.who, whom, row.what, text, "UN-HRO-08"), "heroes")


def disagree(s: Table, name: str) -> Table:
    """The Game Master does not agree, and nothing is spent."""
    row = one(s.proposals, name)
    return tell(verbs.drop_proposal(s, name), "disagrees", "Game Master", row.rule, text=row.text)


def _made_so(s: Table, by: str, whom: str, what: FactKind, text: str, rule: str) -> Table:
    """It is a fact; a note is kept, in their own words, where the rest of the rule is the table's."""
    name = verbs.person(s, by).name if by else "Game Master"
    s = tell(s, "fact", name, rule, text=text, whom=verbs.person(s, whom).name if whom not in ("", by) else "")
    return verbs.note(s, whom, f"{NOTED[what]}: {text}") if whom and what in NOTED else s


def _restored(s: Table, whom: str, points: tuple[str, ...]) -> Table:
    """Points come back to the stores they were taken from, as many as are still missing."""
    counts = _back(s, verbs.person(s, whom), points)
    for name, count in counts.items():
        s = verbs.give_back(s, whom, name, count, harm=s.house.restore_scope == "any")
    back = [[count, name.capitalize()] for name, count in counts.items()]
    return tell(s, "restored", verbs.person(s, whom).name, "UN-HRO-07", back=back)


def _back(s: Table, p: Person, points: tuple[str, ...]) -> dict[AspectId, int]:
    """How many of these points are still missing, by the store they were taken from."""
    stores = [each.partition(".")[0] for each in points]
    return {name: min(gone, stores.count(name)) for name, gone in _gone(s, p).items() if name in stores}


def _gone(s: Table, p: Person) -> dict[AspectId, int]:
    """How many points of each store a Hero Point could bring back; of a whole one nothing is said."""
    harmed = s.house.restore_scope == "any"
    return {row.id: row.lost if harmed else row.spent for row in p.aspects if (row.lost if harmed else row.spent)}


BRINK, UP_TO = "Back from the brink of death", f"Up to {MOST} points."
ANY_TIME = partial(Kind, rank=99, standing=True)
OWN = partial(ANY_TIME, group="Hero Points", cost=(Cost(1, POINT["heroes"]),), rule="UN-HRO-07")
FACT = OWN("fact", "A fact", _proposes, says="Spent when the Game Master agrees.")
SAVED = OWN("brink", BRINK, partial(_proposes, what="brink"), says="Spent when the Game Master agrees.")
RESTORE = OWN("restore", "Strength comes back", _restores, verb="restore", says=UP_TO)
MASTERS = partial(ANY_TIME, group="Villain Points", cost=(Cost(1, POINT["villains"]),), rule="UN-VIL-04")
WORSE = MASTERS("fact", "A turn for the worse", _worsens, says="A worse crisis, a display of power, an escape.")
SAVES = MASTERS("brink", BRINK, partial(_worsens, what="brink"))
THEIRS = MASTERS("restore", "Strength comes back", _restores, verb="restore", says=UP_TO, rule="UN-HRO-07")
TAKE_BACK = ANY_TIME(
    "take_back", "Take a proposal back", takes_back, group="At any time", rule="UN-HRO-07", says="Nothing is spent."
)
AGREE = Kind("agree", "Agree", agree, rule="UN-HRO-07", group="A Hero Point", first=True)
DISAGREE = Kind("disagree", "Not this", disagree, group="A Hero Point", says="Nothing is spent.")


def standing(s: Table) -> Iterator[Offer]:
    """Facts and restored strength, for whoever holds a point."""
    for seat, mine in verbs.players(s):
        yield from _players(s, mine, seat)
    yield from _villainous(s)


def _players(s: Table, mine: Person, seat: str) -> Iterator[Offer]:
    """For oneself, for whoever is here, and for one's fellows wherever they are."""
    no, near = YES if mine.hero_points > 0 else NO_HERO, [p for p in s.cast if p.here or p.kind == "pc"]
    whom, brink = (
        Pick("whom", "For whom", _items(near, "pc"), start=(mine.id,)),
        [p for p in near if verbs.at_brink(s, p)],
    )
    yield FACT(seat, ANY, (WHAT, whom, WORDS), no, do=partial(_proposes, who=mine.id))
    saved = partial(_proposes, who=mine.id, what="brink")
    yield SAVED(
        seat, ANY, (Pick("whom", "Whom", _items(brink, "pc")), WORDS), no if no.why or brink else NOBODY, do=saved
    )
    yield _restore(s, mine, seat, "restore", no)
    for p in s.cast:
        if p.kind == "pc" and p is not mine and _gone(s, p):
            yield _restore(s, p, seat, f"restore.{p.id}", no)


def _villainous(s: Table) -> Iterator[Offer]:
    """The Game Master's points, for adversaries or against protagonists, who come last.  [UN-VIL-01]"""
    no, people = YES if s.villain_points > 0 else NO_VILLAIN, sorted(s.cast, key=lambda p: p.kind)
    whom = Pick("whom", "For whom, or against whom", _items(people, "adversary"), 0, 1)
    brink = [p for p in people if verbs.at_brink(s, p)]
    yield WORSE(GM, ANY, (WHAT, whom, WORDS), no)
    if brink:
        yield SAVES(GM, ANY, (Pick("whom", "Whom", _items(brink, "adversary")), WORDS), no)
    for p in s.cast:
        if p.kind == "adversary" and _gone(s, p):
            yield _restore(s, p, GM, f"restore.{p.id}", no)


def _items(people: list[Person], own: str) -> tuple[Item, ...]:
    """People of one's own kind first, then who is against them."""
    rows = sorted(people, key=lambda p: p.kind != own)
    return tuple([Item(p.id, p.name, group="" if p.kind == own else "Against you") for p in rows])


def _restore(s: Table, p: Person, seat: str, key: str, no: No) -> Offer:
    """One point brings five of spent exertion back, in any split.  [UN-HRO-07]"""
    if seat == GM and not no.why:
        no = _chosen(s, p)
    if not no.why and not _gone(s, p):
        no = WHOLE
    asks, do = partial(_points, s, p), partial(_restores, whom=p.id, by=seat)
    if seat == GM:
        return THEIRS(seat, ANY, asks, no, key=key, do=do, group=p.name)
    label = "Strength comes back" if key == "restore" else f"Strength comes back to {p.name}"
    return RESTORE(seat, ANY, asks, no, key=key, do=do, label=label)


def _points(s: Table, p: Person) -> tuple[Param, ...]:
    """The points that could come back, one item each."""
    rows = [(name, n + 1) for name, gone in _gone(s, p).items() for n in range(min(MOST, gone))]
    items = tuple(Item(f"{name}.{n}", name.capitalize()) for name, n in rows)
    return (Pick("points", "Which points", items, 1, MOST, start=tuple(i.id for i in items[:MOST])),)


def own(s: Table) -> Iterator[Offer]:
    """What one has proposed, a sheet too, until the Game Master has spoken."""
    for seat, mine in verbs.players(s) if s.proposals else ():
        if rows := tuple(Item(row.id, row.text) for row in s.proposals if row.who == mine.id):
            yield TAKE_BACK(seat, ANY, (Pick("what", "Which", rows),))


def proposal_offers(s: Table) -> Iterator[Offer]:
    """What the Game Master is asked to agree to; what has to wait for the end of a check is not waited for."""
    for row in s.proposals:
        window = f"{s.stack[-1].number}.{row.id}"
        p, whom = verbs.person(s, row.who), verbs.person(s, row.whom or row.who)
        if row.what == "sheet":
            yield from sheet_changes.asked(s, row, window, disagree, AFTER if verbs.checking(s, p) else 0)
            continue
        ask = f"{p.name} would spend a Hero Point{f' for {whom.name}' if whom is not p else ''}: {row.text}."
        no, rank = _void(s, row), AFTER if row.what == "restore" and _chosen(s, whom).why else 0
        asks = (Text("text", "As it happens", 1, 240, start=row.text),)
        do, no_do = partial(agree, name=row.id), partial(disagree, name=row.id)
        yield AGREE(GM, window, asks, no.why, do=do, rank=rank, ask=ask, instead=no.instead)
        yield DISAGREE(GM, window, do=no_do, rank=rank, ask=ask, rule=row.rule)


def _void(s: Table, row: Proposal) -> No:
    """Why a proposal would bring nothing, any more or just now."""
    p, whom, say_so = verbs.person(s, row.who), verbs.person(s, row.whom or row.who), "Say so, and nothing is spent."
    if p.hero_points < 1:
        return No(f"{p.name} has no Hero Point any more.", say_so)
    if row.what == "restore" and not _back(s, whom, row.points):
        return No(f"Nothing of it is missing any more: {whom.name} has it back.", say_so)
    if row.what == "brink" and not verbs.at_brink(s, whom):
        return No(f"{whom.name} is not at the brink any more.", say_so)
    return _chosen(s, whom) if row.what == "restore" else YES


def _chosen(s: Table, p: Person) -> No:
    """Strength that comes back moves the difficulty: it may not, once they have chosen how their check ends."""
    f = s.stack[-1]
    if not isinstance(f, Check) or f.who != p.id or f.phase != "closing" or f.choice == "auto":
        return YES
    return No(f"{p.name} has chosen how the check ends: strength comes back when it is over.", "Let it stand first.")
