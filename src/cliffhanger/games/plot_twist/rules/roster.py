"""Who is at the table and what is under way, as it stands there: nothing of it depends on what lasts."""

from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.pieces import GM, Hand, Ids, Lying, Person, Side
from cliffhanger.games.plot_twist.rules.state import Attack, Combat, Hurt, Resolve, Table, Throw, Turns
from cliffhanger.kernel import frames, votes
from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.frames import one

frame, changed = frames.innermost, frames.changed
ENDS = ("end", "timing", "conflict", "over")
"""The phases of a Turn that are its End."""


def person(s: Table, who: str) -> Person:
    """A Character by id."""
    return one(s.people, who)


def somebody(s: Table, who: str) -> Person | None:
    """A Character by id; None for a Bystander, or for nobody."""
    for p in s.people:
        if p.id == who:
            return p
    return None


def hand(s: Table, seat: str) -> Hand:
    """The cards of a seat."""
    return one(s.hands, seat)


def in_play(p: Person) -> bool:
    """Whether a Character is in play: not out, not face-down, and of a Mook there is one left.  [PT-MOOK-04, PT-CROSS-02]"""
    return not p.out and not p.hides and (p.kind != "mook" or p.quantity > 0)


def here(s: Table, who: str) -> bool:
    """Whether a Character is in play, or a Bystander is in the current Location."""
    p = somebody(s, who)
    return in_play(p) if p else any(each.id == who and each.place == s.place for each in s.bystanders)


def present(s: Table, *kinds: str) -> tuple[Person, ...]:
    """All Characters in play, or those of these kinds."""
    found = _present(s.people)
    if len(kinds) == 1:
        return found.get(kinds[0], ())
    return tuple([p for p in found[""] if p.kind in kinds]) if kinds else found[""]


@remembered(id, hold=True)
def _present(people: tuple[Person, ...]) -> dict[str, tuple[Person, ...]]:
    """All in play, and those of each kind."""
    found = tuple([p for p in people if in_play(p)])
    return {"": found} | {kind: tuple([p for p in found if p.kind == kind]) for kind in {p.kind for p in found}}


def plays(s: Table, seat: str) -> str:
    """The name of the one Hero that a player has put into play; "" for who has several or none, and for the GM."""
    own = [p.id for p in s.people if p.seat == seat and p.kind == "hero"] if seat != GM else []
    return name_of(s, own[0]) if len(own) == 1 else ""


def seat_name(s: Table, seat: str) -> str:
    """The name of a seat: of the Hero there once one is chosen."""
    return plays(s, seat) or next((each.name for each in s.seats if each.id == seat), seat)


def first_player(s: Table) -> str:
    """The seat that speaks for the players where nobody else is named."""
    return next(iter(voters(s)), GM)


def lying(s: Table, name: str) -> Lying | None:
    """A card where it lies in play."""
    return next((each for each in s.lying if each.id == name), None)


def voters(s: Table) -> Ids:
    """The seats of the players, in their order; without a Hero one still votes.  [PT-RUL-56]"""
    return tuple(seat.id for seat in s.seats if seat.id != GM)


def decided(s: Table, ballots: Ids) -> str | None:
    """What the players have decided together, if all is said; how many have to agree is the table's.  [PT-RUL-59]"""
    return votes.settled(ballots, len(voters(s)), s.house.group_vote)


def side_of_seat(seat: str) -> Side:
    """The side of a seat."""
    return "villains" if seat == GM else "heroes"


def combat(s: Table) -> Combat | None:
    """The Combat under way."""
    found: Combat | None = frame(s, Combat)
    return found


def opponent(s: Table, who: str) -> str:
    """The other combatant; "" for whoever does not fight."""
    f = combat(s)
    return "" if f is None else f.target if who == f.who else f.who if who == f.target else ""


def margin(s: Table) -> int:
    """The Margin of the attack or the roll in hand; damage beats nothing, so there it is that of its attack.  [PT-ROLL-10]"""
    f = _in_hand(s)
    if isinstance(f, Throw) and f.system == "damage" and (attack := frame(s, Attack)):
        return int(attack.margin)
    return f.margin if f else 0


def successes(s: Table) -> int:
    """The successes of the attack or the roll in hand."""
    f = _in_hand(s)
    return f.total if f else 0


def _in_hand(s: Table) -> Attack | Throw | Resolve | None:
    for f in reversed(s.stack):
        if isinstance(f, Attack | Throw) or (isinstance(f, Resolve) and f.rolled):
            return f
    return None


def damage(s: Table) -> int:
    """The damage in hand; none before it is thrown."""
    hurt, attack = frame(s, Hurt), frame(s, Attack)
    thrown = attack is not None and attack.phase == "done" and attack.margin > 0
    return hurt.amount if hurt else attack.total if thrown else 0


def phase(s: Table) -> str:
    """The phase of the Turn."""
    foot = s.stack[0]
    assert type(foot) is Turns
    return "combat" if foot.phase in ("first", "second") else "end" if foot.phase in ENDS else "start"
