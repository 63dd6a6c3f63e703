"""House rules: where the text leaves room, a table chooses. The first value of each is how this referee reads it.

A field of `House` is what the rules read; `rules.toml` has the same for people, beside the rulings.
"""

from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.rules_catalogue import house_rules


class House(Struct, frozen=True, gc=False, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded. Prices are words, too: "1" is one Hate."""

    hate_cost_mooks: Literal["1", "2", "3"] = "1"
    hate_cost_heroic: Literal["1", "2", "3"] = "1"
    hate_cost_attack: Literal["1", "2", "3"] = "1"
    hate_cost_belief_damage: Literal["2", "1", "3"] = "2"
    energy_cap: Literal["power", "none"] = "power"
    masterplan_beyond_cap: bool = False
    belief_auto: Literal["after", "before"] = "after"
    belief_auto_own: bool = True
    reversal_cap: Literal["total", "per_hero", "none"] = "total"
    trauma_short: Literal["floor", "as_stress"] = "floor"
    damage_auto: Literal["all", "heroes"] = "all"
    stand_cost: Literal["2M+1A", "2M"] = "2M+1A"
    surprised_pursuit: Literal["whole_turn", "first_defence"] = "whole_turn"
    double_ko: Literal["initiative", "villains", "heroes"] = "initiative"
    pursuit_hate: Literal["keep", "recover"] = "keep"
    lair_unpursued: Literal["spent", "returns"] = "spent"
    promoted_hate: Literal["power_x3", "six"] = "power_x3"
    cover: Literal["all", "physical"] = "all"
    gadgeteer: Literal["add_rank", "cap_at_rank"] = "add_rank"
    healing_match: bool = True
    peek_pool: Literal["heroic", "character", "party"] = "heroic"
    basic_move: bool = False
    twist_reveal: Literal["shuffled", "players_pick"] = "shuffled"
    event_window: Literal["phase", "combat"] = "phase"
    threat_needs_reveal: bool = False
    mook_refill_zero: bool = False
    deck_empty: Literal["reshuffle", "stop"] = "reshuffle"
    gm_details: Literal["no", "hate"] = "no"
    mook_kill_hate: Literal["none", "main"] = "none"
    played_hero_actions: Literal["next_turn", "now"] = "next_turn"
    group_vote: Literal["majority", "any", "unanimous"] = "majority"
    friendly_combat: bool = True
    lock_target: Literal["cured", "any_hero"] = "cured"
    relocate_between_combats: bool = True
    bystander_place: Literal["current", "any_in_play"] = "current"
    hide_in_combat: bool = True
    mook_counters: Literal["one_card", "split"] = "one_card"
    objective_on_promotion: Literal["passes", "leaves"] = "passes"
    crossover_actions: Literal["next_turn", "now"] = "next_turn"
    card_damage: Literal["flat", "pool"] = "flat"
    deck_copies: Literal["any", "single"] = "any"


SWITCHES, PRESETS = house_rules(House)
