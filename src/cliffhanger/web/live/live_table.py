"""Live table: the only writer of its record. Apply, persist, publish: in that order and never in another.

At most one append is under way for a table; what is put meanwhile goes into the next one. So a commit that fails
takes nothing with it that came after it, and a busy table pays for one commit where it would have paid for many.

After a commit that failed the table is *stale*: somebody else may have written, or the commit has reached the disk after
all. What is put then waits until the table has been read again, and is judged by what the store has.
"""

import asyncio
import logging
from collections.abc import Callable
from secrets import token_hex
from time import monotonic
from typing import NamedTuple

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Act, Input, Sit, Word
from cliffhanger.kernel.translation import speaking
from cliffhanger.table import opening
from cliffhanger.table.bots import BotTurn, answer, at_random
from cliffhanger.table.permissions import HOST
from cliffhanger.table.ports import Line, Taken, Unsure
from cliffhanger.table.secrets import Secrets
from cliffhanger.table.session import Table
from cliffhanger.web.live.audience import Audience
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.entropy_rounds import EntropyRounds
from cliffhanger.web.live.held_out import HeldOut
from cliffhanger.web.live.limits import Stopping
from cliffhanger.web.live.links import revoked
from cliffhanger.web.live.pace import choosing_time, reading_time
from cliffhanger.web.live.services import Services
from cliffhanger.web.page.language import _
from cliffhanger.web.workers.pool import Busy, Overrun

log = logging.getLogger(__name__)
UNWATCHED_ACTS = 50  # that bots do in a row while nobody looks
RETRIES = 5
LONGEST = 30.0  # seconds between two tries of a bot while nothing can be kept
RESTARTING = Refusal("", "This server is restarting.", "Your page comes back and sends it again.")
"""What becomes of an input that comes too late. A page is not told: it is closed, comes back, and sends it again."""


class PutResult(NamedTuple):
    """What became of an input: kept up to entry `n`, or refused."""

    n: int
    refusal: Refusal | None = None


class Pending(NamedTuple):
    """An input that has been put and is not known to be kept; `tell` is called with what became of it."""

    n: int
    put: Input
    id: str
    seat: str
    seen: int
    tell: Callable[[PutResult], None]


