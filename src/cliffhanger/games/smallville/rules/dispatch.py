"""Dispatch: start, waiting, settle and advance hand each frame to the chapter of rules that knows it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from cliffhanger.games.smallville.files.series import content_of
from cliffhanger.games.smallville.files.triggers import KINDS
from cliffhanger.games.smallville.rules import complications, contests, episodes, hurting, pools, scenes, verbs
from cliffhanger.games.smallville.rules.house import House
from cliffhanger.games.smallville.rules.state import (
    WATCHTOWER,
    Contest,
    Hurt,
    Lobby,
    Person,
    Pool,
    Scene,
    Setup,
    Table,
)
from cliffhanger.kernel.chance import Draw, Fold, Over, Roll
from cliffhanger.kernel.frames import cut, pop, turn
from cliffhanger.kernel.game import Setup as TableSetup
from cliffhanger.kernel.game import Waiting
from cliffhanger.kernel.offers import Offer, Verb

VERBS = (
    Verb("contest", "Contest", "swords", "Say what you want of somebody who would stop you."),
    Verb("roll", "Roll", "die", "Build a pool, roll it, say how many dice count."),
    Verb("give_in", "Give in", "flag", "They get their aim; you say how."),
    Verb("hurt", "Hurt", "strike", "Stress, of the kind that you name."),
    Verb("complicate", "Complication", "star", "A one that was rolled twists what comes of it."),
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
    if isinstance(f, Setup):
        return episodes.roll(s, f)
    if f.phase == "roll":
        return pools.roll(s, f) if isinstance(f, Pool) else hurting.roll(s, f)
    return tuple(_offers(s, f))


def _offers(s: Table, f: Any) -> Iterator[Offer]:  # noqa: ANN401  (one of the frames)
    if isinstance(f, Pool):
        yield from complications.offers(s, f) if f.phase == "complications" else pools.offers(s, f)
        yield from contests.giving_in(s, f)
    elif isinstance(f, Hurt):
        yield from hurting.offers(s, f)
        yield from contests.yielding(s, f)
    elif isinstance(f, Contest):
        yield from contests.offers(s, f)
    elif isinstance(f, Scene):
        yield from scenes.scene_offers(s, f)
    else:
        yield from scenes.lobby_offers(s, f)


def settle(s: Table, _roll: Roll | Draw, faces: tuple[Any, ...]) -> Table:
    """The dice of whoever rolls have fallen."""
    f = s.stack[-1]
    if isinstance(f, Pool):
        return pools.settle(s, f, faces)
    if isinstance(f, Setup):
        return episodes.settle(s, f, faces)
    assert isinstance(f, Hurt)
    return hurting.settle(s, f, faces)


def advance(s: Table) -> Table:
    """One thing that happens by itself."""
    f = s.stack[-1]
    if isinstance(f, Pool):
        if f.phase == "complications" and complications.closed(s, f):
            return turn(s, phase="done")
        return contests.arrived(pop(s), f) if f.phase == "done" else s
    if isinstance(f, Hurt):
        return hurting.advance(s, f)
    if isinstance(f, Contest):
        return contests.advance(s, f)
    return episodes.advance(s, f) if isinstance(f, Setup) else s


def fold(s: Table, _roll: Roll) -> Fold:
    """Which faces cannot be told apart, as things stand."""
    f = s.stack[-1]
    if isinstance(f, Pool):
        return pools.fold(s, f)
    if isinstance(f, Setup):
        return episodes.fold(s, f)
    assert isinstance(f, Hurt)
    return hurting.fold(s, f)


def end(s: Table) -> Table:
    """The Watchtower ends what is under way: the Contest, or, between Contests, the scene."""
    if len(s.stack) > 2:
        return verbs.unlock(cut(s, 2))
    return scenes.end_scene(s, "the Watchtower ends it") if isinstance(s.stack[-1], Scene) else cut(s)


def invariant_error(s: Table) -> str:
    """What concerns several things at once, and cannot be, whoever says so."""
    for p in s.cast:
        if tuple(row.id for row in p.stress) != KINDS:
            return f"{p.name} has five kinds of Stress, each once."
        if p.here and len(s.stack) < 2:
            return "Nobody is in a scene between scenes."
    return ""
