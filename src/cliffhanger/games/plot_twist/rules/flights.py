"""Flights: the Main Villain has no Hate left, and goes to a Lair or gives up. How a Conflict ends, and where the next one is.

In this order: whether and where to; the Bystanders; Pursuit; the end of the Conflict.  [PT-RUL-16]
"""

from collections.abc import Iterator
from functools import partial
from typing import Literal

import msgspec

from cliffhanger.games.plot_twist.rules import choices, decks, facts, reveals, roster, verbs
from cliffhanger.games.plot_twist.rules.book import base, card, name_of, parts
from cliffhanger.games.plot_twist.rules.pieces import GM, Bystander, Ids
from cliffhanger.games.plot_twist.rules.state import Context, Flight, Interview, Lasting, PlayCard, Table, Turns
from cliffhanger.kernel import votes
from cliffhanger.kernel.effects.limits import renewed
from cliffhanger.kernel.frames import pop, push, replace, tell, turn
from cliffhanger.kernel.offers import Kind, Offer

LEFT_BEHIND = ("stunned", "prone", "surprised", "hidden", "flying")
"""Statuses that end at an Interview.  [PT-RUL-61]"""


def in_lair(s: Table) -> bool:
    """Whether all are in a Lair, where no Hate is due and nobody Flees from.  [PT-PLOT-04, PT-RUL-55]"""
    return bool(s.place) and card(s, s.place).kind == "lair"


def begin(s: Table, phase: Literal["must", "lair"]) -> Table:
    """The Main Villain Flees: because it must, or because a card says so."""
    return push(s, Flight(phase=phase))


def lairs(s: Table) -> Ids:
    """The Lairs in the GM's hand that can be played now, one copy of each.  [PT-PLOT-04, PT-FLEE-01, PT-UNIQ-01]"""
    if in_lair(s) or facts.forbidden(s, s.main, "flee"):
        return ()
    used = [each.id for each in s.lying]
    held = (each for each in decks.held(s, GM, "lair") if base(each) not in used)
    return tuple(each for each in held if not reveals.unfit(s, "villains", each))


def flees(s: Table, lair: str) -> Table:
    """The Lair is put down at once; or when somebody Pursues, if the table has it so.  [PT-FLEE-01, PT-RUL-19]"""
    s = tell(s, "flees", name_of(s, s.main), "PT-FLEE-01", to=name_of(s, lair))
    s = verbs.plotted(s, lair, GM) if s.house.lair_unpursued == "spent" else s
    return turn(s, phase="fates", lair=lair)


def _deed(s: Table, each: Bystander) -> Literal["recruit", "kill"]:
    """Who is where the Flight begins counts as Recruited, all others as Killed.  [PT-FLEE-06]"""
    return "recruit" if each.place == s.place else "kill"


def _next(s: Table) -> Bystander | None:
    return min(s.bystanders, key=lambda each: _deed(s, each) != "recruit", default=None)


def _whom(s: Table, each: Bystander) -> Ids:
    """Who "you" may be on their card: a Hero for the Recruited, one of the GM's for the Killed; one, where it is not said."""
    deed = _deed(s, each)
    side = "heroes" if deed == "recruit" else "villains"
    found = tuple(p.id for p in roster.present(s) if facts.side_of(s, p.id) == side)
    says = any(b'"you"' in msgspec.json.encode(it.effects) for _, it in parts(s, each.id) if it.part == deed)
    return found if says else found[:1]


def fate(s: Table, you: str, voter: str = "") -> Table:
    """Their effects come, and it is nobody's deed; or one of the players says whom they should befall.  [PT-FLEE-06]"""
    if voter:
        return votes.cast(s, you, voter)
    each = _next(s)
    assert each
    deed = _deed(s, each)
    s = turn(s, ballots=())
    s = tell(s, "fate", name_of(s, each.id), "PT-FLEE-06", killed=int(deed == "kill"))
    s = push(s, PlayCard(you, each.id, phase="effects", part=deed, fate=True))
    return verbs.fire(s, f"on_{deed}", to=each.id)


