"""Chance as a question: the rules ask for a roll or a draw, a host answers with faces or cards.

`law` answers it exactly: it folds the faces die by die into keys the rules cannot tell apart from here on, and
keeps for each key its whole-number weight and one witness roll, so that `settle` is the only path there is.
"""

from collections.abc import Callable, Hashable
from random import Random
from typing import Any, TypeAlias

from msgspec import Struct

Rng: TypeAlias = Random
"""A seeded generator that a host hands in, to bots and guesses. Rules draw no number; a game takes the type from here."""
Fold = tuple[Hashable, Callable[[Any, int, int], Hashable]]


class Roll(Struct, frozen=True, gc=False):
    """Dice to be thrown: `dice` lists the sizes; `purpose` and `seat` go into the making of the faces."""

    id: str
    seat: str
    purpose: str
    dice: tuple[int, ...]
    title: str = ""


class Draw(Struct, frozen=True, gc=False):
    """`count` cards to be drawn from `cards`, which have no order; only `seat` learns which ("": everybody does)."""

    id: str
    seat: str
    purpose: str
    cards: tuple[str, ...]
    count: int


class Over(Struct, frozen=True, gc=False):
    """Nothing more is asked: the game has ended, with these figures by name; `says` is how, in a sentence."""

    scores: tuple[tuple[str, int], ...] = ()
    says: str = ""


def law(fold: Fold, roll: Roll) -> tuple[int, dict[Hashable, tuple[int, tuple[int, ...]]]]:
    """Give every outcome of a roll its exact weight: total, then key to (weight, one roll that gives it)."""
    zero, add = fold
    now: dict[Hashable, tuple[int, tuple[int, ...]]] = {zero: (1, ())}
    total = 1
    for die in roll.dice:
        total *= die
        after: dict[Hashable, tuple[int, tuple[int, ...]]] = {}
        for key, (weight, faces) in now.items():
            for face in range(1, die + 1):
                new = add(key, die, face)
                old = after.get(new)
                after[new] = (old[0] + weight, old[1]) if old else (weight, (*faces, face))
        now = after
    return total, now


def misfit(roll: Roll | Draw, values: tuple[int | str, ...]) -> str:
    """Say why faces or cards do not answer a roll or a draw; empty when they do."""
    if isinstance(roll, Draw):
        left = list(roll.cards)
        for card in values:
            if card not in left:
                return "A card was drawn that is not there."
            left.remove(str(card))
        return "" if len(values) == roll.count else f"{roll.count} cards were asked for, {len(values)} given."
    if len(values) != len(roll.dice):
        return f"{len(roll.dice)} dice were asked for, {len(values)} faces given."
    for die, face in zip(roll.dice, values, strict=True):
        if type(face) is not int or not 1 <= face <= die:
            return f"A d{die} cannot show {face!r:.20}."
    return ""
