"""Episodes: how one begins. Each Lead rolls their Relationships, and has points by how that went."""

from cliffhanger.games.smallville.rules import pools, verbs
from cliffhanger.games.smallville.rules.state import Person, Setup, Side, Table
from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.frames import pop, push, replace, tell, turn

MOST, USUAL, FEWEST = 4, 3, 2
"""The points of whoever rolled highest, of the others, and of whoever rolled lowest."""


def begin(s: Table) -> Table:
    """Growth is spent, Resources are live, Trouble is two D6; all roll.  [SV-SETUP-01, SV-SETUP-05, SV-SETUP-06, SV-SETUP-07]"""
    cast = tuple([replace(p, points=0, locked=0, growth=()) for p in s.cast])
    s = replace(s, cast=cast, trouble=verbs.TROUBLE, spent=(), had=(), pressed=())
    s = replace(s, episode=s.episode + 1, ended=False)
    s = tell(s, "episode", "", "SV-SETUP-07", number=s.episode)
    return push(s, Setup(rolls=tuple(Side(p.id) for p in verbs.leads(s))))


def rolling(s: Table, f: Setup) -> Person | None:
    """Whoever rolls next."""
    return next((verbs.person(s, row.who) for row in f.rolls if row.total < 0), None)


def roll(s: Table, f: Setup) -> Roll:
    """One Lead's Relationships, all of them.  [SV-SETUP-02]"""
    p = rolling(s, f)
    assert p
    dice = tuple(row.rating for row in p.sheet.relationships)
    return Roll(f"{f.number}.bonds", p.seat, "bonds", dice, f"{p.name}: who matters to them")


def fold(s: Table, _f: Setup) -> Fold:
    """The two best faces are all that counts."""
    return pools.best_faces(least=_least(s))


def sum_of_best(faces: tuple[int, ...], least: int = 2) -> int:
    """The two best faces, added."""
    return sum(sorted((face for face in faces if face >= least), reverse=True)[: pools.BEST])


def _least(s: Table) -> int:
    return 1 if s.house.setup_ones == "count" else 2


def settle(s: Table, f: Setup, faces: tuple[int, ...]) -> Table:
    """The two best, added.  [SV-SETUP-02]"""
    p = rolling(s, f)
    assert p
    total = sum_of_best(faces, _least(s))
    s = tell(s, "bonds", p.name, "SV-SETUP-02", faces=list(faces), total=total)
    return turn(s, rolls=tuple(replace(row, total=total) if row.who == p.id else row for row in f.rolls))


def advance(s: Table, f: Setup) -> Table:
    """Who has no Relationship rolls nothing; when all have rolled, points are dealt, or ties roll again.  [SV-SETUP-03]"""
    if p := rolling(s, f):
        return s if p.sheet.relationships else settle(s, f, ())
    again = _tied(s, f) if s.house.setup_tie == "reroll" else set()
    if again:
        return turn(s, rolls=tuple(Side(row.who) if row.who in again else row for row in f.rolls))
    totals = [row.total for row in f.rolls]
    for row in f.rolls:
        amount = points(row.total, totals)
        s = verbs.edit(s, row.who, points=amount, locked=0)
        s = tell(s, "starts_with", verbs.name_of(s, row.who), "SV-SETUP-03", amount=amount)
    return pop(s)


def _tied(s: Table, f: Setup) -> set[str]:
    """Who shares the highest or the lowest Result with somebody, if any of those have a die that could fall otherwise."""
    found, totals = set[str](), [row.total for row in f.rolls]
    for end in {max(totals), min(totals)}:
        there = {row.who for row in f.rolls if row.total == end}
        if len(there) > 1 and any(verbs.person(s, who).sheet.relationships for who in there):
            found |= there
    return found


def points(total: int, totals: list[int]) -> int:
    """Highest four, lowest two, all others three; those who tie share, and where all are equal all have three.  [SV-SETUP-03]"""
    high, low = max(totals), min(totals)
    return USUAL if high == low else MOST if total == high else FEWEST if total == low else USUAL
