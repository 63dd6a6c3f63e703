"""The pool of an option before it is thrown: dice by where they come from, and what bends them, with what is chosen.

An option says it in `pool`, in rows. A row with the name of a parameter as its `id` stands for the dice that are picked
or counted there; one with `name=item` (or several of these, with blanks between them) counts only while one of those
items is picked; any other always counts. `dice` are what a row adds; `n` is by how many dice it makes the pool larger or
smaller, `value` what it does besides ("+1 difficulty"), `state` "bad" what stands against it.
"""

from typing import NamedTuple

from cliffhanger.kernel.option import Option
from cliffhanger.kernel.panels import Coin, Die, Row
from cliffhanger.kernel.params import Choice, Number, Param, Pick, reached

COIN = 2
MINUS = "\N{MINUS SIGN}"


class Pool(NamedTuple):
    """What would be thrown: rows with their dice, and rows that bend it; `thrown` is how many dice that makes, 0 or more."""

    sources: tuple[Row, ...]
    bends: tuple[Row, ...]

    @property
    def gone(self) -> int:
        """How many of the dice are taken away again."""
        return min(-sum(min(0, row.n or 0) for row in self.bends), self._all)

    @property
    def _all(self) -> int:
        return sum(len(row.dice) for row in self.sources)

    @property
    def thrown(self) -> int:
        """How many dice are thrown."""
        return max(0, self._all + sum(row.n or 0 for row in self.bends))


def pool_of(option: Option, choice: Choice) -> Pool | None:
    """The pool with what is chosen; None where the option throws nothing, or nothing that is chosen yet."""
    if not option.pool:
        return None
    asked = {p.name: p for p in (reached(each, choice) for each in option.params) if p}
    picked = {f"{name}={item}" for name in asked for item in _several(choice.get(name))}
    sources: list[Row] = []
    bends: list[Row] = []
    for row in option.pool:
        if row.id in asked:
            sources += _from(row, asked[row.id], choice)
        elif row.dice:
            sources += [row] if _counts(row, picked) else []
        elif (row.n or row.value) and _counts(row, picked):
            bends.append(row)
    found = Pool(tuple(sources), tuple(bends))
    return found if found.thrown else None


def _counts(row: Row, picked: set[str]) -> bool:
    """Whether a row counts with what is picked; one that stands for a question that is not asked does not."""
    return not row.id or not picked.isdisjoint(row.id.split())


def _several(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _from(row: Row, p: Param, choice: Choice) -> list[Row]:
    """The dice that are picked, or counted, in one question."""
    value = choice.get(p.name)
    if type(p) is Pick:
        held = [item for item in p.items if item.id in _several(value) and item.dice]
        return [Row(item.label, dice=hollow(item.dice)) for item in held]
    if type(p) is Number and isinstance(value, int) and value > 0 and p.dice:
        return [Row(row.name or p.label, dice=hollow(p.dice * value))]
    return []


def signed(n: int) -> str:
    """A number with its sign, as it stands beside what it bends: `+1`."""
    return f"{'+' if n >= 0 else MINUS}{abs(n)}"


def hollow(sizes: tuple[int, ...]) -> tuple[Die | Coin, ...]:
    """Dice of these sizes that have not been thrown yet; 2 is a coin."""
    return tuple([Coin() if size == COIN else Die(size) for size in sizes])
