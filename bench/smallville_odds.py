"""How long Smallville's odds take, beside the peers: mixed pools of which the best dice count, ones dropped.

    python bench/smallville_odds.py            a table; exit code 1 where an answer differs or a bar is missed
    python bench/smallville_odds.py --json     the same as data

    a  the best 2 of d4 d6 d8 d10 d12
    b  the best 3 of 2d4 3d6 3d8 2d10 2d12
    c  the chance that d6 2d8 d10 d12 tie or beat d4 d6 d8 2d10
    g6 the best 2 of each of the 461 pools of up to six dice, at once; g9 of the 2,001 of up to nine
    h  the same two pools in a Contest to the end: who inflicts, if nobody gives in
    i  the first of the two pools with the best die each of two helpers
    j  all 41 pools that come of up to three of eight dice bought for d6 2d8 d10

How all are timed and compared: `beside_peers.py`. The peers' dice are made beforehand; where the peers have a better way
than their general one, both are timed. Each query is timed a second time as the question that page and command line ask,
its parameters as text; its law is left as whole numbers, as the peers' are.
g6 and g9, which no page asks, are timed a second time pool by pool; all at once they take NumPy, which some of the
peers of `bench/engine.py` bring.
The peers come with `uv run --group bench python bench/smallville_odds.py`; those that are missing are named and left
out.
"""

import functools
import gc
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from itertools import combinations, combinations_with_replacement
from typing import Any

from beside_peers import Contender, Law, compare, row, two_ways
from best_of_many import best_two

from cliffhanger.games.smallville.odds.distributions import result
from cliffhanger.games.smallville.odds.questions import QUESTIONS
from cliffhanger.odds.ask import ask, forget, named
from cliffhanger.odds.best import best
from cliffhanger.odds.distribution import Consecutive
from cliffhanger.odds.rising import rising

SIZES = 4, 6, 8, 10, 12
FIVE = 4, 6, 8, 10, 12
TWELVE = 4, 4, 6, 6, 6, 8, 8, 8, 10, 10, 12, 12
OWN, AGAINST = (6, 8, 8, 10, 12), (4, 6, 8, 10, 10)
AID = (6, 8), (4, 10)
BOUGHT = sorted(
    {tuple(sorted((6, 8, 8, 10, *more))) for n in range(4) for more in combinations(FIVE[1:] + FIVE[:4], n)}
)
UP_TO = {
    f"g{most}": [pool for count in range(1, most + 1) for pool in combinations_with_replacement(SIZES, count)]
    for most in (6, 9)
}
HIGHEST = 24
BARS = {"a": 10.0, "b": 20.0, "c": 15.0, "g6": 60.0, "g9": 100.0, "h": 30.0, "i": 8.0, "j": 30.0}
ROUNDS = {"a": 100, "b": 100, "c": 100, "g6": 9, "g9": 5, "h": 30, "i": 100, "j": 40}


def ours() -> list[Contender]:
    def clear() -> None:
        forget()
        best.cache_clear()

    def compared() -> tuple[int, int]:
        margin = result(OWN).minus(result(AGAINST))
        return margin.at_least(0), margin.total

    def asked(query: str, question: str, *given: dict[str, object]) -> Contender:
        found = named(QUESTIONS, question)

        def read(answers: list[Any]) -> list[Law]:
            if query in "ch":
                return two_ways(*answers[0].value.as_integer_ratio())
            return [
                (dict(zip(map(int, law.names), law.weights, strict=True)), law.total)
                for law in (answer.law for answer in answers)
            ]

        return Contender("cliffhanger, as a question", query, clear, lambda: [ask(found, each) for each in given], read)

    def written(pool: tuple[int, ...]) -> str:
        return " ".join(map(str, pool))

    def many(query: str, name: str, run: Callable[[list[tuple[int, ...]]], list[Consecutive]]) -> Contender:
        return Contender(name, query, clear, lambda: run(UP_TO[query]), lambda laws: [*map(row, laws)])

    both: dict[str, object] = {"own": written(OWN), "against": written(AGAINST)}
    return [
        Contender("cliffhanger", "a", clear, lambda: result(FIVE), lambda law: [row(law)]),
        Contender("cliffhanger", "b", clear, lambda: result(TWELVE, 1), lambda law: [row(law)]),
        Contender("cliffhanger", "c", clear, compared, lambda got: two_ways(*got)),
        Contender(
            "cliffhanger",
            "h",
            clear,
            lambda: rising(result(OWN), result(AGAINST), -1),
            lambda goes: two_ways(goes.next, goes.total),
        ),
        Contender("cliffhanger", "i", clear, lambda: result(OWN, 0, AID), lambda law: [row(law)]),
        Contender("cliffhanger", "j", clear, lambda: [result(pool) for pool in BOUGHT], lambda laws: [*map(row, laws)]),
        *[many(query, "cliffhanger", best_two) for query in UP_TO],
        *[many(query, "cliffhanger, one by one", lambda pools: [best(pool) for pool in pools]) for query in UP_TO],
        asked("a", "result", {"dice": written(FIVE)}),
        asked("b", "result", {"dice": written(TWELVE), "result_dice": 1}),
        asked("c", "opposed", both),
        asked("h", "contest", both),
        asked("i", "point", {"dice": written(OWN), "aid": "+".join(map(written, AID)), "at_least": 25}),
        asked("j", "result", *[{"dice": written(pool)} for pool in BOUGHT]),
    ]


