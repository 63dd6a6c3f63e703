"""Bot driver: when the bots of a live table act, and what becomes of a bot that breaks or looks ahead too long."""

import asyncio
import logging
from collections.abc import Callable
from hashlib import sha256
from typing import Protocol

from cliffhanger.kernel.inputs import Act, Input
from cliffhanger.table.bots import BotTurn, answer, at_random
from cliffhanger.table.session import Table
from cliffhanger.web.live.audience import Audience
from cliffhanger.web.live.pace import CHOICES, TIMES, choosing_time, reading_time
from cliffhanger.web.live.results import RESTARTING, PutResult
from cliffhanger.web.live.services import Services
from cliffhanger.web.workers.pool import Busy, Overrun

log = logging.getLogger(__name__)
UNWATCHED_ACTS = 50  # that bots do in a row while nobody looks
LEAD = 0.4  # seconds that bots leave to the node which put the newest entry: it has them act as well
LONGEST = 30.0  # seconds between two tries of a bot while nothing can be kept


def bot_id(table: str, turn: BotTurn, how: str) -> str:
    """The id of what a bot does in its turn: the same at every node, so that of two who have it act one is kept."""
    return sha256(f"{table} {turn.n} {turn.seat} {how}".encode()).hexdigest()[:32]


class Played(Protocol):
    """What bots have to know of their live table, and where they put what they do."""

    table: Table
    audience: Audience
    services: Services
    stale: bool
    foreign: bool
    failures: int

    @property
    def busy(self) -> bool:
        """Whether something is on its way to the store or from it."""

    def put(self, put: Input, *, id: str, seat: str, tell: Callable[[PutResult], None]) -> None:
        """Put an input; `tell` is called once it is kept, or refused."""


