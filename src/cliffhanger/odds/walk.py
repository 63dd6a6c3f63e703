"""Walks a game's own rules to the end: every outcome of every roll, by the one path that live play takes.

Where the game waits for a person, a policy answers; where it waits for chance, each key that the game can tell apart
is taken once, with its whole-number weight. Positions that differ only in how they were numbered count as one, so a
fight that may go round for ever is still a chain with an end, and its distribution is exact.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import comb, prod
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct, structs

from cliffhanger.kernel.chance import Draw, Over, Roll, law
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.figures import Policy
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game, Waiting
from cliffhanger.kernel.inputs import Faces, Played
from cliffhanger.kernel.step import step
from cliffhanger.odds.absorbing_chains import absorb
from cliffhanger.odds.distribution import Distribution
from cliffhanger.odds.errors import OutOfRange

S = TypeVar("S", bound=Procedural)
T = TypeVar("T", bound=Hashable)
Branches = Sequence[tuple[int, tuple[int, ...] | tuple[str, ...]]]
MOST = 20_000
DICE = 400
"""Of one roll; what throws more has no figure: time and memory go with the square of them."""
_encoder = msgspec.msgpack.Encoder(order="deterministic")


class Astray(RuntimeError):
    """A walk that cannot go on: the policy has no answer, the rules refuse it, or the game ends without an outcome."""


def search_key(s: Procedural) -> Hashable:
    """What makes two positions the same: all of the state but its serial, its news and the numbers of its frames."""
    stack = tuple(structs.replace(frame, number=0) for frame in s.stack)
    return _encoder.encode(structs.replace(s, stack=stack, serial=0, news=()))  # type: ignore[type-var]


class Position(Generic[S]):
    """A state on the way of a walk; where it leads is worked out once, for all outcomes that are looked for from it."""

    __slots__ = ("key", "state")

    def __init__(self, state: S) -> None:
        self.state = state
        self.key: Hashable = None  # made when somebody asks: most positions are ends


Onward = tuple[int, list[tuple[int, Position[S]]]]
"""Where a position leads: the total, and each next position with its weight."""


class Paths(Generic[S]):
    """The positions that one policy can lead to in a game, each worked out when a walk first comes there.

    Several walks may share them, whatever outcomes they look for. `same` says which positions share one future: a game
    whose states keep what no rule reads (the faces last shown) can leave it out there.
    """

    def __init__(self, game: Game[S], policy: Policy, same: Callable[[S], Hashable] = search_key) -> None:
        self.game, self.policy, self.same = game, policy, same
        self._onward: dict[Hashable, Onward[S]] = {}

    def distribution(self, start: S, outcome: Callable[[S], T | None], most: int = MOST) -> Distribution[T]:
        """The exact distribution of `outcome` from a state at rest.

        `outcome` is asked first of every position: what it gives ends that branch, None lets it go on. Raises
        OutOfRange for more than `most` positions, Endless where the game may go on for ever, and Astray where it ends
        without an outcome, the policy has no answer or the rules refuse it.
        """
        seen: dict[Hashable, Position[S]] = {}

        def enter(at: Position[S]) -> Hashable:
            end = outcome(at.state)
            if end is not None:
                return _End(end)
            if at.key is None:
                at.key = self.same(at.state)
            seen.setdefault(at.key, at)
            return at.key

        def go(key: Hashable) -> Distribution[Hashable] | None:
            if isinstance(key, _End):
                return None
            onward = self._onward.get(key)
            if onward is None:
                onward = self._onward[key] = self._leads(seen[key].state)
            ways: dict[Hashable, int] = {}
            for weight, at in onward[1]:
                to = enter(at)
                ways[to] = ways.get(to, 0) + weight
            return Distribution(ways, onward[0])

        return absorb(enter(Position(start)), go, most).map(_outcome)

    def _leads(self, s: S) -> Onward[S]:
        now = self.game.waiting(s)
        if isinstance(now, Over):
            raise Astray(f"{self.game.title} is over, and this end has no outcome.")
        if isinstance(now, tuple):
            act = self.policy(s, tuple(each for each in now if not each.blocked))
            if act is None:
                raise Astray(f"The policy has no answer to: {', '.join(each.option.label for each in now)}.")
            return 1, [(1, Position(after(self.game, s, act, now)))]
        total, branches = outcomes(self.game, s, now)
        return total, [
            (weight, Position(after(self.game, s, Faces(now.id, values), now))) for weight, values in branches
        ]


def walk(
    game: Game[S],
    start: S,
    policy: Policy,
    outcome: Callable[[S], T | None],
    *,
    most: int = MOST,
    same: Callable[[S], Hashable] = search_key,
) -> Distribution[T]:
    """The exact distribution of `outcome` from a state at rest, by a policy: one walk, see `Paths`."""
    return Paths(game, policy, same).distribution(start, outcome, most)


class _End(Struct, frozen=True):
    """An outcome, told apart from the key of a position."""

    value: Any


def _outcome(end: Hashable) -> Any:  # noqa: ANN401  (whatever the caller's outcome gives)
    assert isinstance(end, _End)
    return end.value


def after(game: Game[S], s: S, put: Played, now: Waiting | None = None) -> S:
    """The state after one input that has to be legal; `now` may bring the answer of `game.waiting(s)`.

    Raises Astray where the rules refuse it.
    """
    stepped = step(game, s, put, now)
    if isinstance(stepped, Refusal):
        raise Astray(f"The rules refuse {put!r}: {stepped}")
    return stepped.state


def outcomes(game: Game[S], s: S, asked: Roll | Draw) -> tuple[int, Branches]:
    """The total and the weighted answers to a roll or a draw: one witness for each that the game can tell apart.

    Raises OutOfRange for more dice than `DICE`.
    """
    if isinstance(asked, Roll):
        if len(asked.dice) > DICE:
            raise OutOfRange(f"This throws {len(asked.dice):,} dice at once: {DICE} are the most. Ask for fewer.")
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
