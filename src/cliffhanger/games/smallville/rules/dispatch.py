"""Dispatch: start, waiting, settle and advance hand each frame to the chapter of rules that knows it."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from cliffhanger.games.smallville.files.series import content_of
from cliffhanger.games.smallville.files.triggers import STRESSES
from cliffhanger.games.smallville.rules import (
    aid,
    claims,
    complications,
    contests,
    ending,
    episodes,
    hurting,
    interference,
    loans,
    pools,
    relief,
    scenes,
    trials,
    triggers,
    verbs,
)
from cliffhanger.games.smallville.rules.house import House
from cliffhanger.games.smallville.rules.state import (
    WATCHTOWER,
    Contest,
    Ending,
    Hurt,
    Interference,
    Loan,
    Lobby,
    Person,
    Pool,
    Relief,
    Scene,
    Setup,
    Table,
    Trial,
)
from cliffhanger.kernel.chance import Draw, Fold, Over, Roll
from cliffhanger.kernel.frames import cut, pop, turn
from cliffhanger.kernel.game import Setup as TableSetup
from cliffhanger.kernel.game import Waiting
from cliffhanger.kernel.offers import Offer, Verb

VERBS = (
    Verb("contest", "Contest", "clash", "Say what you want of somebody who would stop you."),
    Verb("roll", "Roll", "die", "Build a pool, roll it, say how many dice count."),
    Verb("give_in", "Give in", "turn", "They get their aim; you say how."),
    Verb("prepare", "Bring something in", "hand", "A Resource, a detail, somebody who matters."),
    Verb("trigger", "Use a trigger", "star", "What an Asset does beyond its die."),
    Verb("aid", "Help", "hand", "Roll for somebody else: your best die goes to their Result."),
    Verb("interfere", "Step in", "shield", "Stop two others, for a point and a roll."),
    Verb("relieve", "Relieve", "moon", "Help somebody over what hurts."),
    Verb("hurt", "Hurt", "blade", "Stress, of the kind that you name."),
    Verb("complicate", "Complication", "star", "A one that was rolled twists what comes of it."),
    Verb("grow", "Grow", "star", "Roll what you have learned against what stands in its way."),
    Verb("open", "Open a scene", "scene", "Say who is there, where, and what the trouble is."),
)


def start(setup: TableSetup) -> Table:
    """The first state of a table: each Lead in the seat of its name, all others with the Watchtower.  [SV-ROLE-01, SV-ROLE-02]"""
    series = content_of(setup)
    seats = {seat.id for seat in setup.seats}
    leads = [Person(x.id, x, x.id, "lead") for x in series.leads if x.id in seats]
    features = [Person(x.id, x, WATCHTOWER, "feature") for x in (*series.leads, *series.features) if x.id not in seats]
    house = msgspec.convert(setup.house, House)
    return Table(series.title, series.premise, setup.seats, house, (*leads, *features), series.scenes)


def waiting(s: Table) -> Waiting:
    """What is asked now, and of whom."""
    f = s.stack[-1]
    if isinstance(f, Lobby) and f.phase == "over":
        return Over(tuple((p.name, p.points) for p in s.cast if p.kind == "lead"))
    rolls = ROLLS.get(type(f))
    return rolls.roll(s, f) if rolls and f.phase in rolls.phases else _offers(s, f)


class Rolls(NamedTuple):
    """What a kind of frame does with dice: in which phases they are in the air, the roll, its fold, and how it settles."""

    phases: tuple[str, ...]
    roll: Callable[[Table, Any], Roll]
    fold: Callable[[Table, Any], Fold]
    settle: Callable[[Table, Any, tuple[int, ...]], Table]


ROLLS: dict[type, Rolls] = {
    Setup: Rolls(("roll",), episodes.roll, episodes.fold, episodes.settle),
    Pool: Rolls(("roll",), pools.roll, pools.fold, pools.settle),
    Loan: Rolls(("roll",), loans.roll, loans.fold, loans.settle),
    Hurt: Rolls(("roll",), hurting.roll, hurting.fold, hurting.settle),
    Ending: Rolls(("against", "growth"), ending.roll, ending.fold, ending.settle),
    Relief: Rolls(("patient",), relief.roll, relief.fold, relief.settle),
}


def _offers(s: Table, f: Any) -> tuple[Offer, ...]:  # noqa: ANN401  (one of the frames)
    chapters = CHAPTERS[type(f)]
    if isinstance(f, Pool) and f.phase == "complications":
        chapters = (complications.offers,)
    found: list[Offer] = []
    for chapter in chapters:
        found += chapter(s, f)
    return tuple(found)


CHAPTERS: dict[type, tuple[Callable[[Table, Any], Iterator[Offer]], ...]] = {
    Lobby: (scenes.lobby_offers,),
    Ending: (ending.offers,),
    Scene: (scenes.scene_offers,),
    Contest: (contests.offers,),
    Interference: (interference.offers,),
    Relief: (relief.offers,),
    Loan: (loans.offers,),
    Hurt: (hurting.offers, contests.yielding, triggers.on_stress),
    Pool: (
        pools.offers,
        loans.before,
        triggers.beside,
        contests.giving_in,
        trials.giving_in,
        aid.offers,
        claims.offers,
        interference.beside,
    ),
}
"""What may be done around a frame: by whoever rolls, by whoever would have to answer, by whoever stands by."""


def settle(s: Table, _roll: Roll | Draw, faces: tuple[Any, ...]) -> Table:
    """The dice of whoever rolls have fallen."""
    f = s.stack[-1]
    return ROLLS[type(f)].settle(s, f, faces)


def fold(s: Table, _roll: Roll) -> Fold:
    """Which faces cannot be told apart, as things stand."""
    f = s.stack[-1]
    return ROLLS[type(f)].fold(s, f)


def advance(s: Table) -> Table:
    """One thing that happens by itself."""
    f = s.stack[-1]
    if isinstance(f, Pool):
        return _pool_advances(s, f)
    moves = ADVANCES.get(type(f))
    return moves(s, f) if moves else s


ADVANCES: dict[type, Callable[[Table, Any], Table]] = {
    Setup: episodes.advance,
    Ending: ending.advance,
    Contest: contests.advance,
    Interference: interference.advance,
    Trial: trials.advance,
    Relief: relief.advance,
    Hurt: hurting.advance,
}


def _pool_advances(s: Table, f: Pool) -> Table:
    """Where nothing can be bought or made of ones, the roll goes on; when it is done, its Result is taken where it belongs."""
    if f.phase == "buy" and not pools.buyable(s, f) and not loans.may_add(s, f):
        return pools.fix(s)
    if f.phase == "complications" and complications.closed(s, f):
        return turn(s, phase="done")
    if f.phase != "done":
        return s
    s = pop(s)
    below = s.stack[-1]
    if isinstance(below, Pool):
        return aid.arrived(s, below, f)
    return ARRIVES[type(below)](s, below, f)


ARRIVES: dict[type, Callable[[Table, Any, Pool], Table]] = {
    Contest: contests.arrived,
    Interference: interference.arrived,
    Trial: trials.arrived,
    Relief: relief.arrived,
}


def end(s: Table) -> Table:
    """The Watchtower ends what is under way: the Contest, or, between Contests, the scene."""
    if len(s.stack) > 2:
        return verbs.unlock(cut(s, 2))
    return scenes.end_scene(s, "the Watchtower ends it") if isinstance(s.stack[-1], Scene) else cut(s)


def invariant_error(s: Table) -> str:
    """What concerns several things at once, and cannot be, whoever says so."""
    for p in s.cast:
        if tuple(row.id for row in p.stress) != STRESSES:
            return f"{p.name} has five kinds of Stress, each once."
        if p.here and len(s.stack) < 2:
            return "Nobody is in a scene between scenes."
    return ""
