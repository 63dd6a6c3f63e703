"""People at pages, as the page's script does it: ids of their own, sent again over every new socket until they are answered."""

import asyncio
import json

from cliffhanger.kernel.chance import Over
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.params import sample
from cliffhanger.table.entropy import hidden
from cliffhanger.web.http.sockets import take
from cliffhanger.web.live import protocol
from cliffhanger.web.live.connection import Connection
from cliffhanger.web.live.inputs import input_id

PATIENCE = 4.0  # seconds after which a page whose hello is not answered opens another socket
MOST = 2  # inputs that a page has under way


class Sent:
    """An input of a page, and all that became of it."""

    def __init__(self, page, frame, at):
        self.table, self.seat, self.frame, self.called = page.table, page.seat, frame, at
        self.id = input_id(page.seat, frame.id)
        self.copies = 0  # that reached a server
        self.acked = None  # when it was acknowledged first
        self.acks, self.refusals = [], []

    def __str__(self):
        return f"{self.frame} of {self.seat} at {self.table}, kept as {self.id}"


class SimConnection(Connection):
    """An open page whose frames go through the network; what it was shown is noted."""

    __slots__ = ("live", "number", "page")

    def __init__(self, page, live, number):
        self.page, self.live, self.number = page, live, number
        super().__init__(page.seat, live.audience.send_limit(page.seat))

    def __hash__(self):
        return self.number  # so that sets of pages have an order that is the same in every process

    def __eq__(self, other):
        return self is other

    def mark_dirty(self):
        super().mark_dirty()
        table = self.live.audience.table
        self.page.world.shown(table)

    def send(self, frame):
        said, disk, table = json.loads(frame), self.page.world.disk, self.page.table
        if (
            "ack" in said
            and self.page.world.faults.gone(self.page.node.life)
            and said["n"] >= disk.doubted.get(table, 1 << 30)
        ):
            disk.wrongs.append(f"Entry {said['n']} of {table} is acknowledged while its file is away.")
        n = disk.ids[table].get(input_id(self.page.seat, said.get("refused", "")))
        if n is not None and self is self.page.connection:
            disk.wrongs.append(f"What is entry {n} of {table} by now is refused: {said['why']}")
        if not self.page.world.over_net(self.page.world.context, self.page.hears, self, frame):
            self.page._breaks(self)

    def close(self, code, why):
        self.page.world.over_net(self.page.world.context, self.page.closed, self)


class Page:
    """Somebody with a seat."""

    def __init__(self, world, table, seat, secret):
        self.world, self.table, self.seat, self.secret = world, table, seat, secret
        self.rng = world.fork()
        self.connection = self.node = None
        self.unsent, self.locked_out = {}, 0
        self.opening = 0
        self.words = {}

    async def plays(self, until):
        """Play while `until` is not set, and then until everything is answered."""
        while not until.is_set() or self.unsent:
            if self.locked_out > 3:
                self.unsent.clear()  # somebody else has the seat: the script ends here as well
                return
            if self.connection is None:
                await self._opens()
            elif self.world.faults.rng.random() < self.world.faults.cut or not self.node.life.alive:
                self._cut()
            elif not until.is_set() and len(self.unsent) < MOST:
                self._does()
            await asyncio.sleep(self.rng.uniform(0.0, 0.6))

    async def _opens(self):
        self.node = node = self.world.any_node(self.rng)
        if node is None:
            return
        self.opening += 1
        self.world.over_net(node.context, self._arrives, node, self.opening)
        until = self.world.loop.time() + PATIENCE
        while self.connection is None and self.world.loop.time() < until and node.life.alive:
            await asyncio.sleep(0.02 + self.world.faults.latency / 4)

    def _arrives(self, node, opening):
        node.later(self._enters(node, opening))

    async def _enters(self, node, opening):
        """At the server: the hello is read."""
        live = await node.admit(self.table, self.seat, self.secret)
        if opening != self.opening or self.connection is not None:
            return
        if live is None:
            self.locked_out += 1
            return
        self.locked_out = 0
        connection = SimConnection(self, live, self.world.number())
        live.enter(connection)
        self.world.over_net(self.world.context, self._opened, node, connection, opening, lossless=True)

    def _opened(self, node, connection, opening):
        if opening != self.opening or self.connection is not None or not node.life.alive:
            self._leaves(node, connection)
            return
        self.connection, self.node = connection, node
        for each in list(self.unsent.values()):
            self._send(each)

    def _leaves(self, node, connection):
        self.world.over_net(node.context, connection.live.leave, connection, lossless=True)

    def _cut(self):
        self._leaves(self.node, self.connection)
        self.connection = None
        self.opening += 1

    def closed(self, connection):
        """The server has ended this page."""
        if connection is self.connection:
            self._cut()

    # What goes in

    def _does(self):
        live = self.connection.live
        frame = self._chosen(live.table)
        if frame is not None:
            sent = Sent(self, frame, self.world.loop.time())
            self.world.sent.append(sent)
            self.unsent[frame.id] = sent
            self._send(sent)

    def _send(self, sent):
        connection = self.connection
        if not self.world.over_net(self.node.context, self._reaches, self.node, connection, sent):
            self._breaks(connection)

    def _breaks(self, connection):
        """Something was lost on the way: the socket ends soon, and what is under way on it may arrive or not."""
        self.world.over_net(self.world.context, self.closed, connection, lossless=True)

    def _reaches(self, node, connection, sent):
        if connection in connection.live.audience.connections:
            sent.copies += 1
            node.later(take(connection.live, connection, sent.frame))

    def _chosen(self, table):
        rng, id = self.rng, f"p{self.world.number()}"
        dice = rng.random()
        shown = table.shown
        if shown.paused or dice < 0.03:
            return protocol.Pauses(id, on=not shown.paused)
        if dice < 0.10 and shown.n:
            return protocol.Undoes(id, rng.randrange(shown.n + 1))
        if dice < 0.12 and self.seat == self.world.host:
            return protocol.Rules(id, ("lit",), rng.randrange(4), "So be it.")
        if dice < 0.125 and self.seat == self.world.host:
            return protocol.Closes(id)
        if isinstance(shown.waiting, Over):
            return protocol.Undoes(id, 0) if dice < 0.5 else None
        options = [each for each in table.options(self.seat) if not each.blocked]
        if not options:
            return None
        option = rng.choice(options)
        act = Act(self.seat, option.window, option.key, sample(option.params, rng))
        return protocol.Acts(id, act, seen=shown.n)

    # What comes back

    def hears(self, connection, text):
        """A frame from the server."""
        if connection is not self.connection:
            return
        frame = json.loads(text)
        if "word" in frame:
            self._says(connection, frame["word"])
        id = frame.get("ack") or frame.get("refused")
        sent = self.unsent.pop(id, None)
        if sent is None:
            sent = next((each for each in reversed(self.world.sent) if each.frame.id == id), None)
        if sent is not None:
            if "ack" in frame:
                sent.acked = sent.acked or self.world.loop.time()
                sent.acks.append(frame["n"])
            else:
                sent.refusals.append(frame["why"])

    def _says(self, connection, asked):
        number = asked["round"]
        word = self.words.setdefault(number, self.rng.randbytes(16).hex())
        frame = protocol.Commits(number, hidden(word)) if asked["ask"] == "commit" else protocol.Reveals(number, word)
        node = self.node
        self.world.over_net(node.context, lambda: node.later(take(connection.live, connection, frame)))
