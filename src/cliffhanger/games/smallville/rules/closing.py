"""Closing: what was acted against steps down, and points that were locked may be spent."""

from cliffhanger.games.smallville.files.triggers import RATINGS
from cliffhanger.games.smallville.rules import verbs
from cliffhanger.games.smallville.rules.state import Contest, Relief, Table, Trial
from cliffhanger.kernel.frames import pop, top


def closing(s: Table) -> Table:
    """A Contest, Test or Relief is over.  [SV-BONUS-03, SV-EARN-05]"""
    f: Contest | Trial | Relief = top(s)
    s = verbs.forget_triggers(pop(verbs.unlock(s)))
    for due in f.due:
        p = verbs.person(s, due.who)
        if any(x.id == due.drive for x in verbs.drives(p)):
            row = verbs.drive_of(p, due.drive)
            s = verbs.step_drive(s, p.id, due.drive, fell=row.fell or row.rating > RATINGS[0])
    return s
