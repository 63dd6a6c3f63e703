"""Figure service: odds questions of options, answered in the worker process and cached.

A page is drawn with the figures that are known; when missing ones arrive it is drawn again. Options come from what
the asking seat may know, and so does every figure.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Any

from cliffhanger.kernel.game import Answer, Game
from cliffhanger.kernel.offers import Ask, Option
from cliffhanger.kernel.params import Choice, first
from cliffhanger.odds.ask import ask, named, unit, words
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.page.view import Figure
from cliffhanger.web.workers.pool import Busy, Overrun, Worker

log = logging.getLogger(__name__)
KNOWN = 4_096  # answers kept
LATER = 60.0  # seconds until a question that took too long is asked again
WAITING = 256  # questions in the queue; beyond it a page simply asks again at its next drawing
Key = tuple[str, str, tuple[tuple[str, int | str], ...]]
Games = Callable[[str], Game[Any]]
Again = Callable[[], None]  # kept once for each equal one, so it had better be the same object each time


def params(asked: Ask, option: Option, choice: Choice) -> tuple[tuple[str, int | str], ...]:
    """The parameters of an odds question: what the option knows, plus what the choice brings."""
    return tuple(sorted(asked.given(option.params, choice).items()))


def answered(games: Games, game: str, question: str, given: dict[str, int | str]) -> Answer | None:
    """Answer one question, wherever this runs; None when it is out of range, which a choice in the making may be."""
    try:
        return ask(named(games(game).questions, question), given)
    except OutOfRange:
        return None


class FigureService:
    """All odds of one server: known answers, and one worker that takes the missing ones in turn."""

    def __init__(self, games: Games, worker: Worker, limits: Limits) -> None:
        self.games, self.worker, self.limits = games, worker, limits
        self.known: OrderedDict[Key, Answer | None] = OrderedDict()
        self.wanted: dict[Key, dict[Again, None]] = {}
        self.late: dict[Key, float] = {}
        self.task: asyncio.Task[None] | None = None

    def of(
        self,
        game: Game[Any],
        options: Iterable[Option],
        choices: Mapping[tuple[str, str], Choice],
        again: Again,
    ) -> dict[tuple[str, str], tuple[Figure, ...]]:
        """The figures of options that are known now; `again` is called when more of them are."""
        found = {}
        for option in options:
            if option.asks and not option.blocked:
                choice = choices.get((option.window, option.key))
                row = self.row(game, option, first(option.params) if choice is None else choice, again)
                if row:
                    found[option.window, option.key] = row
        return found

    def row(self, game: Game[Any], option: Option, choice: Choice, again: Again) -> tuple[Figure, ...]:
        """The known figures of one option with one choice."""
        row = []
        for asked in option.asks:
            key = (game.id, asked.question, params(asked, option, choice))
            if key not in self.known:
                self._want(key, again)
            elif (answer := self.known[key]) is not None:
                kind = unit(named(game.questions, asked.question), answer)
                value = 1 - answer.value if asked.flip else answer.value
                row.append(Figure(words(asked.words, answer), value, answer.law, kind, answer.notes, asked.alone))
        return tuple(row)

    def complete(self, game: Game[Any], option: Option, choice: Choice) -> bool:
        """Whether all questions of this option have been answered, but for those that take too long."""
        keys = [(game.id, each.question, params(each, option, choice)) for each in option.asks]
        return all(key in self.known or key in self.late for key in keys)

    def _want(self, key: Key, again: Again) -> None:
        waiting = self.wanted.get(key)
        if key in self.late and monotonic() - self.late[key] < LATER:
            return
        if waiting is not None:
            waiting[again] = None
        elif len(self.wanted) < WAITING:
            self.wanted[key] = {again: None}
            if self.task is None or self.task.done():
                self.task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self.wanted:
            key = next(iter(self.wanted))
            await self._answer(key)
            for again in self.wanted.pop(key):
                again()

    async def _answer(self, key: Key) -> None:
        game, question, given = key
        self.late.pop(key, None)
        try:
            answer = await self.worker.run(self.limits.odds, answered, self.games, game, question, dict(given))
        except (Overrun, Busy):  # says nothing of the question: a busy machine is slow at any
            self.late = {each: at for each, at in self.late.items() if monotonic() - at < LATER} | {key: monotonic()}
            return
        except Exception:
            log.exception("odds of %s: %s %r", game, question, given)
            answer = None
        self.known[key] = answer
        while len(self.known) > KNOWN:
            self.known.popitem(last=False)
