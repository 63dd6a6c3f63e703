"""Figures held to the rules: what stands beside an option is what comes of taking it, as a whole-number law.

A game names, for the words of each of its figures, what people answer once the option is taken and how to tell what
came of it. Then the rules themselves are walked, over every outcome of every roll, and have to come to the figure.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Ask, Option
from cliffhanger.kernel.params import Choice
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.walk import Policy, after, search_key, walk
from cliffhanger.testing.game_laws import answered
from cliffhanger.testing.playout import Moment, taken

WALKED = 5_000  # positions of one walk; what leads to more is left out


Way = tuple[Act, Policy[Any]]
"""An act that is walked from, and how people answer after it."""


class Proof(Struct, frozen=True):
    """How a figure comes true.

    `came(before, act, now)` gives what the figure is the mean of, True and False where it is a chance, and None while
    that is open; it is asked first of every position. `policy` answers whoever is asked meanwhile. `same` is what tells
    positions apart (see `walk`): a game whose states keep what no rule reads leaves that out. `fold` is which faces
    come to the same as long as people answer so. `ways(before, act)` is for a figure of more than the act beside it:
    the best of these ways is what it is of. Any of them may raise OutOfRange where a walk would take too long.
    """

    came: Callable[[Any, Act, Any], int | None]
    policy: Policy[Any]
    same: Callable[[Any], Hashable] = search_key
    fold: Callable[[Any, Roll], Fold] | None = None
    ways: Callable[[Any, Act], Iterable[Way]] | None = None


Proofs = Mapping[str, Proof]
"""How each figure of a game comes true, by its words."""


def figures_come_true(
    game: Game[Any], moments: Sequence[Moment[Any]], proofs: Proofs, rng: Random, most: int = 4
) -> Counter[str]:
    """Hold up to `most` figures of each wording to the rules, for choices by chance; tells how many of each."""
    found = [
        (moment.state, each.option, ask)
        for moment in moments
        if isinstance(moment.now, tuple)
        for each in moment.now
        if not each.blocked
        for ask in each.option.asks
    ]
    rng.shuffle(found)
    held: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    for s, option, ask in found:
        assert ask.words in proofs, f"nobody says how {ask.words!r}, beside {option.key}, comes true"
        tried[ask.words] += 1
        if tried[ask.words] <= most:
            held[ask.words] += comes_true(game, s, option, ask, taken(game, option, rng).choice, proofs[ask.words])
    return held


def comes_true(game: Game[Any], s: Any, option: Option, ask: Ask, choice: Choice, proof: Proof) -> bool:  # noqa: ANN401
    """Hold one figure to the rules; False where it has none, or where walking it takes too long."""
    act = Act(option.seat, option.window, option.key, dict(choice))
    try:
        found = walked(game, s, act, proof)
        shown = figure(game, option, ask, choice)
    except OutOfRange:
        return False
    assert shown == found, (
        f"{ask.words}: {float(shown):.4f} stands beside {option.key}, and the rules come to {float(found):.4f}; "
        f"chosen: {dict(choice)}; asked: {ask.given(option.params, choice)}"
    )
    return True


def walked(game: Game[Any], s: Any, act: Act, proof: Proof) -> Fraction:  # noqa: ANN401
    """What the rules come to: over every outcome of every roll, by the best of the ways there are."""
    played = game if proof.fold is None else replace(game, fold=proof.fold)
    ways = [(act, proof.policy)] if proof.ways is None else proof.ways(s, act)
    came = partial(proof.came, s, act)
    laws = (walk(played, after(game, s, way), policy, came, most=WALKED, same=proof.same) for way, policy in ways)
    return max(law.mean(int) for law in laws)


def figure(game: Game[Any], option: Option, ask: Ask, choice: Choice) -> Fraction:
    """The figure beside an option, for one choice."""
    value = answered(game, option, ask, dict(choice)).value
    return 1 - value if ask.flip else value
