"""State of a table of Plot Twist: Characters, cards where they lie, what lasts, and the frames under way.

What all effects of cards need (`Context`, `Lasting`, `Resolve`, ...) is in `kernel/effects/state.py`.

Only `verbs.py` replaces parts of people, and `decks.py` of piles. A card in a pile is an instance, such as `feint.2`; a Character and a
place are known by the id of their card.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.cards import AnyCard
from cliffhanger.games.plot_twist.rules import pieces
from cliffhanger.games.plot_twist.rules.house import House
from cliffhanger.games.plot_twist.rules.pieces import Count, Ids, OfPeople, OfSeats, Side
from cliffhanger.kernel.effects.known import Known
from cliffhanger.kernel.effects.state import Context, Delayed, Heard, Lasting, Moment, Resolve
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import Passing
from cliffhanger.kernel.game import Seat
from cliffhanger.kernel.procedure import Procedure

__all__ = ["Context", "Delayed", "Heard", "Lasting", "Moment", "Resolve"]
"""What the state has of the kernel's, beside what is declared here."""


class Turns(Procedure, frozen=True, gc=False):
    """The Turns of a Conflict; lies under everything. In `free` all may bring Bystanders; then each side has its window.

    `ends`: how the Conflict does, at the End of this Turn or as soon as nothing else is under way; `to` is the Lair.
    """

    phase: Literal["start", "renew", "draw", "free", "first", "second", "end", "timing", "conflict", "over"] = "start"
    round: Passing = Passing(())
    ends: Literal["", "flight", "pursuit", "interview"] = ""
    to: str = ""


class Combat(Procedure, frozen=True, gc=False):
    """A Combat of two. `played` are the cards played in it ("gm/feint.2"), `left_out` the steps it does without.

    `ends`: a card has ended it. `hit`: its last attack did. `had` is how much each of the two had left when it began.
    """

    who: OfPeople
    target: str
    phase: Literal["start", "sneak", "distance", "movement", "maneuver", "attack", "end", "redraw", "done"] = "start"
    sneak: bool = False
    distance: words.Distance = "ranged"
    round: Passing = Passing(())
    played: Ids = ()
    left_out: tuple[words.Step, ...] = ()
    ends: bool = False
    hit: bool = False
    had: tuple[Count, Count] = (0, 0)


class Toss(Struct, frozen=True, gc=False, cache_hash=True):
    """One side of a throw. `on` are the words by which effects know it; `base` are coins beside the pool of two parts.

    `bought` are coins that were paid for, `raised` successes; `paid`: a Lock on its rank was. `faces`: 2 is Heads. `again`
    coins are still to be thrown once more.
    """

    who: OfPeople
    attribute: str = ""
    rank: str = ""
    on: Ids = ()
    base: int = 0
    bought: Count = 0
    raised: Count = 0
    paid: bool = False
    again: Count = 0
    faces: tuple[Annotated[int, Meta(ge=1, le=2)], ...] = ()
    thrown: bool = False


class Attack(Procedure, frozen=True, gc=False):
    """One attack. `weapon` is the Equipment it is made with, `defence` the rank that meets it ("none": nothing does).

    `guarded`: the Lock on the defender's Armor was paid for, `charged`: that on being Overcharged. `stopped`: it ends here.
    `others` are still to be attacked with the same coins, those of `side`.
    """

    attacker: OfPeople
    defender: str
    type: words.AttackType
    phase: Literal["shown", "declared", "defence", "roll", "thrown", "damage", "charge", "pay", "rolled", "done"] = (
        "shown"
    )
    form: words.Form = "stress"
    weapon: str = ""
    card: str = ""
    x: Count = 0
    defence: str = ""
    margin: int = 0
    total: int = 0
    guarded: bool = False
    charged: bool = False
    stopped: bool = False
    others: Ids = ()
    side: Toss | None = None


class Throw(Procedure, frozen=True, gc=False):
    """A roll of one side or two: `against` is the Difficulty or the number that was named, `got` the result of each side.

    `idle`: nothing fell, for there was no coin to throw, or for nothing hangs on it.
    """

    sides: tuple[Toss, ...]
    system: Literal["fixed", "opposing", "chosen", "damage", "coins"]
    phase: Literal["boost", "before", "toss", "raise", "done"] = "boost"
    against: int = 0
    round: Passing = Passing(())
    got: tuple[int, ...] = ()
    idle: bool = False

    @property
    def margin(self) -> int:
        """Successes beyond the other side's, the Difficulty, or the number.  [PT-ROLL-10]"""
        return sum(self.got[:1]) - sum(self.got[1:]) - self.against

    @property
    def total(self) -> int:
        """The successes of the first side."""
        return sum(self.got[:1])


class Shown(Struct, frozen=True, gc=False):
    """The coins that fell last, and what came of them: they lie there until the next ones, or what changes the scene.

    `against` is the Difficulty or the number that was named, `event` what an attack came to. The damage of an attack comes
    behind its own two sides. `nth` counts those that have lain there one after the other.
    """

    sides: tuple[Toss, ...]
    got: tuple[int, ...]
    against: int = 0
    event: Event | None = None
    nth: Count = 0


class Hurt(Procedure, frozen=True, gc=False):
    """Damage that is about to be lost. `by` is "" for nobody's deed; `stopped`: nothing is lost."""

    by: str
    target: OfPeople
    type: words.DamageType
    amount: int
    phase: Literal["before", "land", "done"] = "before"
    form: words.Form = "stress"
    stopped: bool = False


class PlayCard(Procedure, frozen=True, gc=False):
    """A card that has been paid and shown, and the part of it that happens; `stopped`: it has no effects.

    `fate`: a Flight has done it to a Bystander, and nobody else.
    """

    who: str
    card: str
    phase: Literal["shown", "effects", "done"] = "shown"
    part: Literal["effects", "recruit", "kill", "reveal", "threat", "nullify"] = "effects"
    x: Count = 0
    stopped: bool = False
    fate: bool = False


