"""What people bring to the table: the sheets of characters and the cards of a film, as the rules read them.

Everything here is frozen and hashable: a state refers to a sheet and never changes it. How it is written in a file
stands in `forms.py`.
"""

from typing import Literal

from msgspec import Struct

StrainType = Literal["V", "P"]
TAXED = {"V": "Vigor", "P": "Potency"}
"""The attribute that strain and damage of each type go to."""
Use = Literal["attack", "check", "setup", "task", "oppose", "convince", "restrain", "defend"]


class Rating(Struct, frozen=True, gc=False, cache_hash=True):
    """An attribute: the dice it adds to a skill."""

    id: str
    name: str
    rating: int


class Skill(Struct, frozen=True, gc=False, cache_hash=True):
    """A skill: the dice it adds to an attribute; one that is not physical is open to a character who is held."""

    id: str
    name: str
    rating: int
    physical: bool = True


class Power(Struct, frozen=True, gc=False, cache_hash=True):
    """A power, or an item of gear.

    `skill` and `attribute` are the ids of its pair; empty leaves that half open. `strain` taxes Vigor (V) or Potency
    (P). `resist` is what may stand in for Defense against its ongoing damage, `against` what meets its attack, `damage`
    the counter it hurts. `active` says that it is worn or switched on from the start.
    """

    id: str
    name: str
    strain: int = 0
    strain_type: StrainType = "V"
    skill: str = ""
    attribute: str = ""
    uses: tuple[Use, ...] = ()
    range: Literal["set", "scene"] = "set"
    ongoing: bool = False
    resist: Literal["", "V", "P"] = ""
    against: Literal["defense", "vigor", "potency"] = "defense"
    damage: StrainType = "V"
    damage_bonus: int = 0
    targets: int = 1
    physical: bool = True
    active: bool = False
    gear: bool = False
    says: str = ""


class Sheet(Struct, frozen=True, gc=False, cache_hash=True):
    """A character as brought to the table; `limit_v` and `limit_p` are the damage that takes it out."""

    id: str
    name: str
    attributes: tuple[Rating, ...]
    skills: tuple[Skill, ...]
    defense: int
    vigor: int
    potency: int
    protection: int
    limit_v: int
    limit_p: int
    powers: tuple[Power, ...] = ()
    tagline: str = ""
    goals: tuple[str, ...] = ()
    who: str = ""


class Impediment(Struct, frozen=True, gc=False, cache_hash=True):
    """A condition of one Set: `penalty` fewer dice on actions there, or only on those its tag names."""

    id: str
    text: str
    penalty: int
    tag: str = ""


class Place(Struct, frozen=True, gc=False, cache_hash=True):
    """A Set: one location within a scene."""

    id: str
    name: str
    says: str = ""
    impediments: tuple[Impediment, ...] = ()


class TaskCard(Struct, frozen=True, gc=False, cache_hash=True):
    """An extended check a scene holds ready: the successes it takes in all."""

    name: str
    required: int
    says: str = ""


class SceneCard(Struct, frozen=True, gc=False, cache_hash=True):
    """A scene the Director may open: the ids of its Sets and of the opponents in it, and its tasks."""

    id: str
    name: str
    says: str = ""
    sets: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    tasks: tuple[TaskCard, ...] = ()


class Film(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything a table plays from."""

    id: str
    title: str
    logline: str = ""
    tone_lines: tuple[str, ...] = ()
    leads: tuple[Sheet, ...] = ()
    opponents: tuple[Sheet, ...] = ()
    sets: tuple[Place, ...] = ()
    scenes: tuple[SceneCard, ...] = ()
