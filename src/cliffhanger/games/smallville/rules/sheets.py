"""Sheets as play changes them: statements, ratings, what is new and what is lost. A Resource is the same on every sheet."""

from collections.abc import Callable
from typing import Any

from cliffhanger.games.smallville.files.sheets import Asset, Relationship, Resource, Sheet
from cliffhanger.games.smallville.files.triggers import Rating
from cliffhanger.games.smallville.rules import verbs
from cliffhanger.games.smallville.rules.state import GrowthKind, Person, Table, Wish
from cliffhanger.kernel.files.names import slug
from cliffhanger.kernel.frames import change, replace, without

PARTS = ("values", "relationships", "assets", "resources")


def edit(s: Table, who: str, changed: Person | Sheet) -> Table:
    """Somebody with another sheet, or, with a temporary Relationship of theirs changed, as they are then."""
    p = changed if isinstance(changed, Person) else replace(verbs.person(s, who), sheet=changed)
    return verbs.put(s, p)


def all_traits(sheet: Sheet, *, values: bool = True) -> tuple[tuple[str, str, Rating], ...]:
    """All traits of a sheet: id, name, rating."""
    parts = PARTS if values else PARTS[1:]
    return tuple((row.id, row.name, row.rating) for part in parts for row in getattr(sheet, part))


def rating(sheet: Sheet, trait: str) -> Rating:
    """What a trait is rated."""
    return next(size for name, _, size in all_traits(sheet) if name == trait)


def trait_name(sheet: Sheet, trait: str) -> str:
    """What a trait is called."""
    return next(label for name, label, _ in all_traits(sheet) if name == trait)


def kind_of(sheet: Sheet, trait: str) -> GrowthKind:
    """What kind of trait it is, for growth."""
    kinds: dict[str, GrowthKind] = {row.id: row.kind for row in sheet.assets}
    kinds |= {row.id: row.kind for row in sheet.resources}
    return kinds.get(trait, "relationship")


def _rows(sheet: Sheet, trait: str, edited: Callable[[Any], Any]) -> Sheet:
    changes = {
        part: tuple(edited(row) if row.id == trait else row for row in getattr(sheet, part))
        for part in PARTS
        if any(row.id == trait for row in getattr(sheet, part))
    }
    return replace(sheet, **changes)


def with_statement(p: Person, drive: str, says: str) -> Person:
    """Another statement on a Drive."""
    if any(row.id == drive for row in p.ties):
        return replace(p, ties=change(p.ties, drive, says=says))
    return replace(p, sheet=_rows(p.sheet, drive, lambda row: replace(row, says=says)))


def with_rating(p: Person, trait: str, size: Rating) -> Person:
    """Another rating of a trait."""
    if any(row.id == trait for row in p.ties):
        return replace(p, ties=change(p.ties, trait, rating=size))
    return replace(p, sheet=_rows(p.sheet, trait, lambda row: replace(row, rating=size)))


def with_ties(sheet: Sheet, ties: tuple[Relationship, ...]) -> Sheet:
    """Relationships that were temporary and stay, at D4.  [SV-END-06]"""
    kept = tuple(replace(row, rating=4, temporary=False) for row in ties)
    return replace(sheet, relationships=(*sheet.relationships, *kept))


def grow(s: Table, who: str, wish: Wish, to: Rating) -> Table:
    """A trait is new, or what it has become; a Resource on every sheet that has it.  [SV-GROWTH-07, SV-BONUS-02]"""
    if wish.trait:
        return _everywhere(s, who, wish.trait, to)
    p = verbs.person(s, who)
    name = _free(s, p, wish.name)
    if wish.kind == "relationship":
        other = next(each for each in s.cast if each.name == wish.name)
        row = Relationship(other.id, other.name, to, wish.says)
        return edit(s, who, replace(p.sheet, relationships=(*p.sheet.relationships, row)))
    if wish.kind == "extra" or wish.kind == "location":  # noqa: PLR1714  (mypy narrows by each)
        made = Resource(slug(name), name, wish.kind, to, 2, wish.says)
        return edit(s, who, replace(p.sheet, resources=(*p.sheet.resources, made)))
    return edit(s, who, replace(p.sheet, assets=(*p.sheet.assets, Asset(slug(name), name, wish.kind, to, wish.says))))


def _free(s: Table, p: Person, name: str) -> str:
    """This name, or the same with a number where that is taken: by a trait of theirs, a Resource of anybody's, or somebody.

    A file tells traits apart by their names.
    """
    taken = {each for each, _, _ in all_traits(p.sheet)} | {*verbs.resources(s)} | {each.id for each in s.cast}
    return next(each for each in (name, *(f"{name} {n}" for n in range(2, 99))) if slug(each) not in taken)


def step_down(s: Table, who: str, trait: str) -> Table:
    """A trait is one size smaller, or, at D4, gone.  [SV-GROWTH-07]"""
    p = verbs.person(s, who)
    size = verbs.down(rating(p.sheet, trait))
    if size:
        return _everywhere(s, who, trait, verbs.as_die(size))
    sheet = replace(p.sheet, assets=without(p.sheet.assets, trait), resources=without(p.sheet.resources, trait))
    return edit(s, who, sheet)


def _everywhere(s: Table, who: str, trait: str, size: Rating) -> Table:
    """A rating on one sheet, or on all that have the Resource."""
    shared = any(row.id == trait for row in verbs.person(s, who).sheet.resources)
    for p in s.cast:
        if p.id == who or (shared and any(row.id == trait for row in p.sheet.resources)):
            s = edit(s, p.id, with_rating(p, trait, size))
    return s
