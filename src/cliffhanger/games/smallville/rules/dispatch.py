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
    state,
    trials,
    triggers,
    verbs,
)
from cliffhanger.games.smallville.rules.house import House
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.chapters import Chapter, Chapters, nothing_offered
from cliffhanger.kernel.endings import came_through
from cliffhanger.kernel.frames import cut, pop, turn
from cliffhanger.kernel.game import Setup as TableSetup
from cliffhanger.kernel.offers import Offer, Verb

VERBS = (
    Verb("contest", "Contest", "clash", "Say what you want from somebody who would stop you.", "Want what they refuse"),
    Verb("roll", "Roll", "die", "Build a pool, roll it, say how many dice count.", "Build a pool and roll"),
    Verb("give_in", "Give in", "turn", "They get their aim; you say how.", "They win; you say how"),
    Verb(
        "prepare", "Bring something in", "hand", "A Resource, a detail, somebody who matters.", "A Resource, a detail"
    ),
    Verb("trigger", "Use a trigger", "star", "What an Asset does beyond its die.", "What an Asset can do"),
    Verb("aid", "Help", "hand", "Roll for somebody else: your best die goes to their Result.", "Your best die helps"),
    Verb("interfere", "Step in", "shield", "Stop two others, for a point and a roll.", "Stop two others"),
    Verb("relieve", "Relieve", "moon", "Help somebody over what hurts.", "Ease what hurts somebody"),
    Verb("hurt", "Hurt", "blade", "Stress, of the kind that you name.", "Stress, of one kind"),
    Verb("complicate", "Complication", "star", "A one that was rolled twists what comes of it.", "A one goes wrong"),
    Verb("map", "The map", "scene", "Who matters to whom, and which places.", "Who matters to whom"),
    Verb("grow", "Grow", "star", "Roll what you have learned against what stands in its way.", "Roll what you learned"),
    Verb("open", "Open a scene", "scene", "Say who is there, where, and what the trouble is.", "Who is there, and why"),
)


def start(setup: TableSetup) -> state.Table:
    """The first state of a table: each Lead in the seat of its name, all others with the Watchtower.  [SV-ROLE-01, SV-ROLE-02]"""
    series = content_of(setup)
    seats = {seat.id for seat in setup.seats}
    leads = [season.comes(x, x.id, "lead") for x in series.leads if x.id in seats]
    others = (x for x in (*series.leads, *series.features) if x.id not in seats)
    features = [season.comes(x, state.WATCHTOWER, "feature") for x in others]
    house = msgspec.convert(setup.house, House)
    return state.Table(series.title, series.premise, setup.seats, house, (*leads, *features), series.scenes)


def _around_a_pool(s: state.Table, f: state.Pool) -> Iterator[Offer]:
    """What is asked of whoever rolls, of whoever would have to answer, and of whoever stands by."""
    rolls = (pools.offers(s, f), complications.offers(s, f), loans.before(s, f), triggers.beside(s, f))
    answers = contests.giving_in(s, f), trials.giving_in(s, f)
    return chain(*rolls, *answers, aid.offers(s, f), claims.offers(s, f), interference.beside(s, f))


def _around_stress(s: state.Table, f: state.Hurt) -> Iterator[Offer]:
    return chain(hurting.offers(s, f), contests.yielding(s, f), triggers.on_stress(s, f))


def _pool_advances(s: state.Table, f: state.Pool) -> state.Table:
    """Where nothing can be bought or made of ones, the roll goes on; when it is done, its Result is taken where it belongs."""
    if f.phase == "buy" and not pools.buyable(s, f) and not loans.may_add(s, f):
        return pools.fix(s)
    if f.phase == "complications" and complications.closed(s, f):
        return turn(s, phase="done")
    return ARRIVES[type(s.stack[-2])](pop(s), s.stack[-2], f) if f.phase == "done" else s


ARRIVES: dict[type, Callable[[state.Table, Any, state.Pool], state.Table]] = {
    state.Contest: contests.arrived,
    state.Interference: interference.arrived,
    state.Trial: trials.arrived,
    state.Relief: relief.arrived,
    state.Pool: aid.arrived,
}


def _over(s: state.Table, _f: state.Lobby) -> Over:
    leads = verbs.leads(s)
    hurt = [p.name for p in leads if any(each.rating for each in p.stress)]
    says = came_through("The Leads", [p.name for p in leads], hurt, "still hurt", lost=False)
    return Over(tuple((p.name, p.points) for p in leads), says)


BONDS, GROWTH = {"roll": episodes.roll}, {"against": ending.roll, "growth": ending.roll}
CHAPTERS: Chapters[state.Table] = Chapters(
    {
        state.Lobby: Chapter(scenes.lobby_offers, {"over": _over}),
        state.LifePath: Chapter(life_path.offers),
        state.Setup: Chapter(nothing_offered, BONDS, episodes.advance, episodes.settle, episodes.fold),
        state.Scene: Chapter(scenes.scene_offers),
        state.Contest: Chapter(contests.offers, {}, contests.advance),
        state.Interference: Chapter(interference.offers, {}, interference.advance),
        state.Trial: Chapter(advance=trials.advance),
        state.Relief: Chapter(relief.offers, {"patient": relief.roll}, relief.advance, relief.settle, relief.fold),
        state.Pool: Chapter(_around_a_pool, {"roll": pools.roll}, _pool_advances, pools.settle, pools.fold),
        state.Loan: Chapter(loans.offers, {"roll": loans.roll}, settle=loans.settle, fold=loans.fold),
        state.Hurt: Chapter(_around_stress, {"roll": hurting.roll}, hurting.advance, hurting.settle, hurting.fold),
        state.Ending: Chapter(ending.offers, GROWTH, ending.advance, ending.settle, ending.fold),
    }
)


def end(s: state.Table) -> state.Table:
    """The Watchtower ends what is under way: the Contest, which closes like any other, or, between Contests, the scene."""
    if len(s.stack) > 2:
        return verbs.closing(cut(s, 3))
    return scenes.end_scene(s, "the Watchtower ends it") if isinstance(s.stack[-1], state.Scene) else cut(s)


def invariant_error(s: state.Table) -> str:
    """What concerns several things at once, and cannot be, whoever says so."""
    for p in s.cast:
        if tuple(row.id for row in p.stress) != STRESSES:
            return f"{p.name} has five kinds of Stress, each once."
        if p.here and len(s.stack) < 2:
            return "Nobody is in a scene between scenes."
    return ""
