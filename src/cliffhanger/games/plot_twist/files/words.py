"""The closed lists of Plot Twist: every word a card may use stands here once; what people call it, in words.toml."""

from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Struct

from cliffhanger.kernel.files.bundle import lying
from cliffhanger.kernel.files.language.closed_lists import closed, listed
from cliffhanger.kernel.files.language.templates import Who
from cliffhanger.kernel.panels import ART

Played = Literal["hero", "villain", "mook"]
Put = Literal["equipment", "objective", "event", "twist", "combat", "detail", "location", "lair"]
Kind = Literal[Played, Put, "bystander", "reference"]
Colour = Literal["white", "silver", "black", "red", "blue", "green", "golden"]
Class = Literal["mentalist", "captain", "sergeant", "tank", "inventor", "support"]
WithEffect = Literal["armor", "mental_armor", "overcharged", "spirit_of_the_night", "tactician"]
Keyword = Literal[WithEffect, "teleporter", "telekinesis", "speedster", "rich", Class]
Attribute = Literal["body", "mind", "charm", "power"]
Aptitude = Literal["agility", "perception", "resilience", "reflexes"]
Experience = Literal["healing", "gadgeteer", "hacking", "psyche"]
Talent = Literal["fighting", "energy_projection", "stealth", "flight"]
Heroic = Literal[Aptitude, Experience, Talent]
Skill = Literal["apologist", "public_relations", "offend", "rebutt"]
Status = Literal["incapacitated", "demoralized", "stunned", "prone", "surprised", "flying", "hidden"]
Counter = Literal["belief", "hate", "energy", "quantity", "timing", "mark"]
Action = Literal["move", "attack"]
Step = Literal["movement", "maneuver", "attack"]
Phase = Literal["start", "combat", "end"]
Distance = Literal["ranged", "melee"]
AttackType = Literal["melee", "ranged", "mental", "social"]
WeaponType = Literal["melee", "ranged", "mental"]
DamageType = Literal["physical", "mental", "social"]
Form = Literal["stress", "trauma"]
InRolls = Literal["attack_attribute", "attack_heroic", "defence_attribute", "defence_heroic"]
Replaced = Literal[InRolls, "damage_attribute", "damage_type", "form"]
Zone = Literal["combat_deck", "combat_hand", "plot_hand", "discards", "twists", "events"]
Hand = Literal["combat_hand", "plot_hand"]
Often = Literal["turn", "conflict", "game"]
Chooser = Literal["owner", "gm", "players", "random"]
Seat = Literal["owner", "controller", "gm", "players"]
Picker = Literal["holder", "owner", "random"]
Side = Literal["heroes", "villains"]
Use = Literal["free_action", "any_time", "movement", "maneuver", "attack"]
Chosen = Literal["chosen"]
PickedName = Literal["chosen", "name"]
"""A name that somebody picks, or the one that an earlier effect of the same list has picked."""


def title(word: str) -> str:
    """A word as people write it: "Energy Projection"."""
    return _title(word)


@lru_cache(1024)
def _title(word: str) -> str:
    return word.replace("_", " ").title().replace(" Of ", " of ").replace(" The ", " the ").replace("Gm", "GM")


def _of(word: str, kind: Any) -> list[str]:  # noqa: ANN401
    return [f"{word}.{each}" for each in listed(kind)]


HEROICS, SKILLS, ATTRIBUTES, KEYWORDS = map(listed, (Heroic, Skill, Attribute, Keyword))
HEROIC, KEYWORD = _of("heroic", Heroic), _of("keyword", Keyword)
ROLLS = "attack defence damage sneak perceive peek healing interview any"
RollOn = Annotated[str, closed(ROLLS, HEROIC, _of("skill", Skill))]
"""Which rolls of a Character an effect counts on; any is every roll it throws, Damage included."""


class Moment(Struct, frozen=True, forbid_unknown_fields=True):
    """A trigger: what its moment is; how it is said by whose deed, whom it befalls, and both; what `of` may name."""

    means: str
    says: str
    of: tuple[str, ...] = ()
    instead: bool = False
    attack: bool = False

    @property
    def by(self) -> bool:
        """Whether it is somebody's deed."""
        return "{by" in self.says

    @property
    def to(self) -> bool:
        """Whether it befalls somebody."""
        return "{to" in self.says


class Sayings(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in words.toml."""

    durations: dict[str, str]
    often: dict[str, str]
    uses: dict[str, str]
    seats: dict[str, str]
    choosing: dict[str, str]
    choice: dict[str, str]
    parts: dict[str, str]
    goals: dict[str, str]
    tests: dict[str, str]
    called: dict[str, str]
    counted: dict[str, str]
    forbids: dict[str, str]
    prices: dict[str, str]
    targets: dict[str, Who]
    triggers: dict[str, Moment]


SAYINGS = lying("cliffhanger.games.plot_twist.files", "words.toml", Sayings)
FORBIDS: dict[str, str] = {
    **SAYINGS.forbids,
    **{f"attack.{each}": f"make {title(each)} Attacks" for each in listed(AttackType)},
    **{f"card.{each}": f"play {title(each)} cards" for each in (*listed(Step), "detail", "bystander", "event")},
    **{f"spend.{each}": f"spend {title(each)}" for each in ("belief", "hate", "energy")},
    **{each: f"use {title(each.partition('.')[2])}" for each in HEROIC},
    **{each: f"use the Keyword {title(each.partition('.')[2])}" for each in KEYWORD},
}
Forbidden = Annotated[str, closed(FORBIDS)]
"""What an effect may forbid."""
PRICES: dict[str, str] = {
    **SAYINGS.prices,
    **{f"card.{each}": f"{title(each)} cards" for each in (*listed(Step), *listed(Kind))},
    **{each: title(each.partition(".")[2]) for each in HEROIC},
    **{each: f"the Keyword {title(each.partition('.')[2])}" for each in KEYWORD},
}
Priced = Annotated[str, closed(PRICES)]
"""What has a price that an effect may change."""
POOLS = [f"{one}+{other}" for one in ATTRIBUTES[:3] for other in HEROICS + SKILLS]
Pool = Annotated[str, closed(POOLS)]
"""An Attribute and a Heroic or a Skill, never Power.  [PT-ROLL-01, PT-ROLL-11]"""
Motif = Annotated[str, closed(ART, "flame wave wing")]
"""What a card's picture is drawn of."""


SEATS: dict[str, str] = SAYINGS.seats
CHOOSING: dict[str, str] = SAYINGS.choosing
CHOICE: dict[str, str] = SAYINGS.choice
TARGETS = SAYINGS.targets
"""Whom an effect befalls, and whose deed is meant."""
TRIGGERS = SAYINGS.triggers
"""The triggers but one: `{ in_turns = X }` is the Xth End of Turn after the card was put down.  [PT-TIME-01]"""
DURATIONS = SAYINGS.durations
"""How long something lasts; besides `{ turns = X }`, `{ if = "..." }` and `{ trigger = "..." }`."""
SOMEBODY = Who("somebody")
CANDIDATE = Who("they", whose="their")
"""Whoever `where` asks about."""
Target = Annotated[str, closed(TARGETS), "target"]
Trigger = Annotated[str, closed(TRIGGERS)]
Lasting = Annotated[str, closed(DURATIONS)]
PICKED = tuple(word for word, who in TARGETS.items() if who.several)
"""Target words for somebody who is chosen."""
ONE = ("self", "you", "opponent", "attacker", "defender", "main", "whom")
"""Target words for one Character who is there: such a word may stand before a name in a condition."""
