"""How long the figures beside options take, over evenings played by bots: each alone, and all of one turn together.

    uv run python bench/figures.py            all games: how many, medians and 99th percentiles, those without a figure
    uv run python bench/figures.py --slow 10  the slowest figures as well
    uv run python bench/figures.py untold     one game

What is timed is what the worker process of a server does, in processor time: it decodes the view of whoever is asked,
then works out every figure beside the options of that seat from one set of walks. Every other turn the options are as
they lie there, else something is chosen by chance, as when people play with a choice. A figure alone is timed with walks
of its own, so that nothing is shared. The bar is 50 ms for a figure and 300 ms for all of a turn's, at
the 99th percentile.
"""

import argparse
import sys
import time
from collections import defaultdict
from random import Random
from typing import Any, NamedTuple

import msgspec

from cliffhanger.games import game
from cliffhanger.kernel.game import Game
from cliffhanger.kernel.inputs import Act
from cliffhanger.kernel.offers import Option
from cliffhanger.kernel.params import first, sample
from cliffhanger.odds.ask import forget
from cliffhanger.odds.errors import OutOfRange
from cliffhanger.odds.worth import Walks
from cliffhanger.testing.play import ready
from cliffhanger.testing.playout import bot_play

EVENINGS, INPUTS, PLAYERS = 8, 400, (2, 3, 4)
FIGURE, TURN = 50, 300  # milliseconds


class Timed(NamedTuple):
    """One figure: how long it took alone, in milliseconds, and whether it was there."""

    name: str
    took: float
    there: bool
    option: Option
    choice: Any


def milliseconds(since: float) -> float:
    return (time.process_time() - since) * 1e3


def alone(g: Game[Any], view: Any, option: Option, name: str, choice: Any) -> Timed:
    """One figure with nothing shared and nothing remembered."""
    forget()
    since = time.process_time()
    there = told(Walks(g, view), option, name, choice)
    return Timed(name, milliseconds(since), there, option, choice)


def told(walks: Walks[Any], option: Option, name: str, choice: Any) -> bool:
    try:
        walks.worth(Act(option.seat, option.window, option.key, choice), walks.game.figure_by_id[name])
    except OutOfRange:
        return False
    return True


def chosen(option: Option, turn: int) -> Any:
    return sample(option.params, Random(turn)) if turn % 2 else first(option.params)


def turns(g: Game[Any], evenings: int, seed: int) -> list[tuple[float, list[Timed]]]:
    """Every turn of some evenings with a figure in it: what all its figures took together, and each alone."""
    found = []
    for evening in range(evenings):
        setup = ready(g, PLAYERS[evening % len(PLAYERS)])
        for moment in bot_play(g, setup, Random(seed + evening), INPUTS):
            asked = moment.now if isinstance(moment.now, tuple) else ()
            by_seat: dict[str, list[Option]] = defaultdict(list)
            for each in asked:
                if not each.blocked and each.option.figures:
                    by_seat[each.seat].append(each.option)
            for seat, options in by_seat.items():
                choices = [chosen(option, len(found)) for option in options]
                body = msgspec.msgpack.encode(g.view(moment.state, seat))
                forget()
                since = time.process_time()
                walks = Walks(g, msgspec.msgpack.decode(body, type=g.State))
                for option, choice in zip(options, choices, strict=True):
                    for name in option.figures:
                        told(walks, option, name, choice)
                together = milliseconds(since)
                each_alone = [
                    alone(g, walks.view, option, name, choice)
                    for option, choice in zip(options, choices, strict=True)
                    for name in option.figures
                ]
                found.append((together, each_alone))
    return found


def percentile(row: list[float], at: float) -> float:
    return sorted(row)[min(len(row) - 1, int(len(row) * at))]


def report(name: str, evenings: int, seed: int, slow: int) -> bool:
    """Print a table for one game; whether it stays below the bar."""
    g = game(name)
    found = turns(g, evenings, seed)
    figures = [each for _, row in found for each in row]
    print(f"{g.title}: {evenings} evenings of bots, {len(found):,} turns with figures, {len(figures):,} figures")
    print(f"{'':34}{'number':>8}{'without':>9}{'p50 ms':>9}{'p99 ms':>9}{'worst':>9}")
    by_name: dict[str, list[Timed]] = defaultdict(list)
    for each in figures:
        by_name[each.name].append(each)
    rows = [(g.figure_by_id[each].words, row) for each, row in sorted(by_name.items())]
    for words, row in [*rows, ("all figures", figures)]:
        _line(words, [each.took for each in row], sum(not each.there for each in row))
    _line("all of a turn", [together for together, _ in found], 0)
    for each in sorted(figures, key=lambda each: -each.took)[:slow]:
        print(f"  {each.took:8.1f} ms  {each.name} beside {each.option.key}: {dict(each.choice)}; {each.option.says}")
    fits = percentile([each.took for each in figures], 0.99) <= FIGURE
    return fits and percentile([together for together, _ in found], 0.99) <= TURN


def _line(words: str, took: list[float], without: int) -> None:
    print(
        f"{words[:33]:34}{len(took):8,}{without / len(took):9.1%}{percentile(took, 0.5):9.2f}{percentile(took, 0.99):9.1f}"
        f"{max(took):9.1f}"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=["blockbuster", "untold", "smallville", "plot_twist"])
    parser.add_argument("--evenings", type=int, default=EVENINGS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slow", type=int, default=0, metavar="N")
    given = parser.parse_args()
    below = [report(name, given.evenings, given.seed, given.slow) for name in given.games]
    sys.exit(not all(below))
