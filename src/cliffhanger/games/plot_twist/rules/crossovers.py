"""Crossovers: further Villains who come for Belief that was Cured, and who is the Main one.  [PT-CROSS-01, PT-CROSS-04]"""

from collections.abc import Iterator

from cliffhanger.games.plot_twist.rules import building, choices, decks, roster, verbs
from cliffhanger.games.plot_twist.rules.book import base, card, name_of
from cliffhanger.games.plot_twist.rules.pieces import ATTACKS, GM, MOVES, Ids
from cliffhanger.games.plot_twist.rules.state import Promotion, Table
from cliffhanger.kernel.frames import change, pop, push, replace
from cliffhanger.kernel.offers import Kind, Offer


def could_cross(s: Table) -> Ids:
    """The Villains in the GM's hand, and those face-down, while they are fewer than Heroes.  [PT-CROSS-06, PT-CROSS-07, PT-RUL-53]"""
    heroes = len(roster.present(s, "hero"))
    played = [p for p in s.people if p.kind == "villain" and not p.out]
    names = [name_of(s, p.id) for p in s.people]
    held = (each for each in roster.hand(s, GM).plot if card(s, each).kind == "villain")
    new = tuple(each for each in held if len(played) + 1 < heroes and name_of(s, each) not in names)
    return (*new, *(p.id for p in played if p.hides and len(played) < heroes))


def crosses(s: Table, name: str) -> Table:
    """A Crossover Villain enters with 6 Hate and any Equipment, and acts from the next Turn on.  [PT-REV-04, PT-CROSS-01, PT-RUL-76]"""
    who = base(name)
    first = roster.somebody(s, who) is None
    s = verbs.enters(decks.leaves_plot(s, GM, name), building.whole(s, who, GM, 0))
    moves, attacks = (0, 0) if s.house.crossover_actions == "next_turn" else (MOVES, ATTACKS)
    s = replace(s, people=change(s.people, who, moves=moves, attacks=attacks))
    s = verbs.recovers(s, who)
    return building.geared(s, who) if first else s


def promotion(s: Table) -> Table | None:
    """The Main Villain is gone: another one is it now, and of several the GM picks.  [PT-CROSS-04, PT-RUL-58]"""
    main, others = roster.somebody(s, s.main), roster.present(s, "villain")
    if main is None or not main.out or not others or isinstance(s.stack[-1], Promotion):
        return None
    return push(s, Promotion()) if len(others) > 1 else verbs.promotes(s, others[0].id)


def picks(s: Table, who: str) -> Table:
    """The GM has picked the new Main Villain."""
    return verbs.promotes(pop(s), who)


MAIN = Kind("main", "The Main Villain now", picks, rule="PT-CROSS-04", group="Villains", first=True)


def offers(s: Table, f: Promotion) -> Iterator[Offer]:
    """Who of the others it is."""
    asks = choices.pick(s, "who", "Who", [p.id for p in roster.present(s, "villain")])
    yield MAIN.open(GM, f"{f.number}", asks, ask=f"{name_of(s, s.main)} is gone.")
