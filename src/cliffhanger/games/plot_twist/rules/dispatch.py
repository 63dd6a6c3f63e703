"""Dispatch: start, waiting, settle and advance hand each frame to the chapter of rules that knows it.

Before any frame goes on, cards that are due are drawn, what was heard becomes Moments, and it is seen whether a side has won.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from cliffhanger.games.plot_twist.rules import (
    attacks,
    building,
    combats,
    decks,
    flights,
    goals,
    hurts,
    interviews,
    plays,
    plots,
    resolving,
    reveals,
    reversals,
    roster,
    spends,
    state,
    throws,
    turns,
    verbs,
)
from cliffhanger.games.plot_twist.rules.board import board
from cliffhanger.games.plot_twist.rules.book import name_of
from cliffhanger.games.plot_twist.rules.effects import piles, seeing
from cliffhanger.games.plot_twist.rules.house import House
from cliffhanger.games.plot_twist.rules.moments import MOMENTS
from cliffhanger.games.plot_twist.rules.pieces import GM, Lying, Side
from cliffhanger.games.plot_twist.rules.resolving import RESOLVING
from cliffhanger.games.plot_twist.rules.state import Moment, Resolve, Table, Throw
from cliffhanger.kernel.cache import all_of, remembered
from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.chapters import Chapter, Chapters
from cliffhanger.kernel.frames import cut, replace, tell, turn, unasked
from cliffhanger.kernel.game import Setup, Waiting
from cliffhanger.kernel.offers import Offer


def _comes_to(s: Table, f: Resolve, thrown: Throw) -> Table:
    """How many successes a card's coins have brought is told, unless it lies face-down.  [PT-ROLL-03]"""
    if thrown.system != "coins" or any(each.id == f.ctx.card and not each.up for each in s.lying):
        return s
    return throws.came(tell(s, "comes_to", name_of(s, f.ctx.card), "PT-ROLL-03", amount=thrown.total))


def _card_rolled(s: Table, f: Resolve, thrown: Throw) -> Table:
    """A roll that a card asked for has its effects; one for a goal that is won brings that nearer."""
    s = resolving.arrived(throws.judged(_comes_to(s, f, thrown), thrown), f, thrown)
    goal = f.left[0].endswith(goals.ROLL) and thrown.margin > 0
    return goals.scores(s, f.ctx.card, f.left[0]) if goal else s


ARRIVES: dict[type, Callable[[Table, Any, Throw], Table]] = {
    state.Attack: attacks.arrived,
    state.Combat: combats.arrived,
    state.Resolve: _card_rolled,
    state.Interview: interviews.arrived,
    state.FreeRoll: spends.arrived,
}
"""Where a roll goes that is settled, by the frame beneath it."""


def _throw_advances(s: Table, f: Throw) -> Table:
    """A roll that is settled goes to the frame that asked for it."""
    if f.phase != "done":
        return throws.advance(s, f)
    below = s.stack[-2]
    return ARRIVES[type(below)](throws.laid(throws.over(s, f), f), below, f)


CHAPTERS: Chapters[Table] = Chapters(
    {
        state.Turns: Chapter(turns.offers, {"over": turns.over}, turns.advance),
        state.Combat: Chapter(combats.offers, {}, combats.advance),
        state.Attack: Chapter(attacks.offers, {}, attacks.advance),
        state.Throw: Chapter(
            throws.boosting, {"toss": throws.roll, "raise": throws.raising}, _throw_advances, throws.settle, throws.fold
        ),
        state.Hurt: Chapter(advance=hurts.advance),
        state.PlayCard: Chapter(advance=plays.carries_out),
        state.Moment: Chapter(MOMENTS.offers, {}, MOMENTS.advance),
        state.Resolve: Chapter(RESOLVING.offers, {"chance": RESOLVING.drawing}, resolving.advance, RESOLVING.settle),
        state.FreeRoll: Chapter(advance=spends.advance),
        state.Coming: Chapter(advance=hurts.comes),
        state.Building: Chapter(building.offers, {}, building.advance),
        state.Gear: Chapter(building.gearing),
        state.MoveCards: Chapter(piles.offers, {"random": piles.drawing}, piles.advance, piles.settle),
        state.Look: Chapter(waits={"chance": seeing.drawing}, advance=seeing.looks, settle=seeing.settle),
        state.TurnUp: Chapter(waits={"top": reveals.waiting}, advance=reveals.advance, settle=reveals.settle),
        state.PlayOut: Chapter(plays.offers, {}, plays.advance),
        state.Flight: Chapter(flights.offers, {}, flights.advance),
        state.Interview: Chapter(interviews.offers, {}, interviews.advance),
        state.Promotion: Chapter(reversals.offers),
    }
)


