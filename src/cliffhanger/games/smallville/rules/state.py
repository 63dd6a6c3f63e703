"""State of a table of Smallville: people with their Stress and points, Trouble, and the frames under way.

What several chapters do to people and to Trouble stands in `verbs.py`. A rating is the size of a die: 4, 6, 8, 10 or 12;
0 is none, where a trait can be gone.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.games.smallville.files.sheets import Relationship, SceneCard, Sheet
from cliffhanger.games.smallville.files.triggers import STRESSES, Level, Rating, Stress, StressKind
from cliffhanger.games.smallville.rules.house import House
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.files.declaration import Ref
from cliffhanger.kernel.frames import Passing
from cliffhanger.kernel.game import Seat

WATCHTOWER = "watchtower"
Ids = tuple[str, ...]
Given = Literal["point", "resource", "trouble", "growth", "challenged", "detail", "lent", "tie", "trigger", "stress"]
Hurting = Literal["declare", "late", "increase", "decrease", "roll", "tie", "drop", "how", "meanwhile", "done"]
Purpose = Literal["act", "react", "claim", "interfere", "again", "aid", "trouble", "test", "relief"]
GrowthKind = Literal["distinction", "ability", "heritage", "gear", "extra", "location", "relationship"]
OfCast = Annotated[str, Ref("cast", "somebody of the cast")]
OfSeats = Annotated[str, Ref("seats", "a seat at this table")]
Count = Annotated[int, Meta(ge=0, le=9_999)]
CALM = tuple(Stress(kind) for kind in STRESSES)


class Drive(Struct, frozen=True, gc=False, cache_hash=True):
    """A Value or Relationship that is not as the episode found it: its rating now, and how it came to that.

    `challenged`: it was acted against; `fell`: that has stepped it down; `volunteered`: its owner has.
    """

    id: str
    rating: Rating
    challenged: bool = False
    fell: bool = False
    volunteered: bool = False


class Detail(Struct, frozen=True, gc=False, cache_hash=True):
    """A Useful Detail: it lasts as long as the scene; `users` may roll it for nothing, `paid` got the point ("" is the Watchtower)."""

    id: str
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    rating: Rating
    users: tuple[OfCast, ...] = ()
    paid: OfCast = ""


class Person(Struct, frozen=True, gc=False, cache_hash=True):
    """Somebody of the cast, as the episode has left them.

    `points` may be spent, `locked` ones when what is under way has closed; the Watchtower's people have no count. `ties`
    are Relationships made in play. Of this scene are `details`, `turns` (the Contests they began),
    `tried` (whom they tried to relieve of what, "ben/angry"), `used` (triggers) and `volunteered`.
    """

    id: str
    sheet: Sheet
    seat: OfSeats
    kind: Literal["lead", "feature"]
    stress: Annotated[tuple[Stress, ...], Meta(min_length=5, max_length=5, description="five kinds of Stress")] = CALM
    points: Count = 0
    locked: Count = 0
    growth: tuple[Rating, ...] = ()
    drives: tuple[Drive, ...] = ()
    ties: tuple[Relationship, ...] = ()
    details: tuple[Detail, ...] = ()
    here: bool = False
    stressed_out: bool = False
    how: str = ""
    turns: Count = 0
    tried: Ids = ()
    used: Ids = ()
    volunteered: bool = False

    @property
    def name(self) -> str:
        """The name on the sheet."""
        return self.sheet.name


class Die(Struct, frozen=True, gc=False, cache_hash=True):
    """One die of a pool: the trait it comes from, its size, the face it shows (0: not rolled), and whether it counts.

    `taken`: by whom its one was taken up.
    """

    trait: str
    name: str
    size: Rating
    face: Annotated[int, Meta(ge=0, le=12)] = 0
    counts: bool = False
    taken: str = ""


class Side(Struct, frozen=True, gc=False, cache_hash=True):
    """Somebody who rolls, in a Contest one of the two sides: who, what they are after, and their last roll.

    `who` is "" for Trouble, `total` the Result of the roll, -1 before it; `kept` are the traits they have paid for,
    `against_drives` what they have acted against, `said` their line with it. `fell` is the number of the step in which
    the dice fell, and tells one throw from every other.
    """

    who: OfCast = ""
    aim: str = ""
    dice: tuple[Die, ...] = ()
    bonus: tuple[Die, ...] = ()
    total: int = -1
    kept: Ids = ()
    against_drives: Ids = ()
    fell: int = 0
    said: str = ""

    @property
    def chosen(self) -> Ids:
        """The traits of the last roll: what lies ready for the next one.  [SV-POOL-11]"""
        return tuple(dict.fromkeys(die.trait for die in self.dice))


class Lobby(Struct, frozen=True, gc=False, tag_field="frame", tag="lobby"):
    """Between scenes; lies under everything."""

    number: int = 0
    phase: Literal["between", "over"] = "between"


class Setup(Struct, frozen=True, gc=False, tag_field="frame", tag="setup"):
    """The beginning of an episode: each Lead rolls their Relationships, and has points by how that went."""

    number: int = 0
    phase: Literal["roll"] = "roll"
    rolls: tuple[Side, ...] = ()


class Due(Struct, frozen=True, gc=False, cache_hash=True, order=True):
    """A Drive of somebody's: one acted against steps down when what is under way closes."""

    who: OfCast
    drive: str


