"""Bots that look ahead: what a seat may do is played on with the simple bots, and what comes of it is compared.

What the seat cannot see is guessed anew for each look, from its view (`Game.guess`); the way on ends where the game says that
things are settled (`Game.search`). All ways are played on from the same guess with the same dice, so that luck falls out of
the comparison. The simple bot's own act is one of them, and stays unless another was better by more than chance.
"""

from collections.abc import Callable, Iterator
from itertools import islice, product
from random import Random
from statistics import fmean, variance
from typing import Any, NamedTuple

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.game import Game, Waiting
from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.offers import awaited
from cliffhanger.kernel.option import Option
from cliffhanger.kernel.params import Number, Param, Pick, sample, validate
from cliffhanger.kernel.step import step

FAR = 150
"""After so many inputs a look ends, settled or not."""
OF_ONE = 12
"""So many choices of one option are looked at."""
TRIED = 100
"""So many are made at most to find those that fit."""
SURE = 4
"""After so many looks it may be said that a way is behind."""
TICK = 1e-6
"""What the clock moves at least."""
DOUBT = 0.02
"""The variance that is taken for granted, in the square of what values are counted in."""


class Budget(NamedTuple):
    """How much a bot may look: so many ways in so many looks altogether, and no longer than `seconds` by the clock (0: any).

    An act takes the place of the simple bot's where it was better by `margin` standard errors, in `SURE` looks at least.
    """

    looks: int = 16
    ways: int = 4
    seconds: float = 0.0
    margin: float = 1.5


SWIFT = Budget(seconds=0.05)
"""At a table: nobody waits for longer than they notice."""


def no_clock() -> float:
    """A clock that stands still: the number of looks alone is the limit."""
    return 0.0


def fallen(asked: Roll | Draw, rng: Random) -> Faces:
    """What chance says to a roll or a draw."""
    values: tuple[int | str, ...]
    if isinstance(asked, Roll):
        values = tuple(rng.randint(1, die) for die in asked.dice)
        return Faces(asked.id, values, asked.seat, asked.purpose, asked.dice)
    values = tuple(rng.sample(asked.cards, asked.count))
    return Faces(asked.id, values, asked.seat, asked.purpose)


def sharp(
    game: Game[Any],
    view: Any,  # noqa: ANN401  (the game's own state)
    seat: str,
    options: tuple[Option, ...],
    rng: Random,
    budget: Budget = SWIFT,
    clock: Callable[[], float] = no_clock,
) -> Act:
    """Choose as `Game.bot` does, after a look at what comes of it; as that does where a game has no search."""
    began = clock()
    usual = game.bot(view, seat, options, rng)
    if game.search is None or game.guess is None:
        return usual
    others = ways(game, view, options, usual, rng, budget.ways)
    if not others:
        return usual
    looks: dict[int, list[float]] = {n: [] for n in range(len(others))}
    spent, rounds, most = 0, 0, budget.looks
    while looks and spent + 1 + len(looks) <= most:
        luck = rng.getrandbits(64)
        guess = game.guess(view, seat, Random(luck))
        base = _worth(game, guess, seat, usual, luck)
        for n in list(looks):
            looks[n].append(_worth(game, guess, seat, others[n], luck) - base)
        spent, rounds = spent + 1 + len(looks), rounds + 1
        looks = _ahead(looks, rounds)
        if budget.seconds and (fit := int(budget.seconds * spent / max(clock() - began, TICK))) < budget.looks:
            most = fit
            looks = dict(islice(looks.items(), max(1, fit // SURE - 1)))  # of no more ways can it become sure in time
    if not looks or rounds < SURE:
        return usual
    best = max(looks, key=lambda n: fmean(looks[n]))
    return others[best] if fmean(looks[best]) > budget.margin * _error(looks[best]) else usual


def _ahead(looks: dict[int, list[float]], rounds: int) -> dict[int, list[float]]:
    """The ways that are worth another look: the better half, each time there are twice as many; none that is clearly behind."""
    if rounds > 1:
        looks = {n: seen for n, seen in looks.items() if max(seen) > 0}
    if rounds >= SURE:
        looks = {n: seen for n, seen in looks.items() if fmean(seen) + 2 * _error(seen) > 0}
    if rounds >= 2 and rounds & (rounds - 1) == 0:
        ranked = sorted(looks, key=lambda n: -fmean(looks[n]))
        looks = {n: looks[n] for n in ranked[: (len(ranked) + 1) // 2]}
    return looks


def _error(seen: list[float]) -> float:
    """The standard error of a mean, where a few looks that agree are not yet sure."""
    return float(((variance(seen) + DOUBT) / len(seen)) ** 0.5)


def _worth(game: Game[Any], s: Any, seat: str, act: Act, luck: int) -> float:  # noqa: ANN401
    """What an act comes to for a seat, once things are settled; nothing good where it is refused."""
    assert game.search is not None
    dice, rng = Random(luck), Random(luck + 1)
    put: Act | Faces = act
    now: Waiting | None = None
    for _ in range(FAR):
        after = step(game, s, put, now)
        if isinstance(after, Refusal):
            break
        s = after.state
        if game.search.settled(s):
            break
        now = game.waiting(s)
        if isinstance(now, Over):
            break
        if isinstance(now, Roll | Draw):
            put = fallen(now, dice)
        else:
            asked = awaited(now)[0].seat
            put = game.bot(s, asked, tuple(each.option for each in now if each.seat == asked), rng)
    return float(game.search.value(s, seat))


def ways(game: Game[Any], view: Any, options: tuple[Option, ...], usual: Act, rng: Random, most: int) -> list[Act]:  # noqa: ANN401
    """Up to `most` acts beside the usual one, of the open options of its seat: those that promise most."""
    assert game.search is not None
    open_ = [each for each in options if each.seat == usual.seat and not each.blocked and not each.reaction]
    acts = [act for each in open_ for act in islice(_acts(each, rng), OF_ONE) if act != usual]
    promises = [(game.search.promise(view, act), act) for act in acts]
    ranked = sorted(((found, act) for found, act in promises if found is not None), key=lambda each: -each[0])
    return [act for _, act in ranked[:most]]


def _acts(option: Option, rng: Random) -> Iterator[Act]:
    """An option with each choice that fits; of what is said in words, any."""
    names = [p.name for p in option.params]
    for values in islice(product(*(_values(p, rng) for p in option.params)), TRIED):
        choice = dict(zip(names, values, strict=True))
        if not validate(option.params, choice):
            yield Act(option.seat, option.window, option.key, choice)


def _values(p: Param, rng: Random) -> list[Any]:
    """What may be chosen for a parameter: each item, or none; the smallest numbers, and the largest."""
    if isinstance(p, Pick):
        open_ = [(item.id,) for item in p.items if not item.blocked]
        none = [()] if not p.least else []
        return [*none, *open_] if p.least < 2 else [sample((p,), rng)[p.name]]
    if isinstance(p, Number):
        return sorted({p.low, min(p.low + 1, p.high), p.high})
    return [sample((p,), rng)[p.name]]
