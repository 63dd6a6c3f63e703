"""Characters of Cortex games as other programs keep them: the public schema `character`, version 0.1, in JSON.

Only its shape is known here: sets of traits, each trait with a die, a description, traits of its own and SFX. What a set
means is a game's to say. `custom` holds what a program adds under a key of its own; ours is `cliffhanger`.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from cliffhanger.kernel.files.names import Found, slug
from cliffhanger.kernel.files.positions import at
from cliffhanger.kernel.files.reader import unfit

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


def dated(character: Character, at: str) -> dict[str, Any]:
    """The plain values of a character as it is kept: with an id that follows from game and name, and the time (ISO 8601)."""
    known = sha256(f"urn:{OWN}:{slug(character.game)}:{slug(character.name)}".encode()).hexdigest()
    own = f"{known[:8]}-{known[8:12]}-8{known[12:15]}-a{known[15:18]}-{known[18:30]}"  # a UUID of version 8
    made = {"date_created": at, "date_modified": at, "date_touched": at}
    kept: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(character, id=own, **made))
    return kept


def rated(traits: tuple[Trait, ...], path: str) -> Iterator[tuple[str, Trait]]:
    """Traits and the traits within them, each with its path; one without a die that only holds others is none."""
    for nth, trait in enumerate(traits):
        here = at(path, nth)
        if trait.value or not trait.traits:
            yield here, trait
        yield from rated(trait.traits, at(here, "traits"))
