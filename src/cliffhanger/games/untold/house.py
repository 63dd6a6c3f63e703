"""The house rules: where the text leaves room, a table chooses. The first value of each is how this referee reads it.

`House` is what the rules read; `SWITCHES` is the same for people.
"""

from typing import Literal, get_args, get_type_hints

from msgspec import Struct

from cliffhanger.kernel.game import Preset
from cliffhanger.kernel.house_rules import Switch

Yes = Literal["true", "false"]
No = Literal["false", "true"]


class House(Struct, frozen=True, gc=False, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    exertion_formula: Literal["table_sr", "six_plus_six_sn", "twice_three_sn"] = "table_sr"
    default_broad_rounding: Literal["down", "up"] = "down"
    broad_may_replace_sub: Yes = "true"
    count_default_broad: Yes = "true"
    impossible_rollable: Yes = "true"
    sn_compares: Literal["effective", "base"] = "effective"
    roll_under_sn: No = "false"
    penalty_timing: Literal["immediate", "next_check"] = "immediate"
    pushed_boon_ones_snag: No = "false"
    passed_die: Literal["boon_die", "ordinary_die"] = "boon_die"
    passed_expiry: Literal["scene", "next_action"] = "scene"
    mixed_after_push: Yes = "true"
    points_per_check: Literal["unlimited", "1", "2", "3"] = "unlimited"
    shifted_faces: Literal["full", "success_only"] = "full"
    opposing_points: Literal["no_mirror", "none_on_same_check", "free"] = "no_mirror"
    points_on_allies: Yes = "true"
    adversary_boon_villain_point: No = "false"
    mixed_counts_heroic: Yes = "true"
    restore_scope: Literal["spent", "any"] = "spent"
    penalty_scope: Literal["all", "matching_realm"] = "all"
    recovery_order: Literal["free", "sheet"] = "free"
    recovery_remainder: Literal["drop", "keep"] = "drop"
    points_reset: Literal["campaign", "session"] = "campaign"
    columns_debilitate: No = "false"
    close_by: Literal["other_side", "actor"] = "other_side"
    withdraw: Literal["before_spending", "never"] = "before_spending"


HINTS = get_type_hints(House)


def _switch(name: str, ruling: int, title: str, *says: str, when: Literal["any", "setup"] = "any") -> Switch:
    """One switch, with a line for each of its values in their order."""
    return Switch(name, title, get_args(HINTS[name]), f"R{ruling}", says, when)


SWITCHES: tuple[Switch, ...] = (
    _switch(
        "exertion_formula",
        1,
        "The size of Endurance and Tenacity",
        "The sum of the three highest Skill Ranks.",
        "6 and the sum of the six highest Second Natures.",
        "Twice the sum of the three highest Second Natures.",
    ),
    _switch(
        "default_broad_rounding",
        2,
        "Half of an odd sub-skill",
        "Half a rank is lost: 7 gives 3.",
        "Half a rank is won: 7 gives 4.",
    ),
    _switch(
        "broad_may_replace_sub",
        3,
        "A trained sub-skill below its broad skill",
        "You may roll the broad skill in its place.",
        "You roll the sub-skill you have.",
    ),
    _switch(
        "count_default_broad",
        4,
        "A broad rank that comes from a sub-skill alone",
        "It counts among your highest.",
        "Only what you have learned counts.",
    ),
    _switch(
        "impossible_rollable",
        7,
        "Difficulty 12 and beyond",
        "It may be rolled, if the Game Master lets you.",
        "Nobody rolls for it.",
    ),
    _switch(
        "sn_compares",
        8,
        "What Second Nature is held against",
        "The difficulty in force, tiredness and all.",
        "The task as points have moved it; tiredness and wounds are left out.",
    ),
    _switch(
        "roll_under_sn",
        8,
        "Rolling what is second nature",
        "It succeeds, and nobody rolls.",
        "You may roll all the same, for the boons.",
    ),
    _switch(
        "penalty_timing",
        9,
        "When a column that you touch begins to hinder",
        "At once, in the check you spend on.",
        "From your next check on.",
    ),
    _switch(
        "pushed_boon_ones_snag",
        10,
        "A 1 on a boon die that a push earned",
        "Harmless, as on any boon die.",
        "A snag, as on the pushed dice.",
    ),
    _switch(
        "passed_die",
        11,
        "A boon die that was passed on",
        "It stays a boon die: a 1 is harmless, a 12 is worth a Hero Point.",
        "It is a die like any other of the pool.",
    ),
    _switch(
        "passed_expiry",
        11,
        "How long a passed boon die waits",
        "For the next roll, until the scene ends.",
        "For the next action; if that takes no roll it is gone.",
    ),
    _switch(
        "mixed_after_push",
        14,
        "A mixed success after a push",
        "One short is one short.",
        "Whoever pushed has had their chance.",
    ),
    _switch(
        "points_per_check",
        15,
        "Points on one check",
        "As many as anybody likes to spend.",
        "One for each side.",
        "Two for each side.",
        "Three for each side.",
    ),
    _switch(
        "shifted_faces",
        16,
        "What a shifted face counts for",
        "For everything: an 11 becomes a boon, a 2 may become a snag.",
        "For success alone.",
    ),
    _switch(
        "opposing_points",
        19,
        "Hero and Villain Points against one another",
        "The one side may not undo in kind what the other has done to a check.",
        "The first side to spend on a check is the only one.",
        "Anything goes.",
    ),
    _switch(
        "points_on_allies",
        21,
        "A point on a friend's check",
        "Any player may.",
        "Only your own, and those of adversaries.",
    ),
    _switch(
        "adversary_boon_villain_point",
        22,
        "A 12 on an adversary's boon die",
        "It is a boon and no more.",
        "The Game Master gains a Villain Point.",
    ),
    _switch(
        "mixed_counts_heroic",
        23,
        "A heroic action with a mixed success",
        "It was accomplished, and may be rewarded.",
        "Only a clean success may be.",
    ),
    _switch(
        "restore_scope",
        24,
        "What a Hero Point restores",
        "Exertion that was spent.",
        "Anything lost, strain and wounds too.",
    ),
    _switch(
        "penalty_scope",
        27,
        "What columns hinder",
        "Every check.",
        "Checks of their own realm, body or mind.",
    ),
    _switch(
        "recovery_order",
        28,
        "The order of recovery",
        "You choose what comes back first.",
        "The worst column first, as on the sheet.",
    ),
    _switch(
        "recovery_remainder",
        29,
        "Minutes short of a point when rest ends",
        "They are lost.",
        "They are kept for the next rest of that kind.",
    ),
    _switch(
        "points_reset",
        36,
        "Starting points",
        "Once, when the story begins.",
        "Anew in each session.",
    ),
    _switch(
        "columns_debilitate",
        37,
        "Fatigue and wounds on the dice",
        "They raise the difficulty and nothing else.",
        "Each column that hinders also raises the Minimum Roll by 1.",
    ),
    _switch(
        "close_by",
        38,
        "Who closes a check",
        "The other side lets it stand, if it holds a point.",
        "The one who made it.",
    ),
    _switch(
        "withdraw",
        39,
        "Second thoughts",
        "You may withdraw before anything is spent.",
        "What is declared is done.",
    ),
)

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
