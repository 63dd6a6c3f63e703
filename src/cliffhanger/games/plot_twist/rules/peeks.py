"""Looks at the Objective: successes of Perception and Hacking that add up.  [PT-HER-02, PT-HER-07, PT-RUL-27]"""

from cliffhanger.games.plot_twist.rules import roster
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Table

PEEK = 6
"""The successes for a look at the Objective.  [PT-HER-02]"""
PEEKS = {"perception": "perceived", "hacking": "hacked"}
"""The Heroics that look for the Objective, each with where its successes are kept."""


def together(s: Table, who: str, heroic: str) -> tuple[tuple[str, str], ...]:
    """Whose successes, and where they are kept, count towards one look: one Heroic's, or more if the table has it so."""
    if s.house.peek_pool == "heroic":
        return ((who, PEEKS[heroic]),)
    those: Ids = (who,) if s.house.peek_pool == "character" else tuple([p.id for p in s.people])
    return tuple([(each, field) for each in those for field in PEEKS.values()])


def gathered(s: Table, who: str, heroic: str) -> int:
    """How many successes towards a look there are."""
    return sum([getattr(roster.person(s, each), field) for each, field in together(s, who, heroic)])
