"""One live table: the only writer of its record. Put, keep, then tell: in that order and never in another.

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
from typing import TYPE_CHECKING, NamedTuple

from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import WATCH
from cliffhanger.kernel.inputs import Act, Input, Sit
from cliffhanger.kernel.params import first
from cliffhanger.table.drafts import shape
from cliffhanger.table.permissions import masters
from cliffhanger.table.ports import Line, Taken
from cliffhanger.table.secrets import Secrets
from cliffhanger.table.session import Table
from cliffhanger.web.live import protocol, view_model
from cliffhanger.web.live.connection import Page
from cliffhanger.web.live.entropy_rounds import Rounds
from cliffhanger.web.live.figure_service import Again
from cliffhanger.web.live.limits import Share, Stopping
from cliffhanger.web.live.links import revoked
from cliffhanger.web.live.protocol import Asks, Drafts

if TYPE_CHECKING:
    from cliffhanger.web.live.registry import Hub

log = logging.getLogger(__name__)
ALONE = 50  # acts that bots do in a row while nobody looks
RETRIES = 5
LONGEST = 30.0  # seconds between two tries of a bot while nothing can be kept
GOING = Refusal("", "This server is restarting.", "Your page comes back and sends it again.")
"""What becomes of an input that comes too late. A page is not told: it is closed, comes back, and sends it again."""


class Told(NamedTuple):
    """What became of an input: kept up to entry `n`, or refused."""

    n: int
    refusal: Refusal | None = None


class Waiting(NamedTuple):
    """An input that has been put and is not known to be kept."""

    n: int
    put: Input
    id: str
    seat: str
    seen: int
    tell: Callable[[Told], None]


class Live:
    """A table that is open in this process, its pages, and what is on its way to the store."""

    def __init__(self, hub: "Hub", table: Table, secrets: Secrets) -> None:
        self.hub, self.table, self.secrets = hub, table, secrets
        self.pages: set[Page] = set()
        self.shares: dict[str, Share] = {}
        self.guests: set[str] = set()  # the addresses from which a seat was opened with its secret
        self.queue: list[Line] = []
        self.flying = 0
        self.stale = self.rereading = False
        self.waits: list[Waiting] = []
        self.parked: list[Waiting] = []
        self.drawn: dict[tuple[str, str], str] = {}
        self._scene: view_model.Scene | None = None
        self.redraw: dict[str, Again] = {}
        self.keeping, self.seating = asyncio.Lock(), asyncio.Lock()
        self.used = monotonic()
        self.retries = self.failures = self.alone = 0
        self.bot: asyncio.TimerHandle | None = None
        self.rounds = Rounds(self, hub.limits.word)

    def put(self, put: Input, *, id: str, seat: str, tell: Callable[[Told], None], seen: int = 0) -> None:
        """Put an input; `tell` is called once it is kept, or refused."""
        self.used = monotonic()
        if self.hub.closing:
            tell(Told(0, GOING))
        elif self.stale:
            self.parked.append(Waiting(0, put, id, seat, seen, tell))
            self._reread()
        else:
            self._put(put, id, seat, seen, tell)

    def _put(self, put: Input, id: str, seat: str, seen: int, tell: Callable[[Told], None]) -> None:
        try:
            done = self.table.put(put, id=id, seat=seat, at=self.hub.clock.now(), seen=seen)
        except Exception:
            log.exception("table %s: the rules broke on %r", self.table.id, put)
            tell(Told(0, Refusal("", "The rules broke on this.", "Nothing has changed; the game master may rule.")))
            return
        if done.refusal is not None:
            tell(Told(0, done.refusal))
            return
        n = done.entries[-1].n
        if n <= self.table.shown.n:
            tell(Told(n))
            return
        self.waits.append(Waiting(n, put, id, seat, seen, tell))
        if not done.again:
            self.queue += done.lines
            self._flush()

    async def ask(self, put: Input, *, id: str, seat: str, seen: int = 0) -> Told:
        """Put an input and wait for what becomes of it; raises Stopping."""
        told: asyncio.Future[Told] = asyncio.get_running_loop().create_future()

        def tell(answer: Told) -> None:
            if not told.done():
                told.set_result(answer)

        self.put(put, id=id, seat=seat, seen=seen, tell=tell)
        answer = await told
        if answer.refusal is GOING:
            raise Stopping
        return answer

    def _flush(self) -> None:
        if self.queue and not self.flying:
            lines, self.queue = tuple(self.queue), []
            self.flying = lines[-1].n
            self.hub.append(self, lines)

    def kept(self, error: Exception | None) -> None:
        """The store has answered for what was under way."""
        n, self.flying = self.flying, 0
        if isinstance(error, Taken):
            self.retries += 1
            self.stale = True
            self._reread()
            return
        if error is not None:
            self.failed(Refusal("", f"It could not be kept: {error}", "Nothing has changed; try again in a moment."))
            return
        self.retries = self.failures = 0
        before = self.table.shown.n
        self.table.committed(n)
        ready = [wait for wait in self.waits if wait.n <= n]
        self.waits = [wait for wait in self.waits if wait.n > n]
        for wait in ready:
            wait.tell(Told(wait.n))
        self._kept_since(before)
        self._flush()
        self.changed()
        self.bots()

    def failed(self, why: Refusal) -> None:
        """Nothing that waits was kept: the table stands as it is shown, and everybody who waits is told."""
        self.stale, self.rereading = True, False
        self.failures, self.retries = self.failures + 1, 0
        self.table.lost()
        for wait in self._waited():
            wait.tell(Told(0, why))
        self.changed()
        self.bots()

    def _waited(self) -> list[Waiting]:
        """All that waits, in the order it came; from now on it is the caller's."""
        waits, self.waits, self.parked = self.waits + self.parked, [], []
        self.queue.clear()
        return waits

    def _kept_since(self, n: int) -> None:
        for entry in reversed(self.table.shown.log):
            if entry.n <= n:
                break
            if isinstance(entry.input, Sit):
                self._seated(entry.input)

    def _seated(self, sit: Sit) -> None:
        """Somebody took or left a seat: words are due; a seat that nobody holds any more opens to no old link."""
        if sit.holder == "person":
            self.rounds.due = True
        elif sit.seat in self.secrets.seats:
            self.secrets = revoked(self.secrets, sit.seat)
            self.hub.later(self.hub.keep(self))
            self.cut(sit.seat)

    def cut(self, seat: str) -> None:
        """Close the pages of a seat: its link counts no more."""
        for page in self.pages:
            if page.seat == seat:
                page.close(4401, "This seat has been given away. Ask whoever runs the table.")

    def _reread(self) -> None:
        if not self.rereading:
            self.rereading = True
            self.hub.reread(self)

    def reread(self, table: Table) -> None:
        """Go on from what the store has, and put what waits: what is kept already is answered as it was."""
        self.table = table
        self.stale = self.rereading = False
        for wait in self._waited():
            if self.retries > RETRIES:
                wait.tell(Told(0, Refusal("", "This table is being written elsewhere.", "Try again in a moment.")))
            else:
                self._put(wait.put, wait.id, wait.seat, wait.seen, wait.tell)
        self.changed()
        self.bots()

    def changed(self) -> None:
        """All pages are to be drawn anew."""
        self.drawn.clear()
        self._scene = None
        for page in self.pages:
            page.touch()

    def again(self, seat: str) -> Again:
        """What draws the pages of one seat anew: more of its figures are known."""
        if seat not in self.redraw:

            def redraw() -> None:
                for key in [key for key in self.drawn if key[0] == seat]:
                    del self.drawn[key]
                for page in self.pages:
                    if page.seat == seat:
                        page.touch()

            self.redraw[seat] = redraw
        return self.redraw[seat]

    def master(self, seat: str) -> bool:
        """Whether this seat may overrule."""
        return seat in masters(self.table.game, self.table.shown.seats)

    def draft(self, by: str, wanted: Drafts) -> Refusal | None:
        """Change a choice that is being made; every page sees it."""
        refusal = self.table.draft(wanted.seat, wanted.window, wanted.key, wanted.choice, by)
        if refusal is None:
            self.changed()
        return refusal

    @property
    def scene(self) -> view_model.Scene:
        """What all pages share until something changes."""
        if self._scene is None:
            self._scene = view_model.scene(self)
        return self._scene

    def draw(self, seat: str, origin: str) -> str:
        """The frame with the newest view of a seat; pages of the same seat share it."""
        key = (seat, origin if self.master(seat) else "")
        drawn = self.drawn.get(key)
        if drawn is None:
            html = view_model.body(self, seat, origin)
            drawn = self.drawn[key] = protocol.page(html, self.table.shown.n, view_model.title(self, seat))
        return drawn

    def answer(self, page: Page, asked: Asks) -> None:
        """Tell one page what a choice would be worth, as soon as that is known."""
        options = self.scene.options.get(page.seat, ())
        option = next((o for o in options if (o.window, o.key) == (asked.window, asked.key)), None)
        if option is None or page not in self.pages or shape(option, asked.choice):
            return
        choice = first(option.params) | asked.choice
        figures, view = self.hub.figures, self.table.view(page.seat)
        row = figures.row(self.table.game, view, option, choice, lambda: self.answer(page, asked))
        if figures.complete(self.table.game, view, option, choice):
            page.say(protocol.frame(odds=view_model.figures(row), window=asked.window, key=asked.key))

    def share(self, seat: str) -> Share:
        """What a seat may send."""
        if seat not in self.shares:
            self.shares[seat] = Share(self.hub.limits)
        return self.shares[seat]

    def full(self, seat: str) -> bool:
        """Whether a seat has as many open pages as it may: nobody can take the room of the others."""
        limits = self.hub.limits
        return sum(page.seat == seat for page in self.pages) >= (limits.watching if seat == WATCH else limits.tabs)

    def enter(self, page: Page) -> None:
        """A page opens."""
        self.pages.add(page)
        self.used = monotonic()
        self.changed()
        if page.seat != WATCH:
            self.rounds.start()
        self.bots()

    def leave(self, page: Page) -> None:
        """A page is gone."""
        self.pages.discard(page)
        self.used = monotonic()
        self.changed()

    def bots(self) -> None:
        """If a seat held by a bot is waited for, let it act after a moment."""
        if self.bot is not None or self.hub.closing or (not self.pages and self.alone >= ALONE):
            return
        delay = self.hub.limits.bot_delay
        if self.failures:
            delay = min(max(delay, 0.05) * 2 ** min(self.failures, 10), LONGEST)
        self.bot = asyncio.get_running_loop().call_later(delay, self._bot)

    def _bot(self) -> None:
        self.bot = None
        if self.busy or self.hub.closing:
            return  # what is being kept may be what the bot waits for; whatever ends it calls again
        try:
            found = self.table.bot()
        except Exception:
            log.exception("table %s: its bot broke", self.table.id)
            return
        if found is not None:
            seat, act = found
            self.alone = 0 if self.pages else self.alone + 1
            self.put(act, id=token_hex(16), seat=seat, tell=lambda told: self._bot_told(seat, act, told))

    def _bot_told(self, seat: str, act: Act, told: Told) -> None:
        if told.refusal not in (None, GOING):
            log.warning("table %s: the bot on %s put %r: %s", self.table.id, seat, act, told.refusal)

    @property
    def busy(self) -> bool:
        """Whether something is on its way to the store or from it."""
        return bool(self.flying or self.queue or self.rereading)

    @property
    def idle(self) -> bool:
        """Whether nobody uses this table."""
        return not self.pages and not self.busy and monotonic() - self.used > self.hub.limits.idle
