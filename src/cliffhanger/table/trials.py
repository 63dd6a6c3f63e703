"""Trials of what a file holds: exact figures with it and without it, one toss, and fights of bots in pairs.

Both fights of a pair begin with the same seed; what it makes is told by the mean of the differences, and how far off that may be.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from cliffhanger.kernel.bench import Bar, Position, Trial
from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.events import Event
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act, Played
from cliffhanger.kernel.offers import Offer, awaited
from cliffhanger.kernel.step import begin, step
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks
from cliffhanger.table.search import fallen

MOST = 1_500
"""So many inputs are a fight that does not end."""
TOSSED = 60
Z = 1.96


class Compared(NamedTuple):
    """A bar: its words, what fills it, and its figure with what is tried and without it (None: there is none)."""

    bar: Bar
    unit: str
    tried: Fraction | None
    plain: Fraction | None


def compared(game: Game[Any], trial: Trial) -> tuple[Compared, ...]:
    """The exact figures of a trial; nothing where what is tried cannot be used by one act."""
    if trial.once.act is None:
        return ()
    walks = [Walks(game, each.state) for each in (trial.once, trial.once_without)]
    units = {bar.figure: game.figure_by_id[bar.figure].unit for bar in trial.bars}
    return tuple(
        Compared(
            bar,
            "chance" if bar.at_least else units[bar.figure],
            _figure(game, walks[0], trial.once, bar),
            _figure(game, walks[1], trial.once_without, bar),
        )
        for bar in trial.bars
    )


def _figure(game: Game[Any], walks: Walks[Any], where: Position, bar: Bar) -> Fraction | None:
    if where.act is None:
        return None
    try:
        answer = walks.worth(where.act, game.figure_by_id[bar.figure])
    except OutOfRange:
        return None
    if bar.at_least:
        return sum((chance for row, chance in answer.law if int(row) >= bar.at_least), Fraction(0))
    return answer.value


def tossed(game: Game[Any], trial: Trial, rng: Random) -> tuple[Event, ...]:
    """What happens when what is tried is used once: everybody does as the figures have it, and chance does the rest."""
    policy = game.figure_by_id[trial.bars[0].figure].policy
    s = trial.once.state
    put: Played | None = trial.once.act
    told: list[Event] = []
    depth = len(s.stack)
    for _ in range(TOSSED):
        if put is None:
            break
        after = step(game, s, put)
        if isinstance(after, Refusal):
            break
        s = after.state
        told += after.events
        now = game.waiting(s)
        if isinstance(now, Over) or len(s.stack) <= depth:
            break
        put = fallen(now, rng) if isinstance(now, Roll | Draw) else policy(s, now)
    return tuple(told)


def fought(game: Game[Any], trial: Trial, seeds: Iterable[int]) -> list[list[tuple[int, int]]]:
    """Fights in pairs, one by a seed: of each all counts, with what is tried and without it."""
    pairs = []
    for seed in seeds:
        ends = [_fight(game, trial, start, seed) for start in (trial.fight, trial.fight_without)]
        pairs.append([(each.of(*ends[0]), each.of(*ends[1])) for each in trial.counts])
    return pairs


def _fight(game: Game[Any], trial: Trial, start: Any, seed: int) -> tuple[Any, Any]:  # noqa: ANN401
    """The first state of a fight, and its last; what the rules refuse ends it, for a card may go on for ever."""
    rng = Random(seed)
    s = begin(game, start).state
    for _ in range(MOST):
        now = game.waiting(s)
        if isinstance(now, Over) or trial.over(s):
            break
        after = step(game, s, fallen(now, rng) if isinstance(now, Roll | Draw) else _answer(game, s, now, rng), now)
        if isinstance(after, Refusal):
            break
        s = after.state
    return start, s


def _answer(game: Game[Any], s: Any, offers: tuple[Offer, ...], rng: Random) -> Act:  # noqa: ANN401
    """What the bot says whose window is first in rank."""
    seat = awaited(offers)[0].seat
    return game.bot(game.view(s, seat), seat, tuple(each.option for each in offers if each.seat == seat), rng)


class Tally(NamedTuple):
    """What fights in pairs have come to so far: how many pairs, and of each count the differences and their squares, added up."""

    pairs: int = 0
    sums: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()

    def more(self, pairs: Sequence[Sequence[tuple[int, int]]]) -> "Tally":
        """The same with more pairs."""
        rows = [[one - other for one, other in row] for row in zip(*pairs, strict=True)]
        sums, squares = (self.sums or (0,) * len(rows)), (self.squares or (0,) * len(rows))
        return Tally(
            self.pairs + len(pairs),
            tuple(old + sum(row) for old, row in zip(sums, rows, strict=True)),
            tuple(old + sum(n * n for n in row) for old, row in zip(squares, rows, strict=True)),
        )

    @property
    def differences(self) -> tuple["Difference", ...]:
        """What each count says; of less than two pairs nothing is known."""
        n = self.pairs
        if n < 2:
            return ()
        found = []
        for total, squares in zip(self.sums, self.squares, strict=True):
            mean = total / n
            spread = sqrt(max(0.0, squares - n * mean * mean) / (n - 1))
            found.append(Difference(mean, Z * spread / sqrt(n)))
        return tuple(found)


class Difference(NamedTuple):
    """What something makes, on average: the mean of the differences, and how far to both sides it may be off, at 95 %."""

    mean: float
    off: float

    @property
    def told(self) -> bool:
        """Whether it can be told from none at all."""
        return abs(self.mean) > self.off
