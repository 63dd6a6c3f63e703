"""How fast the rules are: random play of scenes of our games beside public engines, in turns, in one process.

    uv run --group bench python bench/engine.py            a table: decisions a second, and ours over each peer's
    uv run --group bench python bench/engine.py --pages    five seats' views and pages of one state instead
    uv run --group bench python bench/engine.py --profile untold   where our time goes, in one of our games
    uv run --group bench python bench/engine.py --since 65016b2    ours beside an earlier commit of ours, by the processor's time

A decision is one act by a seat: drawn from the open options, checked by the kernel, its events told. Dice are answered
but not counted. Every sample times ours and each peer one after the other, so that a noisy machine troubles all alike;
quote the medians of the ratios. Peers that are not installed are named and left out.
"""

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from cliffhanger.games import game
from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.inputs import Act, Faces, Sit
from cliffhanger.kernel.offers import Offer, awaited
from cliffhanger.kernel.params import sample
from cliffhanger.kernel.step import begin, step
from cliffhanger.table.session import Table

AT = "2026-01-01T00:00:00Z"
SECONDS, SAMPLES, PLAYERS, LONGEST = 0.5, 9, 3, 1_500
Playout = Callable[[], int]


def ours(name: str = "blockbuster", seed: int = 1) -> Playout:
    """One scene by random acts, from the master's opening to its close."""
    g = game(name)
    first = begin(g, g.start(g.ready(PLAYERS, {}))).state
    rng = Random(seed)
    chance, earlier = rng.random, not hasattr(Offer, "params")  # an earlier commit's way

    def play() -> int:
        s, acts = first, 0
        while acts < LONGEST:
            now = g.waiting(s)
            if type(now) is Roll:
                put: Any = Faces(now.id, tuple([int(chance() * die) + 1 for die in now.dice]))
            elif type(now) is Draw:
                put = Faces(now.id, tuple(rng.sample(now.cards, now.count)))
            elif type(now) is Over:
                break
            else:
                drawn = now[int(chance() * len(now))]
                while drawn.blocked:  # drawn anew, every open option is as likely as the others
                    drawn = now[int(chance() * len(now))]
                params = drawn.option.params if earlier else drawn.params
                put = Act(drawn.seat, drawn.window, drawn.key, sample(params, rng))
                acts += 1
            after = step(g, s, put, now)
            assert not isinstance(after, Refusal), (put, after)
            s = after.state
            if getattr(s, "scenes", 0) and len(s.stack) == 1:
                break
        return acts

    return play


def python_chess() -> Playout:
    chess, rng = import_module("chess"), Random(3)

    def play() -> int:
        board = chess.Board()
        for ply in range(120):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(rng.choice(moves))
        return 120

    return play


def pettingzoo_leduc() -> Playout:
    env, numpy, rng = import_module("pettingzoo.classic.leduc_holdem_v4").env(), import_module("numpy"), Random(5)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        acts = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, told = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else told["action_mask"]
            env.step(rng.choice(numpy.flatnonzero(mask).tolist()))
            acts += 1
        return acts

    return play


def pokerkit_holdem() -> Playout:
    kit, rng = import_module("pokerkit"), Random(2)
    does = kit.Automation
    auto = (
        does.ANTE_POSTING,
        does.BET_COLLECTION,
        does.BLIND_OR_STRADDLE_POSTING,
        does.CARD_BURNING,
        does.HOLE_DEALING,
        does.BOARD_DEALING,
        does.RUNOUT_COUNT_SELECTION,
        does.HOLE_CARDS_SHOWING_OR_MUCKING,
        does.HAND_KILLING,
        does.CHIPS_PUSHING,
        does.CHIPS_PULLING,
    )

    def play() -> int:
        state, acts = kit.NoLimitTexasHoldem.create_state(auto, True, 0, (1, 2), 2, 200, 2), 0  # noqa: FBT003
        while state.status:
            ways = [state.check_or_call] if state.can_check_or_call() else []
            ways += [state.fold] if state.can_fold() else []
            if state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                ways.append(lambda least=least: state.complete_bet_or_raise_to(least))
            rng.choice(ways)()
            acts += 1
        return acts

    return play


