"""What survives every death: the tables as a database has them, and a store on it that fails, is slow and forgets.

What was answered with None is there for ever. What was under way when its process died may be there or not, and where
several processes share the store it may arrive even later. Order, ids and chain are held by the same rules as elsewhere.
"""

from contextvars import copy_context
from functools import partial

from tests.sim.loop import beside

from cliffhanger.store.following import refused
from cliffhanger.table.ports import HUSH, Kept, NoTables, Taken, Unkept, Unsure

AWAY = "The database cannot be reached: nothing was kept."
FULL = "The disk is full: nothing was kept. Make room, then do it again."
GONE = "The file was moved: whether it was kept is known when it is back."


class Disk:
    """Tables, their entries and checkpoints; `under_way` is what has been handed in and not happened yet."""

    def __init__(self, loop):
        self.loop, self.context = loop, copy_context()
        self.headers, self.secrets, self.lines, self.ids = {}, {}, {}, {}
        self.checkpoints, self.whispers = {}, {}
        self.under_way = []
        self.stores = []
        self.doubted = {}  # by table, the first entry that was written as the file was moved away
        self.wrongs = []  # what a server did that none may do: what it raises there may be caught

    def commit(self, lines):
        """Keep lines, all or none; None, or why not."""
        table = lines[0].table
        kept = self.lines.get(table)
        if kept is None:
            return Unkept(f"There is no table {table}.")
        if why := refused(lines, len(kept), kept[-1].body if kept else self.headers[table]):
            return why
        if any(line.id in self.ids[table] for line in lines):
            return Taken("That entry is there already.")
        kept += lines
        self.ids[table].update((line.id, line.n) for line in lines)
        return None

    def happens(self, work):
        """Let something that is under way happen, if it has not."""
        if work in self.under_way:
            self.under_way.remove(work)
            work()


class SimStore:
    """The port `Store` of one life, over a disk that it may share."""

    def __init__(self, disk, life, rng, faults, *, shared):
        self.disk, self.life, self.rng, self.faults, self.shared = disk, life, rng, faults, shared
        self.node = life.name if shared else ""
        self.heard = None
        self.context = copy_context()  # of its life
        disk.stores.append(self)

    # What is read

    def _look(self):
        if not beside():
            self.disk.wrongs.append("The loop of a server waits for the store.")
            raise AssertionError(self.disk.wrongs[-1])
        if self.faults.away(self.life):
            raise Unkept(AWAY)
        if self.disk.under_way and self.rng.random() < self.faults.meanwhile:
            self.disk.happens(self.rng.choice(self.disk.under_way))

    def read(self, table, after=0, last=None):
        self._look()
        yield from self.disk.lines.get(table, ())[after:last]

    def find(self, table):
        self._look()
        if table not in self.disk.headers:
            return None
        return Kept(table, self.disk.headers[table], self.disk.secrets[table], len(self.disk.lines[table]))

    def number_of(self, table, id):
        self._look()
        return self.disk.ids.get(table, {}).get(id, 0)

    def ids(self, table, last):
        self._look()
        return (line.id for line in self.disk.lines.get(table, ())[:last])

    def checkpoint(self, table, rules, last):
        self._look()
        found = [
            each for each in self.disk.checkpoints.get(table, {}).values() if each.n <= last and each.rules == rules
        ]
        return max(found, key=lambda each: each.n, default=None)

    def tables(self):
        self._look()
        return [self.find(table) for table in self.disk.headers]

    def newest(self, tables):
        self._look()
        return {table: len(self.disk.lines[table]) for table in tables if table in self.disk.lines}

    def backup(self, path):
        raise NoTables(path)

    # What is written

    def create(self, table, lines=()):
        self._look()
        if table.table in self.disk.headers:
            raise Taken(f"There is a table {table.table} already.")
        self.disk.headers[table.table], self.disk.secrets[table.table] = table.header, table.secrets
        self.disk.lines[table.table], self.disk.ids[table.table] = [], {}
        if lines:
            self.disk.commit(lines)

    def keep_secrets(self, table, secrets, was=None):
        self._look()
        if was is not None and self.disk.secrets[table] != was:
            raise Taken(f"The secrets of table {table} have changed.")
        self.disk.secrets[table] = secrets
        self._notice(table, 0)

    def append(self, lines, done):
        """Kept after a moment, and answered after another; between the two anything may end."""
        if not self.life.alive:
            return
        work = partial(self._arrives, lines, done)
        self.disk.under_way.append(work)
        self._later(self.faults.disk_pause(), self.disk.context, self.disk.happens, work)

    def _arrives(self, lines, done):
        if not self.life.alive and not (self.shared and self.rng.random() < 0.5):
            return
        fault = self.faults.of_append(self.life, shared=self.shared)
        error = Unkept(FULL) if fault == "full" or self.faults.gone(self.life) else None
        if error is None and fault != "lost":
            error = self.disk.commit(lines)
            if error is None:
                self._notice(lines[0].table, lines[-1].n)
        if fault in ("lost", "unsure"):
            error = Unsure("The database was cut off: whether it was kept is not known.")
        elif fault == "vanished" and error is None:
            self.faults.goes(self.life)
            self.disk.doubted = {lines[0].table: lines[0].n}
            error = Unsure(GONE)
        if self.life.alive:
            self._later(self.faults.disk_pause(), self.context, done, error)

    def _later(self, pause, context, do, *args):
        self.disk.loop.call_later(pause, do, *args, context=context)

    def keep_checkpoint(self, checkpoint):
        if not self.life.alive or self.rng.random() < self.faults.forgets:
            return
        kept = self.disk.checkpoints.setdefault(checkpoint.table, {})
        for n in [n for n, each in kept.items() if each.rules != checkpoint.rules]:
            del kept[n]
        kept[checkpoint.n] = checkpoint

    # What nodes tell each other

    def whisper(self, table, said):
        if not self.shared or not self.life.alive:
            return
        at = self.disk.whispers.setdefault(table, {})
        at[self.node] = (said, self.disk.loop.time())
        self._notice(table, -1)

    def whispers(self, table):
        self._look()
        now = self.disk.loop.time()
        said = self.disk.whispers.get(table, {})
        return {node: each for node, (each, at) in said.items() if node != self.node and each and now - at < HUSH}

    def listen(self, heard):
        self.heard = heard

    def _notice(self, table, n):
        if not self.shared:
            return
        for each in self.disk.stores:
            if each is not self and each.life.alive and each.heard is not None:
                for pause in self.faults.copies():
                    self._later(pause, each.context, each.heard, table, n)

    def fault(self):
        return GONE if self.faults.gone(self.life) else ""

    def batches(self):
        return {}

    def close(self):
        self.life.alive = False
