"""A world of one seed: servers over one store, people at pages, and what goes wrong between them.

The code of the servers is the real one, from the frame of a socket down to the port `Store`. What is swapped for the time
of a run: the event loop and with it every clock (`loop.py`), `asyncio.to_thread` (what a thread would do happens at once,
between two pauses), the store (`disk.py`), the sockets (`people.py`), the wall clock, and what is drawn by chance. So a
seed is a whole evening, and the same evening each time.
"""

import asyncio
import logging
import sys
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from random import Random
from unittest import mock

from tests.lanterns import LANTERNS
from tests.sim.disk import Disk, SimStore
from tests.sim.faults import Faults
from tests.sim.history import Wrong, checked
from tests.sim.loop import LIFE, PAUSE, InlineThreads, Life, VirtualLoop, inline
from tests.sim.people import Page

from cliffhanger.kernel.inputs import Sit
from cliffhanger.table.ports import Unkept
from cliffhanger.table.snapshot import TableOptions
from cliffhanger.web.http.create_table import TakenSeat, seat_bounds, take_seat
from cliffhanger.web.live.limits import Limits
from cliffhanger.web.live.registry import Registry, TableUnavailable
from cliffhanger.web.workers.pool import Worker

GAMES = {"lanterns": LANTERNS}
LIMITS = Limits(word=2.0, bot_delay=0.1, looks=0.0, reading=0.0, grace=0.0, idle=20.0, rate=1_000.0, burst=1_000)
LONGEST = 400.0  # seconds that anybody may wait for an answer once all is well again


class Beside(Worker):
    """What a worker process would do happens at once."""

    async def run(self, limit, work, *args):
        """Do it here."""
        return work(*args)


class Node:
    """A server: a registry over a store, for one life."""

    def __init__(self, world, name):
        self.world, self.life = world, Life(name)
        LIFE.set(self.life)  # of the context that this runs in
        self.context = copy_context()
        self.store = SimStore(world.disk, self.life, world.fork(), world.faults, shared=world.shared)
        self.registry = Registry(
            self.store,
            world.games,
            limits=LIMITS,
            clock=world,
            names=["lanterns"],
            worker=Beside(),
            threads=InlineThreads(),
        )

    def runs(self, work):
        """A task of this life."""
        return self.world.loop.create_task(work, context=self.context.copy())

    def later(self, work):
        """Run a coroutine in this life."""
        self.world.hold(self.runs(work))

    async def admit(self, table, seat, secret):
        """The live table, for whoever has the secret of this seat."""
        try:
            return await self.registry.admit(table, seat, secret)
        except (TableUnavailable, Unkept):
            return None


