"""House rules: a field of `House` is what the rules read; `rules.toml` has the same for people, beside the rulings."""

from typing import Literal

from msgspec import Struct

from cliffhanger.kernel.rules_catalogue import house_rules


class House(Struct, frozen=True, cache_hash=True):
    """Where the text leaves room, a table chooses. The first value of each is the text's own letter."""

    slip: Literal["nothing", "best_die"] = "nothing"


SWITCHES, PRESETS = house_rules(House)
