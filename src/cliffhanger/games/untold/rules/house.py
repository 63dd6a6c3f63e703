"""House rules: where the text leaves room, a table chooses. The first value of each is how this referee reads it.

A field of `House` is what the rules read; `rules.toml` has the same for people, beside the rulings.
"""

from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.rules_catalogue import house_rules


class House(Struct, frozen=True, gc=False, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    exertion_formula: Literal["table_sr", "six_plus_six_sn", "twice_three_sn"] = "table_sr"
    default_broad_rounding: Literal["down", "up"] = "down"
    broad_may_replace_sub: bool = True
    count_default_broad: bool = True
    impossible_rollable: bool = True
    sn_compares: Literal["effective", "base"] = "effective"
    roll_under_sn: bool = False
    penalty_timing: Literal["immediate", "next_check"] = "immediate"
    pushed_boon_ones_snag: bool = False
    passed_die: Literal["boon_die", "ordinary_die"] = "boon_die"
    passed_expiry: Literal["scene", "next_action"] = "scene"
    mixed_after_push: bool = True
    points_per_check: Literal["unlimited", "1", "2", "3"] = "unlimited"
    shifted_faces: Literal["full", "success_only"] = "full"
    opposing_points: Literal["no_mirror", "none_on_same_check", "free"] = "no_mirror"
    points_on_allies: bool = True
    adversary_boon_villain_point: bool = False
    mixed_counts_heroic: bool = True
    restore_scope: Literal["spent", "any"] = "spent"
    penalty_scope: Literal["all", "matching_realm"] = "all"
    recovery_order: Literal["free", "sheet"] = "free"
    recovery_remainder: Literal["drop", "keep"] = "drop"
    points_reset: Literal["campaign", "session"] = "campaign"
    columns_debilitate: bool = False
    close_by: Literal["other_side", "actor"] = "other_side"
    withdraw: Literal["before_spending", "never"] = "before_spending"


SWITCHES, PRESETS = house_rules(House)
