"""How a pool comes together: a skill and an attribute, Set-Up dice, what hinders here; and how it is read."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from cliffhanger.games.blockbuster.sheets import Power, Sheet
from cliffhanger.games.blockbuster.state import Movie, Person, Side
from cliffhanger.games.blockbuster.strain import strain_of
from cliffhanger.games.blockbuster.verbs import person
from cliffhanger.kernel.chance import Roll
from cliffhanger.kernel.frames import one, replace
from cliffhanger.kernel.params import Item, Param, Pick

DIE = 6
HELD = "You are held: nothing physical but breaking free. (BB-CR-09)"
DERIVED = {"defense": "Defense", "vigor": "Vigor", "potency": "Potency"}


def successes(faces: tuple[int, ...]) -> int:
    """Count the dice that show a 5 or a 6; all dice are six-sided.  [BB-ROLL-01, BB-ROLL-02]"""
    return sum(1 for face in faces if face >= 5)


def count(key: int, _die: int, face: int) -> int:
    """One die more: only whether it is a success can matter from here on."""
    return key + (face >= 5)


def counted() -> tuple[int, Callable[[Any, int, int], int]]:
    """How any roll of this game folds: more successes are better, and nothing else is read.  [BB-ROLL-03]"""
    return 0, count


def cast_dice(s: Movie, side: Side, id_: str, purpose: str, title: str) -> Roll:
    """The roll of one side."""
    return Roll(id_, person(s, side.who).seat, purpose, (DIE,) * side.dice, title)


def read(side: Side, faces: tuple[int, ...]) -> Side:
    """The dice of one side have fallen."""
    return replace(side, faces=faces, rolled=successes(faces))


def size(s: Movie, parts: tuple[tuple[str, int], ...]) -> int:
    """How many dice the parts make: never fewer than none."""
    dice = sum(n for _, n in parts)
    return max(1 if s.house.zero_pool == "one_die" else 0, dice)


def hindrances(s: Movie, p: Person, skill: str, attribute: str) -> tuple[tuple[str, int], ...]:
    """The Impediments of somebody's Set that touch this action; several add up.  [BB-DEF-03]"""
    if not p.place:
        return ()
    there = one(s.sets, p.place)
    if not there.impediments:
        return ()
    tags = {"", skill, attribute}
    if skill and one(p.sheet.skills, skill).physical:
        tags.add("physical")
    return tuple((i.text, i.penalty) for i in there.impediments if i.tag in tags)


def hindered(s: Movie, p: Person, skill: str, attribute: str) -> int:
    """By how much required successes rise, on tables where Impediments work that way."""
    if s.house.impediment_as == "dice":
        return 0
    return sum(n for _, n in hindrances(s, p, skill, attribute))


def waiting_dice(s: Movie, tokens: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Set-Up dice that are brought to a roll: all of each, added up, or only the best."""
    rows = tuple((t.follow_up, t.dice) for t in s.tokens if t.id in tokens)
    if s.house.setup_stack == "best" and rows:
        return (max(rows, key=lambda row: row[1]),)
    return rows


def skill_side(
    s: Movie,
    p: Person,
    skill: str,
    attribute: str,
    power: str = "",
    tokens: tuple[str, ...] = (),
    *,
    action: bool = True,
    over: int | None = None,
) -> Side:
    """A side that rolls a skill and the attribute that suits its use most, with what helps and hinders.  [BB-CHK-01]"""
    parts: tuple[tuple[str, int], ...] = ()
    if skill:
        row = one(p.sheet.skills, skill)
        parts += ((row.name, row.rating),)
    if attribute:
        rating = one(p.sheet.attributes, attribute)
        parts += ((rating.name, rating.rating),)
    if tokens:
        parts += waiting_dice(s, tokens)
    if action and s.house.impediment_as == "dice":
        parts += tuple((text, -n) for text, n in hindrances(s, p, skill, attribute))
    risk, kind = strain_of(s, p, power) if power else (0, "V")
    return Side(p.id, parts, size(s, parts), power, risk if over is None else over, kind)


def derived_side(
    s: Movie, p: Person, what: str, tokens: tuple[str, ...] = (), *, action: bool = False, over: int = 0
) -> Side:
    """A side that rolls Defense, Vigor or Potency alone.  [BB-DER-01]"""
    parts: tuple[tuple[str, int], ...] = ((DERIVED[what], getattr(p.sheet, what)),)
    if tokens:
        parts += waiting_dice(s, tokens)
    if action and s.house.impediment_as == "dice":
        parts += tuple((text, -n) for text, n in hindrances(s, p, "", ""))
    return Side(p.id, parts, size(s, parts), "", over, "V")


# --- the same as questions ----------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _skills(sheet: Sheet, only: str, held: bool) -> Pick:
    rows = [r for r in sheet.skills if not only or r.id == only]
    items = tuple(Item(r.id, r.name, r.rating, blocked=HELD if held and r.physical else "") for r in rows)
    best = max((i for i in items if not i.blocked), key=lambda i: i.n, default=None)
    return Pick("skill", "Skill", items, start=(best.id,) if best else ())


@lru_cache(maxsize=1024)
def _attributes(sheet: Sheet, only: str) -> Pick:
    items = tuple(Item(r.id, r.name, r.rating) for r in sheet.attributes if not only or r.id == only)
    return Pick("attribute", "Attribute", items, start=(max(items, key=lambda i: i.n).id,) if items else ())


def pair(p: Person, power: Power | None = None, *, free: bool = False) -> tuple[Param, ...]:
    """The questions for a skill and an attribute; a power may fix either."""
    held = bool(p.restrained) and not free and power is None
    skill = _skills(p.sheet, power.skill if power else "", held)
    return skill, _attributes(p.sheet, power.attribute if power else "")


def tokens_for(s: Movie, who: str) -> tuple[Param, ...]:
    """The question which waiting Set-Up dice are brought; none if none wait.  [BB-SET-01]"""
    if not s.tokens:
        return ()
    items = tuple(
        Item(t.id, t.follow_up, t.dice, says=f"from {person(s, t.giver).name}") for t in s.tokens if t.to == who
    )
    if not items:
        return ()
    most = 1 if s.house.setup_stack == "best" else len(items)
    return (Pick("tokens", "Set-Up dice", items, 0, most),)


def base(s: Movie, p: Person, *, action: bool = True, skill: str = "", attribute: str = "") -> int:
    """What an odds figure adds to the picked dice: what hinders everything done here."""
    if not action or s.house.impediment_as != "dice":
        return 0
    return -sum(n for _, n in hindrances(s, p, skill, attribute))
