"""The cards that work now: whose each is, and which of their abilities wait for a trigger, a use or a part of a card."""

from collections.abc import Iterator

from cliffhanger.games.plot_twist.files.abilities import CardAbility
from cliffhanger.games.plot_twist.rules.book import book, card, parts, stay
from cliffhanger.games.plot_twist.rules.pieces import Lying
from cliffhanger.games.plot_twist.rules.roster import in_play, somebody
from cliffhanger.games.plot_twist.rules.state import Context, Table
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.effects.book import Working

IN_HAND = ("opponent", "attacker", "defender")
WHILES = ("while_in_play", "while_here")
GOALS = ("threat", "nullify")
PLACES = ("location", "lair")


class Board:
    """All cards whose abilities work, with the Character that each belongs to, and the seats of Characters.  [PT-NUL-01]

    `contested`: both sides have somebody in play; `staying` are the cards that lie open until something is so, or is heard;
    `goals` count now: of cards that lie open, and of an Objective before that; `aims` have a condition. `asks`:
    something that lasts hangs on one.  [PT-OBJ-01, PT-EVT-02, PT-TWI-01]
    """

    def __init__(self, s: Table) -> None:
        kinds = {p.kind for p in s.people if in_play(p)}
        self.contested = "hero" in kinds and "villain" in kinds
        self.seats = {p.id: p.seat for p in s.people}
        on = {each.id: each.on for each in reversed(s.lying)}
        held = {each: p.id for p in reversed(s.people) for each in p.equipment}
        names = list(_working(s))
        self.owners = {name: name if name in self.seats else on.get(name) or held.get(name, "") for name in names}
        self.under = Working(book(s.cards), self.owners).under
        self.staying = [(each, until) for each in s.lying if each.up and (until := stay(s, each.id))]
        self.goals = list(_goals(s))
        self.aims = [(each, goal, Context(card=each.id, seat=each.seat)) for each, _, goal in self.goals if goal.if_]
        self.asks = any(_asks(found) for _, _, found in self.under(*WHILES))


@remembered(id, 64, hold=True)
def board(s: Table) -> Board:
    """The cards that work now."""
    return _of_same(s)


@remembered(lambda s: (id(s.cards), id(s.people), id(s.lying), id(s.bystanders), s.place, id(s.house)), hold=True)
def _of_same(s: Table) -> Board:
    """The same, by more than it depends on, which is quickly compared."""
    return _of_parts(s)


def _parts(s: Table) -> tuple[object, ...]:
    people = tuple([(p.id, p.seat, p.active, p.equipment, in_play(p)) for p in s.people])
    return id(s.cards), s.lying, s.bystanders, s.place, people, s.house


@remembered(_parts, hold=True)
def _of_parts(s: Table) -> Board:
    return Board(s)


def _goals(s: Table) -> Iterator[tuple[Lying, int, CardAbility]]:
    for each in s.lying:
        for nth, goal in parts(s, each.id) if not each.nullified else ():
            hidden = goal.part == "threat" and not goal.roll and not s.house.threat_needs_reveal
            if goal.part in GOALS and (each.up or hidden):
                yield each, nth, goal


def _asks(found: CardAbility) -> bool:
    """Whether it hangs on a condition what an ability does, and on whom."""
    does = found.effects
    return any([found.if_, *(e.if_ or getattr(e, "where", None) or getattr(e, "target", "") in IN_HAND for e in does)])


def _working(s: Table) -> Iterator[str]:
    """Characters in play, their Equipment in use, cards face-up and the Objective, the current place.  [PT-NUL-01, PT-RUL-44]"""
    blank = {each.id for each in s.lying if each.nullified}
    for p in s.people:
        if in_play(p):
            yield p.id
            if p.active and p.active not in blank:
                yield p.active
    for each in s.lying:
        kind = card(s, each.id).kind
        open_ = kind == "objective" or (each.up and (kind not in PLACES or each.id == s.place))
        if open_ and not each.nullified:
            yield each.id
    yield from (each.id for each in s.bystanders if each.place == s.place)
    if s.place and not any(each.id == s.place for each in s.lying):
        yield s.place


def owner(s: Table, name: str) -> str:
    """The Character that a card belongs to; "" for one that belongs to none."""
    if somebody(s, name):
        return name
    found = next((each.on for each in s.lying if each.id == name), "")
    return found or next((p.id for p in s.people if name in p.equipment), "")
