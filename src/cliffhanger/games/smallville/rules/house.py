"""House rules: where the texts leave room or clash, a table chooses. The first value of each is how this referee reads it.

A field of `House` is what the rules read; `rules.toml` has the same for people, beside the rulings.
"""

from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.rules_catalogue import house_rules


class House(Struct, frozen=True, gc=False, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    drives_required: bool = True
    trigger_often: Literal["bounded", "free"] = "bounded"
    setup_ones: Literal["drop", "count"] = "drop"
    setup_tie: Literal["share", "reroll"] = "share"
    wt_comp_who: Literal["opponent_first", "any"] = "opponent_first"
    bonus_trouble_ones: Literal["none", "complication"] = "none"
    aid_ones: Literal["none", "complication"] = "none"
    relief_payee: Literal["patient", "watchtower"] = "patient"
    detail_payee: Literal["bank", "opponent"] = "bank"
    detail_shared: Literal["pay", "free", "no"] = "pay"
    bought_traits_persist: bool = True
    late_result_buys: bool = False
    own_stress_shared: bool = False
    volunteer_limit: Literal["drive_and_scene", "once_per_drive", "unlimited"] = "drive_and_scene"
    give_in_after_loss: Literal["paid", "free", "no"] = "paid"
    give_in_after_aid: bool = False
    actor_may_give_in: bool = False
    by5_also_stress: bool = True
    dibs: Literal["enforce", "remind", "off"] = "enforce"
    spite_die: Literal["rating", "face"] = "rating"
    stress_tie: Literal["larger", "smaller", "choose"] = "larger"
    empty_stress: Literal["none", "step_up"] = "none"
    relief_while_out: bool = False
    resource_mode: Literal["include_erases", "erase_then_roll", "best_free"] = "include_erases"
    foreign_payee: Literal["opponent", "owner"] = "opponent"
    foreign_dice: Literal["one", "all"] = "one"
    bonus_timing: Literal["before", "after"] = "before"
    trouble_min: Literal["forbid", "refill"] = "forbid"
    limit_dice: Literal["attacking", "ability"] = "attacking"
    challenge_scope: Literal["contest", "roll"] = "contest"
    challenge_repeat: bool = True
    interfere_timing: Literal["after_swap", "any_standing"] = "after_swap"
    restart_tie: Literal["actor", "none"] = "actor"
    test_tie: Literal["trouble", "lead"] = "trouble"
    test_give_in: bool = True
    test_by5: bool = True
    trouble_buys: bool = True
    relief_patient_ones: Literal["none", "complication"] = "none"
    relief_by_extra: bool = False
    relief_retry: Literal["per_scene", "free"] = "per_scene"
    growth_stress: Literal["after_step_down", "before"] = "after_step_down"
    growth_tie: Literal["lose", "win"] = "lose"
    heritage_growth: Literal["10", "12"] = "10"
    features_grow: bool = False
    life_path: bool = False


SWITCHES, PRESETS = house_rules(House)
