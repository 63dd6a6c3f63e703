"""How long an exact margin takes, beside the peers: 12 dice against 10, a die succeeds with chance 1 in 3.

    python bench/odds.py            a table; exit code 1 where an answer differs or the bar is missed
    python bench/odds.py --json     the same as data

Every call is cold: caches are emptied before each timed one, and the peers' dice are made beforehand. The peers come
with `uv run --group bench python bench/odds.py`; those that are missing are named and left out. Three calls of ours are
timed: the law itself; the whole question as page and command line ask it, parameters checked, its table of chances left
as whole numbers as the peers' are; and the question with all fractions of that table read.
"""

import functools
import gc
import json
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

from cliffhanger.games.blockbuster.odds.questions import QUESTIONS
from cliffhanger.odds.ask import ask, forget, named
from cliffhanger.odds.successes import margin, successes

A, B = 12, 10
BARS = {"cliffhanger": 8.0, "cliffhanger, as a question": 8.0, "cliffhanger, question and reading": 3.0}
ROUNDS = 400


class Contender(NamedTuple):
    """Somebody's way to the law: what empties its caches, what is timed, and how its answer reads as fractions."""

    name: str
    clear: Callable[[], object]
    run: Callable[[], Any]
    read: Callable[[Any], dict[int, Fraction]]


def ours() -> Contender:
    return Contender("cliffhanger", margin.cache_clear, lambda: margin(A, B), lambda law: {m: law[m] for m in law.ways})


def asked(*, read: bool = False) -> Contender:
    question, given = named(QUESTIONS, "opposed"), {"dice": A, "against": B}

    def clear() -> None:
        forget()
        margin.cache_clear()
        successes.cache_clear()

    def run() -> Any:
        answer = ask(question, given)
        if read:
            list(answer.law)
        return answer

    name = "cliffhanger, question and reading" if read else "cliffhanger, as a question"
    return Contender(name, clear, run, lambda got: {int(m): p for m, p in got.law})


def icepool() -> Contender:
    lib = import_module("icepool")
    maths = import_module("icepool.math")
    base = import_module("icepool.evaluator.multiset_evaluator_base").MultisetEvaluatorBase
    die = lib.Die({0: 2, 1: 1})
    evaluators = [o for o in gc.get_objects() if isinstance(o, base) and hasattr(o, "_cache")]

    def clear() -> None:
        lib.Pool.clear_cache()
        maths.comb_row_cache.clear()
        for each in evaluators:
            each._cache = {}

    def read(law: Any) -> dict[int, Fraction]:
        return {m: Fraction(law.quantity(m), law.denominator()) for m in law.outcomes()}

    return Contender(f"icepool {version('icepool')}", clear, lambda: A @ die - B @ die, read)


def dyce() -> Contender:
    lib = import_module("dyce")
    die = lib.H({0: 2, 1: 1})
    wrappers = [
        o
        for o in gc.get_objects()
        if isinstance(o, functools._lru_cache_wrapper) and (getattr(o, "__module__", "") or "").startswith("dyce")
    ]

    def clear() -> None:
        for each in wrappers:
            each.cache_clear()

    def read(law: Any) -> dict[int, Fraction]:
        return {int(m): Fraction(int(ways), int(law.total)) for m, ways in law.items()}

    return Contender(f"dyce {version('dyce')}", clear, lambda: A @ die - B @ die, read)


def timed(runners: list[Contender]) -> dict[str, float]:
    """Medians in seconds. All take turns, so that a busy machine is as hard on the one as on the other."""
    taken: dict[str, list[float]] = {each.name: [] for each in runners}
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for each in runners:
                each.clear()
                start = time.perf_counter()
                each.run()
                taken[each.name].append(time.perf_counter() - start)
    finally:
        gc.enable()
    return {name: statistics.median(times) for name, times in taken.items()}


def main() -> int:
    warnings.simplefilter("ignore")
    mine = [ours(), asked(), asked(read=True)]
    peers, missing = [], []
    for make in (icepool, dyce):
        try:
            peers.append(make())
        except ImportError:
            missing.append(make.__name__)
    everyone = [*mine, *peers]
    truth = mine[0].read(mine[0].run())
    differ = [each.name for each in everyone if each.read(each.run()) != truth]
    medians = timed(everyone)
    best = min((medians[each.name] for each in peers), default=None)
    ratios = {each.name: best / medians[each.name] for each in mine} if best else {}
    passed = not differ and bool(ratios) and all(ratios[name] >= bar for name, bar in BARS.items())
    data = {
        "query": f"margin {A}d6 v {B}d6 on 5+",
        "medians_us": {name: 1e6 * t for name, t in medians.items()},
        "ratios_to_faster_peer": ratios,
        "bars": BARS,
        "differ": differ,
        "missing": missing,
        "passed": passed,
    }
    if "--json" in sys.argv[1:]:
        print(json.dumps(data))
    else:
        print(f"{data['query']}, cold, median of {ROUNDS}")
        for name, t in medians.items():
            ratio = (
                f"{ratios[name]:6.1f} times as fast as the faster peer; bar of {BARS[name]:g}" if name in ratios else ""
            )
            print(f"  {name:34} {1e6 * t:9.1f} us  {ratio}".rstrip())
        print(f"  answers differ: {', '.join(differ)}" if differ else "  all answers are equal, as fractions")
        if missing:
            print(f"  not installed: {', '.join(missing)} (uv run --group bench python bench/odds.py)")
        print(f"  bars: {'held' if passed else 'no peer to measure against' if not peers else 'MISSED'}")
    return 0 if passed or not (peers or differ) else 1


if __name__ == "__main__":
    sys.exit(main())
