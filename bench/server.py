"""The live server beside the achievable limit: acts per CPU second, durable, five pages a table.

    uv run --group bench python bench/server.py [SECONDS]     the table below, as JSON lines and a verdict
    uv run --group bench python bench/server.py --profile [GAME]    where the server's time goes
    uv run --group bench python bench/server.py --since 65016b2 [SECONDS]    Blockbuster beside an earlier commit's server

People play Blockbuster, and beside it Untold, by their bots' choices, over sockets, on SQLite with synchronous=FULL. The
limit is `limit_server.py` with pages of as many bytes as ours have, each sent whole, and our rules' measured CPU time put
in as spin, in the same run; the runs take turns and the median ratio counts. The bar is 0.5 of a limit that keeps what it
has drawn of each region; the ratio to one that draws all of every view, the limit of earlier figures, stands behind it.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
from _load import SEATS, Limit, Run, limit, loaded, server

from cliffhanger.games import game
from cliffhanger.kernel.inputs import Act, Undo
from cliffhanger.kernel.offers import awaited, find, terms
from cliffhanger.kernel.record.replay import Play
from cliffhanger.store import Reader
from cliffhanger.table.restore import taken_up

GAMES, BAR, ROUNDS, LONGEST = ("blockbuster", "untold"), 0.5, 3, 400
REGION = 158  # bytes of one region of the limit's views


def serve(port, folder, profile=""):
    """The product's server, but for the limits on how fast one page may act."""
    from cliffhanger.games import names
    from cliffhanger.store import SqliteStore
    from cliffhanger.web.http.app import app
    from cliffhanger.web.live.limits import Limits
    from cliffhanger.web.live.registry import Registry
    from cliffhanger.web.server import bind, run

    with SqliteStore(Path(folder) / "tables.db") as store:
        registry = Registry(store, game, limits=Limits(rate=1e6, burst=1_000_000), names=names())
        if not profile:
            run(registry, app(registry), [bind("127.0.0.1", port)])
            return
        import cProfile

        watched = cProfile.Profile()
        watched.runcall(run, registry, app(registry), [bind("127.0.0.1", port)])
        watched.dump_stats(profile)


def opened(port, name, count):
    """So many tables with a person on each of five chairs: name, and seat to secret in the order of the chairs."""
    from http.client import HTTPConnection

    line = HTTPConnection("127.0.0.1", port)

    def ask(path, body):
        line.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        return json.loads(line.getresponse().read())

    tables = []
    chairs = [seat.id for seat in game(name).ready(SEATS - 1, {}).seats]
    for _ in range(count):
        first = ask("/api/tables", {"game": name, "seats": SEATS, "name": "Ada"})
        seats = {first["seat"]: first["secret"]}
        for chair in chairs:
            if chair not in seats:
                seats[chair] = ask(f"/api/tables/{first['table']}/sit", {"seat": chair, "name": chair})["secret"]
        tables.append((first["table"], seats))
    return tables


def script(file, rules_of, name, longest):
    """What people do at a table, found out beforehand on a copy with the same dice: seat, input, entry it ends at.

    Also the CPU seconds that the rules alone take for one of these.
    """
    table, rng, rows = taken_up(Reader(file), name, game(rules_of)), Random(name), []
    base = table.head.n
    inputs = []
    while len(rows) < longest:
        waiting = table.head.waiting
        if not isinstance(waiting, tuple):
            seat, put = table.head.seats[0].id, Undo(base)
        else:
            seat = awaited(waiting)[0].seat
            mine = tuple(o.option for o in waiting if o.option.seat == seat)
            put = table.game.bot(table.game.view(table.head.state, seat), seat, mine, rng)
            meant = find((*waiting, *table.game.standing(table.head.state)), put)  # a bot may do what stands open, too
            assert meant is not None, put
            put = Act(seat, put.window, put.key, put.choice, terms(meant.option))
        kept = table.put(put, id=f"script-{len(rows)}", seat=seat, at="")
        assert kept.refusal is None, kept.refusal
        table.committed(kept.entries[-1].n)
        rows.append((seat, put, table.head.n))
        inputs += [entry.input for entry in kept.entries]
    return rows, rules(table, inputs) / len(rows)


def rules(table, inputs):
    """CPU seconds of the rules for these inputs: the step, and what is asked after it."""
    play = Play(table.game, table.header.begins(table.game))
    base = len(table.kept()) - len(inputs)
    for entry in table.kept()[:base]:
        play.keep(play.tried(entry.input)[0])
    began = time.thread_time()
    for put in inputs:
        play.keep(play.tried(put)[0])
        table.game.waiting(play.now.state)
    return time.thread_time() - began


class Ours(Limit):
    """A table of the product's server."""

    def __init__(self, run, name, seats, rows):
        super().__init__(run, name)
        self.seats, self.rows, self.n = list(seats.items()), rows, 0
        self.index = {seat: at for at, seat in enumerate(seats)}
        self.done = [False] * SEATS

    def path(self, _seat):
        return f"/t/{self.name}/ws"

    def hello(self, seat):
        name, secret = self.seats[seat]
        return msgspec.json.encode({"do": "hello", "seat": name, "secret": secret})

    def actor(self):
        return self.index[self.rows[self.k - 1][0]]

    def frame(self):
        if self.k > len(self.rows):
            raise SystemExit("the script is too short for this machine")
        self.done = [False] * SEATS
        _, put, self.n = self.rows[self.k - 1]
        id = f"{self.name}-{self.k:08}"
        if isinstance(put, Undo):
            return msgspec.json.encode({"do": "undo", "id": id, "to": put.to})
        return msgspec.json.encode({"do": "act", "id": id, "act": put})

    def shows(self, page, body):
        """Whether a frame is this page's first view of the act under way."""
        line, view, _ = body.partition(b"\n")
        if not view:
            if line.startswith(b'{"refused"'):
                raise SystemExit(line.decode())
            return False
        if b'"whole":true' in line:
            self.run.whole.append(len(body))
        n = int(line[line.index(b'"n":') + 4 :].split(b",")[0])
        if self.done[page.seat] or n < self.n:
            return False
        self.done[page.seat] = True
        return True


