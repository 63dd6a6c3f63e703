"""How long Plot Twist's odds take, beside the peers: pools of coins, a damage roll after a hit, rolls that add up, draws.

    python bench/plot_twist_odds.py            a table; exit code 1 where an answer differs or a bar is missed
    python bench/plot_twist_odds.py --json     the same as data

    f     a whole attack: 10 coins against 5, then 4 coins and an Automatic Success for damage, nothing on a miss
    hit   10 coins against 5: more, as many, fewer
    big   a whole attack of 60 coins against 60, with 60 coins for damage
    down  whether 4 such attacks, with 6 coins for damage, take 12 Stress
    peek  on which of 4 rolls of 5 coins there are 6 Heads together
    draw  how many of 12 wanted cards are among 7 drawn of 60

How all are timed and compared: `beside_peers.py`. Coins and the deck are made beforehand. Only f has a bar. Each query is
timed a second time as the question that page and command line ask; its law is left as whole numbers, as the peers' are.
The peers come with `uv run --group bench python bench/plot_twist_odds.py`; those that are missing are named and left out.
"""

import functools
import gc
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Any

from beside_peers import Contender, Law, compare, row

from cliffhanger.games.plot_twist.odds.distributions import attack, hits, margin
from cliffhanger.games.plot_twist.odds.questions import QUESTIONS
from cliffhanger.odds.ask import ask, forget, named
from cliffhanger.odds.distribution import Chances
from cliffhanger.odds.hypergeometric import hypergeometric
from cliffhanger.odds.reaching import reaching

BARS = {"f": 15.0}
ROUNDS = {"f": 400, "hit": 400, "big": 60, "down": 100, "peek": 100, "draw": 200}
STRESS, ATTACKS, NEED, ROLLS = 12, 4, 6, 4
CARDS, WANTED, DRAWN = 60, 12, 7
GIVEN: dict[str, tuple[str, dict[str, object]]] = {
    "f": ("attack", {"coins": 10, "against": 5, "damage": 4}),
    "hit": ("hit", {"coins": 10, "against": 5}),
    "big": ("attack", {"coins": 60, "against": 60, "damage": 60}),
    "down": ("down", {"stress": STRESS, "attacks": ATTACKS}),
    "peek": ("peek", {"need": NEED, "rolls": ROLLS}),
    "draw": ("draw", {"cards": CARDS, "wanted": WANTED, "drawn": DRAWN}),
}
"""What the questions are asked, by query."""


def shown(law: Chances) -> list[Law]:
    """The rows of an answer by number: those that have a name by where they stand."""
    names = [int(name) if str(name).isdecimal() else at for at, name in enumerate(law.names)]
    return [({name: weight for name, weight in zip(names, law.weights, strict=True) if weight}, law.total)]


def ours() -> list[Contender]:
    def asked(query: str) -> Contender:
        name, given = GIVEN[query]
        found = named(QUESTIONS, name)

        def read(answer: Any) -> list[Law]:
            if query == "down":
                (past, total) = (1 - answer.value).as_integer_ratio()
                return [({0: past, 1: total - past}, total)]
            return shown(answer.law)

        return Contender("cliffhanger, as a question", query, forget, lambda: ask(found, given), read)

    def gone(law: Any) -> list[Law]:
        last = law.weights[-1]
        return [({0: last, 1: law.total - last}, law.total)]

    def numbered(law: Any) -> list[Law]:
        return [({at: weight for at, weight in enumerate(law.weights) if weight}, law.total)]

    def one(law: Any) -> list[Law]:
        return [row(law)]

    ways: dict[str, tuple[Any, Any]] = {
        "f": (lambda: attack(10, 5, 4), one),
        "hit": (lambda: hits(margin(10, 5)), shown),
        "big": (lambda: attack(60, 60, 60), one),
        "down": (lambda: reaching(attack(10, 5, 6), STRESS, ATTACKS), gone),
        "peek": (lambda: reaching(margin(5), NEED, ROLLS), numbered),
        "draw": (lambda: hypergeometric(CARDS, WANTED, DRAWN), one),
    }
    return [
        *[Contender("cliffhanger", query, forget, run, read) for query, (run, read) in ways.items()],
        *[asked(query) for query in GIVEN],
    ]


