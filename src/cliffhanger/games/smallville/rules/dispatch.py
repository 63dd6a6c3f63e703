"""Dispatch: start, waiting, settle and advance hand each frame to the chapter of rules that knows it."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

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
    life_path,
    loans,
    pools,
    relief,
    scenes,
    season,
    trials,
    triggers,
)
from cliffhanger.games.smallville.rules.closing import closing
from cliffhanger.games.smallville.rules.house import House
from cliffhanger.games.smallville.rules.state import (
    WATCHTOWER,
    Contest,
    Ending,
    Hurt,
    Interference,
    LifePath,
    Loan,
    Lobby,
    Pool,
    Relief,
    Scene,
    Setup,
    Table,
    Trial,
)
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.chapters import Chapter, Chapters
from cliffhanger.kernel.frames import cut, pop, turn
from cliffhanger.kernel.game import Setup as TableSetup
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
    Verb("map", "The map", "scene", "Who matters to whom, and which places."),
    Verb("grow", "Grow", "star", "Roll what you have learned against what stands in its way."),
    Verb("open", "Open a scene", "scene", "Say who is there, where, and what the trouble is."),
)


def start(setup: TableSetup) -> Table:
    """The first state of a table: each Lead in the seat of its name, all others with the Watchtower.  [SV-ROLE-01, SV-ROLE-02]"""
    series = content_of(setup)
    seats = {seat.id for seat in setup.seats}
    leads = [season.comes(x, x.id, "lead") for x in series.leads if x.id in seats]
    others = (x for x in (*series.leads, *series.features) if x.id not in seats)
    features = [season.comes(x, WATCHTOWER, "feature") for x in others]
    house = msgspec.convert(setup.house, House)
    return Table(series.title, series.premise, setup.seats, house, (*leads, *features), series.scenes)


def _over(s: Table, _f: Lobby) -> Over:
    return Over(tuple((p.name, p.points) for p in s.cast if p.kind == "lead"))


AROUND_A_POOL: tuple[Callable[[Table, Pool], Iterator[Offer]], ...] = (
    pools.offers,
    complications.offers,
    loans.before,
    triggers.beside,
    contests.giving_in,
    contests.giving_in_as_actor,
    trials.giving_in,
    aid.offers,
    claims.offers,
    interference.beside,
)
"""What is asked of whoever rolls, of whoever would have to answer, and of whoever stands by."""


def _around_a_pool(s: Table, f: Pool) -> Iterator[Offer]:
    return chain.from_iterable(offers(s, f) for offers in AROUND_A_POOL)


def _around_stress(s: Table, f: Hurt) -> Iterator[Offer]:
    return chain(hurting.offers(s, f), contests.yielding(s, f), triggers.on_stress(s, f))


def _pool_advances(s: Table, f: Pool) -> Table:
    """Where nothing can be bought or made of ones, the roll goes on; when it is done, its Result is taken where it belongs."""
    if f.phase == "buy" and not pools.buyable(s, f) and not loans.may_add(s, f):
        return pools.fix(s)
    if f.phase == "complications" and complications.closed(s, f):
        return turn(s, phase="done")
    return ARRIVES[type(s.stack[-2])](pop(s), s.stack[-2], f) if f.phase == "done" else s


ARRIVES: dict[type, Callable[[Table, Any, Pool], Table]] = {
    Contest: contests.arrived,
    Interference: interference.arrived,
    Trial: trials.arrived,
    Relief: relief.arrived,
    Pool: aid.arrived,
}
CHAPTERS: Chapters[Table] = Chapters(
    {
        Lobby: Chapter(scenes.lobby_offers, {"over": _over}),
        LifePath: Chapter(life_path.offers),
        Setup: Chapter(
            waits={"roll": episodes.roll}, advance=episodes.advance, settle=episodes.settle, fold=episodes.fold
        ),
        Scene: Chapter(scenes.scene_offers),
        Contest: Chapter(contests.offers, {}, contests.advance),
        Interference: Chapter(interference.offers, {}, interference.advance),
        Trial: Chapter(advance=trials.advance),
        Relief: Chapter(relief.offers, {"patient": relief.roll}, relief.advance, relief.settle, relief.fold),
        Pool: Chapter(_around_a_pool, {"roll": pools.roll}, _pool_advances, pools.settle, pools.fold),
        Loan: Chapter(loans.offers, {"roll": loans.roll}, settle=loans.settle, fold=loans.fold),
        Hurt: Chapter(_around_stress, {"roll": hurting.roll}, hurting.advance, hurting.settle, hurting.fold),
        Ending: Chapter(
            ending.offers, {"against": ending.roll, "growth": ending.roll}, ending.advance, ending.settle, ending.fold
        ),
    }
)


def end(s: Table) -> Table:
    """The Watchtower ends what is under way: the Contest, which closes like any other, or, between Contests, the scene."""
    if len(s.stack) > 2:
        return closing(cut(s, 3))
    return scenes.end_scene(s, "the Watchtower ends it") if isinstance(s.stack[-1], Scene) else cut(s)


def invariant_error(s: Table) -> str:
    """What concerns several things at once, and cannot be, whoever says so."""
    for p in s.cast:
        if tuple(row.id for row in p.stress) != STRESSES:
            return f"{p.name} has five kinds of Stress, each once."
        if p.here and len(s.stack) < 2:
            return "Nobody is in a scene between scenes."
    return ""
