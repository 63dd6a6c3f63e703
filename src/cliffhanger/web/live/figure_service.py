"""Figure service: figures of options, worked out in the worker process from what the asking seat may see, and cached.

A page is drawn with the figures that are known; when missing ones arrive it is drawn again. Answers are kept by view, so
every act that changes what a seat sees begins anew. All that is wanted of one view is one job, and the worker keeps the
views it has walked last: positions are worked out once for all figures of a turn.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b
from time import monotonic
from typing import Any

import msgspec

from cliffhanger.kernel.cache import remembered
from cliffhanger.kernel.game import Answer, Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Choice, first
from cliffhanger.kernel.trials import trials
from cliffhanger.odds.ask import ask, named, words
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.page.tried import name_of, pools
from cliffhanger.web.page.view import Figure
from cliffhanger.web.page.ways import taken, ways
from cliffhanger.web.workers.pool import Busy, Overrun, Worker

log = logging.getLogger(__name__)
VIEWS = 256  # views whose answers are kept
WALKED = 4  # views whose positions a worker keeps
LATER = 60.0  # seconds until a figure that took too long is asked for again
PATIENCE = 3  # how many of the longest figures somebody without a page waits for
WAITING = 256  # figures in the queue; beyond it a page simply asks again at its next drawing
Want = tuple[bytes, str]  # an act as written, and the id of a figure
Games = Callable[[str], Game[Any]]
Again = Callable[[], None]  # kept once for each equal one, so it had better be the same object each time
_encode = msgspec.msgpack.encode


def answered(games: Games, game: str, question: str, given: dict[str, int | str]) -> Answer | None:
    """Answer one question, wherever this runs; None when it is out of range."""
    try:
        return ask(named(games(game).questions, question), given)
    except OutOfRange:
        return None


def figured(games: Games, game: str, view: bytes, wants: tuple[Want, ...]) -> tuple[Answer | None, ...]:
    """Work out figures of one view, wherever this runs; None for what has no figure, which a choice in the making may be."""
    walks = _walks(games, game, view)
    return tuple(_figured(walks, *want) for want in wants)


@lru_cache(maxsize=WALKED)
def _walks(games: Games, game: str, view: bytes) -> Walks[Any]:
    found = games(game)
    return Walks(found, msgspec.msgpack.decode(view, type=found.State))


def _figured(walks: Walks[Any], act: bytes, name: str) -> Answer | None:
    try:
        return walks.worth(msgspec.msgpack.decode(act, type=Act), walks.game.figure_by_id[name])
    except OutOfRange:
        return None


@remembered(id, 64, hold=True)
def _written(view: object) -> tuple[bytes, bytes]:
    """A view as bytes, after a digest of them."""
    body = _encode(view)
    return blake2b(body, digest_size=16).digest(), body


@remembered(id, 2048, hold=True)
def _with_figures(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options that have figures beside them."""
    return tuple([option for option in options if not option.blocked and _all_figures(option)])


@remembered(id, 4096, hold=True)
def _all_figures(option: Option) -> tuple[str, ...]:
    return option.all_figures


class Known:
    """What is known of one view, and what is wanted of it."""

    def __init__(self, game: str, view: bytes) -> None:
        self.game, self.view = game, view
        self.answers: dict[Want, Answer | None] = {}
        self.wanted: dict[Want, dict[Again, None]] = {}
        self.late: dict[Want, float] = {}
        self.together = True  # until something in a job went wrong: then one at a time shows which it was

    def waits(self, want: Want) -> bool:
        """Whether a figure took too long a moment ago."""
        return want in self.late and monotonic() - self.late[want] < LATER

    def job(self) -> tuple[Want, ...]:
        """What is to be worked out next."""
        return tuple(self.wanted)[: None if self.together else 1]

    def done(self, want: Want) -> Iterable[Again]:
        """Nobody waits for this any more; gives those who did."""
        return self.wanted.pop(want, {})

    def has_waiting(self, again: Again) -> bool:
        """Whether somebody waits for a figure of this view."""
        return any(again in agains for agains in self.wanted.values())

    def left(self, again: Again) -> None:
        """One of those who wait looks at something else now; what nobody waits for is not worked out."""
        for agains in self.wanted.values():
            agains.pop(again, None)
        self.wanted = {want: agains for want, agains in self.wanted.items() if agains}


