"""House rules: a field of `House` is what the rules read, its Rule what people read, a line for each value."""

from typing import Annotated, Literal

from msgspec import Struct

from cliffhanger.kernel.game import Preset
from cliffhanger.kernel.house_rules import Rule, Switch, switches


class House(Struct, frozen=True, cache_hash=True):
    """Where the text leaves room, a table chooses. The first value of each is the text's own letter."""

    slip: Annotated[
        Literal["nothing", "best_die"],
        Rule(1, "What a slip leaves", "You climb nothing.", "You climb your best die."),
    ] = "nothing"


SWITCHES: tuple[Switch, ...] = switches(House, "R-FIRSTCLIMB-{:02}")
PRESETS: tuple[Preset, ...] = (
    Preset("gentle", "Gentle", "For a first evening.", (("slip", "best_die", "A slip still leads somewhere."),)),
)
