"""Which series is on: the one that comes with the game, or what people bring, made ready for so many players."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from cliffhanger.games.smallville.files.sheets import (
    CHARACTER,
    HERE,
    RESOURCES,
    SERIES,
    WATCHTOWER,
    Character,
    Resource,
    Series,
    SeriesFile,
    Sheet,
)
from cliffhanger.kernel.errors import Fault
from cliffhanger.kernel.files.bundle import Brought, File, Shelf
from cliffhanger.kernel.files.declaration import Keys
from cliffhanger.kernel.files.names import Found, one_of, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import faults
from cliffhanger.kernel.game import Seat, Setup

MASTER = Seat(WATCHTOWER, WATCHTOWER, "Watchtower")
SIDES = ("leads", "features")
SHELF: Shelf[Character, SeriesFile] = Shelf(
    "smallville", HERE, CHARACTER, SERIES, "lead", "leads", other="feature", others="features", most=6, role="lead"
)


def ready(players: int, files: Mapping[str, str]) -> Setup | list[Fault]:
    """Make a table for so many players, with the files they bring (name to text), or say what is wrong with them.

    A lead who is brought takes a seat before those of the series; a feature joins the series'; a series takes the place
    of the packaged one. A lead whom nobody plays is the Watchtower's, as everybody without a seat is.  [SV-ROLE-02]
    """
    found = SHELF.opened(players, files)
    if isinstance(found, list):
        return found
    brought, file, leads, features = found
    whole = brought.whole or SHELF.packaged.whole
    assert whole is not None
    if wrong := misfits(brought, whole):
        return wrong
    said = (slug(file.title), file.title, file.premise)
    series = SHELF.joined(Series(*said, leads, features, file.scenes, file.tone), brought)
    played, unplayed = series.leads[:players], series.leads[players:]
    series = structs.replace(series, leads=played, features=series.features + unplayed)
    return SHELF.seated(series, brought, players, MASTER)


def content_of(setup: Setup) -> Series:
    """The series of a set-up."""
    series: Any = setup.content["series"]
    return msgspec.convert(series, Series)


def together(files: Mapping[str, str]) -> list[Fault]:
    """What a table would refuse in files that are each right, with the packaged series if there is none among them."""
    read = [found for name, text in files.items() if isinstance(found := SHELF.read({name: text}), Brought)]
    wholes = [each.whole for each in read if each.whole]
    people = tuple(file for each in read for file in each.people)
    if len(wholes) > 1:  # nobody can tell which of them somebody is for
        return sorted(fault for whole in wholes for fault in misfits(Brought((), whole), whole))
    if wholes:
        return misfits(Brought(people, wholes[0]), wholes[0])
    whole = SHELF.packaged.whole
    assert whole is not None
    more = f", in {whole.value.title}; for a series of your own, name its file as well"
    return [structs.replace(each, expected=each.expected + more) for each in misfits(Brought(people), whole)]


class _Placed(NamedTuple):
    """A sheet of a series: the file that brings it, and where there; `own` if it is written in that file."""

    sheet: Sheet
    file: File[Any]
    path: str
    own: bool = True


def misfits(brought: Brought[Character, SeriesFile], whole: File[SeriesFile]) -> list[Fault]:
    """Relationships to nobody of the series, and Resources that are not the same on every sheet that has them."""
    named = {slug(name): name for side in SIDES for name in getattr(whole.value, side)}
    named |= {key: each.name for key, each in brought.cast.items()}
    seen: dict[str, tuple[Resource, str]] = {}
    wrong: list[Fault] = []
    for sheet, file, path, own in _placed(brought, whole):
        unfit = list(_unfit(sheet, named, seen))
        found: Found = [(at(path, *keys), expected) for keys, expected in unfit]
        if not own:
            found = [
                (path, f"somebody whose sheet fits; on it, {keys[-1]}: {expected}") for keys, expected in unfit[:1]
            ]
        wrong += faults(file.name, file.text, found) if found else []
    return sorted(wrong)


def _placed(brought: Brought[Character, SeriesFile], whole: File[SeriesFile]) -> Iterator[_Placed]:
    """Everybody of a series: those of the game first, then those of the series' own file, then those who are brought."""
    elsewhere = {slug(each.name) for each in whole.value.cast} | brought.cast.keys()
    for side in SIDES:
        for nth, name in enumerate(getattr(whole.value, side)):
            packaged = None if slug(name) in elsewhere else SHELF.packaged.cast.get(slug(name))
            if packaged:
                yield _Placed(packaged.sheet, whole, at(side, nth), own=False)
    for nth, each in enumerate(whole.value.cast):
        if slug(each.name) not in brought.cast:
            yield _Placed(each.sheet, whole, at("cast", nth))
    for file in brought.people:
        yield _Placed(file.value.sheet, file, "")


def _unfit(sheet: Sheet, named: Mapping[str, str], seen: dict[str, tuple[Resource, str]]) -> Iterator[tuple[Keys, str]]:
    for row in sheet.relationships:
        if row.id not in named:
            yield ("sheet", "relationships", row.name), one_of(named.values(), "a lead or a feature of the series")
    for resource in sheet.resources:
        keys = ("sheet", dict(RESOURCES)[resource.kind], resource.name)
        if resource.id in named:
            yield keys, f"another name: {named[resource.id]} is a lead or a feature of the series"
        first, whose = seen.setdefault(resource.id, (resource, sheet.name))
        if (first.kind, first.rating, first.dice) != (resource.kind, resource.rating, resource.dice):
            yield keys, f"the same as on the sheet of {whose}: {first.kind}, {first.dice}d{first.rating}"
