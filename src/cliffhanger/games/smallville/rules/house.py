"""House rules: where the texts leave room or clash, a table chooses. The first value of each is how this referee reads it.

A field of `House` is what the rules read; `rules.toml` has the same for people, beside the rulings.
"""

from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.rules_catalogue import house_rules


class House(Struct, frozen=True, gc=False, cache_hash=True):
    """One value for every switch; a value that is not listed cannot be decoded."""

    drives_required: bool = True
    setup_ones: Literal["drop", "count"] = "drop"
    setup_tie: Literal["share", "reroll"] = "share"
    wt_comp_who: Literal["opponent_first", "any"] = "opponent_first"
    bought_traits_persist: bool = True
    own_stress_shared: bool = False
    give_in_after_loss: Literal["paid", "free", "no"] = "paid"
    by5_also_stress: bool = True
    dibs: Literal["enforce", "remind", "off"] = "enforce"
    spite_die: Literal["rating", "face"] = "rating"
    stress_tie: Literal["larger", "smaller", "choose"] = "larger"
    empty_stress: Literal["none", "step_up"] = "none"
    trouble_min: Literal["forbid", "refill"] = "forbid"


SWITCHES, PRESETS = house_rules(House)