def catanatron() -> Playout:
    catan, rng = import_module("catanatron"), Random(7)
    colours = (catan.Color.RED, catan.Color.BLUE, catan.Color.WHITE, catan.Color.ORANGE)

    def play() -> int:
        table = catan.Game([catan.RandomPlayer(each) for each in colours], seed=rng.getrandbits(32))
        table.play()
        return len(table.state.actions)

    return play


PEERS: dict[str, Callable[[], Playout]] = {
    "python-chess, random": python_chess,
    "Catanatron, 4 random": catanatron,
    "PettingZoo Leduc": pettingzoo_leduc,
    "PokerKit hold'em, 2": pokerkit_holdem,
}


def rate(play: Playout, seconds: float) -> float:
    """Decisions a second over a little while."""
    acts, start = 0, time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        acts += play()
    return acts / (now - start)


def compare(seconds: float, samples: int) -> None:

    warnings.simplefilter("ignore")
    players: dict[str, Playout] = {
        f"cliffhanger, {name.replace('_', ' ').title()}": ours(name)
        for name in ("blockbuster", "untold", "smallville", "plot_twist")
    }
    for name, make in PEERS.items():
        try:
            players[name] = make()
        except ImportError as missing:
            print(f"{name}: not here ({missing.name}); `uv run --group bench` brings it")
    for play in players.values():
        play()
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(samples):
        for name, play in players.items():
            rates[name].append(rate(play, seconds))
    mine, cards = rates["cliffhanger, Blockbuster"], rates["cliffhanger, Plot Twist"]
    print(
        f"{'':28}{'decisions/s':>12}{'ours is':>10}{'from':>8}{'to':>7}   ({samples} samples of {seconds} s, medians)"
    )
    for name, row in rates.items():
        ratios = sorted(a / b for a, b in zip(mine, row, strict=True))
        print(
            f"{name:28}{statistics.median(row):12,.0f}{statistics.median(ratios):9.2f}x{ratios[0]:8.2f}{ratios[-1]:7.2f}"
        )
    for name in ("cliffhanger, Blockbuster", "python-chess, random", "Catanatron, 4 random"):
        if name in rates:
            beside = statistics.median(a / b for a, b in zip(cards, rates[name], strict=True))
            print(f"Plot Twist over {name}: {beside:.2f}")


class Drawn:
    """A table of five seats that its bots play, and the pages it is drawn in."""

    def __init__(self, name: str) -> None:
        self.game, self.rng = game(name), Random(4)
        self.open()

    def open(self) -> None:
        """A new table, with a person on every chair, in the middle of a scene."""
        g = self.game
        self.table = Table.open(g, g.ready(4, {}), table_id="bench", key=bytes(32), at=AT)
        self.seats = [sitter.id for sitter in self.table.head.seats]
        assert len(self.seats) == 5
        for seat in self.seats:
            self.put(Sit(seat, seat), seat)
        for _ in range(60):
            self.act()

    def act(self) -> None:
        """One act of whoever is asked first."""
        waiting = self.table.head.waiting
        if isinstance(waiting, Over):
            self.open()
            return self.act()
        assert isinstance(waiting, tuple), waiting
        seat = awaited(waiting)[0].seat
        options = tuple(each.option for each in waiting if each.seat == seat)
        self.put(self.game.bot(self.table.view(seat), seat, options, self.rng), seat)
        return None

    def put(self, put: Any, seat: str) -> None:
        kept = self.table.put(put, id=f"a{self.table.head.n}", seat=seat, at=AT)
        assert kept.refusal is None, kept.refusal
        self.table.committed(kept.entries[-1].n)

    def draw(self) -> list[tuple[Any, ...]]:
        """The pages of all seats in regions, as the server draws them after an act."""
        from cliffhanger.web.live import view_model  # an earlier commit, beside which this runs, may have none

        shared = view_model.shared_view(self.table, self.seats)
        return [view_model.body(self.table, shared, seat, shared.about, {}) for seat in self.seats]

    def size(self) -> float:
        """The characters of a page, in the mean over the seats."""
        from cliffhanger.web.page.regions import whole

        return statistics.mean(len(whole(page)) for page in self.draw())


