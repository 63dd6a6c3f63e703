"""House rules: a field of a game's House is what the rules read, and its `rules.toml` has what people read.

```python
class House(Struct, frozen=True, cache_hash=True):
    zero_pool: Literal["none", "one_die"] = "none"
    cr_pool: bool = False

SWITCHES, PRESETS = house_rules(House)  # of `rules_catalogue`
```
```toml
[[rulings]]
id = "R-BB-04"
says = "A pool never has fewer than no dice."

[rulings.switches.zero_pool]
title = "A pool of no dice"
says.none = "Nothing is rolled."
says.one_die = "One die is."
```
The values of a switch are those of its type, the default first; `says` has a line for each, as people type it (no and yes).
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

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


class SwitchNote(Struct, frozen=True, forbid_unknown_fields=True):
    """What people read of a house rule: its title, and a line for each of its values.

    `when` is "setup" for one that is chosen before the game begins.
    """

    title: str
    says: dict[str, str]
    when: Literal["any", "setup"] = "any"


def called(value: HouseValue) -> str:
    """A value as people type it, and as it stands in files: yes and no for what is one or the other."""
    return value if isinstance(value, str) else "yes" if value else "no"


def position(switch: Switch, value: HouseValue) -> str:
    """What a switch means at this value; a game that gives no words has only the value's own."""
    says = dict(zip(switch.values, switch.says, strict=False))
    return says.get(value) or called(value).replace("_", " ")


def switches(house: type[Struct], notes: Mapping[str, tuple[str, SwitchNote]]) -> tuple[Switch, ...]:
    """The switches of a game, from the fields of its House, and from the notes of its rulings: by name, each with its ruling.

    Raises TypeError on import for a field without a note, for a note without a field, for values that are neither words nor
    yes or no, and for a note that does not say a line for each value and no others.
    """
    fields = structs.fields(house)
    if strange := sorted(notes.keys() - {each.name for each in fields}):
        raise TypeError(
            f"{strange[0]}: rules.toml has a house rule of this name, and {house.__name__} has no such field"
        )
    return tuple(_switch(each.name, each.type, each.default, notes) for each in fields)


def _switch(name: str, kind: Any, default: HouseValue, notes: Mapping[str, tuple[str, SwitchNote]]) -> Switch:  # noqa: ANN401
    if name not in notes:
        raise TypeError(f"{name}: a house rule is said in rules.toml, under [rulings.switches.{name}]")
    if kind is not bool and get_origin(kind) is not Literal:
        raise TypeError(f"{name}: a house rule is bool or Literal[...], not {kind}")
    values: tuple[HouseValue, ...] = (False, True) if kind is bool else get_args(kind)
    ruling, note = notes[name]
    if note.says.keys() != set(map(called, values)) or default not in values:
        raise TypeError(f"{name}: a line for each of {values}, and one of them as default, not {default!r}")
    first = sorted(values, key=lambda value: value != default)
    return Switch(name, note.title, tuple(first), ruling, tuple(note.says[called(v)] for v in first), note.when)
