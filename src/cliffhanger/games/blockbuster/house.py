"""The house rules: where the text leaves room, a table chooses. The first value of each is the text's own letter.

`House` is what the rules read; `SWITCHES` is the same for people.
"""

from typing import Literal, get_args, get_type_hints

from msgspec import Struct

from cliffhanger.kernel.game import Preset
from cliffhanger.kernel.house_rules import Switch


class House(Struct, frozen=True, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    zero_pool: Literal["none", "one_die"] = "none"
    zero_tie: Literal["initiator", "nobody"] = "initiator"
    setup_bonus: Literal["excess", "all"] = "excess"
    setup_stack: Literal["sum", "best"] = "sum"
    setup_expiry: Literal["scene", "next_turn", "never"] = "scene"
    setup_from_opposed: Literal["no", "yes"] = "no"
    extended_overshoot: Literal["lost", "setup"] = "lost"
    extended_helpers: Literal["yes", "no"] = "yes"
    actions_per_turn: Literal["1", "2"] = "1"
    init_tie: Literal["pool", "reroll", "pcs_first", "director"] = "pool"
    init_repeat: Literal["scene", "round"] = "scene"
    fail_damage: Literal["director", "always", "never"] = "director"
    protection_on: Literal["attack+ongoing+fail", "attack+ongoing", "none"] = "attack+ongoing+fail"
    damage_model: Literal["limits", "record", "shared"] = "limits"
    cr_initiate: Literal["raw", "opposed"] = "raw"
    cr_resist: Literal["recorded", "fresh"] = "recorded"
    cr_counter_target: Literal["initiator", "any_in_range"] = "initiator"
    cr_pool: Literal["no", "yes"] = "no"
    cr_range: Literal["bound", "lapses"] = "bound"
    restrain_upkeep: Literal["none", "action"] = "none"
    restrained_defence: Literal["normal", "none"] = "normal"
    break_free: Literal["single", "extended"] = "single"
    strain_sources: Literal["active", "all", "only_this"] = "active"
    strain_cancel_when: Literal["before_opposition", "after"] = "before_opposition"
    strain_cancel: Literal["choice", "automatic"] = "choice"
    sustain_cost: Literal["action", "free"] = "action"
    impediment_as: Literal["dice", "required"] = "dice"
    setback_zero: Literal["any_roll", "actions_only"] = "any_roll"
    points: Literal["off", "record"] = "off"
    sustain_range: Literal["no", "yes"] = "no"
    track_helpers: Literal["no", "yes"] = "no"


def _switch(name: str, ruling: int, title: str, *says: str, when: Literal["any", "setup"] = "any") -> Switch:
    """One switch, with a line for each of its values in their order."""
    values = get_args(get_type_hints(House)[name])
    return Switch(name, title, values, f"R-BB-{ruling:02}", says, when)


SWITCHES: tuple[Switch, ...] = (
    _switch(
        "zero_pool",
        4,
        "A pool of no dice",
        "Nothing is rolled: no success, and it still counts as a roll.",
        "One die is rolled all the same.",
    ),
    _switch(
        "zero_tie",
        5,
        "No success against no success",
        "A tie like any other: whoever began wins, by nothing.",
        "Nobody wins: both fumble.",
    ),
    _switch(
        "setup_bonus",
        6,
        "What a Set-Up gives",
        "Its successes beyond the required number become dice.",
        "A Set-Up that works gives every success as a die.",
    ),
    _switch(
        "setup_stack",
        7,
        "Several Set-Ups for one roll",
        "Their dice add up.",
        "Only the largest counts.",
    ),
    _switch(
        "setup_expiry",
        7,
        "How long Set-Up dice wait",
        "Until the scene ends.",
        "Until the recipient's next turn is over.",
        "Until they are used.",
    ),
    _switch(
        "setup_from_opposed",
        8,
        "Set-Up by an opposed roll",
        "Only an unopposed roll can be a Set-Up.",
        "The margin of a won opposed roll may become dice, too.",
    ),
    _switch(
        "extended_overshoot",
        9,
        "More than a task needed",
        "What is left over is lost.",
        "What is left over becomes Set-Up dice.",
    ),
    _switch(
        "extended_helpers",
        9,
        "Who adds to a task",
        "Anyone the Director admits.",
        "Only the one who began it.",
    ),
    _switch(
        "actions_per_turn",
        10,
        "Actions in a turn",
        "One action a turn.",
        "Two actions a turn.",
    ),
    _switch(
        "init_tie",
        11,
        "A tie for the order",
        "The larger pool goes first, then whoever stands first in the cast.",
        "Those who tie roll again.",
        "Leads go before the Director's people.",
        "The Director decides.",
    ),
    _switch(
        "init_repeat",
        11,
        "How often the order is rolled",
        "Once a scene.",
        "Anew each round.",
    ),
    _switch(
        "fail_damage",
        12,
        "What failing costs",
        "The Director picks: nothing, a telling, or damage up to the shortfall.",
        "The whole shortfall hurts, every time.",
        "Failing never hurts by itself.",
    ),
    _switch(
        "protection_on",
        14,
        "What Protection holds off",
        "Attacks, ongoing damage and failures; never strain.",
        "Attacks and ongoing damage.",
        "Nothing: it is only for show.",
    ),
    _switch(
        "damage_model",
        15,
        "How damage is counted",
        "Two counters; a full one takes you out.",
        "Damage is written down; the Director says who is out.",
        "One counter for both kinds; the higher limit takes you out.",
        when="setup",
    ),
    _switch(
        "cr_initiate",
        16,
        "Convincing and restraining: the roll",
        "Every success is recorded; the subject answers with actions of their own.",
        "The subject rolls Potency or Vigor for free, and only the excess is recorded.",
    ),
    _switch(
        "cr_resist",
        17,
        "Convincing and restraining: resisting",
        "Each success takes one recorded success away.",
        "The initiator rolls again, and only the excess takes any away.",
    ),
    _switch(
        "cr_counter_target",
        18,
        "Whom a counter-attempt hits",
        "Whoever is pressing you.",
        "Anyone within range.",
    ),
    _switch(
        "cr_pool",
        19,
        "Several attempts on one subject",
        "Each attempt keeps its own count.",
        "Attempts of one kind share one count.",
        when="setup",
    ),
    _switch(
        "cr_range",
        20,
        "Walking away from an attempt",
        "While anything is recorded against you, you stay.",
        "You may leave, and the attempt is over.",
    ),
    _switch(
        "restrain_upkeep",
        22,
        "Keeping hold of somebody",
        "A hold lasts without effort.",
        "Holding on takes the holder's action each turn.",
    ),
    _switch(
        "restrained_defence",
        23,
        "Defending while held",
        "You roll Defense as ever.",
        "You have no Defense to roll.",
    ),
    _switch(
        "break_free",
        24,
        "Breaking free",
        "One roll has to reach the holder's Vigor.",
        "Successes add up over your tries.",
    ),
    _switch(
        "strain_sources",
        25,
        "What strains you",
        "What you use, and whatever of its kind is switched on.",
        "What you use, and all of its kind that you carry.",
        "Only what you use.",
    ),
    _switch(
        "strain_cancel_when",
        26,
        "When strain is cancelled",
        "On seeing your dice, before the others roll theirs.",
        "When all dice lie on the table.",
    ),
    _switch(
        "strain_cancel",
        26,
        "Who cancels strain",
        "You choose how many successes go to it.",
        "The referee does it: all it can on attacks, the task first on what nobody answers.",
    ),
    _switch(
        "sustain_cost",
        28,
        "What sustaining costs",
        "Your action.",
        "Nothing: you sustain and act.",
    ),
    _switch(
        "impediment_as",
        31,
        "How an Impediment works",
        "That many dice fewer.",
        "That many successes more are required.",
    ),
    _switch(
        "setback_zero",
        32,
        "When no success is a Setback",
        "On any roll, defending and the order of play included.",
        "On actions only.",
    ),
    _switch(
        "points",
        34,
        "Story Points",
        "There are none.",
        "Spotlights and being taken out earn one; the table says what it buys.",
    ),
    _switch(
        "sustain_range",
        37,
        "Sustaining from afar",
        "Once it has hit, distance does not matter.",
        "The subject must still be in range.",
    ),
    _switch(
        "track_helpers",
        38,
        "Pulling a friend out",
        "Help with Set-Up dice, or take the holder out.",
        "A friend may roll against what is recorded on you.",
    ),
)

PRESETS: tuple[Preset, ...] = (
    Preset("letter", "By the letter", "As the text has it, word for word."),
    Preset(
        "plays_better",
        "Plays better",
        "The letter, but for four places where the dice tell another story than the text.",
        (
            (
                "break_free",
                "extended",
                "By the letter a try at a 4 v 4 hold works once in 81; added up, three tries do it 3 times in 5.",
            ),
            (
                "sustain_cost",
                "free",
                "As an action it is worse than a new attack: 5 dice v Defense 3 do 1.36 damage in two turns, not 2.64.",
            ),
            (
                "setup_bonus",
                "all",
                "3 successes on 4 dice: two plain tries make it 21 in 100, a Set-Up and a try 16; with all its dice 25.",
            ),
            (
                "setback_zero",
                "actions_only",
                "Of three defences on 4 dice one comes up empty 48 times in 100; that is weather, not a Setback.",
            ),
        ),
    ),
)
