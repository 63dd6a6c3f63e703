"""A roll that never was: all that was given for it comes back, by those who helped as well.  [SV-CONTEST-06]"""

from collections.abc import Callable

from cliffhanger.games.smallville.rules import verbs
from cliffhanger.games.smallville.rules.state import Deed, Drive, Due, Pool, Table
from cliffhanger.kernel.frames import beneath, change, replace, without


def void(s: Table, f: Pool) -> Table:
    """Points, dice, details and growth are as they were, and nothing was acted against or used.  [SV-CONTEST-06]"""
    for deed in reversed(f.deeds):
        s = UNDONE[deed.what](s, deed)
    return s


def _edit(s: Table, who: str, **changes: object) -> Table:
    return replace(s, cast=change(s.cast, who, **changes))


def _point(s: Table, deed: Deed) -> Table:
    """A point is its payer's again; Trouble has no payer, and the Watchtower's people no count."""
    s = _earned(s, replace(deed, by=deed.of))
    if not deed.by or (p := verbs.person(s, deed.by)).kind != "lead":
        return s
    return _edit(s, p.id, points=p.points + deed.n)


def _earned(s: Table, deed: Deed) -> Table:
    """Points that somebody got are gone; what is locked goes first."""
    if not deed.by or (p := verbs.person(s, deed.by)).kind != "lead":
        return s
    locked = min(deed.n, p.locked)
    return _edit(s, p.id, locked=p.locked - locked, points=max(0, p.points - (deed.n - locked)))


def _trouble(s: Table, deed: Deed) -> Table:
    return replace(s, trouble=tuple(sorted((*s.trouble, deed.n))))


def _refill(s: Table, _deed: Deed) -> Table:
    """The D6 that came for one of the last two has not come; its own die follows."""
    dice = list(s.trouble)
    dice.remove(verbs.TROUBLE[0])
    return replace(s, trouble=tuple(dice))


def _growth(s: Table, deed: Deed) -> Table:
    s, f = verbs.shrink(s, deed.by, deed.n), verbs.procedure(s)
    return beneath(s, 2, due=tuple(each for each in f.due if each != Due(deed.by, deed.of))) if f else s


def _challenged(s: Table, deed: Deed) -> Table:
    p = verbs.person(s, deed.by)
    row = replace(verbs.drive_of(p, deed.of), challenged=False)
    as_found = row == Drive(row.id, verbs.normal(p, row.id))
    return verbs.restore_drive(s, p.id, row.id) if as_found else verbs.note_drive(s, p.id, row)


def _lent(s: Table, deed: Deed) -> Table:
    """Whoever made the detail may have made it for a roll that never was, too: then it is gone."""
    owner, _, key = deed.of.partition("/")
    rows = tuple(
        replace(row, users=tuple(each for each in row.users if each != deed.by)) if row.id == key else row
        for row in verbs.person(s, owner).details
    )
    return _edit(s, owner, details=rows)


def _stress(s: Table, deed: Deed) -> Table:
    return _edit(s, deed.by, stress=change(verbs.person(s, deed.by).stress, deed.of, rating=deed.n))


UNDONE: dict[str, Callable[[Table, Deed], Table]] = {
    "point": _point,
    "earned": _earned,
    "resource": lambda s, deed: verbs.erase(s, deed.of, -deed.n),
    "trouble": _trouble,
    "refill": _refill,
    "growth": _growth,
    "challenged": _challenged,
    "detail": lambda s, deed: _edit(s, deed.by, details=without(verbs.person(s, deed.by).details, deed.of)),
    "lent": _lent,
    "tie": lambda s, deed: _edit(s, deed.by, ties=without(verbs.person(s, deed.by).ties, deed.of)),
    "trigger": lambda s, deed: _edit(
        s, deed.by, used=tuple(each for each in verbs.person(s, deed.by).used if each != deed.of)
    ),
    "stress": _stress,
}
"""How each thing that was given comes back."""
