"""Procedures are frames on a stack in the state; these are the only hands that touch the stack.

A frame is a frozen Struct with `number` and a `Literal` phase. A new phase is a new question: it takes a new number,
so the id of a window never comes back. Rules call these; nobody else writes `stack`, `serial` or `news`.
"""

from typing import Any, Protocol, TypeVar, cast

from msgspec import structs

from cliffhanger.kernel.events import Event
from cliffhanger.kernel.passing import Passing

__all__ = [
    "Passing",
    "Procedural",
    "acts",
    "amend",
    "beneath",
    "change",
    "changed",
    "cut",
    "fresh",
    "hide",
    "innermost",
    "leaves",
    "one",
    "passes",
    "pop",
    "position",
    "push",
    "quoted",
    "replace",
    "speaker",
    "tell",
    "top",
    "turn",
    "unasked",
    "without",
]


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


class Making(Protocol):
    """A state that counts the things that were made in play."""

    @property
    def made(self) -> int:
        """How many there were; it only grows."""


class Replacing(Protocol):
    """Makes the same value with some fields changed; sharing all the others."""

    def __call__(self, struct: "V", /, **changes: Any) -> "V":
        """Give the changed copy."""


V = TypeVar("V")
S = TypeVar("S", bound=Procedural)
T = TypeVar("T", bound=Named)
M = TypeVar("M", bound=Making)
replace = cast("Replacing", structs.replace)
NOBODY = Passing(())


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
    serial, stack = s.serial + 1, s.stack
    changes["number"] = serial
    return replace(s, stack=(*stack[:-1], replace(stack[-1], **changes)), serial=serial)


def amend(s: S, /, **changes: Any) -> S:
    """Change the innermost frame and leave its windows open: for one who passes while others still think.

    Whoever closes its own window this way must not open it again but by `turn`.
    """
    return replace(s, stack=(*s.stack[:-1], replace(s.stack[-1], **changes)))


def unasked(stack: tuple[Any, ...]) -> tuple[Any, ...]:
    """The stack without what changes with each question: the number of the innermost frame, and who has passed there."""
    changes = {"number": 0, "round": NOBODY} if hasattr(stack[-1], "round") else {"number": 0}
    return (*stack[:-1], replace(stack[-1], **changes))


def speaker(s: Procedural) -> str:
    """Who may speak now in the `round` of the innermost frame; the first of them where several may."""
    found: str = s.stack[-1].round.may()[0]
    return found


def acts(s: S, who: str, **changes: Any) -> S:
    """Somebody acts: in the round of the innermost frame all others may speak again, in new windows."""
    return turn(s, round=s.stack[-1].round.acted(who), **changes)


def passes(s: S, who: str = "") -> S:
    """Somebody passes, by default whoever speaks; where several may at once, the questions of the others stay open."""
    said = s.stack[-1].round
    change = turn if said.in_turns else amend
    return change(s, round=said.passes(who or speaker(s)))


def leaves(s: S, who: str = "") -> S:
    """Somebody passes until the rules bring them back, by default whoever speaks; see `passes`."""
    said = s.stack[-1].round
    change = turn if said.in_turns else amend
    return change(s, round=said.leaves(who or speaker(s)))


def quoted(s: S, line: str) -> S:
    """Keep the line of one's own that goes with what is done, where the innermost frame has a field `said` for it.

    It is there to be told. A frame that decides by a field of that name would go by whatever somebody writes.
    """
    return amend(s, said=line) if hasattr(s.stack[-1], "said") else s


def beneath(s: S, at: int, **changes: Any) -> S:
    """Change a frame deeper in the stack, counted from its foot; its question stays the same one."""
    return replace(s, stack=(*s.stack[:at], replace(s.stack[at], **changes), *s.stack[at + 1 :]))


def tell(s: S, event: str, /, who: str = "", rule: str = "", only: tuple[str, ...] = (), **data: Any) -> S:
    """Add an event to the news of this step. `data` holds names and numbers, never ids; `only` the seats that may read it."""
    return replace(s, news=(*s.news, Event(event, who, rule, data, only)))


def position(s: S) -> S:
    """The state without the numbers of its windows: two ways to the same position give the same value.

    For searches and comparisons only. Numbers make windows unique, so they differ where nothing else does.
    """
    return replace(s, serial=0, stack=tuple(replace(frame, number=0) for frame in s.stack), news=())


def innermost(s: Procedural, kind: type) -> Any:  # noqa: ANN401  (a game's own frame)
    """The innermost frame of a kind; None where none is under way."""
    found = [frame for frame in s.stack if type(frame) is kind]
    return found[-1] if found else None


def changed(s: S, kind: type, /, **changes: Any) -> S:
    """Change the innermost frame of a kind, if there is one; its question stays the same one."""
    at = next((n for n in range(len(s.stack) - 1, -1, -1) if type(s.stack[n]) is kind), None)
    return s if at is None else beneath(s, at, **changes)


def fresh(s: M, kind: str) -> tuple[M, str]:
    """A new id for a thing that is made in play."""
    made = s.made + 1
    return replace(s, made=made), f"{kind}-{made}"


def one(rows: tuple[T, ...], name: str) -> T:
    """The row with this id; a KeyError names what was missing."""
    for row in rows:
        if row.id == name:
            return row
    raise KeyError(name)


def change(rows: tuple[T, ...], row_id: str, /, **changes: Any) -> tuple[T, ...]:
    """The same rows, with the one of this id changed; unchanged when there is none."""
    return tuple([replace(row, **changes) if row.id == row_id else row for row in rows])


def hide(rows: tuple[T, ...], own: str, /, **blank: Any) -> tuple[T, ...]:
    """The rows as one of them sees them, for views: in all but its own, these fields are blank."""
    return tuple(row if row.id == own else replace(row, **blank) for row in rows)


def without(rows: tuple[T, ...], name: str) -> tuple[T, ...]:
    """The rows but for one."""
    return tuple([row for row in rows if row.id != name])
