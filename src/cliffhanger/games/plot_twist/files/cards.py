"""Cards as people write them: a Struct for each kind, and what their parts are. All of it is frozen and hashable.

A file has its cards under `[[card]]`, decks under `[[deck]]` and what a table opens with under `[[setup]]`.
"""

from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from cliffhanger.games.plot_twist.files import words
from cliffhanger.games.plot_twist.files.entries import Effects, Roll
from cliffhanger.games.plot_twist.files.parts import Duration, Until
from cliffhanger.games.plot_twist.files.words import ATTRIBUTES, HEROICS, SKILLS, Target
from cliffhanger.kernel.files.language.collections import Collection
from cliffhanger.kernel.files.language.parts import CardId, Compared, Cond, Part, Slug, Some, Text, Whole
from cliffhanger.kernel.files.looks import Look

Price = Whole | Literal["x"]


def _ranks(name: str, doc: str, known: tuple[str, ...], kind: Any, usual: Any = 0) -> Any:  # noqa: ANN401
    fields = [(each, kind, usual) for each in known]
    return msgspec.defstruct(
        name, fields, bases=(Part,), frozen=True, kw_only=True, module=__name__, namespace={"__doc__": doc}
    )


Attributes: Any = _ranks("Attributes", "The four Attributes of a Character.", ATTRIBUTES, Whole, msgspec.NODEFAULT)
Heroics: Any = _ranks("Heroics", "Ranks of Heroics; 0 where nothing is said.", HEROICS, Whole)
Skills: Any = _ranks("Skills", "Ranks of Skills; 0 where nothing is said.", SKILLS, Whole)
HeroicTests: Any = _ranks("HeroicTests", "What ranks of Heroics have to be.", HEROICS, Compared | None, None)


class Place(Part, frozen=True, kw_only=True):
    """A Location, by its name or by a keyword that it has."""

    ONE_OF = ("name", "keyword")
    name: Text | None = None
    keyword: Slug | None = None

    def means(self, there: "Location | Lair") -> bool:
        """Whether it is this one."""
        return there.name == self.name or self.keyword in there.keywords


TESTS = (
    *("colour", "class", "keyword", "status", "weapon_type", "heroic", "character", "persona", "hero_colour_in_play"),
    *("distance", "phase", "turn", "location", "if"),
)


class Requirement(Part, frozen=True, kw_only=True, cache_hash=True):
    """What must be so: one test, or all, any or none of several requirements.  [PT-CLASS-02, PT-CLASS-04]"""

    ONE_OF = TESTS
    LISTS = ("all", "any", "not")
    all: Annotated[tuple["Requirement", ...], Meta(min_length=1)] | None = None
    any: Annotated[tuple["Requirement", ...], Meta(min_length=1)] | None = None
    not_: Annotated[tuple["Requirement", ...], Meta(min_length=1)] | None = None
    colour: words.Colour | None = None
    class_: words.Class | None = None
    keyword: words.Keyword | None = None
    status: words.Status | None = None
    weapon_type: words.WeaponType | None = None
    heroic: HeroicTests | None = None
    character: Text | None = None
    persona: Text | None = None
    hero_colour_in_play: words.Colour | None = None
    distance: words.Distance | None = None
    phase: words.Phase | None = None
    turn: Compared | None = None
    location: Place | None = None
    if_: Cond | None = None


class Toss(Part, frozen=True, kw_only=True):
    """Cards thrown away as a price, picked by who pays."""

    zone: words.Hand = "combat_hand"
    count: Some = 1


class Cost(Part, frozen=True, kw_only=True, cache_hash=True):
    """A price; an amount of "x" is chosen when it is paid."""

    belief: Price = 0
    hate: Price = 0
    energy: Price = 0
    quantity: Price = 0
    move: Price = 0
    attack: Price = 0
    discard: Literal["self"] | Toss | None = None


class InTurns(Part, frozen=True, kw_only=True):
    """The Xth End of Turn after the card was put down, that Turn's included; then it leaves play.  [PT-TIME-01, PT-RUL-33]"""

    in_turns: Some


class Ability(Part, frozen=True, kw_only=True):
    """What happens at a trigger, or what somebody may choose to do (`use`)."""

    ONE_OF = ("trigger", "use")
    name: Text | None = None
    trigger: words.Trigger | InTurns | None = None
    use: words.Use | None = None
    of: str | None = None
    by: Target | None = None
    to: Target | None = None
    if_: Cond | None = None
    once: words.Often | None = None
    may: bool = False
    instead: bool = False
    cost: Cost | None = None
    effects: Effects


class Advantage(Ability, frozen=True, kw_only=True):
    """An ability of a Character, which has a name."""

    name: Text


class Goal(Part, frozen=True, kw_only=True):
    """How a Threat is met or a card Nullified: a condition, a roll, or a price that `by` may pay."""

    ONE_OF = ("if", "roll", "cost")
    WITH: ClassVar = {"by": "cost"}
    if_: Cond | None = None
    roll: Roll | None = None
    cost: Cost | None = None
    by: Target | None = None
    then: Effects = ()


class Again(Part, frozen=True, kw_only=True):
    """The effects of a Detail once more, for a price."""

    cost: Cost
    once: words.Often | None = None


class Gift(Part, frozen=True, kw_only=True):
    """A Free action that any Character may take."""

    free_action: Slug
    if_: Cond | None = None
    cost: Cost | None = None
    effects: Effects


