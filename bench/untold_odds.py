"""How long Untold's joint laws take, beside the peers: 10d12, Minimum Roll 9, Second Nature 2.

    python bench/untold_odds.py            a table; exit code 1 where an answer differs or a bar is missed
    python bench/untold_odds.py --json     the same as data

d1 is the law of (net successes, snags), boon dice passed on; d2 that of (net successes, snags, boons, hero points),
with chains of three boon dice at most, which is as far as the peers can be taken. The peers' faster way is timed too:
four kinds of faces first, then the chains for each number of boons. Below the table stands what they cannot say: the
law with every chain to its end, in one call.

Every call is cold: caches are emptied before each timed one, and the peers' dice are made beforehand. The peers come
with `uv run --group bench python bench/untold_odds.py`; those that are missing are named and left out. Answers are
compared as whole numbers: each weight times the other total.
"""

import functools
import gc
import json
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

from cliffhanger.games.untold.odds.distributions import Pool, joint, joint_within, passed_on

DICE, SN, MR, CHAIN, SHOWN = 10, 2, 9, 3, 4
POOL = Pool(DICE, SN, MR)
BARS = {"d1": 8.0, "d2": 9.0}
ROUNDS = {"d1": 300, "d2": 40}
W, ZERO = 64, 16
"""The peers add up whole numbers: successes, ones, boons and hero points as digits of base W; net 0 is ZERO."""
PLAIN = {1: 4, W: 1, 0: 7}
KINDS = {1: 3, 32: 1, 0: 7, 1024: 1}

Ways = Mapping[tuple[int, ...], int]


class Contender(NamedTuple):
    """Somebody's way to a law: what empties its caches, what is timed, and how its answer reads as weights."""

    name: str
    query: str
    clear: Callable[[], object]
    run: Callable[[], Any]
    read: Callable[[Any], tuple[Ways, int]]