def icepool() -> list[Contender]:
    lib = import_module("icepool")
    maths = import_module("icepool.math")
    base = import_module("icepool.evaluator.multiset_evaluator_base").MultisetEvaluatorBase
    dice = {size: lib.Die({0: 1, **dict.fromkeys(range(2, size + 1), 1)}) for size in SIZES}
    name = f"icepool {version('icepool')}"

    def kept(pool: tuple[int, ...], keep: int = 2) -> Any:
        return lib.Pool([dice[size] for size in pool]).highest(keep).sum()

    evaluators = [o for o in gc.get_objects() if isinstance(o, base)]

    def clear() -> None:
        lib.Pool.clear_cache()
        maths.comb_row_cache.clear()
        for each in evaluators:
            if hasattr(each, "_cache"):  # not before its first use
                each._cache = {}

    def chain() -> Any:
        """A Contest by the library's own solver: whose turn it is and what stands, or who inflicts."""
        own, against = kept(OWN), kept(AGAINST)

        def go(at: int) -> Any:
            if at >= 200:
                return at
            turn, standing = divmod(at, 64)
            return (own, against)[turn].map(lambda x: (1 - turn) * 64 + x if x > standing else 200 + turn)

        return lib.map(go, own.map(lambda x: 64 + x), repeat="inf").map(lambda at: at - 200)

    def backward() -> Any:
        """The same by one pass from the highest Result down."""
        own, against = kept(OWN), kept(AGAINST)
        after: dict[tuple[int, int], Any] = {}
        for standing in range(HIGHEST, -1, -1):
            for turn, side in enumerate((own, against)):
                after[turn, standing] = side.map(
                    lambda x, turn=turn, standing=standing: after[1 - turn, x] if x > standing else turn
                )
        return own.map(lambda x: after[1, x])

    def law(got: Any) -> list[Law]:
        return [({int(x): got.quantity(x) for x in got.outcomes()}, got.denominator())]

    def aided() -> Any:
        return kept(OWN) + sum(lib.highest([dice[size] for size in pool]) for pool in AID)

    return [
        Contender(name, "a", clear, lambda: kept(FIVE), law),
        Contender(name, "b", clear, lambda: kept(TWELVE, 3), law),
        Contender(name, "c", clear, lambda: kept(OWN) >= kept(AGAINST), law),
        Contender(f"{name}, its solver", "h", clear, chain, law),
        Contender(f"{name}, one pass", "h", clear, backward, law),
        Contender(name, "i", clear, aided, law),
        *[
            Contender(
                name,
                query,
                clear,
                lambda pools=pools: [kept(pool) for pool in pools],
                lambda laws: [law(each)[0] for each in laws],
            )
            for query, pools in (UP_TO | {"j": BOUGHT}).items()
        ],
    ]


def dyce() -> list[Contender]:
    lib = import_module("dyce")
    dice = {size: lib.H({0: 1, **dict.fromkeys(range(2, size + 1), 1)}) for size in SIZES}
    wrappers = [
        o
        for o in gc.get_objects()
        if isinstance(o, functools._lru_cache_wrapper) and (getattr(o, "__module__", "") or "").startswith("dyce")
    ]
    name = f"dyce {version('dyce')}"

    def clear() -> None:
        for each in wrappers:
            each.cache_clear()

    def kept(pool: tuple[int, ...], keep: int = 2) -> Any:
        return lib.P(*[dice[size] for size in pool]).at(slice(-keep, None))

    def backward() -> Any:
        own, against = kept(OWN), kept(AGAINST)
        after: dict[tuple[int, int], Any] = {}
        for standing in range(HIGHEST, -1, -1):
            for turn, side in enumerate((own, against)):
                after[turn, standing] = lib.expand(
                    lambda x, turn=turn, standing=standing: (
                        after[1 - turn, x.outcome] if x.outcome > standing else lib.H({turn: 1})
                    ),
                    side,
                )
        return lib.expand(lambda x: after[1, x.outcome], own)

    def law(got: Any) -> list[Law]:
        return [({int(x): int(ways) for x, ways in got.items() if ways}, int(got.total))]

    return [
        Contender(name, "a", clear, lambda: kept(FIVE), law),
        Contender(name, "b", clear, lambda: kept(TWELVE, 3), law),
        Contender(name, "c", clear, lambda: kept(OWN).ge(kept(AGAINST)), law),
        Contender(f"{name}, one pass", "h", clear, backward, law),
        Contender(name, "i", clear, lambda: kept(OWN) + kept(AID[0], 1) + kept(AID[1], 1), law),
        *[
            Contender(
                name,
                query,
                clear,
                lambda pools=pools: [kept(pool) for pool in pools],
                lambda laws: [law(each)[0] for each in laws],
            )
            for query, pools in (UP_TO | {"j": BOUGHT}).items()
        ],
    ]


if __name__ == "__main__":
    sys.exit(compare("smallville_odds", ours(), [icepool, dyce], ROUNDS, BARS))