class World:
    """One seed."""

    def __init__(self, seed, loop, game="lanterns"):
        self.seed, self.loop, self.game = seed, loop, game
        self.rng = Random(f"{game} {seed}")
        self.shared = self.rng.random() < 0.6
        self.faults = Faults(self.rng, shared=self.shared)
        self.faults.loop = loop
        self.disk = Disk(loop)
        self.context = copy_context()
        self.nodes, self.lives, self.sent, self.pages, self.tasks = [], 0, [], [], set()
        self.graves = []  # what has died lies still until the world ends: no `finally` of it runs meanwhile
        self.views = {}  # what any page was shown: by table and entry, the digest of its line
        self.skew, self.count, self.host = timedelta(), 0, ""

    def fork(self):
        """Chances of their own for whoever asks."""
        return Random(self.rng.random())

    def number(self):
        """A number that nothing else in this world has."""
        self.count += 1
        return self.count

    def games(self, name):
        """The game of this name."""
        if name in GAMES:
            return GAMES[name]
        from cliffhanger.games import game

        return game(name)

    def now(self):
        """The wall clock, which jumps."""
        at = datetime(2026, 1, 2, 20, tzinfo=UTC) + timedelta(seconds=self.loop.time()) + self.skew
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")

    def hold(self, task):
        """Keep a task until it is done; one that died with its node is no fault."""
        self.tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task):
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            raise error

    def over_net(self, context, do, *args, lossless=False):
        """Have something happen elsewhere after its way through the network, or twice, or never; gives how often."""
        pauses = (self.faults.pause(),) if lossless else self.faults.frames()
        for pause in pauses:
            self.loop.call_later(pause, do, *args, context=context)
        return len(pauses)

    def any_node(self, rng):
        """A server that runs."""
        alive = [node for node in self.nodes if node.life.alive]
        return rng.choice(alive) if alive else None

    def shown(self, table):
        """A page is drawn from how this table is shown."""
        n = table.shown.n
        tail = table._tails.get(n)
        known = self.views.setdefault((table.id, n), tail)
        if known != tail:
            raise Wrong(f"Two pages were shown different entries {n} of {table.id}.")
        if n > len(self.disk.lines[table.id]):
            raise Wrong(f"A page was shown entry {n} of {table.id}, and {len(self.disk.lines[table.id])} are kept.")

    # What happens

    async def starts(self, name):
        """A server starts; gives it."""
        node = copy_context().run(Node, self, name)
        await node.runs(node.registry.start())
        self.nodes.append(node)
        return node

    async def dies(self, node):
        """A server is killed; another starts in its place."""
        node.life.alive = False
        self.nodes.remove(node)
        self.graves.append(node)
        await asyncio.sleep(self.rng.uniform(0.0, 3.0))
        self.lives += 1
        await self.starts(f"{node.life.name.partition('.')[0]}.{self.lives}")

    async def opens(self, node):
        """A table with its people; the last chair is a bot's now and then."""
        game = self.games(self.game)
        low, high = seat_bounds(game)
        setup = game.ready(min(high, max(low, 3)) - 1, {})
        live = await node.registry.create(game, setup, TableOptions(pace="once"))
        for n, seat in enumerate(setup.seats):
            if n and (self.game != "lanterns" or self.rng.random() < 0.2):
                await live.ask_as_host(Sit(seat.id, "", "bot"))
                continue
            taken = await take_seat(live, seat.id, f"Somebody {n}")
            assert isinstance(taken, TakenSeat), taken
            self.pages.append(Page(self, live.table.id, seat.id, taken.secret))
        self.host = setup.seats[0].id

    async def evening(self):
        """All of it; raises Wrong where the history is not what it has to be."""
        faults = self.faults
        first = await self.starts("a")
        if self.shared:
            await self.starts("b")
        chances = vars(faults).copy()
        faults.heal()
        for _ in range(self.rng.choice((1, 1, 2))):
            await first.runs(self.opens(first))
        vars(faults).update(chances)
        over = asyncio.Event()
        playing = [self.loop.create_task(page.plays(over)) for page in self.pages]
        harming = self.loop.create_task(self.harms())
        done, _ = await asyncio.wait(playing, timeout=self.rng.uniform(4.0, 12.0), return_when=asyncio.FIRST_EXCEPTION)
        for each in done:
            each.result()
        over.set()
        await harming
        faults.heal()
        done, late = await asyncio.wait(playing, timeout=LONGEST)
        for each in done:
            each.result()
        if late:
            waits = [str(sent) for page in self.pages for sent in page.unsent.values()]
            raise Wrong(f"After all was well again {len(waits)} inputs were never answered: {waits[:3]}")
        await asyncio.sleep(30.0)  # what is on its way arrives, and nodes look around
        await self.rests()
        await checked(self)

    async def rests(self):
        """Wait until every server shows what is kept, for a minute at the most: a round of words may just have ended."""
        for _ in range(60):
            live = [each for node in self.nodes for each in node.registry.tables.values()]
            if all(each.table.shown.n == self.disk.lines[each.table.id][-1].n for each in live):
                return
            await asyncio.sleep(1.0)

    async def harms(self):
        """Kill servers, and turn the clock."""
        for _ in range(self.faults.deaths):
            await asyncio.sleep(self.rng.uniform(0.5, 4.0))
            if self.nodes:
                await self.dies(self.rng.choice(self.nodes))
        for _ in range(self.faults.jumps):
            await asyncio.sleep(self.rng.uniform(0.1, 2.0))
            self.skew += timedelta(seconds=self.rng.choice((-3_600, 31_536_000, -86_400, 7)))


def run(seed, game="lanterns"):
    """The evening of a seed; raises what is wrong with it, and gives the world."""
    loop = VirtualLoop()
    problems = []
    loop.set_exception_handler(lambda _, context: problems.append(context.get("exception") or context["message"]))
    loop.set_task_factory(_quiet)
    world = World(seed, loop, game)
    try:
        with swapped(world):
            task = loop.create_task(world.evening())
            try:
                loop.run_until_complete(task)
            finally:
                for node in world.nodes:
                    node.life.alive = False
    finally:
        loop.close()
    if problems:
        raise problems[0] if isinstance(problems[0], BaseException) else Wrong(str(problems[0]))
    return world


def _quiet(loop, work, **named):
    task = asyncio.Task(work, loop=loop, **named)
    task._log_destroy_pending = False  # a life that has ended leaves its tasks where they were
    return task


@contextmanager
def swapped(world):
    """Swap what the servers have of time, threads and chance."""
    rng = world.fork()
    PAUSE.set(world.faults.disk_pause)
    worked = iter(range(1 << 62))
    names = {
        "monotonic": world.loop.time,
        "perf_counter": world.loop.time,
        "thread_time": lambda: next(worked) * 0.0005,
        "token_hex": lambda n=32: rng.randbytes(n).hex(),
        "token_bytes": lambda n=32: rng.randbytes(n),
    }
    with ExitStack() as stack:
        for module in [each for name, each in list(sys.modules.items()) if name.startswith("cliffhanger.web.")]:
            for name, put in names.items():
                if hasattr(module, name):
                    stack.enter_context(mock.patch.object(module, name, put))
        stack.enter_context(mock.patch("cliffhanger.web.live.table_names.choice", rng.choice))
        stack.enter_context(mock.patch("asyncio.to_thread", inline))
        logging.disable(logging.CRITICAL)
        stack.callback(logging.disable, logging.NOTSET)
        yield
