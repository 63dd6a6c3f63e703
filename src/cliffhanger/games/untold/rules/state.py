"""State of a table of Untold: people and what they have left, points, tales to tell, and the frames under way.

Only `verbs.py` replaces parts of people and things. Difficulty, Minimum Roll, Second Nature and the tally are never
stored: `tally.py` reads them off, so that nothing can go stale when a column is touched.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.games.untold.files.sheets import SceneCard, Sheet
from cliffhanger.games.untold.files.skills import Tree
from cliffhanger.games.untold.rules.derived_ratings import ASPECTS, AspectId
from cliffhanger.games.untold.rules.house import House
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.files.declaration import Ref
from cliffhanger.kernel.frames import Passing
from cliffhanger.kernel.game import Seat

GM = "gm"
Side = Literal["heroes", "villains"]
Resting = Literal["endurance", "tenacity", "vitality", "sanity", "devotion"]
Family = Literal["numbers", "shift", "reroll", "twelve"]
NoteKind = Literal["boon", "snag", "setback"]
Outcome = Literal["auto", "success", "mixed", "failure"]
FactKind = Literal["fact", "soften", "defense_up", "defense_down", "initiative", "brink", "restore", "sheet"]
OfCast = Annotated[str, Ref("cast", "somebody of the cast")]
Count = Annotated[int, Meta(ge=0)]
Points = Annotated[int, Meta(ge=0, le=99)]
SIDES: tuple[Side, Side] = ("heroes", "villains")


class Aspect(Struct, frozen=True, gc=False, cache_hash=True):
    """One store of somebody's: points spent, points lost to harm, and harm beyond the last of them."""

    id: AspectId
    spent: Count = 0
    damaged: Count = 0
    excess: Annotated[int, Meta(ge=0, le=9_999)] = 0

    @property
    def lost(self) -> int:
        """Columns look at the sum: spending and harm empty the same ones.  [UN-COL-03]"""
        return self.spent + self.damaged


WHOLE = tuple(Aspect(name) for name in ASPECTS)


class Held(Struct, frozen=True, gc=False, cache_hash=True):
    """A boon die that somebody passed on, and that waits for the next roll."""

    id: str
    giver: str


class Effect(Struct, frozen=True, gc=False, cache_hash=True):
    """Something that helps (-1) or hinders (+1 and more) for a while; with a skill it concerns that skill alone."""

    id: str
    text: str
    mr: Annotated[int, Meta(ge=-1, le=3, description="the Minimum Roll moved by -1 to 3")]
    skill: str = ""
    lasting: bool = False


class Note(Struct, frozen=True, gc=False, cache_hash=True):
    """Something to remember about somebody that no rule reads: a Defense Rating one better, a head start."""

    id: str
    text: str


class Rest(Struct, frozen=True, gc=False, cache_hash=True):
    """What somebody recovers just now, and the minutes gathered toward the next point."""

    what: Resting
    minutes: Annotated[int, Meta(ge=0, le=24 * 60 - 1)] = 0


class Person(Struct, frozen=True, gc=False, cache_hash=True):
    """Somebody of the cast. `deed` is what they accomplished last, until it is rewarded; `turns` their checks here."""

    id: str
    sheet: Sheet
    seat: Annotated[str, Ref("seats", "a seat at this table")]
    kind: Literal["pc", "adversary"]
    aspects: Annotated[tuple[Aspect, ...], Meta(min_length=4, max_length=4, description="four stores")] = WHOLE
    devotion_spent: Count = 0
    hero_points: Points = 0
    held: tuple[Held, ...] = ()
    effects: tuple[Effect, ...] = ()
    notes: tuple[Note, ...] = ()
    rest: Rest | None = None
    kept: tuple[Rest, ...] = ()
    here: bool = False
    deed: str = ""
    turns: Count = 0

    @property
    def name(self) -> str:
        """The name on the sheet."""
        return self.sheet.name

    @property
    def side(self) -> Side:
        """Whose points speak for this character."""
        return "heroes" if self.kind == "pc" else "villains"


class D12(Struct, frozen=True, gc=False, cache_hash=True):
    """One die of a check: its kind, and the face it shows.

    `lift` is a shift that counts for success alone, where the house says so. `parent` is the die whose 12 earned this
    one; `late` tells that it comes from a push.
    """

    id: str
    kind: Literal["ordinary", "boon", "pushed", "passed"]
    face: int
    lift: int = 0
    parent: str = ""
    late: bool = False

    @property
    def shows(self) -> int:
        """The face as it lies there."""
        return self.face + self.lift

    @property
    def locked(self) -> bool:
        """A 1 and a 12 stay as they are, but for a point that makes the die a 12."""
        return not 1 < self.shows < 12


