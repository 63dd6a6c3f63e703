"""Characters of Cortex games as other programs keep them: the public schema `character`, version 0.1, in JSON.

Its shape is known here: sets of traits, each trait with a die, a description, traits of its own and SFX. What a set means on
a sheet is a game's to say. `custom` holds what a program adds under a key of its own; ours is `cliffhanger`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from cliffhanger.kernel.files.names import Found, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import unfit
from cliffhanger.kernel.game import Foreign

SCHEMA = "https://cortex.engard.me/schema/0.1/character.schema.json"
OWN = "cliffhanger"
NO_PICTURE = "data:,"
Custom = dict[str, Any]


class Sfx(Struct, frozen=True, kw_only=True):
    """Something that a trait, or a set of them, can do."""

    name: str
    description: str = ""
    tags: tuple[str, ...] = ()
    custom: Custom = {}


class Trait(Struct, frozen=True, kw_only=True):
    """One trait: `value` is the size of its die, 0 where it has none."""

    name: str
    value: int = 0
    description: str = ""
    traits: "tuple[Trait, ...]" = ()
    sfx: tuple[Sfx | Literal["hinder"], ...] = ()
    tags: tuple[str, ...] = ()
    custom: Custom = {}


class TraitSet(Struct, frozen=True, kw_only=True, rename="camel"):
    """Traits of one kind."""

    name: str
    description: str = ""
    noun_singular: str = ""
    noun_plural: str = ""
    traits: tuple[Trait, ...] = ()
    sfx: tuple[Sfx, ...] = ()
    tags: tuple[str, ...] = ()
    custom: Custom = {}


class Portrait(Struct, frozen=True, kw_only=True):
    """A picture."""

    url: str = NO_PICTURE
    alt: str = ""
    tags: tuple[str, ...] = ()
    custom: Custom = {}


class Character(Struct, frozen=True, kw_only=True, rename="camel"):
    """One character; what older files leave out has a default."""

    schema: str = field(default=SCHEMA, name="$schema")
    version: Literal["0.1", 0] = "0.1"
    id: str = ""
    date_created: str = ""
    date_modified: str = ""
    date_touched: str = ""
    name: str
    game: str = ""
    pronouns: str = ""
    description: str = ""
    trait_sets: tuple[TraitSet, ...]
    portrait: Portrait = Portrait()
    plot_points: int = 0
    notes: str = ""
    tags: tuple[str, ...] = ()
    custom: Custom = {}


def character(values: Any) -> Character | Found:  # noqa: ANN401  (what JSON holds)
    """The character that plain values describe, or all that does not fit the schema, by its path."""
    try:
        return msgspec.convert(values, Character)
    except msgspec.ValidationError as wrong:
        return unfit(Character, values) or [("", str(wrong))]


def own(custom: Custom) -> dict[str, Any]:
    """What this program has kept there."""
    kept = custom.get(OWN)
    return kept if isinstance(kept, dict) else {}


# --- reading --------------------------------------------------------------------------------------------------


class Reading:
    """A sheet on its way here: its plain values so far, where they came from, what is left out, and what cannot be."""

    def __init__(self, game: str) -> None:
        self.sheet: dict[str, Any] = {}
        self.places = {"sheet": "traitSets", "name": "name", "words.tagline": "description", "words.who": "notes"}
        self.places |= {"words.goals": f"custom.{OWN}.goals", "side": f"custom.{OWN}.side"}
        self.left: Found = []
        self.faults: Found = []
        self.game = game

    def leave(self, path: str, more: str = "") -> None:
        """Leave something out, and tell it."""
        self.left.append((path, f"left out: it has no place on a sheet of {self.game}{more}"))

    def die(self, key: str, trait: Trait, here: str) -> None:
        """Add the die of a trait to a list of dice."""
        dice = self.sheet.setdefault(key, [])
        self.places[at("sheet", key, len(dice))] = at(here, "value")
        dice.append(f"d{trait.value}")

    def named(self, key: str, name: str, value: Any, here: str) -> Any:  # noqa: ANN401
        """Add something under its name, which no other may have; gives it back."""
        rows = self.sheet.setdefault(key, {})
        if name in rows:
            self.faults.append((at(here, "name"), "another name: this set has one like it"))
        ours = at("sheet", key, name)
        self.places |= {ours: at(here, "name")}
        self.places |= {at(ours, "rating"): at(here, "value"), at(ours, "says"): at(here, "description")}
        rows[name] = value
        return value

    def listed(self, key: str, name: str, part: str, value: Any, there: str) -> None:  # noqa: ANN401
        """Add something to a list of a named row."""
        row = self.sheet[key][name]
        self.places[at("sheet", key, name, part, len(row.setdefault(part, [])))] = there
        row[part].append(value)


def read(
    values: Any,  # noqa: ANN401
    game: str,
    known: Mapping[str, str],
    add: Callable[[Reading, str, Trait, str], None],
) -> Foreign | Found:
    """The plain values of our file of a character. `known` are keys of a sheet by what their set may be called there, in
    small letters; `add` puts a trait of such a set, that stands at a path there, on the sheet under that key.
    """
    there = character(values)
    if isinstance(there, list):
        return there
    reading = Reading(game)
    for nth, given in enumerate(there.trait_sets):
        path, key = at("traitSets", nth), known.get(given.name.strip().casefold())
        if key is None:
            reading.leave(at(path, "name"), f": there go {', '.join(known)}")
            continue
        for n in range(len(given.sfx)):
            reading.leave(at(path, "sfx", n))
        reading.places.setdefault(at("sheet", key), path)
        for here, trait in rated(given.traits, at(path, "traits")):
            add(reading, key, trait, here)
    for key, said in (
        ("pronouns", there.pronouns),
        ("portrait", there.portrait.url != NO_PICTURE),
        ("plotPoints", there.plot_points),
    ):
        if said:
            reading.leave(key)
    kept = own(there.custom)
    words = {"tagline": there.description, "who": there.notes, "goals": kept.get("goals", [])}
    body = {"name": there.name, "sheet": reading.sheet, "words": words}
    body |= {"side": kept["side"]} if "side" in kept else {}
    return reading.faults or Foreign(body, reading.places, reading.left)


def rated(traits: tuple[Trait, ...], path: str) -> Iterator[tuple[str, Trait]]:
    """Traits and the traits within them, each with its path; one without a die that only holds others is none."""
    for nth, trait in enumerate(traits):
        here = at(path, nth)
        if trait.value or not trait.traits:
            yield here, trait
        yield from rated(trait.traits, at(here, "traits"))


# --- writing --------------------------------------------------------------------------------------------------


def trait_set(name: str, one: str, traits: Iterable[Trait]) -> TraitSet:
    """Traits of one kind, with the noun for one of them."""
    return TraitSet(name=name, noun_singular=one, noun_plural=name, traits=tuple(traits))


def written(values: dict[str, Any], game: str, sets: Iterable[TraitSet], now: str) -> dict[str, Any]:
    """What another program keeps, of the plain values of our file: with an id that follows from game and name, and the time."""
    name, words = values["name"], values.get("words", {})
    known = sha256(f"urn:{OWN}:{slug(game)}:{slug(name)}".encode()).hexdigest()
    kept = {"goals": words.get("goals", [])} | {key: values[key] for key in ("side",) if key in values}
    made = Character(
        id=f"{known[:8]}-{known[8:12]}-8{known[12:15]}-a{known[15:18]}-{known[18:30]}",  # a UUID of version 8
        date_created=now,
        date_modified=now,
        date_touched=now,
        name=name,
        game=game,
        description=words.get("tagline", ""),
        trait_sets=tuple(sets),
        notes=words.get("who", ""),
        custom={OWN: kept},
    )
    plain: dict[str, Any] = msgspec.to_builtins(made)
    return plain