class FigureService:
    """All figures of one server: known answers by view, and one worker that takes the missing ones in turn."""

    def __init__(self, games: Games, worker: Worker, limits: Limits) -> None:
        self.games, self.worker, self.limits = games, worker, limits
        self.known: OrderedDict[tuple[str, bytes], Known] = OrderedDict()
        self.queue: dict[tuple[str, bytes], Known] = {}
        self.looking: dict[Again, Known] = {}  # the view in the queue at which somebody looks who waits for its figures
        self.task: asyncio.Task[None] | None = None

    def of(
        self,
        game: Game[Any],
        view: object,
        options: tuple[Option, ...],
        choices: Mapping[tuple[str, str], Choice],
        again: Again,
    ) -> dict[tuple[str, str], tuple[Figure, ...]]:
        """The figures of a seat's options that are known now; `again` is called when more of them are."""
        found: dict[tuple[str, str], tuple[Figure, ...]] = {}
        asked = _with_figures(options)
        if not asked:
            if (before := self.looking.pop(again, None)) is not None:
                before.left(again)
            return found
        known = self._known(game, view)[1]
        if self.looking.get(again, known) is not known:
            self.looking.pop(again).left(again)
        for option in asked:
            choice = choices.get((option.window, option.key))
            row = self.row(game, view, option, first(option.params) if choice is None else choice, again)
            if row:
                found[option.window, option.key] = row
                self._tried(found, game, view, option, choice, again)
            for way in ways(option) if option.figures_of(choice or {}) else ():
                if row := self.row(game, view, option, taken(option, way), again):
                    found[option.window, f"{option.key}={way.id}"] = row
        if known.has_waiting(again):
            self.looking[again] = known
        return found

    def _tried(
        self,
        found: dict[tuple[str, str], tuple[Figure, ...]],
        game: Game[Any],
        view: object,
        option: Option,
        choice: Choice | None,
        again: Again,
    ) -> None:
        """Add the first figure of an option with each item tried, where its items say that.

        They are asked for once those of the choice itself are known, which nobody waits longer for.
        """
        picks = pools(option.params)
        known: Choice = {**first(option.params), **(choice or {})} if picks else {}
        if picks and self.complete(game, view, option, known):
            for p, beside in picks:
                held = known[p.name]
                for item, tried in trials(option.params, known, p):
                    if not beside and isinstance(held, tuple) and item in held:
                        continue  # what is chosen says what the choice is worth as it is
                    if row := self.row(game, view, option, tried, again, most=1):
                        found[name_of(option, p, item)] = row

    def row(
        self, game: Game[Any], view: object, option: Option, choice: Choice, again: Again, most: int | None = None
    ) -> tuple[Figure, ...]:
        """The known figures of one option with one choice, or so many of them."""
        key, known = self._known(game, view)
        row = []
        for want in wants(option, choice)[:most]:
            if want not in known.answers:
                self._want(key, known, want, again)
            elif (answer := known.answers[want]) is not None:
                figure = game.figure_by_id[want[1]]
                said = words(figure.words, answer)
                split, unit = bool(figure.parts), figure.unit
                row.append(Figure(said, answer.value, answer.law, unit, answer.notes, figure.alone, figure.step, split))
        return tuple(row)

    def complete(self, game: Game[Any], view: object, option: Option, choice: Choice) -> bool:
        """Whether all figures of this option have been worked out, but for those that take too long."""
        _, known = self._known(game, view)
        return all(want in known.answers or want in known.late for want in wants(option, choice))

    async def worked_out(self, game: Game[Any], view: object, option: Option, choice: Choice) -> tuple[Figure, ...]:
        """The figures of one option with one choice, once they are known; what takes too long is left out.

        Raises TimeoutError where so much else is asked for that its turn does not come.
        """
        more = asyncio.Event()
        async with asyncio.timeout(PATIENCE * self.limits.odds):
            while True:
                row = self.row(game, view, option, choice, more.set)
                if self.complete(game, view, option, choice):
                    return row
                await more.wait()
                more.clear()

    def _known(self, game: Game[Any], view: object) -> tuple[tuple[str, bytes], Known]:
        digest, body = _written(view)
        key = game.id, digest
        if key not in self.known:
            self.known[key] = Known(game.id, body)
            while len(self.known) > VIEWS:
                self.known.popitem(last=False)
        self.known.move_to_end(key)
        return key, self.known[key]

    def _want(self, key: tuple[str, bytes], known: Known, want: Want, again: Again) -> None:
        if known.waits(want):
            return
        if want in known.wanted:
            known.wanted[want][again] = None
        elif sum(len(each.wanted) for each in self.queue.values()) < WAITING:
            known.wanted[want] = {again: None}
            self.queue[key] = known
            if self.task is None or self.task.done():
                self.task = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self.queue:
            key, known = next(iter(self.queue.items()))
            agains: dict[Again, None] = {}
            if job := known.job():
                await self._answer(known, job)
                for want in job:
                    if want in known.answers or want in known.late:
                        agains |= dict.fromkeys(known.done(want))
            if not known.wanted:
                del self.queue[key]
            for again in agains:
                if not known.has_waiting(again):
                    self.looking.pop(again, None)
                again()

    async def _answer(self, known: Known, job: tuple[Want, ...]) -> None:
        for want in job:
            known.late.pop(want, None)
        try:
            answers = await self.worker.run(self.limits.odds, figured, self.games, known.game, known.view, job)
        except (Overrun, Busy):  # says nothing of a figure: a busy machine is slow at any
            known.late |= dict.fromkeys(job, monotonic()) if len(job) == 1 else {}
        except Exception:
            if len(job) == 1:
                log.exception("figure of %s: %s", known.game, job[0][1])
                known.answers[job[0]] = None
        else:
            known.answers |= dict(zip(job, answers, strict=True))
            return
        known.together = False


def wants(option: Option, choice: Choice) -> tuple[Want, ...]:
    """The figures of an option with one choice."""
    act = _encode(Act(option.seat, option.window, option.key, dict(choice)))
    return tuple((act, name) for name in option.figures_of(choice))
