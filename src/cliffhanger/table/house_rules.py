"""House rules in the words of people: what a switch means where it stands, and which ones a table has changed."""

from collections.abc import Iterable, Mapping
from typing import Any

from cliffhanger.kernel.game import Game, Setup
from cliffhanger.kernel.house_rules import HouseValue, Switch, position


def differing(switches: Iterable[Switch], house: Mapping[str, HouseValue]) -> list[tuple[Switch, str]]:
    """The switches that do not stand at their first value, each with what it means where it stands."""
    found = [(switch, house.get(switch.name, switch.values[0])) for switch in switches]
    return [(switch, position(switch, value)) for switch, value in found if value != switch.values[0]]


def house_of(game: Game[Any], setup: Setup) -> dict[str, HouseValue]:
    """Where every switch of a game stands at a table of this set-up; raises ValueError for one that it has not."""
    known = {switch.name: switch for switch in game.switches}
    house = {name: switch.values[0] for name, switch in known.items()}
    for name, wanted in setup.house.items():
        if name not in known:
            raise ValueError(f"{game.title} has no house rule {name!r}.")
        value = known[name].read(wanted)
        if value is None:
            raise ValueError(f"House rule {name} cannot be {wanted!r}; it can be {known[name].known}.")
        house[name] = value
    return house
