"""Statuses that are about to come: what may stop one, and until when it stays."""

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.rules import verbs
from cliffhanger.games.plot_twist.rules.facts import has_status
from cliffhanger.games.plot_twist.rules.roster import somebody
from cliffhanger.games.plot_twist.rules.state import Coming, Lasting, Table
from cliffhanger.kernel.frames import pop, push, replace, turn


def begin(s: Table, by: str, who: str, status: words.Status, lasts: Lasting | None = None) -> Table:
    """A status is about to come; nobody has one twice."""
    if somebody(s, who) is None or has_status(s, who, status):
        return s
    return push(s, Coming(by, who, status, lasts=lasts))


def advance(s: Table, f: Coming) -> Table:
    """First what may stop it, then it is there."""
    if f.phase == "before":
        return verbs.fire(turn(s, phase="land"), "on_status", f.by, f.who, f.status)
    s = pop(s)
    if f.stopped:
        return s
    s = verbs.add_status(s, f.who, f.status)
    return replace(s, lasting=(*s.lasting, f.lasts)) if f.lasts else s
