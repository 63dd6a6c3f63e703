"""Complications: each one that shows in a roll twists what comes of it, for a point or for a die of Trouble.

First the ones of a Lead, which the Watchtower may buy; then those of the Watchtower, for which a Lead may cut Trouble.
"""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.smallville.files.triggers import rated
from cliffhanger.games.smallville.rules import verbs
from cliffhanger.games.smallville.rules.state import WATCHTOWER, Ids, Pool, Table
from cliffhanger.games.smallville.rules.wording import LINES
from cliffhanger.kernel.frames import amend, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer, bound
from cliffhanger.kernel.params import Cost, Item, Pick, Text, ids
from cliffhanger.kernel.plurals import many

WHAT = Text("what", "What goes wrong", 1, 160)


def complicate(s: Table, ones: str | Ids, what: str) -> Table:
    """The Watchtower pays a point for each, and a die of its size joins Trouble.  [SV-COMP-03, SV-EARN-02, SV-COMP-05]"""
    f: Pool = top(s)
    s = tell(s, "complication", verbs.person(s, f.who).name, "SV-COMP-05", what=what)
    s = verbs.earn(s, f.who, len(ids(ones)), f"for {many(len(ids(ones)), 'Complication')}", "SV-EARN-02")
    for size in [rated(each.partition(".")[2]) for each in ids(ones)]:
        s = _taken(verbs.feed_trouble(s, size), size, "the Watchtower")
    return lapse(s)


def _taken(s: Table, size: int, by: str) -> Table:
    """Whose one it is now stands on the die."""
    f: Pool = top(s)
    at = next((n for n, die in enumerate(f.dice) if die.size == size and die.face == 1 and not die.taken), len(f.dice))
    return amend(s, dice=tuple([replace(die, taken=by) if n == at else die for n, die in enumerate(f.dice)]))


def lapse(s: Table) -> Table:
    """Nobody takes the ones up, or any more of them: they lapse before the next roll."""
    return turn(s, phase="done", ones=())


def cut(s: Table, die: str, seat: str) -> Table:
    """A Lead takes a die out of Trouble for a one of the Watchtower's, and others may for the next.  [SV-COMP-04]"""
    f, s = top(s), verbs.take_trouble(s, rated(die))
    mine = next(p for p in s.cast if p.seat == seat and p.kind == "lead")
    s = tell(s, "trouble_cut", mine.name, "SV-COMP-04", size=rated(die), count=len(s.trouble))
    return turn(_taken(s, f.ones[0], mine.name), ones=f.ones[1:], speak=replace(f.speak, passed=()))


def leave(s: Table, seat: str) -> Table:
    """A Lead lets Trouble be."""
    return amend(s, speak=top(s).speak.passes(seat))


ONES = partial(Kind, group="Complications")
BUY = ONES(
    "complicate",
    "Something goes wrong",
    complicate,
    rule="SV-COMP-03",
    verb="complicate",
    line=LINES["complicate"],
)
LAPSE = ONES("lapse", "Let it go well", lapse, rule="SV-COMP-03", first=True)
CUT = ONES("cut", "Take a die out of Trouble", cut, rule="SV-COMP-04", first=True, verb="complicate")
LEAVE = ONES("leave", "Leave Trouble as it is", leave, rule="SV-COMP-04")


def offers(s: Table, f: Pool) -> Iterator[Offer]:
    """What may be made of the ones that lie there."""
    if f.phase != "complications":
        return
    name, window = verbs.name_of(s, f.who), str(f.number)
    shown = "a 1" if len(f.ones) == 1 else f"{len(f.ones)} ones"
    if _of_lead(s, f):
        ask = f"{name} comes to {f.total} and rolled {shown}. Does anything go wrong?"
        says = f"Each one that is taken up is a point for {name}, and a die of its size for Trouble."
        yield BUY.open(WATCHTOWER, window, partial(_ones, f, name), ask=ask, says=says)
        yield LAPSE.open(WATCHTOWER, window, ask=ask)
        return
    ask = f"{name} rolled {shown}: a die of Trouble may go, D{f.ones[0]} at most."
    items = tuple(Item(f"d{size}", f"D{size}", dice=(size,)) for size in verbs.may_cut(s, f.ones[0]))
    for seat in f.speak.may():
        mine, asks = f"{window}.{seat}", (Pick("die", "Which die of Trouble", items),)
        yield CUT(seat, mine, asks, do=bound(cut, seat=seat), ask=ask)
        yield LEAVE(seat, mine, do=bound(leave, seat=seat), ask=ask)


def _ones(f: Pool, name: str) -> tuple[Pick | Text, ...]:
    cost = (Cost(1, "point", to=name),)
    items = tuple(Item(f"{n}.d{size}", f"D{size}", dice=(size,), cost=cost) for n, size in enumerate(f.ones))
    return Pick("ones", "Which of the ones", items, 1, len(items)), WHAT


def _of_lead(s: Table, f: Pool) -> bool:
    """Whether a Lead rolled these ones; else they are the Watchtower's."""
    return bool(f.who) and verbs.person(s, f.who).kind == "lead"


def closed(s: Table, f: Pool) -> bool:
    """Whether there is nothing (more) to be made of the ones."""
    return not f.ones or (not _of_lead(s, f) and (f.speak.over or not verbs.may_cut(s, f.ones[0])))
