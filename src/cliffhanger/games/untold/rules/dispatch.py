"""Dispatch: what the kernel asks of the game goes to the chapter of the frame on top of the stack."""

from functools import lru_cache
from typing import TypeVar

import msgspec

from cliffhanger.games.untold.files.sheets import Setting, Sheet
from cliffhanger.games.untold.files.skills import Learned, Skill, Tree
from cliffhanger.games.untold.rules import any_time, check_dice, check_offers, checks, scenes
from cliffhanger.games.untold.rules.house import House
from cliffhanger.games.untold.rules.state import GM, Check, Lobby, Person, Scene, Table
from cliffhanger.games.untold.rules.verbs import at_brink, known, person, starting_points
from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.chapters import Chapter, Chapters
from cliffhanger.kernel.endings import came_through
from cliffhanger.kernel.frames import cut
from cliffhanger.kernel.game import Setup
from cliffhanger.kernel.offers import Verb

T = TypeVar("T")
VERBS = (
    Verb("act", "Act", "die", "Try something; the Game Master says how hard it is.", "Try something; hear how hard"),
    Verb("roll", "Roll", "die", "Spend what you will on the pool, then roll it.", "Spend, then roll"),
    Verb("boon", "A boon die", "die", "Roll it, pass it on, or leave it.", "Roll it or pass it"),
    Verb(
        "point",
        "Spend a point",
        "star",
        "A Hero or Villain Point changes the check under way.",
        "Change the check under way",
    ),
    Verb("restore", "Strength comes back", "star", "A point brings spent exertion back.", "Spent exertion comes back"),
    Verb("rest", "Rest", "moon", "Recover one kind of thing at a time.", "Recover one kind of thing"),
    Verb("open", "Open a scene", "scene", "Say what happens, and who is there.", "What happens, and to whom"),
)
standing = any_time.standing


def start(setup: Setup) -> Table:
    """The first state of a table: each protagonist in the seat of a player, all others with the Game Master.  [UN-COR-01]"""
    setting = _one(msgspec.convert(setup.content["setting"], Setting))
    house = _one(msgspec.convert(setup.house, House))
    heroes = [Person(x.id, x, x.id, "pc") for x in setting.heroes]
    others = [Person(x.id, x, GM, "adversary") for x in setting.adversaries]
    s = Table(setting.title, setting.premise, setup.seats, house, setting.tree, (*heroes, *others), setting.scenes)
    return starting_points(s)


@lru_cache(maxsize=64)
def _one(value: T) -> T:
    """Equal settings of all tables are one value, so that what follows from a sheet is found without comparing it."""
    return value


def _over(s: Table, _f: Lobby) -> Over:
    party = [p for p in s.cast if p.kind == "pc"]
    says = came_through("The party", [p.name for p in party], [p.name for p in party if at_brink(s, p)], "at the brink")
    return Over(tuple((p.name, p.hero_points) for p in party), says)


CHAPTERS: Chapters[Table] = Chapters(
    {
        Lobby: Chapter(scenes.lobby_offers, {"over": _over}),
        Scene: Chapter(scenes.scene_offers),
        Check: Chapter(
            check_offers.offers, {"roll": check_dice.roll}, checks.advance, check_dice.settle, check_dice.fold
        ),
    }
)


def end(s: Table) -> Table:
    """The Game Master ends what is under way: the check, or, between checks, the scene."""
    if len(s.stack) > 2:
        return cut(s, 2)
    return scenes.end_scene(s, "the Game Master ends it") if len(s.stack) > 1 else s


def invariant_error(s: Table) -> str:
    """What concerns several things at once, and cannot be, whoever says so."""
    for p in s.cast:
        if why := _beyond_sheet(p.sheet, s.tree) or _beyond_stores(s, p):
            return f"{p.name}: {why}"
    if any((x.what == "sheet") != (x.sheet is not None) for x in s.proposals):
        return "A sheet that is proposed has to be there."
    for f in s.stack:
        if isinstance(f, Check) and f.skill not in known(s, p := person(s, f.who)).skills:
            return f"{p.name} is making a check with {f.skill}: end the check first."
    return ""


def _beyond_stores(s: Table, p: Person) -> str:
    bases = known(s, p).bases
    for row in p.aspects:
        if row.lost > bases[row.id]:
            return f"{row.id.capitalize()} has {bases[row.id]} points, and between none and all of them can be gone."
    return "devotion goes from none to all of it." if p.devotion_spent > known(s, p).devotion else ""


def _beyond_sheet(sheet: Sheet, tree: Tree) -> str:
    """Own ranks: a broad skill up to 6, a sub-skill up to 12; each stands where the setting has it.  [UN-SKL-06]"""
    there: dict[str, Skill | Learned] = {each.id: each for each in tree.rows}
    rows = there | {each.id: each for each in sheet.skills}
    for each in rows.values():
        if each.under and (each.under not in rows or rows[each.under].under):
            return f"{each.name} stands under a broad skill."
        if each.under and rows[each.under].realm != each.realm:
            return f"{each.name} is of the same realm as what it stands under."
    for row in sheet.skills:
        place = there.get(row.id, row)
        if (place.realm, place.under) != (row.realm, row.under):
            return f"{row.name} stands elsewhere in this setting."
        most = 12 if row.under else 6
        if not 0 <= row.rank <= most:
            return f"{row.name} goes from 0 to {most}."
    return ""
