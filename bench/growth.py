"""What a table costs as its record grows: opening it, an act, an undo, on the log that is dearest to replay.

    uv run --group bench python bench/growth.py [ENTRIES ...]     1,000, 7,000 and 100,000 entries if none are named

A log repeats a legal loop: in Untold the Game Master strains three people, they rest, and ten days pass under the order
of recovery by the sheet; in Blockbuster the Director hurts and heals. It is kept in SQLite, opened once without
checkpoints (which writes them), and then as a server opens it: from the newest checkpoint, with the end of the log that
a page shows. The peers, in the same run and taking turns with ours: all lines read from the same file and decoded by
msgspec (for an opening), and one such line kept in SQLite with synchronous=FULL (for an act and an undo).
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import msgspec
from msgspec import structs

from cliffhanger.games import game
from cliffhanger.kernel.inputs import Act, Undo
from cliffhanger.kernel.record.format import Entry, digest, encode
from cliffhanger.store import SqliteStore
from cliffhanger.table import Table, session
from cliffhanger.table.ports import CheckpointWriter, Line
from cliffhanger.table.restore import opened, taken_up
from cliffhanger.web.live.view_model import tail

SIZES, SAMPLES, BARS = (1_000, 7_000, 100_000), 9, {7_000: 0.06, 100_000: 0.5}
KEY, AT, FAR = bytes(32), "2026-01-01T00:00:00Z", 500
Deed = tuple[str, str, str, dict[str, Any]]


def untold() -> tuple[dict[str, Any], list[Deed], list[Deed]]:
    """House rules, how it begins, and the loop."""
    whom = ("ione_wake", "osk_tallow", "mirre")
    begin: list[Deed] = [("gm", "0", "open.the_third_ledge", {"present": (*whom, "the_wreckers", "quill")})]
    strain = {"amount": 12, "realm": ("body",), "why": "the climb"}
    loop: list[Deed] = [("gm", "any", "strain", {"whom": (each,), **strain}) for each in whom]
    loop += [(each, "any", "rest", {"what": ("endurance",)}) for each in whom]
    loop += [("gm", "any", "clock", {"minutes": 14_400, "whom": whom})]
    return {"recovery_order": "sheet"}, begin, loop


def blockbuster() -> tuple[dict[str, Any], list[Deed], list[Deed]]:
    """House rules, how it begins, and the loop."""
    present = ("juno_marsh", "ferris", "pilar", "the_patrol", "ludo", "the_porter")
    hurt = {"whom": ("juno_marsh",), "amount": 1, "type": ("V",)}
    begin: list[Deed] = [("director", "0", "open.soup_is_served", {"present": present})]
    loop: list[Deed] = [("director", "any", "hurt", {**hurt, "why": "a fall"}), ("director", "any", "heal", hurt)]
    return {}, begin, loop


def put(table: Table, what: Act | Undo, id: str, seat: str) -> tuple[Line, ...]:
    """Put an input and keep it at once."""
    done = table.put(what, id=id, seat=seat, at=AT)
    assert done.refusal is None, done.refusal
    table.committed(done.entries[-1].n)
    return done.lines


def long_log(
    name: str, begin: list[Deed], loop: list[Deed], house: dict[str, Any], size: int
) -> tuple[Table, list[Line]]:
    """A new table, and the lines of a log of so many entries: the beginning, then the loop again and again."""
    g = game(name)
    setup = g.ready(3, {})
    table = Table.open(g, structs.replace(setup, house={**setup.house, **house}), table_id="long", key=KEY, at=AT)
    for n, (seat, window, key, choice) in enumerate((*begin, *loop)):
        put(table, Act(seat, window, key, choice), f"first-{n}", seat)
    entries, line = table.kept(), encode(table.header)
    first, again = entries[: len(begin)], entries[len(begin) :]
    lines = []
    for n in range(1, size + 1):
        like = first[n - 1] if n <= len(first) else again[(n - len(first) - 1) % len(again)]
        line = encode(Entry(n, f"i{n}", like.seat, AT, like.input, like.events, digest(line)))
        lines.append(Line("long", n, f"i{n}", line))
    return table, lines


def took(run: Callable[[], object]) -> float:
    """Seconds that something took."""
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def median(samples: list[float]) -> float:
    return statistics.median(samples)


def measured(name: str, size: int, folder: Path) -> bool:
    """Print what a log of this size costs; gives whether the opening keeps its bar."""
    house, begin, loop = {"untold": untold, "blockbuster": blockbuster}[name]()
    fresh, lines = long_log(name, begin, loop, house, size)
    g, path = game(name), folder / f"{name}-{size}.db"
    with SqliteStore(path) as store:
        store.create(opened(fresh, KEY, {}), tuple(lines))
        writer = CheckpointWriter(time.thread_time, store.keep_checkpoint)
        whole = took(lambda: taken_up(store, "long", g, writer))
    decode = msgspec.json.Decoder(Entry).decode
    with SqliteStore(path) as store:

        def ours() -> None:
            assert tail(taken_up(store, "long", g).shown.log)

        def peer() -> None:
            entries = [decode(line.body) for line in store.read("long")]
            assert len(entries) == size

        pairs = [(took(ours), took(peer)) for _ in range(SAMPLES)]
        table = taken_up(store, "long", g)
        seat, window, key, choice = loop[(size - len(begin)) % len(loop)]
        act, far = Act(seat, window, key, choice), max(1, size - FAR)
        disk = apsw.Connection(str(folder / "peer.db"))
        disk.execute(
            "pragma journal_mode = wal; pragma synchronous = full; create table if not exists lines (body)"
        ).fetchall()
        costs: dict[str, list[float]] = {"act": [], "undo": [], "far": [], "commit": []}
        for n in range(10 * SAMPLES):
            to = table.head.n
            costs["act"].append(took(lambda n=n: put(table, act, f"act-{n}", seat)))
            costs["undo"].append(took(lambda n=n, to=to: put(table, Undo(to), f"undo-{n}", "")))
            costs["commit"].append(took(lambda: disk.execute("insert into lines values (?)", (lines[-1].body,))))
        for _ in range(SAMPLES):
            again = taken_up(store, "long", g)
            costs["far"].append(took(lambda: put(again, Undo(far), "far", "")))  # noqa: B023
    opening, ratio = median([a for a, _ in pairs]), median([a / b for a, b in pairs])
    act_us, undo_us, far_us, commit_us = (1e6 * median(costs[each]) for each in ("act", "undo", "far", "commit"))
    checkpoints = (
        apsw.Connection(str(path)).execute("select count(*), sum(length(body)) from checkpoints").fetchall()[0]
    )
    print(
        f"{name:11} {size:7,} entries: opened whole {1e3 * whole:8.1f} ms, from a checkpoint {1e3 * opening:6.1f} ms,"
        f" {ratio:6.3f} of reading and decoding all; an act {act_us:5.0f} us ({act_us / commit_us:.2f} commits),"
        f" its undo {undo_us:5.0f} us ({undo_us / commit_us:.2f}), an undo of {size - far} {far_us / 1e3:5.1f} ms;"
        f" {checkpoints[0]} checkpoints, {(checkpoints[1] or 0) / 1e3:.0f} kB beside {sum(len(x.body) for x in lines) / 1e3:.0f}"
    )
    return opening <= BARS.get(size, opening)


def main() -> int:
    session.ENTRIES += 10_000  # a full record takes no act, and an act at a full record is what is to be measured
    sizes = [int(each.replace(",", "")) for each in sys.argv[1:]] or SIZES
    with tempfile.TemporaryDirectory() as folder:
        kept = [measured(name, size, Path(folder)) for name in ("blockbuster", "untold") for size in sizes]
    print("Every opening keeps its bar." if all(kept) else "An opening misses its bar.")
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
