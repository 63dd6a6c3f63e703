"""What a state holds of effects under way: what they stand for, what lasts or comes later, what was heard, two frames."""

from typing import Annotated, Any, Literal, Protocol

from msgspec import Meta, Struct

from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.procedure import Procedure

Ids = tuple[str, ...]
Count = Annotated[int, Meta(ge=0, le=9_999)]


class Context(Struct, frozen=True, gc=False, cache_hash=True):
    """What the words of an effect stand for: self, the card it stands on, what was paid and what was picked before.

    `kept` is for what comes later: words that mean somebody only now, and whom. `fate`: what happens is nobody's deed,
    though somebody is `me`.
    """

    me: str = ""
    card: str = ""
    seat: str = ""
    x: int = 0
    whom: Ids = ()
    cards: Ids = ()
    name: str = ""
    kept: tuple[tuple[str, str], ...] = ()
    fate: bool = False

    @property
    def doer(self) -> str:
        """Whose deed it is."""
        return "" if self.fate else self.me

    def meant(self, word: str) -> str:
        """Whom a word was kept for; "" for one that was not."""
        for each, who in self.kept:
            if each == word:
                return who
        return ""


class Delayed(Struct, frozen=True, gc=False, cache_hash=True):
    """Effects that come later to those whom they were made for: at the end of the turn of number `due`, or before that.

    At the start they come with its triggers, at the renewal before those. With `until` (where the effect stands that put
    them off) they come when its condition holds, or its trigger is heard.
    """

    effects: Ids
    ctx: Context
    due: Count = 0
    at: Literal["end", "start", "renewal"] = "end"
    until: str = ""


class Lasting(Struct, frozen=True, gc=False, cache_hash=True):
    """Something that lasts: the effect (where it stands, see `book.py`), on whom it is, and when it ends.

    `until` is a word of a duration; with `turns` it ends at the end of the turn of number `due`, with `if` when its
    condition holds, with `trigger` when that is heard. What lasts as long as a card is in play is not stored.
    """

    effect: str
    on: str
    ctx: Context
    until: str
    due: int = 0


class Heard(Struct, frozen=True, gc=False, cache_hash=True):
    """A trigger that has fired: by whose deed, whom it befell, and what it is about, such as a counter."""

    trigger: str
    by: str = ""
    to: str = ""
    of: str = ""


class Due(Struct, frozen=True, gc=False, cache_hash=True):
    """An ability that is due: the card it stands on, the number of the ability there, and its owner."""

    card: str
    nth: int
    me: str = ""
    seat: str = ""

    @property
    def mark(self) -> str:
        """By which the ability is known to have happened."""
        return f"{self.card}#{self.nth}"


class Moment(Procedure, frozen=True, gc=False):
    """Abilities that are due because something was heard; in `may` the owner of the first may still leave it."""

    heard: Heard
    due: tuple[Due, ...]
    phase: Literal["next", "order", "may"] = "next"


class Resolve(Procedure, frozen=True, gc=False):
    """What is left of the effects of an ability. `pick` and `say`: somebody chooses whom, or a word; `asks` among what.

    `ballots` are what those have said who choose together. `picked` and `answer` are what was chosen, `margin` and `total` what a
    roll among the effects came to.
    """

    ctx: Context
    left: Ids
    phase: Literal["go", "pick", "chance", "say"] = "go"
    asks: Ids = ()
    ballots: Ids = ()
    picked: Ids | None = None
    answer: str = ""
    rolled: bool = False
    margin: int = 0
    total: int = 0


class Playing(Procedural, Protocol):
    """What a state has in which effects of cards happen.

    `turn` counts turns, `lasting` and `delayed` are what goes on and what comes later, `heard` the triggers whose abilities
    have not come up, `chain` the abilities since the outermost moment, `once` what was done that may be done once: its
    marks begin with how often that is ("turn:rush#0"). `hushed`: a look past what cards in play do, while that is derived.
    """

    @property
    def cards(self) -> tuple[Any, ...]:
        """All cards of the table."""

    @property
    def turn(self) -> int:
        """The number of the turn."""

    @property
    def lasting(self) -> tuple[Lasting, ...]:
        """What lasts, but for what cards in play do."""

    @property
    def delayed(self) -> tuple[Delayed, ...]:
        """What comes later."""

    @property
    def heard(self) -> tuple[Heard, ...]:
        """Triggers whose abilities have not come up."""

    @property
    def chain(self) -> Ids:
        """The abilities since the outermost moment."""

    @property
    def once(self) -> Ids:
        """What was done that may be done once."""

    @property
    def hushed(self) -> bool:
        """Whether what cards in play do does not count."""
