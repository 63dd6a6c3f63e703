"""The game as the kernel asks for it: each frame of a procedure goes to the chapter that knows it."""

from typing import Any

import msgspec

from cliffhanger.games.blockbuster import actions, checks, contests, director, ongoing, scenes
from cliffhanger.games.blockbuster.films import content_of
from cliffhanger.games.blockbuster.house import House
from cliffhanger.games.blockbuster.pools import counted
from cliffhanger.games.blockbuster.sheets import Sheet
from cliffhanger.games.blockbuster.state import (
    DIRECTOR,
    Check,
    Contest,
    Initiative,
    Lobby,
    Movie,
    Person,
    Rounds,
    Smoulder,
)
from cliffhanger.kernel.chance import Draw, Fold, Over, Roll
from cliffhanger.kernel.frames import cut
from cliffhanger.kernel.game import Setup, Waiting

standing = director.standing


def start(setup: Setup) -> Movie:
    """The first state of a table: the film's cast, each lead in the seat of its name, nobody in a scene yet."""
    film = content_of(setup)
    seats = {seat.id for seat in setup.seats}
    leads = [Person(x.id, x, x.id if x.id in seats else DIRECTOR, lead=True) for x in film.leads]
    others = [Person(x.id, x, DIRECTOR, lead=False) for x in film.opponents]
    house = msgspec.convert(setup.house, House)
    return Movie(film.title, film.logline, setup.seats, house, (*leads, *others), film.sets, film.scenes)


def waiting(s: Movie) -> Waiting:
    """What is asked now, and of whom."""
    match s.stack[-1]:
        case Rounds() as f:
            return tuple(scenes.done_offers(s, f) if f.phase == "done" else actions.offers(s, f))
        case Contest() as f:
            return contests.roll(s, f) if f.phase in ("roll", "parry") else tuple(contests.offers(s, f))
        case Check() as f:
            return checks.roll(s, f) if f.phase == "roll" else tuple(checks.offers(s, f))
        case Smoulder() as f:
            return ongoing.roll(s, f) if f.phase == "roll" else tuple(ongoing.offers(s, f))
        case Initiative() as f:
            return scenes.initiative_roll(s, f) if f.phase == "roll" else tuple(scenes.initiative_offers(s, f))
        case Lobby() as f:
            if f.phase == "over":
                return Over(tuple((p.name, p.damage_v + p.damage_p) for p in s.cast if p.lead))
            return tuple(scenes.lobby_offers(s, f))


def settle(s: Movie, _roll: Roll | Draw, faces: tuple[Any, ...]) -> Movie:
    """The dice of whoever rolls have fallen."""
    match s.stack[-1]:
        case Check() as f:
            return checks.settle(s, f, faces)
        case Contest() as f:
            return contests.settle(s, f, faces)
        case Smoulder() as f:
            return ongoing.settle(s, f, faces)
        case Initiative() as f:
            return scenes.initiative_settle(s, f, faces)
    return s


def advance(s: Movie) -> Movie:
    """One thing that happens by itself."""
    match s.stack[-1]:
        case Rounds() as f:
            return scenes.advance_rounds(s, f)
        case Contest() as f:
            return contests.advance(s, f)
        case Check() as f:
            return checks.advance(s, f)
        case Smoulder() as f:
            return ongoing.advance(s, f)
        case Initiative() as f:
            return scenes.advance_initiative(s, f)
    return s


def fold(_s: Movie, _roll: Roll) -> Fold:
    """Any roll comes to its number of successes: 5s and 6s are alike, and so is all below."""
    return counted()


def end(s: Movie) -> Movie:
    """The Director ends what is under way: the roll, or, between rolls, the scene."""
    if len(s.stack) > 2:
        return cut(s, 2)
    return scenes.close_scene(s, "the Director ends it") if s.scene else s


def invariant_error(s: Movie) -> str:
    """What cannot be, whoever says so: numbers below nothing, names that nobody bears."""
    people, sets = {p.id for p in s.cast}, {x.id for x in s.sets}
    seats = {seat.id for seat in s.seats} | {DIRECTOR}
    if len(people) != len(s.cast) or len(sets) != len(s.sets):
        return "Two of them bear the same id."
    if any(not name or "/" in name for name in (*people, *sets, *(i.id for x in s.sets for i in x.impediments))):
        return "An id is a name without a slash."
    if not all(0 < len(name) <= 120 for name in (*(p.name for p in s.cast), *(x.name for x in s.sets), s.title)):
        return "A name has 1 to 120 characters."
    for p in s.cast:
        sheet = p.sheet
        if not 0 <= min(p.damage_v, p.damage_p, p.points) <= max(p.damage_v, p.damage_p, p.points) <= 9_999:
            return f"{p.name}: nobody counts below none or beyond 9,999."
        if why := _unsound_sheet(sheet):
            return f"{p.name}: {why}"
        if p.id != sheet.id and not p.id.startswith(f"{sheet.id}-"):
            return f"{p.name}: the sheet keeps its id."
        if p.place and (p.place not in sets or s.scene is None):
            return f"{p.name} has to be on a Set of the scene."
        if p.seat not in seats:
            return f"{p.name} belongs to no seat at this table."
        if not {*p.restrained, *(o.id for o in p.convinced)} <= people:
            return f"{p.name} is held or convinced by nobody."
        if not set(p.active) <= {x.id for x in sheet.powers}:
            return f"{p.name} has no such power."
    return _unsound_things(s, people, sets)


