"""Our odds beside those of peers: all take turns, cold, and their answers are compared as whole numbers.

Every call is cold: caches are emptied before each timed one. All contenders take turns in one run, and of each round the
fastest peer counts: the median of these ratios is held against the bar, if the query has one. Answers are compared as
whole numbers: each weight times the other total.
"""

import gc
import json
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cliffhanger.odds.distribution import Consecutive

Ways = Mapping[int, int]
Law = tuple[Ways, int]


class Contender(NamedTuple):
    """Somebody's way to an answer: what empties its caches, what is timed, and how its answer reads as weights."""

    name: str
    query: str
    clear: Callable[[], object]
    run: Callable[[], Any]
    read: Callable[[Any], list[Law]]


def row(law: Consecutive) -> Law:
    return {law.lowest + at: weight for at, weight in enumerate(law.weights) if weight}, law.total


def two_ways(weight: int, total: int) -> list[Law]:
    """A chance, as the weights of yes and no."""
    return [({1: weight, 0: total - weight}, total)]


def same(mine: list[Law], theirs: list[Law]) -> bool:
    return len(mine) == len(theirs) and all(
        ways.keys() == others.keys() and all(weight * of == others[x] * total for x, weight in ways.items())
        for (ways, total), (others, of) in zip(mine, theirs, strict=True)
    )


def timed(runners: list[Contender], rounds: int) -> list[list[float]]:
    """Seconds, round by round. All take turns, so that a busy machine is as hard on the one as on the other."""
    taken: list[list[float]] = [[] for _ in runners]
    for _ in range(rounds):
        for each, times in zip(runners, taken, strict=True):
            each.clear()
            gc.disable()
            start = time.perf_counter()
            each.run()
            times.append(time.perf_counter() - start)
            gc.enable()
    return taken


def measure(query: str, runners: list[Contender], rounds: int, bar: float) -> dict[str, Any]:
    mine, question, *peers = [each for each in runners if each.query == query]
    truth = mine.read(mine.run())
    differ = [each.name for each in (question, *peers) if not same(truth, each.read(each.run()))]
    taken = timed([mine, question, *peers], rounds)
    fastest = [min(times) for times in zip(*taken[2:], strict=True)]
    ratios = {
        each.name: statistics.median(peer / own for peer, own in zip(fastest, times, strict=True))
        for each, times in zip((mine, question), taken, strict=False)
        if fastest
    }
    return {
        "query": query,
        "differ": differ,
        "ratios_to_fastest_peer": ratios,
        "bar": bar,
        "passed": not differ and bool(ratios) and ratios[mine.name] >= bar,
        "medians_us": {
            each.name: 1e6 * statistics.median(times)
            for each, times in zip((mine, question, *peers), taken, strict=True)
        },
    }


def compare(
    script: str,
    ours: list[Contender],
    peers: list[Callable[[], list[Contender]]],
    rounds: Mapping[str, int],
    bars: Mapping[str, float],
) -> int:
    """Time every query in `rounds` and print a table, or data with --json; 1 where an answer differs or a bar is missed."""
    warnings.simplefilter("ignore")
    runners, missing = list(ours), []
    for make in peers:
        try:
            runners += make()
        except ImportError:
            missing.append(make.__name__)
    rows = [measure(query, runners, rounds[query], bars.get(query, 0.0)) for query in rounds]
    passed = all(row["passed"] for row in rows)
    agreed = not any(row["differ"] for row in rows)
    if "--json" in sys.argv[1:]:
        print(json.dumps({"rows": rows, "missing": missing, "passed": passed}))
        return 0 if passed or (missing and agreed) else 1
    for row in rows:
        _print(row, rounds[row["query"]])
    if missing:
        print(f"not installed: {', '.join(missing)} (uv run --group bench python bench/{script}.py)")
    return 0 if passed or (missing and agreed) else 1


def _print(row: dict[str, Any], rounds: int) -> None:
    bar = f"bar of {row['bar']:g}" if row["bar"] else "no bar"
    print(f"{row['query']}: cold, medians of {rounds}; {bar}")
    for name, t in row["medians_us"].items():
        ratio = row["ratios_to_fastest_peer"].get(name)
        print(f"  {name:28} {t:10.1f} us{f'  {ratio:6.1f} times as fast as the fastest peer' if ratio else ''}")
    said = f"answers differ: {', '.join(row['differ'])}" if row["differ"] else "all answers are equal"
    held = "held" if row["passed"] else "MISSED" if row["ratios_to_fastest_peer"] else "no peer to measure against"
    print(f"  {said}{f'; bar {held}' if row['bar'] else ''}")
