"""The closed lists of Plot Twist: every word a card may use stands here once, with what people call it."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, get_args

from msgspec import Meta

from cliffhanger.kernel.panels import ART

Played = Literal["hero", "villain", "mook"]
Put = Literal[
    "equipment", "objective", "event", "twist", "combat", "detail", "location", "lair", "bystander", "reference"
]
Kind = Literal[Played, Put]
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
Zone = Literal["combat_deck", "combat_hand", "plot_hand", "discards", "twists", "events"]
Hand = Literal["combat_hand", "plot_hand"]
Often = Literal["turn", "conflict", "game"]
Chooser = Literal["owner", "gm", "players", "random"]
Seat = Literal["owner", "controller", "gm", "players"]
OFTEN: dict[Often, str] = {"turn": "once a Turn", "conflict": "once a Conflict", "game": "once a game"}
SEATS: dict[str, str] = {
    "owner": "the owner of this card",
    "controller": "the player of this card",
    "gm": "the GM",
    "players": "the players",
    "random": "chance",
    "holder": "who holds it",
}
Picker = Literal["holder", "owner", "random"]
Side = Literal["heroes", "villains"]
Use = Literal["free_action", "any_time", "movement", "maneuver", "attack"]
USES: dict[Use, str] = {
    "free_action": "as a Free action",
    "any_time": "at any time",
    "movement": "in the Movement step",
    "maneuver": "in the Maneuver step",
    "attack": "in the Attack step",
}
Chosen = Literal["chosen"]
PickedName = Literal["chosen", "name"]
"""A name that somebody picks, or the one that an earlier effect of the same list has picked."""


def listed(kind: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The words of a closed list, in order."""
    return get_args(kind)


@lru_cache(1024)
def title(word: str) -> str:
    """A word as people write it: "Energy Projection"."""
    return word.replace("_", " ").title().replace(" Of ", " of ").replace(" The ", " the ").replace("Gm", "GM")


def closed(*words: str | Iterable[str]) -> Meta:
    """What binds text to a list of words that is put together of others; a text is the words in it."""
    known = [word for each in words for word in (each.split() if isinstance(each, str) else each)]
    return Meta(pattern=f"^({'|'.join(map(re.escape, known))})$", extra_json_schema={"enum": known})


def near(word: str, known: Iterable[str]) -> str:
    """The nearest word that there is, as a question; nothing where none is near."""
    plain = {_plain(each): each for each in known}
    found = get_close_matches(_plain(word), list(plain), 1) if len(word) <= 40 else []
    return f"; did you mean {plain[found[0]]}?" if found else ""


def _plain(word: str) -> str:
    return word.lower().replace("-", "_")


def _of(word: str, kind: Any) -> list[str]:  # noqa: ANN401
    return [f"{word}.{each}" for each in listed(kind)]