def settle(code: int) -> int:
    """Snags in the place of ones, and net successes in that of successes."""
    snags = max(0, code // W % W - SN)
    return code // (W * W) * W * W + snags * W + code % W - snags + ZERO


def chain() -> tuple[dict[int, int], int]:
    """What one boon die brings, chains cut after CHAIN dice."""
    law, total = {0: 1}, 1
    for _ in range(CHAIN):
        longer = {1: (12 - MR) * total, 0: (MR - 1) * total}
        for code, weight in law.items():
            more = code + 1 + W * W + W**3
            longer[more] = longer.get(more, 0) + weight
        law, total = longer, total * 12
    return law, total


def whole() -> dict[int, int]:
    """One ordinary die with all it brings."""
    law, total = chain()
    die = {1: 3 * total, W: total, 0: 7 * total}
    for code, weight in law.items():
        more = code + 1 + W * W
        die[more] = die.get(more, 0) + weight
    return die


def digits(code: int, count: int) -> tuple[int, ...]:
    return (code % W - ZERO, *(code // W**n % W for n in range(1, count)))


def ours() -> list[Contender]:
    def read(law: Any) -> tuple[Ways, int]:
        return law.ways, law.total

    return [
        Contender("cliffhanger", "d1", passed_on.cache_clear, lambda: passed_on(POOL), read),
        Contender("cliffhanger", "d2", lambda: None, lambda: joint_within(POOL, CHAIN), read),
    ]


def icepool() -> list[Contender]:
    lib = import_module("icepool")
    maths = import_module("icepool.math")
    base = import_module("icepool.evaluator.multiset_evaluator_base").MultisetEvaluatorBase
    plain, die, kinds = lib.Die(PLAIN), lib.Die(whole()), lib.Die(KINDS)
    boon = lib.Die({code + 1 + W * W: weight for code, weight in chain()[0].items()})
    evaluators = [o for o in gc.get_objects() if isinstance(o, base) and hasattr(o, "_cache")]

    def clear() -> None:
        lib.Pool.clear_cache()
        maths.comb_row_cache.clear()
        for each in evaluators:
            each._cache = {}

    def fold(code: int) -> Any:
        boons, rest = code // 1024, code % 32 + W * (code // 32 % 32)
        return (boons @ boon) + rest if boons else rest

    def reader(count: int) -> Callable[[Any], tuple[Ways, int]]:
        return lambda law: ({digits(o, count): law.quantity(o) for o in law.outcomes()}, law.denominator())

    name = f"icepool {version('icepool')}"
    return [
        Contender(name, "d1", clear, lambda: (DICE @ plain).map(settle), reader(2)),
        Contender(name, "d2", clear, lambda: (DICE @ die).map(settle), reader(4)),
        Contender(f"{name}, by kinds", "d2", clear, lambda: (DICE @ kinds).map(fold).map(settle), reader(4)),
    ]


def dyce() -> list[Contender]:
    lib = import_module("dyce")
    plain, die, kinds = lib.H(PLAIN), lib.H(whole()), lib.H(KINDS)
    law, total = chain()
    boon = lib.H({code + 1 + W * W: weight for code, weight in law.items()})
    wrappers = [
        o
        for o in gc.get_objects()
        if isinstance(o, functools._lru_cache_wrapper) and (getattr(o, "__module__", "") or "").startswith("dyce")
    ]

    def clear() -> None:
        for each in wrappers:
            each.cache_clear()

    def folded() -> Any:
        # Mixtures of the library's own nest a tree for each outcome, so what joins its laws is plain code.
        powers = {0: lib.H({0: 1}), **{n: n @ boon for n in range(1, DICE + 1)}}
        ways: dict[int, int] = {}
        for code, weight in (DICE @ kinds).items():
            boons, rest = code // 1024, code % 32 + W * (code // 32 % 32)
            factor = weight * total ** (DICE - boons)
            for more, count in powers[boons].items():
                at = settle(more + rest)
                ways[at] = ways.get(at, 0) + count * factor
        return lib.H(ways)

    def reader(count: int) -> Callable[[Any], tuple[Ways, int]]:
        return lambda law: ({digits(int(o), count): int(ways) for o, ways in law.items()}, int(law.total))

    name = f"dyce {version('dyce')}"
    return [
        Contender(name, "d1", clear, lambda: (DICE @ plain).apply(settle), reader(2)),
        Contender(name, "d2", clear, lambda: (DICE @ die).apply(settle), reader(4)),
        Contender(f"{name}, by kinds", "d2", clear, folded, reader(4)),
    ]


def same(mine: tuple[Ways, int], theirs: tuple[Ways, int]) -> bool:
    (ways, total), (others, of) = mine, theirs
    return ways.keys() == others.keys() and all(weight * of == others[x] * total for x, weight in ways.items())


def unbounded(theirs: tuple[Ways, int]) -> tuple[float, bool]:
    """Seconds for the law with every chain to its end; and whether it agrees where no chain of the peers is cut."""
    taken = []
    for _ in range(ROUNDS["d2"]):
        start = time.perf_counter()
        law = joint(POOL, SHOWN)
        taken.append(time.perf_counter() - start)
    few: Ways = {x: weight for x, weight in law.ways.items() if x[3] < CHAIN}
    uncut: Ways = {x: weight for x, weight in theirs[0].items() if x[3] < CHAIN}
    return statistics.median(taken), same((few, law.total), (uncut, theirs[1])) and law.total == sum(law.ways.values())


def timed(runners: list[Contender]) -> list[float]:
    """Medians in seconds. All take turns, so that a busy machine is as hard on the one as on the other."""
    taken: list[list[float]] = [[] for _ in runners]
    for _ in range(ROUNDS[runners[0].query]):
        for each, times in zip(runners, taken, strict=True):
            each.clear()
            gc.disable()
            start = time.perf_counter()
            each.run()
            times.append(time.perf_counter() - start)
            gc.enable()
    return [statistics.median(times) for times in taken]


def measure(query: str, runners: list[Contender]) -> dict[str, Any]:
    mine, *peers = [each for each in runners if each.query == query]
    truth = mine.read(mine.run())
    medians = timed([mine, *peers])
    best = min(medians[1:], default=None)
    differ = [each.name for each in peers if not same(truth, each.read(each.run()))]
    ratio = best / medians[0] if best else None
    return {
        "query": query,
        "outcomes": len(truth[0]),
        "differ": differ,
        "ratio_to_fastest_peer": ratio,
        "bar": BARS[query],
        "passed": not differ and ratio is not None and ratio >= BARS[query],
        "medians_us": {each.name: 1e6 * t for each, t in zip([mine, *peers], medians, strict=True)},
    }


def main() -> int:
    warnings.simplefilter("ignore")
    runners, missing = ours(), []
    for make in (icepool, dyce):
        try:
            runners += make()
        except ImportError:
            missing.append(make.__name__)
    rows = [measure(query, runners) for query in BARS]
    longest, agrees = unbounded(ours()[1].read(joint_within(POOL, CHAIN)))
    passed = agrees and all(row["passed"] for row in rows)
    data = {
        "rows": rows,
        "unbounded_us": 1e6 * longest,
        "unbounded_agrees": agrees,
        "missing": missing,
        "passed": passed,
    }
    if "--json" in sys.argv[1:]:
        print(json.dumps(data))
        return 0 if passed or (missing and agrees) else 1
    for row in rows:
        print(
            f"{row['query']}: {DICE}d12 MR {MR} SN {SN}, {row['outcomes']:,} outcomes, cold, median of {ROUNDS[row['query']]}"
        )
        for name, t in row["medians_us"].items():
            print(f"  {name:28} {t:10.1f} us")
        print(
            f"  answers differ: {', '.join(row['differ'])}"
            if row["differ"]
            else "  all answers are equal, as whole numbers"
        )
        if row["ratio_to_fastest_peer"]:
            held = "held" if row["passed"] else "MISSED"
            print(
                f"  {row['ratio_to_fastest_peer']:.1f} times as fast as the fastest peer; bar of {row['bar']:g}: {held}"
            )
    print(f"every chain to its end, {SHOWN} or more hero points in one row: {1e6 * longest:.1f} us;", end=" ")
    print(f"{'equal' if agrees else 'NOT EQUAL'} where the peers cut no chain")
    if missing:
        print(f"not installed: {', '.join(missing)} (uv run --group bench python bench/untold_odds.py)")
    return 0 if passed or (missing and agrees) else 1


if __name__ == "__main__":
    sys.exit(main())
