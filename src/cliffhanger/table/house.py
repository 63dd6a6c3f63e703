"""House rules in the words of people: what a switch means where it stands, and which ones a table has changed."""

from collections.abc import Iterable, Mapping

from cliffhanger.kernel.game import Switch


def position(switch: Switch, value: str) -> str:
    """What a switch means at this value; a game that gives no words has only the value's own."""
    says = dict(zip(switch.values, switch.says, strict=False))
    return says.get(value) or value.replace("_", " ")


def differing(switches: Iterable[Switch], house: Mapping[str, str]) -> list[tuple[Switch, str]]:
    """The switches that do not stand at their first value, each with what it means where it stands."""
    found = [(switch, house.get(switch.name, switch.values[0])) for switch in switches]
    return [(switch, position(switch, value)) for switch, value in found if value != switch.values[0]]