HEROICS, SKILLS, ATTRIBUTES, KEYWORDS = map(listed, (Heroic, Skill, Attribute, Keyword))
HEROIC, KEYWORD = _of("heroic", Heroic), _of("keyword", Keyword)
RollOn = Annotated[
    str,
    closed("attack defence damage sneak perceive peek healing interview any", HEROIC, _of("skill", Skill)),
]
"""Which rolls of a Character an effect counts on; any is every roll it throws, Damage included."""
FORBIDS: dict[str, str] = {
    **{each: each for each in ("attack", "defend", "move", "fly", "recruit", "kill", "regenerate")},
    **{"initiate": "start a Combat", "free_action": "take Free actions", "hide": "Hide", "flee": "Flee"},
    "relocate": "go to another place",
    **{f"attack.{each}": f"make {title(each)} Attacks" for each in listed(AttackType)},
    **{f"card.{each}": f"play {title(each)} cards" for each in (*listed(Step), "detail", "bystander", "event")},
    **{f"spend.{each}": f"spend {title(each)}" for each in ("belief", "hate", "energy")},
    **{each: f"use {title(each.partition('.')[2])}" for each in HEROIC},
    **{each: f"use the Keyword {title(each.partition('.')[2])}" for each in KEYWORD},
}
Forbidden = Annotated[str, closed(FORBIDS)]
"""What an effect may forbid."""
PRICES: dict[str, str] = {
    "stand": "standing up",
    "lock": "a Lock",
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


class Who(NamedTuple):
    """A target word: how a sentence speaks of it, of several of it, and of what is its own; and who that is."""

    said: str
    several: str
    whose: str
    means: str

    @property
    def many(self) -> bool:
        """Whether its verbs are those of many."""
        return self.said in ("you", "they") or self.said[0].isdecimal()


def _who(said: str, means: str, several: str = "", whose: str = "") -> Who:
    return Who(said, several, whose or f"{said}'s", means)


TARGETS: dict[str, Who] = {
    "self": _who("you", "The Character that owns, plays or uses the card.", "", "your"),
    "you": _who("your Character", "The same; for one who is Incapacitated, another Hero of the player's choice."),
    "opponent": _who("the opponent", "The other combatant."),
    "attacker": _who("the attacker", "Who makes the attack in hand."),
    "defender": _who("the defender", "Whom the attack in hand is aimed at."),
    "controller": _who("the player of this card", "The seat that owns the card, where a seat is asked for."),
    "ally": _who("an ally", "Another Character of the same side.", "allies"),
    "enemy": _who("an enemy", "A Character of the other side.", "enemies"),
    "main": _who("the Main Villain", "The Main Villain."),
    "a_hero": _who("a Hero", "A Hero, chosen.", "Heroes"),
    "another_hero": _who("another Hero", "A Hero who is not self, chosen.", "other Heroes"),
    "a_villain": _who("a Villain", "A Villain, chosen.", "Villains"),
    "a_mook": _who("a Mook", "A Mook, chosen; a Mook is no Villain.", "Mooks"),
    "a_character": _who("a Character", "Any Character, chosen.", "Characters"),
    "each_hero": _who("each Hero", "All Heroes in play."),
    "each_other_hero": _who("each other Hero", "All Heroes in play but self."),
    "each_villain": _who("each Villain", "All Villains in play, none that lies face-down."),
    "each_mook": _who("each Mook", "All Mooks in play."),
    "each_character": _who("each Character", "All Characters in play."),
    "bystander": _who("a Bystander here", "A Bystander in the current Location, chosen.", "Bystanders here"),
    "card": _who("this card", "The card itself, for the counters mark and timing."),
    "whom": _who("the one chosen before", "Whom an earlier effect of the same list has picked."),
}
"""Whom an effect befalls, and whose deed is meant."""
SOMEBODY = Who("somebody", "", "somebody's", "Anybody.")
CANDIDATE = Who("they", "", "their", "Whoever `where` asks about.")
Target = Annotated[str, closed(TARGETS), "target"]
PICKED = ("ally", "enemy", "a_hero", "another_hero", "a_villain", "a_mook", "a_character", "bystander")
ONE = ("self", "you", "opponent", "attacker", "defender", "main", "whom")
"""Target words for one Character who is there: such a word may stand before a name in a condition."""


class Moment(NamedTuple):
    """A trigger: what its moment is; how it is said by whose deed, whom it befalls, and both; what `of` may name.

    `{by hit}` is who does it with the verb that fits, `{to}` whom it befalls, `{to's}` what is theirs.
    """

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


TRIGGERS: dict[str, Moment] = {
    "start_of_turn": Moment("Triggers at the Start of Turn.", "at the start of each Turn"),
    "end_of_turn": Moment("Triggers at the End of Turn.", "at the end of each Turn"),
    "on_initiate": Moment(
        "A Combat is initiated.",
        "when {by start} a Combat|when a Combat with {to} is started|when {by start} a Combat with {to}",
    ),
    "before_combat": Moment(
        "The Start of Combat.",
        "before {by fight} a Combat|before a Combat with {to}|before {by fight} {to} in a Combat",
    ),
    "end_of_combat": Moment(
        "A Combat ends, before discarding.",
        "after {by fight} a Combat|after a Combat with {to}|after {by fight} {to} in a Combat",
    ),
    "on_declare": Moment(
        "An attack is declared and paid, its defence not chosen. Instead: the attack ends.",
        "when {by declare} an attack|when an attack on {to} is declared|when {by declare} an attack on {to}",
        instead=True,
        attack=True,
    ),
    "before_roll": Moment(
        "Coins are bought, none is thrown.", "before {by roll}|before a roll against {to}|before {by roll} against {to}"
    ),
    "after_roll": Moment(
        "Coins are thrown, before any raise.", "after {by roll}|after a roll against {to}|after {by roll} against {to}"
    ),
    "on_hit": Moment("The attack has hit.", "when {by hit}|when {to be} hit|when {by hit} {to}", attack=True),
    "on_miss": Moment("The attack has missed.", "when {by miss}|when {to be} missed|when {by miss} {to}", attack=True),
    "before_damage": Moment(
        "The damage is known, nothing is lost. Instead: nothing is lost.",
        "before {by do} damage|before {to take} damage|before {by do} damage to {to}",
        instead=True,
        attack=True,
    ),
    "on_damage": Moment(
        "Stress was lost.", "when {by do} damage|when {to take} damage|when {by do} damage to {to}", attack=True
    ),
    "on_trauma": Moment("Trauma was added.", "when {by do} Trauma|when {to take} Trauma|when {by do} Trauma to {to}"),
    "on_incapacitate": Moment(
        "Somebody is out.", "when {by fell} somebody|when {to be} Incapacitated|when {by fell} {to}"
    ),
    "on_demoralize": Moment(
        "Social Stress is gone.", "when {by demoralize} somebody|when {to be} Demoralized|when {by demoralize} {to}"
    ),
    "on_recruit": Moment(
        "A Bystander is Recruited, before its effects.",
        "when {by recruit} somebody|when {to be} Recruited|when {by recruit} {to}",
    ),
    "on_kill": Moment(
        "A Bystander is Killed, before its effects.", "when {by kill} somebody|when {to be} Killed|when {by kill} {to}"
    ),
    "on_status": Moment(
        "A status is about to come. Instead: it does not.",
        "when {by make} somebody {of}|when {to become} {of}|when {by make} {to} {of}",
        of=listed(Status),
        instead=True,
    ),
    "on_counter": Moment(
        "A counter has changed, whatever changed it.",
        "when {by change} somebody's {of}|when {to's} {of} changes|when {by change} {to's} {of}",
        of=listed(Counter),
    ),
    "on_card": Moment(
        "A card is paid and shown, before its effects. Instead: it has none.", "when {by play} a card", instead=True
    ),
    "on_reveal": Moment("A card has been turned up.", "when the {of} is turned up", of=("event", "twist", "objective")),
    "on_relocate": Moment("All have moved to another place.", "when all have moved to another place"),
    "on_flee": Moment(
        "The Main Villain must Flee, before the Lair. Instead: no Flight, no Surrender this Turn.",
        "when {by have} to Flee",
        instead=True,
    ),
    "on_interview": Moment("An Interview begins.", "when an Interview begins"),
    "on_threat": Moment("A Threat is met, before the win. Instead: no win.", "when a Threat is met", instead=True),
    "while_in_play": Moment("No moment: its lasting effects hold while the card works.", "while this card is in play"),
}
"""The triggers but one: `{ in_turns = X }` is the Xth End of Turn after the card was put down.  [PT-TIME-01]"""
Trigger = Annotated[str, closed(TRIGGERS)]

DURATIONS: dict[str, str] = {
    "attack": "for this attack",
    "combat": "for this Combat",
    "next_attack": "for the next attack",
    "next_roll": "for the next roll",
    "turn": "this Turn",
    "conflict": "for this Conflict",
    "game": "for the rest of the game",
    "while_in_play": "while this card is in play",
}
"""How long something lasts; besides `{ turns = X }`, `{ if = "..." }` and `{ trigger = "..." }`."""
Lasting = Annotated[str, closed(DURATIONS)]

IRREGULAR = {
    "be": ("are", "is"),
    "have": ("have", "has"),
    "may": ("may", "may"),
    "search": ("search", "searches"),
    "do": ("do", "does"),
    "copy": ("copy", "copies"),
    "miss": ("miss", "misses"),
}


def verb(word: str, *, many: bool) -> str:
    """A verb after its subject: you hit, an enemy hits."""
    return IRREGULAR.get(word, (word, f"{word}s"))[not many]
