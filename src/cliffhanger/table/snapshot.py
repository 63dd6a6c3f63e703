"""The values a table gives out: what a page is drawn from, and what an input brought."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import Waiting
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.params import Choice
from cliffhanger.kernel.record.format import Entry
from cliffhanger.table.ports import Line

Pace = Literal["once", "reading", "slow"]
"""How fast bots go: at once, so that what they do can be read, or slower than that."""


class TableOptions(Struct, frozen=True):
    """How people run this table: who may undo, whether dice are thrown on a real table, what it is called.

    `undo` is "anyone", "owner" (whose acts are taken back, or the master), "master", or "unseen": anyone, but not past
    dice and cards that somebody has seen, unless the other side agrees; so is "anyone" where a role plays against the
    others. `lines` are the lines and veils that everybody
    reads on coming in. `grace` is how many seconds bots wait while a person may still step in. `language` is what its
    pages are written in, where there is a catalogue. With `sharp` its bots look ahead, in games where they can.
    `pace` is how fast its bots go while somebody looks on.
    """

    undo: Literal["anyone", "owner", "master", "unseen"] = "anyone"
    typed: bool = False
    preset: str = ""
    title: str = ""
    lines: str = ""
    grace: int = 4
    language: str = ""
    sharp: bool = False
    pace: Pace = "once"


class Sitter(Struct, frozen=True):
    """A chair and who sits on it: `title` is the chair's name in the game, `name` the person's.

    `plays` is whom they have chosen to be, in a game where that is chosen in play; "" else.
    """

    id: str
    role: str
    title: str
    name: str = ""
    holder: Literal["person", "bot", "nobody"] = "nobody"
    plays: str = ""

    @property
    def in_play(self) -> str:
        """How the pages of the game name whoever sits here."""
        return self.plays or self.title or self.name or self.id

    @property
    def called(self) -> str:
        """How sentences name whoever sits here."""
        return self.name or self.plays or self.title


class Draft(Struct, frozen=True):
    """A choice being made, not yet sent: `shaped_by` are the others who changed it."""

    choice: Choice
    shaped_by: tuple[str, ...] = ()
    private: bool = False


class Snapshot(Struct, frozen=True):
    """How a table stands after entry `n`. `log` leaves out what was taken back; drafts are in no log.

    `aside` are drafts whose question is not open just now, each with how deep its procedure lies. `back` says which
    seats would go back past what was seen, and to which entry, if the other side agrees; `waived` who has nothing to
    add in which window.
    """

    n: int
    state: Any
    waiting: Waiting
    seats: tuple[Sitter, ...]
    log: Sequence[Entry] = ()
    paused: bool = False
    x: bool = False
    closed: bool = False
    drafts: Mapping[tuple[str, str, str], Draft] = {}
    aside: Mapping[tuple[str, str, str], tuple[int, Draft]] = {}
    back: Mapping[str, int] = {}
    waived: frozenset[tuple[str, str]] = frozenset()

    @property
    def ending(self) -> str:
        """How the game ended, in a sentence of its own; "" while it goes on, and where it does not say."""
        return self.waiting.says if isinstance(self.waiting, Over) else ""

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """Every seat that is waited for, with what it is asked; a private question is not told."""
        found: dict[str, str] = {}
        if isinstance(self.waiting, tuple):
            for option in (each.option for each in self.waiting):
                if not (option.blocked or option.standing or option.reaction):
                    told = "" if option.private else option.awaits or option.ask
                    found[option.seat] = found.get(option.seat) or told
        return tuple(found.items())

    @property
    def stops(self) -> bool:
        """Whether nothing goes on without people: the game is over, the table stands still, or a person is asked."""
        if not isinstance(self.waiting, tuple) or self.closed or self.paused:
            return True
        people = {each.id for each in self.seats if each.holder == "person"}
        return any(each.seat in people for each in awaited(self.waiting))

    @property
    def reactors(self) -> tuple[str, ...]:
        """The seats of people who may still step in, and have not said that they will not: bots wait a moment for them."""
        if not isinstance(self.waiting, tuple) or self.closed:
            return ()
        people = {each.id for each in self.seats if each.holder == "person"}
        may = (o for o in self.waiting if o.reaction and not o.blocked and o.seat in people)
        return tuple(dict.fromkeys(o.seat for o in may if (o.seat, o.window) not in self.waived))


class Put(Struct, frozen=True):
    """What an input brought: entries with their bytes, or a refusal.

    With `again` the same input was put before: these are its entries, there is nothing new to keep, and its answer is
    due as soon as `shown` has reached the last of them.
    """

    entries: tuple[Entry, ...] = ()
    refusal: Refusal | None = None
    again: bool = False
    lines: tuple[Line, ...] = ()