def ours(name, tables, seconds, *extra):
    """Measure the product with one of its games: its figures, and the rules' time an act."""
    with server(Path(__file__), "serve", "PORT", "FOLDER", *extra) as (port, pid, folder):
        longest = min(LONGEST * 8, 60 + round(1_500 * (seconds + 2) / tables))
        file = f"{folder}/tables.db"
        found = [(table, seats, *script(file, name, table, longest)) for table, seats in opened(port, name, tables)]
        spent = statistics.mean(each[3] for each in found)

        async def scene():
            run = Run(tables)
            return await loaded(port, pid, run, [Ours(run, *each[:3]) for each in found], seconds)

        return asyncio.run(scene()), spent


def compare(tables, seconds):
    """Both games, each with its two limits, in turns; prints every run, and then what the medians come to."""
    rates = {name: [] for name in GAMES}
    ratios = {(name, kept): [] for name in GAMES for kept in (True, False)}
    for _ in range(ROUNDS):
        for name in GAMES:
            mine, spent = ours(name, tables, seconds)
            rates[name].append(mine["acts_per_cpu_s"])
            print(json.dumps({"server": "ours", "game": name, "rules_us": round(spent * 1e6), **mine}), flush=True)
            regions = max(1, round(mine["bytes_of_a_page"] / REGION))
            for kept in (True, False):
                given = {"LIMIT_REGIONS": str(regions), "LIMIT_SPIN": str(spent), "LIMIT_KEPT": str(int(kept))}
                best = limit(tables, seconds, given)
                ratios[name, kept].append(mine["acts_per_cpu_s"] / best["acts_per_cpu_s"])
                print(json.dumps({"server": "limit", "kept": kept, "regions": regions, **best}), flush=True)
    for name in GAMES:
        honest, redrawn = (statistics.median(ratios[name, kept]) for kept in (True, False))
        verdict = "held" if honest >= BAR else "missed"
        print(
            f"{name}, tables at once: {tables}; {honest:.2f} of the limit's acts per CPU second, five pages a table, durable; "
            f"bar {BAR} {verdict} ({redrawn:.2f} of a limit that draws all of every view, as in earlier figures)"
        )
    first, *others = GAMES
    for name in others:
        beside = statistics.median(a / b for a, b in zip(rates[name], rates[first], strict=True))
        print(f"{name} has {beside:.2f} of the acts per CPU second of {first}")


ONE = """
import inspect, json, sys
sys.path.insert(0, sys.argv[1])
import server
given = ("blockbuster",) * ("name" in inspect.signature(server.ours).parameters)
print(json.dumps(server.ours(*given, int(sys.argv[2]), float(sys.argv[3]))))
"""


def since(commit, seconds, tables=20, turns=5):
    """This tree's server and that of an earlier commit, each with the limit for pages of its size, in turns; the medians."""
    root = Path(__file__).resolve().parents[1]
    rates, ratios = {"now": [], commit: []}, {"now": [], commit: []}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "-C", root, "worktree", "add", "-q", "--detach", folder, commit], check=True)
        try:
            for _ in range(turns):
                for name, tree in (("now", root), (commit, Path(folder))):
                    mine, spent = _one(tree, tables, seconds)
                    regions = max(1, round((mine.get("bytes_of_a_page") or mine["bytes_per_view"]) / REGION))
                    best = limit(tables, seconds, {"LIMIT_REGIONS": str(regions), "LIMIT_SPIN": str(spent)})
                    rates[name].append(mine["acts_per_cpu_s"])
                    ratios[name].append(mine["acts_per_cpu_s"] / best["acts_per_cpu_s"])
                    print(json.dumps({"server": name, **mine, "limit": best["acts_per_cpu_s"]}), flush=True)
        finally:
            subprocess.run(["git", "-C", root, "worktree", "remove", "--force", folder], check=True)
    for name, found in rates.items():
        share = statistics.median(ratios[name])
        print(
            f"{name:8} {statistics.median(found):6.0f} acts per CPU second ({min(found)} to {max(found)}), {share:.3f} of the limit"
        )
    times = [now / then for now, then in zip(rates["now"], rates[commit], strict=True)]
    print(f"now over {commit}: {statistics.median(times):.2f} ({min(times):.2f} to {max(times):.2f})")


def _one(tree, tables, seconds):
    done = subprocess.run(
        [sys.executable, "-c", ONE, tree / "bench", str(tables), str(seconds)],
        env=os.environ | {"PYTHONPATH": str(tree / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def main(arguments):
    if arguments[:1] == ["serve"]:
        serve(int(arguments[1]), *arguments[2:])
        return
    if arguments[:1] == ["--since"]:
        since(arguments[1], float(arguments[2]) if arguments[2:] else 4)
        return
    if arguments[:1] == ["--profile"]:
        import pstats

        with tempfile.NamedTemporaryFile() as file:
            ours(arguments[1] if arguments[1:] else GAMES[0], 10, 4, file.name)
            pstats.Stats(file.name).sort_stats("tottime").print_stats(30)
        return
    for tables in (50, 1):
        compare(tables, float(arguments[0]) if arguments else 4)


if __name__ == "__main__":
    main(sys.argv[1:])
