"""Cards that lie face-down and are turned up: a Twist each Turn, Events, the Objective.  [PT-TWI-01, PT-EVT-01, PT-OBJ-01]"""

from cliffhanger.games.plot_twist.rules import verbs
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.state import PlayCard, Table
from cliffhanger.kernel.frames import push, tell


def turns_up(s: Table, name: str) -> Table:
    """A card is turned up: what that brings comes first, then whatever waits for it.  [PT-EVT-02, PT-OBJ-01]"""
    s = tell(verbs.mark(s, name, up=True), "revealed", "", "PT-EVT-02", card=name_of(s, name))
    return push(s, PlayCard("", name, phase="effects", part="reveal"))
