"""The house rules: where the text leaves room, a table chooses. The first value of each is how this referee reads it.

A field of `House` is what the rules read; its Rule is the same for people, a line for each value.
"""

from typing import Annotated, Literal

from msgspec import Struct

from cliffhanger.kernel.game import Preset
from cliffhanger.kernel.house_rules import Rule, Switch, switches


class House(Struct, frozen=True, gc=False, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    exertion_formula: Annotated[
        Literal["table_sr", "six_plus_six_sn", "twice_three_sn"],
        Rule(
            1,
            "The size of Endurance and Tenacity",
            "The sum of the three highest Skill Ranks.",
            "6 and the sum of the six highest Second Natures.",
            "Twice the sum of the three highest Second Natures.",
        ),
    ] = "table_sr"
    default_broad_rounding: Annotated[
        Literal["down", "up"],
        Rule(2, "Half of an odd sub-skill", "Half a rank is lost: 7 gives 3.", "Half a rank is won: 7 gives 4."),
    ] = "down"
    broad_may_replace_sub: Annotated[
        bool,
        Rule(
            3,
            "A trained sub-skill below its broad skill",
            "You roll the sub-skill you have.",
            "You may roll the broad skill in its place.",
        ),
    ] = True
    count_default_broad: Annotated[
        bool,
        Rule(
            4,
            "A broad rank that comes from a sub-skill alone",
            "Only what you have learned counts.",
            "It counts among your highest.",
        ),
    ] = True
    impossible_rollable: Annotated[
        bool,
        Rule(7, "Difficulty 12 and beyond", "Nobody rolls for it.", "It may be rolled, if the Game Master lets you."),
    ] = True
    sn_compares: Annotated[
        Literal["effective", "base"],
        Rule(
            8,
            "What Second Nature is held against",
            "The difficulty in force, tiredness and all.",
            "The task as points have moved it; tiredness and wounds are left out.",
        ),
    ] = "effective"
    roll_under_sn: Annotated[
        bool,
        Rule(
            8,
            "Rolling what is second nature",
            "It succeeds, and nobody rolls.",
            "You may roll all the same, for the boons.",
        ),
    ] = False
    penalty_timing: Annotated[
        Literal["immediate", "next_check"],
        Rule(
            9,
            "When a column that you touch begins to hinder",
            "At once, in the check you spend on.",
            "From your next check on.",
        ),
    ] = "immediate"
    pushed_boon_ones_snag: Annotated[
        bool,
        Rule(
            10,
            "A 1 on a boon die that a push earned",
            "Harmless, as on any boon die.",
            "A snag, as on the pushed dice.",
        ),
    ] = False
    passed_die: Annotated[
        Literal["boon_die", "ordinary_die"],
        Rule(
            11,
            "A boon die that was passed on",
            "It stays a boon die: a 1 is harmless, a 12 is worth a Hero Point.",
            "It is a die like any other of the pool.",
        ),
    ] = "boon_die"
    passed_expiry: Annotated[
        Literal["scene", "next_action"],
        Rule(
            11,
            "How long a passed boon die waits",
            "For the next roll, until the scene ends.",
            "For the next action; if that takes no roll it is gone.",
        ),
    ] = "scene"
    mixed_after_push: Annotated[
        bool,
        Rule(14, "A mixed success after a push", "Whoever pushed has had their chance.", "One short is one short."),
    ] = True
    points_per_check: Annotated[
        Literal["unlimited", "1", "2", "3"],
        Rule(
            15,
            "Points on one check",
            "As many as anybody likes to spend.",
            "One for each side.",
            "Two for each side.",
            "Three for each side.",
        ),
    ] = "unlimited"
    shifted_faces: Annotated[
        Literal["full", "success_only"],
        Rule(
            16,
            "What a shifted face counts for",
            "For everything: an 11 becomes a boon, a 2 may become a snag.",
            "For success alone.",
        ),
    ] = "full"
    opposing_points: Annotated[
        Literal["no_mirror", "none_on_same_check", "free"],
        Rule(
            19,
            "Hero and Villain Points against one another",
            "The one side may not undo in kind what the other has done to a check.",
            "The first side to spend on a check is the only one.",
            "Anything goes.",
        ),
    ] = "no_mirror"
    points_on_allies: Annotated[
        bool,
        Rule(21, "A point on a friend's check", "Only your own, and those of adversaries.", "Any player may."),
    ] = True
    adversary_boon_villain_point: Annotated[
        bool,
        Rule(
            22, "A 12 on an adversary's boon die", "It is a boon and no more.", "The Game Master gains a Villain Point."
        ),
    ] = False
    mixed_counts_heroic: Annotated[
        bool,
        Rule(
            23,
            "A heroic action with a mixed success",
            "Only a clean success may be.",
            "It was accomplished, and may be rewarded.",
        ),
    ] = True
    restore_scope: Annotated[
        Literal["spent", "any"],
        Rule(24, "What a Hero Point restores", "Exertion that was spent.", "Anything lost, strain and wounds too."),
    ] = "spent"
    penalty_scope: Annotated[
        Literal["all", "matching_realm"],
        Rule(27, "What columns hinder", "Every check.", "Checks of their own realm, body or mind."),
    ] = "all"
    recovery_order: Annotated[
        Literal["free", "sheet"],
        Rule(
            28, "The order of recovery", "You choose what comes back first.", "The worst column first, as on the sheet."
        ),
    ] = "free"
    recovery_remainder: Annotated[
        Literal["drop", "keep"],
        Rule(
            29,
            "Minutes short of a point when rest ends",
            "They are lost.",
            "They are kept for the next rest of that kind.",
        ),
    ] = "drop"
    points_reset: Annotated[
        Literal["campaign", "session"],
        Rule(36, "Starting points", "Once, when the story begins.", "Anew in each session."),
    ] = "campaign"
    columns_debilitate: Annotated[
        bool,
        Rule(
            37,
            "Fatigue and wounds on the dice",
            "They raise the difficulty and nothing else.",
            "Each column that hinders also raises the Minimum Roll by 1.",
        ),
    ] = False
    close_by: Annotated[
        Literal["other_side", "actor"],
        Rule(38, "Who closes a check", "The other side lets it stand, if it holds a point.", "The one who made it."),
    ] = "other_side"
    withdraw: Annotated[
        Literal["before_spending", "never"],
        Rule(39, "Second thoughts", "You may withdraw before anything is spent.", "What is declared is done."),
    ] = "before_spending"


SWITCHES: tuple[Switch, ...] = switches(House, "R{}")
PRESETS: tuple[Preset, ...] = (
    Preset("letter", "By the letter", "As the text has it, wherever it says something."),
    Preset(
        "plays_better",
        "Plays better",
        "The letter, but for four places where a careful player is punished for doing the sensible thing.",
        (
            (
                "penalty_timing",
                "next_check",
                "Sub-skill 4, difficulty 3, Endurance 5 of 14 gone: at once, a third point lowers 54 in 100 to 46.",
            ),
            (
                "sn_compares",
                "base",
                "Rank 6 at difficulty 2 is sure; with one point of fatigue it would be a roll, made 37 times in 100.",
            ),
            (
                "penalty_scope",
                "matching_realm",
                "A step of difficulty takes rank 6 from 37 in 100 to 16: a sore leg should not do that to a riddle.",
            ),
            (
                "recovery_remainder",
                "keep",
                "Twenty-three hours in bed and then an alarm: by the letter not one point of Vitality came back.",
            ),
        ),
    ),
)