class Weapon(Part, frozen=True, kw_only=True):
    """What a weapon adds to Trauma and Stress; "*" is a form that it cannot cause.  [PT-EQUIP-02]"""

    type: words.WeaponType
    trauma: Whole | Literal["*"]
    stress: Whole | Literal["*"]
    overcharged: bool = False


class Card(Part, frozen=True, kw_only=True, cache_hash=True, tag_field="kind"):
    """What every card has. `text` is shown and never obeyed."""

    id: Slug
    name: Text
    colour: words.Colour
    requires: Requirement | None = None
    text: Annotated[str, Meta(max_length=400), "text"] = ""
    art: Annotated[tuple[words.Motif, ...], Meta(max_length=3)] = ()

    kind: ClassVar[str]
    """What it is: hero, villain and so on."""

    def __init_subclass__(cls, **_: Any) -> None:
        cls.kind = cls.__name__.lower()


class Character(Card, frozen=True, kw_only=True):
    """What every Character has."""

    attributes: Attributes
    heroics: Heroics = Heroics()
    skills: Skills = Skills()


class Person(Character, frozen=True, kw_only=True):
    """What Heroes and Villains have besides."""

    persona: Text | None = None
    keywords: tuple[words.Keyword, ...] = ()
    advantages: tuple[Advantage, ...] = ()


class Hero(Person, frozen=True, kw_only=True, tag="hero"):
    """A Hero, whom a player runs."""


class Villain(Person, frozen=True, kw_only=True, tag="villain"):
    """A Villain, whom the GM runs."""


class Mook(Character, frozen=True, kw_only=True, tag="mook"):
    """One Character with a Quantity.  [PT-MOOK-01, PT-RUL-73]"""

    quantity: Some


class Put(Card, frozen=True, kw_only=True):
    """What every card has that is no Character: its abilities stand under `when`."""

    when: tuple[Ability, ...] = ()


class Equipment(Put, frozen=True, kw_only=True, tag="equipment"):
    """What a Character wields; one of it counts at a time."""

    weapon: Weapon | None = None


class Objective(Put, frozen=True, kw_only=True, tag="objective"):
    """What the Main Villain is after; it lies face-down at first.  [PT-OBJ-01]"""

    first_location: Place | None = None
    reveal: Effects = ()
    threat: Goal


class Event(Put, frozen=True, kw_only=True, tag="event"):
    """The GM turns it up in the Combat phase; it stays until it is Nullified.  [PT-EVT-02]"""

    reveal: Effects
    nullify: Goal | None = None


class Twist(Put, frozen=True, kw_only=True, tag="twist"):
    """One is turned up each Turn.  [PT-TWI-01]"""

    turns: Compared | None = None
    reveal: Effects
    nullify: Goal | None = None
    until: Until | None = None


class Combat(Put, frozen=True, kw_only=True, tag="combat"):
    """A Movement, Maneuver or Attack card of a Combat Deck."""

    step: words.Step
    attack_type: words.AttackType | None = None
    distance: Literal["melee", "ranged", "any"] = "any"
    cost: Cost | None = None
    effects: Effects = ()
    duration: Duration | None = None


class Detail(Put, frozen=True, kw_only=True, tag="detail"):
    """A player puts it down for 1 Belief.  [PT-PLOT-01]"""

    who: Text | None = None
    cost: Cost | None = None
    effects: Effects = ()
    repeat: Again | None = None
    duration: Duration | None = None


class Location(Put, frozen=True, kw_only=True, tag="location"):
    """A place for Combats and Interviews; `look` is how it is drawn, where its name does not say it.  [PT-PLOT-02]"""

    keywords: tuple[Slug, ...] = ()
    while_here: Effects = ()
    look: Look = ()
    questions: Whole = 0


class Lair(Put, frozen=True, kw_only=True, tag="lair"):
    """Where a Villain Flees to; it is no Location.  [PT-PLOT-04]"""

    keywords: tuple[Slug, ...] = ()
    while_here: Effects = ()
    look: Look = ()


class Bystander(Put, frozen=True, kw_only=True, tag="bystander"):
    """Somebody whom Heroes Recruit and Villains Kill.  [PT-PLOT-06]"""

    difficulty: Whole
    life: Some
    recruit: Effects = ()
    kill: Effects = ()


class Reference(Put, frozen=True, kw_only=True, tag="reference"):
    """Free actions for everybody."""

    gives: tuple[Gift, ...] = ()


Played = Hero | Villain | Mook
AnyCard = Played | Equipment | Objective | Event | Twist | Combat | Detail | Location | Lair | Bystander | Reference


class Deck(Part, frozen=True, kw_only=True):
    """Cards that go together: each id with how many of it."""

    name: Text
    kind: Literal["combat", "plot", "twists", "events"]
    cards: dict[CardId, Some]


class SetUp(Part, frozen=True, kw_only=True):
    """What a table opens with.  [PT-SETUP-01]"""

    name: Text
    villain: CardId
    objective: CardId
    location: CardId
    heroes: tuple[CardId, ...] = ()
    mooks: tuple[CardId, ...] = ()
    equipment: tuple[CardId, ...] = ()
    events: tuple[CardId, ...]
    twists: tuple[CardId, ...]
    decks: tuple[Text, ...] = ()


class CardFile(Part, frozen=True, kw_only=True):
    """A file of cards, decks and set-ups."""

    format: Literal[1]
    collection: Collection | None = None
    card: tuple[AnyCard, ...] = ()
    deck: tuple[Deck, ...] = ()
    setup: tuple[SetUp, ...] = ()
