"""Characters and what a series is made of: as the rules read them, and, by their annotations, as people write them.

All of it is frozen and hashable: a state refers to a sheet and never changes it. A character keeps its traits under
`[sheet]`, statements included, for the rules read them; other words stand under `[words]`. A rating is a number in a state,
8, and a die in a file, "d8".
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct

from cliffhanger.games.smallville.files import triggers
from cliffhanger.games.smallville.files.triggers import Die, GrowthPool, Rated, Stresses, Trigger, rated, written_die
from cliffhanger.kernel.files.bundle import example, misnamed_people
from cliffhanger.kernel.files.declaration import Flatten, InFile, Keyed, Keys, Listed, Ref, Row, SlugOf, Written
from cliffhanger.kernel.files.looks import Look
from cliffhanger.kernel.files.names import Found, Line, Name, Says, misnamed, slug, up_to
from cliffhanger.kernel.files.people import AT_TOP, IN_WORDS, Described, OfSide
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.game import Form

VALUES = ("Duty", "Glory", "Justice", "Love", "Power", "Truth")
WATCHTOWER = "watchtower"
TAKEN = (WATCHTOWER, "watch", "trouble", *map(slug, VALUES))  # what every table has: nobody is called so

AssetKind = Literal["distinction", "ability", "heritage", "gear"]
ResourceKind = Literal["extra", "location"]
ASSETS = (("distinction", "distinctions"), ("ability", "abilities"), ("heritage", "heritages"), ("gear", "gear"))
"""The kinds of Asset, and the tables they stand in.  [R-ASSETS]"""
RESOURCES = (("extra", "extras"), ("location", "locations"))
LIMITED: tuple[AssetKind, ...] = ("ability", "heritage")

Statement = Annotated[str, Meta(min_length=1, max_length=120, title="What they believe, in the first person")]


class Value(Row, frozen=True, gc=False, cache_hash=True):
    """One of the six Values, and the statement on it."""

    rating: Rated
    says: str


class Drive(Written, frozen=True):
    """A Value as it is written: a rating and a statement."""

    rating: Die
    says: Statement


Six: Any = defstruct(
    "Six", [(name, Drive) for name in VALUES], bases=(Written,), frozen=True, namespace={"__doc__": "The six Values."}
)


def values_of(six: Any, _: Mapping[str, Any]) -> tuple[Value, ...]:  # noqa: ANN401
    """The Values of a sheet; they stand in the same order on every one.  [SV-ROLE-06]"""
    rows: list[tuple[str, Any]] = [(name, getattr(six, name)) for name in VALUES]
    return tuple(Value(slug(name), name, rated(drive.rating), drive.says) for name, drive in rows)


SIX = InFile(Six, values_of, lambda sheet: {x.name: {"rating": written_die(x), "says": x.says} for x in sheet.values})


class Relationship(Row, frozen=True, gc=False, cache_hash=True):
    """What ties them to another Lead or a Feature: its id is that person's. A temporary one begins in play."""

    rating: Rated
    says: Annotated[str, InFile(Statement)]
    temporary: Annotated[bool, InFile(key="rating", read=lambda *_: False)] = False


class Asset(Row, frozen=True, gc=False, cache_hash=True):
    """What they are, can do or carry. A Limit is what an opponent aims at; a Special Effect is a name, and no die."""

    kind: AssetKind
    rating: Rated
    says: Annotated[str, InFile(Says)] = ""
    triggers: Annotated[tuple[Trigger, ...], Listed(most=4)] = ()
    limit: Annotated[str, InFile(Line)] = ""
    effects: Annotated[tuple[str, ...], InFile(up_to(200, Name))] = ()


class Resource(Row, frozen=True, gc=False, cache_hash=True):
    """A minor person or a place, the same on every sheet that has it: so many dice of one rating."""

    kind: ResourceKind
    rating: Rated
    dice: Annotated[int, Meta(ge=1, le=4)] = 2
    says: Annotated[str, InFile(Says)] = ""


class Sheet(Described, frozen=True, gc=False, cache_hash=True):
    """A Lead or a Feature as brought to the table; what of Stress and growth the last evening left is theirs from there on."""

    name: Annotated[str, InFile(Name), AT_TOP]
    values: Annotated[tuple[Value, ...], SIX]
    relationships: Annotated[tuple[Relationship, ...], Keyed(most=20)] = ()
    assets: Annotated[tuple[Asset, ...], Keyed(most=12, split="kind", into=ASSETS)] = ()
    resources: Annotated[tuple[Resource, ...], Keyed(most=12, split="kind", into=RESOURCES)] = ()
    stress: Stresses = ()
    growth: GrowthPool = ()


