"""Which series is on: the one that comes with the game, or what people bring, made ready for so many players."""

from collections.abc import Iterator, Mapping
from typing import Any

from cliffhanger.games.smallville.files.sheets import CHARACTER, SERIES, Character, Resource, Series, SeriesFile, Sheet
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import Brought, File, Shelf
from cliffhanger.kernel.files.declaration import Keys
from cliffhanger.kernel.files.names import Found, one_of, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import faults
from cliffhanger.kernel.game import Seat

MASTER = Seat("watchtower", "watchtower", "Watchtower")
OURS, OTHERS = ("lead", "leads"), ("feature", "features")
"""The sides, one of each and all."""


def misfits(brought: Brought[Character, SeriesFile], whole: File[SeriesFile]) -> list[Fault]:
    """Relationships to nobody of the series, and Resources that are not the same on every sheet that has them."""
    named = {slug(name): name for side in (SHELF.players, SHELF.others) for name in getattr(whole.value, side)}
    named |= {key: each.name for key, each in brought.cast.items()}
    seen: dict[str, tuple[Resource, str]] = {}
    wrong: list[Fault] = []
    for sheet, file, path, own in _placed(brought, whole):
        unfit = list(_unfit(sheet, named, seen))
        found: Found = [(at(path, *keys), expected) for keys, expected in unfit]
        if unfit and not own:
            keys, expected = unfit[0]
            found = [(path, f"somebody whose sheet fits; on it, {keys[-1]}: {expected}")]
        wrong += faults(file.name, file.text, found) if found else []
    return sorted(wrong)


def _placed(
    brought: Brought[Character, SeriesFile], whole: File[SeriesFile]
) -> Iterator[tuple[Sheet, File[Any], str, bool]]:
    """Everybody of a series: those of the game first, then those of the series' own file, then those who are brought.

    Each with the file that brings the sheet, where there, and whether it is written in that file.
    """
    elsewhere = {slug(each.name) for each in whole.value.cast} | brought.cast.keys()
    for side in (SHELF.players, SHELF.others):
        for nth, name in enumerate(getattr(whole.value, side)):
            packaged = None if slug(name) in elsewhere else SHELF.packaged.cast.get(slug(name))
            if packaged:
                yield packaged.sheet, whole, at(side, nth), False
    for nth, each in enumerate(whole.value.cast):
        if slug(each.name) not in brought.cast:
            yield each.sheet, whole, at("cast", nth), True
    for file in brought.people:
        yield file.value.sheet, file, "", True


def _unfit(sheet: Sheet, named: Mapping[str, str], seen: dict[str, tuple[Resource, str]]) -> Iterator[tuple[Keys, str]]:
    for row in sheet.relationships:
        if row.id not in named:
            yield ("sheet", "relationships", row.name), one_of(named.values(), "a lead or a feature of the series")
    for resource in sheet.resources:
        keys = ("sheet", f"{resource.kind}s", resource.name)
        if resource.id in named:
            yield keys, f"another name: {named[resource.id]} is a lead or a feature of the series"
        first, whose = seen.setdefault(resource.id, (resource, sheet.name))
        if (first.kind, first.rating, first.dice) != (resource.kind, resource.rating, resource.dice):
            yield keys, f"the same as on the sheet of {whose}: {first.kind}, {first.dice}d{first.rating}"


SHELF: Shelf[Character, SeriesFile, Series] = Shelf(
    "smallville", __package__, CHARACTER, SERIES, *OURS, *OTHERS, 6, Series, MASTER, "lead", keeps=True, misfits=misfits
)
"""A lead whom nobody plays is the Watchtower's, as everybody without a seat is.  [SV-ROLE-02]"""
ready, together, content_of = SHELF.ready, SHELF.together, SHELF.content_of
