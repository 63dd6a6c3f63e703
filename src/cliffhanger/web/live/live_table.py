"""Live table: the only writer of its record. Apply, persist, publish: in that order and never in another.

At most one append is under way for a table; what is put meanwhile goes into the next one. So a commit that fails
takes nothing with it that came after it, and a busy table pays for one commit where it would have paid for many.

After a commit that failed the table is *stale*: somebody else may have written, or the commit has reached the disk after
all. What is put then waits until the table has been read again, and is judged by what the store has. What may have been
kept is not answered before that is known, however long the store is away: who is refused may do it again.

Nothing here waits for the store but in threads. An input that goes back before what is in memory, or that was sent once
before then, waits until that has been read; the others go on meanwhile. Where other nodes may have kept a copy of an
input, nothing is refused before the store has said that it has none.

Where other nodes write to the same store, the table takes in what they have kept: when a notice says that there is more,
when a page opens, when an append came too late, and every few seconds in any case.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from secrets import token_hex
from time import monotonic, perf_counter
from typing import Literal

from cliffhanger.kernel.errors import Refusal, Unreadable
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Input, Pause, Sit, Word
from cliffhanger.kernel.translation import speaking
from cliffhanger.table.at_hand import Unread
from cliffhanger.table.entries import recent
from cliffhanger.table.permissions import HOST, hosts
from cliffhanger.table.ports import Line, Taken, Unkept, Unsure
from cliffhanger.table.secrets import Secrets
from cliffhanger.table.session import Table
from cliffhanger.web.live import links, refusals
from cliffhanger.web.live.audience import Audience
from cliffhanger.web.live.bench_pauses import BenchPauses
from cliffhanger.web.live.bot_driver import BotDriver
from cliffhanger.web.live.budgets import Share
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.entropy_rounds import EntropyRounds
from cliffhanger.web.live.held_out import HeldOut
from cliffhanger.web.live.limits import Stopping, TokenBucket
from cliffhanger.web.live.live_secrets import LiveSecrets
from cliffhanger.web.live.protocol import Drafts
from cliffhanger.web.live.questions import AGAIN, Questions
from cliffhanger.web.live.results import RESTARTING, Pending, PutResult
from cliffhanger.web.live.services import Services
from cliffhanger.web.live.whispers import Whispers

log = logging.getLogger(__name__)
RETRIES = 20
ONCE_MORE = 0.05  # seconds until an input that another node has kept, and that is not here yet, is put again


class LiveTable:
    """A table that is open in this process: what is on its way to the store, its bots, and its audience."""

    def __init__(self, table: Table, secrets: Secrets, services: Services) -> None:
        self.table, self.services = table, services
        self.audience = Audience(table, services)
        self.secrets = LiveSecrets(table.id, secrets, self.audience, services)
        self.budget = TokenBucket(services.limits.table_rate, services.limits.table_bytes)
        self._shares: dict[str, Share] = {}  # what each seat may bring to the record
        self.bench_pauses = BenchPauses(services.limits.watch_stops)
        self.guests: set[str] = set()  # the networks from which a seat was opened with its secret
        self.held_out = HeldOut()  # the chairs that are ticked for those at the way in
        self.queue: list[Line] = []
        self.flushing = 0  # the last entry of the append under way
        self.stale = self.rereading = False
        self.behind = False  # whether it is stale because another node was faster
        self.unsure = 0  # what waits up to this entry may have been kept
        self.foreign = False  # whether the newest entry was put at another node
        self.looking, self.missed = asyncio.Lock(), False
        self.next_look: asyncio.Task[None] | None = None
        self.retry: asyncio.TimerHandle | None = None  # of a look whether what waits was kept
        self.pending: list[Pending] = []
        self.parked: list[Pending] = []
        self.seating = asyncio.Lock()
        self.last_used = monotonic()
        self.retries = self.failures = 0
        self.bots, self.whispers = BotDriver(self), Whispers(self)
        self.questions = Questions(table.id, services.ask_store)
        self.rounds = EntropyRounds(
            self.audience.connections,
            lambda: self.table,
            lambda: self.table.shown.n,
            self._put_word,
            services.limits.word,
            self.whispers,
        )

    def share(self, seat: str) -> Share:
        """How many entries a seat may bring just now."""
        if seat not in self._shares:
            self._shares[seat] = Share(self.services.limits, host=seat == HOST)
        return self._shares[seat]

    def put(self, put: Input, *, id: str, seat: str, tell: Callable[[PutResult], None], seen: int = 0) -> None:
        """Put an input; `tell` is called once it is kept, or refused."""
        self._put(Pending(0, put, id, seat, seen, tell, perf_counter()))

    def _put(self, new: Pending) -> None:
        self.last_used = monotonic()
        if self.services.closing:
            new.tell(PutResult(0, RESTARTING))
        elif self.stale:
            self.parked.append(new)
            self._reread()
        elif self.services.shared and new.seen > self.table.head.n:  # its page comes from a node that knows more
            self.services.later(self._put_when_caught_up(new._replace(seen=0)))
        else:
            self._apply(new)

    async def _put_when_caught_up(self, late: Pending) -> None:
        await self.catch_up()
        self._put(late)

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

    async def _put_word(self, word: Word) -> bool:
        return (await self.ask_as_host(word)).refusal is None

    def _refuse(self, one: Pending, why: Refusal) -> None:
        """Say that nothing of it was kept; where other nodes write too, once the store has said so."""
        if self.services.shared:
            self.services.later(self._refuse_unless_kept(one, why, self.table.shown.n))
        else:
            self._refused(one, why)

    def _refused(self, one: Pending, why: Refusal) -> None:
        self.services.meters.refused[type(one.put).__name__] += 1
        one.tell(PutResult(0, why))

    async def _refuse_unless_kept(self, one: Pending, why: Refusal, had: int) -> None:
        """Another node may have kept a copy of it, or this one meanwhile. If so, or if it took long to hear, it is put anew.

        `had` is the last entry by which it was refused.
        """
        n, late = await self.questions.ask(lambda: self.services.number_of(self.table.id, one.id))
        if not (n > had or late or self.table.has(one.id)):
            self._refused(one, why)
            return
        await self.catch_up()
        if n > self.table.shown.n:
            await asyncio.sleep(ONCE_MORE)
        self._put(one._replace(n=0))

    def _apply(self, new: Pending, *, gives_up: bool = False) -> None:
        try:
            self._judge(new, gives_up=gives_up)
        except Unread as missing:
            self.services.later(self._apply_once_read(new, missing))

    async def _apply_once_read(self, new: Pending, missing: Unread) -> None:
        """Bring what an input wants of the past, then put it."""
        table = self.table
        with table.at_hand.held():
            while True:
                try:
                    await self.questions.ask(missing.read)
                    if self.stale or self.services.closing or self.table is not table:
                        self._put(new)
                    else:
                        self._judge(new)
                except Unread as more:
                    missing = more
                except Unreadable as why:
                    log.error("table %s: what came before cannot be read: %s", table.id, why)
                    self._refuse(new, refusals.unreadable(why))
                else:
                    return

    def _judge(self, new: Pending, *, gives_up: bool = False) -> None:
        put, id, seat, tell = new.put, new.id, new.seat, new.tell
        if isinstance(put, Pause) and seat == WATCH:
            with speaking(self.table.policy.language):
                held = self.bench_pauses.refused(id, on=put.on, quiet=self.secrets.now.quiet)
            if held is not None:
                self.services.meters.limits["pauses"] += 1
                self._refuse(new, held)
                return
        try:
            done = self.table.put(put, id=id, seat=seat, at=self.services.clock.now(), seen=new.seen)
        except Unread:
            raise
        except Exception:
            log.exception(
                "table %s: the rules broke on %s after entry %d", self.table.id, type(put).__name__, self.table.head.n
            )
            self.services.meters.fault("rules", "The rules broke on an input; the log has where.")
            self._refuse(new, refusals.broken(self.table))
            return
        if done.refusal is not None:
            self._refuse(new, done.refusal)
            return
        if gives_up and not done.again:
            self.table.lost()
            self._refuse(new, refusals.outrun(self.table))
            return
        n = done.entries[-1].n
        if n <= self.table.shown.n:
            self.retries = 0  # somebody else kept it: that is an answer, and not one more lost race
            tell(PutResult(n))
            return
        self.pending.append(new._replace(n=n))
        if isinstance(put, Pause):
            self.bench_pauses.happened(seat, id, on=put.on)
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
            self.behind, self.unsure = isinstance(error, Taken), n if isinstance(error, Unsure) else 0
            self.services.meters.faults["taken" if self.behind else "unsure"] += 1
            self._reread()
            return
        if error is not None:
            self.services.meters.fault("unkept", str(error))
            log.error("table %s: nothing was kept: %s", self.table.id, error)
            self._failed(refusals.unkept(self.table, str(error)))
            return
        self.retries = self.failures = 0
        self.foreign = False
        before = self.table.shown.n
        self.table.committed(n)
        ready = [each for each in self.pending if each.n <= n]
        self.pending = [each for each in self.pending if each.n > n]
        self._count_kept(ready)
        for each in ready:
            each.tell(PutResult(each.n))
        self._seats_changed_since(before)
        self._persist()
        self._publish()

    def _count_kept(self, ready: Sequence[Pending]) -> None:
        meters, now = self.services.meters, perf_counter()
        for each in ready:
            meters.kept[type(each.put).__name__] += 1
            meters.keeping.add(now - each.since)
        if ready:
            self.audience.shows_since(ready[0].since)

    def _publish(self) -> None:
        """Everybody sees how things stand now, and the bots act on it."""
        if self.services.shared:
            self.whispers.apply()
            self.whispers.tell()
            self.rounds.heard(round_elsewhere=False)
            if self.missed and not self.busy:
                self.missed = False
                self.services.later(self.catch_up())
        self.audience.changed(self.table)
        self.bots.wake_anew()

    def _failed(self, why: Refusal) -> None:
        """Nothing that waits was kept: the table stands as it is shown, and everybody is told whose input is surely not."""
        self.stale, self.rereading = True, False
        self.failures, self.retries = self.failures + 1, 0
        self.table.lost()
        taken = self._take_pending()
        self.pending = [each for each in taken if 0 < each.n <= self.unsure]
        doubtful = {each.id for each in self.pending}
        for each in taken:
            if 0 < each.n <= self.unsure:
                continue
            if each.id in doubtful or self.table.may_have(each.id):  # sent again: it may be kept
                self.parked.append(each)
            else:
                self._refuse(each, why)
        if (self.pending or self.parked) and self.retry is None:
            self.retry = self.services.after(min(0.1 * 2**self.failures, AGAIN), self._retries)
        self._publish()

    def _retries(self) -> None:
        self.retry = None
        self._reread()

    def _take_pending(self) -> list[Pending]:
        """All that waits, in the order it came; from now on it is the caller's."""
        taken, self.pending, self.parked = self.pending + self.parked, [], []
        self.queue.clear()
        return taken

    def _seats_changed_since(self, n: int) -> None:
        for entry in recent(self.table.shown.log):
            if entry.n <= n:
                break
            if isinstance(entry.input, Sit):
                self._seat_changed(entry.input)

    def _seat_changed(self, sit: Sit) -> None:
        """Somebody took or left a seat: words are due; a seat that nobody holds any more opens to no old link."""
        if sit.holder == "person":
            if sit.seat in self.table.ledger.speakers:
                self.rounds.sits(sit.seat)
        elif (kept := self.secrets.now.seats.get(sit.seat)) is not None:
            self.services.later(self.secrets.change(lambda secrets: links.revoked(secrets, sit.seat, kept)))
            self.audience.disconnect(sit.seat)

    async def set_bench(self, seat: str, to: Literal["loud", "quiet", "away"]) -> PutResult:
        """Whoever runs the table says what those who watch may, or sends them away; kept before it counts."""
        if seat not in hosts(self.table.game, self.table.shown.seats):
            return PutResult(0, refusals.not_the_host())
        try:
            await self.secrets.set_bench(to)
        except Unkept as error:
            return PutResult(0, refusals.unkept(self.table, str(error)))
        return PutResult(self.table.shown.n)

    def _reread(self) -> None:
        if self.stale and not self.rereading:
            self.rereading = True
            self.services.later(self._read_again())

    async def _read_again(self) -> None:
        """The table is not what the store has, or may not be: read it again, then put what waits for it."""
        if self.unsure and (gone := await self.services.fault()):  # what can be read now may not be what was written
            self._failed(refusals.unkept(self.table, gone))
            return
        if self.behind and await self._takes_in_what_was_faster():
            self._resume(self.table)
            return
        secrets = self.secrets.now
        try:
            found = await self.services.reread(self.table.id)
        except Unkept as away:
            log.warning("table %s cannot be read again: %s", self.table.id, away)
            found = None
        except Exception:
            log.exception("table %s", self.table.id)
            found = None
        if found is None:
            self._failed(refusals.unreread(self.table))
            return
        if self.secrets.now is secrets:  # a link that was given meanwhile is newer than what was read
            self.secrets.replace(found[1])
        self._resume(found[0])

    async def _takes_in_what_was_faster(self) -> bool:
        """Drop what came too late, and take in what was kept instead; gives whether that is all there is to be done."""
        try:
            lines = await self.services.read_after(self.table.id, self.table.shown.n)
        except Exception:
            return False  # whoever reads all of it finds out why
        self.table.lost()
        return self._followed(lines)

    def _followed(self, lines: Sequence[Line]) -> bool:
        """Take in what other nodes have kept; gives whether there was any, and it went well."""
        before = self.table.shown.n
        new = [line for line in lines if line.n > before]
        try:
            self.table.follow(new)
        except Unread:  # it goes back before what is in memory: whoever may wait reads it
            return False
        except Exception:
            log.exception("table %s: what another node kept cannot be taken in", self.table.id)
            return False
        self.foreign = bool(new)
        self._seats_changed_since(before)
        return bool(new)

    async def catch_up(self, within: float | None = None) -> None:
        """Take in what other nodes have kept by now, at least up to this call. Where the store is away, it stays as it is.

        It is waited for as many seconds at the most; it goes on after that.
        """
        if self.next_look is None:
            self.next_look = asyncio.create_task(self._look())
        done, _late = await asyncio.wait({self.next_look}, timeout=within)
        for look in done:
            look.result()

    async def _look(self) -> None:
        async with self.looking:
            self.next_look = None  # who asks from now on wants a later look
            self.services.meters.looks["one table"] += 1
            try:
                lines = await self.services.read_after(self.table.id, self.table.shown.n)
            except Unkept as why:
                log.info("table %s: %s", self.table.id, why)
                return
            if self.stale and not self.rereading:  # nobody has put anything since the store was away
                self.rereading = True
                await self._read_again()
                return
            if self.stale or self.busy:
                self.missed = True  # what others have kept may come after what is on its way from here
                return
            if lines and lines[-1].n > self.table.shown.n:
                if self._followed(lines):
                    self._publish()
                else:
                    self.stale = True
                    self._reread()

    def _resume(self, table: Table) -> None:
        """Go on from what the store has, and put what waits: what is kept already is answered as it was."""
        self.table = table
        self.stale = self.rereading = self.behind = False
        self.unsure = 0
        for each in self._take_pending():
            self._apply(each, gives_up=self.retries > RETRIES)
        self._publish()

    def enter(self, connection: Connection) -> None:
        """A page opens: it is drawn, asked for a word if one is due, and the bots have somebody to play with."""
        self.audience.enter(connection)
        self.whispers.tell()
        if self.services.shared:
            self.services.later(self.whispers.hear())
        if connection.seat != WATCH:
            self.rounds.start(connection)
        self.bots.wake()

    def leave(self, connection: Connection) -> None:
        """A page is gone."""
        self.audience.leave(connection)
        self.whispers.tell()

    def draft(self, by: str, wanted: Drafts) -> Refusal | None:
        """Change a choice that is being made; every page sees it, wherever it is open."""
        if (refusal := self.audience.draft(by, wanted)) is None:
            self.whispers.drafted((wanted.seat, wanted.window, wanted.key))
            self.bots.chooses()
        return refusal

    def hasten(self, seat: str, *, far: bool) -> PutResult:
        """Somebody has read what there is: the bots go on at once, and with `far` until a person is asked.

        Who else may step in has the time for it all the same.
        """
        self.bots.hasten(seat, far=far)
        self.whispers.tell()
        return PutResult(self.table.shown.n)

    def waive(self, seat: str) -> PutResult:
        """Who may step in will not: the bots go on at once, unless they wait for somebody else."""
        self.table.waive(seat)
        self.whispers.tell()
        self._waived()
        return PutResult(self.table.shown.n)

    def _waived(self) -> None:
        self.audience.changed(self.table)
        if self.table.shown.reactors:
            self.bots.wake()
        else:
            self.bots.wake_anew()

    def heard(self, *, changed: bool, held: bool) -> None:
        """Other nodes have said something: whether pages look otherwise now, and whether they hold a round of words."""
        self.audience.elsewhere = self.whispers.seats()
        if changed:
            self._waived()
        self.rounds.heard(round_elsewhere=held)

    @property
    def busy(self) -> bool:
        """Whether something is on its way to the store or from it."""
        return bool(self.flushing or self.queue or self.rereading or self.pending)

    @property
    def owes(self) -> bool:
        """Whether somebody waits for an answer."""
        return self.busy or bool(self.parked) or self.questions.open > 0

    @property
    def idle(self) -> bool:
        """Whether nobody uses this table."""
        used = max(self.last_used, self.audience.last_used)
        return not self.audience.connections and not self.owes and monotonic() - used > self.services.limits.idle