class Spent(Struct, frozen=True, gc=False, cache_hash=True):
    """A point that was spent on a check: by whom, for which side, what it did, and whether for the check or against it."""

    who: str
    side: Side
    family: Family
    what: str
    way: int = 0


class Tale(Struct, frozen=True, gc=False, cache_hash=True):
    """A boon, a snag or a setback that waits to be told, and what was suggested for it."""

    id: str
    who: OfCast
    kind: NoteKind
    of: str
    ideas: tuple[str, ...] = ()


class Idea(Struct, frozen=True, gc=False, cache_hash=True):
    """What somebody suggests for a boon, a snag or a setback while the check still lies there."""

    kind: NoteKind
    text: str


class Proposal(Struct, frozen=True, gc=False, cache_hash=True):
    """What a player would have a Hero Point do, and for whom, or another sheet; the Game Master agrees or does not."""

    id: str
    who: OfCast
    what: FactKind
    text: str
    whom: OfCast = ""
    points: tuple[str, ...] = ()
    sheet: Sheet | None = None

    @property
    def rule(self) -> str:
        """The rule by which it is asked for."""
        return "UN-COR-03" if self.what == "sheet" else "UN-HRO-07"


class Lobby(Struct, frozen=True, gc=False, tag_field="frame", tag="lobby"):
    """Between scenes; lies under everything."""

    number: int = 0
    phase: Literal["between", "over"] = "between"


class Scene(Struct, frozen=True, gc=False, tag_field="frame", tag="scene"):
    """A scene under way: anybody may act, whoever has acted least is asked first.

    `made` are the goals that are reached, `short` those that somebody (the first) fell short of.
    """

    name: str
    number: int = 0
    phase: Literal["play"] = "play"
    card: str = ""
    checks: int = 0
    waits: int = 0
    made: tuple[str, ...] = ()
    short: tuple[tuple[str, str], ...] = ()


class Check(Struct, frozen=True, gc=False, tag_field="frame", tag="check"):
    """A check from its declaration to its outcome.

    `devoted`: devotion may be spent on it. `base` is the difficulty of the task (-1: not set yet), `mods` what helps and
    hinders (None: nobody has said yet), `moved` what points have made of it, `automatic` the
    successes they added. `first`, `second` and `devotion` were spent on it, `won` are the Hero Points that its boon dice
    have brought. `owed` are the dice whose 12 has its boon
    die coming; `cast` says what is in the air, `count` how many dice, `again` which lie there already. `choice` stands
    until the other side lets it stand, too: `stood` is what it was made at, `speak` who has nothing more to say.
    """

    who: OfCast
    skill: str
    goal: str
    number: int = 0
    phase: Literal["declared", "building", "auto", "roll", "boons", "window", "closing"] = "declared"
    broad: bool = False
    relies: tuple[str, ...] = ()
    tie: str = ""
    devoted: bool = True
    base: int = -1
    mods: tuple[str, ...] | None = None
    moved: int = 0
    automatic: int = 0
    first: int = 0
    second: int = 0
    devotion: int = 0
    won: int = 0
    dice: tuple[D12, ...] = ()
    owed: tuple[str, ...] = ()
    cast: Literal["pool", "boon", "push", "reroll"] = "pool"
    count: int = 0
    passed: int = 0
    again: tuple[str, ...] = ()
    rolled: bool = False
    pushed: bool = False
    anyway: bool = False
    spent: tuple[Spent, ...] = ()
    ideas: tuple[Idea, ...] = ()
    choice: Literal["", "auto", "accept", "mixed"] = ""
    stood: Literal["", "made", "one_short", "short"] = ""
    speak: Passing = Passing(SIDES)


Frame = Lobby | Scene | Check


class Shown(Struct, frozen=True, gc=False):
    """The last outcome, for the stage: its event, the dice that prove it, and the Minimum Roll they were held to.

    `told` is what it has brought, as far as the Game Master has said so: of each its kind and the words.
    """

    event: Event
    dice: tuple[D12, ...] = ()
    mr: int = 9
    sn: int = 0
    told: tuple[tuple[NoteKind, str], ...] = ()


class Table(Struct, frozen=True, gc=False):
    """The whole state of a table of Untold. `hero_spent` counts every Hero Point the players have spent together."""

    title: str
    premise: str
    seats: tuple[Seat, ...]
    house: House
    tree: Tree
    cast: tuple[Person, ...]
    cards: tuple[SceneCard, ...]
    stack: tuple[Frame, ...] = (Lobby(),)
    serial: int = 0
    news: tuple[Event, ...] = ()
    villain_points: Points = 1
    hero_spent: Count = 0
    scenes: Count = 0
    clock: Count = 0
    tales: tuple[Tale, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    shown: Shown | None = None
    made: Count = 0
