"""What each choice is worth: the law that follows from it, and the choices in order of what they are worth."""

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct

from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.odds.law import Law
from cliffhanger.odds.walk import MOST, Policy, after, search_key, walk

S = TypeVar("S", bound=Procedural)
T = TypeVar("T", bound=Hashable)


class Advice(Struct, Generic[T], frozen=True):
    """One choice: the act, the law of what comes of it, and what that is worth on average."""

    act: Act
    law: Law[T]
    worth: Fraction


def advise(
    game: Game[S],
    s: S,
    acts: Iterable[Act],
    *,
    policy: Policy[S],
    outcome: Callable[[S], T | None],
    worth: Callable[[T], int],
    most: int = MOST,
    same: Callable[[S], Hashable] = search_key,
) -> tuple[Advice[T], ...]:
    """Weigh each of these acts, with `policy` for all that follows; the best comes first, equals keep their order."""
    found = []
    for act in acts:
        law = walk(game, after(game, s, act), policy, outcome, most=most, same=same)
        found.append(Advice(act, law, law.mean(worth)))
    return tuple(sorted(found, key=lambda each: -each.worth))
