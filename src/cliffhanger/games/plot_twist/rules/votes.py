"""What the players decide together: each says what they want, and the table says how many have to agree.

A frame that asks them keeps what they said, in the order in which they did: "ann/yes".
"""

from collections.abc import Sequence

from cliffhanger.games.plot_twist.rules.pieces import GM, Ids
from cliffhanger.games.plot_twist.rules.state import Flight, Resolve, Table, TurnUp
from cliffhanger.kernel.frames import amend, top

Votes = Flight | Resolve | TurnUp


def voters(s: Table) -> Ids:
    """The seats of the players, in their order; without a Hero one still votes.  [PT-RUL-56]"""
    return tuple(seat.id for seat in s.seats if seat.id != GM)


def cast(s: Table, says: str, seat: str) -> Table:
    """A player says what they want.  [PT-RUL-59]"""
    return amend(s, ballots=(*top(s).ballots, f"{seat}/{says}"))


def asked(s: Table, f: Votes) -> Ids:
    """The players who have not said anything yet."""
    voted = {each.partition("/")[0] for each in f.ballots}
    return tuple(seat for seat in voters(s) if seat not in voted)


def said(f: Votes) -> list[str]:
    """What was said, in order."""
    return [each.partition("/")[2] for each in f.ballots]


def settled(s: Table, cast: Sequence[str]) -> str | None:
    """What is decided by these votes, in their order; None while others have to be asked.

    By most votes, and of several with as many what was said first; the first word alone, or nothing but what all want,
    else the first word.  [PT-RUL-59]
    """
    if not cast:
        return None
    left = len(voters(s)) - len(cast)
    if s.house.group_vote == "any":
        return cast[0]
    if s.house.group_vote == "unanimous":
        return cast[0] if not left or len(set(cast)) > 1 else None
    order = sorted(dict.fromkeys(cast), key=lambda each: -cast.count(each))
    sure = cast.count(order[0]) > (cast.count(order[1]) if len(order) > 1 else 0) + left
    return order[0] if sure or not left else None