class LiveTable:
    """A table that is open in this process: what is on its way to the store, its bots, and its audience."""

    def __init__(self, table: Table, secrets: Secrets, services: Services) -> None:
        self.table, self.secrets, self.services = table, secrets, services
        self.audience = Audience(table, secrets.key, services)
        self.guests: set[str] = set()  # the networks from which a seat was opened with its secret
        self.held_out = HeldOut()  # the chairs that are ticked for those at the way in
        self.queue: list[Line] = []
        self.flushing = 0  # the last entry of the append under way
        self.stale = self.rereading = False
        self.pending: list[Pending] = []
        self.parked: list[Pending] = []
        self.saving, self.seating = asyncio.Lock(), asyncio.Lock()
        self.last_used = monotonic()
        self.retries = self.failures = self.unwatched = 0
        self.bot_timer: asyncio.TimerHandle | None = None
        self.hurried: set[str] = set()  # the seats that have read what there is, and do not wait to step in
        self.far = False  # whether they have read all that comes before a person is asked
        self.thinking = False  # whether a bot of this table looks ahead just now
        self.slow = False  # whether one took so long that none here looks ahead any more
        self.rounds = EntropyRounds(
            self.audience.connections,
            lambda: self.table,
            lambda: self.table.shown.n,
            self._put_word,
            services.limits.word,
            due=table.words_due,
        )

    def put(self, put: Input, *, id: str, seat: str, tell: Callable[[PutResult], None], seen: int = 0) -> None:
        """Put an input; `tell` is called once it is kept, or refused."""
        self.last_used = monotonic()
        if self.services.closing:
            tell(PutResult(0, RESTARTING))
        elif self.stale:
            self.parked.append(Pending(0, put, id, seat, seen, tell))
            self._reread()
        else:
            self._apply(put, id, seat, seen, tell)

    async def ask(self, put: Input, *, id: str, seat: str, seen: int = 0) -> PutResult:
        """Put an input and wait for what becomes of it; raises Stopping."""
        answered: asyncio.Future[PutResult] = asyncio.get_running_loop().create_future()

        def tell(answer: PutResult) -> None:
            if not answered.done():
                answered.set_result(answer)

        self.put(put, id=id, seat=seat, seen=seen, tell=tell)
        answer = await answered
        if answer.refusal is RESTARTING:
            raise Stopping
        return answer

    async def ask_as_host(self, put: Input) -> PutResult:
        """Put an input of the table itself, such as who sits where, and wait for what becomes of it; raises Stopping."""
        return await self.ask(put, id=token_hex(16), seat=HOST)

    async def opens_for(self, seat: str) -> None:
        """Play what comes before somebody alone has dice in hand; bots wait meanwhile. Raises Stopping."""
        self.thinking = True
        if self.bot_timer is not None:
            self.bot_timer.cancel()
            self.bot_timer = None
        try:
            for _ in range(opening.MOST):
                act = opening.lying(self.table, seat)
                if act is None or (await self.ask(act, id=token_hex(16), seat=act.seat)).refusal is not None:
                    break
        except Stopping:
            raise
        except Exception:
            log.exception("table %s: its opening broke", self.table.id)  # it goes on from where it is
        finally:
            self.thinking = False
            self.wake_bots()

    async def _put_word(self, word: Word) -> bool:
        return (await self.ask_as_host(word)).refusal is None

    def _apply(self, put: Input, id: str, seat: str, seen: int, tell: Callable[[PutResult], None]) -> None:
        try:
            done = self.table.put(put, id=id, seat=seat, at=self.services.clock.now(), seen=seen)
        except Exception:
            log.exception("table %s: the rules broke on %r", self.table.id, put)
            with speaking(self.table.policy.language):
                why = Refusal("", _("The rules broke on this."), _("Nothing has changed; the game master may rule."))
            tell(PutResult(0, why))
            return
        if done.refusal is not None:
            tell(PutResult(0, done.refusal))
            return
        n = done.entries[-1].n
        if n <= self.table.shown.n:
            self.retries = 0  # somebody else kept it: that is an answer, and not one more lost race
            tell(PutResult(n))
            return
        self.pending.append(Pending(n, put, id, seat, seen, tell))
        if not done.again:
            self.queue += done.lines
            self._persist()

    def _persist(self) -> None:
        if self.queue and not self.flushing:
            lines, self.queue = tuple(self.queue), []
            self.flushing = lines[-1].n
            self.services.append(lines, self._appended)

    def _appended(self, error: Exception | None) -> None:
        """The store has answered for what was under way."""
        n, self.flushing = self.flushing, 0
        if isinstance(error, Taken | Unsure):
            self.retries += 1
            self.stale = True
            self._reread()
            return
        if error is not None:
            with speaking(self.table.policy.language):
                why = _("It could not be kept: {error}").format(error=error)
                self._failed(Refusal("", why, _("Nothing has changed; try again in a moment.")))
            return
        self.retries = self.failures = 0
        before = self.table.shown.n
        self.table.committed(n)
        ready = [each for each in self.pending if each.n <= n]
        self.pending = [each for each in self.pending if each.n > n]
        for each in ready:
            each.tell(PutResult(each.n))
        self._seats_changed_since(before)
        self._persist()
        self._publish()

    def _publish(self) -> None:
        """Everybody sees how things stand now, and the bots act on it."""
        self.audience.changed(self.table)
        self._wake_bots_anew()

    def _failed(self, why: Refusal) -> None:
        """Nothing that waits was kept: the table stands as it is shown, and everybody who waits is told."""
        self.stale, self.rereading = True, False
        self.failures, self.retries = self.failures + 1, 0
        self.table.lost()
        for each in self._take_pending():
            each.tell(PutResult(0, why))
        self._publish()

    def _take_pending(self) -> list[Pending]:
        """All that waits, in the order it came; from now on it is the caller's."""
        taken, self.pending, self.parked = self.pending + self.parked, [], []
        self.queue.clear()
        return taken

    def _seats_changed_since(self, n: int) -> None:
        for entry in reversed(self.table.shown.log):
            if entry.n <= n:
                break
            if isinstance(entry.input, Sit):
                self._seat_changed(entry.input)

    def _seat_changed(self, sit: Sit) -> None:
        """Somebody took or left a seat: words are due; a seat that nobody holds any more opens to no old link."""
        if sit.holder == "person":
            if sit.seat in self.table.speakers:
                self.rounds.sits(sit.seat)
        elif sit.seat in self.secrets.seats:
            self.secrets = revoked(self.secrets, sit.seat)
            self.services.later(self.save_secrets())
            self.audience.disconnect(sit.seat)

    async def save_secrets(self) -> None:
        """Save the secrets as they are by now: whoever changed them has changed them already. Raises Unkept."""
        async with self.saving:
            await self.services.save_secrets(self.table.id, self.secrets)

    def _reread(self) -> None:
        if not self.rereading:
            self.rereading = True
            self.services.later(self._read_again())

    async def _read_again(self) -> None:
        """The table is not what the store has, or may not be: read it again, then put what waits for it."""
        secrets = self.secrets
        try:
            found = await self.services.reread(self.table.id)
        except Exception:
            log.exception("table %s", self.table.id)
            found = None
        if found is None:
            with speaking(self.table.policy.language):
                self._failed(Refusal("", _("The table could not be read again."), _("Try again in a moment.")))
            return
        if self.secrets is secrets:  # a link that was given meanwhile is newer than what was read
            self.secrets = found[1]
        self._resume(found[0])

    def _resume(self, table: Table) -> None:
        """Go on from what the store has, and put what waits: what is kept already is answered as it was."""
        self.table = table
        self.stale = self.rereading = False
        for each in self._take_pending():
            if self.retries > RETRIES:
                with speaking(self.table.policy.language):
                    why = Refusal("", _("This table is being written elsewhere."), _("Try again in a moment."))
                each.tell(PutResult(0, why))
            else:
                self._apply(each.put, each.id, each.seat, each.seen, each.tell)
        self._publish()

    def enter(self, connection: Connection) -> None:
        """A page opens: it is drawn, asked for a word if one is due, and the bots have somebody to play with."""
        self.audience.enter(connection)
        if connection.seat != WATCH:
            self.rounds.start(connection)
        self.wake_bots()

    def wake_bots(self) -> None:
        """If a seat held by a bot is waited for, let it act after a moment."""
        unseen = not self.audience.connections and self.unwatched >= UNWATCHED_ACTS
        if self.bot_timer is not None or self.thinking or self.services.closing or unseen or self.audience.bots_wait:
            return
        self.bot_timer = self.services.after(self._delay(), self._bot_acts)

    def _wake_bots_anew(self) -> None:
        """The bots wait from now on: what they were to act on is not the newest any more."""
        if self.bot_timer is not None:
            self.bot_timer.cancel()
            self.bot_timer = None
        self.wake_bots()

    def _delay(self) -> float:
        """How long the next bot waits, in seconds: until all have read what has happened, and may have stepped in."""
        limits, policy, shown = self.services.limits, self.table.policy, self.table.shown
        if shown.stops:
            self.hurried.clear()
        delay = 0.0 if self.hurried else limits.bot_delay
        if self.audience.connections and not self.hurried:
            people = {each.id for each in shown.seats if each.holder == "person"} if not shown.stops else ()
            read, chosen = reading_time(policy.pace, shown.log), choosing_time(policy.pace, shown.waiting, people)
            delay = max(delay, limits.reading * max(read, chosen))
        if policy.sharp:
            delay = max(0.0, delay - limits.looks)
        if self.audience.connections and not self.hurried.issuperset(shown.reactors):
            delay = max(delay, policy.grace * limits.grace)
        if self.failures:
            delay = min(max(delay, 0.05) * 2 ** min(self.failures, 10), LONGEST)
        return delay

    def hasten(self, seat: str, *, far: bool) -> PutResult:
        """Somebody has read what there is: the bots go on at once, and with `far` until a person is asked.

        Who else may step in has the time for it all the same.
        """
        self.hurried.add(seat)
        self.far = far
        self._wake_bots_anew()
        return PutResult(self.table.shown.n)

    def waive(self, seat: str) -> PutResult:
        """Who may step in will not: the bots go on at once, unless they wait for somebody else."""
        self.table.waive(seat)
        self.audience.changed(self.table)
        if self.table.shown.reactors:
            self.wake_bots()
        else:
            self._wake_bots_anew()
        return PutResult(self.table.shown.n)

    def _bot_acts(self) -> None:
        self.bot_timer = None
        if self.busy or self.services.closing:
            return  # what is being kept may be what the bot waits for; whatever ends it calls again
        try:
            turn = self.table.bot_turn()
        except Exception:
            log.exception("table %s: its bots broke", self.table.id)
            return
        if turn is None:
            return
        if turn.sharp and not self.slow:
            self.thinking = True
            self.services.later(self._bot_thinks(turn))
        else:
            self._put_of_bot(turn, turn.act or self._simple_act(turn))

    async def _bot_thinks(self, turn: BotTurn) -> None:
        """A bot looks ahead in the worker process; where that has no time for it, it does what comes to mind.

        How long it looks hangs on what it holds, so its act comes after a time that is always the same.
        """
        act, loop = None, asyncio.get_running_loop()
        until = loop.time() + self.services.limits.looks
        try:
            act = await self.services.think(self.table.game.id, turn)
        except Overrun:
            self.slow = True  # the other tables would wait for this one's looks, again and again
        except Busy:
            pass
        except Exception:
            log.exception("table %s: its bot broke as it looked ahead", self.table.id)
        await asyncio.sleep(until - loop.time())
        self.thinking = False
        if self.busy or self.table.head.n != turn.n:
            self.wake_bots()  # something else has happened meanwhile
        elif not self.services.closing:
            self._put_of_bot(turn, act or self._simple_act(turn))

    def _simple_act(self, turn: BotTurn) -> Act | None:
        """What a bot does without looking ahead; None where it breaks."""
        try:
            return answer(self.table.game, turn._replace(sharp=False))
        except Exception:
            log.exception("table %s: the bot on %s broke", self.table.id, turn.seat)
            return None

    def _put_of_bot(self, turn: BotTurn, act: Act | None) -> None:
        """Put what a bot does; one that broke, or whose act the rules refuse, does anything, for a table waits for it."""
        self.unwatched = 0 if self.audience.connections else self.unwatched + 1
        if not self.far:
            self.hurried.clear()
        put = act or at_random(turn)

        def told(result: PutResult) -> None:
            if result.refusal in (None, RESTARTING):
                return
            log.warning("table %s: the bot on %s put %r: %s", self.table.id, turn.seat, put, result.refusal)
            if act is not None and turn.act is None and not self.stale and self.table.head.n == turn.n:
                self._put_of_bot(turn, None)

        self.put(put, id=token_hex(16), seat=turn.seat, tell=told)

    @property
    def busy(self) -> bool:
        """Whether something is on its way to the store or from it."""
        return bool(self.flushing or self.queue or self.rereading)

    @property
    def idle(self) -> bool:
        """Whether nobody uses this table."""
        used = max(self.last_used, self.audience.last_used)
        return not self.audience.connections and not self.busy and monotonic() - used > self.services.limits.idle
