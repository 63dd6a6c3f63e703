"""House rules in the words of people: what a switch means where it stands, and which ones a table has changed."""

from collections.abc import Iterable, Mapping

from cliffhanger.kernel.house_rules import HouseValue, Switch, position


def differing(switches: Iterable[Switch], house: Mapping[str, HouseValue]) -> list[tuple[Switch, str]]:
    """The switches that do not stand at their first value, each with what it means where it stands."""
    found = [(switch, house.get(switch.name, switch.values[0])) for switch in switches]
    return [(switch, position(switch, value)) for switch, value in found if value != switch.values[0]]