class Wish(Struct, frozen=True, gc=False, cache_hash=True):
    """What somebody would have grown: a trait of theirs by its id, or a new one of this kind and name."""

    kind: GrowthKind
    trait: str = ""
    name: str = ""
    says: str = ""


class LifePath(Struct, frozen=True, gc=False, tag_field="frame", tag="life_path"):
    """The map is made together; `turn` counts whose turn it is, over all rounds."""

    number: int = 0
    phase: Literal["add"] = "add"
    turn: Annotated[int, Meta(ge=0, le=99)] = 0


class Ending(Struct, frozen=True, gc=False, tag_field="frame", tag="ending"):
    """The end of an episode: epilogues, statements, Values that rise, Relationships that stay, and growth, one by one.

    `speak` are those who have something left to say in this phase (ids of people), `worst` the highest Stress of each
    of the cast before it stepped down, `rise` the Values that stayed down and lift another each, `wish` what is rolled for: against it
    `target` has been rolled.
    """

    number: int = 0
    phase: Literal["epilogue", "rewrite", "rise", "keep", "grow", "against", "growth", "lose", "close"] = "epilogue"
    speak: tuple[OfCast, ...] = ()
    worst: tuple[Level, ...] = ()
    rise: tuple[Due, ...] = ()
    wish: Wish | None = None
    target: int = -1


class Scene(Struct, frozen=True, gc=False, tag_field="frame", tag="scene"):
    """A scene under way, and what the trouble is: `whose` it is has begun first.

    `first` are the seats that may begin before those of `held` do; who has `passed` lets somebody else begin. `place` is
    where it is, `look` how that is drawn; `aims` are words to start from.
    """

    name: str
    number: int = 0
    phase: Literal["play"] = "play"
    card: str = ""
    says: str = ""
    first: Ids = ()
    held: Ids = ()
    passed: Ids = ()
    waits: Count = 0
    whose: OfCast = ""
    place: str = ""
    look: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()


class Claim(Struct, frozen=True, gc=False, cache_hash=True):
    """Somebody who would act, too: what they want of whom, and, once they have rolled, all of their roll."""

    id: OfCast
    aim: str
    of: OfCast
    rolled: "Pool | None" = None


class Contest(Struct, frozen=True, gc=False, tag_field="frame", tag="contest"):
    """A Contest: the side that acts stands first, and what it rolled last is to be beaten.

    `stake` is the Drive it is about, `swaps` counts how often the sides have changed. `granted`: somebody has given in.
    `rungs` are the Results so far, `claims` those who would act, the starter among them, while that is open. `tried` have
    stepped in, in vain.
    """

    stake: str
    sides: tuple[Side, Side]
    number: int = 0
    phase: Literal["act", "who", "pending", "raise", "lost", "spite", "close"] = "act"
    swaps: Count = 0
    granted: bool = False
    rungs: tuple[Side, ...] = ()
    due: tuple[Due, ...] = ()
    claims: tuple[Claim, ...] = ()
    tried: Ids = ()


class Interference(Struct, frozen=True, gc=False, tag_field="frame", tag="interference"):
    """Somebody steps between: their roll, whether the two go on all the same, and what all three roll then.

    `sides` are the actor, the reactor and whoever steps in, `again` the sides as they rolled once more; `agreed` have
    said that they go on, `hurts` counts who has had their chance to hurt.
    """

    who: OfCast
    against: OfCast
    number: int = 0
    phase: Literal["roll", "stopped", "again", "hurt"] = "roll"
    sides: tuple[Side, ...] = ()
    agreed: tuple[OfCast, ...] = ()
    again: tuple[Side, ...] = ()
    hurts: Count = 0


class Trial(Struct, frozen=True, gc=False, tag_field="frame", tag="test"):
    """A Test: Trouble rolls, then the Lead; `total` is what Trouble came to, `rungs` are the Results so far."""

    who: OfCast
    goal: str
    number: int = 0
    phase: Literal["trouble", "pending", "close"] = "trouble"
    total: int = -1
    rungs: tuple[Side, ...] = ()
    due: tuple[Due, ...] = ()


class Relief(Struct, frozen=True, gc=False, tag_field="frame", tag="relief"):
    """Somebody helps somebody over one kind of Stress, or has an `extra` do it: `total` is the helper's Result."""

    who: OfCast
    patient: OfCast
    kind: StressKind
    deed: str = ""
    extra: str = ""
    number: int = 0
    phase: Literal["consent", "helper", "patient", "close"] = "consent"
    total: int = -1
    rungs: tuple[Side, ...] = ()
    due: tuple[Due, ...] = ()


