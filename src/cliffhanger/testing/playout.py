"""Whole games without people: at random through what is offered, or by the game's own bots.

`moments` gives every step of one game as it happens; what it takes is an input, so the list of its inputs is a record.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import Struct

from cliffhanger.kernel.chance import Draw, Over, Roll
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.frames import Procedural
from cliffhanger.kernel.game import Game, Setup, Waiting
from cliffhanger.kernel.inputs import Act, Played
from cliffhanger.kernel.offers import Offer, Option, awaited
from cliffhanger.kernel.params import Text, sample
from cliffhanger.kernel.step import Step, begin, step
from cliffhanger.table.search import fallen

S = TypeVar("S", bound=Procedural)
Chooser = Callable[[Game[Any], Any, tuple[Offer, ...], Random], Act]
SAYS = "so be it"


class Moment(Struct, Generic[S], frozen=True):
    """One step of a game: the state before, what was asked in it, what was put in, and what came of it."""

    state: S
    now: Waiting
    put: Played
    after: Step[S]


def taken(game: Game[Any], option: Option, rng: Random) -> Act:
    """Take an option with a choice drawn at random; a text that must be a file of the game is its form's example."""
    choice = sample(option.params, rng, SAYS)
    for p in option.params:
        if isinstance(p, Text) and p.form:
            choice[p.name] = next(form.example for form in game.forms if form.name == p.form)
    return Act(option.seat, option.window, option.key, choice)


def at_random(game: Game[Any], s: Any, offers: tuple[Offer, ...], rng: Random) -> Act:  # noqa: ANN401
    """Take any open option of any seat; now and then a standing one."""
    standing = [each.option for each in game.standing(s) if not each.blocked]
    if standing and rng.random() < 0.08:
        return taken(game, rng.choice(standing), rng)
    asked = [each.option for each in offers if not each.blocked]
    assert asked, f"{game.id}: nobody can do anything in {s!r:.400}"
    return taken(game, rng.choice(asked), rng)


def by_bots(game: Game[Any], s: Any, offers: tuple[Offer, ...], rng: Random) -> Act:  # noqa: ANN401
    """Ask the bot of the seat whose window is first in rank, as it would be asked at the table: from its view.

    An AssertionError names seat, window and options where the bot breaks.
    """
    first = awaited(offers)[0]
    seat, options = first.seat, tuple(each.option for each in offers if each.seat == first.seat)
    try:
        return game.bot(game.view(s, seat), seat, options, rng)
    except Exception as error:
        had = ", ".join(f"{o.window}/{o.key}{_mark(o)}" for o in options)
        raise AssertionError(
            f"{game.id}: the bot of {seat} breaks in window {first.window}: {error!r}. Its options are {had}."
        ) from error


def _mark(option: Option) -> str:
    return " (blocked)" if option.blocked else " (reaction)" if option.reaction else ""


class Rarest:
    """Steers bots to what was seldom taken: now and then the open option whose kind has come up least, from any seat.

    `share` of the inputs go that way, reactions and standing options among them; a bot answers the rest. Without it
    what hardly pays (a restart, a late interference) is never tried in an evening, and no trace runs through it.
    """

    def __init__(self, share: float = 0.25) -> None:
        self.share = share
        self.taken: Counter[str] = Counter()

    def __call__(self, game: Game[Any], s: Any, offers: tuple[Offer, ...], rng: Random) -> Act:  # noqa: ANN401
        """Choose an act: a chooser for `moments`."""
        if rng.random() < self.share:
            open_ = [each for each in (*offers, *game.standing(s)) if not each.blocked]
            least = min(self.taken[each.key] for each in open_)
            act = taken(game, rng.choice([each for each in open_ if self.taken[each.key] == least]).option, rng)
        else:
            act = by_bots(game, s, offers, rng)
        self.taken[act.key] += 1
        return act


def moments(
    game: Game[S], setup: Setup, rng: Random, most: int = 400, *, choose: Chooser = at_random, s: S | None = None
) -> Iterator[Moment[S]]:
    """Play, one moment at a time, to the end or to `most` inputs; from `s` if it is given, else from the set-up.

    An AssertionError tells of an input that was offered and refused.
    """
    if s is None:
        s = begin(game, game.start(setup)).state
    for n in range(most):
        now = game.waiting(s)
        if isinstance(now, Over):
            return
        put: Played = fallen(now, rng) if isinstance(now, Roll | Draw) else choose(game, s, now, rng)
        try:
            after = step(game, s, put, now)
        except Exception as error:
            raise AssertionError(f"{game.id}: the rules break on input {n + 1}, {put}: {error!r}") from error
        if isinstance(after, Refusal):
            raise AssertionError(f"{game.id}: what was offered is refused. {put}: {after}")
        yield Moment(s, now, put, after)
        s = after.state


def random_play(game: Game[S], setup: Setup, rng: Random, most: int = 400) -> list[Moment[S]]:
    """Play a whole game at random."""
    return list(moments(game, setup, rng, most))


def bot_play(game: Game[S], setup: Setup, rng: Random, most: int = 2_000) -> list[Moment[S]]:
    """Play a whole game with a bot in every seat."""
    return list(moments(game, setup, rng, most, choose=by_bots))
