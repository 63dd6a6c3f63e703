"""A vote of several seats: each says what it wants, and the table says how many have to agree.

The frame that asks keeps what they said in `ballots`: "ann/yes". What was wanted first stands first, with all who
want it, by seat: who of two that agree was faster makes no difference.
"""

from collections.abc import Sequence
from typing import Literal, TypeVar

from cliffhanger.kernel.frames import Procedural, amend, top

Ballots = tuple[str, ...]
Agree = Literal["majority", "any", "unanimous"]
"""How many have to agree: most of them, anybody (who speaks first decides), or all."""
S = TypeVar("S", bound=Procedural)


def cast(s: S, says: str, seat: str) -> S:
    """A seat says what it wants; the questions of the others stay open."""
    ballots = (*top(s).ballots, f"{seat}/{says}")
    words = said(ballots)
    return amend(s, ballots=tuple(sorted(ballots, key=lambda each: (words.index(each.partition("/")[2]), each))))


def asked(voters: Sequence[str], ballots: Ballots) -> tuple[str, ...]:
    """The voters who have not said anything yet."""
    voted = {each.partition("/")[0] for each in ballots}
    return tuple(seat for seat in voters if seat not in voted)


def said(ballots: Ballots) -> list[str]:
    """What was said, in order."""
    return [each.partition("/")[2] for each in ballots]


def settled(ballots: Ballots, voters: int, agree: Agree) -> str | None:
    """What so many voters have decided; None while others have to be asked.

    A majority: what most want, and of several with as many what was said first. Any: the first word. Unanimous: what
    all want, and the first word where they do not agree.
    """
    words = said(ballots)
    if not words:
        return None
    left = voters - len(words)
    if agree == "any":
        return words[0]
    if agree == "unanimous":
        return words[0] if not left or len(set(words)) > 1 else None
    order = sorted(dict.fromkeys(words), key=lambda each: -words.count(each))
    sure = words.count(order[0]) > (words.count(order[1]) if len(order) > 1 else 0) + left
    return order[0] if sure or not left else None


def carried(ballots: Ballots, voters: int, agree: Agree, yes: str = "yes") -> bool | None:
    """Whether as many voters say yes as have to agree: more than half, one, or all; None while others decide it."""
    needed = {"majority": voters // 2 + 1, "any": 1, "unanimous": voters}[agree]
    found = said(ballots).count(yes)
    return True if found >= needed else False if found + voters - len(ballots) < needed else None
