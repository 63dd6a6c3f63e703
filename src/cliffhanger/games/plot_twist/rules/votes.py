"""What the players decide together: each says what they want in turn, and the table says how many have to agree."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

from cliffhanger.games.plot_twist.rules.state import GM, Ids, Table

T = TypeVar("T", bound=Hashable)


def voters(s: Table) -> Ids:
    """The seats of the players, in their order; without a Hero one still votes.  [PT-RUL-56]"""
    return tuple(seat.id for seat in s.seats if seat.id != GM)


def settled(s: Table, cast: Sequence[T]) -> T | None:
    """What is decided by these votes, in their order; None while the others have to be asked.

    By most votes, and of several with as many what was said first; the first word alone, or nothing but what all want,
    else the first word.  [PT-RUL-59]
    """
    left = len(voters(s)) - len(cast)
    if s.house.group_vote == "any":
        return cast[0]
    if s.house.group_vote == "unanimous":
        return cast[0] if not left or len(set(cast)) > 1 else None
    order = sorted(dict.fromkeys(cast), key=lambda each: -cast.count(each))
    sure = cast.count(order[0]) > (cast.count(order[1]) if len(order) > 1 else 0) + left
    return order[0] if sure or not left else None
