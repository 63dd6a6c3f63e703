"""Whose bot is next at a table, what it is handed, and what it answers."""

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from random import Random
from typing import Any, NamedTuple

from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Offer, Option, awaited
from cliffhanger.kernel.params import sample
from cliffhanger.table import dice
from cliffhanger.table.search import no_clock, sharp
from cliffhanger.table.snapshot import Snapshot

Passed = set[tuple[str, str]]
"""Which bots were asked in which window, by seat."""


class BotTurn(NamedTuple):
    """A bot that is to act after entry `n`: what it sees, and its options; `act` is there where it has no need to think.

    With `sharp` it looks ahead, which takes its time.
    """

    seat: str
    n: int
    view: Any
    options: tuple[Option, ...]
    seed: bytes
    sharp: bool = False
    act: Act | None = None


def answer(game: Game[Any], turn: BotTurn, clock: Callable[[], float] = no_clock) -> Act:
    """What a bot does; one that looks ahead keeps to its time by `clock`."""
    rng = Random(turn.seed)
    if turn.sharp:
        return sharp(game, turn.view, turn.seat, turn.options, rng, clock=clock)
    return game.bot(turn.view, turn.seat, turn.options, rng)


def at_random(turn: BotTurn) -> Act:
    """What is done for a bot that broke, or whose act was refused, so that the table goes on: any option, as it comes."""
    rng = Random(turn.seed)
    option = rng.choice([each for each in turn.options if not (each.blocked or each.reaction)])
    return Act(option.seat, option.window, option.key, sample(option.params, rng))


def next_turn(game: Game[Any], table: str, head: Snapshot, passed: Passed, *, sharp: bool) -> BotTurn | None:
    """The bot that is next at a table, if it waits for bots alone, or one that could step in: those note it in `passed`."""
    waiting = head.waiting
    if head.paused or head.closed or not isinstance(waiting, tuple):
        return None
    held = {each.id: each.holder for each in head.seats}
    if (found := _reaction(game, table, head, waiting, held, passed)) is not None:
        return found
    asked = [each.seat for each in awaited(waiting)]
    seat = next((each for each in asked if held[each] == "bot"), None)
    if seat is None or any(held[each] == "person" for each in asked):
        return None
    turn = _turn(game, table, head, seat, "bot", (each for each in waiting if each.seat == seat))
    return turn._replace(sharp=sharp and game.search is not None)


def _reaction(
    game: Game[Any], table: str, head: Snapshot, waiting: tuple[Offer, ...], held: Mapping[str, str], passed: Passed
) -> BotTurn | None:
    """What a bot does that nobody waits for. Each is asked once a window; then it has nothing to say in it."""
    if game.reacts is None:
        return None
    people = {each.seat for each in awaited(waiting) if held[each.seat] == "person"}
    for seat, window in dict.fromkeys((o.seat, o.window) for o in waiting if o.reaction and not o.blocked):
        if held[seat] == "bot" and (seat, window) not in passed:
            passed.add((seat, window))
            own = (o for o in waiting if (o.seat, o.window) == (seat, window) and o.reaction)
            turn = _turn(game, table, head, seat, "reaction", own)
            act = game.reacts(turn.view, seat, turn.options, Random(turn.seed), people)
            if act is not None:
                return turn._replace(act=act)
    return None


def _turn(game: Game[Any], table: str, head: Snapshot, seat: str, what: str, own: Iterable[Offer]) -> BotTurn:
    seed = sha256(dice.packed(f"cliffhanger {what} 1", table, head.n, seat)).digest()
    return BotTurn(seat, head.n, game.view(head.state, seat), tuple(each.option for each in own), seed)
