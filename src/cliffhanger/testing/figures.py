"""Figures held to the rules: what stands beside an option is what comes of taking it, as a whole-number law.

A game names, for the words of each of its figures, what people answer once the option is taken and how to tell what
came of it. Then the rules themselves are walked, over every outcome of every roll, and have to come to the figure.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Ask, Option
from cliffhanger.kernel.params import Choice
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.walk import Policy, after, search_key, walk
from cliffhanger.testing.histories import answered
from cliffhanger.testing.playout import Moment, taken

WALKED = 5_000  # positions of one walk; what leads to more is left out


class Proof(Struct, frozen=True):
    """How a figure comes true.

    `came(before, act, now)` gives what the figure is the mean of, True and False where it is a chance, and None while
    that is open; it is asked first of every position. `policy` answers whoever is asked meanwhile. `same` is what tells
    positions apart (see `walk`): a game whose states keep what no rule reads leaves that out.
    """

    came: Callable[[Any, Act, Any], int | None]
    policy: Policy[Any]
    same: Callable[[Any], Hashable] = search_key


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
        shown = figure(game, option, ask, choice)
        start, came = after(game, s, act), partial(proof.came, s, act)
        law = walk(game, start, proof.policy, came, most=WALKED, same=proof.same)
    except OutOfRange:
        return False
    found = law.mean(int)
    assert shown == found, (
        f"{ask.words}: {float(shown):.4f} stands beside {option.key}, and the rules come to {float(found):.4f}; "
        f"chosen: {dict(choice)}; asked: {ask.given(option.params, choice)}"
    )
    return True


def figure(game: Game[Any], option: Option, ask: Ask, choice: Choice) -> Fraction:
    """The figure beside an option, for one choice."""
    value = answered(game, option, ask, dict(choice)).value
    return 1 - value if ask.flip else value
