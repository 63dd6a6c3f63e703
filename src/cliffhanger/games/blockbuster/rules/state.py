"""State of a table: people, Sets, tracks, and the frames of the procedures under way.

Only `verbs.py` replaces parts of people and things. Ids are names of rows; rows that have no order of their own are
kept in the order of the cast, so that equal positions are equal values.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.games.blockbuster.files.sheets import Place, SceneCard, Sheet
from cliffhanger.games.blockbuster.rules.house import House
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.files.declaration import Ref
from cliffhanger.kernel.game import Seat

Ids = tuple[str, ...]
Kind = Literal["V", "P"]
Hold = Literal["convince", "restrain", "break"]
Opposed = Literal["oppose", "attack", "convince", "restrain", "resist", "counter"]
DIRECTOR = "director"

OfCast = Annotated[str, Ref("cast", "somebody of the cast")]
OfSets = Annotated[str, Ref("sets", "a Set of this film")]
Count = Annotated[int, Meta(ge=0, le=9_999)]
Dice = Annotated[int, Meta(ge=0, le=60)]


class Source(Struct, frozen=True, gc=False):
    """A strain that the Director added to somebody: what it is, its rating, the attribute it taxes."""

    id: str
    text: str
    rating: int
    type: Kind


class Order(Struct, frozen=True, gc=False):
    """What a convinced character does, and for whom."""

    id: OfCast
    behaviour: str


class Person(Struct, frozen=True, gc=False, cache_hash=True):
    """Somebody of the cast, as the scene has left them."""

    id: str
    sheet: Sheet
    seat: Annotated[str, Ref("seats", "a seat at this table")]
    lead: bool
    place: OfSets = ""
    damage_v: Count = 0
    damage_p: Count = 0
    taken_out: bool = False
    active: tuple[Annotated[str, Ref("sheet.powers", "a power of theirs")], ...] = ()
    extra: tuple[Source, ...] = ()
    restrained: tuple[OfCast, ...] = ()
    convinced: tuple[Order, ...] = ()
    points: Count = 0

    @property
    def name(self) -> str:
        """The name on the sheet."""
        return self.sheet.name


class Token(Struct, frozen=True, gc=False, cache_hash=True):
    """Set-Up dice that wait for one named follow-up. `ripe`: the recipient's next turn has begun.

    `passed`: they serve any roll, for the Director lets them, or because they were never for one roll alone.
    """

    id: str
    giver: OfCast
    to: OfCast
    follow_up: str
    dice: Dice
    ripe: bool = False
    passed: bool = False


class Task(Struct, frozen=True, gc=False, cache_hash=True):
    """An extended check: successes added up over actions. `admitted`: who may add to it (empty: everybody).

    `between` are the Sets that it parts or joins, for the picture of the place.
    """

    id: str
    name: str
    required: Annotated[int, Meta(ge=1, le=999)]
    total: Count = 0
    limit: int = 0
    rolls: int = 0
    admitted: tuple[OfCast, ...] = ()
    says: str = ""
    between: tuple[OfSets, ...] = ()


class Track(Struct, frozen=True, gc=False, cache_hash=True):
    """Successes recorded by one character against another: convincing, restraining, or breaking free.

    `pool` is what the initiator rolled last, for tables where the resister meets a fresh roll.
    """

    id: str
    kind: Hold
    initiator: OfCast
    subject: OfCast
    successes: Annotated[int, Meta(ge=0, le=99)]
    behaviour: str = ""
    far: bool = False
    pool: Dice = 0


class Burn(Struct, frozen=True, gc=False, cache_hash=True):
    """Ongoing damage: what still hangs over one subject from one power. `fed`: sustained or renewed this turn."""

    id: str
    attacker: OfCast
    power: str
    subject: OfCast
    successes: Annotated[int, Meta(ge=1)]
    fed: bool = True


class Rolled(Struct, frozen=True, gc=False):
    """How somebody stands in the order: successes first, then the size of the pool.

    `what` was rolled, on `again` dice where a tie is rolled off; `ties` are the successes of such rolls so far.
    """

    id: Annotated[str, Ref("cast", "somebody of the cast who has rolled")]
    successes: int
    pool: int
    what: str = ""
    again: int = 0
    ties: tuple[int, ...] = ()


class Scene(Struct, frozen=True, gc=False, cache_hash=True):
    """The scene being played: round, order, whose turn, and what has been told.

    `before` is the order of the round before, where it is found anew each round. `done` are the tasks that were completed.
    """

    name: str
    card: str = ""
    sets: Annotated[tuple[OfSets, ...], Meta(min_length=1, description="one Set at least")] = ()
    round: int = 1
    order: tuple[OfCast, ...] = ()
    before: tuple[OfCast, ...] = ()
    at: int = 0
    rolled: tuple[Rolled, ...] = ()
    setbacks: tuple[str, ...] = ()
    spotlights: int = 0
    done: tuple[str, ...] = ()


class Side(Struct, frozen=True, gc=False):
    """One side of a roll: who, from what the dice come, and what they showed.

    `over` is the strain at risk, `type` the attribute it taxes; `cancelled` successes went to hold it down. `again`: the
    dice of the same roll made anew, which no Set-Up dice serve a second time. `fell` is the number of the step in which
    its dice fell, and tells one throw from every other.
    """

    who: str
    parts: tuple[tuple[str, int], ...] = ()
    dice: int = 0
    power: str = ""
    over: int = 0
    type: Kind = "V"
    faces: tuple[int, ...] = ()
    rolled: int = -1
    cancelled: int = 0
    again: int = 0
    fell: int = 0

    @property
    def thrown(self) -> bool:
        """Whether these dice have fallen."""
        return self.rolled >= 0

    @property
    def successes(self) -> int:
        """What is left for the effect."""
        return max(0, self.rolled - self.cancelled)


class Lobby(Struct, frozen=True, gc=False, tag_field="frame", tag="lobby"):
    """Between scenes; lies under everything."""

    number: int = 0
    phase: Literal["between", "over"] = "between"


class Rounds(Struct, frozen=True, gc=False, tag_field="frame", tag="rounds"):
    """A scene's rounds of turns. `left`: actions left to whose turn it is; `begun`, `over`: that turn has begun, is over.

    `kept`: whom the active character has taken or kept hold of in this turn.
    """

    number: int = 0
    phase: Literal["turn", "done"] = "turn"
    begun: bool = False
    left: int = 0
    moved: bool = False
    over: bool = False
    kept: tuple[str, ...] = ()
    play_on: bool = False


class Entry(Struct, frozen=True, gc=False):
    """What somebody rolls for their place in the order; `dice` is -1 until it is chosen.

    `rolls` are the successes of the first roll and of those that settle ties, on `again` dice, `side` is the first roll
    as it fell; `due`: the next one is to be made. `seated`: they have a place in the order already, and somebody late
    ties with them.
    """

    id: str
    what: str = ""
    dice: int = -1
    rolls: tuple[int, ...] = ()
    due: bool = True
    again: int = 0
    seated: bool = False
    side: Side | None = None

    @property
    def now(self) -> Side:
        """What they roll now: all their dice at first; Set-Up dice are spent when a tie is rolled off."""
        dice = self.again if self.rolls else self.dice
        return Side(self.id, ((self.what, dice),), dice)


class Initiative(Struct, frozen=True, gc=False, tag_field="frame", tag="initiative"):
    """Everybody who has to find a place in the order, and what they roll for it."""

    number: int = 0
    phase: Literal["choose", "roll", "tie"] = "choose"
    entries: tuple[Entry, ...] = ()
    tied: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()


class Check(Struct, frozen=True, gc=False, tag_field="frame", tag="check"):
    """An unopposed roll: plain, as a Set-Up, for an extended task, or to break free.

    `penalty`: how many of the required successes Impediments ask for. `lit`: powers of theirs that burned as the action
    began; it may let them go out, and is strained by them all the same.
    """

    who: OfCast
    use: Literal["plain", "setup", "task", "break"]
    side: Side
    number: int = 0
    phase: Literal["difficulty", "ready", "roll", "cancel", "settle", "price", "narrate"] = "difficulty"
    goal: str = ""
    skill: str = ""
    attribute: str = ""
    to: str = ""
    task: Annotated[str, Ref("tasks", "a task that is being worked on")] = ""
    holder: str = ""
    required: int = 0
    penalty: int = 0
    short: int = 0
    lit: tuple[str, ...] = ()


class Contest(Struct, frozen=True, gc=False, tag_field="frame", tag="contest"):
    """An opposed roll: `side` acts, each target answers in turn, then all is compared."""

    who: OfCast
    use: Opposed
    side: Side
    targets: tuple[str, ...]
    number: int = 0
    phase: Literal["roll", "cancel", "answer", "parry", "riposte", "late", "settle", "close"] = "roll"
    answers: tuple[Side, ...] = ()
    at: int = 0
    aim: str = ""
    track: str = ""
    kind: Literal["", "convince", "restrain"] = ""
    behaviour: str = ""
    on: str = ""
    far: bool = False
    penalty: int = 0
    setup_to: str = ""
    follow_up: str = ""


class Smoulder(Struct, frozen=True, gc=False, tag_field="frame", tag="smoulder"):
    """Ongoing damage comes round again: each subject in `burns` resists what is recorded against them."""

    burns: tuple[str, ...]
    number: int = 0
    phase: Literal["resist", "roll", "settle"] = "resist"
    side: Side | None = None


Frame = Lobby | Rounds | Initiative | Check | Contest | Smoulder


class Shown(Struct, frozen=True, gc=False):
    """The last thing settled, for the stage: its event and the dice that prove it; `before` it the same roll hit others."""

    event: Event
    sides: tuple[Side, ...] = ()
    won: int = -1
    before: tuple[Event, ...] = ()


class Proposal(Struct, frozen=True, gc=False):
    """Another sheet that a player would have: `text` says what it changes. The Director agrees or does not."""

    id: str
    who: OfCast
    text: str
    sheet: Sheet


class Movie(Struct, frozen=True, gc=False):
    """The whole state of a table of Tabletop Blockbuster."""

    title: Annotated[str, Meta(min_length=1, max_length=120)]
    logline: str
    seats: tuple[Seat, ...]
    house: House
    cast: tuple[Person, ...]
    sets: tuple[Place, ...]
    cards: tuple[SceneCard, ...]
    stack: tuple[Frame, ...] = (Lobby(),)
    serial: int = 0
    news: tuple[Event, ...] = ()
    scene: Scene | None = None
    scenes: int = 0
    tokens: tuple[Token, ...] = ()
    tasks: tuple[Task, ...] = ()
    tracks: tuple[Track, ...] = ()
    burns: tuple[Burn, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    shown: Shown | None = None
    made: int = 0
    opened: tuple[str, ...] = ()
