"""A way of ours to make the relationship map at the table: round by round each Lead adds something to it.

Neither text has it; a table that wants it says so before the first episode. The map is Relationships and Resources, which
stand on the sheets and nowhere else.
"""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.smallville.rules import loans, sheets, verbs
from cliffhanger.games.smallville.rules.state import GrowthKind, LifePath, Person, Table, Wish
from cliffhanger.kernel.frames import pop, push, replace, tell, top, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Pick

RULE, ROUNDS = "R-LIFE-PATH", 3
KINDS = Pick("kind", "What", (Item("extra", "An Extra"), Item("location", "A Location")))


def begin(s: Table) -> Table:
    """Everybody adds to the map, in turns."""
    return push(tell(s, "life_path", "", RULE), LifePath())


def go_on(s: Table) -> Table:
    """Somebody has added to it, or nothing: the next Lead; each round begins one Lead further on."""
    f: LifePath = top(s)
    over = f.turn + 1 >= ROUNDS * len(verbs.leads(s))
    return pop(replace(s, mapped=True)) if over else turn(s, turn=f.turn + 1)


def whose(s: Table, f: LifePath) -> Person:
    """Whose turn it is."""
    rows = verbs.leads(s)
    round_, at = divmod(f.turn, len(rows))
    return rows[(at + round_) % len(rows)]


def care(s: Table, to: str, says: str) -> Table:
    """Somebody matters, at D4."""
    p = whose(s, top(s))
    s = sheets.grow(s, p.id, Wish("relationship", "", verbs.name_of(s, to), says), 4)
    return go_on(tell(s, "cares", p.name, RULE, foe=verbs.name_of(s, to), says=says))


def deepen(s: Table, to: str) -> Table:
    """Somebody matters more."""
    p = whose(s, top(s))
    size = verbs.up(sheets.trait(p.sheet, to).rating)
    s = verbs.put(s, sheets.with_trait(p, to, rating=size))
    return go_on(tell(s, "deepens", p.name, RULE, foe=verbs.name_of(s, to), to=size))


def place(s: Table, kind: GrowthKind, name: str, says: str) -> Table:
    """A person or a place of one's own: two D4."""
    p = whose(s, top(s))
    s = sheets.grow(s, p.id, Wish(kind, "", name, says), 4)
    return go_on(tell(s, "places", p.name, RULE, name=name))


def share(s: Table, what: str) -> Table:
    """Somebody else's person or place is one's own, too."""
    p, row = whose(s, top(s)), verbs.resources(s)[what]
    s = verbs.edit(s, p.id, sheet=replace(p.sheet, resources=(*p.sheet.resources, row)))
    return go_on(tell(s, "places", p.name, RULE, name=row.name))


MAP = partial(Kind, rule=RULE, group="The map", verb="map")
BEGIN = MAP("life_path", "Make the map together", begin, says="Round by round, each Lead adds to who matters to whom.")
CARE = MAP("care", "Somebody matters", care, first=True)
DEEPEN = MAP("deepen", "Somebody matters more", deepen)
PLACE = MAP("place", "A person or a place", place)
SHARE = MAP("share", "Somebody else's, too", share)
LEAVE = MAP("leave_map", "Nothing this time", go_on)


def offers(s: Table, f: LifePath) -> Iterator[Offer]:
    """What one Lead may add."""
    p, window = whose(s, f), str(f.number)
    turn_ = f"Round {f.turn // len(verbs.leads(s)) + 1} of {ROUNDS}"
    ask = verbs.to_player(s, p.id, f"{turn_}: add to the map.", f"{turn_}: {p.name} adds to the map.")
    own = {row.id for row in p.sheet.resources}
    more = tuple(Item(row.id, row.name, dice=(row.rating,)) for row in p.sheet.relationships if row.rating < 12)
    others = tuple(Item(x.id, x.name, says=x.says) for x in verbs.resources(s).values() if x.id not in own)
    if new := loans.tie_params(s, p):
        yield CARE.open(p.seat, window, new, **ask)
    if more:
        yield DEEPEN.open(p.seat, window, (Pick("to", "Who", more),), **ask)
    yield PLACE.open(p.seat, window, (KINDS, *sheets.NAMED), **ask)
    if others:
        yield SHARE.open(p.seat, window, (Pick("what", "Which", others),), **ask)
    yield LEAVE.open(p.seat, window, **ask)
