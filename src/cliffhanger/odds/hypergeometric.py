"""Draws without putting back: how many of the cards that are wanted are among those that are drawn."""

from math import comb

from cliffhanger.odds.distribution import Consecutive
from cliffhanger.odds.errors import OutOfRange


def hypergeometric(cards: int, wanted: int, drawn: int) -> Consecutive:
    """The distribution of the wanted cards among `drawn` of `cards`, all hands alike; each number is 0 or more.

    Raises OutOfRange where more are wanted, or drawn, than there are.
    """
    if not 0 <= wanted <= cards:
        raise OutOfRange(f"Of {cards} cards {wanted} cannot be wanted: give 0 to {cards}.")
    if not 0 <= drawn <= cards:
        raise OutOfRange(f"Of {cards} cards {drawn} cannot be drawn: give 0 to {cards}.")
    others = cards - wanted
    lowest = max(0, drawn - others)
    weights = [comb(wanted, n) * comb(others, drawn - n) for n in range(lowest, min(wanted, drawn) + 1)]
    return Consecutive(lowest, tuple(weights), comb(cards, drawn))
