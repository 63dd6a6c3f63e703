"""Who acts: where that is open, all who would roll; the highest acts and keeps the roll, and the others never rolled."""

from collections.abc import Iterator
from functools import partial

from cliffhanger.games.smallville.rules import pools, undone, verbs
from cliffhanger.games.smallville.rules.state import Claim, Contest, Person, Pool, Side, Table
from cliffhanger.games.smallville.rules.wording import LINES, names
from cliffhanger.kernel.frames import beneath, push, replace, tell, turn
from cliffhanger.kernel.offers import Kind, Offer
from cliffhanger.kernel.params import Item, Param, Pick, Text

AIM = Text("aim", "What you want", 1, 160)


def claim(s: Table, who: str, aim: str, of: str) -> Table:
    """Somebody else would act: who does is open until all of them have rolled.  [SV-CONTEST-06]"""
    c = verbs.contest(s)
    assert c
    starter, other = c.sides
    rows = *(c.claims or (Claim(starter.who, starter.aim, other.who),)), Claim(who, aim, of)
    names = [p.id for p in s.cast]
    first = names.index(starter.who)
    order = sorted(rows, key=lambda each: (names.index(each.id) - first) % len(names))  # as seated, from the starter
    s = tell(s, "claims", verbs.name_of(s, who), "SV-CONTEST-06", foe=verbs.name_of(s, of), aim=aim)
    return beneath(s, 2, claims=tuple(order))


def advance(s: Table, f: Contest) -> Table:
    """The next claimant rolls; when all have, the highest acts, and those who tie roll again.  [SV-CONTEST-06]"""
    for each in f.claims:
        if each.rolled is None:
            return push(s, Pool(each.id, each.of, "claim", payee=each.of, aim=each.aim))
    best = max(each.rolled.total for each in f.claims if each.rolled)
    kept = tuple(each for each in f.claims if each.rolled and each.rolled.total == best)
    for each in f.claims:
        if each.rolled and (each not in kept or len(kept) > 1):
            s = undone.void(s, each.rolled)
    if len(kept) > 1:
        return turn(s, claims=tuple(replace(each, rolled=None) for each in kept))
    return _acts(s, f, kept[0])


def _acts(s: Table, f: Contest, winner: Claim) -> Table:
    """The highest keeps the roll, whomever they named answers, and the ones that show are looked at now."""
    aims = {each.id: each.aim for each in f.claims}
    assert winner.rolled
    s = tell(s, "acts", verbs.name_of(s, winner.id), "SV-CONTEST-06", foe=verbs.name_of(s, winner.of), aim=winner.aim)
    s = turn(s, sides=(Side(winner.id, winner.aim), Side(winner.of, aims.get(winner.of, ""))), claims=(), phase="act")
    pool = replace(winner.rolled, purpose="act")
    return push(s, replace(pool, phase="complications", ones=pools.ones(s, pool), speak=pools.may_cut(s, pool)))


CLAIM = Kind(
    "claim", "I would act here", claim, rule="SV-CONTEST-06", group="Lean in", verb="contest", line=LINES["claim"]
)


def offers(s: Table, f: Pool) -> Iterator[Offer]:
    """Beside the first pool of a Contest, until a die falls: I would act here."""
    c = s.stack[2] if len(s.stack) == 4 else None
    if not isinstance(c, Contest) or f.phase != "build" or f.purpose != "act" or f.begun or f.aided:
        return
    there = {each.id for each in c.claims}
    named = {c.sides[0].who, c.sides[1].who, *there}
    rivals = [x for x in s.cast if x.id in named]
    for p in s.cast:
        if not verbs.able(p) or p.id == f.who or p.id in there:
            continue
        if people := [x for x in rivals if x.seat != p.seat]:
            key, do, asks = f"claim.{p.id}", partial(claim, who=p.id), partial(_asks, people)
            label = _label(s, f, p)
            window = f"{f.number}.{p.id}"
            ask = verbs.to_player(s, p.id, "Should you be the one who acts?", f"Should {p.name} be the one who acts?")
            yield CLAIM(p.seat, window, asks, key=key, do=do, reaction=True, label=label, names=names(p), **ask)


def _label(s: Table, f: Pool, p: Person) -> str:
    """What somebody says who would act; whoever is to answer wants something of their own."""
    alone = verbs.alone(s, p)
    if p.id == f.against:
        return "I want something first" if alone else f"{p.name} wants something first"
    return f"{'I' if alone else p.name} would act here"


def _asks(people: list[Person]) -> tuple[Param, ...]:
    return AIM, Pick("of", "From whom", tuple([Item(x.id, x.name) for x in people]))
