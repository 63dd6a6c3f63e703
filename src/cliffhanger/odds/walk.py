"""Walks a game's own rules to the end: every outcome of every roll, by the one path that live play takes.

Where the game waits for a person, a policy answers; where it waits for chance, each key that the game can tell apart
is taken once, with its whole-number weight. Positions that differ only in how they were numbered count as one, so a
fight that may go round for ever is still a chain with an end, and its distribution is exact.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import comb, prod
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from cliffhanger.kernel.chance import Draw, Over, Roll, law
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act, Faces, Played
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.step import step
from cliffhanger.odds.absorbing_chains import absorb
from cliffhanger.odds.distribution import Distribution, sure

S = TypeVar("S", bound=Procedural)
T = TypeVar("T", bound=Hashable)
Policy = Callable[[S, tuple[Option, ...]], Act | None]
Branches = Sequence[tuple[int, tuple[int, ...] | tuple[str, ...]]]
MOST = 20_000
_encoder = msgspec.msgpack.Encoder(order="deterministic")


class Astray(RuntimeError):
    """A walk that cannot go on: the policy has no answer, the rules refuse it, or the game ends without an outcome."""


def search_key(s: Procedural) -> Hashable:
    """What makes two positions the same: all of the state but its serial, its news and the numbers of its frames."""
    stack = tuple(structs.replace(frame, number=0) for frame in s.stack)
    return _encoder.encode(structs.replace(s, stack=stack, serial=0, news=()))  # type: ignore[type-var]


def walk(
    game: Game[S],
    start: S,
    policy: Policy[S],
    outcome: Callable[[S], T | None],
    *,
    most: int = MOST,
    same: Callable[[S], Hashable] = search_key,
) -> Distribution[T]:
    """The exact distribution of `outcome` from a state at rest.

    `outcome` is asked first of every position: what it gives ends that branch, None lets it go on. `policy` gets the
    open options and answers with an act. Positions with the same `same` share one future; a game whose states keep
    what no rule reads (the faces last shown) can leave it out there. Raises OutOfRange for more than `most` positions,
    Endless where the game may go on for ever, and Astray where it ends without an outcome, the policy has no answer or
    the rules refuse it.
    """
    seen: dict[Hashable, S] = {}

    def enter(s: S) -> Hashable:
        end = outcome(s)
        if end is not None:
            return _End(end)
        key = same(s)
        seen.setdefault(key, s)
        return key

    def go(key: Hashable) -> Distribution[Hashable] | None:
        if isinstance(key, _End):
            return None
        return _onward(game, seen[key], policy, enter)

    return absorb(enter(start), go, most).map(_outcome)


class _End(Struct, frozen=True):
    """An outcome, told apart from the key of a position."""

    value: Any


def _outcome(end: Hashable) -> Any:  # noqa: ANN401  (whatever the caller's outcome gives)
    assert isinstance(end, _End)
    return end.value


def _onward(game: Game[S], s: S, policy: Policy[S], enter: Callable[[S], Hashable]) -> Distribution[Hashable]:
    now = game.waiting(s)
    if isinstance(now, Over):
        raise Astray(f"{game.title} is over, and this end has no outcome.")
    if isinstance(now, tuple):
        act = policy(s, tuple(each.option for each in now if not each.blocked))
        if act is None:
            raise Astray(f"The policy has no answer to: {', '.join(each.option.label for each in now)}.")
        return sure(enter(after(game, s, act)))
    ways: dict[Hashable, int] = {}
    total, branches = outcomes(game, s, now)
    for weight, values in branches:
        key = enter(after(game, s, Faces(now.id, values)))
        ways[key] = ways.get(key, 0) + weight
    return Distribution(ways, total)


def after(game: Game[S], s: S, put: Played) -> S:
    """The state after one input that has to be legal. Raises Astray where the rules refuse it."""
    stepped = step(game, s, put)
    if isinstance(stepped, Refusal):
        raise Astray(f"The rules refuse {put!r}: {stepped}")
    return stepped.state


def outcomes(game: Game[S], s: S, asked: Roll | Draw) -> tuple[int, Branches]:
    """The total and the weighted answers to a roll or a draw: one witness for each that the game can tell apart."""
    if isinstance(asked, Roll):
        total, keys = law(game.fold(s, asked), asked)
        return total, list(keys.values())
    return comb(len(asked.cards), asked.count), hands(asked.cards, asked.count)


def hands(cards: tuple[str, ...], count: int) -> list[tuple[int, tuple[str, ...]]]:
    """Every hand of `count` cards without regard to order, with the number of ways to draw it; like cards are one."""
    found: list[tuple[tuple[str, int], ...]] = [()]
    for card, copies in sorted(Counter(cards).items()):
        found = [(*hand, (card, n)) for hand in found for n in range(min(copies, count - sum(k for _, k in hand)) + 1)]
    stock = Counter(cards)
    return [
        (prod(comb(stock[card], n) for card, n in hand), tuple(card for card, n in hand for _ in range(n)))
        for hand in found
        if sum(n for _, n in hand) == count
    ]
