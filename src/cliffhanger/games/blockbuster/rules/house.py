"""The house rules: where the text leaves room, a table chooses. The first value of each is the text's own letter.

A field of `House` is what the rules read; `rules.toml` has the same for people, beside the rulings.
"""

from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.rules_catalogue import house_rules


class House(Struct, frozen=True, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    zero_pool: Literal["none", "one_die"] = "none"
    zero_tie: Literal["initiator", "nobody"] = "initiator"
    setup_bonus: Literal["excess", "all"] = "excess"
    setup_stack: Literal["sum", "best"] = "sum"
    setup_expiry: Literal["scene", "next_turn", "never"] = "scene"
    setup_from_opposed: bool = False
    extended_overshoot: Literal["lost", "setup"] = "lost"
    extended_helpers: bool = True
    actions_per_turn: Literal["1", "2"] = "1"
    init_tie: Literal["pool", "reroll", "pcs_first", "director"] = "pool"
    init_repeat: Literal["scene", "round"] = "scene"
    fail_damage: Literal["director", "always", "never"] = "director"
    protection_on: Literal["attack+ongoing+fail", "attack+ongoing", "none"] = "attack+ongoing+fail"
    damage_model: Literal["limits", "record", "shared"] = "limits"
    cr_initiate: Literal["raw", "opposed"] = "raw"
    cr_resist: Literal["recorded", "fresh"] = "recorded"
    cr_counter_target: Literal["initiator", "any_in_range"] = "initiator"
    cr_pool: bool = False
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
    sustain_range: bool = False
    track_helpers: bool = False


SWITCHES, PRESETS = house_rules(House)
