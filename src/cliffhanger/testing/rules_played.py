"""Which rules come up when a game is played: those that an event names, and those of the functions that ran."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

from cliffhanger.kernel.game import Game
from cliffhanger.testing.play import ready_for
from cliffhanger.testing.playout import Rarest, moments

ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+\b")


def rules_played(game: Game[Any], evenings: int, seed: int = 1, *, most: int = 2_000) -> frozenset[str]:
    """The ids of all rules that came up in so many evenings of bots, steered to what seldom happens.

    A function has the ids that its docstring names. Evenings take turns in how many players they have.
    """
    setups, rng, steer = [setup for _, setup in ready_for(game)], Random(seed), Rarest()
    found: set[str] = set()
    with _watched(game) as ran:
        for n in range(evenings):
            for moment in moments(game, setups[n % len(setups)], rng, most, choose=steer):
                found |= {event.rule for event in moment.after.events if event.rule}
    return frozenset(found.union(*(ID.findall(doc) for code in ran if (doc := _doc(code)))))


@contextmanager
def _watched(game: Game[Any]) -> Iterator[set[CodeType]]:
    """Notes each function of the game that is called."""
    folder = str(Path(str(sys.modules[game.package].__file__)).parent)
    ran: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(folder):
            ran.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield ran
    finally:
        sys.setprofile(before)


def _doc(code: CodeType) -> str:
    """The docstring of a function, which is the first of its constants."""
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) else ""
