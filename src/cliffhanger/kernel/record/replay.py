"""The fold of a record: from inputs to states. Earlier points stay at hand, so that undo is a look-up.

States share what they have in common, so a thousand of them are cheap to hold. A play may also go on from a point of a
record that it has not played itself; then it asks its `Past` for what came before.
"""

from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct, structs

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game, Setup, Waiting
from cliffhanger.kernel.inputs import Act, Faces, Input, Ruling, Undo
from cliffhanger.kernel.step import begin, step

S = TypeVar("S", bound=Procedural)
PLAYED = (Act, Faces, Ruling)


class Point(Struct, Generic[S], frozen=True):
    """How things stand after an entry.

    `last` is the newest played entry on this line of play (0: none); `rolls` counts the faces on this line by purpose
    and seat.
    """

    state: S
    last: int = 0
    rolls: Mapping[tuple[str, str], int] = {}


class Past(Protocol[S]):
    """The part of a record before a play: entries 1 to `n`."""

    @property
    def n(self) -> int:
        """The number of the newest entry that belongs to the past."""

    def point(self, n: int) -> Point[S]:
        """How things stood after entry n, which is at most the newest."""

    def input(self, n: int) -> Input:
        """The input of entry n."""


def begun(game: Game[S], setup: Setup) -> tuple[Point[S], tuple[Event, ...]]:
    """The point that a game begins at, and what is told there."""
    first = begin(game, game.start(setup))
    return Point(first.state), first.events


def after(
    game: Game[S], point: Point[S], n: int, put: Input, waiting: Waiting | None = None
) -> tuple[Point[S], tuple[Event, ...]] | Refusal:
    """What an input that is played as entry n brings."""
    stepped = step(game, point.state, put, waiting)  # type: ignore[arg-type]
    if isinstance(stepped, Refusal):
        return stepped
    rolls = point.rolls
    if isinstance(put, Faces):
        kind = (put.purpose, put.seat)
        rolls = {**rolls, kind: rolls.get(kind, 0) + 1}
    return Point(stepped.state, n, rolls), stepped.events


def judged(put: Input) -> Input:
    """An input that was kept once, as it is played again.

    Its terms were judged when it was put: they guard the moment between a look and a tap. The words of an option may
    have been mended since, and a record is as good as before.
    """
    return structs.replace(put, terms="") if isinstance(put, Act) and put.terms else put


class Play(Generic[S]):
    """A game as it is played: `points[n - base]` is how things stood after entry n; `base` is 0 but where there is a past."""

    def __init__(self, game: Game[S], setup: Setup, past: Past[S] | None = None) -> None:
        self.game = game
        self.base = past.n if past else 0
        self._past = past
        first, self.opening = (past.point(past.n), ()) if past else begun(game, setup)
        self.points: list[Point[S]] = [first]

    @property
    def n(self) -> int:
        """The number of the newest entry."""
        return self.base + len(self.points) - 1

    @property
    def now(self) -> Point[S]:
        """How things stand."""
        return self.points[-1]

    def point(self, n: int) -> Point[S]:
        """How things stood after entry n."""
        return self._past.point(n) if self._past and n < self.base else self.points[n - self.base]

    def last(self, n: int) -> int:
        """The newest played entry on the line of play that led to entry n; 0 where there is none."""
        while self._past and 0 < n < self.base:
            put = self._past.input(n)
            if isinstance(put, PLAYED):
                return n
            n = put.to if isinstance(put, Undo) else n - 1
        return self.points[n - self.base].last if n >= self.base else 0

    def tried(self, put: Input, waiting: Waiting | None = None) -> tuple[Point[S], tuple[Event, ...]] | Refusal:
        """What an input would bring; nothing is changed yet. Inputs of the table leave the game as it is."""
        if isinstance(put, Undo):
            if not 0 <= put.to <= self.n:
                return Refusal("", f"There is no entry {put.to} to go back to.", "Choose one from the log.")
            return self.point(put.to), ()
        if not isinstance(put, PLAYED):
            return self.now, ()
        return after(self.game, self.now, self.n + 1, put, waiting)

    def again(self, put: Input) -> tuple[Point[S], tuple[Event, ...]] | Refusal:
        """What an input brings that was kept once."""
        return self.tried(judged(put))

    def keep(self, point: Point[S]) -> None:
        """Take what was tried as the next entry's."""
        self.points.append(point)

    def forget(self, n: int) -> None:
        """Let go of everything after entry n: it was never kept."""
        del self.points[n - self.base + 1 :]

    def line(self) -> tuple[int, ...]:
        """The numbers of the played entries that led to how things stand, oldest first."""
        found, at = list[int](), self.now.last
        while at:
            found.append(at)
            at = self.last(at - 1)
        return tuple(reversed(found))

    def undone(self, n: int, to: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The played entries that going back from entry n to entry `to` takes out of the line, and those it brings back.

        Both lines are walked down to where they part, and no further.
        """
        gone, back = list[int](), list[int]()
        now, then = self.last(n), self.last(to)
        while now != then:
            if now > then:
                gone.append(now)
                now = self.last(now - 1)
            else:
                back.append(then)
                then = self.last(then - 1)
        return tuple(reversed(gone)), tuple(reversed(back))
