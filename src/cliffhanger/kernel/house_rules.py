"""House rules, declared once: the field of a game's House is what the rules read, and its annotation what people read.

```python
class House(Struct, frozen=True, cache_hash=True):
    zero_pool: Annotated[Literal["none", "one_die"], Rule(4, "A pool of no dice", "Nothing is rolled.", "One die is.")] = "none"
    cr_pool: Annotated[bool, Rule(20, "Dice for a counter", "The successes stand.", "They are rolled again.")] = False

SWITCHES = switches(House, "R-BB-{:02}")
```
The values of a switch are those of its type, the default first; `says` goes by the order of the type (False before True).
"""

from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

HouseValue = str | bool
YES, NO = ("yes", "true", "on"), ("no", "false", "off")


class Switch(Struct, frozen=True, cache_hash=True):
    """A house rule: `house.<name>`, its values with the default first, the ruling it comes from, when it may change.

    `says` gives each value its one line: what it means at the table.
    """

    name: str
    title: str
    values: tuple[HouseValue, ...]
    ruling: str
    says: tuple[str, ...] = ()
    when: Literal["any", "setup"] = "any"

    def read(self, value: object) -> HouseValue | None:
        """The value that is meant: itself, or the words for yes and no that people type and older records have."""
        if isinstance(value, str) and isinstance(self.values[0], bool):
            return True if value in YES else False if value in NO else None
        found = [each for each in self.values if type(each) is type(value) and each == value]
        return found[0] if found else None

    @property
    def known(self) -> str:
        """The values it has, in words: `none, one_die`."""
        return ", ".join(map(called, self.values))


class Rule:
    """What people read of a house rule: the number of its ruling, its title, and a line for each of its values.

    `when` is "setup" for one that is chosen before the game begins.
    """

    def __init__(self, ruling: int | str, title: str, *says: str, when: Literal["any", "setup"] = "any") -> None:
        self.ruling, self.title, self.says, self.when = ruling, title, says, when


def called(value: HouseValue) -> str:
    """A value as people type it, and as it stands in files: yes and no for what is one or the other."""
    return value if isinstance(value, str) else "yes" if value else "no"


def position(switch: Switch, value: HouseValue) -> str:
    """What a switch means at this value; a game that gives no words has only the value's own."""
    says = dict(zip(switch.values, switch.says, strict=False))
    return says.get(value) or called(value).replace("_", " ")


def switches(house: type[Struct], ruling: str = "{}") -> tuple[Switch, ...]:
    """The switches of a game, from the fields of its House; `ruling` makes an id of a ruling's number.

    Raises TypeError on import for a field without a Rule, for values that are neither words nor yes or no, and for a Rule
    that does not say a line for each value.
    """
    hints = get_type_hints(house, include_extras=True)
    return tuple(_switch(each.name, hints[each.name], each.default, ruling) for each in structs.fields(house))


def _switch(name: str, hint: Any, default: HouseValue, ruling: str) -> Switch:  # noqa: ANN401
    rule = next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Rule)), None)
    kind = get_args(hint)[0] if rule else hint
    values: tuple[HouseValue, ...] = (False, True) if kind is bool else get_args(kind)
    if rule is None or (kind is not bool and get_origin(kind) is not Literal):
        raise TypeError(f"{name}: a house rule is Annotated[bool or Literal[...], Rule(...)], not {hint}")
    if len(rule.says) != len(values) or default not in values:
        raise TypeError(f"{name}: a line for each of {values}, and one of them as default, not {default!r}")
    rows = sorted(zip(values, rule.says, strict=True), key=lambda row: row[0] != default)
    made = ruling.format(rule.ruling) if isinstance(rule.ruling, int) else rule.ruling
    return Switch(name, rule.title, tuple(v for v, _ in rows), made, tuple(s for _, s in rows), rule.when)