def _unsound_sheet(sheet: Sheet) -> str:
    if min(sheet.defense, sheet.vigor, sheet.potency, sheet.protection) < 0:
        return "nothing here can be less than none."
    if max(sheet.defense, sheet.vigor, sheet.potency, sheet.protection) > 99:
        return "no number here goes beyond 99."
    if not 1 <= min(sheet.limit_v, sheet.limit_p) <= max(sheet.limit_v, sheet.limit_p) <= 99:
        return "a limit is a number from 1 to 99."
    if not sheet.skills or not sheet.attributes:
        return "a sheet needs a skill and an attribute."
    for ids in ([r.id for r in sheet.skills], [r.id for r in sheet.attributes], [x.id for x in sheet.powers]):
        if len({*ids}) < len(ids) or len(ids) > 60:
            return "each line of a sheet stands there once, and there are at most 60."
    if any(not 0 <= n <= 30 for n in (*(r.rating for r in sheet.skills), *(r.rating for r in sheet.attributes))):
        return "ratings go from 0 to 30."
    if any(not (0 <= x.strain <= 99 and 1 <= x.targets <= 20 and 0 <= x.damage_bonus <= 99) for x in sheet.powers):
        return "a power is out of range."
    return ""


def _unsound_things(s: Movie, people: set[str], sets: set[str]) -> str:
    if any(t.to not in people or t.giver not in people or not 0 <= t.dice <= 60 for t in s.tokens):
        return "Set-Up dice wait for somebody, up to 60 of them."
    if any(
        not {t.initiator, t.subject} <= people or not 0 <= t.successes <= 99 or not 0 <= t.pool <= 60 for t in s.tracks
    ):
        return "An attempt is somebody's on somebody, with a number of successes."
    made = [x.id for rows in (s.tokens, s.tasks, s.tracks, s.burns, s.proposals) for x in rows]
    if len({*made}) < len(made) or any(_number(name) > s.made for name in made) or not 0 <= s.made <= 10**9:
        return "What is made at the table is numbered as it comes."
    powers = {(p.id, x.id) for p in s.cast for x in p.sheet.powers}
    if any((b.attacker, b.power) not in powers or b.subject not in people or b.successes < 1 for b in s.burns):
        return "What burns comes from a power, on somebody, with at least one success left."
    if any(not (1 <= t.required <= 999 and 0 <= t.total <= 9_999 and {*t.admitted} <= people) for t in s.tasks):
        return "A task needs 1 to 999 successes, from people of the cast."
    if any(x.who not in people or not 0 < len(x.sheet.name) <= 120 or _unsound_sheet(x.sheet) for x in s.proposals):
        return "A sheet that is proposed is somebody's, and could be played."
    if any(not {*card.sets} <= sets or not {*card.opponents} <= people for card in s.cards):
        return "A scene that waits names a Set or a person that is not there."
    if any(not 0 <= i.penalty <= 30 for x in s.sets for i in x.impediments):
        return "An Impediment takes 0 to 30 dice."
    if s.scene:
        if not set(s.scene.order) <= people or not set(s.scene.sets) <= sets or not s.scene.sets:
            return "The order names somebody who is not in the cast."
        if not {r.id for r in s.scene.rolled} <= people:
            return "Somebody has rolled for a place in the order who is not in the cast."
        if s.scene.order and not 0 <= s.scene.at < len(s.scene.order):
            return "It is nobody's turn."
        if len(s.stack) < 2:
            return "A scene has to be under way."
    if s.shown and not {side.who for side in s.shown.sides} <= people:
        return "What was settled last stays as it was told."
    return _unsound_frames(s)


def _number(name: str) -> int:
    """The number at the end of an id made at the table."""
    end = name.rpartition("-")[2]
    return int(end) if end.isdecimal() and len(end) < 10 else 0


def _unsound_frames(s: Movie) -> str:
    if len(s.stack) > 1 and s.scene is None:
        return "A scene is under way."
    for f in s.stack:
        if isinstance(f, Check | Contest):
            p = next((p for p in s.cast if p.id == f.who), None)
            if p is None or (f.side.power and all(x.id != f.side.power for x in p.sheet.powers)):
                return "Somebody is rolling just now, with what they have."
        if isinstance(f, Check):
            skills, attributes = {r.id for r in p.sheet.skills}, {r.id for r in p.sheet.attributes}  # type: ignore[union-attr]
            if f.skill and (f.skill not in skills or f.attribute not in attributes):
                return "Somebody is rolling just now, with a skill and an attribute they have."
            if f.task and all(t.id != f.task for t in s.tasks):
                return "That task is being worked on."
    return ""
