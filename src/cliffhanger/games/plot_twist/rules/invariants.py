"""What cannot be, beside what the types of the state say: more Stress than there is room for, cards nobody has brought."""

from cliffhanger.games.plot_twist.rules import facts, verbs
from cliffhanger.games.plot_twist.rules.book import base, book, name_of
from cliffhanger.games.plot_twist.rules.pieces import Person
from cliffhanger.games.plot_twist.rules.state import Table


def invariant_error(s: Table) -> str:
    """What is impossible; "" if nothing is."""
    known = book(s.cards).cards
    for h in s.hands:
        for each in (*h.deck, *h.hand, *h.thrown, *h.plot):
            if base(each) not in known:
                return f"There is no card {each:.40}."
    lie = (*(each.id for each in s.lying), *(each.id for each in s.bystanders), *s.twists, *s.top, *s.below)
    for name in (s.place, *lie, *(p.active for p in s.people)):
        if name and base(name) not in known:
            return f"There is no card {name:.40}."
    if s.place and known[s.place].kind not in ("location", "lair"):
        return f"The place has to be a Location or a Lair, not {name_of(s, s.place)}."
    return next((why for p in s.people if (why := _person(s, p))), "")


def _person(s: Table, p: Person) -> str:
    """Stress and Trauma fit into a Resistance together, Belief into its own.  [PT-RES-01, PT-STR-04]"""
    name = name_of(s, p.id)
    if p.active and p.active not in p.equipment:
        return f"{name} has to have what they hold in hand."
    if p.kind == "mook":
        return ""
    for kind in facts.RESISTANCES:
        most = facts.most(s, p.id, kind)
        if facts.stress(p, kind) + facts.trauma(p, kind) > most:
            return f"{kind.capitalize()} Stress and Trauma of {name} have to be at most {most} together."
    most = verbs.ceiling(s, p.id, "belief")
    return f"Belief of {name} has to be at most {most}." if p.kind == "hero" and p.will > most else ""