class BotDriver:
    """The bots of one table: at most one acts or thinks at a time."""

    def __init__(self, live: Played) -> None:
        self.live = live
        self.timer: asyncio.TimerHandle | None = None
        self.hurried: set[str] = set()  # the seats that have read what there is, and do not wait to step in
        self.far = False  # whether they have read all that comes before a person is asked
        self.hasty = -1  # the entry after which they said so
        self.thinking = False  # whether a bot looks ahead just now, or all are held
        self.slow = False  # whether one took so long that none here looks ahead any more
        self.unwatched = 0  # acts in a row while nobody looked on
        self.chosen = (-1, 0.0)  # after which entry somebody began to choose, and when

    def hold(self) -> None:
        """Have the bots wait until they are let go."""
        self.thinking = True
        self._stop()

    def let_go(self) -> None:
        """The bots go on."""
        self.thinking = False
        self.wake()

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def wake(self) -> None:
        """If a seat held by a bot is waited for, let it act after a moment."""
        unseen = not self.live.audience.connections and self.unwatched >= UNWATCHED_ACTS
        if (
            self.timer is not None
            or self.thinking
            or self.live.services.closing
            or unseen
            or self.live.audience.bots_wait
        ):
            return
        self.timer = self.live.services.after(self.delay(), self._acts)

    def wake_anew(self) -> None:
        """The bots wait from now on: what they were to act on is not the newest any more."""
        self._stop()
        self.wake()

    def delay(self) -> float:
        """How long the next bot waits, in seconds: until all have read what has happened, and may have stepped in."""
        limits, policy, shown = self.live.services.limits, self.live.table.policy, self.live.table.shown
        # Who skips to their own turn skips no time in which they may act.
        if shown.stops or (self.far and shown.n != self.hasty and self._choosing()):
            self.hurried.clear()
        delay = 0.0 if self.hurried else limits.bot_delay
        if self.live.audience.connections and not self.hurried:
            delay = max(delay, limits.reading * max(reading_time(policy.pace, shown.log), self._choosing()))
        if policy.sharp:
            delay = max(0.0, delay - limits.looks)
        if self.live.audience.connections and not self.hurried.issuperset(shown.reactors):
            delay = max(delay, policy.grace * limits.grace)
        if self.live.services.shared and (self.live.foreign or not self.live.audience.connections):
            delay += LEAD if self.live.audience.connections else 5 * LEAD
        if self.live.failures:
            delay = min(max(delay, 0.05) * 2 ** min(self.live.failures, 10), LONGEST)
        return delay

    def _choosing(self) -> float:
        """How long the bots leave the word to people who may act, in seconds."""
        shown = self.live.table.shown
        people = {each.id for each in shown.seats if each.holder == "person"} if not shown.stops else ()
        return choosing_time(self.live.table.policy.pace, shown.waiting, people)

    def chooses(self) -> None:
        """Somebody is choosing something: where the bots leave the word to people they do so anew, but not without end."""
        n, now, policy = self.live.table.shown.n, asyncio.get_running_loop().time(), self.live.table.policy
        if self.chosen[0] != n:
            self.chosen = n, now
        if self.timer is not None and self._choosing() and now - self.chosen[1] < TIMES[policy.pace] * CHOICES:
            self.wake_anew()

    def hasten(self, seat: str, *, far: bool) -> None:
        """Somebody has read what there is: the bots go on at once, and with `far` until a person is asked."""
        self.hurried.add(seat)
        self.far, self.hasty = far, self.live.table.shown.n
        self.wake_anew()

    def hurried_elsewhere(self, seats: tuple[str, ...], *, far: bool) -> bool:
        """The same of seats whose pages are open at other nodes; gives whether that is news, and the bots are to be woken."""
        new = bool(set(seats) - self.hurried) or (far and not self.far)
        self.hurried.update(seats)
        self.far, self.hasty = self.far or far, self.live.table.shown.n
        return new

    def _acts(self) -> None:
        self.timer = None
        if self.live.busy or self.live.services.closing:
            return  # what is being kept may be what the bot waits for; whatever ends it calls again
        try:
            turn = self.live.table.bot_turn()
        except Exception:
            log.exception("table %s: its bots broke", self.live.table.id)
            return
        if turn is None:
            return
        if turn.sharp and not self.slow:
            self.thinking = True
            self.live.services.later(self._thinks(turn))
        else:
            self._put(turn, turn.act or self._simple_act(turn))

    async def _thinks(self, turn: BotTurn) -> None:
        """A bot looks ahead in the worker process; where that has no time for it, it does what comes to mind.

        How long it looks hangs on what it holds, so its act comes after a time that is always the same.
        """
        act, loop = None, asyncio.get_running_loop()
        until = loop.time() + self.live.services.limits.looks
        try:
            act = await self.live.services.think(self.live.table.game.id, turn)
        except Overrun:
            self.slow = True  # the other tables would wait for this one's looks, again and again
        except Busy:
            pass
        except Exception:
            log.exception("table %s: its bot broke as it looked ahead", self.live.table.id)
        await asyncio.sleep(until - loop.time())
        self.thinking = False
        if self.live.busy or self.live.table.head.n != turn.n:
            self.wake()  # something else has happened meanwhile
        elif not self.live.services.closing:
            self._put(turn, act or self._simple_act(turn))

    def _simple_act(self, turn: BotTurn) -> Act | None:
        """What a bot does without looking ahead; None where it breaks."""
        try:
            return answer(self.live.table.game, turn._replace(sharp=False))
        except Exception:
            log.exception("table %s: a bot broke at entry %d", self.live.table.id, turn.n)
            return None

    def _put(self, turn: BotTurn, act: Act | None) -> None:
        """Put what a bot does; one that broke, or whose act the rules refuse, does anything, for a table waits for it."""
        self.unwatched = 0 if self.live.audience.connections else self.unwatched + 1
        if not self.far:
            self.hurried.clear()
        put = act or at_random(turn)

        def told(result: PutResult) -> None:
            if result.refusal in (None, RESTARTING):
                return
            why = result.refusal.rule if result.refusal else ""
            log.warning("table %s: a bot was refused at entry %d (%s)", self.live.table.id, turn.n, why or "no rule")
            if act is not None and turn.act is None and not self.live.stale and self.live.table.head.n == turn.n:
                self._put(turn, None)

        self.live.put(put, id=bot_id(self.live.table.id, turn, "" if act else "any"), seat=turn.seat, tell=told)