class Deed(Struct, frozen=True, gc=False, cache_hash=True):
    """Something that was given for a roll, so that it can be given back if the roll turns out never to have been.

    A point to somebody (below none: one that was earned), a die of a Resource, a die of Trouble (`of` is "refilled" where
    another came for it), a die of growth for a Drive acted against, that it was for the first time, a detail, the use of
    somebody else's, a Relationship, a trigger, Stress that it took: `n` is how much, or the size of the die. `by` is
    whoever gave it: the one who rolls, or somebody who helps.
    """

    what: Given
    of: str = ""
    n: int = 0
    by: OfCast = ""


class Pool(Struct, frozen=True, gc=False, tag_field="frame", tag="pool"):
    """One roll from its building to its Result: the same whoever rolls, and whatever for.

    `who` is "" for Trouble, `payee` "" for the Watchtower. `box`: the other side's Stress may be rolled, and `aims` of
    their Limits be aimed at. `kept` are traits paid for earlier, `against_drives` count as three dice, `limit` waits for
    the other side to agree to it. `extra` are dice of triggers, `bonus` dice that go straight to the Result, help among
    them, from whoever has `aided`; it has `begun` once a die of theirs, a Resource's or (by the house) a helper's fell.
    `ones` are the sizes of the Complications that nobody has taken up yet, `speak` who may still cut Trouble for one of
    them, `total` the Result once it is fixed.
    """

    who: OfCast = ""
    against: OfCast = ""
    purpose: Purpose = "act"
    number: int = 0
    phase: Literal["build", "limit", "judge", "roll", "buy", "complications", "done"] = "build"
    payee: OfCast = ""
    box: bool = True
    aims: Count = 1
    dice: tuple[Die, ...] = ()
    kept: Ids = ()
    start: Ids = ()
    against_drives: Ids = ()
    limit: str = ""
    extra: tuple[Die, ...] = ()
    bonus: tuple[Die, ...] = ()
    aided: Ids = ()
    begun: bool = False
    deeds: tuple[Deed, ...] = ()
    aim: str = ""
    total: int = 0
    ones: tuple[Rating, ...] = ()
    speak: Passing = Passing(())
    fell: int = 0
    said: str = ""


class Loan(Struct, frozen=True, gc=False, tag_field="frame", tag="loan"):
    """Dice that are rolled apart and go straight to a Result: of a Resource, of somebody else's, or of Trouble.

    `sizes` are in the air; `faces` lie there while it is chosen which of them count.
    """

    who: OfCast = ""
    of: str = ""
    sizes: tuple[Rating, ...] = ()
    number: int = 0
    phase: Literal["roll", "choose"] = "roll"
    way: Literal["resource", "foreign", "trouble"] = "resource"
    faces: tuple[int, ...] = ()


class Hurt(Struct, frozen=True, gc=False, tag_field="frame", tag="hurt"):
    """Somebody is about to be hurt: the Stress Pool, and what is left open to them; `by` is "" for Trouble.

    With `spite` the largest die goes to Trouble before it is rolled.
    """

    by: OfCast = ""
    target: OfCast = ""
    dice: tuple[Rating, ...] = ()
    number: int = 0
    phase: Hurting = "declare"
    may_out: bool = False
    may_late: bool = False
    may_skip: bool = False
    spite: bool = False
    kind: StressKind | Literal[""] = ""
    out: bool = False
    faces: tuple[int, ...] = ()
    fell: int = 0


Frame = Lobby | LifePath | Setup | Ending | Scene | Contest | Interference | Trial | Relief | Pool | Loan | Hurt


class Shown(Struct, frozen=True, gc=False):
    """What was settled last, for the stage: its event, and the Results that prove it."""

    event: Event
    rungs: tuple[Side, ...] = ()


class Spent(Struct, frozen=True, gc=False, cache_hash=True):
    """How many dice of a Resource are erased, on every sheet that has it, until the next episode begins."""

    id: str
    dice: Annotated[int, Meta(ge=1, le=4)]


class Table(Struct, frozen=True, gc=False):
    """The whole state of a table of Smallville; `opened` are the scenes of the series that there have been.

    Of this episode are `had`, the scenes that are over, and `pressed`, the Drives that were at stake.
    """

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
    ended: bool = False
    mapped: bool = False
    scenes: Count = 0
    trouble: Annotated[tuple[Rating, ...], Meta(min_length=2, max_length=99, description="two dice at least")] = (6, 6)
    spent: tuple[Spent, ...] = ()
    made: Count = 0
    shown: Shown | None = None
    opened: Ids = ()
    had: tuple[Scene, ...] = ()
    pressed: tuple[Due, ...] = ()
