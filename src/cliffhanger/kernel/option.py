"""An option as data, the words of its verb, and the offer of it with its deed."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, structs

from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.param_types import Choice, Cost, Item, Number, Param, Pick
from cliffhanger.kernel.params import price

T = TypeVar("T")
Lazy: TypeAlias = T | Callable[[], T]
"""A value, or a function that makes it when somebody looks."""
NO_WORDS: Mapping[str, Any] = {}


class Option(Struct, frozen=True, gc=False, cache_hash=True):
    """One thing one seat may do now, as data: sent, drawn, listed, sampled, checked against.

    `ask` is what the window asks its seat ("Say what you do."), and `awaits` what the others read meanwhile, if that is
    not the same ("Juno is up."); `group` the row it stands in; `rank` the order in
    which windows are taken one at a time (lower first); `first` marks the one next step; `standing` options are
    usable at any time and never waited for; a `reaction` belongs to what is under way, and nobody waits for it either (one that is
    `first` is a turn that may be taken); of a `private` one others see only that the seat is choosing, and what it chose
    not before an event of `Game.reveals`.
    `figures` are the ids of figures of the game
    (`Game.figures`): what a choice here is worth. Options that name the same figure may be compared by it, and an item
    may name figures of its own.

    Options that are one act with different means share a `verb` (an id of `Game.verbs`) and name their `tool`. `line`
    is what it says of whoever takes it, `button` what stands on its button, both with what is chosen in braces
    (`kernel/wording.py`); `names` are what else they may name, such as ("foe", "Ludo"), and ("you", "Ludo") where a seat plays
    several people. `cost`
    is what taking it costs; `pool` says what would be thrown, by where it comes from, and what bends it (`kernel/pool.py`
    has its rows); `on` is the id of the card, row, die or token that becomes its button. Options of one window that are each
    a `way` to go on after a roll stand side by side as buttons, each with its price and its chance.
    `lost` says what is lost by taking it, though nothing is paid: it is never the lit button while there is another way.
    `vain` says why nothing can be gained by it as things lie; it may be done all the same, behind what may help.
    `hint` is what it does, in three to six words, on its tile; without one stands that of its verb.
    """

    seat: str
    window: str
    key: str
    label: str
    params: tuple[Param, ...] = ()
    rule: str = ""
    blocked: str = ""
    instead: str = ""
    rank: int = 0
    ask: str = ""
    awaits: str = ""
    group: str = ""
    says: str = ""
    first: bool = False
    standing: bool = False
    private: bool = False
    figures: tuple[str, ...] = ()
    reaction: bool = False
    verb: str = ""
    tool: Item | None = None
    line: str = ""
    button: str = ""
    cost: tuple[Cost, ...] = ()
    pool: tuple[Row, ...] = ()
    on: str = ""
    lost: str = ""
    vain: str = ""
    hint: str = ""
    names: tuple[tuple[str, str], ...] = ()
    way: bool = False

    @property
    def price(self) -> str:
        """What is paid for it, in words; "" where nothing is. What is only at risk stands in `cost` alone."""
        return ", ".join(str(each) for each in self.cost if not each.risk)

    def paid(self, choice: Choice) -> str:
        """What is paid for it with this choice, in words: its own price, and that of what is picked beyond what is free."""
        beyond = [
            _beyond(p, held) for p in self.params if type(p) is Pick and isinstance(held := choice.get(p.name), tuple)
        ]
        return ", ".join(words for words in (self.price, *beyond) if words)

    def costs(self, choice: Choice) -> tuple[Cost, ...]:
        """What it costs or risks with this choice: itself, and what is picked."""
        return (*self.cost, *(cost for item in self._taken(choice) for cost in item.cost))

    def loses(self, choice: Choice) -> str:
        """What is lost with this choice though nothing is paid for it; "" where nothing is."""
        return self.lost or next((item.lost for item in self._taken(choice) if item.lost), "")

    def _taken(self, choice: Choice) -> tuple[Item, ...]:
        """What is picked with this choice, then the ways that its numbers are."""
        picks = [p for p in self.params if type(p) is Pick]
        held = {name for p in picks if isinstance(chosen := choice.get(p.name), tuple) for name in chosen}
        ways = (
            x for p in self.params if type(p) is Number and p.ways for x in p.ways if x.id == str(choice.get(p.name))
        )
        return (*(item for p in picks for item in p.items if item.id in held), *ways)

    def figures_of(self, choice: Choice) -> tuple[str, ...]:
        """The ids of the figures beside it with this choice: its own, then those that picked items name; each once."""
        picks = [p for p in self.params if type(p) is Pick]
        held = {name for p in picks if isinstance(chosen := choice.get(p.name), tuple) for name in chosen}
        more = (name for p in picks for item in p.items if item.figures and item.id in held for name in item.figures)
        return tuple(dict.fromkeys((*self.figures, *more)))

    @property
    def all_figures(self) -> tuple[str, ...]:
        """The ids of the figures that any choice may have beside it: its own, then those that its items name."""
        items = (item for p in self.params if type(p) is Pick for item in p.items)
        return tuple(dict.fromkeys((*self.figures, *(name for item in items for name in item.figures))))


class Verb(Struct, frozen=True, gc=False):
    """What options of one kind do, said once a game: a word for the button, a word for its icon, and one line.

    `hint` is that line in three to six words, for a tile.
    """

    id: str
    label: str
    icon: str = ""
    says: str = ""
    hint: str = ""


class Offer(Struct, eq=False, gc=False):
    """An option and what it does. `do(state, **arguments)` gives the next state and checks nothing.

    What a look at the table needs is there at once: whose it is, which one, whether it is blocked, what it does. What
    it asks for (`asks`) and its `words` are made when somebody looks: where a seat has twenty options and takes one, the
    words of the other nineteen are never written. `of` are words that all offers of a kind share.
    """

    seat: str
    window: str
    key: str
    do: Callable[..., Any]
    asks: Lazy[tuple[Param, ...]] = ()
    words: Mapping[str, Any] = NO_WORDS
    of: Lazy[Mapping[str, Any]] = NO_WORDS
    blocked: str = ""
    rank: int = 0
    reaction: bool = False
    written: Option | None = None
    source: "Offer | None" = None

    @classmethod
    def written_out(cls, option: Option, do: Callable[..., Any]) -> "Offer":
        """An offer of an option that is written out already."""
        return cls(
            option.seat,
            option.window,
            option.key,
            do,
            option.params,
            blocked=option.blocked,
            rank=option.rank,
            reaction=option.reaction,
            written=option,
        )

    def within(self, window: str) -> "Offer":
        """The same in another window: what both of them ask and say is written once."""
        return Offer(
            self.seat,
            window,
            self.key,
            self.do,
            self.asks,
            self.words,
            self.of,
            self.blocked,
            self.rank,
            self.reaction,
            source=self,
        )

    @property
    def params(self) -> tuple[Param, ...]:
        """What has to be chosen to take it."""
        asks = self.asks
        if type(asks) is not tuple:
            asks = self.asks = asks()  # type: ignore[operator]
        return asks

    @property
    def option(self) -> Option:
        """What is offered, as data."""
        if self.written is None and self.source is not None:
            self.written = structs.replace(self.source.option, window=self.window)
        if self.written is None:
            words = {**(self.of() if callable(self.of) else self.of), **self.words}
            for name, value in words.items():
                if callable(value):
                    words[name] = value()
            self.written = Option(
                self.seat,
                self.window,
                self.key,
                params=self.params,
                blocked=self.blocked,
                rank=self.rank,
                reaction=self.reaction,
                **words,
            )
        return self.written


def _beyond(p: Pick, held: tuple[str, ...]) -> str:
    """What is paid for the items of a pick: each its own price, or those that are more than its slots have free."""
    if not p.priced:
        return ", ".join(str(cost) for item in p.items if item.id in held for cost in item.cost if not cost.risk)
    n = price(p, held)
    cost = next((each for item in p.items if item.id in held for each in item.cost if not each.risk), None)
    if not n or cost is None:
        return ""
    return str(cost) if n == 1 else f"{n} × {cost}"
