"""Ballots: what each player has said in a frame that asks them together ("ann/yes"), in the order in which they did.

What is decided by them says `votes.py`.
"""

from cliffhanger.games.plot_twist.rules import votes
from cliffhanger.games.plot_twist.rules.state import Flight, Ids, Table, Turns
from cliffhanger.kernel.frames import amend, top


def cast(s: Table, says: str, seat: str) -> Table:
    """A player says what they want.  [PT-RUL-59]"""
    return amend(s, ballots=(*top(s).ballots, f"{seat}/{says}"))


def asked(s: Table, f: Flight | Turns) -> Ids:
    """The players who have not said anything yet."""
    voted = {each.partition("/")[0] for each in f.ballots}
    return tuple(seat for seat in votes.voters(s) if seat not in voted)


def said(f: Flight | Turns) -> list[str]:
    """What was said, in order."""
    return [each.partition("/")[2] for each in f.ballots]
