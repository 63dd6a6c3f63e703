"""Moments: abilities that are due because a trigger has fired, those of the side with Initiative first."""

from collections.abc import Callable, Iterator
from typing import Literal

from cliffhanger.games.plot_twist.files.abilities import CardAbility
from cliffhanger.games.plot_twist.files.parts import Until
from cliffhanger.games.plot_twist.files.wording import sentence
from cliffhanger.games.plot_twist.rules import costs, decks, facts, goals, pools, roster, state, verbs
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import BOOKS, ability, name_of, paths
from cliffhanger.games.plot_twist.rules.pieces import Ids
from cliffhanger.games.plot_twist.rules.state import Context, Heard, Table
from cliffhanger.kernel.effects.resolving import begin
from cliffhanger.kernel.effects.state import Due
from cliffhanger.kernel.effects.triggers import Abilities, Triggers, context
from cliffhanger.kernel.frames import tell

INSTEAD: dict[str, type] = {
    **{"on_declare": state.Attack, "before_damage": state.Hurt, "on_status": state.Coming},
    **{"on_card": state.PlayCard, "on_threat": state.PlayCard, "on_flee": state.Flight},
}
"""What an ability with `instead` stops, by its trigger."""


def _under(s: Table, trigger: str) -> Iterator[Due]:
    """Whose an ability is: that of the card; of a roll for a goal any who may make it."""
    for name, nth, found in board(s).under(trigger):
        if found.roll is None:
            yield Due(name, nth, board(s).owners[name], facts.holder(s, name))
        for each, at, goal in board(s).goals if found.roll else ():
            for p in roster.present(s) if (each.id, at) == (name, nth) else ():
                if goal.roll and goals.may_roll(s, p, each, goal.roll):
                    yield Due(name, nth, p.id, facts.seat_of(s, p.id))


def _seats(s: Table) -> Ids:
    """All seats, those of the side with Initiative first.  [PT-TURN-03]"""
    return tuple(sorted([seat.id for seat in s.seats], key=lambda seat: roster.side_of_seat(seat) != s.initiative))


def _whether(s: Table, d: Due, found: CardAbility) -> Literal["must", "may", "cannot"]:
    """Whether an ability happens, and whether somebody could pay for one that may."""
    if not found.may:
        return "may" if found.roll else "must"
    toss = costs.tosses(found.cost)
    few = toss is not None and len(decks.pile(s, d.seat, toss.zone)) < toss.count
    return "cannot" if few or costs.short(s, d.me, _price(d, found)) else "may"


def _price(d: Due, found: CardAbility) -> dict[str, int]:
    return costs.printed(found.cost) if d.me else {}


def _happens(s: Table, d: Due, found: CardAbility, heard: Heard) -> Table:
    """An ability is told and paid for, stops what it stands instead of, and its effects come."""
    if d.card in board(s).owners and not any(each.id == d.card and not each.up for each in s.lying):
        s = tell(s, "ability", name_of(s, d.me or d.card), "", card=_called(s, d))
    if found.roll:
        return goals.rolls(s, d.card, d.nth, d.me)
    s = costs.pay(s, d.me, _price(d, found))
    if found.instead and heard.trigger in INSTEAD:
        s = roster.changed(s, INSTEAD[heard.trigger], stopped=True)
    s = begin(s, context(d), paths(d.card, d.nth, found))
    s = costs.throws_away(s, d.me, found.cost, d.card) if d.me else s
    return verbs.leaves(s, d.card) if found.cost and found.cost.discard == "self" else s


def _leave(s: Table, over: Callable[[Table, Until, Context], bool]) -> Table:
    """Cards that lie until something is so, or is heard, leave play.  [PT-TWI-01]"""
    for each, until in board(s).staying:
        s = verbs.leaves(s, each.id) if over(s, until, Context(each.on, each.id, each.seat)) else s
    return s


def _called(s: Table, d: Due) -> str:
    return ability(s, d.card, d.nth).name or name_of(s, d.card)


ABILITIES = Abilities(
    under=_under,
    works=lambda s, card: card in board(s).owners,
    seats=_seats,
    fits=facts.fits,
    holds=facts.holds,
    whether=_whether,
    happens=_happens,
    ended=verbs.ended,
    leave=_leave,
    called=_called,
    says=sentence,
    figures=pools.worth,
)
MOMENTS: Triggers[Table] = Triggers(BOOKS, ABILITIES, rule="PT-ACT-01", order_rule="PT-TURN-03", group="Abilities")
