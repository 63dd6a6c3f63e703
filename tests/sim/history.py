"""What the history of an evening has to be. The record of a table is its order, so looking through it once is enough."""

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.record.format import assembled, digest, encode
from cliffhanger.table.ports import Kept
from cliffhanger.table.secrets import unsealed
from cliffhanger.table.session import Table
from cliffhanger.table.verify import verify


class Wrong(AssertionError):
    """A history that may not be."""


async def checked(world):
    """Look through all tables of a world that has come to rest. Raises Wrong, or Unreadable where a chain is broken."""
    if world.disk.wrongs:
        raise Wrong(world.disk.wrongs[0])
    disk = world.disk
    tables = {name: disk.lines[name] for name in disk.headers}
    for name, lines in tables.items():
        await _same_everywhere(
            world, name, replayed(Kept(name, disk.headers[name], disk.secrets[name]), lines, world.games)
        )
        _answers(world, name, lines)
        _order(world, name)
    for (name, n), tail in world.views.items():
        line = tables[name][n - 1].body if n else world.disk.headers[name]
        if n > len(tables[name]) or digest(line) != tail:
            raise Wrong(f"A page was shown an entry {n} of {name} that is not the one kept.")


class Records:
    """The records of a store after something ended it: each begins as it did before, and replays to the same bytes."""

    def __init__(self, games):
        self.games, self.known = games, {}

    def check(self, reader):
        """Look through all tables; only those are played again that have gone on. Raises Wrong, or Unreadable."""
        for kept in reader.tables():
            lines, before = list(reader.read(kept.table)), self.known.get(kept.table, [])
            if lines[: len(before)] != before:
                raise Wrong(f"What was kept of {kept.table} is not what it was.")
            if len(lines) > len(before):
                replayed(kept, lines, self.games)
            self.known[kept.table] = lines


def replayed(kept, lines, games):
    """The table played again from its record: without a gap, nothing half done, and the same bytes."""
    name, header = kept.table, kept.header
    if [line.n for line in lines] != list(range(1, len(lines) + 1)):
        raise Wrong(f"There are gaps in {name}.")
    record = assembled([header, *(line.body for line in lines)])
    if len({each.id for each in record.entries}) < len(lines):
        raise Wrong(f"An id is kept twice in {name}.")
    game = games(record.header.game)
    key = bytes.fromhex(unsealed(kept.secrets).key)
    again = Table(game, record.header, (), key, digest(header))
    at = 0
    while at < len(lines):
        entry = record.entries[at]
        put = again.put(entry.input, id=entry.id, seat=entry.seat, at=entry.at)
        if put.refusal is not None:
            raise Wrong(f"Entry {entry.n} of {name} is refused when it is put again: {put.refusal}")
        again.committed(put.entries[-1].n)
        if [line.body for line in put.lines] != [line.body for line in lines[at : at + len(put.lines)]]:
            raise Wrong(f"Entry {entry.n} of {name} is another one, or half of it, when it is put again.")
        at += len(put.lines)
    if isinstance(again.head.waiting, Roll | Draw):
        raise Wrong(f"{name} ends in the middle of an input.")
    loaded = Table.load(game, record.header, record.entries, key)
    if _bytes(again) != _bytes(loaded):
        raise Wrong(f"{name} stands otherwise when its record is loaded than when it is played.")
    if faults := verify(b"\n".join([header, *(line.body for line in lines)]), game).faults:
        raise Wrong(f"{name} is not sound: {faults[0]}")
    return loaded


def _bytes(table):
    shown = table.shown
    stands = (shown.n, shown.state, shown.seats, shown.paused, shown.closed, [each.n for each in shown.log])
    return encode([*stands, table.mark])


async def _same_everywhere(world, name, record):
    """Every server that runs shows the table as its record has it; it catches up by itself."""
    for node in world.nodes:
        live = node.registry.tables.get(name)
        if live is not None and _bytes(live.table) != _bytes(record):
            raise Wrong(f"{name} at node {node.life.name} shows {live.table.shown.n}, and {record.shown.n} are kept.")
        found = await node.runs(node.registry.find(name))
        if _bytes(found.table) != _bytes(record):
            raise Wrong(f"{name} as node {node.life.name} opens it is not what is kept.")


def _answers(world, name, lines):
    """What was acknowledged is there, once; what was refused is not, unless another copy of it was on its way."""
    by_id = {line.id: line.n for line in lines}
    for sent in world.sent:
        if sent.table != name:
            continue
        if sent.acks and (sent.id not in by_id or by_id[sent.id] > min(sent.acks) or len(set(sent.acks)) > 1):
            raise Wrong(f"{sent} was acknowledged as {sent.acks}, and is entry {by_id.get(sent.id)}.")
        if sent.refusals and sent.id in by_id and sent.copies == 1:
            raise Wrong(f"{sent} was refused ({sent.refusals[0]}), and is entry {by_id[sent.id]}.")
    known = {sent.id for sent in world.sent if sent.table == name}
    seats = {sent.seat for sent in world.sent if sent.table == name}
    for line, entry in zip(
        lines, assembled([world.disk.headers[name], *(line.body for line in lines)]).entries, strict=True
    ):
        if entry.seat in seats and "+" not in line.id and line.id not in known:
            raise Wrong(f"Entry {line.n} of {name} was put by nobody: {entry}")


def _order(world, name):
    """What was answered before something else was sent stands before it."""
    kept = sorted((sent for sent in world.sent if sent.table == name and sent.acks), key=lambda each: each.called)
    done = sorted(kept, key=lambda each: each.acked)
    newest, at = 0, 0
    for sent in kept:
        while at < len(done) and done[at].acked < sent.called:
            newest = max(newest, done[at].acks[0])
            at += 1
        if sent.acks[0] <= newest:
            raise Wrong(f"{sent} is entry {sent.acks[0]}, and {newest} was answered before it was sent.")