def _pursue(s: Table, f: Flight) -> Table:
    """All go to the Lair if as many want it as have to; or there is an Interview.  [PT-FLEE-03, PT-FLEE-04, PT-RUL-59]"""
    said = votes.carried(f.ballots, len(roster.voters(s)), s.house.group_vote)
    if said is None:
        return s
    s = tell(s, "pursued", name_of(s, s.main), "PT-FLEE-03" if said else "PT-FLEE-04", yes=int(said))
    if said and not any(each.id == base(f.lair) for each in s.lying):
        s = verbs.plotted(s, f.lair, GM)
    ends = "pursuit" if said else "interview"
    return roster.changed(pop(s), Turns, ends=ends, to=base(f.lair))


def advance(s: Table, f: Flight) -> Table:
    """What happens by itself, where nobody can choose; who cannot Flee and has no Hate Surrenders.  [PT-FLEE-02, PT-RUL-16]"""
    if f.stopped:
        return pop(s)
    if f.phase == "must":
        return verbs.fire(turn(s, phase="lair"), "on_flee", s.main)
    if f.phase == "lair":
        found = lairs(s)
        if not found:
            return pop(s) if roster.person(s, s.main).will else verbs.surrender(pop(s), s.main)
        return flees(s, found[0]) if len(found) == 1 else s
    if f.phase == "fates":
        each = _next(s)
        if each is None:
            return turn(s, phase="pursue")
        found = _whom(s, each)
        if len(found) < 2:
            return fate(s, "".join(found))
        said = roster.decided(s, f.ballots)
        return fate(s, said) if said else s
    return _pursue(s, f)


def conflict_ends(s: Table, f: Turns) -> Table:
    """What was for this Conflict is over; the next is in the Lair at once, or comes after an Interview.  [PT-CONF-01, PT-RUL-60]"""
    s = turn(verbs.end(s, "conflict"), phase="start", ends="", to="")
    s = replace(renewed(s, "conflict"), conflict=s.conflict + bool(f.ends))
    if f.ends == "pursuit":
        return _surprised(verbs.moves_to(s, f.to))
    for p in s.people if f.ends else ():
        for status in LEFT_BEHIND:
            s = verbs.remove_status(s, p.id, status)
    return push(s, Interview()) if f.ends else s


def _surprised(s: Table) -> Table:
    """All of the Villains' side are Surprised for the first Turn in the Lair.  [PT-FLEE-03, PT-CROSS-05, PT-RUL-12, PT-RUL-17]"""
    for p in roster.present(s):
        if facts.side_of(s, p.id) == "villains":
            s = verbs.add_status(s, p.id, "surprised")
            rows = [Lasting("rule/status/surprised", p.id, Context(p.id), "turns", s.turn + 1)]
            s = replace(s, lasting=(*s.lasting, *(rows if s.house.surprised_pursuit == "whole_turn" else ())))
            s = verbs.recovers(s, p.id) if p.kind == "villain" and s.house.pursuit_hate == "recover" else s
    return s


LAIR = Kind("lair", "Flee", flees, rule="PT-FLEE-01", group="Flight", first=True)
FATE = Kind("fate", "Whom it befalls", fate, rule="PT-FLEE-06", group="Flight", first=True)
PURSUE = Kind("pursue", "Pursue", partial(votes.cast, says="yes"), rule="PT-FLEE-03", group="Flight", first=True)
LET_GO = Kind("let_go", "Let them go", partial(votes.cast, says="no"), rule="PT-FLEE-04", group="Flight")


def offers(s: Table, f: Flight) -> Iterator[Offer]:
    """Which Lair it is, whom the fate of a Bystander befalls, and whether they Pursue."""
    window, asked = f"{f.number}", votes.asked(roster.voters(s), f.ballots)
    if f.phase == "lair":
        yield LAIR.open(GM, window, choices.pick(s, "lair", "Lair", lairs(s)), ask=f"{name_of(s, s.main)} Flees.")
    elif f.phase == "fates" and (each := _next(s)):
        together = _deed(s, each) == "recruit"
        asks, ask = choices.pick(s, "you", "Whom", _whom(s, each)), f"{name_of(s, each.id)}: whom does it befall?"
        for seat in asked if together else (GM,):
            yield FATE.bound(voter=seat if together else "")(seat, window, asks, ask=ask)
    elif f.phase == "pursue":
        ask = f"{name_of(s, s.main)} Flees to {name_of(s, f.lair)}."
        for seat in asked:
            for kind in (PURSUE, LET_GO):
                yield kind.bound(seat=seat)(seat, window, ask=ask)