def start(setup: Setup) -> Table:
    """The first state of a table: its set-up is played, or is there with all people and hands."""
    house = msgspec.convert(setup.house, House)
    laid = {"seats": (), "house": house, "people": (), "hands": (), **setup.content}
    s = replace(msgspec.convert(laid, Table), seats=setup.seats)
    if "people" not in setup.content:
        return building.begin(s)
    lying = (Lying(s.place, GM), *s.lying) if s.place else s.lying
    main = next((p.id for p in s.people if p.kind == "villain"), "")
    return replace(s, lying=lying, twists=tuple(sorted(s.twists)), main=main)


def waiting(s: Table) -> Waiting:
    """What is asked now: first the cards that are due."""
    for h in s.hands if not s.winner else ():
        if h.due and h.deck:
            return Draw(f"{s.serial}-{h.id}-{len(h.hand)}", h.id, "hand", h.deck, min(h.due, len(h.deck)))
    return CHAPTERS.waiting(s)


def settle(s: Table, roll: Roll | Draw, faces: tuple[Any, ...]) -> Table:
    """Coins have fallen, or cards are drawn."""
    if roll.purpose == "hand":
        return decks.drawn(s, roll.seat, faces)
    return CHAPTERS.settle(s, roll, faces)


@remembered(id, 64, hold=True)
def standing(s: Table) -> tuple[Offer, ...]:
    """What all may do beside what is asked; at the End no Free actions.  [PT-ACT-02, PT-BEL-03, PT-HATE-04, PT-ENE-02, PT-CONF-02]"""
    f = s.stack[-1]
    asks = not isinstance(f, state.Turns) or f.phase in ("free", "first", "second")
    if (
        not (isinstance(f, state.Turns | state.Combat | state.Flight) and asks)
        or s.winner
        or s.heard
        or any(h.due for h in s.hands)
    ):
        return ()
    window, found = f"any-{s.turn}-{f.number}", _whoever_speaks(replace(s, stack=unasked(s.stack), serial=0))
    return tuple([each.within(window) for each in found])


@remembered(all_of(Table, "stack"), 128, hold=True)
def _whoever_speaks(s: Table) -> tuple[Offer, ...]:
    """The same whichever question is open, and whoever has passed: that changes with each act, and these seldom do."""
    acting = not isinstance(s.stack[-1], state.Flight)
    parts = (spends, plots, plays, turns, reversals, goals, reveals) if acting else (spends, plays, reversals)
    return tuple([each for part in parts for each in part.standing(s, "")])


UNDECIDED = frozenset((Moment, Resolve, state.Hurt))
"""The frames in which nobody wins, and no goal is met."""


def advance(s: Table) -> Table:
    """One thing that happens by itself."""
    if s.winner:
        return s if s.stack[-1].phase == "over" else turn(cut(s), phase="over")
    for h in s.hands:
        if h.due and h.top:  # what somebody has looked at on top of a deck is drawn first
            return decks.drawn(s, h.id, h.top[: h.due])
        if h.due:
            return s if h.deck else decks.reshuffle(s, h.id)
    if s.heard:
        return MOMENTS.hear(s)
    now = board(s)
    if (s.lasting or s.delayed or now.staying) and (after := MOMENTS.conditions(s)) is not s:
        return after
    if s.turn and type(s.stack[-1]) not in UNDECIDED:
        if not now.contested and (won := winner(s)):
            return verbs.wins(s, won, "PT-GOAL-02" if won == "heroes" else "PT-GOAL-01")
        if s.main not in now.owners and (promoted := reversals.promotion(s)):
            return promoted
        if now.aims and (met := goals.met(s)):
            return met
    return CHAPTERS.advance(s)


def winner(s: Table) -> Side | None:
    """Which side has won: the other has nobody in play; of both at once the table says.  [PT-GOAL-01, PT-GOAL-02, PT-RUL-15]"""
    heroes, villains = roster.present(s, "hero"), roster.present(s, "villain")
    if heroes and villains:
        return None
    if villains or (heroes and not goals.threatens(s)):
        return "heroes" if heroes else "villains"
    if s.house.double_ko != "initiative":
        return s.house.double_ko
    return s.initiative if roster.combat(s) else "villains"