class FreeRoll(Procedure, frozen=True, gc=False):
    """A Free action with a roll: Healing by a number that was named, a look for somebody Hidden, or at the Objective."""

    who: OfPeople
    what: Literal["healing", "perceive", "peek"]
    phase: Literal["roll", "done"] = "roll"
    kind: str = ""
    attribute: str = ""
    n: Count = 0
    on: str = ""


class Coming(Procedure, frozen=True, gc=False):
    """A status that is about to come, and until when; `stopped`: it does not."""

    by: str
    who: OfPeople
    status: words.Status
    phase: Literal["before", "land"] = "before"
    lasts: Lasting | None = None
    stopped: bool = False


class MoveCards(Procedure, frozen=True, gc=False):
    """Cards that go from one pile of a seat to another: `chooser` picks them, or chance does where that is nobody.

    `effect` and `ctx` say which cards may be meant.
    """

    seat: OfSeats
    count: Count
    source: words.Zone | Literal["cards"]
    to: words.Zone
    effect: str
    ctx: Context
    chooser: str = ""
    phase: Literal["pick", "random"] = "pick"


class Look(Procedure, frozen=True, gc=False):
    """A seat looks at hidden cards, which chance picks for it alone; `of` is whose they are."""

    seat: OfSeats
    what: str
    of: OfSeats
    count: Count = 1
    phase: Literal["top", "chance"] = "top"


class TurnUp(Procedure, frozen=True, gc=False):
    """A Twist is turned up; `ballots` are what players have said about which, where they pick it."""

    phase: Literal["top"] = "top"
    ballots: Ids = ()


class PlayOut(Procedure, frozen=True, gc=False):
    """An effect lets somebody play a card of a kind, for free or at its price."""

    who: OfPeople
    kind: str
    free: bool = False
    phase: Literal["pick"] = "pick"


class Flight(Procedure, frozen=True, gc=False):
    """The Main Villain Flees: to which Lair, what becomes of the Bystanders that are left, and who would Pursue.

    `stopped`: a card keeps the Villain here.
    """

    phase: Literal["must", "lair", "fates", "pursue"] = "must"
    lair: str = ""
    ballots: Ids = ()
    stopped: bool = False


class Interview(Procedure, frozen=True, gc=False):
    """An Interview: how many questions were `asked`, with what `bonus`, and the one Hero, Skill and number of the answer."""

    phase: Literal["begin", "ask", "answer", "roll", "share", "place"] = "begin"
    asked: Count = 0
    bonus: Count = 0
    who: str = ""
    skill: str = ""
    n: Count = 0
    target: str = ""


class Promotion(Procedure, frozen=True, gc=False):
    """The Main Villain is gone, and the GM says which other one is it now."""

    phase: Literal["pick"] = "pick"


class Gear(Procedure, frozen=True, gc=False):
    """Somebody who enters play chooses Equipment.  [PT-EQUIP-01]"""

    who: OfPeople
    phase: Literal["pick"] = "pick"


class Building(Procedure, frozen=True, gc=False):
    """The set-up: the GM's side, a Hero for each player, then all piles in secret. `opening` is what lies ready."""

    phase: Literal["side", "objective", "place", "heroes", "piles", "done"] = "side"
    round: Passing = Passing(())
    opening: str = ""
    built: tuple[pieces.Built, ...] = ()


Fight = Combat | Attack | Throw | Hurt | FreeRoll | Coming
Cards = PlayCard | MoveCards | Look | TurnUp | PlayOut | Gear | Building
Frame = Turns | Fight | Cards | Moment | Resolve | Flight | Interview | Promotion


class Table(Struct, frozen=True, gc=False):
    """The whole state of a table of Plot Twist.

    `turn` counts over the whole game. `initiative` is the side that acts first now. `cured` is the Belief that was Cured
    this Turn. `twists` is the Twists Deck, `top` and `below` what of it lies there in an order, where somebody has looked,
    or after it could not come. `known` are hidden cards that seats have seen, `revealed` the Events that count against the
    limit, `questions` those that cards have added to the next Interview.
    `heard` are triggers whose abilities have not come up, `chain` the abilities since the outermost moment, `once` what
    was done that may be done once a Turn, Conflict or game. `decks` and `openings` are what lies ready for the set-up.
    `hushed`: a look past what cards in play do, while that is derived. `shown` are the coins that fell last.
    """

    seats: tuple[Seat, ...]
    house: House
    cards: tuple[AnyCard, ...]
    people: tuple[pieces.Person, ...]
    hands: tuple[pieces.Hand, ...]
    stack: tuple[Frame, ...] = (Turns(),)
    serial: int = 0
    news: tuple[Event, ...] = ()
    lying: tuple[pieces.Lying, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    delayed: tuple[Delayed, ...] = ()
    bystanders: tuple[pieces.Bystander, ...] = ()
    twists: Ids = ()
    top: Ids = ()
    below: Ids = ()
    known: tuple[Known, ...] = ()
    revealed: Count = 0
    decks: tuple[pieces.Stock, ...] = ()
    openings: tuple[pieces.Opening, ...] = ()
    place: str = ""
    main: OfPeople = ""
    turn: Count = 0
    conflict: Count = 1
    initiative: Side = "heroes"
    cured: Count = 0
    masterplan: bool = False
    questions: Count = 0
    heard: tuple[Heard, ...] = ()
    chain: Ids = ()
    once: Ids = ()
    winner: Side | Literal[""] = ""
    hushed: bool = False
    shown: Shown | None = None
