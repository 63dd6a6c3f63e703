"""The laws of figures: what options name is there and can be told, what makes a figure quick changes nothing, and none
rests on what its reader cannot see.

What a figure says needs no law where it is walked: the rules themselves say it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from cliffhanger.kernel.chance import Fold, Roll
from cliffhanger.kernel.figures import Figure
from cliffhanger.kernel.frames import replace
from cliffhanger.kernel.game import Answer, Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import Choice, first
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks, worth
from cliffhanger.testing.playout import Moment, taken

TRIES = 30  # choices of which one at least has a figure
FEW, POSITIONS = 3, 400  # dice that are walked face by face, and positions of a walk
Named = tuple[Any, Option, Figure]
"""A state, an option that is open in it, and a figure that the option names."""


def named(game: Game[Any], moments: Iterable[Moment[Any]]) -> Iterator[Named]:
    """All figures beside open options; each has to stand in `Game.figures`."""
    for moment in moments:
        for each in moment.now if isinstance(moment.now, tuple) else ():
            if each.blocked:
                continue
            for name in each.option.all_figures:
                assert name in game.figure_by_id, f"{each.option.key} names {name!r}, and there is no such figure"
                yield moment.state, each.option, game.figure_by_id[name]


def figures_can_be_told(game: Game[Any], moments: Sequence[Moment[Any]], rng: Random, most: int = 4) -> Counter[str]:
    """Every figure that an option names is there, and some choice has an answer to it, from the view of its seat.

    Looks at up to `most` of each figure, for choices by chance; tells how many of each were told.
    """
    told: Counter[str] = Counter()
    for s, option, figure in _some(game, moments, rng, most):
        walks = Walks(game, game.view(s, option.seat))
        found = (_answer(walks, taken(game, option, rng), figure) for _ in range(TRIES))
        answer = next((each for each in found if each is not None), None)
        assert answer is not None, f"{figure.id} beside {option.key} has no answer to any choice"
        _sound(figure, answer)
        told[figure.id] += 1
    return told


def shortcuts_agree(game: Game[Any], moments: Sequence[Moment[Any]], rng: Random, most: int = 2) -> Counter[str]:
    """What makes a figure quick changes nothing: its closed form, its fold, and what it takes for the same position.

    Looks at up to `most` of each figure, for choices by chance; tells how many of each were held to the longer way.
    """
    held: Counter[str] = Counter()
    for s, option, figure in _some(game, moments, rng, most):
        if figure.closed or figure.fold or figure.same:
            held[figure.id] += shortcut_agrees(game, s, taken(game, option, rng), figure)
    return +held


def shortcut_agrees(game: Game[Any], s: Any, act: Act, figure: Figure) -> bool:  # noqa: ANN401
    """Hold one figure to its longer ways; False where there is none, or where all of them take too long."""

    def few(s: Any, roll: Roll) -> Fold:  # noqa: ANN401
        if len(roll.dice) > FEW:
            raise OutOfRange("So many dice take too long to walk face by face.")
        return game.fold(s, roll)

    walks = Walks(game, game.view(s, act.seat), POSITIONS)
    answer = _answer(walks, act, figure)
    if answer is None:
        return False
    longer = [replace(figure, closed=None)] if figure.closed else []
    longer += [replace(figure, closed=None, fold=few)] if figure.fold else []
    longer += [replace(figure, closed=None, same=None)] if figure.same else []
    found = [other.value for each in longer if (other := _answer(walks, act, each)) is not None]
    assert all(value == answer.value for value in found), (
        f"{figure.words}: {float(answer.value):.4f} stands beside {act.key}, and the rules come to "
        f"{', '.join(f'{float(value):.4f}' for value in found)}; "
        f"chosen: {dict(act.choice)}; asked: {figure.closed and figure.closed(walks.view, act)}"
    )
    return bool(found)


def figures_rest_on_views(game: Game[Any], moments: Sequence[Moment[Any]], rng: Random, most: int = 4) -> None:
    """A figure is the same whatever the things are that its reader cannot see."""
    if game.guess is None:
        return
    for s, option, figure in _some(game, moments, rng, most):
        view, act = game.view(s, option.seat), taken(game, option, rng)
        answer = _answer(Walks(game, view), act, figure)
        for hidden in (s, game.guess(view, option.seat, rng)):
            assert _answer(Walks(game, hidden), act, figure) == answer, (
                f"{figure.id} beside {option.key} rests on what {option.seat} cannot see"
            )


def figure(game: Game[Any], s: Any, option: Option, name: str, choice: Choice | None = None) -> Answer:  # noqa: ANN401
    """The figure beside an option, as its seat is told it; what `choice` leaves out is as it lies there."""
    made = first(option.params) | dict(choice or {})
    there = option.figures_of(made)
    assert name in there, f"{option.key} names {there}, not {name!r}"
    act = Act(option.seat, option.window, option.key, made)
    return worth(game, game.view(s, option.seat), act, game.figure_by_id[name])


def _some(game: Game[Any], moments: Sequence[Moment[Any]], rng: Random, most: int) -> Iterator[Named]:
    """Up to `most` of each figure, by chance."""
    found = list(named(game, moments))
    rng.shuffle(found)
    seen: Counter[str] = Counter()
    for each in found:
        seen[each[2].id] += 1
        if seen[each[2].id] <= most:
            yield each


def _answer(walks: Walks[Any], act: Act, figure: Figure) -> Answer | None:
    try:
        return walks.worth(act, figure)
    except OutOfRange:
        return None


def _sound(figure: Figure, answer: Answer) -> None:
    assert figure.unit == "mean" or 0 <= answer.value <= 1, f"{figure.id} is {answer.value}"
    assert not answer.law or sum(chance for _, chance in answer.law) == 1, f"the law of {figure.id} is not whole"
