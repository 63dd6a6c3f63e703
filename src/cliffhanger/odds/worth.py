"""What a choice is worth: a figure of the game, walked by the rules from what a seat may see.

The walk starts from a view, never from the state, so no figure can tell what its reader may not know. Who walks many
figures from one view keeps `Walks` of it: figures of the same people and the same faces share their positions.
"""

from collections.abc import Hashable
from dataclasses import replace as changed
from functools import partial
from typing import Generic, NoReturn, TypeVar

import msgspec

from cliffhanger.kernel.chance import Draw
from cliffhanger.kernel.errors import Refusal
from cliffhanger.kernel.figures import Figure, Policy
from cliffhanger.kernel.frames import Procedural, replace
from cliffhanger.kernel.game import Answer, Game, Waiting
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import find
from cliffhanger.kernel.params import Text
from cliffhanger.kernel.step import step
from cliffhanger.odds.ask import ask, named
from cliffhanger.odds.distribution import Distribution
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.walk import Paths, search_key

S = TypeVar("S", bound=Procedural)
POSITIONS = 5_000
"""Of one walk; what leads to more has no figure."""


def worth(game: Game[S], view: S, act: Act, figure: Figure) -> Answer:
    """What an act is worth by one figure of the game, to whoever has this view.

    Raises OutOfRange where there is no figure: the choice is not legal as it stands, it rests on what the view hides, or
    the walk would take too long.
    """
    return Walks(game, view).worth(act, figure)


def never(_before: object, _act: Act, _now: object) -> NoReturn:
    """`came` of a figure that its closed form alone tells, such as one of hidden cards; always raises OutOfRange."""
    raise OutOfRange("What is drawn is not to be seen.")


class Walks(Generic[S]):
    """All that walks from one view have found, for as long as somebody keeps it; a walk has up to `most` positions."""

    def __init__(self, game: Game[S], view: S, most: int = POSITIONS) -> None:
        self.game, self.view, self.most = _hiding(game), view, most
        self._now = game.waiting(view)
        self._after: dict[bytes, S] = {}
        self._paths: dict[Hashable, Paths[S]] = {}

    def worth(self, act: Act, figure: Figure) -> Answer:
        """What an act is worth by one figure; raises OutOfRange where there is none (see `worth`)."""
        if figure.closed is None:
            return self.walked(act, figure)
        asked = figure.closed(self.view, act)
        if asked is None:
            raise OutOfRange("There is no figure for this.")
        return ask(named(self.game.questions, asked[0]), asked[1])

    def walked(self, act: Act, figure: Figure) -> Answer:
        """What the rules come to, over every outcome of every roll, by the best of the ways there are."""
        ways = [(act, figure.policy)] if figure.ways is None else figure.ways(self.view, act)
        came = partial(figure.came, self.view, act)
        laws = [self._path(policy, figure).distribution(self._taken(way), came, self.most) for way, policy in ways]
        return max((_answer(law, figure) for law in laws), key=lambda answer: answer.value)

    def _path(self, policy: Policy, figure: Figure) -> Paths[S]:
        key = policy, figure.same, figure.fold
        if key not in self._paths:
            game = self.game if figure.fold is None else changed(self.game, fold=figure.fold)
            self._paths[key] = Paths(game, policy, figure.same or search_key)
        return self._paths[key]

    def _taken(self, act: Act) -> S:
        """The view after an act."""
        key = msgspec.msgpack.encode(act)
        if key not in self._after:
            stepped = step(self.game, self.view, self._said(act), self._now)
            if isinstance(stepped, Refusal):
                raise OutOfRange(str(stepped))
            self._after[key] = stepped.state
        return self._after[key]

    def _said(self, act: Act) -> Act:
        """The act with words where some are still to be written: no figure rests on what is said."""
        offers = self._now if isinstance(self._now, tuple) else ()
        offer = find(offers, act) or find(self.game.standing(self.view), act)
        texts = [p for p in offer.params if isinstance(p, Text) and not p.form] if offer else []
        said = {p.name: "." * p.least for p in texts if not act.choice.get(p.name)}
        return replace(act, choice=act.choice | said) if said else act


def _answer(law: Distribution[int], figure: Figure) -> Answer:
    """A law as the answer of a figure."""
    if figure.parts:
        rows = tuple((part, law[at]) for at, part in enumerate(figure.parts) if law[at])
        return Answer(law[0], rows)
    return Answer(law.mean(int), law.rows() if figure.unit == "mean" else ())


def _hiding(game: Game[S]) -> Game[S]:
    """The game as it can be walked from a view: where it keeps secrets, a draw is from what nobody can see."""
    if game.guess is None:
        return game

    def waiting(s: S) -> Waiting:
        now = game.waiting(s)
        if isinstance(now, Draw):
            raise OutOfRange("This rests on cards that are not to be seen.")
        return now

    return changed(game, waiting=waiting)
