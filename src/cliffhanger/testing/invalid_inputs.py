"""What must be refused, and what a ruling may try: inputs made from legal ones by spoiling one thing at a time."""

from collections.abc import Iterator
from random import Random
from typing import Any

from cliffhanger.kernel.chance import Draw, Roll
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act, Faces
from cliffhanger.kernel.offers import Offer
from cliffhanger.kernel.params import Number, Pick, validate
from cliffhanger.kernel.rulings import values
from cliffhanger.testing.playout import taken


def offers(game: Game[Any], s: Any) -> tuple[Offer, ...]:  # noqa: ANN401  (here and below: a game's own state)
    """All that anybody is offered, what stands open at any time included."""
    now = game.waiting(s)
    return (*now, *game.standing(s)) if isinstance(now, tuple) else game.standing(s)


def illegal(game: Game[Any], s: Any, rng: Random) -> Iterator[Act | Faces]:  # noqa: ANN401
    """Inputs that must be refused: made from legal ones by spoiling one thing at a time."""
    now = game.waiting(s)
    yield Act("nobody", "0", "nothing")
    yield Faces("no such roll", (1,))
    if isinstance(now, Roll | Draw):
        values: tuple[int | str, ...] = now.dice if isinstance(now, Roll) else now.cards[: now.count]
        for bad in (
            values[:-1],
            (*values, 1),
            (*values[:-1], 0),
            (*values[:-1], 10**9),
            (*values[:-1], "x"),
            ("x",) * 40,
        ):
            yield Faces(now.id, bad)
        yield Faces(now.id + "?", values)
    for each in offers(game, s):
        o = each.option
        good = {} if o.blocked else taken(game, o, rng).choice
        if o.blocked or not isinstance(now, tuple):
            yield Act(o.seat, o.window, o.key, good)
            continue
        yield Act(o.seat + "?", o.window, o.key, good)
        yield Act(o.seat, o.window + "?", o.key, good)
        yield Act(o.seat, o.window, o.key + "?", good)
        yield Act(o.seat, o.window, o.key, good | {"no such thing": 1})
        yield Act(o.seat, o.window, o.key, good, terms="0")
        for p in o.params:
            yield Act(o.seat, o.window, o.key, {name: value for name, value in good.items() if name != p.name})
            many = tuple(item.id for item in p.items) if isinstance(p, Pick) else ()
            far = p.high + 1 if isinstance(p, Number) else -1
            for value in (far, -(10**9), True, "", "x" * 20_001, (), ("no such item",), many, many[:1] * 2):
                if validate(o.params, good | {p.name: value}):
                    yield Act(o.seat, o.window, o.key, good | {p.name: value})


def numbers(game: Game[Any], s: object) -> list[tuple[tuple[str, ...], int]]:
    """All numbers a ruling can reach, with their paths of names and ids."""
    return [(each.path, each.now) for each in values(s, fixed=game.fixed) if type(each.now) is int]
