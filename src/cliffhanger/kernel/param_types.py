"""What a choice can ask for: three closed kinds that page, terminal, bots, checks and odds all read.

The functions over them are in `params.py`, which can be compiled; a module with Structs cannot.

A `Choice` is the answer: parameter name to chosen item ids (Pick), a whole number (Number) or a string (Text).
"""

from collections.abc import Mapping

from msgspec import Struct

from cliffhanger.kernel.panels import Track

Choice = Mapping[str, tuple[str, ...] | int | str]
UNCOUNTED = -1
"""A budget of nothing: items cost nothing, and no price is shown."""
ENDLESS = -2
"""A budget that never runs out: the price is shown, and can always be paid."""


class Cost(Struct, frozen=True, gc=False, cache_hash=True):
    """What an option or an item costs: `amount` of something (`of`: "strain", "plot point"), sure or only at risk.

    `to` is whom it is paid to, `track` the id of the track that it fills or empties.
    """

    amount: int
    of: str
    risk: bool = False
    to: str = ""
    track: str = ""

    def __str__(self) -> str:
        """The cost in words: `2 strain at risk`, `1 plot point paid to Lex`."""
        return f"{self.amount} {self.of}{f' paid to {self.to}' if self.to else ''}{' at risk' if self.risk else ''}"


class Item(Struct, frozen=True, gc=False, cache_hash=True):
    """One thing that can be picked.

    `n` is the number printed on it (dice, a rating); `dice` are the sizes it adds to a pool (2 is a coin); `slot` names
    the free allowance it draws on; at most one item of the same `same` may be picked; `blocked` says why it cannot be
    picked now. Items of one `group` stand together under its name where there are many, or where others stand in none: friends
    below foes. `on` is the id of the card, row,
    die or token that becomes its button. One with `beside` may be picked only beside one of these ids, picked or (as the
    slug of a text) said elsewhere in the choice; it stands in a pick that may stay empty. `figures` are ids of figures of
    the game that stand beside the option while this one is picked. `lost` says what is lost by it where nothing is paid
    (as `Option.lost`).
    """

    id: str
    label: str
    n: int = 0
    slot: str = ""
    same: str = ""
    says: str = ""
    blocked: str = ""
    group: str = ""
    dice: tuple[int, ...] = ()
    on: str = ""
    cost: tuple[Cost, ...] = ()
    beside: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    lost: str = ""


class Slot(Struct, frozen=True, gc=False, cache_hash=True):
    """A place in a pick that items of its id fill: `free` of them cost nothing; `question` asks for them, `note` explains."""

    id: str
    name: str = ""
    free: int = 0
    question: str = ""
    note: str = ""


class Pick(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="pick"):
    """Choose `least` to `most` of `items`; a pick of exactly one gives its deed the item's id, others a tuple of ids.

    `slots` give items their free allowance; an item beyond it costs 1 of `budget` (UNCOUNTED, ENDLESS, or what there
    is). Of each group in `must` at least one item has to be chosen. `start` is what lies chosen when the question is
    first shown. With `within`, only items that the pick of that name (which stands before this one) holds can be chosen,
    and nothing is asked where it holds none of them; of fewer than `least`, all.
    """

    name: str
    label: str
    items: tuple[Item, ...]
    least: int = 1
    most: int = 1
    slots: tuple[Slot, ...] = ()
    budget: int = UNCOUNTED
    start: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    within: str = ""

    @property
    def one(self) -> bool:
        """Whether exactly one item is asked for."""
        return self.least == self.most == 1

    @property
    def heads(self) -> dict[str, str]:
        """Where a group begins below items that stand in none: its name, by the id of its first item."""
        named = {} if all(item.group for item in self.items) else {item.group: item.id for item in self.items[::-1]}
        return {first: group for group, first in named.items() if group}

    @property
    def priced(self) -> bool:
        """Whether what is chosen has a price that is counted."""
        return bool(self.slots) or self.budget != UNCOUNTED


class Number(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="number"):
    """Choose a whole number from `low` to `high`, both included; `rule` says why no more, where the option's does not.

    `dice` are the sizes that each step adds to a pool (2 is a coin). With `within`, it is asked only if the pick of
    that name holds anything; else its deed gets `start`. Where the numbers are few and differ in what they cost, `ways`
    calls each by what it does: items whose ids are the numbers, with label, `says` and cost. `stock` is what each step takes
    a point from: tracks whose `filled` boxes are gone, the first until it is used up, then the next.
    """

    name: str
    label: str
    low: int
    high: int
    start: int = 0
    words: tuple[tuple[int, str], ...] = ()
    rule: str = ""
    dice: tuple[int, ...] = ()
    within: str = ""
    ways: tuple[Item, ...] = ()
    stock: tuple[Track, ...] = ()


class Ready(Struct, frozen=True, gc=False, cache_hash=True):
    """Words to start from, which are as good as one's own, and what goes with them: names of picks, each with its item.

    `note` says of it in a few words what that is.
    """

    says: str
    picks: tuple[tuple[str, str], ...] = ()
    note: str = ""


class Text(Struct, frozen=True, gc=False, cache_hash=True, tag_field="kind", tag="text"):
    """Say something of `least` to `most` characters; `form` names the game's file form it has to satisfy.

    With `within`, it is asked only if the pick of that name holds anything; else its deed gets no words. Where there are
    `ready` words to start from, the first of them lie there until somebody says something else.
    """

    name: str
    label: str
    least: int = 0
    most: int = 200
    form: str = ""
    start: str = ""
    within: str = ""
    ready: tuple[Ready, ...] = ()


Param = Pick | Number | Text
