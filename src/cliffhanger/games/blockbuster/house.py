"""The house rules: where the text leaves room, a table chooses. The first value of each is the text's own letter.

A field of `House` is what the rules read; its Rule is the same for people, a line for each value.
"""

from typing import Annotated, Literal

from msgspec import Struct

from cliffhanger.kernel.game import Preset
from cliffhanger.kernel.house_rules import Rule, Switch, switches


class House(Struct, frozen=True, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    zero_pool: Annotated[
        Literal["none", "one_die"],
        Rule(
            4,
            "A pool of no dice",
            "Nothing is rolled: no success, and it still counts as a roll.",
            "One die is rolled all the same.",
        ),
    ] = "none"
    zero_tie: Annotated[
        Literal["initiator", "nobody"],
        Rule(
            5,
            "No success against no success",
            "A tie like any other: whoever began wins, by nothing.",
            "Nobody wins: both fumble.",
        ),
    ] = "initiator"
    setup_bonus: Annotated[
        Literal["excess", "all"],
        Rule(
            6,
            "What a Set-Up gives",
            "Its successes beyond the required number become dice.",
            "A Set-Up that works gives every success as a die.",
        ),
    ] = "excess"
    setup_stack: Annotated[
        Literal["sum", "best"],
        Rule(7, "Several Set-Ups for one roll", "Their dice add up.", "Only the largest counts."),
    ] = "sum"
    setup_expiry: Annotated[
        Literal["scene", "next_turn", "never"],
        Rule(
            7,
            "How long Set-Up dice wait",
            "Until the scene ends.",
            "Until the recipient's next turn is over.",
            "Until they are used.",
        ),
    ] = "scene"
    setup_from_opposed: Annotated[
        bool,
        Rule(
            8,
            "Set-Up by an opposed roll",
            "Only an unopposed roll can be a Set-Up.",
            "The margin of a won opposed roll may become dice, too.",
        ),
    ] = False
    extended_overshoot: Annotated[
        Literal["lost", "setup"],
        Rule(9, "More than a task needed", "What is left over is lost.", "What is left over becomes Set-Up dice."),
    ] = "lost"
    extended_helpers: Annotated[
        bool,
        Rule(9, "Who adds to a task", "Only the one who began it.", "Anyone the Director admits."),
    ] = True
    actions_per_turn: Annotated[
        Literal["1", "2"],
        Rule(10, "Actions in a turn", "One action a turn.", "Two actions a turn."),
    ] = "1"
    init_tie: Annotated[
        Literal["pool", "reroll", "pcs_first", "director"],
        Rule(
            11,
            "A tie for the order",
            "The larger pool goes first, then whoever stands first in the cast.",
            "Those who tie roll again.",
            "Leads go before the Director's people.",
            "The Director decides.",
        ),
    ] = "pool"
    init_repeat: Annotated[
        Literal["scene", "round"],
        Rule(11, "How often the order is rolled", "Once a scene.", "Anew each round."),
    ] = "scene"
    fail_damage: Annotated[
        Literal["director", "always", "never"],
        Rule(
            12,
            "What failing costs",
            "The Director picks: nothing, a telling, or damage up to the shortfall.",
            "The whole shortfall hurts, every time.",
            "Failing never hurts by itself.",
        ),
    ] = "director"
    protection_on: Annotated[
        Literal["attack+ongoing+fail", "attack+ongoing", "none"],
        Rule(
            14,
            "What Protection holds off",
            "Attacks, ongoing damage and failures; never strain.",
            "Attacks and ongoing damage.",
            "Nothing: it is only for show.",
        ),
    ] = "attack+ongoing+fail"
    damage_model: Annotated[
        Literal["limits", "record", "shared"],
        Rule(
            15,
            "How damage is counted",
            "Two counters; a full one takes you out.",
            "Damage is written down; the Director says who is out.",
            "One counter for both kinds; the higher limit takes you out.",
            when="setup",
        ),
    ] = "limits"
    cr_initiate: Annotated[
        Literal["raw", "opposed"],
        Rule(
            16,
            "Convincing and restraining: the roll",
            "Every success is recorded; the subject answers with actions of their own.",
            "The subject rolls Potency or Vigor for free, and only the excess is recorded.",
        ),
    ] = "raw"
    cr_resist: Annotated[
        Literal["recorded", "fresh"],
        Rule(
            17,
            "Convincing and restraining: resisting",
            "Each success takes one recorded success away.",
            "The initiator rolls again, and only the excess takes any away.",
        ),
    ] = "recorded"
    cr_counter_target: Annotated[
        Literal["initiator", "any_in_range"],
        Rule(18, "Whom a counter-attempt hits", "Whoever is pressing you.", "Anyone within range."),
    ] = "initiator"
    cr_pool: Annotated[
        bool,
        Rule(
            19,
            "Several attempts on one subject",
            "Each attempt keeps its own count.",
            "Attempts of one kind share one count.",
            when="setup",
        ),
    ] = False
    cr_range: Annotated[
        Literal["bound", "lapses"],
        Rule(
            20,
            "Walking away from an attempt",
            "While anything is recorded against you, you stay.",
            "You may leave, and the attempt is over.",
        ),
    ] = "bound"
    restrain_upkeep: Annotated[
        Literal["none", "action"],
        Rule(
            22,
            "Keeping hold of somebody",
            "A hold lasts without effort.",
            "Holding on takes the holder's action each turn.",
        ),
    ] = "none"
    restrained_defence: Annotated[
        Literal["normal", "none"],
        Rule(23, "Defending while held", "You roll Defense as ever.", "You have no Defense to roll."),
    ] = "normal"
    break_free: Annotated[
        Literal["single", "extended"],
        Rule(24, "Breaking free", "One roll has to reach the holder's Vigor.", "Successes add up over your tries."),
    ] = "single"
    strain_sources: Annotated[
        Literal["active", "all", "only_this"],
        Rule(
            25,
            "What strains you",
            "What you use, and whatever of its kind is switched on.",
            "What you use, and all of its kind that you carry.",
            "Only what you use.",
        ),
    ] = "active"
    strain_cancel_when: Annotated[
        Literal["before_opposition", "after"],
        Rule(
            26,
            "When strain is cancelled",
            "On seeing your dice, before the others roll theirs.",
            "When all dice lie on the table.",
        ),
    ] = "before_opposition"
    strain_cancel: Annotated[
        Literal["choice", "automatic"],
        Rule(
            26,
            "Who cancels strain",
            "You choose how many successes go to it.",
            "The referee does it: all it can on attacks, the task first on what nobody answers.",
        ),
    ] = "choice"
    sustain_cost: Annotated[
        Literal["action", "free"],
        Rule(28, "What sustaining costs", "Your action.", "Nothing: you sustain and act."),
    ] = "action"
    impediment_as: Annotated[
        Literal["dice", "required"],
        Rule(31, "How an Impediment works", "That many dice fewer.", "That many successes more are required."),
    ] = "dice"
    setback_zero: Annotated[
        Literal["any_roll", "actions_only"],
        Rule(
            32,
            "When no success is a Setback",
            "On any roll, defending and the order of play included.",
            "On actions only.",
        ),
    ] = "any_roll"
    points: Annotated[
        Literal["off", "record"],
        Rule(
            34,
            "Story Points",
            "There are none.",
            "Spotlights and being taken out earn one; the table says what it buys.",
        ),
    ] = "off"
    sustain_range: Annotated[
        bool,
        Rule(
            37,
            "Sustaining from afar",
            "Once it has hit, distance does not matter.",
            "The subject must still be in range.",
        ),
    ] = False
    track_helpers: Annotated[
        bool,
        Rule(
            38,
            "Pulling a friend out",
            "Help with Set-Up dice, or take the holder out.",
            "A friend may roll against what is recorded on you.",
        ),
    ] = False


SWITCHES: tuple[Switch, ...] = switches(House, "R-BB-{:02}")
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
