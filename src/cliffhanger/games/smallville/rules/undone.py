"""A roll that never was: all that was given for it comes back, by those who helped as well.  [SV-CONTEST-06]"""

from cliffhanger.games.smallville.rules import verbs
from cliffhanger.games.smallville.rules.state import Deed, Drive, Due, Person, Pool, Table
from cliffhanger.kernel.frames import beneath, change, replace, without


def void(s: Table, f: Pool) -> Table:
    """Points, dice, details and growth are as they were, and nothing was acted against or used.  [SV-CONTEST-06]"""
    for deed in reversed(f.deeds):
        s = _of_anybody(s, deed)
    return s


def _of_anybody(s: Table, deed: Deed) -> Table:
    """What Trouble may have given, too, comes back."""
    match deed.what:
        case "point":  # its payer's again; with one that was earned nobody was paid
            return _points(_points(s, deed.of, -deed.n), deed.by, deed.n)
        case "resource":
            return verbs.erase(s, deed.of, -deed.n)
        case "trouble":
            dice = [*s.trouble, deed.n]
            if deed.of and verbs.TROUBLE[0] in dice:  # the D6 that came for one of the last two has not come
                dice.remove(verbs.TROUBLE[0])
            return replace(s, trouble=tuple(sorted(dice)))
    return _of_somebody(s, deed, verbs.person(s, deed.by))


def _of_somebody(s: Table, deed: Deed, p: Person) -> Table:
    """What only people give comes back."""
    match deed.what:
        case "growth":
            s, f = verbs.shrink(s, p.id, deed.n), verbs.procedure(s)
            return beneath(s, 2, due=tuple(each for each in f.due if each != Due(p.id, deed.of))) if f else s
        case "challenged":
            row = replace(verbs.drive_of(p, deed.of), challenged=False)
            as_found = row == Drive(row.id, verbs.normal(p, row.id))
            left = without(p.drives, row.id)
            return verbs.edit(s, p.id, drives=left) if as_found else verbs.note_drive(s, p.id, row)
        case "detail":
            return verbs.edit(s, p.id, details=without(p.details, deed.of))
        case "lent":
            return _lent(s, deed)
        case "tie":
            return verbs.edit(s, p.id, ties=without(p.ties, deed.of))
        case "trigger":
            return verbs.edit(s, p.id, used=tuple(each for each in p.used if each != deed.of))
    return verbs.edit(s, p.id, stress=change(p.stress, deed.of, rating=deed.n))


def _points(s: Table, who: str, amount: int) -> Table:
    """Points come back, or (below none) go, the locked ones first; the Watchtower's people have no count."""
    if not who or (p := verbs.person(s, who)).kind != "lead":
        return s
    locked = min(max(0, -amount), p.locked)
    return verbs.edit(s, who, locked=p.locked - locked, points=max(0, p.points + amount + locked))


def _lent(s: Table, deed: Deed) -> Table:
    """Whoever made the detail may have made it for a roll that never was, too: then it is gone."""
    owner, _, key = deed.of.partition("/")
    rows = verbs.person(s, owner).details
    users = [row.users for row in rows if row.id == key]
    left = tuple(each for each in users[0] if each != deed.by) if users else ()
    return verbs.edit(s, owner, details=change(rows, key, users=left))
