"""Procedures are frames on a stack in the state; these are the only hands that touch the stack.

A frame is a frozen Struct with `number` and a `Literal` phase. A new phase is a new question: it takes a new number,
so the id of a window never comes back. Rules call these; nobody else writes `stack`, `serial` or `news`.
"""

from typing import Any, Protocol, TypeVar, cast

from msgspec import Struct, structs

from cliffhanger.kernel.events import Event


class Procedural(Protocol):
    """What the kernel asks of a state: a stack of frames, a counter for their numbers, and the news of this step."""

    @property
    def stack(self) -> tuple[Any, ...]:
        """The procedures under way, innermost last."""

    @property
    def serial(self) -> int:
        """How many numbers have been given to frames; it only grows."""

    @property
    def news(self) -> tuple[Event, ...]:
        """What was told since the last input; empty in a state at rest."""


class Named(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """What it is called in paths, choices and rows."""


class Replacing(Protocol):
    """Makes the same value with some fields changed; sharing all the others."""

    def __call__(self, struct: "V", /, **changes: Any) -> "V":
        """Give the changed copy."""


V = TypeVar("V")
S = TypeVar("S", bound=Procedural)
T = TypeVar("T", bound=Named)
replace = cast("Replacing", structs.replace)


def top(s: Procedural) -> Any:  # noqa: ANN401  (a game's own frame)
    """The innermost frame."""
    return s.stack[-1]


def push(s: S, frame: Any) -> S:  # noqa: ANN401
    """Begin a procedure inside the one under way."""
    serial = s.serial + 1
    return replace(s, stack=(*s.stack, replace(frame, number=serial)), serial=serial)


def pop(s: S) -> S:
    """End the innermost procedure; the one that asked for it is asked anew."""
    stack = s.stack[:-1]
    if not stack:
        return replace(s, stack=stack)
    serial = s.serial + 1
    return replace(s, stack=(*stack[:-1], replace(stack[-1], number=serial)), serial=serial)


def cut(s: S, depth: int = 1) -> S:
    """End every procedure above the outermost `depth`; the one that is left is asked anew."""
    serial = s.serial + 1
    kept = s.stack[:depth]
    return replace(s, stack=(*kept[:-1], replace(kept[-1], number=serial)), serial=serial)


def turn(s: S, /, **changes: Any) -> S:
    """Change the innermost frame; its windows are new ones from here on."""
    serial = s.serial + 1
    return replace(s, stack=(*s.stack[:-1], replace(s.stack[-1], number=serial, **changes)), serial=serial)


def amend(s: S, /, **changes: Any) -> S:
    """Change the innermost frame and leave its windows open: for one who passes while others still think.

    Whoever closes its own window this way must not open it again but by `turn`.
    """
    return replace(s, stack=(*s.stack[:-1], replace(s.stack[-1], **changes)))


def beneath(s: S, at: int, **changes: Any) -> S:
    """Change a frame deeper in the stack, counted from its foot; its question stays the same one."""
    return replace(s, stack=(*s.stack[:at], replace(s.stack[at], **changes), *s.stack[at + 1 :]))


def tell(s: S, what: str, /, who: str = "", rule: str = "", only: tuple[str, ...] = (), **data: Any) -> S:
    """Add an event to the news of this step. `data` holds names and numbers, never ids; `only` the seats that may read it."""
    return replace(s, news=(*s.news, Event(what, who, rule, data, only)))


def position(s: S) -> S:
    """The state without the numbers of its windows: two ways to the same position give the same value.

    For searches and comparisons only. Numbers make windows unique, so they differ where nothing else does.
    """
    return replace(s, serial=0, stack=tuple(replace(frame, number=0) for frame in s.stack), news=())


def one(rows: tuple[T, ...], name: str) -> T:
    """The row with this id; a KeyError names what was missing."""
    for row in rows:
        if row.id == name:
            return row
    raise KeyError(name)


def change(rows: tuple[T, ...], name: str, /, **changes: Any) -> tuple[T, ...]:
    """The same rows, with the one of this id changed; unchanged when there is none."""
    return tuple(replace(row, **changes) if row.id == name else row for row in rows)


def without(rows: tuple[T, ...], name: str) -> tuple[T, ...]:
    """The rows but for one."""
    return tuple(row for row in rows if row.id != name)


class Passing(Struct, frozen=True):
    """Who may still speak within a window: all at once, or in turns. A deed opens the round again.

    `passed` is kept in the order of `order`, so that two passes give the same state whichever came first. Who is `out`
    has passed until something changes that the rules name: a deed does not bring them back, `returns` does.
    """

    order: tuple[str, ...]
    passed: tuple[str, ...] = ()
    in_turns: bool = False
    out: tuple[str, ...] = ()

    def may(self) -> tuple[str, ...]:
        """Who may speak now."""
        left = tuple(seat for seat in self.order if seat not in self.passed and seat not in self.out)
        return left[:1] if self.in_turns else left

    def passes(self, seat: str) -> "Passing":
        """Note that a seat has nothing (more) to say, until somebody acts."""
        gone = {*self.passed, seat}
        return replace(self, passed=tuple(name for name in self.order if name in gone))

    def leaves(self, seat: str) -> "Passing":
        """Note that a seat passes until it returns, whatever others do."""
        gone = {*self.out, seat}
        return replace(self, out=tuple(name for name in self.order if name in gone))

    def returns(self, *seats: str) -> "Passing":
        """Bring back seats that have left (without a name: all); who passed since a deed has still passed."""
        return replace(self, out=tuple(name for name in self.out if seats and name not in seats))

    def acted(self, seat: str) -> "Passing":
        """Note a deed of a seat: everybody but who has left may speak again; in turns, the one after it begins."""
        if not self.in_turns:
            return replace(self, passed=())
        at = self.order.index(seat) + 1
        return replace(self, order=self.order[at:] + self.order[:at], passed=())

    @property
    def over(self) -> bool:
        """Whether nobody may speak any more."""
        return not self.may()
