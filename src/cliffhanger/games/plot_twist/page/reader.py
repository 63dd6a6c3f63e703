"""Who reads: a player with a single Hero is told of that Hero as of themselves."""

from cliffhanger.games.plot_twist.rules import facts, roster
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.state import Table
from cliffhanger.kernel.sentence_cases import Reader


def own_names(v: Table, seat: str) -> Reader:
    """What a seat's own Hero is called; nothing for the GM, who plays many, and for whoever has two."""
    who = facts.only_hero(v, seat)
    return (name_of(v, who),) if who else ()


def seat_names(s: Table) -> dict[str, str]:
    """What everybody calls the players: as their Hero once one is chosen."""
    return {seat: roster.plays(s, seat) for seat in roster.voters(s)}
