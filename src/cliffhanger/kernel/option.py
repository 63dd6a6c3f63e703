"""An option as data, and the words of its verb."""

from msgspec import Struct

from cliffhanger.kernel.panels import Row
from cliffhanger.kernel.param_types import Cost, Item, Param


class Option(Struct, frozen=True, gc=False, cache_hash=True):
    """One thing one seat may do now, as data: sent, drawn, listed, sampled, checked against.

    `ask` is what the window asks its seat ("Say what you do."); `group` the row it stands in; `rank` the order in
    which windows are taken one at a time (lower first); `first` marks the one next step; `standing` options are
    usable at any time and never waited for; a `reaction` belongs to what is under way, and nobody waits for it either;
    of a `private` one others see only that the seat is choosing. `figures` are the ids of figures of the game
    (`Game.figures`): what a choice here is worth. Options that name the same figure may be compared by it.

    Options that are one act with different means share a `verb` (an id of `Game.verbs`) and name their `tool`. `line`
    is what it says of its reader, `button` what stands on its button, both with names of parameters in braces; `cost`
    is what taking it costs; `pool` shows the dice before anything is picked, by where they come from; `on` is the id of
    the card, row, die or token that becomes its button.
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

    @property
    def price(self) -> str:
        """What it costs, in words; "" for what costs nothing."""
        return ", ".join(map(str, self.cost))


class Verb(Struct, frozen=True, gc=False):
    """What options of one kind do, said once a game: a word for the button, a word for its icon, and one line."""

    id: str
    label: str
    icon: str = ""
    says: str = ""
