"""Sheets as play changes them: statements, ratings, what is new and what is lost. A Resource is the same on every sheet."""

from typing import Any

from cliffhanger.games.smallville.files.sheets import Asset, Relationship, Resource, Sheet, Value
from cliffhanger.games.smallville.files.triggers import Rating
from cliffhanger.games.smallville.rules import verbs
from cliffhanger.games.smallville.rules.state import Person, Table, Wish
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.frames import change, one, replace, without
from cliffhanger.kernel.params import Text

Trait = Value | Relationship | Asset | Resource
NAMED = Text("name", "What it is called", 1, 40), Text("says", "What it is", 0, 120)
PARTS = ("values", "relationships", "assets", "resources")


def all_traits(sheet: Sheet, *, values: bool = True) -> tuple[Trait, ...]:
    """All traits of a sheet, its Values first."""
    return tuple(row for part in (PARTS if values else PARTS[1:]) for row in getattr(sheet, part))


def trait(sheet: Sheet, name: str) -> Trait:
    """One of them, by its id."""
    return one(all_traits(sheet), name)


def with_trait(p: Person, name: str, **changes: Any) -> Person:
    """Somebody with another rating of a trait, or another statement on it."""
    if any(row.id == name for row in p.ties):
        return replace(p, ties=change(p.ties, name, **changes))
    parts = {part: change(getattr(p.sheet, part), name, **changes) for part in PARTS}
    return replace(p, sheet=replace(p.sheet, **parts))


def grow(s: Table, who: str, wish: Wish, to: Rating) -> Table:
    """A trait is new, or what it has become; a Resource on every sheet that has it.  [SV-GROWTH-07, SV-BONUS-02]"""
    if wish.trait:
        return _everywhere(s, who, wish.trait, to)
    p = verbs.person(s, who)
    name = _free(s, p, wish.name)
    made: dict[str, object]
    if wish.kind == "relationship":
        other = next(each for each in s.cast if each.name == wish.name)
        made = {"relationships": (*p.sheet.relationships, Relationship(other.id, other.name, to, wish.says))}
    elif wish.kind == "extra" or wish.kind == "location":  # noqa: PLR1714  (mypy narrows by each)
        made = {"resources": (*p.sheet.resources, Resource(slug(name), name, wish.kind, to, 2, wish.says))}
    else:
        made = {"assets": (*p.sheet.assets, Asset(slug(name), name, wish.kind, to, wish.says))}
    return verbs.edit(s, who, sheet=replace(p.sheet, **made))


def _free(s: Table, p: Person, name: str) -> str:
    """This name, or the same with a number where that is taken: by a trait of theirs, a Resource of anybody's, or somebody.

    A file tells traits apart by their names, which have a letter or a digit in them and 40 characters at most.
    """
    taken = {row.id for row in all_traits(p.sheet)} | {*verbs.resources(s)} | {each.id for each in s.cast} | {""}
    return next(each for each in (name, *(f"{name[:37]} {n}" for n in range(2, 99))) if slug(each) not in taken)


def step_down(s: Table, who: str, name: str) -> Table:
    """A trait is one size smaller, or, at D4, gone.  [SV-GROWTH-07]"""
    sheet = verbs.person(s, who).sheet
    if size := verbs.down(trait(sheet, name).rating):
        return _everywhere(s, who, name, verbs.as_die(size))
    rest = {"assets": without(sheet.assets, name), "resources": without(sheet.resources, name)}
    return verbs.edit(s, who, sheet=replace(sheet, **rest))


def _everywhere(s: Table, who: str, name: str, size: Rating) -> Table:
    """A rating on one sheet, or on all that have the Resource."""
    shared = any(row.id == name for row in verbs.person(s, who).sheet.resources)
    for p in s.cast:
        if p.id == who or (shared and any(row.id == name for row in p.sheet.resources)):
            s = verbs.put(s, with_trait(p, name, rating=size))
    return s
