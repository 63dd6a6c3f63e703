"""What people bring to the table: skills, sheets and settings, as the rules read them.

Everything here is frozen and hashable: a state refers to a sheet and never changes it. How it is written in a file
stands in `forms.py`; what follows from a sheet stands in `derived.py`.
"""

from typing import Literal

from msgspec import Struct

Realm = Literal["body", "mind"]
REALMS: tuple[Realm, Realm] = ("body", "mind")


class Skill(Struct, frozen=True, gc=False, cache_hash=True):
    """A skill there is: a broad one, or a sub-skill under one broad skill. `ours`: the text does not name it.

    `special` marks a broad skill beyond the sixteen, such as a magic of the setting; it belongs to its realm all the
    same.
    """

    id: str
    name: str
    realm: Realm
    under: str = ""
    special: bool = False
    ours: bool = True


class Tree(Struct, frozen=True, gc=False, cache_hash=True):
    """All skills of a setting, each broad skill before its sub-skills."""

    rows: tuple[Skill, ...] = ()


class Learned(Struct, frozen=True, gc=False, cache_hash=True):
    """A skill on a sheet: its own rank; `sn` is a Second Nature the Game Master has set, -1 the usual third."""

    id: str
    name: str
    realm: Realm
    under: str = ""
    rank: int = 0
    sn: int = -1


class Trait(Struct, frozen=True, gc=False, cache_hash=True):
    """A strength or a weakness."""

    id: str
    name: str
    says: str = ""


class Technique(Struct, frozen=True, gc=False, cache_hash=True):
    """Something practised: it helps in one sub-skill, and there alone."""

    id: str
    name: str
    skill: str
    says: str = ""


class Moral(Struct, frozen=True, gc=False, cache_hash=True):
    """One aspect of a Moral Code, and how deep it goes."""

    id: str
    name: str
    level: int


class Sheet(Struct, frozen=True, gc=False, cache_hash=True):
    """A character as brought to the table: skills, strengths, weaknesses, goals, a moral code.  [UN-COR-03]"""

    id: str
    name: str
    skills: tuple[Learned, ...]
    strengths: tuple[Trait, ...] = ()
    weaknesses: tuple[Trait, ...] = ()
    techniques: tuple[Technique, ...] = ()
    moral_code: tuple[Moral, ...] = ()
    tagline: str = ""
    goals: tuple[str, ...] = ()
    who: str = ""


class SceneCard(Struct, frozen=True, gc=False, cache_hash=True):
    """A scene the Game Master may open, and the ids of the adversaries in it."""

    id: str
    name: str
    says: str = ""
    adversaries: tuple[str, ...] = ()


class Setting(Struct, frozen=True, gc=False, cache_hash=True):
    """Everything a table plays from."""

    id: str
    title: str
    premise: str
    tree: Tree
    heroes: tuple[Sheet, ...]
    adversaries: tuple[Sheet, ...]
    scenes: tuple[SceneCard, ...]
    tone: tuple[str, ...] = ()
