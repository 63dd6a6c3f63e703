"""State of a table of Smallville: people with their Stress and points, Trouble, and the frames under way.

Only `verbs.py` replaces parts of people and of the table. A rating is the size of a die: 4, 6, 8, 10 or 12; 0 is none,
where a trait can be gone.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.games.smallville.files.sheets import SceneCard, Sheet
from cliffhanger.games.smallville.files.triggers import KINDS, Rating
from cliffhanger.games.smallville.files.triggers import Kind as StressKind
from cliffhanger.games.smallville.rules.house import House
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.files.declaration import Ref
from cliffhanger.kernel.frames import Passing
from cliffhanger.kernel.game import Seat

WATCHTOWER = "watchtower"
Box = Literal["value", "relationship", "asset", "their_stress", "own_stress"]
Ids = tuple[str, ...]
OfCast = Annotated[str, Ref("cast", "somebody of the cast")]
OfSeats = Annotated[str, Ref("seats", "a seat at this table")]
Count = Annotated[int, Meta(ge=0, le=9_999)]
Level = Annotated[Literal[0, 4, 6, 8, 10, 12], Meta(description="none (0) or the size of a die: 4, 6, 8, 10 or 12")]


class Stress(Struct, frozen=True, gc=False, cache_hash=True):
    """How far somebody is afraid, angry, exhausted, insecure or injured."""

    id: StressKind
    rating: Level = 0


CALM = tuple(Stress(kind) for kind in KINDS)


class Person(Struct, frozen=True, gc=False, cache_hash=True):
    """Somebody of the cast, as the episode has left them.

    `points` may be spent, `locked` ones when what is under way has closed; the Watchtower's people have no count.
    `turns` are the Contests they began in this scene or let others begin.
    """

    id: str
    sheet: Sheet
    seat: OfSeats
    kind: Literal["lead", "feature"]
    stress: Annotated[tuple[Stress, ...], Meta(min_length=5, max_length=5, description="five kinds of Stress")] = CALM
    points: Count = 0
    locked: Count = 0
    growth: tuple[Rating, ...] = ()
    here: bool = False
    stressed_out: bool = False
    how: str = ""
    turns: Count = 0

    @property
    def name(self) -> str:
        """The name on the sheet."""
        return self.sheet.name


class Die(Struct, frozen=True, gc=False, cache_hash=True):
    """One die of a pool: the trait it comes from, its size, the face it shows (0: not rolled), and whether it counts."""

    trait: str
    name: str
    size: Rating
    face: Annotated[int, Meta(ge=0, le=12)] = 0
    counts: bool = False


class Side(Struct, frozen=True, gc=False, cache_hash=True):
    """One side of a Contest: who, what they are after, and their last roll.

    `total` is -1 before it; `kept` are the traits they have paid for. `fell` is the number of the step in which the dice
    fell, and tells one throw from every other.
    """

    who: OfCast
    aim: str = ""
    dice: tuple[Die, ...] = ()
    total: int = -1
    kept: Ids = ()
    fell: int = 0

    @property
    def chosen(self) -> Ids:
        """The traits of the last roll: what lies ready for the next one.  [SV-POOL-11]"""
        return tuple(dict.fromkeys(die.trait for die in self.dice))


class Lobby(Struct, frozen=True, gc=False, tag_field="frame", tag="lobby"):
    """Between scenes; lies under everything."""

    number: int = 0
    phase: Literal["between", "over"] = "between"


class Bonds(Struct, frozen=True, gc=False):
    """What somebody's Relationships came to at the beginning of an episode; -1 before the roll."""

    id: OfCast
    total: int = -1


class Setup(Struct, frozen=True, gc=False, tag_field="frame", tag="setup"):
    """The beginning of an episode: each Lead rolls their Relationships, and has points by how that went."""

    number: int = 0
    phase: Literal["roll"] = "roll"
    rolls: tuple[Bonds, ...] = ()


class Scene(Struct, frozen=True, gc=False, tag_field="frame", tag="scene"):
    """A scene under way. `first` are the seats that may begin the next Contest before those of `held` do."""

    name: str
    number: int = 0
    phase: Literal["play"] = "play"
    card: str = ""
    first: Ids = ()
    held: Ids = ()
    waits: Count = 0


class Rung(Struct, frozen=True, gc=False, cache_hash=True):
    """One Result on the ladder of a Contest."""

    who: OfCast
    total: int
    dice: tuple[Die, ...] = ()
    fell: int = 0


class Contest(Struct, frozen=True, gc=False, tag_field="frame", tag="contest"):
    """A Contest: the side that acts stands first, and what it rolled last is to be beaten; `swaps` counts how often
    the sides have changed.

    `stake` is the Drive it is about. `granted`: somebody has given in. `rungs` are the Results so far.
    """

    stake: str
    sides: tuple[Side, Side]
    number: int = 0
    phase: Literal["act", "pending", "lost", "spite", "close"] = "act"
    swaps: Count = 0
    granted: bool = False
    rungs: tuple[Rung, ...] = ()


class Pool(Struct, frozen=True, gc=False, tag_field="frame", tag="pool"):
    """One roll from its building to its Result: the same for acting and for answering.

    `kept` are traits paid for earlier, `ones` the sizes of the Complications that nobody has taken up yet, `speak` who
    may still cut Trouble for one of them, `total` the Result once it is fixed.
    """

    who: OfCast
    against: OfCast
    purpose: Literal["act", "react"]
    number: int = 0
    phase: Literal["build", "roll", "buy", "complications", "done"] = "build"
    dice: tuple[Die, ...] = ()
    kept: Ids = ()
    start: Ids = ()
    aim: str = ""
    total: int = 0
    ones: tuple[Rating, ...] = ()
    speak: Passing = Passing(())
    fell: int = 0


class Hurt(Struct, frozen=True, gc=False, tag_field="frame", tag="hurt"):
    """Somebody is about to be hurt: the Stress Pool, by how much the roll was won, and what is left open to them."""

    by: OfCast
    target: OfCast
    dice: tuple[Rating, ...]
    number: int = 0
    phase: Literal["declare", "late", "roll", "tie", "drop", "how", "meanwhile", "done"] = "declare"
    may_out: bool = False
    may_late: bool = False
    kind: StressKind | Literal[""] = ""
    out: bool = False
    faces: tuple[int, ...] = ()
    fell: int = 0


Frame = Lobby | Setup | Scene | Contest | Pool | Hurt


class Shown(Struct, frozen=True, gc=False):
    """What was settled last, for the stage: its event, and the Results that prove it."""

    event: Event
    rungs: tuple[Rung, ...] = ()


class Table(Struct, frozen=True, gc=False):
    """The whole state of a table of Smallville."""

    title: str
    premise: str
    seats: tuple[Seat, ...]
    house: House
    cast: tuple[Person, ...]
    cards: tuple[SceneCard, ...]
    stack: tuple[Frame, ...] = (Lobby(),)
    serial: int = 0
    news: tuple[Event, ...] = ()
    episode: Count = 0
    scenes: Count = 0
    trouble: Annotated[tuple[Rating, ...], Meta(min_length=2, max_length=99, description="two dice at least")] = (6, 6)
    shown: Shown | None = None