class Character(OfSide, frozen=True):
    """One character: a Lead, who takes a seat, or a Feature, whom the Watchtower runs."""

    sheet: Annotated[Sheet, Flatten(("sheet",))]
    side: Literal["lead", "feature"] = "lead"


def written_traits(sheet: Sheet) -> Iterator[tuple[Keys, Row]]:
    """All traits of a sheet, each with the keys of a file that lead to it."""
    yield from ((("sheet", "values", row.name), row) for row in sheet.values)
    yield from ((("sheet", "relationships", row.name), row) for row in sheet.relationships)
    yield from ((("sheet", dict(ASSETS)[row.kind], row.name), row) for row in sheet.assets)
    yield from ((("sheet", dict(RESOURCES)[row.kind], row.name), row) for row in sheet.resources)


def check_character(character: Character, path: str = "") -> Found:
    """Names that are free, each trait under its own, and what cannot be on an Asset of its kind."""
    sheet = character.sheet
    traits = [(at(path, *keys), row) for keys, row in written_traits(sheet)]
    found = misnamed([(at(path, "name"), sheet.name)], TAKEN) + misnamed((where, row.name) for where, row in traits)
    for where, row in traits:
        if isinstance(row, Relationship) and row.id == sheet.id:
            found.append((where, f"somebody else: this is the sheet of {sheet.name}"))
        if isinstance(row, Asset):
            found += [(at(where, *keys), expected) for keys, expected in _asset_faults(row)]
    return found


def _asset_faults(asset: Asset) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if asset.limit and asset.kind not in LIMITED:
        yield ("limit",), "nothing here: only an ability or a heritage has a limit"
    if asset.effects and asset.kind != "ability":
        yield ("effects",), "nothing here: only an ability has effects"
    for nth, trigger in enumerate(asset.triggers):
        yield from ((("triggers", nth, key), expected) for key, expected in triggers.trigger_faults(trigger))


class SceneCard(Row, frozen=True, gc=False, cache_hash=True):
    """A scene the Watchtower may frame, the Features in it, and where it is: a Location's name, or other words.

    `look` is how that is drawn, where the words do not say it.
    """

    says: Annotated[str, InFile(Says)] = ""
    features: Annotated[tuple[str, ...], Ref("features", "a feature of this series"), InFile(up_to(12, Name))] = ()
    place: Annotated[str, InFile(Line)] = ""
    aims: Annotated[tuple[str, ...], InFile(up_to(6, Line))] = ()
    look: Look = ()


class SeriesFile(Struct, frozen=True):
    """A series as it is written: its people by name, its scenes. `cast` holds those without a file of their own."""

    title: Name
    leads: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=12)]
    scenes: Annotated[tuple[SceneCard, ...], Listed(most=20)] = ()
    features: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    premise: Annotated[Says, IN_WORDS] = ""
    tone: Annotated[tuple[Line, ...], IN_WORDS, Meta(max_length=6)] = ()
    cast: Annotated[tuple[Character, ...], Listed(most=32)] = ()


class Series(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything a table plays from; the first scene is the one that opens an evening."""

    id: Annotated[str, SlugOf("title")]
    title: str
    premise: str
    leads: tuple[Sheet, ...]
    features: tuple[Sheet, ...]
    scenes: tuple[SceneCard, ...]
    tone: tuple[str, ...] = ()


def check_series(series: SeriesFile, path: str = "") -> Found:
    """Names that are free, and nobody twice in a scene; whether its sheets go together is seen when the table is made."""
    found = misnamed_people(series, ("leads", "features"), TAKEN, check_character, path)
    for nth, scene in enumerate(series.scenes):
        twice = [n for n, each in enumerate(scene.features) if each in scene.features[:n]]
        found += [(at(path, "scenes", nth, "features", n), "each name once") for n in twice]
    return found


HERE = "cliffhanger.games.smallville.files"
CHARACTER = Form("character", "A character of Smallville", Character, check_character, example(HERE, "character"))
SERIES = Form("series", "A series of Smallville", SeriesFile, check_series, example(HERE, "series"))