def pages(samples: int) -> None:
    """Five seats' views and pages in the middle of a scene: each after an act, as the server draws them, by CPU time.

    All games in turns. Figures beside options are left out: they come from other processes.
    """
    tables = {
        name.replace("_", " ").capitalize(): Drawn(name)
        for name in ("blockbuster", "untold", "smallville", "plot_twist")
    }
    for table in tables.values():
        for _ in range(60):
            table.act()
            table.draw()
    gc.collect()
    gc.freeze()  # as the server does
    gc.set_threshold(50_000, 20, 50)
    rows: dict[str, list[float]] = {name: [] for name in tables}
    for _ in range(samples * 20):
        for name, table in tables.items():
            table.act()
            start = time.thread_time()
            table.draw()
            rows[name].append((time.thread_time() - start) * 1e6)
    print(f"five seats' views and pages after an act, {samples * 20} acts in turns, us of the processor")
    for name, times in rows.items():
        times.sort()
        print(
            f"{name:12} median {statistics.median(times):6.0f}   mean {statistics.mean(times):6.0f}   "
            f"9 in 10 below {times[len(times) * 9 // 10]:6.0f}   {tables[name].size():8,.0f} characters a page"
        )
    base = rows.pop("Blockbuster")
    for name, other in rows.items():
        print(
            f"{name} over Blockbuster: medians {statistics.median(other) / statistics.median(base):.2f}, "
            f"means {statistics.mean(other) / statistics.mean(base):.2f}"
        )


def cpu_rate(name: str, seconds: float) -> float:
    """Decisions of one of our games in a second of the processor."""
    play = ours(name)
    play()
    acts, start = 0, time.process_time()
    while (now := time.process_time()) - start < seconds:
        acts += play()
    return acts / (now - start)


def since(commit: str, seconds: float, samples: int) -> None:
    """Random play now and at an earlier commit, which is checked out beside: a process each, in turns."""
    root = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "-C", root, "worktree", "add", "-q", "--detach", folder, commit], check=True)
        try:
            print(f"decisions of random play in a second of the processor, {samples} samples in turns of {seconds} s")
            for name in ("blockbuster", "untold", "smallville", "plot_twist"):
                rows = [[_child(tree, name, seconds) for tree in (root, Path(folder))] for _ in range(samples)]
                ratios = sorted(now / then for now, then in rows)
                now, then = (statistics.median(column) for column in zip(*rows, strict=True))
                print(
                    f"{name:12} now {now:8,.0f}   {commit} {then:8,.0f}   median ratio {statistics.median(ratios):.2f} "
                    f"({ratios[0]:.2f} to {ratios[-1]:.2f})"
                )
        finally:
            subprocess.run(["git", "-C", root, "worktree", "remove", "--force", folder], check=True)


def _child(tree: Path, name: str, seconds: float) -> float:
    done = subprocess.run(
        [sys.executable, __file__, "--rate", name, "--seconds", str(seconds)],
        env=os.environ | {"PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def profile(name: str) -> None:
    import cProfile
    import pstats

    play, run = ours(name), cProfile.Profile()
    run.enable()
    rate(play, 4)
    run.disable()
    pstats.Stats(run).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--profile", nargs="?", const="blockbuster", default="", metavar="GAME")
    parser.add_argument("--since", default="", metavar="COMMIT")
    parser.add_argument("--rate", default="", metavar="GAME", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    given = parser.parse_args()
    if given.rate:
        sys.exit(print(cpu_rate(given.rate, given.seconds)))
    sys.exit(
        since(given.since, given.seconds, given.samples)
        if given.since
        else profile(given.profile)
        if given.profile
        else pages(given.samples)
        if given.pages
        else compare(given.seconds, given.samples)
    )
