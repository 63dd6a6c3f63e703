"""The fold of a record: from inputs to states, with every earlier state at hand, so that undo is a look-up.

States share what they have in common, so a thousand of them are cheap to hold.
"""

from collections.abc import Mapping
from typing import Generic, TypeVar

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

    `last` is the newest played entry on this line of play and `back` the one before it (0: the start); `rolls` counts
    the faces on this line by purpose and seat.
    """

    state: S
    last: int = 0
    back: int = 0
    rolls: Mapping[tuple[str, str], int] = {}


class Play(Generic[S]):
    """A game as it is played: `points[n]` is how things stood after entry n, `points[0]` the start."""

    def __init__(self, game: Game[S], setup: Setup) -> None:
        first = begin(game, game.start(setup))
        self.game = game
        self.opening = first.events
        self.points: list[Point[S]] = [Point(first.state)]

    @property
    def n(self) -> int:
        """The number of the newest entry."""
        return len(self.points) - 1

    @property
    def now(self) -> Point[S]:
        """How things stand."""
        return self.points[-1]

    def tried(self, put: Input, waiting: Waiting | None = None) -> tuple[Point[S], tuple[Event, ...]] | Refusal:
        """What an input would bring; nothing is changed yet. Inputs of the table leave the game as it is."""
        now = self.now
        if isinstance(put, Undo):
            if not 0 <= put.to <= self.n:
                return Refusal("", f"There is no entry {put.to} to go back to.", "Choose one from the log.")
            return self.points[put.to], ()
        if not isinstance(put, PLAYED):
            return now, ()
        after = step(self.game, now.state, put, waiting)
        if isinstance(after, Refusal):
            return after
        rolls = now.rolls
        if isinstance(put, Faces):
            kind = (put.purpose, put.seat)
            rolls = {**rolls, kind: rolls.get(kind, 0) + 1}
        return Point(after.state, self.n + 1, now.last, rolls), after.events

    def again(self, put: Input) -> tuple[Point[S], tuple[Event, ...]] | Refusal:
        """What an input brings that was kept once.

        Its terms were judged when it was put: they guard the moment between a look and a tap. The words of an option
        may have been mended since, and a record is as good as before.
        """
        return self.tried(structs.replace(put, terms="") if isinstance(put, Act) and put.terms else put)

    def keep(self, point: Point[S]) -> None:
        """Take what was tried as the next entry's."""
        self.points.append(point)

    def forget(self, n: int) -> None:
        """Let go of everything after entry n: it was never kept."""
        del self.points[n + 1 :]

    def line(self, n: int = -1) -> tuple[int, ...]:
        """The numbers of the played entries that led to entry n (the newest, if none is named), oldest first."""
        found = []
        at = self.points[n].last
        while at:
            found.append(at)
            at = self.points[at].back
        return tuple(reversed(found))
