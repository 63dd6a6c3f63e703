"""Dispatch: start, waiting, settle and advance hand each frame to the chapter of rules that knows it."""

import msgspec

from cliffhanger.games.blockbuster.files.film import content_of
from cliffhanger.games.blockbuster.files.sheets import Sheet
from cliffhanger.games.blockbuster.rules import checks, contests, ongoing, scenes, state, turn_actions, verbs
from cliffhanger.games.blockbuster.rules.house import House
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.chapters import Chapter, Chapters
from cliffhanger.kernel.endings import came_through
from cliffhanger.kernel.frames import cut
from cliffhanger.kernel.game import Setup


def start(setup: Setup) -> state.Movie:
    """The first state of a table: the film's cast, each lead in the seat of its name, nobody in a scene yet."""
    film = content_of(setup)
    seats = {seat.id for seat in setup.seats}
    leads = [state.Person(x.id, x, x.id if x.id in seats else state.DIRECTOR, lead=True) for x in film.leads]
    others = [state.Person(x.id, x, state.DIRECTOR, lead=False) for x in film.opponents]
    house = msgspec.convert(setup.house, House)
    return state.Movie(film.title, film.logline, setup.seats, house, (*leads, *others), film.sets, film.scenes)


def _over(s: state.Movie, _f: state.Lobby) -> Over:
    leads = [p for p in s.cast if p.lead]
    down = [p.name for p in leads if p.taken_out or verbs.overcome(s, p)]
    says = came_through("The leads", [p.name for p in leads], down, "taken out")
    return Over(tuple((p.name, p.damage_v + p.damage_p) for p in leads), says)


CHAPTERS: Chapters[state.Movie] = Chapters(
    {
        state.Lobby: Chapter(scenes.lobby_offers, {"over": _over}),
        state.Rounds: Chapter(turn_actions.offers, {"done": scenes.done_offers}, scenes.advance_rounds),
        state.Initiative: Chapter(
            scenes.initiative_offers,
            {"roll": scenes.initiative_roll},
            scenes.advance_initiative,
            scenes.initiative_settle,
        ),
        state.Check: Chapter(checks.offers, {"roll": checks.roll}, checks.advance, checks.settle),
        state.Contest: Chapter(
            contests.offers, {"roll": contests.roll, "parry": contests.roll}, contests.advance, contests.settle
        ),
        state.Smoulder: Chapter(ongoing.offers, {"roll": ongoing.roll}, ongoing.advance, ongoing.settle),
    }
)


def end(s: state.Movie) -> state.Movie:
    """The Director ends what is under way: the roll, or, between rolls, the scene."""
    if len(s.stack) > 2:
        return cut(s, 2)
    return scenes.close_scene(s, "the Director ends it") if s.scene else s


def invariant_error(s: state.Movie) -> str:
    """What concerns several things at once, and cannot be, whoever says so."""
    people = {p.id: p for p in s.cast}
    for p in s.cast:
        if p.id != p.sheet.id and not p.id.startswith(f"{p.sheet.id}-"):
            return f"{p.name}: the sheet keeps its id."
        if p.place and s.scene is None:
            return f"{p.name} has to be on a Set of the scene."
    made = [x.id for rows in (s.tokens, s.tasks, s.tracks, s.burns, s.proposals) for x in rows]
    if len({*made}) < len(made) or any(_number(name) > s.made for name in made) or not 0 <= s.made <= 10**9:
        return "What is made at the table is numbered as it comes."
    if any(burn.power not in {x.id for x in people[burn.attacker].sheet.powers} for burn in s.burns):
        return "What burns comes from a power of whoever attacked."
    if any(not people.keys() >= {*card.opponents} for card in s.cards):
        return "A scene that waits names a person that is not there."
    if s.scene and s.scene.order and not 0 <= s.scene.at < len(s.scene.order):
        return "It is nobody's turn."
    if (len(s.stack) > 1) != (s.scene is not None):
        return "A scene is under way, or there is none."
    if s.shown and not people.keys() >= {side.who for side in s.shown.sides}:
        return "What was settled last stays as it was told."
    rolling = [f for f in s.stack if isinstance(f, state.Check | state.Contest)]
    return next((why for f in rolling if (why := _beyond(f, people[f.who].sheet))), "")


def _number(name: str) -> int:
    """The number at the end of an id made at the table."""
    end = name.rpartition("-")[2]
    return int(end) if end.isdecimal() and len(end) < 10 else 0


def _beyond(f: state.Check | state.Contest, sheet: Sheet) -> str:
    """Whoever is rolling does so with what they have."""
    if f.side.power and all(x.id != f.side.power for x in sheet.powers):
        return "Somebody is rolling just now, with a power they have."
    if isinstance(f, state.Check) and f.skill:
        ratings = {r.id for r in sheet.skills}, {r.id for r in sheet.attributes}
        if f.skill not in ratings[0] or f.attribute not in ratings[1]:
            return "Somebody is rolling just now, with a skill and an attribute they have."
    return ""