def icepool() -> list[Contender]:
    lib = import_module("icepool")
    maths = import_module("icepool.math")
    base = import_module("icepool.evaluator.multiset_evaluator_base").MultisetEvaluatorBase
    evaluators = [o for o in gc.get_objects() if isinstance(o, base)]
    coin, deck = lib.Die([0, 1]), lib.Deck({1: WANTED, 0: CARDS - WANTED})

    def clear() -> None:
        lib.Pool.clear_cache()
        maths.comb_row_cache.clear()
        for each in evaluators:
            if hasattr(each, "_cache"):  # not before its first use
                each._cache = {}

    def attack_of(coins: int, against: int, pool: int) -> Any:
        harm = pool @ coin + 1
        return (coins @ coin > against @ coin).map(lambda hit: harm if hit else 0)

    def sign() -> Any:
        return (10 @ coin - 5 @ coin).map(lambda by: 0 if by > 0 else 1 if by == 0 else 2)

    def peek() -> Any:
        """The roll on which it is reached, by sums that are stopped there."""
        heads, at = 5 @ coin, lib.Die([(0, 0)])
        for roll in range(ROLLS):
            at = lib.map(
                lambda sum_, done, more, roll=roll: (sum_, done) if sum_ >= NEED else (min(NEED, sum_ + more), roll),
                at,
                heads,
                star=True,
            )
        return at.map(lambda sum_, done: done if sum_ >= NEED else ROLLS)

    def law(got: Any) -> list[Law]:
        return [({int(x): got.quantity(x) for x in got.outcomes() if got.quantity(x)}, got.denominator())]

    name = f"icepool {version('icepool')}"
    return [
        Contender(name, "f", clear, lambda: attack_of(10, 5, 4), law),
        Contender(name, "hit", clear, sign, law),
        Contender(name, "big", clear, lambda: attack_of(60, 60, 60), law),
        Contender(name, "down", clear, lambda: ATTACKS @ attack_of(10, 5, 6) >= STRESS, law),
        Contender(name, "peek", clear, peek, law),
        Contender(name, "draw", clear, lambda: deck.deal(DRAWN).sum(), law),
    ]


def dyce() -> list[Contender]:
    lib = import_module("dyce")
    coin = lib.H({0: 1, 1: 1})
    wrappers = [
        o
        for o in gc.get_objects()
        if isinstance(o, functools._lru_cache_wrapper) and (getattr(o, "__module__", "") or "").startswith("dyce")
    ]

    def clear() -> None:
        for each in wrappers:
            each.cache_clear()

    def attack_of(coins: int, against: int, pool: int) -> Any:
        hit, harm, miss = (coins @ coin).gt(against @ coin), pool @ coin + 1, lib.H({0: 1})
        return lib.expand(lambda x: harm if x.outcome else miss, hit)

    def sign() -> Any:
        return (10 @ coin - 5 @ coin).apply(lambda by: 0 if by > 0 else 1 if by == 0 else 2)

    def peek() -> Any:
        """The roll on which it is reached; coins of later rolls are thrown all the same."""
        heads = 5 @ coin

        def go(sum_: int, roll: int) -> Any:
            if sum_ >= NEED or roll == ROLLS:
                return lib.H({roll - 1 if sum_ >= NEED else ROLLS: 1})
            return lib.expand(lambda x: go(sum_ + x.outcome, roll + 1), heads)

        return go(0, 0)

    def law(got: Any) -> list[Law]:
        return [({int(x): int(ways) for x, ways in got.items() if ways}, int(got.total))]

    name = f"dyce {version('dyce')}"
    return [
        Contender(name, "f", clear, lambda: attack_of(10, 5, 4), law),
        Contender(name, "hit", clear, sign, law),
        Contender(name, "big", clear, lambda: attack_of(60, 60, 60), law),
        Contender(name, "down", clear, lambda: (ATTACKS @ attack_of(10, 5, 6)).ge(STRESS), law),
        Contender(name, "peek", clear, peek, law),
    ]


if __name__ == "__main__":
    sys.exit(compare("plot_twist_odds", ours(), [icepool, dyce], ROUNDS, BARS))
